package rubyfmt

import (
	"strings"
)

// ShellEscape is Shellwords.escape: one word of a Bourne shell.
func ShellEscape(s string) string {
	if s == "" {
		return "''"
	}
	b := make([]byte, 0, len(s)+8)
	for _, r := range s {
		switch {
		case r == '\n':
			b = append(b, "'\n'"...)
			continue
		case r < 0x80 && (isAlpha(byte(r)) || isDigit(byte(r)) || strings.IndexByte("_-.,:+/@", byte(r)) >= 0):
		default:
			b = append(b, '\\')
		}
		b = append(b, string(r)...)
	}
	return string(b)
}

// ShellJoin is Shellwords.join.
func ShellJoin(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = ShellEscape(w)
	}
	return strings.Join(out, " ")
}

// ShellSplit is Shellwords.split: words as a Bourne shell would split them,
// without expansions.
func ShellSplit(line string) ([]string, error) {
	words := []string{}
	unmatched := func() ([]string, error) { return nil, argumentError("Unmatched quote: %s", InspectString(line)) }
	var field []byte
	in := false
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case isSpace(c):
			if in {
				words = append(words, string(field))
				field, in = field[:0], false
			}
			i++
		case c == 0:
			return unmatched()
		case c == '\'':
			j := strings.IndexByte(line[i+1:], '\'')
			if j < 0 || strings.IndexByte(line[i+1:i+1+j], 0) >= 0 {
				return unmatched()
			}
			field, in = append(field, line[i+1:i+1+j]...), true
			i += j + 2
		case c == '"':
			i++
			in = true
			for {
				if i >= len(line) || line[i] == 0 {
					return unmatched()
				}
				if line[i] == '"' {
					i++
					break
				}
				if line[i] == '\\' {
					if i+1 >= len(line) || line[i+1] == 0 {
						return unmatched()
					}
					if strings.IndexByte("$`\"\\\n", line[i+1]) < 0 {
						field = append(field, '\\')
					}
					i++
				}
				field = append(field, line[i])
				i++
			}
		case c == '\\':
			in = true
			if i+1 < len(line) && line[i+1] != 0 {
				if line[i+1] == '\n' {
					field = append(field, '\\')
				}
				field = append(field, line[i+1])
				i += 2
			} else {
				field = append(field, '\\')
				i++
			}
		default:
			field, in = append(field, c), true
			i++
		}
	}
	if in {
		words = append(words, string(field))
	}
	return words, nil
}
