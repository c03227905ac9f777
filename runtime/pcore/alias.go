package pcore

import (
	"fmt"

	"bunraku/runtime/values"
)

// AliasType is a type that a manifest gave a name: `type Port = Integer[1, 65535]`.
// It is declared with [NewAlias] and resolved once, before it is shared.
type AliasType struct {
	base
	declared
	name     string
	expr     string
	resolved Type
	// selfRecursive is set when the alias is part of itself.
	selfRecursive bool
	// direct is set when a value is asked of the alias twice without being
	// taken apart, or when several aliases take part in the recursion; then
	// instances are checked under a guard.
	direct bool
	// loops is set when the alias leads to itself without a step into a value, as
	// in `type T = Optional[T]`. Puppet runs out of stack on many of these.
	loops bool
}

// NewAlias declares an alias of the type that expr describes.
func NewAlias(name, expr string) *AliasType {
	t := &AliasType{name: name, expr: expr}
	t.cell.T = t
	return t
}

// AliasOf makes an alias of a type.
func AliasOf(name string, t Type) *AliasType {
	a := &AliasType{name: name, resolved: t}
	a.cell.T = a
	a.done.Store(true)
	return a
}

// Name is the name of the alias.
func (t *AliasType) Name() string { return t.name }

// Resolved is the type that the alias stands for; it is a TypeReference as long
// as the alias is not resolved.
func (t *AliasType) Resolved() Type {
	if t.resolved == nil {
		return Reference
	}
	return t.resolved
}

// IsResolved reports whether [AliasType.Resolve] succeeded.
func (t *AliasType) IsResolved() bool { return t.resolved != nil && t.resolved != Type(Reference) }

// Resolve parses the alias's expression; names are looked up with r, which must
// give this same alias for its own name. A second call does nothing.
func (t *AliasType) Resolve(r Resolver) error { return Resolve(t, r) }

// puppet: pops/types/types.rb, PTypeAliasType#resolve
func (t *AliasType) resolve(in *interpreter) error {
	if t.resolved != nil {
		return nil
	}
	t.resolved = Reference // ends the recursion of an alias that names itself
	t.selfRecursive = true
	u, err := in.parse(t.expr)
	if err == nil {
		if !isBuiltinAlias(t.name) {
			// puppet: the built-in aliases are resolved from text and stay as
			// they are written
			u = u.normalize()
		}
		t.resolved = u
		err = t.checkRecursion()
	}
	if err != nil {
		t.resolved = nil
	}
	return err
}

func (t *AliasType) checkRecursion() error {
	g := &guard{}
	real := false
	walk(t, g, func(u Type) { real = real || isRealType(u) })
	if !real {
		return fmt.Errorf("Type alias '%s' cannot be resolved to a real type", t.name)
	}
	t.selfRecursive = g.isRecursiveThis(t)
	if t.selfRecursive {
		walk(t, &guard{}, func(u Type) {
			if a, ok := u.(*AliasType); ok {
				a.findRecursion()
			}
		})
		t.whenRecursive()
	}
	t.direct = t.selfRecursive && t.needsGuard()
	return nil
}

func isRealType(t Type) bool {
	switch t.(type) {
	case *AliasType, *VariantType:
		return false
	}
	return true
}

// findRecursion looks again whether the alias is part of itself, after one that
// it names was resolved.
func (t *AliasType) findRecursion() {
	if t.selfRecursive || t.resolved == nil || isReference(t.resolved) {
		return
	}
	t.selfRecursive = true
	g := &guard{}
	walk(t, g, func(Type) {})
	t.selfRecursive = g.isRecursiveThis(t)
	if t.selfRecursive {
		t.whenRecursive()
	}
	t.direct = t.selfRecursive && t.needsGuard()
}

func isReference(t Type) bool {
	_, ok := t.(*ReferenceType)
	return ok
}

// whenRecursive drops from a Variant what is nothing but the alias itself.
func (t *AliasType) whenRecursive() {
	v, ok := t.resolved.(*VariantType)
	if !ok {
		return
	}
	var kept []Type
	for _, u := range v.Types {
		if u == Type(t) {
			continue
		}
		real := false
		walk(u, &guard{}, func(x Type) { real = real || isRealType(x) })
		if real {
			kept = append(kept, u)
		}
	}
	if len(kept) == len(v.Types) {
		return
	}
	t.resolved = VariantOf(kept...)
	g := &guard{}
	walk(t, g, func(Type) {})
	t.selfRecursive = g.isRecursiveThis(t)
}

// needsGuard sets loops and reports whether a check of a value against the alias can come back
// to the same value, or whether several recursive aliases are involved, for which
// Puppet's guard has effects of its own.
func (t *AliasType) needsGuard() bool {
	several := false
	walk(t, &guard{}, func(u Type) {
		if a, ok := u.(*AliasType); ok && a != t && (a.selfRecursive || !a.IsResolved()) {
			several = true
		}
	})
	t.loops = reachesUnconsumed(t.resolved, t, 0)
	return several || t.loops
}

// reachesUnconsumed reports whether t leads to a without a step into the value.
func reachesUnconsumed(t Type, a *AliasType, depth int) bool {
	if depth > 64 {
		return true
	}
	switch t := t.(type) {
	case *AliasType:
		return t == a || t.resolved != nil && reachesUnconsumed(t.resolved, a, depth+1)
	case *VariantType:
		return anyType(t.Types, func(u Type) bool { return reachesUnconsumed(u, a, depth+1) })
	case *OptionalType:
		return t.Type != nil && reachesUnconsumed(t.Type, a, depth+1)
	case *NotUndefType:
		return t.Type != nil && reachesUnconsumed(t.Type, a, depth+1)
	case *InitType:
		return true
	case *IterableType:
		// what asks an Iterable whether it takes anything does not look at a value
		return t.Type != nil && reachesUnconsumed(t.Type, a, depth+1)
	}
	return false
}

// Check reports whether v is an instance.
func (t *AliasType) Check(v values.Value) bool {
	if t.direct {
		return reallyInstance(t, v, &guard{}) == 1
	}
	return t.Resolved().Check(v)
}

// reallyInstance is 1 when v is an instance, -1 when not, and 0 when the question
// came back to itself.
// puppet: pops/types/types.rb, really_instance?
func reallyInstance(t Type, v values.Value, g *guard) int {
	switch t := t.(type) {
	case *AliasType:
		if !t.selfRecursive {
			return reallyInstance(t.Resolved(), v, g)
		}
		return g.withThat(v, func() int {
			r := 0
			g.withThis(t, func(state uint8) bool {
				if state != recursionInBoth {
					r = reallyInstance(t.Resolved(), v, g)
				}
				return true
			})
			return r
		})
	case *VariantType:
		best := -1
		for _, u := range t.Types {
			r := reallyInstance(u, v, g)
			if r > 0 {
				return r
			}
			best = max(best, r)
		}
		return best
	}
	return boolInstance(instance(t, v, g))
}

func boolInstance(ok bool) int {
	if ok {
		return 1
	}
	return -1
}

// instance is Check under a guard.
func instance(t Type, v values.Value, g *guard) bool {
	switch t := t.(type) {
	case *AliasType, *VariantType:
		return reallyInstance(t, v, g) == 1
	case *OptionalType:
		return v.IsUndef() || t.Type != nil && instance(t.Type, v, g)
	case *NotUndefType:
		return !v.IsUndef() && (t.Type == nil || instance(t.Type, v, g))
	case *SensitiveType:
		return v.Kind() == values.KindSensitive && instance(t.Type, v.AsSensitive(), g)
	case *ArrayType:
		if v.Kind() != values.KindArray {
			return false
		}
		for _, e := range v.AsArray().Elems() {
			if !instance(t.Elem, e, g) {
				return false
			}
		}
		return t.Size == nil || t.Size.has(v.AsArray().Len())
	case *TupleType:
		if v.Kind() != values.KindArray || !t.SizeRange().has(v.AsArray().Len()) {
			return false
		}
		for i, e := range v.AsArray().Elems() {
			if len(t.Types) > 0 && !instance(t.typeAt(i), e, g) {
				return false
			}
		}
		return true
	case *HashType:
		if v.Kind() != values.KindHash {
			return false
		}
		for _, e := range v.AsHash().Entries() {
			if !instance(t.Key, e.Key, g) {
				return false
			}
		}
		for _, e := range v.AsHash().Entries() {
			if !instance(t.Val, e.Value, g) {
				return false
			}
		}
		return t.Size == nil || t.Size.has(v.AsHash().Len())
	case *StructType:
		if v.Kind() != values.KindHash {
			return false
		}
		matched := 0
		for i := range t.Elements {
			e := &t.Elements[i]
			if x, ok := v.AsHash().GetString(e.Name); ok {
				matched++
				if !instance(e.Val, x, g) {
					return false
				}
			} else if !e.Optional {
				return false
			}
		}
		return matched == v.AsHash().Len()
	}
	return t.Check(v)
}

func (t *AliasType) accepts(o Type, g *guard) bool { return assignable(t.Resolved(), o, g) }

func (t *AliasType) write(p *printer) { p.alias(t) }

// walk calls visit for t and for all types in it; a recursive alias is entered
// once.
// puppet: pops/types/types.rb, accept
func walk(t Type, g *guard, visit func(Type)) {
	switch t := t.(type) {
	case *AliasType:
		inside := func() {
			visit(t)
			if t.resolved != nil {
				walk(t.resolved, g, visit)
			}
		}
		if !t.selfRecursive {
			inside()
			return
		}
		g.withThis(t, func(state uint8) bool {
			if state&recursionInThis == 0 {
				inside()
			}
			return true
		})
		return
	case *ObjectType:
		t.walk(g, visit)
		return
	}
	visit(t)
	switch t := t.(type) {
	case *VariantType:
		walkAll(t.Types, g, visit)
	case *OptionalType:
		walkAny(t.Type, g, visit)
	case *NotUndefType:
		walkAny(t.Type, g, visit)
	case *TypeType:
		walkAny(t.Type, g, visit)
	case *SensitiveType:
		walkAny(t.Type, g, visit)
	case *IterableType:
		walkAny(t.Type, g, visit)
	case *IteratorType:
		walkAny(t.Type, g, visit)
	case *InitType:
		walkAny(t.Type, g, visit)
	case *ArrayType:
		walk(t.Elem, g, visit)
	case *HashType:
		walk(t.Key, g, visit)
		walk(t.Val, g, visit)
	case *TupleType:
		walkAll(t.Types, g, visit)
	case *StructType:
		for i := range t.Elements {
			walk(t.Elements[i].Key, g, visit)
			walk(t.Elements[i].Val, g, visit)
		}
	case *CallableType:
		if t.Params != nil {
			walk(t.Params, g, visit)
		}
		walkAny(t.Block, g, visit)
		walkAny(t.Return, g, visit)
	case *PatternType:
		for _, r := range t.Patterns {
			visit(r)
		}
	case *TypeSetType:
		for _, e := range t.Types {
			walk(e.Type, g, visit)
		}
	}
}

func walkAny(t Type, g *guard, visit func(Type)) {
	if t != nil {
		walk(t, g, visit)
	}
}

func walkAll(ts []Type, g *guard, visit func(Type)) {
	for _, t := range ts {
		walk(t, g, visit)
	}
}
