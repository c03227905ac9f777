package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
)

// break ends the innermost iteration.
var fnBreak = runtime.Function{Name: "break", Dispatches: []runtime.Dispatch{
	{Body: func(c *runtime.Call) (values.Value, error) {
		return values.Undef, &runtime.ControlFlow{Kind: runtime.Break, File: c.File, Line: c.Line}
	}},
}}
