package regexp

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// unescape does to a pattern what Ruby does before Onigmo reads it: escapes of bytes
// from 0x80 on and of Unicode characters become these characters, those of ASCII
// characters become \xHH, anything else stays. Its errors are Ruby's own.
func unescape(pattern string) (string, string) {
	if strings.IndexByte(pattern, '\\') < 0 && utf8.ValidString(pattern) {
		return pattern, ""
	}
	u := unescaper{src: pattern}
	for u.at < len(u.src) && u.err == "" {
		u.step()
	}
	return u.out.String(), u.err
}

type unescaper struct {
	src string
	at  int
	out strings.Builder
	err string
}

func (u *unescaper) fail(text string) {
	if u.err == "" {
		u.err = text
	}
}

func (u *unescaper) step() {
	c := u.src[u.at]
	if c >= utf8.RuneSelf {
		u.copyRune()
		return
	}
	u.at++
	if c != '\\' {
		u.out.WriteByte(c)
		return
	}
	if u.at == len(u.src) {
		u.fail("too short escape sequence")
		return
	}
	c = u.src[u.at]
	if c >= utf8.RuneSelf {
		u.out.WriteByte('\\')
		u.copyRune()
		return
	}
	switch c {
	case '1', '2', '3', '4', '5', '6', '7':
		digits := u.src[u.at:min(u.at+3, len(u.src))]
		if v, _ := scanNumber(digits, 8); v <= 0x7f {
			// A back reference or a 7 bit character; which one is not known here.
			break
		}
		u.at--
		u.escapedBytes()
		return
	case '0', 'x', 'c', 'C', 'M':
		u.at--
		u.escapedBytes()
		return
	case 'u':
		u.at++
		u.unicode()
		return
	}
	u.out.WriteByte('\\')
	u.out.WriteByte(c)
	u.at++
}

func (u *unescaper) copyRune() {
	r, n := utf8.DecodeRuneInString(u.src[u.at:])
	if r == utf8.RuneError && n == 1 {
		u.fail("invalid multibyte character")
		return
	}
	u.out.WriteString(u.src[u.at : u.at+n])
	u.at += n
}

// escapedBytes reads the escapes that together make one character.
func (u *unescaper) escapedBytes() {
	var buf [4]byte
	n := 0
	for {
		b, ok := u.escapedByte()
		if !ok {
			return
		}
		buf[n] = b
		n++
		if b < utf8.RuneSelf && n == 1 {
			const hex = "0123456789ABCDEF"
			u.out.WriteString(`\x`)
			u.out.WriteByte(hex[b>>4])
			u.out.WriteByte(hex[b&15])
			return
		}
		if utf8.FullRune(buf[:n]) {
			break
		}
	}
	if r, size := utf8.DecodeRune(buf[:n]); r == utf8.RuneError && size == 1 {
		u.fail("invalid multibyte escape")
		return
	}
	u.out.Write(buf[:n])
}

func (u *unescaper) escapedByte() (byte, bool) {
	if u.at >= len(u.src) || u.src[u.at] != '\\' {
		u.fail("too short escaped multibyte character")
		return 0, false
	}
	u.at++
	meta, ctrl := false, false
	code := 0
again:
	if u.at >= len(u.src) {
		u.fail("too short escape sequence")
		return 0, false
	}
	c := u.src[u.at]
	u.at++
	switch c {
	case '\\':
		code = '\\'
	case 'n':
		code = '\n'
	case 't':
		code = '\t'
	case 'r':
		code = '\r'
	case 'f':
		code = '\f'
	case 'v':
		code = '\v'
	case 'a':
		code = '\a'
	case 'e':
		code = 0x1b
	case '0', '1', '2', '3', '4', '5', '6', '7':
		u.at--
		v, n := scanNumber(u.src[u.at:min(u.at+3, len(u.src))], 8)
		code = v
		u.at += n
	case 'x':
		v, n := scanNumber(u.src[u.at:min(u.at+2, len(u.src))], 16)
		if n == 0 {
			u.fail("invalid hex escape")
			return 0, false
		}
		code = v
		u.at += n
	case 'M':
		if meta {
			u.fail("duplicate meta escape")
			return 0, false
		}
		meta = true
		if u.at+1 < len(u.src) && u.src[u.at] == '-' && u.src[u.at+1] < utf8.RuneSelf {
			u.at++
			c = u.src[u.at]
			u.at++
			if c == '\\' {
				goto again
			}
			code = int(c)
			break
		}
		u.fail("too short meta escape")
		return 0, false
	case 'C', 'c':
		if c == 'C' {
			if u.at >= len(u.src) || u.src[u.at] != '-' {
				u.fail("too short control escape")
				return 0, false
			}
			u.at++
		}
		if ctrl {
			u.fail("duplicate control escape")
			return 0, false
		}
		ctrl = true
		if u.at < len(u.src) && u.src[u.at] < utf8.RuneSelf {
			c = u.src[u.at]
			u.at++
			if c == '\\' {
				goto again
			}
			code = int(c)
			break
		}
		u.fail("too short control escape")
		return 0, false
	default:
		u.fail("unexpected escape sequence")
		return 0, false
	}
	if code > 0xff {
		u.fail("invalid escape code")
		return 0, false
	}
	if ctrl {
		code &= 0x1f
	}
	if meta {
		code |= 0x80
	}
	return byte(code), true
}

// unicode reads what follows \u.
func (u *unescaper) unicode() {
	if u.at >= len(u.src) {
		u.fail("too short escape sequence")
		return
	}
	if u.src[u.at] != '{' {
		digits := u.src[u.at:min(u.at+4, len(u.src))]
		v, n := scanNumber(digits, 16)
		if n != 4 {
			u.fail("invalid Unicode escape")
			return
		}
		u.at += n
		u.writeRune(v)
		return
	}
	u.at++
	some := false
	for u.skipSpace(); u.at < len(u.src); u.skipSpace() {
		v, n := scanNumber(u.src[u.at:], 16)
		if n == 0 {
			break
		}
		if n > 6 {
			u.fail("invalid Unicode range")
			return
		}
		u.at += n
		some = true
		if !u.writeRune(v) {
			return
		}
	}
	if !some || u.at >= len(u.src) || u.src[u.at] != '}' {
		u.fail("invalid Unicode list")
		return
	}
	u.at++
}

func (u *unescaper) skipSpace() {
	for u.at < len(u.src) && strings.IndexByte(" \t\n\v\f\r", u.src[u.at]) >= 0 {
		u.at++
	}
}

func (u *unescaper) writeRune(v int) bool {
	if v > maxRune || v >= 0xd800 && v <= 0xdfff {
		u.fail("invalid Unicode range")
		return false
	}
	if v < utf8.RuneSelf {
		u.out.WriteString(`\x`)
		if v < 16 {
			u.out.WriteByte('0')
		}
		u.out.WriteString(strings.ToUpper(strconv.FormatInt(int64(v), 16)))
		return true
	}
	u.out.WriteRune(rune(v))
	return true
}

// scanNumber reads the digits that s starts with and says how many these are.
// Values stop growing at 1<<40.
func scanNumber(s string, base int) (v, n int) {
	for n < len(s) {
		d := 99
		switch c := s[n]; {
		case c >= '0' && c <= '9':
			d = int(c - '0')
		case c >= 'a' && c <= 'f':
			d = int(c-'a') + 10
		case c >= 'A' && c <= 'F':
			d = int(c-'A') + 10
		}
		if d >= base {
			break
		}
		v = min(v*base+d, 1<<40)
		n++
	}
	return v, n
}
