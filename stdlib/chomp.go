package stdlib

import (
	"bunraku/stdlib/ruby"
)

// chomp drops a line end at the end.
var fnChomp = stringwise("chomp", ruby.Chomp)
