package catalog

import (
	"strings"

	"bunraku/runtime/logs"
	"bunraku/runtime/rtypes"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// pendingOverrides are overrides of a resource that was not declared yet.
type pendingOverrides struct {
	ref  string
	list []*Resource
}

// Strict is what an override of an already evaluated resource is.
type Strict uint8

// Whether the override is let through, warned of or an error.
const (
	StrictOff Strict = iota
	StrictWarning
	StrictError
)

// Finisher is what the later phases ask of the evaluation.
type Finisher struct {
	Strict Strict
	Warn   logs.Sink
	// Validate checks the parameters of a resource that is no native type
	// against its definition; nil checks nothing.
	Validate func(*Resource) error
	// Ref is the catalog entry that a Type value stands for: the name of the
	// resource type, the title, and whether it is one. Needed for references
	// among parameters.
	Ref func(values.Type) (typ, title string, ok bool)
}

// AddOverride applies an override (a resource that is not in the catalog) at
// once when its resource is there, and keeps it until Finish otherwise.
// puppet: parser/compiler.rb, add_override
func (c *Catalog) AddOverride(over *Resource, f *Finisher) error {
	r, err := c.Find(over.Type, over.Title)
	if err != nil {
		return err
	}
	if r != nil {
		return c.Merge(r, over, f)
	}
	ref := over.Ref()
	p := c.overrides[ref]
	if p == nil {
		p = &pendingOverrides{ref: ref}
		if c.overrides == nil {
			c.overrides = map[string]*pendingOverrides{}
		}
		c.overrides[ref] = p
		c.overrideOrder = append(c.overrideOrder, p)
	}
	p.list = append(p.list, over)
	return nil
}

// Merge applies an override to a resource.
// puppet: parser/resource.rb, merge
func (c *Catalog) Merge(r, over *Resource, f *Finisher) error {
	if r.Source != over.Source && !over.Source.childOf(r.Source) {
		return over.errorf("Only subclasses can override parameters")
	}
	if r.Evaluated && f.Strict != StrictOff {
		msg := "Attempt to override an already evaluated resource"
		if loc := Location(r.File, int(r.Line)); loc != "" {
			msg += ", defined at " + loc + ","
		}
		msg += " with new values"
		if f.Strict == StrictError {
			return over.errorf("%s", msg)
		}
		if loc := Location(over.File, int(over.Line)); loc != "" {
			msg += " " + loc
		}
		if f.Warn != nil {
			f.Warn(logs.Message{Level: logs.Warning, Text: msg})
		}
	}
	for i := range over.params {
		if err := r.override(&over.params[i]); err != nil {
			return err
		}
	}
	return nil
}

// anonymousSource is how Puppet shows who set a parameter: the definition has
// no text form of its own, and the address of the object is of no use.
const anonymousSource = "#<Puppet::Resource::Type:0x0000000000000000>"

// override applies one attribute of an override.
// puppet: parser/resource.rb, override_parameter
func (r *Resource) override(p *Param) error {
	i := r.find(p.Name)
	if i < 0 {
		return r.put(p, RuleOverride)
	}
	current := &r.params[i]
	if r.Scope != nil && r.Scope.IsDefault(r.Type, p.Name, p.Value) {
		r.record(p, RuleRejectedIs)
		return nil
	}
	if !p.Source.childOf(current.Source) &&
		!(p.Source == current.Source && r.Scope != nil && r.Scope.IsDefault(r.Type, p.Name, current.Value)) {
		msg := "Parameter '" + p.Name + "' is already set on " + r.Ref()
		if current.Source != nil {
			msg += " by " + anonymousSource
		}
		if loc := Location(current.File, int(current.Line)); loc != "" {
			msg += " at " + loc
		}
		return parseError(p.File, p.Line, "%s; cannot redefine", msg)
	}
	if p.Add {
		var all []values.Value
		all = flatten(all, current.value())
		all = flatten(all, p.Value)
		q := NewParam(p.Name, values.ArrayOf(all...), p.Source, p.File, int(p.Line))
		q.Add = true
		return r.put(&q, RuleOverride)
	}
	return r.put(p, RuleOverride)
}

// flatten appends v, or the elements of v and of arrays in it.
func flatten(dst []values.Value, v values.Value) []values.Value {
	if v.Kind() != values.KindArray {
		return append(dst, v)
	}
	for _, e := range v.AsArray().Elems() {
		dst = flatten(dst, e)
	}
	return dst
}

// Operand is one side of a relationship: a resource, or a collector with the
// resources that it has collected when relationships are made.
type Operand struct {
	Type  *Type
	Title string
	// Collected gives the resources of a collector; nil for a plain reference.
	Collected func() []*Resource
	// Alternative gives what stands for a collector that collected nothing as the
	// source of an arrow: what stood on the left of the arrow that the collector
	// was the right side of. nil when there is none.
	Alternative func() []Operand
	// Text is what messages call an operand of an Alternative: the type as it is
	// written, Notify['x'].
	Text string
}

func (o *Operand) ref() string { return o.Type.Title + "[" + o.Title + "]" }

// ClassOperand and others are made by the evaluation; Reference makes the
// operand of a reference, with a class's title in its capital form.
func (c *Catalog) Reference(typ, title string) Operand {
	t := c.Type(typ)
	if t.IsClass() {
		title = rtypes.Title(title)
	}
	return Operand{Type: t, Title: title}
}

// Relationship is one arrow between two operands.
type Relationship struct {
	Source, Target Operand
	// Notify tells ~> from ->.
	Notify bool
}

// AddRelationship keeps an arrow until Finish.
func (c *Catalog) AddRelationship(r Relationship) { c.relationships = append(c.relationships, r) }

// relate turns an arrow into parameters of its source resources.
// puppet: parser/relationship.rb
func (c *Catalog) relate(rel *Relationship) error {
	sources, err := c.operand(&rel.Source, true)
	if err != nil {
		return err
	}
	for _, s := range sources {
		targets, err := c.operand(&rel.Target, false)
		if err != nil {
			return err
		}
		for _, t := range targets {
			if err := c.arrow(s, t, rel.Notify); err != nil {
				return err
			}
		}
	}
	return nil
}

// end is one end of an arrow: the reference, what a message calls it, and the
// resource if there is one.
type end struct {
	ref, shown string
	r          *Resource
}

func (c *Catalog) operand(o *Operand, source bool) ([]end, error) {
	if o.Collected == nil {
		if o.Title == "" {
			return []end{{ref: o.Type.Title + "[]", shown: o.Type.Title + "[]"}}, nil
		}
		r, err := c.Find(o.Type, o.Title)
		e := end{o.ref(), o.Text, r}
		if e.shown == "" {
			e.shown = e.ref
		}
		return []end{e}, err
	}
	list := o.Collected()
	if len(list) == 0 && source && o.Alternative != nil {
		var ends []end
		for _, a := range o.Alternative() {
			more, err := c.operand(&a, true)
			if err != nil {
				return nil, err
			}
			ends = append(ends, more...)
		}
		return ends, nil
	}
	ends := make([]end, len(list))
	for i, r := range list {
		ends[i] = end{r.Ref(), r.Ref(), r}
	}
	return ends, nil
}

func (c *Catalog) arrow(s, t end, notify bool) error {
	if s.r == nil && strings.HasSuffix(s.ref, "[]") {
		return argumentError("No title provided and \"%s\" is not a valid resource reference", s.ref)
	}
	if s.r == nil {
		return argumentError("Could not find resource '%s' for relationship on '%s'", s.shown, t.shown)
	}
	if t.r == nil && strings.HasSuffix(t.ref, "[]") {
		return argumentError("No title provided and \"%s\" is not a valid resource reference", t.ref)
	}
	if t.r == nil {
		return argumentError("Could not find resource '%s' for relationship from '%s'", t.shown, s.shown)
	}
	name := "before"
	if notify {
		name = "notify"
	}
	r := s.r
	i := r.find(name)
	if i < 0 || r.params[i].list == nil {
		var base []values.Value
		if i >= 0 && !r.params[i].Value.IsUndef() {
			base = []values.Value{r.params[i].Value}
		}
		p := NewParam(name, values.ArrayOf(base...), r.Source, "", 0)
		if i < 0 {
			i = len(r.params)
			r.params = append(r.params, p)
		} else {
			r.params[i] = p
		}
	}
	l := r.params[i].list
	l.added = append(l.added, t.ref)
	if r.cat != nil && r.cat.Rules != nil {
		r.record(&Param{Name: name, Value: values.String(t.ref), Source: r.Source, Add: true}, RuleRelation)
	}
	return nil
}

// Finish does what is left once nothing more is generated: relationships,
// overrides that waited, tags, Sensitive values, checks of attributes, and the
// metaparameters that containers pass on. It is called once.
// puppet: parser/compiler.rb, finish
func (c *Catalog) Finish(f *Finisher) error {
	for i := range c.relationships {
		if err := c.relate(&c.relationships[i]); err != nil {
			return err
		}
	}
	for _, r := range c.managed {
		if len(c.overrides) > 0 {
			if p := c.overrides[r.Ref()]; p != nil {
				for _, over := range p.list {
					if err := c.Merge(r, over, f); err != nil {
						return err
					}
				}
				p.list = nil
			}
		}
		if err := r.finish(f); err != nil {
			return err
		}
	}
	return c.passMetaparams()
}

// puppet: parser/resource.rb, finish
func (r *Resource) finish(f *Finisher) error {
	if r.finished {
		return nil
	}
	r.finished = true
	r.AddScopeTags()
	for i := range r.params {
		if p := &r.params[i]; p.Value.Kind() == values.KindSensitive {
			r.sensitive = append(r.sensitive, p.Name)
			p.Value = p.Value.AsSensitive()
		}
	}
	if r.Type.Native == nil {
		if f.Validate != nil {
			return f.Validate(r)
		}
		return nil
	}
	for i := range r.params {
		if name := r.params[i].Name; !r.Type.Native.Valid(name) {
			inner := r.errorf("no parameter named '%s'", name)
			return r.errorf("%s on %s", inner.Error(), r.Ref())
		}
	}
	return nil
}

// passedOn are the metaparameters that a container passes to what it contains.
var passedOn = [...]string{"noop", "schedule", "audit", "loglevel", "alias", "tag", "stage"}

// inherited is what one container passes on.
type inherited [len(passedOn)]values.Value

// passMetaparams walks from Class[main] along the edges, breadth first.
// puppet: parser/compiler.rb, add_resource_metaparams; graph/simple_graph.rb, walk
func (c *Catalog) passMetaparams() error {
	if c.Main == nil {
		return &Error{Class: "RuntimeError", Message: "Couldn't find main"}
	}
	data := map[*Resource]*inherited{}
	own := func(r *Resource) *inherited {
		var d *inherited
		for i := range r.params {
			p := &r.params[i]
			for j, name := range passedOn {
				if p.Name == name && !p.Value.IsUndef() {
					if d == nil {
						d = new(inherited)
					}
					d[j] = p.Value
				}
			}
		}
		return d
	}
	seen := make([]bool, len(c.resources))
	queue := []*Resource{c.Main}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		if seen[node.index] {
			continue
		}
		seen[node.index] = true
		if len(node.out) == 0 {
			continue
		}
		d := data[node]
		if d == nil {
			if d = own(node); d != nil {
				data[node] = d
			}
		}
		for _, target := range node.out {
			if d != nil {
				for j, v := range d {
					if v.IsUndef() || !target.Get(passedOn[j]).IsUndef() {
						continue
					}
					p := NewParam(passedOn[j], v, target.Source, "", 0)
					if err := target.put(&p, RuleContainer); err != nil {
						return err
					}
				}
				if len(target.out) > 0 {
					merged := *d
					if o := own(target); o != nil {
						for j, v := range o {
							if !v.IsUndef() {
								merged[j] = v
							}
						}
					}
					data[target] = &merged
				}
			}
			target.tags.merge(&node.tags)
		}
		queue = append(queue, node.out...)
	}
	return nil
}

// CheckOverrides is the error of overrides whose resources were never declared.
// puppet: parser/compiler.rb, fail_on_unevaluated_overrides
func (c *Catalog) CheckOverrides() error {
	var refs []string
	for _, p := range c.overrideOrder {
		for range p.list {
			refs = append(refs, p.ref)
		}
	}
	if refs == nil {
		return nil
	}
	return &Error{Class: "Puppet::ParseError", HasPlace: true,
		Message: "Could not find resource(s) " + strings.Join(refs, ", ") + " for overriding"}
}

// CheckRealized is the error of references that realize() was given and that
// were never declared.
func CheckRealized(refs []string) error {
	if len(refs) == 0 {
		return nil
	}
	return &Error{Class: "Puppet::ParseError", HasPlace: true,
		Message: "Failed to realize virtual resources " + strings.Join(refs, ", ")}
}

// CheckRelationships is the error of the first relationship metaparameter that
// names a resource that is not in the catalog.
// puppet: parser/compiler/catalog_validator/relationship_validator.rb
func (c *Catalog) CheckRelationships(f *Finisher) error {
	for _, r := range c.resources {
		if r.Virtual {
			continue
		}
		for i := range r.params {
			p := &r.params[i]
			if !rtypes.IsRelationshipParam(p.Name) {
				continue
			}
			if p.list == nil {
				if err := c.checkTarget(p, p.Value, f); err != nil {
					return err
				}
				continue
			}
			for _, v := range p.list.base {
				if err := c.checkTarget(p, v, f); err != nil {
					return err
				}
			}
			for _, ref := range p.list.added {
				if err := c.checkRef(p, ref); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (c *Catalog) checkTarget(p *Param, v values.Value, f *Finisher) error {
	switch v.Kind() {
	case values.KindUndef:
		return nil
	case values.KindArray:
		for _, e := range v.AsArray().Elems() {
			if err := c.checkTarget(p, e, f); err != nil {
				return err
			}
		}
		return nil
	case values.KindString:
		return c.checkRef(p, v.AsString())
	case values.KindType:
		if f.Ref != nil {
			if typ, title, ok := f.Ref(v.AsType()); ok {
				o := c.Reference(typ, title)
				if title == "" {
					return c.checkRef(p, o.ref())
				}
				r, err := c.Find(o.Type, o.Title)
				if err != nil {
					return err
				}
				if r == nil {
					return missing(p, o.ref())
				}
				return nil
			}
		}
		return c.checkRef(p, v.AsType().String())
	}
	return c.checkRef(p, rubyfmt.ToS(v))
}

func (c *Catalog) checkRef(p *Param, ref string) error {
	r, err := c.FindRef(ref)
	if err != nil {
		if e, ok := err.(*Error); ok && e.Class == "ArgumentError" {
			return &Error{Class: "Puppet::Parser::Compiler::CatalogValidationError", Message: e.Message,
				File: p.File, Line: int(p.Line), HasPlace: true}
		}
		return err
	}
	if r == nil {
		return missing(p, ref)
	}
	return nil
}

func missing(p *Param, ref string) error {
	return &Error{Class: "Puppet::Parser::Compiler::CatalogValidationError",
		Message: "Could not find resource '" + ref + "' in parameter '" + p.Name + "'",
		File:    p.File, Line: int(p.Line), HasPlace: true}
}
