package vm

import (
	"strings"

	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/ops"
	"bunraku/runtime/pcore"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

// loadSlot is the variable of a slot; an unset one is looked up outward.
func (m *Machine) loadSlot(fr *frame, slot int) (values.Value, error) {
	if v := fr.locals[slot]; !v.IsUnset() {
		return v, nil
	}
	return m.outward(fr, slot)
}

// outward looks a variable up by the name of its slot: first in the other slots
// of that name further out in the code, then in the scopes.
func (m *Machine) outward(fr *frame, slot int) (values.Value, error) {
	name := fr.code.Slots[slot]
	for i := len(fr.code.Slots) - 1; i >= 0; i-- {
		if i != slot && fr.code.Slots[i] == name && !fr.locals[i].IsUnset() && m.encloses(fr.code, i, slot) {
			return fr.locals[i], nil
		}
	}
	return m.variable(fr, name)
}

// encloses reports whether the variable of slot outer is visible where that of
// slot inner is.
func (m *Machine) encloses(c *code, outer, inner int) bool {
	in := int32(-1)
	for i := range c.Scopes {
		for _, s := range c.Scopes[i].Slots {
			if int(s) == inner {
				in = int32(i)
			}
		}
	}
	for s := in; s >= 0; s = c.Scopes[s].Parent {
		for _, x := range c.Scopes[s].Slots {
			if int(x) == outer {
				return true
			}
		}
	}
	return false
}

// variable looks a name up from the scope of the frame outwards, as Puppet does.
// puppet: parser/scope.rb, lookupvar
func (m *Machine) variable(fr *frame, name string) (values.Value, error) {
	v, ok, _ := m.lookup(fr.scope, name)
	if ok {
		return v, nil
	}
	return values.Undef, m.unknownVariable(name)
}

// lookup finds a variable; when there is none the text is why.
func (m *Machine) lookup(sc *scope.Scope, name string) (values.Value, bool, string) {
	where, local, qualified := scope.SplitQualified(name)
	if !qualified {
		v, ok := sc.Lookup(local)
		return v, ok, ""
	}
	cls := m.classes[strings.ToLower(where)]
	if cls == nil {
		reason := "class " + where + " could not be found"
		if d, err := m.img.find(opcodes.DefClass, where); err == nil && d != nil {
			reason = "class " + where + " has not been evaluated"
		}
		return values.Undef, false, reason
	}
	if cls == m.top {
		v, ok := cls.Local(local)
		return v, ok, ""
	}
	v, ok := cls.Local(local)
	if !ok { // an inherited class's variables are visible through the heir
		for p := cls.Parent; p != nil && p.Kind == scope.Class && !ok; p = p.Parent {
			v, ok = p.Local(local)
		}
	}
	return v, ok, ""
}

// unknownVariable is the error or warning for a variable that does not exist.
// puppet: parser/scope.rb, variable_not_found
func (m *Machine) unknownVariable(name string) error {
	if name == "module_name" || name == "caller_module_name" {
		return nil // these always exist
	}
	s := &m.Eval.Settings
	if s.StrictVariables || s.Strict == runtime.StrictError {
		return &ops.Fault{Diag: issue.UnknownVariable.Error(name), Blame: ops.Self}
	}
	if s.Strict == runtime.StrictWarning {
		return m.warn(issue.UnknownVariable.Error(name), ops.Self)
	}
	return nil
}

// bind assigns a variable.
// puppet: runtime3_support.rb, set_variable
func (m *Machine) bind(fr *frame, slot int, v values.Value) error {
	name := fr.code.Slots[slot]
	switch name {
	case "server_facts":
		return &ops.Fault{Diag: issue.IllegalReservedAssignment.Error(name), Blame: ops.Self}
	case "trusted", "facts":
		if fr.code.Kind != opcodes.CodeMain || !fr.code.outermost(slot) { // they are bound at top scope only
			return runtime.Errorf("Attempt to assign to a reserved variable name: '%s'", name)
		}
		return &ops.Fault{Diag: issue.IllegalReservedAssignment.Error(name), Blame: ops.Self}
	}
	if strings.Contains(name, "::") {
		return &ops.Fault{Diag: issue.CrossScopeAssignment.Error(name), Blame: ops.Left}
	}
	if !fr.locals[slot].IsUnset() || fr.code.outermost(slot) && m.bound(fr, name) {
		if name == "name" || name == "title" {
			return &ops.Fault{Diag: issue.IllegalReassignmentBuiltIn.Error(name), Blame: ops.Self}
		}
		return &ops.Fault{Diag: issue.IllegalReassignment.Error(name), Blame: ops.Self}
	}
	fr.locals[slot] = v
	return nil
}

// bound reports whether the scope of a body has a variable that the body did not
// bind: facts and what the evaluation sets at top scope, a definition's title.
func (m *Machine) bound(fr *frame, name string) bool {
	switch fr.code.Kind {
	case opcodes.CodeMain:
		if name == "name" || name == "title" {
			return true
		}
		_, ok := m.top.Local(name)
		return ok
	case opcodes.CodeDefine, opcodes.CodeClass:
		_, ok := fr.scope.Local(name)
		return ok
	}
	return false
}

// outermost reports whether a slot is a variable of the body itself and not of a
// lambda in it.
func (c *code) outermost(slot int) bool {
	if len(c.Scopes) == 0 {
		return false
	}
	for _, s := range c.Scopes[0].Slots {
		if int(s) == slot {
			return true
		}
	}
	return false
}

// bindEach assigns the variables of a list of variables.
// puppet: evaluator_impl.rb, assign_Array
func (m *Machine) bindEach(fr *frame, d *opcodes.Destructure, v values.Value) error {
	if d.Slot >= 0 {
		return m.bind(fr, int(d.Slot), v)
	}
	if v.Kind() == values.KindHash {
		for i := range d.Elems {
			el := &d.Elems[i]
			x, ok := v.AsHash().GetString(el.Name)
			if !ok {
				return &ops.Fault{Diag: issue.MissingMultiAssignmentKey.Error(el.Name), Blame: ops.Self}
			}
			if err := m.bindEach(fr, el, x); err != nil {
				return err
			}
		}
		return nil
	}
	if v.Kind() == values.KindType {
		if t, ok := pcore.TypeOf(v).(*pcore.ClassType); ok {
			if t.ClassName == "" {
				return runtime.Errorf("No title provided and \"class\" is not a valid resource reference")
			}
			return m.bindFromClass(fr, d, t.ClassName)
		}
	}
	elems := []values.Value{v}
	if v.Kind() == values.KindArray {
		elems = v.AsArray().Elems()
	}
	if len(elems) != len(d.Elems) {
		return &ops.Fault{Diag: issue.IllegalMultiAssignmentSize.Error(len(d.Elems), len(elems)), Blame: ops.Self}
	}
	for i := range d.Elems {
		if err := m.bindEach(fr, &d.Elems[i], elems[i]); err != nil {
			return err
		}
	}
	return nil
}

// placed is an issue of the expression at a position.
func placed(fr *frame, pos int32, d *issue.Diagnostic) error {
	at := fr.code.unit.placeOf(pos)
	return &runtime.Error{Code: d.Code, Message: "Evaluation Error: " + d.Message, File: at.File, Line: at.Line, Pos: at.Pos}
}

func (m *Machine) bindFromClass(fr *frame, d *opcodes.Destructure, class string) error {
	cls := m.classes[strings.ToLower(class)]
	if cls == nil {
		return &ops.Fault{Diag: issue.UnknownResource.Error("Class", class), Blame: ops.Right}
	}
	for i := range d.Elems {
		el := &d.Elems[i]
		v, ok := cls.Local(el.Name)
		if !ok {
			return placed(fr, el.Pos, issue.MissingMultiAssignmentVariable.Error(strings.ToLower(class)+"::"+el.Name))
		}
		if err := m.bind(fr, int(el.Slot), v); err != nil {
			return err
		}
	}
	return nil
}

// assignOp is evaluator4's += and -=: a missing variable counts as nothing.
// seed: 000, "Assignment"; D-07
func (m *Machine) assignOp(fr *frame, slot int, kind uint32) error {
	name := fr.code.Slots[slot]
	v := m.stack[m.sp-1]
	old, ok, _ := m.lookup(fr.scope, name)
	if ok {
		op := byte('+')
		if kind == 1 {
			op = '-'
		}
		r, err := m.env.Arithmetic(op, old, v)
		if err != nil {
			return err
		}
		v = r
	} else if kind == 1 {
		v = values.Undef // nothing is left of nothing
	}
	if err := m.bind(fr, slot, v); err != nil {
		return err
	}
	return m.replace(fr, 1, v, nil, 2)
}

// view is the scope seen by a function that looks variables up by name.
type view struct {
	m     *Machine
	code  *code
	locs  []values.Value
	scope *scope.Scope
	index int32
}

func (w *view) Lookup(name string) (values.Value, bool) {
	if !strings.Contains(name, "::") {
		for s := w.index; s >= 0; s = w.code.Scopes[s].Parent {
			if i, ok := w.code.layouts[s].Index[name]; ok {
				if v := w.locs[i]; !v.IsUnset() {
					return v, true
				}
			}
		}
	}
	v, ok, _ := w.m.lookup(w.scope, name)
	return v, ok
}

func (w *view) Each(f func(name string, v values.Value) bool) {
	for s := w.index; s >= 0; s = w.code.Scopes[s].Parent {
		for n, i := range w.code.layouts[s].Index {
			if v := w.locs[i]; !v.IsUnset() && !f(n, v) {
				return
			}
		}
	}
	for s := w.scope; s != nil; s = s.Parent {
		if !s.Each(f) {
			return
		}
	}
}
