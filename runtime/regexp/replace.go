package regexp

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// ErrReplacement is what Ruby says of \k< without an end.
var ErrReplacement = errors.New("invalid group name reference format")

// An UndefinedGroupError is Ruby's IndexError for \k<name> in a replacement.
type UndefinedGroupError struct{ Name string }

func (e *UndefinedGroupError) Error() string {
	return "undefined group name reference: " + e.Name
}

// Each calls f with the offsets of each match in s, as String#scan finds them, until f
// says no. The slice is only valid during the call.
func (re *Regexp) Each(s string, f func(caps []int32) bool) error {
	var buf [16]int32
	caps := buf[:]
	if n := re.CapLen(); n > len(caps) {
		caps = make([]int32, n)
	} else {
		caps = caps[:n]
	}
	for at := 0; at <= len(s); {
		ok, err := re.Match(s, at, caps)
		if err != nil || !ok {
			return err
		}
		begin, end := int(caps[0]), int(caps[1])
		if !f(caps) {
			return nil
		}
		if begin == end {
			if end == len(s) {
				return nil
			}
			end += runeSize(s, end)
		}
		if end <= at {
			// With \K in a look-behind a match may end where the search began and
			// still hold something. Ruby goes in circles then.
			end = at + 1
			for end < len(s) && !utf8.RuneStart(s[end]) {
				end++
			}
		}
		at = end
	}
	return nil
}

// Replace is String#gsub, or String#sub without all: matches give way to replacement,
// in which \0 and \& stand for the match, \1 to \9 and \k<name> for groups, \` and \'
// for what is before and behind the match, and \\ for a backslash.
func (re *Regexp) Replace(s, replacement string, all bool) (string, error) {
	plain := strings.IndexByte(replacement, '\\') < 0
	return re.replace(s, all, func(out []byte, caps []int32) ([]byte, error) {
		if plain {
			return append(out, replacement...), nil
		}
		return re.expand(out, replacement, s, caps)
	})
}

// ReplaceFunc is String#gsub, or sub, with a block: each match gives way to what f
// makes of it.
func (re *Regexp) ReplaceFunc(s string, all bool, f func(caps []int32) (string, error)) (string, error) {
	return re.replace(s, all, func(out []byte, caps []int32) ([]byte, error) {
		text, err := f(caps)
		return append(out, text...), err
	})
}

func (re *Regexp) replace(s string, all bool, f func([]byte, []int32) ([]byte, error)) (string, error) {
	var out []byte
	done := 0
	any := false
	var failed error
	err := re.Each(s, func(caps []int32) bool {
		if !any {
			any = true
			out = make([]byte, 0, len(s)+16)
		}
		if begin := int(caps[0]); begin > done {
			out = append(out, s[done:begin]...)
		}
		if out, failed = f(out, caps); failed != nil {
			return false
		}
		done = int(caps[1])
		return all
	})
	if err = errors.Join(err, failed); err != nil {
		if failed != nil {
			err = failed
		}
		return "", err
	}
	if !any {
		return s, nil
	}
	return string(append(out, s[done:]...)), nil
}

// expand appends a replacement with its escapes resolved.
func (re *Regexp) expand(out []byte, repl, s string, caps []int32) ([]byte, error) {
	group := func(g int) {
		if 2*g+1 < len(caps) && caps[2*g] >= 0 {
			out = append(out, s[caps[2*g]:caps[2*g+1]]...)
		}
	}
	for {
		i := strings.IndexByte(repl, '\\')
		if i < 0 || i+1 == len(repl) {
			return append(out, repl...), nil
		}
		out = append(out, repl[:i]...)
		c := repl[i+1]
		rest := repl[i+2:]
		switch c {
		case '1', '2', '3', '4', '5', '6', '7', '8', '9':
			// Numbers mean nothing where groups have names.
			if len(re.names) == 0 {
				group(int(c - '0'))
			}
		case '0', '&':
			group(0)
		case '`':
			out = append(out, s[:caps[0]]...)
		case '\'':
			out = append(out, s[caps[1]:]...)
		case '\\':
			out = append(out, '\\')
		case 'k':
			if !strings.HasPrefix(rest, "<") {
				out = append(out, '\\', 'k')
				break
			}
			name, after, found := strings.Cut(rest[1:], ">")
			if !found {
				return nil, ErrReplacement
			}
			g, ok := re.lastSet(name, caps)
			if !ok {
				return nil, &UndefinedGroupError{name}
			}
			group(g)
			rest = after
		default:
			out = append(out, '\\')
			if c < utf8.RuneSelf {
				out = append(out, c)
			} else {
				rest = repl[i+1:]
			}
		}
		repl = rest
	}
}

// lastSet is the last of the groups of that name that took part in a match, or the
// last one.
func (re *Regexp) lastSet(name string, caps []int32) (int, bool) {
	groups := re.groups[name]
	if len(groups) == 0 {
		return 0, false
	}
	for i := len(groups) - 1; i >= 0; i-- {
		if g := groups[i]; 2*g < len(caps) && caps[2*g] >= 0 {
			return g, true
		}
	}
	return groups[len(groups)-1], true
}

// Scan is String#scan: the texts of all matches or, if the pattern has groups, the
// texts of the groups of each match. Groups that took no part are nil.
func (re *Regexp) Scan(s string) ([][]*string, error) {
	var all [][]*string
	err := re.Each(s, func(caps []int32) bool {
		first := 2
		if len(caps) == 2 {
			first = 0
		}
		row := make([]*string, 0, (len(caps)-first)/2)
		for i := first; i < len(caps); i += 2 {
			var text *string
			if caps[i] >= 0 {
				t := s[caps[i]:caps[i+1]]
				text = &t
			}
			row = append(row, text)
		}
		all = append(all, row)
		return true
	})
	return all, err
}
