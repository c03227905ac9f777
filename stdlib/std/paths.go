package std

import (
	"os"
	"path/filepath"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var pathFunctions = []runtime.Function{
	declare.Legacy("basename", -1, func(_ call, args []value) (value, error) {
		switch {
		case len(args) == 0:
			return fail("basename(): No arguments given")
		case len(args) > 2:
			return fail("basename(): Too many arguments given (%d)", len(args))
		case !args[0].IsString():
			return fail("basename(): Requires string as first argument")
		}
		suffix := ""
		if len(args) == 2 {
			if !args[1].IsString() {
				return fail("basename(): Requires string as second argument")
			}
			suffix = args[1].AsString()
		}
		return values.String(basename(args[0].AsString(), suffix)), nil
	}),
	declare.Legacy("dirname", -1, func(_ call, args []value) (value, error) {
		switch {
		case len(args) == 0:
			return fail("dirname(): No arguments given")
		case len(args) > 1:
			return fail("dirname(): Too many arguments given (%d)", len(args))
		case !args[0].IsString():
			return fail("dirname(): Requires string as argument")
		case args[0].AsString() == "":
			return fail("dirname(): Requires a non-empty string as argument")
		}
		return values.String(dirname(args[0].AsString())), nil
	}),
	{Name: "stdlib::extname", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("filename", "String")), Returns: "String",
		Body: func(c call) (value, error) {
			if ext := extname(c.Args[0].AsString()); ext != "" {
				return values.String(ext), nil
			}
			return values.ByteString(""), nil // as File.extname makes it
		},
	}}},
	declare.Legacy("glob", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return wrongCount("glob", len(args), "1")
		}
		if !args[0].IsString() && !isArray(args[0]) {
			return fail("glob(): Requires either array or string to work")
		}
		var out []value
		for _, p := range list(args[0]) {
			if !p.IsString() {
				return notString(p)
			}
			found, err := filepath.Glob(p.AsString())
			if err != nil {
				return fail("glob(): %s: %s", p.AsString(), err)
			}
			out = append(out, ruby.Strings(found)...)
		}
		return values.ArrayOf(out...), nil
	}),
	declare.Legacy("get_module_path", -1, func(c call, args []value) (value, error) {
		if len(args) != 1 {
			return fail("get_module_path(): Wrong number of arguments, expects one")
		}
		return modulePath(c, args[0])
	}),
	declare.Legacy("load_module_metadata", -1, func(c call, args []value) (value, error) {
		if len(args) != 1 && len(args) != 2 {
			return fail("load_module_metadata(): Wrong number of arguments, expects one or two")
		}
		dir, err := modulePath(c, args[0])
		if err != nil {
			return undef, err
		}
		data, err := c.Eval.Host.ReadFile(filepath.Join(dir.AsString(), "metadata.json"))
		if err != nil {
			if arg(args, 1).Truthy() {
				return values.EmptyHash, nil
			}
			return fail("load_module_metadata(): No metadata.json file for module %s", text(args[0]))
		}
		return parseJSON(string(data))
	}),
	loadFunction("loadjson", parseJSON),
	loadFunction("loadyaml", parseYAML),
}

func modulePath(c call, name value) (value, error) {
	if path, ok := c.Eval.Host.FindFile("module", text(name)); ok {
		return values.String(path), nil
	}
	return fail("Could not find module %s in environment %s", text(name), c.Eval.Settings.Environment)
}

// basename is File.basename.
func basename(s, suffix string) string {
	if s == "" {
		return ""
	}
	s = strings.TrimRight(s, "/")
	if s == "" {
		return "/"
	}
	s = s[strings.LastIndexByte(s, '/')+1:]
	switch {
	case suffix == ".*":
		if i := strings.LastIndexByte(s, '.'); i > 0 {
			return s[:i]
		}
	case suffix != "" && len(s) > len(suffix):
		return strings.TrimSuffix(s, suffix)
	}
	return s
}

// dirname is File.dirname.
func dirname(s string) string {
	root := strings.HasPrefix(s, "/")
	t := strings.TrimRight(s, "/")
	i := strings.LastIndexByte(t, '/')
	t = strings.TrimRight(t[:i+1], "/")
	switch {
	case t != "" && root:
		return "/" + strings.TrimLeft(t, "/")
	case t != "":
		return t
	case root:
		return "/"
	}
	return "."
}

// extname is File.extname.
func extname(s string) string {
	s = s[strings.LastIndexByte(s, '/')+1:]
	t := strings.TrimLeft(s, ".")
	i := strings.LastIndexByte(t, '.')
	if i <= 0 {
		return ""
	}
	return t[i:]
}

func loadFunction(name string, parse func(string) (value, error)) runtime.Function {
	return declare.Legacy(name, -2, func(c call, args []value) (value, error) {
		otherwise := arg(args, 1)
		v, err := load(c, args[0], parse)
		switch {
		case err != nil && otherwise.Truthy():
			return otherwise, nil
		case err != nil:
			return undef, err
		case !v.Truthy():
			return otherwise, nil
		}
		return v, nil
	})
}

func load(c call, from value, parse func(string) (value, error)) (value, error) {
	if !from.IsString() {
		if from.IsDefault() { // a Symbol does have that method
			return notString(from)
		}
		return noMethod("start_with?", from)
	}
	path := from.AsString()
	if strings.HasPrefix(path, "http://") || strings.HasPrefix(path, "https://") {
		return fail("%s(): reading '%s' over the network is not done here", c.Name, path)
	}
	if _, err := os.Stat(path); err != nil {
		c.Eval.Notify(logs.Warning, "Can't load '"+path+"' File does not exist!")
		return undef, nil
	}
	data, err := c.Eval.Host.ReadFile(path)
	if err != nil {
		return undef, err
	}
	return parse(string(data))
}
