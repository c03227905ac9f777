package vm

import (
	"bunraku/opcodes"
	"bunraku/runtime/values"
)

// status is why the leaf loop returned.
type status uint8

const (
	// statusSlow asks the driver to do the instruction at frame.pc.
	statusSlow status = iota
	// statusReturn tells that the frame at the driver's base has returned; the
	// value is in Machine.ret.
	statusReturn
)

// loop runs the newest frame, and the frames of bytecode functions that it
// calls, until something needs the driver. It makes no calls itself.
//
// Cases stand in the order of the table in opcodes/gen/ops.go; an instruction
// without a case is always slow.
func (m *Machine) loop(base int) status {
	fr := &m.frames[len(m.frames)-1]
	words := fr.code.words
	locals := fr.locals
	stack := m.stack
	pc, sp := fr.pc, m.sp
	steps := m.steps

	for {
		w := words[pc]
		a := int(w >> 8)
		switch opcodes.Op(w) {
		case opcodes.PushConst:
			v := fr.code.consts[a]
			if v.IsUnset() { // a regexp that is not compiled yet
				goto slow
			}
			stack[sp] = v
			sp++
			pc++
			continue
		case opcodes.PushInt:
			stack[sp] = values.Int(int64(int32(w) >> 8))
			sp++
			pc++
			continue
		case opcodes.PushUndef:
			stack[sp] = values.Undef
			sp++
			pc++
			continue
		case opcodes.PushTrue:
			stack[sp] = values.True
			sp++
			pc++
			continue
		case opcodes.PushFalse:
			stack[sp] = values.False
			sp++
			pc++
			continue
		case opcodes.PushDefault:
			stack[sp] = values.Default
			sp++
			pc++
			continue
		case opcodes.Pop:
			sp--
			pc++
			continue
		case opcodes.Dup:
			stack[sp] = stack[sp-1]
			sp++
			pc++
			continue
		case opcodes.LoadCached:
			p := fr.code.unit.cells[a].Load()
			if p == nil {
				pc += 2
				continue
			}
			stack[sp] = *p
			sp++
			pc = int(words[pc+1])
			continue

		case opcodes.LoadSlot:
			v := locals[a]
			if v.IsUnset() {
				goto slow
			}
			stack[sp] = v
			sp++
			pc++
			continue
		case opcodes.LoadTemp:
			stack[sp] = locals[a]
			sp++
			pc++
			continue
		case opcodes.BindSlot:
			if !locals[a].IsUnset() || fr.code.reserved[a] {
				goto slow
			}
			locals[a] = stack[sp-1]
			pc++
			continue
		case opcodes.StoreTemp:
			sp--
			locals[a] = stack[sp]
			pc++
			continue
		case opcodes.MoveSlot:
			locals[words[pc+1]] = locals[a]
			pc += 2
			continue
		case opcodes.ClearSlots:
			for i := range locals[a : a+int(words[pc+1])] {
				locals[a+i] = values.Unset
			}
			pc += 2
			continue

		case opcodes.Add:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			sp--
			stack[sp-1] = values.Int(r)
			pc++
			continue
		case opcodes.Sub:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			r := i - j
			if (r < i) != (j > 0) {
				goto slow
			}
			sp--
			stack[sp-1] = values.Int(r)
			pc++
			continue
		case opcodes.Mul:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			if i != int64(int32(i)) || j != int64(int32(j)) {
				goto slow
			}
			sp--
			stack[sp-1] = values.Int(i * j)
			pc++
			continue
		case opcodes.Mod:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() || y.AsInt() <= 0 {
				goto slow
			}
			r := x.AsInt() % y.AsInt()
			if r < 0 {
				r += y.AsInt()
			}
			sp--
			stack[sp-1] = values.Int(r)
			pc++
			continue
		case opcodes.Not:
			stack[sp-1] = values.Bool(!stack[sp-1].Truthy())
			pc++
			continue
		case opcodes.ToBool:
			stack[sp-1] = values.Bool(stack[sp-1].Truthy())
			pc++
			continue
		case opcodes.Eq:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			stack[sp-1] = values.Bool(x == y)
			pc++
			continue
		case opcodes.Ne:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			stack[sp-1] = values.Bool(x != y)
			pc++
			continue
		case opcodes.Lt:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			stack[sp-1] = values.Bool(x.AsInt() < y.AsInt())
			pc++
			continue
		case opcodes.Le:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			stack[sp-1] = values.Bool(x.AsInt() <= y.AsInt())
			pc++
			continue
		case opcodes.Gt:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			stack[sp-1] = values.Bool(x.AsInt() > y.AsInt())
			pc++
			continue
		case opcodes.Ge:
			x, y := stack[sp-2], stack[sp-1]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			stack[sp-1] = values.Bool(x.AsInt() >= y.AsInt())
			pc++
			continue

		case opcodes.Jump:
			if a <= pc { // a loop: count it
				if steps--; steps < 0 {
					m.steps = 0
					goto slow
				}
			}
			pc = a
			continue
		case opcodes.JumpUnless:
			sp--
			if stack[sp].Truthy() {
				pc++
				continue
			}
			if a <= pc {
				if steps--; steps < 0 {
					m.steps, sp = 0, sp+1
					goto slow
				}
			}
			pc = a
			continue
		case opcodes.JumpIf:
			sp--
			if !stack[sp].Truthy() {
				pc++
				continue
			}
			if a <= pc {
				if steps--; steps < 0 {
					m.steps, sp = 0, sp+1
					goto slow
				}
			}
			pc = a
			continue
		case opcodes.JumpSet:
			if locals[a].IsUnset() {
				pc += 2
			} else {
				pc = int(words[pc+1])
			}
			continue
		case opcodes.Return:
			sp--
			v := stack[sp]
			if len(m.frames) <= base+1 || !fr.onStack {
				m.ret, m.sp, m.steps = v, sp, steps
				fr.pc = pc
				return statusReturn
			}
			sp = fr.start
			m.frames = m.frames[:len(m.frames)-1]
			fr = &m.frames[len(m.frames)-1]
			words, locals, pc = fr.code.words, fr.locals, fr.pc+2
			stack[sp] = v
			sp++
			continue
		case opcodes.LambdaReturn:
			sp--
			m.ret, m.sp, m.steps = stack[sp], sp, steps
			fr.pc = pc
			return statusReturn
		case opcodes.CheckParams:
			params := fr.code.Params
			for i := range params {
				if params[i].Kinds>>locals[i].Kind()&1 == 0 {
					goto slow
				}
			}
			pc++
			continue
		case opcodes.CheckLambda:
			l := &fr.code.Lambdas[a]
			for i := range l.Params {
				if l.Params[i].Kinds>>locals[int(l.FirstSlot)+i].Kind()&1 == 0 {
					goto slow
				}
			}
			pc++
			continue
		case opcodes.CheckReturn:
			if fr.code.ReturnKinds>>stack[sp-1].Kind()&1 == 0 {
				goto slow
			}
			pc++
			continue

		case opcodes.Call:
			c := fr.code.links[a].Load()
			if c == nil || !c.plain {
				goto slow
			}
			n := int(words[pc+1])
			code := c.code
			start := sp - n
			if n != len(code.Params) || start+code.room > len(stack) || len(m.frames) == cap(m.frames) {
				goto slow
			}
			if steps--; steps < 0 {
				m.steps = 0
				goto slow
			}
			fr.pc = pc // of the call; the return continues behind it
			end := start + int(code.NumSlots)
			for i := sp; i < end; i++ {
				stack[i] = values.Unset
			}
			m.frames = m.frames[:len(m.frames)+1]
			fr = &m.frames[len(m.frames)-1]
			if !fr.simple || fr.code != code { // else what is here already fits
				fr.code = code
				fr.scope = m.top
				fr.onStack = true
				fr.simple = true
				fr.lambda = false
				fr.banks = nil
				fr.out = nil
			}
			locals = stack[start:end:end]
			fr.locals = locals
			fr.start = start
			words, pc, sp = code.words, 0, end
			continue

		case opcodes.Next1:
			it := (*iteration)(locals[a].AsOpaque())
			switch it.kind {
			case overRange:
				if it.i >= it.n {
					pc = int(words[pc+2])
					continue
				}
				it.i++
				it.cur = values.Int(it.at)
				it.at += it.step
			case overElements:
				if it.i >= len(it.elems) {
					pc = int(words[pc+2])
					continue
				}
				it.cur = it.elems[it.i]
				it.i++
			default:
				goto slow
			}
			locals[words[pc+1]] = it.cur
			pc += 3
			continue
		case opcodes.Next2:
			it := (*iteration)(locals[a].AsOpaque())
			switch it.kind {
			case overElements:
				if it.i >= len(it.elems) {
					pc = int(words[pc+3])
					continue
				}
				locals[words[pc+1]] = values.Int(int64(it.i))
				it.cur = it.elems[it.i]
				it.i++
				locals[words[pc+2]] = it.cur
			case overEntries:
				if it.i >= len(it.entries) {
					pc = int(words[pc+3])
					continue
				}
				e := &it.entries[it.i]
				it.i++
				locals[words[pc+1]] = e.Key
				locals[words[pc+2]] = e.Value
			default:
				goto slow
			}
			pc += 4
			continue
		case opcodes.Next1Back:
			it := (*iteration)(locals[a].AsOpaque())
			switch it.kind {
			case overRange:
				if it.i >= it.n {
					pc += 3
					continue
				}
				it.i++
				it.cur = values.Int(it.at)
				it.at += it.step
			case overElements:
				if it.i >= len(it.elems) {
					pc += 3
					continue
				}
				it.cur = it.elems[it.i]
				it.i++
			default:
				goto slow
			}
			if steps--; steps < 0 {
				m.steps = 0
				goto slow
			}
			locals[words[pc+1]] = it.cur
			pc = int(words[pc+2])
			continue
		case opcodes.Next2Back:
			it := (*iteration)(locals[a].AsOpaque())
			switch it.kind {
			case overElements:
				if it.i >= len(it.elems) {
					pc += 4
					continue
				}
				locals[words[pc+1]] = values.Int(int64(it.i))
				it.cur = it.elems[it.i]
				it.i++
				locals[words[pc+2]] = it.cur
			case overEntries:
				if it.i >= len(it.entries) {
					pc += 4
					continue
				}
				e := &it.entries[it.i]
				it.i++
				locals[words[pc+1]] = e.Key
				locals[words[pc+2]] = e.Value
			default:
				goto slow
			}
			if steps--; steps < 0 {
				m.steps = 0
				goto slow
			}
			pc = int(words[pc+3])
			continue
		case opcodes.Emit:
			l := (*list)(locals[a].AsOpaque())
			if len(l.elems) == cap(l.elems) {
				goto slow
			}
			sp--
			l.elems = append(l.elems, stack[sp])
			pc++
			continue
		case opcodes.EmitCurrent:
			l := (*list)(locals[a].AsOpaque())
			it := (*iteration)(locals[words[pc+1]].AsOpaque())
			if it.kind == overEntries || len(l.elems) == cap(l.elems) {
				goto slow
			}
			l.elems = append(l.elems, it.cur)
			pc += 2
			continue

		case opcodes.AddSlotInt:
			x := locals[a]
			if !x.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), int64(int32(words[pc+1]))
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			stack[sp] = values.Int(r)
			sp++
			pc += 2
			continue
		case opcodes.AddSlotIntTo:
			x := locals[a]
			if !x.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), int64(int32(words[pc+1]))
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			locals[words[pc+2]] = values.Int(r)
			pc += 3
			continue
		case opcodes.AddSlotsTo:
			x, y := locals[a], locals[words[pc+1]]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			locals[words[pc+2]] = values.Int(r)
			pc += 3
			continue
		case opcodes.SubSlotInt:
			x := locals[a]
			if !x.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), int64(int32(words[pc+1]))
			r := i - j
			if (r < i) != (j > 0) {
				goto slow
			}
			stack[sp] = values.Int(r)
			sp++
			pc += 2
			continue
		case opcodes.MulSlotInt:
			x := locals[a]
			if !x.IsInt() || x.AsInt() != int64(int32(x.AsInt())) {
				goto slow
			}
			stack[sp] = values.Int(x.AsInt() * int64(int32(words[pc+1])))
			sp++
			pc += 2
			continue
		case opcodes.ModSlotInt:
			x := locals[a]
			if !x.IsInt() {
				goto slow
			}
			j := int64(int32(words[pc+1]))
			r := x.AsInt() % j
			if r < 0 {
				r += j
			}
			stack[sp] = values.Int(r)
			sp++
			pc += 2
			continue
		case opcodes.AddSlots:
			x, y := locals[a], locals[words[pc+1]]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			stack[sp] = values.Int(r)
			sp++
			pc += 2
			continue
		case opcodes.JumpUnlessLtSlotInt:
			x := locals[a]
			if !x.IsInt() {
				goto slow
			}
			if x.AsInt() < int64(int32(words[pc+1])) {
				pc += 3
			} else {
				pc = int(words[pc+2])
			}
			continue
		case opcodes.JumpUnlessEqSlotInt:
			x := locals[a]
			if !x.IsInt() {
				goto slow
			}
			if x.AsInt() == int64(int32(words[pc+1])) {
				pc += 3
			} else {
				pc = int(words[pc+2])
			}
			continue
		case opcodes.JumpUnlessLtSlots:
			x, y := locals[a], locals[words[pc+1]]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			if x.AsInt() < y.AsInt() {
				pc += 3
			} else {
				pc = int(words[pc+2])
			}
			continue
		case opcodes.JumpUnlessEqSlots:
			x, y := locals[a], locals[words[pc+1]]
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			if x.AsInt() == y.AsInt() {
				pc += 3
			} else {
				pc = int(words[pc+2])
			}
			continue
		case opcodes.JumpUnlessEqInt:
			x := stack[sp-1]
			if !x.IsInt() {
				goto slow
			}
			sp--
			if x.AsInt() == int64(int32(w)>>8) {
				pc += 2
			} else {
				pc = int(words[pc+1])
			}
			continue
		}
	slow:
		fr.pc = pc
		m.sp = sp
		m.steps = steps
		return statusSlow
	}
}
