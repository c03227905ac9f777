package rtypes

import "fmt"

// ParseGenerated reads a file of .resource_types, which holds one call:
//
//	Puppet::Resource::ResourceType3.new(name, [properties], [parameters],
//	  {title patterns}, isomorphic, capability)
//
// module is the module that it was generated from, if known.
func ParseGenerated(src, module string, match Matcher) (*Type, error) {
	f := &rubyFile{toks: lexRuby(src)}
	e := &typeScanner{reader: &Reader{}, f: f, vars: map[string]any{}, t: &Type{Module: module, Isomorphic: true, generated: true}}
	start := -1
	for i := range f.toks {
		if f.toks[i].is("(") && i > 2 && f.toks[i-1].id("new") && f.toks[i-3].text == "ResourceType3" {
			start = i
			break
		}
	}
	if start < 0 {
		return nil, fmt.Errorf("there is no call of Puppet::Resource::ResourceType3.new")
	}
	t := e.t
	stop := f.blockEnd(start)
	n := 0
	for i := start + 1; i < stop; n++ {
		for f.toks[i].kind == rNewline {
			i++
		}
		switch n {
		case 0:
			t.Name = f.toks[i].text
		case 1:
			t.Properties = e.params(i)
		case 2:
			t.Parameters = e.params(i)
		case 3:
			if v, _, ok := e.list(i); ok && f.toks[i].is("{") {
				for _, x := range v.([]any) {
					p, _ := x.(pair)
					pat, err := pattern([]any{p.key, p.value})
					if err != nil {
						return nil, err
					}
					t.Patterns = append(t.Patterns, pat)
				}
			}
		case 4:
			t.Isomorphic = !f.toks[i].id("false")
		}
		for i < stop && !f.toks[i].is(",") {
			if f.toks[i].is("(") || f.toks[i].is("[") || f.toks[i].is("{") {
				i = f.blockEnd(i)
			}
			i++
		}
		i++
	}
	if t.Name == "" || n < 3 {
		return nil, fmt.Errorf("the call of Puppet::Resource::ResourceType3.new has too few arguments")
	}
	if len(t.Namevars) == 1 && len(t.Patterns) == 1 && t.Patterns[0].Source == "(?m-ix:(.*))" {
		t.Patterns = nil
	}
	t.prepare(match)
	return t.seal(), nil
}

// params reads [Puppet::Resource::Param(Type, 'name', true), ...] at i and
// collects the namevars.
func (e *typeScanner) params(i int) []string {
	var out []string
	toks := e.f.toks
	end := e.f.blockEnd(i)
	for i++; i < end; i++ {
		if !toks[i].is("(") || toks[i-1].text != "Param" {
			continue
		}
		stop := e.f.blockEnd(i)
		name, namevar := "", false
		for i++; i < stop; i++ {
			switch t := &toks[i]; {
			case t.is("[") || t.is("(") || t.is("{"):
				i = e.f.blockEnd(i)
			case t.kind == rString && toks[i-1].is(","):
				name = t.text
			case t.id("true") && name != "":
				namevar = true
			}
		}
		if name != "" {
			out = append(out, name)
			if namevar {
				e.t.Namevars = append(e.t.Namevars, name)
			}
		}
	}
	return out
}
