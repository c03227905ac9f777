// Package scope holds the variables that outlive the code that assigns them:
// those of the top scope, of nodes, classes and instances of defined types.
//
// The variables of a body are slots, numbered by the compiler; the scope knows
// their names. What is not known to any compiler (facts, parameters of an ENC)
// is in a map beside them.
package scope

import (
	"strings"

	"bunraku/runtime/values"
)

// Kind tells what a scope belongs to.
type Kind uint8

// The kinds of scopes.
const (
	Top Kind = iota
	Node
	Class
	Define
	Function
)

// Layout names the slots of a body. It is shared by all scopes of that body.
type Layout struct {
	Names []string // by slot; "" for temporaries
	Index map[string]int
}

// NewLayout makes a layout; names of temporaries are empty.
func NewLayout(names []string, slots []uint32) *Layout {
	l := &Layout{Names: names, Index: make(map[string]int, len(names))}
	for i, n := range names {
		l.Index[n] = int(slots[i])
	}
	return l
}

// part is the slots of one body; the top scope has one for each manifest.
type part struct {
	layout *Layout
	slots  []values.Value
}

// Scope is a set of variables with the scope where lookup goes on.
type Scope struct {
	Kind   Kind
	Name   string // class name, node name, or reference of a define's resource
	Parent *Scope // nil for the top scope
	// Resource is the catalog resource that the scope belongs to, of the
	// evaluation's own type.
	Resource any

	parts []part
	vars  map[string]values.Value
	order []string
}

// Attach adds the slots of a body.
func (s *Scope) Attach(l *Layout, slots []values.Value) { s.parts = append(s.parts, part{l, slots}) }

// Set sets a variable that has no slot.
func (s *Scope) Set(name string, v values.Value) {
	if s.vars == nil {
		s.vars = map[string]values.Value{}
	}
	if _, ok := s.vars[name]; !ok {
		s.order = append(s.order, name)
	}
	s.vars[name] = v
}

// Local finds a variable of this scope alone.
func (s *Scope) Local(name string) (values.Value, bool) {
	for i := range s.parts {
		p := &s.parts[i]
		if j, ok := p.layout.Index[name]; ok {
			if v := p.slots[j]; !v.IsUnset() {
				return v, true
			}
		}
	}
	v, ok := s.vars[name]
	return v, ok
}

// Lookup finds an unqualified variable here or outward.
func (s *Scope) Lookup(name string) (values.Value, bool) {
	for ; s != nil; s = s.Parent {
		if v, ok := s.Local(name); ok {
			return v, true
		}
	}
	return values.Undef, false
}

// Each calls f for each variable of this scope that is set, until f returns false.
func (s *Scope) Each(f func(name string, v values.Value) bool) bool {
	for _, n := range s.order {
		if !f(n, s.vars[n]) {
			return false
		}
	}
	for _, p := range s.parts {
		for n, j := range p.layout.Index {
			if v := p.slots[j]; !v.IsUnset() && !f(n, v) {
				return false
			}
		}
	}
	return true
}

// SplitQualified takes `a::b::c` apart into the scope `a::b` and the variable
// `c`. A name without `::` has no scope; `::c` has the top scope, given as "".
func SplitQualified(name string) (scope, variable string, qualified bool) {
	i := strings.LastIndex(name, "::")
	if i < 0 {
		return "", name, false
	}
	return strings.TrimPrefix(name[:i], "::"), name[i+2:], true
}
