package vm

import (
	"unsafe"

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

// word and slot are elements i of a code's words and of a part of the stack.
// Verified code stays inside both, so the loop does without Go's checks of
// bounds, and keeps a pointer in a register where a slice takes three.
func word(p unsafe.Pointer, i int) uint32 { return *(*uint32)(unsafe.Add(p, i*4)) }

func slot(p unsafe.Pointer, i int) *values.Value {
	return (*values.Value)(unsafe.Add(p, i*int(unsafe.Sizeof(values.Value{}))))
}

// loop runs the newest frame, and the frames of bytecode functions that it
// calls, until something needs the driver. It makes no calls itself.
//
// Cases stand in the order of the table in opcodes/gen/ops.go; an instruction
// without a case is always slow.
func (m *Machine) loop(base int) status {
	fr := &m.frames[len(m.frames)-1]
	words := unsafe.Pointer(unsafe.SliceData(fr.code.words))
	locals := unsafe.Pointer(unsafe.SliceData(fr.locals))
	stack := unsafe.Pointer(unsafe.SliceData(m.stack))
	pc, sp := fr.pc, m.sp

	for {
		w := word(words, pc)
		a := int(w >> 8)
		switch opcodes.Op(w) {
		case opcodes.PushConst:
			v := fr.code.consts[a]
			if v.IsUnset() { // a regexp that is not compiled yet
				goto slow
			}
			*slot(stack, sp) = v
			sp++
			pc++
			continue
		case opcodes.PushInt:
			*slot(stack, sp) = values.Int(int64(int32(w) >> 8))
			sp++
			pc++
			continue
		case opcodes.PushUndef:
			*slot(stack, sp) = values.Undef
			sp++
			pc++
			continue
		case opcodes.PushTrue:
			*slot(stack, sp) = values.True
			sp++
			pc++
			continue
		case opcodes.PushFalse:
			*slot(stack, sp) = values.False
			sp++
			pc++
			continue
		case opcodes.PushDefault:
			*slot(stack, sp) = values.Default
			sp++
			pc++
			continue
		case opcodes.Pop:
			sp--
			pc++
			continue
		case opcodes.Dup:
			*slot(stack, sp) = *slot(stack, sp-1)
			sp++
			pc++
			continue
		case opcodes.LoadCached:
			p := fr.code.unit.cells[a].Load()
			if p == nil {
				pc += 2
				continue
			}
			*slot(stack, sp) = *p
			sp++
			pc = int(word(words, pc+1))
			continue

		case opcodes.LoadSlot:
			v := *slot(locals, a)
			if v.IsUnset() {
				goto slow
			}
			*slot(stack, sp) = v
			sp++
			pc++
			continue
		case opcodes.LoadTemp:
			*slot(stack, sp) = *slot(locals, a)
			sp++
			pc++
			continue
		case opcodes.BindSlot:
			if !slot(locals, a).IsUnset() || fr.code.reserved[a] {
				goto slow
			}
			*slot(locals, a) = *slot(stack, sp-1)
			pc++
			continue
		case opcodes.StoreTemp:
			sp--
			*slot(locals, a) = *slot(stack, sp)
			pc++
			continue
		case opcodes.MoveSlot:
			*slot(locals, int(word(words, pc+1))) = *slot(locals, a)
			pc += 2
			continue
		case opcodes.ClearSlots:
			for i, n := a, a+int(word(words, pc+1)); i < n; i++ {
				*slot(locals, i) = values.Unset
			}
			pc += 2
			continue

		case opcodes.Add:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Int(r)
			pc++
			continue
		case opcodes.Sub:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			r := i - j
			if (r < i) != (j > 0) {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Int(r)
			pc++
			continue
		case opcodes.Mul:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			if i != int64(int32(i)) || j != int64(int32(j)) {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Int(i * j)
			pc++
			continue
		case opcodes.Mod:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() || y.AsInt() <= 0 {
				goto slow
			}
			r := x.AsInt() % y.AsInt()
			if r < 0 {
				r += y.AsInt()
			}
			sp--
			*slot(stack, sp-1) = values.Int(r)
			pc++
			continue
		case opcodes.Not:
			*slot(stack, sp-1) = values.Bool(!slot(stack, sp-1).Truthy())
			pc++
			continue
		case opcodes.ToBool:
			*slot(stack, sp-1) = values.Bool(slot(stack, sp-1).Truthy())
			pc++
			continue
		case opcodes.Eq:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Bool(x == y)
			pc++
			continue
		case opcodes.Ne:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Bool(x != y)
			pc++
			continue
		case opcodes.Lt:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Bool(x.AsInt() < y.AsInt())
			pc++
			continue
		case opcodes.Le:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Bool(x.AsInt() <= y.AsInt())
			pc++
			continue
		case opcodes.Gt:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Bool(x.AsInt() > y.AsInt())
			pc++
			continue
		case opcodes.Ge:
			x, y := *slot(stack, sp-2), *slot(stack, sp-1)
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			sp--
			*slot(stack, sp-1) = values.Bool(x.AsInt() >= y.AsInt())
			pc++
			continue

		case opcodes.Jump:
			if a <= pc { // a loop: count it
				if m.steps--; m.steps < 0 {
					m.steps = 0
					goto slow
				}
			}
			pc = a
			continue
		case opcodes.JumpUnless:
			sp--
			if (*slot(stack, sp)).Truthy() {
				pc++
				continue
			}
			if a <= pc {
				if m.steps--; m.steps < 0 {
					m.steps, sp = 0, sp+1
					goto slow
				}
			}
			pc = a
			continue
		case opcodes.JumpIf:
			sp--
			if !slot(stack, sp).Truthy() {
				pc++
				continue
			}
			if a <= pc {
				if m.steps--; m.steps < 0 {
					m.steps, sp = 0, sp+1
					goto slow
				}
			}
			pc = a
			continue
		case opcodes.JumpSet:
			if slot(locals, a).IsUnset() {
				pc += 2
			} else {
				pc = int(word(words, pc+1))
			}
			continue
		case opcodes.Return:
			sp--
			v := *slot(stack, sp)
			if len(m.frames) <= base+1 || !fr.onStack {
				m.ret, m.sp = v, sp
				fr.pc = pc
				return statusReturn
			}
			sp = fr.start
			m.frames = m.frames[:len(m.frames)-1]
			fr = &m.frames[len(m.frames)-1]
			words, locals = unsafe.Pointer(unsafe.SliceData(fr.code.words)), unsafe.Pointer(unsafe.SliceData(fr.locals))
			pc = fr.pc + 2
			*slot(stack, sp) = v
			sp++
			continue
		case opcodes.LambdaReturn:
			sp--
			m.ret, m.sp = *slot(stack, sp), sp
			fr.pc = pc
			return statusReturn
		case opcodes.CheckParams:
			params := fr.code.Params
			for i := range params {
				if params[i].Kinds>>slot(locals, i).Kind()&1 == 0 {
					goto slow
				}
			}
			pc++
			continue
		case opcodes.CheckLambda:
			l := &fr.code.Lambdas[a]
			for i := range l.Params {
				if l.Params[i].Kinds>>slot(locals, int(int(l.FirstSlot)+i)).Kind()&1 == 0 {
					goto slow
				}
			}
			pc++
			continue
		case opcodes.CheckReturn:
			if fr.code.ReturnKinds>>slot(stack, sp-1).Kind()&1 == 0 {
				goto slow
			}
			pc++
			continue

		case opcodes.Call:
			c := fr.code.links[a].Load()
			if c == nil || !c.plain {
				goto slow
			}
			n := int(word(words, pc+1))
			code := c.code
			start := sp - n
			if n != len(code.Params) || start+code.room > len(m.stack) || len(m.frames) == cap(m.frames) {
				goto slow
			}
			if m.steps--; m.steps < 0 {
				m.steps = 0
				goto slow
			}
			fr.pc = pc // of the call; the return continues behind it
			end := start + int(code.NumSlots)
			for i := sp; i < end; i++ {
				*slot(stack, i) = values.Unset
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
			fr.locals = m.stack[start:end:end]
			locals = unsafe.Pointer(unsafe.SliceData(fr.locals))
			fr.start = start
			words, pc, sp = unsafe.Pointer(unsafe.SliceData(code.words)), 0, end
			continue

		case opcodes.Next1:
			it := (*iteration)(slot(locals, a).AsOpaque())
			switch it.kind {
			case overRange:
				if it.i >= it.n {
					pc = int(word(words, pc+2))
					continue
				}
				it.i++
				*slot(locals, int(word(words, pc+1))) = values.Int(it.at)
				it.at += it.step
			case overElements:
				if it.i >= len(it.elems) {
					pc = int(word(words, pc+2))
					continue
				}
				*slot(locals, int(word(words, pc+1))) = it.elems[it.i]
				it.i++
			default:
				goto slow
			}
			pc += 3
			continue
		case opcodes.Next2:
			it := (*iteration)(slot(locals, a).AsOpaque())
			switch it.kind {
			case overElements:
				if it.i >= len(it.elems) {
					pc = int(word(words, pc+3))
					continue
				}
				*slot(locals, int(word(words, pc+1))) = values.Int(int64(it.i))
				*slot(locals, int(word(words, pc+2))) = it.elems[it.i]
				it.i++
			case overEntries:
				if it.i >= len(it.entries) {
					pc = int(word(words, pc+3))
					continue
				}
				e := &it.entries[it.i]
				it.i++
				*slot(locals, int(word(words, pc+1))) = e.Key
				*slot(locals, int(word(words, pc+2))) = e.Value
			default:
				goto slow
			}
			pc += 4
			continue
		case opcodes.Next1Back:
			it := (*iteration)(slot(locals, a).AsOpaque())
			switch it.kind {
			case overRange:
				if it.i >= it.n {
					pc += 3
					continue
				}
				it.i++
				*slot(locals, int(word(words, pc+1))) = values.Int(it.at)
				it.at += it.step
			case overElements:
				if it.i >= len(it.elems) {
					pc += 3
					continue
				}
				*slot(locals, int(word(words, pc+1))) = it.elems[it.i]
				it.i++
			default:
				goto slow
			}
			if m.steps--; m.steps < 0 {
				m.steps = 0
				goto slow
			}
			pc = int(word(words, pc+2))
			continue
		case opcodes.Next2Back:
			it := (*iteration)(slot(locals, a).AsOpaque())
			switch it.kind {
			case overElements:
				if it.i >= len(it.elems) {
					pc += 4
					continue
				}
				*slot(locals, int(word(words, pc+1))) = values.Int(int64(it.i))
				*slot(locals, int(word(words, pc+2))) = it.elems[it.i]
				it.i++
			case overEntries:
				if it.i >= len(it.entries) {
					pc += 4
					continue
				}
				e := &it.entries[it.i]
				it.i++
				*slot(locals, int(word(words, pc+1))) = e.Key
				*slot(locals, int(word(words, pc+2))) = e.Value
			default:
				goto slow
			}
			if m.steps--; m.steps < 0 {
				m.steps = 0
				goto slow
			}
			pc = int(word(words, pc+3))
			continue
		case opcodes.Emit:
			l := (*list)(slot(locals, a).AsOpaque())
			if len(l.elems) == cap(l.elems) {
				goto slow
			}
			sp--
			l.elems = append(l.elems, *slot(stack, sp))
			pc++
			continue
		case opcodes.EmitCurrent:
			l := (*list)(slot(locals, a).AsOpaque())
			it := (*iteration)(slot(locals, int(word(words, pc+1))).AsOpaque())
			if it.kind == overEntries || len(l.elems) == cap(l.elems) {
				goto slow
			}
			l.elems = append(l.elems, *slot(locals, int(word(words, pc+2))))
			pc += 3
			continue

		case opcodes.AddSlotInt:
			x := *slot(locals, a)
			if !x.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), int64(int32(word(words, pc+1)))
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			*slot(stack, sp) = values.Int(r)
			sp++
			pc += 2
			continue
		case opcodes.AddSlotIntTo:
			x := *slot(locals, a)
			if !x.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), int64(int32(word(words, pc+1)))
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			*slot(locals, int(word(words, pc+2))) = values.Int(r)
			pc += 3
			continue
		case opcodes.AddSlotsTo:
			x, y := *slot(locals, a), *slot(locals, int(word(words, pc+1)))
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			*slot(locals, int(word(words, pc+2))) = values.Int(r)
			pc += 3
			continue
		case opcodes.SubSlotInt:
			x := *slot(locals, a)
			if !x.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), int64(int32(word(words, pc+1)))
			r := i - j
			if (r < i) != (j > 0) {
				goto slow
			}
			*slot(stack, sp) = values.Int(r)
			sp++
			pc += 2
			continue
		case opcodes.MulSlotInt:
			x := *slot(locals, a)
			if !x.IsInt() || x.AsInt() != int64(int32(x.AsInt())) {
				goto slow
			}
			*slot(stack, sp) = values.Int(x.AsInt() * int64(int32(word(words, pc+1))))
			sp++
			pc += 2
			continue
		case opcodes.ModSlotInt:
			x := *slot(locals, a)
			if !x.IsInt() {
				goto slow
			}
			j := int64(int32(word(words, pc+1)))
			r := x.AsInt() % j
			if r < 0 {
				r += j
			}
			*slot(stack, sp) = values.Int(r)
			sp++
			pc += 2
			continue
		case opcodes.AddSlots:
			x, y := *slot(locals, a), *slot(locals, int(word(words, pc+1)))
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			i, j := x.AsInt(), y.AsInt()
			r := i + j
			if (r > i) != (j > 0) {
				goto slow
			}
			*slot(stack, sp) = values.Int(r)
			sp++
			pc += 2
			continue
		case opcodes.JumpUnlessLtSlotInt:
			x := *slot(locals, a)
			if !x.IsInt() {
				goto slow
			}
			if x.AsInt() < int64(int32(word(words, pc+1))) {
				pc += 3
			} else {
				pc = int(word(words, pc+2))
			}
			continue
		case opcodes.JumpUnlessEqSlotInt:
			x := *slot(locals, a)
			if !x.IsInt() {
				goto slow
			}
			if x.AsInt() == int64(int32(word(words, pc+1))) {
				pc += 3
			} else {
				pc = int(word(words, pc+2))
			}
			continue
		case opcodes.JumpUnlessLtSlots:
			x, y := *slot(locals, a), *slot(locals, int(word(words, pc+1)))
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			if x.AsInt() < y.AsInt() {
				pc += 3
			} else {
				pc = int(word(words, pc+2))
			}
			continue
		case opcodes.JumpUnlessEqSlots:
			x, y := *slot(locals, a), *slot(locals, int(word(words, pc+1)))
			if !x.IsInt() || !y.IsInt() {
				goto slow
			}
			if x.AsInt() == y.AsInt() {
				pc += 3
			} else {
				pc = int(word(words, pc+2))
			}
			continue
		case opcodes.JumpUnlessEqInt:
			x := *slot(stack, sp-1)
			if !x.IsInt() {
				goto slow
			}
			sp--
			if x.AsInt() == int64(int32(w)>>8) {
				pc += 2
			} else {
				pc = int(word(words, pc+1))
			}
			continue
		}
	slow:
		fr.pc = pc
		m.sp = sp
		return statusSlow
	}
}
