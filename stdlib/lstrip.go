package stdlib

import (
	"bunraku/stdlib/ruby"
)

// lstrip drops white space at the start.
var fnLstrip = stringwise("lstrip", ruby.Lstrip)
