package validate

import (
	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// Strict is Puppet's setting of that name: what becomes of dubious code.
type Strict uint8

// The values of the setting. StrictDefault is the edition's own: error for
// puppet8, warning for puppet7 and evaluator4.
const (
	StrictDefault Strict = iota
	StrictOff
	StrictWarning
	StrictError
)

// Options are the settings that checks depend on.
type Options struct {
	Edition edition.Edition
	Strict  Strict

	// ModulePath is the absolute directories of modules. A manifest below one
	// of them may only define what its path says.
	ModulePath []string
	// Manifest is the absolute path of the environment's site manifests, file
	// or directory; they may define anything. Empty when there is none.
	Manifest string
	// Path is the absolute path of the file where its name is not: a relative
	// name is then shown in messages. Empty means the name of the file.
	Path string
	// CheckRegexp and MaxErrors are the grammar's options of these names, for
	// [Parse] and for manifests inside of heredocs.
	CheckRegexp func(source string) error
	MaxErrors   int
}

// ParseStrict reads the setting as it is written.
func ParseStrict(s string) (Strict, bool) {
	switch s {
	case "":
		return StrictDefault, true
	case "off":
		return StrictOff, true
	case "warning":
		return StrictWarning, true
	case "error":
		return StrictError, true
	}
	return 0, false
}

func (o *Options) severities() *issue.Severities {
	strict := o.Strict
	if strict == StrictDefault {
		strict = StrictWarning
		if o.Edition == edition.Puppet8 {
			strict = StrictError
		}
	}
	return severities[strict]
}

// severities by the setting strict. puppet: pops/validation/validator_factory_4_0.rb
var severities = [...]*issue.Severities{
	StrictOff:     severitiesWith(issue.Ignored),
	StrictWarning: severitiesWith(issue.Warning),
	StrictError:   severitiesWith(issue.Error),
}

func severitiesWith(strict issue.Severity) *issue.Severities {
	s := new(issue.Severities)
	for i, severity := range map[*issue.Issue]issue.Severity{
		&issue.FutureReservedWord.Issue: issue.Deprecation,
		&issue.DuplicateKey.Issue:       strict,
	} {
		if err := s.Set(i, severity); err != nil {
			panic(err) // a mistake in the two lines above
		}
	}
	return s
}

// Parse parses a manifest or template and, if it has a tree, validates it.
func Parse(file *source.File, template bool, o Options) (*grammar.Program, issue.List) {
	parse := grammar.Parse
	if template {
		parse = grammar.ParseEPP
	}
	program, list := parse(file, grammar.Options{Edition: o.Edition, CheckRegexp: o.CheckRegexp, MaxErrors: o.MaxErrors})
	if !list.HasErrors() {
		list = append(list, Validate(program, o)...)
	}
	return program, list
}

// Validate makes the static checks of a unit. The findings are in the order in
// which Puppet makes them; [issue.List.Outcome] says what a run prints of them.
func Validate(p *grammar.Program, o Options) issue.List {
	if p == nil || p.Body == nil {
		return nil
	}
	c := checker{
		options: o,
		report:  issue.Reporter{File: p.File, Severities: o.severities()},
		e4:      o.Edition.IsEvaluator4(),
	}
	c.path = c.stack[:0]
	c.topConstructs(p)
	c.walk(p.Body)
	return c.findings()
}

// checker is one run over one file.
type checker struct {
	options Options
	report  issue.Reporter
	e4      bool // the rules of evaluator4

	path  []grammar.Node // the nodes around the one that is checked, outermost first
	stack [64]grammar.Node

	keys     map[literal]struct{} // of the hash that is checked, kept for the next
	idems    map[grammar.Expr]bool
	core     grammar.Expr // the operand at the core of the chain that coreOf is in
	coreOf   grammar.Expr
	place    place // of the file below the module path
	placed   bool
	rejected *issue.Diagnostic // the first construct that Puppet's grammar does not have
}

// findings is the list of all, unless the file has what is a syntax error in
// Puppet: then Puppet would have come no further.
func (c *checker) findings() issue.List {
	if c.rejected != nil {
		return issue.List{c.rejected}
	}
	return c.report.List
}

// at is where an issue about a node is reported.
func at(n grammar.Node) source.Span {
	span := n.Span()
	span.Start = n.At()
	return span
}

// add reports a finding. It is returned for a note or hint, also when the settings
// ignore it.
func (c *checker) add(d *issue.Diagnostic) *issue.Diagnostic {
	c.report.Report(d)
	return d
}

// container is the node around the one that is checked: 1 is its parent. It is
// nil where the program itself is reached.
func (c *checker) container(n int) grammar.Node {
	if n > len(c.path) {
		return nil
	}
	return c.path[len(c.path)-n]
}

func (c *checker) push(n grammar.Node) { c.path = append(c.path, n) }
func (c *checker) pop()                { c.path = c.path[:len(c.path)-1] }

func walkAll[E grammar.Expr](c *checker, list []E) {
	for _, e := range list {
		c.walk(e)
	}
}

// walk checks a node, then what it contains. The order of the children is that
// of the attributes of Puppet's model. puppet: pops/model/ast.pp
func (c *checker) walk(e grammar.Expr) {
	if e == nil {
		return
	}
	switch n := e.(type) {
	case *grammar.Nop, *grammar.LiteralUndef, *grammar.LiteralDefault, *grammar.LiteralBoolean, *grammar.LiteralFloat,
		*grammar.LiteralString, *grammar.LiteralRegexp, *grammar.RenderString:
		return
	case *grammar.LiteralInteger:
		c.checkInteger(n)
		return
	case *grammar.QualifiedName:
		c.checkQualifiedName(n)
		return
	case *grammar.QualifiedReference:
		c.checkQualifiedReference(n)
		return
	case *grammar.Variable:
		c.checkVariable(n)
		return
	case *grammar.ReservedWord:
		c.checkReservedWord(n)
		return
	}
	c.push(e)
	c.walkComposite(e)
	c.pop()
}

// binary checks the sides of an operator, then what they contain.
func (c *checker) binary(left, right grammar.Expr) {
	c.rvalue(left)
	c.rvalue(right)
	c.walk(left)
	c.walk(right)
}

// unary checks the operand e of n. A chain of unary operators has one operand at
// its core, which each of them checks anew: it is looked for once.
func (c *checker) unary(n, e grammar.Expr) {
	if c.coreOf != n {
		c.core = core(e)
	}
	c.coreOf = e
	c.producesValue(c.core)
	c.walk(e)
}

// walkComposite is walk for a node with children, which is on the path already:
// a check that asks for its container asks for the second.
func (c *checker) walkComposite(e grammar.Expr) {
	switch n := e.(type) {
	case *grammar.Arithmetic:
		c.binary(n.Left, n.Right)
	case *grammar.Comparison:
		c.binary(n.Left, n.Right)
	case *grammar.Match:
		c.binary(n.Left, n.Right)
	case *grammar.In:
		c.binary(n.Left, n.Right)
	case *grammar.And:
		c.binary(n.Left, n.Right)
	case *grammar.Or:
		c.binary(n.Left, n.Right)
	case *grammar.Not:
		c.unary(n, n.Expr)
	case *grammar.UnaryMinus:
		c.unary(n, n.Expr)
	case *grammar.Unfold:
		c.unary(n, n.Expr)
	case *grammar.Parenthesized:
		c.unary(n, n.Expr)
	case *grammar.TextExpression:
		if c.e4 {
			c.keywordInterpolated(n)
		}
		c.unary(n, n.Expr)
	case *grammar.RenderExpression:
		c.unary(n, n.Expr)
	case *grammar.Assignment:
		c.checkAssignment(n)
		c.walk(n.Left)
		c.walk(n.Right)
	case *grammar.Relationship:
		c.relation(n.Left)
		c.relation(n.Right)
		c.walk(n.Left)
		c.walk(n.Right)
	case *grammar.Access:
		c.checkAccess(n)
		c.walk(n.Left)
		walkAll(c, n.Keys)
	case *grammar.NamedAccess:
		c.checkNamedAccess(n)
		c.walk(n.Left)
		c.walk(n.Right)
	case *grammar.LiteralList:
		for _, v := range n.Values {
			c.rvalue(v)
		}
		walkAll(c, n.Values)
	case *grammar.LiteralHash:
		c.checkHash(n)
		for _, entry := range n.Entries {
			c.push(entry)
			c.binary(entry.Key, entry.Value)
			c.pop()
		}
	case *grammar.KeyedEntry: // of a type mapping to a type and a hash
		c.binary(n.Key, n.Value)
	case *grammar.TitledHash:
		c.checkTitledHash(n)
		c.walkBodies(n.Bodies)
	case *grammar.ConcatenatedString:
		walkAll(c, n.Segments)
	case *grammar.HeredocExpression:
		c.checkHeredoc(n)
		c.walk(n.Text)
	case *grammar.Selector:
		c.checkSelector(n)
		c.walk(n.Left)
		for _, entry := range n.Entries {
			c.push(entry)
			c.rvalue(entry.Match)
			c.walk(entry.Match)
			c.walk(entry.Value)
			c.pop()
		}
	case *grammar.Block:
		c.checkBlock(n)
		walkAll(c, n.Statements)
	case *grammar.If:
		c.rvalue(n.Test)
		c.walk(n.Test)
		c.walk(n.Then)
		c.walk(n.Else)
	case *grammar.Unless:
		c.rvalue(n.Test)
		c.walk(n.Test)
		c.walk(n.Then)
		c.walk(n.Else)
	case *grammar.Case:
		c.checkCase(n)
		c.walk(n.Test)
		for _, option := range n.Options {
			c.push(option)
			for _, v := range option.Values {
				c.rvalue(v)
			}
			walkAll(c, option.Values)
			c.walk(option.Then)
			c.pop()
		}
	case *grammar.CallNamed:
		c.checkCallNamed(n)
		c.walk(n.Functor)
		walkAll(c, n.Args)
		if n.Lambda != nil {
			c.walk(n.Lambda)
		}
	case *grammar.CallMethod:
		if n.Functor != nil {
			c.walk(n.Functor)
		}
		walkAll(c, n.Args)
		if n.Lambda != nil {
			c.walk(n.Lambda)
		}
	case *grammar.Lambda:
		c.capturesLast(n.Params)
		c.returnType(n, n.Return)
		c.walkParams(n.Params)
		c.walk(n.Body)
		c.walk(n.Return)
	default:
		c.walkStatement(e)
	}
}

// walkStatement is walkComposite for resources, definitions and templates.
func (c *checker) walkStatement(e grammar.Expr) {
	switch n := e.(type) {
	case *grammar.ResourceExpression:
		c.checkResource(n)
		c.walk(n.Type)
		c.walkBodies(n.Bodies)
	case *grammar.ResourceDefaults:
		c.checkResourceDefaults(n)
		c.walk(n.Type)
		walkAll(c, n.Ops)
	case *grammar.ResourceOverride:
		c.checkResourceOverride(n)
		c.walk(n.Resources)
		walkAll(c, n.Ops)
	case *grammar.AttributeOperation:
		c.checkAttribute(n)
		c.walk(n.Value)
	case *grammar.AttributesOperation:
		c.checkAttributes(n)
		c.walk(n.Expr)
	case *grammar.Collect:
		c.checkCollect(n)
		c.walk(n.Type)
		c.walk(n.Query)
		walkAll(c, n.Ops)
	case *grammar.VirtualQuery:
		c.query(n.Expr)
		c.walk(n.Expr)
	case *grammar.ExportedQuery:
		c.query(n.Expr)
		c.walk(n.Expr)
	case *grammar.HostClass:
		c.checkHostClass(n)
		c.walkParams(n.Params)
		c.walk(n.Body)
	case *grammar.ResourceTypeDefinition:
		c.checkResourceTypeDefinition(n)
		c.walkParams(n.Params)
		c.walk(n.Body)
	case *grammar.FunctionDefinition:
		c.checkFunction(n)
		c.walkParams(n.Params)
		c.walk(n.Body)
		c.walk(n.Return)
	case *grammar.NodeDefinition:
		c.checkNode(n)
		c.walk(n.Parent)
		walkAll(c, n.Matches)
		c.walk(n.Body)
	case *grammar.TypeAlias:
		c.checkTypeAlias(n)
		c.walk(n.Type)
	case *grammar.TypeMapping:
		c.checkTypeMapping(n)
		c.walk(n.Type)
		c.walk(n.Mapping)
	case *grammar.TypeDefinition:
		c.checkTypeDefinition(n)
		c.walk(n.Body)
	case *grammar.Epp:
		c.walkEpp(n)
	}
}

func (c *checker) walkParams(params []*grammar.Parameter) {
	for _, p := range params {
		c.checkParameter(p)
		c.push(p)
		c.walk(p.Default)
		c.walk(p.Type)
		c.pop()
	}
}

func (c *checker) walkBodies(bodies []*grammar.ResourceBody) {
	for _, b := range bodies {
		c.checkBody(b)
		c.push(b)
		c.walk(b.Title)
		walkAll(c, b.Ops)
		c.pop()
	}
}

// walkEpp checks a template as Puppet does, for which it is a lambda around the
// template proper: the parameters come first.
func (c *checker) walkEpp(n *grammar.Epp) {
	c.capturesLast(n.Params)
	c.walkParams(n.Params)
	c.noCaptures(n.Params, n)
	c.uniqueParameters(n.Params)
	c.walk(n.Body)
}
