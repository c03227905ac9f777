package regexp

import "unicode/utf8"

// maxUnrolled is the number of instructions that one counted repeat may become.
const maxUnrolled = 4_000

func (c *compiler) repeat(n *node) {
	sub := n.subs[0]
	if n.max == 0 {
		return
	}
	if n.min == 1 && n.max == 1 {
		c.node(sub)
		return
	}
	if set := c.setOf(sub); set != nil {
		op := opRun
		if n.lazy {
			op = opRunLazy
		}
		c.run(op, set, n)
		return
	}
	if n.min == 0 && n.max == 1 {
		at := c.emit(inst{op: opSplit})
		c.node(sub)
		c.setSplit(at, n.lazy, at+1, c.pc())
		return
	}
	if c.tree.nullable(sub) {
		c.repeatNullable(n)
		return
	}
	if n.max == infinite && n.min == 1 {
		// x+ is L: x, split L.
		start := c.pc()
		c.node(sub)
		at := c.emit(inst{op: opSplit})
		c.setSplit(at, n.lazy, start, c.pc())
		return
	}
	if c.size(sub)*max(n.min, n.max) > maxUnrolled {
		c.counted(n)
		return
	}
	for range n.min {
		c.node(sub)
	}
	if n.max == infinite {
		head := c.emit(inst{op: opSplit})
		c.node(sub)
		c.emit(inst{op: opJump, x: head})
		c.setSplit(head, n.lazy, head+1, c.pc())
		return
	}
	c.optional(n, n.max-n.min)
}

// optional is count times the body at most: (x(x(x)?)?)?.
func (c *compiler) optional(n *node, count int) {
	var splits []int32
	for range count {
		splits = append(splits, c.emit(inst{op: opSplit}))
		c.node(n.subs[0])
	}
	for _, at := range splits {
		c.setSplit(at, n.lazy, at+1, c.pc())
	}
}

func (c *compiler) setSplit(at int32, lazy bool, into, out int32) {
	in := &c.prog.code[at]
	in.x, in.y = into, out
	if lazy {
		in.x, in.y = out, into
	}
}

// repeatNullable is a repeat whose body may take nothing. Where Onigmo runs it as a
// loop, a pass that took nothing ends the loop, however many passes it should have;
// where Onigmo writes it out, it does not.
func (c *compiler) repeatNullable(n *node) {
	sub := n.subs[0]
	length := c.codeLen(sub)
	var outs []int32 // tests that leave
	pass := func(reg int32) {
		c.emit(inst{op: opEmptyMark, x: reg})
		c.node(sub)
		groups := c.saves && c.tree.setsGroups(sub)
		c.prog.trail = c.prog.trail || groups
		outs = append(outs, c.emit(inst{op: opEmptyTest, x: reg, caps: groups}))
	}
	loop := func(reg int32, firstFree bool) {
		skip := int32(-1)
		if firstFree {
			skip = c.emit(inst{op: opJump})
		}
		head := c.emit(inst{op: opSplit})
		if skip >= 0 {
			c.prog.code[skip].x = c.pc()
		}
		pass(reg)
		c.emit(inst{op: opJump, x: head})
		c.setSplit(head, n.lazy, head+1, c.pc())
	}
	switch {
	case n.max == infinite && (n.min <= 1 || length*n.min <= onigExpandLimit):
		if n.min == 1 && length > onigExpandLimit {
			loop(c.register(), true)
			break
		}
		for range n.min {
			if length == 0 {
				break // nothing, however often
			}
			c.node(sub)
		}
		loop(c.register(), false)
	case n.max != infinite && !n.lazy && (length+onigPush)*n.max <= onigExpandLimit:
		for range n.min {
			c.node(sub)
		}
		c.optional(n, n.max-n.min)
	case c.size(sub)*max(n.min, n.max) > maxUnrolled:
		c.counted(n)
	default:
		reg := c.register()
		for range n.min {
			pass(reg)
		}
		if n.max == infinite {
			loop(reg, false)
			break
		}
		var splits []int32
		for range n.max - n.min {
			splits = append(splits, c.emit(inst{op: opSplit}))
			pass(reg)
		}
		for _, at := range splits {
			c.setSplit(at, n.lazy, at+1, c.pc())
		}
	}
	for _, at := range outs {
		c.prog.code[at].y = c.pc()
	}
}

func (c *compiler) register() int32 {
	c.prog.registers++
	return int32(c.prog.registers - 1)
}

// counted is a repeat too large to be written out: a counter in a register.
func (c *compiler) counted(n *node) {
	c.prog.regular = false
	reg := c.register()
	c.emit(inst{op: opZero, x: reg})
	at := c.emit(inst{op: opLoop, x: reg, min: int32(n.min), max: int32(n.max), lazy: n.lazy})
	c.emit(inst{op: opLoopInc, x: reg})
	test := int32(-1)
	if c.tree.nullable(n.subs[0]) {
		empty := c.register()
		c.emit(inst{op: opEmptyMark, x: empty})
		c.node(n.subs[0])
		groups := c.saves && c.tree.setsGroups(n.subs[0])
		c.prog.trail = c.prog.trail || groups
		test = c.emit(inst{op: opEmptyTest, x: empty, caps: groups})
	} else {
		c.node(n.subs[0])
	}
	c.emit(inst{op: opJump, x: at})
	c.prog.code[at].y = c.pc()
	if test >= 0 {
		c.prog.code[test].y = c.pc()
	}
}

// Sizes of Onigmo's instructions, in bytes. They decide which repeats it writes out.
const (
	onigExpandLimit = 50
	onigPush        = 5
	onigJump        = 5
)

// codeLen is the number of bytes that Onigmo's program for n has.
func (c *compiler) codeLen(n *node) int {
	l, ok := c.lens[n]
	if !ok {
		l = c.findCodeLen(n)
		c.lens[n] = l
	}
	return l
}

func (c *compiler) findCodeLen(n *node) int {
	const top = 1 << 20
	sum := 0
	for _, s := range n.subs {
		sum = min(sum+c.codeLen(s), top)
	}
	switch n.kind {
	case kindString:
		return onigTextLen(n)
	case kindClass:
		return onigClassLen(n.set)
	case kindAny, kindAnchor, kindKeep:
		return 1
	case kindCluster:
		return top
	case kindLook:
		switch {
		case n.behind && n.negative:
			return sum + 10
		case n.behind:
			return sum + 5
		case n.negative:
			return sum + 6
		}
		return sum + 2
	case kindGroup:
		if n.called {
			return sum + 17
		}
		return sum + 6
	case kindAtomic:
		return sum + 2
	case kindCond:
		return sum + 7 - onigPush
	case kindAbsent:
		return sum + 7
	case kindAlt:
		return sum + (onigPush+onigJump)*(len(n.subs)-1)
	case kindCall:
		return 5
	case kindBackref:
		switch {
		case n.hasLevel:
			return 1 + 4 + 4 + 4 + 2*len(n.refs)
		case len(n.refs) > 1:
			return 1 + 4 + 2*len(n.refs)
		case n.refs[0] <= 2 && !n.fold:
			return 1
		}
		return 3
	case kindRepeat:
		body := sum
		tested := body
		if c.tree.nullable(n.subs[0]) {
			tested += 6
		}
		switch {
		case n.max == infinite && n.subs[0].kind == kindAny && !n.lazy:
			return n.min*body + 1
		case n.max == infinite && (n.min <= 1 || body*n.min <= onigExpandLimit):
			if n.min == 1 && body > onigExpandLimit {
				return onigJump + onigPush + tested + onigJump
			}
			return body*n.min + onigPush + tested + onigJump
		case n.max == 0:
			return 0
		case n.max != infinite && !n.lazy && (n.max == 1 || (body+onigPush)*n.max <= onigExpandLimit):
			return body*n.max + onigPush*(n.max-n.min)
		case n.max == 1 && n.min == 0:
			return onigPush + onigJump + body
		}
		return 3 + 7 + tested
	}
	return sum
}

// onigTextLen is the length of the instructions for a text: one for each run of
// characters of the same size.
func onigTextLen(n *node) int {
	sum := 0
	for i := 0; i < len(n.runes); {
		size, j := utf8.RuneLen(n.runes[i]), i
		for j < len(n.runes) && utf8.RuneLen(n.runes[j]) == size {
			j++
		}
		count := j - i
		sum += 1 + size*count
		if size == 1 && count > 5 || size == 2 && count > 3 || size >= 3 {
			sum += 4
		}
		i = j
	}
	if n.fold && anyFolds(n.runes) {
		if len(n.runes) > 1 {
			sum += 4
		}
		for _, r := range n.runes {
			if set := foldSet(r); len(set) > 2 || foldsToMany(r) {
				sum += 16 // alternatives
			}
		}
	}
	return sum
}

func onigClassLen(set runeSet) int {
	wide := 0
	narrow := false
	for _, r := range set {
		if r.hi >= 0x80 {
			wide++
		}
		if r.lo < 0x80 {
			narrow = true
		}
	}
	switch {
	case wide == 0:
		return 33
	case !narrow:
		return 1 + 4 + 4 + 8*wide
	}
	return 33 + 4 + 4 + 8*wide
}
