package pcore

import (
	"errors"
	"fmt"
	"strings"

	"bunraku/runtime/values"
)

// TypeSetType is a named set of types: TypeSet[{...}].
// puppet: pops/types/p_type_set_type.rb
type TypeSetType struct {
	base
	declared
	name          string
	nameAuthority string
	pcoreURI      string
	pcoreVersion  string
	version       *values.SemVer
	// Types are the types of the set by their short names, in order.
	Types       []TypeSetEntry
	references  []typeSetReference
	annotations values.Value

	expr *expr // until resolved
}

// TypeSetEntry is a type of a set.
type TypeSetEntry struct {
	Name string
	Type Type
}

type typeSetReference struct {
	alias, name, authority string
	versions               *VersionRange
	set                    *TypeSetType
}

// runtimeAuthority is the authority of names that manifests define.
const runtimeAuthority = "http://puppet.com/2016.1/runtime"

// TypeSet is TypeSet.
var TypeSet = func() *TypeSetType {
	t := newTypeSet("DefaultTypeSet")
	t.nameAuthority, t.pcoreURI, t.pcoreVersion = runtimeAuthority, "http://puppet.com/2016.1/pcore", "1.0.0"
	t.version = &values.SemVer{}
	t.done.Store(true)
	return t
}()

func newTypeSet(name string) *TypeSetType {
	t := &TypeSetType{name: name}
	t.cell.T = t
	return t
}

func declareTypeSet(name string, body *expr) *TypeSetType {
	t := newTypeSet(name)
	t.nameAuthority = runtimeAuthority
	t.expr = body
	return t
}

var typeSetDefinition = &lazyType{text: `Struct[{Optional[pcore_uri] => String[1], pcore_version => Variant[String[1], SemVer],` +
	`Optional[name_authority] => String[1], Optional[name] => Pattern[/\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z/],` +
	`Optional[version] => Variant[String[1], SemVer],` +
	`Optional[types] => Hash[Pattern[/\A[A-Z]\w*\z/], Variant[Type, Hash], 1],` +
	`Optional[references] => Hash[Pattern[/\A[A-Z]\w*\z/], Struct[{name => Pattern[/\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z/],` +
	`version_range => Variant[String[1], SemVerRange], Optional[name_authority] => String[1],` +
	`Optional[annotations] => Any}], 1], Optional[annotations] => Any}]`}

func newTypeSetFromHash(h *values.Hash, in *interpreter) (Type, error) {
	if h.Len() == 0 {
		return TypeSet, nil
	}
	t := newTypeSet("")
	if err := t.initFrom(h); err != nil {
		return nil, err
	}
	t.done.Store(true)
	return t, t.resolveReferences(in)
}

// Resolve reads the definition of a declared set and resolves its types. A second
// call does nothing.
func (t *TypeSetType) Resolve(r Resolver) error { return Resolve(t, r) }

func (t *TypeSetType) resolve(in *interpreter) error {
	if t.expr == nil {
		return nil
	}
	body := t.expr
	t.expr = nil
	err := t.resolveFrom(body, in)
	if err != nil {
		t.expr = body
	}
	return err
}

func (t *TypeSetType) resolveFrom(body *expr, in *interpreter) error {
	b := values.NewHashBuilder(len(body.entries))
	for _, kv := range body.entries {
		key, err := in.value(kv[0])
		if err != nil {
			return err
		}
		if key.IsString() && (key.AsString() == "types" || key.AsString() == "references") && kv[1].kind == exprHash {
			h := values.NewHashBuilder(len(kv[1].entries))
			for _, e := range kv[1].entries {
				name := e[0].text
				if e[0].kind != exprReference {
					n, err := in.value(e[0])
					if err != nil {
						return err
					}
					name = Text(n)
				}
				if key.AsString() == "types" {
					u, err := t.declareEntry(name, e[1])
					if err != nil {
						return err
					}
					t.Types = append(t.Types, TypeSetEntry{name, u})
					h.PutString(name, u.Value())
					continue
				}
				v, err := in.value(e[1])
				if err != nil {
					return err
				}
				h.PutString(name, v)
			}
			b.Put(key, h.Hash().Value())
			continue
		}
		v, err := in.value(kv[1])
		if err != nil {
			return err
		}
		b.Put(key, v)
	}
	if err := t.initFrom(b.Hash()); err != nil {
		return err
	}
	if err := t.resolveReferences(in); err != nil {
		return err
	}
	inner := &interpreter{resolve: t.resolver(in.resolve), session: in.session}
	for _, e := range t.Types {
		if err := inner.resolveType(e.Type); err != nil {
			return err
		}
	}
	return nil
}

// declareEntry declares a type of the set under its full name.
func (t *TypeSetType) declareEntry(name string, e *expr) (Type, error) {
	full := t.name + "::" + name
	if e.kind == exprDefaults && e.text != "Object" && e.text != "TypeSet" {
		// `Parent { ... }`: an object type with that parent
		o := newObject(full)
		o.expr = &expr{kind: exprHash, entries: append([][2]*expr{
			{literal(values.String("parent")), {kind: exprReference, text: e.text}}}, e.entries...)}
		return o, nil
	}
	return Declare(full, e.source)
}

// resolver finds the types of the set by their short names before all others.
func (t *TypeSetType) resolver(r Resolver) Resolver {
	return func(name string) (Type, error) {
		if u := t.find(name); u != nil {
			return u, nil
		}
		if u := t.find(strings.TrimPrefix(name, t.name+"::")); u != nil {
			return u, nil
		}
		if r == nil {
			return nil, nil
		}
		return r(name)
	}
}

// find is the type of the set, or of a set that it refers to, with a name.
func (t *TypeSetType) find(name string) Type {
	for _, e := range t.Types {
		if strings.EqualFold(e.Name, name) {
			return e.Type
		}
	}
	first, rest, more := strings.Cut(name, "::")
	for _, ref := range t.references {
		if ref.set == nil || !strings.EqualFold(ref.alias, first) {
			continue
		}
		if !more {
			return ref.set
		}
		return ref.set.find(rest)
	}
	return nil
}

// Find is the type of a name in the set, nil when there is none.
func (t *TypeSetType) Find(name string) Type { return t.find(name) }

func versionOf(v values.Value) (*values.SemVer, error) {
	switch v.Kind() {
	case values.KindSemVer:
		return v.AsSemVer(), nil
	case values.KindString:
		return ParseSemVer(v.AsString())
	}
	return nil, nil
}

func (t *TypeSetType) initFrom(h *values.Hash) error {
	if err := Assert("TypeSet initializer", typeSetDefinition.get(), h.Value()); err != nil {
		return err
	}
	if n := mustGet(h, "name"); t.name == "" && n.IsString() {
		t.name = n.AsString()
	}
	if n := mustGet(h, "name_authority"); t.nameAuthority == "" && n.IsString() {
		t.nameAuthority = n.AsString()
	}
	pv, err := versionOf(mustGet(h, "pcore_version"))
	if err != nil {
		return err
	}
	if pv.Major != 1 {
		return fmt.Errorf("The pcore version for TypeSet '%s' is not understood by this runtime. Expected range 1.x, got %s", t.name, SemVerText(pv))
	}
	t.pcoreVersion = SemVerText(pv)
	if u := mustGet(h, "pcore_uri"); u.IsString() {
		t.pcoreURI = u.AsString()
	}
	if t.version, err = versionOf(mustGet(h, "version")); err != nil {
		return err
	}
	if t.Types == nil {
		for _, e := range entriesOf(mustGet(h, "types")) {
			entry := TypeSetEntry{Name: e.Key.AsString()}
			switch e.Value.Kind() {
			case values.KindType:
				entry.Type = AliasOf(t.name+"::"+entry.Name, TypeOf(e.Value))
			default:
				o := newObject(t.name + "::" + entry.Name)
				if err := o.initFrom(e.Value.AsHash()); err != nil {
					return err
				}
				o.done.Store(true)
				entry.Type = o
			}
			t.Types = append(t.Types, entry)
		}
	}
	t.annotations = mustGet(h, "annotations")
	return t.initReferences(mustGet(h, "references"))
}

func (t *TypeSetType) initReferences(v values.Value) error {
	for _, e := range entriesOf(v) {
		h := e.Value.AsHash()
		ref := typeSetReference{alias: e.Key.AsString(), name: Text(mustGet(h, "name")), authority: t.nameAuthority}
		if a := mustGet(h, "name_authority"); a.IsString() {
			ref.authority = a.AsString()
		}
		switch r := mustGet(h, "version_range"); r.Kind() {
		case values.KindSemVerRange:
			ref.versions = VersionRangeOf(r)
		default:
			var err error
			if ref.versions, err = ParseVersionRange(Text(r)); err != nil {
				return err
			}
		}
		for _, o := range t.references {
			if o.name == ref.name && o.authority == ref.authority && overlaps(o.versions, ref.versions) {
				return fmt.Errorf("TypeSet '%s' references TypeSet '%s/%s' more than once using overlapping version ranges", t.name, ref.authority, ref.name)
			}
		}
		for _, u := range t.Types {
			if u.Name == ref.alias {
				return fmt.Errorf("TypeSet '%s' references a TypeSet using alias '%s'. The alias collides with the name of a declared type", t.name, ref.alias)
			}
		}
		t.references = append(t.references, ref)
	}
	return nil
}

func overlaps(r, s *VersionRange) bool {
	for _, a := range r.intervals {
		for _, b := range s.intervals {
			if _, ok := a.intersect(b); ok {
				return true
			}
		}
	}
	return false
}

func (t *TypeSetType) resolveReferences(in *interpreter) error {
	for i := range t.references {
		ref := &t.references[i]
		label := "TypeSet '" + t.name + "' reference to TypeSet named '" + ref.name + "'"
		u, err := in.lookup(ref.name)
		if err != nil {
			return err
		}
		if u == nil {
			return errors.New(label + " cannot be resolved")
		}
		set, ok := u.(*TypeSetType)
		if !ok {
			return fmt.Errorf("%s resolves to a %s", label, u.Name())
		}
		if set.version == nil || !ref.versions.Includes(set.version) {
			return fmt.Errorf("%s resolves to an incompatible version. Expected %s, got %s", label, ref.versions.Text, SemVerText(set.version))
		}
		ref.set = set
	}
	return nil
}

// Name is the set's own name.
func (t *TypeSetType) Name() string { return t.name }

// Check reports whether v is an instance: a type set.
func (t *TypeSetType) Check(v values.Value) bool {
	if v.Kind() != values.KindType {
		return false
	}
	_, ok := TypeOf(v).(*TypeSetType)
	return ok
}

func (t *TypeSetType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*TypeSetType)
	return ok && (t == TypeSet || equal(t, u))
}

func (t *TypeSetType) defines(u Type) bool {
	for _, e := range t.Types {
		if e.Type == u || equal(e.Type, u) {
			return true
		}
	}
	return false
}

// nameFor is the name that the set has for a type.
func (t *TypeSetType) nameFor(u Type, otherwise string) string {
	for _, e := range t.Types {
		if e.Type == u {
			return e.Name
		}
	}
	for _, ref := range t.references {
		if ref.set == nil {
			continue
		}
		if n := ref.set.nameFor(u, ""); n != "" {
			return ref.alias + "::" + n
		}
	}
	return otherwise
}

func (t *TypeSetType) write(p *printer) {
	if p.exact {
		p.text("TypeSet[" + t.nameAuthority + "/" + t.name)
		if t.version != nil {
			p.text(" " + SemVerText(t.version))
		}
		p.text("]")
		return
	}
	p.text("TypeSet[")
	key := func(k values.Value) { p.text(Text(k)) }
	p.entries(t.initHash(), key, func(k, v values.Value) {
		switch k.AsString() {
		case "types":
			saved := p.typeSet
			p.typeSet = t
			p.entries(v.AsHash(), key, func(_, v values.Value) { p.typ(TypeOf(v)) })
			p.typeSet = saved
		case "references":
			p.entries(v.AsHash(), key, func(_, v values.Value) { p.value(v) })
		default:
			p.value(v)
		}
	})
	p.text("]")
}

func (t *TypeSetType) initHash() *values.Hash {
	b := values.NewHashBuilder(8)
	if t.annotations.Kind() == values.KindHash {
		b.PutString("annotations", t.annotations)
	}
	if t.pcoreURI != "" {
		b.PutString("pcore_uri", values.String(t.pcoreURI))
	}
	b.PutString("pcore_version", values.String(t.pcoreVersion))
	if t.nameAuthority != "" {
		b.PutString("name_authority", values.String(t.nameAuthority))
	}
	b.PutString("name", orUndefString(t.name, t.name != ""))
	if t.version != nil {
		b.PutString("version", values.String(SemVerText(t.version)))
	}
	if len(t.Types) > 0 {
		h := values.NewHashBuilder(len(t.Types))
		for _, e := range t.Types {
			h.PutString(e.Name, e.Type.Value())
		}
		b.PutString("types", h.Hash().Value())
	}
	if len(t.references) > 0 {
		h := values.NewHashBuilder(len(t.references))
		for _, r := range t.references {
			e := values.NewHashBuilder(3)
			if r.authority != t.nameAuthority {
				e.PutString("name_authority", values.String(r.authority))
			}
			e.PutString("name", values.String(r.name))
			e.PutString("version_range", values.String(r.versions.Text))
			h.PutString(r.alias, e.Hash().Value())
		}
		b.PutString("references", h.Hash().Value())
	}
	return b.Hash()
}
