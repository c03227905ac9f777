package grammar

import (
	"bytes"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/issue"
)

// eppClose scans %> or -%> within code, then the literal text behind it.
// Behind -%> the rest of the line is dropped when it is blank.
//
// puppet: lexer2.rb, the handlers of % and -
func (s *scanner) eppClose(typ lexer.TokenType, n int) lexer.TokenType {
	start := s.pos
	s.pos += n
	if s.epp == eppExpr {
		s.emit(typ, s.text[start:s.pos], start)
	}
	if typ == tokEppEnd {
		s.epp = eppText
	}
	s.eppTextUntilTag(typ == tokEppEndTrim)
	return 0
}

// eppTextUntilTag scans literal text up to the next tag that opens code, or to
// the end of the template.
//
// puppet: epp_support.rb, EppScanner
func (s *scanner) eppTextUntilTag(skipLeading bool) {
	start := s.pos
	var buf []byte
	for s.pos < len(s.text) {
		i := strings.Index(s.text[s.pos:], "<%")
		part := s.text[s.pos:]
		if i >= 0 {
			part = part[:i+2]
		}
		s.pos += len(part)
		if skipLeading {
			part = dropBlankLine(part)
			skipLeading = false
		}
		atEnd := s.pos >= len(s.text)
		if buf == nil && (atEnd || s.text[s.pos] != '#' && s.text[s.pos] != '%') && !strings.Contains(part, "%%>") {
			// The usual case: one stretch of text, which needs no copy.
			s.endText(part, start)
			return
		}
		buf = append(buf, strings.ReplaceAll(part, "%%>", "%>")...)
		if atEnd {
			s.endText(string(buf), start)
			return
		}
		switch s.text[s.pos] {
		case '%':
			// <%% stands for <%, which has been taken already
			s.pos++
		case '#':
			buf = buf[:len(buf)-2]
			end, trimBefore, trimAfter := eppComment(s.text[s.pos:])
			if end < 0 {
				s.fail(s.pos, issue.EppUnbalancedComment.Error())
				return
			}
			s.pos += end
			if trimBefore {
				buf = bytes.TrimRight(buf, " \t")
			}
			skipLeading = trimAfter
		default:
			s.endText(string(buf), start)
			return
		}
	}
	// Text that ends with a comment or with <%% is lost in Puppet, and so is
	// it here: a template renders the same everywhere.
	s.eppOpenAt = -1
}

// endText ends a stretch of literal text: at the end of the template, or at a
// tag whose <% the text still has.
func (s *scanner) endText(text string, start int) {
	if s.pos >= len(s.text) {
		if strings.HasSuffix(text, "<%") {
			s.fail(s.pos, issue.EppUnbalancedExpression.Error())
			return
		}
		s.emit(tokRenderString, text, start)
		s.eppOpenAt = -1
		return
	}
	text = strings.TrimSuffix(text, "<%")
	switch s.text[s.pos] {
	case '-':
		s.pos++
		s.openCode(eppCode, strings.TrimRight(text, " \t"), start)
	case '=':
		s.pos++
		s.openCode(eppExpr, text, start)
	default:
		s.openCode(eppCode, text, start)
	}
}

// openCode switches to code. Empty text before it is not rendered, so that
// parameters can come first.
func (s *scanner) openCode(mode eppMode, text string, start int) {
	if text != "" {
		s.emit(tokRenderString, text, start)
	}
	if mode == eppExpr {
		end := s.pos
		s.pos = start
		s.emit(tokRenderExpr, "", start)
		s.pos = end
	}
	s.epp = mode
	s.eppOpenAt = s.pos
}

// eppComment finds the end of a comment whose # text begins with.
func eppComment(text string) (end int, trimBefore, trimAfter bool) {
	for i := 1; i < len(text); {
		j := strings.Index(text[i:], "%>")
		if j < 0 {
			return -1, false, false
		}
		i += j
		// %%> does not end a comment.
		if text[i-1] != '%' {
			return i + 2, text[1] == '-', text[i-1] == '-'
		}
		i++
	}
	return -1, false, false
}

// dropBlankLine removes the blanks at the start of text and the line break
// behind them.
//
// puppet: the pattern ^[ \t]*\r?(?:\n|\z)?, which also takes blanks that text follows
func dropBlankLine(text string) string {
	text = strings.TrimLeft(text, " \t")
	text = strings.TrimPrefix(text, "\r")
	return strings.TrimPrefix(text, "\n")
}
