package stdlib

import (
	"bunraku/stdlib/ruby"
)

// downcase makes letters lower case, also in nested data.
var fnDowncase = stringdeep("downcase", ruby.Downcase)
