package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// unwrap is what a Sensitive holds.
var fnUnwrap = runtime.Function{Name: "unwrap", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("arg", "Sensitive")), Block: "Callable", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) { return unwrapped(c, c.Args[0].AsSensitive()) }},
	{Params: declare.Params(declare.Req("arg", "Any")), Block: "Callable", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) { return unwrapped(c, c.Args[0]) }},
}}

func unwrapped(c *runtime.Call, v values.Value) (values.Value, error) {
	if c.Block != nil {
		return c.Block.Call1(v)
	}
	return v, nil
}
