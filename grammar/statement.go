package grammar

import (
	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// statementCalls are the functions that can be called without parentheses.
//
// puppet: pops/model/factory.rb, STATEMENT_CALLS
var statementCalls = map[string]bool{
	"require": true, "realize": true, "include": true, "contain": true, "tag": true,
	"debug": true, "info": true, "notice": true, "warning": true, "err": true,
	"fail": true, "import": true, "break": true, "next": true, "return": true,
}

// manifest parses the whole of a manifest.
func (p *parser) manifest(lex *lexer.PeekingLexer) Expr {
	list := p.topStatements(lex)
	end := source.Pos(len(p.file.Text()))
	switch len(list) {
	case 0:
		return &Nop{Loc{Pos: end, Start: end, End: end}}
	case 1:
		return list[0]
	}
	first, last := list[0], list[len(list)-1]
	// The text of a heredoc stands below its line: what follows the tag ends
	// before it begins.
	start, end := first.Span().Start, last.Span().End
	for _, e := range list {
		start, end = min(start, e.Span().Start), max(end, e.Span().End)
	}
	return &Block{Loc: Loc{Pos: first.At(), Start: start, End: end}, Statements: list}
}

// topStatements parses statements to the end of the text, going on behind what
// cannot stand there.
func (p *parser) topStatements(lex *lexer.PeekingLexer) []Expr {
	var list []Expr
	for {
		if in(lex.Peek().Type, startsStatement) {
			more, err := p.statements(lex, true, nil)
			list = append(list, more...)
			if p.stopped {
				return list
			}
			if err != nil && p.failed != nil && p.recover(lex, lex.RawCursor(), true) == resumeStop {
				return list
			}
		}
		if lex.Peek().EOF() {
			return list
		}
		start := lex.RawCursor()
		_ = p.unexpected(lex)
		if p.recover(lex, start, true) == resumeStop {
			return list
		}
	}
}

// block parses statements and makes a block of them, however few they are.
func (p *parser) block(lex *lexer.PeekingLexer) (*Block, error) {
	start := lex.RawCursor()
	list, err := p.statements(lex, false, nil)
	if err != nil {
		return nil, err
	}
	return &Block{Loc: p.loc(lex, start), Statements: list}, nil
}

// braced parses "{" [ statements ] "}". A single statement stands for itself,
// none for nothing.
func (p *parser) braced(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	if err := p.expect(lex, tokLBrace); err != nil {
		return nil, err
	}
	if lex.Peek().Type == tokRBrace {
		at := p.token(lex)
		return &Nop{at}, nil
	}
	if typ := lex.Peek().Type; !in(typ, startsStatement) && typ != tokInvalid {
		return nil, p.unexpected(lex)
	}
	list, err := p.statements(lex, false, nil)
	if err != nil {
		return nil, err
	}
	if err := p.expect(lex, tokRBrace); err != nil {
		return nil, err
	}
	switch len(list) {
	case 0: // each of them had an error
		return &Nop{p.loc(lex, start)}, nil
	case 1:
		return list[0], nil
	}
	return &Block{Loc: p.loc(lex, start), Statements: list}, nil
}

// statements = statement { [ ";" ] statement } .
// statement = assignment { "," assignment } .
//
// The list that a statement may be is the arguments of the name before it,
// which makes a call. A statement in which there is an error is reported and
// left out. The caller may have parsed the first assignment already.
func (p *parser) statements(lex *lexer.PeekingLexer, top bool, first Expr) ([]Expr, error) {
	var list []Expr
	var late *issue.Diagnostic
	depth, namespaces := p.depth, len(p.namespace)
	for {
		start := lex.RawCursor()
		args, comma, err := p.statement(lex, first)
		first = nil
		if err == nil {
			var d *issue.Diagnostic
			if list, d = p.add(list, args, comma); late == nil {
				late = d
			}
		} else {
			p.depth, p.namespace = depth, p.namespace[:namespaces]
			if err == errUnwind && !top {
				return nil, err
			}
			resume := resumeStatement
			if err == errUnwind {
				if p.stopped {
					return list, err
				}
			} else {
				resume = p.recover(lex, start, top)
			}
			switch resume {
			case resumeStop, resumeUnwind:
				p.report(late)
				return list, errUnwind
			case resumeClose:
				return list, p.endStatements(lex, late)
			}
			continue
		}
		if lex.Peek().Type == tokSemic {
			lex.Next()
			if in(lex.Peek().Type, startsStatement) {
				continue
			}
			_ = p.unexpected(lex)
			switch p.recover(lex, lex.RawCursor(), top) {
			case resumeStop, resumeUnwind:
				p.report(late)
				return list, errUnwind
			case resumeStatement:
				continue
			}
			return list, p.endStatements(lex, late)
		}
		if in(lex.Peek().Type, startsStatement) {
			continue
		}
		return list, p.endStatements(lex, late)
	}
}

// statement parses one element of a list of statements: an expression, or
// several with commas between, and then comma is the place of the first one.
func (p *parser) statement(lex *lexer.PeekingLexer, first Expr) (args []Expr, comma source.Span, err error) {
	comma = source.NoSpan
	e := first
	if e == nil {
		if e, _, err = p.assignment(lex); err != nil {
			return nil, comma, err
		}
	}
	args = append(p.single[:0], e)
	for lex.Peek().Type == tokComma {
		if !comma.IsValid() {
			comma = p.token(lex).Span()
			args = []Expr{e}
		} else {
			lex.Next()
		}
		if e, _, err = p.assignment(lex); err != nil {
			return nil, comma, err
		}
		args = append(args, e)
	}
	return args, comma, nil
}

// endStatements reports the error that Puppet finds when it has all of a list
// of statements, and has looked at the token behind.
func (p *parser) endStatements(lex *lexer.PeekingLexer, late *issue.Diagnostic) error {
	switch {
	case late == nil:
		return nil
	case lex.Peek().Type == tokInvalid:
		return p.unexpected(lex)
	}
	if p.report(late); p.stopped {
		return errUnwind
	}
	return nil
}

// report adds an error that does not stop the parse, if there is one.
func (p *parser) report(d *issue.Diagnostic) {
	if d == nil || len(p.errors) >= p.opts.MaxErrors {
		return
	}
	p.errors = append(p.errors, d)
	p.stopped = p.stopped || len(p.errors) >= p.opts.MaxErrors
}

// add adds a statement to a list. Behind the name of a statement function it
// is that function's arguments.
//
// puppet: pops/model/factory.rb, transform_calls
func (p *parser) add(list, args []Expr, comma source.Span) ([]Expr, *issue.Diagnostic) {
	var name *QualifiedName
	if len(list) > 0 {
		name, _ = list[len(list)-1].(*QualifiedName)
	}
	switch {
	case name != nil && statementCalls[name.Name]:
		at := name.Loc
		at.End = args[len(args)-1].Span().End
		list[len(list)-1] = &CallNamed{Loc: at, Functor: name, Args: append([]Expr(nil), args...)}
	case comma.IsValid():
		if name != nil {
			return list, issue.ArgumentsNeedParentheses.Error(name.Name).Place(p.file, comma)
		}
		return list, issue.IllegalArgumentList.Error().Place(p.file, comma)
	default:
		if call, ok := args[0].(*CallNamed); ok {
			call.RValue = false // nobody looks at its value
		}
		list = append(list, args[0])
	}
	return list, nil
}

// ifExpression = IF if_part .
// if_part = expression "{" [ statements ] "}" [ ELSIF if_part | ELSE "{" [ statements ] "}" ] .
func (p *parser) ifExpression(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	if err := p.enter(lex); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	lex.Next()
	test, err := p.expression(lex)
	if err != nil {
		return nil, err
	}
	n := &If{Test: test}
	if n.Then, err = p.braced(lex); err != nil {
		return nil, err
	}
	switch lex.Peek().Type {
	case tokElsif:
		n.Else, err = p.ifExpression(lex)
	case tokElse:
		lex.Next()
		n.Else, err = p.braced(lex)
	default:
		end := p.endBefore(lex)
		n.Else = &Nop{Loc{Pos: end, Start: end, End: end}}
	}
	if err != nil {
		return nil, err
	}
	n.Loc = p.loc(lex, start)
	return n, nil
}

// unless_expression = UNLESS expression "{" [ statements ] "}" [ ELSE "{" [ statements ] "}" ] .
func (p *parser) unlessExpression(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	lex.Next()
	test, err := p.expression(lex)
	if err != nil {
		return nil, err
	}
	n := &Unless{Test: test}
	if n.Then, err = p.braced(lex); err != nil {
		return nil, err
	}
	if p.accept(lex, tokElse) {
		if n.Else, err = p.braced(lex); err != nil {
			return nil, err
		}
	} else {
		end := p.endBefore(lex)
		n.Else = &Nop{Loc{Pos: end, Start: end, End: end}}
	}
	n.Loc = p.loc(lex, start)
	return n, nil
}

// case_expression = CASE expression "{" case_option { case_option } "}" .
func (p *parser) caseExpression(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	lex.Next()
	test, err := p.expression(lex)
	if err != nil {
		return nil, err
	}
	n := &Case{Test: test}
	if err := p.expect(lex, tokLBrace); err != nil {
		return nil, err
	}
	for {
		o, f, loc, err := produce(p, lex, p.rules.option)
		if err != nil {
			return nil, err
		}
		// Errors about an option are reported at its colon.
		loc.Pos = p.start(lexer.RawCursor(f.exprEnds[1]))
		o.Loc = loc
		o.Then = body(o.Then, loc)
		n.Options = append(n.Options, o)
		if p.accept(lex, tokRBrace) {
			n.Loc = p.loc(lex, start)
			return n, nil
		}
	}
}

// body completes the body of a definition: errors about it are reported where
// those about the definition are, and an empty one is a Nop.
func body(b Body, at Loc) Body {
	if b, ok := b.(*Block); ok && b != nil && len(b.Statements) > 0 {
		b.Pos = at.Pos
		return b
	}
	return &Nop{Loc{Pos: at.Pos, Start: at.End, End: at.End}}
}

// epp_render_expression = RENDER_STRING | RENDER_EXPR expression epp_end
//
//	| RENDER_EXPR "{" statements "}" epp_end .
func (p *parser) render(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	lex.Next()
	var e Expr
	var err error
	if lex.Peek().Type == tokLBrace {
		e, err = p.renderBraced(lex)
	} else {
		e, err = p.expression(lex)
	}
	if err != nil {
		return nil, err
	}
	if typ := lex.Peek().Type; typ != tokEppEnd && typ != tokEppEndTrim {
		return nil, p.unexpected(lex)
	}
	lex.Next()
	return &RenderExpression{Loc: p.loc(lex, start), Expr: e}, nil
}

// renderBraced parses what <%= { begins: a hash, or statements. An arrow after
// the first assignment tells.
func (p *parser) renderBraced(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	lex.Next()
	var hash Expr
	var err error
	if p.accept(lex, tokRBrace) {
		hash = &LiteralHash{Loc: p.loc(lex, start)}
	} else {
		key, _, word, err := p.hashEntry(lex)
		if err != nil {
			return nil, err
		}
		if lex.Peek().Type != tokFArrow && !word {
			list, err := p.statements(lex, false, key)
			if err != nil {
				return nil, err
			}
			if err := p.expect(lex, tokRBrace); err != nil {
				return nil, err
			}
			if len(list) == 1 {
				return list[0], nil
			}
			return &Block{Loc: p.loc(lex, start), Statements: list}, nil
		}
		if hash, err = p.hashFrom(lex, start, key); err != nil {
			return nil, err
		}
	}
	if hash, err = p.postfix(lex, hash); err != nil {
		return nil, err
	}
	return p.infix(lex, hash, 1)
}

// template parses a whole EPP template.
//
// epp_expression = EPP_START [ "|" [ parameters [ "," ] ] "|" ] [ statements ] .
func (p *parser) template(lex *lexer.PeekingLexer) Expr {
	end := source.Pos(len(p.file.Text()))
	n := &Epp{Loc: Loc{End: end}}
	if lex.Peek().Type == tokEppStart {
		e, _, _, err := produce(p, lex, p.rules.epp)
		if err == nil {
			n.HasParams, n.Params, n.Body = e.HasParams, e.Params, e.Body
		} else if p.failed != nil && p.recover(lex, lex.RawCursor(), true) == resumeStop {
			p.stopped = true
		}
	}
	if !p.stopped && !lex.Peek().EOF() {
		rest := p.topStatementsAfter(lex)
		if b, ok := n.Body.(*Block); ok && b != nil {
			b.Statements = append(b.Statements, rest...)
		}
	}
	n.Body = body(n.Body, n.Loc)
	return n
}

// topStatementsAfter goes on behind a token that cannot stand where it does.
func (p *parser) topStatementsAfter(lex *lexer.PeekingLexer) []Expr {
	if !in(lex.Peek().Type, startsStatement) {
		start := lex.RawCursor()
		_ = p.unexpected(lex)
		if p.recover(lex, start, true) == resumeStop {
			return nil
		}
	}
	return p.topStatements(lex)
}
