package stdlib

import (
	"math"
	"math/big"

	"bunraku/runtime"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// ceiling is the least integer that is not below a number.
var fnCeiling = rounding("ceiling", math.Ceil)

// rounding declares ceiling and floor.
func rounding(name string, round func(float64) float64) runtime.Function {
	return runtime.Function{Name: name, Pure: true, Dispatches: []runtime.Dispatch{
		{Params: declare.Params(declare.Req("val", "Numeric")), Body: func(c *runtime.Call) (values.Value, error) {
			if c.Args[0].IsInt() {
				return c.Args[0], nil
			}
			return integerOf(round(c.Args[0].AsFloat()))
		}},
		{Params: declare.Params(declare.Req("val", "String")), Body: func(c *runtime.Call) (values.Value, error) {
			declare.WarnOnce(c, name+"_function_numeric_coerce_string", "The "+name+
				"() function's auto conversion of String to Float is deprecated - change to convert input before calling")
			f, err := rubyfmt.ParseFloat(c.Args[0].AsString())
			if err != nil {
				return values.Undef, runtime.Errorf("%s(): cannot convert given value to a floating point value.", name)
			}
			return integerOf(round(f))
		}},
	}}
}

// integerOf is a float without a fraction as an Integer.
func integerOf(f float64) (values.Value, error) {
	if f >= -1<<63 && f < 1<<63 {
		return values.Int(int64(f)), nil
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return values.Undef, &rubyfmt.Error{Class: "FloatDomainError", Message: rubyfmt.FloatString(f)}
	}
	n, _ := big.NewFloat(f).Int(nil)
	return values.Undef, declare.ErrIntegerRange(n.String())
}
