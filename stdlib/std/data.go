package std

import (
	"errors"
	"slices"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/psych"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var dataFunctions = []runtime.Function{
	{Name: "to_json", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("data", "Any")),
		Body: func(c call) (value, error) {
			b, err := (&jsonStyle{maxNesting: maxJSONDepth}).append(nil, c.Args[0], 0)
			return values.String(string(b)), err
		}}}},
	{Name: "to_json_pretty", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("data", "Variant[Hash, Array]"), declare.Opt("skip_undef", "Optional[Boolean]"),
			declare.Opt("opts", "Struct[{indent => Optional[String], space => Optional[String], space_before => Optional[String], "+
				"object_nl => Optional[String], array_nl => Optional[String], allow_nan => Optional[Boolean], max_nesting => Optional[Integer[-1,default]]}]")),
		Body: toJSONPretty}}},
	{Name: "to_yaml", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("data", "Any"), declare.Opt("options", "Hash")),
		Body:   toYAML}}},
	{Name: "to_toml", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("data", "Hash")), Returns: "String",
		Body: func(c call) (value, error) {
			var t toml
			if err := t.visit(c.Args[0].AsHash(), nil); err != nil {
				return undef, err
			}
			return values.String(t.b.String()), nil
		}}}},
	codeFunction("to_python", "True", "False", "None", ": "),
	codeFunction("to_ruby", "true", "false", "nil", " => "),
	declare.Legacy("parsejson", -1, parseFunction(parseJSON)),
	declare.Legacy("parseyaml", -1, parseFunction(parseYAML)),
	{Name: "parsepson", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("pson_string", "String[1]"), declare.Opt("default", "Any")),
		Body: func(c call) (value, error) {
			v, err := parsePSON(c.Args[0].AsString())
			if err != nil && c.Has(1) {
				return c.Args[1], nil
			}
			return v, err
		}}}},
	{Name: "parsehocon", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("hocon_string", "String"), declare.Opt("default", "Any")),
		Body: func(call) (value, error) {
			return fail("parsehocon(): HOCON cannot be read here")
		}}}},
}

// parseFunction is parsejson and parseyaml: false and null are taken for no
// result, and a default hides errors.
func parseFunction(parse func(string) (value, error)) declare.LegacyBody {
	return func(_ call, args []value) (value, error) {
		if len(args) < 1 {
			return fail("Wrong number of arguments. 1 or 2 arguments should be provided.")
		}
		otherwise := arg(args, 1)
		var v value
		var err error
		if args[0].IsString() {
			v, err = parse(args[0].AsString())
		} else {
			_, err = notString(args[0])
		}
		switch {
		case err != nil && !otherwise.Truthy():
			return undef, err
		case err != nil || !v.Truthy():
			return otherwise, nil
		}
		return v, nil
	}
}

// parsePSON is PSON.load, whose documents are as those of JSON but for its texts.
func parsePSON(s string) (value, error) {
	if t := strings.TrimLeft(s, " \t\r\n"); t == "" || t[0] != '[' && t[0] != '{' {
		return undef, runtime.Errorf("source '%s' not in PSON!", s)
	}
	v, err := parseJSON(s)
	if err != nil {
		_, rest, _ := strings.Cut(err.Error(), " at '")
		return undef, runtime.Errorf("expected ',' or ']' in array at '%s!", rest)
	}
	return v, nil
}

// parseYAML is YAML.load.
func parseYAML(s string) (value, error) {
	v, err := psych.Load([]byte(s), "", psych.Classes{Symbol: true, NoAliases: true})
	var e *psych.Error
	if errors.As(err, &e) {
		return undef, runtime.Errorf("%s", e.Message)
	}
	return v, err
}

func toJSONPretty(c call) (value, error) {
	st := jsonStyle{indent: "  ", space: " ", objectNL: "\n", arrayNL: "\n", maxNesting: maxJSONDepth}
	if c.Has(2) {
		for _, e := range c.Args[2].AsHash().Entries() {
			if e.Value.IsUndef() {
				continue
			}
			switch e.Key.AsString() {
			case "indent":
				st.indent = e.Value.AsString()
			case "space":
				st.space = e.Value.AsString()
			case "space_before":
				st.spaceBefore = e.Value.AsString()
			case "object_nl":
				st.objectNL = e.Value.AsString()
			case "array_nl":
				st.arrayNL = e.Value.AsString()
			case "allow_nan":
				st.allowNaN = e.Value.AsBool()
			case "max_nesting":
				st.maxNesting = max(0, int(e.Value.AsInt()))
			}
		}
	}
	v := c.Args[0]
	if c.Has(1) && c.Args[1].Truthy() {
		if isHash(v) {
			v = withoutValues(v.AsHash(), value.IsUndef)
		} else {
			v = withoutElements(v.AsArray(), value.IsUndef)
		}
	}
	b, err := st.append(nil, v, 0)
	if err != nil {
		return undef, err
	}
	return values.String(string(append(b, '\n'))), nil
}

func toYAML(c call) (value, error) {
	o := psych.DumpOptions{Float: rubyfmt.FloatString}
	if c.Has(1) {
		for _, e := range c.Args[1].AsHash().Entries() {
			if !e.Key.IsString() {
				return noMethod("to_sym", e.Key)
			}
			switch k := e.Key.AsString(); {
			case k == "indentation" && e.Value.IsInt():
				o.Indent = int(e.Value.AsInt())
			case k == "line_width" && e.Value.IsInt():
				o.Width = int(e.Value.AsInt())
				if o.FoldLonger = o.Width; o.Width < 0 {
					o.FoldLonger = 0
				}
			case (k == "canonical" || k == "header" || k == "version") && e.Value.Truthy():
				return fail("to_yaml(): the option '%s' is not available here", k)
			}
		}
	}
	s, err := psych.Dump(c.Args[0], o)
	return values.String(s), err
}

// codeFunction declares to_python and to_ruby.
func codeFunction(name, yes, no, nothing, arrow string) runtime.Function {
	var write func(b []byte, v value) []byte
	write = func(b []byte, v value) []byte {
		switch v.Kind() {
		case values.KindUndef:
			return append(b, nothing...)
		case values.KindBool:
			if v.AsBool() {
				return append(b, yes...)
			}
			return append(b, no...)
		case values.KindArray:
			b = append(b, '[')
			for i, e := range v.AsArray().Elems() {
				if i > 0 {
					b = append(b, ", "...)
				}
				b = write(b, e)
			}
			return append(b, ']')
		case values.KindHash:
			b = append(b, '{')
			for i, e := range v.AsHash().Entries() {
				if i > 0 {
					b = append(b, ", "...)
				}
				b = append(write(b, e.Key), arrow...)
				b = write(b, e.Value)
			}
			return append(b, '}')
		}
		return rubyfmt.AppendInspect(b, v)
	}
	return runtime.Function{Name: name, Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("object", "Any")),
		Body: func(c call) (value, error) {
			data, err := pcore.ToData(c.Args[0], pcore.DataOptions{RichData: true})
			if err != nil {
				return undef, err
			}
			return values.String(string(write(nil, data))), nil
		}}}}
}

// toml writes a hash as the module's own dumper does.
// puppet: stdlib, puppet_x/stdlib/toml_dumper.rb
type toml struct{ b strings.Builder }

func (t *toml) visit(h *values.Hash, prefix []string) error {
	simple, nested, tables, err := tomlPairs(h)
	if err != nil {
		return err
	}
	if len(prefix) > 0 && (len(simple) > 0 || h.Len() == 0) {
		t.b.WriteString("[" + strings.Join(prefix, ".") + "]\n")
	}
	return t.pairs(simple, nested, tables, prefix)
}

func tomlPairs(h *values.Hash) (simple, nested, tables []values.Entry, err error) {
	keys := make([]value, h.Len())
	for i, e := range h.Entries() {
		keys[i] = e.Key
	}
	if keys, err = ruby.Sort(keys, ruby.Order); err != nil {
		return nil, nil, nil, err
	}
	for _, k := range keys {
		v, _ := h.Get(k)
		e := values.Entry{Key: k, Value: v}
		switch {
		case isHash(v):
			nested = append(nested, e)
		case isArray(v) && v.AsArray().Len() > 0 && isHash(v.AsArray().At(0)):
			tables = append(tables, e)
		default:
			simple = append(simple, e)
		}
	}
	return simple, nested, tables, nil
}

var bareKey = regexp.MustCompile(`^[a-zA-Z0-9_-]*$`, 0)

func tomlKey(k value) (string, error) {
	s := text(k)
	if matches(bareKey, s) {
		return s, nil
	}
	if !k.IsString() {
		_, err := noMethod("gsub", k)
		return "", err
	}
	return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`, nil
}

func (t *toml) pairs(simple, nested, tables []values.Entry, prefix []string) error {
	for _, e := range simple {
		k, err := tomlKey(e.Key)
		if err != nil {
			return err
		}
		t.b.WriteString(k + " = " + tomlValue(e.Value) + "\n")
	}
	for _, e := range nested {
		k, err := tomlKey(e.Key)
		if err != nil {
			return err
		}
		if err := t.visit(e.Value.AsHash(), append(slices.Clone(prefix), k)); err != nil {
			return err
		}
	}
	for _, e := range tables {
		k, err := tomlKey(e.Key)
		if err != nil {
			return err
		}
		path := append(slices.Clone(prefix), k)
		for _, child := range e.Value.AsArray().Elems() {
			t.b.WriteString("[[" + strings.Join(path, ".") + "]]\n")
			if !isHash(child) {
				_, err := noMethod("keys", child)
				return err
			}
			simple, nested, tables, err := tomlPairs(child.AsHash())
			if err != nil {
				return err
			}
			if err := t.pairs(simple, nested, tables, path); err != nil {
				return err
			}
		}
	}
	return nil
}

var escapedHash = regexp.MustCompile(`\\(#[$@{])`, 0)

func tomlValue(v value) string {
	switch v.Kind() {
	case values.KindString:
		s, _ := ruby.Replace(inspect(v), escapedHash, `\1`, true)
		return s
	case values.KindRegexp:
		return rubyfmt.InspectString(inspect(v))
	}
	return inspect(v)
}
