package stdlib

import (
	"bunraku/stdlib/ruby"
)

// chop drops the last character.
var fnChop = stringwise("chop", ruby.Chop)
