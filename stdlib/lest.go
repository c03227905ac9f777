package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// lest calls the lambda when its argument is undef.
var fnLest = runtime.Function{Name: "lest", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("arg", "Any")), Block: "Callable[0,0]", Body: func(c *runtime.Call) (values.Value, error) {
		if c.Args[0].IsUndef() {
			return c.Block.Call()
		}
		return c.Args[0], nil
	}},
}}
