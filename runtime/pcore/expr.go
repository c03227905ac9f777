package pcore

import (
	"fmt"
	"strconv"
	"strings"

	"bunraku/runtime/values"
)

// expr is a parsed type expression, not interpreted yet.
type expr struct {
	kind    exprKind
	text    string       // a name, as it is written
	val     values.Value // of a literal
	left    *expr        // what is accessed
	list    []*expr      // elements, or the arguments of an access
	entries [][2]*expr
	// source is the text of the whole expression for messages.
	source string
}

type exprKind uint8

const (
	exprLiteral exprKind = iota
	exprReference
	exprAccess
	exprList
	exprHash
	exprDefaults // Name { a => b }
	exprCall     // Name(args)
	exprNegative
)

// exprParser parses the part of the language that type expressions are made of.
type exprParser struct {
	src string
	pos int
}

func parseExpr(src string) (*expr, error) {
	p := &exprParser{src: src}
	e, err := p.expression()
	if err != nil {
		return nil, err
	}
	if p.space(); p.pos < len(p.src) {
		return nil, p.unexpected()
	}
	return e, nil
}

func (p *exprParser) unexpected() error {
	p.space()
	if p.pos >= len(p.src) {
		return fmt.Errorf("Syntax error at end of input")
	}
	return fmt.Errorf("Syntax error at '%s'", p.token())
}

// token is the text of the next token, for messages.
func (p *exprParser) token() string {
	i := p.pos
	for i < len(p.src) && isWordByte(p.src[i]) {
		i++
	}
	if i == p.pos {
		i++
	}
	return p.src[p.pos:i]
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (p *exprParser) space() {
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case isSpaceByte(c):
			p.pos++
		case c == '#':
			for p.pos < len(p.src) && p.src[p.pos] != '\n' {
				p.pos++
			}
		case strings.HasPrefix(p.src[p.pos:], "/*"):
			if end := strings.Index(p.src[p.pos+2:], "*/"); end >= 0 {
				p.pos += end + 4
			} else {
				p.pos = len(p.src)
			}
		default:
			return
		}
	}
}

func (p *exprParser) peek() byte {
	p.space()
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *exprParser) take(s string) bool {
	p.space()
	if strings.HasPrefix(p.src[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

// maxExprDepth bounds the nesting of an expression, so that no text can exhaust
// the stack.
const maxExprDepth = 500

func (p *exprParser) expression() (*expr, error) { return p.nested(0) }

func (p *exprParser) nested(depth int) (*expr, error) {
	if depth > maxExprDepth {
		return nil, fmt.Errorf("type expression is nested too deeply")
	}
	p.peek()
	start := p.pos
	e, err := p.primary(depth)
	if err != nil {
		return nil, err
	}
	for {
		end := p.pos
		e.source = p.src[start:end]
		switch p.peek() {
		case '[':
			if e.kind != exprReference && e.kind != exprAccess && end != p.pos {
				p.pos = end
				break // a list of its own
			}
			p.pos++
			args, err := p.arguments(']', depth)
			if err != nil {
				return nil, err
			}
			e = &expr{kind: exprAccess, left: e, list: args}
		case '(':
			if e.kind != exprReference && e.kind != exprAccess || p.pos != end {
				p.pos = end
				break
			}
			p.pos++
			args, err := p.arguments(')', depth)
			if err != nil {
				return nil, err
			}
			e = &expr{kind: exprCall, left: e, list: args}
		case '{':
			if e.kind != exprReference {
				p.pos = end
				break
			}
			h, err := p.hash(depth)
			if err != nil {
				return nil, err
			}
			e = &expr{kind: exprDefaults, text: e.text, entries: h.entries}
		default:
			p.pos = end
			e.source = p.src[start:end]
			return e, nil
		}
		if p.pos == end {
			e.source = p.src[start:end]
			return e, nil
		}
		e.source = p.src[start:p.pos]
	}
}

// arguments reads expressions up to the closing bracket; entries without braces
// are one hash.
func (p *exprParser) arguments(closing byte, depth int) ([]*expr, error) {
	var out []*expr
	var open *expr // the hash without braces that is being read
	for {
		if p.peek() == closing {
			p.pos++
			return out, nil
		}
		start := p.pos
		e, err := p.nested(depth + 1)
		if err != nil {
			return nil, err
		}
		if p.take("=>") {
			v, err := p.nested(depth + 1)
			if err != nil {
				return nil, err
			}
			if open == nil {
				open = &expr{kind: exprHash}
				out = append(out, open)
			}
			open.entries = append(open.entries, [2]*expr{e, v})
			open.source = p.src[start:p.pos]
		} else {
			open = nil
			out = append(out, e)
		}
		if !p.take(",") && p.peek() != closing {
			return nil, p.unexpected()
		}
	}
}

func (p *exprParser) hash(depth int) (*expr, error) {
	e := &expr{kind: exprHash}
	start := p.pos
	p.take("{")
	for p.peek() != '}' {
		k, err := p.nested(depth + 1)
		if err != nil {
			return nil, err
		}
		if !p.take("=>") {
			return nil, p.unexpected()
		}
		v, err := p.nested(depth + 1)
		if err != nil {
			return nil, err
		}
		e.entries = append(e.entries, [2]*expr{k, v})
		if !p.take(",") && p.peek() != '}' {
			return nil, p.unexpected()
		}
	}
	p.pos++
	e.source = p.src[start:p.pos]
	return e, nil
}

func literal(v values.Value) *expr { return &expr{kind: exprLiteral, val: v} }

func (p *exprParser) primary(depth int) (*expr, error) {
	switch c := p.peek(); {
	case c == 0:
		return nil, p.unexpected()
	case c == '[':
		p.pos++
		list, err := p.arguments(']', depth)
		return &expr{kind: exprList, list: list}, err
	case c == '{':
		return p.hash(depth)
	case c == '\'':
		return p.singleQuoted()
	case c == '"':
		return p.doubleQuoted()
	case c == '/':
		return p.regexp()
	case c == '-':
		p.pos++
		e, err := p.nested(depth + 1)
		if err != nil {
			return nil, err
		}
		return &expr{kind: exprNegative, left: e}, nil
	case c >= '0' && c <= '9':
		return p.number()
	case isWordByte(c) || strings.HasPrefix(p.src[p.pos:], "::"):
		return p.name(), nil
	}
	return nil, p.unexpected()
}

func (p *exprParser) name() *expr {
	start := p.pos
	for p.pos < len(p.src) {
		if strings.HasPrefix(p.src[p.pos:], "::") {
			p.pos += 2
			continue
		}
		c := p.src[p.pos]
		// a bare word may have hyphens inside
		if !isWordByte(c) && !(c == '-' && p.pos > start && p.pos+1 < len(p.src) && isWordByte(p.src[p.pos+1]) &&
			(p.src[start] < 'A' || p.src[start] > 'Z')) {
			break
		}
		p.pos++
	}
	text := p.src[start:p.pos]
	switch text {
	case "true":
		return literal(values.True)
	case "false":
		return literal(values.False)
	case "undef":
		return literal(values.Undef)
	case "default":
		return literal(values.Default)
	}
	if c := strings.TrimPrefix(text, "::"); c != "" && c[0] >= 'A' && c[0] <= 'Z' {
		return &expr{kind: exprReference, text: text}
	}
	return literal(values.String(text))
}

func (p *exprParser) number() (*expr, error) {
	start := p.pos
	for p.pos < len(p.src) && (isWordByte(p.src[p.pos]) || p.src[p.pos] == '.' ||
		p.src[p.pos] == '-' && p.src[p.pos-1]|0x20 == 'e' && !strings.HasPrefix(p.src[start:], "0x")) {
		p.pos++
	}
	text := p.src[start:p.pos]
	lower := strings.ToLower(text)
	if strings.HasPrefix(lower, "0x") || !strings.ContainsAny(lower, ".e") {
		base := 10
		digits := lower
		switch {
		case strings.HasPrefix(lower, "0x"):
			base, digits = 16, lower[2:]
		case len(lower) > 1 && lower[0] == '0':
			base, digits = 8, lower[1:]
		}
		n, err := strconv.ParseInt(digits, base, 64)
		if err != nil {
			return nil, fmt.Errorf("Illegal number '%s'", text)
		}
		return literal(values.Int(n)), nil
	}
	f, err := strconv.ParseFloat(lower, 64)
	if err != nil {
		return nil, fmt.Errorf("Illegal number '%s'", text)
	}
	return literal(values.Float(f)), nil
}

func (p *exprParser) singleQuoted() (*expr, error) {
	var b strings.Builder
	for i := p.pos + 1; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '\'':
			p.pos = i + 1
			return literal(values.String(b.String())), nil
		case c == '\\' && i+1 < len(p.src) && (p.src[i+1] == '\'' || p.src[i+1] == '\\'):
			i++
			b.WriteByte(p.src[i])
		default:
			b.WriteByte(c)
		}
	}
	return nil, fmt.Errorf("Unclosed quote after ''' followed by '%s'", p.src[p.pos+1:])
}

func (p *exprParser) doubleQuoted() (*expr, error) {
	var b strings.Builder
	for i := p.pos + 1; i < len(p.src); i++ {
		c := p.src[i]
		if c == '"' {
			p.pos = i + 1
			return literal(values.String(b.String())), nil
		}
		if c == '$' && i+1 < len(p.src) && (p.src[i+1] == '{' || isWordByte(p.src[i+1])) {
			return nil, fmt.Errorf("interpolation is not allowed in a type expression")
		}
		if c != '\\' || i+1 >= len(p.src) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c := p.src[i]; c {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 's':
			b.WriteByte(' ')
		case '"', '\\', '$', '\'':
			b.WriteByte(c)
		case 'u':
			digits, next := "", i
			if strings.HasPrefix(p.src[i+1:], "{") {
				if end := strings.IndexByte(p.src[i:], '}'); end > 0 {
					digits, next = p.src[i+2:i+end], i+end
				}
			} else if i+4 < len(p.src) {
				digits, next = p.src[i+1:i+5], i+4
			}
			n, err := strconv.ParseUint(digits, 16, 32)
			if err != nil {
				return nil, fmt.Errorf("Illegal unicode escape in %s", p.src[p.pos:])
			}
			b.WriteRune(rune(n))
			i = next
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return nil, fmt.Errorf("Unclosed quote after '\"' followed by '%s'", p.src[p.pos+1:])
}

func (p *exprParser) regexp() (*expr, error) {
	for i := p.pos + 1; i < len(p.src); i++ {
		switch p.src[i] {
		case '\\':
			i++
		case '\n':
			return nil, p.unexpected()
		case '/':
			src := strings.ReplaceAll(p.src[p.pos+1:i], `\/`, "/")
			p.pos = i + 1
			return literal(values.RegexpValue(&values.Regexp{Source: src})), nil
		}
	}
	return nil, p.unexpected()
}
