package std

import (
	"bunraku/runtime"
)

// functions are all functions of the package.
var functions = func() []*runtime.Function {
	var out []*runtime.Function
	for _, list := range [][]runtime.Function{arrayFunctions, hashFunctions, stringFunctions, predicates, validators,
		numberFunctions, pathFunctions, networkFunctions, dataFunctions, cryptFunctions, factFunctions, catalogFunctions} {
		for i := range list {
			out = append(out, &list[i])
		}
	}
	return out
}()

var byName = func() map[string]*runtime.Function {
	m := make(map[string]*runtime.Function, len(functions)*2)
	for _, f := range functions {
		m[f.Name] = f
	}
	// Version 9 of the module moves these into its name space.
	for _, name := range []string{"batch_escape", "ensure_packages", "fqdn_rand_string", "fqdn_rotate", "fqdn_uuid",
		"has_interface_with", "os_version_gte", "parsehocon", "powershell_escape", "seeded_rand", "seeded_rand_string",
		"shell_escape", "str2saltedpbkdf2", "to_json", "to_json_pretty", "to_python", "to_ruby", "to_toml", "to_yaml",
		"type_of", "validate_domain_name", "validate_email_address", "str2bool", "base64", "deferrable_epp"} {
		if f := m[name]; f != nil && m["stdlib::"+name] == nil {
			g := *f
			g.Name = "stdlib::" + name
			m[g.Name] = &g
		}
	}
	return m
}()

// Lookup is the function of that name, or nil.
func Lookup(name string) *runtime.Function { return byName[name] }

// All are the functions of the package, those with the names of version 9 too, in
// no particular order.
func All() []*runtime.Function {
	out := make([]*runtime.Function, 0, len(byName))
	for _, f := range byName {
		out = append(out, f)
	}
	return out
}
