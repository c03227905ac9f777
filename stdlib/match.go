package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// match gives the text and groups of a match, for a string or each of an array.
var fnMatch = runtime.Function{Name: "match", Pure: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("string", "String"), declare.Req("pattern", "Variant[Any, Type]")),
		Body: func(c *runtime.Call) (values.Value, error) { return match(c.Args[0].AsString(), c.Args[1]) }},
	{Params: declare.Params(declare.Req("string", "Array[String]"), declare.Req("pattern", "Variant[Any, Type]")),
		Body: func(c *runtime.Call) (values.Value, error) {
			out := make([]values.Value, c.Args[0].AsArray().Len())
			for i, e := range c.Args[0].AsArray().Elems() {
				r, err := match(e.AsString(), c.Args[1])
				if err != nil {
					return values.Undef, err
				}
				out[i] = r
			}
			return values.ArrayOf(out...), nil
		}},
}}

func match(s string, pattern values.Value) (values.Value, error) {
	switch pattern.Kind() {
	case values.KindString:
		re, err := ruby.Compile(pattern.AsString(), 0)
		if err != nil {
			return values.Undef, err
		}
		return matchRegexp(s, re)
	case values.KindRegexp:
		re, err := ruby.RegexpOf(pattern.AsRegexp())
		if err != nil {
			return values.Undef, err
		}
		return matchRegexp(s, re)
	case values.KindArray:
		for _, e := range ruby.Flatten(pattern.AsArray().Elems()) {
			if r, err := match(s, e); err != nil || !r.IsUndef() {
				return r, err
			}
		}
		return values.Undef, nil
	case values.KindType:
		return matchType(s, pcore.TypeOf(pattern))
	}
	return values.Undef, noPattern(rubyfmt.RubyClass(pattern))
}

func noPattern(class string) error {
	return runtime.Errorf("match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got %s", class)
}

func matchRegexp(s string, re *regexp.Regexp) (values.Value, error) {
	caps := make([]int32, re.CapLen())
	ok, err := re.Match(s, 0, caps)
	if err != nil || !ok {
		return values.Undef, err
	}
	return values.ArrayOf(ruby.Groups(s, caps)...), nil
}

func matchType(s string, t pcore.Type) (values.Value, error) {
	switch t := t.(type) {
	case *pcore.AliasType:
		return matchType(s, t.Resolved())
	case *pcore.VariantType:
		for _, e := range t.Types {
			if r, err := matchType(s, e); err != nil || !r.IsUndef() {
				return r, err
			}
		}
		return values.Undef, nil
	case *pcore.PatternType:
		for _, p := range t.Patterns {
			if r, err := matchType(s, p); err != nil || !r.IsUndef() {
				return r, err
			}
		}
		return values.Undef, nil
	case *pcore.RegexpType:
		if t.Re == nil {
			return values.Undef, runtime.Errorf("Given Regexp Type has no regular expression")
		}
		re, err := ruby.RegexpOf(t.Re)
		if err != nil {
			return values.Undef, err
		}
		return matchRegexp(s, re)
	}
	return values.Undef, noPattern("Puppet::Pops::Types::P" + t.Name() + "Type")
}
