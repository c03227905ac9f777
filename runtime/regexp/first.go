package regexp

import (
	"strings"
	"unicode/utf8"
)

// A byteSet is which bytes a match may go on with, and whether at the subject's end.
type byteSet struct {
	bits [4]uint64
	end  bool
}

func (b *byteSet) add(c byte)      { b.bits[c>>6] |= 1 << (c & 63) }
func (b *byteSet) has(c byte) bool { return b.bits[c>>6]&(1<<(c&63)) != 0 }

func (b *byteSet) addAll() {
	b.bits = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	b.end = true
}

func (b *byteSet) union(o *byteSet) {
	for i := range b.bits {
		b.bits[i] |= o.bits[i]
	}
	b.end = b.end || o.end
}

func (b *byteSet) intersect(o *byteSet) {
	for i := range b.bits {
		b.bits[i] &= o.bits[i]
	}
	b.end = b.end && o.end
}

func (b *byteSet) meets(o *byteSet) bool {
	for i := range b.bits {
		if b.bits[i]&o.bits[i] != 0 {
			return true
		}
	}
	return b.end && o.end
}

func (b *byteSet) addCharset(c *charset) {
	for i, l := range c.lead {
		if l != leadNone {
			b.add(byte(i))
		}
	}
}

func (b *byteSet) addRune(r rune) {
	var buf [4]byte
	utf8.EncodeRune(buf[:], r)
	b.add(buf[0])
}

// firstFinder computes byteSets of instructions.
type firstFinder struct {
	code   []inst
	seen   []int32
	round  int32
	budget int
	depth  int // of a look at what follows an anchor
}

// at is what the program may go on with from pc: never too little, maybe too much.
func (f *firstFinder) at(pc int32) byteSet {
	var set byteSet
	if f.budget < 0 {
		set.addAll()
		return set
	}
	f.round++
	f.collect(pc, &set)
	return set
}

func (f *firstFinder) collect(pc int32, set *byteSet) {
	for {
		if f.seen[pc] == f.round {
			return
		}
		f.seen[pc] = f.round
		if f.budget--; f.budget < 0 {
			set.addAll()
			return
		}
		in := &f.code[pc]
		switch in.op {
		case opFail:
			return
		case opByte:
			set.add(in.b)
			return
		case opLiteral:
			set.add(in.str[0])
			return
		case opSet:
			set.addCharset(in.set)
			return
		case opFoldText:
			r, _ := utf8.DecodeRuneInString(in.str)
			set.addRune(r)
			for _, from := range [][]rune{folds().from[r], folds().heads[r]} {
				for _, x := range from {
					set.addRune(x)
				}
			}
			return
		case opRun, opRunLazy, opRunAll:
			set.addCharset(in.set)
			if in.min > 0 {
				return
			}
			pc++
		case opJump:
			pc = in.x
		case opSplit, opBranch:
			f.collect(in.x, set)
			pc = in.y
		case opEndBuf, opSemiEnd, opEndLine:
			if f.depth >= 2 {
				pc++
				continue
			}
			limit := byteSet{end: true}
			if in.op != opEndBuf {
				limit.add('\n')
			}
			// What follows is looked at on its own, for this path only.
			rest := firstFinder{code: f.code, seen: make([]int32, len(f.code)), budget: min(f.budget, 500), depth: f.depth + 1}
			next := rest.at(pc + 1)
			f.budget -= 500 - rest.budget + len(f.code)/8
			next.intersect(&limit)
			set.union(&next)
			return
		case opMark, opNot, opBack:
			switch {
			case in.op == opBack && in.fold:
				set.addAll()
				return
			case in.op == opMark && in.y == 0:
				pc++
			case in.op == opMark:
				pc = in.y
			default:
				pc = in.x
			}
		case opCond, opEmptyTest, opLoop:
			f.collect(in.y, set)
			pc++
		case opSwitch, opSave, opSaveEnd, opSaveKept, opKeep, opBeginBuf, opBeginLine, opWord, opNotWord, opASCIIWord,
			opNotASCIIWd, opStart, opZero, opLoopInc, opEmptyMark:
			pc++
		default:
			// The end, back references, calls, the end of an atomic group or look-around,
			// which must match what it does whatever follows, ...
			set.addAll()
			return
		}
	}
}

// look finds out which choices the next byte decides.
func (c *compiler) look() {
	code := c.prog.code
	if c.prog.blind {
		for pc := range code {
			if in := &code[pc]; in.op == opSplit {
				in.look, in.lookEnd = &lookBoth, lookX|lookY
			}
		}
		for _, h := range c.heads {
			t := new([257]int32)
			for b := range t {
				t[b] = h.chain[0]
			}
			code[h.at].table = t
		}
		return
	}
	f := &firstFinder{code: code, seen: make([]int32, len(code)), budget: 2_000_000}
	tables := map[[256]uint8]*[256]uint8{}
	intern := func(t *[256]uint8) *[256]uint8 {
		if have := tables[*t]; have != nil {
			return have
		}
		tables[*t] = t
		return t
	}
	memo := func(in *inst) {
		in.memo = int32(c.prog.memos)
		c.prog.memos++
	}
	for pc := range code {
		in := &code[pc]
		switch in.op {
		case opSplit:
			x, y := f.at(in.x), f.at(in.y)
			in.look, in.lookEnd = lookTable(&x, &y)
			in.look = intern(in.look)
			if !x.meets(&y) {
				in.op = opBranch
			}
			memo(in)
		case opRun, opRunLazy:
			rest := f.at(int32(pc) + 1)
			var own byteSet
			own.addCharset(in.set)
			in.look, in.lookEnd = lookTable(&rest, &byteSet{})
			in.look = intern(in.look)
			switch {
			case c.ends(int32(pc) + 1):
				// What follows cannot fail: as much as there is, or as little as may be.
				if in.op == opRunLazy {
					in.max, in.wide = in.min, true
				}
				in.op = opRunAll
			case !own.meets(&rest):
				in.op = opRunAll
			}
			if in.max == infinite {
				memo(in)
			}
		}
	}
	for _, h := range c.heads {
		code[h.at].table = c.switchTable(f, h)
	}
}

// ends says that the program matches at pc, whatever comes.
func (c *compiler) ends(pc int32) bool {
	for {
		switch in := &c.prog.code[pc]; in.op {
		case opSave, opSaveKept:
			pc++
		case opJump:
			pc = in.x
		default:
			return in.op == opMatch
		}
	}
}

// lookBoth allows either way for all bytes.
var lookBoth = func() (t [256]uint8) {
	for i := range t {
		t[i] = lookX | lookY
	}
	return t
}()

func lookTable(x, y *byteSet) (*[256]uint8, uint8) {
	t := new([256]uint8)
	for b := range t {
		if x.has(byte(b)) {
			t[b] |= lookX
		}
		if y.has(byte(b)) {
			t[b] |= lookY
		}
	}
	end := uint8(0)
	if x.end {
		end |= lookX
	}
	if y.end {
		end |= lookY
	}
	return t, end
}

// switchTable sends each byte to the only alternative that can start with it, or to
// where in the chain the first such alternative is tried; to -1 if there is none.
func (c *compiler) switchTable(f *firstFinder, h altHead) *[257]int32 {
	t := new([257]int32)
	count := [257]int{}
	last := len(h.ways) - 1
	for i := last; i >= 0; i-- {
		set := f.at(h.ways[i])
		for b := range t {
			if b < 256 && !set.has(byte(b)) || b == 256 && !set.end {
				continue
			}
			count[b]++
			t[b] = h.ways[i]
			if count[b] > 1 {
				t[b] = h.chain[i]
			}
		}
	}
	for b := range t {
		if count[b] == 0 {
			t[b] = -1
		}
	}
	return t
}

// A searchPlan says where matches may start.
type searchPlan struct {
	atBegin bool // \A: at 0 only
	atStart bool // \G: where the search starts only
	line    bool // ^: where a line begins
	dotLine bool // .*: where the search starts and after newlines
	dotAll  bool // (?m:.*): where the search starts, and one character on
	prefix  string
	exact   bool // the pattern is prefix and nothing else
	useSet  bool
	first   [256]bool // bytes that a match may start with; no byte inside of a character
	atEnd   bool      // an empty match at the end is possible
	need    string    // what any match holds
}

// finish fills in what is known once all instructions are.
func (c *compiler) finish() {
	p := c.prog
	p.simple = p.registers == 0 && !p.trail
	for i := range p.code {
		switch in := &p.code[i]; in.op {
		case opSplit, opRun, opRunLazy, opMark, opCut, opCutBack, opNot, opNotEnd, opBack, opAbsent, opAbsentEnd,
			opCall, opReturn, opSaveEnd, opBackref, opBackrefFold, opBackrefLevel, opCond, opKeep:
			p.simple = false
		}
	}
	c.plan()
}

func (c *compiler) plan() {
	p := c.prog
	s := &p.search
	pc := int32(0)
	need := needed(c.tree.root)
	done, anchored := false, false
	for !done {
		in := &p.code[pc]
		switch in.op {
		case opSave, opSaveKept:
		case opBeginBuf:
			s.atBegin = true
		case opStart:
			s.atStart = true
		case opBeginLine:
			s.line = true
		case opByte:
			s.prefix = string([]byte{in.b})
			done = true
		case opLiteral:
			s.prefix = in.str
			done = true
		case opWord, opNotWord, opASCIIWord, opNotASCIIWd, opEndLine, opEndBuf, opSemiEnd:
			anchored = true
		case opRun, opRunAll:
			// .* can start a match wherever it is tried, but a match from further
			// on in the line would have been found from its begin. Onigmo thinks so
			// even where an anchor stands before it.
			if in.max == infinite && p.regular && in.op == opRun && !s.line && !s.atBegin && !s.atStart {
				s.dotLine = in.set.butByte == '\n' && (!anchored || need != "")
				s.dotAll = in.set.all
			}
			done = true
		default:
			done = true
		}
		if !done {
			pc++
		}
	}
	s.exact = s.prefix != "" && !s.line && !s.atBegin && !s.atStart && p.code[pc+1].op == opMatch && pc == 0
	f := &firstFinder{code: p.code, seen: make([]int32, len(p.code)), budget: 100_000}
	set := f.at(0)
	s.atEnd = set.end
	if s.prefix == "" && !s.atBegin && !s.atStart && !s.line && !s.dotLine && !s.dotAll {
		n := 0
		for b := range s.first {
			if b < 0x80 || b >= 0xc0 {
				s.first[b] = set.has(byte(b))
				if s.first[b] {
					n++
				}
			}
		}
		s.useSet = n < 150 && !set.end
	}
	if len(need) > len(s.prefix) && !strings.Contains(s.prefix, need) {
		s.need = need
	}
}

// needed is the longest text that each match of n holds, as far as it is plain to see.
func needed(n *node) string {
	best := ""
	switch n.kind {
	case kindString:
		if plainText(n) {
			best = string(n.runes)
		}
	case kindGroup, kindOption, kindAtomic:
		best = needed(n.subs[0])
	case kindRepeat:
		if n.min > 0 {
			best = needed(n.subs[0])
		}
	case kindConcat:
		for _, s := range n.subs {
			if x := needed(s); len(x) > len(best) {
				best = x
			}
		}
	}
	return best
}
