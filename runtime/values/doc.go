// Package values holds every value of the language in one 16-byte struct.
//
// A [Value] is passed by value. undef, default, booleans, integers and floats
// live inside it and never allocate; a string is a pointer to its bytes with the
// length beside it; every other kind is a pointer to an immutable struct:
//
//	Undef Default Bool Int Float String
//	Regexp Array Hash Type Sensitive Binary Timestamp Timespan
//	SemVer SemVerRange URI Iterator Object
//
// Invariants:
//   - A value never changes once built; so constants are shared between
//     evaluations and nothing is ever frozen or copied defensively.
//   - Arrays and hashes may share their storage with the value they were
//     appended to; see [Array.Append] and [Hash.With].
//   - A hash keeps the order of insertion, and its keys are compared strictly
//     ([Eql]): 'a' and 'A', 1 and 1.0 are different keys.
//   - A kind does not know its Pcore type; package pcore infers it.
package values
