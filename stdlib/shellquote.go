package stdlib

import (
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// shellquote quotes words for a Bourne shell and joins them.
var fnShellquote = declare.Legacy("shellquote", -1, func(_ *runtime.Call, args []values.Value) (values.Value, error) {
	var words []string
	for _, v := range ruby.Flatten(args) {
		switch v.Kind() {
		case values.KindString:
		case values.KindHash, values.KindType:
			return values.Undef, runtime.Errorf("no implicit conversion of %s into String", implicit(v))
		default:
			return values.Undef, runtime.Errorf("undefined method `length' for %s", ruby.Receiver(v))
		}
		words = append(words, shellquote(v.AsString()))
	}
	return values.String(strings.Join(words, " ")), nil
})

const shellUnsafe = "!\"`$\\" // inside double quotes

func shellquote(w string) string {
	safe := w != ""
	for i := 0; i < len(w) && safe; i++ {
		c := w[i]
		safe = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("@%_+=:,./-", c) >= 0
	}
	switch {
	case safe:
		return w
	case !strings.ContainsAny(w, shellUnsafe):
		return `"` + w + `"`
	case !strings.Contains(w, "'"):
		return "'" + w + "'"
	}
	b := []byte{'"'}
	for i := 0; i < len(w); i++ {
		if strings.IndexByte(shellUnsafe, w[i]) >= 0 {
			b = append(b, '\\')
		}
		b = append(b, w[i])
	}
	return string(append(b, '"'))
}
