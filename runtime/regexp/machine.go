package regexp

import "sync"

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

	regs     []int32
	acts     []activation
	saved    []int32
	act      int32
	depth    int
	emptyRef int // an empty back reference matched here, see run
	last     int // where the last character of an absence's body starts

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
	m.emptyRef = -1
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
