package grammar

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/issue"
)

// variable scans $name. A dollar sign alone is a variable without a name,
// which the validator rejects.
func (s *scanner) variable() lexer.TokenType {
	start := s.pos
	s.pos++
	if n := variableName(s.text[s.pos:]); n > 0 {
		s.pos += n
		s.matchStart, s.matchEnd = start, s.pos
		return s.emit(tokVariable, s.text[start+1:s.pos], start)
	}
	s.unmatched()
	return s.emit(tokVariable, "", start)
}

// variableName is the length of the variable name that text begins with.
// puppet: interpolation_support.rb, PATTERN_VARIABLE
func variableName(text string) int {
	i := 0
	if strings.HasPrefix(text, "::") {
		i = 2
	}
	for {
		j := i
		for j < len(text) && isWord(text[j]) {
			j++
		}
		if j == i {
			break
		}
		i = j
		if j+2 < len(text) && text[j] == ':' && text[j+1] == ':' && isWord(text[j+2]) {
			i = j + 2
			continue
		}
		return i
	}
	return 0
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 'A' && c <= 'Z'
}

// bareWord scans a name, a keyword or a bare word that begins at the current
// position, which a leading :: may precede.
func (s *scanner) bareWord(start int) lexer.TokenType {
	text, i, isName := s.text, s.pos, true
	for {
		if text[i] == '_' {
			isName = false
		}
		last := i // offset of the last character that can end the segment
		j := i + 1
		for j < len(text) {
			if isWord(text[j]) {
				last = j
			} else if text[j] != '-' || s.lexis.noHyphen {
				break
			}
			j++
		}
		if isName && last > i && strings.IndexByte(text[i:last], '-') >= 0 {
			isName = false
		}
		i = last + 1
		if i+2 < len(text) && text[i] == ':' && text[i+1] == ':' && (text[i+2] >= 'a' && text[i+2] <= 'z' || text[i+2] == '_') {
			i += 2
			continue
		}
		break
	}
	s.pos = i
	s.matchStart, s.matchEnd = start, i
	word := text[start:i]
	if !isName {
		return s.emit(tokWord, word, start)
	}
	if len(word) <= len("function") {
		if kw := keyword(word); kw != 0 {
			return s.emit(kw, word, start)
		}
	}
	return s.emit(tokName, word, start)
}

// qualified scans ::name or ::Name.
func (s *scanner) qualified() lexer.TokenType {
	start := s.pos
	c := s.peek(2)
	switch {
	case c >= 'A' && c <= 'Z':
		s.pos += 2
		s.pos = classRefEnd(s.text, s.pos)
		s.matchStart, s.matchEnd = start, s.pos
		if strings.HasPrefix(s.text[s.pos:], "::") {
			s.fail(s.pos+3, issue.IllegalFullyQualifiedClassReference.Error())
		}
		return s.emit(tokClassRef, s.text[start:s.pos], start)
	case c >= 'a' && c <= 'z' || c == '_':
		s.pos += 2
		return s.bareWord(start)
	}
	s.pos += 2
	s.unmatched()
	s.fail(s.pos, issue.IllegalFullyQualifiedName.Error())
	return 0
}

func (s *scanner) classRef() lexer.TokenType {
	start := s.pos
	s.pos = classRefEnd(s.text, s.pos)
	s.matchStart, s.matchEnd = start, s.pos
	if strings.HasPrefix(s.text[s.pos:], "::") {
		s.fail(s.pos+1, issue.IllegalClassReference.Error())
	}
	return s.emit(tokClassRef, s.text[start:s.pos], start)
}

// classRefEnd is where the capitalised name ends whose first segment begins at i.
func classRefEnd(text string, i int) int {
	for {
		for i < len(text) && isWord(text[i]) {
			i++
		}
		if i+2 < len(text) && text[i] == ':' && text[i+1] == ':' && text[i+2] >= 'A' && text[i+2] <= 'Z' {
			i += 2
			continue
		}
		return i
	}
}
