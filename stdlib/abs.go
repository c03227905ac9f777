package stdlib

import (
	"math"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// abs is the absolute value of a number.
var fnAbs = runtime.Function{Name: "abs", Pure: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("val", "Numeric")), Body: absNumber},
	{Params: declare.Params(declare.Req("val", "String")), Body: absString},
}}

func absNumber(c *runtime.Call) (values.Value, error) {
	v := c.Args[0]
	if v.IsFloat() {
		return values.Float(math.Abs(v.AsFloat())), nil
	}
	switch i := v.AsInt(); {
	case i == math.MinInt64:
		return v, declare.ErrIntegerRange("9223372036854775808")
	case i < 0:
		return values.Int(-i), nil
	}
	return v, nil
}

var (
	decimalFraction = regexp.MustCompile(`^-?(?:\d+)(?:\.\d+){1}$`, 0)
	decimalInteger  = regexp.MustCompile(`^-?\d+$`, 0)
)

func absString(c *runtime.Call) (values.Value, error) {
	s := c.Args[0].AsString()
	declare.WarnOnce(c, "abs_function_numeric_coerce_string",
		"The abs() function's auto conversion of String to Numeric is deprecated - change to convert input before calling")
	if ok, _ := decimalFraction.MatchString(s); ok {
		return values.Float(math.Abs(rubyfmt.ToF(s))), nil
	}
	if ok, _ := decimalInteger.MatchString(s); ok {
		n := rubyfmt.ToI(s, 10)
		if n.Abs(n); n.IsInt64() {
			return values.Int(n.Int64()), nil
		}
		return values.Undef, declare.ErrIntegerRange(n.String())
	}
	return values.Undef, runtime.Errorf("abs(): Requires float or integer to work with - was given non decimal string")
}
