package validate

import (
	"strings"

	"bunraku/grammar"
	"bunraku/grammar/issue"
)

// checkInteger finds literals beyond 64 bits.
func (c *checker) checkInteger(n *grammar.LiteralInteger) {
	switch {
	case n.Big == nil:
	case n.Big.Sign() > 0:
		c.add(issue.NumericOverflow.At(at(n), grammar.LabelOf(n), "+0x"+n.Big.Text(16)))
	default:
		c.add(issue.NumericUnderflow.At(at(n), grammar.LabelOf(n), "-0x"+n.Big.Text(16)[1:]))
	}
}

func (c *checker) checkQualifiedName(n *grammar.QualifiedName) {
	if c.e4 {
		c.keywordInName(n, n.Name)
	}
}

func (c *checker) checkQualifiedReference(n *grammar.QualifiedReference) {
	if !isClassrefExt(n.Name) {
		c.add(issue.IllegalClassref.At(at(n), n.Name))
	}
}

func (c *checker) checkReservedWord(n *grammar.ReservedWord) {
	if n.Future {
		c.add(issue.FutureReservedWord.At(at(n), n.Word))
	} else {
		c.add(issue.ReservedWord.At(at(n), n.Word)).WithHint("write '" + n.Word + "'")
	}
}

// checkVariable: a variable is 0, a decimal number without a leading zero, or a
// name.
func (c *checker) checkVariable(n *grammar.Variable) {
	if n.Name != "" && isDigit(n.Name[0]) {
		if !isNumericVarName(n.Name) {
			c.add(issue.IllegalNumericVarName.At(at(n), n.Name))
		}
	} else if !isVarName(n.Name) {
		c.suggest(c.add(issue.IllegalVarName.At(at(n), n.Name)), n.Name, isVarName)
	}
}

// suggest hints at the name in lower case, where that is legal.
func (c *checker) suggest(d *issue.Diagnostic, name string, legal func(string) bool) {
	if l := lower(name); l != name && legal(l) {
		d.WithHint("did you mean $" + l + "?")
	}
}

func (c *checker) checkAccess(n *grammar.Access) {
	if len(n.Keys) == 0 && !c.e4 {
		c.rejectAt(n.End-1, "']'")
	}
}

func (c *checker) checkNamedAccess(n *grammar.NamedAccess) {
	if _, ok := n.Right.(*grammar.QualifiedName); !ok {
		c.add(issue.IllegalExpression.At(at(n.Right), grammar.LabelOf(n.Right), "function name",
			grammar.LabelOf(c.container(2))))
	}
}

func (c *checker) checkCallNamed(n *grammar.CallNamed) {
	switch f := n.Functor.(type) {
	case *grammar.QualifiedName, *grammar.QualifiedReference:
		return
	case *grammar.Access:
		if _, ok := f.Left.(*grammar.QualifiedReference); ok {
			return
		}
	case *grammar.RenderString:
		// An easy mistake: parameters after text are a bare | to the grammar.
		c.add(issue.IllegalEPPParameters.At(at(n)))
		return
	}
	c.add(issue.IllegalExpression.At(at(n.Functor), grammar.LabelOf(n.Functor), "function name", grammar.LabelOf(n)))
}

// checkBlock finds the first statement without effect. The last one is the
// value of the block.
func (c *checker) checkBlock(n *grammar.Block) {
	if isResourceWithoutTitle(n) {
		name := n.Statements[0].(*grammar.QualifiedName).Name
		c.add(issue.ResourceWithoutTitle.At(at(n), name))
		return
	}
	if c.e4 || len(n.Statements) == 0 {
		return
	}
	for _, s := range n.Statements[:len(n.Statements)-1] {
		if c.idem(s, 0) {
			c.add(issue.IdemExpressionNotLast.At(at(s), grammar.LabelOf(s)))
			return
		}
	}
}

// isResourceWithoutTitle tells a name before a hash.
func isResourceWithoutTitle(e grammar.Expr) bool {
	b, ok := e.(*grammar.Block)
	if !ok || len(b.Statements) != 2 {
		return false
	}
	_, name := b.Statements[0].(*grammar.QualifiedName)
	_, hash := b.Statements[1].(*grammar.LiteralHash)
	return name && hash
}

func (c *checker) checkCase(n *grammar.Case) {
	c.rvalue(n.Test)
	var first grammar.Expr
	for _, option := range n.Options {
		for _, v := range option.Values {
			if _, ok := v.(*grammar.LiteralDefault); !ok {
				continue
			}
			if first != nil {
				c.noteFirst(c.add(issue.DuplicateDefault.At(at(v), grammar.LabelOf(n))), first)
			} else {
				first = v
			}
		}
	}
}

// checkSelector reports the second default only, however many there are.
func (c *checker) checkSelector(n *grammar.Selector) {
	c.rvalue(n.Left)
	var first grammar.Expr
	for _, entry := range n.Entries {
		if _, ok := entry.Match.(*grammar.LiteralDefault); !ok {
			continue
		}
		if first != nil {
			c.noteFirst(c.add(issue.DuplicateDefault.At(at(entry.Match), grammar.LabelOf(n))), first)
			return
		}
		first = entry.Match
	}
}

// noteFirst says where what is there twice was first.
func (c *checker) noteFirst(d *issue.Diagnostic, first grammar.Node) {
	d.WithNote("first given here", c.report.File, at(first))
}

func (c *checker) checkAssignment(n *grammar.Assignment) {
	if n.Op == grammar.OpAssign || c.e4 {
		c.assign(n.Left)
		c.rvalue(n.Right)
		return
	}
	c.add(issue.AppendsDeletesNoLongerSupported.At(at(n), n.Op.String())).
		WithHint("a variable is assigned once: assign the result of + or - to another one")
}

// assign checks the left side of an assignment.
func (c *checker) assign(e grammar.Expr) {
	switch n := e.(type) {
	case *grammar.Variable:
		if isNumericVarName(n.Name) {
			c.add(issue.IllegalNumericAssignment.At(at(n), n.Name))
		}
		if strings.Contains(n.Name, "::") {
			c.add(issue.CrossScopeAssignment.At(at(n), n.Name))
		}
	case *grammar.Access:
		c.add(issue.IllegalIndexedAssignment.At(at(n)))
	case *grammar.LiteralList:
		for _, v := range n.Values {
			c.assign(v)
		}
	default:
		c.add(issue.IllegalAssignment.At(at(e), grammar.LabelOf(e)))
	}
}

// rvalue checks that an expression has a value. Unary operators and parentheses
// pass the question on.
func (c *checker) rvalue(e grammar.Expr) { c.producesValue(core(e)) }

// core is the operand of a chain of unary operators.
func core(e grammar.Expr) grammar.Expr {
	for {
		switch n := e.(type) {
		case *grammar.Parenthesized:
			e = n.Expr
		case *grammar.Not:
			e = n.Expr
		case *grammar.UnaryMinus:
			e = n.Expr
		case *grammar.Unfold:
			e = n.Expr
		case *grammar.TextExpression:
			e = n.Expr
		case *grammar.RenderExpression:
			e = n.Expr
		default:
			return e
		}
	}
}

// producesValue is rvalue for what is no unary operator.
func (c *checker) producesValue(e grammar.Expr) {
	switch n := e.(type) {
	case *grammar.Collect:
		if !c.e4 {
			c.add(issue.NotRValue.At(at(n), grammar.LabelOf(n)))
		}
	case *grammar.HostClass, *grammar.ResourceTypeDefinition, *grammar.FunctionDefinition, *grammar.NodeDefinition,
		*grammar.TypeAlias, *grammar.TypeMapping, *grammar.TypeDefinition:
		c.add(issue.NotRValue.At(at(n), grammar.LabelOf(n)))
	}
}

// relation checks a side of an arrow: what has a value, a collector, or another
// arrow.
func (c *checker) relation(e grammar.Expr) {
	switch e.(type) {
	case *grammar.Collect, *grammar.Relationship:
	default:
		c.rvalue(e)
	}
}

// query checks an expression of a collector: comparisons with == and != that are
// joined by and, or.
func (c *checker) query(e grammar.Expr) {
	switch n := e.(type) {
	case nil, *grammar.Nop, *grammar.Variable, *grammar.QualifiedName, *grammar.LiteralInteger, *grammar.LiteralFloat,
		*grammar.LiteralString, *grammar.LiteralBoolean, *grammar.RenderString:
	case *grammar.Comparison:
		if n.Op != grammar.OpEq && n.Op != grammar.OpNe {
			c.add(issue.IllegalQueryExpression.At(at(n), grammar.LabelOf(n)))
		}
	case *grammar.And:
		c.query(n.Left)
		c.query(n.Right)
	case *grammar.Or:
		c.query(n.Left)
		c.query(n.Right)
	case *grammar.Parenthesized:
		c.query(n.Expr)
	default:
		c.add(issue.IllegalQueryExpression.At(at(e), grammar.LabelOf(e)))
	}
}

// idemDepth is how deep [checker.idem] looks before it remembers what it finds.
// Each block asks anew about all that is nested in it: without a memory deep
// nesting would cost its square, and with one for all, shallow code would pay.
const idemDepth = 16

// idem tells whether evaluating an expression leaves everything as it was, so
// that it is of no use but for its value. What a function does is not known, so
// a call is not idem; neither is a match, which sets the match variables.
func (c *checker) idem(e grammar.Expr, depth int) bool {
	switch n := e.(type) {
	case nil, *grammar.Nop, *grammar.LiteralUndef, *grammar.LiteralDefault, *grammar.LiteralBoolean,
		*grammar.LiteralInteger, *grammar.LiteralFloat, *grammar.LiteralString, *grammar.LiteralRegexp,
		*grammar.LiteralList, *grammar.LiteralHash, *grammar.TitledHash, *grammar.QualifiedName,
		*grammar.QualifiedReference, *grammar.ReservedWord, *grammar.Variable, *grammar.ConcatenatedString,
		*grammar.HeredocExpression, *grammar.Access, *grammar.NamedAccess, *grammar.Arithmetic, *grammar.Comparison,
		*grammar.In, *grammar.And, *grammar.Or, *grammar.Not, *grammar.UnaryMinus, *grammar.Unfold,
		*grammar.TextExpression, *grammar.Selector:
		return true
	case *grammar.Parenthesized:
		inner := n.Expr
		for p, ok := inner.(*grammar.Parenthesized); ok; p, ok = inner.(*grammar.Parenthesized) {
			inner = p.Expr
		}
		return c.idem(inner, depth+1)
	case *grammar.Block, *grammar.If, *grammar.Unless, *grammar.Case:
		if depth < idemDepth {
			return c.idemParts(n, depth+1)
		}
		if known, ok := c.idems[e]; ok {
			return known
		}
		result := c.idemParts(n, depth+1)
		if c.idems == nil {
			c.idems = make(map[grammar.Expr]bool)
		}
		c.idems[e] = result
		return result
	}
	return false
}

// idemParts is idem for what is so when all its parts are.
func (c *checker) idemParts(e grammar.Expr, depth int) bool {
	all := func(list []grammar.Expr) bool {
		for _, s := range list {
			if !c.idem(s, depth) {
				return false
			}
		}
		return true
	}
	switch n := e.(type) {
	case *grammar.Block:
		return all(n.Statements)
	case *grammar.If:
		return c.idem(n.Test, depth) && c.idem(n.Then, depth) && c.idem(n.Else, depth)
	case *grammar.Unless:
		return c.idem(n.Test, depth) && c.idem(n.Then, depth) && c.idem(n.Else, depth)
	case *grammar.Case:
		if !c.idem(n.Test, depth) {
			return false
		}
		for _, option := range n.Options {
			if !all(option.Values) || !c.idem(option.Then, depth) {
				return false
			}
		}
		return true
	}
	return false
}
