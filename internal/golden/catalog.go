package golden

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// CatalogCase is an archive as one request for a catalog, with every expectation
// that it states. A want that is not there is nil.
type CatalogCase struct {
	*Archive
	// Manifest is manifest.pp.
	Manifest string
	Node     string
	// Files are the files of the environment beside the manifest: modules/...,
	// data/..., hiera.yaml, environment.conf, by their name in the archive.
	Files map[string][]byte
	// FactsYAML is facts.yaml, nil when there is none.
	FactsYAML []byte
	// Request holds trusted, classes, settings, strict and strict_variables.
	Request map[string]any
	// Wants are the sections below want/, without that.
	Wants map[string][]byte
}

// wants are the expectations that a test can hold against a result.
var wants = map[string]bool{
	"pn": true, "value": true, "type": true, "log": true, "error": true,
	"catalog": true, "catalog.json": true, "disasm": true,
}

// NewCatalogCase takes the archive as a request for a catalog.
func NewCatalogCase(a *Archive) (*CatalogCase, error) {
	c := &CatalogCase{Archive: a, Files: map[string][]byte{}, Wants: map[string][]byte{}}
	if !a.Has("manifest.pp") {
		return nil, fmt.Errorf("%s: has no manifest.pp", a.Path)
	}
	c.Manifest = a.Text("manifest.pp")
	c.Node = a.Text("node")
	if data, ok := a.Section("facts.yaml"); ok {
		c.FactsYAML = data
	}
	if data, ok := a.Section("request.json"); ok {
		// The values stay as they are written: the order of classes matters.
		var raw map[string]json.RawMessage
		if err := decode(data, &raw); err != nil {
			return nil, fmt.Errorf("%s: request.json: %w", a.Path, err)
		}
		c.Request = map[string]any{}
		for k, v := range raw {
			c.Request[k] = v
		}
	}
	for _, dir := range []string{"modules/", "data/", "manifests/"} {
		for name, data := range a.Tree(dir) {
			c.Files[name] = data
		}
	}
	for _, name := range []string{"hiera.yaml", "environment.conf"} {
		if data, ok := a.Section(name); ok {
			c.Files[name] = data
		}
	}
	for name, data := range a.Tree("want/") {
		short := strings.TrimPrefix(name, "want/")
		if !wants[short] {
			return nil, fmt.Errorf("%s: unknown expectation %s", a.Path, name)
		}
		c.Wants[short] = data
	}
	if len(c.Wants) == 0 {
		return nil, fmt.Errorf("%s: expects nothing", a.Path)
	}
	if want, ok := c.Wants["catalog.json"]; ok && !json.Valid(want) {
		return nil, fmt.Errorf("%s: want/catalog.json is not JSON", a.Path)
	}
	return c, a.Unread()
}

// NeedsEnvironment reports whether the case has files beside its manifest.
func (c *CatalogCase) NeedsEnvironment() bool { return len(c.Files) > 0 }

// Unpack writes the environment's files below dir. The catalog says where in the
// tree a resource was declared: names in the wants begin with
// EnvironmentPath instead of dir.
func (c *CatalogCase) Unpack(dir string) error {
	for name, data := range c.Files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("%s: section %s leaves the environment", c.Path, name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// EnvironmentPath stands in the wants for the directory of the environment.
const EnvironmentPath = "/environments/production"
