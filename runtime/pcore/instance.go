package pcore

import (
	"fmt"
	"sync"

	"bunraku/runtime/values"
)

// Object is an instance of an object type.
type Object struct {
	typ  *ObjectType
	vals map[string]values.Value
}

var _ values.Object = (*Object)(nil)

// Type is the type of the object.
func (o *Object) Type() values.Type { return o.typ }

// Get is the value of an attribute.
func (o *Object) Get(name string) (values.Value, bool) {
	if v, ok := o.vals[name]; ok {
		return v, true
	}
	m := o.typ.Member(name)
	if m == nil || m.feature != "attribute" || m.Kind == KindDerived {
		return values.Undef, false
	}
	return m.Value, true
}

// Invoke calls a member of the object by name, as a method call does; false
// when it has no such member.
// puppet: evaluator_impl.rb, eval_CallMethodExpression
func (o *Object) Invoke(name string, args int, block bool) (values.Value, bool, error) {
	m := o.typ.Member(name)
	switch {
	case m == nil:
		return values.Undef, false, nil
	case m.feature == "function":
		return values.Undef, true, fmt.Errorf("no method is implemented for %s", m.label())
	case args > 0:
		return values.Undef, true, fmt.Errorf("'%s' expects no arguments, got %d", m.label(), args)
	case block:
		return values.Undef, true, fmt.Errorf("'%s' does not expect a block", m.label())
	}
	v, _ := o.Get(name)
	return v, true, nil
}

// Equal compares by the equality attributes of the type.
func (o *Object) Equal(other values.Object) bool {
	p, ok := other.(*Object)
	if !ok {
		return false
	}
	if o == p {
		return true
	}
	if o.typ.includeType && !equal(o.typ, p.typ) {
		return false
	}
	for _, name := range o.typ.equalityNames {
		a, ok1 := o.Get(name)
		b, ok2 := p.Get(name)
		if ok1 != ok2 || !values.Eql(a, b) {
			return false
		}
	}
	return true
}

// initHash is the hash of attributes that an object could be made of again;
// attributes with their default values are left out.
func initHash(o values.Object) *values.Hash {
	t := o.Type().(*ObjectType)
	b := values.NewHashBuilder(len(t.initType.Elements))
	for _, m := range t.Attributes() {
		if m.Kind == KindConstant || m.Kind == KindDerived {
			continue
		}
		v, _ := o.Get(m.Name)
		if !m.HasValue || !values.Eql(v, m.Value) {
			b.PutString(m.Name, v)
		}
	}
	return b.Hash()
}

// NewObject makes an object of values for its attributes, which must fit.
func NewObject(t *ObjectType, attributes *values.Hash) values.Value {
	o := &Object{typ: t, vals: make(map[string]values.Value, attributes.Len())}
	for _, e := range attributes.Entries() {
		o.vals[e.Key.AsString()] = e.Value
	}
	return values.ObjectValue(o)
}

// typeOfInstance is the type of an object: with the values of its type parameters
// when it has any.
func (t *ObjectType) typeOfInstance(o values.Object) Type {
	params := t.typeParameters()
	if len(params) == 0 {
		return t
	}
	x := &ObjectExtension{Base: t}
	x.cell.T = x
	for _, p := range params {
		v, _ := o.Get(p.Name)
		x.Params = append(x.Params, values.Entry{Key: values.String(p.Name), Value: v})
	}
	return x
}

// ObjectExtension is an object type with values for its type parameters, such as
// `Car[red]`.
type ObjectExtension struct {
	base
	Base   *ObjectType
	Params []values.Entry
}

// newExtension is t[args].
// puppet: pops/types/p_object_type_extension.rb
func newExtension(t *ObjectType, args []values.Value) (Type, error) {
	params := t.typeParameters()
	if len(params) == 0 {
		return nil, fmt.Errorf("The %s-Type cannot be parameterized using []", t.label())
	}
	x := &ObjectExtension{Base: t}
	x.cell.T = x
	add := func(p *Member, v values.Value) error {
		if v.IsDefault() {
			return nil
		}
		if err := Assert(p.label(), p.Type, v); err != nil {
			return err
		}
		x.Params = append(x.Params, values.Entry{Key: values.String(p.Name), Value: v})
		return nil
	}
	if len(args) == 1 && args[0].Kind() == values.KindHash && !params[0].Type.Check(args[0]) {
	next:
		for _, e := range args[0].AsHash().Entries() {
			for _, p := range params {
				if e.Key.IsString() && e.Key.AsString() == p.Name {
					if err := add(p, e.Value); err != nil {
						return nil, err
					}
					continue next
				}
			}
			return nil, fmt.Errorf("'%s' is not a known type parameter for %s-Type", Text(e.Key), t.label())
		}
	} else {
		for i, p := range params {
			if i < len(args) {
				if err := add(p, args[i]); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(x.Params) == 0 {
		return nil, fmt.Errorf("The %s-Type cannot be parameterized using an empty parameter list", t.label())
	}
	return x, nil
}

// Name is the name of the object type.
func (t *ObjectExtension) Name() string { return t.Base.simpleName() }

// Generalize is the object type without parameters.
func (t *ObjectExtension) Generalize() Type { return t.Base }

// Check reports whether v is an instance.
func (t *ObjectExtension) Check(v values.Value) bool {
	if !t.Base.Check(v) || v.Kind() != values.KindObject {
		return false
	}
	for _, p := range t.Params {
		x, ok := v.AsObject().Get(p.Key.AsString())
		if !ok || !Matches(x, p.Value) {
			return false
		}
	}
	return true
}

func (t *ObjectExtension) accepts(o Type, g *guard) bool {
	switch u := o.(type) {
	case *ObjectExtension:
		if !assignable(t.Base, u.Base, g) {
			return false
		}
		for _, p := range t.Params {
			x, ok := u.param(p.Key.AsString())
			if !ok {
				return false
			}
			if Matches(x, p.Value) || isType(x) && isType(p.Value) && Assignable(TypeOf(p.Value), TypeOf(x)) {
				continue
			}
			return false
		}
		return true
	}
	return false
}

func (t *ObjectExtension) param(name string) (values.Value, bool) {
	for _, p := range t.Params {
		if p.Key.AsString() == name {
			return p.Value, true
		}
	}
	return values.Undef, false
}

func (t *ObjectExtension) write(p *printer) {
	name := t.Base.label()
	if p.typeSet != nil {
		name = p.typeSet.nameFor(t, name)
	}
	p.text(name)
	p.text("[")
	params := t.Base.typeParameters()
	if len(params) > 2 {
		p.hash(values.NewHash(t.Params))
	} else {
		var list []values.Value
		n := 0
		for _, m := range params {
			v, ok := t.param(m.Name)
			if !ok {
				v = values.Default
			}
			list = append(list, v)
			if !v.IsDefault() {
				n = len(list)
			}
		}
		for i, v := range list[:n] {
			if i > 0 {
				p.text(", ")
			}
			p.value(v)
		}
	}
	p.text("]")
}

// Matches is the match of a case option: v against a pattern, which may be a
// type, a regexp, or a value to be equal to; arrays and hashes match element by
// element.
// puppet: pops/evaluator/compare_operator.rb, match
func Matches(v, pattern values.Value) bool {
	switch pattern.Kind() {
	case values.KindRegexp:
		p := program{re: pattern.AsRegexp()}
		return v.IsString() && p.match(v.AsString())
	case values.KindType:
		t := TypeOf(pattern)
		if v.Kind() == values.KindType && t.Equal(v.AsType()) {
			return true
		}
		return t.Check(v)
	case values.KindArray:
		if v.Kind() != values.KindArray || v.AsArray().Len() != pattern.AsArray().Len() {
			return false
		}
		for i, e := range v.AsArray().Elems() {
			if !Matches(e, pattern.AsArray().At(i)) {
				return false
			}
		}
		return true
	case values.KindHash:
		if v.Kind() != values.KindHash {
			return false
		}
		for _, e := range pattern.AsHash().Entries() {
			x, ok := v.AsHash().Get(e.Key)
			if !ok || !Matches(x, e.Value) {
				return false
			}
		}
		return true
	case values.KindSemVerRange:
		if v.Kind() == values.KindSemVer {
			return VersionRangeOf(pattern).Includes(v.AsSemVer())
		}
		if v.IsString() {
			if ver, err := ParseSemVer(v.AsString()); err == nil {
				return VersionRangeOf(pattern).Includes(ver)
			}
		}
	}
	return pattern.IsDefault() || values.Equal(v, pattern)
}

// lazyType is a type that is parsed when it is first needed, after the types that
// it names are there.
type lazyType struct {
	text string
	once sync.Once
	t    Type
}

func (l *lazyType) get() Type {
	l.once.Do(func() { l.t = MustParse(l.text, nil) })
	return l.t
}

// The object types that the language itself has.
var (
	Deferred = newObject("Deferred")
	Error    = newObject("Error")
)

// puppet: pops/pcore.rb; datatypes/error.rb
func defineBuiltinObjects() {
	for t, text := range map[*ObjectType]string{
		Deferred: `{attributes => {name => {type => Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/]},
			arguments => {type => Optional[Array[Any]], value => undef}}}`,
		Error: `{type_parameters => {
				kind => Optional[Variant[String,Regexp,Type[Enum],Type[Pattern],Type[NotUndef],Type[Undef]]],
				issue_code => Optional[Variant[String,Regexp,Type[Enum],Type[Pattern],Type[NotUndef],Type[Undef]]]},
			attributes => {msg => String[1], kind => {type => Optional[String[1]], value => undef},
			details => {type => Optional[Hash[String[1], Data]], value => undef},
			issue_code => {type => Optional[String[1]], value => undef}}, functions => {message => Callable[[], String[1]]}}`,
	} {
		e, err := parseExpr(text)
		if err == nil {
			t.expr = e
			err = t.Resolve(nil)
		}
		if err != nil {
			panic(err) // a constant of this file is wrong
		}
		builtinTypes[downcase(t.name)] = t
	}
}
