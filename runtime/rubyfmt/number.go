package rubyfmt

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func digitValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}

// scanInteger reads an integer as Ruby's rb_int_parse_cstr does. base 0 takes
// the base from a prefix (0x 0b 0o 0d 0). It gives the digits without
// underscores, the base, the sign, and what is left of s; ok is false when
// there are no digits.
func scanInteger(s string, base int) (digits []byte, outBase int, neg bool, rest string, ok bool) {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		neg = s[i] == '-'
		i++
	}
	explicit := base
	prefix := func() int {
		if i+1 < len(s) && s[i] == '0' {
			switch s[i+1] {
			case 'x', 'X':
				return 16
			case 'b', 'B':
				return 2
			case 'o', 'O':
				return 8
			case 'd', 'D':
				return 10
			}
		}
		return 0
	}
	p := prefix()
	switch {
	case explicit == 0 && p != 0:
		base = p
		i += 2
	case explicit == 0 && i < len(s) && s[i] == '0':
		base = 8
		p = 0
	case explicit == 0:
		base = 10
	case p == explicit:
		i += 2
	default:
		p = 0
	}
	if p != 0 { // a prefix must be followed by a digit
		if i >= len(s) || digitValue(s[i]) >= base {
			return nil, base, neg, s[i:], false
		}
	} else if i >= len(s) || digitValue(s[i]) >= base {
		return nil, base, neg, s[i:], false
	}
	for i < len(s) {
		c := s[i]
		if c == '_' {
			if i+1 < len(s) && s[i+1] != '_' && digitValue(s[i+1]) < base {
				i++
				continue
			}
			break
		}
		if digitValue(c) >= base {
			break
		}
		digits = append(digits, c)
		i++
	}
	return digits, base, neg, s[i:], true
}

// ParseBigInteger is Integer(s, base) for any size; base 0 follows a prefix.
func ParseBigInteger(s string, base int) (*big.Int, error) {
	bad := func() (*big.Int, error) {
		return nil, argumentError("invalid value for Integer(): %s", InspectString(s))
	}
	if strings.IndexByte(s, 0) >= 0 {
		return nil, argumentError("string contains null byte")
	}
	digits, b, neg, rest, ok := scanInteger(s, base)
	if !ok {
		return bad()
	}
	for _, c := range []byte(rest) {
		if !isSpace(c) {
			return bad()
		}
	}
	n, good := new(big.Int).SetString(string(digits), b)
	if !good {
		return bad()
	}
	if neg {
		n.Neg(n)
	}
	return n, nil
}

// ParseInteger is Integer(s): a decimal, 0x, 0b, 0o or 0 prefixed integer with
// optional blanks around and single underscores inside.
func ParseInteger(s string) (int64, error) {
	n, err := ParseBigInteger(s, 0)
	if err != nil {
		return 0, err
	}
	if !n.IsInt64() {
		return 0, &Error{"RangeError", "bignum too big to convert into `long'"}
	}
	return n.Int64(), nil
}

// ToI is String#to_i(base): the integer at the start of s, or 0.
func ToI(s string, base int) *big.Int {
	digits, b, neg, _, ok := scanInteger(s, base)
	n := new(big.Int)
	if !ok {
		return n
	}
	n.SetString(string(digits), b)
	if neg {
		n.Neg(n)
	}
	return n
}

// scanFloat reads a decimal float at the start of s and returns its text
// without underscores and the number of bytes taken. strict asks for a digit on
// both sides of a point and follows Float() in what underscores may be.
func scanFloat(s string) (text string, n int) {
	var b strings.Builder
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		b.WriteByte(s[i])
		i++
	}
	digits := func() bool {
		start := i
		for i < len(s) {
			if s[i] >= '0' && s[i] <= '9' {
				b.WriteByte(s[i])
				i++
			} else if s[i] == '_' && i > start && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
				i++
			} else {
				break
			}
		}
		return i > start
	}
	if !digits() {
		return "", 0
	}
	if i+1 < len(s) && s[i] == '.' && s[i+1] >= '0' && s[i+1] <= '9' {
		b.WriteByte('.')
		i++
		digits()
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && s[j] >= '0' && s[j] <= '9' {
			b.WriteString(s[i:j])
			i = j
			digits()
		}
	}
	return b.String(), i
}

// inspectBytes is [InspectString] of a string that Ruby takes for bytes.
func inspectBytes(s string) string {
	b := []byte{'"'}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x80 || escapeOf(c) == 0 && (c < ' ' || c == 0x7f) {
			b = append(b, '\\', 'x', upperHex[c>>4], upperHex[c&15])
		} else {
			if c == '#' && i+1 < len(s) && strings.IndexByte("{$@", s[i+1]) >= 0 {
				b = append(b, '\\')
			} else if e := escapeOf(c); e != 0 {
				b = append(b, '\\')
				c = e
			}
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// ParseFloat is Float(s).
func ParseFloat(s string) (float64, error) {
	bad := func() (float64, error) {
		return 0, argumentError("invalid value for Float(): %s", inspectBytes(s))
	}
	if strings.IndexByte(s, 0) >= 0 {
		return 0, argumentError("string for Float contains null byte")
	}
	t := s
	for len(t) > 0 && isSpace(t[0]) {
		t = t[1:]
	}
	for len(t) > 0 && isSpace(t[len(t)-1]) {
		t = t[:len(t)-1]
	}
	u := strings.TrimLeft(t, "+-")
	if len(t)-len(u) <= 1 && len(u) > 2 && u[0] == '0' && (u[1] == 'x' || u[1] == 'X') {
		return parseHexFloat(t, u, bad)
	}
	if u != "" && u[0] == '.' && len(t)-len(u) <= 1 { // ".5" has no digit before the point
		t = t[:len(t)-len(u)] + "0" + u
	}
	text, n := scanFloat(t)
	if n == 0 || n != len(t) {
		return bad()
	}
	f, _ := strconv.ParseFloat(text, 64) // out of range gives infinity, as Ruby does
	return f, nil
}

// parseHexFloat reads 0x1.8p3 and 0x1f; u is t without its sign.
func parseHexFloat(t, u string, bad func() (float64, error)) (float64, error) {
	body := strings.ToLower(u)
	if strings.Contains(body, "__") || strings.HasSuffix(body, "_") || body[2] == '_' {
		return bad()
	}
	body = strings.ReplaceAll(body, "_", "")
	if strings.HasSuffix(body, ".") || strings.HasPrefix(body, "0x.") || strings.Contains(body, ".p") {
		return bad()
	}
	if !strings.Contains(body, "p") {
		body += "p0"
	}
	f, err := strconv.ParseFloat(body, 64)
	if err != nil && !math.IsInf(f, 0) {
		return bad()
	}
	if t[0] == '-' {
		f = -f
	}
	return f, nil
}

// ToF is String#to_f: the float at the start of s, or 0.
func ToF(s string) float64 {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	text, n := scanFloat(s)
	if n == 0 {
		// A point may come first: ".5".to_f is 0.5.
		sign := ""
		r := s
		if len(r) > 0 && (r[0] == '-' || r[0] == '+') {
			sign, r = r[:1], r[1:]
		}
		if len(r) > 1 && r[0] == '.' && r[1] >= '0' && r[1] <= '9' {
			text, n = scanFloat("0" + r)
			if n > 0 {
				text = sign + text
			}
		}
		if n == 0 {
			return 0
		}
	}
	f, _ := strconv.ParseFloat(text, 64)
	return f
}
