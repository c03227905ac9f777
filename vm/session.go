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
	if v, err = s.m.RunMain(p); err != nil {
		return values.Undef, s.illegalFlow(err)
	}
	if v.Kind() == values.KindOpaque { // a collector is no value
		v = values.Undef
	}
	return v, s.generate()
}
