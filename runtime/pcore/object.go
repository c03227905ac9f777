package pcore

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"bunraku/runtime/values"
)

// The kinds of attributes.
const (
	KindConstant       = "constant"
	KindDerived        = "derived"
	KindGivenOrDerived = "given_or_derived"
	KindReference      = "reference"
)

// Member is an attribute, a type parameter or a function of an object type.
type Member struct {
	Name            string
	Container       *ObjectType
	Type            Type
	Kind            string // of an attribute; "" for a plain one
	Final, Override bool
	// HasValue is set when there is a default or constant Value.
	HasValue    bool
	Value       values.Value
	feature     string // attribute, type_parameter or function
	annotations values.Value
}

func (m *Member) label() string { return m.feature + " " + m.Container.label() + "[" + m.Name + "]" }

// ObjectType is Object[{...}], a type whose instances have attributes. It is
// declared by [Declare] under a name and resolved once, or made of a hash.
type ObjectType struct {
	base
	declared
	name        string
	Parent      Type
	params      []*Member
	attributes  []*Member
	functions   []*Member
	equality    []string
	hasEquality bool
	// includeType is whether instances of different types can be equal.
	includeType bool
	checks      values.Value
	annotations values.Value

	expr      *expr // until resolved
	recursive bool
	initType  *StructType
	// equalityNames are the attributes that instances are compared by.
	equalityNames []string

	newOnce sync.Once
	create  *constructor
}

// ObjectT is Object.
var ObjectT = func() *ObjectType {
	t := &ObjectType{includeType: true}
	t.cell.T = t
	return t
}()

func newObject(name string) *ObjectType {
	t := &ObjectType{name: name, includeType: true}
	t.cell.T = t
	return t
}

func newObjectFromHash(h *values.Hash) (Type, error) {
	if h.Len() == 0 {
		return ObjectT, nil
	}
	t := newObject("")
	if err := t.initFrom(h); err != nil {
		return nil, err
	}
	t.done.Store(true)
	return t, nil
}

// Declare declares the type that `type name = expr` defines: an object type, a
// type set or an alias. It is resolved when it is looked up first, or by [Resolve].
// puppet: pops/loader/type_definition_instantiator.rb
func Declare(name, text string) (Type, error) {
	e, err := parseExpr(text)
	if err != nil {
		return nil, err
	}
	kind := ""
	body := e
	switch {
	case e.kind == exprHash:
		kind = "Object"
	case e.kind == exprAccess && e.left.kind == exprReference && len(e.list) == 1 && e.list[0].kind == exprHash:
		kind, body = e.left.text, e.list[0]
	case e.kind == exprDefaults && e.text != "Object" && e.text != "TypeSet":
		t := newObject(name) // of a parent: type Sub = Base { ... }
		t.expr = &expr{kind: exprHash, entries: append([][2]*expr{{literal(values.String("parent")), {kind: exprReference, text: e.text}}}, e.entries...)}
		return t, nil
	case e.kind == exprDefaults && (e.text == "Object" || e.text == "TypeSet"):
		kind, body = e.text, &expr{kind: exprHash, entries: e.entries}
	}
	switch kind {
	case "Object":
		t := newObject(name)
		t.expr = body
		return t, nil
	case "TypeSet":
		return declareTypeSet(name, body), nil
	}
	return NewAlias(name, text), nil
}

// DeclareObject declares the type that `type name inherits parent { ... }` defines.
func DeclareObject(name, parent, text string) (*ObjectType, error) {
	e, err := parseExpr(text)
	if err != nil {
		return nil, err
	}
	if parent != "" {
		e.entries = append([][2]*expr{{literal(values.String("parent")), {kind: exprReference, text: parent}}}, e.entries...)
	}
	t := newObject(name)
	t.expr = e
	return t, nil
}

// Resolve reads the definition of a declared type. A second call does nothing.
func (t *ObjectType) Resolve(r Resolver) error { return Resolve(t, r) }

func (t *ObjectType) resolve(in *interpreter) error {
	if t.expr == nil {
		return nil
	}
	e := t.expr
	t.expr = nil
	t.recursive = true
	v, err := in.hash(e)
	if err == nil {
		err = t.initFrom(v.AsHash())
	}
	if err != nil {
		t.expr = e
		return err
	}
	g := &guard{}
	walk(t, g, func(Type) {})
	t.recursive = g.isRecursiveThis(t)
	return nil
}

// Name is the name of the type, Object when it has none.
func (t *ObjectType) Name() string { return t.label() }

func (t *ObjectType) label() string {
	if t.name == "" {
		return "Object"
	}
	return t.name
}

func (t *ObjectType) simpleName() string {
	n := t.label()
	return n[strings.LastIndex(n, ":")+1:]
}

// parentObject is the parent with aliases resolved, nil when there is none.
func (t *ObjectType) parentObject() *ObjectType {
	p := t.Parent
	for {
		a, ok := p.(*AliasType)
		if !ok {
			o, _ := p.(*ObjectType)
			return o
		}
		p = a.Resolved()
	}
}

var (
	memberNameType   = `Pattern[/\A[a-z_]\w*\z/]`
	objectDefinition = &lazyType{text: `Struct[{Optional[name] => Pattern[/\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z/], Optional[parent] => Type,` +
		`Optional[type_parameters] => Hash[` + memberNameType + `, NotUndef],` +
		`Optional[attributes] => Hash[` + memberNameType + `, NotUndef],` +
		`Optional[constants] => Hash[` + memberNameType + `, Any],` +
		`Optional[functions] => Hash[Variant[` + memberNameType + `, Enum['[]']], NotUndef],` +
		`Optional[equality] => Variant[` + memberNameType + `, Array[` + memberNameType + `]],` +
		`Optional[equality_include_type] => Boolean, Optional[checks] => Any,` +
		`Optional[annotations] => Optional[Hash[Type, Hash[` + memberNameType + `, Any]]]}]`}
	attributeDefinition = &lazyType{text: `Struct[{type => Type, Optional[final] => Boolean, Optional[override] => Boolean,` +
		`Optional[kind] => Enum[constant, derived, given_or_derived, reference], Optional[value] => Any,` +
		`Optional[annotations] => Optional[Hash[Type, Hash[` + memberNameType + `, Any]]]}]`}
	functionDefinition = &lazyType{text: `Struct[{type => Type[Callable], Optional[final] => Boolean, Optional[override] => Boolean,` +
		`Optional[annotations] => Optional[Hash[Type, Hash[` + memberNameType + `, Any]]]}]`}
	callableTypeType = &lazyType{text: `Type[Callable]`}
)

// initFrom sets the type up from its definition.
// puppet: pops/types/p_object_type.rb, _pcore_init_from_hash
func (t *ObjectType) initFrom(h *values.Hash) error {
	if err := Assert("object initializer", objectDefinition.get(), h.Value()); err != nil {
		return err
	}
	if n := mustGet(h, "name"); t.name == "" && n.IsString() {
		t.name = n.AsString()
	}
	parent := map[string]*Member{}
	parentParams := map[string]*Member{}
	if p := mustGet(h, "parent"); isType(p) {
		t.Parent = TypeOf(p)
		for o := t.parentObject(); o != nil; o = o.parentObject() {
			if o == t {
				t.Parent = nil
				return fmt.Errorf("The Object type '%s' inherits from itself", t.label())
			}
		}
		if r, ok := resolvedAlias(t.Parent).(*ReferenceType); ok {
			return fmt.Errorf("reference to unresolved type '%s'", r.Text)
		}
		if o := t.parentObject(); o != nil {
			for _, m := range o.members(true, true) {
				parent[m.Name] = m
			}
			for _, m := range o.typeParameters() {
				parentParams[m.Name] = m
			}
		}
	}
	if err := t.initParameters(mustGet(h, "type_parameters"), parentParams); err != nil {
		return err
	}
	if err := t.initAttributes(mustGet(h, "attributes"), mustGet(h, "constants"), parent); err != nil {
		return err
	}
	if err := t.initFunctions(mustGet(h, "functions"), parent); err != nil {
		return err
	}
	if v := mustGet(h, "equality_include_type"); v.IsBool() {
		t.includeType = v.AsBool()
	}
	if err := t.initEquality(mustGet(h, "equality"), parent); err != nil {
		return err
	}
	t.checks = mustGet(h, "checks")
	t.annotations = mustGet(h, "annotations")
	t.initType = t.makeInitType()
	t.equalityNames = t.collectEquality()
	return nil
}

func resolvedAlias(t Type) Type {
	for {
		a, ok := t.(*AliasType)
		if !ok {
			return t
		}
		t = a.Resolved()
	}
}

func entriesOf(v values.Value) []values.Entry {
	if v.Kind() != values.KindHash {
		return nil
	}
	return v.AsHash().Entries()
}

func (t *ObjectType) initParameters(v values.Value, parent map[string]*Member) error {
	for _, e := range entriesOf(v) {
		key := e.Key.AsString()
		m := &Member{Name: key, Container: t, feature: "type_parameter"}
		spec := e.Value
		if spec.Kind() == values.KindHash {
			if x, ok := spec.AsHash().GetString("value"); ok {
				m.Value, m.HasValue = x, true
			}
			spec = mustGet(spec.AsHash(), "type")
		}
		if err := Assert("type_parameter "+t.label()+"["+key+"]", TypeT, spec); err != nil {
			return err
		}
		m.Type = TypeOf(spec)
		if _, ok := m.Type.(*OptionalType); !ok {
			m.Type = OptionalOf(m.Type)
		}
		if err := m.assertOverride(parent); err != nil {
			return err
		}
		t.params = append(t.params, m)
	}
	return nil
}

func (t *ObjectType) initAttributes(attrs, constants values.Value, parent map[string]*Member) error {
	specs := entriesOf(attrs)
	for _, c := range entriesOf(constants) {
		key := c.Key.AsString()
		for _, s := range specs {
			if s.Key.AsString() == key {
				return fmt.Errorf("attribute %s[%s] is defined as both a constant and an attribute", t.label(), key)
			}
		}
		_, inherited := parent[key]
		m := &Member{Name: key, Container: t, feature: "attribute", Kind: KindConstant, Final: true,
			Type: InferGeneric(c.Value), Value: c.Value, HasValue: true, Override: inherited}
		if err := m.assertOverride(parent); err != nil {
			return err
		}
		t.attributes = append(t.attributes, m)
	}
	// Constants come last, as if they had been added to the attributes.
	consts := t.attributes
	t.attributes = nil
	for _, s := range specs {
		m, err := t.attribute(s.Key.AsString(), s.Value)
		if err == nil {
			err = m.assertOverride(parent)
		}
		if err != nil {
			return err
		}
		t.attributes = append(t.attributes, m)
	}
	t.attributes = append(t.attributes, consts...)
	return nil
}

func (t *ObjectType) attribute(name string, spec values.Value) (*Member, error) {
	m := &Member{Name: name, Container: t, feature: "attribute"}
	if name == "__ptype" || name == "__pvalue" {
		return nil, fmt.Errorf("The attribute '%s' is reserved and cannot be used", name)
	}
	if spec.Kind() != values.KindHash {
		if err := Assert("attribute "+t.label()+"["+name+"]", TypeT, spec); err != nil {
			return nil, err
		}
		m.Type = TypeOf(spec)
		if _, ok := m.Type.(*OptionalType); ok {
			m.HasValue = true
		}
		return m, nil
	}
	h := spec.AsHash()
	if err := Assert("initializer for "+m.label(), attributeDefinition.get(), spec); err != nil {
		return nil, err
	}
	m.readCommon(h)
	if k := mustGet(h, "kind"); k.IsString() {
		m.Kind = k.AsString()
	}
	if m.Kind == KindConstant {
		if _, given := h.GetString("final"); given && !m.Final {
			return nil, fmt.Errorf("%s of kind 'constant' cannot be combined with final => false", m.label())
		}
		m.Final = true
	}
	v, given := h.GetString("value")
	switch {
	case given && (m.Kind == KindDerived || m.Kind == KindGivenOrDerived):
		return nil, fmt.Errorf("%s of kind '%s' cannot be combined with an attribute value", m.label(), m.Kind)
	case given:
		if !v.IsDefault() {
			if err := Assert(m.label()+" value", m.Type, v); err != nil {
				return nil, err
			}
		}
		m.Value, m.HasValue = v, true
	case m.Kind == KindConstant:
		return nil, fmt.Errorf("%s of kind 'constant' requires a value", m.label())
	}
	return m, nil
}

func (m *Member) readCommon(h *values.Hash) {
	m.Type = TypeOf(mustGet(h, "type"))
	m.Final = mustGet(h, "final").Truthy()
	m.Override = mustGet(h, "override").Truthy()
	m.annotations = mustGet(h, "annotations")
}

func (t *ObjectType) initFunctions(v values.Value, parent map[string]*Member) error {
	for _, e := range entriesOf(v) {
		m := &Member{Name: e.Key.AsString(), Container: t, feature: "function"}
		if e.Value.Kind() == values.KindHash {
			if err := Assert("initializer for function '"+m.Name+"'", functionDefinition.get(), e.Value); err != nil {
				return err
			}
			m.readCommon(e.Value.AsHash())
		} else {
			if err := Assert("function "+t.label()+"["+m.Name+"]", callableTypeType.get(), e.Value); err != nil {
				return err
			}
			m.Type = TypeOf(e.Value)
		}
		for _, a := range t.attributes {
			if a.Name == m.Name {
				return fmt.Errorf("%s conflicts with attribute with the same name", m.label())
			}
		}
		if err := m.assertOverride(parent); err != nil {
			return err
		}
		t.functions = append(t.functions, m)
	}
	return nil
}

// assertOverride checks that a member may take the place of an inherited one.
func (m *Member) assertOverride(parent map[string]*Member) error {
	p := parent[m.Name]
	switch {
	case p == nil && m.Override:
		return fmt.Errorf("expected %s to override an inherited %s, but no such %s was found", m.label(), m.feature, m.feature)
	case p == nil:
		return nil
	case p.feature != m.feature:
		return fmt.Errorf("%s attempts to override %s", m.label(), p.label())
	case p.Final && !(p.Kind == KindConstant && m.Kind == KindConstant):
		return fmt.Errorf("%s attempts to override final %s", m.label(), p.label())
	case !m.Override:
		return fmt.Errorf("%s attempts to override %s without having override => true", m.label(), p.label())
	case !Assignable(p.Type, m.Type):
		return fmt.Errorf("%s attempts to override %s with a type that does not match", m.label(), p.label())
	}
	return nil
}

func (t *ObjectType) initEquality(v values.Value, parent map[string]*Member) error {
	switch v.Kind() {
	case values.KindString:
		t.equality, t.hasEquality = []string{v.AsString()}, true
	case values.KindArray:
		t.hasEquality = true
		t.equality = stringsOf(v)
	default:
		return nil
	}
	if len(t.equality) == 0 {
		return nil
	}
	if !t.includeType {
		return errors.New("equality_include_type = false cannot be combined with non empty equality specification")
	}
	var inherited []string
	if o := t.parentObject(); o != nil {
		inherited = o.equalityNames
	}
	for _, name := range t.equality {
		m := parent[name]
		if m == nil {
			for _, x := range t.members(false, true) {
				if x.Name == name {
					m = x
				}
			}
		} else if m.feature == "attribute" && contains(inherited, name) {
			definer := t.parentObject()
			for p := definer.parentObject(); p != nil && contains(p.equalityNames, name); p = p.parentObject() {
				definer = p
			}
			return fmt.Errorf("%s equality is referencing %s which is included in equality of %s", t.label(), m.label(), definer.label())
		}
		switch {
		case m == nil:
			return fmt.Errorf("%s equality is referencing non existent attribute '%s'", t.label(), name)
		case m.feature != "attribute":
			return fmt.Errorf("%s equality is referencing %s. Only attribute references are allowed", t.label(), m.label())
		case m.Kind == KindConstant:
			return fmt.Errorf("%s equality is referencing constant %s. Reference to constant is not allowed in equality", t.label(), m.label())
		}
	}
	return nil
}

func contains(ss []string, s string) bool {
	for _, x := range ss {
		if x == s {
			return true
		}
	}
	return false
}

func (t *ObjectType) collectEquality() []string {
	var out []string
	if p := t.parentObject(); p != nil {
		out = append(out, p.equalityNames...)
	}
	if t.hasEquality {
		return append(out, t.equality...)
	}
	for _, a := range t.attributes {
		if a.Kind != KindConstant && !contains(out, a.Name) {
			out = append(out, a.Name)
		}
	}
	return out
}

// members are the attributes and functions, with the parent's before them; an
// overriding member takes the place of the one it overrides.
func (t *ObjectType) members(inherited, functions bool) []*Member {
	var out []*Member
	if inherited {
		if p := t.parentObject(); p != nil {
			out = p.members(true, functions)
		}
	}
	own := t.attributes
	if functions {
		own = append(append([]*Member{}, own...), t.functions...)
	}
	return mergeMembers(out, own)
}

func mergeMembers(out, own []*Member) []*Member {
next:
	for _, m := range own {
		for i, x := range out {
			if x.Name == m.Name {
				out[i] = m
				continue next
			}
		}
		out = append(out, m)
	}
	return out
}

// Attributes are the attributes of the type and of its parents.
func (t *ObjectType) Attributes() []*Member { return t.members(true, false) }

// Member is the attribute or function of a name, or nil.
func (t *ObjectType) Member(name string) *Member {
	for _, m := range t.attributes {
		if m.Name == name {
			return m
		}
	}
	for _, m := range t.functions {
		if m.Name == name {
			return m
		}
	}
	if p := t.parentObject(); p != nil {
		return p.Member(name)
	}
	return nil
}

func (t *ObjectType) typeParameters() []*Member {
	var out []*Member
	if p := t.parentObject(); p != nil {
		out = p.typeParameters()
	}
	return mergeMembers(out, t.params)
}

// makeInitType is the struct of the attributes that new takes by name.
func (t *ObjectType) makeInitType() *StructType {
	var elems []StructElement
	for _, a := range t.Attributes() {
		if a.Kind != KindConstant && a.Kind != KindDerived {
			elems = append(elems, Element(a.Name, a.HasValue || Assignable(a.Type, Undef), a.Type))
		}
	}
	return newStruct(elems)
}

// Check reports whether v is an instance.
func (t *ObjectType) Check(v values.Value) bool {
	switch v.Kind() {
	case values.KindObject:
		u, ok := v.AsObject().Type().(Type)
		return ok && t.accepts(u, nil)
	case values.KindType:
		// Types are objects of Pcore's own object types.
		return t == ObjectT
	}
	return false
}

func (t *ObjectType) accepts(o Type, g *guard) bool {
	switch u := o.(type) {
	case *ObjectType:
		for {
			if t == ObjectT || t == u || equal(t, u) {
				return true
			}
			if u = u.parentObject(); u == nil {
				return false
			}
		}
	case *ObjectExtension:
		return assignable(t, u.Base, g)
	}
	return false
}

func (t *ObjectType) equal(u *ObjectType) bool {
	if t == u {
		return true
	}
	if t.name != u.name {
		return false
	}
	p := printer{expanded: true}
	q := printer{expanded: true}
	p.objectDefinition(t, true)
	q.objectDefinition(u, true)
	return string(p.b) == string(q.b)
}

func (t *ObjectType) walk(g *guard, visit func(Type)) {
	inside := func() {
		visit(t)
		walkAny(t.Parent, g, visit)
		for _, ms := range [][]*Member{t.params, t.attributes, t.functions} {
			for _, m := range ms {
				walk(m.Type, g, visit)
			}
		}
	}
	if !t.recursive {
		inside()
		return
	}
	g.withThis(t, func(state uint8) bool {
		if state&recursionInThis == 0 {
			inside()
		}
		return true
	})
}

// parameterOrder is the attributes in the order in which new takes them: those
// that must be given first.
func (t *ObjectType) parameterOrder() (order []StructElement, required int) {
	for _, e := range t.initType.Elements {
		if !e.Optional {
			order = append(order, e)
		}
	}
	required = len(order)
	for _, e := range t.initType.Elements {
		if e.Optional {
			order = append(order, e)
		}
	}
	return order, required
}
