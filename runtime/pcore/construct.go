package pcore

import (
	"errors"
	"fmt"

	"bunraku/runtime/values"
)

// These functions make parameterized types of values, as both Type[args] in an
// evaluated expression and a parsed type expression do.
// puppet: pops/types/type_factory.rb

func regexpTypeOf(v values.Value) (Type, error) {
	switch v.Kind() {
	case values.KindRegexp:
		return RegexpOf(v.AsRegexp()), nil
	case values.KindString:
		return RegexpOf(&values.Regexp{Source: v.AsString()}), nil
	}
	return nil, fmt.Errorf("a Regexp type needs a string or a regexp, got %s", RubyClass(v))
}

func patternTypeOf(args []values.Value) (Type, error) {
	var ps []*RegexpType
	for _, a := range args {
		switch a.Kind() {
		case values.KindString:
			r := RegexpOf(&values.Regexp{Source: a.AsString()})
			if err := r.program.compile(); err != nil {
				return nil, err
			}
			ps = append(ps, r)
			continue
		case values.KindRegexp:
			r := RegexpOf(a.AsRegexp())
			if err := r.program.compile(); err != nil {
				return nil, err
			}
			ps = append(ps, r)
			continue
		case values.KindType:
			switch t := TypeOf(a).(type) {
			case *RegexpType:
				ps = append(ps, t)
				continue
			case *PatternType:
				ps = append(ps, t.Patterns...)
				continue
			}
		}
		return nil, fmt.Errorf("Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '%s", RubyClass(a))
	}
	return newPattern(ps), nil
}

func semVerTypeOf(args []values.Value) (Type, error) {
	var rs []*VersionRange
	for _, a := range args {
		switch a.Kind() {
		case values.KindSemVerRange:
			rs = append(rs, VersionRangeOf(a))
		case values.KindString:
			r, err := ParseVersionRange(a.AsString())
			if err != nil {
				return nil, err
			}
			rs = append(rs, r)
		default:
			return nil, fmt.Errorf("a SemVer type needs version ranges, got %s", RubyClass(a))
		}
	}
	return newSemVer(rs), nil
}

func callableTypeOf(args []values.Value) (Type, error) {
	var ret Type
	if len(args) == 2 && args[0].Kind() == values.KindArray {
		ret = typeFor(args[1])
		args = args[0].AsArray().Elems()
	}
	var block Type
	n := len(args)
	if n > 0 && isType(args[n-1]) && isCallableKind(TypeOf(args[n-1]), true, nil) {
		block = TypeOf(args[n-1])
		n--
		args = args[:n]
	}
	var size *IntegerType
	var err error
	switch {
	case n >= 2 && isRange(args[n-2]) && isRange(args[n-1]):
		size, err = integerOf(asRange(args[n-2]), asRange(args[n-1]))
		args = args[:n-2]
	case n >= 1 && isRange(args[n-1]):
		size, err = integerOf(asRange(args[n-1]), values.Default)
		args = args[:n-1]
	}
	if err != nil {
		return nil, err
	}
	types := typesOf(args)
	if len(types) == 0 && size != nil && size.Max > 0 {
		types = []Type{Unit}
	}
	return CallableOf(TupleOf(types, size), block, ret), nil
}

func structTypeOf(h *values.Hash) (Type, error) {
	elems := make([]StructElement, 0, h.Len())
	for _, e := range h.Entries() {
		val := typeFor(e.Value)
		var key Type
		switch {
		case e.Key.IsString():
			if e.Key.AsString() == "" {
				return nil, errors.New("Struct element key cannot be an empty String")
			}
			key = StringValue(e.Key.AsString())
			if Assignable(val, Undef) {
				key = OptionalOf(key)
			}
		case isType(e.Key):
			key = TypeOf(e.Key)
			var of Type
			switch k := key.(type) {
			case *NotUndefType:
				key = k.Type
				of = key
			case *OptionalType:
				of = k.Type
			case *StringType:
				of = k
			case *EnumType:
				if len(k.Values) == 1 {
					key = StringValue(k.Values[0])
					of = key
				}
			default:
				return nil, fmt.Errorf("Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: %s", RubyClass(e.Key))
			}
			if s, ok := of.(*StringType); !ok || !s.HasVal {
				if key == nil {
					key = Undef
				}
				return nil, fmt.Errorf("Unable to extract a non-empty literal string from Struct member key type %s", NameString(key))
			}
		default:
			return nil, fmt.Errorf("Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: %s", RubyClass(e.Key))
		}
		elems = append(elems, structElement(key, val))
	}
	return newStruct(elems), nil
}

func runtimeTypeOf(args []values.Value) (Type, error) {
	if !args[0].IsString() {
		return nil, fmt.Errorf("Runtime 'runtime' has wrong type, expects a String value, got %s", Infer(args[0]).Name())
	}
	t := RuntimeOf(args[0].AsString(), "")
	switch v := args[1]; v.Kind() {
	case values.KindUndef:
	case values.KindString:
		t.Class = v.AsString()
	case values.KindArray:
		a := v.AsArray()
		if a.Len() != 2 || a.At(0).Kind() != values.KindRegexp || !a.At(1).IsString() {
			return nil, errors.New(DescribeMismatch("Runtime 'name_or_pattern' has wrong type,", runtimeNameType, Infer(v)))
		}
		t.Pattern, t.Replacement = a.At(0).AsRegexp(), a.At(1).AsString()
	default:
		return nil, errors.New(DescribeMismatch("Runtime 'name_or_pattern' has wrong type,", runtimeNameType, Infer(v)))
	}
	return t, nil
}

var runtimeNameType = newVariant([]Type{NonEmptyString, TupleOf([]Type{Regexp, NonEmptyString}, nil)})

// isClassRef reports whether name is one of a class or a resource type as a
// manifest refers to it.
func isClassRef(name string) bool {
	ok := false
	for i := 0; i < len(name); {
		if name[i] == ':' {
			if i+2 >= len(name) || name[i+1] != ':' {
				return false
			}
			i += 2
		}
		if name[i] < 'A' || name[i] > 'Z' {
			if !ok || !isWordByte(name[i]) {
				return false
			}
		}
		for i < len(name) && isWordByte(name[i]) {
			i++
		}
		ok = true
	}
	return ok
}
