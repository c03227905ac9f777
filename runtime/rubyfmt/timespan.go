package rubyfmt

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// TimespanFormat is a parsed format of Puppet's Timespan.
// puppet: pops/time/timespan.rb
type TimespanFormat struct {
	text     string
	segments []timespanSegment
}

// timespanSegment is literal text (verb 0) or one of the verbs D H M S L N.
type timespanSegment struct {
	literal string
	verb    byte
	pad     byte // '0', ' ', or 0 for none
	width   int  // -1 when not given
	total   bool // the highest unit of the format holds the whole
}

const timespanVerbs = "NLSMHD" // by rising unit

var timespanUnits = map[byte]int64{'D': 86400e9, 'H': 3600e9, 'M': 60e9, 'S': 1e9, 'L': 1e6, 'N': 1}

// TimespanDefaults are the formats that a string is tried with.
var TimespanDefaults = []string{"%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N",
	"%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"}

// ParseTimespanFormat parses a format.
func ParseTimespanFormat(text string) (*TimespanFormat, error) {
	f := &TimespanFormat{text: text}
	highest := -1
	start, pos := 0, -1
	state := 0 // 0 literal, 1 after %, 2 after a flag or digit
	seg := timespanSegment{}
	runes := []rune(text)
	bad := func(pos int) error {
		return argumentError("Bad format specifier '%s' in '%s', at position %d", string(runes[start:min(pos, len(runes))]), text, pos)
	}
	literal := func(r rune) {
		if n := len(f.segments); n > 0 && f.segments[n-1].verb == 0 {
			f.segments[n-1].literal += string(r)
			return
		}
		f.segments = append(f.segments, timespanSegment{literal: string(r)})
	}
	for _, r := range runes {
		pos++
		if state == 0 {
			if r == '%' {
				state, start = 1, pos
				seg = timespanSegment{pad: '0', width: -1}
			} else {
				literal(r)
			}
			continue
		}
		switch {
		case r == '%':
			literal(r)
			state = 0
		case r == '-' || r == '_':
			if state != 1 {
				return nil, bad(pos)
			}
			seg.pad = 0
			if r == '_' {
				seg.pad = ' '
			}
			state = 2
		case r < utf8.RuneSelf && strings.IndexByte(timespanVerbs, byte(r)) >= 0:
			seg.verb = byte(r)
			highest = max(highest, strings.IndexByte(timespanVerbs, byte(r)))
			f.segments = append(f.segments, seg)
			state = 0
		case r < '0' || r > '9':
			return nil, bad(pos)
		default:
			if state == 1 && r == '0' {
				seg.pad = '0'
			} else {
				n := int(r - '0')
				if seg.width >= 0 {
					n += seg.width * 10
				}
				if seg.width = n; n > 1<<20 {
					return nil, bad(pos)
				}
			}
			state = 2
		}
	}
	if state != 0 {
		return nil, bad(pos)
	}
	if highest >= 0 {
		for i := range f.segments {
			if f.segments[i].verb == timespanVerbs[highest] {
				f.segments[i].total = true
				break
			}
		}
	}
	return f, nil
}

// FormatTimespan formats a time span of that many nanoseconds.
func FormatTimespan(format string, nanos int64) (string, error) {
	f, err := ParseTimespanFormat(format)
	if err != nil {
		return "", err
	}
	return f.Format(nanos), nil
}

func (s *timespanSegment) defaultWidth() int {
	switch s.verb {
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

// Format writes a time span of that many nanoseconds.
func (f *TimespanFormat) Format(nanos int64) string {
	var b []byte
	ns := uint64(nanos)
	if nanos < 0 {
		b = append(b, '-')
		ns = -ns
	}
	for i := range f.segments {
		s := &f.segments[i]
		if s.verb == 0 {
			b = append(b, s.literal...)
			continue
		}
		b = s.append(b, ns)
	}
	return string(b)
}

func (s *timespanSegment) append(b []byte, ns uint64) []byte {
	var n uint64
	switch s.verb {
	case 'D':
		n = ns / 86400e9
	case 'N':
		n = ns
		if w := s.effectiveWidth(); w < 9 {
			for i := w; i < 9; i++ {
				n /= 10
			}
			if !s.total {
				n %= pow10(w)
			}
		} else if !s.total {
			n %= 1e9
		}
	default:
		n = ns / uint64(timespanUnits[s.verb])
		if !s.total {
			n %= map[byte]uint64{'H': 24, 'M': 60, 'S': 60, 'L': 1000}[s.verb]
		}
	}
	if s.verb == 'L' || s.verb == 'N' {
		return s.appendFraction(b, n)
	}
	digits := strconv.FormatUint(n, 10)
	if s.pad == 0 {
		return append(b, digits...)
	}
	for i := len(digits); i < s.effectiveWidth(); i++ {
		b = append(b, s.pad)
	}
	return append(b, digits...)
}

// appendFraction drops trailing zeros unless the format asks to keep them, and
// fills with blanks on the right.
func (s *timespanSegment) appendFraction(b []byte, n uint64) []byte {
	digits := strconv.FormatUint(n, 10)
	if !s.total && s.pad != '0' {
		for len(digits) > 1 && digits[len(digits)-1] == '0' {
			digits = digits[:len(digits)-1]
		}
	}
	b = append(b, digits...)
	if s.pad != 0 {
		for i := len(digits); i < s.effectiveWidth(); i++ {
			b = append(b, ' ')
		}
	}
	return b
}

func pow10(n int) uint64 {
	p := uint64(1)
	for ; n > 0; n-- {
		p *= 10
	}
	return p
}

// String is the format as it was written.
func (f *TimespanFormat) String() string { return f.text }

// Parse reads a time span written in the format, in nanoseconds.
func (f *TimespanFormat) Parse(s string) (int64, error) {
	rest := s
	neg := strings.HasPrefix(s, "-")
	if neg {
		rest = s[1:]
	}
	groups := make([]string, len(f.segments))
	ok := matchTimespan(f.segments, rest, groups)
	if !ok && neg {
		// The leading dash is optional in Puppet's pattern: it may be text of the format.
		ok = matchTimespan(f.segments, s, groups)
	}
	fail := func() (int64, error) {
		return 0, argumentError("Unable to parse '%s' using format '%s'", s, f.text)
	}
	if !ok {
		return fail()
	}
	total := int64(0)
	var tooBig error
	for i := range f.segments {
		seg := &f.segments[i]
		if seg.verb == 0 {
			continue
		}
		g := strings.TrimLeft(groups[i], " \t\n\v\f\r\x00")
		if g == "" || strings.Trim(g, "0123456789") != "" {
			return fail()
		}
		n, err := seg.nanoseconds(g)
		switch {
		case err == errTooBig:
			tooBig = err
		case err != nil:
			return 0, err
		}
		total += n
	}
	if tooBig != nil {
		return 0, tooBig
	}
	if neg {
		total = -total
	}
	return total, nil
}

// matchTimespan matches segments against s with backtracking over the number of
// digits, longest first, as Puppet's generated pattern does, and notes the text
// of each.
func matchTimespan(segs []timespanSegment, s string, groups []string) bool {
	if len(segs) == 0 {
		return s == ""
	}
	seg := &segs[0]
	if seg.verb == 0 {
		return strings.HasPrefix(s, seg.literal) && matchTimespan(segs[1:], s[len(seg.literal):], groups[1:])
	}
	least, most, blanks := 1, seg.defaultWidth(), seg.pad == ' '
	skip := 0
	if seg.width >= 0 {
		most = seg.width
		if seg.pad != 0 {
			least = seg.width
		}
	} else if seg.total {
		most = len(s)
		if blanks {
			for skip < len(s) && isSpace(s[skip]) {
				skip++
			}
			blanks = false
		}
	}
	n := skip
	for n < len(s) && n-skip < most && (s[n] >= '0' && s[n] <= '9' || blanks && isSpace(s[n])) {
		n++
	}
	for ; n-skip >= least; n-- {
		if matchTimespan(segs[1:], s[n:], groups[1:]) {
			groups[0] = s[skip:n]
			return true
		}
	}
	return false
}

// errTooBig is for what does not fit 64 bits of nanoseconds; Puppet has no such limit.
var errTooBig = argumentError("bignum too big to convert into `long'")

func (s *timespanSegment) nanoseconds(group string) (int64, error) {
	fraction := s.verb == 'L' || s.verb == 'N'
	if fraction && s.total {
		return 0, argumentError("Format specifiers %%L and %%N denotes fractions and must be used together with a specifier of higher magnitude")
	}
	n, err := strconv.ParseInt(group, 10, 64)
	if err != nil {
		return 0, errTooBig
	}
	if !fraction {
		if unit := timespanUnits[s.verb]; n <= math.MaxInt64/unit {
			return n * unit, nil
		}
		return 0, errTooBig
	}
	for i := len(group); i < 9; i++ {
		n *= 10
	}
	return n, nil
}

// ParseTimespan reads a time span with the first of the formats that fits.
func ParseTimespan(s string, formats []string) (int64, error) {
	for _, text := range formats {
		f, err := ParseTimespanFormat(text)
		if err != nil {
			return 0, err
		}
		if n, err := f.Parse(s); err == nil {
			return n, nil
		}
	}
	return 0, argumentError("Unable to parse '%s' using any of the formats %s", s, strings.Join(formats, ", "))
}
