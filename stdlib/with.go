package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// with calls the lambda with its arguments.
var fnWith = runtime.Function{Name: "with", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Rep("arg", "Any")), Block: "Callable", Body: func(c *runtime.Call) (values.Value, error) {
		return c.Block.Call(c.Args...)
	}},
}}
