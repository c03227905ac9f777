package regexp

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A SyntaxError is what Ruby's RegexpError says of a pattern.
type SyntaxError struct {
	Reason  string // "end pattern with unmatched parenthesis"
	Source  string
	Options Options
}

// Error is Ruby's text: "end pattern with unmatched parenthesis: /(/".
func (e *SyntaxError) Error() string {
	return e.Reason + ": /" + displaySource(e.Source, false) + "/" + e.Options.String()
}

// ErrSteps is returned by a match that took more steps than its limit: the pattern
// needs plain backtracking on this subject (back references, look-around, atomic
// groups, calls) and that would not end in reasonable time.
var ErrSteps = errors.New("regexp: match takes too many steps")

// ErrMemory is returned by a match whose stack of choices would outgrow its limit.
var ErrMemory = errors.New("regexp: match takes too much memory")

// ErrTooLarge is returned for a pattern whose program would be too large.
var ErrTooLarge = errors.New("regexp: pattern is too large")

// syntaxPanic carries a reason from deep inside the parser to Compile.
type syntaxPanic struct{ reason string }

func fail(reason string) { panic(syntaxPanic{reason}) }

// failName is fail with a name from the pattern in the place of %s, cut short as
// Onigmo does it.
func failName(format, name string) {
	if len(name) > 47 {
		name = name[:47] + "..."
	}
	fail(fmt.Sprintf(format, name))
}

// displaySource is the source as messages and Regexp#inspect show it: slashes
// escaped, control characters as \xHH, and for inspect what else cannot be printed.
func displaySource(source string, inspect bool) string {
	plain := true
	for i := 0; i < len(source); i++ {
		if c := source[i]; c == '/' || c >= utf8.RuneSelf || c < ' ' || c == 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return source
	}
	var b strings.Builder
	for i := 0; i < len(source); {
		c := source[i]
		switch {
		case c == '\\' && i+1 < len(source):
			_, n := utf8.DecodeRuneInString(source[i+1:])
			b.WriteString(source[i : i+1+n])
			i += 1 + n
		case c == '/':
			b.WriteString(`\/`)
			i++
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(source[i:])
			switch {
			case r == utf8.RuneError && n == 1:
				fmt.Fprintf(&b, `\x%02X`, c)
			case inspect && !printable(r):
				fmt.Fprintf(&b, `\x{%04X}`, r)
			default:
				b.WriteString(source[i : i+n])
			}
			i += n
		case c < ' ' && strings.IndexByte("\t\n\v\f\r", c) < 0 || c == 0x7f:
			fmt.Fprintf(&b, `\x%02X`, c)
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

func printable(r rune) bool {
	if set, ok := namedSet(":print:"); ok {
		return set.has(r)
	}
	return unicode.IsPrint(r)
}
