package rubyfmt

import (
	"math/big"
	"strings"
	"unicode/utf8"
)

func isAlpha(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Succ is String#succ: the rightmost letter or digit goes one up and carries to
// the next one on its left. Only ASCII letters and digits count as such.
func Succ(s string) string {
	if s == "" {
		return ""
	}
	b := []byte(s)
	last := -1 // the last letter or digit that wrapped
	gap := false
	var carry byte
	for i := len(b) - 1; i >= 0; i-- {
		c := b[i]
		if !isAlpha(c) && !isDigit(c) {
			if last >= 0 {
				gap = true
			}
			continue
		}
		// ruby: string.c, str_succ: past other characters the carry does not go
		// from letters to digits or back.
		if gap && last >= 0 && isAlpha(b[last]) != isAlpha(c) {
			break
		}
		gap = false
		last = i
		switch c {
		case 'z':
			b[i], carry = 'a', 'a'
		case 'Z':
			b[i], carry = 'A', 'A'
		case '9':
			b[i], carry = '0', '1'
		default:
			b[i]++
			return string(b)
		}
	}
	if last < 0 {
		return succOther(s)
	}
	return string(b[:last]) + string(carry) + string(b[last:])
}

// succOther steps a string without letters and digits: its last character goes
// up among the characters of as many bytes, and carries to the one before.
func succOther(s string) string {
	tail := ""
	for i := len(s); i > 0; {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		r++
		if r == 0xd800 {
			r = 0xe000
		}
		if utf8.RuneLen(r) == n {
			return s[:i-n] + string(r) + tail
		}
		tail = string([...]rune{0, 0x80, 0x800, 0x10000}[n-1]) + tail
		i -= n
	}
	return "\x01" + tail
}

// Upto is the list of strings of Ruby's range first..last, or first...last when
// exclusive. ok is false when there are
// more than limit strings; then these are the first.
func Upto(first, last string, exclusive bool, limit int) (out []string, ok bool) {
	if len(first) == 1 && len(last) == 1 && first[0] < utf8.RuneSelf && last[0] < utf8.RuneSelf {
		for c := int(first[0]); c < int(last[0]) || c == int(last[0]) && !exclusive; c++ {
			if len(out) >= limit {
				return out, false
			}
			out = append(out, string(rune(c)))
		}
		return out, true
	}
	if allDigits(first) && allDigits(last) {
		return uptoDigits(first, last, exclusive, limit)
	}
	n := strings.Compare(first, last)
	if n > 0 || exclusive && n == 0 {
		return nil, true
	}
	after := Succ(last)
	for s := first; s != after; {
		if s == last {
			if !exclusive {
				out = append(out, s)
			}
			break
		}
		if len(out) >= limit {
			return out, false
		}
		out = append(out, s)
		if s = Succ(s); s == "" || len(s) > len(last) {
			break
		}
	}
	return out, true
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// uptoDigits keeps the width of the first number.
func uptoDigits(first, last string, exclusive bool, limit int) ([]string, bool) {
	i, _ := new(big.Int).SetString(first, 10)
	end, _ := new(big.Int).SetString(last, 10)
	if exclusive {
		end.Sub(end, big.NewInt(1))
	}
	var out []string
	for one := big.NewInt(1); i.Cmp(end) <= 0; i.Add(i, one) {
		if len(out) >= limit {
			return out, false
		}
		s := i.String()
		if n := len(first) - len(s); n > 0 {
			s = strings.Repeat("0", n) + s
		}
		out = append(out, s)
	}
	return out, true
}
