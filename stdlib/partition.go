package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// partition parts elements by whether the lambda is true of them.
var fnPartition = runtime.Function{Name: "partition", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("collection", "Collection")), Block: "Callable[1,1]", Returns: "Tuple[Array, Array]", Body: partition1},
	{Params: declare.Params(declare.Req("array", "Array")), Block: "Callable[2,2]", Returns: "Tuple[Array, Array]", Body: partition2},
	{Params: declare.Params(declare.Req("collection", "Collection")), Block: "Callable[2,2]", Returns: "Tuple[Array, Array]", Body: partition2},
}}

func partition1(c *runtime.Call) (values.Value, error) {
	return partition(c, func(it *iteration, i int64) (values.Value, error) { return c.Block.Call1(it.at(i)) })
}

func partition2(c *runtime.Call) (values.Value, error) {
	return partition(c, func(it *iteration, i int64) (values.Value, error) { return it.callIndexed(c.Block, i) })
}

func partition(c *runtime.Call, test func(*iteration, int64) (values.Value, error)) (values.Value, error) {
	it, err := iterate("partition", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	var yes, no []values.Value
	for i := int64(0); i < it.n; i++ {
		r, err := test(&it, i)
		if err != nil {
			return values.Undef, err
		}
		if r.Truthy() {
			yes = append(yes, it.at(i))
		} else {
			no = append(no, it.at(i))
		}
	}
	return values.ArrayOf(values.ArrayOf(yes...), values.ArrayOf(no...)), nil
}
