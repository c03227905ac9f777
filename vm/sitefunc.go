package vm

import (
	"strings"

	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/catalog"
	"bunraku/runtime/ops"
	"bunraku/runtime/pcore"
	"bunraku/runtime/rtypes"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

var _ runtime.Site = (*Site)(nil)

func isMetaparam(name string) bool { return rtypes.IsMetaparam(name) }

// classNames turns the arguments of include and its kin into names.
// puppet: parser/scope.rb, transform_and_assert_classnames
func (s *Site) classNames(vs []values.Value) ([]string, error) {
	var names []string
	for _, v := range flattenAll(nil, values.ArrayOf(vs...)) {
		switch {
		case v.IsString():
			names = append(names, strings.TrimPrefix(v.AsString(), "::"))
			continue
		case v.Kind() == values.KindType:
			switch t := pcore.TypeOf(v).(type) {
			case *pcore.ClassType:
				if t.ClassName == "" {
					return nil, &runtime.Error{Message: "Cannot use an unspecific Class[] Type", Class: "ArgumentError"}
				}
				names = append(names, strings.TrimPrefix(t.ClassName, "::"))
				continue
			case *pcore.ResourceType:
				return nil, &runtime.Error{Message: "Cannot use Resource[" + t.TypeName + "] where a Resource['class', name] is expected", Class: "ArgumentError"}
			}
			return nil, &runtime.Error{Message: "Illegal Class name argument: " + v.AsType().String(), Class: "ArgumentError"}
		}
		return nil, &runtime.Error{Message: "Cannot use " + typeLabel(v) + " where a Class name is expected", Class: "ArgumentError"}
	}
	return names, nil
}

func typeLabel(v values.Value) string { return string(ops.Label(v)) }

// evaluateClasses declares classes and evaluates their bodies.
// puppet: parser/compiler.rb, evaluate_classes
func (s *Site) evaluateClasses(names []string) ([]*catalog.Resource, error) {
	b := s.current()
	defs := make([]*definition, len(names))
	for i, n := range names {
		d, err := s.m.img.find(opcodes.DefClass, n)
		if err != nil {
			return nil, err
		}
		if d == nil {
			return nil, &runtime.Error{Message: "Could not find class ::" + n + " for " + s.Cat.Name, Class: "Puppet::Error"}
		}
		defs[i] = d
	}
	out := make([]*catalog.Resource, len(defs))
	var fresh []*catalog.Resource
	for i, d := range defs {
		if sc := s.classes[strings.ToLower(d.Name)]; sc != nil {
			out[i] = sc.resource
			continue
		}
		r, err := s.ensureClass(b, d, nil)
		if err != nil {
			return nil, err
		}
		out[i] = r
		fresh = append(fresh, r)
	}
	for _, r := range fresh {
		if err := s.evaluate(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func classRefs(names []string) values.Value {
	out := make([]values.Value, len(names))
	for i, n := range names {
		out[i] = pcore.ClassOf(strings.ToLower(n)).Value()
	}
	return values.ArrayOf(out...)
}

// Include is include().
func (s *Site) Include(vs []values.Value) (values.Value, error) {
	names, err := s.classNames(vs)
	if err != nil {
		return values.Undef, err
	}
	_, err = s.evaluateClasses(names)
	return classRefs(names), err
}

// Contain is contain().
func (s *Site) Contain(vs []values.Value) (values.Value, error) {
	names, err := s.classNames(vs)
	if err != nil {
		return values.Undef, err
	}
	container := s.current().resource
	rs, err := s.evaluateClasses(names)
	if err != nil {
		return values.Undef, err
	}
	for _, r := range rs {
		s.Cat.AddEdge(container, r)
	}
	return classRefs(names), nil
}

// Require is require().
func (s *Site) Require(vs []values.Value) (values.Value, error) {
	names, err := s.classNames(vs)
	if err != nil {
		return values.Undef, err
	}
	if _, err := s.evaluateClasses(names); err != nil {
		return values.Undef, err
	}
	r := s.current().resource
	for _, n := range names {
		var all []values.Value
		if v := r.Get("require"); !v.IsUndef() {
			for _, e := range flattenAll(nil, v) {
				if !e.IsUndef() {
					all = append(all, e)
				}
			}
		}
		all = append(all, pcore.ClassOf(strings.ToLower(n)).Value())
		if err := r.Set("require", values.ArrayOf(all...)); err != nil {
			return values.Undef, err
		}
	}
	return classRefs(names), nil
}

// CreateResources is create_resources().
// puppet: parser/functions/create_resources.rb
func (s *Site) CreateResources(typ string, resources, defaults *values.Hash, virtual string) error {
	b := s.current()
	form := map[string]uint8{"virtual": formVirtual, "exported": formExported}[virtual]
	fr := s.m.top1()
	at := fr.code.place(fr.pc, ops.Self)
	if at.File == "" {
		at.File = "unknown"
	}
	for _, e := range resources.Entries() {
		attrs := values.EmptyHash.AsHash()
		if e.Value.Kind() == values.KindHash {
			attrs = e.Value.AsHash()
		}
		var params []catalog.Param
		for _, a := range defaults.Merge(attrs).Entries() {
			if a.Value.IsUndef() {
				continue
			}
			params = append(params, catalog.NewParam(rubyfmt.ToS(a.Key), attributeValue(a.Value), b.source, at.File, at.Line))
		}
		d := declaration{typ: typ, params: params, form: form, at: at, unsetExport: form != formExported}
		if _, err := s.createResources(b, &d, []string{rubyfmt.ToS(e.Key)}); err != nil {
			return err
		}
	}
	return nil
}

// Realize is realize().
func (s *Site) Realize(vs []values.Value) error {
	var refs []string
	for _, v := range flattenAll(nil, values.ArrayOf(vs...)) {
		if v.Kind() != values.KindType {
			refs = append(refs, rubyfmt.ToS(v))
			continue
		}
		typ, title, ok := CatalogRef(v.AsType())
		if !ok {
			return &runtime.Error{Message: "Cannot realize " + v.AsType().String(), Class: "ArgumentError"}
		}
		refs = append(refs, s.Cat.Type(typ).Title+"["+title+"]")
	}
	c := &collector{refs: refs, scope: s.current()}
	found, err := s.collectRefs(c)
	_ = found
	if err == nil && !c.done {
		s.collectors = append(s.collectors, c)
	}
	return err
}

// Tag is tag().
func (s *Site) Tag(vs []values.Value) error {
	for _, v := range flattenAll(nil, values.ArrayOf(vs...)) {
		if err := s.current().resource.Tag(rubyfmt.ToS(v)); err != nil {
			// Here it is the function's error, not the resource's.
			return runtime.Errorf("Invalid tag '%s'", strings.ToLower(rubyfmt.ToS(v)))
		}
	}
	return nil
}

// Tagged is tagged().
func (s *Site) Tagged(vs []values.Value) (bool, error) {
	for _, v := range flattenAll(nil, values.ArrayOf(vs...)) {
		t := strings.ToLower(rubyfmt.ToS(v))
		if !s.Cat.Tagged(t) && !s.current().resource.Tagged(t) {
			return false, nil
		}
	}
	return true, nil
}

// Defined is defined() for one argument.
// puppet: functions/defined.rb
func (s *Site) Defined(v values.Value, sc runtime.Scope) (bool, error) {
	if v.IsString() {
		return s.definedText(v.AsString(), sc)
	}
	if v.Kind() == values.KindType {
		t := pcore.TypeOf(v)
		if tt, ok := t.(*pcore.TypeType); ok && tt.Type != nil {
			switch u := tt.Type.(type) {
			case *pcore.ResourceType:
				return s.knownType(u.TypeName)
			case *pcore.ClassType:
				d, err := s.m.img.find(opcodes.DefClass, u.ClassName)
				return d != nil, err
			}
		}
		switch u := t.(type) {
		case *pcore.ResourceType:
			if u.TypeName == "" {
				return false, &runtime.Error{Message: "The given resource type is a reference to all kind of types", Class: "ArgumentError"}
			}
			if !u.HasTitle {
				return s.knownType(u.TypeName)
			}
			r, err := s.Cat.Find(s.Cat.Type(u.TypeName), u.Title)
			return r != nil, err
		case *pcore.ClassType:
			if u.ClassName == "" {
				return false, &runtime.Error{Message: "The given class type is a reference to all classes", Class: "ArgumentError"}
			}
			r, err := s.Cat.Find(s.Cat.Type("Class"), u.ClassName)
			return r != nil, err
		}
	}
	return false, &runtime.Error{Message: "Invalid argument of type '" + pcore.RubyClass(v) + "' to 'defined'", Class: "ArgumentError"}
}

func (s *Site) definedText(name string, sc runtime.Scope) (bool, error) {
	switch {
	case strings.HasPrefix(name, "$"):
		if sc == nil {
			return false, nil
		}
		_, ok := sc.Lookup(name[1:])
		return ok, nil
	case name == "":
		return false, nil
	case name == "main":
		return s.Cat.Main != nil, nil
	}
	if _, _, isRef := catalog.SplitRef(name); isRef {
		r, err := s.Cat.FindRef(name)
		return r != nil, err
	}
	if ok, err := s.knownType(name); ok || err != nil {
		return ok, err
	}
	d, err := s.m.img.find(opcodes.DefClass, name)
	return d != nil, err
}

func (s *Site) knownType(name string) (bool, error) {
	if s.Cat.Type(name).Native != nil {
		return true, nil
	}
	d, err := s.m.img.find(opcodes.DefDefine, name)
	return d != nil, err
}

// FindResource gives the attributes of a declared resource.
func (s *Site) FindResource(ref values.Value) (func(name string) values.Value, bool) {
	var r *catalog.Resource
	if ref.Kind() == values.KindType {
		if typ, title, ok := CatalogRef(ref.AsType()); ok {
			r, _ = s.Cat.Find(s.Cat.Type(typ), title)
		}
	} else if ref.IsString() {
		r, _ = s.Cat.FindRef(ref.AsString())
	}
	if r == nil {
		return nil, false
	}
	return func(name string) values.Value { return s.parameter(r, name) }, true
}
