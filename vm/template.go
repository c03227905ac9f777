package vm

import (
	"errors"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

// RenderEPP renders a template. A template of a file sees the variables of the
// top scope only, one that is given as text those of sc.
// puppet: pops/evaluator/epp_evaluator.rb
func (m *Machine) RenderEPP(file, source string, params *values.Hash, sc runtime.Scope) (values.Value, error) {
	name := "inline_epp"
	if file != "" {
		name = "epp"
	}
	if m.Files == nil {
		return values.Undef, runtime.Errorf("%s(): templates cannot be compiled here", name)
	}
	prog, err := m.Files.Template(file, source)
	if err != nil {
		var located *Error
		if errors.As(err, &located) && file != "" {
			return values.Undef, &runtime.Error{Message: "epp(): Invalid EPP: " + located.Error(), Class: "ArgumentError"}
		}
		return values.Undef, err
	}
	if len(prog.Defs) > 0 {
		return values.Undef, &runtime.Error{Message: name + "(): The EPP template contains illegal expressions (definitions)", Class: "ArgumentError"}
	}
	u, err := m.img.Add(prog)
	if err != nil {
		return values.Undef, err
	}
	c := u.codes[0]
	outer := m.top
	if v, ok := sc.(*view); ok && file == "" {
		outer = v.asScope()
	}
	return m.renderTemplate(c, name, outer, params)
}

// renderTemplate runs a template with parameters by name.
// puppet: pops/evaluator/closure.rb, call_by_name
func (m *Machine) renderTemplate(c *code, name string, outer *scope.Scope, params *values.Hash) (values.Value, error) {
	locals := make([]values.Value, c.NumSlots)
	for i := range locals {
		locals[i] = values.Unset
	}
	inner := &scope.Scope{Kind: scope.Function, Parent: outer, Resource: outer.Resource}
	given := values.EmptyHash.AsHash()
	if params != nil {
		given = params
	}
	enforce := c.HasParams || params == nil
	for _, e := range given.Entries() {
		k := pcore.Text(e.Key)
		i := paramIndex(c, k)
		switch {
		case i >= 0:
			if !e.Value.IsUndef() || !c.Params[i].HasDefault {
				locals[i] = e.Value
			}
		case !enforce:
			inner.Set(strings.TrimPrefix(k, "::"), e.Value)
		}
	}
	if enforce {
		if name == "inline_epp" {
			name = "lambda"
		}
		if err := m.checkTemplate(c, name, given); err != nil {
			return values.Undef, err
		}
	}
	inner.Attach(c.layouts[0], locals)
	return m.exec(frame{code: c, locals: locals, scope: inner, out: &output{}})
}

func paramIndex(c *code, name string) int {
	for i := range c.Params {
		if c.Params[i].Name == name {
			return i
		}
	}
	return -1
}

// checkTemplate checks the given parameters; defaults are checked when the
// template computes them.
func (m *Machine) checkTemplate(c *code, name string, given *values.Hash) error {
	elems := make([]pcore.StructElement, len(c.Params))
	for i := range c.Params {
		p := &c.Params[i]
		t, err := m.typeOf(c, p.TypeCode, &c.types[i])
		if err != nil {
			return err
		}
		elems[i] = pcore.Element(p.Name, p.HasDefault, t)
	}
	set := given.Without(func(k values.Value) bool {
		v, _ := given.Get(k)
		i := paramIndex(c, pcore.Text(k))
		return v.IsUndef() && i >= 0 && c.Params[i].HasDefault
	})
	if err := pcore.CheckParameters(name, pcore.NewStruct(elems), set, false); err != nil {
		return &runtime.Error{Message: err.Error(), Class: "ArgumentError"}
	}
	return nil
}

// asScope is the view as a scope that lookups can go outward to.
func (w *view) asScope() *scope.Scope {
	var chain []int32
	for s := w.index; s >= 0; s = w.code.Scopes[s].Parent {
		chain = append(chain, s)
	}
	outer := w.scope
	for i := len(chain) - 1; i >= 0; i-- {
		sc := &scope.Scope{Kind: scope.Function, Parent: outer}
		sc.Attach(w.code.layouts[chain[i]], w.locs)
		outer = sc
	}
	return outer
}
