package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// values are the values of a hash.
var fnValues = declare.Simple("values", func(c *runtime.Call) (values.Value, error) {
	h := c.Args[0].AsHash()
	out := make([]values.Value, h.Len())
	for i, e := range h.Entries() {
		out[i] = e.Value
	}
	return values.ArrayOf(out...), nil
}, declare.Req("hsh", "Hash"))
