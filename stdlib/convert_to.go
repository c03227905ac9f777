package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// convert_to makes a value of a type from another value.
var fnConvertTo = runtime.Function{Name: "convert_to", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("value", "Any"), declare.Req("type", "Type"), declare.Rep("args", "Any")),
		Block: "Callable[1,1]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			args := append([]values.Value{c.Args[1], c.Args[0]}, c.Args[2:]...)
			v, err := c.Eval.Host.CallFunction("new", args, nil)
			if err != nil || c.Block == nil {
				return v, err
			}
			return c.Block.Call1(v)
		}},
}}
