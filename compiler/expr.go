package compiler

import (
	"bunraku/grammar"
	"bunraku/opcodes"
)

// expr emits code that leaves the value of e on the stack.
func (c *coder) expr(e grammar.Expr) {
	switch e := e.(type) {
	case nil, *grammar.Nop, *grammar.LiteralUndef:
		c.emit(opcodes.PushUndef)
	case *grammar.LiteralDefault:
		c.emit(opcodes.PushDefault)
	case *grammar.LiteralBoolean:
		if e.Value {
			c.emit(opcodes.PushTrue)
		} else {
			c.emit(opcodes.PushFalse)
		}
	case *grammar.LiteralInteger:
		c.pushInt(e.Value)
	case *grammar.LiteralFloat:
		c.emit(opcodes.PushConst, c.u.konst(floatConst(e.Value)))
	case *grammar.LiteralString:
		c.emit(opcodes.PushConst, c.u.str(e.Value))
	case *grammar.QualifiedName:
		c.emit(opcodes.PushConst, c.u.str(e.Name))
	case *grammar.ReservedWord:
		c.emit(opcodes.PushConst, c.u.str(e.Word))
	case *grammar.LiteralRegexp:
		c.at(e.At())
		c.emit(opcodes.PushConst, c.u.konst(opcodes.Const{Kind: opcodes.ConstRegexp, Str: e.Source}))
	case *grammar.QualifiedReference:
		c.at(e.At())
		c.emit(opcodes.PushType, c.u.str(e.Name))
	case *grammar.LiteralList:
		c.list(e.Values)
	case *grammar.LiteralHash:
		for _, kv := range e.Entries {
			c.expr(kv.Key)
			c.expr(kv.Value)
		}
		c.at(e.At())
		c.emit(opcodes.MakeHash, int32(2*len(e.Entries)))
	case *grammar.ConcatenatedString:
		c.interpolation(e)
	case *grammar.TextExpression:
		c.expr(e.Expr)
		c.at(e.At())
		c.emit(opcodes.Concat, 1)
	case *grammar.HeredocExpression:
		c.expr(e.Text)
	case *grammar.Variable:
		c.variable(e)
	case *grammar.Parenthesized:
		c.expr(e.Expr)
	case *grammar.Unfold:
		c.expr(e.Expr)
		c.at(e.At())
		c.emit(opcodes.Unfold)
	case *grammar.Arithmetic:
		c.arithmetic(e)
	case *grammar.UnaryMinus:
		c.expr(e.Expr)
		c.at(e.At())
		c.emit(opcodes.Neg)
		c.blame(e)
	case *grammar.Comparison:
		c.expr(e.Left)
		c.expr(e.Right)
		c.at(e.At())
		c.emit(c.comparison(e.Op))
	case *grammar.Match:
		c.expr(e.Left)
		c.expr(e.Right)
		c.at(e.At())
		if e.Op == grammar.OpMatch {
			c.emit(opcodes.Match, c.matchBank())
		} else {
			c.emit(opcodes.NoMatch, c.matchBank())
		}
		c.blame(e.Left, e.Right)
	case *grammar.In:
		c.expr(e.Left)
		c.expr(e.Right)
		c.at(e.At())
		c.emit(opcodes.In, c.matchBank())
		c.blame(e.Left, e.Right)
	case *grammar.Not:
		c.expr(e.Expr)
		c.emit(opcodes.Not)
	case *grammar.And, *grammar.Or:
		c.logic(e)
	case *grammar.Access:
		c.access(e)
	case *grammar.Assignment:
		c.assignment(e)
	case *grammar.Block:
		c.blockExpr(e)
	case *grammar.If, *grammar.Unless, *grammar.Case, *grammar.Selector:
		c.conditional(e, true)
	case *grammar.CallNamed:
		c.callNamed(e, true)
	case *grammar.CallMethod:
		c.callMethod(e, true)
	case *grammar.Relationship:
		c.expr(e.Left)
		c.expr(e.Right)
		c.at(e.At())
		c.emit(opcodes.Relate, int32(e.Op-grammar.OpBefore))
		c.blame(e.Left, e.Right)
	case *grammar.ResourceExpression:
		c.resource(e)
	case *grammar.ResourceDefaults:
		c.resourceDefaults(e)
	case *grammar.ResourceOverride:
		c.resourceOverride(e)
	case *grammar.Collect:
		c.collect(e)
	case *grammar.HostClass, *grammar.ResourceTypeDefinition, *grammar.NodeDefinition,
		*grammar.FunctionDefinition, *grammar.TypeAlias, *grammar.TypeMapping, *grammar.TypeDefinition:
		c.emit(opcodes.PushUndef) // entered in the index of definitions
	case *grammar.RenderString:
		c.emit(opcodes.Render, c.u.str(e.Value))
		c.emit(opcodes.PushUndef)
	case *grammar.RenderExpression:
		c.expr(e.Expr)
		c.at(e.At())
		c.emit(opcodes.RenderValue)
		c.emit(opcodes.PushUndef)
	default:
		c.fail(e, "UNSUPPORTED_EXPRESSION", "this expression is not implemented yet")
	}
}

// exprTo emits code that puts the value of e in a slot.
func (c *coder) exprTo(e grammar.Expr, slot int32) {
	switch e := e.(type) {
	case *grammar.Parenthesized:
		c.exprTo(e.Expr, slot)
		return
	case *grammar.Block:
		if n := len(e.Statements); n > 0 {
			for _, s := range e.Statements[:n-1] {
				c.void(s)
			}
			c.exprTo(e.Statements[n-1], slot)
			return
		}
	case *grammar.If:
		c.enterGuard()
		no, end := c.newLabel(), c.newLabel()
		c.cond(e.Test, no)
		c.exprTo(e.Then, slot)
		c.jump(opcodes.Jump, end)
		c.mark(no)
		c.exprTo(e.Else, slot)
		c.mark(end)
		c.leaveGuard()
		return
	case *grammar.Variable:
		// A variable that is its own target has its value there already, for it
		// is a parameter and always set.
		if s, ok := c.find(e.Name); ok && s == slot {
			return
		}
	case *grammar.Arithmetic:
		if e.Op != grammar.OpAdd {
			break
		}
		s, ok := c.slotOf(e.Left)
		if !ok {
			break
		}
		if i, ok := smallInt(e.Right); ok {
			c.at(e.At())
			c.emit(opcodes.AddSlotIntTo, s, i, slot)
			c.blame(e.Left, e.Right)
			return
		}
		if t, ok := c.slotOf(e.Right); ok {
			c.at(e.At())
			c.emit(opcodes.AddSlotsTo, s, t, slot)
			c.blame(e.Left, e.Right)
			return
		}
	}
	c.expr(e)
	c.emit(opcodes.StoreTemp, slot)
}

// void emits code for e where its value is not wanted.
func (c *coder) void(e grammar.Expr) {
	switch e := e.(type) {
	case nil, *grammar.Nop:
	case *grammar.Block:
		for _, s := range e.Statements {
			c.void(s)
		}
	case *grammar.If, *grammar.Unless, *grammar.Case:
		c.conditional(e, false)
	case *grammar.CallNamed:
		c.callNamed(e, false)
	case *grammar.CallMethod:
		c.callMethod(e, false)
	case *grammar.RenderString:
		c.emit(opcodes.Render, c.u.str(e.Value))
	case *grammar.RenderExpression:
		c.expr(e.Expr)
		c.at(e.At())
		c.emit(opcodes.RenderValue)
	case *grammar.HostClass, *grammar.ResourceTypeDefinition, *grammar.NodeDefinition,
		*grammar.FunctionDefinition, *grammar.TypeAlias, *grammar.TypeMapping, *grammar.TypeDefinition:
	default:
		c.expr(e)
		c.emit(opcodes.Pop)
	}
}

func (c *coder) blockExpr(b *grammar.Block) {
	if len(b.Statements) == 0 {
		c.emit(opcodes.PushUndef)
		return
	}
	for _, s := range b.Statements[:len(b.Statements)-1] {
		c.void(s)
	}
	c.expr(b.Statements[len(b.Statements)-1])
}

func (c *coder) pushInt(i int64) {
	if -1<<23 <= i && i < 1<<23 {
		c.emit(opcodes.PushInt, int32(i)&opcodes.MaxOperand)
		return
	}
	c.emit(opcodes.PushConst, c.u.konst(opcodes.Const{Kind: opcodes.ConstInt, Int: i}))
}

// fail emits a failure at run time.
func (c *coder) fail(e grammar.Expr, code, text string) {
	c.at(e.At())
	c.emit(opcodes.Fail, c.u.str(code), c.u.str(text))
	c.depth++ // as if it had left a value; what follows is not reached
}

func hasUnfold(es []grammar.Expr) bool {
	for _, e := range es {
		if _, ok := e.(*grammar.Unfold); ok {
			return true
		}
	}
	return false
}

// list leaves an array of the values, splats unfolded.
func (c *coder) list(es []grammar.Expr) {
	if !hasUnfold(es) {
		for _, e := range es {
			c.expr(e)
		}
		c.emit(opcodes.MakeArray, int32(len(es)))
		return
	}
	plain := 0
	have := false
	flush := func() {
		if plain > 0 || !have {
			c.emit(opcodes.MakeArray, int32(plain))
			if have {
				c.emit(opcodes.AppendArray)
			}
			have, plain = true, 0
		}
	}
	for _, e := range es {
		u, ok := e.(*grammar.Unfold)
		if !ok {
			c.expr(e)
			plain++
			continue
		}
		flush()
		c.expr(u)
		c.emit(opcodes.AppendArray)
	}
	if plain > 0 {
		flush()
	}
}

func (c *coder) interpolation(e *grammar.ConcatenatedString) {
	for _, s := range e.Segments {
		if t, ok := s.(*grammar.TextExpression); ok {
			c.expr(t.Expr)
		} else {
			c.expr(s)
		}
	}
	c.at(e.At())
	c.emit(opcodes.Concat, int32(len(e.Segments)))
}

func (c *coder) variable(e *grammar.Variable) {
	name := e.Name
	if name != "" && name[0] >= '0' && name[0] <= '9' {
		n := int32(0)
		for i := 0; i < len(name) && n < 1<<20; i++ {
			n = n*10 + int32(name[i]-'0')
		}
		b := visibleBank(c.guard)
		if b < 0 {
			c.emit(opcodes.PushUndef)
			return
		}
		c.readBank(b)
		c.emit(opcodes.LoadMatch, n, b)
		return
	}
	c.at(e.At())
	if s, ok := c.find(name); ok {
		c.guardPending(s)
		c.emit(opcodes.LoadSlot, s)
		return
	}
	c.emit(opcodes.LoadName, c.u.str(name))
}

var arithmeticOps = map[grammar.Op]opcodes.Op{
	grammar.OpAdd: opcodes.Add, grammar.OpSub: opcodes.Sub, grammar.OpMul: opcodes.Mul, grammar.OpDiv: opcodes.Div,
	grammar.OpMod: opcodes.Mod, grammar.OpShl: opcodes.Shl, grammar.OpShr: opcodes.Shr,
}

// smallInt is the value of a literal integer that fits an operand.
func smallInt(e grammar.Expr) (int32, bool) {
	if l, ok := e.(*grammar.LiteralInteger); ok && -1<<23 < l.Value && l.Value < 1<<23 {
		return int32(l.Value), true
	}
	return 0, false
}

// slotOf is the slot of e when it is a variable of this code.
func (c *coder) slotOf(e grammar.Expr) (int32, bool) {
	if v, ok := e.(*grammar.Variable); ok && c.pending == nil {
		return c.find(v.Name)
	}
	return 0, false
}

func (c *coder) arithmetic(e *grammar.Arithmetic) {
	if s, ok := c.slotOf(e.Left); ok {
		if i, ok := smallInt(e.Right); ok && (e.Op == grammar.OpAdd || e.Op == grammar.OpSub || e.Op == grammar.OpMul) {
			c.at(e.At())
			switch e.Op {
			case grammar.OpAdd:
				c.emit(opcodes.AddSlotInt, s, i)
			case grammar.OpSub:
				c.emit(opcodes.SubSlotInt, s, i)
			default:
				c.emit(opcodes.MulSlotInt, s, i)
			}
			c.blame(e.Left, e.Right)
			return
		}
		if t, ok := c.slotOf(e.Right); ok && e.Op == grammar.OpAdd {
			c.at(e.At())
			c.emit(opcodes.AddSlots, s, t)
			c.blame(e.Left, e.Right)
			return
		}
	}
	c.expr(e.Left)
	c.expr(e.Right)
	c.at(e.At())
	c.emit(arithmeticOps[e.Op])
	c.blame(e.Left, e.Right)
}

func (c *coder) comparison(op grammar.Op) opcodes.Op {
	ops := [...]opcodes.Op{opcodes.Eq, opcodes.Ne, opcodes.Lt, opcodes.Gt, opcodes.Le, opcodes.Ge}
	if c.u.opts.Edition.IsEvaluator4() {
		ops = [...]opcodes.Op{opcodes.EqLoose, opcodes.NeLoose, opcodes.LtLoose, opcodes.GtLoose, opcodes.LeLoose, opcodes.GeLoose}
	}
	return ops[op-grammar.OpEq]
}

func (c *coder) logic(e grammar.Expr) {
	yes, end := c.newLabel(), c.newLabel()
	no := c.newLabel()
	c.cond(e, no)
	c.mark(yes)
	depth := c.depth
	c.emit(opcodes.PushTrue)
	c.jump(opcodes.Jump, end)
	c.depth = depth
	c.mark(no)
	c.emit(opcodes.PushFalse)
	c.mark(end)
}

// cond evaluates e for its truth: it falls through when e is true and jumps to
// no when it is false.
func (c *coder) cond(e grammar.Expr, no label) {
	switch e := e.(type) {
	case *grammar.Parenthesized:
		c.cond(e.Expr, no)
		return
	case *grammar.And:
		c.cond(e.Left, no)
		c.cond(e.Right, no)
		return
	case *grammar.Or:
		yes := c.newLabel()
		c.condIf(e.Left, yes)
		c.cond(e.Right, no)
		c.mark(yes)
		return
	case *grammar.Not:
		c.condIf(e.Expr, no)
		return
	case *grammar.LiteralBoolean:
		if e.Value {
			return
		}
	case *grammar.Comparison:
		if c.fusedComparison(e, no) {
			return
		}
	}
	c.expr(e)
	c.jump(opcodes.JumpUnless, no)
}

// condIf jumps to yes when e is true and falls through when it is false.
func (c *coder) condIf(e grammar.Expr, yes label) {
	switch e := e.(type) {
	case *grammar.Parenthesized:
		c.condIf(e.Expr, yes)
		return
	case *grammar.And:
		no := c.newLabel()
		c.cond(e.Left, no)
		c.condIf(e.Right, yes)
		c.mark(no)
		return
	case *grammar.Or:
		c.condIf(e.Left, yes)
		c.condIf(e.Right, yes)
		return
	case *grammar.Not:
		c.cond(e.Expr, yes)
		return
	}
	c.expr(e)
	c.jump(opcodes.JumpIf, yes)
}

// fusedComparison emits a comparison of a slot and its jump as one instruction.
func (c *coder) fusedComparison(e *grammar.Comparison, no label) bool {
	if c.u.opts.Edition.IsEvaluator4() {
		return false
	}
	if s, ok := c.slotOf(e.Left); ok {
		if i, ok := smallInt(e.Right); ok {
			var op opcodes.Op
			switch e.Op {
			case grammar.OpLt:
				op = opcodes.JumpUnlessLtSlotInt
			case grammar.OpEq:
				op = opcodes.JumpUnlessEqSlotInt
			default:
				return false
			}
			c.at(e.At())
			c.emit(op, s, i, int32(no))
			return true
		}
		if t, ok := c.slotOf(e.Right); ok {
			var op opcodes.Op
			switch e.Op {
			case grammar.OpLt:
				op = opcodes.JumpUnlessLtSlots
			case grammar.OpEq:
				op = opcodes.JumpUnlessEqSlots
			default:
				return false
			}
			c.at(e.At())
			c.emit(op, s, t, int32(no))
			return true
		}
		return false
	}
	// $x % 3 == 0
	if m, ok := e.Left.(*grammar.Arithmetic); ok && m.Op == grammar.OpMod && e.Op == grammar.OpEq {
		s, ok1 := c.slotOf(m.Left)
		i, ok2 := smallInt(m.Right)
		r, ok3 := smallInt(e.Right)
		if ok1 && ok2 && ok3 && i > 0 {
			c.at(m.At())
			c.emit(opcodes.ModSlotInt, s, i)
			c.blame(m.Left, m.Right)
			c.at(e.At())
			c.emit(opcodes.JumpUnlessEqInt, r&opcodes.MaxOperand, int32(no))
			return true
		}
	}
	return false
}

func (c *coder) access(e *grammar.Access) {
	if isConstant(e) && !c.noCells && !c.u.opts.Edition.IsEvaluator4() {
		if _, ok := rootName(e); ok {
			// A type with literal parameters is the same each time: keep it.
			cell, have := int32(c.u.out.NumCells), c.newLabel()
			c.u.out.NumCells++
			c.emit(opcodes.LoadCached, cell, int32(have))
			c.plainAccess(e)
			c.emit(opcodes.StoreCached, cell)
			c.mark(have)
			return
		}
	}
	c.plainAccess(e)
}

func rootName(e grammar.Expr) (*grammar.QualifiedReference, bool) {
	for {
		switch x := e.(type) {
		case *grammar.Access:
			e = x.Left
		case *grammar.QualifiedReference:
			return x, true
		default:
			return nil, false
		}
	}
}

func (c *coder) plainAccess(e *grammar.Access) {
	c.expr(e.Left)
	for _, k := range e.Keys { // what a splat gives is one key, an array

		c.expr(k)
	}
	c.at(e.At())
	c.emit(opcodes.Access, int32(len(e.Keys)))
	c.blame(append([]grammar.Expr{e.Left}, e.Keys...)...)
}

func (c *coder) assignment(e *grammar.Assignment) {
	switch left := e.Left.(type) {
	case *grammar.Variable:
		if e.Op != grammar.OpAssign {
			c.expr(e.Right)
			c.at(e.At())
			kind := int32(0)
			if e.Op == grammar.OpDelete {
				kind = 1
			}
			c.emit(opcodes.AssignOp, c.declare(left.Name), kind)
			return
		}
		c.expr(e.Right)
		c.at(e.At())
		c.emit(opcodes.BindSlot, c.declare(left.Name))
	case *grammar.LiteralList:
		c.expr(e.Right)
		c.at(e.At())
		d := c.destructure(left)
		c.code.Destrs = append(c.code.Destrs, d)
		c.emit(opcodes.BindEach, int32(len(c.code.Destrs)-1))
		c.blame(e.Left, e.Right)
	default:
		c.fail(e, "ILLEGAL_ASSIGNMENT", "Illegal attempt to assign to this expression. Not an assignable reference")
	}
}

func (c *coder) destructure(e grammar.Expr) opcodes.Destructure {
	switch e := e.(type) {
	case *grammar.Variable:
		return opcodes.Destructure{Slot: c.declare(e.Name), Name: e.Name, Pos: int32(e.At())}
	case *grammar.LiteralList:
		d := opcodes.Destructure{Slot: -1, Pos: int32(e.At())}
		for _, v := range e.Values {
			d.Elems = append(d.Elems, c.destructure(v))
		}
		return d
	}
	return opcodes.Destructure{Slot: -1, Pos: int32(e.At())}
}
