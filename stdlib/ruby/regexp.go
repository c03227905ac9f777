package ruby

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

type regexpKey struct {
	source string
	opts   regexp.Options
}

// compiled caches regexps that are made at run time from strings. It is bounded:
// a manifest that builds endless patterns must not fill the memory.
var compiled = struct {
	sync.RWMutex
	m map[regexpKey]*regexp.Regexp
}{m: map[regexpKey]*regexp.Regexp{}}

const maxCompiled = 4096

// Compile is Regexp.compile, with a cache. The error has Ruby's text.
func Compile(source string, opts regexp.Options) (*regexp.Regexp, error) {
	key := regexpKey{source, opts}
	compiled.RLock()
	re := compiled.m[key]
	compiled.RUnlock()
	if re != nil {
		return re, nil
	}
	re, err := regexp.Compile(source, opts)
	if err != nil {
		return nil, err
	}
	compiled.Lock()
	if len(compiled.m) >= maxCompiled {
		clear(compiled.m)
	}
	compiled.m[key] = re
	compiled.Unlock()
	return re, nil
}

// RegexpOf is the program of a regexp value.
func RegexpOf(r *values.Regexp) (*regexp.Regexp, error) {
	if re, ok := r.Compiled.(*regexp.Regexp); ok {
		return re, nil
	}
	return Compile(r.Source, regexp.Options(r.Options))
}

func charLen(s string, i int) int {
	if i >= len(s) {
		return 1
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return n
}

// Split is String#split with a regexp and no limit.
// ruby: string.c, rb_str_split_m
func Split(s string, re *regexp.Regexp) ([]values.Value, error) {
	var out []values.Value
	var small [16]int32
	caps := capsFor(re, small[:])
	beg, start := 0, 0
	empty := false
	for {
		ok, err := re.Match(s, start, caps)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		from, to := int(caps[0]), int(caps[1])
		if start == from && from == to {
			if s == "" {
				out = append(out, values.EmptyString)
				break
			}
			if !empty {
				start += charLen(s, start)
				empty = true
				continue
			}
			out = append(out, values.String(s[beg:min(len(s), beg+charLen(s, beg))]))
			beg = start
		} else {
			out = append(out, values.String(s[beg:from]))
			beg, start = to, to
		}
		empty = false
		for i := 2; i+1 < len(caps); i += 2 {
			if caps[i] >= 0 {
				out = append(out, values.String(s[caps[i]:caps[i+1]]))
			}
		}
	}
	if len(s) > 0 && beg < len(s) {
		out = append(out, values.String(s[beg:]))
	}
	for len(out) > 0 && out[len(out)-1].AsString() == "" {
		out = out[:len(out)-1]
	}
	return out, nil
}

func capsFor(re *regexp.Regexp, small []int32) []int32 {
	if n := re.CapLen(); n > len(small) {
		return make([]int32, n)
	}
	return small[:re.CapLen()]
}

// Sub is String#sub, or String#gsub when global. replace gives the text for a
// match at caps.
func Sub(s string, re *regexp.Regexp, global bool, replace func(b []byte, caps []int32) []byte) (string, error) {
	var small [20]int32
	caps := capsFor(re, small[:])
	var b []byte
	last, start := 0, 0
	for start <= len(s) {
		ok, err := re.Match(s, start, caps)
		if err != nil {
			return "", err
		}
		if !ok {
			break
		}
		from, to := int(caps[0]), int(caps[1])
		b = append(b, s[last:from]...)
		b = replace(b, caps)
		last, start = to, to
		if from == to {
			n := charLen(s, to)
			if to < len(s) {
				b = append(b, s[to:to+n]...)
				last = to + n
			}
			start = to + n
		}
		if !global {
			break
		}
	}
	if b == nil && last == 0 {
		return s, nil
	}
	if last < len(s) {
		b = append(b, s[last:]...)
	}
	return string(b), nil
}

// Replace is sub or gsub with a replacement text and its escapes: \1 to \9, \0
// and \&, \k<name>, \` and \', \\.
func Replace(s string, re *regexp.Regexp, replacement string, global bool) (string, error) {
	if strings.IndexByte(replacement, '\\') < 0 {
		return Sub(s, re, global, func(b []byte, _ []int32) []byte { return append(b, replacement...) })
	}
	var bad error
	out, err := Sub(s, re, global, func(b []byte, caps []int32) []byte {
		b, err := expand(b, s, re, replacement, caps)
		if err != nil {
			bad = err
		}
		return b
	})
	if bad != nil {
		return "", bad
	}
	return out, err
}

func expand(b []byte, s string, re *regexp.Regexp, r string, caps []int32) ([]byte, error) {
	group := func(n int) {
		if 2*n+1 < len(caps) && caps[2*n] >= 0 {
			b = append(b, s[caps[2*n]:caps[2*n+1]]...)
		}
	}
	for i := 0; i < len(r); i++ {
		if r[i] != '\\' || i+1 == len(r) {
			b = append(b, r[i])
			continue
		}
		i++
		switch c := r[i]; {
		case c >= '1' && c <= '9':
			// Numbers mean nothing when groups have names.
			if len(re.Names()) == 0 {
				group(int(c - '0'))
			} else if n := int(c - '0'); n <= re.NumCaptures() {
				group(n)
			}
		case c == '0' || c == '&':
			group(0)
		case c == '`':
			b = append(b, s[:caps[0]]...)
		case c == '\'':
			b = append(b, s[caps[1]:]...)
		case c == '\\':
			b = append(b, '\\')
		case c == 'k' && i+1 < len(r) && r[i+1] == '<':
			j := strings.IndexByte(r[i:], '>')
			if j < 0 {
				b = append(b, '\\', 'k')
				continue
			}
			name := r[i+2 : i+j]
			if n, err := strconv.Atoi(name); err == nil && len(re.Names()) == 0 {
				group(n)
			} else {
				groups := re.GroupsNamed(name)
				if len(groups) == 0 {
					return b, &rubyfmt.Error{Class: "IndexError", Message: "undefined group name reference: " + name}
				}
				for k := len(groups) - 1; k >= 0; k-- {
					if caps[2*groups[k]] >= 0 || k == 0 {
						group(groups[k])
						break
					}
				}
			}
			i += j
		default:
			b = append(b, '\\', c)
		}
	}
	return b, nil
}

// ReplaceHash is sub or gsub with a hash: a match becomes its value, or nothing.
func ReplaceHash(s string, re *regexp.Regexp, h *values.Hash, global bool) (string, error) {
	return Sub(s, re, global, func(b []byte, caps []int32) []byte {
		if v, ok := h.GetString(s[caps[0]:caps[1]]); ok {
			b = append(b, rubyfmt.ToS(v)...)
		}
		return b
	})
}

// Scan calls f for every match of re in s, as String#scan does.
func Scan(s string, re *regexp.Regexp, f func(caps []int32)) error {
	caps := make([]int32, re.CapLen())
	for start := 0; start <= len(s); {
		ok, err := re.Match(s, start, caps)
		if err != nil || !ok {
			return err
		}
		f(caps)
		if start = int(caps[1]); caps[0] == caps[1] {
			start += charLen(s, start)
		}
	}
	return nil
}

// Groups are the texts of a match and its groups, undef for a group that took no
// part: MatchData#to_a.
func Groups(s string, caps []int32) []values.Value {
	out := make([]values.Value, len(caps)/2)
	for i := range out {
		if caps[2*i] >= 0 {
			out[i] = values.String(s[caps[2*i]:caps[2*i+1]])
		}
	}
	return out
}

// QuoteRegexp is Regexp.escape.
func QuoteRegexp(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '[', ']', '{', '}', '(', ')', '|', '-', '*', '.', '\\', '?', '+', '^', '$', '#', ' ':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\t':
			b.WriteString(`\t`)
		case '\f':
			b.WriteString(`\f`)
		case '\v':
			b.WriteString(`\v`)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
