package pcore

import (
	"errors"
	"fmt"
	"strings"

	"bunraku/runtime/values"
)

// namedTypes are Pcore's own types by their names in lower case.
// puppet: pops/types/type_parser.rb, type_map
var namedTypes = map[string]Type{}

// builtinTypes are found after namedTypes and before the resolver is asked.
var builtinTypes = map[string]Type{}

func init() {
	for _, t := range []Type{Any, Undef, Default, Scalar, ScalarData, Numeric, Binary, SemVerRange, CatalogEntry,
		Integer, Float, String, Boolean, Enum, Pattern, Regexp, Array, Hash, Collection, Tuple, Struct, Variant,
		Optional, NotUndef, Sensitive, TypeT, Iterable, Iterator, Callable, Resource, Class, Runtime, SemVer,
		Timestamp, Timespan, URI, Init, ObjectT} {
		namedTypes[strings.ToLower(t.Name())] = t
	}
	namedTypes["typeset"] = TypeSet
	namedTypes["typereference"] = Reference
	namedTypes["typealias"] = AliasOf("UnresolvedAlias", Reference)
	for _, name := range []string{"Component", "Exec", "File", "Filebucket", "Group", "Node", "Notify", "Package",
		"Resources", "Schedule", "Service", "Stage", "Tidy", "User", "Whit"} {
		builtinTypes[strings.ToLower(name)] = ResourceOf(name)
	}
	defineBuiltinAliases()
	defineBuiltinObjects()
}

// The built-in aliases.
// puppet: pops/loader/static_loader.rb
var (
	Data        = NewAlias("Data", "Variant[ScalarData,Undef,Hash[String,Data],Array[Data]]")
	RichDataKey = NewAlias("RichDataKey", "Variant[String,Numeric]")
	RichData    = NewAlias("RichData", "Variant[Scalar,SemVerRange,Binary,Sensitive,Type,TypeSet,URI,Object,Undef,"+
		"Default,Hash[RichDataKey,RichData],Array[RichData]]")
)

func defineBuiltinAliases() {
	all := []*AliasType{Data, RichDataKey, RichData, NewAlias("Puppet::LookupKey", "RichDataKey"),
		NewAlias("Puppet::LookupValue", "RichData")}
	for _, a := range all {
		builtinTypes[strings.ToLower(a.name)] = a
	}
	for _, a := range all {
		if err := a.Resolve(nil); err != nil {
			panic(err) // a constant of this file is wrong
		}
	}
}

func isBuiltinAlias(name string) bool {
	switch name {
	case "Data", "RichDataKey", "RichData", "Puppet::LookupKey", "Puppet::LookupValue":
		return true
	}
	return false
}

// Parse is the type that a type expression describes. A name that is not known is
// a TypeReference.
// puppet: pops/types/type_parser.rb
func Parse(text string, r Resolver) (Type, error) {
	in := interpreter{resolve: r}
	return in.parse(text)
}

// MustParse is Parse of a constant; it panics when the text is wrong.
func MustParse(text string, r Resolver) Type {
	t, err := Parse(text, r)
	if err != nil {
		panic("pcore: " + text + ": " + err.Error())
	}
	return t
}

// Lookup is the type of a name, nil when there is none: what evaluating a bare
// capitalized name does.
func Lookup(name string, r Resolver) (Type, error) {
	in := interpreter{resolve: r}
	return in.lookup(name)
}

// interpreter turns a parsed expression into a type.
type interpreter struct {
	resolve Resolver
	// session is the resolution that the interpreter is part of, if any.
	session *session
	// call, when set, evaluates Type(args), which is no part of a type.
	call func(t Type, args []values.Value) (values.Value, error)
}

func (in *interpreter) parse(text string) (Type, error) {
	e, err := parseExpr(text)
	if err != nil {
		return nil, err
	}
	return in.typ(e)
}

func (in *interpreter) lookup(name string) (Type, error) {
	lower := strings.ToLower(strings.TrimPrefix(name, "::"))
	if t, ok := namedTypes[lower]; ok {
		return t, nil
	}
	if t, ok := builtinTypes[lower]; ok {
		return t, in.resolveType(t)
	}
	if in.resolve == nil {
		return nil, nil
	}
	t, err := in.resolve(name)
	if t == nil || err != nil {
		return nil, err
	}
	return t, in.resolveType(t)
}

func (in *interpreter) typ(e *expr) (Type, error) {
	v, err := in.value(e)
	if err != nil {
		return nil, err
	}
	if v.Kind() != values.KindType {
		return nil, notAType(e)
	}
	return TypeOf(v), nil
}

func notAType(e *expr) error {
	return fmt.Errorf("The expression <%s> is not a valid type specification.", e.source)
}

// value is the value of an expression; a type is a value too.
func (in *interpreter) value(e *expr) (values.Value, error) {
	switch e.kind {
	case exprLiteral:
		return e.val, nil
	case exprNegative:
		v, err := in.value(e.left)
		switch {
		case err != nil:
			return v, err
		case v.IsInt():
			return values.Int(-v.AsInt()), nil
		case v.IsFloat():
			return values.Float(-v.AsFloat()), nil
		}
		return v, notAType(e)
	case exprList:
		out := make([]values.Value, len(e.list))
		for i, x := range e.list {
			v, err := in.value(x)
			if err != nil {
				return v, err
			}
			out[i] = v
		}
		return values.ArrayOf(out...), nil
	case exprHash:
		return in.hash(e)
	case exprReference:
		t, err := in.lookup(e.text)
		if err != nil {
			return values.Undef, err
		}
		if t == nil {
			t = ReferenceOf(e.text)
		}
		return t.Value(), nil
	case exprAccess:
		t, err := in.access(e)
		if err != nil {
			return values.Undef, err
		}
		return t.Value(), nil
	case exprCall:
		if in.call == nil {
			break
		}
		t, err := in.typ(e.left)
		if err != nil {
			return values.Undef, err
		}
		args, err := in.value(&expr{kind: exprList, list: e.list})
		if err != nil {
			return values.Undef, err
		}
		return in.call(t, args.AsArray().Elems())
	case exprDefaults:
		// `Object { ... }` and `TypeSet { ... }`, or `Parent { ... }`
		h, err := in.hash(&expr{kind: exprHash, entries: e.entries})
		if err != nil {
			return h, err
		}
		switch e.text {
		case "Object":
			t, err := newObjectFromHash(h.AsHash())
			if err != nil {
				return values.Undef, err
			}
			return t.Value(), nil
		}
	}
	return values.Undef, notAType(e)
}

func (in *interpreter) hash(e *expr) (values.Value, error) {
	b := values.NewHashBuilder(len(e.entries))
	for _, kv := range e.entries {
		k, err := in.value(kv[0])
		if err != nil {
			return k, err
		}
		v, err := in.value(kv[1])
		if err != nil {
			return v, err
		}
		b.Put(k, v)
	}
	return b.Hash().Value(), nil
}

func wrongCount(name, required string, given int) error {
	return fmt.Errorf("Invalid number of type parameters specified: %s requires %s, %d provided", name, required, given)
}

func isType(v values.Value) bool { return v.Kind() == values.KindType }

// isRange reports whether v may be a bound: an integer or default.
func isRange(v values.Value) bool {
	return v.IsInt() || v.IsDefault() || v.IsString() && v.AsString() == "default"
}

func asRange(v values.Value) values.Value {
	if v.IsString() {
		return values.Default
	}
	return v
}

// access is T[args] in a type expression, which is stricter than in an evaluated
// one.
// puppet: pops/types/type_parser.rb, interpret_AccessExpression
func (in *interpreter) access(e *expr) (Type, error) {
	list, err := in.value(&expr{kind: exprList, list: e.list})
	if err != nil {
		return nil, err
	}
	args := list.AsArray().Elems()
	if e.left.kind != exprReference {
		return nil, notAType(e)
	}
	name := e.left.text
	n := len(args)
	needTypes := func(vs ...values.Value) error {
		for _, v := range vs {
			if !isType(v) {
				return notAType(e)
			}
		}
		return nil
	}
	size := func(vs ...values.Value) (*IntegerType, error) {
		if len(vs) == 1 && isType(vs[0]) {
			if t, ok := TypeOf(vs[0]).(*IntegerType); ok {
				return t, nil
			}
		}
		to := values.Default
		for i, v := range vs {
			if !isRange(v) {
				return nil, notAType(e)
			}
			if i == 1 {
				to = asRange(v)
			}
		}
		return integerOf(asRange(vs[0]), to)
	}
	one := func(label string) error {
		if n != 1 {
			return wrongCount(label, "1", n)
		}
		return needTypes(args[0])
	}
	switch strings.ToLower(strings.TrimPrefix(name, "::")) {
	case "array":
		elem := Type(Any)
		var sz *IntegerType
		switch {
		case n < 1 || n > 3:
			return nil, wrongCount("Array", "1 to 3", n)
		case n == 2 && !isType(args[0]):
			elem = Default // puppet: the type of `default`
			sz, err = size(args...)
		default:
			if err = needTypes(args[0]); err == nil {
				elem = TypeOf(args[0])
				if n > 1 {
					sz, err = size(args[1:]...)
				}
			}
		}
		if err != nil {
			return nil, err
		}
		return ArrayOf(elem, sz), nil
	case "hash":
		if n < 2 || n > 4 {
			return nil, wrongCount("Hash", "2 to 4", n)
		}
		if n == 2 && !(isType(args[0]) && isType(args[1])) {
			sz, err := size(args...)
			if err != nil {
				return nil, err
			}
			return HashOf(Default, Default, sz), nil // puppet: types of `default`
		}
		if err := needTypes(args[0], args[1]); err != nil {
			return nil, err
		}
		var sz *IntegerType
		if n > 2 {
			if sz, err = size(args[2:]...); err != nil {
				return nil, err
			}
		}
		return HashOf(TypeOf(args[0]), TypeOf(args[1]), sz), nil
	case "collection":
		if n < 1 || n > 2 {
			return nil, wrongCount("Collection", "1 to 2", n)
		}
		sz, err := size(args...)
		if err != nil {
			return nil, err
		}
		return newCollection(sz), nil
	case "string":
		if n < 1 || n > 2 {
			return nil, wrongCount("String", "1 to 2", n)
		}
		sz, err := size(args...)
		if err != nil {
			return nil, err
		}
		return newString(sz), nil
	case "class":
		if n != 1 {
			return nil, wrongCount("Class", "1", n)
		}
		if !args[0].IsString() {
			return nil, notAType(e)
		}
		return ClassOf(strings.TrimPrefix(args[0].AsString(), "::")), nil
	case "resource":
		return in.resource(e, args)
	case "regexp":
		if n != 1 {
			return nil, wrongCount("Regexp", "1", n)
		}
		return regexpTypeOf(args[0])
	case "enum":
		fold := false
		if n > 0 && args[n-1].IsBool() {
			fold = args[n-1].AsBool()
			args = args[:n-1]
		}
		if len(args) == 0 {
			return nil, wrongCount("Enum", "1 or more", 0)
		}
		vals := make([]string, len(args))
		for i, a := range args {
			if !a.IsString() {
				return nil, errors.New("Enum parameters must be identifiers or strings")
			}
			vals[i] = a.AsString()
		}
		return EnumOf(vals, fold), nil
	case "pattern":
		if n == 0 {
			return nil, wrongCount("Pattern", "1 or more", 0)
		}
		return patternTypeOf(args)
	case "uri":
		if n != 1 {
			return nil, wrongCount("URI", "1", n)
		}
		return uriTypeFrom(args[0])
	case "variant":
		if n == 0 {
			return nil, wrongCount("Variant", "1 or more", 0)
		}
		if err := needTypes(args...); err != nil {
			return nil, err
		}
		return VariantOf(typesOf(args)...), nil
	case "tuple":
		return in.tuple(e, args)
	case "callable":
		if n > 1 && args[0].Kind() == values.KindArray && n != 2 {
			return nil, wrongCount("callable", "2 when first parameter is an array", n)
		}
		return callableTypeOf(args)
	case "struct":
		if n != 1 {
			return nil, wrongCount("Struct", "1", n)
		}
		if args[0].Kind() != values.KindHash {
			return nil, notAType(e)
		}
		return structTypeOf(args[0].AsHash())
	case "boolean":
		if n != 1 {
			return nil, wrongCount("Boolean", "1", n)
		}
		if !args[0].IsBool() {
			return nil, errors.New("Boolean parameter must be true or false")
		}
		return BooleanOf(args[0].AsBool()), nil
	case "integer":
		if n < 1 || n > 2 {
			return nil, wrongCount("Integer", "1 or 2", n)
		}
		for _, a := range args {
			if !a.IsInt() && !a.IsDefault() {
				return nil, notAType(e)
			}
		}
		return integerOf(args[0], at(args, 1))
	case "float":
		if n < 1 || n > 2 {
			return nil, wrongCount("Float", "1 or 2", n)
		}
		for _, a := range args {
			if !a.IsNumber() && !a.IsDefault() {
				return nil, notAType(e)
			}
		}
		return floatOf(args[0], at(args, 1))
	case "object":
		if n != 1 {
			return nil, wrongCount("Object", "1", n)
		}
		if args[0].Kind() != values.KindHash {
			return nil, notAType(e)
		}
		return newObjectFromHash(args[0].AsHash())
	case "typeset":
		if n != 1 {
			return nil, wrongCount("Object", "1", n)
		}
		if args[0].Kind() != values.KindHash {
			return nil, notAType(e)
		}
		return newTypeSetFromHash(args[0].AsHash(), in)
	case "init":
		if n == 0 {
			return nil, notAType(e)
		}
		if err := needTypes(args[0]); err != nil {
			return nil, err
		}
		return InitOf(TypeOf(args[0]), args[1:])
	case "iterable":
		if err := one("Iterable"); err != nil {
			return nil, err
		}
		return IterableOf(TypeOf(args[0])), nil
	case "iterator":
		if err := one("Iterator"); err != nil {
			return nil, err
		}
		return IteratorOf(TypeOf(args[0])), nil
	case "type":
		if err := one("Type"); err != nil {
			return nil, err
		}
		return TypeTypeOf(TypeOf(args[0])), nil
	case "sensitive":
		if n == 0 {
			return Sensitive, nil
		}
		if n > 1 {
			return nil, wrongCount("Sensitive", "0 to 1", n)
		}
		if err := needTypes(args[0]); err != nil {
			return nil, err
		}
		return SensitiveOf(TypeOf(args[0])), nil
	case "optional":
		if n != 1 {
			return nil, wrongCount("Optional", "1", n)
		}
		if args[0].IsString() {
			return OptionalOf(StringValue(args[0].AsString())), nil
		}
		if err := needTypes(args[0]); err != nil {
			return nil, err
		}
		return OptionalOf(TypeOf(args[0])), nil
	case "notundef":
		switch {
		case n == 0:
			return NotUndef, nil
		case n > 1:
			return nil, wrongCount("NotUndef", "0 to 1", n)
		case args[0].IsString():
			return NotUndefOf(StringValue(args[0].AsString())), nil
		}
		if err := needTypes(args[0]); err != nil {
			return nil, err
		}
		return NotUndefOf(TypeOf(args[0])), nil
	case "runtime":
		if n != 2 {
			return nil, wrongCount("Runtime", "2", n)
		}
		return runtimeTypeOf(args)
	case "timespan":
		if n > 2 {
			return nil, wrongCount("Timespan", "0 to 2", n)
		}
		return timespanTypeOf(args)
	case "timestamp":
		if n > 2 {
			return nil, wrongCount("Timestamp", "0 to 2", n)
		}
		return timestampTypeOf(args)
	case "semver":
		if n == 0 {
			return nil, wrongCount("SemVer", "1 or more", 0)
		}
		return semVerTypeOf(args)
	case "typereference":
		if n == 1 && args[0].IsString() {
			return ReferenceOf(args[0].AsString()), nil
		}
	case "any", "data", "catalogentry", "scalar", "undef", "numeric", "default", "semverrange":
		return nil, fmt.Errorf("Not a parameterized type <%s>", e.left.source)
	}
	return in.accessNamed(e, name, args)
}

func (in *interpreter) accessNamed(e *expr, name string, args []values.Value) (Type, error) {
	t, err := in.lookup(name)
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case nil:
		return ReferenceOf(e.source), nil
	case *ResourceType:
		if len(args) != 1 {
			return nil, wrongCount(name, "1", len(args))
		}
		if !args[0].IsString() {
			return nil, notAType(e)
		}
		return ResourceRef(t.TypeName, args[0].AsString()), nil
	case *ObjectType:
		return newExtension(t, args)
	}
	return nil, fmt.Errorf("Not a parameterized type <%s>", e.left.source)
}

func (in *interpreter) resource(e *expr, args []values.Value) (Type, error) {
	if len(args) < 1 || len(args) > 2 {
		return nil, wrongCount("Resource", "1 or 2", len(args))
	}
	name := ""
	switch v := args[0]; v.Kind() {
	case values.KindString:
		name = CapitalizeSegments(v.AsString())
	case values.KindType:
		switch t := TypeOf(v).(type) {
		case *ResourceType:
			name = t.TypeName
		case *ReferenceType:
			name = t.Text
		default:
			return nil, notAType(e)
		}
	default:
		return nil, notAType(e)
	}
	if !isClassRef(name) {
		return nil, fmt.Errorf("Illegal type name '%s'", name)
	}
	if len(args) == 1 {
		return ResourceOf(name), nil
	}
	if !args[1].IsString() {
		return nil, notAType(e)
	}
	return ResourceRef(name, args[1].AsString()), nil
}

func (in *interpreter) tuple(e *expr, args []values.Value) (Type, error) {
	n := len(args)
	if n == 0 {
		return nil, wrongCount("Tuple", "1 or more", 0)
	}
	var sz *IntegerType
	var err error
	lower := func(v values.Value) values.Value {
		if v.IsInt() {
			return v
		}
		return values.Int(0)
	}
	switch {
	case n >= 2 && isRange(args[n-2]):
		if !isRange(args[n-1]) {
			return nil, notAType(e)
		}
		sz, err = integerOf(lower(args[n-2]), asRange(args[n-1]))
		args = args[:n-2]
	case isRange(args[n-1]):
		sz, err = integerOf(lower(args[n-1]), values.Default)
		args = args[:n-1]
	}
	if err != nil {
		return nil, err
	}
	return TupleOf(typesOf(args), sz), nil
}

// at is args[i], undef when there are not so many.
func at(args []values.Value, i int) values.Value {
	if i < len(args) {
		return args[i]
	}
	return values.Undef
}

// typesOf is the types in args; other values stand for their generalized types.
func typesOf(args []values.Value) []Type {
	out := make([]Type, len(args))
	for i, a := range args {
		out[i] = typeFor(a)
	}
	return out
}

// typeFor is a type as such, a Runtime type for a string and the generalized type
// of any other value.
// puppet: pops/types/type_factory.rb, type_of
func typeFor(v values.Value) Type {
	switch v.Kind() {
	case values.KindType:
		return TypeOf(v)
	case values.KindString:
		return RuntimeOf("ruby", v.AsString())
	}
	return InferGeneric(v)
}
