package stdlib

import (
	"slices"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// flatten takes nested arrays apart into one.
var fnFlatten = declare.Simple("flatten", func(c *runtime.Call) (values.Value, error) {
	if len(c.Args) == 1 && c.Args[0].Kind() == values.KindArray {
		flat := ruby.Flatten(c.Args[0].AsArray().Elems())
		if len(flat) == c.Args[0].AsArray().Len() {
			return values.ArrayOf(flat...), nil
		}
	}
	flat := ruby.Flatten(c.Args)
	return values.ArrayOf(slices.Clone(flat)...), nil
}, declare.Rep("args", "Any"))
