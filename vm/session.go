package vm

import (
	"bunraku/opcodes"
	"bunraku/runtime/values"
)

// Start prepares the evaluation of manifests one after another: variables,
// settings and the main class, as [Site.Compile] does before it evaluates the
// main manifest.
func (s *Site) Start(node *Node) error {
	for _, v := range node.Variables {
		s.m.top.Set(v.Name, v.Value)
	}
	if err := s.settings(node); err != nil {
		return err
	}
	_, err := s.evaluateMain(nil)
	return err
}

// Continue evaluates one more manifest in the top scope, and then what it left
// to be evaluated later: collectors and defined types.
func (s *Site) Continue(p *opcodes.Program) (v values.Value, err error) {
	u, err := s.m.img.Add(p)
	if err != nil {
		return values.Undef, err
	}
	// A slot of this manifest knows nothing of a variable of an earlier one, so
	// the loop is told to ask before it binds.
	main := u.codes[0]
	for i, name := range main.Slots {
		if name != "" && s.m.boundAtTop(name) {
			main.reserved[i] = true
		}
	}
	if v, err = s.m.RunMain(p); err != nil {
		return values.Undef, s.illegalFlow(err)
	}
	if v.Kind() == values.KindOpaque { // a collector is no value
		v = values.Undef
	}
	return v, s.generate()
}
