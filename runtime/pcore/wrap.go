package pcore

import "bunraku/runtime/values"

// TypeType is Type[T], the type of types. T is nil for Type.
type TypeType struct {
	base
	Type Type
}

// TypeT is Type.
var TypeT = TypeTypeOf(nil)

// TypeTypeOf is Type[t].
func TypeTypeOf(t Type) *TypeType {
	w := &TypeType{Type: t}
	w.cell.T = w
	return w
}

// Name is Type.
func (t *TypeType) Name() string { return "Type" }

// Check reports whether v is an instance.
func (t *TypeType) Check(v values.Value) bool {
	return v.Kind() == values.KindType && (t.Type == nil || assignable(t.Type, TypeOf(v), nil))
}

// Generalize is Type of the generalized type.
func (t *TypeType) Generalize() Type {
	if t.Type == nil {
		return TypeT
	}
	if u := t.Type.Generalize(); u != t.Type {
		return TypeTypeOf(u)
	}
	return t
}

func (t *TypeType) normalize() Type {
	if t.Type == nil {
		return TypeT
	}
	if u := t.Type.normalize(); u != t.Type {
		return TypeTypeOf(u)
	}
	return t
}

func (t *TypeType) accepts(o Type, g *guard) bool {
	u, ok := o.(*TypeType)
	return ok && (t.Type == nil || u.Type != nil && assignable(t.Type, u.Type, g))
}

func (t *TypeType) write(p *printer) { p.wrapped("Type", t.Type) }

// OptionalType is Optional[T]; T is nil for Optional.
type OptionalType struct {
	base
	Type Type
}

// Optional is Optional.
var Optional = OptionalOf(nil)

// OptionalOf is Optional[t].
func OptionalOf(t Type) *OptionalType {
	w := &OptionalType{Type: t}
	w.cell.T = w
	return w
}

// Name is Optional.
func (t *OptionalType) Name() string { return "Optional" }

// Check reports whether v is an instance.
func (t *OptionalType) Check(v values.Value) bool {
	return v.IsUndef() || t.Type != nil && t.Type.Check(v)
}

// Generalize is Optional of the generalized type.
func (t *OptionalType) Generalize() Type {
	if t.Type == nil {
		return Optional
	}
	if u := t.Type.Generalize(); u != t.Type {
		return OptionalOf(u)
	}
	return t
}

func (t *OptionalType) normalize() Type {
	if t.Type == nil {
		return Optional
	}
	n := t.Type.normalize()
	if w, ok := n.(*NotUndefType); ok {
		return OptionalOf(w.Type).normalize()
	}
	if assignable(n, Undef, nil) {
		return n
	}
	if n != t.Type {
		return OptionalOf(n)
	}
	return t
}

func (t *OptionalType) accepts(o Type, g *guard) bool {
	if o == Type(Undef) || t.Type == nil {
		return true
	}
	return assignable(t.Type, o, g)
}

func (t *OptionalType) write(p *printer) { p.wrappedString("Optional", t.Type) }

// NotUndefType is NotUndef[T]; T is nil for NotUndef.
type NotUndefType struct {
	base
	Type Type
}

// NotUndef is NotUndef.
var NotUndef = NotUndefOf(nil)

// NotUndefOf is NotUndef[t].
func NotUndefOf(t Type) *NotUndefType {
	if t == Type(Any) {
		t = nil
	}
	w := &NotUndefType{Type: t}
	w.cell.T = w
	return w
}

// Name is NotUndef.
func (t *NotUndefType) Name() string { return "NotUndef" }

// Check reports whether v is an instance.
func (t *NotUndefType) Check(v values.Value) bool {
	return !v.IsUndef() && (t.Type == nil || t.Type.Check(v))
}

// Generalize is NotUndef of the generalized type.
func (t *NotUndefType) Generalize() Type {
	if t.Type == nil {
		return NotUndef
	}
	if u := t.Type.Generalize(); u != t.Type {
		return NotUndefOf(u)
	}
	return t
}

func (t *NotUndefType) normalize() Type {
	if t.Type == nil {
		return NotUndef
	}
	n := t.Type.normalize()
	if w, ok := n.(*OptionalType); ok {
		return NotUndefOf(w.Type).normalize()
	}
	if !assignable(n, Undef, nil) {
		return n
	}
	if n != t.Type {
		return NotUndefOf(n)
	}
	return t
}

func (t *NotUndefType) accepts(o Type, g *guard) bool {
	return !assignable(o, Undef, g) && (t.Type == nil || assignable(t.Type, o, g))
}

func (t *NotUndefType) write(p *printer) { p.wrappedString("NotUndef", t.Type) }

// SensitiveType is Sensitive[T]; T is Any for Sensitive.
type SensitiveType struct {
	base
	Type Type
}

// Sensitive is Sensitive.
var Sensitive = SensitiveOf(Any)

// SensitiveOf is Sensitive[t]; what is known of the value is generalized, so
// that its type does not tell it.
func SensitiveOf(t Type) *SensitiveType {
	w := &SensitiveType{Type: t.Generalize()}
	w.cell.T = w
	return w
}

// Name is Sensitive.
func (t *SensitiveType) Name() string { return "Sensitive" }

// Check reports whether v is an instance.
func (t *SensitiveType) Check(v values.Value) bool {
	return v.Kind() == values.KindSensitive && t.Type.Check(v.AsSensitive())
}

// Generalize is Sensitive of the generalized type.
func (t *SensitiveType) Generalize() Type {
	if u := t.Type.Generalize(); u != t.Type {
		return SensitiveOf(u)
	}
	return t
}

func (t *SensitiveType) normalize() Type {
	if u := t.Type.normalize(); u != t.Type {
		return SensitiveOf(u)
	}
	return t
}

func (t *SensitiveType) accepts(o Type, g *guard) bool {
	u, ok := o.(*SensitiveType)
	return ok && assignable(t.Type, u.Type, g)
}

func (t *SensitiveType) write(p *printer) {
	if t.Type == Type(Any) {
		p.text("Sensitive")
		return
	}
	p.wrapped("Sensitive", t.Type)
}

// IterableType is Iterable[T]; T is nil for Iterable.
type IterableType struct {
	base
	Type Type
}

// Iterable is Iterable.
var Iterable = IterableOf(nil)

// IterableOf is Iterable[t].
func IterableOf(t Type) *IterableType {
	w := &IterableType{Type: t}
	w.cell.T = w
	return w
}

// Name is Iterable.
func (t *IterableType) Name() string { return "Iterable" }

func (t *IterableType) ofAny(g *guard) bool { return t.Type == nil || assignable(t.Type, Any, g) }

// Check reports whether v is an instance.
func (t *IterableType) Check(v values.Value) bool {
	if !t.ofAny(nil) {
		return assignable(t, InferReduced(v), nil)
	}
	switch v.Kind() {
	case values.KindString, values.KindArray, values.KindHash, values.KindIterator:
		return true
	case values.KindInt:
		return v.AsInt() >= 0
	case values.KindType:
		return typeIsIterable(TypeOf(v))
	}
	return false
}

func typeIsIterable(t Type) bool {
	switch t := t.(type) {
	case *EnumType:
		return true
	case *IntegerType:
		return t.Finite()
	case *AliasType:
		return typeIsIterable(t.Resolved())
	}
	return false
}

// Generalize is Iterable of the generalized type.
func (t *IterableType) Generalize() Type {
	if t.Type == nil {
		return Iterable
	}
	if u := t.Type.Generalize(); u != t.Type {
		return IterableOf(u)
	}
	return t
}

func (t *IterableType) normalize() Type {
	if t.Type == nil {
		return Iterable
	}
	if u := t.Type.normalize(); u != t.Type {
		return IterableOf(u)
	}
	return t
}

func (t *IterableType) accepts(o Type, g *guard) bool {
	if t.ofAny(g) {
		return isIterable(o, nil)
	}
	e, ok := elementType(o, nil)
	return ok && e != nil && assignable(t.Type, e, g)
}

func (t *IterableType) write(p *printer) { p.wrapped("Iterable", t.Type) }

// isIterable reports whether instances of t can be iterated.
func isIterable(t Type, g *guard) bool {
	switch t := t.(type) {
	case *CollectionType, *ArrayType, *HashType, *TupleType, *StructType, *StringType, *EnumType,
		*IntegerType, *IterableType, *IteratorType:
		return true
	case *TypeType:
		switch u := t.Type.(type) {
		case *EnumType:
			return true
		case *IntegerType:
			return u.Finite()
		}
	case *AliasType:
		return guarded(t, g, false, func(g *guard) bool { return isIterable(t.Resolved(), g) })
	case *ObjectType:
		return t.Parent != nil && isIterable(t.Parent, g)
	}
	return false
}

// elementType is the type of what iteration over an instance of t yields; nil
// means anything.
func elementType(t Type, g *guard) (e Type, ok bool) {
	switch t := t.(type) {
	case *ArrayType:
		if t.Elem == Type(Any) {
			return nil, true
		}
		return t.Elem, true
	case *HashType:
		if t.isDefault() || t.isEmpty() {
			return TupleOf([]Type{Unit, Unit}, pairSize), true
		}
		return TupleOf([]Type{t.Key, t.Val}, pairSize), true
	case *StructType:
		if len(t.Elements) == 0 {
			return TupleOf([]Type{Unit, Unit}, pairSize), true
		}
		var keys, vals []Type
		for _, e := range t.Elements {
			keys, vals = append(keys, e.Key), append(vals, e.Val)
		}
		return TupleOf([]Type{VariantOf(keys...), VariantOf(vals...)}, pairSize), true
	case *TupleType:
		return VariantOf(t.Types...), true
	case *StringType, *EnumType:
		return oneCharString, true
	case *IntegerType:
		return Integer, true
	case *IterableType:
		return t.Type, true
	case *IteratorType:
		return t.Type, true
	case *TypeType:
		if typeIsIterable(t.Type) {
			if _, alias := t.Type.(*AliasType); !alias {
				return t.Type, true
			}
		}
	case *AliasType:
		ok = guarded(t, g, false, func(g *guard) bool {
			e, ok = elementType(t.Resolved(), g)
			return ok
		})
		return e, ok
	case *ObjectType:
		if t.Parent != nil {
			return elementType(t.Parent, g)
		}
	}
	return nil, false
}

// IteratorType is Iterator[T], the type of lazy sequences; T is nil for Iterator.
type IteratorType struct {
	base
	Type Type
}

// Iterator is Iterator.
var Iterator = IteratorOf(nil)

// IteratorOf is Iterator[t].
func IteratorOf(t Type) *IteratorType {
	w := &IteratorType{Type: t}
	w.cell.T = w
	return w
}

// Name is Iterator.
func (t *IteratorType) Name() string { return "Iterator" }

// Check reports whether v is an instance.
func (t *IteratorType) Check(v values.Value) bool {
	if v.Kind() != values.KindIterator {
		return false
	}
	if t.Type == nil {
		return true
	}
	e, ok := v.AsIterator().Elem.(Type)
	return ok && assignable(t.Type, e, nil)
}

// Generalize is Iterator of the generalized type.
func (t *IteratorType) Generalize() Type {
	if t.Type == nil {
		return Iterator
	}
	if u := t.Type.Generalize(); u != t.Type {
		return IteratorOf(u)
	}
	return t
}

func (t *IteratorType) normalize() Type {
	if t.Type == nil {
		return Iterator
	}
	if u := t.Type.normalize(); u != t.Type {
		return IteratorOf(u)
	}
	return t
}

func (t *IteratorType) accepts(o Type, g *guard) bool {
	u, ok := o.(*IteratorType)
	return ok && (t.Type == nil || u.Type != nil && assignable(t.Type, u.Type, g))
}

func (t *IteratorType) write(p *printer) { p.wrapped("Iterator", t.Type) }
