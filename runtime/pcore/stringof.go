package pcore

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// StringOf is String.new(v, formats): formats is default, one format, or a hash of
// formats by type.
// puppet: pops/types/string_converter.rb
func StringOf(v, formats values.Value) (string, error) {
	if formats.IsDefault() {
		switch v.Kind() {
		case values.KindString, values.KindInt, values.KindUndef, values.KindBool:
			return Text(v), nil
		}
	}
	t := Infer(v)
	m, err := formatsOf(formats, t)
	if err != nil {
		return "", err
	}
	return convertString(t, v, m, indentation{first: true})
}

// indentation is where in nested containers the output stands.
type indentation struct {
	level     int
	first     bool // before the first element
	indenting bool
}

func (in indentation) increase(indenting bool) indentation {
	return indentation{in.level + 1, true, indenting}
}

func (in indentation) breaks() bool { return in.indenting && in.level > 0 && !in.first }

func (in indentation) padding() string { return strings.Repeat("  ", in.level) }

func illegalFormat(of string, letter byte, expected string) error {
	return fmt.Errorf("Illegal format '%c' specified for value of %s type - expected one of the characters '%s'", letter, of, expected)
}

// sprintf is Ruby's sprintf of one value.
func sprintf(format string, v values.Value) (string, error) {
	return rubyfmt.Formatter{ToS: Text, Inspect: rubyfmt.Inspect}.Sprintf(format, []values.Value{v})
}

func sprintfText(format, text string) (string, error) { return sprintf(format, values.String(text)) }

// translate is Ruby's String#tr with single letters.
func (f *stringFormat) with(letter, instead string) string {
	return strings.ReplaceAll(f.text, letter, instead)
}

// fit applies width and precision to a text.
func (f *stringFormat) fit(text string) (string, error) {
	if !f.left && f.width < 0 && f.precision < 0 {
		return text, nil
	}
	format := "%"
	if f.left {
		format += "-"
	}
	if f.width >= 0 {
		format += strconv.Itoa(f.width)
	}
	if f.precision >= 0 {
		format += "." + strconv.Itoa(f.precision)
	}
	return sprintfText(format+"s", text)
}

func isContainer(t Type) bool {
	switch t.(type) {
	case *ArrayType, *HashType, *StructType, *TupleType, *ObjectType:
		return true
	}
	return false
}

func convertString(t Type, v values.Value, m formatMap, in indentation) (string, error) {
	switch v.Kind() {
	case values.KindArray:
		return formatArray(t, v.AsArray(), m, in)
	case values.KindHash:
		return formatHash(t, v.AsHash(), m, in)
	case values.KindIterator:
		elems, err := Elements(v)
		if err != nil {
			return "", err
		}
		a := values.ArrayOf(elems...)
		return convertString(Infer(a), a, m, in)
	case values.KindObject:
		if x, ok := t.(*ObjectExtension); ok {
			t = x.Base
		}
	}
	f := m.find(t)
	switch v.Kind() {
	case values.KindString:
		return formatString(f, v.AsString())
	case values.KindInt:
		return formatInteger(f, v)
	case values.KindFloat:
		return formatFloat(f, v)
	case values.KindBool:
		return formatBoolean(f, v.AsBool())
	case values.KindUndef:
		return formatUndef(f)
	case values.KindDefault:
		return formatDefault(f)
	case values.KindRegexp:
		return formatRegexp(f, v.AsRegexp())
	case values.KindBinary:
		return formatBinary(f, v.AsBinary())
	case values.KindType:
		text := v.AsType().String()
		switch f.letter {
		case 's':
			if f.alt {
				text = `"` + text + `"`
			}
			return sprintfText(f.text, text)
		case 'p':
			return sprintfText(f.with("p", "s"), text)
		}
		return "", illegalFormat("Type", f.letter, "sp")
	case values.KindURI:
		switch f.letter {
		case 'p':
			return inspectIndented(v, f, in), nil
		case 's':
			if f.alt {
				return sprintfText(f.text, Quote(v.AsURI().Text))
			}
			return sprintfText(f.text, v.AsURI().Text)
		}
		return "", illegalFormat("URI", f.letter, "sp")
	case values.KindObject:
		switch f.letter {
		case 'p':
			return inspectIndented(v, f, in), nil
		case 's':
			return Text(v), nil
		case 'q':
			return rubyfmt.Inspect(v), nil
		}
		return "", illegalFormat("Object", f.letter, "spq")
	}
	return formatOther(f, v)
}

// formatOther is what Kernel#format makes of a value that Ruby knows as a number
// or by its text only.
func formatOther(f *stringFormat, v values.Value) (string, error) {
	switch f.letter {
	case 's':
		return sprintfText(f.text, Text(v))
	case 'p':
		text := Text(v)
		switch v.Kind() {
		case values.KindSensitive:
			text = "#<" + text + ">"
		case values.KindSemVerRange:
			text = VersionRangeOf(v).key()
		}
		return sprintfText(f.with("p", "s"), text)
	case 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'B', 'c':
		switch v.Kind() {
		case values.KindTimespan, values.KindTimestamp:
			n, err := toInteger(v, values.Undef, values.Undef)
			if err != nil {
				return "", err
			}
			return sprintf(f.text, n)
		}
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		switch v.Kind() {
		case values.KindTimespan, values.KindTimestamp:
			return sprintf(f.text, values.Float(secondsOf(v)))
		}
	}
	return sprintf(f.text, v)
}

// inspectIndented writes a value as in a manifest, over several lines when
// indenting.
func inspectIndented(v values.Value, f *stringFormat, in indentation) string {
	p := &printer{}
	if f.alt || in.indenting {
		p.indenting, p.indent = true, in.level
	}
	p.value(v)
	return string(p.b)
}

func formatString(f *stringFormat, s string) (string, error) {
	switch f.letter {
	case 's':
		return sprintfText(f.text, s)
	case 'p':
		if f.alt {
			return f.fit(DoubleQuote(s))
		}
		return f.fit(Quote(s))
	case 'c':
		return f.changed("c", capitalize(s))
	case 'C':
		segs := strings.Split(s, "::")
		for len(segs) > 0 && segs[len(segs)-1] == "" {
			segs = segs[:len(segs)-1]
		}
		for i := range segs {
			segs[i] = capitalize(segs[i])
		}
		return f.changed("C", strings.Join(segs, "::"))
	case 'u':
		return f.changed("u", upcase(s))
	case 'd':
		return f.changed("d", strings.ToLower(s))
	case 't':
		return f.changed("t", strings.TrimRight(strings.TrimLeft(s, " \t\n\v\f\r\x00"), " \t\n\v\f\r\x00"))
	}
	return "", illegalFormat("String", f.letter, "cCudspt")
}

// changed formats a string that was changed by a letter of its own; the alternate
// form is quoted.
func (f *stringFormat) changed(letter, s string) (string, error) {
	if f.alt {
		return f.fit(Quote(s))
	}
	return sprintfText(f.with(letter, "s"), s)
}

func formatInteger(f *stringFormat, v values.Value) (string, error) {
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B', 'p':
		return sprintf(f.text, v)
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return sprintf(f.text, values.Float(float64(v.AsInt())))
	case 'c':
		if v.AsInt() < 0 || v.AsInt() > 0x7fffffff {
			return "", fmt.Errorf("pack(U): value out of range")
		}
		s := string(rune(v.AsInt()))
		if f.alt {
			s = `"` + s + `"`
		}
		return sprintfText(f.with("c", "s"), s)
	case 's':
		text := itoa(v.AsInt())
		if f.alt {
			return sprintfText(f.with("s", "p"), text)
		}
		return sprintfText(f.text, text)
	}
	return "", illegalFormat("Integer", f.letter, "dxXobBeEfgGaAspc")
}

func formatFloat(f *stringFormat, v values.Value) (string, error) {
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B':
		if f64 := v.AsFloat(); math.Abs(f64) < 1<<53 {
			// A larger float has no fraction, and Ruby's integers no limit.
			v = values.Int(int64(f64))
		}
		return sprintf(f.text, v)
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A', 'p':
		return sprintf(f.text, v)
	case 's':
		text := floatText(v.AsFloat())
		if f.alt {
			text = `"` + text + `"`
		}
		return sprintfText(f.text, text)
	}
	return "", illegalFormat("Float", f.letter, "dxXobBeEfgGaAsp")
}

func formatBoolean(f *stringFormat, b bool) (string, error) {
	word := func(yes, no string) (string, error) {
		s := no
		if b {
			s = yes
		}
		if f.alt {
			s = s[:1]
		}
		return f.fit(s)
	}
	switch f.letter {
	case 't':
		return word("true", "false")
	case 'T':
		return word("True", "False")
	case 'y':
		return word("yes", "no")
	case 'Y':
		return word("Yes", "No")
	case 'd', 'x', 'X', 'o', 'b', 'B':
		n := int64(0)
		if b {
			n = 1
		}
		return formatInteger(f, values.Int(n))
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		n := 0.0
		if b {
			n = 1
		}
		return formatFloat(f, values.Float(n))
	case 's', 'p':
		return f.fit(strconv.FormatBool(b))
	}
	return "", illegalFormat("Boolean", f.letter, "tTyYdxXobBeEfgGaAsp")
}

func formatUndef(f *stringFormat) (string, error) {
	pick := func(plain, alt string) (string, error) {
		if f.alt {
			plain = alt
		}
		return f.fit(plain)
	}
	switch f.letter {
	case 'n':
		return pick("nil", "null")
	case 'u':
		return pick("undef", "undefined")
	case 'd', 'x', 'X', 'o', 'b', 'B', 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return f.fit("NaN")
	case 'v':
		return f.fit("n/a")
	case 'V':
		return f.fit("N/A")
	case 's':
		return pick("", `""`)
	case 'p':
		return pick("undef", `"undef"`)
	}
	return "", illegalFormat("Undef", f.letter, "nudxXobBeEfgGaAvVsp")
}

func formatDefault(f *stringFormat) (string, error) {
	text := "default"
	switch f.letter {
	case 'd', 's', 'p':
	case 'D':
		text = "Default"
	default:
		return "", illegalFormat("Default", f.letter, "dDsp")
	}
	if f.alt {
		text = `"` + text + `"`
	}
	return f.fit(text)
}

func formatRegexp(f *stringFormat, re *values.Regexp) (string, error) {
	switch f.letter {
	case 'p':
		return sprintfText(f.with("p", "s"), RegexpText(re))
	case 's':
		text := RegexpSource(re)
		if f.alt {
			text = Quote(text)
		}
		return sprintfText(f.text, text)
	}
	return "", illegalFormat("Regexp", f.letter, "sp")
}

func formatBinary(f *stringFormat, b []byte) (string, error) {
	letter := "s"
	if f.alt {
		letter = "p"
	}
	text := ""
	switch f.letter {
	case 's':
		text = string(b)
		if !f.alt && !utf8.Valid(b) {
			for i, c := range b {
				if c >= 0x80 {
					return "", fmt.Errorf("%s from ASCII-8BIT to UTF-8", rubyfmt.InspectString(string(b[i:i+1])))
				}
			}
		}
	case 'p':
		s, err := sprintfText(f.with("p", "s"), base64.StdEncoding.EncodeToString(b))
		return `Binary("` + s + `")`, err
	case 'b':
		text = lineBase64(b)
	case 'B':
		text = base64.StdEncoding.EncodeToString(b)
	case 'u':
		text = base64.URLEncoding.EncodeToString(b)
	case 't':
		text = "Binary"
	case 'T':
		text = "BINARY"
	default:
		return "", illegalFormat("Binary", f.letter, "bButTsp")
	}
	return sprintfText(f.with(string(f.letter), letter), text)
}

// lineBase64 is base64 in lines of 60 characters.
func lineBase64(b []byte) string {
	s := base64.StdEncoding.EncodeToString(b)
	var out strings.Builder
	for len(s) > 60 {
		out.WriteString(s[:60] + "\n")
		s = s[60:]
	}
	if s != "" {
		out.WriteString(s + "\n")
	}
	return out.String()
}

func isNested(v values.Value) bool {
	return v.Kind() == values.KindArray || v.Kind() == values.KindHash
}

func rstrip(s string) string { return strings.TrimRight(s, " \t\n\v\f\r\x00") }

func formatArray(t Type, a *values.Array, m formatMap, in indentation) (string, error) {
	f := m.find(t)
	switch f.letter {
	case 'a', 's', 'p':
	default:
		return "", illegalFormat("Array", f.letter, "asp")
	}
	separator := commaSeparator
	if f.separator != nil {
		separator = *f.separator
	}
	inner := f.elements
	if inner == nil {
		inner = elementFormats
	}
	open, shut := f.delimiters("[", "]")
	in.indenting = f.alt || in.indenting

	buf := ""
	if in.breaks() {
		buf = "\n" + in.padding()
	}
	buf += open

	child := in.increase(f.alt)
	child.first = false // an element is never first to what it holds
	elems := a.Elems()
	texts := make([]string, len(elems))
	for i, e := range elems {
		et := Infer(e)
		formats := inner
		if isContainer(et) {
			formats = m
		}
		s, err := convertString(et, e, formats, child)
		if err != nil {
			return "", err
		}
		texts[i] = s
	}

	// A run of elements that is wider than the width is broken up.
	breakEach := false
	if f.alt && f.width >= 0 {
		run := 0
		for i, e := range elems {
			if isNested(e) {
				run = 0
				continue
			}
			run += utf8.RuneCountInString(texts[i])
			breakEach = breakEach || run > f.width
		}
	}
	var b strings.Builder
	b.WriteString(buf)
	for i, e := range elems {
		if i == 0 {
			if breakEach && !isNested(e) {
				b.WriteByte(' ')
			}
		} else {
			b.WriteString(separator)
			if breakEach && !isNested(e) || f.alt && isNested(elems[i-1]) && !isNested(e) {
				if s := b.String(); !strings.HasSuffix(s, "\n") {
					b.Reset()
					b.WriteString(rstrip(s))
				}
				b.WriteString("\n" + child.padding())
			}
		}
		if s := b.String(); strings.HasSuffix(s, " ") && strings.HasPrefix(texts[i], "\n") {
			b.Reset()
			b.WriteString(rstrip(s))
		}
		b.WriteString(texts[i])
	}
	b.WriteString(shut)
	return b.String(), nil
}

func formatHash(t Type, h *values.Hash, m formatMap, in indentation) (string, error) {
	f := m.find(t)
	separator, arrow := commaSeparator, arrowSeparator
	if f.separator != nil {
		separator = *f.separator
	}
	if f.separator2 != nil {
		arrow = *f.separator2
	}
	inner := f.elements
	if inner == nil {
		inner = elementFormats
	}
	open, shut := f.delimiters("{", "}")
	switch f.letter {
	case 'h', 's', 'p':
	case 'a':
		elems, err := Elements(h.Value())
		if err != nil {
			return "", err
		}
		a := values.ArrayOf(elems...)
		return convertString(Infer(a), a, m, in)
	default:
		return "", illegalFormat("Hash", f.letter, "hasp")
	}
	if f.alt && !strings.HasSuffix(separator, "\n") {
		separator = rstrip(separator)
	}
	if f.alt {
		separator += "\n"
	}
	in.indenting = f.alt || in.indenting
	var b strings.Builder
	if in.breaks() {
		b.WriteString("\n" + in.padding())
	}
	child := in.increase(false)
	padding := ""
	b.WriteString(open)
	if f.alt {
		padding = child.padding()
		b.WriteByte('\n')
	}
	for i, e := range h.Entries() {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(padding)
		for j, v := range [...]values.Value{e.Key, e.Value} {
			if j == 1 {
				b.WriteString(arrow)
			}
			vt := Infer(v)
			formats := inner
			if isContainer(vt) {
				formats = m
			}
			s, err := convertString(vt, v, formats, child)
			if err != nil {
				return "", err
			}
			b.WriteString(s)
		}
	}
	if f.alt {
		b.WriteString("\n" + in.padding())
	}
	b.WriteString(shut)
	return b.String(), nil
}
