package compiler

import (
	"bunraku/grammar"
	"bunraku/grammar/source"
	"bunraku/opcodes"
)

// call is a call in any of its written forms.
type call struct {
	name   string
	args   []grammar.Expr
	lambda *grammar.Lambda
	method bool
	at     source.Pos
}

func (c *coder) callNamed(e *grammar.CallNamed, value bool) {
	switch f := e.Functor.(type) {
	case *grammar.QualifiedName:
		c.call(call{name: f.Name, args: e.Args, lambda: e.Lambda, at: e.At()}, value)
	case *grammar.ReservedWord:
		c.call(call{name: f.Word, args: e.Args, lambda: e.Lambda, at: e.At()}, value)
	default:
		// Integer('1'), or an expression that must give a type
		c.expr(e.Functor)
		site := c.site("new", e.Lambda, false)
		if hasUnfold(e.Args) {
			c.list(e.Args)
			c.at(e.At())
			c.emit(opcodes.CallTypeSpread, site)
		} else {
			for _, a := range e.Args {
				c.expr(a)
			}
			c.at(e.At())
			c.emit(opcodes.CallType, site, int32(len(e.Args)))
		}
		if !value {
			c.emit(opcodes.Pop)
		}
	}
}

func (c *coder) callMethod(e *grammar.CallMethod, value bool) {
	name := ""
	switch f := e.Functor.Right.(type) {
	case *grammar.QualifiedName:
		name = f.Name
	case *grammar.ReservedWord:
		name = f.Word
	}
	args := append([]grammar.Expr{e.Functor.Left}, e.Args...)
	c.call(call{name: name, args: args, lambda: e.Lambda, method: true, at: e.At()}, value)
}

func (c *coder) call(k call, value bool) {
	if k.lambda == nil && !k.method && c.flow(k, value) {
		return
	}
	if k.lambda != nil && c.inline(k, value) {
		return
	}
	spread := hasUnfold(k.args)
	if spread {
		c.list(k.args)
	} else {
		for _, a := range k.args {
			c.expr(a)
		}
	}
	site := c.site(k.name, k.lambda, k.method)
	c.at(k.at)
	if spread {
		c.emit(opcodes.CallSpread, site)
	} else {
		c.emit(opcodes.Call, site, int32(len(k.args)))
	}
	if !value {
		c.emit(opcodes.Pop)
	}
}

func (c *coder) site(name string, l *grammar.Lambda, method bool) int32 {
	lambda := int32(-1)
	if l != nil {
		lambda = c.lambda(l)
	}
	c.code.Sites = append(c.code.Sites, opcodes.Site{Name: name, Lambda: lambda, Method: method, Scope: uint32(c.block.scope)})
	return int32(len(c.code.Sites) - 1)
}

// describe makes the table entry of a lambda, whose parameters become the next
// slots of the current block.
func (c *coder) describe(l *grammar.Lambda) (opcodes.Lambda, int32) {
	d := opcodes.Lambda{FirstSlot: uint32(len(c.code.Slots)), Scope: uint32(c.block.scope), ReturnCode: -1, Pos: int32(l.At())}
	d.Params = c.params(l.Params)
	for _, p := range d.Params {
		if !p.HasDefault && !p.Rest {
			d.Required++
		}
		d.Rest = d.Rest || p.Rest
	}
	if l.Return != nil {
		d.ReturnText, d.ReturnCode = c.u.file.Slice(l.Return.Span()), c.u.typeCode(l.Return)
	}
	c.code.Lambdas = append(c.code.Lambdas, d)
	c.entries = append(c.entries, c.newLabel())
	return d, int32(len(c.code.Lambdas) - 1)
}

// lambda compiles a lambda that is called by a function. Its body follows the
// code's own instructions.
func (c *coder) lambda(l *grammar.Lambda) int32 {
	b := c.pushBlock()
	d, index := c.describe(l)
	c.popBlock()
	outer, enclosing, unset := c.guard, c.loop, c.pending
	c.lambdaBodies = append(c.lambdaBodies, func() {
		c.block, c.depth, c.pending = b, 0, unset
		c.guard = &guard{parent: outer, bank: -1, clear: -1}
		c.loop = &loop{parent: enclosing, called: true}
		from := len(c.code.Slots)
		c.mark(c.entries[index])
		c.guard.clear = c.emit(opcodes.ClearBank, 0)
		c.instrs[c.guard.clear].dead = true
		c.defaults(l.Params, int32(d.FirstSlot))
		c.at(l.At())
		if anyTyped(d.Params) {
			c.emit(opcodes.CheckLambda, index)
		}
		c.expr(l.Body)
		c.at(l.At())
		if d.ReturnCode >= 0 {
			c.emit(opcodes.CheckLambdaReturn, index)
		}
		c.emit(opcodes.LambdaReturn)
		c.code.Lambdas[index].BodySlot = uint32(from)
		c.code.Lambdas[index].NumSlots = uint32(len(c.code.Slots) - from)
		c.loop, c.guard = nil, nil
	})
	return index
}

// flow emits break(), next() and return() as jumps where it can.
func (c *coder) flow(k call, value bool) bool {
	var kind opcodes.FlowKind
	switch k.name {
	case "break":
		kind = opcodes.FlowBreak
	case "next":
		kind = opcodes.FlowNext
	case "return":
		kind = opcodes.FlowReturn
	default:
		return false
	}
	if len(k.args) > 1 || kind == opcodes.FlowBreak && len(k.args) > 0 || hasUnfold(k.args) {
		return false // an ordinary call, which reports the wrong arguments
	}
	depth := c.depth
	if len(k.args) == 1 {
		c.expr(k.args[0])
	} else {
		c.emit(opcodes.PushUndef)
	}
	c.at(k.at)
	switch kind {
	case opcodes.FlowBreak:
		c.emitBreak()
	case opcodes.FlowNext:
		c.emitNext()
	default:
		c.emitReturn()
	}
	c.depth = depth
	if value {
		c.depth++ // as if it had left a value; what follows is not reached
	}
	return true
}

func (c *coder) emitBreak() {
	l := c.loop
	for l != nil && !l.iterates && !l.called {
		l = l.parent
	}
	if l == nil || l.called {
		c.emit(opcodes.Flow, int32(opcodes.FlowBreak))
		return
	}
	c.popTo(l.depth)
	c.jump(opcodes.Jump, l.done)
}

func (c *coder) emitNext() {
	l := c.loop
	switch {
	case l == nil:
		// In the body of a definition next means return.
		switch c.code.Kind {
		case opcodes.CodeFunction, opcodes.CodeClass, opcodes.CodeDefine:
			if c.code.ReturnCode >= 0 {
				c.emit(opcodes.CheckReturn)
			}
			c.emit(opcodes.Return)
		default:
			c.emit(opcodes.Flow, int32(opcodes.FlowNext))
		}
	case l.called:
		c.emit(opcodes.LambdaReturn)
	default:
		if c.depth > l.depth+1 {
			t := c.newSlot("")
			c.emit(opcodes.StoreTemp, t)
			c.popTo(l.depth)
			c.emit(opcodes.LoadTemp, t)
		}
		c.jump(opcodes.Jump, l.next)
	}
}

func (c *coder) emitReturn() {
	for l := c.loop; l != nil; l = l.parent {
		if l.called {
			c.emit(opcodes.Flow, int32(opcodes.FlowReturn))
			return
		}
	}
	switch c.code.Kind {
	case opcodes.CodeFunction, opcodes.CodeClass, opcodes.CodeDefine:
		// The return type is that of the body's end: a value that return() gives
		// is not checked. puppet: pops/loader/puppet_function_instantiator.rb
		c.emit(opcodes.Return)
	default:
		c.emit(opcodes.Flow, int32(opcodes.FlowReturn))
	}
}
