package pcore

import (
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"bunraku/runtime/values"
)

// StringType is String, String[Min, Max] or, when HasVal is set, the type of the
// one string Val, which only inference and the keys of a Struct make.
type StringType struct {
	base
	Size   *IntegerType
	Val    string
	HasVal bool
}

// The String types that are used often.
var (
	String         = newString(nil)
	NonEmptyString = newString(notEmptySize)
	oneCharString  = newString(IntegerRange(1, 1))
)

func newString(size *IntegerType) *StringType {
	t := &StringType{Size: size.toSize()}
	t.cell.T = t
	return t
}

// StringValue is the type of the one string s.
func StringValue(s string) *StringType {
	t := &StringType{Val: s, HasVal: true}
	t.cell.T = t
	return t
}

// Name is String.
func (t *StringType) Name() string { return "String" }

// Check reports whether v is an instance.
func (t *StringType) Check(v values.Value) bool {
	if !v.IsString() {
		return false
	}
	if t.Size != nil {
		return sizeFits(t.Size, v.AsString())
	}
	return !t.HasVal || v.AsString() == t.Val
}

// sizeFits reports whether s has as many characters as size wants, counting them
// only where the number of bytes does not tell.
func sizeFits(size *IntegerType, s string) bool {
	n := int64(len(s))
	if n < size.Min || n <= 1 && n > size.Max {
		return false // there are never more characters than bytes
	}
	if size.Min <= 1 && n <= size.Max {
		return true
	}
	return size.has(utf8.RuneCountInString(s))
}

// Generalize is String.
func (t *StringType) Generalize() Type { return String }

func (t *StringType) derivedSize() *IntegerType {
	switch {
	case t.Size != nil:
		return t.Size
	case t.HasVal:
		n := int64(utf8.RuneCountInString(t.Val))
		return IntegerRange(n, n)
	}
	return anySize
}

func (t *StringType) accepts(o Type, _ *guard) bool {
	if t.Size == nil {
		switch u := o.(type) {
		case *StringType:
			if !t.HasVal {
				return true
			}
			return u.HasVal && t.Val == u.Val
		case *EnumType:
			// puppet: a String of one value takes any Enum of one value,
			// whatever that value is
			return !t.HasVal || len(u.Values) == 1 && !u.CaseInsensitive
		case *PatternType:
			return !t.HasVal
		}
		return false
	}
	switch u := o.(type) {
	case *StringType:
		return t.Size.covers(u.derivedSize())
	case *EnumType:
		if len(u.Values) == 0 {
			return t.Size.covers(anySize)
		}
		lo, hi := u.sizes()
		return t.Size.Min <= lo && t.Size.Max >= hi
	case *PatternType:
		return t.Size.covers(anySize)
	}
	return false
}

func (t *StringType) write(p *printer) {
	p.text("String")
	if p.exact && t.HasVal {
		p.text("[")
		p.quoted(t.Val)
		p.text("]")
		return
	}
	p.bracketedRange(t.Size)
}

// EnumType is Enum['a', 'b'], with case folding when CaseInsensitive is set. The
// values are sorted and differ.
type EnumType struct {
	base
	Values          []string
	CaseInsensitive bool
	set             map[string]struct{} // for many values
}

// Enum is Enum, the type of all strings.
var Enum = EnumOf(nil, false)

// EnumOf is Enum[vals..., caseInsensitive].
func EnumOf(vals []string, caseInsensitive bool) *EnumType {
	sorted := append([]string(nil), vals...)
	sort.Strings(sorted)
	t := &EnumType{CaseInsensitive: caseInsensitive}
	for i, s := range sorted {
		if i == 0 || s != sorted[i-1] {
			t.Values = append(t.Values, s)
		}
	}
	if len(t.Values) > 8 && !caseInsensitive {
		t.set = make(map[string]struct{}, len(t.Values))
		for _, s := range t.Values {
			t.set[s] = struct{}{}
		}
	}
	t.cell.T = t
	return t
}

// Name is Enum.
func (t *EnumType) Name() string { return "Enum" }

// Check reports whether v is an instance.
func (t *EnumType) Check(v values.Value) bool { return v.IsString() && t.has(v.AsString()) }

func (t *EnumType) has(s string) bool {
	if t.set != nil {
		_, ok := t.set[s]
		return ok
	}
	for _, e := range t.Values {
		if e == s || t.CaseInsensitive && values.EqualFold(e, s) {
			return true
		}
	}
	return false
}

func (t *EnumType) sizes() (lo, hi int64) {
	lo, hi = math.MaxInt64, 0
	for _, s := range t.Values {
		n := int64(utf8.RuneCountInString(s))
		lo, hi = min(lo, n), max(hi, n)
	}
	return lo, hi
}

// Generalize is a String of the lengths of the values.
func (t *EnumType) Generalize() Type {
	if len(t.Values) == 0 {
		return String
	}
	return newString(IntegerRange(t.sizes()))
}

func (t *EnumType) accepts(o Type, _ *guard) bool {
	switch u := o.(type) {
	case *StringType:
		return len(t.Values) == 0 || u.HasVal && t.has(u.Val)
	case *EnumType:
		if len(t.Values) == 0 {
			return true
		}
		if len(u.Values) == 0 || !t.CaseInsensitive && u.CaseInsensitive {
			return false
		}
		for _, s := range u.Values {
			if !t.has(s) {
				return false
			}
		}
		return true
	case *PatternType:
		return len(t.Values) == 0
	}
	return false
}

func (t *EnumType) write(p *printer) {
	p.text("Enum")
	if len(t.Values) == 0 {
		return
	}
	p.text("[")
	for i, s := range t.Values {
		if i > 0 {
			p.text(", ")
		}
		p.quoted(s)
	}
	if t.CaseInsensitive {
		p.text(", true")
	}
	p.text("]")
}

// RegexpType is Regexp or, when Re is set, Regexp[/x/].
type RegexpType struct {
	base
	Re      *values.Regexp
	pattern string // the source, in a group with its flags where it has any
	program program
}

// Regexp is Regexp.
var Regexp = RegexpOf(nil)

// RegexpOf is Regexp[re]; the expression is not compiled before it is used.
func RegexpOf(re *values.Regexp) *RegexpType {
	t := &RegexpType{Re: re}
	if re != nil {
		t.pattern = RegexpSource(re)
		t.program.re = re
	}
	t.cell.T = t
	return t
}

// Name is Regexp.
func (t *RegexpType) Name() string { return "Regexp" }

// Check reports whether v is an instance.
func (t *RegexpType) Check(v values.Value) bool {
	if v.Kind() != values.KindRegexp {
		return false
	}
	if t.Re == nil {
		return true
	}
	re := v.AsRegexp()
	return re == t.Re || re.Source == t.Re.Source && re.Options == t.Re.Options
}

func (t *RegexpType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*RegexpType)
	return ok && (t.Re == nil || u.Re != nil && t.pattern == u.pattern)
}

func (t *RegexpType) write(p *printer) {
	p.text("Regexp")
	if t.Re != nil {
		p.text("[")
		p.text(RegexpText(t.Re))
		p.text("]")
	}
}

// Option bits of a regexp, as Ruby has them.
const (
	ignoreCase = 1
	extended   = 2
	multiline  = 4
)

// RegexpSource is the source of a regexp, inside a group with its options when it
// has any: what string interpolation of a Regexp in another gives.
func RegexpSource(re *values.Regexp) string {
	if re.Options&7 == 0 {
		return re.Source
	}
	var on, off strings.Builder
	for _, f := range [...]struct {
		bit  uint8
		name byte
	}{{ignoreCase, 'i'}, {multiline, 'm'}, {extended, 'x'}} {
		if re.Options&f.bit != 0 {
			on.WriteByte(f.name)
		} else {
			off.WriteByte(f.name)
		}
	}
	s := "(?" + on.String()
	if off.Len() > 0 {
		s += "-" + off.String()
	}
	return s + ":" + re.Source + ")"
}

// RegexpText is a regexp between slashes, as Puppet prints it.
func RegexpText(re *values.Regexp) string {
	if re.Options&7 != 0 {
		return "/" + rubyRegexpGroup(re) + "/"
	}
	return "/" + escapeSlashes(re.Source) + "/"
}

// rubyRegexpGroup is Ruby's Regexp#to_s of a regexp with options.
func rubyRegexpGroup(re *values.Regexp) string {
	on, off := "", ""
	for _, f := range [...]struct {
		bit  uint8
		name string
	}{{multiline, "m"}, {ignoreCase, "i"}, {extended, "x"}} {
		if re.Options&f.bit != 0 {
			on += f.name
		} else {
			off += f.name
		}
	}
	if off != "" {
		off = "-" + off
	}
	return "(?" + on + off + ":" + escapeSlashes(re.Source) + ")"
}

// escapeSlashes puts a backslash before each slash that has none, as Ruby's
// Regexp#inspect does.
func escapeSlashes(s string) string {
	if !strings.ContainsAny(s, "/\n\t\r\v\f\x1b\x00\x07\x08") && !hasControl(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			b.WriteByte(c)
			i++
			b.WriteByte(s[i])
		case c == '/':
			b.WriteString(`\/`)
		case c < 0x20 && !isSpaceByte(c) || c == 0x7f:
			const hex = "0123456789ABCDEF"
			b.WriteString(`\x`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isSpaceByte(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func hasControl(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] == 0x7f {
			return true
		}
	}
	return false
}

// PatternType is Pattern[/a/, /b/]: the strings in which one of the regexps is
// found.
type PatternType struct {
	base
	Patterns []*RegexpType
}

// Pattern is Pattern, the type of all strings.
var Pattern = newPattern(nil)

func newPattern(ps []*RegexpType) *PatternType {
	t := &PatternType{}
next:
	for _, r := range ps {
		for _, u := range t.Patterns {
			if r.pattern == u.pattern && (r.Re == nil) == (u.Re == nil) {
				continue next
			}
		}
		t.Patterns = append(t.Patterns, r)
	}
	t.cell.T = t
	return t
}

// PatternOf is Pattern[res...]; the expressions are compiled now.
func PatternOf(res ...*values.Regexp) (*PatternType, error) {
	ps := make([]*RegexpType, len(res))
	for i, re := range res {
		ps[i] = RegexpOf(re)
		if err := ps[i].program.compile(); err != nil {
			return nil, err
		}
	}
	return newPattern(ps), nil
}

// Name is Pattern.
func (t *PatternType) Name() string { return "Pattern" }

// Check reports whether v is an instance.
func (t *PatternType) Check(v values.Value) bool {
	return v.IsString() && (len(t.Patterns) == 0 || t.matches(v.AsString()))
}

func (t *PatternType) matches(s string) bool {
	for _, p := range t.Patterns {
		if p.program.match(s) {
			return true
		}
	}
	return false
}

func (t *PatternType) accepts(o Type, _ *guard) bool {
	if len(t.Patterns) == 0 {
		switch o.(type) {
		case *StringType, *EnumType, *PatternType:
			return true
		}
		return false
	}
	switch u := o.(type) {
	case *StringType:
		return u.HasVal && t.matches(u.Val)
	case *EnumType:
		for _, s := range u.Values {
			if !t.matches(s) {
				return false
			}
		}
		return len(u.Values) > 0
	case *PatternType:
		return equal(t, u)
	}
	return false
}

func (t *PatternType) write(p *printer) {
	p.text("Pattern")
	if len(t.Patterns) == 0 {
		return
	}
	p.text("[")
	for i, r := range t.Patterns {
		if i > 0 {
			p.text(", ")
		}
		if r.Re == nil {
			p.text("//")
		} else {
			p.text(RegexpText(r.Re))
		}
	}
	p.text("]")
}
