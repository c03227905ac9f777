package ruby

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bunraku/runtime/values"
)

// IsASCII is String#ascii_only?.
func IsASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Upcase is String#upcase.
func Upcase(s string) string {
	if IsASCII(s) {
		return strings.ToUpper(s)
	}
	var b strings.Builder
	for _, r := range s {
		if u, ok := upperSpecial[r]; ok {
			b.WriteString(u)
		} else {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

// Downcase is String#downcase.
func Downcase(s string) string {
	if IsASCII(s) || !strings.ContainsRune(s, 'İ') {
		return strings.ToLower(s)
	}
	return strings.ToLower(strings.ReplaceAll(s, "İ", "i̇"))
}

// Capitalize is String#capitalize.
func Capitalize(s string) string {
	if s == "" {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	rest := Downcase(s[n:])
	if t, ok := titleSpecial[r]; ok {
		return t + rest
	}
	if r < utf8.RuneSelf {
		return strings.ToUpper(s[:1]) + rest
	}
	return string(unicode.ToTitle(r)) + rest
}

// Swapcase is String#swapcase.
func Swapcase(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsLower(r):
			b.WriteString(Upcase(string(r)))
		case unicode.IsUpper(r):
			b.WriteString(Downcase(string(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == 0 }

// Lstrip is String#lstrip.
func Lstrip(s string) string {
	for s != "" && isBlank(s[0]) {
		s = s[1:]
	}
	return s
}

// Rstrip is String#rstrip.
func Rstrip(s string) string {
	for s != "" && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// Strip is String#strip.
func Strip(s string) string { return Lstrip(Rstrip(s)) }

// Chomp is String#chomp.
func Chomp(s string) string {
	switch {
	case strings.HasSuffix(s, "\r\n"):
		return s[:len(s)-2]
	case strings.HasSuffix(s, "\n"), strings.HasSuffix(s, "\r"):
		return s[:len(s)-1]
	}
	return s
}

// Chop is String#chop.
func Chop(s string) string {
	if strings.HasSuffix(s, "\r\n") {
		return s[:len(s)-2]
	}
	_, n := utf8.DecodeLastRuneInString(s)
	return s[:len(s)-n]
}

// Chars is String#chars as values.
func Chars(s string) []values.Value {
	out := make([]values.Value, 0, len(s))
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		out = append(out, values.String(s[i:i+n]))
		i += n
	}
	return out
}

// Reverse is String#reverse.
func Reverse(s string) string {
	b := make([]byte, 0, len(s))
	for i := len(s); i > 0; {
		_, n := utf8.DecodeLastRuneInString(s[:i])
		b = append(b, s[i-n:i]...)
		i -= n
	}
	return string(b)
}
