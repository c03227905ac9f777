package stdlib

import (
	"bunraku/stdlib/ruby"
)

// strip drops white space at both ends.
var fnStrip = stringwise("strip", ruby.Strip)
