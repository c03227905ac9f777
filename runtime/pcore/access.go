package pcore

import (
	"fmt"
	"math"
	"strings"

	"bunraku/runtime/values"
)

// AccessError is why Type[args] failed: Puppet's issue code and text, and which
// argument is to blame, -1 for the whole expression.
type AccessError struct {
	Code    string
	Message string
	Key     int
	// Soft is set when the severity depends on the settings and there is
	// a value all the same.
	Soft bool
}

func (e *AccessError) Error() string { return e.Message }

func accessError(code string, key int, parts ...string) error {
	return &AccessError{Code: code, Message: strings.Join(parts, ""), Key: key}
}

// runtimeError is an error that Puppet's implementation raises without an issue of
// its own; the evaluator says what was evaluated.
func runtimeError(err error) error {
	return &AccessError{Code: "RUNTIME_ERROR", Message: err.Error(), Key: -1}
}

// Access is t[args] in an evaluated expression: a type, or an array of resource or
// class references when there are several titles, or the value of a type member.
// What needs a catalog, the parameters of a resource reference, is not done here.
// With evaluator4 it is that edition's access. The error is an *AccessError; one that
// is soft comes with a value.
// puppet: pops/evaluator/access_operator.rb
func Access(t Type, args []values.Value, evaluator4 bool) (values.Value, error) {
	if evaluator4 && len(args) == 0 {
		return t.Value(), nil // nothing is asked of it
	}
	switch t := t.(type) {
	case *ResourceType:
		return accessResource(t, args)
	case *ClassType:
		return accessClass(t, args)
	}
	if evaluator4 {
		if v, ok, err := accessEvaluator4(t, args); ok || err != nil {
			return v, err
		}
	}
	u, err := accessType(t, args)
	if err != nil {
		if _, ok := err.(*AccessError); !ok {
			err = runtimeError(err)
		}
		return values.Undef, err
	}
	return u.Value(), nil
}

// flatten is args with the arrays in it taken apart.
func flatten(args []values.Value) []values.Value {
	nested := false
	for _, a := range args {
		nested = nested || a.Kind() == values.KindArray
	}
	if !nested {
		return args
	}
	var out []values.Value
	for _, a := range args {
		if a.Kind() == values.KindArray {
			out = append(out, flatten(a.AsArray().Elems())...)
		} else {
			out = append(out, a)
		}
	}
	return out
}

// label is what messages call a type: its text and -Type.
func label(t Type) string {
	if r, ok := t.(*ResourceType); ok && r.HasTitle {
		return t.String() + " Resource-Reference"
	}
	return t.String() + "-Type"
}

func capitalArticle(s string) string {
	s = withArticle(s)
	return strings.ToUpper(s[:1]) + s[1:]
}

// badArity is the wrong number of arguments; most is -1 when there is no limit and
// 0 when it is the same as least.
func badArity(base string, least, most int64, actual int) error {
	text := base + "[] accepts " + itoa(least)
	switch {
	case most == -1 || most == math.MaxInt64:
		text += " or more arguments"
	case most != 0 && most != least:
		text += " to " + itoa(most) + " arguments"
	case least == 1:
		text += " argument"
	default:
		text += " arguments"
	}
	return accessError("BAD_TYPE_SLICE_ARITY", -1, text, ". Got ", itoa(int64(actual)))
}

func badType(base string, key int, v values.Value) error {
	return accessError("BAD_TYPE_SLICE_TYPE", key, base, "[] arguments must be types. Got ", RubyClass(v))
}

func keyTypeName(v values.Value) string {
	switch v.Kind() {
	case values.KindUndef:
		return "Undef"
	case values.KindDefault:
		return "Default"
	}
	return InferGeneric(v).String()
}

func badKey(t Type, key int, v values.Value, expected string) error {
	return accessError("BAD_TYPE_SPECIALIZATION", key, "Error creating type specialization of ", withArticle(label(t)),
		", Cannot use ", keyTypeName(v), " where ", expected, " is expected")
}

// assertKeys checks how many keys there are and that ok holds for each.
func assertKeys(t Type, keys []values.Value, most int64, expected string, ok func(values.Value) bool) error {
	if len(keys) < 1 || int64(len(keys)) > most {
		if most == 1 {
			most = 0
		}
		return badArity(capitalArticle(label(t)), 1, most, len(keys))
	}
	for i, k := range keys {
		if !ok(k) {
			return badKey(t, i, k, expected)
		}
	}
	return nil
}

// wrapOne checks the one type argument of a type that wraps a type.
func wrapOne(base string, keys []values.Value) (Type, error) {
	if len(keys) != 1 {
		return nil, badArity(base, 1, 0, len(keys))
	}
	if !isType(keys[0]) {
		return nil, badType(base, 0, keys[0])
	}
	return TypeOf(keys[0]), nil
}

// collectionSize is the size constraint of keys, which start at index start.
func collectionSize(start int, keys ...values.Value) (*IntegerType, error) {
	if len(keys) == 1 && isType(keys[0]) {
		if t, ok := TypeOf(keys[0]).(*IntegerType); ok {
			return t, nil
		}
	}
	for i, k := range keys {
		if !k.IsInt() && !k.IsDefault() {
			return nil, accessError("BAD_COLLECTION_SLICE_TYPE", start+i, "A Type's size constraint arguments must be a single ",
				"Integer type, or 1-2 integers (or default). Got ", withArticle(classLabel(k)))
		}
	}
	return integerOf(keys[0], at(keys, 1))
}

// classLabel is what messages call the class of a value.
func classLabel(v values.Value) string {
	if v.Kind() == values.KindType {
		return simpleName(TypeOf(v)) + "-Type"
	}
	return RubyClass(v)
}

func accessType(t Type, args []values.Value) (Type, error) {
	keys := flatten(args)
	n := len(keys)
	switch t := t.(type) {
	case *IntegerType:
		if n < 1 || n > 2 {
			return nil, accessError("BAD_INTEGER_SLICE_ARITY", -1,
				"Integer-Type supports [] with one or two arguments (from, to). Got ", itoa(int64(n)))
		}
		for i, k := range keys {
			if !k.IsInt() && !k.IsDefault() {
				return nil, accessError("BAD_INTEGER_SLICE_TYPE", i,
					"Integer-Type [] requires all arguments to be integers (or default). Got ", RubyClass(k))
			}
		}
		return integerOf(keys[0], at(keys, 1))
	case *FloatType:
		if n < 1 || n > 2 {
			return nil, accessError("BAD_INTEGER_SLICE_ARITY", -1,
				"Float-Type supports [] with one or two arguments (from, to). Got ", itoa(int64(n)))
		}
		for i, k := range keys {
			if !k.IsNumber() && !k.IsDefault() {
				return nil, accessError("BAD_INTEGER_SLICE_TYPE", i,
					"Float-Type [] requires all arguments to be floats, or integers (or default). Got ", RubyClass(k))
			}
		}
		return floatOf(keys[0], at(keys, 1))
	case *StringType:
		if n < 1 || n > 2 {
			return nil, accessError("BAD_STRING_SLICE_ARITY", -1,
				"String supports [] with one or two arguments. Got ", itoa(int64(n)))
		}
		size, err := collectionSize(0, keys...)
		if err != nil {
			return nil, err
		}
		return newString(size), nil
	case *CollectionType:
		if n < 1 || n > 2 {
			return nil, badArity("Collection-Type", 1, 2, n)
		}
		size, err := collectionSize(0, keys...)
		if err != nil {
			return nil, err
		}
		return newCollection(size), nil
	case *ArrayType:
		return accessArray(keys)
	case *HashType:
		return accessHash(keys)
	case *TupleType:
		return accessTuple(t, keys)
	case *StructType:
		if err := assertKeys(t, args, 1, "Hash", func(v values.Value) bool { return v.Kind() == values.KindHash }); err != nil {
			return nil, err
		}
		return structTypeOf(args[0].AsHash())
	case *EnumType:
		fold := false
		if n > 0 && keys[n-1].IsBool() {
			fold = keys[n-1].AsBool()
			keys = keys[:n-1]
		}
		if err := assertKeys(t, keys, infinite, "String", values.Value.IsString); err != nil {
			return nil, err
		}
		vals := make([]string, len(keys))
		for i, k := range keys {
			vals[i] = k.AsString()
		}
		return EnumOf(vals, fold), nil
	case *BooleanType:
		if err := assertKeys(t, keys, 1, "TrueClass or FalseClass", values.Value.IsBool); err != nil {
			return nil, err
		}
		return BooleanOf(keys[0].AsBool()), nil
	case *VariantType:
		if err := assertKeys(t, keys, infinite, "Any-Type", isType); err != nil {
			return nil, err
		}
		return VariantOf(typesOf(keys)...), nil
	case *PatternType:
		err := assertKeys(t, keys, infinite, "String or Regexp or Pattern-Type or Regexp-Type", func(v values.Value) bool {
			if v.Kind() == values.KindType {
				switch TypeOf(v).(type) {
				case *PatternType, *RegexpType:
					return true
				}
				return false
			}
			return v.IsString() || v.Kind() == values.KindRegexp
		})
		if err != nil {
			return nil, err
		}
		return patternTypeOf(keys)
	case *RegexpType:
		if n != 1 {
			blame := -1
			if n > 1 {
				blame = 1
			}
			err := badArity(capitalArticle(label(t)), 1, 0, n).(*AccessError)
			err.Key = blame
			return nil, err
		}
		err := assertKeys(t, keys, 1, "String or Regexp", func(v values.Value) bool {
			return v.IsString() || v.Kind() == values.KindRegexp
		})
		if err != nil {
			return nil, err
		}
		return regexpTypeOf(keys[0])
	}
	return accessWrapper(t, args, keys)
}

func accessArray(keys []values.Value) (Type, error) {
	const base = "Array-Type"
	switch len(keys) {
	case 1:
		t, err := wrapOne(base, keys)
		if err != nil {
			return nil, err
		}
		return ArrayOf(t, nil), nil
	case 2, 3:
		if isType(keys[0]) {
			size, err := collectionSize(1, keys[1:]...)
			if err != nil {
				return nil, err
			}
			return ArrayOf(TypeOf(keys[0]), size), nil
		}
		if len(keys) == 3 {
			return nil, badType(base, 0, keys[0])
		}
		size, err := collectionSize(0, keys...)
		if err != nil {
			return nil, err
		}
		return ArrayOf(Any, size), nil
	}
	return nil, badArity(base, 1, 3, len(keys))
}

func accessHash(keys []values.Value) (Type, error) {
	const base = "Hash-Type"
	n := len(keys)
	if n == 2 && keys[0].IsInt() && keys[1].IsInt() {
		size, err := integerOf(keys[0], keys[1])
		if err != nil {
			return nil, err
		}
		return HashOf(Any, Any, size), nil
	}
	for i, k := range keys[:min(n, 2)] {
		if !isType(k) {
			return nil, badType(base, i, k)
		}
	}
	var size *IntegerType
	var err error
	switch n {
	case 2:
	case 3:
		if isType(keys[2]) {
			size, err = collectionSize(2, keys[2])
		} else {
			if !keys[2].IsInt() && !keys[2].IsDefault() {
				// puppet: not checked there, so that the comparison fails
				return nil, fmt.Errorf("comparison of %s with Infinity failed", RubyClass(keys[2]))
			}
			size, err = integerOf(keys[2], values.Default)
		}
	case 4:
		size, err = collectionSize(2, keys[2], keys[3])
	default:
		return nil, badArity(base, 2, 4, n)
	}
	if err != nil {
		return nil, err
	}
	return HashOf(TypeOf(keys[0]), TypeOf(keys[1]), size), nil
}

func accessTuple(t Type, keys []values.Value) (Type, error) {
	n := len(keys)
	var size *IntegerType
	var err error
	switch {
	case n >= 2 && isRange(keys[n-2]) && isRange(keys[n-1]):
		size, err = integerOf(asRange(keys[n-2]), asRange(keys[n-1]))
		keys = keys[:n-2]
	case n >= 1 && isRange(keys[n-1]):
		size, err = integerOf(asRange(keys[n-1]), values.Default)
		keys = keys[:n-1]
	}
	if err != nil {
		return nil, err
	}
	if err := assertKeys(t, keys, infinite, "Any-Type", isType); err != nil {
		return nil, err
	}
	return TupleOf(typesOf(keys), size), nil
}

// accessWrapper is access of the types that wrap a type, and of all others.
func accessWrapper(t Type, args, keys []values.Value) (Type, error) {
	n := len(keys)
	switch t := t.(type) {
	case *OptionalType:
		if n == 1 && keys[0].IsString() {
			return OptionalOf(StringValue(keys[0].AsString())), nil
		}
		u, err := wrapOne("Optional-Type", keys)
		if err != nil {
			return nil, err
		}
		return OptionalOf(u), nil
	case *NotUndefType:
		switch {
		case n == 0:
			return NotUndef, nil
		case n > 1:
			// puppet: the least is 0, and 0 to 1 is printed
			return nil, badArity("NotUndef-Type", 0, 1, n)
		case keys[0].IsString():
			return NotUndefOf(StringValue(keys[0].AsString())), nil
		case !isType(keys[0]):
			return nil, accessError("BAD_NOT_UNDEF_SLICE_TYPE", 0,
				"NotUndef-Type[] argument must be a Type or a String. Got ", RubyClass(keys[0]))
		}
		return NotUndefOf(TypeOf(keys[0])), nil
	case *TypeType:
		u, err := wrapOne("Type-Type", keys)
		if err != nil {
			return nil, err
		}
		return TypeTypeOf(u), nil
	case *SensitiveType:
		u, err := wrapOne("Sensitive-Type", keys)
		if err != nil {
			return nil, err
		}
		return SensitiveOf(u), nil
	case *IterableType:
		u, err := wrapOne("Iterable-Type", keys)
		if err != nil {
			return nil, err
		}
		return IterableOf(u), nil
	case *IteratorType:
		u, err := wrapOne("Iterator-Type", keys)
		if err != nil {
			return nil, err
		}
		return IteratorOf(u), nil
	case *InitType:
		if len(args) == 0 || !isType(args[0]) {
			return nil, badType("Init-Type", 0, at(args, 0))
		}
		return InitOf(TypeOf(args[0]), args[1:])
	case *CallableType:
		if len(args) > 0 && args[0].Kind() == values.KindArray && len(args) != 2 {
			return nil, badArity(capitalArticle(label(t)), 2, 0, len(args))
		}
		if len(args) == 2 && args[0].Kind() == values.KindArray && !isType(args[1]) {
			return nil, badKey(t, 1, args[1], "Any-Type")
		}
		return callableTypeOf(args)
	case *RuntimeType:
		if n != 2 {
			return nil, badArity(capitalArticle(label(t)), 1, 2, n)
		}
		if err := assertKeys(t, keys, 2, "String or String", values.Value.IsString); err != nil {
			return nil, err
		}
		return runtimeTypeOf(keys)
	case *SemVerType:
		err := assertKeys(t, keys, infinite, "String or SemanticPuppet::VersionRange", func(v values.Value) bool {
			return v.IsString() || v.Kind() == values.KindSemVerRange
		})
		if err != nil {
			return nil, err
		}
		return semVerTypeOf(keys)
	case *TimestampType:
		if n > 2 {
			return nil, badArity(capitalArticle(label(t)), 0, 2, n)
		}
		return timestampTypeOf(keys)
	case *TimespanType:
		if n > 2 {
			return nil, badArity(capitalArticle(label(t)), 0, 2, n)
		}
		return timespanTypeOf(keys)
	case *URIType:
		if n != 1 {
			return nil, badArity("URI-Type", 1, 0, n)
		}
		if !uriParamType.get().Check(keys[0]) {
			return nil, badType("URI-Type", 0, keys[0])
		}
		return uriTypeFrom(keys[0])
	case *ObjectType:
		if t.name != "" {
			return newExtension(t, keys)
		}
		if n != 1 {
			return nil, badArity("Object-Type", 1, 0, n)
		}
		switch keys[0].Kind() {
		case values.KindUndef:
			return ObjectT, nil
		case values.KindHash:
			return newObjectFromHash(keys[0].AsHash())
		}
		return nil, badTypeName("object name", keys[0])
	case *TypeSetType:
		if n != 1 {
			return nil, badArity("TypeSet-Type", 1, 0, n)
		}
		switch keys[0].Kind() {
		case values.KindUndef:
			return TypeSet, nil
		case values.KindHash:
			return newTypeSetFromHash(keys[0].AsHash(), &interpreter{})
		}
		return nil, badTypeName("TypeSet name", keys[0])
	case *ReferenceType:
		return nil, accessError("UNKNOWN_RESOURCE_TYPE", -1, "Resource type not found: ", t.Text)
	}
	return nil, accessError("OPERATOR_NOT_APPLICABLE", -1, "Operator '[]' is not applicable to ", withArticle(label(t)), ".")
}

var typeNamePattern = &lazyType{text: `Pattern[/\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z/]`}

// badTypeName is about a value that should be the definition of a type and would,
// as Puppet has it, else be its name.
func badTypeName(subject string, v values.Value) error {
	if err := Assert(subject, typeNamePattern.get(), v); err != nil {
		return err
	}
	return fmt.Errorf("%s '%s' has no definition", subject, Text(v))
}
