package std

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/runtime"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// jsonError is a parse error with the text of Ruby's json 2.6.
func jsonError(code int, rest string) error {
	return runtime.Errorf("%d: unexpected token at '%s'", code, rest)
}

// The numbers in the texts are lines of that library's parser.
const (
	jsonInArray    = 451
	jsonInDocument = 859
	jsonNaN        = 225
	jsonInfinity   = 232
	jsonNegative   = 249
	maxJSONDepth   = 100
)

// parseJSON is JSON.parse.
func parseJSON(s string) (value, error) {
	p := jsonParser{s: s}
	p.space()
	start := p.i
	if rest := s[start:]; strings.HasPrefix(rest, "/") { // a comment without an end
		if len(rest) > 1 && (rest[1] == '/' || rest[1] == '*') {
			return undef, jsonError(jsonInDocument, "")
		}
		return undef, jsonError(jsonInDocument, rest[1:])
	}
	v, ok, err := p.value(0)
	if err != nil {
		return undef, err
	}
	if !ok {
		return undef, jsonError(jsonInDocument, s[start:])
	}
	p.space()
	if p.i < len(s) {
		return undef, jsonError(jsonInDocument, s[p.i:])
	}
	return v, nil
}

type jsonParser struct {
	s string
	i int
}

// space skips white space and comments.
func (p *jsonParser) space() {
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.i++
		case strings.HasPrefix(p.s[p.i:], "/*"):
			j := strings.Index(p.s[p.i+2:], "*/")
			if j < 0 {
				return
			}
			p.i += j + 4
		case strings.HasPrefix(p.s[p.i:], "//"):
			j := strings.IndexByte(p.s[p.i:], '\n')
			if j < 0 {
				return
			}
			p.i += j + 1
		default:
			return
		}
	}
}

// value reads a value; ok is false when there is none, which an array or the
// document around turns into an error.
func (p *jsonParser) value(depth int) (v value, ok bool, err error) {
	rest := p.s[p.i:]
	if rest == "" {
		return undef, false, nil
	}
	for _, w := range [...]struct {
		word string
		v    value
	}{{"null", undef}, {"true", values.True}, {"false", values.False}} {
		if strings.HasPrefix(rest, w.word) {
			p.i += len(w.word)
			return w.v, true, nil
		}
	}
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "NaN"):
		return undef, false, jsonError(jsonNaN, rest)
	case strings.HasPrefix(rest, "Infinity"):
		return undef, false, jsonError(jsonInfinity, rest[len("Infinity"):])
	case strings.HasPrefix(rest, "-Infinity"):
		return undef, false, jsonError(jsonNegative, rest)
	case c == '[':
		return p.array(depth + 1)
	case c == '{':
		return p.object(depth + 1)
	case c == '"':
		return p.string()
	case c == '-' || c >= '0' && c <= '9':
		v, ok := p.number()
		return v, ok, nil
	}
	return undef, false, nil
}

func (p *jsonParser) number() (value, bool) {
	i := p.i
	digits := func() bool {
		from := i
		for i < len(p.s) && p.s[i] >= '0' && p.s[i] <= '9' {
			i++
		}
		return i > from
	}
	if p.s[i] == '-' {
		i++
	}
	first := i
	if !digits() || p.s[first] == '0' && i > first+1 {
		return undef, false
	}
	whole := i
	float := false
	if i+1 < len(p.s) && p.s[i] == '.' && p.s[i+1] >= '0' && p.s[i+1] <= '9' {
		i++
		digits()
		whole, float = i, true
	}
	if i < len(p.s) && (p.s[i] == 'e' || p.s[i] == 'E') {
		i++
		if i < len(p.s) && (p.s[i] == '+' || p.s[i] == '-') {
			i++
		}
		if digits() {
			whole, float = i, true
		}
	}
	text := p.s[p.i:whole]
	p.i = whole
	if !float {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return values.Int(n), true
		}
	}
	return values.Float(rubyfmt.ToF(text)), true
}

func (p *jsonParser) array(depth int) (value, bool, error) {
	if depth > maxJSONDepth {
		return undef, false, runtime.Errorf("nesting of %d is too deep", depth)
	}
	p.i++
	var out []value
	p.space()
	if p.i < len(p.s) && p.s[p.i] == ']' {
		p.i++
		return values.EmptyArray, true, nil
	}
	for {
		v, ok, err := p.value(depth)
		if err != nil {
			return undef, false, err
		}
		if !ok {
			return undef, false, jsonError(jsonInArray, p.s[p.i:])
		}
		out = append(out, v)
		p.space()
		switch {
		case p.i < len(p.s) && p.s[p.i] == ',':
			p.i++
			p.space()
		case p.i < len(p.s) && p.s[p.i] == ']':
			p.i++
			return values.ArrayOf(out...), true, nil
		default:
			return undef, false, jsonError(jsonInArray, p.s[p.i:])
		}
	}
}

func (p *jsonParser) object(depth int) (v value, ok bool, err error) {
	if depth > maxJSONDepth {
		return undef, false, runtime.Errorf("nesting of %d is too deep", depth)
	}
	start := p.i
	defer func() {
		if !ok {
			p.i = start
		}
	}()
	p.i++
	b := values.NewHashBuilder(4)
	p.space()
	if p.i < len(p.s) && p.s[p.i] == '}' {
		p.i++
		return values.EmptyHash, true, nil
	}
	for {
		if p.i >= len(p.s) || p.s[p.i] != '"' {
			return undef, false, nil
		}
		k, good, err := p.string()
		if !good || err != nil {
			return undef, false, err
		}
		p.space()
		if p.i >= len(p.s) || p.s[p.i] != ':' {
			return undef, false, nil
		}
		p.i++
		p.space()
		e, good, err := p.value(depth)
		if !good || err != nil {
			return undef, false, err
		}
		b.Put(k, e)
		p.space()
		switch {
		case p.i < len(p.s) && p.s[p.i] == ',':
			p.i++
			p.space()
		case p.i < len(p.s) && p.s[p.i] == '}':
			p.i++
			return b.Hash().Value(), true, nil
		default:
			return undef, false, nil
		}
	}
}

func (p *jsonParser) string() (value, bool, error) {
	var b []byte
	for i := p.i + 1; i < len(p.s); i++ {
		c := p.s[i]
		switch {
		case c == '"':
			p.i = i + 1
			return values.String(string(b)), true, nil
		case c < ' ':
			return undef, false, nil
		case c != '\\':
			b = append(b, c)
			continue
		}
		if i++; i >= len(p.s) {
			return undef, false, nil
		}
		switch c := p.s[i]; c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r, ok := hex4(p.s, i+1)
			if !ok {
				return undef, false, nil
			}
			from := i - 1
			i += 4
			if r >= 0xd800 && r < 0xdc00 {
				low, ok := rune(0), false
				if strings.HasPrefix(p.s[i+1:], `\u`) {
					low, ok = hex4(p.s, i+3)
				}
				if !ok || low < 0xdc00 || low > 0xdfff {
					return undef, false, runtime.Errorf("521: incomplete surrogate pair at '%s'", p.s[from:])
				}
				r = (r-0xd800)<<10 + (low - 0xdc00) + 0x10000
				i += 6
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, c)
		}
	}
	return undef, false, nil
}

func hex4(s string, i int) (rune, bool) {
	if i+4 > len(s) {
		return 0, false
	}
	n, err := strconv.ParseUint(s[i:i+4], 16, 32)
	return rune(n), err == nil
}

// jsonStyle is how JSON is laid out.
type jsonStyle struct {
	indent, space, spaceBefore, objectNL, arrayNL string
	allowNaN                                      bool
	maxNesting                                    int // 0 is none
}

// generateJSON is to_json and JSON.pretty_generate.
func (st *jsonStyle) append(b []byte, v value, depth int) ([]byte, error) {
	switch v.Kind() {
	case values.KindUndef:
		return append(b, "null"...), nil
	case values.KindString:
		return appendJSONString(b, v.AsString()), nil
	case values.KindBool, values.KindInt:
		return append(b, text(v)...), nil
	case values.KindFloat:
		f := v.AsFloat()
		if (f != f || math.IsInf(f, 0)) && !st.allowNaN {
			return nil, runtime.Errorf("920: %s not allowed in JSON", text(v))
		}
		return rubyfmt.AppendFloat(b, f), nil
	case values.KindArray, values.KindHash:
	default:
		return appendJSONString(b, text(v)), nil
	}
	if depth++; st.maxNesting > 0 && depth > st.maxNesting {
		return nil, runtime.Errorf("nesting of %d is too deep", depth-1)
	}
	if depth > 10000 {
		return nil, runtime.Errorf("nesting of %d is too deep", depth)
	}
	var err error
	if isArray(v) {
		b = append(append(b, '['), st.arrayNL...)
		for i, e := range v.AsArray().Elems() {
			if i > 0 {
				b = append(append(b, ','), st.arrayNL...)
			}
			if st.arrayNL != "" {
				b = st.indentTo(b, depth)
			}
			if b, err = st.append(b, e, depth); err != nil {
				return nil, err
			}
		}
		if st.arrayNL != "" {
			b = append(b, st.arrayNL...)
			b = st.indentTo(b, depth-1)
		}
		return append(b, ']'), nil
	}
	if v.AsHash().Len() == 0 && st.objectNL == "" {
		return append(b, "{}"...), nil
	}
	b = append(append(b, '{'), st.objectNL...)
	for i, e := range v.AsHash().Entries() {
		if i > 0 {
			b = append(append(b, ','), st.objectNL...)
		}
		if st.objectNL != "" {
			b = st.indentTo(b, depth)
		}
		b = appendJSONString(b, text(e.Key))
		b = append(append(append(b, st.spaceBefore...), ':'), st.space...)
		if b, err = st.append(b, e.Value, depth); err != nil {
			return nil, err
		}
	}
	if st.objectNL != "" {
		if v.AsHash().Len() > 0 {
			b = append(b, st.objectNL...)
		}
		b = st.indentTo(b, depth-1)
	}
	return append(b, '}'), nil
}

func (st *jsonStyle) indentTo(b []byte, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, st.indent...)
	}
	return b
}

func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= ' ':
			b = append(b, c)
		case c == '\b':
			b = append(b, `\b`...)
		case c == '\f':
			b = append(b, `\f`...)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, `\u00`...)
			b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return append(b, '"')
}
