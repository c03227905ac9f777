package pcore

import (
	"sync"
	"sync/atomic"
)

// Resolver finds the type that a name stands for when it is not one of Pcore's
// own: a type alias, an object type, or the resource type of that name. The name
// is as it is written. It gives nil when there is none.
//
// A resolver gives the same type for a name each time. What it gives may be
// declared only ([NewAlias], [Declare]): it is resolved then. A resolver must not
// call Parse, Lookup or Resolve itself.
type Resolver func(name string) (Type, error)

// declared is part of the types that are declared first and resolved once. They
// may be shared by evaluations that run side by side, and one that is resolved is
// seen by others only when all that it names is resolved too.
type declared struct{ done atomic.Bool }

// session is one resolution of a type and of all that it names.
type session struct{ resolved []*declared }

// resolving is held by a session: there is one at a time. It is needed once for a
// type, so it is never in the way.
var resolving sync.Mutex

// Resolve resolves a declared alias, object type or type set; others need nothing.
func Resolve(t Type, r Resolver) error {
	if d := declaredPart(t); d == nil || d.done.Load() {
		return nil
	}
	resolving.Lock()
	defer resolving.Unlock()
	in := &interpreter{resolve: r, session: &session{}}
	err := in.resolveType(t)
	for _, d := range in.session.resolved {
		d.done.Store(true)
	}
	return err
}

func declaredPart(t Type) *declared {
	switch t := t.(type) {
	case *AliasType:
		return &t.declared
	case *ObjectType:
		return &t.declared
	case *TypeSetType:
		return &t.declared
	}
	return nil
}

// resolveType resolves a type in the session of the interpreter, or in one of its
// own.
func (in *interpreter) resolveType(t Type) error {
	if in.session == nil {
		return Resolve(t, in.resolve)
	}
	if d := declaredPart(t); d == nil || d.done.Load() {
		return nil
	}
	var err error
	switch t := t.(type) {
	case *AliasType:
		err = t.resolve(in)
	case *ObjectType:
		err = t.resolve(in)
	case *TypeSetType:
		err = t.resolve(in)
	}
	if err == nil {
		in.session.resolved = append(in.session.resolved, declaredPart(t))
	}
	return err
}
