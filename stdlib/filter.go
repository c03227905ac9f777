package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/ruby"
)

// filter keeps the elements for which the lambda is true.
var fnFilter = runtime.Function{Name: "filter", Dispatches: iterationDispatches(filterHash2, filterHash1, filter2, filter1)}

func filterHash1(c *runtime.Call) (values.Value, error) {
	return filterHash(c, func(e *values.Entry) (values.Value, error) { return c.Block.Call1(ruby.Pair(*e)) })
}

func filterHash2(c *runtime.Call) (values.Value, error) {
	return filterHash(c, func(e *values.Entry) (values.Value, error) { return c.Block.Call2(e.Key, e.Value) })
}

// filterHash lets a break pass: Puppet's hash branch does not take it.
func filterHash(c *runtime.Call, keep func(*values.Entry) (values.Value, error)) (values.Value, error) {
	entries := c.Args[0].AsHash().Entries()
	out := make([]values.Entry, 0, len(entries))
	for i := range entries {
		r, err := keep(&entries[i])
		if err != nil {
			return values.Undef, err
		}
		if r.Truthy() {
			out = append(out, entries[i])
		}
	}
	return values.NewHash(out).Value(), nil
}

func filter1(c *runtime.Call) (values.Value, error) {
	it, err := iterate("filter", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	var out []values.Value
	for e, ok := it.next(); ok; e, ok = it.next() {
		r, err := c.Block.Call1(e)
		if err != nil {
			if runtime.IsBreak(err) {
				break
			}
			return values.Undef, err
		}
		if r.Truthy() {
			out = append(out, e)
		}
	}
	return values.ArrayOf(out...), nil
}

func filter2(c *runtime.Call) (values.Value, error) {
	it, err := iterate("filter", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	var out []values.Value
	for i := int64(0); i < it.n; i++ {
		e := it.at(i)
		r, err := c.Block.Call2(values.Int(i), e)
		if err != nil {
			if runtime.IsBreak(err) {
				break
			}
			return values.Undef, err
		}
		if r.Truthy() {
			out = append(out, e)
		}
	}
	return values.ArrayOf(out...), nil
}
