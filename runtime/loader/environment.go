package loader

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"bunraku/runtime/rtypes"
)

// Environment is an environment: where its manifests and modules are.
type Environment struct {
	Name string
	// Dir is the environment's directory, empty for an ad hoc one.
	Dir string
	// Modulepath are the directories of modules, first match wins; those that do
	// not exist are kept, for messages.
	Modulepath []string
	// Manifest is the main manifest: a file or a directory, or empty for none.
	Manifest string
	// ConfigVersion is the command that prints the version, or empty.
	ConfigVersion string
	// Edition is the language edition that environment.conf asks for, or empty.
	Edition string
	// Settings are all settings of environment.conf.
	Settings map[string]string
	// Warnings are what is wrong with environment.conf.
	Warnings []string
	// Files reads the environment's files.
	Files *Files

	modules []*Module
	byName  map[string]*Module

	types typeTable
}

// Options say what an environment cannot know itself.
type Options struct {
	// Name is the environment's name; the base name of its directory otherwise.
	Name string
	// Basemodulepath are directories of modules after the environment's own.
	Basemodulepath []string
	// Modulepath replaces what environment.conf says, if not nil.
	Modulepath []string
	// Manifest replaces what environment.conf says, if not empty.
	Manifest string
	// DefaultManifest is the setting default_manifest, ./manifests without one.
	DefaultManifest string
	// Settings are Puppet's settings for interpolation: confdir, codedir ...
	Settings map[string]string
	// Match compiles the title patterns of resource types; nil is Ruby's syntax.
	Match rtypes.Matcher
}

// known are the settings that environment.conf may have; the last is ours.
var known = map[string]bool{"modulepath": true, "manifest": true, "config_version": true, "environment_timeout": true,
	"environment_data_provider": true, "static_catalogs": true, "rich_data": true, "edition": true}

// Open reads the environment in a directory.
// puppet: settings/environment_conf.rb
func Open(dir string, o Options) (*Environment, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return nil, fmt.Errorf("Could not find a directory environment named '%s' anywhere in the path: %s. Does the directory exist?", //nolint:staticcheck // Puppet's text
			filepath.Base(dir), filepath.Dir(dir))
	}
	e := &Environment{Name: o.Name, Dir: dir, Settings: map[string]string{}}
	if e.Name == "" {
		e.Name = filepath.Base(dir)
	}
	conf := filepath.Join(dir, "environment.conf")
	text, err := os.ReadFile(conf)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := e.configure(string(text), conf); err != nil {
		return nil, err
	}
	lookup := func(name string) (string, bool) {
		switch name {
		case "environment":
			return e.Name, true
		case "basemodulepath":
			return strings.Join(o.Basemodulepath, string(filepath.ListSeparator)), true
		}
		v, ok := o.Settings[name]
		return v, ok
	}
	e.Modulepath = e.modulepath(o, lookup)
	e.Manifest = e.manifest(o, lookup)
	if v, ok := e.Settings["config_version"]; ok {
		e.ConfigVersion = e.absolute(Interpolate(v, lookup))
	}
	e.Edition = e.Settings["edition"]
	return e, e.finish(o)
}

// Adhoc makes an environment of directories of modules. manifest may be empty.
func Adhoc(name string, modulepath []string, manifest string, match rtypes.Matcher) (*Environment, error) {
	e := &Environment{Name: name, Manifest: manifest, Settings: map[string]string{}}
	for _, d := range modulepath {
		abs, err := filepath.Abs(d)
		if err != nil {
			return nil, err
		}
		e.Modulepath = append(e.Modulepath, abs)
	}
	if manifest != "" {
		abs, err := filepath.Abs(manifest)
		if err != nil {
			return nil, err
		}
		e.Manifest = abs
	}
	return e, e.finish(Options{Match: match})
}

func (e *Environment) configure(text, file string) error {
	c, err := ParseConfig(text, file)
	if err != nil {
		return err
	}
	var sections, extra []string
	for _, s := range c.Sections {
		if s.Name != "main" {
			sections = append(sections, s.Name)
		}
	}
	if sections != nil {
		e.Warnings = append(e.Warnings, fmt.Sprintf("Invalid sections in environment.conf at '%s'. Environment conf may not have sections. The following sections are being ignored: '%s'",
			file, strings.Join(sections, ",")))
	}
	for _, s := range c.Sections[0].Settings {
		if !known[s.Name] {
			extra = append(extra, s.Name)
			continue
		}
		if _, ok := e.Settings[s.Name]; !ok {
			e.Settings[s.Name] = s.Value
		}
	}
	if extra != nil {
		e.Warnings = append(e.Warnings, fmt.Sprintf("Invalid settings in environment.conf at '%s'. The following unknown setting(s) are being ignored: %s",
			file, strings.Join(extra, ", ")))
	}
	return nil
}

func (e *Environment) absolute(p string) string {
	if p == "" || filepath.IsAbs(p) || strings.HasPrefix(p, "$") {
		return p
	}
	return filepath.Join(e.Dir, p)
}

func (e *Environment) modulepath(o Options, lookup func(string) (string, bool)) []string {
	if o.Modulepath != nil {
		return o.Modulepath
	}
	v, ok := e.Settings["modulepath"]
	if !ok {
		return append([]string{filepath.Join(e.Dir, "modules")}, o.Basemodulepath...)
	}
	var out []string
	for _, p := range strings.Split(Interpolate(v, lookup), string(filepath.ListSeparator)) {
		if p == "" {
			continue
		}
		p = filepath.Clean(e.absolute(p))
		if strings.ContainsAny(p, "*?[{") {
			found, _ := filepath.Glob(p)
			out = append(out, found...)
			continue
		}
		out = append(out, p)
	}
	return out
}

func (e *Environment) manifest(o Options, lookup func(string) (string, bool)) string {
	if o.Manifest != "" {
		if abs, err := filepath.Abs(o.Manifest); err == nil {
			return abs
		}
		return o.Manifest
	}
	if v, ok := e.Settings["manifest"]; ok && v != "" {
		return filepath.Clean(e.absolute(Interpolate(v, lookup)))
	}
	if o.DefaultManifest != "" {
		return e.absolute(Interpolate(o.DefaultManifest, lookup))
	}
	return filepath.Join(e.Dir, "manifests")
}

func (e *Environment) finish(o Options) error {
	roots := append([]string{}, e.Modulepath...)
	if e.Dir != "" {
		roots = append(roots, e.Dir)
	}
	if e.Manifest != "" {
		roots = append(roots, e.Manifest)
	}
	e.Files = NewFiles(roots)
	e.byName = map[string]*Module{}
	for _, dir := range e.Modulepath {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, ent := range entries {
			name := ent.Name()
			if !ModuleName(name) || e.byName[name] != nil {
				continue
			}
			path := filepath.Join(dir, name)
			if st, err := os.Stat(path); err != nil || !st.IsDir() {
				continue
			}
			m := &Module{Name: name, Dir: path}
			e.byName[name] = m
			e.modules = append(e.modules, m)
		}
	}
	e.types.init(e, o.Match)
	return nil
}

// ModuleName reports whether a directory of that name is a module.
func ModuleName(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if c := s[i]; c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// Modules are the modules in the order of the module path, by name within a directory.
func (e *Environment) Modules() []*Module { return e.modules }

// Module finds a module by name; nil when there is none. A module whose
// metadata lacks what Puppet asks for does not exist for Puppet either;
// [Environment.Problems] tells of it.
// puppet: node/environment.rb, modules
func (e *Environment) Module(name string) *Module {
	m := e.byName[name]
	if m == nil {
		return nil
	}
	if _, err := m.Metadata(e.Files); err != nil {
		return nil
	}
	return m
}

// Problems are the errors in the metadata of all modules, and warnings of
// metadata.json files that cannot be read.
func (e *Environment) Problems() (errs, warnings []string) {
	for _, m := range e.modules {
		if _, err := m.Metadata(e.Files); err != nil {
			errs = append(errs, err.Error())
		}
		if m.warning != "" {
			warnings = append(warnings, m.warning)
		}
	}
	return errs, warnings
}

// Manifests are the files of the main manifest in the order of their
// evaluation. An environment whose directory has no manifests has none.
func (e *Environment) Manifests() ([]string, error) {
	if e.Manifest == "" {
		return nil, nil
	}
	files, err := Manifests(e.Manifest)
	if errors.Is(err, fs.ErrNotExist) && e.Dir != "" && e.Manifest == filepath.Join(e.Dir, "manifests") {
		return nil, nil
	}
	return files, err
}

// Manifests are the files of a main manifest: the file itself, or all below the
// directory, sorted by path.
// puppet: node/environment.rb, perform_initial_import
func Manifests(path string) ([]string, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.IsDir() {
		return []string{path}, nil
	}
	var out []string
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && p != path
		switch {
		case d.IsDir() && hidden:
			return filepath.SkipDir
		case !d.IsDir() && !hidden && strings.HasSuffix(d.Name(), ".pp"):
			out = append(out, p)
		}
		return nil
	})
	sort.Strings(out)
	return out, err
}

// typeTable finds resource types, each once.
type typeTable struct {
	mu     sync.Mutex
	env    *Environment
	reader *rtypes.Reader
	match  rtypes.Matcher
	known  map[string]*typeResult
}

type typeResult struct {
	t   *rtypes.Type
	err error
}

func (t *typeTable) init(e *Environment, match rtypes.Matcher) {
	if match == nil {
		match = rtypes.RubyMatcher
	}
	t.env, t.match, t.known = e, match, map[string]*typeResult{}
	t.reader = &rtypes.Reader{Match: match}
	for _, m := range e.modules {
		t.reader.Libs = append(t.reader.Libs, rtypes.Lib{Module: m.Name, FS: os.DirFS(filepath.Join(m.Dir, "lib"))})
	}
}

// ResourceType finds the resource type of a name in lower case: that of
// .resource_types, of Puppet, or of a module. It is nil without an error when
// there is none; an error tells that a file for it cannot be understood.
func (e *Environment) ResourceType(name string) (*rtypes.Type, error) {
	if name == "" || strings.ContainsAny(name, ":/\\.") {
		return nil, nil
	}
	t := &e.types
	t.mu.Lock()
	defer t.mu.Unlock()
	if r := t.known[name]; r != nil {
		return r.t, r.err
	}
	r := &typeResult{}
	t.known[name] = r
	if e.Dir != "" {
		path := filepath.Join(e.Dir, ".resource_types", name+".pp")
		if f, err := e.Files.Read(path); err == nil {
			if r.t, r.err = rtypes.ParseGenerated(f.Text, "", t.match); r.err != nil {
				r.err = fmt.Errorf("%s: %w", path, r.err)
			}
			return r.t, r.err
		}
	}
	if r.t = rtypes.Core(name); r.t != nil {
		return r.t, nil
	}
	r.t, r.err = t.reader.Read(name)
	return r.t, r.err
}

// ResourceTypes are the names of all resource types that there are, sorted.
func (e *Environment) ResourceTypes() []string {
	names := e.types.reader.Names()
	for _, t := range rtypes.CoreTypes() {
		names = append(names, t.Name)
	}
	sort.Strings(names)
	return names
}
