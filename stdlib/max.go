package stdlib

import (
	"cmp"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// max is the greatest of its arguments or of an array's elements.
var fnMax = extreme("max", 1)

// extreme declares max and min; sign is 1 or -1.
func extreme(name string, sign int) runtime.Function {
	e := extremum{name, sign}
	one := func(typ string, body func(*runtime.Call, []values.Value) (values.Value, error)) runtime.Dispatch {
		return runtime.Dispatch{Params: declare.Params(declare.Req("values", typ)), Block: "Callable[2,2]", BlockOptional: true,
			Body: func(c *runtime.Call) (values.Value, error) {
				elems := c.Args[0].AsArray().Elems()
				if c.Block != nil {
					return e.byBlock(c, elems)
				}
				return body(c, elems)
			}}
	}
	rep := func(typ string, body func(*runtime.Call, []values.Value) (values.Value, error)) runtime.Dispatch {
		return runtime.Dispatch{Params: declare.Params(declare.Rep("values", typ)),
			Body: func(c *runtime.Call) (values.Value, error) { return body(c, c.Args) }}
	}
	withBlock := rep("Any", e.byBlock)
	withBlock.Block = "Callable[2,2]"
	return runtime.Function{Name: name, Dispatches: []runtime.Dispatch{
		rep("Numeric", e.ofNumbers), rep("String", e.ofStrings),
		one("Array[Numeric]", e.ofNumbers), one("Array[String]", e.ofStrings), one("Array", e.ofAny),
		withBlock, rep("Any", e.ofAny),
	}}
}

type extremum struct {
	name string
	sign int
}

func (e extremum) find(elems []values.Value, order func(a, b values.Value) (int, error)) (values.Value, error) {
	best := elems[0]
	for _, v := range elems[1:] {
		c, err := order(v, best)
		if err != nil {
			return values.Undef, err
		}
		if c*e.sign > 0 {
			best = v
		}
	}
	return best, nil
}

func (e extremum) check(elems []values.Value) error {
	if len(elems) == 0 {
		return runtime.Errorf("%s(): Wrong number of arguments need at least one", e.name)
	}
	return nil
}

func (e extremum) ofNumbers(_ *runtime.Call, elems []values.Value) (values.Value, error) {
	if err := e.check(elems); err != nil {
		return values.Undef, err
	}
	return e.find(elems, ruby.Order)
}

func (e extremum) byBlock(c *runtime.Call, elems []values.Value) (values.Value, error) {
	if len(elems) == 0 {
		return values.Undef, nil
	}
	return e.find(elems, func(a, b values.Value) (int, error) { return blockOrder(c, a, b) })
}

// Ruby's own patterns differ in where the line may start.
var (
	numericLeft  = regexp.MustCompile(`\A^-?\d+([._eE]\d+)?\z`, 0)
	numericRight = regexp.MustCompile(`\A-?\d+([._eE]\d+)?\z`, 0)
)

func numericPair(a, b string) bool {
	x, _ := numericLeft.MatchString(a)
	if !x {
		return false
	}
	y, _ := numericRight.MatchString(b)
	return y
}

func (e extremum) coerceNumeric(c *runtime.Call) {
	declare.WarnOnce(c, e.name+"_function_numeric_coerce_string", "The "+e.name+
		"() function's auto conversion of String to Numeric is deprecated - change to convert input before calling, or use lambda")
}

func (e extremum) ofStrings(c *runtime.Call, elems []values.Value) (values.Value, error) {
	if err := e.check(elems); err != nil {
		return values.Undef, err
	}
	return e.find(elems, func(a, b values.Value) (int, error) {
		x, y := a.AsString(), b.AsString()
		if numericPair(x, y) {
			e.coerceNumeric(c)
			return cmp.Compare(rubyfmt.ToF(x), rubyfmt.ToF(y)), nil
		}
		return strings.Compare(x, y), nil
	})
}

func (e extremum) ofAny(c *runtime.Call, elems []values.Value) (values.Value, error) {
	if err := e.check(elems); err != nil {
		return values.Undef, err
	}
	return e.find(elems, func(a, b values.Value) (int, error) {
		x, y := rubyfmt.ToS(a), rubyfmt.ToS(b)
		if numericPair(x, y) {
			e.coerceNumeric(c)
			return cmp.Compare(floatOf(a, x), floatOf(b, y)), nil
		}
		declare.WarnOnce(c, e.name+"_function_string_coerce_any", "The "+e.name+
			"() function's auto conversion of Any to String is deprecated - change to convert input before calling, or use lambda")
		return strings.Compare(x, y), nil
	})
}

func floatOf(v values.Value, s string) float64 {
	if v.IsNumber() {
		return v.Number()
	}
	return rubyfmt.ToF(s)
}
