package validate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"bunraku/grammar"
	"bunraku/grammar/issue"
)

// literal is a value that is known before evaluation, as a key of a hash: two
// are equal when Ruby finds them eql. Arrays and hashes are held as text that is
// equal when they are.
type literal struct {
	kind byte
	bits uint64
	text string
}

const (
	literalString  = 's'
	literalInteger = 'i'
	literalBig     = 'I'
	literalFloat   = 'f'
	literalBoolean = 'b'
	literalUndef   = 'u'
	literalDefault = 'd'
	literalRegexp  = 'r'
	literalArray   = 'a'
	literalHash    = 'h'
)

// literalOf is the value of an expression without variables, calls, operators
// and types; ok is false for others.
// puppet: pops/evaluator/literal_evaluator.rb
func literalOf(e grammar.Expr) (l literal, ok bool) {
	switch n := e.(type) {
	case *grammar.LiteralString:
		return literal{kind: literalString, text: n.Value}, true
	case *grammar.QualifiedName:
		return literal{kind: literalString, text: n.Name}, true
	case *grammar.RenderString:
		return literal{kind: literalString, text: n.Value}, true
	case *grammar.LiteralInteger:
		if n.Big != nil {
			return literal{kind: literalBig, text: n.Big.String()}, true
		}
		return literal{kind: literalInteger, bits: uint64(n.Value)}, true
	case *grammar.LiteralFloat:
		return literal{kind: literalFloat, bits: math.Float64bits(n.Value)}, true
	case *grammar.LiteralBoolean:
		l = literal{kind: literalBoolean}
		if n.Value {
			l.bits = 1
		}
		return l, true
	case *grammar.LiteralUndef:
		return literal{kind: literalUndef}, true
	case *grammar.LiteralDefault:
		return literal{kind: literalDefault}, true
	case *grammar.LiteralRegexp:
		return literal{kind: literalRegexp, text: n.Source}, true
	case *grammar.ConcatenatedString:
		if len(n.Segments) != 1 {
			return literal{}, false
		}
		s, ok := n.Segments[0].(*grammar.LiteralString)
		if !ok {
			return literal{}, false
		}
		return literal{kind: literalString, text: s.Value}, true
	case *grammar.LiteralList, *grammar.LiteralHash:
		var b strings.Builder
		if !inspect(&b, e) {
			return literal{}, false
		}
		l = literal{kind: literalArray, text: b.String()}
		if _, hash := e.(*grammar.LiteralHash); hash {
			l.kind = literalHash
		}
		return l, true
	}
	return literal{}, false
}

// String is the value as Ruby puts it into a string.
func (l literal) String() string {
	switch l.kind {
	case literalInteger:
		return strconv.FormatInt(int64(l.bits), 10)
	case literalFloat:
		return rubyFloat(math.Float64frombits(l.bits))
	case literalBoolean:
		return strconv.FormatBool(l.bits == 1)
	case literalUndef:
		return ""
	case literalDefault:
		return "default"
	case literalRegexp:
		return "(?-mix:" + l.text + ")"
	}
	return l.text
}

// inspect writes an array or hash as Ruby shows it, which is the same for equal
// ones. It fails on what is no literal.
func inspect(b *strings.Builder, e grammar.Expr) bool {
	switch n := e.(type) {
	case *grammar.LiteralList:
		b.WriteByte('[')
		for i, v := range n.Values {
			if i > 0 {
				b.WriteString(", ")
			}
			if !inspect(b, v) {
				return false
			}
		}
		b.WriteByte(']')
		return true
	case *grammar.LiteralHash:
		return inspectHash(b, n)
	}
	l, ok := literalOf(e)
	if !ok {
		return false
	}
	switch l.kind {
	case literalString:
		rubyQuote(b, l.text)
	case literalUndef:
		b.WriteString("nil")
	case literalDefault:
		b.WriteString(":default")
	case literalRegexp:
		b.WriteString("/" + l.text + "/")
	default:
		b.WriteString(l.String())
	}
	return true
}

// inspectHash: a key that comes again replaces the value of the first.
func inspectHash(b *strings.Builder, n *grammar.LiteralHash) bool {
	type entry struct{ key, value string }
	var entries []entry
	at := map[string]int{}
	for _, e := range n.Entries {
		var k, v strings.Builder
		if !inspect(&k, e.Key) || !inspect(&v, e.Value) {
			return false
		}
		if i, ok := at[k.String()]; ok {
			entries[i].value = v.String()
			continue
		}
		at[k.String()] = len(entries)
		entries = append(entries, entry{k.String(), v.String()})
	}
	b.WriteByte('{')
	for i, e := range entries {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(e.key + "=>" + e.value)
	}
	b.WriteByte('}')
	return true
}

// rubyQuote writes a string as Ruby's inspect does.
func rubyQuote(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i, r := range s {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\t':
			b.WriteString(`\t`)
		case '\r':
			b.WriteString(`\r`)
		case '\a':
			b.WriteString(`\a`)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		case '\v':
			b.WriteString(`\v`)
		case 0x1b:
			b.WriteString(`\e`)
		case '#':
			// Only where it would start an interpolation.
			if rest := s[i+1:]; rest != "" && strings.IndexByte("{$@", rest[0]) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteByte('#')
		default:
			if r < 0x20 || r == 0x7f {
				fmt.Fprintf(b, `\x%02X`, r)
			} else {
				b.WriteRune(r)
			}
		}
	}
	b.WriteByte('"')
}

// rubyFloat is a float as Ruby prints it: 1.0, 1.0e+20, 1.0e-05.
func rubyFloat(f float64) string {
	if a := math.Abs(f); a != 0 && (a >= 1e16 || a < 1e-4) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		mantissa, exponent, _ := strings.Cut(s, "e")
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0"
		}
		return mantissa + "e" + exponent
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// checkHash finds keys that a hash has twice. Keys that are only known when they
// are evaluated cannot be checked.
func (c *checker) checkHash(n *grammar.LiteralHash) {
	if len(n.Entries) < 2 || c.report.Severities.Of(&issue.DuplicateKey.Issue) == issue.Ignored {
		return
	}
	if len(n.Entries) <= 8 {
		c.checkSmallHash(n)
		return
	}
	if c.keys == nil {
		c.keys = make(map[literal]struct{}, len(n.Entries))
	} else {
		clear(c.keys)
	}
	for _, entry := range n.Entries {
		if key, ok := literalOf(entry.Key); ok {
			if _, known := c.keys[key]; known {
				c.duplicateKey(n, entry, key)
			}
			c.keys[key] = struct{}{}
		}
	}
}

// checkSmallHash compares each key with those before it, which needs no memory.
func (c *checker) checkSmallHash(n *grammar.LiteralHash) {
	var keys [8]literal
	count := 0
	for _, entry := range n.Entries {
		key, ok := literalOf(entry.Key)
		if !ok {
			continue
		}
		for _, known := range keys[:count] {
			if key == known {
				c.duplicateKey(n, entry, key)
				break
			}
		}
		keys[count] = key
		count++
	}
}

func (c *checker) duplicateKey(n *grammar.LiteralHash, entry *grammar.KeyedEntry, key literal) {
	d := c.add(issue.DuplicateKey.At(at(entry), key.String()))
	for _, first := range n.Entries {
		if k, ok := literalOf(first.Key); ok && k == key {
			c.noteFirst(d, first)
			return
		}
	}
}
