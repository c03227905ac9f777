package compiler

import (
	"strings"

	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/opcodes"
)

// attributes emits the values of attribute operations and describes them.
func (c *coder) attributes(ops []grammar.Operation) []opcodes.AttrOp {
	var out []opcodes.AttrOp
	for _, op := range ops {
		switch op := op.(type) {
		case *grammar.AttributeOperation:
			c.expr(op.Value)
			out = append(out, opcodes.AttrOp{Name: op.Name, Plus: op.Op == grammar.OpPlusArrow, Pos: int32(op.At())})
		case *grammar.AttributesOperation:
			c.expr(op.Expr)
			out = append(out, opcodes.AttrOp{Splat: true, Pos: int32(op.Expr.At())})
		}
	}
	return out
}

// resource pushes the type, then for each body its titles and its values: the
// order in which Puppet evaluates them.
// puppet: pops/evaluator/evaluator_impl.rb, eval_ResourceExpression
func (c *coder) resource(e *grammar.ResourceExpression) {
	before := c.depth
	c.expr(e.Type)
	sh := opcodes.Shape{Kind: opcodes.ShapeResources, Form: uint8(e.Form), Pos: int32(e.At())}
	if c.u.opts.Edition != edition.Evaluator4 && !namesType(e.Type) { // seed: RGX-11
		sh.Form |= opcodes.FormComputed
	}
	for _, b := range e.Bodies {
		c.expr(b.Title)
		sh.Bodies = append(sh.Bodies, opcodes.Body{Pos: int32(b.Title.At()), Default: isDefault(b.Title), Ops: c.attributes(b.Ops)})
	}
	c.finishShape(opcodes.Declare, sh, before, e)
}

// namesType reports whether an expression may stand for the type of a resource.
func namesType(e grammar.Expr) bool {
	switch e := e.(type) {
	case *grammar.QualifiedName, *grammar.QualifiedReference:
		return true
	case *grammar.Access:
		_, ok := e.Left.(*grammar.QualifiedReference)
		return ok
	}
	return false
}

func (c *coder) finishShape(op opcodes.Op, sh opcodes.Shape, before int, e grammar.Node) {
	n := c.depth - before
	sh.Values = uint32(n)
	c.at(e.At())
	c.emitShape(op, c.shape(sh), n)
}

func (c *coder) resourceDefaults(e *grammar.ResourceDefaults) {
	before := c.depth
	c.expr(e.Type)
	sh := opcodes.Shape{Kind: opcodes.ShapeDefaults, Form: uint8(e.Form), Pos: int32(e.At())}
	sh.Ops = c.attributes(e.Ops)
	c.finishShape(opcodes.Defaults, sh, before, e)
}

func (c *coder) resourceOverride(e *grammar.ResourceOverride) {
	before := c.depth
	c.expr(e.Resources)
	sh := opcodes.Shape{Kind: opcodes.ShapeOverride, Form: uint8(e.Form), Pos: int32(e.At())}
	sh.Ops = c.attributes(e.Ops)
	c.finishShape(opcodes.Override, sh, before, e)
}

func (c *coder) collect(e *grammar.Collect) {
	before := c.depth
	if t, ok := e.Type.(*grammar.QualifiedReference); ok {
		// A name, not a type: whether there is such a type is for the collector.
		c.emit(opcodes.PushConst, c.u.str(strings.ToLower(t.Name)))
	} else {
		c.expr(e.Type)
	}
	sh := opcodes.Shape{Kind: opcodes.ShapeCollect, Pos: int32(e.At())}
	var query grammar.Expr
	switch q := e.Query.(type) {
	case *grammar.VirtualQuery:
		query = q.Expr
	case *grammar.ExportedQuery:
		query, sh.Export = q.Expr, true
	}
	n := uint32(1)
	sh.Query = c.query(query, &n)
	sh.Ops = c.attributes(e.Ops)
	c.finishShape(opcodes.Collect, sh, before, e)
}

// query pushes the values that a query compares with; they are evaluated when
// the collector is made, the comparison comes later.
func (c *coder) query(e grammar.Expr, n *uint32) *opcodes.Query {
	switch e := e.(type) {
	case *grammar.Parenthesized:
		return c.query(e.Expr, n)
	case *grammar.And:
		left := c.query(e.Left, n)
		return &opcodes.Query{Op: opcodes.QueryAnd, Left: left, Right: c.query(e.Right, n)}
	case *grammar.Or:
		left := c.query(e.Left, n)
		return &opcodes.Query{Op: opcodes.QueryOr, Left: left, Right: c.query(e.Right, n)}
	case *grammar.Comparison:
		name := ""
		switch l := e.Left.(type) {
		case *grammar.QualifiedName:
			name = l.Name
		case *grammar.Variable:
			name = l.Name
		}
		value := e.Right
		for {
			p, ok := value.(*grammar.Parenthesized)
			if !ok {
				break
			}
			value = p.Expr
		}
		if class := notQueried(value); class != "" {
			return &opcodes.Query{Op: opcodes.QueryIllegal, Name: class}
		}
		c.expr(value)
		q := &opcodes.Query{Op: opcodes.QueryEq, Name: name, Value: *n}
		if e.Op == grammar.OpNe {
			q.Op = opcodes.QueryNe
		}
		*n++
		return q
	}
	return nil
}

// notQueried is what Puppet calls an expression that a query cannot compare with;
// empty for one that it can.
// puppet: pops/evaluator/collector_transformer.rb
func notQueried(e grammar.Expr) string {
	switch e.(type) {
	case *grammar.LiteralList:
		return "LiteralList"
	case *grammar.LiteralHash:
		return "LiteralHash"
	case *grammar.CallNamed:
		return "CallNamedFunctionExpression"
	case *grammar.CallMethod:
		return "CallMethodExpression"
	case *grammar.Arithmetic:
		return "ArithmeticExpression"
	case *grammar.Not:
		return "NotExpression"
	case *grammar.UnaryMinus:
		return "UnaryMinusExpression"
	case *grammar.QualifiedReference:
		return "QualifiedReference"
	case *grammar.LiteralDefault:
		return "LiteralDefault"
	case *grammar.LiteralRegexp:
		return "LiteralRegularExpression"
	case *grammar.Selector:
		return "SelectorExpression"
	}
	return ""
}
