package catalog

import (
	"strings"

	"bunraku/runtime/rtypes"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// Catalog is a catalog under construction.
type Catalog struct {
	// Name is the node's name, Environment the environment's.
	Name, Environment string
	// Version and CodeID identify the code; UUID the catalog. An empty CodeID is
	// null in the wire form. Version is JSON as it stands: a number or a string.
	Version, CodeID, UUID string
	// Native finds the metadata of a resource type by its name in lower case;
	// nil when there is none. It is asked once for each type.
	Native func(name string) *rtypes.Type
	// Ref is as in [Finisher]; it is needed for the text of references among tags.
	Ref func(values.Type) (typ, title string, ok bool)
	// Rules records who set what; nil records nothing.
	Rules *RuleLog

	// Stage is Stage[main], Main is Class[main] once it was added.
	Stage, Main *Resource

	types     map[string]*Type
	resources []*Resource
	table     map[key]*Resource
	classes   []string
	tags      Tags

	// managed are the resources that go through finish: all that were declared,
	// but not Stage[main] and Class[settings].
	managed []*Resource
	// pending are classes and defined types whose bodies may still have to be
	// evaluated.
	pending       []*Resource
	overrides     map[string]*pendingOverrides
	overrideOrder []*pendingOverrides
	relationships []Relationship
	attrs         []attribute // a buffer
}

// key is a type with a title, an alias or a uniqueness key of several parts.
type key struct {
	typ   *Type
	title string
}

// New makes a catalog that holds Stage[main]. native may be nil.
func New(name, environment string, native func(name string) *rtypes.Type) *Catalog {
	c := &Catalog{Name: name, Environment: environment, Native: native, Version: "0",
		types: map[string]*Type{}, table: map[key]*Resource{}}
	if c.Native == nil {
		c.Native = rtypes.Core
	}
	stage, err := c.NewResource(&Declaration{Type: c.Type("Stage"), Title: "main", Kind: KindNative})
	if err != nil {
		panic(err) // it has no parameters
	}
	stage.Symbolic = true
	stage.tags = Tags{list: []string{"stage"}}
	if err := c.add(stage); err != nil {
		panic(err)
	}
	c.Stage = stage
	return c
}

// NewMain makes Class[main], whose title is no string in Puppet.
func (c *Catalog) NewMain(src *Source, scope Scope) *Resource {
	r := &Resource{Type: c.Type("Class"), Title: "main", Symbolic: true, Source: src, Scope: scope, index: -1, cat: c}
	r.tags.add("class")
	return r
}

// Resources are all resources in order, virtual ones too.
func (c *Catalog) Resources() []*Resource { return c.resources }

// Classes are the names of the evaluated classes in order.
func (c *Catalog) Classes() []string { return c.classes }

// Tags are the catalog's tags.
func (c *Catalog) Tags() *Tags { return &c.tags }

// AddClass notes that a class was evaluated, or that an ENC named it.
func (c *Catalog) AddClass(name string) error {
	if name == "" {
		return nil
	}
	c.classes = append(c.classes, name)
	if !c.tags.add(name) {
		return &Error{Class: "Puppet::ParseError", Message: "Invalid tag '" + downcase(name) + "'"}
	}
	return nil
}

// MergeTags adds the tags of a class or node that is declared to the catalog's.
func (c *Catalog) MergeTags(r *Resource) { c.tags.merge(&r.tags) }

// Tagged reports whether the catalog has the tag.
func (c *Catalog) Tagged(tag string) bool { return c.tags.Has(downcase(tag)) }

// AddUnmanaged adds a resource that takes no part in the later phases
// (Class[settings]).
func (c *Catalog) AddUnmanaged(r *Resource) error { return c.add(r) }

// AddResource adds a resource that was declared in the given scope.
// puppet: parser/compiler.rb, add_resource
func (c *Catalog) AddResource(scope Scope, r *Resource) error {
	c.managed = append(c.managed, r)
	if err := c.add(r); err != nil {
		return err
	}
	if r.Type.IsClass() {
		if r.Symbolic {
			c.Main = r
		}
	} else if !r.Get("stage").IsUndef() {
		return argumentError("Only classes can set 'stage'; normal resources like %s cannot change run stage", r.Ref())
	}
	if r.Type.Native == nil {
		c.pending = append(c.pending, r)
	}
	if r.Type.IsStage() || r.Type.IsClass() {
		return nil
	}
	if scope != nil {
		if container := scope.Container(); container != nil {
			c.AddEdge(container, r)
		}
	}
	return nil
}

func (c *Catalog) add(r *Resource) error {
	k := key{r.Type, r.Title}
	if old := c.table[k]; old != nil {
		msg := "Duplicate declaration: " + r.Ref() + " is already declared"
		if loc := Location(old.File, int(old.Line)); loc != "" {
			msg += " at " + loc
		}
		return &Error{Class: "Puppet::Resource::Catalog::DuplicateResourceError", Message: msg + "; cannot redeclare",
			File: r.File, Line: int(r.Line), HasPlace: true}
	}
	c.table[k] = r
	r.index = len(c.resources)
	c.resources = append(c.resources, r)
	r.Type.resources = append(r.Type.resources, r)
	return c.addAliases(r)
}

// addAliases makes a resource known by its aliases and its uniqueness key.
// puppet: resource/catalog.rb, create_resource_aliases
func (c *Catalog) addAliases(r *Resource) error {
	if v := r.Get("alias"); !v.IsUndef() {
		if err := c.aliasValue(r, v); err != nil {
			return err
		}
	}
	if !r.Isomorphic() {
		return nil
	}
	k, plain, err := c.uniquenessKey(r)
	if err != nil || plain {
		return err
	}
	return c.alias(r, k)
}

func (c *Catalog) aliasValue(r *Resource, v values.Value) error {
	switch v.Kind() {
	case values.KindUndef:
		return nil
	case values.KindArray:
		for _, e := range v.AsArray().Elems() {
			if err := c.aliasValue(r, e); err != nil {
				return err
			}
		}
		return nil
	case values.KindString:
		s := v.AsString()
		if s == r.Title {
			return nil
		}
		return c.alias(r, uniqueKey{text: s, shown: rubyfmt.InspectString(s), list: rubyfmt.InspectString(s)})
	}
	s := rubyfmt.Inspect(v)
	return c.alias(r, uniqueKey{text: "\x00" + s, shown: s, list: s})
}

// uniqueKey is a uniqueness key or an alias.
type uniqueKey struct {
	text  string // in the table
	shown string // as Ruby shows it
	list  string // its parts, for the array that Ruby shows
}

// uniquenessKey is what the namevars of a resource add up to. plain tells that
// it is just the title.
// puppet: resource.rb, uniqueness_key
func (c *Catalog) uniquenessKey(r *Resource) (k uniqueKey, plain bool, err error) {
	native := r.Type.Native
	if native == nil {
		i := r.find("name")
		if i < 0 || r.params[i].Value.IsUndef() {
			return k, true, nil
		}
		return c.keyOf([]values.Value{r.params[i].Value}, r.Title)
	}
	if native.Plain() {
		v, name := values.Undef, native.Namevars[0]
		for i := range r.params {
			if p := &r.params[i]; p.Name == name && !p.Value.IsUndef() {
				v = p.Value
			}
		}
		if v.IsUndef() || v.IsString() && v.AsString() == r.Title {
			return k, true, nil
		}
		return c.keyOf([]values.Value{v}, r.Title)
	}
	attrs, err := r.attributes(c.attrs)
	if err != nil {
		return k, true, err
	}
	c.attrs = attrs
	names := native.KeyAttributes()
	get := func(name string) values.Value {
		for i := range attrs {
			if attrs[i].name == name {
				return attrs[i].value
			}
		}
		return values.Undef
	}
	// Puppet puts the name in where the namevar and `name` have no value.
	namevar := native.Namevar()
	name := get(namevar)
	if name.IsUndef() {
		name = get("name")
	}
	if name.IsUndef() {
		name = values.String(r.Title)
	}
	parts := make([]values.Value, len(names))
	any := false
	for i, n := range names {
		parts[i] = get(n)
		if parts[i].IsUndef() && (n == namevar || n == "name") {
			parts[i] = name
		}
		any = any || !parts[i].IsUndef() && parts[i] != values.False
	}
	if !any {
		return k, true, nil
	}
	return c.keyOf(parts, r.Title)
}

func (c *Catalog) keyOf(parts []values.Value, title string) (uniqueKey, bool, error) {
	if len(parts) == 1 {
		v := parts[0]
		if v == values.False {
			return uniqueKey{}, true, nil // any? is false
		}
		if v.IsString() {
			if v.AsString() == title {
				return uniqueKey{}, true, nil
			}
			s := rubyfmt.InspectString(v.AsString())
			return uniqueKey{v.AsString(), "[" + s + "]", s}, false, nil
		}
	}
	var text, shown strings.Builder
	text.WriteByte(0)
	for i, v := range parts {
		if i > 0 {
			shown.WriteString(", ")
		}
		s := rubyfmt.Inspect(v)
		text.WriteString(s)
		text.WriteByte(0)
		shown.WriteString(s)
	}
	return uniqueKey{text.String(), "[" + shown.String() + "]", shown.String()}, false, nil
}

func (c *Catalog) alias(r *Resource, u uniqueKey) error {
	k := key{r.Type, u.text}
	if old := c.table[k]; old != nil {
		if old == r {
			return nil
		}
		msg := "Cannot alias " + r.Ref() + " to " + u.shown
		if loc := Location(r.File, int(r.Line)); loc != "" {
			msg += " at " + loc
		}
		msg += "; resource [" + rubyfmt.InspectString(r.Type.Title) + ", " + u.list + "] already declared"
		if loc := Location(old.File, int(old.Line)); loc != "" {
			msg += " " + loc
		}
		return argumentError("%s", msg)
	}
	c.table[k] = r
	return nil
}

// Find finds a resource by type and title, alias, or what the title stands for:
// File[/x/] finds File[/x]. It is nil when there is none.
// puppet: resource/catalog.rb, resource
func (c *Catalog) Find(t *Type, title string) (*Resource, error) {
	if t.IsClass() {
		if title == "" {
			title = "main"
		} else {
			title = rtypes.Title(title)
		}
	}
	if r := c.table[key{t, title}]; r != nil {
		return r, nil
	}
	if t.Native == nil || t.Native.Plain() {
		return nil, nil
	}
	probe := Resource{Type: t, Title: title}
	k, plain, err := c.uniquenessKey(&probe)
	if err != nil || plain {
		return nil, err
	}
	return c.table[key{t, k.text}], nil
}

// FindRef finds a resource by a reference as text.
func (c *Catalog) FindRef(ref string) (*Resource, error) {
	name, title, ok := SplitRef(ref)
	if !ok {
		return nil, argumentError("No title provided and %s is not a valid resource reference", rubyfmt.InspectString(ref))
	}
	return c.Find(c.Type(name), title)
}

// SplitRef takes `Type[title]` apart.
// puppet: resource.rb, extract_type_and_title
func SplitRef(ref string) (typ, title string, ok bool) {
	i := strings.IndexByte(ref, '[')
	if i < 1 || !strings.HasSuffix(strings.TrimSuffix(ref, "\n"), "]") || strings.IndexByte(ref[:i], ']') >= 0 {
		return "", "", false
	}
	end := strings.LastIndexByte(ref, ']')
	if end <= i+1 {
		return "", "", false
	}
	return ref[:i], ref[i+1 : end], true
}

// AddEdge makes a resource contain another.
func (c *Catalog) AddEdge(container, r *Resource) {
	if c.HasEdge(container, r) {
		return
	}
	if r.in == nil {
		r.in = r.inline[:0:1]
	}
	r.in = append(r.in, container)
	container.out = append(container.out, r)
}

// HasEdge reports whether one resource contains the other.
func (c *Catalog) HasEdge(container, r *Resource) bool {
	for _, s := range r.in {
		if s == container {
			return true
		}
	}
	return false
}

// AddEdgeToStage puts a class into its run stage: that of its parameter `stage`,
// or of the resource whose body included it, or main.
// puppet: parser/resource.rb, add_edge_to_stage
func (c *Catalog) AddEdgeToStage(r *Resource) error {
	if !r.IsClass() {
		return nil
	}
	name := r.Get("stage")
	given := name
	if name.IsUndef() && r.Scope != nil {
		if container := r.Scope.Container(); container != nil {
			name = container.Get("stage")
		}
	}
	stage := c.Stage
	if !name.IsUndef() {
		var err error
		if stage, err = c.Find(c.Type("Stage"), rubyfmt.ToS(name)); err != nil {
			return err
		}
	}
	if stage == nil {
		shown := "main"
		if !given.IsUndef() {
			shown = rubyfmt.ToS(given)
		}
		return argumentError("Could not find stage %s specified by %s", shown, r.Ref())
	}
	if stage != c.Stage && given.IsUndef() {
		if err := r.Set("stage", values.String(stage.Title)); err != nil {
			return err
		}
	}
	c.AddEdge(stage, r)
	return nil
}

// Unevaluated are the classes, nodes and defined types that are neither
// evaluated nor virtual, in order. The slice is the caller's.
// puppet: parser/compiler.rb, unevaluated_resources
func (c *Catalog) Unevaluated() []*Resource {
	var out []*Resource
	keep := c.pending[:0]
	for _, r := range c.pending {
		if r.Evaluated {
			continue
		}
		keep = append(keep, r)
		if !r.Virtual {
			out = append(out, r)
		}
	}
	c.pending = keep
	return out
}
