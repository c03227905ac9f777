package bunraku

import (
	"strings"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/opcodes"
	"bunraku/runtime/rtypes"
	"bunraku/vm"
)

// Hint is advice on an evaluation error, "" when there is none: which function,
// variable, class or resource type was probably meant. text is the source that
// the error is in; names, which may be nil, gives further names that code can
// use, variables with their dollar sign.
func Hint(e *vm.Error, text string, names func() []string) string {
	kind, name := missing(e)
	if name == "" {
		return ""
	}
	h := hinter{kind: kind}
	prog, _ := CompileUnit(source.NewFile("", text), &Options{}, false)
	if prog != nil {
		h.program(prog)
	}
	if names != nil {
		for _, n := range names() {
			if variable, ok := strings.CutPrefix(n, "$"); ok == (kind == missingVariable) {
				h.names = append(h.names, variable)
			}
		}
	}
	switch kind {
	case missingFunction:
		h.names = append(h.names, FunctionNames()...)
	case missingVariable:
		h.names = append(h.names, "facts", "trusted", "server_facts", "environment")
	case missingType:
		for _, t := range rtypes.CoreTypes() {
			h.names = append(h.names, t.Name)
		}
	}
	closest := issue.Closest(strings.TrimPrefix(name, "::"), func(yield func(string) bool) {
		for _, n := range h.names {
			if !yield(n) {
				return
			}
		}
	})
	if closest == "" {
		return ""
	}
	switch kind {
	case missingVariable:
		closest = "$" + closest
	case missingType:
		closest = strings.ToLower(closest)
	}
	return "did you mean " + closest + "?"
}

type missingKind int

const (
	missingFunction missingKind = iota
	missingVariable
	missingType
	missingClass
)

// missing is what an error did not find.
func missing(e *vm.Error) (missingKind, string) {
	quoted := func() string {
		_, rest, _ := strings.Cut(e.Message, "'")
		name, _, _ := strings.Cut(rest, "'")
		return name
	}
	switch e.Code {
	case issue.UnknownFunction.Code():
		return missingFunction, quoted()
	case issue.UnknownVariable.Code():
		return missingVariable, quoted()
	}
	// Puppet has no codes for these: an ArgumentError, and a Puppet::Error.
	if strings.Contains(e.Message, "Unknown resource type: '") {
		_, rest, _ := strings.Cut(e.Message, "Unknown resource type: '")
		name, _, _ := strings.Cut(rest, "'")
		return missingType, name
	}
	for _, text := range []string{"Could not find class ", "Could not find declared class "} {
		if _, rest, ok := strings.Cut(e.Message, text); ok {
			name, _, _ := strings.Cut(rest, " ")
			return missingClass, name
		}
	}
	return 0, ""
}

// hinter gathers the names that may have been meant.
type hinter struct {
	kind  missingKind
	names []string
}

func (h *hinter) program(p *opcodes.Program) {
	for i := range p.Defs {
		d := &p.Defs[i]
		switch {
		case h.kind == missingFunction && d.Kind == opcodes.DefFunction,
			h.kind == missingType && d.Kind == opcodes.DefDefine,
			h.kind == missingClass && d.Kind == opcodes.DefClass:
			h.names = append(h.names, d.Name)
		}
	}
	if h.kind != missingVariable {
		return
	}
	for i := range p.Codes {
		c, err := p.Code(i)
		if err != nil {
			return
		}
		for _, n := range c.Slots {
			if n != "" {
				h.names = append(h.names, n)
			}
		}
	}
}
