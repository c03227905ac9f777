package runtime

import "bunraku/runtime/values"

// Site is what functions that declare, find or change resources ask of the
// evaluation of a node. It is nil where no catalog is being made.
type Site interface {
	// Include declares classes as include() does and gives references to them.
	Include(names []values.Value) (values.Value, error)
	// Contain is Include with containment edges from the calling body's resource.
	Contain(names []values.Value) (values.Value, error)
	// Require is Include with a `require` from the calling body's resource.
	Require(names []values.Value) (values.Value, error)
	// CreateResources declares resources from a hash of titles to attributes.
	// virtual is "", "virtual" or "exported".
	CreateResources(typ string, resources, defaults *values.Hash, virtual string) error
	// Realize makes virtual resources real, now or when they are declared.
	Realize(refs []values.Value) error
	// Tag adds tags to the calling body's resource; Tagged asks for them.
	Tag(tags []values.Value) error
	Tagged(tags []values.Value) (bool, error)
	// Defined tells whether a class, type, resource or variable is known.
	Defined(v values.Value, sc Scope) (bool, error)
	// FindResource gives the attribute values of a declared resource; ok is
	// false when there is none.
	FindResource(ref values.Value) (get func(name string) values.Value, ok bool)
}
