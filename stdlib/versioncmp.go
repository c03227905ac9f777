package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// versioncmp orders two versions: -1, 0 or 1.
var fnVersioncmp = declare.Simple("versioncmp", func(c *runtime.Call) (values.Value, error) {
	return values.Int(int64(rubyfmt.VersionCompare(c.Args[0].AsString(), c.Args[1].AsString(), c.Has(2) && c.Args[2].AsBool()))), nil
}, declare.Req("a", "String"), declare.Req("b", "String"), declare.Opt("ignore_trailing_zeroes", "Boolean"))
