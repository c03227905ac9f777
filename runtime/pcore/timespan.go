package pcore

import (
	"fmt"
	"strconv"
	"strings"

	"bunraku/runtime/values"
)

// TimespanFormat is a parsed format of a time span, such as %D-%H:%M:%S.
// puppet: pops/time/timespan.rb
type TimespanFormat struct {
	text     string
	segments []timespanSegment
}

// timespanSegment is a literal or one specifier of a format.
type timespanSegment struct {
	literal string
	spec    byte // D H M S L N, 0 for a literal
	pad     byte // '0', ' ' or 0 for none
	width   int  // -1 when not given
	total   bool // the highest specifier holds all that is left
}

// The orders of magnitude, lowest first.
const timespanOrder = "NLSMHD"

var timespanUnit = map[byte]int64{'D': 86400 * nanosPerSecond, 'H': 3600 * nanosPerSecond,
	'M': 60 * nanosPerSecond, 'S': nanosPerSecond, 'L': 1000000, 'N': 1}

// defaultTimespanFormats are tried in this order when no format is given.
var defaultTimespanFormats = func() []*TimespanFormat {
	var out []*TimespanFormat
	for _, s := range []string{"%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S",
		"%D-%H:%M", "%S"} {
		f, err := ParseTimespanFormat(s)
		if err != nil {
			panic(err) // a constant of this file is wrong
		}
		out = append(out, f)
	}
	return out
}()

// ParseTimespanFormat parses a format.
func ParseTimespanFormat(text string) (*TimespanFormat, error) {
	f := &TimespanFormat{text: text}
	const (
		literal = iota
		pad
		width
	)
	state, start, highest := literal, 0, -1
	seg := timespanSegment{}
	addLiteral := func(r rune) {
		if n := len(f.segments); n > 0 && f.segments[n-1].spec == 0 {
			f.segments[n-1].literal += string(r)
		} else {
			f.segments = append(f.segments, timespanSegment{literal: string(r)})
		}
	}
	runes := []rune(text)
	bad := func(pos int) error {
		return fmt.Errorf("Bad format specifier '%s' in '%s', at position %d", string(runes[start:pos]), text, pos)
	}
	for pos, r := range runes {
		if state == literal {
			if r == '%' {
				state, start = pad, pos
				seg = timespanSegment{pad: '0', width: -1}
			} else {
				addLiteral(r)
			}
			continue
		}
		switch {
		case r == '%':
			addLiteral(r)
			state = literal
		case r == '-' || r == '_':
			if state != pad {
				return nil, bad(pos)
			}
			seg.pad = 0
			if r == '_' {
				seg.pad = ' '
			}
			state = width
		case r < 128 && strings.IndexByte(timespanOrder, byte(r)) >= 0:
			seg.spec = byte(r)
			highest = max(highest, strings.IndexByte(timespanOrder, byte(r)))
			f.segments = append(f.segments, seg)
			state = literal
		case r >= '0' && r <= '9':
			if state == pad && r == '0' {
				seg.pad = '0'
			} else {
				seg.width = max(seg.width, 0)*10 + int(r-'0')
				if seg.width > 1000 {
					return nil, bad(pos)
				}
			}
			state = width
		default:
			return nil, bad(pos)
		}
	}
	if state != literal {
		return nil, bad(len(runes) - 1)
	}
	if highest >= 0 {
		for i := range f.segments {
			if f.segments[i].spec == timespanOrder[highest] {
				f.segments[i].total = true
				break
			}
		}
	}
	return f, nil
}

func (s *timespanSegment) defaultWidth() int {
	switch s.spec {
	case 'D':
		return 1
	case 'L':
		return 3
	case 'N':
		return 9
	}
	return 2
}

func (s *timespanSegment) effectiveWidth() int {
	if s.width >= 0 {
		return s.width
	}
	return s.defaultWidth()
}

// Format is a time span in the format.
func (f *TimespanFormat) Format(t values.Timespan) string {
	var b strings.Builder
	n := t.Nanos
	u := uint64(n)
	if n < 0 {
		b.WriteByte('-')
		u = -u
	}
	for i := range f.segments {
		f.segments[i].write(&b, u)
	}
	return b.String()
}

func (s *timespanSegment) write(b *strings.Builder, n uint64) {
	var v uint64
	switch s.spec {
	case 0:
		b.WriteString(s.literal)
		return
	case 'N':
		w := s.effectiveWidth()
		v = n
		if w < 9 {
			v /= pow10(9 - w)
			if !s.total {
				v %= pow10(w)
			}
		} else if !s.total {
			v %= nanosPerSecond
		}
	default:
		v = n / uint64(timespanUnit[s.spec])
		if !s.total {
			v %= map[byte]uint64{'D': 1 << 62, 'H': 24, 'M': 60, 'S': 60, 'L': 1000}[s.spec]
		}
	}
	text := strconv.FormatUint(v, 10)
	if s.spec == 'L' || s.spec == 'N' {
		if !s.total && s.pad != '0' {
			text = strings.TrimRight(text, "0")
			if text == "" {
				text = "0"
			}
		}
		b.WriteString(text)
		if s.pad != 0 {
			padTo(b, len(text), s.effectiveWidth(), ' ')
		}
		return
	}
	if s.pad != 0 {
		padTo(b, len(text), s.effectiveWidth(), s.pad)
	}
	b.WriteString(text)
}

func padTo(b *strings.Builder, have, want int, with byte) {
	for ; have < want; have++ {
		b.WriteByte(with)
	}
}

func pow10(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

// pattern is the regular expression that the format matches, as Puppet builds it;
// the groups are the segments.
func (s *timespanSegment) digits() (least, most int, blanks, skip bool) {
	const many = 1 << 30
	if s.width < 0 {
		if s.pad == ' ' {
			if s.total {
				return 1, many, false, true
			}
			return 1, s.defaultWidth(), true, false
		}
		if s.total {
			return 1, many, false, false
		}
		return 1, s.defaultWidth(), false, false
	}
	switch s.pad {
	case 0:
		return 1, s.width, false, false
	case '0':
		return s.width, s.width, false, false
	}
	return s.width, s.width, true, false
}

// Parse reads a time span in the format.
func (f *TimespanFormat) Parse(text string) (values.Timespan, error) {
	bad := fmt.Errorf("Unable to parse '%s' using format '%s'", text, f.text)
	rest := strings.TrimPrefix(text, "-")
	groups := make([]string, len(f.segments))
	if !f.match(rest, 0, groups) {
		if !strings.HasPrefix(text, "-") || !f.match(text, 0, groups) {
			return values.Timespan{}, bad
		}
	}
	nanos := int64(0)
	for i := range f.segments {
		s := &f.segments[i]
		if s.spec == 0 {
			continue
		}
		g := strings.TrimLeft(groups[i], " \t\n\v\f\r\x00")
		if !isDigits(g) {
			return values.Timespan{}, bad
		}
		n, err := strconv.ParseInt(g, 10, 64)
		if err != nil {
			return values.Timespan{}, bad
		}
		if s.spec == 'L' || s.spec == 'N' {
			if s.total {
				return values.Timespan{}, fmt.Errorf("Format specifiers %%L and %%N denotes fractions and must be used together with a specifier of higher magnitude")
			}
			for k := len(g); k < 9; k++ {
				n *= 10
			}
			nanos += n
			continue
		}
		unit := timespanUnit[s.spec]
		if n != 0 && (n*unit)/unit != n {
			return values.Timespan{}, bad
		}
		nanos += n * unit
	}
	if strings.HasPrefix(text, "-") {
		nanos = -nanos
	}
	return values.Timespan{Nanos: nanos}, nil
}

// match matches the segments from i on against text, greedily with backtracking.
func (f *TimespanFormat) match(text string, i int, groups []string) bool {
	if i == len(f.segments) {
		return text == ""
	}
	s := &f.segments[i]
	if s.spec == 0 {
		return strings.HasPrefix(text, s.literal) && f.match(text[len(s.literal):], i+1, groups)
	}
	least, most, blanks, skip := s.digits()
	if skip {
		text = strings.TrimLeft(text, " \t\n\v\f\r")
	}
	n := 0
	for n < len(text) && n < most && (text[n] >= '0' && text[n] <= '9' || blanks && isSpaceByte(text[n])) {
		n++
	}
	for ; n >= least; n-- {
		groups[i] = text[:n]
		if f.match(text[n:], i+1, groups) {
			return true
		}
	}
	return false
}

// ParseTimespan reads a time span in one of the formats, or in the default ones.
func ParseTimespan(text string, formats []string) (values.Timespan, error) {
	fs := defaultTimespanFormats
	if formats != nil {
		fs = nil
		for _, s := range formats {
			f, err := ParseTimespanFormat(s)
			if err != nil {
				return values.Timespan{}, err
			}
			fs = append(fs, f)
		}
	}
	var names []string
	for _, f := range fs {
		if t, err := f.Parse(text); err == nil {
			return t, nil
		}
		names = append(names, f.text)
	}
	return values.Timespan{}, fmt.Errorf("Unable to parse '%s' using any of the formats %s", text, strings.Join(names, ", "))
}

// TimespanText is a time span in its default format.
func TimespanText(nanos int64) string {
	return defaultTimespanFormats[0].Format(values.Timespan{Nanos: nanos})
}

// timespanFields makes a time span of its fields.
func timespanFields(negative bool, fields [7]int64) values.Timespan {
	n := fields[0]
	for i, factor := range [...]int64{24, 60, 60, 1000, 1000, 1000} {
		n = n*factor + fields[i+1]
	}
	if negative {
		n = -n
	}
	return values.Timespan{Nanos: n}
}

var timespanFieldNames = [7]string{"days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"}

func timespanFromHash(h *values.Hash) (values.Timespan, error) {
	if s, ok := h.GetString("string"); ok {
		return parseTimespanFormats(s.AsString(), mustGet(h, "format"))
	}
	var fields [7]int64
	for i, name := range timespanFieldNames {
		if v, ok := h.GetString(name); ok && v.IsInt() {
			fields[i] = v.AsInt()
		}
	}
	return timespanFields(mustGet(h, "negative").Truthy(), fields), nil
}

func mustGet(h *values.Hash, key string) values.Value {
	v, _ := h.GetString(key)
	return v
}

// parseTimespanFormats takes the format as a value: undef, a string or an array.
func parseTimespanFormats(text string, format values.Value) (values.Timespan, error) {
	switch format.Kind() {
	case values.KindString:
		f, err := ParseTimespanFormat(format.AsString())
		if err != nil {
			return values.Timespan{}, err
		}
		return f.Parse(text)
	case values.KindArray:
		return ParseTimespan(text, stringsOf(format))
	}
	return ParseTimespan(text, nil)
}

func stringsOf(v values.Value) []string {
	out := make([]string, 0, v.AsArray().Len())
	for _, e := range v.AsArray().Elems() {
		out = append(out, Text(e))
	}
	return out
}
