package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// reverse_each walks backwards; without a lambda it gives an iterator.
var fnReverseEach = runtime.Function{Name: "reverse_each", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("iterable", "Iterable")), Body: func(c *runtime.Call) (values.Value, error) {
		it, err := iterate("reverse_each", c.Args[0])
		if err != nil {
			return values.Undef, err
		}
		return it.lazy(c.Args[0], it.n-1, -1, elementType(c.Args[0], &it)), nil
	}},
	{Params: declare.Params(declare.Req("iterable", "Iterable")), Block: "Callable[1,1]", Body: func(c *runtime.Call) (values.Value, error) {
		it, err := iterate("reverse_each", c.Args[0])
		if err != nil {
			return values.Undef, err
		}
		for i := it.n - 1; i >= 0; i-- {
			if _, err := callSpread(c.Block, it.at(i)); err != nil {
				if runtime.IsBreak(err) {
					break
				}
				return values.Undef, err
			}
		}
		return values.Undef, nil
	}},
}}
