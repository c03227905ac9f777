package vm

import (
	"strings"

	"bunraku/opcodes"
	"bunraku/runtime/ops"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

func (img *Image) nodeDefinitions() []*definition {
	img.mu.RLock()
	nodes := img.nodes
	img.mu.RUnlock()
	if img.parent != nil {
		return append(nodes[:len(nodes):len(nodes)], img.parent.nodeDefinitions()...)
	}
	return nodes
}

// nodeMatch is a node definition by one of its names. Puppet makes a definition
// of its own for each name.
type nodeMatch struct {
	*definition
	title string
	regs  *ops.Registers // of a match with a regexp
}

// findNode finds the definition for a node: by name first, then by regexp in the
// order of definition, then the default.
// puppet: resource/type_collection.rb, node
func findNode(nodes []*definition, name string) (*nodeMatch, error) {
	name = strings.ToLower(name)
	each := func(kind uint8, matches func(opcodes.NodeMatch) (*ops.Registers, bool, error)) (*nodeMatch, error) {
		for _, d := range nodes {
			for _, m := range d.Matches {
				if m.Kind != kind {
					continue
				}
				if regs, ok, err := matches(m); ok || err != nil {
					return &nodeMatch{d, nodeTitle(m), regs}, err
				}
			}
		}
		return nil, nil
	}
	n, err := each(0, func(m opcodes.NodeMatch) (*ops.Registers, bool, error) {
		return nil, strings.EqualFold(m.Text, name), nil
	})
	if n != nil || err != nil {
		return n, err
	}
	n, err = each(1, func(m opcodes.NodeMatch) (*ops.Registers, bool, error) {
		regs, env := &ops.Registers{}, ops.Env{}
		ok, err := env.Match(values.String(name), values.RegexpValue(&values.Regexp{Source: m.Text}), regs)
		return regs, ok, err
	})
	if n != nil || err != nil {
		return n, err
	}
	return each(2, func(opcodes.NodeMatch) (*ops.Registers, bool, error) { return nil, true, nil })
}

// nodeTitle is the title of a node definition's resource.
// puppet: resource/type.rb, name
func nodeTitle(m opcodes.NodeMatch) string {
	if m.Kind != 1 {
		return strings.ToLower(m.Text)
	}
	var b strings.Builder
	for _, c := range strings.ToLower(m.Text) {
		if c == '-' || c == '_' || c == ':' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			b.WriteRune(c)
		}
	}
	return "__node_regexp__" + strings.TrimLeft(b.String(), ".")
}

// runNode runs a node's body; the registers of the match with its name are
// visible in it.
func (m *Machine) runNode(c *code, sc *scope.Scope, match *ops.Registers) (values.Value, error) {
	locals := make([]values.Value, c.NumSlots)
	for i := range locals {
		locals[i] = values.Unset
	}
	sc.Attach(c.layouts[0], locals)
	f := frame{code: c, locals: locals, scope: sc}
	if match != nil && c.NumBanks > 0 {
		f.banks = make([]ops.Registers, c.NumBanks)
		f.banks[0] = *match
	}
	return m.exec(f)
}
