package regexp

import "strings"

// Source is the pattern as it was given, as Ruby's Regexp#source.
func (re *Regexp) Source() string { return re.source }

// Options are the options that the pattern was compiled with.
func (re *Regexp) Options() Options { return re.opts }

// Inspect is the regexp as a literal: /a\/b/mi.
func (re *Regexp) Inspect() string {
	return "/" + displaySource(re.source, true) + "/" + re.opts.String()
}

// String is Ruby's Regexp#to_s: a group with all options, (?-mix:a), which can be put
// into another pattern. Options that the pattern sets for all of itself are taken out
// of it: /(?i:a)/ is (?i-mx:a).
func (re *Regexp) String() string {
	opts, body := re.opts, re.source
	if on, off, rest, ok := wholeGroup(body); ok {
		opts = opts&^off | on
		body = rest
	}
	var b strings.Builder
	b.WriteString("(?")
	b.WriteString(opts.String())
	if rest := (IgnoreCase | Extended | Multiline) &^ opts; rest != 0 {
		b.WriteByte('-')
		b.WriteString(rest.String())
	}
	b.WriteByte(':')
	b.WriteString(displaySource(body, true))
	b.WriteByte(')')
	return b.String()
}

// wholeGroup takes (?on-off:rest) and (?on-off)rest apart, if that is all of source.
func wholeGroup(source string) (on, off Options, rest string, ok bool) {
	letters := func() (set Options) {
		for source != "" {
			switch source[0] {
			case 'm':
				set |= Multiline
			case 'i':
				set |= IgnoreCase
			case 'x':
				set |= Extended
			default:
				return set
			}
			source = source[1:]
		}
		return set
	}
	for len(source) >= 4 && strings.HasPrefix(source, "(?") {
		source = source[2:]
		turnOn := letters()
		turnOff := Options(0)
		if strings.HasPrefix(source, "-") {
			source = source[1:]
			turnOff = letters()
		}
		switch {
		case strings.HasPrefix(source, ")"):
			// (?i) at the begin; there may be more of these.
			on, off = on&^turnOff|turnOn&^turnOff, off&^turnOn|turnOff
			source = source[1:]
			ok = true
			continue
		case strings.HasPrefix(source, ":") && strings.HasSuffix(source, ")"):
			inner := source[1 : len(source)-1]
			// The last parenthesis may belong to another group: (?i:a)(b).
			if _, err := Compile(inner, 0); err == nil {
				return on&^turnOff | turnOn&^turnOff, off&^turnOn | turnOff, inner, true
			}
		}
		return 0, 0, "", false
	}
	return on, off, source, ok
}

// Escape is the pattern that matches exactly text, as Ruby's Regexp.escape.
func Escape(text string) string {
	at := strings.IndexAny(text, "[]{}()|-*.\\?+^$# \t\f\v\n\r")
	if at < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8)
	b.WriteString(text[:at])
	for i := at; i < len(text); i++ {
		c := text[i]
		switch c {
		case '[', ']', '{', '}', '(', ')', '|', '-', '*', '.', '\\', '?', '+', '^', '$', '#', ' ':
			b.WriteByte('\\')
		case '\t':
			c = 't'
			b.WriteByte('\\')
		case '\f':
			c = 'f'
			b.WriteByte('\\')
		case '\v':
			c = 'v'
			b.WriteByte('\\')
		case '\n':
			c = 'n'
			b.WriteByte('\\')
		case '\r':
			c = 'r'
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}
