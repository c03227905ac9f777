package bunraku

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// The import policy: which way imports point between the rooms of this module.
//
// DO NOT CHANGE THIS DATA TO FIX BUILDS. An import that the policy forbids is a
// question about the design: what would point backwards is handed in as a value
// (a callback, a small interface) instead.
//
// A key is an import path below the module, "" is the facade, and a package
// that has no entry of its own obeys the entry of its nearest parent. A value
// lists what may be imported: a path stands for that package alone, "path/..."
// for it and all below it. Every package may import what is below itself.
//
// spec: docs and reasons in ARCHITECTURE.md, "Which way imports point"
var policy = map[string][]string{
	// The leaves: no other part of this module below them.
	"grammar/source":  {},
	"grammar/edition": {},
	"grammar/issue":   {"grammar/source"},
	"runtime/regexp":  {},
	"runtime/logs":    {"grammar/source"},

	// Source text to a tree.
	"grammar": {"grammar/..."},

	// The contract between compiler and machine: plain data.
	"opcodes": {"grammar/source", "grammar/edition"},

	// A tree to a program. Knows no runtime value.
	"compiler": {"grammar/...", "opcodes/...", "compiler/..."},

	// The world that bytecode acts on. Knows no instruction and no tree.
	"runtime/values": {"runtime/regexp", "grammar/source"},
	"runtime/pcore":  {"runtime/values", "runtime/regexp", "runtime/rubyfmt", "grammar/issue", "grammar/source"},
	// scope, catalog, facts, loader, hiera and what else stands between.
	"runtime/*": {"runtime/pcore/...", "runtime/rubyfmt", "runtime/values", "runtime/regexp", "runtime/logs", "grammar/issue", "grammar/source", "grammar/edition"},
	// Two more leaves, which several of the rooms above share: YAML, and what is
	// known of resource types.
	"runtime/psych":   {"runtime/values"},
	"runtime/rubyfmt": {"runtime/values"},
	"runtime/rtypes":  {"runtime/regexp"},
	"runtime/facts":   {"runtime/psych", "runtime/rubyfmt", "runtime/values"},
	"runtime/loader":  {"runtime/psych", "runtime/rtypes", "runtime/values", "runtime/regexp"},
	"runtime/catalog": {"runtime/rtypes", "runtime/rubyfmt", "runtime/pcore/...", "runtime/values", "runtime/logs", "grammar/issue", "grammar/source"},
	"runtime/hiera":   {"runtime/psych", "runtime/facts", "runtime/pcore/...", "runtime/values", "runtime/regexp", "runtime/logs", "grammar/issue", "grammar/source"},
	"runtime":         {"runtime/...", "grammar/issue", "grammar/source", "grammar/edition"},

	// The built-in functions, and the machine.
	"stdlib": {"runtime/...", "grammar/issue", "grammar/source", "stdlib/..."},
	"vm":     {"opcodes/...", "runtime/...", "grammar/issue", "grammar/source", "grammar/edition"},

	// Only the facade knows every room; commands and benchmarks know the facade,
	// and the rooms whose data they print or measure.
	"":      {"grammar/...", "compiler/...", "opcodes/...", "vm/...", "runtime/...", "stdlib/..."},
	"cmd":   {"", "cmd/...", "grammar/...", "compiler/...", "opcodes/...", "vm/...", "runtime/...", "stdlib/..."},
	"bench": {"", "grammar/...", "compiler/...", "opcodes/...", "vm/...", "runtime/...", "stdlib/..."},

	// For tests only.
	"grammar/grammartest": {"grammar/..."},
	"internal/golden":     {},
}

// modules are the modules outside the standard library that a room may import,
// by prefix of the import path. Tests may use every one of them.
var modules = map[string][]string{
	"github.com/alecthomas/participle/v2": {"grammar"},
	"github.com/urfave/cli/v2":            {"cmd"},
	"github.com/peterh/liner":             {"cmd"},
	"github.com/schollz/progressbar/v3":   {"cmd"},
	"golang.org/x/term":                   {"cmd"},
	"golang.org/x/tools/txtar":            {"internal/golden", "grammar/grammartest"},
	"github.com/stretchr/testify":         {},
	"go.yaml.in/yaml/v3":                  {"runtime/psych"},
}

const module = "bunraku"

func TestImportsPointOneWay(t *testing.T) {
	for _, f := range goFiles(t) {
		if strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		for _, imp := range f.imports {
			if rel, ours := withinModule(imp); ours {
				if !mayImport(f.pkg, rel) {
					t.Errorf("%s: package %q may not import %q (policy of %q)", f.path, f.pkg, rel, rule(f.pkg))
				}
				continue
			}
			if !strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") {
				continue // the standard library
			}
			if !mayUse(f.pkg, imp) {
				t.Errorf("%s: package %q may not import module %q", f.path, f.pkg, imp)
			}
		}
	}
}

// Nothing of C gets in: the program is one static binary on every platform.
func TestNoCgo(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, imp := range f.imports {
			if imp == "C" {
				t.Errorf("%s imports C", f.path)
			}
		}
	}
}

// A policy entry for a package that is gone would be silently ignored.
func TestPolicyNamesItself(t *testing.T) {
	for pkg, allowed := range policy {
		for _, a := range allowed {
			base := strings.TrimSuffix(a, "/...")
			if _, ok := policy[base]; !ok && !strings.HasPrefix(base, "runtime/") {
				t.Errorf("policy of %q allows %q, which has no policy", pkg, a)
			}
		}
	}
}

func TestPolicyLookup(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"vm", "runtime/values", true},
		{"vm", "grammar", false},
		{"vm", "compiler", false},
		{"runtime", "runtime/catalog", true},
		{"runtime/catalog", "runtime", false},
		{"runtime/catalog", "runtime/values", true},
		{"runtime/catalog/wire", "runtime/catalog", false},
		{"runtime/catalog", "runtime/catalog/wire", true},
		{"compiler/validate", "grammar", true},
		{"compiler", "runtime/values", false},
		{"grammar/source", "grammar/issue", false},
		{"cmd/bunraku", "", true},
		{"", "cmd/bunraku", false},
		{"newroom", "grammar", false},
	} {
		if got := mayImport(c.from, c.to); got != c.want {
			t.Errorf("mayImport(%q, %q) = %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// rule is the key of policy that a package obeys, or "?" for none.
func rule(pkg string) string {
	if _, ok := policy[pkg]; ok {
		return pkg
	}
	if strings.HasPrefix(pkg, "runtime/") {
		for p := pkg; p != "runtime"; p = path.Dir(p) {
			if _, ok := policy[p]; ok {
				return p
			}
		}
		return "runtime/*"
	}
	for p := path.Dir(pkg); p != "."; p = path.Dir(p) {
		if _, ok := policy[p]; ok {
			return p
		}
	}
	return "?"
}

func mayImport(from, to string) bool {
	if strings.HasPrefix(to, from+"/") && from != "" {
		return true
	}
	for _, a := range policy[rule(from)] {
		if base, all := strings.CutSuffix(a, "/..."); a == to || all && (to == base || strings.HasPrefix(to, base+"/")) {
			return true
		}
	}
	return false
}

func mayUse(pkg, imp string) bool {
	for mod, rooms := range modules {
		if imp != mod && !strings.HasPrefix(imp, mod+"/") {
			continue
		}
		for _, room := range rooms {
			if pkg == room || room != "" && strings.HasPrefix(pkg, room+"/") {
				return true
			}
		}
	}
	return false
}

func withinModule(imp string) (rel string, ours bool) {
	if imp == module {
		return "", true
	}
	return strings.CutPrefix(imp, module+"/")
}

type goFile struct {
	path, pkg string
	imports   []string
}

// goFiles parses the import clauses of the module's files in this process: the
// files that a go list child would read are invisible to the test cache, and the
// test would pass stale.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if p != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata") || nestedModule(p) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(p))
		if pkg == "." {
			pkg = ""
		}
		gf := goFile{path: p, pkg: pkg}
		for _, imp := range f.Imports {
			gf.imports = append(gf.imports, strings.Trim(imp.Path.Value, `"`))
		}
		files = append(files, gf)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Slice(files, func(i, j int) bool { return files[i].path < files[j].path })
	return files
}

// nestedModule reports whether a directory is a module of its own (the reference
// engines under bench).
func nestedModule(dir string) bool {
	if dir == "." {
		return false
	}
	m, _ := filepath.Glob(filepath.Join(dir, "go.mod"))
	return len(m) > 0
}
