package loader

import (
	"path/filepath"
	"strings"
)

// Candidate is a file that may define a name.
type Candidate struct {
	Path   string
	Module *Module // nil for a file of the environment itself
	// Ruby tells a function or type written in Ruby.
	Ruby bool
	// Legacy tells a function of the 3.x API.
	Legacy bool
}

// ClassFiles are the files in which a class or defined type may be defined, in
// groups. Puppet parses all files of a group that it has not parsed yet, keeps
// every definition in them, and looks for the name before it goes on to the
// next group. For a::b::c the groups are: init.pp and b/c.pp; init.pp and b.pp;
// init.pp, all in the manifests of module a.
// puppet: parser/type_loader.rb, module.rb, match_manifests
func (e *Environment) ClassFiles(name string) [][]Candidate {
	parts := split(name)
	if len(parts) == 0 {
		return nil
	}
	m := e.Module(parts[0])
	if m == nil {
		return nil
	}
	dir := filepath.Join(m.Dir, "manifests")
	initFile := filepath.Join(dir, "init.pp")
	hasInit := e.Files.Exists(initFile)
	var out [][]Candidate
	for n := len(parts); n > 0; n-- {
		var group []Candidate
		if hasInit {
			group = append(group, Candidate{Path: initFile, Module: m})
		}
		if n > 1 {
			if f := filepath.Join(append([]string{dir}, parts[1:n]...)...) + ".pp"; f != initFile && e.Files.Exists(f) {
				group = append(group, Candidate{Path: f, Module: m})
			}
		}
		if group != nil {
			out = append(out, group)
		}
	}
	return out
}

// split takes a qualified name in lower case apart. Parts that could leave the
// directory make it no name at all.
func split(name string) []string {
	name = strings.TrimPrefix(name, "::")
	if name == "" {
		return nil
	}
	parts := strings.Split(name, "::")
	for _, p := range parts {
		if p == "" || p == "." || p == ".." || strings.ContainsAny(p, "/\\\x00") {
			return nil
		}
	}
	return parts
}

// FunctionFiles are the files that may define a function, best first: Ruby
// before Puppet code, 3.x functions last. from is the module of the caller, nil
// for the environment; it matters for unqualified names, which only Ruby files
// of modules and files of the environment can define.
// puppet: pops/loader/loader_paths.rb, pops/loader/module_loaders.rb
func (e *Environment) FunctionFiles(name string, from *Module) []Candidate {
	parts := split(strings.ToLower(name))
	if len(parts) == 0 {
		return nil
	}
	var out []Candidate
	add := func(m *Module, ruby, legacy bool, elems ...string) {
		p := filepath.Join(elems...)
		if e.Files.Exists(p) {
			out = append(out, Candidate{Path: p, Module: m, Ruby: ruby, Legacy: legacy})
		}
	}
	file := filepath.Join(parts...)
	if len(parts) > 1 {
		if m := e.Module(parts[0]); m != nil {
			add(m, true, false, m.Dir, "lib", "puppet", "functions", file+".rb")
			add(m, false, false, m.Dir, "functions", filepath.Join(parts[1:]...)+".pp")
		}
		if parts[0] == "environment" && e.Dir != "" {
			add(nil, true, false, e.Dir, "lib", "puppet", "functions", file+".rb")
			add(nil, false, false, e.Dir, "functions", file+".pp")
		}
		return out
	}
	if e.Dir != "" {
		add(nil, true, false, e.Dir, "lib", "puppet", "functions", file+".rb")
		add(nil, false, false, e.Dir, "functions", file+".pp")
		add(nil, true, true, e.Dir, "lib", "puppet", "parser", "functions", file+".rb")
	}
	for _, m := range e.Visible(from) {
		add(m, true, false, m.Dir, "lib", "puppet", "functions", file+".rb")
		add(m, true, true, m.Dir, "lib", "puppet", "parser", "functions", file+".rb")
	}
	return out
}

// TypeFiles are the files that may define a type alias or a type in Ruby, best
// first; the type set of a module for the module's own name.
func (e *Environment) TypeFiles(name string) []Candidate {
	parts := split(strings.ToLower(name))
	if len(parts) == 0 {
		return nil
	}
	var out []Candidate
	add := func(m *Module, ruby bool, elems ...string) {
		p := filepath.Join(elems...)
		if e.Files.Exists(p) {
			out = append(out, Candidate{Path: p, Module: m, Ruby: ruby})
		}
	}
	file := filepath.Join(parts...)
	if e.Dir != "" && (len(parts) == 1 || parts[0] == "environment") {
		add(nil, true, e.Dir, "lib", "puppet", "datatypes", file+".rb")
		add(nil, false, e.Dir, "types", file+".pp")
	}
	if len(parts) == 1 {
		if m := e.Module(parts[0]); m != nil {
			add(m, false, m.Dir, "types", "init_typeset.pp")
		}
		for _, m := range e.modules {
			if m.Name != parts[0] {
				add(m, true, m.Dir, "lib", "puppet", "datatypes", file+".rb")
			}
		}
		return out
	}
	if m := e.Module(parts[0]); m != nil {
		add(m, true, m.Dir, "lib", "puppet", "datatypes", file+".rb")
		add(m, false, m.Dir, "types", filepath.Join(parts[1:]...)+".pp")
		add(m, false, m.Dir, "types", "init_typeset.pp")
	}
	return out
}

// FindFile finds a file of a module: kind is the directory in it (files,
// templates, scripts), ref is "module/path", or an absolute path, which is
// itself. It reports whether there is such a file.
// puppet: parser/files.rb
func (e *Environment) FindFile(kind, ref string) (string, bool) {
	if filepath.IsAbs(ref) {
		return ref, true
	}
	name, file, ok := strings.Cut(ref, "/")
	m := e.Module(name)
	if !ok || m == nil {
		return "", false
	}
	dir := filepath.Join(m.Dir, kind)
	p := filepath.Join(dir, filepath.FromSlash(file))
	if p != dir && !strings.HasPrefix(p, dir+string(filepath.Separator)) {
		return "", false // `..` must not lead out of the directory
	}
	return p, e.Files.Exists(p)
}

// Namespace is what the names of definitions in a file must start with, in lower
// case. ok is false for files that are bound to no name: manifests of the
// environment and files outside of modules. bad tells a file of a module in a
// directory where no definition may be.
// puppet: pops/validation/checker4_0.rb, namespace_for_file
func (e *Environment) Namespace(path string) (namespace string, ok, bad bool) {
	path = filepath.Clean(path)
	if filepath.Ext(path) != ".pp" || e.Manifest != "" && strings.HasPrefix(path, e.Manifest) {
		return "", false, false
	}
	for _, d := range e.Modulepath {
		rel, under := strings.CutPrefix(path, filepath.Clean(d)+string(filepath.Separator))
		if !under {
			continue
		}
		parts := strings.Split(strings.ToLower(filepath.ToSlash(rel)), "/")
		if len(parts) < 3 {
			return "", true, true
		}
		switch parts[1] {
		case "manifests", "functions", "types", "plans":
		default:
			return "", true, true
		}
		names := append([]string{parts[0]}, parts[2:len(parts)-1]...)
		if last := parts[len(parts)-1]; len(parts) != 3 || last != "init.pp" {
			names = append(names, strings.TrimSuffix(last, ".pp"))
		}
		return strings.Join(names, "::"), true, false
	}
	return "", false, false
}

// ModuleOf is the module that a file belongs to, nil when it is in none.
func (e *Environment) ModuleOf(path string) *Module {
	for _, d := range e.Modulepath {
		rel, under := strings.CutPrefix(path, filepath.Clean(d)+string(filepath.Separator))
		if !under {
			continue
		}
		name, _, _ := strings.Cut(rel, string(filepath.Separator))
		return e.byName[name]
	}
	return nil
}
