package grammar

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// heredocTag is what @(...) says.
type heredocTag struct {
	end, syntax  string
	interpolated bool
	escapes      escapeSet
}

// heredoc scans @(TAG) and the text that belongs to it, which begins on the
// next line, behind the texts of heredocs that stand before it on the same
// line. The tokens of the text follow that of the tag.
//
// puppet: heredoc_support.rb
func (s *scanner) heredoc() {
	start := s.pos
	i := strings.IndexByte(s.text[s.pos:], ')')
	if i < 0 {
		s.unmatched()
		s.fail(s.pos, issue.HeredocUnclosedParenthesis.Error(s.followedBy()))
		return
	}
	s.pos += i + 1
	tag, ok := s.parseTag(s.text[start:s.pos])
	if !ok {
		return
	}
	s.emit(tokHeredoc, tag.syntax, start)
	behind := s.pos

	textStart := s.jump
	if textStart == 0 {
		i := strings.IndexByte(s.text[s.pos:], '\n')
		if i < 0 {
			s.unmatched()
			s.fail(s.pos, issue.HeredocWithoutText.Error())
			return
		}
		textStart = s.pos + i + 1
	}
	for i := textStart; i < len(s.text); {
		next := len(s.text)
		if j := strings.IndexByte(s.text[i:], '\n'); j >= 0 {
			next = i + j + 1
		}
		if end, ok := endLine(s.text[i:next], tag.end); ok {
			s.jump = next
			s.pos = behind
			s.heredocText(tag, s.text[textStart:i], textStart, end)
			return
		}
		i = next
	}
	s.fail(textStart, issue.HeredocWithoutEndTaggedLine.Error())
}

// parseTag reads "@(" endtag [":" syntax] ["/" escapes] ")".
func (s *scanner) parseTag(text string) (heredocTag, bool) {
	for {
		// A broken specification may hold a proper one.
		i := strings.Index(text, "@(")
		if i < 0 {
			s.fail(s.pos, issue.HeredocInvalidSyntax.Error())
			return heredocTag{}, false
		}
		text = text[i+2:]
		end, syntax, escapes, ok := splitTag(text[:len(text)-1])
		if !ok {
			continue
		}
		tag := heredocTag{syntax: syntax}
		tag.end = strings.Trim(end, rubySpace)
		if n := len(tag.end); n >= 2 && tag.end[0] == '"' && tag.end[n-1] == '"' {
			tag.interpolated = true
			tag.end = strings.Trim(tag.end[1:n-1], rubySpace)
		}
		if tag.end == "" {
			s.fail(s.pos, issue.HeredocEmptyEndtag.Error())
			return tag, false
		}
		tag.escapes, ok = s.heredocEscapes(escapes)
		return tag, ok
	}
}

// rubySpace is what Ruby's String#strip removes.
const rubySpace = "\t\v\f \x00"

// heredocEscapes reads the escapes of a tag, which a slash precedes.
func (s *scanner) heredocEscapes(text string) (escapeSet, bool) {
	if text == "" {
		return 0, true
	}
	text = text[1:]
	if text == "" {
		text = "trnsuL$"
	}
	for i := range text {
		if strings.IndexByte(text[i+1:], text[i]) >= 0 {
			s.fail(s.pos, issue.HeredocMultipleAtEscapes.Error(strings.Split(text, "")))
			return 0, false
		}
	}
	set := escBackslash
	for i := range text {
		switch text[i] {
		case 't':
			set |= escT
		case 'r':
			set |= escR
		case 'n':
			set |= escN
		case 's':
			set |= escS
		case 'u':
			set |= escU
		case '$':
			set |= escDollar
		case 'L':
			set |= escLine
		default:
			s.fail(s.pos, issue.HeredocInvalidEscape.Error(text[i:i+1]))
			return 0, false
		}
	}
	return set, true
}

// splitTag parts what stands between the parentheses. The escapes keep their slash.
func splitTag(body string) (end, syntax, escapes string, ok bool) {
	i := strings.IndexAny(body, ":/\r\n")
	if i < 0 {
		i = len(body)
	}
	if i == 0 {
		return "", "", "", false
	}
	end, rest := body[:i], body[i:]
	if strings.HasPrefix(rest, ":") {
		rest = trimBlankLeft(rest[1:])
		n := 0
		for n < len(rest) && (isWord(rest[n]) || rest[n] == '+') {
			n++
		}
		if n < 2 || rest[0] < 'a' || rest[0] > 'z' {
			return "", "", "", false
		}
		syntax, rest = rest[:n], trimBlankLeft(rest[n:])
	}
	if strings.HasPrefix(rest, "/") {
		n := 1
		for n < len(rest) && (isWord(rest[n]) || rest[n] == '$') {
			n++
		}
		escapes, rest = rest[:n], trimBlankLeft(rest[n:])
	}
	return end, syntax, escapes, rest == ""
}

func isBlank(r rune) bool {
	return r == ' ' || r == '\t' || r >= utf8.RuneSelf && unicode.Is(unicode.Zs, r)
}

func trimBlankLeft(text string) string  { return strings.TrimLeftFunc(text, isBlank) }
func trimBlankRight(text string) string { return strings.TrimRightFunc(text, isBlank) }

// heredocEnd is what the line with the end tag says.
type heredocEnd struct {
	margin     string // the text before the bar
	hasMargin  bool   // |
	chompBreak bool   // -
}

// endLine reads a line that may end a heredoc: blanks, an optional bar, an
// optional hyphen, the tag. As in Puppet the line may begin with other text.
func endLine(line, tag string) (end heredocEnd, ok bool) {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	line, ok = strings.CutSuffix(trimBlankRight(line), tag)
	if !ok {
		return end, false
	}
	before := trimBlankRight(line)
	if rest, found := strings.CutSuffix(before, "-"); found {
		end.chompBreak = true
		line, before = rest, trimBlankRight(rest)
	}
	if rest, found := strings.CutSuffix(before, "|"); found {
		end.hasMargin = true
		line, before = rest, trimBlankRight(rest)
	}
	end.margin = line[len(before):]
	return end, true
}

// heredocText scans the text of a heredoc, which begins at offset start.
func (s *scanner) heredocText(tag heredocTag, raw string, start int, end heredocEnd) {
	text := raw
	place := func(off int) source.Pos { return s.at(start + off) }
	if end.hasMargin && end.margin != "" {
		text, place = s.dropMargin(raw, start, end.margin)
	}
	if end.chompBreak {
		text = strings.TrimSuffix(text, "\n")
		if len(text) > 0 {
			text = strings.TrimSuffix(text, "\r")
		}
	}
	sub := &scanner{file: s.file, text: text, place: place, lexis: s.lexis, escapes: tag.escapes,
		eppOpenAt: -1, out: s.out}
	if !tag.interpolated {
		sub.pos = len(text)
		value := text
		if tag.escapes != 0 && strings.IndexByte(text, '\\') >= 0 {
			value = sub.unescape(text, false)
			if s.out.failure != nil {
				s.resume, s.pos = s.pos, len(s.text)
			}
		}
		sub.emit(tokString, value, 0)
		return
	}
	sub.interpolated(0, false)
	if s.out.failure != nil {
		s.resume, s.pos = s.pos, len(s.text)
	}
}

// dropMargin removes the margin from each line that has it. Lines with text in
// the margin stay as they are. The function returned maps an offset in the
// result to a place: as in Puppet, offset 0 is before the margin.
func (s *scanner) dropMargin(raw string, start int, margin string) (string, func(int) source.Pos) {
	var b strings.Builder
	b.Grow(len(raw))
	type cut struct{ off, removed int } // from off on, so many bytes are gone
	var cuts []cut
	removed := 0
	for len(raw) > 0 {
		line := raw
		if i := strings.IndexByte(raw, '\n'); i >= 0 {
			line = raw[:i+1]
		}
		raw = raw[len(line):]
		if strings.HasPrefix(line, margin) {
			line = line[len(margin):]
			removed += len(margin)
			cuts = append(cuts, cut{b.Len(), removed})
		}
		b.WriteString(line)
	}
	return b.String(), func(off int) source.Pos {
		if off == 0 {
			return s.at(start)
		}
		i := sort.Search(len(cuts), func(i int) bool { return cuts[i].off > off })
		if i == 0 {
			return s.at(start + off)
		}
		return s.at(start + off + cuts[i-1].removed)
	}
}
