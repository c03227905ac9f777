package values

import (
	"math"
	"unsafe"
)

// Kind tells the kinds of values apart.
type Kind uint8

// The kinds. KindUndef is the zero value's.
const (
	KindUndef Kind = iota
	KindDefault
	KindBool
	KindInt
	KindFloat
	KindString
	KindRegexp
	KindArray
	KindHash
	KindType
	KindSensitive
	KindBinary
	KindTimestamp
	KindTimespan
	KindSemVer
	KindSemVerRange
	KindURI
	KindIterator
	KindObject
	kindCount
)

var kindNames = [...]string{"undef", "default", "boolean", "integer", "float", "string", "regexp", "array", "hash",
	"type", "sensitive", "binary", "timestamp", "timespan", "semver", "semver range", "uri", "iterator", "object"}

// String is a short English name of the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// Value is any value of the language.
//
// Layout: for integers and floats ref points to a tag and bits is the number;
// for all other kinds the top byte of bits is the kind. A string's ref points
// to its bytes and the low 48 bits are its length; a boolean is bit 0; the
// other kinds' ref points to their struct.
type Value struct {
	ref  unsafe.Pointer
	bits uint64
}

const (
	kindShift = 56
	flagASCII = 1 << 48 // a string known to be ASCII
	flagBytes = 1 << 49 // a string that Ruby holds as bytes, see ByteString
	lenMask   = 1<<48 - 1
)

// Two tags in one variable, so that the check for "is a number" could be a
// range check, should that ever pay.
var numberTags [2]byte

var (
	intTag   = unsafe.Pointer(&numberTags[0])
	floatTag = unsafe.Pointer(&numberTags[1])
)

// The values without a payload.
var (
	Undef   = Value{}
	Default = Value{bits: uint64(KindDefault) << kindShift}
	False   = Value{bits: uint64(KindBool) << kindShift}
	True    = Value{bits: uint64(KindBool)<<kindShift | 1}
	// EmptyString is ''.
	EmptyString = Value{bits: uint64(KindString)<<kindShift | flagASCII}
)

// Kind tells what v is.
func (v Value) Kind() Kind {
	if v.ref == intTag {
		return KindInt
	}
	if v.ref == floatTag {
		return KindFloat
	}
	return Kind(v.bits >> kindShift)
}

// Bool makes a boolean.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// Int makes an integer.
func Int(i int64) Value { return Value{intTag, uint64(i)} }

// Float makes a float.
func Float(f float64) Value { return Value{floatTag, math.Float64bits(f)} }

// String makes a string. The bytes are not copied.
func String(s string) Value {
	return Value{unsafe.Pointer(unsafe.StringData(s)), uint64(KindString)<<kindShift | uint64(len(s))}
}

// ASCIIString makes a string whose bytes are known to be ASCII, for which
// character positions are byte positions.
func ASCIIString(s string) Value {
	return Value{unsafe.Pointer(unsafe.StringData(s)), uint64(KindString)<<kindShift | flagASCII | uint64(len(s))}
}

// ByteString makes a string that Ruby would hold without a character encoding:
// what its decoders, File and Shellwords give. It is a String like any other, but
// rich data, and so a catalog, shows it as a Binary.
func ByteString(s string) Value {
	v := String(s)
	v.bits |= flagBytes
	return v
}

// IsByteString reports whether v was made by [ByteString]; v must be a string.
func (v Value) IsByteString() bool { return v.bits&flagBytes != 0 }

func pointer(k Kind, p unsafe.Pointer) Value { return Value{p, uint64(k) << kindShift} }

// IsUndef reports whether v is undef.
func (v Value) IsUndef() bool { return v == Value{} }

// IsDefault reports whether v is default.
func (v Value) IsDefault() bool { return v == Default }

// IsInt reports whether v is an integer.
func (v Value) IsInt() bool { return v.ref == intTag }

// IsFloat reports whether v is a float.
func (v Value) IsFloat() bool { return v.ref == floatTag }

// IsNumber reports whether v is an integer or a float.
func (v Value) IsNumber() bool { return v.ref == intTag || v.ref == floatTag }

// IsString reports whether v is a string.
func (v Value) IsString() bool { return v.is(KindString) }

// IsBool reports whether v is a boolean.
func (v Value) IsBool() bool { return v == True || v == False }

func (v Value) is(k Kind) bool {
	return Kind(v.bits>>kindShift) == k && v.ref != intTag && v.ref != floatTag
}

// Truthy is the language's truth: only undef and false are false.
// spec: expressions.md, "Boolean conversion".
func (v Value) Truthy() bool { return v != False && v != Undef }

// AsBool is the boolean in v; v must be one.
func (v Value) AsBool() bool { return v.bits&1 != 0 }

// AsInt is the integer in v; v must be one.
func (v Value) AsInt() int64 { return int64(v.bits) }

// AsFloat is the float in v; v must be one.
func (v Value) AsFloat() float64 { return math.Float64frombits(v.bits) }

// Number is v as a float; v must be an integer or a float.
func (v Value) Number() float64 {
	if v.ref == intTag {
		return float64(int64(v.bits))
	}
	return math.Float64frombits(v.bits)
}

// AsString is the string in v; v must be one.
func (v Value) AsString() string {
	return unsafe.String((*byte)(v.ref), int(v.bits&lenMask))
}

// KnownASCII reports whether a string is known to be ASCII without looking at it.
func (v Value) KnownASCII() bool { return v.bits&flagASCII != 0 }

// AsArray is the array in v; v must be one.
func (v Value) AsArray() *Array { return (*Array)(v.ref) }

// AsHash is the hash in v; v must be one.
func (v Value) AsHash() *Hash { return (*Hash)(v.ref) }

// AsRegexp is the regexp in v; v must be one.
func (v Value) AsRegexp() *Regexp { return (*Regexp)(v.ref) }

// AsType is the type in v; v must be one.
func (v Value) AsType() Type { return (*TypeCell)(v.ref).T }

// AsSensitive is the value inside a Sensitive; v must be one.
func (v Value) AsSensitive() Value { return *(*Value)(v.ref) }

// AsBinary is the bytes of a Binary; v must be one.
func (v Value) AsBinary() []byte { return *(*[]byte)(v.ref) }

// AsTimestamp is the timestamp in v; v must be one.
func (v Value) AsTimestamp() *Timestamp { return (*Timestamp)(v.ref) }

// AsTimespan is the time span in v; v must be one.
func (v Value) AsTimespan() *Timespan { return (*Timespan)(v.ref) }

// AsSemVer is the version in v; v must be one.
func (v Value) AsSemVer() *SemVer { return (*SemVer)(v.ref) }

// AsSemVerRange is the version range in v; v must be one.
func (v Value) AsSemVerRange() *SemVerRange { return (*SemVerRange)(v.ref) }

// AsURI is the URI in v; v must be one.
func (v Value) AsURI() *URI { return (*URI)(v.ref) }

// AsIterator is the iterator in v; v must be one.
func (v Value) AsIterator() *Iterator { return (*Iterator)(v.ref) }

// AsObject is the object in v; v must be one.
func (v Value) AsObject() Object { return (*ObjectCell)(v.ref).O }

// Type is a Pcore type as a value. Package pcore has the implementations.
type Type interface {
	// String is the type as it is written in a manifest.
	String() string
	// Equal reports whether both are the same type.
	Equal(other Type) bool
	// HashKey is equal for equal types.
	HashKey() string
}

// TypeCell holds a type behind a Value. A pcore type keeps its own cell, so
// that the type as a value costs no allocation.
type TypeCell struct{ T Type }

// Value is the type in the cell as a value.
func (c *TypeCell) Value() Value { return pointer(KindType, unsafe.Pointer(c)) }

// TypeValue makes a value of a type.
func TypeValue(t Type) Value { return (&TypeCell{t}).Value() }

// Object is an instance of a Pcore Object type (Deferred, Error and the types
// of manifests among them).
type Object interface {
	// Type is the object's type.
	Type() Type
	// Get is the value of an attribute.
	Get(attribute string) (Value, bool)
	// Equal compares by the equality attributes of the type.
	Equal(other Object) bool
}

// ObjectCell holds an object behind a Value.
type ObjectCell struct{ O Object }

// ObjectValue makes a value of an object.
func ObjectValue(o Object) Value { return pointer(KindObject, unsafe.Pointer(&ObjectCell{o})) }

// Sensitive wraps a value so that it is never printed.
func Sensitive(v Value) Value { return pointer(KindSensitive, unsafe.Pointer(&v)) }

// Binary makes a Binary. The caller must not change b afterwards.
func Binary(b []byte) Value { return pointer(KindBinary, unsafe.Pointer(&b)) }

// Iterator is a lazy sequence: what reverse_each and step give without a
// lambda. It can be walked any number of times.
type Iterator struct {
	// Elem is the type of the elements, nil when unknown.
	Elem Type
	// Each calls f for each element until f returns false.
	Each func(f func(Value) bool)
	// Len is the number of elements, or -1 when it is not known.
	Len int
	// Step and Reverse tell how the receiver is walked, for the string form.
	Source Value
	Step   int64
}

// IteratorValue makes a value of an iterator.
func IteratorValue(it *Iterator) Value { return pointer(KindIterator, unsafe.Pointer(it)) }
