package rtypes

import (
	"fmt"
	"strings"
)

// resourceAPI reads Puppet::ResourceApi.register_type(name: ..., attributes: {...}).
func (e *typeScanner) resourceAPI(i int) error {
	args, _ := e.call(i)
	if len(args) == 1 {
		if list, ok := args[0].([]any); ok {
			args = list
		}
	}
	get := func(list []any, key string) any {
		for _, a := range list {
			if p, ok := a.(pair); ok && text(p.key) == key {
				return p.value
			}
		}
		return nil
	}
	if n := text(get(args, "name")); n != e.t.Name {
		return fmt.Errorf("the file registers the type '%s'", n)
	}
	attrs, ok := get(args, "attributes").([]any)
	if !ok {
		return fmt.Errorf("its attributes are not a literal hash")
	}
	for _, a := range attrs {
		p, ok := a.(pair)
		if !ok {
			continue
		}
		opts, _ := p.value.([]any)
		behaviour := text(get(opts, "behaviour"))
		if behaviour == "" {
			behaviour = text(get(opts, "behavior"))
		}
		switch name := text(p.key); behaviour {
		case "namevar", "parameter":
			e.parameter(name, behaviour == "namevar" || name == "name")
		default:
			e.property(name)
		}
	}
	if e.reader.hasProviders(e.t.Name) {
		e.parameter("provider", false)
	}
	rows, _ := get(args, "title_patterns").([]any)
	for _, r := range rows {
		row, _ := r.([]any)
		re, ok := get(row, "pattern").(rubyRegexp)
		if !ok {
			e.t.Problem = "a title pattern has no literal regexp"
			return nil
		}
		e.t.Patterns = append(e.t.Patterns, Pattern{Source: re.source, Options: re.opts, Names: groupNames(re.source)})
	}
	if rows == nil && len(e.t.Namevars) > 1 {
		e.t.Patterns = []Pattern{{Source: "(.*)", Options: 4, Names: e.t.Namevars[:1]}}
	}
	return nil
}

// groupNames are the named groups of a regexp in order.
func groupNames(source string) []string {
	var out []string
	for {
		i := strings.Index(source, "(?<")
		if i < 0 {
			return out
		}
		source = source[i+3:]
		if j := strings.IndexByte(source, '>'); j > 0 && source[0] != '=' && source[0] != '!' {
			out = append(out, source[:j])
		}
	}
}
