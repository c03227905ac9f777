package pcore

import "sort"

// Names are the names of the types that need no definition, sorted.
func Names() []string {
	var out []string
	for _, t := range namedTypes {
		out = append(out, t.Name())
	}
	for _, t := range builtinTypes {
		switch t := t.(type) {
		case *ResourceType:
			out = append(out, t.TypeName)
		default:
			out = append(out, t.Name())
		}
	}
	sort.Strings(out)
	return out
}
