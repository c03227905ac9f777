package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// reduce folds the elements with the lambda.
var fnReduce = runtime.Function{Name: "reduce", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("enumerable", "Iterable")), Block: "Callable[2,2]",
		Body: func(c *runtime.Call) (values.Value, error) {
			it, err := iterate("reduce", c.Args[0])
			if err != nil {
				return values.Undef, err
			}
			first, ok := it.next()
			if !ok {
				return values.Undef, nil
			}
			return reduce(c, &it, first)
		}},
	{Params: declare.Params(declare.Req("enumerable", "Iterable"), declare.Req("memo", "Any")), Block: "Callable[2,2]",
		Body: func(c *runtime.Call) (values.Value, error) {
			it, err := iterate("reduce", c.Args[0])
			if err != nil {
				return values.Undef, err
			}
			return reduce(c, &it, c.Args[1])
		}},
}}

func reduce(c *runtime.Call, it *iteration, memo values.Value) (values.Value, error) {
	for e, ok := it.next(); ok; e, ok = it.next() {
		r, err := c.Block.Call2(memo, e)
		if err != nil {
			if runtime.IsBreak(err) {
				return memo, nil
			}
			return values.Undef, err
		}
		memo = r
	}
	return memo, nil
}
