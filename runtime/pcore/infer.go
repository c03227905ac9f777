package pcore

import "bunraku/runtime/values"

// Infer is the type of a value in all detail: what type($v) gives.
// puppet: pops/types/type_calculator.rb, infer_set
func Infer(v values.Value) Type {
	switch v.Kind() {
	case values.KindArray:
		elems := v.AsArray().Elems()
		if len(elems) == 0 {
			return emptyArray
		}
		ts := make([]Type, len(elems))
		for i, e := range elems {
			ts[i] = Infer(e)
		}
		return TupleOf(ts, nil)
	case values.KindHash:
		return inferHash(v.AsHash())
	case values.KindSemVer:
		ver := v.AsSemVer()
		return newSemVer([]*VersionRange{VersionRangeBetween(ver, ver, false)})
	}
	return InferReduced(v)
}

func inferHash(h *values.Hash) Type {
	entries := h.Entries()
	if len(entries) == 0 {
		return emptyHash
	}
	named := true
	for i := range entries {
		if k := entries[i].Key; !k.IsString() || k.AsString() == "" {
			named = false
			break
		}
	}
	if named {
		elems := make([]StructElement, len(entries))
		for i := range entries {
			name := entries[i].Key.AsString()
			elems[i] = StructElement{Key: StringValue(name), Name: name, Val: Infer(entries[i].Value)}
		}
		return newStruct(elems)
	}
	keys, vals := make([]Type, len(entries)), make([]Type, len(entries))
	for i := range entries {
		keys[i], vals[i] = Infer(entries[i].Key), Infer(entries[i].Value)
	}
	n := int64(len(entries))
	return HashOf(VariantOf(keys...), VariantOf(vals...), IntegerRange(n, n))
}

// InferReduced is the type of a value in which the elements of a collection have
// one type in common: what type($v, reduced) gives.
func InferReduced(v values.Value) Type {
	switch v.Kind() {
	case values.KindUndef:
		return Undef
	case values.KindDefault:
		return Default
	case values.KindBool:
		return BooleanOf(v.AsBool())
	case values.KindInt:
		return IntegerRange(v.AsInt(), v.AsInt())
	case values.KindFloat:
		return FloatRange(v.AsFloat(), v.AsFloat())
	case values.KindString:
		return StringValue(v.AsString())
	case values.KindRegexp:
		return RegexpOf(v.AsRegexp())
	case values.KindArray:
		elems := v.AsArray().Elems()
		if len(elems) == 0 {
			return emptyArray
		}
		var t Type
		for _, e := range elems {
			t = CommonType(t, InferReduced(e))
		}
		n := int64(len(elems))
		return ArrayOf(t, IntegerRange(n, n))
	case values.KindHash:
		entries := v.AsHash().Entries()
		if len(entries) == 0 {
			return emptyHash
		}
		var key, val Type
		for i := range entries {
			key = CommonType(key, InferReduced(entries[i].Key))
			val = CommonType(val, InferReduced(entries[i].Value))
		}
		n := int64(len(entries))
		return HashOf(key, val, IntegerRange(n, n))
	case values.KindType:
		return TypeTypeOf(TypeOf(v))
	case values.KindSensitive:
		return SensitiveOf(InferReduced(v.AsSensitive()))
	case values.KindBinary:
		return Binary
	case values.KindTimestamp:
		return newTimestamp(*v.AsTimestamp(), *v.AsTimestamp(), false, false)
	case values.KindTimespan:
		n := v.AsTimespan().Nanos
		return newTimespan(n, n, false, false)
	case values.KindSemVer:
		return SemVer
	case values.KindSemVerRange:
		return SemVerRange
	case values.KindURI:
		return uriTypeOf(v.AsURI())
	case values.KindIterator:
		if t, ok := v.AsIterator().Elem.(Type); ok {
			return IteratorOf(t)
		}
		return Iterator
	case values.KindObject:
		if t, ok := v.AsObject().Type().(*ObjectType); ok {
			return t.typeOfInstance(v.AsObject())
		}
		return v.AsObject().Type().(Type)
	}
	return Any
}

// InferGeneric is the generalized type of a value: what type($v, generalized)
// gives.
func InferGeneric(v values.Value) Type { return InferReduced(v).Generalize() }

// CommonType is the most specific type that both are assignable to; either may be
// nil, then it is the other.
// puppet: pops/types/type_calculator.rb, common_type
func CommonType(t, u Type) Type {
	if t == nil || t == Type(Undef) {
		if u == nil {
			return t
		}
		return u
	}
	if u == nil || u == Type(Undef) {
		return t
	}
	if t == Type(Unit) {
		return u
	}
	if u == Type(Unit) {
		return t
	}
	if Assignable(t, u) {
		return t
	}
	if Assignable(u, t) {
		return u
	}
	if c := commonKind(t, u); c != nil {
		return c
	}
	both := func(c Type) bool { return Assignable(c, t) && Assignable(c, u) }
	for _, c := range []Type{Numeric, ScalarData, Scalar, Data} {
		if both(c) {
			return c
		}
	}
	if a, ok := t.(*TypeType); ok {
		if b, ok := u.(*TypeType); ok {
			return TypeTypeOf(CommonType(a.Type, b.Type))
		}
	}
	if both(RichData) {
		return RichData
	}
	return Any
}

// commonKind is the common type of two types of the same kind, nil when there is
// none of that kind.
func commonKind(t, u Type) Type {
	switch a := t.(type) {
	case *ArrayType:
		if b, ok := u.(*ArrayType); ok {
			return ArrayOf(CommonType(a.Elem, b.Elem), nil)
		}
	case *HashType:
		if b, ok := u.(*HashType); ok {
			return HashOf(CommonType(a.Key, b.Key), CommonType(a.Val, b.Val), nil)
		}
	case *ClassType:
		if _, ok := u.(*ClassType); ok {
			return Class
		}
	case *ResourceType:
		if b, ok := u.(*ResourceType); ok {
			if a.TypeName == b.TypeName {
				return ResourceOf(a.TypeName)
			}
			return Resource
		}
	case *IntegerType:
		if b, ok := u.(*IntegerType); ok {
			return a.span(b)
		}
	case *FloatType:
		if b, ok := u.(*FloatType); ok {
			return FloatRange(min(a.Min, b.Min), max(a.Max, b.Max))
		}
	case *StringType:
		switch b := u.(type) {
		case *StringType:
			if a.Size != nil && b.Size != nil {
				return newString(a.Size.span(b.Size))
			}
			if a.HasVal && b.HasVal {
				return EnumOf([]string{a.Val, b.Val}, false)
			}
			return String
		case *EnumType:
			if !a.HasVal {
				return Enum
			}
			return EnumOf(append([]string{a.Val}, b.Values...), false)
		}
	case *EnumType:
		switch b := u.(type) {
		case *EnumType:
			return EnumOf(append(append([]string{}, a.Values...), b.Values...), false)
		case *StringType:
			if !b.HasVal {
				return Enum
			}
			return EnumOf(append([]string{b.Val}, a.Values...), false)
		}
	case *PatternType:
		if b, ok := u.(*PatternType); ok {
			return newPattern(append(append([]*RegexpType{}, a.Patterns...), b.Patterns...))
		}
	case *VariantType:
		if b, ok := u.(*VariantType); ok {
			return VariantOf(append(append([]Type{}, a.Types...), b.Types...)...)
		}
	case *RegexpType:
		if _, ok := u.(*RegexpType); ok {
			return Regexp
		}
	case *CallableType:
		if _, ok := u.(*CallableType); ok {
			return Callable
		}
	}
	return nil
}
