package vm

import (
	"strings"

	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/catalog"
	"bunraku/runtime/pcore"
	"bunraku/runtime/rtypes"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

// source is the catalog's view of a definition.
func (s *Site) source(d *definition) *catalog.Source {
	if src := s.sources[d]; src != nil {
		return src
	}
	src := &catalog.Source{Name: d.Name}
	s.sources[d] = src
	// A class that inherits from itself is found when it is declared.
	if d.Parent != "" && d.Kind == opcodes.DefClass {
		if p, err := s.m.img.find(opcodes.DefClass, d.Parent); err == nil && p != nil {
			src.Parent = s.source(p)
		}
	}
	return src
}

// ensureClass makes the resource of a class, and of those that it inherits from,
// unless they are there. params is nil for an include.
// puppet: resource/type.rb, ensure_in_catalog
func (s *Site) ensureClass(at *bodyScope, d *definition, params []catalog.Param) (*catalog.Resource, error) {
	if params == nil {
		if r, err := s.Cat.Find(s.Cat.Type("Class"), d.Name); r != nil || err != nil {
			return r, err
		}
	}
	t := s.Cat.Type("Class")
	r, err := s.Cat.NewResource(&catalog.Declaration{Type: t, Title: d.Name, Params: params, Source: s.source(d), Scope: at,
		Defaults: at.lookupDefaults(t)})
	if err != nil {
		return nil, err
	}
	if err := s.instantiate(at, d, r); err != nil {
		return nil, err
	}
	return r, s.Cat.AddResource(at, r)
}

// maxInheritance bounds how many classes inherit from one another.
const maxInheritance = 1000

// instantiate makes sure that the parent is in the catalog.
func (s *Site) instantiate(at *bodyScope, d *definition, r *catalog.Resource) error {
	if d.Parent != "" {
		s.depth++
		defer func() { s.depth-- }()
		if s.depth > maxInheritance {
			return &runtime.Error{Message: "stack level too deep", Class: "SystemStackError"}
		}
		p, err := s.parentOf(d)
		if err != nil {
			return err
		}
		if found, err := s.Cat.Find(r.Type, p.Name); err != nil {
			return err
		} else if found == nil {
			if _, err := s.ensureClass(at, p, nil); err != nil {
				return err
			}
		}
	}
	s.Cat.MergeTags(r)
	return nil
}

func (s *Site) parentOf(d *definition) (*definition, error) {
	p, err := s.m.img.find(opcodes.DefClass, d.Parent)
	if err != nil {
		return nil, err
	}
	if p == nil {
		at := d.code.unit.placeOf(d.Pos)
		return nil, &Error{Message: "Could not find parent resource type '::" + strings.TrimPrefix(d.Parent, "::") + "' of type hostclass in " + s.Cat.Environment,
			Place: runtime.Place{File: at.File, Line: at.Line}}
	}
	return p, nil
}

// evaluate runs the body of a class or defined type.
// puppet: parser/resource.rb, evaluate; resource/type.rb, evaluate_code
func (s *Site) evaluate(r *catalog.Resource) error {
	if r.Evaluated {
		return nil
	}
	r.Evaluated = true
	kind, name := opcodes.DefDefine, r.Type.Title
	if r.IsClass() {
		kind, name = opcodes.DefClass, r.Title
	}
	d, err := s.m.img.find(kind, name)
	if err != nil {
		return err
	}
	if d == nil {
		return &runtime.Error{Message: "Cannot find definition " + r.Type.Title}
	}
	r.AddScopeTags()
	return s.evaluateCode(r, d)
}

func (s *Site) evaluateCode(r *catalog.Resource, d *definition) error {
	parent, _ := r.Scope.(*bodyScope)
	if d.Parent != "" {
		inherited, err := s.evaluateParent(d)
		if err != nil {
			return err
		}
		if inherited != nil {
			parent = inherited
		}
	}
	sc := &bodyScope{Scope: &scope.Scope{Kind: scope.Define, Name: r.Ref()}, parent: parent, resource: r, source: s.source(d)}
	if r.IsClass() {
		sc.Kind, sc.Name = scope.Class, strings.ToLower(d.Name)
	}
	sc.Parent = s.outer(parent, d)
	s.adopt(sc)
	if r.IsClass() {
		if err := s.Cat.AddClass(strings.ToLower(d.Name)); err != nil {
			return err
		}
	}
	if s.Module != nil {
		sc.module = s.Module(d.code.unit.prog.Name)
	}
	s.setNames(sc, parent, r)
	if r.IsClass() {
		if err := s.dataParams(r, d); err != nil {
			return err
		}
		s.m.classes[sc.Name] = sc.Scope
		s.classes[sc.Name] = sc
		if err := s.Cat.AddEdgeToStage(r); err != nil {
			return err
		}
	}
	_, err := s.m.runBody(d.code, sc.Scope, func(locals []values.Value) { bindParams(sc, r, d.code, locals) })
	if cf, ok := err.(*runtime.ControlFlow); ok && cf.Kind == runtime.Next {
		return nil // next() ends a body as return() does
	}
	return s.illegalFlow(err)
}

func (s *Site) evaluateParent(d *definition) (*bodyScope, error) {
	p, err := s.parentOf(d)
	if err != nil {
		return nil, err
	}
	r, err := s.Cat.Find(s.Cat.Type("Class"), p.Name)
	if r == nil || err != nil {
		return nil, err
	}
	if err := s.evaluate(r); err != nil {
		return nil, err
	}
	return s.classes[strings.ToLower(p.Name)], nil
}

// outer is where lookup of variables goes on from a body: the class it inherits
// from, else the node or the top scope around the place of its declaration.
// puppet: parser/scope.rb, enclosing_scope, inherited_scope
func (s *Site) outer(parent *bodyScope, d *definition) *scope.Scope {
	if d.Parent != "" && parent != nil && parent.Kind == scope.Class {
		return parent.Scope
	}
	for p := parent; p != nil; p = p.parent {
		if p.Kind == scope.Node || p.Kind == scope.Top {
			return p.Scope
		}
	}
	return s.m.top
}

// setNames sets $title, $name, $module_name and $caller_module_name.
// puppet: resource/type.rb, set_resource_parameters
func (s *Site) setNames(sc, parent *bodyScope, r *catalog.Resource) {
	if sc.module != "" {
		sc.Set("module_name", values.String(sc.module))
	}
	if parent != nil {
		sc.Set("caller_module_name", values.String(parent.module))
	}
	title := r.Title
	name := title
	if r.IsClass() {
		title = strings.ToLower(title)
		name = title
	} else if v := r.Get("name"); v.IsString() {
		name = v.AsString()
	}
	sc.Set("title", values.String(title))
	sc.Set("name", values.String(name))
}

// dataParams gives parameters that were not given the values that data has.
// puppet: resource/type.rb, inject_external_parameters
func (s *Site) dataParams(r *catalog.Resource, d *definition) error {
	if s.Lookup == nil {
		return nil
	}
	for i := range d.code.Params {
		p := &d.code.Params[i]
		if v := r.Get(p.Name); !v.IsUndef() {
			continue
		}
		v, ok, err := s.Lookup(strings.ToLower(d.Name) + "::" + p.Name)
		if err != nil {
			return err
		}
		if ok && !(v.IsUndef() && p.HasDefault) {
			if err := r.Set(p.Name, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// bindParams puts the given parameters in their slots, and makes the other
// attributes variables as Puppet does.
func bindParams(sc *bodyScope, r *catalog.Resource, c *code, locals []values.Value) {
next:
	for _, given := range r.Params() {
		for i := range c.Params {
			if c.Params[i].Name == given.Name {
				if v := r.Get(given.Name); !v.IsUndef() || !c.Params[i].HasDefault {
					locals[i] = v
				}
				continue next
			}
		}
		if given.Name != "name" && given.Name != "title" {
			sc.Set(given.Name, r.Get(given.Name))
		}
	}
}

// bound is called when the parameters of a body have their values: they are
// checked, and defaults become attributes of the resource.
func (s *Site) bound(fr *frame) error {
	b := s.scopes[fr.scope]
	if b == nil || b.resource == nil {
		return nil
	}
	c, r := fr.code, b.resource
	for i := range c.Params {
		p := &c.Params[i]
		if v := fr.locals[i]; p.HasDefault && !v.IsUnset() && r.Get(p.Name).IsUndef() {
			if err := r.Set(p.Name, v); err != nil {
				return err
			}
		}
	}
	locals := fr.locals
	err := s.checkParams(c, r, func(i int) (values.Value, bool) { return locals[i], !locals[i].IsUnset() })
	if err != nil {
		return &rejected{err}
	}
	for i := range c.Params {
		if locals[i].IsUnset() {
			locals[i] = values.Undef
		}
	}
	return nil
}

// checkParams checks the attributes of a class or defined type against its
// parameters.
// puppet: resource/type.rb, validate_resource_hash
func (s *Site) checkParams(c *code, r *catalog.Resource, get func(i int) (values.Value, bool)) error {
	ok := true
	for i := range c.Params {
		p := &c.Params[i]
		v, set := get(i)
		if !set {
			ok = ok && p.HasDefault
			continue
		}
		if p.Kinds>>v.Kind()&1 != 0 || p.TypeCode < 0 {
			continue
		}
		t, err := s.m.typeOf(c, p.TypeCode, &c.types[i])
		if err != nil {
			return err
		}
		ok = ok && t.Check(v)
	}
	for _, given := range r.Params() {
		if !c.hasParam(given.Name) && !rtypes.IsMetaparam(given.Name) && given.Name != "name" {
			ok = false
		}
	}
	if ok {
		return nil
	}
	return s.describeParams(c, r, get)
}

func (c *code) hasParam(name string) bool {
	for i := range c.Params {
		if c.Params[i].Name == name {
			return true
		}
	}
	return false
}

func (s *Site) describeParams(c *code, r *catalog.Resource, get func(i int) (values.Value, bool)) error {
	var elems []pcore.StructElement
	given := values.NewHashBuilder(8)
	for _, name := range rtypes.Metaparams {
		elems = append(elems, pcore.Element(name, true, pcore.Any))
	}
	elems = append(elems, pcore.Element("name", true, pcore.Any), pcore.Element("title", true, pcore.Any))
	for _, p := range r.Params() {
		if !c.hasParam(p.Name) {
			given.PutString(p.Name, p.Value)
		}
	}
	for i := range c.Params {
		p := &c.Params[i]
		t, err := s.m.typeOf(c, p.TypeCode, &c.types[i])
		if err != nil {
			return err
		}
		elems = append(elems, pcore.Element(p.Name, p.HasDefault, t))
		if v, ok := get(i); ok {
			given.PutString(p.Name, v)
		}
	}
	if err := pcore.CheckParameters(r.Ref(), pcore.NewStruct(elems), given.Hash(), false); err != nil {
		return &runtime.Error{Message: err.Error(), Class: "Puppet::ParseError"}
	}
	return nil
}
