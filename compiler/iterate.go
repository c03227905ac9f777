package compiler

import (
	"bunraku/grammar"
	"bunraku/grammar/source"
	"bunraku/opcodes"
)

// Kinds of what TakeList makes.
const (
	takeArray  = iota
	takeFilter // a hash when the iteration is over a hash
)

// inlined tells which functions become loops, with how many arguments beside
// the receiver, and how many parameters their lambda may have.
var inlined = map[string]struct{ args, minParams, maxParams int }{
	"each":   {0, 1, 2},
	"map":    {0, 1, 2},
	"filter": {0, 1, 2},
	"any":    {0, 1, 2},
	"all":    {0, 1, 2},
	"reduce": {1, 2, 2}, // the start value may be left out
	"with":   {-1, 0, 1 << 20},
	"then":   {0, 1, 1},
	"lest":   {0, 0, 0},
}

// inline emits a call of an iteration function with a literal lambda as a loop.
// It reports false when the call must be made as it is written.
func (c *coder) inline(k call, value bool) bool {
	f, ok := inlined[k.name]
	if !ok || len(k.args) == 0 || hasUnfold(k.args) {
		return false
	}
	extra := len(k.args) - 1
	n := len(k.lambda.Params)
	if n < f.minParams || n > f.maxParams || f.args >= 0 && extra > f.args || k.name != "reduce" && f.args >= 0 && extra != f.args {
		return false
	}
	for _, p := range k.lambda.Params {
		if p.CapturesRest || p.Default != nil {
			return false
		}
	}
	if k.name == "with" && n != len(k.args) {
		return false
	}
	switch k.name {
	case "with", "then", "lest":
		c.inlineOnce(k)
	case "reduce":
		c.inlineReduce(k)
	default:
		c.inlineEach(k, value)
		return true
	}
	if !value {
		c.emit(opcodes.Pop)
	}
	return true
}

// inlineLambda is the part that all inlined lambdas share.
type inlineLambda struct {
	index int32
	desc  opcodes.Lambda
	from  int // first slot after the parameters
	clear int // index of the ClearSlots instruction
	loop  *loop
	at    source.Pos // of the call, whose errors those of the checks are
	to    *int32     // slot for the value, nil when it stays on the stack
}

// lambdaBodyTo is lambdaBody with the value put in a slot.
func (c *coder) lambdaBodyTo(il *inlineLambda, l *grammar.Lambda, slot int32) {
	il.to = &slot
	c.lambdaBody(il, l, true)
}

func (c *coder) openLambda(k call) *inlineLambda {
	c.pushBlock()
	d, index := c.describe(k.lambda)
	c.code.Lambdas[index].Method = k.method
	return &inlineLambda{index: index, desc: d, from: len(c.code.Slots), at: k.at}
}

// body emits the lambda's checks and body; the value is left on the stack at
// the label that next jumps to.
func (c *coder) lambdaBody(il *inlineLambda, l *grammar.Lambda, value bool) {
	il.clear = c.emit(opcodes.ClearSlots, int32(il.from), 0)
	c.enterGuard()
	c.at(il.at)
	if anyTyped(il.desc.Params) {
		c.emit(opcodes.CheckLambda, il.index)
	}
	il.loop.next = c.newLabel()
	il.loop.depth = c.depth
	il.loop.parent, c.loop = c.loop, il.loop
	if il.to != nil && il.desc.ReturnCode < 0 && !usesNext(l.Body) {
		c.exprTo(l.Body, *il.to)
	} else if value || il.desc.ReturnCode >= 0 || usesNext(l.Body) {
		c.expr(l.Body)
		c.mark(il.loop.next)
		c.at(il.at)
		if il.desc.ReturnCode >= 0 {
			c.emit(opcodes.CheckLambdaReturn, il.index)
		}
		switch {
		case il.to != nil:
			c.emit(opcodes.StoreTemp, *il.to)
		case !value:
			c.emit(opcodes.Pop)
		}
	} else {
		c.void(l.Body)
	}
	c.loop = il.loop.parent
	c.leaveGuard()
	c.popBlock()
	n := len(c.code.Slots) - il.from
	if n == 0 {
		c.instrs[il.clear].dead = true
	}
	c.instrs[il.clear].args[1] = int32(n)
	c.code.Lambdas[il.index].BodySlot, c.code.Lambdas[il.index].NumSlots = uint32(il.from), uint32(n)
}

// usesNext reports whether next() may be called in e for the lambda it is the
// body of.
func usesNext(e grammar.Expr) bool {
	found := false
	grammar.Walk(e, func(n grammar.Node) bool {
		if k, ok := n.(*grammar.CallNamed); ok {
			if q, ok := k.Functor.(*grammar.QualifiedName); ok && q.Name == "next" {
				found = true
			}
		}
		return !found
	})
	return found
}

// inlineOnce is with, then and lest: the lambda runs once or not at all.
func (c *coder) inlineOnce(k call) {
	for _, a := range k.args {
		c.expr(a)
	}
	il := c.openLambda(k)
	il.loop = &loop{}
	end := c.newLabel()
	first := int32(il.desc.FirstSlot)
	switch k.name {
	case "with":
		for i := len(k.args) - 1; i >= 0; i-- {
			c.emit(opcodes.StoreTemp, first+int32(i))
		}
		c.lambdaBody(il, k.lambda, true)
	case "then": // undef stays undef
		c.emit(opcodes.Dup)
		c.emit(opcodes.PushUndef)
		c.emit(opcodes.Eq)
		c.jump(opcodes.JumpIf, end)
		c.emit(opcodes.StoreTemp, first)
		c.lambdaBody(il, k.lambda, true)
	case "lest": // anything but undef stays
		c.emit(opcodes.Dup)
		c.emit(opcodes.PushUndef)
		c.emit(opcodes.Ne)
		c.jump(opcodes.JumpIf, end)
		c.emit(opcodes.Pop)
		c.lambdaBody(il, k.lambda, true)
	}
	c.mark(end)
}

// start emits the receiver and the beginning of the iteration; it gives the slot
// of the iteration's state.
func (c *coder) start(k call) int32 {
	c.expr(k.args[0])
	it := c.newSlot("")
	c.iterate(k, it)
	return it
}

func (c *coder) iterate(k call, it int32) {
	site := c.site(k.name, nil, k.method)
	s := &c.code.Sites[site]
	s.Args, s.BlockParams = uint16(len(k.args)), uint16(len(k.lambda.Params))
	c.at(k.at)
	c.emit(opcodes.Iterate, it, site)
}

func (c *coder) next(it int32, il *inlineLambda, done label) {
	if x := int32(il.desc.FirstSlot); len(il.desc.Params) == 1 {
		c.emit(opcodes.Next1, it, x, int32(done))
	} else {
		c.emit(opcodes.Next2, it, x, x+1, int32(done))
	}
}

// again emits the end of a loop: the next element, or on behind the loop.
func (c *coder) again(it int32, il *inlineLambda, body label) {
	if x := int32(il.desc.FirstSlot); len(il.desc.Params) == 1 {
		c.emit(opcodes.Next1Back, it, x, int32(body))
	} else {
		c.emit(opcodes.Next2Back, it, x, x+1, int32(body))
	}
}

func (c *coder) inlineEach(k call, value bool) {
	it := c.start(k)
	var list int32
	if k.name == "map" || k.name == "filter" {
		list = c.newSlot("")
		c.emit(opcodes.NewList, list)
		if k.name == "map" {
			c.emit(opcodes.ReserveList, list, it)
		}
	}
	il := c.openLambda(k)
	// break() in any and all is not theirs to stop.
	// puppet: functions/any.rb, functions/all.rb
	il.loop = &loop{iterates: k.name != "any" && k.name != "all", done: c.newLabel()}
	body, more, done, end := c.newLabel(), c.newLabel(), il.loop.done, c.newLabel()
	c.at(k.at)
	c.next(it, il, done)
	c.mark(body)
	c.lambdaBody(il, k.lambda, k.name != "each")
	c.at(k.at)
	depth := c.depth
	switch k.name {
	case "each":
		c.mark(more)
		c.again(it, il, body)
		c.mark(done)
		if value {
			c.emit(opcodes.TakeSource, it)
		}
		return
	case "map":
		c.emit(opcodes.Emit, list)
		c.mark(more)
		c.again(it, il, body)
		c.mark(done)
		c.emit(opcodes.TakeList, list, it, takeArray)
	case "filter":
		c.jump(opcodes.JumpUnless, more)
		c.emit(opcodes.EmitCurrent, list, it, int32(il.desc.FirstSlot)+int32(len(il.desc.Params))-1)
		c.mark(more)
		c.again(it, il, body)
		c.mark(done)
		c.emit(opcodes.TakeList, list, it, takeFilter)
	case "any", "all":
		found, test := opcodes.PushTrue, opcodes.JumpUnless
		none := opcodes.PushFalse
		if k.name == "all" {
			found, none, test = opcodes.PushFalse, opcodes.PushTrue, opcodes.JumpIf
		}
		c.jump(test, more)
		c.emit(found)
		c.jump(opcodes.Jump, end)
		c.depth = depth - 1
		c.mark(more)
		c.again(it, il, body)
		c.mark(done)
		c.emit(none)
		c.mark(end)
	}
	if !value {
		c.emit(opcodes.Pop)
	}
}

// inlineReduce keeps the memo in the lambda's first parameter.
func (c *coder) inlineReduce(k call) {
	body, done, end := c.newLabel(), c.newLabel(), c.newLabel()
	var it int32
	if len(k.args) == 2 { // both are evaluated before the call
		c.expr(k.args[0])
		c.expr(k.args[1])
		it = c.newSlot("")
	} else {
		it = c.start(k)
	}
	il := c.openLambda(k)
	il.loop = &loop{iterates: true, done: done}
	memo := int32(il.desc.FirstSlot)
	if len(k.args) == 2 {
		c.emit(opcodes.StoreTemp, memo)
		c.iterate(k, it)
	} else {
		empty, started := c.newLabel(), c.newLabel()
		c.at(k.at)
		c.emit(opcodes.Next1, it, memo, int32(empty))
		c.jump(opcodes.Jump, started)
		c.mark(empty)
		c.emit(opcodes.PushUndef)
		c.jump(opcodes.Jump, end)
		c.depth--
		c.mark(started)
	}
	c.at(k.at)
	c.emit(opcodes.Next1, it, memo+1, int32(done))
	c.mark(body)
	c.lambdaBodyTo(il, k.lambda, memo)
	c.at(k.at)
	c.emit(opcodes.Next1Back, it, memo+1, int32(body))
	c.mark(done)
	c.emit(opcodes.LoadTemp, memo)
	c.mark(end)
}
