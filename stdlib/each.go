package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
)

// each calls the lambda with every element and gives back what was walked.
var fnEach = runtime.Function{Name: "each", Dispatches: iterationDispatches(each2, each1, each2, each1)}

func each1(c *runtime.Call) (values.Value, error) {
	it, err := iterate("each", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	for e, ok := it.next(); ok; e, ok = it.next() {
		if _, err := c.Block.Call1(e); err != nil {
			if runtime.IsBreak(err) {
				break
			}
			return values.Undef, err
		}
	}
	return c.Args[0], nil
}

func each2(c *runtime.Call) (values.Value, error) {
	it, err := iterate("each", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	for i := int64(0); i < it.n; i++ {
		if _, err := it.callIndexed(c.Block, i); err != nil {
			if runtime.IsBreak(err) {
				break
			}
			return values.Undef, err
		}
	}
	return c.Args[0], nil
}
