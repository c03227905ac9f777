package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// sort orders the characters of a string or the elements of an array.
var fnSort = runtime.Function{Name: "sort", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("string_value", "String")), Block: "Callable[2,2]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			out, err := sortElements(c, ruby.Chars(c.Args[0].AsString()))
			return values.String(ruby.Join(out, "")), err
		}},
	{Params: declare.Params(declare.Req("array_value", "Array")), Block: "Callable[2,2]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			out, err := sortElements(c, c.Args[0].AsArray().Elems())
			return values.ArrayOf(out...), err
		}},
}}

func sortElements(c *runtime.Call, elems []values.Value) ([]values.Value, error) {
	if c.Block == nil {
		return ruby.Sort(elems, ruby.Order)
	}
	return ruby.Sort(elems, func(a, b values.Value) (int, error) { return blockOrder(c, a, b) })
}

func blockOrder(c *runtime.Call, a, b values.Value) (int, error) {
	r, err := c.Block.Call2(a, b)
	if err != nil {
		return 0, err
	}
	return ruby.BlockOrder(r, a, b)
}
