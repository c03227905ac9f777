package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// join makes one string of an array's elements.
var fnJoin = declare.Simple("join", func(c *runtime.Call) (values.Value, error) {
	sep := ""
	if c.Has(1) {
		sep = c.Args[1].AsString()
	}
	return values.String(ruby.Join(c.Args[0].AsArray().Elems(), sep)), nil
}, declare.Req("arg", "Array"), declare.Opt("delimiter", "String"))
