package pcore

import "bunraku/runtime/values"

// Type is a Pcore type. All implementations are in this package.
type Type interface {
	values.Type
	// Name is the name of the type without its parameters, as messages use it.
	Name() string
	// Value is the type as a value; it does not allocate.
	Value() values.Value
	// Check reports whether v is an instance of the type. It does not allocate
	// when v is one.
	Check(v values.Value) bool
	// Generalize is the type without its value-specific parameters.
	Generalize() Type

	// accepts is the type's own part of assignability; see assignable.
	accepts(o Type, g *guard) bool
	// normalize is the simplest type that means the same.
	normalize() Type
	// write appends the type's text form.
	write(p *printer)
}

// base is embedded in every type: its cell makes the type a value at no cost and
// gives the methods that are alike for all types their receiver.
type base struct{ cell values.TypeCell }

func (b *base) self() Type { return b.cell.T.(Type) }

// Value is the type as a value.
func (b *base) Value() values.Value { return b.cell.Value() }

// String is the type as it is written in a manifest.
func (b *base) String() string { return format(b.self()) }

// Equal reports whether both are the same type.
func (b *base) Equal(o values.Type) bool {
	t, ok := o.(Type)
	return ok && equal(b.self(), t)
}

// HashKey is equal for equal types.
func (b *base) HashKey() string { return hashKey(b.self()) }

// Generalize is the type itself: it has no parameters that depend on a value.
func (b *base) Generalize() Type { return b.self() }

func (b *base) normalize() Type { return b.self() }

// TypeOf is the type in a value, which must be one of this package.
func TypeOf(v values.Value) Type { return v.AsType().(Type) }

// IsInstance reports whether v is an instance of t.
func IsInstance(t Type, v values.Value) bool { return t.Check(v) }

// Normalize is the simplest type that means the same as t: without duplicates,
// with the enums, patterns and ranges of a Variant merged.
func Normalize(t Type) Type { return t.normalize() }

// Assignable reports whether every instance of u is an instance of t.
func Assignable(t, u Type) bool { return assignable(t, u, nil) }

// assignable is Puppet's assignable?: what is common to all types before the
// type's own rule is asked.
// puppet: pops/types/types.rb, PAnyType#assignable?
func assignable(t, o Type, g *guard) bool {
	switch t := t.(type) {
	case *VariantType:
		// An empty Variant is void and so takes not even undef.
		if len(t.Types) == 0 && o == Type(Undef) {
			return false
		}
		if v, ok := o.(*VariantType); ok {
			if len(t.Types) == 0 {
				return true
			}
			return len(v.Types) > 0 && allTypes(v.Types, func(e Type) bool { return assignableFrom(t, e, g) })
		}
	case *AliasType:
		if t.selfRecursive {
			if g == nil {
				g = &guard{}
			}
			ask := func() bool {
				return g.withThis(t, func(state uint8) bool {
					return state == recursionInBoth || assignableFrom(t, o, g)
				})
			}
			if t.loops {
				return g.once(t, o, false, ask)
			}
			return ask()
		}
	case *PlainType:
		if t == Unit || t == Any {
			return true
		}
	}
	return assignableFrom(t, o, g)
}

func assignableFrom(t, o Type, g *guard) bool {
	switch u := o.(type) {
	case *PlainType:
		if u == Unit {
			return true
		}
	case *AliasType:
		// An alias may hold itself: once recursion is seen on both sides all
		// that could differ has been compared.
		if u.selfRecursive {
			if g == nil {
				g = &guard{}
			}
			if g.addThat(u) == recursionInBoth {
				return true
			}
			if u.loops {
				return g.once(t, u, true, func() bool { return assignable(t, u.Resolved(), g) })
			}
		}
		return assignable(t, u.Resolved(), g)
	case *VariantType:
		if t == Type(Any) {
			return true
		}
		if _, ok := t.(*NotUndefType); ok && len(u.Types) == 0 {
			return t.accepts(o, g)
		}
		return len(u.Types) > 0 && allTypes(u.Types, func(e Type) bool { return assignable(t, e, g) })
	case *OptionalType:
		return assignable(t, Undef, nil) && (u.Type == nil || assignable(t, u.Type, g))
	case *NotUndefType:
		if u.Type != nil && !assignable(u.Type, Undef, nil) {
			return assignable(t, u.Type, g)
		}
	}
	return t.accepts(o, g)
}

func allTypes(ts []Type, f func(Type) bool) bool {
	for _, t := range ts {
		if !f(t) {
			return false
		}
	}
	return true
}

func anyType(ts []Type, f func(Type) bool) bool {
	for _, t := range ts {
		if f(t) {
			return true
		}
	}
	return false
}

// uniqueTypes is ts without later duplicates.
func uniqueTypes(ts []Type) []Type {
	out := make([]Type, 0, len(ts))
	if len(ts) > 16 {
		seen := make(map[string]bool, len(ts))
		for _, t := range ts {
			if k := hashKey(t); !seen[k] {
				seen[k] = true
				out = append(out, t)
			}
		}
		return out
	}
next:
	for _, t := range ts {
		for _, u := range out {
			if equal(t, u) {
				continue next
			}
		}
		out = append(out, t)
	}
	return out
}

// mapTypes applies f to each of ts; changed tells whether any differs after it.
func mapTypes(ts []Type, f func(Type) Type) (out []Type, changed bool) {
	out = make([]Type, len(ts))
	for i, t := range ts {
		out[i] = f(t)
		changed = changed || out[i] != t
	}
	return out, changed
}

// isCallableKind reports whether t is a Callable, or a Variant of such, or, when
// optional is wanted, an Optional one.
func isCallableKind(t Type, optional bool, g *guard) bool {
	switch t := t.(type) {
	case *CallableType:
		return true
	case *OptionalType:
		return optional && t.Type != nil && isCallableKind(t.Type, optional, g)
	case *VariantType:
		return allTypes(t.Types, func(e Type) bool { return isCallableKind(e, optional, g) })
	case *AliasType:
		return guarded(t, g, false, func(g *guard) bool { return isCallableKind(t.Resolved(), optional, g) })
	case *ObjectType:
		return t.Parent != nil && isCallableKind(t.Parent, optional, g)
	}
	return false
}
