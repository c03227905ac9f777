package pcore

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"bunraku/runtime/values"
)

// SemVerType is SemVer['range', ...]: the versions that are in one of the ranges.
type SemVerType struct {
	base
	Ranges []*VersionRange
}

// SemVer is SemVer.
var SemVer = newSemVer(nil)

func newSemVer(rs []*VersionRange) *SemVerType {
	if len(rs) > 1 {
		rs = mergeVersionRanges(rs)
	}
	t := &SemVerType{Ranges: rs}
	t.cell.T = t
	return t
}

// Name is SemVer.
func (t *SemVerType) Name() string { return "SemVer" }

// Check reports whether v is an instance.
func (t *SemVerType) Check(v values.Value) bool {
	if v.Kind() != values.KindSemVer {
		return false
	}
	if len(t.Ranges) == 0 {
		return true
	}
	for _, r := range t.Ranges {
		if r.Includes(v.AsSemVer()) {
			return true
		}
	}
	return false
}

func (t *SemVerType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*SemVerType)
	if !ok {
		return false
	}
	if len(t.Ranges) == 0 {
		return true
	}
	if len(u.Ranges) == 0 {
		return false
	}
	for _, r := range u.Ranges {
		covered := false
		for _, s := range t.Ranges {
			covered = covered || r.coveredBy(s)
		}
		if !covered {
			return false
		}
	}
	return true
}

func (t *SemVerType) write(p *printer) {
	p.text("SemVer")
	if len(t.Ranges) == 0 {
		return
	}
	p.text("[")
	for i, r := range t.Ranges {
		if i > 0 {
			p.text(", ")
		}
		p.text("'" + r.Text + "'")
	}
	p.text("]")
}

// ParseSemVer parses a semantic version.
func ParseSemVer(s string) (*values.SemVer, error) {
	v, ok := scanSemVer(s)
	if !ok {
		return nil, fmt.Errorf("Unable to parse '%s' as a semantic version identifier", s)
	}
	for _, part := range strings.Split(v.Pre, ".") {
		if len(part) > 1 && part[0] == '0' && isDigits(part) {
			return nil, fmt.Errorf("Numeric pre-release identifiers MUST NOT contain leading zeroes")
		}
	}
	return v, nil
}

// scanSemVer reads the form of a version, without judging its pre-release.
func scanSemVer(s string) (*values.SemVer, bool) {
	s = strings.TrimSuffix(s, "\n")
	v := &values.SemVer{}
	main := s
	if i := strings.IndexAny(s, "-+"); i >= 0 {
		main = s[:i]
		rest := s[i:]
		if rest[0] == '-' {
			rest = rest[1:]
			pre := rest
			if j := strings.IndexByte(rest, '+'); j >= 0 {
				pre, rest = rest[:j], rest[j:]
			} else {
				rest = ""
			}
			if !isIdentifiers(pre) {
				return nil, false
			}
			v.Pre = pre
		}
		if rest != "" {
			if !isIdentifiers(rest[1:]) {
				return nil, false
			}
			v.Build = rest[1:]
		}
	}
	parts := strings.Split(main, ".")
	if len(parts) != 3 {
		return nil, false
	}
	for i, dst := range []*int64{&v.Major, &v.Minor, &v.Patch} {
		if !isDigits(parts[i]) || len(parts[i]) > 1 && parts[i][0] == '0' {
			return nil, false
		}
		n, err := strconv.ParseInt(parts[i], 10, 64)
		if err != nil {
			return nil, false
		}
		*dst = n
	}
	return v, true
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isIdentifiers reports whether s is dot-separated identifiers of a version.
func isIdentifiers(s string) bool {
	for _, part := range strings.Split(s, ".") {
		if part == "" {
			return false
		}
		for i := 0; i < len(part); i++ {
			c := part[i]
			if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-') {
				return false
			}
		}
	}
	return true
}

// SemVerText is a version as it is written.
func SemVerText(v *values.SemVer) string {
	if v.Major == math.MaxInt64 {
		return "Infinity.0.0"
	}
	b := strconv.AppendInt(nil, v.Major, 10)
	b = strconv.AppendInt(append(b, '.'), v.Minor, 10)
	b = strconv.AppendInt(append(b, '.'), v.Patch, 10)
	if v.Pre != "" {
		b = append(append(b, '-'), v.Pre...)
	}
	if v.Build != "" {
		b = append(append(b, '+'), v.Build...)
	}
	return string(b)
}

// CompareSemVer orders two versions by precedence: -1, 0 or 1. The build does not
// count.
func CompareSemVer(a, b *values.SemVer) int {
	for _, d := range [...][2]int64{{a.Major, b.Major}, {a.Minor, b.Minor}, {a.Patch, b.Patch}} {
		switch {
		case d[0] < d[1]:
			return -1
		case d[0] > d[1]:
			return 1
		}
	}
	switch {
	case a.Pre == b.Pre:
		return 0
	case a.Pre == "":
		return 1
	case b.Pre == "":
		return -1
	}
	as, bs := strings.Split(a.Pre, "."), strings.Split(b.Pre, ".")
	for i := range as {
		if i >= len(bs) {
			return 1
		}
		if c := comparePrePart(as[i], bs[i]); c != 0 {
			return c
		}
	}
	if len(as) < len(bs) {
		return -1
	}
	return 0
}

func comparePrePart(a, b string) int {
	an, bn := isDigits(a), isDigits(b)
	switch {
	case an && !bn:
		return -1
	case !an && bn:
		return 1
	case an && len(a) != len(b):
		if len(a) < len(b) {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

var (
	minVersion = &values.SemVer{}
	maxVersion = &values.SemVer{Major: math.MaxInt64} // above all others
)
