package std

import (
	"slices"
	"strconv"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var factFunctions = []runtime.Function{
	scoped(declare.Legacy("fqdn_rand_string", -2, fqdnRandString)),
	scoped(declare.Legacy("fqdn_rotate", -1, fqdnRotate)),
	scoped(declare.Legacy("has_interface_with", -1, func(c call, args []value) (value, error) {
		if len(args) == 0 || len(args) > 2 {
			return wrongCount("has_interface_with", len(args), "1 or 2")
		}
		return hasInterfaceWith(c, args)
	})),
	scoped(declare.Legacy("has_ip_address", -1, func(c call, args []value) (value, error) {
		if len(args) != 1 {
			return wrongCount("has_ip_address", len(args), "1")
		}
		autoloaded(c, "has_interface_with")
		return hasInterfaceWith(c, []value{values.String("ipaddress"), args[0]})
	})),
	scoped(declare.Legacy("has_ip_network", -1, func(c call, args []value) (value, error) {
		if len(args) != 1 {
			return wrongCount("has_ip_network", len(args), "1")
		}
		autoloaded(c, "has_interface_with")
		return hasInterfaceWith(c, []value{values.String("network"), args[0]})
	})),
	{Name: "os_version_gte", NeedsScope: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("os", "String[1]"), declare.Req("version", "String[1]")), Returns: "Boolean",
		Body: func(c call) (value, error) {
			name, release := factOf(c, "operatingsystem"), factOf(c, "operatingsystemmajrelease")
			if !ruby.Same(name, c.Args[0]) {
				return values.False, nil
			}
			if !release.IsString() {
				return noMethod("scan", release)
			}
			return values.Bool(rubyfmt.VersionCompare(release.AsString(), c.Args[1].AsString(), false) >= 0), nil
		}}}},
	{Name: "fact", NeedsScope: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("fact_name", "String")), Body: fact}}},
	scoped(declare.Statement("assert_private", -1, func(c call, args []value) (value, error) {
		if len(args) > 1 {
			return fail("assert_private(): Wrong number of arguments given (%d}) for 0 or 1)", len(args))
		}
		return assertPrivate(c, args)
	})),
	scoped(declare.Statement("private", -1, func(c call, args []value) (value, error) {
		c.Eval.Notify(logs.Warning, "private() DEPRECATED: This function will cease to function on Puppet 4; please use assert_private() before upgrading to puppet 4 for backwards-compatibility, or migrate to the new parser's typing system.")
		return assertPrivate(c, args)
	})),
	{Name: "deprecation", Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("key", "String"), declare.Req("message", "String")),
		Body: func(c call) (value, error) {
			if err := deprecated(c, c.Args[0].AsString(), c.Args[1].AsString()); err != nil || c.Eval.Settings.Strict == runtime.StrictOff {
				return undef, err
			}
			return values.String(c.Args[1].AsString() + place(c)), nil // what was logged
		}}}},
	declare.Statement("pry", -1, func(call, []value) (value, error) {
		return fail("pry(): Requires the 'pry' rubygem to use, but it was not found")
	}),
}

func scoped(f runtime.Function) runtime.Function {
	f.NeedsScope = true
	return f
}

func variable(c call, name string) value {
	if c.Scope == nil {
		return undef
	}
	v, _ := c.Scope.Lookup(name)
	return v
}

func factOf(c call, name string) value {
	facts := variable(c, "facts")
	if !isHash(facts) {
		return undef
	}
	v, _ := facts.AsHash().GetString(name)
	return v
}

// fqdnRand is fqdn_rand.
func fqdnRand(c call, limit int64, seed string) (int64, error) {
	fqdn := undef
	if n := factOf(c, "networking"); isHash(n) {
		fqdn, _ = n.AsHash().GetString("fqdn")
	}
	return ruby.SeededRand(ruby.Join([]value{fqdn, values.Int(limit), values.String(seed)}, ":"), limit)
}

func fqdnRandString(c call, args []value) (value, error) {
	n, ok := toI(args[0])
	if !isInteger(args[0]) || !ok || n <= 0 {
		return fail("fqdn_rand_string(): first argument must be a positive integer")
	}
	if n > maxText {
		return fail("fqdn_rand_string(): a string of %d characters is too long", n)
	}
	set := ""
	if len(args) > 1 {
		if !args[1].IsString() {
			return fail("fqdn_rand_string(): second argument must be undef or a string")
		}
		set = args[1].AsString()
	}
	if set == "" {
		set = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	}
	chars := []rune(set)
	var rest []value
	if len(args) > 2 {
		rest = args[2:]
	}
	var b strings.Builder
	for i := int64(1); i <= n; i++ {
		seed := ruby.Join(append(slices.Clone(rest), values.String(strconv.FormatInt(i, 10))), ":")
		k, err := fqdnRand(c, int64(len(chars)), seed)
		if err != nil {
			return undef, err
		}
		b.WriteRune(chars[k])
	}
	return values.String(b.String()), nil
}

func fqdnRotate(c call, args []value) (value, error) {
	if len(args) == 0 {
		return wrongCount("fqdn_rotate", 0, "1")
	}
	var elems []value
	switch {
	case isArray(args[0]):
		elems = args[0].AsArray().Elems()
	case args[0].IsString():
		elems = ruby.Chars(args[0].AsString())
	default:
		return fail("fqdn_rotate(): Requires either array or string to work with")
	}
	if len(elems) <= 1 {
		return args[0], nil
	}
	seed := ruby.Join([]value{variable(c, "fqdn"), values.ArrayOf(args[1:]...)}, ":")
	k, err := ruby.SeededRand(seed, int64(len(elems)))
	if err != nil {
		return undef, err
	}
	out := append(slices.Clone(elems[k:]), elems[:k]...)
	if args[0].IsString() {
		return values.String(ruby.Join(out, "")), nil
	}
	return values.ArrayOf(out...), nil
}

func hasInterfaceWith(c call, args []value) (value, error) {
	interfaces := variable(c, "interfaces")
	if interfaces.IsUndef() {
		return values.False, nil
	}
	if !interfaces.IsString() {
		return noMethod("split", interfaces)
	}
	names := splitPlain(interfaces.AsString(), ",")
	if len(args) == 1 {
		return values.Bool(args[0].IsString() && slices.Contains(names, args[0].AsString())), nil
	}
	kind := text(args[0])
	if v := variable(c, kind); ruby.Same(v, args[1]) {
		return values.True, nil
	}
	for _, n := range names {
		if v := variable(c, kind+"_"+strings.ToLower(n)); ruby.Same(v, args[1]) {
			return values.True, nil
		}
	}
	return values.False, nil
}

func assertPrivate(c call, args []value) (value, error) {
	module, caller := variable(c, "module_name"), variable(c, "caller_module_name")
	if ruby.Same(module, caller) {
		return undef, nil
	}
	if a := arg(args, 0); a.IsString() {
		return fail("%s", a.AsString())
	}
	name := variable(c, "name")
	if strings.HasPrefix(c.Eval.Host.ScopeName(), "Scope(Class[") {
		return fail("Class %s is private", text(name))
	}
	// A defined type's scope names it: Scope(Foo::Bar[title]).
	kind := strings.TrimPrefix(c.Eval.Host.ScopeName(), "Scope(")
	if i := strings.IndexByte(kind, '['); i >= 0 {
		kind = kind[:i]
	}
	return fail("Definition %s is private", strings.ToLower(kind))
}

// fact walks into the facts by a dotted name with quoted parts.
func fact(c call) (value, error) {
	full := c.Args[0].AsString()
	var path []string
	for s := full; s != ""; {
		if s[0] == '"' {
			if j := strings.IndexByte(s[1:], '"'); j > 0 {
				path = append(path, s[1:1+j])
				s = s[j+2:]
				continue
			}
			s = s[1:]
			continue
		}
		j := strings.IndexAny(s, `."`)
		if j < 0 {
			j = len(s)
		}
		if j > 0 {
			path = append(path, s[:j])
			s = s[j:]
		} else {
			s = s[1:]
		}
	}
	v := variable(c, "facts")
	var walked []string
	for _, k := range path {
		if v.IsUndef() {
			return undef, nil
		}
		next := undef
		switch {
		case isArray(v):
			i, err := rubyfmt.ParseInteger(k)
			if err != nil {
				c.Eval.Emit(logs.Message{Level: logs.Warning, Text: "fact request for " + full + " returning nil: '" + dotted(walked) + "' is an array; cannot index to '" + k + "'"})
				break
			}
			if i < 0 {
				i += int64(v.AsArray().Len())
			}
			if i >= 0 && i < int64(v.AsArray().Len()) {
				next = v.AsArray().At(int(i))
			}
		case isHash(v):
			next, _ = v.AsHash().GetString(k)
		default:
			c.Eval.Emit(logs.Message{Level: logs.Warning, Text: "fact request for " + full + " returning nil: '" + dotted(walked) + "' is not a collection; cannot walk to '" + k + "'"})
		}
		walked = append(walked, k)
		v = next
	}
	return v, nil
}

func dotted(path []string) string {
	out := slices.Clone(path)
	for i, s := range out {
		if strings.Contains(s, ".") {
			out[i] = `"` + s + `"`
		}
	}
	return strings.Join(out, ".")
}
