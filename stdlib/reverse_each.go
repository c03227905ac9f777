package stdlib

import (
	"slices"

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
		elem := elementType(c.Args[0], &it)
		elems := slices.Clone(it.all())
		slices.Reverse(elems)
		return lazy(c.Args[0], elems, elem, -1), nil
	}},
	{Params: declare.Params(declare.Req("iterable", "Iterable")), Block: "Callable[1,1]", Body: func(c *runtime.Call) (values.Value, error) {
		it, err := iterate("reverse_each", c.Args[0])
		if err != nil {
			return values.Undef, err
		}
		for i := it.n - 1; i >= 0; i-- {
			if _, err := c.Block.Call1(it.at(i)); err != nil {
				if runtime.IsBreak(err) {
					break
				}
				return values.Undef, err
			}
		}
		return values.Undef, nil
	}},
}}
