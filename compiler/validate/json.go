package validate

import (
	"fmt"
	"strings"
)

// checkJSON tells what Ruby's JSON parser has against a text, or "". That parser
// is a machine which names the C line that gave up and shows the rest of the
// text from there. What is shown follows from how it works: an array reports the
// character it cannot take, an object just fails, and what then fails around it
// reports the start of the object.
//
// The messages are those of the json gem 2.6, which Puppet 7.23 runs on. They
// were found by trying; a text that parses is exactly one that the gem parses.
func checkJSON(text string) string {
	p := jsonParser{text: text}
	end, ok := p.document()
	if p.err == "" && !ok {
		p.raise(859, end)
	}
	return p.err
}

// jsonMaxNesting is the default of the gem's option max_nesting.
const jsonMaxNesting = 100

type jsonParser struct {
	text string
	err  string // once set, nothing else is done
}

func (p *jsonParser) raise(line, at int) { p.raiseText(line, "unexpected token", at) }

func (p *jsonParser) raiseText(line int, what string, at int) {
	rest := ""
	if at >= 0 {
		rest, _, _ = strings.Cut(p.text[at:], "\x00") // it is a C string there
	}
	p.err = fmt.Sprintf("%d: %s at '%s'", line, what, rest)
}

// document is one value with nothing but blanks and comments around it. The
// position is where it ends, or fails.
func (p *jsonParser) document() (int, bool) {
	at, ok := p.ignore(0)
	if !ok || at == len(p.text) || !jsonBeginsValue(p.text[at]) {
		return at, false
	}
	end, ok := p.value(at, 0)
	if p.err != "" || !ok {
		return at, false
	}
	end, ok = p.ignore(end)
	return end, ok && end == len(p.text)
}

// ignore passes over blanks and comments. It fails in an unfinished comment, or
// after a slash that starts none.
func (p *jsonParser) ignore(at int) (int, bool) {
	for at < len(p.text) {
		switch p.text[at] {
		case ' ', '\t', '\r', '\n':
			at++
			continue
		case '/':
		default:
			return at, true
		}
		closing := ""
		switch rest := p.text[at+1:]; {
		case strings.HasPrefix(rest, "*"):
			closing = "*/"
		case strings.HasPrefix(rest, "/"):
			closing = "\n"
		default:
			return at + 1, false
		}
		end := strings.Index(p.text[at+2:], closing)
		if end < 0 {
			return len(p.text), false
		}
		at += 2 + end + len(closing)
	}
	return at, true
}

func jsonBeginsValue(c byte) bool { return strings.IndexByte(`"-[{tfnNI`, c) >= 0 || isDigit(c) }

// value reads the value at a position and tells where it ends. It fails without
// a word, for the one around it to report, or raises.
func (p *jsonParser) value(at, depth int) (int, bool) {
	rest := p.text[at:]
	for _, word := range [...]string{"null", "true", "false"} {
		if strings.HasPrefix(rest, word) {
			return at + len(word), true
		}
	}
	switch rest[0] {
	case '"':
		return p.str(at)
	case '[':
		return p.array(at, depth+1)
	case '{':
		return p.object(at, depth+1)
	case 'N':
		if strings.HasPrefix(rest, "NaN") {
			p.raise(225, at)
		}
		return at, false
	case 'I':
		if strings.HasPrefix(rest, "Infinity") {
			p.raise(232, at-1) // one too few, but that is what it shows
		}
		return at, false
	case '-':
		if strings.HasPrefix(rest, "-Infinity") {
			p.raise(249, at)
			return at, false
		}
	}
	return p.number(at)
}

// number reads a float, or else an integer.
func (p *jsonParser) number(at int) (int, bool) {
	i := at
	if p.is(i, '-') {
		i++
	}
	switch {
	case p.is(i, '0'):
		i++
	case i < len(p.text) && isDigit(p.text[i]):
		i = p.digits(i)
	default:
		return at, false
	}
	if end, ok := p.fraction(i); ok {
		return end, true
	}
	if i < len(p.text) && isDigit(p.text[i]) { // a leading zero
		return at, false
	}
	return i, true
}

// fraction reads what makes a float of an integer. What follows must not look
// like more of it.
func (p *jsonParser) fraction(i int) (int, bool) {
	float := false
	if p.is(i, '.') {
		end := p.digits(i + 1)
		if end == i+1 {
			return i, false
		}
		i, float = end, true
	}
	if p.is(i, 'e') || p.is(i, 'E') {
		j := i + 1
		if p.is(j, '+') || p.is(j, '-') {
			j++
		}
		end := p.digits(j)
		if end == j {
			return i, false
		}
		i, float = end, true
	}
	if i < len(p.text) && strings.IndexByte("eE.-", p.text[i]) >= 0 {
		return i, false
	}
	return i, float
}

func (p *jsonParser) is(i int, c byte) bool { return i < len(p.text) && p.text[i] == c }

func (p *jsonParser) digits(i int) int {
	for i < len(p.text) && isDigit(p.text[i]) {
		i++
	}
	return i
}

// str reads a string.
func (p *jsonParser) str(at int) (int, bool) {
	surrogate := false
	i := at + 1
	for ; ; i++ {
		if i >= len(p.text) || p.text[i] < 0x20 {
			return at, false
		}
		if p.text[i] == '"' {
			break
		}
		if p.text[i] != '\\' {
			continue
		}
		i++
		if i >= len(p.text) || p.text[i] < 0x20 {
			return at, false
		}
		if p.text[i] != 'u' {
			continue
		}
		code, ok := p.hex4(i + 1)
		if !ok {
			return at, false
		}
		surrogate = surrogate || isHighSurrogate(code)
		i += 4
	}
	if surrogate && !p.surrogates(at+1, i) {
		return at, false
	}
	return i + 1, true
}

func isHighSurrogate(code int) bool { return code&0xfc00 == 0xd800 }

// surrogates raises where a high surrogate has no room for another escape behind
// it. What is shown starts where the text since the last escape does. A high
// surrogate without another escape swallows the character behind it.
func (p *jsonParser) surrogates(at, end int) bool {
	shown := at
	for i := at; i < end; {
		if p.text[i] != '\\' {
			i++
			continue
		}
		i++
		if p.text[i] != 'u' {
			if strings.IndexByte(`"\bfnrt`, p.text[i]) >= 0 {
				i++
			}
			shown = i
			continue
		}
		code, _ := p.hex4(i + 1)
		i += 5
		if isHighSurrogate(code) {
			if end-i < 6 {
				p.raiseText(521, "incomplete surrogate pair", shown)
				return false
			}
			if strings.HasPrefix(p.text[i:], `\u`) {
				i += 6
			} else {
				i++
			}
		}
		shown = i
	}
	return true
}

func (p *jsonParser) hex4(i int) (code int, ok bool) {
	if i+4 > len(p.text) {
		return 0, false
	}
	for _, c := range []byte(p.text[i : i+4]) {
		switch {
		case isDigit(c):
			code = code*16 + int(c-'0')
		case c >= 'a' && c <= 'f':
			code = code*16 + int(c-'a') + 10
		case c >= 'A' && c <= 'F':
			code = code*16 + int(c-'A') + 10
		default:
			return 0, false
		}
	}
	return code, true
}

func (p *jsonParser) nest(depth int) bool {
	if depth > jsonMaxNesting {
		p.err = fmt.Sprintf("nesting of %d is too deep", depth)
		return false
	}
	return true
}

// array raises at the first character that it cannot take.
func (p *jsonParser) array(at, depth int) (int, bool) {
	if !p.nest(depth) {
		return at, false
	}
	i, ok := p.ignore(at + 1)
	if ok && p.is(i, ']') {
		return i + 1, true
	}
	for ok {
		if i == len(p.text) || !jsonBeginsValue(p.text[i]) {
			break
		}
		end, isValue := p.value(i, depth)
		if p.err != "" {
			return at, false
		}
		if !isValue {
			break
		}
		if i, ok = p.ignore(end); !ok {
			break
		}
		if p.is(i, ']') {
			return i + 1, true
		}
		if !p.is(i, ',') {
			break
		}
		i, ok = p.ignore(i + 1)
	}
	p.raise(451, i)
	return at, false
}

// object fails without a word.
func (p *jsonParser) object(at, depth int) (int, bool) {
	if !p.nest(depth) {
		return at, false
	}
	i, ok := p.ignore(at + 1)
	if ok && p.is(i, '}') {
		return i + 1, true
	}
	for ok && p.is(i, '"') {
		if i, ok = p.str(i); !ok {
			break
		}
		if i, ok = p.ignore(i); !ok || !p.is(i, ':') {
			break
		}
		if i, ok = p.ignore(i + 1); !ok || i == len(p.text) || !jsonBeginsValue(p.text[i]) {
			break
		}
		if i, ok = p.value(i, depth); !ok {
			break
		}
		if i, ok = p.ignore(i); !ok {
			break
		}
		if p.is(i, '}') {
			return i + 1, true
		}
		if !p.is(i, ',') {
			break
		}
		i, ok = p.ignore(i + 1)
	}
	return at, false
}
