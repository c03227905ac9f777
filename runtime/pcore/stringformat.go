package pcore

import (
	"errors"
	"fmt"
	"strings"

	"bunraku/runtime/values"
)

// stringFormat is one format of String.new: %<flags><width>.<precision><letter>.
// puppet: pops/types/string_converter.rb, Format
type stringFormat struct {
	text      string
	left, alt bool
	plus      byte // ' ', '+' or 0
	delimiter byte // [ { ( < | or 0
	width     int  // -1 when not given
	precision int  // -1 when not given
	letter    byte

	// For containers: what stands between elements, between key and value, and
	// how the elements are formatted.
	separator, separator2 *string
	elements              formatMap
}

// formatMap are formats by type, the most specific first.
type formatMap []typeFormat

type typeFormat struct {
	typ Type
	fmt *stringFormat
}

func parseStringFormat(text string) (*stringFormat, error) {
	f := &stringFormat{text: text, width: -1, precision: -1}
	// The pattern is anchored at lines, so that one line of the text is enough.
	ok := false
	flags := ""
	for _, line := range strings.Split(text, "\n") {
		if flags, ok = f.scan(line); ok {
			break
		}
	}
	if !ok {
		return nil, fmt.Errorf("The format '%s' is not a valid format on the form '%%<flags><width>.<prec><format>'", text)
	}
	for i := range flags {
		if strings.IndexByte(flags[i+1:], flags[i]) >= 0 {
			return nil, fmt.Errorf("The same flag can only be used once, got '%s'", text)
		}
	}
	f.left = strings.Contains(flags, "-")
	f.alt = strings.Contains(flags, "#")
	switch {
	case strings.Contains(flags, " "):
		f.plus = ' '
	case strings.Contains(flags, "+"):
		f.plus = '+'
	}
	for _, d := range []byte("[{(<|") {
		if strings.IndexByte(flags, d) < 0 {
			continue
		}
		if f.delimiter != 0 {
			return nil, fmt.Errorf("Only one of the delimiters [ { ( < | can be given in the format flags, got '%s'", text)
		}
		f.delimiter = d
	}
	return f, nil
}

func (f *stringFormat) scan(s string) (flags string, ok bool) {
	if !strings.HasPrefix(s, "%") {
		return "", false
	}
	s = s[1:]
	n := 0
	for n < len(s) && (isSpaceByte(s[n]) || strings.IndexByte("[+#0{<(|-", s[n]) >= 0) {
		n++
	}
	flags, s = s[:n], s[n:]
	number := func() int {
		n, v := 0, 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			v = min(v*10+int(s[n]-'0'), 1<<30)
			n++
		}
		s = s[n:]
		return v
	}
	if s != "" && s[0] >= '1' && s[0] <= '9' {
		f.width = number()
	}
	if len(s) > 1 && s[0] == '.' && s[1] >= '0' && s[1] <= '9' {
		s = s[1:]
		f.precision = number()
	}
	if len(s) != 1 || s[0]|0x20 < 'a' || s[0]|0x20 > 'z' {
		return "", false
	}
	f.letter = s[0]
	return flags, true
}

// delimiters are what stands around a container.
func (f *stringFormat) delimiters(open, shut string) (string, string) {
	switch f.delimiter {
	case '[':
		return "[", "]"
	case '{':
		return "{", "}"
	case '(':
		return "(", ")"
	case '<':
		return "<", ">"
	case '|':
		return "|", "|"
	}
	if f.plus == ' ' {
		return "", ""
	}
	return open, shut
}

// merge is f overridden by o.
func (f *stringFormat) merge(o *stringFormat) *stringFormat {
	if f == nil {
		return o
	}
	if o == nil {
		return f
	}
	m := *o
	if m.separator == nil {
		m.separator = f.separator
	}
	if m.separator2 == nil {
		m.separator2 = f.separator2
	}
	m.elements = mergeFormats(f.elements, o.elements)
	return &m
}

// mergeFormats is lower overridden by higher, where a format for a more general
// type does away with those for its special cases.
func mergeFormats(lower, higher formatMap) formatMap {
	if lower == nil {
		return higher
	}
	if higher == nil {
		return lower
	}
	var out formatMap
next:
	for _, l := range lower {
		for _, h := range higher {
			if !equal(h.typ, l.typ) && Assignable(h.typ, l.typ) {
				continue next
			}
		}
		out = append(out, l)
	}
	for _, h := range higher {
		found := false
		for i := range out {
			if equal(out[i].typ, h.typ) {
				out[i].fmt = out[i].fmt.merge(h.fmt)
				found = true
			}
		}
		if !found {
			out = append(out, h)
		}
	}
	return sortFormats(out)
}

// sortFormats is a merge sort that halves from the top. The order of formats is not
// transitive, so the result depends on what is compared with what: these are the
// comparisons that Ruby's sort makes.
func sortFormats(m formatMap) formatMap {
	if len(m) < 2 {
		return m
	}
	a, b := sortFormats(m[:len(m)/2]), sortFormats(m[len(m)/2:])
	out := make(formatMap, 0, len(m))
	for len(a) > 0 && len(b) > 0 {
		if compareFormats(a[0].typ, b[0].typ) <= 0 {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// compareFormats orders specific types before general ones.
func compareFormats(a, b Type) int {
	if equal(a, b) {
		return 0
	}
	ab, ba := Assignable(b, a), Assignable(a, b)
	switch {
	case ab && !ba:
		return -1
	case !ab && ba:
		return 1
	}
	ra, rb := formatRank(a), formatRank(b)
	if ra == 0 || rb == 0 {
		return strings.Compare(a.String(), b.String())
	}
	return ra - rb
}

func formatRank(t Type) int {
	switch t.(type) {
	case *StructType:
		return 1
	case *HashType:
		return 2
	case *TupleType:
		return 3
	case *ArrayType:
		return 4
	case *PatternType:
		return 10
	case *EnumType:
		return 11
	case *StringType:
		return 12
	}
	return 0
}

// find is the format for a value of a type.
func (m formatMap) find(t Type) *stringFormat {
	for _, e := range m {
		if Assignable(e.typ, t) {
			return e.fmt
		}
	}
	return plainString
}

func mustFormat(text string) *stringFormat {
	f, err := parseStringFormat(text)
	if err != nil {
		panic(err) // a constant of this file is wrong
	}
	return f
}

var (
	plainString    = mustFormat("%s")
	elementFormats = formatMap{{Any, mustFormat("%p")}}
	commaSeparator = ", "
	arrowSeparator = " => "
	arrayFormat    = containerFormat("%a", &commaSeparator)
	hashFormat     = containerFormat("%h", &arrowSeparator)
	defaultFormats = formatMap{{ObjectT, mustFormat("%p")}, {Float, mustFormat("%f")}, {Numeric, mustFormat("%d")},
		{Array, arrayFormat}, {Hash, hashFormat}, {Binary, mustFormat("%B")}, {Any, plainString}}
)

func containerFormat(text string, separator2 *string) *stringFormat {
	f := mustFormat(text)
	f.separator, f.separator2, f.elements = &commaSeparator, separator2, elementFormats
	return f
}

// formatsOf reads the formats that String.new is given: default, one format, or a
// hash of formats by type.
func formatsOf(v values.Value, of Type) (formatMap, error) {
	var higher formatMap
	switch v.Kind() {
	case values.KindDefault:
		return defaultFormats, nil
	case values.KindString:
		f, err := parseStringFormat(v.AsString())
		if err != nil {
			return nil, err
		}
		t := of
		switch {
		case Assignable(Array, of):
			t = Array
		case Assignable(Hash, of):
			t = Hash
		}
		higher = formatMap{{t, f}}
	case values.KindHash:
		var err error
		if higher, err = formatsOfHash(v.AsHash()); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("string conversion expects a Default value or a Hash of type to format mappings, got a '%s'", RubyClass(v))
	}
	return mergeFormats(defaultFormats, higher), nil
}

func formatsOfHash(h *values.Hash) (formatMap, error) {
	out := make(formatMap, 0, h.Len())
	for _, e := range h.Entries() {
		if !isType(e.Key) {
			return nil, fmt.Errorf("top level keys in the format hash must be data types, got instance of '%s'", RubyClass(e.Key))
		}
		f, err := formatOfValue(e.Value)
		if err != nil {
			return nil, err
		}
		out = append(out, typeFormat{TypeOf(e.Key), f})
	}
	return out, nil
}

func formatOfValue(v values.Value) (*stringFormat, error) {
	if v.Kind() != values.KindHash {
		return parseStringFormat(Text(v))
	}
	h := v.AsHash()
	for _, e := range h.Entries() {
		switch Text(e.Key) {
		case "separator", "separator2", "format", "string_formats":
		default:
			return nil, errors.New("only 'separator', 'separator2', 'format', 'string_formats' are allowed in a container format, got " + Inspect(v))
		}
	}
	f, err := parseStringFormat(Text(mustGet(h, "format")))
	if err != nil {
		return nil, err
	}
	if s := mustGet(h, "separator"); s.IsString() {
		text := s.AsString()
		f.separator = &text
	}
	if s := mustGet(h, "separator2"); s.IsString() {
		text := s.AsString()
		f.separator2 = &text
	}
	if m := mustGet(h, "string_formats"); m.Kind() == values.KindHash {
		if f.elements, err = formatsOfHash(m.AsHash()); err != nil {
			return nil, err
		}
		if f.elements == nil {
			f.elements = formatMap{}
		}
	}
	return f, nil
}
