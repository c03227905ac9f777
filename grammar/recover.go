package grammar

import (
	"github.com/alecthomas/participle/v2/lexer"
)

// resume says how to go on after an error in a list of statements.
type resume uint8

const (
	resumeStatement resume = iota // the next token begins a statement of the list
	resumeClose                   // the next token ends the list
	resumeUnwind                  // a definition begins that belongs to no list but the outermost
	resumeStop                    // the text ends, or enough errors were found
)

// recover reports the error that is on its way and moves to where parsing can
// go on: behind the statement that began at token start.
//
// Brackets that the statement opened have to be closed before another one can
// begin, so that a slip in the middle of a resource does not make errors of the
// rest of it. A definition in the first column begins anew whatever is open:
// most likely a closing brace before it is what is missing.
func (p *parser) recover(lex *lexer.PeekingLexer, start lexer.RawCursor, top bool) resume {
	p.errors = append(p.errors, p.failed)
	p.failed = nil
	lex.LoadCheckpoint(p.failedAt)
	if len(p.errors) >= p.opts.MaxErrors {
		p.stopped = true
		return resumeStop
	}
	var open brackets
	for i := start; i < lex.RawCursor(); i++ {
		if p.tokens[i].Type == tokHeredoc {
			// No statement begins inside of a heredoc's text: what follows its
			// tag comes after it among the tokens, and before it in the file.
			i = p.endOfHeredoc(i)
			for lex.RawCursor() <= i && !lex.Peek().EOF() {
				lex.Next()
			}
			continue
		}
		open.count(p.tokens[i].Type)
	}
	for moved := lex.RawCursor() > start; ; moved = true {
		t := lex.Peek()
		if t.EOF() {
			p.stopped = true
			return resumeStop
		}
		if t.Type == tokHeredoc {
			for end := p.endOfHeredoc(lex.RawCursor()); lex.RawCursor() <= end && !lex.Peek().EOF(); {
				lex.Next()
			}
			continue
		}
		if moved && p.firstOnLine(t) {
			switch t.Type {
			case tokClass, tokDefine, tokNode, tokFunction:
				if t.Pos.Offset == 0 || p.file.Text()[t.Pos.Offset-1] == '\n' {
					if top {
						return resumeStatement
					}
					p.failedAt = lex.MakeCheckpoint()
					return resumeUnwind
				}
			}
			if open.braces == 0 && (open.others == 0 && (in(t.Type, startsStatement) && t.Type != tokLBrace || t.Type == tokInvalid) || p.beginsStatement(lex)) {
				return resumeStatement
			}
		}
		if open.braces == 0 && t.Type == tokRBrace && !top {
			return resumeClose
		}
		open.count(t.Type)
		lex.Next()
	}
}

// endOfHeredoc is the last token of the heredoc that begins with token i.
func (p *parser) endOfHeredoc(i lexer.RawCursor) lexer.RawCursor {
	depth := 0
	for i++; int(i) < len(p.tokens); i++ {
		switch p.tokens[i].Type {
		case tokDQPre:
			depth++
		case tokDQPost:
			depth--
		}
		if depth <= 0 {
			break
		}
	}
	return min(i, lexer.RawCursor(len(p.tokens)-1))
}

// brackets counts the open ones.
type brackets struct{ braces, others int }

func (b *brackets) count(typ lexer.TokenType) {
	switch typ {
	case tokLBrace, tokSelBrace:
		b.braces++
	case tokRBrace:
		b.braces = max(b.braces-1, 0)
	case tokLParen, tokWSLParen, tokLBrack, tokListStart:
		b.others++
	case tokRParen, tokRBrack:
		b.others = max(b.others-1, 0)
	}
}

// beginsStatement tells what hardly can be anything but a statement: a
// resource, an assignment, a condition. A closing parenthesis is missing when
// it comes within some.
func (p *parser) beginsStatement(lex *lexer.PeekingLexer) bool {
	next := p.second(lex)
	switch t := lex.Peek(); t.Type {
	case tokName:
		return next == tokLBrace || statementCalls[t.Value]
	case tokClassRef:
		return next == tokLBrace
	case tokVariable:
		return next == tokEquals
	case tokIf, tokUnless, tokCase, tokClass, tokDefine:
		return next != tokFArrow
	}
	return false
}

func (p *parser) firstOnLine(t *lexer.Token) bool {
	text := p.file.Text()
	for i := t.Pos.Offset - 1; i >= 0; i-- {
		switch text[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}
