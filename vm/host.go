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
		return values.Undef, runtime.IssueErrorf("UNKNOWN_FUNCTION", "Unknown function: '%s'.", name)
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

// lookupType is the type of a capitalised name, nil when there is none.
func (m *Machine) lookupType(name string) (pcore.Type, error) {
	return pcore.Lookup(name, m.resolver())
}

func (m *Machine) resolver() pcore.Resolver { return m.resolveType }

// resolveType finds type aliases of manifests, defined types and resource types.
func (m *Machine) resolveType(name string) (pcore.Type, error) {
	key := strings.ToLower(strings.TrimPrefix(name, "::"))
	m.img.mu.RLock()
	t := m.img.types[key]
	m.img.mu.RUnlock()
	if t != nil {
		return t, nil
	}
	if d, err := m.img.find(opcodes.DefAlias, key); err != nil {
		return nil, err
	} else if d != nil {
		t = pcore.NewAlias(d.Name, d.TypeText)
	} else if d, err := m.img.find(opcodes.DefDefine, key); err != nil {
		return nil, err
	} else if d != nil {
		t = pcore.ResourceOf(pcore.CapitalizeSegments(d.Name))
	} else if m.img.ResourceType != nil && m.img.ResourceType(key) {
		t = pcore.ResourceOf(pcore.CapitalizeSegments(key))
	}
	if t == nil {
		return nil, nil
	}
	m.img.mu.Lock()
	defer m.img.mu.Unlock()
	if old := m.img.types[key]; old != nil {
		return old, nil
	}
	m.img.types[key] = t
	return t, nil
}

// RenderEPP renders a template.
func (m *Machine) RenderEPP(file, source string, params *values.Hash, sc runtime.Scope) (values.Value, error) {
	return values.Undef, runtime.Errorf("internal error: EPP rendering has not been set up")
}

// FindFile finds a file of a module.
func (m *Machine) FindFile(kind, ref string) (string, bool) { return "", false }

// ReadFile reads a file that FindFile gave.
func (m *Machine) ReadFile(path string) ([]byte, error) {
	return nil, runtime.Errorf("internal error: file access has not been set up")
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
