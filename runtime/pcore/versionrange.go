package pcore

import (
	"fmt"
	"strconv"
	"strings"

	"bunraku/runtime/values"
)

// VersionRange is a set of versions as a union of intervals.
// puppet: gem semantic_puppet, version_range.rb
type VersionRange struct {
	Text      string // as it was written
	intervals []interval
}

// interval is the versions between two bounds. A pre-release is in it only when a
// bound with a pre-release has the same major, minor and patch.
type interval struct {
	lo, hi         *values.SemVer
	exLo, exHi     bool
	loSet, hiSet   bool // a bound was given that is not the least or greatest
	loTest, hiTest bool // the bound is one that admits pre-releases
	eq, all        bool
}

func allVersions() interval { return interval{lo: minVersion, hi: maxVersion, all: true} }
func gtVersion(v *values.SemVer) interval {
	return interval{lo: v, hi: maxVersion, exLo: true, loSet: true, loTest: true}
}
func geVersion(v *values.SemVer) interval {
	return interval{lo: v, hi: maxVersion, loSet: *v != *minVersion, loTest: true}
}
func ltVersion(v *values.SemVer) interval {
	return interval{lo: minVersion, hi: v, exHi: true, hiSet: true, hiTest: true}
}
func leVersion(v *values.SemVer) interval {
	return interval{lo: minVersion, hi: v, hiSet: *v != *maxVersion, hiTest: true}
}
func eqVersion(v *values.SemVer) interval {
	return interval{lo: v, hi: v, loSet: *v != *minVersion, hiSet: true, loTest: true, hiTest: true, eq: true}
}
func between(lo, hi *values.SemVer) interval { return join(geVersion(lo), ltVersion(hi)) }

// join takes the lower bound of one interval and the upper one of another.
func join(a, b interval) interval {
	return interval{lo: a.lo, exLo: a.exLo, loSet: a.loSet, loTest: a.loTest,
		hi: b.hi, exHi: b.exHi, hiSet: b.hiSet, hiTest: b.hiTest}
}

func (r interval) contains(v *values.SemVer) bool {
	if r.eq {
		return *r.lo == *v
	}
	lo, hi := CompareSemVer(v, r.lo), CompareSemVer(v, r.hi)
	return (r.all || !r.loTest || lo > 0 || lo == 0 && !r.exLo) && (r.all || !r.hiTest || hi < 0 || hi == 0 && !r.exHi)
}

func (r interval) admitsPre(v *values.SemVer) bool {
	same := func(b *values.SemVer) bool {
		return b.Pre != "" && b.Major == v.Major && b.Minor == v.Minor && b.Patch == v.Patch
	}
	return r.all || r.loTest && same(r.lo) || r.hiTest && same(r.hi)
}

// intersect is what both have in common.
func (r interval) intersect(s interval) (interval, bool) {
	if r.all {
		return s, true
	}
	c := CompareSemVer(r.lo, s.hi)
	if c > 0 || c == 0 && (r.exLo || s.exHi) {
		return r, false
	}
	if c == 0 {
		return eqVersion(r.lo), true
	}
	c = CompareSemVer(s.lo, r.hi)
	if c > 0 || c == 0 && (s.exLo || r.exHi) {
		return r, false
	}
	if c == 0 {
		return eqVersion(s.lo), true
	}
	lo, hi := r, r
	if c = CompareSemVer(r.lo, s.lo); c < 0 || c == 0 && !r.exLo {
		lo = s
	}
	if c = CompareSemVer(r.hi, s.hi); c > 0 || c == 0 && !r.exHi {
		hi = s
	}
	if !hi.hiSet {
		return lo, true
	}
	if !lo.loSet {
		return hi, true
	}
	return join(lo, hi), true
}

// merge is the union of both when that is one interval.
func (r interval) merge(s interval) (interval, bool) {
	if r.all {
		return r, true
	}
	if r.contains(s.lo) || s.contains(r.lo) {
		lo, hi := r, r
		if c := CompareSemVer(r.lo, s.lo); c > 0 || c == 0 && !s.exLo {
			lo = s
		}
		if c := CompareSemVer(r.hi, s.hi); c < 0 || c == 0 && !s.exHi {
			hi = s
		}
		return rebuild(lo.lo, lo.exLo, hi.hi, hi.exHi), true
	}
	touches := func(a, b interval) bool {
		if a.exHi {
			return !b.exLo && *a.hi == *b.lo
		}
		next := &values.SemVer{Major: a.hi.Major, Minor: a.hi.Minor, Patch: a.hi.Patch + 1}
		return !b.exLo && *next == *b.lo
	}
	if touches(r, s) {
		return rebuild(r.lo, r.exLo, s.hi, s.exHi), true
	}
	if touches(s, r) {
		return rebuild(s.lo, s.exLo, r.hi, r.exHi), true
	}
	return r, false
}

func rebuild(lo *values.SemVer, exLo bool, hi *values.SemVer, exHi bool) interval {
	a, b := geVersion(lo), leVersion(hi)
	if exLo {
		a = gtVersion(lo)
	}
	if exHi {
		b = ltVersion(hi)
	}
	r, _ := a.intersect(b)
	return r
}

func (r interval) String() string {
	if r.all {
		return "*"
	}
	if r.eq {
		return SemVerText(r.lo)
	}
	var parts []string
	if r.loTest {
		op := ">="
		if r.exLo {
			op = ">"
		}
		parts = append(parts, op+SemVerText(r.lo))
	}
	if r.hiTest {
		op := "<="
		if r.exHi {
			op = "<"
		}
		parts = append(parts, op+SemVerText(r.hi))
	}
	return strings.Join(parts, " ")
}

// newVersionRange merges the intervals that overlap; an empty text is derived.
func newVersionRange(intervals []interval, text string) *VersionRange {
	merged := true
	for len(intervals) > 1 && merged {
		merged = false
		var out []interval
		for len(intervals) > 0 {
			last := len(intervals) - 1
			x := intervals[last]
			var apart []interval
			for _, y := range intervals[:last] {
				if m, ok := x.merge(y); ok {
					x, merged = m, true
				} else {
					apart = append(apart, y)
				}
			}
			out = append(out, x)
			intervals = apart
		}
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
		intervals = out
	}
	if len(intervals) == 0 {
		intervals = []interval{ltVersion(minVersion)}
	}
	if text == "" {
		parts := make([]string, len(intervals))
		for i, r := range intervals {
			parts[i] = r.String()
		}
		text = strings.Join(parts, " || ")
	}
	return &VersionRange{Text: text, intervals: intervals}
}

// VersionRangeBetween is the range from lo to hi.
func VersionRangeBetween(lo, hi *values.SemVer, excludeHi bool) *VersionRange {
	a, b := geVersion(lo), leVersion(hi)
	// puppet: the text has its ends the wrong way round
	first := SemVerText(lo)
	if lo == minVersion {
		first += "-" // puppet: its least version has an empty pre-release
	}
	text := SemVerText(hi) + " - " + first
	if excludeHi {
		b = ltVersion(hi)
		text = ">=" + SemVerText(hi) + " <" + first
	}
	if r, ok := a.intersect(b); ok {
		return newVersionRange([]interval{r}, text)
	}
	return newVersionRange(nil, text)
}

// Value is the range as a value.
func (r *VersionRange) Value() values.Value {
	return values.SemVerRangeValue(&values.SemVerRange{Text: r.Text, Comparators: r})
}

// VersionRangeOf is the parsed form of a range value.
func VersionRangeOf(v values.Value) *VersionRange {
	sr := v.AsSemVerRange()
	if r, ok := sr.Comparators.(*VersionRange); ok {
		return r
	}
	r, err := ParseVersionRange(sr.Text)
	if err != nil {
		return newVersionRange(nil, sr.Text)
	}
	return r
}

// Includes reports whether v is in the range.
func (r *VersionRange) Includes(v *values.SemVer) bool {
	for _, i := range r.intervals {
		if i.contains(v) && (v.Pre == "" || i.admitsPre(v)) {
			return true
		}
	}
	return false
}

// Equal compares the intervals, not the text.
func (r *VersionRange) Equal(s *VersionRange) bool { return r.key() == s.key() }

// SameVersions reports whether other is a parsed range of the same intervals; it
// makes the equality of range values.
func (r *VersionRange) SameVersions(other any) bool {
	s, ok := other.(*VersionRange)
	return ok && r.Equal(s)
}

func (r *VersionRange) key() string {
	parts := make([]string, len(r.intervals))
	for i, x := range r.intervals {
		parts[i] = x.String()
	}
	return strings.Join(parts, " || ")
}

func (r *VersionRange) coveredBy(s *VersionRange) bool {
	if len(r.intervals) != 1 || len(s.intervals) != 1 {
		return false
	}
	a, b := r.intervals[0], s.intervals[0]
	c := CompareSemVer(b.hi, a.hi)
	return CompareSemVer(b.lo, a.lo) <= 0 && (c > 0 || c == 0 && (!b.exHi || a.exHi))
}

func mergeVersionRanges(rs []*VersionRange) []*VersionRange {
	var out []*VersionRange
	for len(rs) > 0 {
		last := len(rs) - 1
		x := rs[last]
		var apart []*VersionRange
		for _, y := range rs[:last] {
			if m := x.merge(y); m != nil {
				x = m
			} else {
				apart = append(apart, y)
			}
		}
		out = append(out, x)
		rs = apart
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// merge is the union of two ranges that are one interval each and touch.
// puppet: pops/types/p_sem_ver_range_type.rb, merge
func (r *VersionRange) merge(s *VersionRange) *VersionRange {
	if len(r.intervals) != 1 || len(s.intervals) != 1 {
		return nil
	}
	a, b := r.intervals[0], s.intervals[0]
	switch {
	case r.Includes(b.lo) || s.Includes(a.lo):
		lo, hi := a.lo, a.hi
		if CompareSemVer(b.lo, lo) < 0 {
			lo = b.lo
		}
		if CompareSemVer(b.hi, hi) > 0 {
			hi = b.hi
		}
		exclude := false
		if a.exHi {
			exclude = *hi == *a.hi && (CompareSemVer(hi, b.hi) > 0 || b.exHi)
		} else if b.exHi {
			exclude = *hi == *b.hi && (CompareSemVer(hi, a.hi) > 0 || a.exHi)
		}
		return VersionRangeBetween(lo, hi, exclude)
	case a.exHi && *a.hi == *b.lo:
		return VersionRangeBetween(a.lo, b.hi, b.exHi)
	case b.exHi && *b.hi == *a.lo:
		return VersionRangeBetween(b.lo, a.hi, a.exHi)
	}
	return nil
}

// partial is a version of which parts may be missing or x.
type partial struct {
	n          [3]int64
	given      int // how many leading parts are numbers
	pre, build string
}

func (p partial) version() *values.SemVer {
	return &values.SemVer{Major: p.n[0], Minor: p.n[1], Patch: p.n[2], Pre: p.pre, Build: p.build}
}

// ParseVersionRange parses a range in the syntax of node-semver.
func ParseVersionRange(text string) (*VersionRange, error) {
	bad := fmt.Errorf("Unparsable version range: \"%s\"", text)
	alternatives := splitOr(joinOperators(text))
	if len(alternatives) == 0 {
		return &VersionRange{Text: "*", intervals: []interval{allVersions()}}, nil
	}
	var out []interval
next:
	for _, alt := range alternatives {
		r, ok, found := parseAlternative(alt)
		if !ok {
			return nil, bad
		}
		if !found {
			continue // an intersection that is empty
		}
		for _, o := range out {
			if o.String() == r.String() {
				continue next
			}
		}
		out = append(out, r)
	}
	return newVersionRange(out, text), nil
}

// joinOperators takes away white space and a v between an operator and its version.
func joinOperators(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if strings.IndexByte("><=~^", s[i]) < 0 {
			continue
		}
		j := i + 1
		for j < len(s) && isSpaceByte(s[j]) {
			j++
		}
		// The pattern is `\s+` or else `\s*v`: white space alone wins.
		if j > i+1 {
			i = j - 1
		} else if j < len(s) && s[j] == 'v' {
			i = j
		}
	}
	return b.String()
}

func splitOr(s string) []string {
	parts := strings.Split(s, "||")
	for i := range parts {
		p := parts[i]
		if i > 0 {
			p = strings.TrimLeft(p, " \t\n\v\f\r")
		}
		if i < len(parts)-1 {
			p = strings.TrimRight(p, " \t\n\v\f\r")
		}
		parts[i] = p
	}
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

func parseAlternative(alt string) (r interval, ok, found bool) {
	words := strings.Fields(alt)
	if strings.HasPrefix(alt, " ") || len(words) == 0 {
		return r, false, false // Ruby's split gives an empty first word
	}
	if len(words) == 3 && words[1] == "-" {
		lo, ok1 := parsePartial(words[0])
		hi, ok2 := parsePartial(words[2])
		if ok1 && ok2 && !strings.HasSuffix(alt, " ") {
			r, found = geVersion(lo.version()).intersect(leVersion(hi.version()))
			return r, true, found
		}
	}
	found = true
	for i, w := range words {
		s, ok := parseSimple(w)
		if !ok {
			return r, false, false
		}
		if i == 0 {
			r = s
		} else if found {
			r, found = r.intersect(s)
		}
	}
	return r, true, found
}

func parseSimple(w string) (interval, bool) {
	op := ""
	for _, o := range [...]string{"<=", ">=", "~>", "~=", "<", ">", "=", "~", "^"} {
		if strings.HasPrefix(w, o) {
			op = o
			break
		}
	}
	p, ok := parsePartial(w[len(op):])
	if !ok {
		return interval{}, false
	}
	major, minor := p.n[0], p.n[1]
	next := func(major, minor int64) *values.SemVer { return &values.SemVer{Major: major, Minor: minor} }
	patchUpdates := func(exact bool) interval {
		switch p.given {
		case 0:
			return allVersions()
		case 1:
			return between(next(major, 0), next(major+1, 0))
		case 2:
			return between(next(major, minor), next(major, minor+1))
		}
		if exact {
			return eqVersion(p.version())
		}
		return between(p.version(), next(major, minor+1))
	}
	switch op {
	case "~", "~>", "~=":
		return patchUpdates(false), true
	case "^":
		if p.given == 0 {
			return allVersions(), true
		}
		if major == 0 {
			return patchUpdates(false), true
		}
		v := p.version()
		if p.given < 3 {
			v.Pre, v.Build = "", ""
		} else if v.Pre == "" {
			v.Build = ""
		}
		return between(v, next(major+1, 0)), true
	case ">":
		switch p.given {
		case 0:
			return ltVersion(minVersion), true
		case 1:
			return geVersion(next(major+1, 0)), true
		case 2:
			return geVersion(next(major, minor+1)), true
		}
		return gtVersion(p.version()), true
	case ">=":
		return geVersion(p.version()), true
	case "<":
		return ltVersion(p.version()), true
	case "<=":
		switch p.given {
		case 0:
			return allVersions(), true
		case 1:
			return ltVersion(next(major+1, 0)), true
		case 2:
			return ltVersion(next(major, minor+1)), true
		}
		return leVersion(p.version()), true
	}
	return patchUpdates(true), true
}

// parsePartial reads 1, 1.2, 1.x, 1.2.3-pre+build and the like.
func parsePartial(s string) (partial, bool) {
	var p partial
	main := s
	if i := strings.IndexAny(s, "-+"); i >= 0 {
		main = s[:i]
		rest := s[i:]
		if rest[0] == '-' {
			pre := rest[1:]
			rest = ""
			if j := strings.IndexByte(pre, '+'); j >= 0 {
				pre, rest = pre[:j], pre[j:]
			}
			if !isIdentifiers(pre) {
				return p, false
			}
			p.pre = pre
		}
		if rest != "" {
			if !isIdentifiers(rest[1:]) {
				return p, false
			}
			p.build = rest[1:]
		}
	}
	parts := strings.Split(main, ".")
	if len(parts) > 3 || len(parts) < 3 && main != s {
		return p, false
	}
	open := true
	for i, part := range parts {
		switch {
		case part == "x" || part == "X" || part == "*":
			open = false
		case isDigits(part) && (len(part) == 1 || part[0] != '0'):
			n, err := strconv.ParseInt(part, 10, 64)
			if err != nil {
				return p, false
			}
			p.n[i] = n
			if open {
				p.given = i + 1
			}
		default:
			return p, false
		}
	}
	return p, true
}
