package pcore

import (
	"strings"

	"bunraku/runtime/values"
)

// VariantType is Variant[Types...].
type VariantType struct {
	base
	Types []Type
}

// Variant is Variant, which nothing is an instance of.
var Variant = newVariant(nil)

func newVariant(ts []Type) *VariantType {
	t := &VariantType{Types: ts}
	t.cell.T = t
	return t
}

// VariantOf is Variant[ts...] with the Variants in it flattened and without
// duplicates; when one type is left it is that type.
func VariantOf(ts ...Type) Type {
	ts = uniqueTypes(flattenVariants(ts))
	if len(ts) == 1 {
		return ts[0]
	}
	return newVariant(ts)
}

func flattenVariants(ts []Type) []Type {
	var out []Type
	for i, t := range ts {
		if v, ok := t.(*VariantType); ok {
			if out == nil {
				out = append([]Type(nil), ts[:i]...)
			}
			out = append(out, v.Types...)
		} else if out != nil {
			out = append(out, t)
		}
	}
	if out == nil {
		return ts
	}
	return out
}

// Name is Variant.
func (t *VariantType) Name() string { return "Variant" }

// Check reports whether v is an instance.
func (t *VariantType) Check(v values.Value) bool {
	for _, e := range t.Types {
		if e.Check(v) {
			return true
		}
	}
	return false
}

// Generalize is Variant of the generalized types.
func (t *VariantType) Generalize() Type {
	if ts, changed := mapTypes(t.Types, Type.Generalize); changed {
		return VariantOf(ts...)
	}
	return t
}

func (t *VariantType) accepts(o Type, g *guard) bool {
	for _, e := range t.Types {
		if assignable(e, o, g) {
			return true
		}
	}
	return false
}

func (t *VariantType) write(p *printer) {
	p.text("Variant")
	if len(t.Types) == 0 {
		return
	}
	p.text("[")
	p.types(t.Types)
	p.text("]")
}

// normalize merges what can be one type: enums, patterns, version ranges and
// ranges of numbers and times that touch.
// puppet: pops/types/types.rb, PVariantType#normalize
func (t *VariantType) normalize() Type {
	if len(t.Types) == 0 {
		return t
	}
	ts, modified := mapTypes(t.Types, Type.normalize)
	if !modified {
		ts = t.Types
	}
	if len(ts) == 1 {
		return ts[0]
	}
	if anyType(ts, func(e Type) bool { _, opt := e.(*OptionalType); return opt || e == Type(Undef) }) {
		var rest []Type
		for _, e := range ts {
			if o, ok := e.(*OptionalType); ok {
				e = o.Type
				if e == nil {
					e = Undef
				}
			}
			if e != Type(Undef) {
				rest = append(rest, e)
			}
		}
		return OptionalOf(VariantOf(rest...)).normalize()
	}
	ts = flattenVariants(ts)
	before := len(ts)
	ts = mergeKind(ts, false, func(e Type) bool { _, ok := e.(*NotUndefType); return ok }, mergeNotUndefs)
	ts = mergeKind(ts, false, isCaseSensitiveEnum, mergeEnums)
	ts = mergeKind(ts, false, func(e Type) bool {
		u, ok := e.(*EnumType)
		return ok && len(u.Values) > 0 && u.CaseInsensitive
	}, mergeFoldedEnums)
	ts = mergeKind(ts, false, func(e Type) bool { _, ok := e.(*PatternType); return ok }, mergePatterns)
	ts = mergeKind(ts, true, func(e Type) bool { _, ok := e.(*SemVerType); return ok }, mergeSemVers)
	ts = mergeKind(ts, true, func(e Type) bool { _, ok := e.(*IntegerType); return ok }, mergeRanges)
	ts = mergeKind(ts, true, func(e Type) bool { _, ok := e.(*FloatType); return ok }, mergeRanges)
	ts = mergeKind(ts, true, func(e Type) bool { _, ok := e.(*TimespanType); return ok }, mergeRanges)
	ts = mergeKind(ts, true, func(e Type) bool { _, ok := e.(*TimestampType); return ok }, mergeRanges)
	if len(ts) == 1 {
		return ts[0]
	}
	if modified || len(ts) != before {
		return VariantOf(ts...)
	}
	return t
}

// mergeKind replaces the types that are of a kind, when there are several, by
// what merge makes of them, put in front or at the end.
func mergeKind(ts []Type, front bool, is func(Type) bool, merge func([]Type) []Type) []Type {
	var of, others []Type
	for _, t := range ts {
		if is(t) {
			of = append(of, t)
		} else {
			others = append(others, t)
		}
	}
	if len(of) < 2 {
		return ts
	}
	if front {
		return append(merge(of), others...)
	}
	return append(others, merge(of)...)
}

func mergeNotUndefs(ts []Type) []Type {
	inner := make([]Type, 0, len(ts))
	for _, t := range ts {
		u := t.(*NotUndefType).Type
		if u == nil {
			u = Any
		}
		inner = append(inner, u)
	}
	return []Type{NotUndefOf(VariantOf(inner...)).normalize()}
}

func isCaseSensitiveEnum(t Type) bool {
	switch t := t.(type) {
	case *EnumType:
		return len(t.Values) > 0 && !t.CaseInsensitive
	case *StringType:
		return t.HasVal
	}
	return false
}

func mergeEnums(ts []Type) []Type {
	var vals []string
	for _, t := range ts {
		switch t := t.(type) {
		case *EnumType:
			vals = append(vals, t.Values...)
		case *StringType:
			vals = append(vals, t.Val)
		}
	}
	return []Type{EnumOf(vals, false)}
}

func mergeFoldedEnums(ts []Type) []Type {
	var vals []string
	for _, t := range ts {
		for _, s := range t.(*EnumType).Values {
			vals = append(vals, strings.ToLower(s))
		}
	}
	return []Type{EnumOf(vals, true)}
}

func mergePatterns(ts []Type) []Type {
	var ps []*RegexpType
	for _, t := range ts {
		ps = append(ps, t.(*PatternType).Patterns...)
	}
	return []Type{newPattern(ps)}
}

func mergeSemVers(ts []Type) []Type {
	var rs []*VersionRange
	for _, t := range ts {
		rs = append(rs, t.(*SemVerType).Ranges...)
	}
	return []Type{newSemVer(rs)}
}

// mergeRanges joins the ranges that touch, starting with the last.
func mergeRanges(ts []Type) []Type {
	var out []Type
	for len(ts) > 0 {
		last := len(ts) - 1
		x := ts[last]
		var apart []Type
		for _, y := range ts[:last] {
			if m := mergeRange(x, y); m != nil {
				x = m
			} else {
				apart = append(apart, y)
			}
		}
		out = append(out, x)
		ts = apart
	}
	return out
}

func mergeRange(x, y Type) Type {
	switch x := x.(type) {
	case *IntegerType:
		if m := x.merge(y.(*IntegerType)); m != nil {
			return m
		}
	case *FloatType:
		if m := x.merge(y.(*FloatType)); m != nil {
			return m
		}
	case *TimespanType:
		if m := x.merge(y.(*TimespanType)); m != nil {
			return m
		}
	case *TimestampType:
		if m := x.merge(y.(*TimestampType)); m != nil {
			return m
		}
	}
	return nil
}
