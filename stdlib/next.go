package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// next ends the innermost lambda with a value.
var fnNext = runtime.Function{Name: "next", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Opt("value", "Any")), Body: func(c *runtime.Call) (values.Value, error) {
		return values.Undef, &runtime.ControlFlow{Kind: runtime.Next, Value: c.Arg(0), File: c.File, Line: c.Line}
	}},
}}
