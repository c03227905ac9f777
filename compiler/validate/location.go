package validate

import (
	"path/filepath"
	"strings"

	"bunraku/grammar"
	"bunraku/grammar/issue"
)

// place is what the path of a file says about its contents.
type place struct {
	// module tells that the file lies in a module, where a file only defines
	// what its path names.
	module bool
	// known tells that it lies where the autoloader looks for definitions.
	known bool
	// namespace is the name that its definitions start with, in lower case.
	namespace string
}

// placeOf finds the place of the file, once.
// puppet: pops/validation/checker4_0.rb, namespace_for_file
func (c *checker) placeOf() place {
	if !c.placed {
		c.placed = true
		c.place = findPlace(c.fileName(), &c.options)
	}
	return c.place
}

func (c *checker) fileName() string {
	if c.options.Path != "" {
		return c.options.Path
	}
	if c.report.File == nil {
		return ""
	}
	return c.report.File.Name()
}

func findPlace(file string, o *Options) place {
	if filepath.Ext(file) != ".pp" || len(o.ModulePath) == 0 {
		return place{}
	}
	file = filepath.Clean(file)
	if o.Manifest != "" && strings.HasPrefix(file, o.Manifest) {
		return place{}
	}
	for _, dir := range o.ModulePath {
		if below, ok := strings.CutPrefix(file, filepath.Clean(dir)+string(filepath.Separator)); ok {
			return placeInModule(below)
		}
	}
	return place{}
}

// placeInModule reads name/manifests/a/b.pp as name::a::b, and
// name/manifests/init.pp as name.
func placeInModule(path string) place {
	parts := strings.Split(strings.ToLower(path), string(filepath.Separator))
	if len(parts) < 2 {
		return place{module: true}
	}
	switch parts[1] {
	case "manifests", "functions", "types", "plans":
	default:
		return place{module: true}
	}
	last := parts[len(parts)-1]
	names := []string{parts[0]}
	if len(parts) > 2 {
		names = append(names, parts[2:len(parts)-1]...)
	}
	if len(parts) != 3 || last != "init.pp" {
		names = append(names, strings.TrimSuffix(last, ".pp"))
	}
	return place{module: true, known: true, namespace: strings.Join(names, "::")}
}

// definitionLocation checks that a class, define or function has the name that
// the autoloader looks for in this file.
func (c *checker) definitionLocation(n grammar.Expr, name string) {
	if len(c.options.ModulePath) == 0 {
		return
	}
	p := c.placeOf()
	if !p.module || p.known && strings.HasPrefix(lower(name), p.namespace) {
		return
	}
	file := ""
	if c.report.File != nil {
		file = c.report.File.Name()
	}
	d := c.add(issue.IllegalDefinitionLocation.At(at(n), name, file))
	if p.known {
		d.WithHint("names in this file start with " + p.namespace)
	} else {
		d.WithHint("classes and defines belong to manifests/, functions to functions/, types to types/")
	}
}

// topConstructs checks that a module's file has definitions only.
func (c *checker) topConstructs(p *grammar.Program) {
	if len(c.options.ModulePath) == 0 || !c.placeOf().module {
		return
	}
	switch body := p.Body.(type) {
	case *grammar.Nop:
	case *grammar.Block:
		for _, s := range body.Statements {
			c.topConstruct(s)
		}
	default:
		c.topConstruct(body)
	}
}

func (c *checker) topConstruct(e grammar.Expr) {
	switch e.(type) {
	case *grammar.HostClass, *grammar.ResourceTypeDefinition, *grammar.FunctionDefinition, *grammar.TypeAlias,
		*grammar.TypeMapping, *grammar.TypeDefinition:
		return
	}
	c.add(issue.IllegalTopConstructLocation.At(at(e), grammar.LabelOf(e)))
}

// lower names what Puppet compares without case.
func lower(s string) string { return strings.ToLower(s) }
