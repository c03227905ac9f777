package grammar

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/issue"
)

// escapeSet holds the characters that mean something after a backslash.
type escapeSet uint16

const (
	escBackslash escapeSet = 1 << iota
	escDollar
	escSingle
	escDouble
	escR
	escN
	escT
	escS
	escU
	escLine // a line break
)

// dqEscapes hold in double quoted strings.
const dqEscapes = escBackslash | escDollar | escSingle | escDouble | escR | escN | escT | escS | escU | escLine

// singleQuoted scans 'text', in which only the quote and the backslash can be escaped.
func (s *scanner) singleQuoted() lexer.TokenType {
	start := s.pos
	s.pos++
	i, escaped := s.afterTerminator(s.pos, "'"), false
	for {
		if i >= len(s.text) {
			s.fail(s.pos, issue.UnclosedQuote.Error(`"'"`, s.followedBy()))
			return 0
		}
		if c := s.text[i]; c == '\'' {
			break
		} else if c == '\\' {
			escaped = true
			i++
		}
		i++
	}
	value := s.text[s.pos:i]
	s.matchSlurp(s.pos, i, 1)
	s.pos = i + 1
	if escaped {
		value = unescapeSingle(value)
	}
	return s.emit(tokString, value, start)
}

func unescapeSingle(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (text[i+1] == '\\' || text[i+1] == '\'') {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// matchSlurp records what Puppet's pattern for the end of a text matched: the
// character before the backslashes, the backslashes, and the terminator.
func (s *scanner) matchSlurp(from, terminator, n int) {
	i := terminator
	for i > from && s.text[i-1] == '\\' {
		i--
	}
	if i > from {
		_, size := utf8.DecodeLastRuneInString(s.text[from:i])
		i -= size
	}
	s.matchStart, s.matchEnd = i, terminator+n
}

// afterTerminator is where to look for the end of a text that begins at from.
// Puppet's pattern wants a character before the terminator, and a terminator
// will do: of two in a row at the very start the first is text.
func (s *scanner) afterTerminator(from int, terminators string) int {
	if from >= len(s.text) || strings.IndexByte(terminators, s.text[from]) < 0 {
		return from
	}
	i := from + 1
	for strings.HasPrefix(s.text[i:], `\\`) {
		i += 2
	}
	if i < len(s.text) && strings.IndexByte(terminators, s.text[i]) >= 0 {
		return i
	}
	return from
}

// followedBy is the text behind an opening quote as an error shows it.
func (s *scanner) followedBy() string {
	rest := s.text[s.pos:]
	if rest == "" {
		return "<eof>"
	}
	n, count := 0, 0
	for n < len(rest) && count < 5 {
		_, size := utf8.DecodeRuneInString(rest[n:])
		n += size
		count++
	}
	return strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`).Replace(rest[:n]) + "..."
}

// A terminator ends a piece of an interpolated text.
type terminator uint8

const (
	termQuote  terminator = iota // the closing quote, or the end of a heredoc
	termBrace                    // ${
	termDollar                   // $
)

// segment scans text up to a terminator and returns it with its escapes
// resolved. In a heredoc the end of the text is the closing quote.
func (s *scanner) segment(quoted bool) (string, terminator) {
	from, escaped := s.pos, false
	dollarEscapes := quoted || s.escapes&escDollar != 0
	i := from
	if quoted {
		i = s.afterTerminator(from, `"$`)
		escaped = i > from+1
	}
loop:
	for {
		if i >= len(s.text) {
			if !quoted {
				i = len(s.text)
				break
			}
			quote := `''`
			if m := s.matched(); m != "" {
				quote = "'" + m + "'"
				if m == "'" {
					quote = `"'"`
				}
			}
			s.fail(s.pos, issue.UnclosedQuote.Error(quote, s.followedBy()))
			return "", termQuote
		}
		switch s.text[i] {
		case '"':
			if quoted {
				break loop
			}
		case '$':
			break loop
		case '\\':
			escaped = true
			if dollarEscapes {
				i++
			}
		}
		i++
	}
	value := s.text[from:i]
	term, n := termQuote, 1
	switch {
	case i >= len(s.text):
		n = 0
	case s.text[i] == '$' && i+1 < len(s.text) && s.text[i+1] == '{':
		term, n = termBrace, 2
	case s.text[i] == '$':
		term = termDollar
	}
	s.matchSlurp(from, i, n)
	s.pos = i + n
	if escaped && s.escapes != 0 {
		value = s.unescape(value, quoted)
	}
	return value, term
}

// unescape resolves the escapes of a text that stands before the current
// position. Unicode escapes come first, in a pass of their own: what they
// yield can begin another escape.
//
// puppet: slurp_support.rb, slurp
func (s *scanner) unescape(text string, quoted bool) string {
	if s.escapes&escU != 0 && strings.Contains(text, `\u`) {
		text = s.unescapeUnicode(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' || i+1 >= len(text) {
			b.WriteByte(c)
			continue
		}
		i++
		var bit escapeSet
		var to byte
		switch e := text[i]; e {
		case '\\':
			bit, to = escBackslash, e
		case '$':
			bit, to = escDollar, e
		case '\'':
			bit, to = escSingle, e
		case '"':
			bit, to = escDouble, e
		case 'r':
			bit, to = escR, '\r'
		case 'n':
			bit, to = escN, '\n'
		case 't':
			bit, to = escT, '\t'
		case 's':
			bit, to = escS, ' '
		case 'u':
			if s.escapes&escU != 0 {
				s.warn(issue.IllegalUnicodeEscape.Error())
				b.WriteString(`\u`)
				continue
			}
		case '\n':
			if s.escapes&escLine != 0 {
				continue
			}
			b.WriteString("\\\n")
			continue
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				if s.escapes&escLine == 0 {
					b.WriteString("\\\r\n")
				}
				i++
				continue
			}
			// a carriage return alone cannot be escaped
			b.WriteString("\\\r")
			continue
		}
		if bit != 0 && s.escapes&bit != 0 {
			b.WriteByte(to)
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		if quoted {
			s.warn(issue.UnrecognizedEscape.Error(text[i : i+size]))
		}
		b.WriteByte('\\')
		b.WriteString(text[i : i+size])
		i += size - 1
	}
	return b.String()
}

// unescapeUnicode resolves \uXXXX and \u{X...}. A backslash that one yields
// can begin the next, as if the text had been searched again.
func (s *scanner) unescapeUnicode(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			i++
			continue
		}
		i++ // behind a backslash, from here on
		for i < len(text) && text[i] == 'u' {
			r, n := unicodeEscape(text[i+1:])
			if n == 0 {
				break
			}
			if !utf8.ValidRune(r) {
				// Puppet makes an illegal string of it, on which Ruby gives up.
				d := issue.InvalidUTF8.Error()
				d.Placeless = true
				s.failNowhere(d)
				return text
			}
			i += 1 + n
			if r != '\\' {
				b.WriteRune(r)
				goto next
			}
		}
		b.WriteByte('\\')
		if i < len(text) {
			b.WriteByte(text[i])
			i++
		}
	next:
	}
	return b.String()
}

// unicodeEscape reads the digits of a Unicode escape and returns how long they are.
func unicodeEscape(text string) (r rune, n int) {
	hex := func(text string) (v rune) {
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case c >= '0' && c <= '9':
				v = v<<4 | rune(c-'0')
			case c >= 'a' && c <= 'f':
				v = v<<4 | rune(c-'a'+10)
			case c >= 'A' && c <= 'F':
				v = v<<4 | rune(c-'A'+10)
			default:
				return -1
			}
		}
		return v
	}
	if len(text) >= 4 {
		if v := hex(text[:4]); v >= 0 {
			return v, 4
		}
	}
	if len(text) > 2 && text[0] == '{' {
		end := strings.IndexByte(text[:min(len(text), 8)], '}')
		if end > 1 {
			if v := hex(text[1:end]); v >= 0 {
				return v, end + 1
			}
		}
	}
	return 0, 0
}

// doubleQuoted scans "text" and the expressions that it interpolates.
func (s *scanner) doubleQuoted() lexer.TokenType {
	start := s.pos
	s.matchStart, s.matchEnd = start, start+1
	s.pos++
	saved := s.escapes
	s.escapes = dqEscapes
	typ := s.interpolated(start, true)
	s.escapes = saved
	return typ
}

// interpolated scans the rest of an interpolated text whose first token begins
// at start. It returns tokString when there was nothing to interpolate.
//
// puppet: interpolation_support.rb
func (s *scanner) interpolated(start int, quoted bool) lexer.TokenType {
	first, rest, plain := tokDQPre, tokDQPost, tokString
	for {
		text, term := s.segment(quoted)
		after := s.pos
		var joined strings.Builder
		for term == termDollar {
			if n := variableName(s.text[s.pos:]); n > 0 {
				text = join(&joined, text)
				// The dollar sign counts as part of the variable.
				s.pos--
				s.emit(first, text, start)
				s.pos += 1 + n
				s.matchStart, s.matchEnd = after, s.pos
				s.emit(tokVariable, s.text[after:s.pos], after-1)
				break
			}
			s.unmatched()
			// Collected in a builder: a text may have many dollar signs.
			joined.WriteString(text)
			joined.WriteByte('$')
			text, term = s.segment(quoted)
			after = s.pos
		}
		text = join(&joined, text)
		switch term {
		case termQuote:
			if plain != 0 {
				return s.emit(plain, text, start)
			}
			s.emit(rest, text, start)
			return several
		case termBrace:
			depth := s.braces
			s.braces++
			s.emit(first, text, start)
			s.expression(depth)
		}
		first, plain = tokDQMid, 0
		start = s.pos
	}
}

// join puts what b collected before text, and empties b.
func join(b *strings.Builder, text string) string {
	if b.Len() == 0 {
		return text
	}
	b.WriteString(text)
	text = b.String()
	b.Reset()
	return text
}

// expression scans the tokens of ${...} up to the brace that brings the number
// of open ones back to depth. A word or number that stands alone, or before a
// dot or an access, becomes a variable.
func (s *scanner) expression(depth int) {
	saved := s.escapes
	defer func() { s.escapes = saved }()
	s.blanks()
	first := len(s.out.list)
	for s.pos < len(s.text) {
		typ := s.token()
		switch typ {
		case 0:
			s.blanks()
			continue
		case several:
			continue
		}
		s.after = typ
		if typ != tokRBrace || s.braces != depth {
			continue
		}
		// The brace itself is no token: it belongs to the string.
		last := len(s.out.list) - 1
		s.out.list, s.out.ends = s.out.list[:last], s.out.ends[:len(s.out.ends)-1]
		tokens := s.out.list[first:]
		if len(tokens) == 1 || len(tokens) > 1 && (tokens[1].Type == tokDot || tokens[1].Type == tokLBrack) {
			if in(tokens[0].Type, becomesVariable) {
				tokens[0].Type = tokVariable
			}
		}
		return
	}
}
