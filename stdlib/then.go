package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// then calls the lambda unless its argument is undef.
var fnThen = runtime.Function{Name: "then", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("arg", "Any")), Block: "Callable[1,1]", Body: func(c *runtime.Call) (values.Value, error) {
		if c.Args[0].IsUndef() {
			return values.Undef, nil
		}
		return c.Block.Call1(c.Args[0])
	}},
}}
