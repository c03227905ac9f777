package grammar

import (
	"strconv"

	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// level tells which production an expression came from. Where only an
// `expression` may stand, what is of a looser level is an error.
type level uint8

const (
	levelExpression level = iota
	levelResource
	levelRelationship
	levelAssignment
)

// assignment = relationship [ ( "=" | "+=" | "-=" ) assignment ] .
func (p *parser) assignment(lex *lexer.PeekingLexer) (Expr, level, error) {
	if err := p.enter(lex); err != nil {
		return nil, 0, err
	}
	defer func() { p.depth-- }()
	left, lvl, err := p.relationship(lex)
	if err != nil {
		return nil, 0, err
	}
	op, ok := assignments[lex.Peek().Type]
	if !ok {
		return left, lvl, nil
	}
	at := p.token(lex)
	right, _, err := p.assignment(lex)
	if err != nil {
		return nil, 0, err
	}
	return &Assignment{Loc: around(left, at, right), Op: op, Left: left, Right: right}, levelAssignment, nil
}

// relationship = resource { ( "->" | "~>" | "<-" | "<~" ) resource } .
func (p *parser) relationship(lex *lexer.PeekingLexer) (Expr, level, error) {
	left, lvl, err := p.resource(lex)
	depth := p.depth
	defer func() { p.depth = depth }()
	for err == nil {
		op, ok := edges[lex.Peek().Type]
		if !ok {
			break
		}
		if err := p.enter(lex); err != nil {
			return nil, 0, err
		}
		at := p.token(lex)
		var right Expr
		if right, _, err = p.resource(lex); err == nil {
			left, lvl = &Relationship{Loc: around(left, at, right), Op: op, Left: left, Right: right}, levelRelationship
		}
	}
	return left, lvl, err
}

// around is the place of an infix expression, at whose operator errors are reported.
func around(left Expr, op Loc, right Expr) Loc {
	return Loc{Pos: op.Pos, Start: left.Span().Start, End: right.Span().End}
}

// expression is the whole of what the operator table covers.
func (p *parser) expression(lex *lexer.PeekingLexer) (Expr, error) {
	left, err := p.unary(lex)
	if err != nil || infix(lex.Peek().Type).prec == 0 {
		return left, err
	}
	return p.infix(lex, left, 1)
}

// infix parses what follows an operand: operators that bind at least as tight
// as min, with their right operands (precedence climbing).
//
// expression = unary { operator expression | "?" selector_entries } .
func (p *parser) infix(lex *lexer.PeekingLexer, left Expr, min uint8) (Expr, error) {
	depth := p.depth
	defer func() { p.depth = depth }()
	for {
		o := infix(lex.Peek().Type)
		if o.prec == 0 || o.prec < min {
			return left, nil
		}
		if err := p.enter(lex); err != nil {
			return nil, err
		}
		at := p.token(lex)
		if o.kind == kindSelector {
			sel, err := p.selector(lex, left)
			if err != nil {
				return nil, err
			}
			if left, err = p.postfix(lex, sel); err != nil {
				return nil, err
			}
			continue
		}
		right, err := p.unary(lex)
		if err != nil {
			return nil, err
		}
		if next := infix(lex.Peek().Type); next.prec > o.prec {
			if right, err = p.infix(lex, right, o.prec+1); err != nil {
				return nil, err
			}
		}
		loc := around(left, at, right)
		switch o.kind {
		case kindArithmetic:
			left = &Arithmetic{Loc: loc, Op: o.op, Left: left, Right: right}
		case kindComparison:
			left = &Comparison{Loc: loc, Op: o.op, Left: left, Right: right}
		case kindMatch:
			left = &Match{Loc: loc, Op: o.op, Left: left, Right: right}
		case kindIn:
			left = &In{Loc: loc, Left: left, Right: right}
		case kindAnd:
			left = &And{Loc: loc, Left: left, Right: right}
		case kindOr:
			left = &Or{Loc: loc, Left: left, Right: right}
		}
	}
}

// unary = ( "-" | "!" | "*" ) unary | primary { postfix } .
//
// The prefix operators bind tighter than every infix one and looser than
// access and calls.
func (p *parser) unary(lex *lexer.PeekingLexer) (Expr, error) {
	typ := lex.Peek().Type
	if typ != tokMinus && typ != tokNot && typ != tokTimes {
		left, err := p.primary(lex)
		if err != nil {
			return nil, err
		}
		return p.postfix(lex, left)
	}
	if err := p.enter(lex); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	at := p.token(lex)
	e, err := p.unary(lex)
	if err != nil {
		return nil, err
	}
	at.End = e.Span().End
	switch typ {
	case tokMinus:
		return &UnaryMinus{Loc: at, Expr: e}, nil
	case tokNot:
		return &Not{Loc: at, Expr: e}, nil
	}
	return &Unfold{Loc: at, Expr: e}, nil
}

// postfix = "[" access_args "]" | "(" arguments ")" [ lambda ]
//
//	| "." NAME [ "(" arguments ")" ] [ lambda ]
//	| ( "<|" [ expression ] "|>" | "<<|" [ expression ] "|>>" ) [ "{" operations "}" ] .
func (p *parser) postfix(lex *lexer.PeekingLexer, left Expr) (Expr, error) {
	depth := p.depth
	for {
		var err error
		switch lex.Peek().Type {
		case tokLBrack:
			left, err = p.access(lex, left)
		case tokLParen:
			left, err = p.call(lex, left)
		case tokDot:
			left, err = p.method(lex, left)
		case tokLCollect, tokLLCollect:
			left, err = p.collect(lex, left)
		default:
			p.depth = depth
			return left, nil
		}
		if err == nil {
			err = p.enter(lex)
		}
		if err != nil {
			p.depth = depth
			return nil, err
		}
	}
}

// access = expression "[" access_arg { "," access_arg } [ "," ] "]" .
func (p *parser) access(lex *lexer.PeekingLexer, left Expr) (Expr, error) {
	lex.Next()
	n := p.alloc.accesses.get()
	n.Left = left
	if p.evaluator4 && lex.Peek().Type == tokRBrack {
		// D-04: no argument is a null operation there, a syntax error in Puppet.
	} else {
		keys, err := p.accessArgs(lex)
		if err != nil {
			return nil, err
		}
		n.Keys = keys
		p.accept(lex, tokComma)
	}
	if err := p.expect(lex, tokRBrack); err != nil {
		return nil, err
	}
	start := left.Span().Start
	n.Loc = Loc{Pos: left.At(), Start: start, End: p.endBefore(lex)}
	return n, nil
}

// accessArgs = access_arg { "," access_arg } .
// access_arg = expression | hashpair .
func (p *parser) accessArgs(lex *lexer.PeekingLexer) ([]Expr, error) {
	return p.argumentList(lex, tokRBrack, levelExpression, false)
}

// argumentList parses arguments parted by commas, up to the closing token,
// before which it leaves a comma. Pairs become hashes, adjacent ones the same
// hash. What is looser than max must be the key of a pair. words lets `type`
// and `function` stand for strings.
//
// puppet: egrammar.ra, arguments, access_args, collection_entries
func (p *parser) argumentList(lex *lexer.PeekingLexer, closing lexer.TokenType, max level, words bool) ([]Expr, error) {
	var list []Expr
	var unfolded *LiteralHash // the last element, if it was made of pairs
	for {
		if err := p.enter(lex); err != nil {
			return nil, err
		}
		e, lvl, word, err := p.hashEntry(lex)
		p.depth--
		if err != nil {
			return nil, err
		}
		switch {
		case lex.Peek().Type == tokFArrow:
			entry, err := p.hashPair(lex, e)
			if err != nil {
				return nil, err
			}
			if unfolded != nil {
				unfolded.Entries = append(unfolded.Entries, entry)
				unfolded.End = entry.End
			} else {
				unfolded = &LiteralHash{Loc: entry.Loc, Entries: []*KeyedEntry{entry}}
				list = append(list, unfolded)
			}
		case word && !words, lvl > max:
			return nil, p.unexpected(lex)
		default:
			unfolded = nil
			if list == nil {
				list = make([]Expr, 0, 2)
			}
			list = append(list, e)
		}
		if lex.Peek().Type != tokComma || p.second(lex) == closing {
			return list, nil
		}
		lex.Next()
	}
}

// hashEntry = assignment | TYPE | FUNCTION .
func (p *parser) hashEntry(lex *lexer.PeekingLexer) (e Expr, lvl level, word bool, err error) {
	switch lex.Peek().Type {
	case tokType:
		next := p.second(lex)
		word = next != tokLParen && next != tokClassRef
	case tokFunction:
		switch p.second(lex) {
		case tokName, tokWord, tokClassRef, tokClass, tokString:
		default:
			word = true
		}
	}
	if word {
		text := lex.Peek().Value
		s := p.alloc.strings.get()
		s.Loc, s.Value = p.token(lex), text
		return s, levelExpression, true, nil
	}
	e, lvl, err = p.assignment(lex)
	return e, lvl, false, err
}

// hashPair = hash_entry "=>" hash_entry .
func (p *parser) hashPair(lex *lexer.PeekingLexer, key Expr) (*KeyedEntry, error) {
	at := p.token(lex)
	value, _, _, err := p.hashEntry(lex)
	if err != nil {
		return nil, err
	}
	n := p.alloc.entries.get()
	n.Loc, n.Key, n.Value = around(key, at, value), key, value
	return n, nil
}

// arguments parses "(" [ arguments [ "," ] ] ")"; the comma is not allowed
// after those of a method call.
func (p *parser) arguments(lex *lexer.PeekingLexer, comma bool) ([]Expr, error) {
	lex.Next()
	if p.accept(lex, tokRParen) {
		return nil, nil
	}
	args, err := p.argumentList(lex, tokRParen, levelAssignment, false)
	if err != nil {
		return nil, err
	}
	if p.accept(lex, tokComma) && !comma {
		return nil, p.unexpected(lex)
	}
	return args, p.expect(lex, tokRParen)
}

// call = expression "(" [ arguments [ "," ] ] ")" [ lambda ] .
func (p *parser) call(lex *lexer.PeekingLexer, functor Expr) (Expr, error) {
	args, err := p.arguments(lex, true)
	if err != nil {
		return nil, err
	}
	n := &CallNamed{Functor: functor, Args: args, RValue: true}
	if lex.Peek().Type == tokPipe {
		if n.Lambda, err = p.lambda(lex); err != nil {
			return nil, err
		}
	}
	n.Loc = Loc{Pos: functor.At(), Start: functor.Span().Start, End: p.endBefore(lex)}
	return n, nil
}

// method = expression "." ( NAME | TYPE ) [ "(" [ arguments ] ")" ] [ lambda ] .
func (p *parser) method(lex *lexer.PeekingLexer, left Expr) (Expr, error) {
	dot := p.token(lex)
	name := lex.Peek()
	if name.Type != tokName && name.Type != tokType {
		return nil, p.unexpected(lex)
	}
	q := p.alloc.names.get()
	q.Name = name.Value
	q.Loc = p.token(lex)
	q.Pos = dot.Pos
	start := left.Span().Start
	access := &NamedAccess{Loc: Loc{Pos: dot.Pos, Start: start, End: q.End}, Left: left, Right: q}
	n := &CallMethod{Loc: Loc{Pos: dot.Pos}, Functor: access, RValue: true}
	var err error
	if lex.Peek().Type == tokLParen {
		n.Pos = p.start(lex.RawCursor())
		if n.Args, err = p.arguments(lex, false); err != nil {
			return nil, err
		}
	}
	if lex.Peek().Type == tokPipe {
		if n.Lambda, err = p.lambda(lex); err != nil {
			return nil, err
		}
	}
	n.Start, n.End = start, p.endBefore(lex)
	return n, nil
}

// primary parses an operand without what may follow it.
func (p *parser) primary(lex *lexer.PeekingLexer) (Expr, error) {
	t := lex.Peek()
	switch t.Type {
	case tokVariable:
		n := p.alloc.variables.get()
		n.Name, n.Loc = t.Value, p.token(lex)
		if n.Name == "true" || n.Name == "false" {
			n.bare = p.file.Text()[n.Start] != '$'
		}
		return n, nil
	case tokName:
		n := p.alloc.names.get()
		n.Name, n.Loc = t.Value, p.token(lex)
		return n, nil
	case tokClassRef:
		n := p.alloc.references.get()
		n.Name, n.Loc = t.Value, p.token(lex)
		return n, nil
	case tokString, tokWord:
		n := p.alloc.strings.get()
		n.Value, n.Loc = t.Value, p.token(lex)
		return n, nil
	case tokDQPre:
		return p.interpolated(lex)
	case tokHeredoc:
		return p.heredoc(lex)
	case tokNumber:
		at := p.token(lex)
		n, ok := parseNumber(t.Value, at)
		if !ok {
			d := issue.InvalidNumberToken.Error(t.Value)
			d.Placeless = true // a fault that Puppet does not expect
			return nil, p.fail(lex, d, source.NoSpan)
		}
		return n, nil
	case tokBoolean:
		return &LiteralBoolean{Value: t.Value == "true", Loc: p.token(lex)}, nil
	case tokDefault:
		return &LiteralDefault{p.token(lex)}, nil
	case tokUndef:
		return &LiteralUndef{p.token(lex)}, nil
	case tokRegex:
		return &LiteralRegexp{Source: t.Value, Loc: p.token(lex)}, nil
	case tokPrivate, tokAttr:
		return &ReservedWord{Word: t.Value, Loc: p.token(lex)}, nil
	case tokLBrack, tokListStart:
		return p.list(lex)
	case tokLBrace:
		return p.hash(lex)
	case tokLParen, tokWSLParen:
		return p.parenthesized(lex)
	case tokCase:
		return p.caseExpression(lex)
	case tokIf:
		return p.ifExpression(lex)
	case tokUnless:
		return p.unlessExpression(lex)
	case tokRenderString:
		return &RenderString{Value: t.Value, Loc: p.token(lex)}, nil
	case tokRenderExpr:
		return p.render(lex)
	case tokClass, tokDefine, tokNode, tokFunction, tokType:
		return p.definition(lex)
	}
	return nil, p.unexpected(lex)
}

// parenthesized = "(" assignment ")" .
func (p *parser) parenthesized(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	lex.Next()
	e, _, err := p.assignment(lex)
	if err != nil {
		return nil, err
	}
	if err := p.expect(lex, tokRParen); err != nil {
		return nil, err
	}
	return &Parenthesized{Loc: p.loc(lex, start), Expr: e}, nil
}

// list = "[" [ collection_entry { "," collection_entry } [ "," ] ] "]" .
func (p *parser) list(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	lex.Next()
	n := new(LiteralList)
	if !p.accept(lex, tokRBrack) {
		var err error
		if n.Values, err = p.argumentList(lex, tokRBrack, levelAssignment, true); err != nil {
			return nil, err
		}
		p.accept(lex, tokComma)
		if err := p.expect(lex, tokRBrack); err != nil {
			return nil, err
		}
	}
	n.Loc = p.loc(lex, start)
	return n, nil
}

// hash = "{" [ hashpair { "," hashpair } [ "," ] ] "}" .
func (p *parser) hash(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	lex.Next()
	if p.accept(lex, tokRBrace) {
		return &LiteralHash{Loc: p.loc(lex, start)}, nil
	}
	key, _, _, err := p.hashEntry(lex)
	if err != nil {
		return nil, err
	}
	return p.hashFrom(lex, start, key)
}

// hashFrom parses the rest of a hash behind its first key.
func (p *parser) hashFrom(lex *lexer.PeekingLexer, start lexer.RawCursor, key Expr) (Expr, error) {
	if p.evaluator4 && lex.Peek().Type == tokColon {
		return p.titledHash(lex, start, key)
	}
	n := new(LiteralHash)
	for {
		if lex.Peek().Type != tokFArrow {
			return nil, p.unexpected(lex)
		}
		entry, err := p.hashPair(lex, key)
		if err != nil {
			return nil, err
		}
		n.Entries = append(n.Entries, entry)
		if !p.accept(lex, tokComma) {
			break
		}
		if lex.Peek().Type == tokRBrace {
			break
		}
		if key, _, _, err = p.hashEntry(lex); err != nil {
			return nil, err
		}
	}
	if err := p.expect(lex, tokRBrace); err != nil {
		return nil, err
	}
	n.Loc = p.loc(lex, start)
	return n, nil
}

// interpolated parses the tokens of a string with interpolations. Empty text
// between them is left out.
//
// dq_string = DQPRE assignment { DQMID assignment } DQPOST .
func (p *parser) interpolated(lex *lexer.PeekingLexer) (Expr, error) {
	start := lex.RawCursor()
	n := new(ConcatenatedString)
	at := p.start(start)
	for {
		t := lex.Peek()
		if t.Value != "" {
			s := p.alloc.strings.get()
			s.Value, s.Loc = t.Value, p.token(lex)
			n.Segments = append(n.Segments, s)
		} else {
			lex.Next()
		}
		if t.Type == tokDQPost {
			n.Loc = p.loc(lex, start)
			return n, nil
		}
		e, _, err := p.assignment(lex)
		if err != nil {
			return nil, err
		}
		x := p.alloc.texts.get()
		x.Expr = asVariable(e, at)
		x.Loc = Loc{Pos: at, Start: e.Span().Start, End: e.Span().End}
		n.Segments = append(n.Segments, x)
		if typ := lex.Peek().Type; typ != tokDQMid && typ != tokDQPost {
			return nil, p.unexpected(lex)
		}
	}
}

// asVariable makes a variable of a name or number that an interpolation
// consists of or begins with. The scanner has done so where the interpolation
// ends; what is left are those at whose end a heredoc ends.
//
// puppet: pops/model/factory.rb, interpolate
func asVariable(e Expr, at source.Pos) Expr {
	switch n := e.(type) {
	case *QualifiedName:
		return &Variable{Loc: Loc{Pos: at, Start: n.Start, End: n.End}, Name: n.Name}
	case *LiteralInteger:
		if n.Radix == 10 {
			return &Variable{Loc: Loc{Pos: at, Start: n.Start, End: n.End}, Name: strconv.FormatInt(n.Value, 10), bare: true}
		}
	case *Access:
		n.Left = asVariable(n.Left, n.Pos)
	case *CallMethod:
		n.Functor.Left = asVariable(n.Functor.Left, n.Functor.Pos)
	}
	return e
}

// heredoc = HEREDOC ( STRING | dq_string ) .
func (p *parser) heredoc(lex *lexer.PeekingLexer) (Expr, error) {
	t := lex.Peek()
	n := &HeredocExpression{Syntax: t.Value, Loc: p.token(lex)}
	text := lex.Peek()
	if text.Type == tokDQPre {
		e, err := p.interpolated(lex)
		n.Text = e
		return n, err
	}
	s := p.alloc.strings.get()
	s.Value, s.Loc = text.Value, p.token(lex)
	n.Text = s
	return n, nil
}

// selector = expression "?" ( selector_entry | "{" selector_entry { "," selector_entry } [ "," ] "}" ) .
func (p *parser) selector(lex *lexer.PeekingLexer, left Expr) (Expr, error) {
	n := &Selector{Left: left}
	entry := func() error {
		e, f, loc, err := produce(p, lex, p.rules.selection)
		if err != nil {
			return err
		}
		// Errors about an entry are reported at its arrow.
		loc.Pos = p.start(lexer.RawCursor(f.exprEnds[0]))
		e.Loc = loc
		n.Entries = append(n.Entries, e)
		return nil
	}
	if !p.accept(lex, tokSelBrace) {
		if err := entry(); err != nil {
			return nil, err
		}
	} else {
		for {
			if err := entry(); err != nil {
				return nil, err
			}
			if !p.accept(lex, tokComma) || lex.Peek().Type == tokRBrace {
				break
			}
		}
		if err := p.expect(lex, tokRBrace); err != nil {
			return nil, err
		}
	}
	n.Loc = Loc{Pos: left.At(), Start: left.Span().Start, End: p.endBefore(lex)}
	return n, nil
}
