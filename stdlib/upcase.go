package stdlib

import (
	"bunraku/stdlib/ruby"
)

// upcase makes letters upper case, also in nested data.
var fnUpcase = stringdeep("upcase", ruby.Upcase)
