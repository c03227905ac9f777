package rubyfmt

import (
	"encoding/base64"
	"strings"
)

// VersionCompare is Puppet's versioncmp: -1, 0 or 1. Runs of digits are
// compared as numbers unless one starts with 0, other runs without case.
// puppet: util/package.rb
func VersionCompare(a, b string, ignoreTrailingZeroes bool) int {
	if ignoreTrailingZeroes {
		a, b = trimZeroes(a), trimZeroes(b)
	}
	x, y := a, b
	for x != "" && y != "" {
		var s, t string
		s, x = versionPart(x)
		t, y = versionPart(y)
		switch {
		case s == t:
			continue
		case s == "-":
			return -1
		case t == "-":
			return 1
		case s == ".":
			return -1
		case t == ".":
			return 1
		}
		if isDigit(s[0]) && isDigit(t[0]) {
			if s[0] == '0' || t[0] == '0' || len(s) == len(t) {
				return strings.Compare(s, t)
			}
			if len(s) < len(t) {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToUpper(s), strings.ToUpper(t))
	}
	return strings.Compare(a, b)
}

// versionPart splits off the first part: one of - and ., digits, or other text.
func versionPart(s string) (part, rest string) {
	if s[0] == '-' || s[0] == '.' {
		return s[:1], s[1:]
	}
	i := 1
	digits := isDigit(s[0])
	for i < len(s) && s[i] != '-' && s[i] != '.' && isDigit(s[i]) == digits {
		i++
	}
	return s[:i], s[i:]
}

// trimZeroes drops the zeros and dots at the end of what is before the first dash.
func trimZeroes(v string) string {
	v = strings.TrimRight(v, "-")
	head, tail, ok := strings.Cut(v, "-")
	head = strings.TrimRight(head, ".0")
	if !ok {
		return head
	}
	return head + "-" + tail
}

func base64Strict(b []byte) string { return base64.StdEncoding.EncodeToString(b) }
