package grammar

import (
	"bunraku/grammar/issue"
	"bunraku/grammar/source"

	"github.com/alecthomas/participle/v2/lexer"
)

// explain adds to a syntax error at token i what probably is the matter:
// the bracket that is open where the text ends, or a slip that the tokens
// around it give away.
func (p *parser) explain(d *issue.Diagnostic, i lexer.RawCursor) {
	if p.tokens[i].EOF() {
		if open := p.unclosed(); open >= 0 {
			t := p.tokens[open]
			d.WithNote("this "+t.Value+" is not closed", p.file, source.Span{Start: source.Pos(t.Pos.Offset), End: p.ends[open]})
			return
		}
	}
	if hint := p.slip(i); hint != "" {
		d.WithHint(hint)
	}
}

// slip recognises mistakes that people make.
func (p *parser) slip(i lexer.RawCursor) string {
	typ := func(i lexer.RawCursor) lexer.TokenType {
		if i < 0 || int(i) >= len(p.tokens) {
			return lexer.EOF
		}
		return p.tokens[i].Type
	}
	t := p.tokens[i]
	before, next := typ(i-1), typ(i+1)
	isName := t.Type == tokName || in(t.Type, isKeyword)
	switch {
	case t.Type == tokIf && before == tokElse:
		return "did you mean elsif?"
	case before == tokSemic:
		return "a semicolon stands between two statements, not behind the last one"
	case isName && (next == tokFArrow || next == tokPArrow) && before != tokComma && before != tokColon:
		return "is a comma missing before " + t.Value + "?"
	case t.Type == tokEquals && before == tokName && next != tokEquals:
		return "an attribute gets its value with =>, and a variable's name begins with $"
	case t.Type == tokClassRef && before == tokClass || t.Type == tokNumber && (before == tokClass || before == tokDefine):
		return "the name of a class or defined type begins with a small letter"
	case t.Type == tokFArrow && before == tokString:
		return "the name of an attribute is not quoted; a hash as argument stands in parentheses"
	case t.Type == tokOther && i > 0:
		return "this character means nothing in Puppet; text goes in quotes"
	}
	return ""
}

// unclosed is the innermost bracket that nothing closes, or -1.
func (p *parser) unclosed() int {
	var open []int
	for i, t := range p.tokens {
		switch t.Type {
		case tokLBrace, tokSelBrace, tokLParen, tokWSLParen, tokLBrack, tokListStart:
			open = append(open, i)
		case tokRBrace, tokRParen, tokRBrack:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}
