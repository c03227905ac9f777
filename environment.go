package bunraku

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rtypes"
	"bunraku/vm"
)

// Environment is where definitions are found by their names: a module path and,
// if it is a directory environment, that directory. Units are compiled once and
// shared by all evaluations.
type Environment struct {
	Name       string
	Dir        string // "" for an anonymous environment
	Modulepath []string

	options Options
	image   *vm.Image
	// shared is the environment that a fork was made from.
	shared *Environment
	mu     sync.Mutex
	units  map[string]*loaded
	types  map[string]*rtypes.Type
	reader *rtypes.Reader
}

// loaded is a file that was compiled, or why it could not be.
type loaded struct {
	prog  *opcodes.Program
	found issue.List
	err   error
}

// NewEnvironment makes an environment. dir may be empty; its modules come after
// modulepath.
func NewEnvironment(name, dir string, modulepath []string, o Options) *Environment {
	e := &Environment{Name: name, Dir: dir, Modulepath: modulepath, options: o, units: map[string]*loaded{}}
	if dir != "" {
		if modules := filepath.Join(dir, "modules"); isDir(modules) {
			e.Modulepath = append(append([]string(nil), modulepath...), modules)
		}
	}
	e.image = vm.NewImage(builtins(), e.load)
	e.image.ResourceType = func(name string) bool { return e.nativeType(name) != nil }
	return e
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// module is the directory of a module, "" when there is none.
func (e *Environment) module(name string) string {
	for _, dir := range e.Modulepath {
		if path := filepath.Join(dir, name); isDir(path) {
			return path
		}
	}
	return ""
}

// candidates are the files that may define a name.
// puppet: pops/loader/loader_paths.rb, parser/type_loader.rb
func (e *Environment) candidates(kind opcodes.DefKind, name string) []string {
	parts := strings.Split(name, "::")
	for _, p := range parts {
		if p == "" || strings.ContainsAny(p, "/\\.") {
			return nil
		}
	}
	sub := map[opcodes.DefKind]string{opcodes.DefClass: "manifests", opcodes.DefDefine: "manifests",
		opcodes.DefFunction: "functions", opcodes.DefAlias: "types"}[kind]
	if sub == "" {
		return nil
	}
	root := e.module(parts[0])
	if parts[0] == "environment" && e.Dir != "" && sub != "manifests" {
		root = e.Dir
	}
	if root == "" {
		if sub != "manifests" && len(parts) == 1 && e.Dir != "" {
			return []string{filepath.Join(e.Dir, sub, parts[0]+".pp")}
		}
		return nil
	}
	if len(parts) == 1 {
		return []string{filepath.Join(root, sub, "init.pp")}
	}
	files := []string{filepath.Join(append(append([]string{root, sub}, parts[1:len(parts)-1]...), parts[len(parts)-1]+".pp")...)}
	if sub == "manifests" {
		// A class may stand in the file of any name that it is below.
		for n := len(parts) - 1; n > 1; n-- {
			files = append(files, filepath.Join(append(append([]string{root, sub}, parts[1:n-1]...), parts[n-1]+".pp")...))
		}
		files = append(files, filepath.Join(root, sub, "init.pp"))
	}
	return files
}

// fork is the environment for one request with a main manifest of its own.
func (e *Environment) fork() *Environment {
	return &Environment{Name: e.Name, Dir: e.Dir, Modulepath: e.Modulepath, options: e.options,
		image: e.image.Fork(), shared: e.root()}
}

func (e *Environment) root() *Environment {
	if e.shared != nil {
		return e.shared
	}
	return e
}

// load is the image's autoloader.
func (e *Environment) load(kind opcodes.DefKind, name string) (*opcodes.Program, error) {
	for _, path := range e.candidates(kind, name) {
		l := e.compileFile(path)
		if l == nil {
			continue
		}
		if l.err != nil {
			return nil, l.err
		}
		for i := range l.prog.Defs {
			d := &l.prog.Defs[i]
			if d.Kind == kind && strings.EqualFold(d.Name, name) {
				return l.prog, nil
			}
		}
		// The file belongs to the environment all the same.
		if _, err := e.image.Add(l.prog); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// compileFile compiles a file once; nil when it does not exist.
func (e *Environment) compileFile(path string) *loaded {
	e = e.root()
	e.mu.Lock()
	defer e.mu.Unlock()
	if l, ok := e.units[path]; ok {
		return l
	}
	text, err := os.ReadFile(path)
	if err != nil {
		e.units[path] = nil
		return nil
	}
	l := &loaded{}
	l.prog, l.found = CompileUnit(source.NewFile(path, string(text)), &e.options, strings.HasSuffix(path, ".epp"))
	if l.prog == nil {
		_, l.err = raised(l.found)
	}
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
	e := &vm.Error{Code: d.Code, Message: d.Message}
	if i := d.Issue(); i != nil && i.Minted() {
		e.Code = "" // Puppet has no code for it
	}
	if d.File != nil {
		e.Place = runtime.Place{File: d.File.Name(), Line: d.Line(), Pos: d.Column()}
	}
	return logged, e
}

// moduleOf is the module that a file belongs to.
func (e *Environment) moduleOf(file string) string {
	for _, dir := range e.Modulepath {
		if rel, err := filepath.Rel(dir, file); err == nil && !strings.HasPrefix(rel, "..") {
			name, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
			return name
		}
	}
	return ""
}

// nativeType is the metadata of a resource type: Puppet's own, or that of a
// module's lib/puppet/type.
func (e *Environment) nativeType(name string) *rtypes.Type {
	if t := rtypes.Core(name); t != nil {
		return t
	}
	e = e.root()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.types == nil {
		e.types = map[string]*rtypes.Type{}
		e.reader = e.typeReader()
	}
	t, ok := e.types[name]
	if !ok {
		// A type that cannot be read is as one that is not there.
		t, _ = e.reader.Read(name)
		e.types[name] = t
	}
	return t
}

func (e *Environment) typeReader() *rtypes.Reader {
	r := &rtypes.Reader{Match: titleMatcher}
	for _, dir := range e.Modulepath {
		entries, _ := os.ReadDir(dir)
		for _, m := range entries {
			if lib := filepath.Join(dir, m.Name(), "lib"); isDir(lib) {
				r.Libs = append(r.Libs, rtypes.Lib{Module: m.Name(), FS: os.DirFS(lib)})
			}
		}
	}
	return r
}

// titleMatcher compiles the pattern of a title.
func titleMatcher(pattern string, options uint8) (func(string) []string, error) {
	re, err := regexp.Compile(pattern, regexp.Options(options))
	if err != nil {
		return nil, err
	}
	return func(s string) []string {
		caps := make([]int32, re.CapLen())
		if ok, err := re.Match(s, 0, caps); !ok || err != nil {
			return nil
		}
		groups := make([]string, 0, len(caps)/2)
		for i := 2; i < len(caps); i += 2 {
			if caps[i] < 0 {
				groups = append(groups, "")
				continue
			}
			groups = append(groups, s[caps[i]:caps[i+1]])
		}
		return groups
	}, nil
}

// manifestFiles are the files of the environment's main manifest in order.
func manifestFiles(path string) ([]string, error) {
	if !isDir(path) {
		return []string{path}, nil
	}
	var files []string
	err := filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(p, ".pp") {
			files = append(files, p)
		}
		return err
	})
	sort.Strings(files)
	return files, err
}

// files is the environment as the machine sees it.
type files struct{ *Environment }

// Find finds a file of a module, or an absolute path.
func (f files) Find(kind, ref string) (string, bool) {
	path := ref
	if !filepath.IsAbs(ref) {
		name, rest, ok := strings.Cut(ref, "/")
		if !ok {
			return "", false
		}
		dir := f.module(name)
		if dir == "" {
			return "", false
		}
		path = filepath.Join(dir, kind, filepath.FromSlash(rest))
		if kind == "" {
			path = filepath.Join(dir, filepath.FromSlash(rest))
		}
	}
	for _, p := range []string{path, path + ".epp"} {
		if info, err := os.Stat(p); err == nil && !info.IsDir() && (p == path || kind == "templates") {
			return p, true
		}
	}
	return "", false
}

// Read reads a file.
func (f files) Read(path string) ([]byte, error) { return os.ReadFile(path) }

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
