package regexp

import (
	"slices"
	"strings"
)

// Limits of a program.
const (
	maxProgram = 200_000 // instructions
)

// A compiler turns a tree into a program, with or without the recording of groups.
type compiler struct {
	tree  *tree
	prog  *program
	saves bool
	subs  []int32 // where the subroutine of a called group is
	calls []int32 // opCall to be told where that is
	heads []altHead
	sets  map[string]*charset
	depth int
	sizes map[*node]int // what size and codeLen found
	lens  map[*node]int
	// undone says that groups here are reset when the matcher goes back. Onigmo
	// spares that where it thinks that nobody could see it, and forgets about (?~)
	// and about loops that end early.
	undone bool
	levels bool // a group's start is found on the stack
}

// An altHead is an opSwitch before an alternation, to be filled once all is emitted.
type altHead struct {
	at    int32
	ways  []int32 // where each alternative starts
	chain []int32 // the opSplit before each alternative but the last
}

// compileTree makes the program of t. withSaves is false for matches whose captures
// nobody reads.
func compileTree(t *tree, withSaves bool) *program {
	c := &compiler{tree: t, prog: &program{groups: t.groups}, saves: withSaves, sets: map[string]*charset{},
		sizes: map[*node]int{}, lens: map[*node]int{}}
	c.prog.saves = withSaves
	c.prog.regular = true
	if t.calls {
		c.prog.trail = true
		c.prog.regular = false
		c.subs = make([]int32, len(t.byNum))
	}
	t.root.walk(func(n *node) bool {
		switch n.kind {
		case kindBackref:
			c.levels = c.levels || n.hasLevel
			c.prog.blind = true
		case kindCond, kindAbsent:
			c.prog.blind = true
		}
		return true
	})
	c.prog.regular = c.prog.regular && !c.prog.blind
	c.levels = c.levels || t.calls
	c.prog.trail = c.prog.trail || c.levels
	c.node(t.root)
	c.emit(inst{op: opMatch})
	for num, g := range t.byNum {
		if g != nil && g.called {
			c.subs[num] = c.pc()
			c.groupBody(g)
			c.emit(inst{op: opReturn})
		}
	}
	for _, at := range c.calls {
		c.prog.code[at].x = c.subs[c.prog.code[at].x]
	}
	c.threadJumps()
	c.look()
	c.finish()
	return c.prog
}

func (c *compiler) pc() int32 { return int32(len(c.prog.code)) }

func (c *compiler) emit(in inst) int32 {
	if len(c.prog.code) >= maxProgram {
		panic(ErrTooLarge)
	}
	in.memo = -1
	c.prog.code = append(c.prog.code, in)
	return int32(len(c.prog.code) - 1)
}

// literal appends text, joining it to a literal just emitted where nothing jumps between.
func (c *compiler) literal(text string) {
	if len(text) == 1 {
		c.emit(inst{op: opByte, b: text[0]})
	} else if text != "" {
		c.emit(inst{op: opLiteral, str: text})
	}
}

func (c *compiler) charset(set runeSet) *charset {
	var key strings.Builder
	for _, r := range set {
		key.WriteRune(r.lo)
		key.WriteRune(r.hi)
		if r.lo >= 0xd800 && r.lo <= 0xdfff || r.hi >= 0xd800 && r.hi <= 0xdfff {
			return newCharset(set) // no key for surrogates
		}
	}
	cs := c.sets[key.String()]
	if cs == nil {
		cs = sharedCharset(key.String(), set)
		c.sets[key.String()] = cs
	}
	return cs
}

func (c *compiler) node(n *node) {
	c.depth++
	defer func() { c.depth-- }()
	switch n.kind {
	case kindEmpty:
	case kindString:
		c.text(n)
	case kindClass, kindAny:
		if len(n.set) == 0 && n.kind == kindClass {
			c.emit(inst{op: opFail})
			return
		}
		c.emit(inst{op: opSet, set: c.setOf(n)})
	case kindAnchor:
		c.anchor(n)
	case kindLook:
		if n.negative {
			c.undo(func() { c.lookAround(n) })
		} else {
			c.lookAround(n)
		}
	case kindGroup:
		if n.called {
			c.calls = append(c.calls, c.emit(inst{op: opCall, x: int32(n.num)}))
			return
		}
		c.groupBody(n)
	case kindOption:
		c.node(n.subs[0])
	case kindAtomic:
		c.atomic(n.subs[0])
	case kindCond:
		c.prog.regular = false
		at := c.emit(inst{op: opCond, x: int32(n.refs[0])})
		yes, no := n.subs[0].subs[0], n.subs[0].subs[1]
		c.undo(func() { c.node(yes) })
		out := c.emit(inst{op: opJump})
		c.prog.code[at].y = c.pc()
		c.undo(func() { c.node(no) })
		c.prog.code[out].x = c.pc()
	case kindAbsent:
		c.prog.regular = false
		at := c.emit(inst{op: opAbsent})
		c.node(n.subs[0])
		c.emit(inst{op: opAbsentEnd})
		c.prog.code[at].x = c.pc()
	case kindRepeat:
		if n.min == n.max {
			c.repeat(n)
		} else {
			c.undo(func() { c.repeat(n) })
		}
	case kindConcat:
		c.concat(n.subs)
	case kindAlt:
		c.undo(func() { c.alternatives(n.subs) })
	case kindBackref:
		c.backref(n)
	case kindCall:
		c.calls = append(c.calls, c.emit(inst{op: opCall, x: int32(n.num)}))
	case kindKeep:
		c.emit(inst{op: opKeep})
	case kindCluster:
		c.emit(inst{op: opCluster})
	}
}

func (c *compiler) groupBody(n *node) {
	if !c.saves || n.num == 0 {
		c.node(n.subs[0])
		return
	}
	// Simple programs never go back, and they need no other opcode.
	op := opSave
	if !c.undone && !c.levels && !c.referenced(n.num) {
		op = opSaveKept
	}
	c.emit(inst{op: op, x: int32(2 * n.num)})
	c.node(n.subs[0])
	if op = opSave; c.levels {
		op = opSaveEnd
	}
	c.emit(inst{op: op, x: int32(2*n.num + 1)})
}

// undo runs f with groups reset on the way back.
func (c *compiler) undo(f func()) {
	saved := c.undone
	c.undone = true
	f()
	c.undone = saved
}

// referenced says that a back reference in the pattern asks for the text of the group.
func (c *compiler) referenced(num int) bool {
	return !c.tree.root.walk(func(n *node) bool {
		return n.kind != kindBackref || !slices.Contains(n.refs, num)
	})
}

// concat joins strings that stand side by side, so that a literal is as long as can be.
// Strings to be compared regardless of case stay apart, as a character that folds to
// several must find them in one.
func (c *compiler) concat(subs []*node) {
	for i := 0; i < len(subs); i++ {
		if !plainText(subs[i]) {
			c.node(subs[i])
			continue
		}
		text := string(subs[i].runes)
		for i+1 < len(subs) && plainText(subs[i+1]) {
			i++
			text += string(subs[i].runes)
		}
		c.literal(text)
	}
}

func plainText(n *node) bool {
	return n.kind == kindString && (!n.fold || !anyFolds(n.runes))
}

func (c *compiler) text(n *node) {
	if plainText(n) {
		c.literal(string(n.runes))
		return
	}
	if len(n.runes) == 1 && !foldsToMany(n.runes[0]) {
		c.emit(inst{op: opSet, set: c.charset(foldSet(n.runes[0]))})
		return
	}
	folded := foldText(n.runes)
	c.emit(inst{op: opFoldText, str: string(folded), width: int32(len(n.runes))})
}

// setOf is the set of a node that takes one character, or nil.
func (c *compiler) setOf(n *node) *charset {
	switch n.kind {
	case kindClass:
		return c.charset(n.set)
	case kindAny:
		if n.multi {
			return c.charset(runeSet{{0, maxRune}})
		}
		return c.charset(runeSet{{0, '\n' - 1}, {'\n' + 1, maxRune}})
	case kindString:
		if len(n.runes) != 1 {
			return nil
		}
		r := n.runes[0]
		if !n.fold {
			return c.charset(runeSet{{r, r}})
		}
		if !foldsToMany(r) {
			return c.charset(foldSet(r))
		}
	case kindOption:
		return c.setOf(n.subs[0])
	}
	return nil
}

func (c *compiler) anchor(n *node) {
	op := [...]opcode{
		anchorBeginBuf: opBeginBuf, anchorEndBuf: opEndBuf, anchorSemiEnd: opSemiEnd,
		anchorBeginLine: opBeginLine, anchorEndLine: opEndLine,
		anchorWord: opWord, anchorNotWord: opNotWord, anchorStart: opStart,
	}[n.anchor]
	if n.ascii {
		switch op {
		case opWord:
			op = opASCIIWord
		case opNotWord:
			op = opNotASCIIWd
		}
	}
	c.emit(inst{op: op})
}

func (c *compiler) lookAround(n *node) {
	body := n.subs[0]
	switch {
	case n.behind && n.negative:
		at := c.emit(inst{op: opNot})
		back := c.emit(inst{op: opBack, min: int32(n.min)})
		c.node(body)
		c.emit(inst{op: opNotEnd, x: at})
		c.prog.code[at].x = c.pc()
		c.prog.code[back].x = c.pc()
	case n.behind:
		// The body ends where it began to look back, but for texts whose folded
		// form has another length; these Ruby leaves where they end, too.
		back := c.emit(inst{op: opBack, min: int32(n.min)})
		c.node(body)
		c.prog.code[back].x = c.pc()
		c.prog.code[back].fold = containsFold(body)
	case n.negative:
		at := c.emit(inst{op: opNot})
		c.node(body)
		c.emit(inst{op: opNotEnd, x: at})
		c.prog.code[at].x = c.pc()
	default:
		at := c.emit(inst{op: opMark})
		c.node(body)
		c.emit(inst{op: opCutBack, x: at})
		c.prog.code[at].y = c.pc()
	}
}

func containsFold(n *node) bool {
	return !n.walk(func(n *node) bool { return !n.fold && n.kind != kindCall })
}

func (c *compiler) atomic(n *node) {
	if n.kind == kindRepeat {
		if set := c.setOf(n.subs[0]); set != nil && !n.lazy {
			c.run(opRunAll, set, n)
			return
		}
	}
	at := c.emit(inst{op: opMark})
	c.node(n)
	c.emit(inst{op: opCut, x: at})
}

func (c *compiler) run(op opcode, set *charset, n *node) {
	in := inst{op: op, set: set, min: int32(n.min), max: int32(n.max)}
	in.wide = !set.bytewise || n.max != infinite || n.min > 1
	c.emit(in)
}

func (c *compiler) backref(n *node) {
	c.prog.regular = false
	in := inst{op: opBackref, fold: n.fold}
	switch {
	case n.hasLevel:
		in.op, in.min = opBackrefLevel, int32(n.level)
		c.prog.trail = true
	case n.fold:
		in.op = opBackrefFold
	}
	for i := len(n.refs) - 1; i >= 0; i-- {
		in.refs = append(in.refs, int32(n.refs[i]))
	}
	c.emit(in)
}

// size estimates the instructions that n becomes.
func (c *compiler) size(n *node) int {
	s, ok := c.sizes[n]
	if !ok {
		s = c.findSize(n)
		c.sizes[n] = s
	}
	return s
}

func (c *compiler) findSize(n *node) int {
	const top = 1 << 20
	sum := 1
	switch n.kind {
	case kindCall:
		return 1
	case kindRepeat:
		if c.setOf(n.subs[0]) != nil {
			return 1
		}
		s := c.size(n.subs[0])
		times := max(n.max, n.min, 1)
		if s*times > maxUnrolled {
			return min(s+4, top)
		}
		return s*times + times + 3
	case kindGroup:
		if n.called {
			return 1
		}
		sum = 3
	case kindAlt:
		sum = 2 * len(n.subs)
	case kindLook, kindAtomic, kindCond, kindAbsent:
		sum = 4
	case kindConcat:
		sum = 0
	}
	for _, s := range n.subs {
		sum = min(sum+c.size(s), top)
	}
	return sum
}

// nullable says that n can match without taking anything.
func (t *tree) nullable(n *node) bool { return t.minLength(n) == 0 }

// setsGroups says that a pass of a loop over n has to be judged by its groups when it
// takes nothing. Look-around hides its groups.
func (t *tree) setsGroups(n *node) bool {
	switch n.kind {
	case kindGroup, kindCall:
		return true
	case kindLook:
		return false
	case kindRepeat:
		if n.max == 0 {
			return false
		}
	}
	return slices.ContainsFunc(n.subs, t.setsGroups)
}

// alternatives compiles x|y|z. Alternatives that share what they begin with are put
// together, where that leaves their order as it is.
func (c *compiler) alternatives(subs []*node) {
	subs = c.factor(subs)
	if len(subs) == 1 {
		c.node(subs[0])
		return
	}
	if set := c.unionSet(subs); set != nil {
		c.emit(inst{op: opSet, set: set})
		return
	}
	head := int32(-1)
	if len(subs) > 2 {
		head = c.emit(inst{op: opSwitch})
	}
	h := altHead{at: head}
	var outs []int32
	for i, s := range subs {
		if i < len(subs)-1 {
			at := c.emit(inst{op: opSplit})
			h.chain = append(h.chain, at)
			h.ways = append(h.ways, c.pc())
			c.node(s)
			outs = append(outs, c.emit(inst{op: opJump}))
			c.setSplit(at, false, at+1, c.pc())
			continue
		}
		h.ways = append(h.ways, c.pc())
		c.node(s)
	}
	for _, at := range outs {
		c.prog.code[at].x = c.pc()
	}
	if head >= 0 {
		c.heads = append(c.heads, h)
	}
}

// unionSet is the set of alternatives that each take one character.
func (c *compiler) unionSet(subs []*node) *charset {
	var all runeSet
	for _, s := range subs {
		switch {
		case s.kind == kindClass:
			all = all.union(s.set)
		case s.kind == kindString && len(s.runes) == 1 && !s.fold:
			all = all.add(s.runes[0], s.runes[0])
		default:
			return nil
		}
	}
	return c.charset(all)
}

// factor takes the common first character out of alternatives that are plain text.
// Alternatives that start differently exclude each other, so those that start alike
// may be brought together.
func (c *compiler) factor(subs []*node) []*node {
	for _, s := range subs {
		if _, _, ok := leadRune(s); !ok {
			return subs
		}
	}
	type bucket struct {
		r    rune
		rest []*node
	}
	var buckets []bucket
	at := map[rune]int{}
	for _, s := range subs {
		r, rest, _ := leadRune(s)
		i, ok := at[r]
		if !ok {
			i = len(buckets)
			at[r] = i
			buckets = append(buckets, bucket{r: r})
		}
		buckets[i].rest = append(buckets[i].rest, rest)
	}
	if len(buckets) == len(subs) {
		return subs
	}
	out := make([]*node, len(buckets))
	for i, b := range buckets {
		first := &node{kind: kindString, runes: []rune{b.r}}
		if len(b.rest) == 1 {
			out[i] = joinText(first, b.rest[0])
			continue
		}
		rest := c.factor(b.rest)
		if len(rest) == 1 {
			out[i] = joinText(first, rest[0])
			continue
		}
		out[i] = &node{kind: kindConcat, subs: []*node{first, {kind: kindAlt, subs: rest}}}
	}
	return out
}

// leadRune splits an alternative into its first character and the rest.
func leadRune(n *node) (r rune, rest *node, ok bool) {
	switch n.kind {
	case kindString:
		if !plainText(n) || len(n.runes) == 0 {
			return 0, nil, false
		}
		if len(n.runes) == 1 {
			return n.runes[0], &node{kind: kindEmpty}, true
		}
		return n.runes[0], &node{kind: kindString, runes: n.runes[1:], fold: n.fold}, true
	case kindConcat:
		r, rest, ok := leadRune(n.subs[0])
		if !ok {
			return 0, nil, false
		}
		if rest.kind == kindEmpty {
			return r, newConcat(n.subs[1:]), true
		}
		return r, newConcat(append([]*node{rest}, n.subs[1:]...)), true
	}
	return 0, nil, false
}

func joinText(first, rest *node) *node {
	switch {
	case rest.kind == kindEmpty:
		return first
	case rest.kind == kindString && !rest.fold:
		return &node{kind: kindString, runes: append(append([]rune(nil), first.runes...), rest.runes...)}
	case rest.kind == kindConcat:
		if head := rest.subs[0]; head.kind == kindString && !head.fold {
			return &node{kind: kindConcat, subs: append([]*node{joinText(first, head)}, rest.subs[1:]...)}
		}
		return &node{kind: kindConcat, subs: append([]*node{first}, rest.subs...)}
	}
	return &node{kind: kindConcat, subs: []*node{first, rest}}
}

// threadJumps lets what leads to a jump lead to the jump's target.
func (c *compiler) threadJumps() {
	code := c.prog.code
	target := func(pc int32) int32 {
		for i := 0; i < 16 && code[pc].op == opJump; i++ {
			pc = code[pc].x
		}
		return pc
	}
	for i := range code {
		in := &code[i]
		switch in.op {
		case opJump, opAbsent:
			in.x = target(in.x)
		case opSplit:
			in.x, in.y = target(in.x), target(in.y)
		case opCond, opEmptyTest, opLoop:
			in.y = target(in.y)
		}
	}
	for _, h := range c.heads {
		for i := range h.ways {
			h.ways[i] = target(h.ways[i])
		}
	}
}
