package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
)

// all reports whether the lambda is true of every element.
var fnAll = runtime.Function{Name: "all", Dispatches: iterationDispatches(all2, all1, all2, all1)}

func all1(c *runtime.Call) (values.Value, error) {
	it, err := iterate("all", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	for e, ok := it.next(); ok; e, ok = it.next() {
		r, err := c.Block.Call1(e)
		if err != nil {
			if it.done(err) {
				break
			}
			return values.Undef, err
		}
		if !r.Truthy() {
			return values.False, nil
		}
	}
	return values.True, nil
}

func all2(c *runtime.Call) (values.Value, error) {
	it, err := iterate("all", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	for i := int64(0); i < it.n; i++ {
		r, err := it.callIndexed(c.Block, i)
		if err != nil {
			if it.done(err) {
				break
			}
			return values.Undef, err
		}
		if !r.Truthy() {
			return values.False, nil
		}
	}
	return values.True, nil
}
