package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/regexp"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// split cuts a string where a regexp matches.
var fnSplit = runtime.Function{Name: "split", Pure: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("str", "String"), declare.Req("pattern", "String")),
		Body: func(c *runtime.Call) (values.Value, error) {
			re, err := ruby.Compile(c.Args[1].AsString(), 0)
			if err != nil {
				return values.Undef, err
			}
			return split(c.Args[0], re)
		}},
	{Params: declare.Params(declare.Req("str", "String"), declare.Req("pattern", "Regexp")),
		Body: func(c *runtime.Call) (values.Value, error) {
			re, err := ruby.RegexpOf(c.Args[1].AsRegexp())
			if err != nil {
				return values.Undef, err
			}
			return split(c.Args[0], re)
		}},
	{Params: declare.Params(declare.Req("str", "String"), declare.Req("pattern", "Type[Regexp]")),
		Body: func(c *runtime.Call) (values.Value, error) {
			t, ok := c.Args[1].AsType().(*pcore.RegexpType)
			if !ok || t.Re == nil { // Puppet splits at the empty regexp
				re, err := ruby.Compile("", 0)
				if err != nil {
					return values.Undef, err
				}
				return split(c.Args[0], re)
			}
			re, err := ruby.RegexpOf(t.Re)
			if err != nil {
				return values.Undef, err
			}
			return split(c.Args[0], re)
		}},
}}

func split(s values.Value, re *regexp.Regexp) (values.Value, error) {
	parts, err := ruby.Split(s.AsString(), re)
	return values.ArrayOf(parts...), err
}
