package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// new makes a value of a type.
var fnNew = runtime.Function{Name: "new", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("type", "Type"), declare.Rep("args", "Any")), Block: "Callable", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			v, err := c.Eval.Host.New(c.Args[0].AsType(), c.Args[1:])
			if err != nil || c.Block == nil {
				return v, err
			}
			return c.Block.Call1(v)
		}},
}}
