package values

import "unsafe"

// Regexp is a regular expression as it was written, with Ruby's option bits
// (1 ignore case, 2 extended, 4 multi-line).
type Regexp struct {
	Source  string
	Options uint8
	// Compiled is the program of package regexp, made by whoever builds the
	// value; values does not look at it.
	Compiled any
}

// RegexpValue makes a value of a regexp.
func RegexpValue(r *Regexp) Value { return pointer(KindRegexp, unsafe.Pointer(r)) }

// Timestamp is a point in time: seconds and nanoseconds since 1970 in UTC.
type Timestamp struct {
	Sec  int64
	Nsec int32
}

// TimestampValue makes a value of a timestamp.
func TimestampValue(t Timestamp) Value { return pointer(KindTimestamp, unsafe.Pointer(&t)) }

// Timespan is a duration in nanoseconds, possibly negative.
type Timespan struct{ Nanos int64 }

// TimespanValue makes a value of a time span.
func TimespanValue(t Timespan) Value { return pointer(KindTimespan, unsafe.Pointer(&t)) }

// SemVer is a semantic version 2.0. An empty Pre or Build is an absent one.
type SemVer struct {
	Major, Minor, Patch int64
	Pre, Build          string
}

// SemVerValue makes a value of a version.
func SemVerValue(v *SemVer) Value { return pointer(KindSemVer, unsafe.Pointer(v)) }

// Equal compares all parts; the build takes no part in order but in equality.
func (v *SemVer) Equal(w *SemVer) bool { return *v == *w }

// SemVerRange is a set of versions in the syntax of node-semver.
type SemVerRange struct {
	Text string // as written
	// Comparators is the parsed form; see package pcore.
	Comparators any
}

// SemVerRangeValue makes a value of a version range.
func SemVerRangeValue(r *SemVerRange) Value { return pointer(KindSemVerRange, unsafe.Pointer(r)) }

// Equal compares the versions that the ranges hold, or the text where they are not
// parsed.
func (r *SemVerRange) Equal(s *SemVerRange) bool {
	if c, ok := r.Comparators.(interface{ SameVersions(other any) bool }); ok && s.Comparators != nil {
		return c.SameVersions(s.Comparators)
	}
	return r.Text == s.Text
}

// URI is a URI taken apart.
type URI struct {
	Text string
	// The parts; those that are not there are empty, and Port is negative.
	Scheme, UserInfo, Host, Path, Query, Fragment, Opaque string
	Port                                                  int
}

// URIValue makes a value of a URI.
func URIValue(u *URI) Value { return pointer(KindURI, unsafe.Pointer(u)) }

// Equal compares the parts; the case of scheme and host does not count, and no path
// after a host is the path /.
func (u *URI) Equal(w *URI) bool {
	if u.Text == w.Text {
		return true
	}
	return EqualFold(u.Scheme, w.Scheme) && EqualFold(u.Host, w.Host) && u.Port == w.Port && u.path() == w.path() &&
		u.UserInfo == w.UserInfo && u.Query == w.Query && u.Fragment == w.Fragment && u.Opaque == w.Opaque
}

func (u *URI) path() string {
	if u.Path == "" && u.Host != "" {
		return "/"
	}
	return u.Path
}
