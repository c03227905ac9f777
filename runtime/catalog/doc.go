// Package catalog is the catalog under construction and the form in which an
// agent receives it.
//
//   - [Catalog] holds the resources in the order in which they were declared,
//     finds them by type and title (and by alias and uniqueness key), and knows
//     which contains which.
//   - [Resource] is one resource with its parameters in order, its tags, and
//     what the evaluation still has to do with it.
//   - [Catalog.AddOverride], [Catalog.AddRelationship] and [Catalog.Finish] are
//     what happens to resources after their declaration; docs/catalog-phases.md
//     tells when.
//   - [Catalog.AppendJSON] writes the wire form.
//   - [RuleLog] records who set what; a nil log costs nothing.
//
// Nothing here evaluates: bodies of classes and defined types, scopes and
// collectors belong to the evaluation, which gives a resource its [Scope].
//
// Invariants: a resource is added once and never removed; its index is its
// place in the catalog; the types of one catalog are interned, so that two
// resources have the same type exactly when their Type pointers are equal. All
// operations but a search by title patterns are constant in the number of
// resources, and Finish and AppendJSON are linear.
package catalog
