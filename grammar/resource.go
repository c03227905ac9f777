package grammar

import (
	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/issue"
)

// resource = ( expression | "@" resource | "@@" resource | CLASS "{" resource_bodies "}" ) { braces } .
//
// Braces after anything that is a resource so far belong to it, whatever it
// is: what may stand before them is checked afterwards.
func (p *parser) resource(lex *lexer.PeekingLexer) (Expr, level, error) {
	var left Expr
	var err error
	lvl := levelResource
	switch t := lex.Peek().Type; {
	case t == tokAt || t == tokAtAt:
		left, err = p.marked(lex)
	case t == tokClass && p.second(lex) == tokLBrace:
		left, err = p.classResource(lex)
	default:
		left, err = p.expression(lex)
		lvl = levelExpression
	}
	depth := p.depth
	for err == nil && lex.Peek().Type == tokLBrace {
		lvl = levelResource
		if left, err = p.resourceBraces(lex, left); err == nil {
			err = p.enter(lex)
		}
	}
	p.depth = depth
	return left, lvl, err
}

// marked = ( "@" | "@@" ) resource .
func (p *parser) marked(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	form := FormVirtual
	if lex.Peek().Type == tokAtAt {
		form = FormExported
	}
	if err := p.enter(lex); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	at := p.token(lex)
	e, _, err := p.resource(lex)
	if err != nil {
		return nil, err
	}
	loc := p.loc(lex, start)
	switch n := e.(type) {
	case *ResourceExpression:
		n.Form, n.Loc = form, loc
		placeBodies(n)
	case *ResourceDefaults:
		n.Form, n.Loc = form, loc
	case *ResourceOverride:
		n.Form, n.Loc = form, loc
	default:
		d := issue.VirtualNotResource.Error()
		if form == FormExported {
			d = issue.ExportedNotResource.Error()
		}
		return nil, p.failAfter(lex, d, at.Span())
	}
	return e, nil
}

// classResource = CLASS "{" resource_body { ";" resource_body } [ ";" ] "}" .
func (p *parser) classResource(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	name := p.alloc.names.get()
	name.Name, name.Loc = "class", p.token(lex)
	lex.Next()
	bodies, err := p.resourceBodies(lex, nil)
	if err != nil {
		return nil, err
	}
	if err := p.expect(lex, tokRBrace); err != nil {
		return nil, err
	}
	return placeBodies(&ResourceExpression{Loc: p.loc(lex, start), Type: name, Bodies: bodies}), nil
}

// resourceBraces parses the braces behind a resource:
//
//	"{" resource_bodies "}"               resources with titles
//	"{" attribute_operations [ "," ] "}"  defaults, overrides, or a hash for a call
func (p *parser) resourceBraces(lex *lexer.PeekingLexer, left Expr) (Expr, error) {
	brace := p.token(lex)
	if p.beginsOperations(lex) {
		return p.untitled(lex, left, brace)
	}
	bodies, err := p.resourceBodies(lex, nil)
	if err != nil {
		return nil, err
	}
	if err := p.expect(lex, tokRBrace); err != nil {
		return nil, err
	}
	return placeBodies(&ResourceExpression{Loc: p.behind(lex, left), Type: left, Bodies: bodies}), nil
}

// placeBodies places what the grammar gives no place: errors about a body are
// reported where those about the resource are.
func placeBodies(n *ResourceExpression) *ResourceExpression {
	for _, b := range n.Bodies {
		b.Pos = n.Pos
	}
	return n
}

// behind is the place of what begins with left and ends before the next token.
func (p *parser) behind(lex *lexer.PeekingLexer, left Expr) Loc {
	return Loc{Pos: left.At(), Start: left.Span().Start, End: p.endBefore(lex)}
}

// beginsOperations tells attribute operations from a title.
func (p *parser) beginsOperations(lex *lexer.PeekingLexer) bool {
	switch t := lex.Peek().Type; {
	case t == tokRBrace || t == tokComma:
		return true
	case t == tokTimes:
		return p.second(lex) == tokFArrow
	case in(t, isKeyword) && !in(t, startsExpr):
		return true // it can be nothing else: what is wrong is behind it
	case t == tokName || in(t, isKeyword):
		next := p.second(lex)
		return next == tokFArrow || next == tokPArrow
	}
	return false
}

// resourceBodies = resource_body { ";" resource_body } [ ";" ] .
// resource_body is declared by the tags of [ResourceBody].
func (p *parser) resourceBodies(lex *lexer.PeekingLexer, bodies []*ResourceBody) ([]*ResourceBody, error) {
	for {
		b, f, loc, err := produce(p, lex, p.rules.body)
		if err != nil {
			return nil, err
		}
		b.Loc, b.Ops = loc, f.operations
		bodies = append(bodies, b)
		if !p.accept(lex, tokSemic) || lex.Peek().Type == tokRBrace {
			return bodies, nil
		}
	}
}

// untitled parses braces that hold operations only.
//
// puppet: egrammar.ra, RESOURCE 3X Expression
func (p *parser) untitled(lex *lexer.PeekingLexer, left Expr, brace Loc) (Expr, error) {
	ops, err := p.operations(lex)
	if err != nil {
		return nil, err
	}
	p.accept(lex, tokComma)
	if err := p.expect(lex, tokRBrace); err != nil {
		return nil, err
	}
	loc := p.behind(lex, left)
	switch l := left.(type) {
	case *QualifiedName:
		n := p.callWithHash(l, ops, Loc{Pos: brace.Pos, Start: brace.Start, End: loc.End}, loc)
		if n == nil {
			return nil, p.fail(lex, issue.BodyWithoutTitle.Error(), brace.Span())
		}
		return n, nil
	case *QualifiedReference:
		return &ResourceDefaults{Loc: loc, Type: left, Ops: ops}, nil
	case *Access:
		return &ResourceOverride{Loc: loc, Resources: left, Ops: ops}, nil
	}
	if p.evaluator4 {
		// D-06: whatever yields references can be overridden there.
		return &ResourceOverride{Loc: loc, Resources: left, Ops: ops}, nil
	}
	at := left.At()
	return nil, p.fail(lex, issue.NotAResource.Error(), sourceSpan(at, left))
}

// callWithHash makes of a name and operations in braces what they are in
// Puppet: a call with a hash if the name is that of a statement function, else
// the name and a hash side by side. It returns nil when an operation appends.
//
// puppet: pops/model/factory.rb, transform_resource_wo_title
func (p *parser) callWithHash(name *QualifiedName, ops []Operation, hashAt, at Loc) Expr {
	hash := &LiteralHash{Loc: hashAt}
	for _, op := range ops {
		entry := &KeyedEntry{Loc: Loc{Pos: hashAt.Pos, Start: op.Span().Start, End: op.Span().End}}
		switch op := op.(type) {
		case *AttributeOperation:
			if op.Op == OpPlusArrow {
				return nil
			}
			key := p.alloc.strings.get()
			key.Value = op.Name
			key.Loc = Loc{Pos: hashAt.Pos, Start: op.Start, End: op.Start + sourceLen(op.Name)}
			entry.Key, entry.Value = key, op.Value
		default:
			// `* => value` has neither in Puppet.
			entry.Key, entry.Value = &Nop{entry.Loc}, &Nop{entry.Loc}
		}
		hash.Entries = append(hash.Entries, entry)
	}
	if statementCalls[name.Name] {
		return &CallNamed{Loc: at, Functor: name, Args: []Expr{hash}}
	}
	return &Block{Loc: at, Statements: []Expr{name, hash}}
}

// operations = [ operation ] { "," operation } .
//
// A comma that no operation follows is left.
func (p *parser) operations(lex *lexer.PeekingLexer) ([]Operation, error) {
	var ops []Operation
	for {
		t := lex.Peek().Type
		if t == tokComma && beginsOperation(p.second(lex)) {
			lex.Next()
		} else if len(ops) > 0 || !beginsOperation(t) {
			return ops, nil
		}
		op, err := p.operation(lex)
		if err != nil {
			return nil, err
		}
		if ops == nil {
			ops = make([]Operation, 0, 4)
		}
		ops = append(ops, op)
	}
}

func beginsOperation(typ lexer.TokenType) bool {
	return typ == tokName || typ == tokTimes || in(typ, isKeyword)
}

// operation = ( NAME | keyword ) ( "=>" | "+>" ) expression | "*" "=>" expression .
func (p *parser) operation(lex *lexer.PeekingLexer) (Operation, error) {
	t := lex.Peek()
	at := p.token(lex)
	arrow := lex.Peek().Type
	if arrow != tokFArrow && (arrow != tokPArrow || t.Type == tokTimes) {
		return nil, p.unexpected(lex)
	}
	lex.Next()
	if err := p.enter(lex); err != nil {
		return nil, err
	}
	value, err := p.expression(lex)
	p.depth--
	if err != nil {
		return nil, err
	}
	at.End = value.Span().End
	if t.Type == tokTimes {
		return &AttributesOperation{Loc: at, Expr: value}, nil
	}
	n := p.alloc.operations.get()
	n.Loc, n.Name, n.Op, n.Value = at, t.Value, OpArrow, value
	if arrow == tokPArrow {
		n.Op = OpPlusArrow
	}
	return n, nil
}

// collect = expression query [ "{" attribute_operations [ "," ] "}" ] .
// query = "<|" [ expression ] "|>" | "<<|" [ expression ] "|>>" .
func (p *parser) collect(lex *lexer.PeekingLexer, left Expr) (Expr, error) {
	start := lex.RawCursor()
	closing := tokRCollect
	if lex.Peek().Type == tokLLCollect {
		closing = tokRRCollect
	}
	lex.Next()
	var e Expr
	if lex.Peek().Type == closing {
		at := p.start(lex.RawCursor())
		e = &Nop{Loc{Pos: at, Start: at, End: at}}
	} else {
		var err error
		if e, err = p.expression(lex); err != nil {
			return nil, err
		}
	}
	if err := p.expect(lex, closing); err != nil {
		return nil, err
	}
	n := &Collect{Type: left}
	if loc := p.loc(lex, start); closing == tokRCollect {
		n.Query = &VirtualQuery{Loc: loc, Expr: e}
	} else {
		n.Query = &ExportedQuery{Loc: loc, Expr: e}
	}
	if p.accept(lex, tokLBrace) {
		var err error
		if n.Ops, err = p.operations(lex); err != nil {
			return nil, err
		}
		p.accept(lex, tokComma)
		if err := p.expect(lex, tokRBrace); err != nil {
			return nil, err
		}
	}
	n.Loc = p.behind(lex, left)
	return n, nil
}

// titledHash parses the rest of evaluator4's `{ title: k => v; title2: ... }`
// behind the first title (D-05).
func (p *parser) titledHash(lex *lexer.PeekingLexer, start lexer.RawCursor, title Expr) (Expr, error) {
	lex.Next()
	first := &ResourceBody{Title: title}
	var err error
	if first.Ops, err = p.operations(lex); err != nil {
		return nil, err
	}
	p.accept(lex, tokComma)
	first.Loc = p.behind(lex, title)
	bodies := []*ResourceBody{first}
	if p.accept(lex, tokSemic) && lex.Peek().Type != tokRBrace {
		if bodies, err = p.resourceBodies(lex, bodies); err != nil {
			return nil, err
		}
	}
	if err := p.expect(lex, tokRBrace); err != nil {
		return nil, err
	}
	return &TitledHash{Loc: p.loc(lex, start), Bodies: bodies}, nil
}
