package pcore

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"bunraku/runtime/values"
)

// parsedTime is what Ruby's DateTime._strptime found in a text; fields that the
// format did not mention are -1.
type parsedTime struct {
	year, mon, mday, hour, min, sec int64
	yday                            int64
	hasYear                         bool
	nanos                           int64
	hasZone                         bool
	zone                            string
	epoch                           *int64
	pm, hasPM                       bool
	century                         int64
	hasCentury                      bool
}

// strptime reads text in Ruby's format; nothing may be left over.
func strptime(text, format string) (*parsedTime, bool) {
	d, rest := strptimePrefix(text, format)
	return d, d != nil && rest == ""
}

var monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september",
	"october", "november", "december"}

var dayNames = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// strptimePrefix reads the beginning of text; d is nil when it does not fit.
func strptimePrefix(text, format string) (d *parsedTime, rest string) {
	d = &parsedTime{mon: -1, mday: -1, hour: -1, min: -1, sec: -1, yday: -1}
	rest, ok := d.scan(text, format)
	if !ok {
		return nil, text
	}
	if d.hasPM && d.hour >= 0 {
		d.hour %= 12
		if d.pm {
			d.hour += 12
		}
	}
	if d.hasCentury && d.hasYear {
		d.year += d.century * 100
	}
	return d, rest
}

func (d *parsedTime) scan(s, f string) (string, bool) {
	for i := 0; i < len(f); i++ {
		c := f[i]
		if isSpaceByte(c) {
			s = strings.TrimLeft(s, " \t\n\v\f\r")
			continue
		}
		if c != '%' || i+1 == len(f) {
			if s == "" || s[0] != c {
				return s, false
			}
			s = s[1:]
			continue
		}
		i++
		for i+1 < len(f) && (f[i] == 'E' || f[i] == 'O' || f[i] == ':') && (f[i] != ':' || f[i+1] == 'z' || f[i+1] == ':') {
			i++
		}
		next := byte(0)
		if i+1 < len(f) {
			next = f[i+1]
		}
		var ok bool
		if s, ok = d.directive(s, f[i], next, f[i+1:]); !ok {
			return s, false
		}
	}
	return s, true
}

func digitsFollow(rest string) bool {
	if rest == "" {
		return false
	}
	if rest[0] >= '0' && rest[0] <= '9' {
		return true
	}
	return rest[0] == '%' && len(rest) > 1 && strings.IndexByte("CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy0123456789", rest[1]) >= 0
}

// number reads up to width digits.
func number(s string, width int) (n int64, rest string, ok bool) {
	i := 0
	for i < len(s) && i < width && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == 0 {
		return 0, s, false
	}
	n, err := strconv.ParseInt(s[:i], 10, 64)
	return n, s[i:], err == nil
}

func (d *parsedTime) directive(s string, c, _ byte, after string) (string, bool) {
	field := func(dst *int64, width int, lo, hi int64) (string, bool) {
		n, rest, ok := number(s, width)
		if !ok || n < lo || n > hi {
			return s, false
		}
		*dst = n
		return rest, true
	}
	blank := func() {
		s = strings.TrimPrefix(s, " ")
	}
	switch c {
	case 'Y':
		neg := false
		t := s
		if t != "" && (t[0] == '-' || t[0] == '+') {
			neg, t = t[0] == '-', t[1:]
		}
		width := len(t)
		if digitsFollow(after) {
			width = 4
		}
		n, rest, ok := number(t, width)
		if !ok {
			return s, false
		}
		if neg {
			n = -n
		}
		d.year, d.hasYear = n, true
		return rest, true
	case 'C':
		n, rest, ok := number(s, 2)
		d.century, d.hasCentury = n, ok
		return rest, ok
	case 'y':
		n, rest, ok := number(s, 2)
		if !ok {
			return s, false
		}
		if !d.hasCentury {
			if n >= 69 {
				n += 1900
			} else {
				n += 2000
			}
		}
		d.year, d.hasYear = n, true
		return rest, true
	case 'm':
		return field(&d.mon, 2, 1, 12)
	case 'd', 'e':
		blank()
		return field(&d.mday, 2, 1, 31)
	case 'j':
		return field(&d.yday, 3, 1, 366)
	case 'H', 'k':
		blank()
		return field(&d.hour, 2, 0, 24)
	case 'I', 'l':
		blank()
		return field(&d.hour, 2, 1, 12)
	case 'M':
		return field(&d.min, 2, 0, 59)
	case 'S':
		return field(&d.sec, 2, 0, 60)
	case 'L', 'N':
		neg := false
		t := s
		if t != "" && (t[0] == '-' || t[0] == '+') {
			neg, t = t[0] == '-', t[1:]
		}
		width := len(t)
		if digitsFollow(after) {
			width = 3
			if c == 'N' {
				width = 9
			}
		}
		i := 0
		for i < len(t) && i < width && t[i] >= '0' && t[i] <= '9' {
			i++
		}
		if i == 0 {
			return s, false
		}
		digits := (t[:i] + "000000000")[:9]
		d.nanos, _ = strconv.ParseInt(digits, 10, 64)
		if neg {
			d.nanos = -d.nanos
		}
		return t[i:], true
	case 'F':
		return d.scan(s, "%Y-%m-%d")
	case 'T', 'X':
		return d.scan(s, "%H:%M:%S")
	case 'R':
		return d.scan(s, "%H:%M")
	case 'r':
		return d.scan(s, "%I:%M:%S %p")
	case 'D', 'x':
		return d.scan(s, "%m/%d/%y")
	case 'c':
		return d.scan(s, "%a %b %e %H:%M:%S %Y")
	case 'v':
		return d.scan(s, "%e-%b-%Y")
	case '+':
		return d.scan(s, "%a %b %e %H:%M:%S %Z %Y")
	case 'n', 't':
		return strings.TrimLeft(s, " \t\n\v\f\r"), true
	case '%':
		if strings.HasPrefix(s, "%") {
			return s[1:], true
		}
		return s, false
	case 'b', 'B', 'h':
		n, rest, ok := nameAt(s, monthNames)
		d.mon = int64(n) + 1
		return rest, ok
	case 'a', 'A':
		_, rest, ok := nameAt(s, dayNames)
		return rest, ok
	case 'p', 'P':
		for _, m := range []string{"a.m.", "p.m.", "am", "pm"} {
			if len(s) >= len(m) && values.EqualFold(s[:len(m)], m) {
				d.pm, d.hasPM = m[0] == 'p', true
				return s[len(m):], true
			}
		}
		return s, false
	case 's', 'Q':
		neg := strings.HasPrefix(s, "-")
		t := strings.TrimPrefix(s, "-")
		n, rest, ok := number(t, 18)
		if neg {
			n = -n
		}
		if c == 'Q' {
			d.nanos = (n % 1000) * 1000000
			n /= 1000
		}
		d.epoch = &n
		return rest, ok
	case 'u':
		var x int64
		return field(&x, 1, 1, 7)
	case 'w':
		var x int64
		return field(&x, 1, 0, 6)
	case 'z', 'Z':
		z := zoneAt(s)
		if z == "" {
			return s, false
		}
		d.zone, d.hasZone = z, true
		return s[len(z):], true
	}
	if strings.HasPrefix(s, "%"+string(c)) {
		return s[2:], true
	}
	return s, false
}

func nameAt(s string, names []string) (int, string, bool) {
	for i, n := range names {
		if len(s) >= len(n) && values.EqualFold(s[:len(n)], n) {
			return i, s[len(n):], true
		}
	}
	for i, n := range names {
		if len(s) >= 3 && values.EqualFold(s[:3], n[:3]) {
			return i, s[3:], true
		}
	}
	return 0, s, false
}

// zoneAt is the time zone at the beginning of s: an offset with or without GMT or
// UTC before it, or a name.
func zoneAt(s string) string {
	i := 0
	if len(s) >= 3 && (values.EqualFold(s[:3], "gmt") || values.EqualFold(s[:3], "utc")) && len(s) > 3 &&
		(s[3] == '+' || s[3] == '-') {
		i = 3
	}
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		j := i + 1
		for j < len(s) && s[j] >= '0' && s[j] <= '9' {
			j++
		}
		if j == i+1 {
			return ""
		}
		for part := 0; part < 2; part++ {
			if j+1 < len(s) && (s[j] == ':' || part == 0 && (s[j] == ',' || s[j] == '.')) && s[j+1] >= '0' && s[j+1] <= '9' {
				j++
				for j < len(s) && s[j] >= '0' && s[j] <= '9' {
					j++
				}
			}
		}
		return s[:j]
	}
	letter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '.' }
	j := 0
	for j < len(s) && letter(s[j]) {
		j++
	}
	if j == 0 {
		return ""
	}
	for {
		k := j
		for k < len(s) && isSpaceByte(s[k]) {
			k++
		}
		if k == j {
			break
		}
		m := k
		for m < len(s) && letter(s[m]) {
			m++
		}
		word := strings.ToLower(s[k:m])
		if word != "standard" && word != "daylight" && word != "time" && word != "dst" {
			break
		}
		j = m
	}
	return s[:j]
}

// zoneHours are the names that Ruby's Date knows, with their hours from UTC.
var zoneHours = map[string]float64{
	"utc": 0, "ut": 0, "gmt": 0, "z": 0, "wet": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
	"pst": -8, "pdt": -7, "a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9, "k": 10, "l": 11,
	"m": 12, "n": -1, "o": -2, "p": -3, "q": -4, "r": -5, "s": -6, "t": -7, "u": -8, "v": -9, "w": -10, "x": -11,
	"y": -12, "cet": 1, "cest": 2, "met": 1, "mest": 2, "mez": 1, "mesz": 2, "bst": 1, "eet": 2, "eest": 3,
	"msk": 3, "msd": 4, "west": 1, "wat": 1, "cat": 2, "sast": 2, "eat": 3, "ist": 5.5, "jst": 9, "kst": 9,
	"cct": 8, "wast": 2, "east": 10, "eadt": 11, "idle": 12, "nzst": 12, "nzt": 12, "nzdt": 13, "ast": -4, "adt": -3,
	"akst": -9, "akdt": -8, "hst": -10, "hdt": -9, "hadt": -9, "ahst": -10, "hast": -10, "yst": -9, "ydt": -8,
	"nst": -3.5, "ndt": -2.5, "brt": -3, "brst": -2, "art": -3, "clt": -4, "clst": -3, "at": -2, "idlw": -12, "nt": -11,
	"bt": 3, "zp4": 4, "zp5": 5, "zp6": 6, "fwt": 1, "fst": 2, "swt": 1, "sst": -11, "gst": 10, "mewt": 1,
}

// namedOffset is the offset of a zone in seconds.
// puppet: Ruby's date/date_parse.c, date_zone_to_diff
func namedOffset(zone string) (int, bool) {
	z := strings.ToLower(zone)
	dst := false
	if t := strings.TrimSuffix(z, " standard time"); t != z {
		z = t
	} else if t := strings.TrimSuffix(z, " daylight time"); t != z {
		z, dst = t, true
	} else if t := strings.TrimSuffix(z, " dst"); t != z {
		z, dst = t, true
	}
	if h, ok := zoneHours[z]; ok {
		if dst {
			h++
		}
		return int(h * 3600), true
	}
	if strings.HasPrefix(z, "gmt") || strings.HasPrefix(z, "utc") {
		z = z[3:]
	}
	if z == "" || z[0] != '+' && z[0] != '-' {
		return 0, false
	}
	sign := 1
	if z[0] == '-' {
		sign = -1
	}
	z = z[1:]
	var h, m, s int64
	switch parts := strings.Split(z, ":"); {
	case len(parts) > 1:
		h, _ = strconv.ParseInt(parts[0], 10, 32)
		m, _ = strconv.ParseInt(parts[1], 10, 32)
		if len(parts) > 2 {
			s, _ = strconv.ParseInt(parts[2], 10, 32)
		}
	default:
		if len(z)%2 == 1 {
			z = "0" + z
		}
		for i, dst := range []*int64{&h, &m, &s} {
			if len(z) >= i*2+2 {
				*dst, _ = strconv.ParseInt(z[i*2:i*2+2], 10, 32)
			}
		}
	}
	return sign * int(h*3600+m*60+s), true
}

// utc is the point in time, read as UTC.
func (d *parsedTime) utc() (values.Timestamp, error) {
	if !d.hasYear {
		// puppet: Time.utc of no year
		return values.Timestamp{}, fmt.Errorf("no implicit conversion of nil into Integer")
	}
	or := func(n, otherwise int64) int {
		if n < 0 {
			return int(otherwise)
		}
		return int(n)
	}
	mon, day := or(d.mon, 1), or(d.mday, 1)
	if day > 31 || mon > 12 {
		return values.Timestamp{}, fmt.Errorf("argument out of range")
	}
	t := time.Date(int(d.year), time.Month(mon), day, or(d.hour, 0), or(d.min, 0), or(d.sec, 0), 0, time.UTC)
	return timestampOf(t.Unix(), d.nanos), nil
}
