package pcore

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"bunraku/runtime/values"
)

// Env is what constructors know of the world.
type Env struct {
	// Resolve finds the types that data names; may be nil.
	Resolve Resolver
	// Now is the clock of Timestamp.new(); nil is the machine's.
	Now func() time.Time
}

// New is t.new(args...).
// puppet: functions/new.rb
func New(t Type, args []values.Value, env *Env) (values.Value, error) {
	if env == nil {
		env = &Env{}
	}
	if len(args) == 1 {
		if _, init := t.(*InitType); !init && t.Check(args[0]) {
			return args[0], nil
		}
	}
	v, err := construct(t, args, env)
	if err != nil {
		return v, err
	}
	if !t.Check(v) {
		return values.Undef, errors.New(DescribeMismatch("Converted value from "+t.String()+".new() has wrong type,", t, Infer(v)))
	}
	return v, nil
}

// construct calls the constructor of t without checking what it gives.
func construct(t Type, args []values.Value, env *Env) (values.Value, error) {
	if i, ok := t.(*InitType); ok && i.Type != nil {
		return i.construct(args, env)
	}
	c, err := constructorOf(t)
	if err != nil {
		return values.Undef, err
	}
	return c.call(args, env)
}

// constructor is the function that makes the instances of a type: overloads that
// are tried in order.
type constructor struct {
	name      string
	locals    []string // `Name = Type`
	overloads []overload

	once sync.Once
	sigs []Signature
}

// overload is one signature of a constructor with its body.
type overload struct {
	params []param
	body   func(args []values.Value, env *Env) (values.Value, error)
	// mismatch, when set, makes the message for arguments that no other overload
	// took.
	mismatch func(args []values.Value) (string, error)

	sig Signature
}

// param is a parameter of an overload; its type is Pcore text. A name that ends
// with a question mark is optional.
type param struct{ typ, name string }

// prepare parses the types.
func (c *constructor) prepare() {
	c.once.Do(func() {
		locals := map[string]Type{}
		resolve := func(name string) (Type, error) { return locals[name], nil }
		for _, l := range c.locals {
			for i := range l {
				if l[i] == '=' {
					name := trimBlank(l[:i])
					locals[name] = NewAlias(name, l[i+1:])
					break
				}
			}
		}
		for i := range c.overloads {
			o := &c.overloads[i]
			if o.sig.Type == nil {
				o.sig = signature(o.params, resolve)
			}
			if o.mismatch == nil {
				c.sigs = append(c.sigs, o.sig)
			}
		}
	})
}

func trimBlank(s string) string {
	for s != "" && s[0] == ' ' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

func signature(params []param, r Resolver) Signature {
	var s Signature
	var types []Type
	required := 0
	for _, p := range params {
		name := p.name
		if name[len(name)-1] == '?' {
			name = name[:len(name)-1]
		} else {
			required++
		}
		types = append(types, MustParse(p.typ, r))
		s.ParamNames = append(s.ParamNames, name)
	}
	s.Type = CallableOf(TupleOf(types, IntegerRange(int64(required), int64(len(types)))), nil, nil)
	return s
}

func (c *constructor) signatures() []Signature {
	c.prepare()
	return c.sigs
}

func (c *constructor) call(args []values.Value, env *Env) (values.Value, error) {
	c.prepare()
	for i := range c.overloads {
		o := &c.overloads[i]
		if !o.sig.Type.Params.checkElems(args) {
			continue
		}
		if o.mismatch != nil {
			msg, err := o.mismatch(args)
			if err == nil {
				err = errors.New("'" + c.name + "' " + msg)
			}
			return values.Undef, err
		}
		return o.body(args, env)
	}
	return values.Undef, errors.New(DescribeSignatures(c.name, c.sigs, args, nil))
}

// constructorTable holds the constructors of Pcore's own types. They are made when
// the first is needed: their bodies parse types, which a constructor may be part of.
type constructorTable struct {
	once sync.Once

	unit, integer, float, numeric, boolean, array, hash, string, regexp, typeT *constructor
	sensitive, binary, timestamp, timespan, semVer, semVerRange, uri           *constructor
}

var theConstructors constructorTable

func constructors() *constructorTable {
	t := &theConstructors
	t.once.Do(func() {
		t.unit = makeUnit()
		t.integer = makeIntegerFunction()
		t.float = makeFloatFunction()
		t.numeric = makeNumericFunction()
		t.boolean = makeBooleanFunction()
		t.array = makeArrayFunction()
		t.hash = makeHashFunction()
		t.string = makeStringFunction()
		t.regexp = makeRegexpFunction()
		t.typeT = makeTypeFunction()
		t.sensitive = makeSensitiveFunction()
		t.binary = makeBinaryFunction()
		t.timestamp = makeTimestampFunction()
		t.timespan = makeTimespanFunction()
		t.semVer = makeSemVerFunction()
		t.semVerRange = makeSemVerRangeFunction()
		t.uri = makeURIFunction()
	})
	return t
}

// constructorOf is the constructor of a type.
func constructorOf(t Type) (*constructor, error) {
	switch t := t.(type) {
	case *AliasType:
		if t.loops {
			break
		}
		return constructorOf(t.Resolved())
	case *OptionalType:
		if t.Type == nil {
			return nil, errors.New("undefined method `new_function' for nil:NilClass")
		}
		return constructorOf(t.Type)
	case *NotUndefType:
		if t.Type == nil {
			return constructors().unit, nil
		}
		return constructorOf(t.Type)
	case *IntegerType:
		return constructors().integer, nil
	case *FloatType:
		return constructors().float, nil
	case *StringType:
		return constructors().string, nil
	case *BooleanType:
		return constructors().boolean, nil
	case *RegexpType:
		return constructors().regexp, nil
	case *ArrayType, *TupleType:
		return constructors().array, nil
	case *HashType, *StructType:
		return constructors().hash, nil
	case *TypeType:
		return constructors().typeT, nil
	case *SensitiveType:
		return constructors().sensitive, nil
	case *TimestampType:
		return constructors().timestamp, nil
	case *TimespanType:
		return constructors().timespan, nil
	case *SemVerType:
		return constructors().semVer, nil
	case *URIType:
		return constructors().uri, nil
	case *ObjectExtension:
		return t.Base.constructor()
	case *ObjectType:
		return t.constructor()
	case *PlainType:
		switch t.id {
		case idNumeric:
			return constructors().numeric, nil
		case idBinary:
			return constructors().binary, nil
		case idSemVerRange:
			return constructors().semVerRange, nil
		case idUnit:
			return constructors().unit, nil
		}
	case *InitType:
		if t.Type != nil {
			if err := t.prepare(); err != nil {
				return nil, err
			}
			return &constructor{name: "new_Init", overloads: []overload{{params: []param{{"Any", "value"}},
				body: func(args []values.Value, env *Env) (values.Value, error) { return t.construct(args, env) }}}}, nil
		}
	}
	return nil, fmt.Errorf("Creation of new instance of type '%s' is not supported", t)
}

// construct is Init[T, args...].new(v): T.new(v, args...), where an array is taken
// apart into arguments unless T takes it as it is.
func (t *InitType) construct(args []values.Value, env *Env) (values.Value, error) {
	if err := t.prepare(); err != nil {
		return values.Undef, err
	}
	if len(args) != 1 {
		sig := signature([]param{{"Any", "value"}}, nil)
		sigs := []Signature{sig}
		if len(t.Args) == 0 {
			sigs = []Signature{signature([]param{{"Array", "value"}}, nil), sig}
		}
		return values.Undef, errors.New(DescribeSignatures("new_Init", sigs, args, nil))
	}
	v := args[0]
	if len(t.Args) == 0 && v.Kind() == values.KindArray && !t.single.Check(v) {
		return New(t.Type, v.AsArray().Elems(), env)
	}
	return New(t.Type, append([]values.Value{v}, t.Args...), env)
}

func makeUnit() *constructor {
	return &constructor{name: "new_unit", overloads: []overload{{params: []param{{"Any", "from"}},
		body: func(args []values.Value, _ *Env) (values.Value, error) { return args[0], nil }}}}
}

// cannotConvert is the message for a value that has no conversion to a type.
func cannotConvert(to string) func([]values.Value) (string, error) {
	return func(args []values.Value) (string, error) {
		if args[0].IsString() {
			return "The string '" + args[0].AsString() + "' cannot be converted to " + to, nil
		}
		return "Value of type " + InferGeneric(args[0]).String() + " cannot be converted to " + to, nil
	}
}

// constructor takes the attributes by name in a hash or by position.
func (t *ObjectType) constructor() (*constructor, error) {
	if t.initType == nil {
		return nil, fmt.Errorf("Creation of new instance of type '%s' is not supported", t)
	}
	t.newOnce.Do(func() {
		order, required := t.parameterOrder()
		var types []Type
		var names []string
		for _, e := range order {
			types, names = append(types, e.Val), append(names, e.Name)
		}
		fromHash := overload{
			sig: Signature{ParamNames: []string{"hash"},
				Type: CallableOf(TupleOf([]Type{t.initType}, IntegerRange(1, 1)), nil, nil)},
			body: func(args []values.Value, _ *Env) (values.Value, error) { return t.make(args[0].AsHash()), nil },
		}
		create := overload{
			sig: Signature{ParamNames: names,
				Type: CallableOf(TupleOf(types, IntegerRange(int64(required), int64(len(types)))), nil, nil)},
			body: func(args []values.Value, _ *Env) (values.Value, error) {
				b := values.NewHashBuilder(len(args))
				for i, a := range args {
					b.PutString(names[i], a)
				}
				return t.make(b.Hash()), nil
			},
		}
		t.create = &constructor{name: "new_" + t.Name(), overloads: []overload{fromHash, create}}
	})
	return t.create, nil
}

// make makes an instance; what is not given takes its default.
func (t *ObjectType) make(given *values.Hash) values.Value {
	b := values.NewHashBuilder(len(t.initType.Elements))
	for _, e := range t.initType.Elements {
		v, ok := given.GetString(e.Name)
		if !ok {
			if m := t.Member(e.Name); m.HasValue {
				v = m.Value
			}
		}
		b.PutString(e.Name, v)
	}
	return NewObject(t, b.Hash())
}
