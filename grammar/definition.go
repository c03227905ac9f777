package grammar

import (
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

func sourceSpan(at source.Pos, n Node) source.Span { return source.Span{Start: at, End: n.Span().End} }

func sourceLen(s string) source.Pos { return source.Pos(len(s)) }

// definition parses what a keyword begins that defines something. The
// productions are the tags of the nodes.
func (p *parser) definition(lex *lexer.PeekingLexer) (Expr, error) {
	if err := p.enter(lex); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	var e Expr
	var err error
	switch lex.Peek().Type {
	case tokClass:
		e, err = p.hostClass(lex)
	case tokDefine:
		e, err = p.resourceTypeDefinition(lex)
	case tokNode:
		e, err = p.nodeDefinition(lex)
	case tokFunction:
		e, err = p.functionDefinition(lex)
	default:
		var call bool
		if e, call, err = p.typeDefinition(lex); call {
			return e, err // a call of the function type is no definition
		}
	}
	if err != nil {
		return nil, err
	}
	p.definitions = append(p.definitions, e)
	return e, nil
}

// checkName rejects what Puppet's grammar takes for the name of a definition
// only in order to say what is wrong with it. The next but one token is it.
func (p *parser) checkName(lex *lexer.PeekingLexer, i lexer.RawCursor) error {
	if int(i) >= len(p.tokens) {
		return nil
	}
	span := source.Span{Start: p.start(i), End: p.ends[i]}
	switch p.tokens[i].Type {
	case tokClass:
		return p.fail(lex, issue.ClassKeywordNotAllowed.Error(), span)
	case tokString:
		return p.fail(lex, issue.QuotedName.Error(), span)
	}
	return nil
}

// qualify puts the names of the classes around before a name.
//
// puppet: parser_support.rb, classname
func (p *parser) qualify(name string) string {
	if len(p.namespace) == 0 {
		return name // as it is: the validator says that it may not start with ::
	}
	return strings.TrimPrefix(strings.Join(p.namespace, "::")+"::"+name, "::")
}

func (p *parser) hostClass(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	if err := p.checkName(lex, start+1); err != nil {
		return nil, err
	}
	// Definitions in the body need the name before participle has it.
	pushed := false
	switch p.second(lex) {
	case tokName, tokWord, tokClassRef:
		p.namespace = append(p.namespace, p.tokens[start+1].Value)
		pushed = true
	}
	n, _, loc, err := produce(p, lex, p.rules.class)
	if pushed && len(p.namespace) > 0 {
		p.namespace = p.namespace[:len(p.namespace)-1]
	}
	if err != nil {
		return nil, p.badParent(lex, err)
	}
	n.Loc = loc
	n.Name = p.qualify(n.Name)
	n.Body = body(n.Body, loc)
	return n, nil
}

// badParent improves on an error at the name behind `inherits`, as [parser.checkName].
func (p *parser) badParent(lex *lexer.PeekingLexer, err error) error {
	if err != errSyntax || p.failed == nil || p.failed.Issue() != &issue.SyntaxError.Issue {
		return err
	}
	i := p.failedAt.RawCursor()
	if i > 0 && p.tokens[i-1].Type == tokInherits {
		if better := p.checkName(lex, i); better != nil {
			return better
		}
	}
	return err
}

func (p *parser) resourceTypeDefinition(lex *lexer.PeekingLexer) (Expr, error) {
	if err := p.checkName(lex, lex.RawCursor()+1); err != nil {
		return nil, err
	}
	n, _, loc, err := produce(p, lex, p.rules.define)
	if err != nil {
		return nil, err
	}
	n.Loc = loc
	n.Name = p.qualify(n.Name)
	n.Body = body(n.Body, loc)
	return n, nil
}

func (p *parser) functionDefinition(lex *lexer.PeekingLexer) (Expr, error) {
	if err := p.checkName(lex, lex.RawCursor()+1); err != nil {
		return nil, err
	}
	n, _, loc, err := produce(p, lex, p.rules.function)
	if err != nil {
		return nil, err
	}
	n.Loc = loc
	n.Body = body(n.Body, loc)
	return n, nil
}

func (p *parser) nodeDefinition(lex *lexer.PeekingLexer) (Expr, error) {
	n, _, loc, err := produce(p, lex, p.rules.node)
	if err != nil {
		return nil, err
	}
	n.Loc = loc
	n.Body = body(n.Body, loc)
	return n, nil
}

func (p *parser) lambda(lex *lexer.PeekingLexer) (*Lambda, error) {
	if err := p.enter(lex); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	n, _, loc, err := produce(p, lex, p.rules.lambda)
	if err != nil {
		return nil, err
	}
	n.Loc = loc
	n.Body = body(n.Body, loc)
	return n, nil
}

// Parse implements [participle.Parseable].
//
// parameter = [ type ] [ "*" ] VARIABLE [ "=" expression ] .
func (n *Parameter) Parse(lex *lexer.PeekingLexer) error {
	switch lex.Peek().Type {
	case tokVariable, tokTimes, tokClassRef:
		return parserOf(lex).parameter(lex, n)
	}
	return participle.NextMatch
}

// parameter parses into n. Errors about a parameter are reported at its variable.
func (p *parser) parameter(lex *lexer.PeekingLexer, n *Parameter) (err error) {
	start := lex.RawCursor()
	if lex.Peek().Type == tokClassRef {
		if n.Type, err = p.typeExpr(lex, false); err != nil {
			return err
		}
	}
	n.CapturesRest = p.accept(lex, tokTimes)
	name := lex.RawCursor()
	n.Name = lex.Peek().Value
	if err := p.expect(lex, tokVariable); err != nil {
		return err
	}
	if p.accept(lex, tokEquals) {
		if n.Default, err = p.expression(lex); err != nil {
			return err
		}
	}
	n.Loc = p.loc(lex, start)
	n.Pos = p.start(name)
	return nil
}

// typeDefinition parses what the word `type` begins: a call of that function,
// an alias, a mapping or a definition.
func (p *parser) typeDefinition(lex *lexer.PeekingLexer) (e Expr, call bool, err error) {
	if p.second(lex) == tokLParen {
		name := p.alloc.names.get()
		name.Name, name.Loc = lex.Peek().Value, p.token(lex)
		e, err := p.call(lex, name)
		return e, true, err
	}
	third := lexer.EOF
	if i := int(lex.RawCursor()) + 2; p.second(lex) == tokClassRef && i < len(p.tokens) {
		third = p.tokens[i].Type
	}
	switch third {
	case tokLBrace, tokInherits:
		e, err = p.objectDefinition(lex)
	case tokLBrack:
		e, err = p.typeMapping(lex)
	default:
		e, err = p.typeAlias(lex)
	}
	return e, false, err
}

func (p *parser) objectDefinition(lex *lexer.PeekingLexer) (Expr, error) {
	n, _, loc, err := produce(p, lex, p.rules.typeDef)
	if err != nil {
		return nil, err
	}
	n.Loc = loc
	n.Body = body(n.Body, loc)
	return n, nil
}

// Errors about an alias or a mapping are reported at the type that it defines.
func (p *parser) typeAlias(lex *lexer.PeekingLexer) (Expr, error) {
	name := lex.RawCursor() + 1
	n, _, loc, err := produce(p, lex, p.rules.alias)
	if err != nil {
		return nil, err
	}
	n.Loc = loc
	n.Pos = p.start(name)
	// The grammar gives an access no place, so that it has the alias's.
	// puppet: parser/egrammar.ra, type_alias
	if a, ok := n.Type.(*Access); ok {
		if ref, ok := a.Left.(*QualifiedReference); ok {
			a.Pos = n.Pos
			if ref.Start == a.Start && ref.End == a.End { // nobody wrote it
				ref.Pos = n.Pos
			}
		}
	}
	return n, nil
}

func (p *parser) typeMapping(lex *lexer.PeekingLexer) (Expr, error) {
	n, _, loc, err := produce(p, lex, p.rules.mapping)
	if err != nil {
		return nil, err
	}
	n.Loc = loc
	n.Pos = n.Type.At()
	if e, ok := n.Mapping.(*KeyedEntry); ok {
		e.Pos = n.Pos
	}
	return n, nil
}

// type = CLASSREF [ "[" access_args [ "," ] "]" ]; the last comma only where
// comma says so.
func (p *parser) typeExpr(lex *lexer.PeekingLexer, comma bool) (Expr, error) {
	t := lex.Peek()
	ref := p.alloc.references.get()
	ref.Name, ref.Loc = t.Value, p.token(lex)
	if lex.Peek().Type != tokLBrack {
		return ref, nil
	}
	lex.Next()
	if p.evaluator4 && p.accept(lex, tokRBrack) {
		return &Access{Loc: p.behind(lex, ref), Left: ref}, nil
	}
	keys, err := p.accessArgs(lex)
	if err != nil {
		return nil, err
	}
	if p.accept(lex, tokComma) && !comma {
		return nil, p.unexpected(lex)
	}
	if err := p.expect(lex, tokRBrack); err != nil {
		return nil, err
	}
	n := p.alloc.accesses.get()
	n.Loc, n.Left, n.Keys = p.behind(lex, ref), ref, keys
	return n, nil
}

// aliasedType = type | type hash | hash | array .
//
// In an alias a hash is short for an Object type, one behind a type for an
// Object type whose parent that is.
//
// puppet: pops/model/factory.rb, build_TypeAlias
func (p *parser) aliasedType(lex *lexer.PeekingLexer) (Expr, error) {
	// What stands before the equals sign tells a mapping from an alias.
	mapping := lex.RawCursor() >= 2 && p.tokens[lex.RawCursor()-2].Type == tokRBrack
	switch lex.Peek().Type {
	case tokLBrack, tokListStart:
		return p.list(lex)
	case tokLBrace:
		hash, err := p.hash(lex)
		if err != nil || mapping {
			return hash, err
		}
		return p.objectOf(hash), nil
	}
	typ, err := p.typeExpr(lex, true)
	if err != nil {
		return nil, err
	}
	ref, isRef := typ.(*QualifiedReference)
	if !isRef || lex.Peek().Type != tokLBrace {
		return typ, nil
	}
	e, err := p.hash(lex)
	if err != nil {
		return nil, err
	}
	hash, ok := e.(*LiteralHash)
	if !ok {
		return e, nil
	}
	if mapping {
		at := p.behind(lex, ref)
		return &KeyedEntry{Loc: at, Key: ref, Value: hash}, nil
	}
	if ref.Name == "Object" || ref.Name == "TypeSet" {
		return &Access{Loc: p.behind(lex, ref), Left: ref, Keys: []Expr{hash}}, nil
	}
	// What nobody wrote is where what holds it is.
	at := ref.Loc
	at.Pos = hash.Pos
	key := &QualifiedName{Loc: at, Name: "parent"}
	hash.Entries = append(hash.Entries, &KeyedEntry{Loc: at, Key: key, Value: ref})
	return p.objectOf(hash), nil
}

func (p *parser) objectOf(hash Expr) Expr {
	loc := Loc{Pos: hash.At(), Start: hash.Span().Start, End: hash.Span().End}
	return &Access{Loc: loc, Left: &QualifiedReference{Loc: loc, Name: "Object"}, Keys: []Expr{hash}}
}

// hostMatch = dotted_name | quotedtext | DEFAULT | regex .
// dotted_name = ( NAME | NUMBER ) { "." ( NAME | NUMBER ) } .
func (p *parser) hostMatch(lex *lexer.PeekingLexer) (Expr, error) {
	t := lex.Peek()
	if t.Type != tokName && t.Type != tokNumber {
		return p.primary(lex)
	}
	start := lex.RawCursor()
	n := p.alloc.strings.get()
	n.Value = t.Value
	lex.Next()
	for p.accept(lex, tokDot) {
		t := lex.Peek()
		if t.Type != tokName && t.Type != tokNumber {
			return nil, p.unexpected(lex)
		}
		n.Value += "." + t.Value
		lex.Next()
	}
	n.Loc = p.loc(lex, start)
	return n, nil
}
