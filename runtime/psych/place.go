package psych

import "strings"

// place finds where Psych says that a problem is: at the start of the construct
// in which it was found. The library tells a line only, that of the construct
// counted from 0, or that of the problem when the construct is in the first line.
func place(msg string, line int, text string) (int, int) {
	lines := strings.Split(text, "\n")
	line = min(line, len(lines))
	at := func(offset int) (int, int) {
		n := strings.Count(text[:offset], "\n")
		return n + 1, len([]rune(text[strings.LastIndexByte(text[:offset], '\n')+1:offset])) + 1
	}
	in := func(needles ...string) (int, int) {
		l := lines[min(max(line, 1), len(lines))-1]
		for _, n := range needles {
			if i := strings.Index(l, n); i >= 0 {
				return max(line, 1), len([]rune(l[:i])) + 1 + len(n) - len(strings.TrimLeft(n, " :"))
			}
		}
		return max(line, 1), 1
	}
	switch {
	case strings.HasSuffix(msg, "while parsing a flow sequence"), strings.HasSuffix(msg, "while parsing a flow mapping"):
		if s := scanFlow(text); s.open >= 0 {
			return at(s.open)
		}
	case strings.HasSuffix(msg, "while parsing a flow node"):
		if s := scanFlow(text); s.gap >= 0 {
			return at(s.gap)
		}
	case strings.HasPrefix(msg, "found unexpected end of stream while scanning a quoted scalar"):
		if s := scanFlow(text); s.quote >= 0 {
			return at(s.quote)
		}
	case strings.HasSuffix(msg, "quoted scalar"):
		return in("\"", "'")
	case strings.HasSuffix(msg, "while parsing a block mapping"), strings.HasSuffix(msg, "while parsing a block collection"):
		return blockStart(lines, line)
	case strings.HasSuffix(msg, "while scanning a block scalar"):
		return in(": |", ": >", "- |", "- >", "|", ">")
	case strings.HasPrefix(msg, "found undefined tag handle"):
		return in("!")
	case strings.HasPrefix(msg, "block sequence entries"):
		return in(": -", "- ", "-")
	case strings.HasPrefix(msg, "mapping keys are"):
		return in(": ?", "?")
	case strings.HasPrefix(msg, "found a tab character that violates"):
		line--
		return in(": ")
	case strings.HasPrefix(msg, "found character that cannot start"):
		for _, c := range []string{"@", "`", "%", "\t"} {
			if l, col := in(": "+c, "- "+c, c); col > 1 || strings.HasPrefix(lines[l-1], c) {
				return l, col
			}
		}
	case strings.HasPrefix(msg, "mapping values are not allowed"):
		l := lines[min(max(line, 1), len(lines))-1]
		i := strings.Index(l, ": ")
		if i >= 0 {
			if j := strings.Index(l[i+1:], ": "); j >= 0 {
				i += 1 + j
			} else if strings.HasSuffix(l, ":") {
				i = len(l) - 1
			}
		} else {
			i = max(strings.LastIndexByte(l, ':'), 0)
		}
		return max(line, 1), len([]rune(l[:i])) + 1
	}
	l := lines[min(max(line, 1), len(lines))-1]
	return max(line, 1), len(l) - len(strings.TrimLeft(l, " ")) + 1
}

// blockStart is the start of the block that the line number stands for.
func blockStart(lines []string, line int) (int, int) {
	indent := func(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }
	blank := func(l string) bool {
		t := strings.TrimSpace(l)
		return t == "" || t[0] == '#' || t == "---" || strings.HasPrefix(t, "%")
	}
	column := func(l string) int {
		col := indent(l)
		for strings.HasPrefix(l[col:], "- ") {
			col = len(l) - len(strings.TrimLeft(l[col+2:], " "))
		}
		return col + 1
	}
	if line < len(lines) && !blank(lines[line]) {
		for i := line - 1; i >= 0; i-- {
			if blank(lines[i]) {
				continue
			}
			if p := lines[i]; indent(p) < indent(lines[line]) && (strings.HasSuffix(strings.TrimSpace(p), ":") || strings.HasSuffix(strings.TrimSpace(p), "-")) ||
				strings.HasPrefix(strings.TrimSpace(lines[line]), "- ") && indent(p) != indent(lines[line]) {
				return line + 1, column(lines[line])
			}
			break
		}
	}
	for i, l := range lines {
		if !blank(l) {
			return i + 1, indent(l) + 1
		}
	}
	return 1, 1
}

// flowState is what a scan over the text finds open at its end, as offsets or -1.
type flowState struct {
	open  int // the innermost bracket that is not closed
	gap   int // the first comma or bracket where a value was expected
	quote int // the quote that is not closed
}

func scanFlow(text string) flowState {
	s := flowState{-1, -1, -1}
	var stack []int
	expect := false // a value must come before the next comma
	for i := 0; i < len(text); i++ {
		c := text[i]
		start := i == 0 || strings.IndexByte(" \n\t[{,:", text[i-1]) >= 0
		switch {
		case (c == '"' || c == '\'') && start:
			s.quote = i
			for i++; i < len(text) && text[i] != c; i++ {
				if c == '"' && text[i] == '\\' {
					i++
				}
			}
			if i < len(text) {
				s.quote = -1
			}
			expect = false
		case c == '#' && start:
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case (c == '[' || c == '{') && (start || len(stack) > 0):
			stack = append(stack, i)
			expect = true
		case (c == ']' || c == '}') && len(stack) > 0:
			stack = stack[:len(stack)-1]
			expect = false
		case c == ',' && len(stack) > 0:
			if expect && s.gap < 0 {
				s.gap = i
			}
			expect = true
		case c != ' ' && c != '\n' && c != '\t' && c != '\r':
			expect = false
		}
	}
	if len(stack) > 0 {
		s.open = stack[len(stack)-1]
	}
	return s
}
