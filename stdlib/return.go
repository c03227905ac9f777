package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// return leaves the function, class or define with a value.
var fnReturn = runtime.Function{Name: "return", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Opt("value", "Any")), Body: func(c *runtime.Call) (values.Value, error) {
		return values.Undef, &runtime.ControlFlow{Kind: runtime.Return, Value: c.Arg(0), File: c.File, Line: c.Line}
	}},
}}
