package std

import (
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var stringFunctions = []runtime.Function{
	declare.Legacy("any2bool", -1, func(c call, args []value) (value, error) {
		if len(args) == 0 {
			return wrongCount("any2bool", 0, "1")
		}
		v := args[0]
		switch {
		case v.IsBool():
			return v, nil
		case v.IsUndef():
			return values.False, nil
		case v.IsNumber():
			return num2bool(v)
		case v.IsString():
			if _, err := rubyfmt.ParseFloat(v.AsString()); err == nil {
				return num2bool(v)
			}
			b, err := str2bool(args[:1])
			return values.Bool(b), err
		}
		return values.True, nil
	}),
	declare.Legacy("bool2num", -1, func(_ call, args []value) (value, error) {
		if len(args) == 0 {
			return wrongCount("bool2num", 0, "1")
		}
		b, err := str2bool(args[:1])
		if b {
			return values.Int(1), err
		}
		return values.Int(0), err
	}),
	declare.Legacy("bool2str", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 && len(args) != 3 {
			return wrongCount("bool2str", len(args), "3")
		}
		yes, no := values.String("true"), values.String("false")
		if arg(args, 1).Truthy() {
			yes = args[1]
		}
		if arg(args, 2).Truthy() {
			no = args[2]
		}
		if !args[0].IsBool() {
			return fail("bool2str(): Requires a boolean to work with")
		}
		if !yes.IsString() || !no.IsString() {
			return fail("bool2str(): Requires strings to convert to")
		}
		if args[0].AsBool() {
			return yes, nil
		}
		return no, nil
	}),
	declare.Legacy("str2bool", -1, func(_ call, args []value) (value, error) {
		b, err := str2bool(args)
		return values.Bool(b), err
	}),
	declare.Legacy("num2bool", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return wrongCount("num2bool", len(args), "1")
		}
		return num2bool(args[0])
	}),
	declare.Legacy("dos2unix", 1, func(_ call, args []value) (value, error) {
		if !args[0].IsString() {
			return fail("dos2unix(): Requires string as argument")
		}
		return values.String(strings.ReplaceAll(args[0].AsString(), "\r\n", "\n")), nil
	}),
	declare.Legacy("unix2dos", 1, func(_ call, args []value) (value, error) {
		if !args[0].IsString() {
			return fail("unix2dos(): Requires string as argument")
		}
		s, err := ruby.Replace(args[0].AsString(), lineEnd, "\r\n", true)
		return values.String(s), err
	}),
	textFunction("regexpescape", ruby.QuoteRegexp),
	textFunction("swapcase", ruby.Swapcase),
	textFunction("uriescape", uriEscape),
	declare.Legacy("squeeze", -1, squeeze),
	declare.Simple("batch_escape", func(c call) (value, error) {
		var b strings.Builder
		b.WriteByte('"')
		for _, r := range text(c.Args[0]) {
			switch r {
			case '"':
				b.WriteString(`""`)
			case '$', '\\':
				b.WriteByte('\\')
				b.WriteRune(r)
			default:
				b.WriteRune(r)
			}
		}
		b.WriteByte('"')
		return values.String(b.String()), nil
	}, declare.Req("string", "Any")),
	declare.Simple("powershell_escape", func(c call) (value, error) {
		var b strings.Builder
		for _, r := range text(c.Args[0]) {
			switch r {
			case ' ', '\'', '`', '|', '\n', '$':
				b.WriteByte('`')
				b.WriteRune(r)
			case '"':
				b.WriteString("\\`\"")
			default:
				b.WriteRune(r)
			}
		}
		return values.String(b.String()), nil
	}, declare.Req("string", "Any")),
	declare.Simple("shell_escape", func(c call) (value, error) {
		return values.String(rubyfmt.ShellEscape(text(c.Args[0]))), nil
	}, declare.Req("string", "Any")),
	declare.Legacy("shell_join", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return wrongCount("shell_join", len(args), "1")
		}
		if !isArray(args[0]) {
			return fail("First argument is not an Array: %s", inspect(args[0]))
		}
		var words []string
		for _, e := range args[0].AsArray().Elems() {
			words = append(words, text(e))
		}
		return values.String(rubyfmt.ShellJoin(words)), nil
	}),
	declare.Legacy("shell_split", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return wrongCount("shell_split", len(args), "1")
		}
		words, err := rubyfmt.ShellSplit(declare.LegacyText(args[0]))
		out := make([]value, len(words))
		for i, w := range words {
			// Ruby collects a word in a string of bytes, which takes the encoding
			// of the first text that is not ASCII.
			if out[i] = values.String(w); ruby.IsASCII(w) {
				out[i] = values.ByteString(w)
			}
		}
		return values.ArrayOf(out...), err
	}),
	{Name: "sprintf_hash", Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("format", "String"), declare.Req("arguments", "Hash")),
		Body: func(c call) (value, error) {
			if err := deprecated(c, "sprintf_hash", "This method is deprecated. From Puppet 4.10.10/5.3.4 please use the built-in sprintf instead"); err != nil {
				return undef, err
			}
			for _, e := range c.Args[1].AsHash().Entries() {
				if !e.Key.IsString() {
					return noMethod("to_sym", e.Key)
				}
			}
			s, err := rubyfmt.Format(c.Args[0].AsString(), c.Args[1])
			return values.String(s), err
		}}}},
	affixTest("stdlib::start_with", "prefixes", strings.HasPrefix),
	affixTest("stdlib::end_with", "suffixes", strings.HasSuffix),
	{Name: "stdlib::xml_encode", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("str", "String"), declare.Opt("type", "Enum['text','attr']")), Returns: "String",
		Body: func(c call) (value, error) {
			s := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(c.Args[0].AsString())
			if c.Has(1) && c.Args[1].AsString() == "attr" {
				s = `"` + strings.ReplaceAll(s, `"`, "&quot;") + `"`
			}
			return values.String(s), nil
		}}}},
}

var lineEnd = regexp.MustCompile(`\r*\n`, 0)

func num2bool(v value) (value, error) {
	switch {
	case v.IsNumber():
		return values.Bool(v.Number() >= 1), nil
	case v.IsString():
		f, err := rubyfmt.ParseFloat(v.AsString())
		if err != nil {
			return fail("num2bool(): '%s' does not look like a number: %s", v.AsString(), err)
		}
		return values.Bool(f >= 1), nil
	}
	n := rubyfmt.ToI(text(v), 10)
	return values.Bool(n.Sign() > 0), nil
}

var (
	emptyLine = regexp.MustCompile(`^$`, 0)
	yesLine   = regexp.MustCompile(`^(1|t|y|true|yes)$`, regexp.IgnoreCase)
	noLine    = regexp.MustCompile(`^(0|f|n|false|no)$`, regexp.IgnoreCase)
	undefLine = regexp.MustCompile(`^(undef|undefined)$`, 0)
)

func str2bool(args []value) (bool, error) {
	if len(args) == 0 {
		return false, runtime.Errorf("str2bool(): Wrong number of arguments given (0 for 1)")
	}
	if args[0].IsBool() {
		return args[0].AsBool(), nil
	}
	if !args[0].IsString() {
		return false, runtime.Errorf("str2bool(): Requires string to work with")
	}
	switch s := args[0].AsString(); {
	case matches(emptyLine, s), s == "":
		return false, nil
	case matches(yesLine, s):
		return true, nil
	case matches(noLine, s), matches(undefLine, s):
		return false, nil
	}
	return false, runtime.Errorf("str2bool(): Unknown type of boolean given")
}

// textFunction declares a function that changes a string or the strings of an array.
func textFunction(name string, change func(string) string) runtime.Function {
	return declare.Legacy(name, -1, func(_ call, args []value) (value, error) {
		if len(args) == 0 {
			return wrongCount(name, 0, "1")
		}
		switch {
		case args[0].IsString():
			return values.String(change(args[0].AsString())), nil
		case isArray(args[0]):
			out := make([]value, args[0].AsArray().Len())
			for i, e := range args[0].AsArray().Elems() {
				if e.IsString() {
					e = values.String(change(e.AsString()))
				}
				out[i] = e
			}
			return values.ArrayOf(out...), nil
		}
		return fail("%s(): Requires either array or string to work with", name)
	})
}

// uriEscape is the escape of Ruby's RFC 2396 parser: what may not stand in a URI.
func uriEscape(s string) string {
	b := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-_.!~*'();/?:@&=+$,[]", c) >= 0 {
			b = append(b, c)
		} else {
			b = append(b, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		}
	}
	return string(b)
}

func affixTest(name, param string, has func(s, affix string) bool) runtime.Function {
	return runtime.Function{Name: name, Pure: true, Dispatches: []runtime.Dispatch{{
		Params:  declare.Params(declare.Req("test_string", "String"), declare.Req(param, "Variant[String[1],Array[String[1], 1]]")),
		Returns: "Boolean",
		Body: func(c call) (value, error) {
			for _, a := range list(c.Args[1]) {
				if has(c.Args[0].AsString(), a.AsString()) {
					return values.True, nil
				}
			}
			return values.False, nil
		},
	}}}
}

func squeeze(_ call, args []value) (value, error) {
	if len(args) != 1 && len(args) != 2 {
		return fail("squeeze(): Wrong number of arguments given %d for 2 or 1", len(args))
	}
	var set *charSet
	if a := arg(args, 1); a.Truthy() {
		if !a.IsString() {
			return notString(a)
		}
		s := parseCharSet(a.AsString())
		set = &s
	}
	one := func(v value) (value, error) {
		if !v.IsString() {
			return noMethod("squeeze", v)
		}
		var b strings.Builder
		last := rune(-1)
		for _, r := range v.AsString() {
			if r != last || set != nil && !set.has(r) {
				b.WriteRune(r)
			}
			last = r
		}
		return values.String(b.String()), nil
	}
	if !isArray(args[0]) {
		return one(args[0])
	}
	out := make([]value, args[0].AsArray().Len())
	for i, e := range args[0].AsArray().Elems() {
		var err error
		if out[i], err = one(e); err != nil {
			return undef, err
		}
	}
	return values.ArrayOf(out...), nil
}

// charSet is a set of characters as String#count and #squeeze take it: a-z, ^a, \-.
type charSet struct {
	negated bool
	ranges  [][2]rune
}

func parseCharSet(s string) charSet {
	var set charSet
	rs := []rune(s)
	if len(rs) > 1 && rs[0] == '^' {
		set.negated = true
		rs = rs[1:]
	}
	for i := 0; i < len(rs); i++ {
		r := rs[i]
		if r == '\\' && i+1 < len(rs) {
			i++
			r = rs[i]
		} else if i+2 < len(rs) && rs[i+1] == '-' {
			set.ranges = append(set.ranges, [2]rune{r, rs[i+2]})
			i += 2
			continue
		}
		set.ranges = append(set.ranges, [2]rune{r, r})
	}
	return set
}

func (s *charSet) has(r rune) bool {
	for _, p := range s.ranges {
		if p[0] <= r && r <= p[1] {
			return !s.negated
		}
	}
	return s.negated
}
