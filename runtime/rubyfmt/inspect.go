package rubyfmt

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/runtime/values"
)

const upperHex = "0123456789ABCDEF"

// InspectString is String#inspect of an UTF-8 string.
func InspectString(s string) string {
	return string(AppendInspectString(make([]byte, 0, len(s)+2), s))
}

// AppendInspectString appends [InspectString] of s to b.
func AppendInspectString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			if e := escapeOf(c); e != 0 {
				b = append(b, '\\', e)
				continue
			}
			switch {
			case c == '#':
				if i < len(s) && (s[i] == '{' || s[i] == '$' || s[i] == '@') {
					b = append(b, '\\')
				}
				b = append(b, c)
			case c < ' ' || c == 0x7f:
				b = appendUnicodeEscape(b, rune(c))
			default:
				b = append(b, c)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(b, '\\', 'x', upperHex[c>>4], upperHex[c&15])
		case printable(r):
			b = append(b, s[i:i+n]...)
		default:
			b = appendUnicodeEscape(b, r)
		}
		i += n
	}
	return append(b, '"')
}

func appendUnicodeEscape(b []byte, r rune) []byte {
	b = append(b, '\\', 'u')
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	if r > 0xffff {
		b = append(b, '{')
		b = append(b, hex...)
		return append(b, '}')
	}
	for i := len(hex); i < 4; i++ {
		b = append(b, '0')
	}
	return append(b, hex...)
}

func escapeOf(c byte) byte {
	switch c {
	case '"', '\\':
		return c
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\t':
		return 't'
	case '\f':
		return 'f'
	case '\v':
		return 'v'
	case '\b':
		return 'b'
	case '\a':
		return 'a'
	case 0x1b:
		return 'e'
	}
	return 0
}

// printable is what String#inspect shows as it is, for runes beyond ASCII.
func printable(r rune) bool {
	lo, hi := 0, len(printRanges)/2
	for lo < hi {
		m := (lo + hi) / 2
		switch {
		case r < printRanges[2*m]:
			hi = m
		case r > printRanges[2*m+1]:
			lo = m + 1
		default:
			return true
		}
	}
	return false
}

// DumpString is String#dump: inspect with everything but ASCII escaped.
func DumpString(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			if e := escapeOf(c); e != 0 {
				b = append(b, '\\', e)
				continue
			}
			switch {
			case c == '#' && i < len(s) && (s[i] == '{' || s[i] == '$' || s[i] == '@'):
				b = append(b, '\\', '#')
			case c < ' ' || c == 0x7f:
				b = append(b, '\\', 'x', upperHex[c>>4], upperHex[c&15])
			default:
				b = append(b, c)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			b = append(b, '\\', 'x', upperHex[c>>4], upperHex[c&15])
		} else {
			b = appendUnicodeEscape(b, r)
		}
		i += n
	}
	return string(append(b, '"'))
}

// ToS is Ruby's to_s of a value as Ruby code gets it: nil is empty, arrays and
// hashes are inspected.
func ToS(v values.Value) string {
	switch v.Kind() {
	case values.KindString:
		return v.AsString()
	case values.KindUndef:
		return ""
	case values.KindDefault:
		return "default"
	case values.KindInt:
		return strconv.FormatInt(v.AsInt(), 10)
	case values.KindFloat:
		return FloatString(v.AsFloat())
	case values.KindBool:
		if v.AsBool() {
			return "true"
		}
		return "false"
	case values.KindRegexp:
		return regexpToS(v.AsRegexp())
	case values.KindSensitive:
		return "Sensitive [value redacted]"
	}
	return Inspect(v)
}

// regexpToS is Regexp#to_s: (?-mix:source).
func regexpToS(r *values.Regexp) string {
	on, off := "", ""
	for _, o := range [...]struct {
		bit uint8
		c   string
	}{{4, "m"}, {1, "i"}, {2, "x"}} {
		if r.Options&o.bit != 0 {
			on += o.c
		} else {
			off += o.c
		}
	}
	if off != "" {
		off = "-" + off
	}
	return "(?" + on + off + ":" + escapeSlashes(r.Source) + ")"
}

func escapeSlashes(s string) string {
	if !strings.Contains(s, "/") && !strings.Contains(s, "\n") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			b.WriteByte(s[i])
			i++
			b.WriteByte(s[i])
		case s[i] == '/':
			b.WriteString(`\/`)
		case s[i] == '\n':
			b.WriteString(`\n`)
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Inspect is Ruby's inspect of a value: what an array or hash shows of its
// elements.
func Inspect(v values.Value) string {
	return string(AppendInspect(nil, v))
}

// AppendInspect appends [Inspect] of v to b.
func AppendInspect(b []byte, v values.Value) []byte {
	switch v.Kind() {
	case values.KindString:
		return AppendInspectString(b, v.AsString())
	case values.KindUndef:
		return append(b, "nil"...)
	case values.KindDefault:
		return append(b, ":default"...)
	case values.KindInt:
		return strconv.AppendInt(b, v.AsInt(), 10)
	case values.KindFloat:
		return AppendFloat(b, v.AsFloat())
	case values.KindArray:
		b = append(b, '[')
		for i, e := range v.AsArray().Elems() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = AppendInspect(b, e)
		}
		return append(b, ']')
	case values.KindHash:
		b = append(b, '{')
		for i, e := range v.AsHash().Entries() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = AppendInspect(b, e.Key)
			b = append(b, "=>"...)
			b = AppendInspect(b, e.Value)
		}
		return append(b, '}')
	case values.KindRegexp:
		r := v.AsRegexp()
		b = append(b, '/')
		b = append(b, escapeSlashes(r.Source)...)
		b = append(b, '/')
		for _, o := range [...]struct {
			bit uint8
			c   byte
		}{{4, 'm'}, {1, 'i'}, {2, 'x'}} {
			if r.Options&o.bit != 0 {
				b = append(b, o.c)
			}
		}
		return b
	case values.KindType:
		return append(b, v.AsType().String()...)
	case values.KindSensitive:
		return append(b, "#<Sensitive [value redacted]>"...)
	case values.KindBool:
		return append(b, ToS(v)...)
	}
	return append(b, scalarString(v)...)
}

// scalarString is the string form of the kinds that Ruby shows by their to_s.
func scalarString(v values.Value) string {
	switch v.Kind() {
	case values.KindTimespan:
		f, _ := ParseTimespanFormat("%D-%H:%M:%S.%-N")
		return f.Format(v.AsTimespan().Nanos)
	case values.KindTimestamp:
		s, _ := Strftime("%FT%T.%N %Z", TimeOf(*v.AsTimestamp()))
		return s
	case values.KindSemVer:
		return SemVerString(v.AsSemVer())
	case values.KindSemVerRange:
		return v.AsSemVerRange().Text
	case values.KindURI:
		return v.AsURI().Text
	case values.KindBinary:
		return base64Strict(v.AsBinary())
	}
	return v.Kind().String()
}

// SemVerString is a version in its usual form: 1.2.3-rc1+b4.
func SemVerString(v *values.SemVer) string {
	b := strconv.AppendInt(nil, v.Major, 10)
	b = append(b, '.')
	b = strconv.AppendInt(b, v.Minor, 10)
	b = append(b, '.')
	b = strconv.AppendInt(b, v.Patch, 10)
	if v.Pre != "" {
		b = append(append(b, '-'), v.Pre...)
	}
	if v.Build != "" {
		b = append(append(b, '+'), v.Build...)
	}
	return string(b)
}
