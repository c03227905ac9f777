package loader

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
)

// Module is one module.
type Module struct {
	Name string
	Dir  string

	once     sync.Once
	metadata *Metadata
	err      error
	// warning is about a metadata.json that is not JSON: then the module counts
	// as one without metadata.
	warning string
}

// Metadata is a module's metadata.json.
type Metadata struct {
	// Name is the name on the Forge with a slash: author/module.
	Name         string
	Version      string
	Author       string
	Source       string
	License      string
	Summary      string
	Dependencies []Dependency
}

// Dependency is a module that a module needs.
type Dependency struct {
	Name string
	// Requirement is a range of versions; any by default.
	Requirement string
}

// Module is the module's name without its author.
func (d Dependency) Module() string {
	_, name, ok := strings.Cut(d.Name, "/")
	if !ok {
		return d.Name
	}
	return name
}

// Metadata reads metadata.json, once; nil without an error when there is none.
// puppet: module.rb, load_metadata
func (m *Module) Metadata(f *Files) (*Metadata, error) {
	m.once.Do(func() { m.metadata, m.err = m.readMetadata(f) })
	return m.metadata, m.err
}

func (m *Module) readMetadata(f *Files) (*Metadata, error) {
	file, err := f.Read(filepath.Join(m.Dir, "metadata.json"))
	if err != nil {
		return nil, nil // a module without metadata is fine
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(file.Text), &raw); err != nil {
		m.warning = fmt.Sprintf("%s has an invalid and unparsable metadata.json file. The parse error: %s", m.Name, err)
		return nil, nil
	}
	if len(raw) == 0 {
		return nil, nil
	}
	md := &Metadata{}
	text := func(key string, to *string) {
		_ = json.Unmarshal(raw[key], to)
	}
	text("name", &md.Name)
	md.Name = strings.ReplaceAll(md.Name, "-", "/")
	text("summary", &md.Summary)
	for _, a := range []struct {
		key string
		to  *string
	}{{"source", &md.Source}, {"author", &md.Author}, {"version", &md.Version}, {"license", &md.License}} {
		if v, ok := raw[a.key]; !ok || string(v) == "null" {
			return nil, fmt.Errorf("No %s module metadata provided for %s", a.key, m.Name) //nolint:staticcheck // Puppet's text
		}
		text(a.key, a.to)
	}
	deps, ok := raw["dependencies"]
	if !ok || string(deps) == "null" {
		return nil, fmt.Errorf("No dependencies module metadata provided for %s", m.Name) //nolint:staticcheck // Puppet's text
	}
	var list []struct {
		Name        string `json:"name"`
		Requirement string `json:"version_requirement"`
	}
	if err := json.Unmarshal(deps, &list); err != nil {
		return nil, fmt.Errorf("The value for the key dependencies in the file metadata.json of the module %s must be an array, not: '%s'", m.Name, deps) //nolint:staticcheck // Puppet's text
	}
	for _, d := range list {
		if d.Requirement == "" {
			d.Requirement = ">= 0.0.0"
		}
		md.Dependencies = append(md.Dependencies, Dependency{strings.ReplaceAll(d.Name, "-", "/"), d.Requirement})
	}
	return md, nil
}

// Visible are the modules that code of a module sees, in the order in which an
// unqualified name is looked for: its dependencies come first, the others after.
// puppet: pops/loaders.rb, ModuleResolver
func (e *Environment) Visible(m *Module) []*Module {
	if m == nil {
		return e.modules
	}
	out := make([]*Module, 0, len(e.modules))
	seen := map[*Module]bool{}
	if md, err := m.Metadata(e.Files); err == nil && md != nil {
		for _, d := range md.Dependencies {
			if dep := e.Module(d.Module()); dep != nil && !seen[dep] {
				seen[dep] = true
				out = append(out, dep)
			}
		}
	}
	for _, o := range e.modules {
		if !seen[o] {
			out = append(out, o)
		}
	}
	return out
}
