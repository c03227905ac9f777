package grammar

// arena hands out the nodes that occur most from slabs: one allocation serves
// many of them. A tree keeps its nodes together, so nothing is held for longer
// than it would be otherwise, apart from the rest of the last slabs.
type arena struct {
	variables  slab[Variable]
	strings    slab[LiteralString]
	names      slab[QualifiedName]
	references slab[QualifiedReference]
	operations slab[AttributeOperation]
	entries    slab[KeyedEntry]
	texts      slab[TextExpression]
	accesses   slab[Access]
}

type slab[T any] struct {
	free []T
	size int
}

// get returns a zero T. Slabs grow, so that a small file gets small ones.
func (s *slab[T]) get() *T {
	if len(s.free) == 0 {
		s.size = min(max(4, s.size*2), 128)
		s.free = make([]T, s.size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}
