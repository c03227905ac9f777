package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// group_by collects elements by the lambda's result for each.
var fnGroupBy = runtime.Function{Name: "group_by", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("collection", "Collection")), Block: "Callable[1,1]", Returns: "Hash", Body: groupBy1},
	{Params: declare.Params(declare.Req("array", "Array")), Block: "Callable[2,2]", Returns: "Hash", Body: groupBy2},
	{Params: declare.Params(declare.Req("collection", "Collection")), Block: "Callable[2,2]", Returns: "Hash", Body: groupBy2},
}}

func groupBy1(c *runtime.Call) (values.Value, error) {
	return groupBy(c, func(it *iteration, i int64) (values.Value, error) { return c.Block.Call1(it.at(i)) })
}

func groupBy2(c *runtime.Call) (values.Value, error) {
	return groupBy(c, func(it *iteration, i int64) (values.Value, error) { return it.callIndexed(c.Block, i) })
}

func groupBy(c *runtime.Call, key func(*iteration, int64) (values.Value, error)) (values.Value, error) {
	it, err := iterate("group_by", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	b := values.NewHashBuilder(8)
	for i := int64(0); i < it.n; i++ {
		k, err := key(&it, i)
		if err != nil {
			return values.Undef, err
		}
		group := values.NewArray(nil)
		if old, ok := b.Get(k); ok {
			group = old.AsArray()
		}
		b.Put(k, group.Append(it.at(i)).Value())
	}
	return b.Hash().Value(), nil
}
