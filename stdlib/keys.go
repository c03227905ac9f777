package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// keys are the keys of a hash.
var fnKeys = declare.Simple("keys", func(c *runtime.Call) (values.Value, error) {
	h := c.Args[0].AsHash()
	out := make([]values.Value, h.Len())
	for i, e := range h.Entries() {
		out[i] = e.Key
	}
	return values.ArrayOf(out...), nil
}, declare.Req("hsh", "Hash"))
