package catalog

import (
	"bunraku/runtime/rtypes"
)

// Kind is what a catalog tells an agent of a resource's type.
type Kind uint8

// The kinds. A class that was included is Unknown, one that was declared like a
// resource is a KindClass: that is how Puppet has it.
const (
	KindUnknown Kind = iota
	KindNative
	KindDefine
	KindClass
)

var kindNames = [...]string{"unknown", "compilable_type", "defined_type", "class"}

// String is the word in the wire form.
func (k Kind) String() string { return kindNames[k] }

// Type is the type of resources in one catalog: a resource type, a defined
// type, Class or Node.
type Type struct {
	// Title is the name as references have it: File, Apache::Vhost.
	Title string
	// Lower is the name in lower case, which is the first tag.
	Lower string
	// Native is the resource type's metadata; nil for defined types, classes,
	// nodes and types that are not known.
	Native *rtypes.Type
	// Def is the definition of a defined type; the catalog does not look at it.
	Def any
	// resources are all resources of the type in order.
	resources []*Resource
}

// IsClass reports whether it is the type of classes.
func (t *Type) IsClass() bool { return t.Title == "Class" }

// IsNode reports whether it is the type of node definitions.
func (t *Type) IsNode() bool { return t.Title == "Node" }

// IsStage reports whether it is the type of run stages.
func (t *Type) IsStage() bool { return t.Title == "Stage" }

// Resources are the resources of the type so far, in order. A collector looks
// at these alone.
func (t *Type) Resources() []*Resource { return t.resources }

func (t *Type) namevar() string {
	if t.Native != nil {
		return t.Native.Namevar()
	}
	return "name"
}

// Type is the interned type of a name in any case; an empty name is Class.
func (c *Catalog) Type(name string) *Type {
	if t := c.types[name]; t != nil {
		return t
	}
	title := rtypes.Title(name)
	if title == "" || equalFold(title, "component") {
		title = "Class"
	}
	t := c.types[title]
	if t == nil {
		t = &Type{Title: title, Lower: downcase(title)}
		if c.Native != nil {
			t.Native = c.Native(t.Lower)
		}
		c.types[title] = t
	}
	c.types[name] = t
	return t
}
