package vm

import (
	"strings"

	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

var _ runtime.Host = (*Machine)(nil)

// CallFunction calls any function by name.
func (m *Machine) CallFunction(name string, args []values.Value, block runtime.Block) (values.Value, error) {
	l, err := m.img.function(name)
	if err != nil {
		return values.Undef, err
	}
	if l == nil {
		return values.Undef, runtime.Errorf("Unknown function '%s'", name)
	}
	var blockType pcore.Type
	if block != nil {
		if blockType, err = pcore.Parse(block.TypeText(), m.resolver()); err != nil {
			return values.Undef, err
		}
	}
	if l.builtin == nil {
		return m.callCode(l.code, args, nil, blockType)
	}
	var sc runtime.Scope
	var at runtime.Place
	if len(m.frames) > 0 {
		fr := m.top1()
		at = fr.code.place(fr.pc, -1)
		if l.builtin.NeedsScope {
			sc = &view{m: m, code: fr.code, locs: fr.locals, scope: fr.scope, index: 0}
		}
	}
	return m.callBuiltin(l.builtin, args, block, blockType, sc, at)
}

// HasFunction reports whether a function of that name can be found.
func (m *Machine) HasFunction(name string) bool {
	l, err := m.img.function(name)
	return l != nil && err == nil
}

// ResolveType evaluates a type expression.
func (m *Machine) ResolveType(text string) (values.Type, error) {
	return pcore.Parse(text, m.resolver())
}

func (m *Machine) resolver() pcore.Resolver { return m.resolveType }

// resolveType finds type aliases of manifests, defined types and resource types.
func (m *Machine) resolveType(name string) (pcore.Type, error) {
	return m.img.resolveType(strings.ToLower(strings.TrimPrefix(name, "::")))
}

func (img *Image) resolveType(key string) (pcore.Type, error) {
	img.mu.RLock()
	t := img.types[key]
	img.mu.RUnlock()
	if t != nil {
		return t, nil
	}
	if img.parent != nil {
		// Only what this image defines itself is kept here.
		img.mu.RLock()
		alias, define := img.defs[defKey{opcodes.DefAlias, key}], img.defs[defKey{opcodes.DefDefine, key}]
		img.mu.RUnlock()
		if alias == nil && define == nil {
			return img.parent.resolveType(key)
		}
	}
	if d, err := img.find(opcodes.DefAlias, key); err != nil {
		return nil, err
	} else if d != nil {
		if t, err = pcore.Declare(d.Name, d.TypeText); err != nil {
			return nil, err
		}
	} else if d, err := img.find(opcodes.DefDefine, key); err != nil {
		return nil, err
	} else if d != nil {
		t = pcore.ResourceOf(pcore.CapitalizeSegments(d.Name))
	} else if img.ResourceType != nil && img.ResourceType(key) {
		t = pcore.ResourceOf(pcore.CapitalizeSegments(key))
	}
	if t == nil {
		return nil, nil
	}
	img.mu.Lock()
	defer img.mu.Unlock()
	if old := img.types[key]; old != nil {
		return old, nil
	}
	img.types[key] = t
	return t, nil
}

// Files is what a machine asks of the environment's files.
type Files interface {
	// Find finds a file of a module; see [runtime.Host].
	Find(kind, ref string) (path string, ok bool)
	Read(path string) ([]byte, error)
	// Template compiles EPP source; file is "" for a template given as text.
	Template(file, source string) (*opcodes.Program, error)
}

// FindFile finds a file of a module.
func (m *Machine) FindFile(kind, ref string) (string, bool) {
	if m.Files == nil {
		return "", false
	}
	return m.Files.Find(kind, ref)
}

// ReadFile reads a file that FindFile gave.
func (m *Machine) ReadFile(path string) ([]byte, error) {
	if m.Files == nil {
		return nil, runtime.Errorf("files cannot be read here")
	}
	return m.Files.Read(path)
}

// ScopeName is the source of log messages.
func (m *Machine) ScopeName() string {
	for i := len(m.frames) - 1; i >= 0; i-- {
		switch sc := m.frames[i].scope; sc.Kind {
		case scope.Class:
			return "Scope(Class[" + pcore.CapitalizeSegments(sc.Name) + "])"
		case scope.Define:
			return "Scope(" + sc.Name + ")"
		case scope.Node:
			return "Scope(Node[" + sc.Name + "])"
		}
	}
	return "Scope(Class[main])"
}

// New instantiates a Pcore type.
func (m *Machine) New(t values.Type, args []values.Value) (values.Value, error) {
	return pcore.New(t.(pcore.Type), args, &pcore.Env{Resolve: m.resolver()})
}
