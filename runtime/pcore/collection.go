package pcore

import (
	"math"

	"bunraku/runtime/values"
)

// CollectionType is Collection[Min, Max]: arrays and hashes.
type CollectionType struct {
	base
	Size *IntegerType
}

// Collection is Collection.
var Collection = newCollection(nil)

func newCollection(size *IntegerType) *CollectionType {
	t := &CollectionType{Size: size.toSize()}
	t.cell.T = t
	return t
}

// Name is Collection.
func (t *CollectionType) Name() string { return "Collection" }

// Check reports whether v is an instance.
func (t *CollectionType) Check(v values.Value) bool {
	switch v.Kind() {
	case values.KindArray:
		return t.Size == nil || t.Size.has(v.AsArray().Len())
	case values.KindHash:
		return t.Size == nil || t.Size.has(v.AsHash().Len())
	}
	return false
}

// Generalize is Collection.
func (t *CollectionType) Generalize() Type { return Collection }

func (t *CollectionType) normalize() Type { return Collection }

func (t *CollectionType) accepts(o Type, _ *guard) bool {
	size := sizeOf(o)
	return size != nil && orAny(t.Size).covers(size)
}

// orAny is size, or that of any collection when it is missing.
func orAny(size *IntegerType) *IntegerType {
	if size == nil {
		return anySize
	}
	return size
}

// sizeOf is the size of a collection type, nil for other types.
func sizeOf(o Type) *IntegerType {
	switch u := o.(type) {
	case *CollectionType:
		return orAny(u.Size)
	case *ArrayType:
		return orAny(u.Size)
	case *HashType:
		return orAny(u.Size)
	case *TupleType:
		if u.Size == nil {
			n := int64(len(u.Types))
			return IntegerRange(n, n)
		}
		return u.Size
	case *StructType:
		n := int64(len(u.Elements))
		return IntegerRange(n, n)
	}
	return nil
}

func (t *CollectionType) write(p *printer) {
	p.text("Collection")
	p.bracketedRange(t.Size)
}

func isEmptyRange(size *IntegerType) bool { return size != nil && size.Min == 0 && size.Max == 0 }

// ArrayType is Array[Elem, Min, Max].
type ArrayType struct {
	base
	Elem Type
	Size *IntegerType
}

// The Array types that are used often.
var (
	Array      = ArrayOf(Any, nil)
	emptyArray = ArrayOf(Unit, zeroSize)
)

// ArrayOf is Array[elem, size]; a nil size means any.
func ArrayOf(elem Type, size *IntegerType) *ArrayType {
	if isEmptyRange(size) {
		elem = Unit
	}
	t := &ArrayType{Elem: elem, Size: size.toSize()}
	t.cell.T = t
	return t
}

// Name is Array.
func (t *ArrayType) Name() string { return "Array" }

// Check reports whether v is an instance.
func (t *ArrayType) Check(v values.Value) bool {
	if v.Kind() != values.KindArray {
		return false
	}
	elems := v.AsArray().Elems()
	if t.Size != nil && !t.Size.has(len(elems)) {
		return false
	}
	if t.Elem == Type(Any) {
		return true
	}
	for _, e := range elems {
		if !t.Elem.Check(e) {
			return false
		}
	}
	return true
}

// Generalize is Array of the generalized element type.
func (t *ArrayType) Generalize() Type {
	if t.Elem == Type(Any) {
		return Array
	}
	elem := t.Elem.Generalize()
	if t.Size == nil && elem == t.Elem {
		return t
	}
	return ArrayOf(elem, nil)
}

func (t *ArrayType) normalize() Type {
	if t.Elem == Type(Any) {
		// puppet: the size is lost here
		return Array
	}
	elem := t.Elem.normalize()
	if elem == t.Elem {
		return t
	}
	return ArrayOf(elem, t.Size)
}

func (t *ArrayType) accepts(o Type, g *guard) bool {
	switch u := o.(type) {
	case *TupleType:
		return orAny(t.Size).covers(sizeOf(u)) && allTypes(u.Types, func(e Type) bool { return assignable(t.Elem, e, g) })
	case *ArrayType:
		return orAny(t.Size).covers(orAny(u.Size)) && assignable(t.Elem, u.Elem, g)
	}
	return false
}

func (t *ArrayType) write(p *printer) {
	p.text("Array")
	switch {
	case isEmptyRange(t.Size):
		p.text("[0, 0]")
	case t.Elem == Type(Any) && t.Size == nil:
	default:
		p.text("[")
		p.typ(t.Elem)
		p.rangeAfter(t.Size)
		p.text("]")
	}
}

// HashType is Hash[Key, Val, Min, Max].
type HashType struct {
	base
	Key, Val Type
	Size     *IntegerType
}

// The Hash types that are used often.
var (
	Hash      = HashOf(Any, Any, nil)
	emptyHash = HashOf(Unit, Unit, zeroSize)
)

// HashOf is Hash[key, val, size]; a nil size means any.
func HashOf(key, val Type, size *IntegerType) *HashType {
	if isEmptyRange(size) {
		key, val = Unit, Unit
	}
	t := &HashType{Key: key, Val: val, Size: size.toSize()}
	t.cell.T = t
	return t
}

// Name is Hash.
func (t *HashType) Name() string { return "Hash" }

// Check reports whether v is an instance.
func (t *HashType) Check(v values.Value) bool {
	if v.Kind() != values.KindHash {
		return false
	}
	entries := v.AsHash().Entries()
	if t.Size != nil && !t.Size.has(len(entries)) {
		return false
	}
	if t.Key != Type(Any) {
		for i := range entries {
			if !t.Key.Check(entries[i].Key) {
				return false
			}
		}
	}
	if t.Val != Type(Any) {
		for i := range entries {
			if !t.Val.Check(entries[i].Value) {
				return false
			}
		}
	}
	return true
}

func (t *HashType) isDefault() bool {
	return t.Key == Type(Any) && t.Val == Type(Any) && t.Size == nil
}

func (t *HashType) isEmpty() bool {
	return t.Key == Type(Unit) && t.Val == Type(Unit) && isEmptyRange(t.Size)
}

// Generalize is Hash of the generalized key and value types.
func (t *HashType) Generalize() Type {
	if t.isDefault() || t.isEmpty() {
		return t
	}
	key, val := t.Key.Generalize(), t.Val.Generalize()
	if t.Size == nil && key == t.Key && val == t.Val {
		return t
	}
	return HashOf(key, val, nil)
}

func (t *HashType) normalize() Type {
	if t.isDefault() || t.isEmpty() {
		return t
	}
	key, val := t.Key.normalize(), t.Val.normalize()
	if key == t.Key && val == t.Val {
		return t
	}
	return HashOf(key, val, t.Size)
}

func (t *HashType) accepts(o Type, g *guard) bool {
	switch u := o.(type) {
	case *HashType:
		if (t.Size == nil || t.Size.Min == 0) && u.isEmpty() {
			return true
		}
		return assignable(t.Key, u.Key, g) && assignable(t.Val, u.Val, g) && orAny(t.Size).covers(orAny(u.Size))
	case *StructType:
		if !orAny(t.Size).has(len(u.Elements)) {
			return false
		}
		for i := range u.Elements {
			e := &u.Elements[i]
			if !t.Key.Check(values.String(e.Name)) || !assignable(t.Val, e.Val, g) {
				return false
			}
		}
		return true
	}
	return false
}

func (t *HashType) write(p *printer) {
	p.text("Hash")
	switch {
	case isEmptyRange(t.Size):
		p.text("[0, 0]")
	case t.isDefault():
	default:
		p.text("[")
		p.typ(t.Key)
		p.text(", ")
		p.typ(t.Val)
		p.rangeAfter(t.Size)
		p.text("]")
	}
}

// TupleType is Tuple[Types..., Min, Max]: the last type repeats when Size allows
// more elements than there are types.
type TupleType struct {
	base
	Types []Type
	Size  *IntegerType
}

// Tuple is Tuple, the type of all arrays.
var Tuple = TupleOf(nil, nil)

// TupleOf is Tuple[types..., size]; a nil size means one of each.
func TupleOf(types []Type, size *IntegerType) *TupleType {
	t := &TupleType{Types: types, Size: size.toSize()}
	t.cell.T = t
	return t
}

// Name is Tuple.
func (t *TupleType) Name() string { return "Tuple" }

// Check reports whether v is an instance.
func (t *TupleType) Check(v values.Value) bool {
	if v.Kind() != values.KindArray {
		return false
	}
	return t.checkElems(v.AsArray().Elems())
}

func (t *TupleType) checkElems(elems []values.Value) bool {
	n := len(t.Types)
	if t.Size != nil {
		if !t.Size.has(len(elems)) {
			return false
		}
	} else if n > 0 && n != len(elems) {
		return false
	}
	if n == 0 {
		return true
	}
	for i, e := range elems {
		if !t.Types[min(i, n-1)].Check(e) {
			return false
		}
	}
	return true
}

// SizeRange is how many elements the tuple may have.
func (t *TupleType) SizeRange() *IntegerType {
	if t.Size != nil {
		return t.Size
	}
	if len(t.Types) == 0 {
		return anySize
	}
	n := int64(len(t.Types))
	return IntegerRange(n, n)
}

// Generalize is Tuple of the generalized types.
func (t *TupleType) Generalize() Type {
	if ts, changed := mapTypes(t.Types, Type.Generalize); changed {
		return TupleOf(ts, t.Size)
	}
	return t
}

func (t *TupleType) normalize() Type {
	if ts, changed := mapTypes(t.Types, Type.normalize); changed {
		return TupleOf(ts, t.Size)
	}
	return t
}

// typeAt is the type of element i.
func (t *TupleType) typeAt(i int) Type { return t.Types[min(i, len(t.Types)-1)] }

func (t *TupleType) accepts(o Type, g *guard) bool {
	switch u := o.(type) {
	case *TupleType:
		if equal(t, u) {
			return true
		}
		if !t.SizeRange().covers(u.SizeRange()) {
			return false
		}
		if len(t.Types) == 0 {
			return true
		}
		if len(u.Types) == 0 {
			return t.SizeRange().Min == 0
		}
		for i, e := range u.Types {
			if !assignable(t.typeAt(i), e, g) {
				return false
			}
		}
		return true
	case *ArrayType:
		size := orAny(u.Size)
		if !t.SizeRange().covers(size) {
			return false
		}
		for i := range min(int64(len(t.Types)), size.Max) {
			if !assignable(t.Types[i], u.Elem, g) {
				return false
			}
		}
		return true
	}
	return false
}

func (t *TupleType) write(p *printer) {
	p.text("Tuple")
	if len(t.Types) == 0 {
		return
	}
	p.text("[")
	for i, e := range t.Types {
		if i > 0 {
			p.text(", ")
		}
		p.typ(e)
	}
	p.rangeAfter(t.Size)
	p.text("]")
}

// StructElement is one key of a Struct.
type StructElement struct {
	// Key is the type of the key: a String of one value, in an Optional when the
	// key may be missing.
	Key  Type
	Name string
	Val  Type
	// Optional is set when the key may be missing.
	Optional bool
}

func structElement(key Type, val Type) StructElement {
	e := StructElement{Key: key, Val: val}
	k := key
	if o, ok := key.(*OptionalType); ok {
		e.Optional = true
		k = o.Type
	}
	if s, ok := k.(*StringType); ok {
		e.Name = s.Val
	}
	return e
}

// StructType is Struct[{key => Type}].
type StructType struct {
	base
	Elements []StructElement
	index    map[string]int // for many elements
	required int
}

// Struct is Struct.
var Struct = newStruct(nil)

func newStruct(elements []StructElement) *StructType {
	t := &StructType{Elements: elements}
	if len(elements) > 8 {
		t.index = make(map[string]int, len(elements))
	}
	for i := range elements {
		if t.index != nil {
			t.index[elements[i].Name] = i
		}
		if !elements[i].Optional {
			t.required++
		}
	}
	t.cell.T = t
	return t
}

// Name is Struct.
func (t *StructType) Name() string { return "Struct" }

// Element is the element of a key, or nil.
func (t *StructType) Element(name string) *StructElement {
	if t.index != nil {
		if i, ok := t.index[name]; ok {
			return &t.Elements[i]
		}
		return nil
	}
	for i := range t.Elements {
		if t.Elements[i].Name == name {
			return &t.Elements[i]
		}
	}
	return nil
}

// Check reports whether v is an instance.
func (t *StructType) Check(v values.Value) bool {
	if v.Kind() != values.KindHash {
		return false
	}
	h := v.AsHash()
	if h.Len() < t.required || h.Len() > len(t.Elements) {
		return false
	}
	matched := 0
	for i := range t.Elements {
		e := &t.Elements[i]
		if x, ok := h.GetString(e.Name); ok {
			if !e.Val.Check(x) {
				return false
			}
			matched++
		} else if !e.Optional {
			return false
		}
	}
	return matched == h.Len()
}

func (t *StructType) mapElements(f func(Type) Type) Type {
	var out []StructElement
	for i, e := range t.Elements {
		if val := f(e.Val); val != e.Val {
			if out == nil {
				out = append([]StructElement(nil), t.Elements...)
			}
			out[i].Val = val
		}
	}
	if out == nil {
		return t
	}
	return newStruct(out)
}

// Generalize is Struct of the generalized value types.
func (t *StructType) Generalize() Type { return t.mapElements(Type.Generalize) }

func (t *StructType) normalize() Type { return t.mapElements(Type.normalize) }

func (t *StructType) accepts(o Type, g *guard) bool {
	switch u := o.(type) {
	case *StructType:
		matched := 0
		for i := range t.Elements {
			e := &t.Elements[i]
			f := u.Element(e.Name)
			if f == nil {
				if !assignable(e.Key, Undef, g) {
					return false
				}
				continue
			}
			matched++
			if !assignable(e.Key, f.Key, g) || !assignable(e.Val, f.Val, g) {
				return false
			}
		}
		return matched == len(u.Elements)
	case *HashType:
		required := int64(0)
		for i := range t.Elements {
			e := &t.Elements[i]
			if assignable(e.Key, Undef, nil) {
				continue // the hash need not have it
			}
			required++
			// Which keys the hash has is not known, only what they may be.
			if !assignable(e.Val, u.Val, g) || !assignable(e.Key.Generalize(), u.Key, nil) {
				return false
			}
		}
		return IntegerRange(required, int64(len(t.Elements))).covers(orAny(u.Size))
	}
	return false
}

func (t *StructType) write(p *printer) {
	p.text("Struct")
	if len(t.Elements) == 0 {
		return
	}
	p.text("[{")
	for i := range t.Elements {
		e := &t.Elements[i]
		if i > 0 {
			p.text(", ")
		}
		// A key is a plain string where the default for its value says already
		// whether it is optional.
		takesUndef := assignable(e.Val, Undef, nil)
		switch {
		case e.Optional == takesUndef:
			p.quoted(e.Name)
		case e.Optional:
			p.typ(e.Key)
		default:
			p.text("NotUndef[")
			p.quoted(e.Name)
			p.text("]")
		}
		p.text(" => ")
		p.typ(e.Val)
	}
	p.text("}]")
}

// rangeText is the parts of a size between brackets: none for an unbounded one.
func (p *printer) rangeParts(t *IntegerType) (from, to string, ok bool) {
	if t == nil || t.Unbounded() {
		return "", "", false
	}
	from = "default"
	if !t.NoMin {
		from = itoa(t.Min)
	}
	if !t.NoMax {
		to = itoa(t.Max)
	}
	return from, to, true
}

func (p *printer) bracketedRange(t *IntegerType) {
	if from, to, ok := p.rangeParts(t); ok {
		p.text("[")
		p.text(from)
		if to != "" {
			p.text(", ")
			p.text(to)
		}
		p.text("]")
	}
}

func (p *printer) rangeAfter(t *IntegerType) {
	if from, to, ok := p.rangeParts(t); ok {
		p.text(", ")
		p.text(from)
		if to != "" {
			p.text(", ")
			p.text(to)
		}
	}
}

const infinite = math.MaxInt64
