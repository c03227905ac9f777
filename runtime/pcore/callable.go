package pcore

import "bunraku/runtime/values"

// CallableType is Callable[[params..., block], return]: the signature of a lambda
// or a function.
type CallableType struct {
	base
	// Params is nil for Callable, which all callables are assignable to.
	Params *TupleType
	// Block is nil when no block is accepted.
	Block Type
	// Return is nil when it is not constrained.
	Return Type
}

// Callable is Callable.
var Callable = CallableOf(nil, nil, nil)

// CallableOf makes a Callable type; block and ret may be nil.
func CallableOf(params *TupleType, block, ret Type) *CallableType {
	if ret == Type(Any) {
		ret = nil
	}
	t := &CallableType{Params: params, Block: block, Return: ret}
	t.cell.T = t
	return t
}

// Name is Callable.
func (t *CallableType) Name() string { return "Callable" }

// Check reports whether v is an instance. No value is: a lambda is not a value.
func (t *CallableType) Check(values.Value) bool { return false }

// CheckArgs reports whether a callable of this type can be called with args and a
// block of type block, nil for none. It does not allocate when it can.
func (t *CallableType) CheckArgs(args []values.Value, block Type) bool {
	if t.Params == nil {
		return true
	}
	if !t.Params.checkElems(args) {
		return false
	}
	return t.acceptsBlock(block)
}

func (t *CallableType) acceptsBlock(block Type) bool {
	if t.Block == nil {
		return block == nil
	}
	if block == nil {
		return t.Block.Check(values.Undef)
	}
	return assignable(t.Block, block, nil)
}

func (t *CallableType) mapParts(f func(Type) Type) Type {
	if t.isDefault() {
		return t
	}
	u := *t
	changed := false
	if t.Params != nil {
		u.Params = f(t.Params).(*TupleType)
		changed = u.Params != t.Params
	}
	if t.Block != nil {
		u.Block = f(t.Block)
		changed = changed || u.Block != t.Block
	}
	if t.Return != nil {
		u.Return = f(t.Return)
		changed = changed || u.Return != t.Return
	}
	if !changed {
		return t
	}
	return CallableOf(u.Params, u.Block, u.Return)
}

func (t *CallableType) isDefault() bool { return t.Params == nil && t.Block == nil && t.Return == nil }

// Generalize generalizes all parts.
func (t *CallableType) Generalize() Type { return t.mapParts(Type.Generalize) }

func (t *CallableType) normalize() Type { return t.mapParts(Type.normalize) }

func (t *CallableType) accepts(o Type, g *guard) bool {
	u, ok := o.(*CallableType)
	if !ok {
		return false
	}
	if t.Return != nil && !assignable(t.Return, orAnyType(u.Return), g) {
		return false
	}
	if t.Params == nil {
		return true
	}
	// In reverse: the caller constrains what is called from below.
	if u.Params == nil || !assignable(u.Params, t.Params, g) {
		return false
	}
	return assignable(orUndef(u.Block), orUndef(t.Block), g)
}

func orAnyType(t Type) Type {
	if t == nil {
		return Any
	}
	return t
}

func orUndef(t Type) Type {
	if t == nil {
		return Undef
	}
	return t
}

func (t *CallableType) write(p *printer) {
	p.text("Callable")
	switch {
	case t.Return == nil && t.Params == nil:
	case t.Return == nil:
		p.text("[")
		t.writeParams(p)
		p.text("]")
	case t.Params == nil:
		p.text("[[], ")
		p.typ(t.Return)
		p.text("]")
	default:
		p.text("[[")
		t.writeParams(p)
		p.text("], ")
		p.typ(t.Return)
		p.text("]")
	}
}

func (t *CallableType) writeParams(p *printer) {
	n := 0
	for _, e := range t.Params.Types {
		if e == Type(Unit) {
			continue
		}
		if n > 0 {
			p.text(", ")
		}
		p.typ(e)
		n++
	}
	sep := ""
	if n > 0 {
		sep = ", "
	}
	if len(t.Params.Types) == 0 {
		p.text(sep)
		p.text("0, 0")
		sep = ", "
	} else if from, to, ok := p.rangeParts(t.Params.Size); ok {
		p.text(sep)
		p.text(from)
		if to != "" {
			p.text(", ")
			p.text(to)
		}
		sep = ", "
	}
	if t.Block != nil {
		p.text(sep)
		p.typ(t.Block)
	}
}

// ResourceType is Resource, File or File['/x'].
type ResourceType struct {
	base
	TypeName string // "" for Resource
	Title    string
	HasTitle bool
	lower    string
}

// Resource is Resource.
var Resource = ResourceOf("")

// ResourceOf is the resource type name, which is printed as it is given when it
// starts with a capital letter.
func ResourceOf(name string) *ResourceType {
	t := &ResourceType{TypeName: name, lower: downcase(name)}
	t.cell.T = t
	return t
}

// ResourceRef is name[title].
func ResourceRef(name, title string) *ResourceType {
	t := &ResourceType{TypeName: name, lower: downcase(name), Title: title, HasTitle: true}
	t.cell.T = t
	return t
}

// Name is Resource.
func (t *ResourceType) Name() string { return "Resource" }

// LowerName is the name of the resource type in lower case.
func (t *ResourceType) LowerName() string { return t.lower }

// Check reports whether v is an instance; no value is.
func (t *ResourceType) Check(values.Value) bool { return false }

func (t *ResourceType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*ResourceType)
	if !ok {
		return false
	}
	return t.TypeName == "" || t.lower == u.lower && (!t.HasTitle || u.HasTitle && t.Title == u.Title)
}

func (t *ResourceType) write(p *printer) {
	if t.TypeName == "" {
		p.text("Resource")
		return
	}
	p.text(CapitalizeSegments(t.TypeName))
	if t.HasTitle {
		p.text("[")
		p.quoted(t.Title)
		p.text("]")
	}
}

// ClassType is Class or Class['name'].
type ClassType struct {
	base
	ClassName string // "" for Class
}

// Class is Class.
var Class = ClassOf("")

// ClassOf is Class[name].
func ClassOf(name string) *ClassType {
	t := &ClassType{ClassName: name}
	t.cell.T = t
	return t
}

// Name is Class.
func (t *ClassType) Name() string { return "Class" }

// Check reports whether v is an instance; no value is.
func (t *ClassType) Check(values.Value) bool { return false }

func (t *ClassType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*ClassType)
	return ok && (t.ClassName == "" || t.ClassName == u.ClassName)
}

func (t *ClassType) write(p *printer) {
	p.text("Class")
	if t.ClassName != "" {
		p.text("[")
		p.text(t.ClassName)
		p.text("]")
	}
}

// RuntimeType is Runtime['ruby', 'Some::Class'], a type of the implementation's
// language; no value of ours has one.
type RuntimeType struct {
	base
	Runtime string
	Class   string
	// Pattern and Replacement are set when names are mapped by a pattern.
	Pattern     *values.Regexp
	Replacement string
}

// Runtime is Runtime.
var Runtime = RuntimeOf("", "")

// RuntimeOf is Runtime[runtime, class].
func RuntimeOf(runtime, class string) *RuntimeType {
	t := &RuntimeType{Runtime: runtime, Class: class}
	t.cell.T = t
	return t
}

// Name is Runtime.
func (t *RuntimeType) Name() string { return "Runtime" }

// Check reports whether v is an instance; no value is.
func (t *RuntimeType) Check(values.Value) bool { return false }

func (t *RuntimeType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*RuntimeType)
	if !ok || t.Runtime != "" && t.Runtime != u.Runtime {
		return false
	}
	if t.Class == "" && t.Pattern == nil {
		return true
	}
	return t.Class == u.Class && t.Replacement == u.Replacement && sameRegexp(t.Pattern, u.Pattern)
}

func sameRegexp(a, b *values.Regexp) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Source == b.Source && a.Options == b.Options
}

func (t *RuntimeType) write(p *printer) {
	p.text("Runtime")
	if t.Runtime == "" && t.Class == "" && t.Pattern == nil {
		return
	}
	p.text("[")
	p.text(t.Runtime)
	p.text(", ")
	switch {
	case t.Pattern != nil:
		p.text("[")
		p.text(RegexpText(t.Pattern))
		p.text(", ")
		p.quoted(t.Replacement)
		p.text("]")
	case t.Class == "":
		p.text("undef")
	default:
		p.quoted(t.Class)
	}
	p.text("]")
}

// ReferenceType is TypeReference['x']: a type expression that could not be
// resolved.
type ReferenceType struct {
	base
	Text string
}

// Reference is TypeReference.
var Reference = ReferenceOf("UnresolvedReference")

// ReferenceOf is TypeReference[text].
func ReferenceOf(text string) *ReferenceType {
	t := &ReferenceType{Text: text}
	t.cell.T = t
	return t
}

// Name is TypeReference.
func (t *ReferenceType) Name() string { return "TypeReference" }

// Check reports whether v is an instance; no value is.
func (t *ReferenceType) Check(values.Value) bool { return false }

func (t *ReferenceType) accepts(o Type, _ *guard) bool { return equal(t, o) }

func (t *ReferenceType) write(p *printer) {
	p.text("TypeReference[")
	p.quoted(t.Text)
	p.text("]")
}
