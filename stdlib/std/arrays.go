package std

import (
	"math/rand/v2"
	"slices"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var arrayFunctions = []runtime.Function{
	declare.Legacy("any2array", -1, func(_ call, args []value) (value, error) {
		switch {
		case len(args) == 0:
			return values.EmptyArray, nil
		case len(args) > 1:
			return values.ArrayOf(args...), nil
		case isArray(args[0]):
			return args[0], nil
		case args[0].IsString() && args[0].AsString() == "":
			return values.EmptyArray, nil
		case isHash(args[0]):
			var out []value
			for _, e := range args[0].AsHash().Entries() {
				out = append(out, e.Key, e.Value)
			}
			return values.ArrayOf(out...), nil
		}
		return values.ArrayOf(args...), nil
	}),
	declare.Legacy("concat", -1, func(_ call, args []value) (value, error) {
		if len(args) < 2 {
			return wrongCount("concat", len(args), "< 2")
		}
		if !isArray(args[0]) {
			return fail("concat(): Requires array to work with")
		}
		out := args[0].AsArray()
		for _, a := range args[1:] {
			if isArray(a) {
				out = out.Append(a.AsArray().Elems()...)
			} else {
				out = out.Append(a)
			}
		}
		return out.Value(), nil
	}),
	declare.Legacy("count", -2, count),
	declare.Legacy("delete", -1, remove),
	declare.Legacy("delete_at", -1, deleteAt),
	declare.Legacy("delete_regex", -1, deleteRegex),
	declare.Legacy("delete_undef_values", -1, func(_ call, args []value) (value, error) {
		if len(args) == 0 {
			return fail("delete_undef_values(): Wrong number of arguments given (0)")
		}
		switch {
		case isHash(args[0]):
			return withoutValues(args[0].AsHash(), value.IsUndef), nil
		case isArray(args[0]):
			return withoutElements(args[0].AsArray(), value.IsUndef), nil
		}
		return fail("delete_undef_values(): expected an array or hash, got %s type  %s ", declare.LegacyText(args[0]), class(args[0]))
	}),
	arraysFunction("difference", "difference(): Requires 2 arrays", func(a, b []value) []value {
		return minus(a, b)
	}),
	declare.Legacy("intersection", -1, func(_ call, args []value) (value, error) {
		if len(args) != 2 {
			return wrongCount("intersection", len(args), "2")
		}
		if !isArray(args[0]) || !isArray(args[1]) {
			return fail("intersection(): Requires 2 arrays, got %s and %s", class(args[0]), class(args[1]))
		}
		in := setOf(args[1].AsArray().Elems())
		var out []value
		for _, e := range ruby.Uniq(args[0].AsArray().Elems()) {
			if _, ok := in.Get(e); ok {
				out = append(out, e)
			}
		}
		return values.ArrayOf(out...), nil
	}),
	declare.Legacy("union", -1, func(_ call, args []value) (value, error) {
		if len(args) < 2 {
			return wrongCount("union", len(args), "< 2")
		}
		var all []value
		for _, a := range args {
			if !isArray(a) {
				return fail("union(): Every parameter must be an array")
			}
			all = append(all, a.AsArray().Elems()...)
		}
		return values.ArrayOf(ruby.Uniq(all)...), nil
	}),
	grepFunction("grep", true),
	grepFunction("reject", false),
	declare.Legacy("member", -1, member),
	declare.Legacy("pick", -1, func(_ call, args []value) (value, error) {
		for _, a := range args {
			if !given(a) {
				continue
			}
			if text(a) == "" {
				break
			}
			return a, nil
		}
		return fail("pick(): must receive at least one non empty value")
	}),
	declare.Legacy("pick_default", -1, func(_ call, args []value) (value, error) {
		if len(args) == 0 {
			return fail("Must receive at least one argument.")
		}
		for _, a := range args[:len(args)-1] {
			if given(a) {
				return a, nil
			}
		}
		return args[len(args)-1], nil
	}),
	affixFunction("prefix", func(s, affix string) string { return affix + s }),
	affixFunction("suffix", func(s, affix string) string { return s + affix }),
	declare.Legacy("reverse", -1, func(_ call, args []value) (value, error) {
		if len(args) == 0 {
			return wrongCount("reverse", 0, "1")
		}
		switch {
		case isArray(args[0]):
			out := slices.Clone(args[0].AsArray().Elems())
			slices.Reverse(out)
			return values.ArrayOf(out...), nil
		case args[0].IsString():
			return values.String(ruby.Reverse(args[0].AsString())), nil
		}
		return fail("reverse(): Requires either array or string to work with")
	}),
	shuffleFunction,
	declare.Legacy("values_at", -1, valuesAt),
	declare.Legacy("zip", -1, func(c call, args []value) (value, error) {
		if len(args) < 2 {
			return wrongCount("zip", len(args), "2")
		}
		if !isArray(args[0]) || !isArray(args[1]) {
			return fail("zip(): Requires array to work with")
		}
		flat := false
		if arg(args, 2).Truthy() {
			b, err := str2bool(args[2:3])
			if err != nil {
				return undef, err
			}
			flat = b
		}
		a, b := args[0].AsArray(), args[1].AsArray()
		out := make([]value, a.Len())
		for i := range out {
			other := undef
			if i < b.Len() {
				other = b.At(i)
			}
			out[i] = values.ArrayOf(a.At(i), other)
		}
		if flat {
			out = ruby.Flatten(out)
		}
		return values.ArrayOf(out...), nil
	}),
}

// given reports whether pick takes a value.
func given(v value) bool {
	if v.IsString() {
		return v.AsString() != ""
	}
	return !v.IsUndef()
}

func setOf(elems []value) *values.HashBuilder {
	b := values.NewHashBuilder(len(elems))
	for _, e := range elems {
		b.Put(e, undef)
	}
	return b
}

// minus is Array#-.
func minus(a, b []value) []value {
	drop := setOf(b)
	var out []value
	for _, e := range a {
		if _, ok := drop.Get(e); !ok {
			out = append(out, e)
		}
	}
	return out
}

func arraysFunction(name, wrong string, do func(a, b []value) []value) runtime.Function {
	return declare.Legacy(name, -1, func(_ call, args []value) (value, error) {
		if len(args) != 2 {
			return wrongCount(name, len(args), "2")
		}
		if !isArray(args[0]) || !isArray(args[1]) {
			return fail("%s", wrong)
		}
		return values.ArrayOf(do(args[0].AsArray().Elems(), args[1].AsArray().Elems())...), nil
	})
}

func withoutElements(a *values.Array, drop func(value) bool) value {
	var out []value
	for _, e := range a.Elems() {
		if !drop(e) {
			out = append(out, e)
		}
	}
	return values.ArrayOf(out...)
}

func withoutValues(h *values.Hash, drop func(value) bool) value {
	var out []values.Entry
	for _, e := range h.Entries() {
		if !drop(e.Value) {
			out = append(out, e)
		}
	}
	return values.NewHash(out).Value()
}

func count(_ call, args []value) (value, error) {
	if len(args) > 2 {
		return fail("count(): Wrong number of arguments given %d for 1 or 2.", len(args))
	}
	item := arg(args, 1)
	if args[0].IsString() { // String#count takes sets of characters
		if !item.Truthy() {
			return fail("wrong number of arguments (given 0, expected 1+)")
		}
		if !item.IsString() {
			return notString(item)
		}
		set := parseCharSet(item.AsString())
		n := int64(0)
		for _, r := range args[0].AsString() {
			if set.has(r) {
				n++
			}
		}
		return values.Int(n), nil
	}
	var elems []value
	switch {
	case isArray(args[0]):
		elems = args[0].AsArray().Elems()
	case isHash(args[0]):
		elems = ruby.Pairs(args[0].AsHash())
	default:
		return noMethod("count", args[0])
	}
	n := int64(0)
	for _, e := range elems {
		if item.Truthy() && ruby.Same(e, item) || !item.Truthy() && given(e) {
			n++
		}
	}
	return values.Int(n), nil
}

// list is Ruby's Array().
func list(v value) []value {
	switch {
	case v.IsUndef():
		return nil
	case isArray(v):
		return v.AsArray().Elems()
	case isHash(v):
		return ruby.Pairs(v.AsHash())
	}
	return []value{v}
}

func remove(_ call, args []value) (value, error) {
	if len(args) != 2 {
		return fail("delete(): Wrong number of arguments given %d for 2", len(args))
	}
	v := args[0]
	for _, item := range list(args[1]) {
		switch {
		case isArray(v):
			v = withoutElements(v.AsArray(), func(e value) bool { return ruby.Same(e, item) })
		case isHash(v):
			v = v.AsHash().Without(func(k value) bool { return values.Eql(k, item) }).Value()
		case v.IsString():
			if !item.IsString() {
				return fail("wrong argument type %s (expected Regexp)", implicit(item))
			}
			if item.AsString() != "" {
				v = values.String(strings.ReplaceAll(v.AsString(), item.AsString(), ""))
			}
		default:
			return fail("delete(): First argument must be an Array, String, or Hash. Given an argument of class %s.", class(v))
		}
	}
	return v, nil
}

var (
	digitsLine = regexp.MustCompile(`^\d+$`, 0)
	rangeOf    = regexp.MustCompile(`^(\d+)(\.\.\.?|\-)(\d+)$`, 0)
)

func matches(re *regexp.Regexp, s string) bool {
	ok, _ := re.MatchString(s)
	return ok
}

func deleteAt(_ call, args []value) (value, error) {
	if len(args) < 2 {
		return wrongCount("delete_at", len(args), "2")
	}
	if !isArray(args[0]) {
		return fail("delete_at(): Requires array to work with")
	}
	if args[1].IsString() && !matches(digitsLine, args[1].AsString()) {
		return fail("delete_at(): You must provide non-negative numeric index")
	}
	i, ok := toI(args[1])
	if !ok {
		return noMethod("to_i", args[1])
	}
	a := args[0].AsArray()
	if i > int64(a.Len()-1) {
		return fail("delete_at(): Given index exceeds size of array given")
	}
	if i < 0 {
		i += int64(a.Len())
	}
	if i < 0 {
		return args[0], nil
	}
	return values.ArrayOf(slices.Delete(slices.Clone(a.Elems()), int(i), int(i)+1)...), nil
}

func deleteRegex(_ call, args []value) (value, error) {
	if len(args) != 2 {
		return fail("delete_regex(): Wrong number of arguments given %d for 2", len(args))
	}
	v := args[0]
	for _, item := range list(args[1]) {
		switch {
		case isArray(v), isHash(v):
		case v.IsString():
			return noMethod("reject!", v)
		default:
			return fail("delete_regex(): First argument must be an Array, Hash, or String. Given an argument of class %s.", class(v))
		}
		re, err := ruby.Compile(`\b`+text(item)+`\b`, 0)
		if err != nil {
			return undef, err
		}
		// Only a string matches a regexp; a hash is asked by its keys.
		hit := func(e value) bool { return e.IsString() && matches(re, e.AsString()) }
		if isArray(v) {
			v = withoutElements(v.AsArray(), hit)
		} else {
			v = v.AsHash().Without(hit).Value()
		}
	}
	return v, nil
}

func grepFunction(name string, keep bool) runtime.Function {
	return declare.Legacy(name, -1, func(_ call, args []value) (value, error) {
		if len(args) != 2 {
			return fail("%s(): Wrong number of arguments given %d for 2", name, len(args))
		}
		if !args[1].IsString() {
			return notString(args[1])
		}
		re, err := ruby.Compile(args[1].AsString(), 0)
		if err != nil {
			return undef, err
		}
		if isHash(args[0]) {
			if keep { // the elements are pairs, which match nothing
				return values.EmptyArray, nil
			}
			return args[0].AsHash().Without(func(k value) bool { return k.IsString() && matches(re, k.AsString()) }).Value(), nil
		}
		if !isArray(args[0]) {
			return noMethod(name, args[0])
		}
		return withoutElements(args[0].AsArray(), func(e value) bool {
			return (e.IsString() && matches(re, e.AsString())) != keep
		}), nil
	})
}

func member(_ call, args []value) (value, error) {
	if len(args) < 2 {
		return wrongCount("member", len(args), "2")
	}
	if !isArray(args[0]) {
		return fail("member(): Requires array to work with")
	}
	var items []value
	switch {
	case isArray(args[1]):
		items = args[1].AsArray().Elems()
	case args[1].IsString(), args[1].IsInt():
		items = args[1:2]
	default:
		return fail("member(): Item to search for must be a string, fixnum, or array")
	}
	if len(items) == 0 {
		return fail("member(): You must provide item to search for within array given")
	}
	return values.Bool(len(minus(items, args[0].AsArray().Elems())) == 0), nil
}

func affixFunction(name string, join func(s, affix string) string) runtime.Function {
	return declare.Legacy(name, -1, func(_ call, args []value) (value, error) {
		if len(args) == 0 {
			return wrongCount(name, 0, "1")
		}
		if !isArray(args[0]) && !isHash(args[0]) {
			return fail("%s(): expected first argument to be an Array or a Hash, got %s", name, inspect(args[0]))
		}
		affix := ""
		if a := arg(args, 1); a.Truthy() {
			if !a.IsString() {
				return fail("%s(): expected second argument to be a String, got %s", name, inspect(a))
			}
			affix = a.AsString()
		}
		if isArray(args[0]) {
			out := make([]value, args[0].AsArray().Len())
			for i, e := range args[0].AsArray().Elems() {
				out[i] = values.String(join(text(e), affix))
			}
			return values.ArrayOf(out...), nil
		}
		b := values.NewHashBuilder(args[0].AsHash().Len())
		for _, e := range args[0].AsHash().Entries() {
			b.PutString(join(text(e.Key), affix), e.Value)
		}
		return b.Hash().Value(), nil
	})
}

var shuffleFunction = declare.Legacy("shuffle", -1, func(_ call, args []value) (value, error) {
	if len(args) == 0 {
		return wrongCount("shuffle", 0, "1")
	}
	var out []value
	switch {
	case isArray(args[0]):
		out = slices.Clone(args[0].AsArray().Elems())
	case args[0].IsString():
		out = ruby.Chars(args[0].AsString())
	default:
		return fail("shuffle(): Requires either array or string to work with")
	}
	rand.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	if args[0].IsString() {
		return values.String(ruby.Join(out, "")), nil
	}
	return values.ArrayOf(out...), nil
})

func valuesAt(_ call, args []value) (value, error) {
	if len(args) < 2 {
		return wrongCount("values_at", len(args), "2")
	}
	if !isArray(args[0]) {
		return fail("values_at(): Requires array to work with")
	}
	a := args[0].AsArray()
	indices := ruby.Flatten(args[1:2])
	if len(indices) == 0 {
		return fail("values_at(): You must provide at least one positive index to collect")
	}
	var out []value
	take := func(i int64) {
		if e := a.At(int(i)); !e.IsUndef() {
			out = append(out, e)
		}
	}
	for _, v := range indices {
		s := text(v)
		caps := make([]int32, rangeOf.CapLen())
		if ok, _ := rangeOf.Match(s, 0, caps); ok {
			g := ruby.Groups(s, caps)
			start, _ := toI(g[1])
			stop, _ := toI(g[3])
			if start > stop {
				return fail("values_at(): Stop index in given indices range is smaller than the start index")
			}
			if stop > int64(a.Len()-1) {
				return fail("values_at(): Stop index in given indices range exceeds array size")
			}
			if g[2].AsString() == "..." {
				stop--
			}
			for i := start; i <= stop; i++ {
				take(i)
			}
			continue
		}
		if !matches(digitsLine, s) {
			return fail("values_at(): Unknown format of given index")
		}
		i, ok := toI(values.String(s))
		if !ok || i > int64(a.Len()-1) {
			return fail("values_at(): Given index exceeds array size")
		}
		take(i)
	}
	return values.ArrayOf(out...), nil
}
