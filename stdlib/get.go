package stdlib

import (
	"strconv"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// get walks into data by a dotted path.
var fnGet = runtime.Function{Name: "get", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("value", "Any"), declare.Req("dotted_string", "String"), declare.Opt("default_value", "Any")),
		Block: "Callable[1,1]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			return getFrom(c, c.Args[0], c.Args[1].AsString(), c.Arg(2))
		}},
}}

func getFrom(c *runtime.Call, v values.Value, path string, otherwise values.Value) (values.Value, error) {
	if v.IsUndef() {
		return otherwise, nil
	}
	if path == "" {
		return v, nil
	}
	keys, ok := splitPath(path)
	if !ok {
		return values.Undef, runtime.Errorf("Syntax error in dotted-navigation string")
	}
	if k := v.Kind(); k != values.KindArray && k != values.KindHash {
		// dig is called with its own check of arguments.
		return c.Eval.Host.CallFunction("dig", append([]values.Value{v}, keys...), nil)
	}
	r, bad := dig(v, keys)
	switch {
	case bad != nil && c.Block != nil:
		e, err := bad.value()
		if err != nil {
			return values.Undef, err
		}
		return c.Block.Call1(e)
	case bad != nil:
		return values.Undef, bad
	case r.IsUndef():
		return otherwise, nil
	}
	return r, nil
}

// splitPath takes a dotted path apart: segments are plain or quoted, and plain
// digits are an index.
// puppet: pops/lookup/sub_lookup.rb, split_key
func splitPath(path string) ([]values.Value, bool) {
	var keys []values.Value
	for i := 0; ; {
		if i >= len(path) {
			return nil, false
		}
		if q := path[i]; q == '\'' || q == '"' {
			j := strings.IndexByte(path[i+1:], q)
			if j < 0 {
				return nil, false
			}
			keys = append(keys, values.String(path[i+1:i+1+j]))
			i += j + 2
		} else {
			j := strings.IndexByte(path[i:], '.')
			if j < 0 {
				j = len(path) - i
			}
			seg := path[i : i+j]
			if seg == "" || strings.ContainsAny(seg, "'\"") {
				return nil, false
			}
			if n, err := strconv.ParseInt(seg, 10, 64); err == nil && seg[0] != '+' {
				keys = append(keys, values.Int(n))
			} else {
				keys = append(keys, values.String(seg))
			}
			i += j
		}
		if i == len(path) {
			return keys, true
		}
		if path[i] != '.' {
			return nil, false
		}
		i++
	}
}
