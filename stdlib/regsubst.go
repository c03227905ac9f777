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

// regsubst replaces what a regexp matches, once or everywhere.
var fnRegsubst = runtime.Function{Name: "regsubst", Pure: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("target", "Variant[Array[String],String]"), declare.Req("pattern", "String"),
		declare.Req("replacement", "Variant[String,Hash[String,String]]"), declare.Opt("flags", "Optional[Pattern[/^[GEIM]*$/]]"),
		declare.Opt("encoding", "Enum['N','E','S','U']")),
		Body: func(c *runtime.Call) (values.Value, error) {
			global := false
			var opts regexp.Options
			if f := c.Arg(3); !f.IsUndef() {
				for _, ch := range f.AsString() {
					switch ch {
					case 'G':
						global = true
					case 'E':
						opts |= regexp.Extended
					case 'I':
						opts |= regexp.IgnoreCase
					case 'M':
						opts |= regexp.Multiline
					}
				}
			}
			re, err := ruby.Compile(c.Args[1].AsString(), opts)
			if err != nil {
				return values.Undef, err
			}
			return regsubst(c.Args[0], re, c.Args[2], global)
		}},
	{Params: declare.Params(declare.Req("target", "Variant[Array[String],String]"), declare.Req("pattern", "Variant[Regexp,Type[Regexp]]"),
		declare.Req("replacement", "Variant[String,Hash[String,String]]"), declare.Opt("flags", "Pattern[/^G?$/]")),
		Body: func(c *runtime.Call) (values.Value, error) {
			global := c.Has(3) && c.Args[3].AsString() == "G"
			p := c.Args[1]
			var re *regexp.Regexp
			var err error
			switch {
			case p.Kind() == values.KindRegexp:
				re, err = ruby.RegexpOf(p.AsRegexp())
			default:
				// Puppet uses the text of a Regexp type's pattern as a plain string.
				text := ""
				if t, ok := p.AsType().(*pcore.RegexpType); ok && t.Re != nil {
					text = regexpTypeText(t)
				}
				re, err = ruby.Compile(ruby.QuoteRegexp(text), 0)
			}
			if err != nil {
				return values.Undef, err
			}
			return regsubst(c.Args[0], re, c.Args[2], global)
		}},
}}

// regexpTypeText is the pattern of a Regexp type as Puppet keeps it: with its
// options in a group when there are any.
func regexpTypeText(t *pcore.RegexpType) string {
	if t.Re.Options == 0 {
		return t.Re.Source
	}
	return rubyfmt.ToS(values.RegexpValue(t.Re))
}

func regsubst(target values.Value, re *regexp.Regexp, replacement values.Value, global bool) (values.Value, error) {
	one := func(s values.Value) (values.Value, error) {
		var out string
		var err error
		if replacement.IsString() {
			out, err = ruby.Replace(s.AsString(), re, replacement.AsString(), global)
		} else {
			out, err = ruby.ReplaceHash(s.AsString(), re, replacement.AsHash(), global)
		}
		return values.String(out), err
	}
	if target.IsString() {
		return one(target)
	}
	out := make([]values.Value, target.AsArray().Len())
	for i, e := range target.AsArray().Elems() {
		var err error
		if out[i], err = one(e); err != nil {
			return values.Undef, err
		}
	}
	return values.ArrayOf(out...), nil
}
