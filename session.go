package bunraku

import (
	"fmt"
	"sort"
	"strings"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/catalog"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/vm"
)

// Session evaluates pieces of code one after another in one top scope: what an
// earlier piece assigned, defined or declared stays for the later ones.
type Session struct {
	env     *Environment
	options Options
	machine *vm.Machine
	site    *vm.Site
	// pieces are the texts of the session by the names they have in messages.
	pieces  map[string]string
	defined map[string]*opcodes.Definition
}

// NewSession starts a session for the node of a request. Its main manifest, if
// it names one, is evaluated first.
func (e *Environment) NewSession(r *Request, o Options) (s *Session, err error) {
	defer caught(&err)
	env := e.fork()
	o.Node = r.Node
	eval := &runtime.Evaluation{Settings: o.settings(), Log: o.Log}
	eval.Settings.Environment, eval.Settings.EnvironmentDir, eval.Settings.Modulepath = e.Name, e.Dir, e.Modulepath
	s = &Session{env: env, options: o, pieces: map[string]string{}, defined: map[string]*opcodes.Definition{}}
	s.machine = vm.NewMachine(env.image, eval, o.Limits)
	s.machine.Files = files{env}
	s.site = vm.NewSite(s.machine, catalog.New(r.Node, e.Name, e.nativeType), catalog.Strict(eval.Settings.Strict))
	s.site.Module = env.moduleOf
	if err := s.site.Start(nodeOf(env, r, &eval.Settings)); err != nil {
		return nil, err
	}
	mains, err := env.mains(r, &o)
	if err != nil {
		return nil, err
	}
	for _, p := range mains {
		if err := s.define(p); err != nil {
			return nil, err
		}
		if _, err := s.site.Continue(p); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Compile makes bytecode of a piece of code without evaluating it. The list has
// the findings, as with [CompileUnit].
func (s *Session) Compile(text string) (*opcodes.Program, issue.List) {
	name := fmt.Sprintf("input %d", len(s.pieces)+1)
	s.pieces[name] = text
	return CompileUnit(source.NewFile(name, text), &s.options, false)
}

// Eval evaluates a program that [Session.Compile] made.
func (s *Session) Eval(p *opcodes.Program) (v values.Value, err error) {
	defer caught(&err)
	if err := s.define(p); err != nil {
		return values.Undef, err
	}
	return s.site.Continue(p)
}

// define notes what a program defines. The machine would go on using the earlier
// definition of a name, so a second one is an error, as in a manifest.
func (s *Session) define(p *opcodes.Program) error {
	for i := range p.Defs {
		d := &p.Defs[i]
		if d.Kind != opcodes.DefNode && s.defined[definitionKey(d)] != nil {
			return fmt.Errorf("%s is already defined in this session", d.Name)
		}
	}
	for i := range p.Defs {
		s.defined[definitionKey(&p.Defs[i])] = &p.Defs[i]
	}
	return nil
}

func definitionKey(d *opcodes.Definition) string {
	return fmt.Sprint(d.Kind, " ", strings.ToLower(d.Name))
}

// Text is the piece of code that messages call by that name.
func (s *Session) Text(name string) (string, bool) {
	text, ok := s.pieces[name]
	return text, ok
}

// Catalog is what the session has declared so far.
func (s *Session) Catalog() *catalog.Catalog { return s.site.Cat }

// Names are the names that code of the session can use, sorted: functions,
// variables with their dollar sign, classes, and types.
func (s *Session) Names() []string {
	var out []string
	for _, f := range builtins() {
		out = append(out, f.Name)
	}
	s.machine.Top().Each(func(name string, _ values.Value) bool {
		out = append(out, "$"+name)
		return true
	})
	for _, d := range s.defined {
		if d.Kind != opcodes.DefNode {
			out = append(out, d.Name)
		}
	}
	out = append(out, pcore.Names()...)
	sort.Strings(out)
	return out
}

// Incomplete reports whether code only lacks its end: a bracket, a quote or a
// heredoc is still open, or an operand is missing.
func Incomplete(text string, o Options) bool {
	_, found := CompileUnit(source.NewFile("", text), &o, false)
	for _, d := range found {
		if d.Severity != issue.Error {
			continue
		}
		switch d.Code {
		case "UNCLOSED_QUOTE", "UNCLOSED_MLCOMMENT", "HEREDOC_WITHOUT_TEXT", "HEREDOC_WITHOUT_END_TAGGED_LINE":
			return true
		case "SYNTAX_ERROR":
			return d.Span.Start >= source.Pos(len(text)) || !d.Span.IsValid() || d.Placeless
		}
		return false
	}
	return false
}

// FunctionNames are the names of the functions that are built in, sorted.
func FunctionNames() []string {
	var out []string
	for _, f := range builtins() {
		out = append(out, f.Name)
	}
	sort.Strings(out)
	return out
}
