package catalog

import (
	"strings"

	"bunraku/runtime/rtypes"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// Source is the definition whose body is being evaluated: a class, defined type
// or node. Who may override what depends on it.
type Source struct {
	// Name is for people: "Class[Apache]".
	Name string
	// Parent is the class or node that it inherits from.
	Parent *Source
	// Override tells that it may override everything: the source of a
	// collector's overrides.
	Override bool
}

// childOf reports whether s inherits from t, or overrides everything.
// puppet: resource/type.rb, child_of?
func (s *Source) childOf(t *Source) bool {
	if s == nil {
		return false
	}
	if s.Override {
		return true
	}
	for p := s.Parent; p != nil; p = p.Parent {
		if p == t || p.Override {
			return true
		}
	}
	return false
}

// Scope is what a resource asks of the scope in which it was declared.
type Scope interface {
	// Container is the resource whose body the scope belongs to; nil at the very top.
	Container() *Resource
	// IsDefault reports whether the value is a resource default for the
	// attribute of the type, as seen from the scope.
	IsDefault(t *Type, name string, v values.Value) bool
}

// Param is one attribute of a resource with the place where it was set.
type Param struct {
	Name   string
	Value  values.Value
	Source *Source
	File   string
	Line   int32
	// Add is +> as against =>.
	Add bool
	// list is the value of a relationship metaparameter once arrows have added
	// to it. It is shared by all resources that got the parameter from one
	// expression: an arrow from one of them shows on all.
	list *relations
}

// relations is an array that arrows append to.
type relations struct {
	base  []values.Value
	added []string
}

// NewParam makes an attribute setting. Settings of one expression that go to
// several resources (several titles, a resource default) must be copies of one
// NewParam.
func NewParam(name string, v values.Value, src *Source, file string, line int) Param {
	p := Param{Name: name, Value: v, Source: src, File: file, Line: int32(line)}
	if v.Kind() == values.KindArray && rtypes.IsRelationshipParam(name) {
		p.list = &relations{base: v.AsArray().Elems()}
	}
	return p
}

// Tristate is a flag that may also be unset: create_resources leaves `exported`
// unset, which shows in the order of keys of the wire form.
type Tristate uint8

// The states of a Tristate.
const (
	No Tristate = iota
	Yes
	Unset
)

// Resource is one resource.
type Resource struct {
	Type  *Type
	Title string
	// File and Line are the place of the declaration; Line is 0 for classes
	// that were included and other resources without a place.
	File string
	Line int32
	Kind Kind
	// Exported and Virtual are as declared; a collector makes Virtual false.
	Exported Tristate
	Virtual  bool
	// Evaluated tells that the body of a class or defined type has been evaluated.
	Evaluated bool
	// Symbolic tells that the title is not a string in Puppet (the class and the
	// stage `main`): then the wire form has it as `name` too.
	Symbolic bool

	scopeTags bool // tags of the container were added
	finished  bool

	// Source is the definition in which it was declared, Scope its scope.
	Source *Source
	Scope  Scope

	params    []Param
	tags      Tags
	sensitive []string
	// index is the place in the catalog; -1 before.
	index int
	// in and out are the containment edges, by resource.
	in, out []*Resource
	inline  [1]*Resource
	cat     *Catalog
}

// Declaration is what a new resource is made from.
type Declaration struct {
	Type   *Type
	Title  string
	Params []Param
	// Defaults are the resource defaults that the scope sees for the type, outer
	// scopes first.
	Defaults []Param
	File     string
	Line     int
	Kind     Kind
	Exported Tristate
	Virtual  bool
	Source   *Source
	Scope    Scope
}

// NewResource makes a resource that is not in the catalog yet; AddResource adds
// it. Overrides are made with it too.
// puppet: parser/resource.rb, initialize
func (c *Catalog) NewResource(d *Declaration) (*Resource, error) {
	r := &Resource{Type: d.Type, Title: d.Title, File: d.File, Line: int32(d.Line), Kind: d.Kind,
		Exported: d.Exported, Virtual: d.Virtual || d.Exported == Yes, Source: d.Source, Scope: d.Scope, index: -1, cat: c}
	if d.Type.IsClass() {
		r.Title = rtypes.Title(d.Title)
	}
	r.params = make([]Param, 0, len(d.Params)+len(d.Defaults))
	for i := range d.Params {
		p := &d.Params[i]
		if r.find(p.Name) >= 0 {
			return nil, r.errorf("Duplicate parameter '%s' for on %s", p.Name, r.Ref())
		}
		if err := r.put(p, RuleDeclared); err != nil {
			return nil, err
		}
	}
	if r.tags.list == nil {
		r.tags.list = make([]string, 0, usualTags)
	}
	r.tags.add(d.Type.Lower)
	if ValidTag(r.Title) {
		tag := downcase(r.Title)
		if r.tags.insert(tag) && strings.Contains(tag, "::") {
			r.tags.addSegments(tag)
		}
	}
	for i := range d.Defaults {
		p := &d.Defaults[i]
		if r.find(p.Name) >= 0 {
			continue
		}
		r.params = append(r.params, *p)
		r.record(p, RuleDefault)
		if p.Name == "tag" {
			if err := r.tagValue(p.Value); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// usualTags is room for the tags of most resources: type, title, `class`, and
// the class with its segments.
const usualTags = 8

// Ref is the reference as text: File[/x].
func (r *Resource) Ref() string { return r.Type.Title + "[" + r.Title + "]" }

// IsClass reports whether it is a class.
func (r *Resource) IsClass() bool { return r.Type.IsClass() }

// Index is the place in the catalog, -1 for a resource that is not in it.
func (r *Resource) Index() int { return r.index }

// Params are the parameters in order; the caller must not change them.
func (r *Resource) Params() []Param { return r.params }

// Tags are the tags so far.
func (r *Resource) Tags() *Tags { return &r.tags }

// Sensitive are the parameters whose values were Sensitive, once finished.
func (r *Resource) Sensitive() []string { return r.sensitive }

// Containers are the resources that contain it: usually one.
func (r *Resource) Containers() []*Resource { return r.in }

// Contains are the resources that it contains, in order.
func (r *Resource) Contains() []*Resource { return r.out }

func (r *Resource) find(name string) int {
	for i := range r.params {
		if r.params[i].Name == name {
			return i
		}
	}
	return -1
}

// Get is the value of an attribute: what `File[x][mode]` and a query see. The
// attribute `title` is the title. An attribute that is not set, and one that is
// set to undef, are both undef.
// puppet: parser/resource.rb, []
func (r *Resource) Get(name string) values.Value {
	if name == "title" {
		return values.String(r.Title)
	}
	if i := r.find(name); i >= 0 {
		return r.params[i].value()
	}
	return values.Undef
}

// Lookup is the value of an attribute and whether it was set at all.
func (r *Resource) Lookup(name string) (values.Value, bool) {
	if i := r.find(name); i >= 0 {
		return r.params[i].value(), true
	}
	return values.Undef, false
}

// Given is the value of an attribute as it was set: one that was Sensitive still
// is, also after Finish has unwrapped it. The check of parameters needs that.
// puppet: resource/type.rb, validate_resource
func (r *Resource) Given(name string) (values.Value, bool) {
	v, ok := r.Lookup(name)
	if ok {
		for _, s := range r.sensitive {
			if s == name {
				return values.Sensitive(v), true
			}
		}
	}
	return v, ok
}

// value is the value with what arrows have added.
func (p *Param) value() values.Value {
	if p.list == nil || len(p.list.added) == 0 {
		return p.Value
	}
	all := make([]values.Value, 0, len(p.list.base)+len(p.list.added))
	all = append(all, p.list.base...)
	for _, s := range p.list.added {
		all = append(all, values.String(s))
	}
	return values.ArrayOf(all...)
}

// Set sets an attribute without a place of its own, as the evaluation does with
// the values of class parameters.
// puppet: parser/resource.rb, set_parameter
func (r *Resource) Set(name string, v values.Value) error {
	p := NewParam(name, v, r.Source, "", 0)
	return r.put(&p, RuleComputed)
}

// SetParam sets an attribute.
func (r *Resource) SetParam(p Param) error { return r.put(&p, RuleComputed) }

func (r *Resource) put(p *Param, m Mechanism) error {
	if p.Name == "tag" {
		if err := r.tagValue(p.Value); err != nil {
			return err
		}
	}
	if i := r.find(p.Name); i >= 0 {
		r.params[i] = *p
	} else {
		r.params = append(r.params, *p)
	}
	r.record(p, m)
	return nil
}

// Tag adds tags, as the function tag() does.
func (r *Resource) Tag(tags ...string) error {
	for _, t := range tags {
		if !r.tags.add(t) {
			return r.errorf("Invalid tag '%s'", downcase(t))
		}
	}
	return nil
}

// tagValue adds what an attribute `tag` holds: the value as Ruby's splat makes a
// list of it. A hash counts as the list of its keys and values, a reference as
// the list of its attributes, of which it has none; undef is left out.
func (r *Resource) tagValue(v values.Value) error {
	if v.Kind() == values.KindType && r.cat != nil && r.cat.Ref != nil {
		if _, _, ok := r.cat.Ref(v.AsType()); ok {
			return nil
		}
	}
	if v.Kind() == values.KindHash {
		for _, e := range v.AsHash().Entries() {
			if err := r.tagElement(e.Key); err != nil {
				return err
			}
			if err := r.tagElement(e.Value); err != nil {
				return err
			}
		}
		return nil
	}
	return r.tagElement(v)
}

func (r *Resource) tagElement(v values.Value) error {
	switch v.Kind() {
	case values.KindUndef:
		return nil
	case values.KindArray:
		for _, e := range v.AsArray().Elems() {
			if err := r.tagElement(e); err != nil {
				return err
			}
		}
		return nil
	case values.KindString:
		return r.Tag(v.AsString())
	case values.KindType:
		if r.cat != nil && r.cat.Ref != nil {
			if typ, title, ok := r.cat.Ref(v.AsType()); ok {
				o := r.cat.Reference(typ, title)
				return r.Tag(o.ref())
			}
		}
	}
	return r.Tag(rubyfmt.ToS(v))
}

// Tagged reports whether the resource, or one that contains its scope, has one
// of the tags.
// puppet: parser/resource.rb, raw_tagged?
func (r *Resource) Tagged(tags ...string) bool {
	for s := r; s != nil; {
		for _, t := range tags {
			if s.tags.Has(downcase(t)) {
				return true
			}
		}
		if s.Scope == nil {
			return false
		}
		next := s.Scope.Container()
		if next == s {
			return false
		}
		s = next
	}
	return false
}

// AddScopeTags adds the tags of the resource whose body declared this one, once.
// It is done before the body of a class or defined type is evaluated, and for
// all others when they are finished.
// puppet: parser/resource.rb, finish_evaluation
func (r *Resource) AddScopeTags() {
	if r.scopeTags {
		return
	}
	r.scopeTags = true
	if r.Scope != nil {
		if c := r.Scope.Container(); c != nil && c != r {
			r.tags.merge(&c.tags)
		}
	}
}

// Isomorphic reports whether two resources of the type with one name are the
// same thing.
func (r *Resource) Isomorphic() bool { return r.Type.Native == nil || r.Type.Native.Isomorphic }

// attributes calls f for each attribute that an agent would see, in order: what
// the title stands for, then what was set; undef is left out.
// puppet: parser/resource.rb, to_hash
func (r *Resource) attributes(buf []attribute) ([]attribute, error) {
	attrs := buf[:0]
	if n := r.Type.Native; n != nil {
		if n.Plain() {
			attrs = append(attrs, attribute{name: n.Namevars[0], value: values.String(r.Title)})
		} else if name, v, ok := n.SingleTitle(r.Title); ok {
			attrs = append(attrs, attribute{name: name, value: values.String(v)})
		} else {
			err := n.ParseTitle(r.Title, func(name, v string) {
				for i := range attrs {
					if attrs[i].name == name {
						attrs[i].value = values.String(v)
						return
					}
				}
				attrs = append(attrs, attribute{name: name, value: values.String(v)})
			})
			if err != nil {
				return nil, &Error{Class: "Puppet::Error", Message: err.Error()}
			}
		}
	} else {
		attrs = append(attrs, attribute{name: "name", value: values.String(r.Title)})
	}
	titled := len(attrs)
next:
	for i := range r.params {
		p := &r.params[i]
		if p.Value.IsUndef() && p.list == nil {
			continue
		}
		for j := 0; j < titled; j++ {
			if attrs[j].name == p.Name {
				attrs[j].value, attrs[j].param = p.Value, p
				continue next
			}
		}
		attrs = append(attrs, attribute{p.Name, p.Value, p})
	}
	return attrs, nil
}

type attribute struct {
	name  string
	value values.Value
	param *Param // nil when it comes from the title
}
