package compiler

import "bunraku/opcodes"

// block is a set of variables: those of a code, or of a lambda inside it.
type block struct {
	parent *block
	vars   map[string]int32
	scope  int32 // index in Code.Scopes
	first  int32 // first slot
}

// guard is a match scope.
type guard struct {
	parent *guard
	bank   int32 // -1 until something matches in it
	clear  int   // index of the ClearBank instruction at its beginning, -1 for a code's own
}

// loop is a lambda that is being compiled: where break, next and return go.
type loop struct {
	parent *loop
	// iterates tells that break ends it; with, then and lest pass it on.
	iterates bool
	next     label
	done     label
	depth    int // depth of the stack at both labels, without next's value
	// called is a lambda that is not inlined: next returns from it, break and
	// return travel as control flow.
	called bool
}

func (c *coder) pushBlock() *block {
	b := &block{parent: c.block, vars: map[string]int32{}, first: int32(len(c.code.Slots))}
	parent := int32(-1)
	if c.block != nil {
		parent = c.block.scope
	}
	b.scope = int32(len(c.code.Scopes))
	c.code.Scopes = append(c.code.Scopes, opcodes.ScopeInfo{Parent: parent})
	c.block = b
	return b
}

func (c *coder) popBlock() { c.block = c.block.parent }

// newSlot makes a slot; an empty name makes a temporary.
func (c *coder) newSlot(name string) int32 {
	c.code.Slots = append(c.code.Slots, name)
	return int32(len(c.code.Slots) - 1)
}

// declare makes a variable of the current block, or finds it.
func (c *coder) declare(name string) int32 {
	if s, ok := c.block.vars[name]; ok {
		return s
	}
	return c.parameter(name)
}

// parameter makes a slot for a variable of the current block. Parameters have
// slots side by side, also when two of them have one name; the last is seen.
func (c *coder) parameter(name string) int32 {
	s := c.newSlot(name)
	c.block.vars[name] = s
	sc := &c.code.Scopes[c.block.scope]
	sc.Names = append(sc.Names, name)
	sc.Slots = append(sc.Slots, uint32(s))
	return s
}

// find looks a variable up in the blocks of this code.
func (c *coder) find(name string) (int32, bool) {
	for b := c.block; b != nil; b = b.parent {
		if s, ok := b.vars[name]; ok {
			return s, true
		}
	}
	return 0, false
}

func (c *coder) enterGuard() {
	c.guard = &guard{parent: c.guard, bank: -1, clear: c.emit(opcodes.ClearBank, 0)}
	c.instrs[c.guard.clear].dead = true
}

func (c *coder) leaveGuard() { c.guard = c.guard.parent }

// matchBank is the bank that a match here fills.
func (c *coder) matchBank() int32 {
	g := c.guard
	if g.bank < 0 {
		g.bank = int32(len(c.code.BankParents))
		c.code.BankParents = append(c.code.BankParents, visibleBank(g.parent))
		c.bankRead = append(c.bankRead, false)
		if g.clear >= 0 {
			c.instrs[g.clear].dead = false
			c.instrs[g.clear].args[0] = g.bank
		}
	}
	return g.bank
}

// visibleBank is the innermost bank from g outwards, -1 when there is none.
func visibleBank(g *guard) int32 {
	for ; g != nil; g = g.parent {
		if g.bank >= 0 {
			return g.bank
		}
	}
	return -1
}

// readBank notes that the registers of bank b, and of those outside it, are read.
func (c *coder) readBank(b int32) {
	for ; b >= 0; b = c.code.BankParents[b] {
		c.bankRead[b] = true
	}
}

// dropUnreadBanks takes the captures from matches that no register can see.
func (c *coder) dropUnreadBanks() {
	for i := range c.instrs {
		in := &c.instrs[i]
		switch in.op {
		case opcodes.Match, opcodes.NoMatch, opcodes.In, opcodes.Option, opcodes.OptionSpread:
			if b := in.args[0]; b != opcodes.NoBank && !c.bankRead[b] {
				in.args[0] = opcodes.NoBank
			}
		case opcodes.ClearBank:
			if !in.dead && !c.bankRead[in.args[0]] {
				in.dead = true
			}
		}
	}
}
