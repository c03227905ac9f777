package regexp

import (
	"strings"
	"sync"
)

// Frames of the stack of choices and of what has to be undone on the way back.
const (
	frameBase    int32 = iota // bottom of a run inside of a run
	frameAlt                  // go on at pc, pos; x is the choice's number in memory mode, y emptyRef
	frameFailed               // memory mode: choice x has failed at pos for good
	frameRun                  // give back a character of a run that ends at pos, down to x; pc is behind it, y the run
	frameRunLazy              // take one more character for the run at pc, pos; x may be left
	frameAbsent               // end an absence one character earlier, down to x; go on at pc
	frameNot                  // the body of a negative look-around failed: go on at pc, pos
	frameMark                 // begin of an atomic group or look-ahead at pos; pc is its opMark
	frameStart                // undo the start pc of a group: x, and its end: y. pos is the new start
	frameEnd                  // undo the end pc of a group: x. pos is the new end
	frameKeep                 // undo \K: x
	frameReg                  // undo register pc: x
	frameEmpty                // the same; a pass of the loop with that register begins at pos
	frameCall                 // undo a call: x is the caller's activation, y the number of activations
	frameReturn               // undo a return: x is the activation returned from
)

type frame struct {
	kind, pc, pos, x, y int32
}

// An activation is a call of a subroutine that has not been undone.
type activation struct {
	ret    int32 // where to go on
	caller int32
	regs   int32 // where in machine.saved the caller's registers are
}

// A machine is the state of one match. Machines are pooled.
type machine struct {
	prog  *program
	s     string
	start int // where the search began, for \G

	stack []frame
	caps  []int32 // as the caller's, or own
	own   []int32
	keep  int32

	regs  []int32
	acts  []activation
	saved []int32
	act   int32
	depth int
	last  int // where the last character of an absence's body starts

	memory bool     // failed choices are remembered
	failed []uint64 // a bit for each choice at each position

	steps, limit int64
	err          error
}

var machines = sync.Pool{New: func() any { return &machine{stack: make([]frame, 0, 64)} }}

const (
	maxStack       = 1 << 23 // frames
	maxActivations = 1 << 20
	maxMemoryBits  = 1 << 28
	maxNested      = 1000 // absences inside of absences
)

// begin makes the machine ready for a program and a subject.
func (m *machine) begin(p *program, s string, start int, caps []int32, limit int64) {
	m.prog, m.s, m.start = p, s, start
	m.limit = limit
	m.steps, m.err, m.memory, m.depth = 0, nil, false, 0
	m.caps = caps
	if p.saves && len(caps) < 2*(p.groups+1) {
		n := 2 * (p.groups + 1)
		if cap(m.own) < n {
			m.own = make([]int32, n)
		}
		m.caps = m.own[:n]
	}
	if p.registers > len(m.regs) {
		m.regs = make([]int32, p.registers)
	}
}

// end drops what must not be kept and returns the machine to the pool.
func (m *machine) end() {
	m.prog, m.s, m.caps = nil, "", nil
	if cap(m.stack) > 1<<16 {
		m.stack = make([]frame, 0, 64)
	}
	if cap(m.failed) > 1<<16 {
		m.failed = nil
	}
	if cap(m.acts) > 1<<14 {
		m.acts, m.saved = nil, nil
	}
	machines.Put(m)
}

// reset clears what an attempt leaves behind.
func (m *machine) reset() {
	m.stack = m.stack[:0]
	for i := range m.caps {
		m.caps[i] = -1
	}
	m.keep, m.act = -1, -1
	m.acts, m.saved = m.acts[:0], m.saved[:0]
}

// remember switches memory mode on, if the program and its size allow it.
func (m *machine) remember() bool {
	p := m.prog
	bits := p.memos * (len(m.s) + 1)
	if !p.regular || bits > maxMemoryBits {
		return false
	}
	words := (bits + 63) / 64
	if cap(m.failed) < words {
		m.failed = make([]uint64, words)
	} else {
		m.failed = m.failed[:words]
		clear(m.failed)
	}
	m.memory = true
	return true
}

func (m *machine) hasFailed(memo, pos int32) bool {
	i := int(memo)*(len(m.s)+1) + int(pos)
	return m.failed[i>>6]&(1<<(i&63)) != 0
}

func (m *machine) setFailed(memo, pos int32) {
	i := int(memo)*(len(m.s)+1) + int(pos)
	m.failed[i>>6] |= 1 << (i & 63)
}

// run matches from pc at pos; text from end on is out of reach. It returns where the
// match ends, or -1. After that the stack is as it was before, but for a match with
// nothing below it. budget is the number of steps after which it gives up with -2.
func (m *machine) run(pc int32, pos, end int, budget int64) int {
	code := m.prog.code
	s := m.s
	memory := m.memory
	base := len(m.stack)
	quiet := base == 0 && !m.prog.trail // nothing to undo while the stack is empty
	// An empty back reference leaves Onigmo with a wrong idea of the character before.
	emptyRef := -1
	var in *inst
	for {
		in = &code[pc]
		pc++
		switch in.op {
		case opMatch:
			return pos
		case opAbsentEnd:
			switch {
			case emptyRef == pos:
				m.last = pos
			case pos == 0:
				m.last = -1
			default:
				m.last = before1(s, pos)
			}
			return pos
		case opByte:
			if pos >= end || s[pos] != in.b {
				goto fail
			}
			pos++
		case opLiteral:
			if end-pos < len(in.str) || s[pos:pos+len(in.str)] != in.str {
				goto fail
			}
			pos += len(in.str)
		case opSet:
			if pos >= end {
				goto fail
			}
			n := in.set.size(s, pos, end)
			if n == 0 {
				goto fail
			}
			pos += n
		case opFoldText:
			to := foldedPrefix(s, pos, end, in.str)
			if to < 0 {
				goto fail
			}
			pos = to
		case opCluster:
			if pos >= end {
				goto fail
			}
			pos = clusterEnd(s, pos, end)

		case opRun, opRunAll:
			from := pos
			if memory && in.memo >= 0 {
				// x+ is x, then x* that is remembered at each position.
				for range in.min {
					n := 0
					if pos < end {
						n = in.set.size(s, pos, end)
					}
					if n == 0 {
						goto fail
					}
					pos += n
				}
				for {
					if m.hasFailed(in.memo, int32(pos)) {
						goto fail
					}
					n := 0
					if pos < end {
						n = in.set.size(s, pos, end)
					}
					m.stack = append(m.stack, frame{frameAlt, pc, int32(pos), in.memo, -1})
					if n == 0 {
						break
					}
					pos += n
				}
				goto fail // take the last of these
			}
			low := pos
			if in.wide {
				var count int
				if in.min > 0 {
					low, count = in.set.runWide(s, pos, end, int(in.min))
					if count < int(in.min) {
						pos = low
						goto fail
					}
				}
				pos = low
				if in.max < 0 {
					pos, _ = in.set.runWide(s, pos, end, -1)
				} else if left := int(in.max - in.min); left > 0 {
					pos, _ = in.set.runWide(s, pos, end, left)
				}
			} else {
				run := &in.set.run
				for pos < end && run[s[pos]] {
					pos++
				}
				if in.min > 0 {
					if pos == from {
						goto fail
					}
					low++
					for low < pos && s[low]&0xc0 == 0x80 {
						low++
					}
				}
			}
			if in.op == opRunAll {
				break
			}
			if !in.backTo(s, &pos, low) {
				goto fail
			}
			if pos > low {
				m.stack = append(m.stack, frame{kind: frameRun, pc: pc, pos: int32(pos), x: int32(low), y: pc - 1})
			}

		case opRunLazy:
			for range in.min {
				n := 0
				if pos < end {
					n = in.set.size(s, pos, end)
				}
				if n == 0 {
					goto fail
				}
				pos += n
			}
			left := in.max
			if left >= 0 {
				left -= in.min
			}
			if memory && in.memo >= 0 {
				if m.hasFailed(in.memo, int32(pos)) {
					goto fail
				}
				m.stack = append(m.stack, frame{kind: frameRunLazy, pc: pc - 1, pos: int32(pos), x: left})
				break
			}
			if !in.forward(s, &pos, end, &left) {
				goto fail
			}
			if left != 0 {
				m.stack = append(m.stack, frame{kind: frameRunLazy, pc: pc - 1, pos: int32(pos), x: left})
			}

		case opJump:
			pc = in.x
		case opSplit, opBranch:
			if memory {
				if m.hasFailed(in.memo, int32(pos)) {
					goto fail
				}
				m.stack = append(m.stack, frame{frameAlt, in.y, int32(pos), in.memo, int32(emptyRef)})
				pc = in.x
				break
			}
			look := in.lookEnd
			if pos < len(s) {
				look = in.look[s[pos]]
			}
			switch look {
			case lookX | lookY:
				m.stack = append(m.stack, frame{frameAlt, in.y, int32(pos), in.memo, int32(emptyRef)})
				pc = in.x
			case lookX:
				pc = in.x
			case lookY:
				pc = in.y
			default:
				goto fail
			}
		case opSwitch:
			at := 256
			if pos < len(s) {
				at = int(s[pos])
			}
			if pc = in.table[at]; pc < 0 {
				goto fail
			}

		case opSave:
			if !quiet || len(m.stack) > 0 {
				if in.x&1 == 0 {
					m.stack = append(m.stack, frame{frameStart, in.x, int32(pos), m.caps[in.x], m.caps[in.x+1]})
				} else {
					m.stack = append(m.stack, frame{frameEnd, in.x, int32(pos), m.caps[in.x], 0})
				}
			}
			m.caps[in.x] = int32(pos)
			if in.x&1 == 0 {
				m.caps[in.x+1] = -1 // a group has no text while it is open
			}
		case opSaveKept:
			m.caps[in.x] = int32(pos)
			if in.x&1 == 0 {
				m.caps[in.x+1] = -1
			}
		case opSaveEnd:
			// The group may have been entered anew since; its start is on the stack.
			// Restoring the start needs a frame of its own.
			begin := m.openGroup(in.x - 1)
			m.stack = append(m.stack, frame{frameReg, -1 - (in.x - 1), 0, m.caps[in.x-1], 0})
			m.caps[in.x-1] = begin
			m.stack = append(m.stack, frame{frameEnd, in.x, int32(pos), m.caps[in.x], 0})
			m.caps[in.x] = int32(pos)
		case opKeep:
			m.stack = append(m.stack, frame{kind: frameKeep, x: m.keep})
			m.keep = int32(pos)

		case opBeginLine:
			if emptyRef == pos && pos != 0 {
				if pos == len(s) || s[pos] != '\n' {
					goto fail
				}
				break
			}
			if pos != 0 && (s[pos-1] != '\n' || pos == len(s)) {
				goto fail
			}
		case opEndLine:
			if pos != len(s) && s[pos] != '\n' {
				goto fail
			}
		case opBeginBuf, opEndBuf, opSemiEnd, opWord, opNotWord, opASCIIWord, opNotASCIIWd, opStart:
			if emptyRef == pos && pos != 0 {
				switch in.op {
				case opWord, opASCIIWord:
					goto fail
				case opNotWord, opNotASCIIWd:
					continue
				}
			}
			if !holds(in.op, s, pos, m.start) {
				goto fail
			}

		case opBackref, opBackrefFold:
			to := m.backref(in, pos, end)
			if to < 0 {
				goto fail
			}
			m.steps += int64(to-pos) >> 3
			if to == pos {
				emptyRef = pos
			}
			pos = to
		case opBackrefLevel:
			to := m.backrefLevel(in, pos, end)
			if to < 0 {
				goto fail
			}
			if to == pos {
				emptyRef = pos
			}
			pos = to
		case opCond:
			if m.caps[2*in.x] < 0 || m.caps[2*in.x+1] < 0 {
				pc = in.y
			}

		case opMark:
			m.stack = append(m.stack, frame{kind: frameMark, pc: pc - 1, pos: int32(pos)})
		case opCut:
			m.cut(in.x)
		case opCutBack:
			m.steps += int64(pos) - int64(m.stack[m.mark(in.x)].pos)
			pos = m.cut(in.x)
		case opNot:
			m.stack = append(m.stack, frame{kind: frameNot, pc: in.x, pos: int32(pos), x: pc - 1})
		case opNotEnd:
			m.unwindNot(in.x)
			goto fail
		case opBack:
			for range in.min {
				if pos == 0 {
					goto fail
				}
				pos = before1(s, pos)
			}
		case opAbsent:
			to := m.absent(pc, pos, end)
			if m.err != nil {
				return -1
			}
			if to < 0 {
				goto fail
			}
			if to > pos {
				m.stack = append(m.stack, frame{kind: frameAbsent, pc: in.x, pos: int32(to), x: int32(pos)})
			}
			pc, pos = in.x, to

		case opCall:
			if len(m.acts) >= maxActivations {
				m.err = ErrMemory
				return -1
			}
			m.stack = append(m.stack, frame{frameCall, 0, int32(pos), m.act, int32(len(m.acts))})
			m.acts = append(m.acts, activation{ret: pc, caller: m.act, regs: int32(len(m.saved))})
			m.saved = append(m.saved, m.regs[:m.prog.registers]...)
			m.act = int32(len(m.acts) - 1)
			pc = in.x
		case opReturn:
			a := m.acts[m.act]
			m.stack = append(m.stack, frame{kind: frameReturn, x: m.act})
			for i := range m.prog.registers {
				if was := m.saved[int(a.regs)+i]; was != m.regs[i] {
					m.stack = append(m.stack, frame{kind: frameReg, pc: int32(i), x: m.regs[i]})
					m.regs[i] = was
				}
			}
			m.act = a.caller
			pc = a.ret
		case opZero:
			m.stack = append(m.stack, frame{kind: frameReg, pc: in.x, x: m.regs[in.x]})
			m.regs[in.x] = 0
		case opLoopInc:
			m.stack = append(m.stack, frame{kind: frameReg, pc: in.x, x: m.regs[in.x]})
			m.regs[in.x]++
			// Passes that take nothing cost nothing else.
			if m.steps++; m.steps > budget || len(m.stack) > maxStack {
				goto fail
			}
		case opLoop:
			n := m.regs[in.x]
			switch {
			case n < in.min:
			case in.max >= 0 && n >= in.max:
				pc = in.y
			case in.lazy:
				m.stack = append(m.stack, frame{frameAlt, pc, int32(pos), -1, int32(emptyRef)})
				pc = in.y
			default:
				m.stack = append(m.stack, frame{frameAlt, in.y, int32(pos), -1, int32(emptyRef)})
			}
		case opEmptyMark:
			m.stack = append(m.stack, frame{frameEmpty, in.x, int32(pos), m.regs[in.x], 0})
			m.regs[in.x] = int32(pos)
		case opEmptyTest:
			if m.regs[in.x] == int32(pos) {
				switch m.emptyPass(in, int32(pos)) {
				case passEmpty:
					pc = in.y
				case passFails:
					goto fail
				}
			}
		default:
			goto fail
		}
		continue

	fail:
		if len(m.stack) > maxStack {
			m.err = ErrMemory
			return -1
		}
		failedAt := pos
		emptyRef = -1
		for {
			top := len(m.stack) - 1
			if top < base {
				m.steps++
				return -1
			}
			f := &m.stack[top]
			switch f.kind {
			case frameAlt:
				pc, pos, emptyRef = f.pc, int(f.pos), int(f.y)
				if memory && f.x >= 0 {
					f.kind = frameFailed
				} else {
					m.stack = m.stack[:top]
				}
				goto resume
			case frameFailed:
				m.setFailed(f.x, f.pos)
			case frameRun:
				pos = before1(s, int(f.pos))
				if pos < int(f.x) {
					pos = int(f.x)
				}
				if r := &code[f.y]; !r.backTo(s, &pos, int(f.x)) {
					break
				}
				pc = f.pc
				if pos > int(f.x) {
					f.pos = int32(pos)
				} else {
					m.stack = m.stack[:top]
				}
				goto resume
			case frameRunLazy:
				r := &code[f.pc]
				pos = int(f.pos)
				n := 0
				if pos < end && f.x != 0 {
					n = r.set.size(s, pos, end)
				}
				left := f.x
				if left > 0 {
					left--
				}
				if memory && r.memo >= 0 {
					// The rest failed at this position. So will this choice if the
					// run does not get on from here.
					pc = f.pc + 1
					m.stack[top] = frame{kind: frameFailed, pos: f.pos, x: r.memo}
					if n == 0 {
						continue
					}
					pos += n
					if m.hasFailed(r.memo, int32(pos)) {
						continue
					}
					m.stack = append(m.stack, frame{kind: frameRunLazy, pc: pc - 1, pos: int32(pos), x: left})
					goto resume
				}
				if n == 0 {
					break
				}
				pos += n
				if !r.forward(s, &pos, end, &left) {
					break
				}
				pc = f.pc + 1
				if left != 0 {
					f.pos, f.x = int32(pos), left
				} else {
					m.stack = m.stack[:top]
				}
				goto resume
			case frameAbsent:
				pos = before1(s, int(f.pos))
				pc = f.pc
				if pos > int(f.x) {
					f.pos = int32(pos)
				} else {
					m.stack = m.stack[:top]
				}
				goto resume
			case frameNot:
				pc, pos = f.pc, int(f.pos)
				m.stack = m.stack[:top]
				goto resume
			default:
				m.undo(f)
			}
			m.stack = m.stack[:top]
		}
	resume:
		m.steps++
		if d := failedAt - pos; d > 0 {
			m.steps += int64(d)
		}
		if m.steps > budget {
			if m.err == nil {
				m.unwind(base)
			}
			return -2
		}
	}
}

// undo takes back what a frame that is no choice stands for.
func (m *machine) undo(f *frame) {
	switch f.kind {
	case frameStart:
		m.caps[f.pc] = f.x
		m.caps[f.pc+1] = f.y
	case frameEnd:
		m.caps[f.pc] = f.x
	case frameKeep:
		m.keep = f.x
	case frameReg, frameEmpty:
		if f.pc < 0 {
			m.caps[-1-f.pc] = f.x
		} else {
			m.regs[f.pc] = f.x
		}
	case frameCall:
		m.act = f.x
		m.saved = m.saved[:m.acts[f.y].regs]
		m.acts = m.acts[:f.y]
	case frameReturn:
		m.act = f.x
	}
}

// unwind undoes all frames from base on.
func (m *machine) unwind(base int) {
	for i := len(m.stack) - 1; i >= base; i-- {
		m.undo(&m.stack[i])
	}
	m.stack = m.stack[:base]
}

// mark is the topmost frame of the opMark at pc.
func (m *machine) mark(pc int32) int {
	for i := len(m.stack) - 1; ; i-- {
		if f := &m.stack[i]; f.kind == frameMark && f.pc == pc {
			return i
		}
	}
}

// cut forgets the choices made since the opMark at pc, but not what must be undone.
// It returns where the mark was set.
func (m *machine) cut(pc int32) int {
	at := m.mark(pc)
	pos := int(m.stack[at].pos)
	to := at
	for _, f := range m.stack[at+1:] {
		if f.kind >= frameStart {
			m.stack[to] = f
			to++
		}
	}
	m.stack = m.stack[:to]
	return pos
}

// unwindNot undoes all since the opNot at pc, and that.
func (m *machine) unwindNot(pc int32) {
	i := len(m.stack) - 1
	for ; ; i-- {
		if f := &m.stack[i]; f.kind == frameNot && f.x == pc {
			break
		}
	}
	m.unwind(i)
}

// backTo moves pos back, at most to low, until what follows the run can start there.
func (in *inst) backTo(s string, pos *int, low int) bool {
	look := in.look
	if look == nil {
		return true
	}
	i := *pos
	for {
		ok := false
		if i < len(s) {
			ok = look[s[i]] != 0
		} else {
			ok = in.lookEnd != 0
		}
		if ok {
			*pos = i
			return true
		}
		if i <= low {
			return false
		}
		i--
		for i > low && s[i]&0xc0 == 0x80 {
			i--
		}
	}
}

// forward takes characters until what follows the run can start.
func (in *inst) forward(s string, pos *int, end int, left *int32) bool {
	i := *pos
	for {
		ok := false
		if i < len(s) {
			ok = in.look[s[i]] != 0
		} else {
			ok = in.lookEnd != 0
		}
		if ok {
			*pos = i
			return true
		}
		if *left == 0 || i >= end {
			return false
		}
		n := in.set.size(s, i, end)
		if n == 0 {
			return false
		}
		i += n
		if *left > 0 {
			*left--
		}
	}
}

func (m *machine) backref(in *inst, pos, end int) int {
	for _, g := range in.refs {
		a, b := m.caps[2*g], m.caps[2*g+1]
		if a < 0 || b < 0 {
			continue
		}
		if a >= b {
			return pos
		}
		if to := m.sameText(in, int(a), int(b), pos, end); to >= 0 {
			return to
		}
	}
	return -1
}

func (m *machine) sameText(in *inst, a, b, pos, end int) int {
	if b-a > end-pos {
		return -1
	}
	if in.fold {
		return sameFolded(m.s, a, b, pos, end)
	}
	if !strings.HasPrefix(m.s[pos:end], m.s[a:b]) {
		return -1
	}
	return pos + b - a
}

// backrefLevel looks for a group's text as of a recursion level relative to this one.
func (m *machine) backrefLevel(in *inst, pos, end int) int {
	level := int32(0)
	groupEnd := int32(-1)
	is := func(slot int32) bool {
		for _, g := range in.refs {
			if g == slot>>1 {
				return true
			}
		}
		return false
	}
	for i := len(m.stack) - 1; i >= 0; i-- {
		f := &m.stack[i]
		switch f.kind {
		case frameCall:
			level--
		case frameReturn:
			level++
		case frameStart:
			if level == in.min && is(f.pc) && groupEnd >= 0 {
				if f.pos >= groupEnd {
					return pos
				}
				return m.sameText(in, int(f.pos), int(groupEnd), pos, end)
			}
		case frameEnd:
			if level == in.min && is(f.pc) {
				groupEnd = f.pos
			}
		}
	}
	return -1
}

// openGroup is where the group with the start slot was entered that is now left.
func (m *machine) openGroup(slot int32) int32 {
	level := 0
	for i := len(m.stack) - 1; i >= 0; i-- {
		switch f := &m.stack[i]; {
		case f.kind == frameEnd && f.pc == slot+1:
			level++
		case f.kind == frameStart && f.pc == slot:
			if level == 0 {
				return f.pos
			}
			level--
		}
	}
	return m.caps[slot]
}

const (
	passGoesOn = iota
	passEmpty
	passFails
)

// emptyPass judges a pass of a loop that took no text. If groups changed in it, it
// counts as a pass like others; if a group that was empty elsewhere is empty here, it
// fails.
func (m *machine) emptyPass(in *inst, pos int32) int {
	if !in.caps {
		return passEmpty
	}
	i := len(m.stack) - 1
	for ; i >= 0; i-- {
		if f := &m.stack[i]; f.kind == frameEmpty && f.pc == in.x {
			break
		}
	}
	moved := false
	for _, f := range m.stack[i+1:] {
		if f.kind != frameStart {
			continue
		}
		switch {
		case f.y < 0 || f.x != f.y:
			return passGoesOn
		case f.y != pos:
			moved = true
		}
	}
	if moved {
		return passFails
	}
	return passEmpty
}

// absent is how far (?~body) may reach from pos: the end of the longest text without
// a match of the body at pc. -1 if there is none.
func (m *machine) absent(pc int32, pos, end int) int {
	if m.depth++; m.depth > maxNested {
		m.err = ErrSteps
		return -1
	}
	defer func() { m.depth-- }()
	limit, reached := end, -1
	for i := pos; ; {
		switch {
		case pos > limit && i > pos:
			return -1 // the body matches nothing, which is everywhere
		case i > pos && i > limit:
			return reached
		case i > pos && i == limit:
			return i
		}
		reached = i
		base := len(m.stack)
		m.stack = append(m.stack, frame{kind: frameBase})
		to := m.run(pc, i, limit, m.limit)
		m.unwind(base)
		if to == -2 {
			m.err = ErrSteps
		}
		if m.err != nil {
			return -1
		}
		if to >= 0 {
			limit = min(limit, m.last)
		}
		m.steps++
		if i >= len(m.s) {
			i++
			continue
		}
		i += runeSize(m.s, i)
	}
}
