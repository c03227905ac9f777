package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
)

// any reports whether the lambda is true of some element.
var fnAny = runtime.Function{Name: "any", Dispatches: iterationDispatches(any2, any1, any2, any1)}

func any1(c *runtime.Call) (values.Value, error) {
	it, err := iterate("any", c.Args[0])
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
		if r.Truthy() {
			return values.True, nil
		}
	}
	return values.False, nil
}

func any2(c *runtime.Call) (values.Value, error) {
	it, err := iterate("any", c.Args[0])
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
		if r.Truthy() {
			return values.True, nil
		}
	}
	return values.False, nil
}
