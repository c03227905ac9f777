package compiler

import (
	"bunraku/grammar"
	"bunraku/opcodes"
)

// branch emits e as a value or, when the value is not wanted, without one.
func (c *coder) branch(e grammar.Expr, value bool) {
	if value {
		c.expr(e)
	} else {
		c.void(e)
	}
}

// conditional emits if, unless, case and selector. Each opens a match scope.
func (c *coder) conditional(e grammar.Expr, value bool) {
	c.enterGuard()
	switch e := e.(type) {
	case *grammar.If:
		no, end := c.newLabel(), c.newLabel()
		c.cond(e.Test, no)
		c.twoBranches(e.Then, e.Else, no, end, value)
	case *grammar.Unless:
		no, end := c.newLabel(), c.newLabel()
		c.condIf(e.Test, no)
		c.twoBranches(e.Then, e.Else, no, end, value)
	case *grammar.Case:
		c.caseExpr(e, value)
	case *grammar.Selector:
		c.selector(e)
	}
	c.leaveGuard()
}

func (c *coder) twoBranches(then, els grammar.Expr, no, end label, value bool) {
	depth := c.depth
	c.branch(then, value)
	if _, nop := els.(*grammar.Nop); !value && (els == nil || nop) {
		c.mark(no)
		return
	}
	c.jump(opcodes.Jump, end)
	c.depth = depth
	c.mark(no)
	c.branch(els, value)
	c.mark(end)
}

// option emits the test of one case or selector option against the value on
// the stack, which stays, with the result above it.
func (c *coder) option(v grammar.Expr) {
	if u, ok := v.(*grammar.Unfold); ok {
		c.expr(u)
		c.at(v.At())
		c.emit(opcodes.OptionSpread, c.matchBank())
		return
	}
	c.expr(v)
	c.at(v.At())
	c.emit(opcodes.Option, c.matchBank())
}

func isDefault(e grammar.Expr) bool {
	_, ok := e.(*grammar.LiteralDefault)
	return ok
}

// caseExpr tries the options in order; a default option is what is left, wherever
// it stands. puppet: pops/evaluator/evaluator_impl.rb, eval_CaseExpression
func (c *coder) caseExpr(e *grammar.Case, value bool) {
	c.expr(e.Test)
	end, none := c.newLabel(), c.newLabel()
	bodies := make([]label, len(e.Options))
	otherwise := none
	table := c.jumpTable(e)
	for i, o := range e.Options {
		bodies[i] = c.newLabel()
		for _, v := range o.Values {
			if isDefault(v) {
				if otherwise == none {
					otherwise = bodies[i]
				}
			}
		}
	}
	if table != nil {
		c.tables = append(c.tables, tableFix{shape: table.shape})
		fix := &c.tables[len(c.tables)-1]
		for _, i := range table.option {
			fix.to = append(fix.to, bodies[i])
		}
		c.emit(opcodes.Switch, table.shape, int32(otherwise))
	} else {
		for i, o := range e.Options {
			for _, v := range o.Values {
				if !isDefault(v) {
					c.option(v)
					c.jump(opcodes.JumpIf, bodies[i])
				}
			}
		}
		c.jump(opcodes.Jump, otherwise)
	}
	depth := c.depth
	for i, o := range e.Options {
		c.depth = depth
		c.mark(bodies[i])
		c.emit(opcodes.Pop)
		c.branch(o.Then, value)
		c.jump(opcodes.Jump, end)
	}
	c.depth = depth
	c.mark(none)
	c.emit(opcodes.Pop)
	if value {
		c.emit(opcodes.PushUndef)
	}
	c.mark(end)
}

type jumpTable struct {
	shape  int32
	option []int // option index of each case of the shape
}

// jumpTable makes a table when all options of a case are literal strings that
// differ without regard to case. The machine compares other values than strings
// with none of them.
func (c *coder) jumpTable(e *grammar.Case) *jumpTable {
	if c.u.opts.Edition.IsEvaluator4() {
		return nil
	}
	t := &jumpTable{}
	sh := opcodes.Shape{Kind: opcodes.ShapeSwitch, Pos: int32(e.At())}
	seen := map[string]bool{}
	for i, o := range e.Options {
		for _, v := range o.Values {
			var s string
			switch v := v.(type) {
			case *grammar.LiteralString:
				s = v.Value
			case *grammar.QualifiedName:
				s = v.Name
			case *grammar.LiteralDefault:
				continue
			default:
				return nil
			}
			s = foldASCII(s)
			if seen[s] {
				continue
			}
			seen[s] = true
			sh.Switch = append(sh.Switch, opcodes.SwitchCase{Key: opcodes.Const{Kind: opcodes.ConstString, Str: s}})
			t.option = append(t.option, i)
		}
	}
	if len(sh.Switch) < 3 {
		return nil
	}
	t.shape = c.shape(sh)
	return t
}

func foldASCII(s string) string {
	b := []byte(s)
	for i, x := range b {
		if 'A' <= x && x <= 'Z' {
			b[i] = x + 'a' - 'A'
		}
	}
	return string(b)
}

func (c *coder) shape(s opcodes.Shape) int32 {
	c.code.Shapes = append(c.code.Shapes, s)
	return int32(len(c.code.Shapes) - 1)
}

// selector tries the entries in order, default last. puppet:
// pops/evaluator/evaluator_impl.rb, eval_SelectorExpression
func (c *coder) selector(e *grammar.Selector) {
	c.expr(e.Left)
	depth := c.depth
	end := c.newLabel()
	var otherwise *grammar.SelectorEntry
	for _, en := range e.Entries {
		if isDefault(en.Match) {
			if otherwise == nil {
				otherwise = en
			}
			continue
		}
		next := c.newLabel()
		c.option(en.Match)
		c.jump(opcodes.JumpUnless, next)
		c.emit(opcodes.Pop)
		c.expr(en.Value)
		c.jump(opcodes.Jump, end)
		c.depth = depth
		c.mark(next)
	}
	if otherwise != nil {
		c.emit(opcodes.Pop)
		c.expr(otherwise.Value)
	} else {
		c.at(e.Left.At())
		c.emit(opcodes.FailSelector)
		c.depth++
	}
	c.mark(end)
}
