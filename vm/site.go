package vm

import (
	"errors"

	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/catalog"
	"bunraku/runtime/pcore"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

// Node is the node that a catalog is made for.
type Node struct {
	Name string
	// Variables are the variables of the top scope: facts, $facts, $trusted,
	// parameters of an ENC ...
	Variables []Variable
	// Settings are the variables of the scope `settings`.
	Settings []Variable
	// Classes are those of an ENC, in order; Params is nil for a class that is
	// included.
	Classes []NodeClass
}

// Variable is a name with its value.
type Variable struct {
	Name  string
	Value values.Value
}

// NodeClass is a class that an ENC names.
type NodeClass struct {
	Name   string
	Params *values.Hash
}

// Site is the evaluation of one node's catalog: what Puppet's compiler does.
// puppet: parser/compiler.rb
type Site struct {
	m   *Machine
	Cat *catalog.Catalog
	fin catalog.Finisher
	// Lookup finds the value of a class parameter in data; nil finds nothing.
	Lookup func(key string) (values.Value, bool, error)
	// AfterMain, which may be nil, gives the value of the evaluation in place of
	// the main manifest's.
	AfterMain func() (values.Value, error)
	// Module is the module that a file belongs to, "" for none.
	Module func(file string) string

	depth      int // of classes that inherit from one another
	topScope   *bodyScope
	nodeScope  *bodyScope
	classes    map[string]*bodyScope
	sources    map[*definition]*catalog.Source
	collectors []*collector
	scopes     map[*scope.Scope]*bodyScope
}

// bodyScope is the scope of a class, node, defined type or of the top: its
// variables, and what resources ask of it.
type bodyScope struct {
	*scope.Scope
	// parent is the scope in which the body's resource was declared: resource
	// defaults are looked up along it.
	parent   *bodyScope
	resource *catalog.Resource
	source   *catalog.Source
	module   string
	defaults map[*catalog.Type][]catalog.Param
}

var _ catalog.Scope = (*bodyScope)(nil)

// Container is the resource of the body.
func (s *bodyScope) Container() *catalog.Resource {
	if s == nil {
		return nil
	}
	return s.resource
}

// IsDefault reports whether the value is a resource default.
func (s *bodyScope) IsDefault(t *catalog.Type, name string, v values.Value) bool {
	for ; s != nil; s = s.parent {
		for i := range s.defaults[t] {
			if p := &s.defaults[t][i]; p.Name == name && values.Eql(p.Value, v) {
				return true
			}
		}
	}
	return false
}

// lookupDefaults are the defaults for a type, outer scopes first.
// puppet: parser/scope.rb, lookupdefaults
func (s *bodyScope) lookupDefaults(t *catalog.Type) []catalog.Param {
	var out []catalog.Param
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

// NewSite prepares the evaluation of a node's catalog on a machine.
func NewSite(m *Machine, cat *catalog.Catalog, strict catalog.Strict) *Site {
	s := &Site{m: m, Cat: cat, classes: map[string]*bodyScope{}, sources: map[*definition]*catalog.Source{},
		scopes: map[*scope.Scope]*bodyScope{}}
	s.fin = catalog.Finisher{Strict: strict, Warn: m.Eval.Emit, Ref: CatalogRef, Validate: s.validate}
	s.topScope = &bodyScope{Scope: m.top, source: &catalog.Source{Name: "Class[main]"}}
	s.adopt(s.topScope)
	m.Catalog = s
	m.Eval.Site = s
	return s
}

func (s *Site) adopt(b *bodyScope) { s.scopes[b.Scope] = b }

// current is the body scope of the code that is running.
func (s *Site) current() *bodyScope {
	for i := len(s.m.frames) - 1; i >= 0; i-- {
		if b := s.scopes[s.m.frames[i].scope]; b != nil {
			return b
		}
	}
	return s.topScope
}

// CatalogRef takes a reference apart.
func CatalogRef(t values.Type) (typ, title string, ok bool) {
	switch t := t.(type) {
	case *pcore.ResourceType:
		return t.TypeName, t.Title, t.HasTitle
	case *pcore.ClassType:
		return "Class", t.ClassName, t.ClassName != ""
	}
	return "", "", false
}

// Compile evaluates the main manifest and everything that follows from it.
// puppet: parser/compiler.rb, compile
func (s *Site) Compile(node *Node, mains ...*opcodes.Program) (v values.Value, finished bool, err error) {
	for _, v := range node.Variables {
		s.m.top.Set(v.Name, v.Value)
	}
	// What an ENC names is noted first, whether it exists or not.
	for _, c := range node.Classes {
		if err := s.Cat.AddClass(c.Name); err != nil {
			return v, false, err
		}
	}
	if err := s.settings(node); err != nil {
		return v, false, err
	}
	if v, err = s.evaluateMain(mains); err != nil {
		return v, false, err
	}
	if err := s.evaluateNode(node); err != nil {
		return v, true, err
	}
	if err := s.nodeClasses(node); err != nil {
		return v, true, err
	}
	if err := s.generate(); err != nil {
		return v, true, err
	}
	return v, true, s.finish()
}

func (s *Site) settings(node *Node) error {
	r, err := s.Cat.NewResource(&catalog.Declaration{Type: s.Cat.Type("Class"), Title: "settings", Scope: s.topScope, Source: s.topScope.source})
	if err != nil {
		return err
	}
	r.Evaluated = true
	if err := s.Cat.AddUnmanaged(r); err != nil {
		return err
	}
	sc := &bodyScope{Scope: &scope.Scope{Kind: scope.Class, Name: "settings", Parent: s.m.top}, parent: s.topScope, resource: r}
	for _, v := range node.Settings {
		sc.Set(v.Name, v.Value)
	}
	s.m.classes["settings"] = sc.Scope
	s.adopt(sc)
	if err := s.Cat.AddClass("settings"); err != nil {
		return err
	}
	s.Cat.AddEdge(s.Cat.Stage, r)
	return nil
}

func (s *Site) evaluateMain(mains []*opcodes.Program) (v values.Value, err error) {
	main := s.Cat.NewMain(s.topScope.source, s.topScope)
	s.topScope.resource = main
	if err := s.Cat.AddResource(s.topScope, main); err != nil {
		return v, err
	}
	main.Evaluated = true
	if err := s.Cat.AddEdgeToStage(main); err != nil {
		return v, err
	}
	s.m.top.Set("module_name", values.EmptyString)
	for _, p := range mains {
		if _, err := s.m.img.Add(p); err != nil {
			return v, err
		}
	}
	for _, p := range mains {
		if v, err = s.m.RunMain(p); err != nil {
			return values.Undef, s.illegalFlow(err)
		}
	}
	if s.AfterMain != nil {
		return s.AfterMain()
	}
	if v.Kind() == values.KindOpaque { // a collector is no value
		v = values.Undef
	}
	return v, nil
}

// evaluateNode evaluates the node definition that matches, if there is any.
// puppet: parser/compiler.rb, evaluate_ast_node
func (s *Site) evaluateNode(node *Node) error {
	nodes := s.m.img.nodeDefinitions()
	if len(nodes) == 0 {
		return nil
	}
	d, err := findNode(nodes, node.Name)
	if err != nil {
		return err
	}
	if d == nil {
		return &Error{Message: "Could not find node statement with name 'default' or '" + node.Name + "'"}
	}
	src := s.source(d.definition)
	r, err := s.Cat.NewResource(&catalog.Declaration{Type: s.Cat.Type("Node"), Title: d.title, Source: src, Scope: s.topScope})
	if err != nil {
		return err
	}
	s.Cat.MergeTags(r)
	if err := s.Cat.AddResource(s.topScope, r); err != nil {
		return err
	}
	r.Evaluated = true
	r.AddScopeTags()
	sc := &bodyScope{Scope: &scope.Scope{Kind: scope.Node, Name: d.title, Parent: s.m.top}, parent: s.topScope, resource: r, source: src}
	s.adopt(sc)
	s.nodeScope = sc
	if err := s.Cat.AddClass(d.title); err != nil {
		return err
	}
	sc.Set("title", values.String(d.title))
	sc.Set("name", values.String(d.title))
	_, err = s.m.runNode(d.code, sc.Scope, d.regs)
	return s.illegalFlow(err)
}

func (s *Site) nodeClasses(node *Node) error {
	at := s.topScope
	if s.nodeScope != nil {
		at = s.nodeScope
	}
	for _, withParams := range []bool{true, false} {
		for _, c := range node.Classes {
			if (c.Params != nil && c.Params.Len() > 0) != withParams {
				continue
			}
			if err := s.nodeClass(at, node, c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Site) nodeClass(at *bodyScope, node *Node, c NodeClass) error {
	d, err := s.m.img.find(opcodes.DefClass, c.Name)
	if err != nil {
		return err
	}
	if d == nil {
		return &Error{Message: "Could not find class " + c.Name + " for " + node.Name}
	}
	if c.Params == nil || c.Params.Len() == 0 {
		_, err := s.ensureClass(at, d, nil)
		return err
	}
	var params []catalog.Param
	for _, e := range c.Params.Entries() {
		params = append(params, catalog.NewParam(pcore.Text(e.Key), e.Value, s.source(d), "", 0))
	}
	_, err = s.ensureClass(at, d, params)
	return err
}

// generate evaluates collectors, then what is lazy, until nothing is found.
// puppet: parser/compiler.rb, evaluate_generators
func (s *Site) generate() error {
	for count := 0; ; count++ {
		if count > 1000 {
			return &Error{Message: "Somehow looped more than 1000 times while evaluating host catalog"}
		}
		done := true
		found, err := s.collectAll()
		if err != nil {
			return err
		}
		done = done && !found
		for _, r := range s.Cat.Unevaluated() {
			done = false
			if err := s.evaluate(r); err != nil {
				return s.lazyError(r, err)
			}
		}
		if done {
			return nil
		}
	}
}

// lazyError is the error of a body that was evaluated after the main manifest:
// Puppet tells which resource it belongs to.
// puppet: parser/compiler.rb, evaluate_definitions
func (s *Site) lazyError(r *catalog.Resource, err error) error {
	if cf, ok := err.(*runtime.ControlFlow); ok {
		return s.illegalFlow(cf)
	}
	out := &Error{Code: "RUNTIME_ERROR", Place: runtime.Place{File: r.File, Line: int(r.Line)}}
	out.Message = "Evaluation Error: " + issue.RuntimeError.Error("Resource Statement", err.Error()).Message
	var e *Error
	if errors.As(err, &e) {
		out.Trace = e.Trace
	}
	return out
}

// illegalFlow turns break, next or return that nothing took into an error.
func (s *Site) illegalFlow(err error) error {
	cf, ok := err.(*runtime.ControlFlow)
	if !ok {
		return err
	}
	// Puppet knows the line only. puppet: pops/evaluator/closure.rb, PuppetStopIteration
	at := runtime.Place{File: cf.File, Line: cf.Line}
	if at.File == "" {
		at.File = "unknown"
	}
	return &Error{Message: cf.Error(), Place: at}
}

// finish does what is left once nothing more is generated.
func (s *Site) finish() error {
	if err := s.Cat.Finish(&s.fin); err != nil {
		return s.catalogError(err)
	}
	if err := s.Cat.CheckOverrides(); err != nil {
		return s.catalogError(err)
	}
	if err := catalog.CheckRealized(s.unrealized()); err != nil {
		return s.catalogError(err)
	}
	return s.catalogError(s.Cat.CheckRelationships(&s.fin))
}

// catalogError is an error of the later phases, which no instruction raised.
func (s *Site) catalogError(err error) error {
	var e *catalog.Error
	if errors.As(err, &e) {
		return &Error{Message: e.Message, Place: runtime.Place{File: e.File, Line: e.Line}}
	}
	return err
}

// validate checks the parameters of a class or defined type once more, after
// overrides.
func (s *Site) validate(r *catalog.Resource) error {
	var d *definition
	var err error
	switch {
	case r.Type.IsClass():
		if r == s.Cat.Main {
			return nil
		}
		d, err = s.m.img.find(opcodes.DefClass, r.Title)
	case r.Type.IsNode():
		return nil
	default:
		d, err = s.m.img.find(opcodes.DefDefine, r.Type.Title)
	}
	if d == nil || err != nil {
		return err
	}
	return s.checkParams(d.code, r, func(i int) (values.Value, bool) { return r.Given(d.code.Params[i].Name) })
}
