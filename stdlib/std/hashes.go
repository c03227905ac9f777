package std

import (
	"strings"

	"bunraku/stdlib"

	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var hashFunctions = []runtime.Function{
	mergeFunction,
	declare.Legacy("deep_merge", -1, func(_ call, args []value) (value, error) {
		if len(args) < 2 {
			return fail("deep_merge(): wrong number of arguments (%d; must be at least 2)", len(args))
		}
		out := values.EmptyHash.AsHash()
		for _, a := range args {
			if a.IsString() && a.AsString() == "" {
				continue
			}
			if !isHash(a) {
				return fail("deep_merge: unexpected argument type %s, only expects hash arguments", class(a))
			}
			out = deepMerge(out, a.AsHash())
		}
		return out.Value(), nil
	}),
	declare.Legacy("delete_values", -1, func(_ call, args []value) (value, error) {
		if len(args) != 2 {
			return fail("delete_values(): Wrong number of arguments given (%d of 2)", len(args))
		}
		if !isHash(args[0]) {
			return fail("delete_values(): First argument must be a Hash. Given an argument of class %s.", class(args[0]))
		}
		return withoutValues(args[0].AsHash(), func(v value) bool { return ruby.Same(args[1], v) }), nil
	}),
	declare.Legacy("has_key", -1, func(_ call, args []value) (value, error) {
		if len(args) != 2 {
			return fail("has_key(): wrong number of arguments (%d; must be 2)", len(args))
		}
		if !isHash(args[0]) {
			return fail("has_key(): expects the first argument to be a hash, got %s which is of type %s", inspect(args[0]), class(args[0]))
		}
		_, ok := args[0].AsHash().Get(args[1])
		return values.Bool(ok), nil
	}),
	declare.Legacy("hash", -1, func(_ call, args []value) (value, error) {
		if len(args) == 0 {
			return wrongCount("hash", 0, "1")
		}
		if !isArray(args[0]) {
			return fail("hash(): Requires array to work with")
		}
		flat := ruby.Flatten(args[0].AsArray().Elems())
		// One element that is a hash is taken as it is, as Ruby's Hash[] does.
		if len(flat) == 1 && isHash(flat[0]) {
			return flat[0], nil
		}
		if len(flat)%2 != 0 {
			return fail("hash(): Unable to compute hash from array given")
		}
		b := values.NewHashBuilder(len(flat) / 2)
		for i := 0; i < len(flat); i += 2 {
			b.Put(flat[i], flat[i+1])
		}
		return b.Hash().Value(), nil
	}),
	declare.Legacy("join_keys_to_values", -1, func(_ call, args []value) (value, error) {
		if len(args) != 2 {
			return fail("join_keys_to_values(): Takes exactly two arguments, but %d given.", len(args))
		}
		if !isHash(args[0]) {
			return fail("join_keys_to_values(): The first argument must be a hash, but a %s was given.", class(args[0]))
		}
		if !args[1].IsString() {
			return fail("join_keys_to_values(): The second argument must be a string, but a %s was given.", class(args[1]))
		}
		sep := args[1].AsString()
		var out []value
		for _, e := range args[0].AsHash().Entries() {
			k := text(e.Key)
			switch {
			case isArray(e.Value):
				for _, v := range e.Value.AsArray().Elems() {
					out = append(out, values.String(k+sep+text(v)))
				}
			case text(e.Value) == "undef":
				out = append(out, values.String(k))
			default:
				out = append(out, values.String(k+sep+text(e.Value)))
			}
		}
		return values.ArrayOf(out...), nil
	}),
	declare.Legacy("dig44", -2, func(_ call, args []value) (value, error) { return dig44(args) }),
	declare.Legacy("try_get_value", -2, tryGetValue),
}

func deepMerge(a, b *values.Hash) *values.Hash {
	out := values.NewHashBuilder(a.Len() + b.Len())
	for _, e := range a.Entries() {
		out.Put(e.Key, e.Value)
	}
	for _, e := range b.Entries() {
		if old, ok := a.Get(e.Key); ok && isHash(old) && isHash(e.Value) {
			out.Put(e.Key, deepMerge(old.AsHash(), e.Value.AsHash()).Value())
		} else {
			out.Put(e.Key, e.Value)
		}
	}
	return out.Hash()
}

var mergeFunction = runtime.Function{Name: "merge", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Rep("args", "Variant[Hash[Scalar,Any], Undef, String[0,0]]")), Returns: "Hash[Scalar,Any]",
		Body: func(c call) (value, error) {
			out := values.EmptyHash.AsHash()
			for _, a := range c.Args {
				if isHash(a) {
					out = out.Merge(a.AsHash())
				}
			}
			return out.Value(), nil
		}},
	{Params: declare.Params(declare.Rep("args", "Iterable")), Block: "Callable[3,3]", Returns: "Hash", Body: func(c call) (value, error) {
		return mergeBy(c, true)
	}},
	{Params: declare.Params(declare.Rep("args", "Iterable")), Block: "Callable[2,2]", Returns: "Hash", Body: func(c call) (value, error) {
		return mergeBy(c, false)
	}},
}}

// mergeBy merges the hashes that the lambda gives for each element.
func mergeBy(c call, indexed bool) (value, error) {
	if len(c.Args) != 1 {
		return fail("wrong number of arguments (given %d, expected 1)", len(c.Args))
	}
	out := values.EmptyHash.AsHash()
	var failed error
	add := func(r value, err error) bool {
		if err != nil {
			if !runtime.IsBreak(err) {
				failed = err
			}
			return false
		}
		if isHash(r) {
			out = out.Merge(r.AsHash())
		}
		return true
	}
	i := int64(-1)
	err := stdlib.Each(c.Name, c.Args[0], func(e value) bool {
		i++
		switch {
		case !indexed:
			return add(c.Block.Call2(out.Value(), e))
		case isHash(c.Args[0]):
			pair := e.AsArray()
			return add(c.Block.Call(out.Value(), pair.At(0), pair.At(1)))
		}
		return add(c.Block.Call(out.Value(), values.Int(i), e))
	})
	if err == nil {
		err = failed
	}
	return out.Value(), err
}

func dig44(args []value) (value, error) {
	if len(args) < 2 {
		return wrongCount("dig44", len(args), "at least 2")
	}
	if !isHash(args[0]) && !isArray(args[0]) {
		return fail("dig44(): first argument must be a hash or an array, given %s", class(args[0]))
	}
	if !isArray(args[1]) {
		return fail("dig44(): second argument must be an array, given %s", class(args[1]))
	}
	v := args[0]
	for _, k := range args[1].AsArray().Elems() {
		next := undef
		switch {
		case isHash(v):
			next, _ = v.AsHash().Get(k)
		case isArray(v):
			i, err := integer(k)
			if err != nil {
				break
			}
			a := v.AsArray()
			if i < 0 {
				i += int64(a.Len())
			}
			if i >= 0 && i < int64(a.Len()) {
				next = a.At(int(i))
			}
		}
		if v = next; v.IsUndef() {
			break
		}
	}
	if v.IsUndef() {
		return arg(args, 2), nil
	}
	return v, nil
}

func tryGetValue(c call, args []value) (value, error) {
	c.Eval.Notify(logs.Warning, "try_get_value() DEPRECATED: this function is deprecated, please use dig() instead.")
	data, path, otherwise := args[0], values.EmptyString, arg(args, 2)
	if arg(args, 1).Truthy() {
		path = args[1]
	}
	if !isHash(data) && !isArray(data) || path.IsString() && path.AsString() == "" {
		if otherwise.Truthy() {
			return otherwise, nil
		}
		return data, nil
	}
	sep := values.String("/")
	if arg(args, 3).Truthy() {
		sep = args[3]
	}
	if !path.IsString() {
		return noMethod("split", path)
	}
	if !sep.IsString() {
		return fail("wrong argument type %s (expected Regexp)", implicit(sep))
	}
	var keys []value
	for _, k := range splitPlain(path.AsString(), sep.AsString()) {
		if matches(digitsLine, k) {
			n, _ := toI(values.String(k))
			keys = append(keys, values.Int(n))
		} else {
			keys = append(keys, values.String(k))
		}
	}
	c.Eval.Notify(logs.Warning, "dig() DEPRECATED: This function has been replaced in Puppet 4.5.0, please use dig44() for backwards compatibility or use the new version.")
	autoloaded(c, "dig44")
	return dig44([]value{data, values.ArrayOf(keys...), otherwise})
}

// splitPlain is String#split with a string: a blank splits at runs of white space,
// and empty parts at the end are dropped.
func splitPlain(s, sep string) []string {
	if sep == " " {
		return strings.Fields(s)
	}
	parts := strings.Split(s, sep)
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}
