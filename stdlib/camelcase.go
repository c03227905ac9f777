package stdlib

import (
	"strings"

	"bunraku/stdlib/ruby"
)

// camelcase joins the words between underscores, each capitalized.
var fnCamelcase = stringwise("camelcase", func(s string) string {
	words := strings.Split(s, "_")
	for i, w := range words {
		words[i] = ruby.Capitalize(w)
	}
	return strings.Join(words, "")
})
