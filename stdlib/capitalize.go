package stdlib

import (
	"bunraku/stdlib/ruby"
)

// capitalize makes the first letter upper case and the others lower case.
var fnCapitalize = stringwise("capitalize", ruby.Capitalize)
