package pcore

import (
	"fmt"
	"math"

	"bunraku/runtime/values"
)

// PlainType is a type that takes no parameters. Each is a singleton.
type PlainType struct {
	base
	name string
	id   plainID
}

type plainID uint8

const (
	idAny plainID = iota
	idUndef
	idDefault
	idUnit
	idScalar
	idScalarData
	idNumeric
	idBinary
	idSemVerRange
	idCatalogEntry
)

// The types that take no parameters. Unit is private to the type system: it means
// "what you are", as the elements of an empty array do.
var (
	Any          = plain("Any", idAny)
	Undef        = plain("Undef", idUndef)
	Default      = plain("Default", idDefault)
	Unit         = plain("Unit", idUnit)
	Scalar       = plain("Scalar", idScalar)
	ScalarData   = plain("ScalarData", idScalarData)
	Numeric      = plain("Numeric", idNumeric)
	Binary       = plain("Binary", idBinary)
	SemVerRange  = plain("SemVerRange", idSemVerRange)
	CatalogEntry = plain("CatalogEntry", idCatalogEntry)
)

func plain(name string, id plainID) *PlainType {
	t := &PlainType{name: name, id: id}
	t.cell.T = t
	return t
}

// Name is the name of the type.
func (t *PlainType) Name() string { return t.name }

// Check reports whether v is an instance.
func (t *PlainType) Check(v values.Value) bool {
	switch t.id {
	case idAny, idUnit:
		return true
	case idUndef:
		return v.IsUndef()
	case idDefault:
		return v.IsDefault()
	case idScalar:
		switch v.Kind() {
		case values.KindString, values.KindInt, values.KindFloat, values.KindBool, values.KindRegexp,
			values.KindSemVer, values.KindSemVerRange, values.KindTimespan, values.KindTimestamp:
			return true
		}
		return false
	case idScalarData:
		return v.IsString() || v.IsNumber() || v.IsBool()
	case idNumeric:
		return v.IsInt() || v.IsFloat() && !math.IsNaN(v.AsFloat())
	case idBinary:
		return v.Kind() == values.KindBinary
	case idSemVerRange:
		return v.Kind() == values.KindSemVerRange
	}
	// A catalog entry is a resource of the catalog, and no value is one:
	// File['x'] is a type.
	return false
}

func (t *PlainType) accepts(o Type, g *guard) bool {
	switch t.id {
	case idAny, idUnit:
		return true
	case idScalar:
		if o == Type(SemVerRange) {
			return true
		}
		switch o.(type) {
		case *SemVerType, *TimestampType, *TimespanType, *RegexpType:
			return true
		}
		return o == Type(Scalar) || acceptsScalarData(o)
	case idScalarData:
		return acceptsScalarData(o)
	case idNumeric:
		return isNumericType(o)
	case idCatalogEntry:
		switch o.(type) {
		case *ResourceType, *ClassType:
			return true
		}
	}
	return o == t.self()
}

func acceptsScalarData(o Type) bool {
	switch o.(type) {
	case *StringType, *EnumType, *PatternType, *IntegerType, *FloatType, *BooleanType:
		return true
	}
	return o == Type(ScalarData) || o == Type(Numeric)
}

func isNumericType(o Type) bool {
	switch o.(type) {
	case *IntegerType, *FloatType:
		return true
	}
	return o == Type(Numeric)
}

func (t *PlainType) write(p *printer) { p.text(t.name) }

// BooleanType is Boolean, Boolean[true] or Boolean[false].
type BooleanType struct {
	base
	only bool // one value only
	val  bool
}

// The Boolean types.
var (
	Boolean = newBoolean(false, false)
	True    = newBoolean(true, true)
	False   = newBoolean(true, false)
)

func newBoolean(only, val bool) *BooleanType {
	t := &BooleanType{only: only, val: val}
	t.cell.T = t
	return t
}

// BooleanOf is Boolean[b].
func BooleanOf(b bool) *BooleanType {
	if b {
		return True
	}
	return False
}

// Name is Boolean.
func (t *BooleanType) Name() string { return "Boolean" }

// Check reports whether v is an instance.
func (t *BooleanType) Check(v values.Value) bool {
	return v.IsBool() && (!t.only || v.AsBool() == t.val)
}

// Generalize is Boolean.
func (t *BooleanType) Generalize() Type { return Boolean }

func (t *BooleanType) accepts(o Type, _ *guard) bool {
	b, ok := o.(*BooleanType)
	return ok && (!t.only || b.only && b.val == t.val)
}

func (t *BooleanType) write(p *printer) {
	p.text("Boolean")
	if t.only {
		if t.val {
			p.text("[true]")
		} else {
			p.text("[false]")
		}
	}
}

// IntegerType is Integer[Min, Max]. A missing bound is the least or greatest
// integer with NoMin or NoMax set.
type IntegerType struct {
	base
	Min, Max     int64
	NoMin, NoMax bool
}

// Integer types that are used often.
var (
	Integer      = newInteger(math.MinInt64, math.MaxInt64, true, true)
	anySize      = newInteger(0, math.MaxInt64, false, true)
	zeroSize     = newInteger(0, 0, false, false)
	notEmptySize = newInteger(1, math.MaxInt64, false, true)
	pairSize     = newInteger(2, 2, false, false)
)

func newInteger(min, max int64, noMin, noMax bool) *IntegerType {
	t := &IntegerType{Min: min, Max: max, NoMin: noMin, NoMax: noMax}
	t.cell.T = t
	return t
}

// IntegerRange is Integer[min, max].
func IntegerRange(min, max int64) *IntegerType { return newInteger(min, max, false, false) }

// IntegerFrom is Integer[min].
func IntegerFrom(min int64) *IntegerType { return newInteger(min, math.MaxInt64, false, true) }

// integerOf makes an Integer type of bounds that may be default.
func integerOf(from, to values.Value) (*IntegerType, error) {
	t := newInteger(math.MinInt64, math.MaxInt64, true, true)
	if from.IsInt() {
		t.Min, t.NoMin = from.AsInt(), false
	}
	if to.IsInt() {
		t.Max, t.NoMax = to.AsInt(), false
	}
	if t.Min > t.Max {
		// puppet: the closing parenthesis is missing there too
		return nil, fmt.Errorf("'from' must be less or equal to 'to'. Got (%d, %d", t.Min, t.Max)
	}
	return t, nil
}

// Name is Integer.
func (t *IntegerType) Name() string { return "Integer" }

// Check reports whether v is an instance.
func (t *IntegerType) Check(v values.Value) bool {
	return v.IsInt() && v.AsInt() >= t.Min && v.AsInt() <= t.Max
}

// Generalize is Integer.
func (t *IntegerType) Generalize() Type { return Integer }

// Unbounded reports whether neither bound is set.
func (t *IntegerType) Unbounded() bool { return t.NoMin && t.NoMax }

// Finite reports whether both bounds are set.
func (t *IntegerType) Finite() bool { return !t.NoMin && !t.NoMax }

func (t *IntegerType) has(n int) bool { return int64(n) >= t.Min && int64(n) <= t.Max }

func (t *IntegerType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*IntegerType)
	return ok && t.covers(u)
}

func (t *IntegerType) covers(u *IntegerType) bool {
	return (t.NoMin || !u.NoMin && t.Min <= u.Min) && (t.NoMax || !u.NoMax && t.Max >= u.Max)
}

// toSize is the range with its negative part cut off.
func (t *IntegerType) toSize() *IntegerType {
	if t == nil || t.Min >= 0 {
		return t
	}
	return newInteger(0, max(t.Max, 0), false, t.NoMax)
}

// span is the smallest range that covers both.
func (t *IntegerType) span(u *IntegerType) *IntegerType {
	return newInteger(min(t.Min, u.Min), max(t.Max, u.Max), t.NoMin || u.NoMin, t.NoMax || u.NoMax)
}

// merge is the union of both when that is one range, else nil.
func (t *IntegerType) merge(u *IntegerType) *IntegerType {
	adjacent := t.Max != math.MaxInt64 && t.Max+1 == u.Min || u.Max != math.MaxInt64 && u.Max+1 == t.Min
	if t.Max < u.Min || u.Max < t.Min {
		if !adjacent {
			return nil
		}
	}
	return t.span(u)
}

func (t *IntegerType) write(p *printer) {
	p.text("Integer")
	p.bracketedRange(t)
}

// FloatType is Float[Min, Max]; a missing bound is an infinity.
type FloatType struct {
	base
	Min, Max float64
}

// Float is Float.
var Float = FloatRange(math.Inf(-1), math.Inf(1))

// FloatRange is Float[min, max].
func FloatRange(min, max float64) *FloatType {
	t := &FloatType{Min: min, Max: max}
	t.cell.T = t
	return t
}

func floatOf(from, to values.Value) (*FloatType, error) {
	lo, hi := math.Inf(-1), math.Inf(1)
	if from.IsNumber() {
		lo = from.Number()
	}
	if to.IsNumber() {
		hi = to.Number()
	}
	if lo > hi {
		return nil, fmt.Errorf("'from' must be less or equal to 'to'. Got (%s, %s", floatText(lo), floatText(hi))
	}
	return FloatRange(lo, hi), nil
}

// Name is Float.
func (t *FloatType) Name() string { return "Float" }

// Check reports whether v is an instance.
func (t *FloatType) Check(v values.Value) bool {
	return v.IsFloat() && v.AsFloat() >= t.Min && v.AsFloat() <= t.Max
}

// Generalize is Float.
func (t *FloatType) Generalize() Type { return Float }

func (t *FloatType) unbounded() bool { return math.IsInf(t.Min, -1) && math.IsInf(t.Max, 1) }

func (t *FloatType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*FloatType)
	return ok && t.Min <= u.Min && t.Max >= u.Max
}

func (t *FloatType) merge(u *FloatType) *FloatType {
	if t.Max < u.Min || u.Max < t.Min {
		return nil
	}
	return FloatRange(math.Min(t.Min, u.Min), math.Max(t.Max, u.Max))
}

func (t *FloatType) write(p *printer) {
	p.text("Float")
	if t.unbounded() {
		return
	}
	p.text("[")
	if math.IsInf(t.Min, -1) {
		p.text("default")
	} else {
		p.text(floatText(t.Min))
	}
	if !math.IsInf(t.Max, 1) {
		p.text(", ")
		p.text(floatText(t.Max))
	}
	p.text("]")
}
