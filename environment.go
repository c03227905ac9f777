package bunraku

import (
	"os"
	"strings"
	"sync"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/loader"
	"bunraku/runtime/rtypes"
	"bunraku/vm"
)

// Environment is where definitions are found by their names: the files of a
// [loader.Environment], each compiled once and shared by all evaluations.
type Environment struct {
	*loader.Environment

	options Options
	image   *vm.Image
	// shared is the environment that a fork was made from.
	shared *Environment
	mu     sync.Mutex
	units  map[string]*loaded
}

// loaded is a file that was compiled, or why it could not be.
type loaded struct {
	prog  *opcodes.Program
	found issue.List
	// logged is what is logged when the file is read as a main manifest.
	logged issue.List
	err    error
}

// NewEnvironment makes an environment of a directory, with further directories of
// modules after its own; without a directory it has just those.
func NewEnvironment(name, dir string, modulepath []string, o Options) (*Environment, error) {
	var found *loader.Environment
	var err error
	if dir != "" {
		found, err = loader.Open(dir, loader.Options{Name: name, Basemodulepath: modulepath})
	} else {
		found, err = loader.Adhoc(name, modulepath, "", nil)
	}
	if err != nil {
		return nil, err
	}
	e := &Environment{Environment: found, options: o, units: map[string]*loaded{}}
	e.image = vm.NewImage(builtins(), e.load)
	e.image.ResourceType = func(name string) bool { return e.nativeType(name) != nil }
	return e, nil
}

// candidates are the files that may define a name, in groups: all files of a
// group are loaded before the name is looked for in them.
func (e *Environment) candidates(kind opcodes.DefKind, name string) [][]loader.Candidate {
	var single []loader.Candidate
	switch kind {
	case opcodes.DefClass, opcodes.DefDefine:
		return e.ClassFiles(name)
	case opcodes.DefFunction:
		single = e.FunctionFiles(name, nil)
	case opcodes.DefAlias:
		single = e.TypeFiles(name)
	}
	var groups [][]loader.Candidate
	for _, c := range single {
		if !c.Ruby {
			groups = append(groups, []loader.Candidate{c})
		}
	}
	return groups
}

// fork is the environment for one request with a main manifest of its own.
func (e *Environment) fork() *Environment {
	return &Environment{Environment: e.Environment, options: e.options, image: e.image.Fork(), shared: e.root()}
}

func (e *Environment) root() *Environment {
	if e.shared != nil {
		return e.shared
	}
	return e
}

// load is the image's autoloader.
func (e *Environment) load(kind opcodes.DefKind, name string) (*opcodes.Program, error) {
	for _, group := range e.candidates(kind, name) {
		var hit *opcodes.Program
		for _, c := range group {
			l := e.compileFile(c.Path)
			switch {
			case l == nil:
				continue
			case l.err != nil:
				return nil, l.err
			case hit == nil && defines(l.prog, kind, name):
				hit = l.prog
			default: // the file belongs to the environment all the same
				if _, err := e.image.Add(l.prog); err != nil {
					return nil, err
				}
				if err := wrongName(l.prog, kind, name, c.Path); err != nil {
					return nil, err
				}
			}
		}
		if hit != nil {
			return hit, nil
		}
	}
	return nil, nil
}

func defines(p *opcodes.Program, kind opcodes.DefKind, name string) bool {
	for i := range p.Defs {
		if d := &p.Defs[i]; d.Kind == kind && strings.EqualFold(d.Name, name) {
			return true
		}
	}
	return false
}

// wrongName is the error for a file that should define a function or type alias
// and defines something else.
// puppet: pops/loader/puppet_function_instantiator.rb, type_definition_instantiator.rb
func wrongName(p *opcodes.Program, kind opcodes.DefKind, name, path string) error {
	what := map[opcodes.DefKind]string{opcodes.DefFunction: "function", opcodes.DefAlias: "type"}[kind]
	if len(p.Defs) != 1 || what == "" || strings.HasSuffix(path, "init_typeset.pp") {
		return nil
	}
	return &runtime.Error{Class: "ArgumentError", Message: "The code loaded from " + path + " produced " + what +
		" with the wrong name, expected '" + name + "', actual '" + p.Defs[0].Name + "'"}
}

// compileFile compiles a file once; nil when it does not exist.
func (e *Environment) compileFile(path string) *loaded {
	e = e.root()
	e.mu.Lock()
	defer e.mu.Unlock()
	if l, ok := e.units[path]; ok {
		return l
	}
	f, err := e.Files.ReadAnywhere(path)
	if err != nil {
		e.units[path] = nil
		return nil
	}
	l := &loaded{}
	o := e.options
	o.modulepath, o.manifest = e.Modulepath, e.Manifest
	l.prog, l.found = CompileUnit(source.NewFile(path, f.Text), &o, strings.HasSuffix(path, ".epp"))
	l.logged, l.err = raised(l.found)
	e.units[path] = l
	return l
}

// raised is the error of a unit that does not compile, with what is logged
// before it.
func raised(found issue.List) (logged issue.List, err error) {
	logged, d := found.Outcome(issue.DefaultLimits)
	if d == nil {
		return logged, nil
	}
	e := &vm.Error{Code: d.PuppetCode(), Message: d.Message}
	if d.File != nil && !d.Placeless {
		e.Place = runtime.Place{File: d.File.Name(), Line: d.Line(), Pos: d.Column()}
	}
	return logged, e
}

// moduleOf is the module that a file belongs to.
func (e *Environment) moduleOf(file string) string {
	if m := e.ModuleOf(file); m != nil {
		return m.Name
	}
	return ""
}

// nativeType is the metadata of a resource type: Puppet's own, or that of a
// module. A type that cannot be read is as one that is not there.
func (e *Environment) nativeType(name string) *rtypes.Type {
	t, _ := e.ResourceType(name)
	return t
}

// files is the environment as the machine sees it.
type files struct{ *Environment }

// Find finds a file of a module, or an absolute path.
func (f files) Find(kind, ref string) (string, bool) {
	path, _ := f.FindFile(kind, ref)
	if path == "" {
		return "", false
	}
	for _, p := range []string{path, path + ".epp"} {
		if info, err := os.Stat(p); err == nil && !info.IsDir() && (p == path || kind == "templates") {
			return p, true
		}
	}
	return "", false
}

// Read reads a file.
func (f files) Read(path string) ([]byte, error) {
	file, err := f.Files.ReadAnywhere(path)
	if err != nil {
		return nil, err
	}
	return []byte(file.Text), nil
}

// Template compiles EPP source.
func (f files) Template(file, text string) (*opcodes.Program, error) {
	if file != "" {
		if l := f.compileFile(file); l != nil {
			return l.prog, l.err
		}
	}
	prog, found := CompileUnit(source.NewFile(file, text), &f.options, true)
	_, err := raised(found)
	return prog, err
}
