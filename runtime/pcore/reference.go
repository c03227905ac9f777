package pcore

import (
	"strings"

	"bunraku/runtime/values"
)

// titles takes the titles out of the arguments of a reference: nested arrays are
// taken apart and undef is dropped. many is set when the result is an array.
func titles(args []values.Value) (keys []values.Value, many bool) {
	many = len(args) > 1 || len(args) == 1 && args[0].Kind() == values.KindArray
	for _, k := range flatten(args) {
		if !k.IsUndef() {
			keys = append(keys, k)
		}
	}
	return keys, many
}

func oneOrArray(out []values.Value, many bool) values.Value {
	if many {
		return values.ArrayOf(out...)
	}
	return out[len(out)-1]
}

// emptyReference is what a reference without titles is.
func emptyReference(many bool) (values.Value, error) {
	err := &AccessError{Code: "EMPTY_RESOURCE_SPECIALIZATION", Soft: true,
		Message: "Arguments to Resource[] are all empty/undefined"}
	if many {
		return values.EmptyArray, err
	}
	return values.Undef, err
}

// accessResource is Resource[type, titles...] or File[titles...].
func accessResource(t *ResourceType, args []values.Value) (values.Value, error) {
	if len(args) == 0 {
		return values.Undef, badArity(t.String(), 1, -1, 0)
	}
	name := t.TypeName
	first := args[0]
	if name == "" {
		switch v := args[0]; v.Kind() {
		case values.KindString:
			name = CapitalizeSegments(v.AsString())
		case values.KindType:
			if r, ok := TypeOf(v).(*ResourceType); ok && r.TypeName != "" {
				name = r.TypeName
			}
		}
		if k := args[0]; name == "" && !k.IsString() {
			return values.Undef, accessError("ILLEGAL_RESOURCE_SPECIALIZATION", 0,
				"First argument to Resource[] must be a resource type or a String. Got ", keyTypeName(k), ".")
		}
		args = args[1:]
	}
	if !isClassRef(name) {
		return values.Undef, accessError("ILLEGAL_CLASSREF", 0, "Illegal type reference. The given name '", name,
			"' does not conform to the naming rule")
	}
	given := len(args)
	keys, many := titles(args)
	if len(keys) == 0 && given > 0 {
		return emptyReference(many)
	}
	if t.HasTitle {
		return values.Undef, accessError("UNKNOWN_RESOURCE", -1, "Resource not found: ", t.String())
	}
	if len(keys) == 0 {
		if t.TypeName == "" && isType(first) {
			return first, nil // a reference with a title stays one
		}
		return ResourceOf(name).Value(), nil
	}
	out := make([]values.Value, len(keys))
	for i, k := range keys {
		if !k.IsString() {
			blame := i
			if given != len(keys) {
				blame = i + 1
			}
			return values.Undef, accessError("BAD_TYPE_SPECIALIZATION", blame, "Error creating type specialization of ",
				withArticle(label(t)), ", Cannot use ", keyTypeName(k), " where a resource title String is expected")
		}
		out[i] = ResourceRef(name, k.AsString()).Value()
	}
	return oneOrArray(out, many), nil
}

// accessClass is Class[names...].
func accessClass(t *ClassType, args []values.Value) (values.Value, error) {
	if len(args) == 0 {
		return values.Undef, badArity(t.String(), 1, -1, 0)
	}
	keys, many := titles(args)
	if len(keys) == 0 {
		return emptyReference(many)
	}
	if t.ClassName != "" {
		return values.Undef, accessError("UNKNOWN_RESOURCE", -1, "Resource not found: ", t.String())
	}
	out := make([]values.Value, len(keys))
	for i, k := range keys {
		if !k.IsString() {
			return values.Undef, accessError("ILLEGAL_HOSTCLASS_NAME", i, "Illegal Class name in class reference. ",
				capitalArticle(valueLabel(k)), " cannot be used where a String is expected")
		}
		name := strings.TrimPrefix(strings.ToLower(k.AsString()), "::")
		if !isName(name) {
			return values.Undef, accessError("ILLEGAL_NAME", i, "Illegal name. The given name '", k.AsString(),
				`' does not conform to the naming rule /^((::)?[a-z_]\w*)(::[a-z]\w*)*$/`)
		}
		out[i] = ClassOf(name).Value()
	}
	return oneOrArray(out, many), nil
}

// valueLabel is what messages call a value.
func valueLabel(v values.Value) string {
	switch v.Kind() {
	case values.KindType:
		return label(TypeOf(v))
	case values.KindBool:
		return "Boolean"
	case values.KindDefault:
		return "Object"
	case values.KindUndef:
		return "Undef Value"
	}
	return RubyClass(v)
}

// isName reports whether s is the name of a class.
func isName(s string) bool {
	for _, seg := range strings.Split(strings.TrimPrefix(s, "::"), "::") {
		if seg == "" || seg[0] < 'a' || seg[0] > 'z' {
			return false
		}
		for j := 0; j < len(seg); j++ {
			if !isWordByte(seg[j]) {
				return false
			}
		}
	}
	return true
}

// accessEvaluator4 is what edition evaluator4 does differently; ok is false where
// it does not.
// spec: seed matrix D-15, D-17
func accessEvaluator4(t Type, args []values.Value) (v values.Value, ok bool, err error) {
	keys := flatten(args)
	switch t := t.(type) {
	case *IntegerType:
		if len(keys) < 2 || len(keys) > 3 {
			return values.Undef, true, accessError("BAD_INTEGER_SLICE_ARITY", -1,
				"Integer supports [] with two or three arguments (from, to, step). Got ", itoa(int64(len(keys))))
		}
		for i, k := range keys {
			if !k.IsInt() {
				return values.Undef, true, accessError("BAD_INTEGER_SLICE_TYPE", i,
					"Integer [] requires all arguments to be integers. Got ", RubyClass(k))
			}
		}
		v, err := series(keys)
		return v, true, err
	case *HashType:
		if len(keys) == 1 && isType(keys[0]) {
			key := t.Key
			if key == Any { // the plain Hash
				key = Scalar
			}
			return HashOf(key, TypeOf(keys[0]), nil).Value(), true, nil
		}
	}
	return values.Undef, false, nil
}

// maxSeries bounds the array that a series of integers makes.
const maxSeries = 10000000

func series(keys []values.Value) (values.Value, error) {
	from, to, step := keys[0].AsInt(), keys[1].AsInt(), int64(1)
	if len(keys) == 3 {
		step = keys[2].AsInt()
		if step < 0 {
			step = -step
		}
	}
	if step == 0 {
		return values.Undef, accessError("BAD_INTEGER_SLICE_TYPE", 2, "Integer [] cannot make a series with a step of 0")
	}
	n := uint64(to-from)/uint64(step) + 1
	if from > to {
		n = uint64(from-to)/uint64(step) + 1
	}
	if n > maxSeries {
		return values.Undef, accessError("BAD_INTEGER_SLICE_TYPE", -1, "Integer [] makes a series of too many integers: ", itoa(int64(n)))
	}
	out := make([]values.Value, n)
	for i := range out {
		if from > to {
			out[i] = values.Int(from - int64(i)*step)
		} else {
			out[i] = values.Int(from + int64(i)*step)
		}
	}
	return values.ArrayOf(out...), nil
}

// LookupEvaluator4 is Lookup in edition evaluator4: Array and Hash have elements of
// Data, Literal is Scalar and Object is Any, and an unknown name is a resource type.
// spec: seed matrix D-14, D-17
func LookupEvaluator4(name string, r Resolver) (Type, error) {
	switch strings.ToLower(strings.TrimPrefix(name, "::")) {
	case "array":
		return arrayOfData, nil
	case "hash":
		return hashOfData, nil
	case "literal":
		return Scalar, nil
	case "object":
		return Any, nil
	}
	t, err := Lookup(name, r)
	if t == nil && err == nil && isClassRef(name) {
		return ResourceOf(strings.TrimPrefix(name, "::")), nil
	}
	return t, err
}

var (
	arrayOfData = ArrayOf(Data, nil)
	hashOfData  = HashOf(Scalar, Data, nil)
)
