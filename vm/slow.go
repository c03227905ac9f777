package vm

import (
	"errors"

	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/ops"
	"bunraku/runtime/pcore"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

var arithmeticBytes = map[opcodes.Op]byte{
	opcodes.Add: '+', opcodes.Sub: '-', opcodes.Mul: '*', opcodes.Div: '/', opcodes.Mod: '%', opcodes.Shl: '<', opcodes.Shr: '>',
}

// slow does the instruction that the leaf loop left to the driver.
func (m *Machine) slow() error {
	fr := &m.frames[len(m.frames)-1]
	w := fr.code.words[fr.pc]
	a := int(w >> 8)
	op := opcodes.Op(w)
	m.env.Loose = fr.code.unit.loose
	if m.steps <= 0 {
		return runtime.IssueErrorf("STEP_LIMIT", "the evaluation was stopped after %d steps", m.limits.Steps)
	}
	switch op {
	case opcodes.PushConst:
		return m.pushRegexp(fr, a)
	case opcodes.PushType:
		return m.pushType(fr, fr.code.consts[a].AsString())
	case opcodes.StoreCached:
		v := m.stack[m.sp-1]
		fr.code.unit.cells[a].Store(&v)
		fr.pc++
	case opcodes.LoadSlot:
		v, err := m.loadSlot(fr, a)
		if err != nil {
			return err
		}
		m.push1(v)
		fr.pc++
	case opcodes.LoadName:
		v, err := m.variable(fr, fr.code.consts[a].AsString())
		if err != nil {
			return err
		}
		m.push1(v)
		fr.pc++
	case opcodes.LoadMatch:
		m.push1(fr.register(a, int32(fr.code.words[fr.pc+1])))
		fr.pc += 2
	case opcodes.ClearBank:
		fr.banks[a].Valid = false
		fr.pc++
	case opcodes.BindSlot:
		if err := m.bind(fr, a, m.stack[m.sp-1]); err != nil {
			return err
		}
		fr.pc++
	case opcodes.BindEach:
		if err := m.bindEach(fr, &fr.code.Destrs[a], m.stack[m.sp-1]); err != nil {
			return err
		}
		fr.pc++
	case opcodes.AssignOp:
		return m.assignOp(fr, a, fr.code.words[fr.pc+1])

	case opcodes.Add, opcodes.Sub, opcodes.Mul, opcodes.Div, opcodes.Mod, opcodes.Shl, opcodes.Shr:
		v, err := m.env.Arithmetic(arithmeticBytes[op], m.stack[m.sp-2], m.stack[m.sp-1])
		return m.replace(fr, 2, v, err, 1)
	case opcodes.Neg:
		v, err := m.env.Negate(m.stack[m.sp-1])
		return m.replace(fr, 1, v, err, 1)
	case opcodes.Eq:
		return m.replace(fr, 2, values.Bool(values.Equal(m.stack[m.sp-2], m.stack[m.sp-1])), nil, 1)
	case opcodes.Ne:
		return m.replace(fr, 2, values.Bool(!values.Equal(m.stack[m.sp-2], m.stack[m.sp-1])), nil, 1)
	case opcodes.EqLoose:
		return m.replace(fr, 2, values.Bool(m.env.Equal(m.stack[m.sp-2], m.stack[m.sp-1])), nil, 1)
	case opcodes.NeLoose:
		return m.replace(fr, 2, values.Bool(!m.env.Equal(m.stack[m.sp-2], m.stack[m.sp-1])), nil, 1)
	case opcodes.Lt, opcodes.LtLoose:
		return m.order(fr, "<")
	case opcodes.Le, opcodes.LeLoose:
		return m.order(fr, "<=")
	case opcodes.Gt, opcodes.GtLoose:
		return m.order(fr, ">")
	case opcodes.Ge, opcodes.GeLoose:
		return m.order(fr, ">=")
	case opcodes.Match, opcodes.NoMatch:
		ok, err := m.env.Match(m.stack[m.sp-2], m.stack[m.sp-1], fr.bank(a))
		return m.replace(fr, 2, values.Bool(ok == (op == opcodes.Match)), err, 1)
	case opcodes.In:
		ok, err := m.env.In(m.stack[m.sp-2], m.stack[m.sp-1], fr.bank(a))
		return m.replace(fr, 2, values.Bool(ok), err, 1)
	case opcodes.Option:
		ok, err := m.env.Option(m.stack[m.sp-2], m.stack[m.sp-1], fr.bank(a))
		return m.replace(fr, 1, values.Bool(ok), err, 1)
	case opcodes.OptionSpread:
		for _, o := range elems(m.stack[m.sp-1]) {
			ok, err := m.env.Option(m.stack[m.sp-2], o, fr.bank(a))
			if ok || err != nil {
				return m.replace(fr, 1, values.True, err, 1)
			}
		}
		return m.replace(fr, 1, values.False, nil, 1)
	case opcodes.FailSelector:
		return &ops.Fault{Diag: issue.UnmatchedSelector.Error(rubyfmt.ToS(m.stack[m.sp-1])), Blame: ops.Self}
	case opcodes.Access:
		v, err := m.access(m.stack[m.sp-1-a], m.stack[m.sp-a:m.sp])
		return m.replace(fr, a+1, v, err, 1)
	case opcodes.AccessSpread:
		v, err := m.access(m.stack[m.sp-2], elems(m.stack[m.sp-1]))
		return m.replace(fr, 2, v, err, 1)
	case opcodes.Concat:
		b := m.buf[:0]
		for _, v := range m.stack[m.sp-a : m.sp] {
			b = pcore.AppendText(b, v)
		}
		m.buf = b
		return m.replace(fr, a, values.String(string(b)), nil, 1)
	case opcodes.MakeArray:
		elems := make([]values.Value, a)
		copy(elems, m.stack[m.sp-a:m.sp])
		return m.replace(fr, a, values.ArrayOf(elems...), nil, 1)
	case opcodes.MakeHash:
		h := values.NewHashBuilder(a / 2)
		for i := m.sp - a; i+1 < m.sp; i += 2 {
			h.Put(m.stack[i], m.stack[i+1])
		}
		return m.replace(fr, a, h.Hash().Value(), nil, 1)
	case opcodes.Unfold:
		return m.replace(fr, 1, ops.Unfold(m.stack[m.sp-1]), nil, 1)
	case opcodes.AppendArray:
		if m.stack[m.sp-2].Kind() != values.KindArray {
			return runtime.Errorf("internal error: AppendArray without an array")
		}
		v := m.stack[m.sp-2].AsArray().Append(elems(m.stack[m.sp-1])...).Value()
		return m.replace(fr, 2, v, nil, 1)

	case opcodes.Switch:
		m.jumpTable(fr, a)
	case opcodes.Flow:
		m.sp--
		return m.flow(runtime.FlowKind(a), m.stack[m.sp], fr)
	case opcodes.CheckParams:
		return m.checkParams(fr)
	case opcodes.CheckLambda:
		return m.checkLambda(fr, a)
	case opcodes.CheckReturn:
		if err := m.checkReturn(fr.code, m.stack[m.sp-1]); err != nil {
			return err
		}
		fr.pc++
	case opcodes.CheckLambdaReturn:
		if err := m.checkLambdaReturn(fr, a); err != nil {
			return err
		}
		fr.pc++
	case opcodes.Bound:
		if site, ok := m.Catalog.(*Site); ok {
			if err := site.bound(fr); err != nil {
				return err
			}
			fr = m.top1()
		}
		fr.pc++

	case opcodes.Call:
		return m.call(fr, a, int(fr.code.words[fr.pc+1]))
	case opcodes.CallSpread:
		return m.callSpread(fr, a)
	case opcodes.CallType:
		n := int(fr.code.words[fr.pc+1])
		v, err := m.instantiate(fr, a, m.stack[m.sp-1-n:m.sp])
		return m.replace(m.top1(), n+1, v, err, 2)
	case opcodes.CallTypeSpread:
		args := append([]values.Value{m.stack[m.sp-2]}, elems(m.stack[m.sp-1])...)
		v, err := m.instantiate(fr, a, args)
		return m.replace(m.top1(), 2, v, err, 1)

	case opcodes.Iterate:
		it := iterate(m.stack[m.sp-1])
		if it == nil || fr.code.unit.loose && !evaluator4Iterates(m.stack[m.sp-1]) {
			return m.notIterable(fr, int(fr.code.words[fr.pc+1]), m.stack[m.sp-1])
		}
		m.sp--
		fr.locals[a] = it.value()
		fr.pc += 2
	case opcodes.Next1:
		it := (*iteration)(fr.locals[a].AsOpaque())
		if !it.next() {
			fr.pc = int(fr.code.words[fr.pc+2])
			return nil
		}
		fr.locals[fr.code.words[fr.pc+1]] = it.cur
		fr.pc += 3
	case opcodes.Next2:
		it := (*iteration)(fr.locals[a].AsOpaque())
		i := it.i
		if !it.next() {
			fr.pc = int(fr.code.words[fr.pc+3])
			return nil
		}
		fr.locals[fr.code.words[fr.pc+1]] = values.Int(int64(i))
		fr.locals[fr.code.words[fr.pc+2]] = it.cur
		fr.pc += 4
	case opcodes.Next1Back:
		it := (*iteration)(fr.locals[a].AsOpaque())
		if !it.next() {
			fr.pc += 3
			return nil
		}
		m.steps--
		fr.locals[fr.code.words[fr.pc+1]] = it.cur
		fr.pc = int(fr.code.words[fr.pc+2])
	case opcodes.Next2Back:
		it := (*iteration)(fr.locals[a].AsOpaque())
		i := it.i
		if !it.next() {
			fr.pc += 4
			return nil
		}
		m.steps--
		fr.locals[fr.code.words[fr.pc+1]] = values.Int(int64(i))
		fr.locals[fr.code.words[fr.pc+2]] = it.cur
		fr.pc = int(fr.code.words[fr.pc+3])
	case opcodes.NewList:
		fr.locals[a] = (&list{}).value()
		fr.pc++
	case opcodes.ReserveList:
		l := (*list)(fr.locals[a].AsOpaque())
		it := (*iteration)(fr.locals[fr.code.words[fr.pc+1]].AsOpaque())
		if n := it.size(); it.kind != overEntries && n <= maxReserve {
			l.elems = make([]values.Value, 0, n)
		}
		fr.pc += 2
	case opcodes.Emit:
		l := (*list)(fr.locals[a].AsOpaque())
		m.sp--
		l.elems = append(l.elems, m.stack[m.sp])
		fr.pc++
	case opcodes.EmitCurrent:
		l := (*list)(fr.locals[a].AsOpaque())
		it := (*iteration)(fr.locals[fr.code.words[fr.pc+1]].AsOpaque())
		if it.kind == overEntries {
			l.entries = append(l.entries, it.entries[it.i-1])
		} else {
			l.elems = append(l.elems, fr.locals[fr.code.words[fr.pc+2]])
		}
		fr.pc += 3
	case opcodes.TakeList:
		m.takeList(fr, a)
	case opcodes.TakeSource:
		m.push1((*iteration)(fr.locals[a].AsOpaque()).source)
		fr.pc++

	case opcodes.AddSlotInt:
		return m.slotArithmetic(fr, '+', a)
	case opcodes.SubSlotInt:
		return m.slotArithmetic(fr, '-', a)
	case opcodes.MulSlotInt:
		return m.slotArithmetic(fr, '*', a)
	case opcodes.ModSlotInt:
		return m.slotArithmetic(fr, '%', a)
	case opcodes.AddSlotIntTo:
		x, err := m.loadSlot(fr, a)
		if err != nil {
			return err
		}
		v, err := m.env.Arithmetic('+', x, values.Int(int64(int32(fr.code.words[fr.pc+1]))))
		if err != nil {
			return err
		}
		fr.locals[fr.code.words[fr.pc+2]] = v
		fr.pc += 3
	case opcodes.AddSlotsTo:
		x, y, err := m.twoSlots(fr, a)
		if err != nil {
			return err
		}
		v, err := m.env.Arithmetic('+', x, y)
		if err != nil {
			return err
		}
		fr.locals[fr.code.words[fr.pc+2]] = v
		fr.pc += 3
	case opcodes.AddSlots:
		x, y, err := m.twoSlots(fr, a)
		if err != nil {
			return err
		}
		v, err := m.env.Arithmetic('+', x, y)
		return m.replace(fr, 0, v, err, 2)
	case opcodes.JumpUnlessLtSlotInt, opcodes.JumpUnlessEqSlotInt, opcodes.JumpUnlessLtSlots, opcodes.JumpUnlessEqSlots:
		return m.compareSlots(fr, op, a)
	case opcodes.JumpUnlessEqInt:
		m.sp--
		m.branch(fr, values.Equal(m.stack[m.sp], values.Int(int64(int32(w)>>8))), 2, 1)

	case opcodes.Declare, opcodes.Override, opcodes.Defaults, opcodes.Collect:
		return m.catalogOp(fr, op, a)
	case opcodes.Relate:
		if m.Catalog == nil {
			return runtime.IssueErrorf("NOT_SUPPORTED_WHEN_SCRIPTING", "relationships need a catalog")
		}
		v, err := m.Catalog.Relate(m, a, m.stack[m.sp-2], m.stack[m.sp-1], fr.code.place(fr.pc, ops.Self))
		return m.replace(m.top1(), 2, v, err, 1)

	case opcodes.Render:
		if fr.out == nil {
			return errNoOutput
		}
		fr.out.text = append(fr.out.text, fr.code.consts[a].AsString()...)
		fr.pc++
	case opcodes.RenderValue:
		if fr.out == nil {
			return errNoOutput
		}
		m.sp--
		v := m.stack[m.sp]
		if v.Kind() == values.KindSensitive {
			fr.out.sensitive = true
			v = v.AsSensitive()
		}
		fr.out.text = pcore.AppendText(fr.out.text, v)
		fr.pc++
	case opcodes.Fail:
		code, text := fr.code.consts[a].AsString(), fr.code.consts[fr.code.words[fr.pc+1]].AsString()
		if code == "" { // the caller's error, about what it calls
			return &rejected{runtime.Errorf("%s: %s", calleeName(fr), text)}
		}
		return runtime.IssueErrorf(code, "%s", text)
	default:
		return runtime.Errorf("internal error: instruction %s has no implementation", op)
	}
	return nil
}

var errNoOutput = errors.New("internal error: output outside a template")

// maxReserve is the greatest number of elements that a list gets room for before
// it has them.
const maxReserve = 1 << 21

func (m *Machine) push1(v values.Value) {
	m.stack[m.sp] = v
	m.sp++
}

// top1 is the newest frame, asked for again after something that may have moved it.
func (m *Machine) top1() *frame { return &m.frames[len(m.frames)-1] }

// replace takes n operands, pushes v and moves on by words, unless there is an error.
func (m *Machine) replace(fr *frame, n int, v values.Value, err error, words int) error {
	if err != nil {
		return err
	}
	m.sp -= n
	m.stack[m.sp] = v
	m.sp++
	fr.pc += words
	return nil
}

func (m *Machine) order(fr *frame, op string) error {
	ok, err := m.env.Order(op, m.stack[m.sp-2], m.stack[m.sp-1])
	return m.replace(fr, 2, values.Bool(ok), err, 1)
}

// branch moves on past an instruction when ok, else to the target in its word.
func (m *Machine) branch(fr *frame, ok bool, words, target int) {
	if ok {
		fr.pc += words
	} else {
		fr.pc = int(fr.code.words[fr.pc+target])
	}
}

func (m *Machine) slotArithmetic(fr *frame, op byte, slot int) error {
	x, err := m.loadSlot(fr, slot)
	if err != nil {
		return err
	}
	v, err := m.env.Arithmetic(op, x, values.Int(int64(int32(fr.code.words[fr.pc+1]))))
	return m.replace(fr, 0, v, err, 2)
}

func (m *Machine) twoSlots(fr *frame, a int) (x, y values.Value, err error) {
	if x, err = m.loadSlot(fr, a); err == nil {
		y, err = m.loadSlot(fr, int(fr.code.words[fr.pc+1]))
	}
	return
}

func (m *Machine) compareSlots(fr *frame, op opcodes.Op, a int) error {
	var x, y values.Value
	var err error
	switch op {
	case opcodes.JumpUnlessLtSlotInt, opcodes.JumpUnlessEqSlotInt:
		x, err = m.loadSlot(fr, a)
		y = values.Int(int64(int32(fr.code.words[fr.pc+1])))
	default:
		x, y, err = m.twoSlots(fr, a)
	}
	if err != nil {
		return err
	}
	ok := false
	switch op {
	case opcodes.JumpUnlessLtSlotInt, opcodes.JumpUnlessLtSlots:
		if ok, err = m.env.Order("<", x, y); err != nil {
			return err
		}
	default:
		ok = values.Equal(x, y)
	}
	m.branch(fr, ok, 3, 2)
	return nil
}

func (m *Machine) jumpTable(fr *frame, shape int) {
	v := m.stack[m.sp-1]
	if v.IsString() {
		s := v.AsString()
		for i := range fr.code.Shapes[shape].Switch {
			c := &fr.code.Shapes[shape].Switch[i]
			if values.EqualFold(c.Key.Str, s) {
				fr.pc = int(c.Target)
				return
			}
		}
	}
	fr.pc = int(fr.code.words[fr.pc+1])
}

func (m *Machine) pushRegexp(fr *frame, k int) error {
	re := &values.Regexp{Source: fr.code.unit.prog.Consts[k].Str}
	p, err := ops.Program(re)
	if err != nil {
		return err
	}
	re.Compiled = p
	m.push1(values.RegexpValue(re))
	fr.pc++
	return nil
}

func (m *Machine) pushType(fr *frame, name string) error {
	lookup := pcore.Lookup
	if fr.code.unit.loose {
		lookup = pcore.LookupEvaluator4
	}
	t, err := lookup(name, m.resolver())
	if err != nil {
		return err
	}
	if t == nil {
		return &ops.Fault{Diag: issue.UnknownResourceType.Error(name), Blame: ops.Self}
	}
	m.push1(t.Value())
	fr.pc++
	return nil
}

func (m *Machine) takeList(fr *frame, a int) {
	l := (*list)(fr.locals[a].AsOpaque())
	it := (*iteration)(fr.locals[fr.code.words[fr.pc+1]].AsOpaque())
	v := values.EmptyHash
	if fr.code.words[fr.pc+2] == 0 || it.kind != overEntries {
		v = values.ArrayOf(l.elems...)
	} else if len(l.entries) > 0 {
		v = values.NewHash(l.entries).Value()
	}
	m.push1(v)
	fr.pc += 3
}

func (fr *frame) bank(b int) *ops.Registers {
	if b == opcodes.NoBank {
		return nil
	}
	return &fr.banks[b]
}

// register is match register n, searched in bank b and those outside it.
func (fr *frame) register(n int, b int32) values.Value {
	for ; b >= 0; b = fr.code.BankParents[b] {
		if fr.banks[b].Valid {
			return fr.banks[b].Get(n)
		}
	}
	return values.Undef
}

func (m *Machine) access(v values.Value, keys []values.Value) (values.Value, error) {
	if v.Kind() == values.KindType && m.Catalog != nil {
		switch t := pcore.TypeOf(v).(type) {
		case *pcore.ResourceType:
			if t.HasTitle {
				return m.Catalog.Access(v, keys)
			}
		case *pcore.ClassType:
			if t.ClassName != "" {
				return m.Catalog.Access(v, keys)
			}
		}
	}
	return m.env.Access(v, keys)
}

func (m *Machine) catalogOp(fr *frame, op opcodes.Op, shape int) error {
	sh := &fr.code.Shapes[shape]
	if m.Catalog == nil {
		return runtime.IssueErrorf("CATALOG_OPERATION_NOT_SUPPORTED_WHEN_SCRIPTING", "the catalog operation '%s' is only available when compiling a catalog", op)
	}
	n := int(sh.Values)
	vs, at := m.stack[m.sp-n:m.sp], fr.code.place(fr.pc, ops.Self)
	f := m.Catalog.Declare
	switch op {
	case opcodes.Override:
		f = m.Catalog.Override
	case opcodes.Defaults:
		f = m.Catalog.Defaults
	case opcodes.Collect:
		f = m.Catalog.Collect
	}
	v, err := f(m, fr.scope, sh, vs, at)
	return m.replace(m.top1(), n, v, err, 1)
}

// warn takes issues that the setting strict makes warnings.
func (m *Machine) warn(d *issue.Diagnostic, blame int) error {
	switch m.Eval.Settings.Strict {
	case runtime.StrictOff:
		return nil
	case runtime.StrictError:
		return &ops.Fault{Diag: d, Blame: blame}
	}
	fr := m.top1()
	at := fr.code.place(fr.pc, blame)
	m.Eval.Emit(logs.Message{Level: logs.Warning, Text: d.Message, File: at.File, Line: at.Line, Pos: at.Pos, Issue: d.Code})
	return nil
}
