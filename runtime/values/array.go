package values

import (
	"sync/atomic"
	"unsafe"
)

// Array is an immutable list.
type Array struct {
	elems []Value
	// used is how much of the backing array is taken, shared by all arrays
	// that were appended from one another; nil when the storage cannot grow.
	used *atomic.Int64
}

var emptyArray = &Array{}

// EmptyArray is [].
var EmptyArray = emptyArray.Value()

// NewArray makes an array of elems, which the caller must not change afterwards.
func NewArray(elems []Value) *Array {
	if len(elems) == 0 {
		return emptyArray
	}
	return &Array{elems: elems}
}

// ArrayOf makes a value of an array of elems, which the caller must not change
// afterwards.
func ArrayOf(elems ...Value) Value { return NewArray(elems).Value() }

// Strings makes an array of strings.
func Strings(ss ...string) Value {
	elems := make([]Value, len(ss))
	for i, s := range ss {
		elems[i] = String(s)
	}
	return ArrayOf(elems...)
}

// Value is the array as a value.
func (a *Array) Value() Value { return pointer(KindArray, unsafe.Pointer(a)) }

// Len is the number of elements.
func (a *Array) Len() int { return len(a.elems) }

// At is element i, which must be in range.
func (a *Array) At(i int) Value { return a.elems[i] }

// Elems are the elements; the caller must not change them.
func (a *Array) Elems() []Value { return a.elems }

// Slice is the array of the elements i up to j. It shares storage with a.
func (a *Array) Slice(i, j int) *Array {
	if i == j {
		return emptyArray
	}
	return &Array{elems: a.elems[i:j:j]}
}

// Append is a followed by vs. Appending repeatedly to the latest result is
// linear: the storage is shared with a as long as a is the longest array that
// uses it.
func (a *Array) Append(vs ...Value) *Array {
	n, m := len(a.elems), len(vs)
	if m == 0 {
		return a
	}
	if a.used != nil && n+m <= cap(a.elems) && a.used.CompareAndSwap(int64(n), int64(n+m)) {
		elems := a.elems[:n+m]
		copy(elems[n:], vs)
		return &Array{elems: elems, used: a.used}
	}
	elems := make([]Value, n+m, (n+m)*3/2+4)
	copy(elems, a.elems)
	copy(elems[n:], vs)
	used := new(atomic.Int64)
	used.Store(int64(n + m))
	return &Array{elems: elems, used: used}
}
