package vm

import (
	"strings"
	"unsafe"

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

// collector realizes the resources that its query selects, in each round of the
// evaluation. With refs it is what realize() makes instead.
// puppet: pops/evaluator/collectors/*.rb
type collector struct {
	typ       *catalog.Type
	query     func(*catalog.Resource) bool // nil selects all
	overrides []catalog.Param
	scope     *bodyScope
	at        runtime.Place
	exported  bool
	seen      map[*catalog.Resource]bool
	collected []*catalog.Resource
	// empty is what a relationship uses in place of a collector that collects nothing.
	empty []catalog.Operand

	refs []string
	// checked is how many resources of the type were looked at when the query
	// cannot change its mind about them.
	done bool
}

// Collect makes a collector.
func (s *Site) Collect(m *Machine, sc *scope.Scope, sh *opcodes.Shape, vs []values.Value, at runtime.Place) (values.Value, error) {
	name := ""
	if vs[0].IsString() {
		name = vs[0].AsString()
	}
	if name == "class" {
		return values.Undef, runtime.Errorf("Classes cannot be collected")
	}
	if name == "" {
		return values.Undef, runtime.Errorf("Resource type %s doesn't exist", strings.ToLower(pcore.Text(vs[0])))
	}
	t := s.Cat.Type(name)
	if t.Native == nil {
		d, err := m.img.find(opcodes.DefDefine, name)
		if err != nil {
			return values.Undef, err
		}
		if d == nil {
			return values.Undef, runtime.Errorf("Resource type %s doesn't exist", strings.ToLower(name))
		}
	}
	if sh.Export {
		d := issue.NoStoreconfigs.Error()
		m.Eval.Emit(logs.Message{Level: logs.Warning, Text: d.Message, File: at.File, Line: at.Line, Pos: at.Pos, Issue: d.Code})
	}
	b := s.current()
	c := &collector{typ: t, scope: b, at: at, exported: sh.Export, seen: map[*catalog.Resource]bool{}}
	n := len(vs) - len(sh.Ops)
	var err error
	if c.overrides, err = s.params(b, sh.Ops, vs[n:]); err != nil {
		return values.Undef, err
	}
	if sh.Query != nil {
		if c.query, err = s.query(sh.Query, vs); err != nil {
			return values.Undef, err
		}
	}
	s.collectors = append(s.collectors, c)
	return values.Opaque(unsafe.Pointer(c)), nil
}

// query makes the test of a query.
// puppet: pops/evaluator/collector_transformer.rb
func (s *Site) query(q *opcodes.Query, vs []values.Value) (func(*catalog.Resource) bool, error) {
	switch q.Op {
	case opcodes.QueryIllegal:
		return nil, runtime.Errorf("Cannot transform object of class Puppet::Pops::Model::%s", q.Name)
	case opcodes.QueryAnd, opcodes.QueryOr:
		l, err := s.query(q.Left, vs)
		if err != nil {
			return nil, err
		}
		r, err := s.query(q.Right, vs)
		if err != nil {
			return nil, err
		}
		if q.Op == opcodes.QueryAnd {
			return func(x *catalog.Resource) bool { return l(x) && r(x) }, nil
		}
		return func(x *catalog.Resource) bool { return l(x) || r(x) }, nil
	}
	want, env := vs[q.Value], s.m.env
	name := q.Name
	if q.Op == opcodes.QueryNe {
		return func(x *catalog.Resource) bool { return !env.Equal(x.Get(name), want) }, nil
	}
	if name == "tag" {
		var tags []string
		for _, t := range elementsOf(want) {
			if t.IsNumber() {
				return nil, &runtime.Error{Message: "Cannot transform a number to a tag", Class: "ArgumentError"}
			}
			tags = append(tags, strings.ToLower(rubyfmt.ToS(t)))
		}
		return func(x *catalog.Resource) bool { return x.Tagged(tags...) }, nil
	}
	return func(x *catalog.Resource) bool {
		v := x.Get(name)
		if v.Kind() == values.KindArray {
			ok, err := env.In(want, v, nil)
			return ok && err == nil
		}
		return env.Equal(v, want)
	}, nil
}

func elementsOf(v values.Value) []values.Value {
	if v.Kind() == values.KindArray {
		return v.AsArray().Elems()
	}
	return []values.Value{v}
}

// collectAll lets every collector look for resources once.
func (s *Site) collectAll() (found bool, err error) {
	for _, c := range append([]*collector(nil), s.collectors...) {
		ok, err := s.collect(c)
		if err != nil {
			return found, err
		}
		found = found || ok
	}
	keep := s.collectors[:0]
	for _, c := range s.collectors {
		if !c.done {
			keep = append(keep, c)
		}
	}
	s.collectors = keep
	return found, nil
}

// puppet: collectors/abstract_collector.rb, evaluate
func (s *Site) collect(c *collector) (found bool, err error) {
	if c.query == nil && c.typ == nil {
		return s.collectRefs(c)
	}
	if c.exported {
		return false, nil // exported resources are not collected without a store
	}
	list := c.typ.Resources()
	var objects []*catalog.Resource
	for _, r := range list {
		if c.query == nil || c.query(r) {
			objects = append(objects, r)
		}
	}
	return s.take(c, objects)
}

func (s *Site) take(c *collector, objects []*catalog.Resource) (found bool, err error) {
	for _, r := range objects {
		r.Virtual = false
	}
	if len(c.overrides) > 0 && len(objects) > 0 {
		c.scope.source.Override = true
		for _, r := range objects {
			if c.seen[r] {
				continue
			}
			over, err := s.Cat.NewResource(&catalog.Declaration{Type: r.Type, Title: r.Title, Params: c.overrides,
				Defaults: c.scope.lookupDefaults(r.Type), File: c.at.File, Line: c.at.Line, Source: c.scope.source, Scope: c.scope})
			if err != nil {
				return false, err
			}
			if err := s.Cat.AddOverride(over, &s.fin); err != nil {
				return false, s.catalogError(err)
			}
		}
	}
	for _, r := range objects {
		if !c.seen[r] {
			c.seen[r] = true
			c.collected = append(c.collected, r)
			found = true
		}
	}
	return found, nil
}

func (s *Site) collectRefs(c *collector) (found bool, err error) {
	var left []string
	for _, ref := range c.refs {
		r, err := s.Cat.FindRef(ref)
		if err != nil {
			return false, err
		}
		if r == nil {
			left = append(left, ref)
			continue
		}
		r.Virtual = false
		found = true
	}
	c.refs = left
	c.done = len(left) == 0
	return found, nil
}

// unrealized are the references that realize() was given and that were never
// declared.
func (s *Site) unrealized() []string {
	var out []string
	for _, c := range s.collectors {
		out = append(out, c.refs...)
	}
	return out
}

// operands turns a value beside an arrow into what it relates.
// puppet: pops/evaluator/relationship_operator.rb, transform
func (s *Site) operands(v values.Value, dst []operand) ([]operand, error) {
	switch v.Kind() {
	case values.KindArray:
		for _, e := range v.AsArray().Elems() {
			var err error
			if dst, err = s.operands(e, dst); err != nil {
				return nil, err
			}
		}
		return dst, nil
	case values.KindOpaque:
		c := (*collector)(v.AsOpaque())
		return appendOperand(dst, operand{value: v, collector: c}), nil
	case values.KindString:
		t, err := pcore.Parse(v.AsString(), s.m.resolver())
		if err != nil {
			return nil, err
		}
		return s.operands(t.Value(), dst)
	case values.KindType:
		typ, title, ok := CatalogRef(v.AsType())
		if !ok {
			switch t := pcore.TypeOf(v).(type) {
			case *pcore.ResourceType:
				// A type without a title is noticed when the arrow is made.
				return appendOperand(dst, operand{value: v, ref: catalog.Operand{Type: s.Cat.Type(t.TypeName)}}), nil
			case *pcore.ClassType:
				return nil, runtime.Errorf("No title provided and \"class\" is not a valid resource reference")
			}
			return nil, fault(issue.NotCatalogType.Error(v.AsType().String()), ops.Self)
		}
		return appendOperand(dst, operand{value: v, ref: s.Cat.Reference(typ, title)}), nil
	}
	return nil, fault(issue.IllegalRelationshipOperandType.Error(ops.Label(v)), ops.Self)
}

type operand struct {
	value     values.Value
	collector *collector
	ref       catalog.Operand
}

func appendOperand(dst []operand, o operand) []operand {
	for _, x := range dst {
		if x.collector == o.collector && x.ref.Type == o.ref.Type && x.ref.Title == o.ref.Title {
			return dst
		}
	}
	return append(dst, o)
}

func (o *operand) catalog() catalog.Operand {
	c := o.collector
	if c == nil {
		return o.ref
	}
	return catalog.Operand{Collected: func() []*catalog.Resource { return c.collected }}
}

// Relate makes relationships between the operands of an arrow.
func (s *Site) Relate(m *Machine, op int, left, right values.Value, at runtime.Place) (values.Value, error) {
	l, err := s.operands(left, nil)
	if err != nil {
		return values.Undef, err
	}
	r, err := s.operands(right, nil)
	if err != nil {
		return values.Undef, err
	}
	from, to := l, r
	if op >= 2 { // <- and <~
		from, to = r, l
	}
	for i := range from {
		for j := range to {
			s.Cat.AddRelationship(catalog.Relationship{Source: from[i].catalog(), Target: to[j].catalog(), Notify: op == 1 || op == 3})
		}
	}
	result := r
	if len(r) == 0 {
		result = l
	}
	out := make([]values.Value, len(result))
	for i := range result {
		out[i] = result[i].value
	}
	return values.ArrayOf(out...), nil
}
