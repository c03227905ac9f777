package stdlib

import (
	"bunraku/stdlib/ruby"
)

// rstrip drops white space at the end.
var fnRstrip = stringwise("rstrip", ruby.Rstrip)
