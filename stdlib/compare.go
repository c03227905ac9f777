package stdlib

import (
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/ops"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// compare orders two values of a kind: -1, 0 or 1.
var fnCompare = runtime.Function{Name: "compare", Pure: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("a", "Numeric"), declare.Req("b", "Numeric")), Body: compareValues},
	{Params: declare.Params(declare.Req("a", "String"), declare.Req("b", "String"), declare.Opt("ignore_case", "Boolean")), Body: compareStrings},
	{Params: declare.Params(declare.Req("a", "Semver"), declare.Req("b", "Semver")), Body: compareValues},
	{Params: declare.Params(declare.Req("a", "Numeric"), declare.Req("b", "Variant[Timespan, Timestamp]")),
		Body: func(c *runtime.Call) (values.Value, error) {
			n, ok := ruby.Spaceship(c.Args[1], c.Args[0])
			if !ok {
				return values.Undef, nil
			}
			return values.Int(int64(-n)), nil
		}},
	{Params: declare.Params(declare.Req("a", "Timestamp"), declare.Req("b", "Variant[Timestamp, Numeric]")), Body: compareValues},
	{Params: declare.Params(declare.Req("a", "Timespan"), declare.Req("b", "Variant[Timespan, Numeric]")), Body: compareValues},
	{Mismatch: true, Params: declare.Params(declare.Req("a", "Comparable"), declare.Req("b", "Comparable"), declare.Rep("ignore_case", "Any")),
		Types: []string{"TimeComparable = Variant[Numeric, Timespan, Timestamp]", "Comparable = Variant[String, Semver, TimeComparable]"},
		Body:  compareMismatch},
	{Mismatch: true, Params: declare.Params(declare.Req("a", "Any"), declare.Req("b", "Any"), declare.Rep("ignore_case", "Any")),
		Body: func(c *runtime.Call) (values.Value, error) {
			return values.Undef, runtime.Errorf("compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp can be compared. Got %s and %s",
				label(c.Args[0]), label(c.Args[1]))
		}},
}}

func compareValues(c *runtime.Call) (values.Value, error) {
	n, ok := ruby.Spaceship(c.Args[0], c.Args[1])
	if !ok {
		return values.Undef, nil
	}
	return values.Int(int64(n)), nil
}

func compareStrings(c *runtime.Call) (values.Value, error) {
	a, b := c.Args[0].AsString(), c.Args[1].AsString()
	if c.Has(2) && !c.Args[2].AsBool() {
		return values.Int(int64(strings.Compare(a, b))), nil
	}
	return values.Int(int64(values.CompareFold(a, b))), nil
}

func compareMismatch(c *runtime.Call) (values.Value, error) {
	a, b := c.Args[0], c.Args[1]
	if len(c.Args) > 2 {
		switch {
		case !a.IsString() || !b.IsString():
			return values.Undef, runtime.Errorf("compare(): The third argument (ignore case) can only be used when comparing strings")
		case len(c.Args) > 3:
			return values.Undef, runtime.Errorf("compare(): Accepts at most 3 arguments, got %d", len(c.Args))
		}
		// Puppet means to name the wrong type here but asks for a Ruby constant
		// that is not there.
		return values.Undef, &runtime.Error{Class: "NameError", Message: "uninitialized constant Puppet::Pops::Loader::RubyFunctionInstantiator::Boolean"}
	}
	return values.Undef, runtime.Errorf("compare(): Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). Got %s and %s",
		label(a), label(b))
}

// label is a value's kind as Puppet's messages name it.
func label(v values.Value) string {
	if v.Kind() == values.KindSemVer {
		return "Semver"
	}
	return string(ops.Label(v))
}
