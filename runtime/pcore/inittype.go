package pcore

import (
	"fmt"
	"sync"

	"bunraku/runtime/values"
)

// InitType is Init[T, args...]: what new of T, with args after it, accepts.
// puppet: pops/types/p_init_type.rb
type InitType struct {
	base
	Type Type
	Args []values.Value

	once   sync.Once
	err    error
	single Type // one argument that new accepts
	other  Type // tuples of several
	// optionalSingle is set when one of the tuples may have one element.
	optionalSingle bool
}

// Init is Init.
var Init = func() *InitType {
	t := &InitType{}
	t.cell.T = t
	return t
}()

// InitOf is Init[t, args...].
func InitOf(t Type, args []values.Value) (Type, error) {
	if t == nil {
		if len(args) > 0 {
			return nil, fmt.Errorf("Init cannot be parameterized with an undefined type and additional arguments")
		}
		return Init, nil
	}
	w := &InitType{Type: t, Args: args}
	w.cell.T = w
	return w, nil
}

// Name is Init.
func (t *InitType) Name() string { return "Init" }

// Generalize is Init of the generalized type.
func (t *InitType) Generalize() Type {
	if t.Type == nil {
		return Init
	}
	if u := t.Type.Generalize(); u != t.Type {
		w, _ := InitOf(u, t.Args)
		return w
	}
	return t
}

func (t *InitType) normalize() Type {
	if t.Type == nil {
		return Init
	}
	if u := t.Type.normalize(); u != t.Type {
		w, _ := InitOf(u, t.Args)
		return w
	}
	return t
}

// prepare finds out what new of the type accepts; the error says that it has none.
func (t *InitType) prepare() error {
	t.once.Do(func() {
		unsupported := fmt.Errorf("Creation of new instance of type '%s' is not supported", t.Type)
		switch t.Type.(type) {
		case *InitType, *OptionalType, *NotUndefType:
			t.err = unsupported
			return
		}
		if leadsTo(t.Type, t, 0) {
			t.err = unsupported
			return
		}
		c, err := constructorOf(t.Type)
		if err != nil {
			t.err = unsupported
			return
		}
		singles := []Type{t.Type}
		var others []Type
		if len(t.Args) == 0 {
			for _, s := range c.signatures() {
				p := s.Type.Params
				if r := p.SizeRange(); r.Min == 1 && r.Max == 1 {
					singles = append(singles, p.Types[0])
				} else {
					others = append(others, p)
					t.optionalSingle = t.optionalSingle || r.Min == 1
				}
			}
		} else {
			argTypes := make([]Type, len(t.Args))
			for i, a := range t.Args {
				argTypes[i] = Infer(a)
			}
			found := false
			for _, s := range c.signatures() {
				p := s.Type.Params
				if len(p.Types) == 0 || !p.SizeRange().has(1+len(argTypes)) {
					continue
				}
				if Assignable(p, TupleOf(append([]Type{p.Types[0]}, argTypes...), nil)) {
					singles = append(singles, p.Types[0])
					found = true
				}
			}
			if !found {
				t.err = fmt.Errorf("The type '%s' does not represent a valid set of parameters for %s.new()", t, t.Type.Generalize().Name())
				return
			}
		}
		t.single = VariantOf(singles...)
		if len(others) > 0 {
			t.other = VariantOf(others...)
		}
	})
	return t.err
}

// leadsTo reports whether new of t is that of i.
func leadsTo(t Type, i *InitType, depth int) bool {
	if depth > 64 {
		return true
	}
	switch t := t.(type) {
	case *AliasType:
		return leadsTo(t.Resolved(), i, depth+1)
	case *InitType:
		return t == i || t.Type != nil && leadsTo(t.Type, i, depth+1)
	case *OptionalType:
		return t.Type != nil && leadsTo(t.Type, i, depth+1)
	case *NotUndefType:
		return t.Type != nil && leadsTo(t.Type, i, depth+1)
	}
	return false
}

// Check reports whether v is an instance.
func (t *InitType) Check(v values.Value) bool {
	if t.Type == nil {
		return RichData.Check(v)
	}
	if t.prepare() != nil || t.Type.Check(v) {
		return t.err == nil
	}
	if t.single.Check(v) {
		return true
	}
	return t.other != nil && (t.other.Check(v) || t.optionalSingle && t.other.Check(values.ArrayOf(v)))
}

func (t *InitType) accepts(o Type, g *guard) bool {
	if t.Type != nil && t.prepare() != nil {
		return false
	}
	if u, ok := o.(*InitType); ok {
		return t.Type == nil || u.Type != nil && assignable(t.Type, u.Type, g)
	}
	if t.Type == nil {
		return assignable(RichData, o, g)
	}
	return assignable(t.Type, o, g) || assignable(t.single, o, g) || t.other != nil &&
		(assignable(t.other, o, g) || t.optionalSingle && assignable(t.other, TupleOf([]Type{o}, nil), nil))
}

func (t *InitType) write(p *printer) {
	p.text("Init")
	if t.Type == nil {
		return
	}
	p.text("[")
	p.typ(t.Type)
	for _, a := range t.Args {
		p.text(", ")
		p.value(a)
	}
	p.text("]")
}
