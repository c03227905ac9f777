package rtypes

import (
	"fmt"
	"strings"
)

// Metaparams are the attributes that every resource may have, in Puppet's order.
var Metaparams = []string{"noop", "schedule", "audit", "loglevel", "alias", "tag",
	"require", "subscribe", "before", "notify", "stage"}

// RelationshipParams are the metaparameters that name other resources.
var RelationshipParams = []string{"require", "subscribe", "before", "notify"}

// IsMetaparam reports whether every resource may have the attribute.
func IsMetaparam(name string) bool {
	switch name {
	case "noop", "schedule", "audit", "loglevel", "alias", "tag", "require", "subscribe", "before", "notify", "stage":
		return true
	}
	return false
}

// IsRelationshipParam reports whether the metaparameter names other resources.
func IsRelationshipParam(name string) bool {
	switch name {
	case "require", "subscribe", "before", "notify":
		return true
	}
	return false
}

// Type is a resource type written in Ruby.
type Type struct {
	// Name is the type's name in lower case.
	Name string
	// Module is the module that brings it; empty for Puppet itself.
	Module string
	// Properties and Parameters are the names in the order of Puppet's lists:
	// `ensure` is always the first property.
	Properties, Parameters []string
	// Namevars are the key attributes in the order of declaration.
	Namevars []string
	// Patterns split a title into attributes. nil stands for the plain pattern:
	// the whole title is the only namevar.
	Patterns []Pattern
	// Isomorphic is false for types of which two resources may mean the same
	// thing (exec, tidy).
	Isomorphic bool
	// Problem tells why the title patterns could not be read, or is empty.
	Problem string
	// generated tells that the type was read from .resource_types: then `name`
	// is no attribute unless it is declared.
	generated bool
	// valid holds all properties and parameters.
	valid map[string]bool
}

// Pattern is one way in which a title becomes attributes.
type Pattern struct {
	Source string
	// Options are Ruby's bits: 1 ignore case, 2 extended, 4 multi-line.
	Options uint8
	// Names are the attributes that the groups become.
	Names []string
	match func(string) []string
	// single is match for a pattern with one group, without a slice.
	single func(string) (string, bool)
}

// Matcher compiles Ruby regexps for title patterns: the result gives the
// captures of a match (group 1 and on; an unmatched group is empty), or nil.
type Matcher func(source string, options uint8) (func(s string) []string, error)

// seal makes the type ready for use.
func (t *Type) seal() *Type {
	t.valid = make(map[string]bool, len(t.Properties)+len(t.Parameters))
	for _, p := range t.Properties {
		t.valid[p] = true
	}
	for _, p := range t.Parameters {
		t.valid[p] = true
	}
	return t
}

// Attributes are all names that a resource of the type may have but the
// metaparameters: key attributes, provider, properties, parameters.
// puppet: type.rb, allattrs
func (t *Type) Attributes() []string {
	var out []string
	seen := map[string]bool{}
	add := func(names ...string) {
		for _, n := range names {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	add(t.Namevars...)
	for _, p := range t.Parameters {
		if p == "provider" {
			add(p)
		}
	}
	add(t.Properties...)
	add(t.Parameters...)
	return out
}

// IsProperty reports whether the attribute is a property.
func (t *Type) IsProperty(name string) bool {
	for _, p := range t.Properties {
		if p == name {
			return true
		}
	}
	return false
}

// Valid reports whether a resource of the type may have the attribute.
func (t *Type) Valid(name string) bool {
	return t.valid[name] || IsMetaparam(name) || name == "name" && !t.generated
}

// Namevar is the attribute that the title stands for: the only key attribute,
// or `name` when there are several or none.
// puppet: resource.rb, namevar
func (t *Type) Namevar() string {
	if len(t.Namevars) == 1 {
		return t.Namevars[0]
	}
	return "name"
}

// KeyAttributes are the namevars sorted by name, the order of a uniqueness key.
func (t *Type) KeyAttributes() []string {
	if len(t.Namevars) < 2 {
		return t.Namevars
	}
	out := append([]string(nil), t.Namevars...)
	for i := 1; i < len(out); i++ {
		for j := i; j > 0 && out[j] < out[j-1]; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// Plain reports whether the title is the value of the only namevar.
func (t *Type) Plain() bool { return t.Patterns == nil && len(t.Namevars) == 1 }

// ParseTitle splits a title into attributes and calls set for each.
// puppet: resource.rb, parse_title
func (t *Type) ParseTitle(title string, set func(name, value string)) error {
	if t.Patterns == nil {
		switch {
		case t.Problem != "":
			return fmt.Errorf("the title patterns of resource type %s are not known: %s", t.Name, t.Problem)
		case len(t.Namevars) == 1:
			set(t.Namevars[0], title)
			return nil
		case len(t.Namevars) > 1:
			return fmt.Errorf("you must specify title patterns when there are two or more key attributes")
		case t.generated:
			set("name", title)
			return nil
		}
		return fmt.Errorf("No set of title patterns matched the title \"%s\".", title) //nolint:staticcheck // Puppet's text
	}
	for i := range t.Patterns {
		p := &t.Patterns[i]
		if p.single != nil {
			if v, ok := p.single(title); ok {
				set(p.Names[0], v)
				return nil
			}
			continue
		}
		m := p.match(title)
		if m == nil {
			continue
		}
		for j, name := range p.Names {
			v := ""
			if j < len(m) {
				v = m[j]
			}
			set(name, v)
		}
		return nil
	}
	return fmt.Errorf("No set of title patterns matched the title \"%s\".", title) //nolint:staticcheck // Puppet's text
}

// SingleTitle is the attribute that the whole title stands for, for a type whose
// only pattern has one group: `path` and `/x` for File[/x/]. ok is false when the
// type has other patterns, or the title does not match.
func (t *Type) SingleTitle(title string) (name, value string, ok bool) {
	if len(t.Patterns) != 1 || t.Patterns[0].single == nil {
		return "", "", false
	}
	p := &t.Patterns[0]
	value, ok = p.single(title)
	return p.Names[0], value, ok
}

// prepare compiles the patterns. The two patterns of Puppet's own types need
// no regexp.
func (t *Type) prepare(m Matcher) {
	for i := range t.Patterns {
		p := &t.Patterns[i]
		switch {
		case p.Source == `(.*)` && p.Options == 4:
			p.single = func(s string) (string, bool) { return s, true }
		case p.Source == filePattern && p.Options == 4:
			p.single = matchFileTitle
		case m == nil:
			t.Patterns, t.Problem = nil, "no regexp engine was given"
			return
		default:
			f, err := m(p.Source, p.Options)
			if err != nil {
				t.Patterns, t.Problem = nil, err.Error()
				return
			}
			p.match = f
		}
	}
}

const filePattern = `^(/|.+:/|.*[^/])/*\Z`

// matchFileTitle drops the slashes at the end of a path, but for those of `/`
// and `c:/`. The `\Z` of the pattern lets a newline stand at the very end, where
// the last alternative takes it as part of the path.
func matchFileTitle(s string) (string, bool) {
	t := strings.TrimSuffix(s, "\n")
	u := strings.TrimRight(t, "/")
	switch {
	case u == "" && t != "":
		return "/", true
	case strings.HasSuffix(u, ":") && u != t && len(u) > 1:
		return u + "/", true
	case s != t:
		return s, true
	case s == "":
		return "", false
	}
	return u, true
}
