package rubyfmt

import (
	"strconv"
	"strings"
	"time"

	"bunraku/runtime/values"
)

// Time is a point in time as Time#strftime sees it: in UTC, or at a fixed
// offset, which has no zone name.
type Time struct {
	time.Time
	UTC bool
}

// TimeOf is a timestamp in UTC.
func TimeOf(t values.Timestamp) Time {
	return Time{time.Unix(t.Sec, int64(t.Nsec)).UTC(), true}
}

// In is the same point at an offset of that many seconds.
func (t Time) In(offset int) Time {
	return Time{t.Time.In(time.FixedZone("", offset)), false}
}

// directive is one % directive being read.
type directive struct {
	pad   byte // 0 when not given
	left  bool
	up    bool
	flip  bool // #
	width int
	colon int
}

// Strftime is Time#strftime. Directives that Ruby does not know stay as they
// are; a format that ends within one is an error.
func Strftime(format string, t Time) (string, error) {
	out, ok := appendStrftime(make([]byte, 0, len(format)*2), format, t)
	if !ok {
		return "", argumentError("invalid format: %s", format)
	}
	return string(out), nil
}

func appendStrftime(out []byte, f string, t Time) ([]byte, bool) {
	for i := 0; i < len(f); {
		j := strings.IndexByte(f[i:], '%')
		if j < 0 {
			return append(out, f[i:]...), true
		}
		out = append(out, f[i:i+j]...)
		i += j
		n := 0
		out, n = appendDirective(out, f[i:], t)
		if n == 0 {
			return nil, false
		}
		i += n
	}
	return out, true
}

// appendDirective writes the directive at the start of f and tells how long it
// is: 0 when it is not complete. An unknown one is copied.
// ruby: strftime.c, rb_strftime_with_timespec.
func appendDirective(out []byte, f string, t Time) ([]byte, int) {
	var d directive
	i := 1
	unknown := func() ([]byte, int) {
		if i >= len(f) {
			return append(out, f...), len(f)
		}
		return append(out, f[:i+1]...), i + 1
	}
	modifier := byte(0)
	for ; i < len(f); i++ {
		c := f[i]
		if modifier != 0 {
			set := "cCxXyY"
			if modifier == 'O' {
				set = "deHkIlmMSuUVwWy"
			}
			if strings.IndexByte(set, c) < 0 {
				i-- // the modifier itself is what is unknown
				return unknown()
			}
		}
		switch c {
		case '-', '^', '#', '_':
			if d.width > 0 {
				return unknown()
			}
			switch c {
			case '-':
				d.left, d.pad, d.width = true, 0, 0
			case '^':
				d.up = true
			case '#':
				d.flip = true
			case '_':
				d.pad = ' '
			}
			continue
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if c == '0' {
				d.pad = '0'
			}
			n := 0
			for i < len(f) && f[i] >= '0' && f[i] <= '9' {
				if n = n*10 + int(f[i]-'0'); n > 1<<31-1 {
					return unknown()
				}
				i++
			}
			d.width = n
			i--
			continue
		case 'E', 'O':
			modifier = c
			continue
		case ':':
			n := 0
			for i+n < len(f) && f[i+n] == ':' {
				n++
			}
			if n > 3 || i+n >= len(f) || f[i+n] != 'z' {
				return unknown()
			}
			d.colon = n
			i += n - 1
			continue
		}
		if r, ok := d.format(out, c, t); ok {
			return r, i + 1
		}
		return unknown()
	}
	if c := f[i-1]; c == 'E' || c == 'O' {
		i--
		return unknown()
	}
	return nil, 0
}

var weekdays = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}

func (d *directive) format(out []byte, c byte, t Time) ([]byte, bool) {
	switch c {
	case 'A':
		return d.word(out, weekdays[t.Weekday()]), true
	case 'a':
		return d.word(out, weekdays[t.Weekday()][:3]), true
	case 'B':
		return d.word(out, t.Month().String()), true
	case 'b', 'h':
		return d.word(out, t.Month().String()[:3]), true
	case 'p', 'P':
		s := "AM"
		if t.Hour() >= 12 {
			s = "PM"
		}
		if c == 'p' && d.flip || c == 'P' && !d.flip && !d.up {
			s = strings.ToLower(s)
			d.up = false
		}
		d.flip = false
		return d.text(out, s), true
	case 'Z':
		s := ""
		if t.UTC {
			s = "UTC"
		}
		if d.flip {
			s = strings.ToLower(s)
			d.up = false
		}
		if s == "" { // not even padding
			return out, true
		}
		return d.text(out, s), true
	case 'C':
		return d.number(out, floorDiv(int64(t.Year()), 100), '0', 2), true
	case 'd':
		return d.number(out, int64(t.Day()), '0', 2), true
	case 'e':
		return d.number(out, int64(t.Day()), ' ', 2), true
	case 'H':
		return d.number(out, int64(t.Hour()), '0', 2), true
	case 'k':
		return d.number(out, int64(t.Hour()), ' ', 2), true
	case 'I', 'l':
		h := t.Hour() % 12
		if h == 0 {
			h = 12
		}
		pad := byte('0')
		if c == 'l' {
			pad = ' '
		}
		return d.number(out, int64(h), pad, 2), true
	case 'j':
		return d.number(out, int64(t.YearDay()), '0', 3), true
	case 'M':
		return d.number(out, int64(t.Minute()), '0', 2), true
	case 'm':
		return d.number(out, int64(t.Month()), '0', 2), true
	case 'S':
		return d.number(out, int64(t.Second()), '0', 2), true
	case 's':
		return d.number(out, t.Unix(), '0', 1), true
	case 'U':
		return d.number(out, int64((t.YearDay()+6-int(t.Weekday()))/7), '0', 2), true
	case 'W':
		return d.number(out, int64((t.YearDay()+6-(int(t.Weekday())+6)%7)/7), '0', 2), true
	case 'u':
		n := int64(t.Weekday())
		if n == 0 {
			n = 7
		}
		return d.number(out, n, '0', 1), true
	case 'w':
		return d.number(out, int64(t.Weekday()), '0', 1), true
	case 'V':
		_, w := t.ISOWeek()
		return d.number(out, int64(w), '0', 2), true
	case 'G', 'Y':
		y := t.Year()
		if c == 'G' {
			y, _ = t.ISOWeek()
		}
		width := 4
		if y < 0 {
			width = 5
		}
		return d.number(out, int64(y), '0', width), true
	case 'g', 'y':
		y := t.Year()
		if c == 'g' {
			y, _ = t.ISOWeek()
		}
		return d.number(out, int64(y)-floorDiv(int64(y), 100)*100, '0', 2), true
	case 'L':
		return d.fraction(out, t, 3), true
	case 'N':
		return d.fraction(out, t, 9), true
	case 'z':
		return d.zone(out, t), true
	case 'n':
		return d.text(out, "\n"), true
	case 't':
		return d.text(out, "\t"), true
	case '%':
		return d.text(out, "%"), true
	case 'c':
		return d.composed(out, "%a %b %e %H:%M:%S %Y", t), true
	case 'D', 'x':
		return d.composed(out, "%m/%d/%y", t), true
	case 'F':
		return d.composed(out, "%Y-%m-%d", t), true
	case 'R':
		return d.composed(out, "%H:%M", t), true
	case 'r':
		return d.composed(out, "%I:%M:%S %p", t), true
	case 'T', 'X':
		return d.composed(out, "%H:%M:%S", t), true
	case 'v':
		return d.composed(out, "%e-%^b-%4Y", t), true
	}
	return nil, false
}

// word is a name that # turns to upper case.
func (d *directive) word(out []byte, s string) []byte {
	if d.flip {
		d.up = true
	}
	return d.text(out, s)
}

func (d *directive) text(out []byte, s string) []byte {
	if d.up {
		s = strings.ToUpper(s)
	}
	if !d.left {
		out = d.padTo(out, len(s))
	}
	return append(out, s...)
}

func (d *directive) padTo(out []byte, n int) []byte {
	c := byte(' ')
	if d.pad != 0 {
		c = d.pad
	}
	for ; n < d.width; n++ {
		out = append(out, c)
	}
	return out
}

func (d *directive) composed(out []byte, f string, t Time) []byte {
	s, _ := appendStrftime(nil, f, t)
	d.left = false
	return d.text(out, string(s))
}

func (d *directive) number(out []byte, n int64, pad byte, width int) []byte {
	if d.pad != 0 {
		pad = d.pad
	}
	if d.left {
		width = 1
	} else if d.width > 0 {
		width = d.width
	}
	neg := n < 0
	if neg {
		n = -n
		width--
		if pad == '0' {
			out = append(out, '-')
		}
	}
	var buf [24]byte
	digits := strconv.AppendInt(buf[:0], n, 10)
	for k := len(digits); k < width; k++ {
		out = append(out, pad)
	}
	if neg && pad != '0' {
		out = append(out, '-')
	}
	return append(out, digits...)
}

// fraction is %L or %N: width digits of the second's fraction, cut, not rounded.
func (d *directive) fraction(out []byte, t Time, width int) []byte {
	if d.width > 0 {
		width = d.width
	}
	ns := t.Nanosecond()
	div := 100000000
	for k := 0; k < width; k++ {
		digit := 0
		if div > 0 {
			digit = ns / div % 10
			div /= 10
		}
		out = append(out, byte('0'+digit))
	}
	return out
}

// zone is %z with its colons.
func (d *directive) zone(out []byte, t Time) []byte {
	_, off := t.Zone()
	sign := byte('+')
	if off < 0 || t.UTC && d.left {
		off = -off
		sign = '-'
	}
	h, m, s := off/3600, off/60%60, off%60
	hw := 2
	tail := [...]int{3, 4, 7, 7}[d.colon]
	if d.colon == 3 {
		if off%3600 == 0 {
			tail = 1
		} else if off%60 == 0 {
			tail = 4
		}
	}
	if d.width > tail+hw {
		hw = d.width - tail
	}
	digits := strconv.Itoa(h)
	if d.pad == ' ' {
		for k := len(digits); k < hw; k++ {
			out = append(out, ' ')
		}
		out = append(out, sign)
	} else {
		out = append(out, sign)
		for k := len(digits); k < hw; k++ {
			out = append(out, '0')
		}
	}
	out = append(out, digits...)
	two := func(n int) { out = append(out, byte('0'+n/10), byte('0'+n%10)) }
	if d.colon == 3 && off%3600 == 0 {
		return out
	}
	if d.colon > 0 {
		out = append(out, ':')
	}
	two(m)
	if d.colon == 2 || d.colon == 3 && s != 0 {
		out = append(out, ':')
		two(s)
	}
	return out
}
