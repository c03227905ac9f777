package stdlib

import (
	"math"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// round is the nearest integer; halves go away from zero.
var fnRound = declare.Simple("round", func(c *runtime.Call) (values.Value, error) {
	v := c.Args[0]
	f := v.Number()
	// Puppet adds half in floating point even to an integer.
	if v.IsInt() && v.AsInt() < 1<<52 && v.AsInt() > -1<<52 {
		return v, nil
	}
	if f > 0 {
		return integerOf(math.Trunc(f + 0.5))
	}
	return integerOf(math.Trunc(f - 0.5))
}, declare.Req("val", "Numeric"))
