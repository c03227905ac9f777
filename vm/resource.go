package vm

import (
	"strings"

	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/catalog"
	"bunraku/runtime/logs"
	"bunraku/runtime/ops"
	"bunraku/runtime/pcore"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

var _ Catalog = (*Site)(nil)

func fault(d *issue.Diagnostic, blame int) error { return &ops.Fault{Diag: d, Blame: blame} }

// faultAt is a fault at an offset of the source rather than at an operand.
func (s *Site) faultAt(d *issue.Diagnostic, pos int32) error {
	at := s.m.top1().code.unit.placeOf(pos)
	return &runtime.Error{Code: d.Code, Message: "Evaluation Error: " + d.Message, File: at.File, Line: at.Line, Pos: at.Pos}
}

// typeName is the name of the resource type that a resource expression is for.
func (s *Site) typeName(v values.Value) (string, error) {
	if v.IsString() {
		return v.AsString(), nil
	}
	if v.Kind() == values.KindType {
		switch t := pcore.TypeOf(v).(type) {
		case *pcore.ClassType:
			if t.ClassName == "" {
				return "class", nil
			}
			return "", fault(issue.IllegalResourceType.Error(t.String()), ops.Self)
		case *pcore.ResourceType:
			if !t.HasTitle && t.TypeName != "" {
				return t.TypeName, nil
			}
			return "", fault(issue.IllegalResourceType.Error(t.String()), ops.Self)
		}
	}
	return "", fault(issue.IllegalResourceType.Error(pcore.InferGeneric(v).String()), ops.Self)
}

// titles checks the titles of a body.
// puppet: pops/evaluator/evaluator_impl.rb, eval_ResourceExpression
func (s *Site) titles(v values.Value, pos int32, seen map[string]bool) (titles []string, isDefault bool, err error) {
	if v.IsUndef() {
		return nil, false, s.faultAt(issue.MissingTitle.Error(), pos)
	}
	for i, t := range flattenAll(nil, v) {
		switch {
		case t.IsUndef():
			return nil, false, s.faultAt(issue.MissingTitleAt.Error(i), pos)
		case t.IsDefault():
			if seen["\x00default"] {
				return nil, false, fault(issue.DuplicateTitle.Error("default"), ops.Self)
			}
			seen["\x00default"] = true
			isDefault = true
			continue
		case !t.IsString():
			return nil, false, s.faultAt(issue.IllegalTitleTypeAt.Error(i, pcore.InferGeneric(t).String()), pos)
		case t.AsString() == "":
			return nil, false, s.faultAt(issue.EmptyStringTitleAt.Error(i), pos)
		case seen[t.AsString()]:
			return nil, false, fault(issue.DuplicateTitle.Error(t.AsString()), ops.Self)
		}
		seen[t.AsString()] = true
		titles = append(titles, t.AsString())
	}
	return titles, isDefault, nil
}

func flattenAll(dst []values.Value, v values.Value) []values.Value {
	if v.Kind() != values.KindArray {
		return append(dst, v)
	}
	for _, e := range v.AsArray().Elems() {
		dst = flattenAll(dst, e)
	}
	return dst
}

// Declare makes the resources of a resource expression.
func (s *Site) Declare(m *Machine, sc *scope.Scope, sh *opcodes.Shape, vs []values.Value, at runtime.Place) (values.Value, error) {
	if sh.Form&opcodes.FormComputed != 0 {
		return values.Undef, fault(issue.IllegalResourceType.Error(pcore.InferGeneric(vs[0]).String()), ops.Self)
	}
	name, err := s.typeName(vs[0])
	if err != nil {
		return values.Undef, err
	}
	if sh.Form == formExported {
		d := issue.NoStoreconfigsExport.Error()
		m.Eval.Emit(logs.Message{Level: logs.Warning, Text: d.Message, File: at.File, Line: at.Line, Pos: at.Pos, Issue: d.Code})
	}
	b := s.current()
	titles := make([][]string, len(sh.Bodies))
	defaultBody := -1
	seen := map[string]bool{}
	params := make([][]catalog.Param, len(sh.Bodies))
	next := 1
	for i := range sh.Bodies {
		var def bool
		if titles[i], def, err = s.titles(vs[next], sh.Bodies[i].Pos, seen); err != nil {
			return values.Undef, err
		}
		if def {
			defaultBody = i
		}
		next++
		n := len(sh.Bodies[i].Ops)
		if params[i], err = s.params(b, sh.Bodies[i].Ops, vs[next:next+n]); err != nil {
			return values.Undef, err
		}
		next += n
	}
	var refs []values.Value
	for i := range sh.Bodies {
		ps := params[i]
		if defaultBody >= 0 && i != defaultBody {
			ps = mergeParams(params[defaultBody], ps)
		}
		d := declaration{typ: name, params: ps, form: sh.Form, at: at}
		more, err := s.createResources(b, &d, titles[i])
		if err != nil {
			return values.Undef, err
		}
		refs = append(refs, more...)
	}
	return values.ArrayOf(refs...), nil
}

const (
	formVirtual  = 1 // grammar.FormVirtual
	formExported = 2 // grammar.FormExported
)

func mergeParams(defaults, own []catalog.Param) []catalog.Param {
	out := append([]catalog.Param(nil), defaults...)
next:
	for _, p := range own {
		for i := range out {
			if out[i].Name == p.Name {
				out[i] = p
				continue next
			}
		}
		out = append(out, p)
	}
	return out
}

// params makes attribute settings from the values of attribute operations.
func (s *Site) params(b *bodyScope, attrs []opcodes.AttrOp, vs []values.Value) ([]catalog.Param, error) {
	out := make([]catalog.Param, 0, len(attrs))
	add := func(p catalog.Param) error {
		for i := range out {
			if out[i].Name == p.Name {
				return fault(issue.DuplicateAttribute.Error(p.Name), ops.Self)
			}
		}
		out = append(out, p)
		return nil
	}
	for i := range attrs {
		a := &attrs[i]
		at := s.m.top1().code.unit.placeOf(a.Pos)
		if !a.Splat {
			p := catalog.NewParam(a.Name, attributeValue(vs[i]), b.source, at.File, at.Line)
			p.Add = a.Plus
			if err := add(p); err != nil {
				return nil, err
			}
			continue
		}
		if vs[i].Kind() != values.KindHash {
			return nil, s.faultAt(issue.TypeMismatch.Error("Hash", pcore.InferGeneric(vs[i]).String()), a.Pos)
		}
		for _, e := range vs[i].AsHash().Entries() {
			p := catalog.NewParam(rubyfmt.ToS(e.Key), attributeValue(e.Value), b.source, at.File, at.Line)
			if err := add(p); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// attributeValue is the value of an attribute as resources hold it: a reference
// to several resources is an array of references to each.
// puppet: pops/evaluator/runtime3_converter.rb
func attributeValue(v values.Value) values.Value {
	if v.Kind() == values.KindIterator {
		return ops.Unfold(v)
	}
	return v
}

// declaration is what createResources makes resources from.
type declaration struct {
	typ    string
	params []catalog.Param
	form   uint8
	at     runtime.Place
	// unsetExport is how create_resources leaves the exported flag.
	unsetExport bool
}

// createResources declares one resource for each title.
// puppet: pops/evaluator/runtime3_resource_support.rb, create_resources
func (s *Site) createResources(b *bodyScope, d *declaration, titles []string) ([]values.Value, error) {
	isClass := strings.EqualFold(d.typ, "class")
	var def *definition
	var err error
	t := s.Cat.Type(d.typ)
	kind := catalog.KindNative
	switch {
	case isClass:
		kind = catalog.KindClass
	case t.Native == nil:
		if def, err = s.m.img.find(opcodes.DefDefine, d.typ); err != nil {
			return nil, err
		}
		if def == nil {
			return nil, &runtime.Error{Message: "Unknown resource type: '" + d.typ + "'", Class: "ArgumentError"}
		}
		t = s.Cat.Type(strings.TrimPrefix(d.typ, "::"))
		kind = catalog.KindDefine
	}
	refs := make([]values.Value, 0, len(titles))
	for _, title := range titles {
		var class *definition
		if isClass {
			if class, err = s.m.img.find(opcodes.DefClass, title); err != nil {
				return nil, err
			}
			if class == nil {
				return nil, &runtime.Error{Message: "Could not find declared class " + strings.TrimPrefix(title, "::"), Class: "Puppet::Error"}
			}
			title = class.Name
		}
		decl := catalog.Declaration{Type: t, Title: title, Params: d.params, Defaults: b.lookupDefaults(t), File: d.at.File, Line: d.at.Line,
			Kind: kind, Virtual: d.form != 0, Source: b.source, Scope: b}
		if d.form == formExported {
			decl.Exported = catalog.Yes
		} else if d.unsetExport {
			decl.Exported = catalog.Unset
		}
		r, err := s.Cat.NewResource(&decl)
		if err != nil {
			return nil, err
		}
		if class != nil {
			if err := s.instantiate(b, class, r); err != nil {
				return nil, err
			}
		}
		if err := s.Cat.AddResource(b, r); err != nil {
			return nil, err
		}
		if class != nil {
			if err := s.evaluate(r); err != nil {
				return nil, err
			}
			refs = append(refs, pcore.ClassOf(strings.ToLower(class.Name)).Value())
			continue
		}
		refs = append(refs, pcore.ResourceRef(t.Title, r.Title).Value())
	}
	return refs, nil
}

// Override overrides attributes of the referenced resources.
func (s *Site) Override(m *Machine, sc *scope.Scope, sh *opcodes.Shape, vs []values.Value, at runtime.Place) (values.Value, error) {
	b := s.current()
	params, err := s.params(b, sh.Ops, vs[1:])
	if err != nil {
		return values.Undef, err
	}
	for _, v := range flattenAll(nil, vs[0]) {
		t, ok := v, false
		var ref *pcore.ResourceType
		if t.Kind() == values.KindType {
			ref, ok = pcore.TypeOf(t).(*pcore.ResourceType)
		}
		if ok && !ref.HasTitle && ref.TypeName != "" {
			return values.Undef, runtime.Errorf("No title provided and :%s is not a valid resource reference", strings.ToLower(ref.TypeName))
		}
		if !ok || !ref.HasTitle {
			return values.Undef, fault(issue.IllegalOverriddenType.Error(ops.Label(v)), ops.Self)
		}
		over, err := s.Cat.NewResource(&catalog.Declaration{Type: s.Cat.Type(ref.TypeName), Title: ref.Title, Params: params,
			File: at.File, Line: at.Line, Source: b.source, Scope: b})
		if err != nil {
			return values.Undef, err
		}
		if err := s.Cat.AddOverride(over, &s.fin); err != nil {
			return values.Undef, err
		}
	}
	return vs[0], nil
}

// Defaults sets defaults of a resource type in the scope.
// puppet: parser/scope.rb, define_settings
func (s *Site) Defaults(m *Machine, sc *scope.Scope, sh *opcodes.Shape, vs []values.Value, at runtime.Place) (values.Value, error) {
	ref, ok := typeRef(vs[0])
	if !ok || ref.HasTitle || ref.TypeName == "" {
		return values.Undef, fault(issue.IllegalResourceType.Error(pcore.InferGeneric(vs[0]).String()), ops.Self)
	}
	b := s.current()
	params, err := s.params(b, sh.Ops, vs[1:])
	if err != nil {
		return values.Undef, err
	}
	t := s.Cat.Type(ref.TypeName)
	for _, p := range params {
		for _, old := range b.defaults[t] {
			if old.Name == p.Name {
				return values.Undef, &Error{Message: "Default already defined for " + t.Title + " { " + p.Name + " }; cannot redefine",
					Place: runtime.Place{File: p.File, Line: int(p.Line)}}
			}
		}
		if b.defaults == nil {
			b.defaults = map[*catalog.Type][]catalog.Param{}
		}
		b.defaults[t] = append(b.defaults[t], p)
	}
	return vs[0], nil
}

func typeRef(v values.Value) (*pcore.ResourceType, bool) {
	if v.Kind() != values.KindType {
		return nil, false
	}
	r, ok := pcore.TypeOf(v).(*pcore.ResourceType)
	return r, ok
}

// Access is the value of parameters of a referenced resource or class.
// puppet: pops/evaluator/access_operator.rb, access_PResourceType
func (s *Site) Access(ref values.Value, keys []values.Value) (values.Value, error) {
	typ, title, ok := CatalogRef(ref.AsType())
	if !ok {
		return values.Undef, fault(issue.OperatorNotApplicable.Error("[]", ops.Label(ref)), ops.Left)
	}
	if len(keys) == 0 {
		return values.Undef, fault(issue.BadTypeSliceArity.Error(ref.AsType().String(), "at least 1 argument", 0), ops.Self)
	}
	t := s.Cat.Type(typ)
	r, err := s.Cat.Find(t, title)
	if err != nil {
		return values.Undef, err
	}
	if r == nil {
		return values.Undef, fault(issue.UnknownResource.Error(pcore.CapitalizeSegments(typ), title), ops.Self)
	}
	var out []values.Value
	for _, k := range keys {
		name := rubyfmt.ToS(k)
		if !k.IsString() || !s.validParameter(r, name) {
			return values.Undef, fault(issue.UnknownResourceParameter.Error(pcore.CapitalizeSegments(typ), title, name), ops.Left)
		}
		out = append(out, s.parameter(r, name))
	}
	if len(out) == 1 {
		return out[0], nil
	}
	return values.ArrayOf(out...), nil
}

// parameter is the value of an attribute, or the default that the resource's
// scope has for it.
func (s *Site) parameter(r *catalog.Resource, name string) values.Value {
	v := r.Get(name)
	if !v.IsUndef() {
		return v
	}
	if b, ok := r.Scope.(*bodyScope); ok && b != nil {
		for _, p := range b.lookupDefaults(r.Type) {
			if p.Name == name {
				return p.Value
			}
		}
	}
	return v
}

func (s *Site) validParameter(r *catalog.Resource, name string) bool {
	if r.Type.Native != nil {
		return r.Type.Native.Valid(name)
	}
	kind, n := opcodes.DefDefine, r.Type.Title
	if r.IsClass() {
		kind, n = opcodes.DefClass, r.Title
	}
	d, err := s.m.img.find(kind, n)
	return err == nil && d != nil && (d.code.hasParam(name) || isMetaparam(name) || name == "name" || name == "title")
}
