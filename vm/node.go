package vm

import (
	"strings"

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

// nodeNames are the names under which a node is looked for: its own, and those
// with the last parts of the domain taken away.
// puppet: node.rb, names
func nodeNames(name string) []string {
	names := []string{name}
	parts := strings.Split(name, ".")
	for n := len(parts) - 1; n > 0; n-- {
		names = append(names, strings.Join(parts[:n], "."))
	}
	return names
}

// findNode finds the definition of the first name that has one: by text first,
// then by regexp in the order of definition, then the default.
// puppet: resource/type_collection.rb, node
func findNode(nodes []*definition, names []string) (*definition, *ops.Registers, error) {
	for _, name := range names {
		name = strings.ToLower(name)
		for _, d := range nodes {
			for _, m := range d.Matches {
				if m.Kind == 0 && strings.EqualFold(m.Text, name) {
					return d, nil, nil
				}
			}
		}
		for _, d := range nodes {
			for _, m := range d.Matches {
				if m.Kind != 1 {
					continue
				}
				regs := &ops.Registers{}
				env := ops.Env{}
				ok, err := env.Match(values.String(name), values.RegexpValue(&values.Regexp{Source: m.Text}), regs)
				if err != nil {
					return nil, nil, err
				}
				if ok {
					return d, regs, nil
				}
			}
		}
	}
	for _, d := range nodes {
		for _, m := range d.Matches {
			if m.Kind == 2 {
				return d, nil, nil
			}
		}
	}
	return nil, nil, nil
}

// nodeTitle is the title of a node definition's resource.
// puppet: resource/type.rb, name
func nodeTitle(d *definition) string {
	m := d.Matches[0]
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
	if match != nil {
		m.nodeMatch = match
		for i := 0; 2*i < len(match.Caps); i++ {
			sc.Set(itoa(i), match.Get(i))
		}
	}
	return m.runBody(c, sc, nil)
}
