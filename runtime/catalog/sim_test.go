package catalog

import (
	"strings"

	"bunraku/runtime/logs"
	"bunraku/runtime/rtypes"
	"bunraku/runtime/values"
)

// sim makes the calls that an evaluation makes, with bodies of classes and
// defined types written in Go.
type sim struct {
	*Catalog
	fin     Finisher
	top     *simScope
	classes map[string]*simClass
	defines map[string]func(s *simScope, r *Resource) error
	// collectors run until nothing is found any more.
	collectors []*simCollector
	realize    []string
	warnings   []string
}

type simClass struct {
	parent string
	body   func(s *simScope) error
	src    *Source
	scope  *simScope
}

type simScope struct {
	sim      *sim
	parent   *simScope
	resource *Resource
	source   *Source
	defaults map[*Type][]Param
}

func (s *simScope) Container() *Resource {
	if s == nil {
		return nil
	}
	return s.resource
}

func (s *simScope) IsDefault(t *Type, name string, v values.Value) bool {
	for ; s != nil; s = s.parent {
		for _, p := range s.defaults[t] {
			if p.Name == name && values.Eql(p.Value, v) {
				return true
			}
		}
	}
	return false
}

func (s *simScope) lookupDefaults(t *Type) []Param {
	var out []Param
	if s.parent != nil {
		out = s.parent.lookupDefaults(t)
	}
next:
	for _, p := range s.defaults[t] {
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

type simCollector struct {
	typ       string
	query     func(*Resource) bool
	overrides []Param
	src       *Source
	scope     *simScope
	seen      map[*Resource]bool
	collected []*Resource
}

// fakeRef is a reference to a resource.
type fakeRef struct{ typ, title string }

func (f fakeRef) String() string           { return f.typ + "['" + f.title + "']" }
func (f fakeRef) Equal(o values.Type) bool { return f == o }
func (f fakeRef) HashKey() string          { return f.String() }
func ref(typ, title string) values.Value   { return values.TypeValue(fakeRef{typ, title}) }
func refOf(t values.Type) (string, string, bool) {
	f, ok := t.(fakeRef)
	return f.typ, f.title, ok
}

func str(s string) values.Value           { return values.String(s) }
func arr(vs ...values.Value) values.Value { return values.ArrayOf(vs...) }

func newSim() *sim {
	native := func(name string) *rtypes.Type {
		if name == "keystone_user" {
			return keystoneUser
		}
		return rtypes.Core(name)
	}
	c := New("node.example.org", "production", native)
	c.UUID = "00000000-0000-0000-0000-000000000000"
	s := &sim{Catalog: c, classes: map[string]*simClass{}, defines: map[string]func(*simScope, *Resource) error{}}
	s.fin = Finisher{Ref: refOf, Strict: StrictWarning, Warn: func(m logs.Message) { s.warnings = append(s.warnings, m.Text) }}
	s.top = &simScope{sim: s, source: &Source{Name: "Class[main]"}, defaults: map[*Type][]Param{}}
	return s
}

var keystoneUser = func() *rtypes.Type {
	t, err := rtypes.ParseGenerated(`Puppet::Resource::ResourceType3.new('keystone_user', [],
 [Puppet::Resource::Param(Any, 'name', true), Puppet::Resource::Param(Any, 'domain', true)],
 {/^(.+)::(.+)$/ => ['name', 'domain']}, true, false)`, "keystone", func(string, uint8) (func(string) []string, error) {
		return func(s string) []string {
			a, b, ok := strings.Cut(s, "::")
			if !ok {
				return nil
			}
			return []string{a, b}
		}, nil
	})
	if err != nil {
		panic(err)
	}
	return t
}()

func (s *simScope) child(r *Resource, src *Source) *simScope {
	return &simScope{sim: s.sim, parent: s, resource: r, source: src, defaults: map[*Type][]Param{}}
}

// p is a parameter of the body at the line.
func (s *simScope) p(line int, name string, v values.Value) Param {
	return NewParam(name, v, s.source, "", line)
}

func (s *simScope) declare(line int, typ string, titles []string, params ...Param) error {
	_, err := s.declareAs(Declaration{Line: line}, typ, titles, params...)
	return err
}

func (s *simScope) declareAs(d Declaration, typ string, titles []string, params ...Param) ([]*Resource, error) {
	c := s.sim.Catalog
	t := c.Type(typ)
	var out []*Resource
	for _, title := range titles {
		d.Type, d.Title, d.Params, d.Source, d.Scope = t, title, params, s.source, s
		d.Defaults = s.lookupDefaults(t)
		switch {
		case t.Native != nil:
			d.Kind = KindNative
		case t.IsClass():
			d.Kind = KindClass
		default:
			d.Kind = KindDefine
		}
		r, err := c.NewResource(&d)
		if err != nil {
			return nil, err
		}
		if t.IsClass() {
			c.MergeTags(r)
		}
		if err := c.AddResource(s, r); err != nil {
			return nil, err
		}
		if t.IsClass() {
			if err := s.sim.evaluate(r); err != nil {
				return nil, err
			}
		}
		out = append(out, r)
	}
	return out, nil
}

func (s *simScope) include(names ...string) ([]*Resource, error) {
	var out []*Resource
	for _, n := range names {
		r, err := s.ensure(n)
		if err != nil {
			return nil, err
		}
		if err := s.sim.evaluate(r); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func (s *simScope) ensure(name string) (*Resource, error) {
	c := s.sim.Catalog
	if r, err := c.Find(c.Type("Class"), name); r != nil || err != nil {
		return r, err
	}
	cl := s.sim.classes[name]
	r, err := c.NewResource(&Declaration{Type: c.Type("Class"), Title: name, Source: cl.source(s.sim), Scope: s})
	if err != nil {
		return nil, err
	}
	if cl.parent != "" {
		if _, err := s.ensure(cl.parent); err != nil {
			return nil, err
		}
	}
	c.MergeTags(r)
	return r, c.AddResource(s, r)
}

func (cl *simClass) source(s *sim) *Source {
	if cl.src == nil {
		cl.src = &Source{Name: "class"}
		if cl.parent != "" {
			cl.src.Parent = s.classes[cl.parent].source(s)
		}
	}
	return cl.src
}

// evaluate evaluates the body of a class or defined type.
func (s *sim) evaluate(r *Resource) error {
	if r.Evaluated {
		return nil
	}
	r.Evaluated = true
	r.AddScopeTags()
	scope := r.Scope.(*simScope)
	if !r.IsClass() {
		return s.defines[r.Type.Lower](scope.child(r, &Source{Name: r.Type.Lower}), r)
	}
	name := strings.ToLower(r.Title)
	cl := s.classes[name]
	if cl.parent != "" {
		p, err := s.Find(r.Type, cl.parent)
		if err != nil {
			return err
		}
		if err := s.evaluate(p); err != nil {
			return err
		}
		scope = s.classes[cl.parent].scope
	}
	cl.scope = scope.child(r, cl.source(s))
	if err := s.AddClass(name); err != nil {
		return err
	}
	if err := s.AddEdgeToStage(r); err != nil {
		return err
	}
	return cl.body(cl.scope)
}

func (s *simScope) override(line int, typ, title string, params ...Param) error {
	c := s.sim.Catalog
	o, err := c.NewResource(&Declaration{Type: c.Type(typ), Title: title, Params: params, Line: line, Source: s.source, Scope: s})
	if err != nil {
		return err
	}
	return c.AddOverride(o, &s.sim.fin)
}

func (s *simScope) collect(typ string, query func(*Resource) bool, overrides ...Param) *simCollector {
	col := &simCollector{typ: typ, query: query, overrides: overrides, src: s.source, scope: s, seen: map[*Resource]bool{}}
	s.sim.collectors = append(s.sim.collectors, col)
	return col
}

func (col *simCollector) operand() Operand {
	return Operand{Collected: func() []*Resource { return col.collected }}
}

// puppet: pops/evaluator/collectors/abstract_collector.rb
func (col *simCollector) evaluate(s *sim) (bool, error) {
	found := false
	for _, r := range s.Type(col.typ).Resources() {
		if !col.query(r) {
			continue
		}
		r.Virtual = false
		if col.seen[r] {
			continue
		}
		if len(col.overrides) > 0 {
			col.src.Override = true
			if err := col.scope.override(1, col.typ, r.Title, col.overrides...); err != nil {
				return false, err
			}
		}
		col.seen[r] = true
		col.collected = append(col.collected, r)
		found = true
	}
	return found, nil
}

// run is the whole evaluation.
func (s *sim) run(main func(top *simScope) error) ([]byte, error) {
	settings := &Resource{Type: s.Type("Class"), Title: "Settings", index: -1}
	settings.tags.add("class")
	settings.tags.add("settings")
	if err := s.AddUnmanaged(settings); err != nil {
		return nil, err
	}
	if err := s.AddClass("settings"); err != nil {
		return nil, err
	}
	s.AddEdge(s.Stage, settings)
	m := s.NewMain(s.top.source, s.top)
	s.top.resource = m
	if err := s.AddResource(s.top, m); err != nil {
		return nil, err
	}
	m.Evaluated = true
	if err := s.AddEdgeToStage(m); err != nil {
		return nil, err
	}
	if err := main(s.top); err != nil {
		return nil, err
	}
	for again := true; again; {
		again = false
		for _, col := range s.collectors {
			found, err := col.evaluate(s)
			if err != nil {
				return nil, err
			}
			again = again || found
		}
		var left []string
		for _, name := range s.realize {
			r, err := s.FindRef(name)
			if err != nil {
				return nil, err
			}
			if r == nil {
				left = append(left, name)
				continue
			}
			r.Virtual = false
			again = true
		}
		s.realize = left
		for _, r := range s.Unevaluated() {
			again = true
			if err := s.evaluate(r); err != nil {
				return nil, err
			}
		}
	}
	if err := s.Finish(&s.fin); err != nil {
		return nil, err
	}
	if err := s.CheckOverrides(); err != nil {
		return nil, err
	}
	if err := CheckRealized(s.realize); err != nil {
		return nil, err
	}
	if err := s.CheckRelationships(&s.fin); err != nil {
		return nil, err
	}
	return s.AppendJSON(nil, &Wire{Ref: refOf, Rich: simRich})
}

// simRich knows the few rich values of the cases.
func simRich(v values.Value, _ *Resource, _ string) (values.Value, error) {
	pair := func(typ, val string) (values.Value, error) {
		return values.HashOf(values.Entry{Key: str("__ptype"), Value: str(typ)}, values.Entry{Key: str("__pvalue"), Value: str(val)}), nil
	}
	switch v.Kind() {
	case values.KindDefault:
		return values.HashOf(values.Entry{Key: str("__ptype"), Value: str("Default")}), nil
	case values.KindRegexp:
		return pair("Regexp", v.AsRegexp().Source)
	case values.KindTimestamp:
		return pair("Timestamp", "2020-01-01T00:00:00.000000000 UTC")
	case values.KindSensitive:
		return values.HashOf(values.Entry{Key: str("__ptype"), Value: str("Sensitive")}, values.Entry{Key: str("__pvalue"), Value: v.AsSensitive()}), nil
	}
	return values.HashOf(values.Entry{Key: str("__ptype"), Value: str("Pcore::IntegerType")}, values.Entry{Key: str("from"), Value: values.Int(1)}, values.Entry{Key: str("to"), Value: values.Int(2)}), nil
}
