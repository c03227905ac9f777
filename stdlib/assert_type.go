package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// assert_type is its second argument when that is of the type; else it fails, or
// gives what the lambda makes of it.
var fnAssertType = runtime.Function{Name: "assert_type", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("type", "Type"), declare.Req("value", "Any")), Block: "Callable[Type, Type]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) { return assertType(c, pcore.TypeOf(c.Args[0])) }},
	{Params: declare.Params(declare.Req("type_string", "String"), declare.Req("value", "Any")), Block: "Callable[Type, Type]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			t, err := c.Eval.Host.ResolveType(c.Args[0].AsString())
			if err != nil {
				return values.Undef, err
			}
			return assertType(c, t.(pcore.Type))
		}},
}}

func assertType(c *runtime.Call, t pcore.Type) (values.Value, error) {
	v := c.Args[1]
	if t.Check(v) {
		return v, nil
	}
	inferred := pcore.Infer(v)
	if c.Block != nil {
		return c.Block.Call2(t.Value(), inferred.Value())
	}
	return values.Undef, runtime.Errorf("%s", pcore.DescribeMismatch("assert_type():", t, inferred))
}
