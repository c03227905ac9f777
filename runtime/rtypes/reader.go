package rtypes

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"sort"
	"strings"
)

// Reader reads the resource types of modules. It is for one modulepath and is
// not safe for concurrent use.
type Reader struct {
	// Match compiles title patterns.
	Match Matcher
	// Libs are the lib directories of the modules in the order of the
	// modulepath; types that a module requires are looked for in all of them.
	Libs []Lib
	// files caches scanned files by module and path.
	files map[string]*rubyFile
}

// Lib is the lib directory of one module.
type Lib struct {
	Module string
	FS     fs.FS
}

type rubyFile struct {
	toks []rubyToken
	// defs are the bodies of methods by name.
	defs map[string]rubyDef
}

type rubyDef struct {
	params     []string
	start, end int // tokens of the body
	file       *rubyFile
}

// Names lists the names of the resource types that the modules bring, sorted;
// the first module of the modulepath wins.
func (r *Reader) Names() []string {
	var out []string
	seen := map[string]bool{}
	for _, l := range r.Libs {
		entries, err := fs.ReadDir(l.FS, "puppet/type")
		if err != nil {
			continue
		}
		for _, e := range entries {
			name, ok := strings.CutSuffix(e.Name(), ".rb")
			if ok && !e.IsDir() && !seen[name] {
				seen[name] = true
				out = append(out, name)
			}
		}
	}
	sort.Strings(out)
	return out
}

// Read finds the type of a name. It is nil without an error when no module has
// a file for it. An error means that there is a file, but no type in it.
func (r *Reader) Read(name string) (*Type, error) {
	for _, l := range r.Libs {
		f, err := r.file(l, "puppet/type/"+name+".rb")
		if err != nil {
			continue
		}
		return r.readType(l, f, name)
	}
	return nil, nil
}

func (r *Reader) file(l Lib, name string) (*rubyFile, error) {
	key := l.Module + "\x00" + name
	if f, ok := r.files[key]; ok {
		if f == nil {
			return nil, fs.ErrNotExist
		}
		return f, nil
	}
	if r.files == nil {
		r.files = map[string]*rubyFile{}
	}
	text, err := fs.ReadFile(l.FS, name)
	if err != nil {
		r.files[key] = nil
		return nil, err
	}
	f := &rubyFile{toks: lexRuby(string(text)), defs: map[string]rubyDef{}}
	f.findDefs()
	r.files[key] = f
	return f, nil
}

func (f *rubyFile) findDefs() {
	for i := range f.toks {
		if f.toks[i].id("def") && f.toks[i].opens {
			name, params, body := f.defHead(i)
			f.defs[name] = rubyDef{params, body, f.blockEnd(i), f}
		}
	}
}

// defHead reads `def self.name(a, b = 1)` at i and gives the first token after it.
func (f *rubyFile) defHead(i int) (name string, params []string, body int) {
	i++
	if f.toks[i].id("self") && f.toks[i+1].is(".") {
		i += 2
	}
	name = f.toks[i].text
	i++
	if f.toks[i].is("=") { // a setter
		name += "="
		i++
	}
	closer := ""
	if f.toks[i].is("(") {
		closer = ")"
		i++
	}
	depth, first := 0, true
	for ; f.toks[i].kind != rEOF; i++ {
		t := &f.toks[i]
		switch {
		case depth == 0 && (closer == "" && t.kind == rNewline || closer != "" && t.is(closer)):
			return name, params, i + 1
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
		case t.is(",") && depth == 0:
			first = true
			continue
		case first && (t.kind == rIdent || t.kind == rLabel):
			params = append(params, t.text)
			first = false
		}
	}
	return name, params, i
}

// blockEnd is the place of the token that closes the block or bracket that is
// opened at i.
func (f *rubyFile) blockEnd(i int) int {
	depth := 0
	for ; i < len(f.toks)-lookahead; i++ {
		t := &f.toks[i]
		switch {
		case t.opens || t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.id("end") || t.is(")") || t.is("]") || t.is("}"):
			depth--
			if depth <= 0 {
				return i
			}
		}
	}
	return i
}

// required gives the files that a file requires, as far as they are found in
// the modules.
func (r *Reader) required(l Lib, f *rubyFile) []*rubyFile {
	var out []*rubyFile
	seen := map[*rubyFile]bool{f: true}
	queue := []*rubyFile{f}
	for len(queue) > 0 && len(seen) < 100 {
		f := queue[0]
		queue = queue[1:]
		for i := range f.toks {
			if !f.toks[i].id("require") && !f.toks[i].id("require_relative") {
				continue
			}
			// The last strings of `File.join(File.dirname(__FILE__), '..', 'x', 'y')` say
			// where in lib it is.
			var parts []string
			for j := i + 1; f.toks[j].kind != rNewline && f.toks[j].kind != rEOF; j++ {
				if t := &f.toks[j]; t.kind == rString {
					for _, p := range strings.Split(t.text, "/") {
						if p != "" && p != "." && p != ".." {
							parts = append(parts, p)
						}
					}
				}
			}
			name := strings.TrimSuffix(strings.Join(parts, "/"), ".rb")
			for _, try := range []string{name, "puppet/type/" + name, "puppet/" + name} {
				if g := r.find(l, try+".rb"); g != nil {
					if !seen[g] {
						seen[g] = true
						out = append(out, g)
						queue = append(queue, g)
					}
					break
				}
			}
		}
	}
	return out
}

func (r *Reader) find(own Lib, name string) *rubyFile {
	if !fs.ValidPath(name) {
		return nil
	}
	if f, err := r.file(own, name); err == nil {
		return f
	}
	for _, l := range r.Libs {
		if f, err := r.file(l, name); err == nil {
			return f
		}
	}
	return nil
}

func (r *Reader) readType(l Lib, f *rubyFile, name string) (*Type, error) {
	for i := range f.toks {
		t := &f.toks[i]
		if t.kind != rIdent || t.text != "newtype" && t.text != "register_type" {
			continue
		}
		e := &typeScanner{reader: r, lib: l, f: f, vars: map[string]any{},
			t: &Type{Name: name, Module: l.Module, Isomorphic: true}}
		if t.text == "register_type" {
			if err := e.resourceAPI(i + 1); err != nil {
				return nil, fmt.Errorf("resource type %s of module %s: %w", name, l.Module, err)
			}
		} else {
			args, block := e.call(i + 1)
			if len(args) == 0 || text(args[0]) != name {
				continue
			}
			if block >= 0 {
				e.scan(block+1, f.blockEnd(block))
			}
			e.finish()
		}
		e.t.prepare(r.Match)
		return e.t.seal(), nil
	}
	return nil, fmt.Errorf("file puppet/type/%s.rb of module %s declares no resource type '%s'", name, l.Module, name)
}

// hasProviders reports whether any module has providers of the type: then the
// type has a parameter `provider`.
func (r *Reader) hasProviders(name string) bool {
	for _, l := range r.Libs {
		entries, err := fs.ReadDir(l.FS, path.Join("puppet/provider", name))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".rb") || e.IsDir() {
				continue
			}
			// a file may hold a base class only
			text, err := fs.ReadFile(l.FS, path.Join("puppet/provider", name, e.Name()))
			if err == nil && providesCall.Match(text) {
				return true
			}
		}
	}
	return false
}

var providesCall = regexp.MustCompile(`\bprovide\b|register_provider|ResourceApi`)
