package vm

import (
	"strconv"
	"strings"

	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/rtypes"
)

// redefined is the error for a unit that defines what is defined already, in
// itself or in the image, or that cannot be defined at all.
// puppet: resource/type_collection.rb, resource/type.rb, pops/loader/base_loader.rb
func (img *Image) redefined(u *unit) error {
	seen := map[defKey]*definition{}
	known := func(kind opcodes.DefKind, name string) *definition {
		key := defKey{kind, name}
		if d := seen[key]; d != nil {
			return d
		}
		return img.defs[key]
	}
	nodes := map[string]*definition{}
	for i := range u.prog.Defs {
		d := &definition{Definition: &u.prog.Defs[i], code: u.codes[u.prog.Defs[i].Code]}
		name := strings.ToLower(d.Name)
		if err := d.metaparam(name); err != nil {
			return err
		}
		switch d.Kind {
		case opcodes.DefNode:
			if err := img.redefinedNode(d, nodes); err != nil {
				return err
			}
			continue
		case opcodes.DefClass:
			if old := known(opcodes.DefClass, name); old != nil {
				return d.already("Class '" + name + "' is already defined" + old.context() + "; cannot redefine")
			}
			if old := known(opcodes.DefDefine, name); old != nil {
				return d.already("Definition '" + name + "' is already defined" + old.context() + "; cannot be redefined as a class")
			}
		case opcodes.DefDefine:
			if old := known(opcodes.DefDefine, name); old != nil {
				return old.entity("type", name)
			}
			if old := known(opcodes.DefClass, name); old != nil {
				return d.already("'" + name + "' is already defined" + old.context() + " as a class; cannot redefine as a definition")
			}
		case opcodes.DefFunction:
			if old := known(d.Kind, name); old != nil {
				return old.entity("function", name)
			}
		case opcodes.DefAlias:
			if old := known(d.Kind, name); old != nil {
				return old.entity("type", name)
			}
		}
		seen[defKey{d.Kind, name}] = d
	}
	return nil
}

func (img *Image) redefinedNode(d *definition, own map[string]*definition) error {
	for _, m := range d.Matches {
		title := nodeTitle(m)
		old := own[title]
		for _, n := range img.nodes {
			for _, other := range n.Matches {
				if nodeTitle(other) == title {
					old = n
				}
			}
		}
		if old != nil {
			return d.already("Node '" + title + "' is already defined" + old.context() + "; cannot redefine")
		}
		own[title] = d
	}
	return nil
}

// metaparam is the error for a parameter that has the name of a metaparameter.
func (d *definition) metaparam(name string) error {
	if d.Kind != opcodes.DefClass && d.Kind != opcodes.DefDefine {
		return nil
	}
	for i := range d.code.Params {
		if p := d.code.Params[i].Name; rtypes.IsMetaparam(p) {
			return &Error{Message: p + " is a metaparameter; please choose another parameter name in the " + name + " definition"}
		}
	}
	return nil
}

// context says where a definition stands, as in the middle of a message.
func (d *definition) context() string {
	at := d.code.unit.placeOf(d.Pos)
	if text := issue.Location(at.File, at.Line, 0); text != "" {
		return " " + text
	}
	return ""
}

// already is an error at the line of the definition.
func (d *definition) already(message string) error {
	at := d.code.unit.placeOf(d.Pos)
	return &Error{Message: message, Place: runtime.Place{File: at.File, Line: at.Line}}
}

// entity is the error of Puppet's loaders for a second definition.
func (d *definition) entity(kind, name string) error {
	at := d.code.unit.placeOf(d.Pos)
	where := "string:"
	if at.File != "" {
		where = "file://" + at.File
	}
	return &Error{Message: "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/" + kind + "/" + name + "'. Originally set at " + where +
		"?line=" + strconv.Itoa(at.Line) + "&pos=" + strconv.Itoa(at.Pos) + "."}
}
