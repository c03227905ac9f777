package pcore

import "bunraku/runtime/values"

func (t *ObjectType) write(p *printer) {
	if p.expanded {
		p.objectDefinition(t, p.typeSet == nil || !p.typeSet.defines(t))
		return
	}
	if p.exact && t.name == "" {
		p.objectDefinition(t, false)
		return
	}
	if p.typeSet != nil {
		p.text(p.typeSet.nameFor(t, t.label()))
		return
	}
	p.text(t.label())
}

// objectDefinition writes Object[{...}].
func (p *printer) objectDefinition(t *ObjectType, withName bool) {
	saved := p.expanded
	p.expanded = false
	defer func() { p.expanded = saved }()
	p.text("Object[")
	p.definition(t.initHash(withName))
	p.text("]")
}

// definition writes the hash that a type is made of; its well-known keys are not
// quoted.
func (p *printer) definition(h *values.Hash) {
	key := func(k values.Value) { p.text(Text(k)) }
	p.entries(h, key, func(k, v values.Value) {
		switch k.AsString() {
		case "attributes", "functions":
			p.entries(v.AsHash(), p.value, func(_, m values.Value) {
				if m.Kind() != values.KindHash {
					p.value(m)
					return
				}
				p.entries(m.AsHash(), key, func(k, v values.Value) {
					if k.AsString() == "kind" {
						p.text(v.AsString())
					} else {
						p.value(v)
					}
				})
			})
		default:
			p.value(v)
		}
	})
}

// initHash is the hash that the type could be made of again.
func (t *ObjectType) initHash(withName bool) *values.Hash {
	b := values.NewHashBuilder(8)
	if t.annotations.Kind() == values.KindHash {
		b.PutString("annotations", t.annotations)
	}
	if withName && t.name != "" {
		b.PutString("name", values.String(t.name))
	}
	if t.Parent != nil {
		b.PutString("parent", t.Parent.Value())
	}
	if len(t.params) > 0 {
		b.PutString("type_parameters", membersHash(t.params))
	}
	var consts, others []*Member
	for _, a := range t.attributes {
		if a.Kind == KindConstant && equal(a.Type, InferGeneric(a.Value)) {
			consts = append(consts, a)
		} else {
			others = append(others, a)
		}
	}
	if len(others) > 0 {
		b.PutString("attributes", membersHash(others))
	}
	if len(consts) > 0 {
		c := values.NewHashBuilder(len(consts))
		for _, m := range consts {
			c.PutString(m.Name, m.Value)
		}
		b.PutString("constants", c.Hash().Value())
	}
	if len(t.functions) > 0 {
		b.PutString("functions", membersHash(t.functions))
	}
	if t.hasEquality {
		b.PutString("equality", values.Strings(t.equality...))
	}
	if !t.checks.IsUndef() {
		b.PutString("checks", t.checks)
	}
	return b.Hash()
}

func membersHash(ms []*Member) values.Value {
	b := values.NewHashBuilder(len(ms))
	for _, m := range ms {
		mt := m.Type
		if m.feature == "type_parameter" {
			mt = orAnyType(mt.(*OptionalType).Type)
		}
		h := values.NewHashBuilder(4)
		h.PutString("type", mt.Value())
		if m.Final && m.Kind != KindConstant {
			h.PutString("final", values.True)
		}
		if m.Override {
			h.PutString("override", values.True)
		}
		if m.annotations.Kind() == values.KindHash {
			h.PutString("annotations", m.annotations)
		}
		if m.Kind != "" {
			h.PutString("kind", values.String(m.Kind))
		}
		if m.HasValue && !(m.feature == "type_parameter" && m.Value.IsUndef()) {
			h.PutString("value", m.Value)
		}
		if h.Len() == 1 {
			b.PutString(m.Name, mt.Value())
		} else {
			b.PutString(m.Name, h.Hash().Value())
		}
	}
	return b.Hash().Value()
}
