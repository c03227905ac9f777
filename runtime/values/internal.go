package values

import "unsafe"

// Two kinds that are never seen by a manifest: the machine keeps them in slots.
const (
	// KindUnset marks a slot whose variable is not assigned.
	KindUnset = kindCount + iota
	// KindOpaque is a pointer of the machine's own.
	KindOpaque
)

// Unset marks a slot whose variable is not assigned.
var Unset = Value{bits: uint64(KindUnset) << kindShift}

// IsUnset reports whether v marks an unassigned slot.
func (v Value) IsUnset() bool { return v == Unset }

// Opaque wraps a pointer of the machine's own.
func Opaque(p unsafe.Pointer) Value { return pointer(KindOpaque, p) }

// AsOpaque is the pointer in v; v must be opaque.
func (v Value) AsOpaque() unsafe.Pointer { return v.ref }
