package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// step walks every n-th element, from the first; without a lambda it gives an
// iterator.
var fnStep = runtime.Function{Name: "step", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("iterable", "Iterable"), declare.Req("step", "Integer[1]")), Body: func(c *runtime.Call) (values.Value, error) {
		it, err := iterate("step", c.Args[0])
		if err != nil {
			return values.Undef, err
		}
		step := c.Args[1].AsInt()
		elem := elementType(c.Args[0], &it)
		if t, ok := elem.(*pcore.IntegerType); ok && it.kind == walkRange && it.n > 0 {
			// A range that is stepped ends at the last element that is reached.
			elem = pcore.IntegerRange(t.Min, t.Max-(t.Max-t.Min)%step)
		}
		return it.lazy(c.Args[0], 0, step, elem), nil
	}},
	{Params: declare.Params(declare.Req("iterable", "Iterable"), declare.Req("step", "Integer[1]")), Block: "Callable[1,1]", Body: func(c *runtime.Call) (values.Value, error) {
		it, err := iterate("step", c.Args[0])
		if err != nil {
			return values.Undef, err
		}
		step := c.Args[1].AsInt()
		for i := int64(0); i < it.n; i += step {
			if _, err := callSpread(c.Block, it.at(i)); err != nil {
				if runtime.IsBreak(err) {
					break
				}
				return values.Undef, err
			}
			if i > it.n-step {
				break
			}
		}
		return values.Undef, nil
	}},
}}
