package stdlib

import (
	"fmt"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// scanf reads values out of a string by a format.
//
// Ruby took the library that Puppet calls out of its distribution; where it is
// missing Puppet's function fails to load. This one works always.
var fnScanf = runtime.Function{Name: "scanf", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("data", "String"), declare.Req("format", "String")), Block: "Callable", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			out, err := scanf(c.Args[0].AsString(), c.Args[1].AsString())
			if err != nil {
				return values.Undef, err
			}
			v := values.ArrayOf(out...)
			if c.Block != nil {
				return c.Block.Call1(v)
			}
			return v, nil
		}},
}}

// scanf stops at the first conversion that fails and gives what was read before it.
func scanf(s, format string) ([]values.Value, error) {
	var out []values.Value
	for i := 0; i < len(format); {
		c := format[i]
		if c == ' ' || '\t' <= c && c <= '\r' {
			s = strings.TrimLeft(s, " \t\n\v\f\r")
			i++
			continue
		}
		if c != '%' {
			j := i
			for j < len(format) && format[j] != '%' && format[j] != ' ' && (format[j] < '\t' || format[j] > '\r') {
				j++
			}
			rest, ok := strings.CutPrefix(s, format[i:j])
			if !ok {
				return out, nil
			}
			s, i = rest, j
			continue
		}
		spec, n := scanSpec(format[i:])
		i += n
		v, rest, ok, err := spec.read(s)
		if err != nil || !ok {
			return out, err
		}
		s = rest
		if !spec.skip {
			out = append(out, v)
		}
	}
	return out, nil
}

// scanConversion is one % of a format.
type scanConversion struct {
	skip  bool
	width int // 0 when not given
	verb  byte
	set   string // of %[...]
}

func scanSpec(f string) (scanConversion, int) {
	var s scanConversion
	i := 1
	if i < len(f) && f[i] == '*' {
		s.skip = true
		i++
	}
	for i < len(f) && f[i] >= '0' && f[i] <= '9' && s.width < 1<<20 {
		s.width = s.width*10 + int(f[i]-'0')
		i++
	}
	if i >= len(f) {
		return s, i
	}
	s.verb = f[i]
	i++
	if s.verb == '%' {
		s.skip = true
	}
	if s.verb == '[' {
		j := i
		if j < len(f) && f[j] == '^' {
			j++
		}
		if j < len(f) && f[j] == ']' {
			j++
		}
		for j < len(f) && f[j] != ']' {
			j++
		}
		s.set = f[i:j]
		i = min(j+1, len(f))
	}
	return s, i
}

// read takes a value from the start of s.
func (c *scanConversion) read(s string) (v values.Value, rest string, ok bool, err error) {
	if c.verb != 'c' && c.verb != '[' {
		s = strings.TrimLeft(s, " \t\n\v\f\r")
	}
	repeat := func(least string) string {
		if c.width > 0 {
			return fmt.Sprintf("{1,%d}", c.width)
		}
		return least
	}
	pattern := ""
	switch c.verb {
	case 'd', 'u':
		pattern = `[-+]?\d+`
		if c.width > 1 {
			pattern = fmt.Sprintf(`[-+]\d{1,%d}|\d{1,%d}`, c.width-1, c.width)
		} else if c.width == 1 {
			pattern = `\d`
		}
	case 'i':
		pattern = `[-+]?(?:0[xX]\h+|0[0-7]*|[1-9]\d*)`
	case 'x', 'X':
		pattern = `[-+]?(?:0[xX])?\h+`
	case 'o':
		pattern = `[-+]?[0-7]+`
	case 'a', 'e', 'f', 'g', 'A', 'E', 'F', 'G':
		pattern = `[-+]?(?:\d+(?![\d.])|\d*\.\d*(?:[eE][-+]?\d+)?)`
	case 's':
		pattern = `\S` + repeat("+")
	case 'c':
		pattern = `.` + repeat("")
	case '[':
		pattern = "[" + c.set + "]" + repeat("+")
	case '%':
		pattern = "%"
	default:
		return values.Undef, s, false, nil
	}
	re, err := ruby.Compile(`\A(?:`+pattern+`)`, regexp.Multiline)
	if err != nil {
		return values.Undef, s, false, err
	}
	var caps [2]int32
	if ok, err := re.Match(s, 0, caps[:]); err != nil || !ok {
		return values.Undef, s, false, err
	}
	text := s[:caps[1]]
	if c.width > 0 && len(text) > c.width && strings.IndexByte("ixXoaefgAEFG", c.verb) >= 0 {
		text = text[:c.width]
	}
	return c.convert(text), s[len(text):], true, nil
}

func (c *scanConversion) convert(text string) values.Value {
	base := 0
	switch c.verb {
	case 'd', 'u':
		base = 10
	case 'x', 'X':
		base = 16
	case 'o':
		base = 8
	case 'i':
	case 'a', 'e', 'f', 'g', 'A', 'E', 'F', 'G':
		return values.Float(rubyfmt.ToF(text))
	default:
		return values.String(text)
	}
	if n := rubyfmt.ToI(text, base); n.IsInt64() {
		return values.Int(n.Int64())
	}
	return values.String(text)
}
