package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
)

// map gives the results of the lambda for every element.
var fnMap = runtime.Function{Name: "map", Dispatches: iterationDispatches(map2, map1, map2, map1)}

func map1(c *runtime.Call) (values.Value, error) {
	it, err := iterate("map", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	out := make([]values.Value, 0, min(it.n, 1<<16))
	for e, ok := it.next(); ok; e, ok = it.next() {
		r, err := c.Block.Call1(e)
		if err != nil {
			if runtime.IsBreak(err) {
				break
			}
			return values.Undef, err
		}
		out = append(out, r)
	}
	return values.ArrayOf(out...), nil
}

func map2(c *runtime.Call) (values.Value, error) {
	it, err := iterate("map", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	out := make([]values.Value, 0, min(it.n, 1<<16))
	for i := int64(0); i < it.n; i++ {
		r, err := it.callIndexed(c.Block, i)
		if err != nil {
			if runtime.IsBreak(err) {
				break
			}
			return values.Undef, err
		}
		out = append(out, r)
	}
	return values.ArrayOf(out...), nil
}
