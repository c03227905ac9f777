package vm

import (
	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

// lambda is a lambda that is passed to a function: the frame whose slots it
// uses, and its entry in the frame's code. It is valid until the call returns.
type lambda struct {
	m     *Machine
	owner int // index of the frame of the code around it
	index int
	valid bool
}

var _ runtime.Block = (*lambda)(nil)

func (m *Machine) newLambda(fr *frame, index int) *lambda {
	owner := len(m.frames) - 1
	if fr.lambda {
		owner = fr.owner
	}
	if n := len(m.freeLambdas); n > 0 {
		l := m.freeLambdas[n-1]
		m.freeLambdas = m.freeLambdas[:n-1]
		*l = lambda{m: m, owner: owner, index: index, valid: true}
		return l
	}
	return &lambda{m: m, owner: owner, index: index, valid: true}
}

func (m *Machine) freeLambda(l *lambda) {
	l.valid = false
	if !vmcheck { // a checked build never uses it again, so that an escape is seen
		m.freeLambdas = append(m.freeLambdas, l)
	}
}

func (l *lambda) Call(args ...values.Value) (values.Value, error) { return l.call(args) }

func (l *lambda) Call1(a values.Value) (values.Value, error) {
	l.m.args = append(l.m.args[:0], a)
	return l.call(l.m.args)
}

func (l *lambda) Call2(a, b values.Value) (values.Value, error) {
	l.m.args = append(l.m.args[:0], a, b)
	return l.call(l.m.args)
}

func (l *lambda) Arity() (lo, hi int) {
	d := &l.m.frames[l.owner].code.Lambdas[l.index]
	if d.Rest {
		return int(d.Required), -1
	}
	return int(d.Required), len(d.Params)
}

func (l *lambda) TypeText() string {
	t, err := l.m.lambdaType(l.m.frames[l.owner].code, l.index)
	if err != nil {
		return "Callable"
	}
	return t.String()
}

// call runs the lambda on the slots of its owner.
func (l *lambda) call(args []values.Value) (values.Value, error) {
	m := l.m
	if !l.valid {
		return values.Undef, runtime.Errorf("internal error: a lambda was called after the call that it was passed to")
	}
	owner := &m.frames[l.owner]
	c := owner.code
	d := &c.Lambdas[l.index]
	if len(args) < int(d.Required) {
		return values.Undef, m.missingArgument(c, d, len(args))
	}
	if !d.Rest && len(args) > len(d.Params) {
		args = args[:len(d.Params)] // puppet: closure.rb, combine_values_with_parameters
	}
	slots := owner.locals[d.FirstSlot : int(d.FirstSlot)+len(d.Params)]
	n := len(args)
	if k := len(d.Params) - 1; k >= 0 && d.Params[k].Rest {
		if n > k && !(n == k+1 && args[k].IsUndef() && d.Params[k].HasDefault) {
			rest := append([]values.Value(nil), args[k:]...)
			copy(slots, args[:k])
			slots[k] = values.ArrayOf(rest...)
			n = k + 1
		} else {
			n = min(n, k)
			copy(slots, args[:n])
			if n == k && !d.Params[k].HasDefault {
				slots[k] = values.EmptyArray
				n++
			}
		}
	} else {
		copy(slots, args)
	}
	for i := n; i < len(slots); i++ {
		slots[i] = values.Unset
	}
	for i := range d.NumSlots {
		owner.locals[d.BodySlot+i] = values.Unset
	}
	return m.exec(frame{code: c, locals: owner.locals, scope: owner.scope, banks: owner.banks,
		pc: int(d.Entry), lambda: true, owner: l.owner, out: owner.out})
}

// missingArgument is the error of a lambda that gets n arguments, too few.
func (m *Machine) missingArgument(c *code, d *opcodes.Lambda, n int) error {
	for ; n < len(d.Params) && (d.Params[n].HasDefault || d.Params[n].Rest); n++ {
	}
	if n == len(d.Params) { // only hostile bytecode requires more than it has
		return runtime.Errorf("internal error: a lambda requires more arguments than it has parameters")
	}
	p := &d.Params[n]
	at := c.unit.placeOf(p.Pos)
	diag := issue.MissingRequiredParameter.Error(p.Name)
	return &runtime.Error{Code: diag.Code, Message: "Evaluation Error: " + diag.Message, File: at.File, Line: at.Line, Pos: at.Pos}
}

func (m *Machine) rejectLambda(c *code, index int, args []values.Value) error {
	d := &c.Lambdas[index]
	sig, err := m.signature(c, d.Params, c.lambdaTypes[index].params)
	if err != nil {
		return err
	}
	return &runtime.Error{Message: pcore.DescribeSignatures("lambda", []pcore.Signature{sig}, args, nil), Class: "ArgumentError"}
}

// lambdaType is the Callable type of a lambda.
func (m *Machine) lambdaType(c *code, index int) (pcore.Type, error) {
	if t := c.lambdaTypes[index].callable.Load(); t != nil {
		return *t, nil
	}
	d := &c.Lambdas[index]
	sig, err := m.signature(c, d.Params, c.lambdaTypes[index].params)
	if err != nil {
		return nil, err
	}
	var t pcore.Type = sig.Type
	if d.ReturnCode >= 0 {
		ret, err := m.typeOf(c, d.ReturnCode, &c.lambdaTypes[index].ret)
		if err != nil {
			return nil, err
		}
		t = pcore.CallableOf(sig.Type.Params, nil, ret)
	}
	c.lambdaTypes[index].callable.Store(&t)
	return t, nil
}

// checkLambda does CheckLambda.
func (m *Machine) checkLambda(fr *frame, index int) error {
	c, n := fr.code, len(m.frames)-1
	d := &c.Lambdas[index]
	for i := range d.Params {
		p := &d.Params[i]
		v := m.frames[n].locals[int(d.FirstSlot)+i]
		if p.Kinds>>v.Kind()&1 != 0 || p.TypeCode < 0 {
			continue
		}
		t, err := m.typeOf(c, p.TypeCode, &c.lambdaTypes[index].params[i])
		if err != nil {
			return err
		}
		if p.Rest && checkElements(t, v) || !p.Rest && t.Check(v) {
			continue
		}
		var args []values.Value
		for j := range d.Params {
			x := m.frames[n].locals[int(d.FirstSlot)+j]
			if d.Params[j].Rest {
				args = append(args, elems(x)...)
			} else {
				args = append(args, x)
			}
		}
		err = m.rejectLambda(c, index, args)
		if m.frames[n].lambda {
			return &rejected{err}
		}
		return err
	}
	m.frames[n].pc++
	return nil
}

func (m *Machine) checkLambdaReturn(fr *frame, index int) error {
	c := fr.code
	t, err := m.typeOf(c, c.Lambdas[index].ReturnCode, &c.lambdaTypes[index].ret)
	if err != nil {
		return err
	}
	if v := m.stack[m.sp-1]; !t.Check(v) {
		return runtime.Errorf("%s", pcore.DescribeMismatch("value returned from lambda has wrong type,", t, pcore.Infer(v)))
	}
	return nil
}
