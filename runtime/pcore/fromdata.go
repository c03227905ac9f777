package pcore

import (
	"fmt"
	"strings"

	"bunraku/runtime/values"
)

// FromData is the value that [ToData] made data of. With keepUnknown a hash whose
// __ptype is not known stays as it is.
// puppet: pops/serialization/from_data_converter.rb
func FromData(v values.Value, env *Env, keepUnknown bool) (values.Value, error) {
	if env == nil {
		env = &Env{}
	}
	return dataReader{env, keepUnknown}.read(v)
}

type dataReader struct {
	env         *Env
	keepUnknown bool
}

func (r dataReader) read(v values.Value) (values.Value, error) {
	switch v.Kind() {
	case values.KindArray:
		out := make([]values.Value, v.AsArray().Len())
		for i, e := range v.AsArray().Elems() {
			var err error
			if out[i], err = r.read(e); err != nil {
				return v, err
			}
		}
		return values.ArrayOf(out...), nil
	case values.KindHash:
		h := v.AsHash()
		if t, ok := h.GetString(typeKey); ok && (t.IsString() || t.Kind() == values.KindHash) {
			return r.rich(h, t)
		}
		return r.hash(h, "")
	}
	return v, nil
}

// hash reads the entries of a hash without the one of the key skip.
func (r dataReader) hash(h *values.Hash, skip string) (values.Value, error) {
	b := values.NewHashBuilder(h.Len())
	for _, e := range h.Entries() {
		if skip != "" && e.Key.IsString() && e.Key.AsString() == skip {
			continue
		}
		x, err := r.read(e.Value)
		if err != nil {
			return x, err
		}
		b.Put(e.Key, x)
	}
	return b.Hash().Value(), nil
}

func (r dataReader) rich(h *values.Hash, t values.Value) (values.Value, error) {
	val, hasVal := h.GetString(valueKey)
	if t.Kind() == values.KindHash {
		u, err := r.read(t)
		if err != nil || u.Kind() != values.KindType {
			if r.keepUnknown && err == nil {
				return h.Value(), nil
			}
			return values.Undef, fmt.Errorf("Unable to deserialize type from %s", Inspect(t))
		}
		return r.create(h, TypeOf(u))
	}
	switch name := t.AsString(); name {
	case "Default":
		return values.Default, nil
	case "Sensitive":
		x, err := r.read(val)
		return values.Sensitive(x), err
	case "Symbol":
		return val, nil
	case "Hash":
		if val.Kind() != values.KindArray || val.AsArray().Len()%2 != 0 {
			return values.Undef, fmt.Errorf("a Hash in rich data needs an array of keys and values")
		}
		b := values.NewHashBuilder(val.AsArray().Len() / 2)
		for i := 0; i < val.AsArray().Len(); i += 2 {
			k, err := r.read(val.AsArray().At(i))
			if err != nil {
				return k, err
			}
			x, err := r.read(val.AsArray().At(i + 1))
			if err != nil {
				return x, err
			}
			b.Put(k, x)
		}
		return b.Hash().Value(), nil
	case "LocalRef":
		return values.Undef, fmt.Errorf("local references in rich data are not supported")
	case "Binary":
		if hasVal && val.IsString() {
			return binaryOf(val.AsString(), values.Undef)
		}
	case "Regexp":
		if hasVal && val.IsString() {
			return values.RegexpValue(&values.Regexp{Source: val.AsString()}), nil
		}
	}
	name := t.AsString()
	if strings.HasPrefix(name, "Pcore::") && strings.HasSuffix(name, "Type") {
		attrs, err := r.hash(h, typeKey)
		if err != nil {
			return attrs, err
		}
		u, err := typeFromAttributes(strings.TrimSuffix(strings.TrimPrefix(name, "Pcore::"), "Type"), attrs.AsHash())
		if err != nil {
			return values.Undef, err
		}
		return u.Value(), nil
	}
	if name == "Pcore::StructElement" {
		return r.hash(h, typeKey)
	}
	u, err := Parse(name, r.env.Resolve)
	if err != nil {
		return values.Undef, err
	}
	if _, unknown := u.(*ReferenceType); unknown {
		if r.keepUnknown {
			return h.Value(), nil
		}
		return values.Undef, fmt.Errorf("No implementation mapping found for Puppet Type %s", name)
	}
	return r.create(h, u)
}

// create makes an instance of a type of the other entries of a hash.
func (r dataReader) create(h *values.Hash, t Type) (values.Value, error) {
	if val, ok := h.GetString(valueKey); ok {
		if !val.IsString() {
			return values.Undef, fmt.Errorf("Cannot create a %s from a %s", t.Name(), RubyClass(val))
		}
		return New(t, []values.Value{val}, r.env)
	}
	attrs, err := r.hash(h, typeKey)
	if err != nil {
		return attrs, err
	}
	if o, ok := t.(*ObjectType); ok && o.initType != nil {
		if err := Assert(o.label()+" initializer", o.initType, attrs); err != nil {
			return values.Undef, err
		}
		return o.make(attrs.AsHash()), nil
	}
	return values.Undef, fmt.Errorf("Cannot create a %s from a Hash", t.Name())
}

// typeFromAttributes is the reverse of typeAttributes.
func typeFromAttributes(name string, h *values.Hash) (Type, error) {
	t, ok := namedTypes[downcase(name)]
	switch name {
	case "Unit":
		return Unit, nil
	case "ObjectTypeExten":
		return extensionFromAttributes(h)
	}
	if !ok {
		return nil, fmt.Errorf("No implementation mapping found for Puppet Type Pcore::%sType", name)
	}
	get := func(key string) values.Value { return mustGet(h, key) }
	typ := func(key string, otherwise Type) Type {
		if v := get(key); isType(v) {
			return TypeOf(v)
		}
		return otherwise
	}
	size := func(key string) *IntegerType {
		i, _ := typ(key, nil).(*IntegerType)
		return i
	}
	list := func(key string) []values.Value {
		if v := get(key); v.Kind() == values.KindArray {
			return v.AsArray().Elems()
		}
		return nil
	}
	switch t.(type) {
	case *IntegerType:
		return integerOf(get("from"), get("to"))
	case *FloatType:
		return floatOf(get("from"), get("to"))
	case *TimespanType:
		return timespanTypeOf([]values.Value{get("from"), get("to")})
	case *TimestampType:
		return timestampTypeOf([]values.Value{get("from"), get("to")})
	case *StringType:
		if v := get("size_type_or_value"); v.IsString() {
			return StringValue(v.AsString()), nil
		}
		return newString(size("size_type_or_value")), nil
	case *EnumType:
		return EnumOf(stringsOf(values.ArrayOf(list("values")...)), get("case_insensitive").Truthy()), nil
	case *PatternType:
		return patternTypeOf(list("patterns"))
	case *RegexpType:
		if get("pattern").IsUndef() {
			return Regexp, nil
		}
		return regexpTypeOf(get("pattern"))
	case *CollectionType:
		return newCollection(size("size_type")), nil
	case *ArrayType:
		return ArrayOf(typ("element_type", Any), size("size_type")), nil
	case *HashType:
		return HashOf(typ("key_type", Any), typ("value_type", Any), size("size_type")), nil
	case *TupleType:
		return TupleOf(typesOf(list("types")), size("size_type")), nil
	case *VariantType:
		return VariantOf(typesOf(list("types"))...), nil
	case *StructType:
		var elems []StructElement
		for _, e := range list("elements") {
			if e.Kind() != values.KindHash {
				return nil, fmt.Errorf("an element of a Struct in rich data must be a hash")
			}
			k, v := mustGet(e.AsHash(), "key_type"), mustGet(e.AsHash(), "value_type")
			if !isType(k) || !isType(v) {
				return nil, fmt.Errorf("an element of a Struct in rich data needs a key_type and a value_type")
			}
			elems = append(elems, structElement(TypeOf(k), TypeOf(v)))
		}
		return newStruct(elems), nil
	case *CallableType:
		params, _ := typ("param_types", nil).(*TupleType)
		return CallableOf(params, typ("block_type", nil), typ("return_type", nil)), nil
	case *ClassType:
		return ClassOf(Text(get("class_name"))), nil
	case *ResourceType:
		if get("title").IsUndef() {
			return ResourceOf(Text(get("type_name"))), nil
		}
		return ResourceRef(Text(get("type_name")), Text(get("title"))), nil
	case *ReferenceType:
		return ReferenceOf(Text(get("type_string"))), nil
	case *SemVerType:
		return semVerTypeOf(list("ranges"))
	case *URIType:
		if get("parameters").Kind() != values.KindHash {
			return URI, nil
		}
		return newURIType(get("parameters").AsHash()), nil
	case *InitType:
		return InitOf(typ("type", nil), list("init_args"))
	case *RuntimeType:
		return RuntimeOf(Text(get("runtime")), Text(get("name_or_pattern"))), nil
	case *OptionalType:
		return OptionalOf(typ("type", nil)), nil
	case *NotUndefType:
		return NotUndefOf(typ("type", nil)), nil
	case *TypeType:
		return TypeTypeOf(typ("type", nil)), nil
	case *IterableType:
		return IterableOf(typ("type", nil)), nil
	case *IteratorType:
		return IteratorOf(typ("type", nil)), nil
	case *ObjectType, *TypeSetType:
		d := get("_pcore_init_hash")
		if d.Kind() != values.KindHash {
			return nil, fmt.Errorf("a %s in rich data needs a _pcore_init_hash", name)
		}
		if t == Type(TypeSet) {
			return newTypeSetFromHash(d.AsHash(), &interpreter{})
		}
		return newObjectFromHash(d.AsHash())
	case *AliasType:
		return AliasOf(Text(get("name")), typ("resolved_type", Reference)), nil
	}
	return t, nil
}

func extensionFromAttributes(h *values.Hash) (Type, error) {
	base, params := mustGet(h, "base_type"), mustGet(h, "init_parameters")
	if !isType(base) {
		return nil, fmt.Errorf("a parameterized object type in rich data needs a base_type")
	}
	t, ok := TypeOf(base).(*ObjectType)
	if !ok {
		return nil, fmt.Errorf("the base_type of a parameterized object type must be an Object type")
	}
	if params.Kind() == values.KindArray {
		return newExtension(t, params.AsArray().Elems())
	}
	return newExtension(t, []values.Value{params})
}
