package grammar

import (
	"errors"
	"sort"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// Options say how a text is parsed. The zero value is right for most uses.
type Options struct {
	// Edition chooses the lexical rules and the forms that are accepted.
	Edition edition.Edition
	// MaxErrors is after how many errors to give up; 0 means 10, Puppet's default.
	MaxErrors int
	// MaxDepth limits how deep the tree may be; 0 means 10000.
	MaxDepth int
	// CheckRegexp tells what is wrong with the source of a regular expression;
	// nil takes them all. The language of regular expressions is not the
	// grammar's business, but what is none is an error of the lexer.
	CheckRegexp func(source string) error
}

const (
	defaultMaxErrors = 10
	defaultMaxDepth  = 10000
)

// Parse turns a manifest into its tree.
//
// The list holds every lexical warning, and every error up to MaxErrors; its
// first error is the one that Puppet stops at. When there are errors the tree
// is what could be understood around them: good for tools, not for compiling.
func Parse(file *source.File, opts Options) (*Program, issue.List) {
	return parse(file, opts, false)
}

// ParseEPP turns an EPP template into its tree, whose body is an [Epp].
func ParseEPP(file *source.File, opts Options) (*Program, issue.List) {
	return parse(file, opts, true)
}

func parse(file *source.File, opts Options, epp bool) (*Program, issue.List) {
	p := parsers.Get().(*parser)
	defer func() {
		p.release()
		parsers.Put(p)
	}()
	p.opts = opts
	if p.opts.MaxErrors <= 0 {
		p.opts.MaxErrors = defaultMaxErrors
	}
	if p.opts.MaxDepth <= 0 {
		p.opts.MaxDepth = defaultMaxDepth
	}
	p.file, p.evaluator4 = file, opts.Edition.IsEvaluator4()
	p.scanned.checkRegexp = opts.CheckRegexp
	scanned := scan(file, lexisOf(opts.Edition), epp, &p.scanned)
	lex, err := lexer.Upgrade(scanned)
	if err != nil { // the scanner reports by tokens, never by errors
		panic(err)
	}
	p.ends, p.invalid = scanned.out.ends, scanned.out.invalid
	p.tokens = lex.Range(0, lexer.RawCursor(len(p.ends)))
	running.Store(&p.tokens[0], p)
	defer running.Delete(&p.tokens[0])

	program := &Program{File: file, EPP: epp}
	if epp {
		program.Body = p.template(lex)
	} else {
		program.Body = p.manifest(lex)
	}
	end := source.Pos(len(file.Text()))
	program.Loc = Loc{Pos: 0, Start: 0, End: end}
	program.Definitions = p.definitions
	return program, append(scanned.out.warned, p.errors...)
}

// parser holds the state of one parse, and the productions that participle
// made from the tags of the nodes. Those reach the state as closures, so a
// parser is used by one goroutine at a time; building one costs about a
// millisecond, which the pool saves.
type parser struct {
	opts       Options
	evaluator4 bool
	file       *source.File
	tokens     []lexer.Token
	ends       []source.Pos // where each token ends
	invalid    []invalidToken

	depth       int
	namespace   []string // of the classes around
	definitions []Expr
	frame       *frame
	single      [1]Expr // scratch for a statement without commas

	errors issue.List
	// failed is the error that is being returned, and where it happened.
	failed   *issue.Diagnostic
	failedAt lexer.Checkpoint
	stopped  bool // MaxErrors was reached, or the text ended

	scanned tokens
	alloc   arena

	rules struct {
		class     *participle.Parser[HostClass]
		define    *participle.Parser[ResourceTypeDefinition]
		node      *participle.Parser[NodeDefinition]
		function  *participle.Parser[FunctionDefinition]
		alias     *participle.Parser[TypeAlias]
		mapping   *participle.Parser[TypeMapping]
		typeDef   *participle.Parser[TypeDefinition]
		lambda    *participle.Parser[Lambda]
		body      *participle.Parser[ResourceBody]
		option    *participle.Parser[CaseOption]
		selection *participle.Parser[SelectorEntry]
		epp       *participle.Parser[Epp]
	}
}

// running finds the parser of a [participle.Parseable], which is given nothing
// but the tokens: their array belongs to one parse.
var running sync.Map // from *lexer.Token, the first one, to *parser

func parserOf(lex *lexer.PeekingLexer) *parser {
	p, _ := running.Load(&lex.Range(0, 1)[0])
	return p.(*parser)
}

var parsers = sync.Pool{New: func() any { return newParser() }}

func newParser() *parser {
	p := new(parser)
	options := []participle.Option{
		participle.Lexer(definition{}),
		// The grammar is LL(1): a branch that took a token is the right one,
		// and what is wrong in it is the error.
		participle.UseLookahead(0),
		participle.ParseTypeWith(p.produceExpr),
		participle.ParseTypeWith(p.produceBody),
		participle.ParseTypeWith(p.produceType),
		participle.ParseTypeWith(p.produceAliasedType),
		participle.ParseTypeWith(p.produceHostMatch),
		participle.ParseTypeWith(p.produceOperation),
	}
	r := &p.rules
	r.class = participle.MustBuild[HostClass](options...)
	r.define = participle.MustBuild[ResourceTypeDefinition](options...)
	r.node = participle.MustBuild[NodeDefinition](options...)
	r.function = participle.MustBuild[FunctionDefinition](options...)
	r.alias = participle.MustBuild[TypeAlias](options...)
	r.mapping = participle.MustBuild[TypeMapping](options...)
	r.typeDef = participle.MustBuild[TypeDefinition](options...)
	r.lambda = participle.MustBuild[Lambda](options...)
	r.body = participle.MustBuild[ResourceBody](options...)
	r.option = participle.MustBuild[CaseOption](options...)
	r.selection = participle.MustBuild[SelectorEntry](options...)
	r.epp = participle.MustBuild[Epp](options...)
	return p
}

// release forgets everything of a parse but the productions.
func (p *parser) release() {
	p.scanned.reset()
	*p = parser{rules: p.rules, scanned: p.scanned}
}

// frame is what participle does not tell about the production that it is
// working on: the places of tokens inside of it.
type frame struct {
	exprEnds   [2]int      // the tokens behind its first and its last expression
	operations []Operation // its attribute operations
}

var allowTrailing = participle.AllowTrailing(true)

// produce runs a production that tags declare and returns its node and place.
func produce[T any](p *parser, lex *lexer.PeekingLexer, rule *participle.Parser[T]) (*T, *frame, Loc, error) {
	f := &frame{exprEnds: [2]int{-1, -1}}
	outer := p.frame
	p.frame = f
	start := lex.RawCursor()
	node, err := rule.ParseFromLexer(lex, allowTrailing)
	p.frame = outer
	if err != nil {
		switch {
		case errors.Is(err, errUnwind):
		case p.failed == nil:
			err = p.unexpected(lex)
		default:
			err = errSyntax
		}
		return nil, nil, Loc{}, err
	}
	at := p.start(start)
	return node, f, Loc{Pos: at, Start: at, End: p.endBefore(lex)}, nil
}

// The productions that the fields of nodes stand for. Each reports NextMatch
// when the next token cannot begin it.

// expression, see expression.go
func (p *parser) produceExpr(lex *lexer.PeekingLexer) (Expr, error) {
	if !in(lex.Peek().Type, startsExpr) {
		return nil, participle.NextMatch
	}
	f := p.frame
	e, err := p.expression(lex)
	if f != nil {
		f.exprEnds[1] = int(lex.RawCursor())
		if f.exprEnds[0] < 0 {
			f.exprEnds[0] = f.exprEnds[1]
		}
	}
	return e, err
}

// statements, between braces or to the end of a template
func (p *parser) produceBody(lex *lexer.PeekingLexer) (Body, error) {
	// What the scanner rejected is most likely a statement.
	if typ := lex.Peek().Type; !in(typ, startsStatement) && typ != tokInvalid {
		return nil, participle.NextMatch
	}
	return p.block(lex)
}

// CLASSREF [ "[" access_args "]" ]
func (p *parser) produceType(lex *lexer.PeekingLexer) (TypeExpr, error) {
	if lex.Peek().Type != tokClassRef {
		return nil, participle.NextMatch
	}
	return p.typeExpr(lex, false)
}

func (p *parser) produceAliasedType(lex *lexer.PeekingLexer) (AliasedType, error) {
	switch lex.Peek().Type {
	case tokClassRef, tokLBrace, tokLBrack, tokListStart:
		return p.aliasedType(lex)
	}
	return nil, participle.NextMatch
}

func (p *parser) produceHostMatch(lex *lexer.PeekingLexer) (HostMatch, error) {
	switch lex.Peek().Type {
	case tokName, tokNumber, tokString, tokWord, tokDQPre, tokHeredoc, tokDefault, tokRegex:
		return p.hostMatch(lex)
	}
	return nil, participle.NextMatch
}

// attribute_operations = [ operation ] { "," operation } .
//
// The first is returned, all of them are left in the frame.
func (p *parser) produceOperation(lex *lexer.PeekingLexer) (Operation, error) {
	if t := lex.Peek().Type; !beginsOperation(t) && (t != tokComma || !beginsOperation(p.second(lex))) {
		return nil, participle.NextMatch
	}
	ops, err := p.operations(lex)
	if err != nil {
		return nil, err
	}
	p.frame.operations = ops
	return ops[0], nil
}

// errSyntax is returned while an error is on its way to where it is reported;
// parser.failed says which. errUnwind is returned when it has been reported and
// the statements around the failed one have to end as well.
var (
	errSyntax = errors.New("syntax error")
	errUnwind = errors.New("a definition begins inside of an unfinished one")
)

// fail raises an error.
func (p *parser) fail(lex *lexer.PeekingLexer, d *issue.Diagnostic, span source.Span) error {
	p.failed = d.Place(p.file, span)
	p.failedAt = lex.MakeCheckpoint()
	return errSyntax
}

// unexpected raises the error that the next token cannot stand where it does,
// or the lexical error that stands in its place.
func (p *parser) unexpected(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	i := lex.RawCursor()
	if t.Type == tokInvalid {
		n := sort.Search(len(p.invalid), func(n int) bool { return p.invalid[n].index >= int(i) })
		if n < len(p.invalid) && p.invalid[n].index == int(i) {
			return p.fail(lex, p.invalid[n].diag, p.invalid[n].diag.Span)
		}
	}
	if t.EOF() {
		// Puppet tells no place here.
		d := issue.SyntaxError.Error("end of input")
		p.explain(d, i)
		return p.fail(lex, d, source.NoSpan)
	}
	d := issue.SyntaxError.Error("'" + tokenText(t) + "'")
	p.explain(d, i)
	return p.fail(lex, d, source.Span{Start: p.start(i), End: p.ends[i]})
}

// failAfter raises an error that Puppet finds when it has looked at the next
// token: a lexical error in its place comes first.
func (p *parser) failAfter(lex *lexer.PeekingLexer, d *issue.Diagnostic, span source.Span) error {
	if lex.Peek().Type == tokInvalid {
		return p.unexpected(lex)
	}
	return p.fail(lex, d, span)
}

// tokenText is how Puppet names a token in an error.
func tokenText(t *lexer.Token) string {
	if t.Type != tokRegex {
		return t.Value
	}
	// Ruby's Regexp#to_s
	var b strings.Builder
	b.WriteString("(?-mix:")
	for i := 0; i < len(t.Value); i++ {
		switch t.Value[i] {
		case '\\':
			if i+1 < len(t.Value) {
				b.WriteByte('\\')
				i++
			}
		case '/':
			b.WriteByte('\\')
		}
		b.WriteByte(t.Value[i])
	}
	b.WriteByte(')')
	return b.String()
}

// start is where a token begins.
func (p *parser) start(i lexer.RawCursor) source.Pos { return source.Pos(p.tokens[i].Pos.Offset) }

// endBefore is where the token before the next one ends.
func (p *parser) endBefore(lex *lexer.PeekingLexer) source.Pos { return p.ends[lex.RawCursor()-1] }

// loc is the place of what begins with token i and ends before the next one;
// errors about it are reported at its beginning.
func (p *parser) loc(lex *lexer.PeekingLexer, i lexer.RawCursor) Loc {
	at := p.start(i)
	return Loc{Pos: at, Start: at, End: p.endBefore(lex)}
}

// token takes the next token and returns its place.
func (p *parser) token(lex *lexer.PeekingLexer) Loc {
	i := lex.RawCursor()
	lex.Next()
	return Loc{Pos: p.start(i), Start: p.start(i), End: p.ends[i]}
}

// expect takes the next token, which must be of the type.
func (p *parser) expect(lex *lexer.PeekingLexer, typ lexer.TokenType) error {
	if lex.Peek().Type != typ {
		return p.unexpected(lex)
	}
	lex.Next()
	return nil
}

// accept takes the next token if it is of the type.
func (p *parser) accept(lex *lexer.PeekingLexer, typ lexer.TokenType) bool {
	if lex.Peek().Type != typ {
		return false
	}
	lex.Next()
	return true
}

// second is the type of the token after the next one.
func (p *parser) second(lex *lexer.PeekingLexer) lexer.TokenType {
	if i := int(lex.RawCursor()) + 1; i < len(p.tokens) {
		return p.tokens[i].Type
	}
	return lexer.EOF
}

// enter counts a level of nesting.
func (p *parser) enter(lex *lexer.PeekingLexer) error {
	p.depth++
	if p.depth <= p.opts.MaxDepth {
		return nil
	}
	i := lex.RawCursor()
	return p.fail(lex, issue.NestingTooDeep.Error(p.opts.MaxDepth), source.Span{Start: p.start(i), End: p.ends[i]})
}
