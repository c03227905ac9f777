package regexp

// run matches from pc at pos; text from end on is out of reach. It returns where the
// match ends, or -1. After that the stack is as it was before, but for a match with
// nothing below it. budget is the number of steps after which it gives up with -2.
func (m *machine) run(pc int32, pos, end int, budget int64) int {
	code := m.prog.code
	s := m.s
	memory := m.memory
	base, origin := len(m.stack), pos
	quiet := base == 0 && !m.prog.trail // nothing to undo while the stack is empty
	// An empty back reference leaves Onigmo with a wrong idea of the character before.
	emptyRef := m.emptyRef
	m.emptyRef = -1
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
			m.steps += int64(pos - from)
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
			from := pos
			ok := in.forward(s, &pos, end, &left)
			m.steps += int64(pos - from)
			if !ok {
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
			// Going back over the start of a group restores it whole. Going back into
			// it does not touch its end, which a reference inside of it may see.
			if in.x&1 != 0 {
				m.caps[in.x] = int32(pos)
				break
			}
			if !quiet || len(m.stack) > 0 {
				m.stack = append(m.stack, frame{frameStart, in.x, int32(pos), m.caps[in.x], m.caps[in.x+1]})
			}
			m.caps[in.x] = int32(pos)
			m.caps[in.x+1] = -1 // a group has no text while it is open
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
				if pos == end || s[pos] != '\n' {
					goto fail
				}
				break
			}
			if pos != 0 && (s[pos-1] != '\n' || pos == end) {
				goto fail
			}
		case opEndLine:
			if pos != end && s[pos] != '\n' {
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
			if !holds(in.op, s, pos, m.start, end) {
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
			m.stack = append(m.stack, frame{kind: frameMark, pc: pc - 1, pos: int32(pos), y: int32(emptyRef)})
		case opCut:
			m.cut(in.x)
		case opCutBack:
			mark := m.stack[m.mark(in.x)]
			m.steps += int64(pos) - int64(mark.pos)
			emptyRef = int(mark.y)
			pos = m.cut(in.x)
		case opNot:
			m.stack = append(m.stack, frame{kind: frameNot, pc: in.x, pos: int32(pos), x: pc - 1, y: int32(emptyRef)})
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
			to := m.absent(pc, pos, end, emptyRef)
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
				m.steps += int64(max(failedAt-origin, 0)) + 1
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
				from := pos
				ok := code[f.y].backTo(s, &pos, int(f.x))
				m.steps += int64(from - pos)
				if !ok {
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
				from := pos
				ok := r.forward(s, &pos, end, &left)
				m.steps += int64(pos - from)
				if !ok {
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
				pc, pos, emptyRef = f.pc, int(f.pos), int(f.y)
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
			*pos = i
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
		ok := in.look == nil
		if i < len(s) {
			ok = ok || in.look[s[i]] != 0
		} else {
			ok = ok || in.lookEnd != 0
		}
		if ok {
			*pos = i
			return true
		}
		n := 0
		if *left != 0 && i < end {
			n = in.set.size(s, i, end)
		}
		if n == 0 {
			*pos = i
			return false
		}
		i += n
		if *left > 0 {
			*left--
		}
	}
}
