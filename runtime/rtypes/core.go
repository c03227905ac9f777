package rtypes

//go:generate sh -c "ruby gen/core.rb | gofmt > core_gen.go"

var coreByName = func() map[string]*Type {
	m := make(map[string]*Type, len(coreTypes))
	for _, t := range coreTypes {
		t.prepare(nil)
		m[t.Name] = t.seal()
	}
	return m
}()

// Core finds a resource type of Puppet itself by its name in lower case.
func Core(name string) *Type { return coreByName[name] }

// CoreTypes are all resource types of Puppet itself, sorted by name.
func CoreTypes() []*Type { return coreTypes }

// Title is a type's name as it is written in references: each segment with a
// capital letter. A name that starts with a capital is taken as it is.
// puppet: pops/types/type_formatter.rb, capitalize_segments
func Title(name string) string {
	if name == "" || 'A' <= name[0] && name[0] <= 'Z' {
		return name
	}
	b := make([]byte, 0, len(name))
	first := true
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == ':' && i+1 < len(name) && name[i+1] == ':':
			b = append(b, "::"...)
			i++
			first = true
			continue
		case first && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		case !first && 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		first = false
		b = append(b, c)
	}
	return string(b)
}
