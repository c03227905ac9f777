package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tags is a set of tags in the order of their addition. Sets are small, so they
// are searched; a tag is one string of the catalog's table, so that equal tags
// mostly share their bytes.
type Tags struct{ list []string }

// List are the tags in order; the caller must not change them.
func (t *Tags) List() []string { return t.list }

// Has reports whether a tag (in lower case) is in the set.
func (t *Tags) Has(tag string) bool {
	for _, s := range t.list {
		if s == tag {
			return true
		}
	}
	return false
}

func (t *Tags) insert(tag string) bool {
	if t.Has(tag) {
		return false
	}
	t.list = append(t.list, tag)
	return true
}

// add adds a tag and, when it is new and qualified, its segments. It reports
// whether the tag is valid; an invalid one is not added.
func (t *Tags) add(tag string) bool {
	tag = downcase(tag)
	if t.Has(tag) {
		return true
	}
	if !ValidTag(tag) {
		return false
	}
	t.list = append(t.list, tag)
	if strings.Contains(tag, "::") {
		t.addSegments(tag)
	}
	return true
}

// addSegments adds the parts of a qualified tag as Ruby's split gives them:
// empty ones at the end are left out.
func (t *Tags) addSegments(tag string) {
	tag = strings.TrimRight(tag, ":")
	for tag != "" {
		seg, rest, _ := strings.Cut(tag, "::")
		t.insert(seg)
		tag = rest
	}
}

// merge adds the tags of another set.
func (t *Tags) merge(o *Tags) {
	if len(o.list) == 0 {
		return
	}
	if t.list == nil {
		t.list = append(t.list, o.list...)
		return
	}
	for _, s := range o.list {
		t.insert(s)
	}
}

// ValidTag reports whether a string can be a tag: a letter, digit or
// underscore, then also `:`, `.` and `-`. A newline at the end is let through,
// as Puppet's expression does.
// puppet: util/tagging.rb
func ValidTag(s string) bool {
	s = strings.TrimSuffix(s, "\n")
	if s == "" {
		return false
	}
	for i, r := range s {
		switch {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_':
		case i > 0 && (r == ':' || r == '.' || r == '-'):
		case r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.Is(unicode.Nd, r) || unicode.Is(unicode.Nl, r)):
		default:
			return false
		}
	}
	return true
}

// downcase is Ruby's String#downcase; text without capitals is returned as it is.
func downcase(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf {
			return strings.ToLower(s)
		}
	}
	return s
}

func equalFold(a, b string) bool { return len(a) == len(b) && strings.EqualFold(a, b) }
