// Package pcore is the Pcore type system: what `Integer[1, 10]` means.
//
// Its parts:
//
//   - the types ([Type] and its implementations), one struct a type; each is
//     compiled by its constructor so that [Type.Check] neither allocates nor looks
//     anything up;
//   - [Parse], from the text of a type expression to a type, and [Access], which
//     does what `Type[args]` does in an evaluated expression;
//   - [Infer], [InferReduced] and [InferGeneric], from a value to its type;
//   - [Assignable], [CommonType], [Type.Generalize] and [Normalize];
//   - [New], the constructors of all types, and [StringOf] with its formats;
//   - [Text] and [Inspect], the text forms of values;
//   - [DescribeMismatch] and its relatives, Puppet's wording of what does not fit;
//   - [ToData] and [FromData], rich data.
//
// Invariants: a type never changes after its constructor returned, but for an
// [AliasType] or [ObjectType], which is declared first and resolved once; types
// that are equal have equal hash keys; the parameterless types are singletons
// ([Any], [Undef] ...) and are compared by pointer.
//
// Example:
//
//	t, err := pcore.Parse("Array[Integer[1, 10]]", nil)
//	ok := t.Check(values.ArrayOf(values.Int(3)))
package pcore
