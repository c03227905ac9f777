package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// slice cuts into pieces of a size; a lambda is called with each piece.
var fnSlice = runtime.Function{Name: "slice", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("hash", "Hash[Any, Any]"), declare.Req("slice_size", "Integer[1, default]")),
		Block: "Callable", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) { return slice(c, values.EmptyArray) }},
	{Params: declare.Params(declare.Req("enumerable", "Iterable"), declare.Req("slice_size", "Integer[1, default]")),
		Block: "Callable", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) { return slice(c, values.Undef) }},
}}

// slice fills the last piece with filler when the lambda takes each element as a
// parameter of its own.
func slice(c *runtime.Call, filler values.Value) (values.Value, error) {
	it, err := iterate("slice", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	size := c.Args[1].AsInt()
	serving := int64(1)
	if c.Block != nil {
		least, most := c.Block.Arity()
		serving = int64(most)
		if least != most { // Ruby's arity is negative then
			serving = size
		}
		switch {
		case serving == 0:
			return values.Undef, runtime.Errorf("slice(): block must define at least one parameter. Block has 0.")
		case serving != 1 && serving != size:
			return values.Undef, runtime.Errorf("slice(): block must define one parameter, or the same number of parameters as the given size of the slice (%d). Block has %d", size, serving)
		}
	}
	var out []values.Value
	elems, err := it.all("slice")
	if err != nil {
		return values.Undef, err
	}
	step := size
	if it.kind == walkRange && it.n-1 < size {
		// Puppet's range says that it is one shorter than it is, and Ruby cuts
		// pieces that are no longer than the whole.
		if step = it.n - 1; step == 0 {
			step = 1
		}
	}
	for len(elems) > 0 {
		n := min(int64(len(elems)), step)
		piece := elems[:n:n]
		elems = elems[n:]
		switch {
		case c.Block == nil:
			out = append(out, values.ArrayOf(piece...))
			continue
		case serving == 1:
			_, err = c.Block.Call1(values.ArrayOf(piece...))
		default:
			for int64(len(piece)) < serving {
				piece = append(piece, filler)
			}
			_, err = c.Block.Call(piece...)
		}
		if err != nil {
			if runtime.IsBreak(err) {
				break
			}
			return values.Undef, err
		}
	}
	if c.Block != nil {
		return c.Args[0], nil
	}
	return values.ArrayOf(out...), nil
}
