package rtypes

import (
	"strings"
)

// value evaluates the literal, variable or known call at token i. next is the
// first token after it; ok is false when it was not understood.
func (e *typeScanner) value(i int) (v any, next int, ok bool) {
	if e.depth++; e.depth > maxDepth {
		e.depth--
		return nil, i, false
	}
	defer func() { e.depth-- }()
	for e.f.toks[i].kind == rNewline {
		i++
	}
	v, next, ok = e.primary(i)
	toks := e.f.toks
	for ok {
		switch {
		case toks[next].is(".") && (toks[next+1].id("freeze") || toks[next+1].id("to_sym") || toks[next+1].id("to_s") || toks[next+1].id("intern")):
			next += 2
		case toks[next].is("+"):
			w, n, good := e.primary(next + 1)
			a, isA := v.([]any)
			b, isB := w.([]any)
			if !good || !isA || !isB {
				return v, next, false
			}
			v, next = append(append([]any{}, a...), b...), n
		default:
			return v, next, true
		}
	}
	return v, next, ok
}

func (e *typeScanner) primary(i int) (v any, next int, ok bool) {
	t := &e.f.toks[i]
	switch t.kind {
	case rSymbol:
		s, ok := e.interpolate(t)
		return symbol(s), i + 1, ok
	case rString:
		s, ok := e.interpolate(t)
		for i++; e.f.toks[i].kind == rString; i++ {
			u, good := e.interpolate(&e.f.toks[i])
			s, ok = s+u, ok && good
		}
		return s, i, ok
	case rNumber:
		return t.text, i + 1, true
	case rRegexp:
		re, ok := e.regexp(t)
		return re, i + 1, ok
	case rWords:
		var list []any
		for _, w := range t.words {
			if t.opts == "i" {
				list = append(list, symbol(w))
			} else {
				list = append(list, w)
			}
		}
		return list, i + 1, true
	case rOp:
		switch t.text {
		case "[", "{":
			return e.list(i)
		case "->":
			return e.lambda(i + 1)
		case "::":
			return e.primary(i + 1)
		}
	case rIdent:
		switch t.text {
		case "true":
			return true, i + 1, true
		case "false":
			return false, i + 1, true
		case "nil":
			return nil, i + 1, true
		case "lambda", "proc":
			return e.lambda(i + 1)
		case "not_two_colon_regex":
			return twoColons, i + 1, true
		}
		if v, ok := e.vars[t.text]; ok {
			return v, i + 1, true
		}
	case rConst:
		return e.constant(i)
	}
	return nil, i + 1, false
}

// constant evaluates a constant, or a call of a known method of a module.
func (e *typeScanner) constant(i int) (any, int, bool) {
	toks := e.f.toks
	name := toks[i].text
	i++
	for toks[i].is("::") && (toks[i+1].kind == rConst || toks[i+1].kind == rIdent) {
		name += "::" + toks[i+1].text
		i += 2
	}
	if v, ok := e.vars[name]; ok || !toks[i].is(".") {
		return v, i, ok
	}
	method := toks[i+1].text
	switch {
	case name == "Regexp" && method == "new":
		args, _ := e.call(i + 2)
		next := i + 2
		if toks[next].is("(") {
			next = e.f.blockEnd(next) + 1
		}
		if len(args) == 1 {
			switch re := args[0].(type) {
			case rubyRegexp:
				return re, next, true
			case string:
				return rubyRegexp{source: re}, next, true
			}
		}
	case method == "not_two_colon_regex":
		return twoColons, i + 2, true
	case method == "basic_split_title_patterns":
		args, _ := e.call(i + 2)
		next := i + 2
		if toks[next].is("(") {
			next = e.f.blockEnd(next) + 1
		}
		v, ok := splitPatterns(args)
		return v, next, ok
	}
	return nil, i, false
}

// twoColons and splitPatterns are what the OpenStack modules share for titles
// such as `name::domain`. Their Ruby is beyond this reader, but many modules
// build their titles with it.
var twoColons = rubyRegexp{source: `(?:[^:]|:[^:])+`}

func splitPatterns(args []any) (any, bool) {
	if len(args) < 2 {
		return nil, false
	}
	sep := "::"
	if len(args) > 2 {
		sep = text(args[2])
	}
	pre, suf := twoColons, twoColons
	switch {
	case len(args) == 5:
		var ok1, ok2 bool
		pre, ok1 = args[3].(rubyRegexp)
		suf, ok2 = args[4].(rubyRegexp)
		if !ok1 || !ok2 {
			return nil, false
		}
	case len(args) > 3 || sep != "::":
		return nil, false
	}
	return []any{
		[]any{rubyRegexp{source: "^(" + pre.embed() + ")" + sep + "(" + suf.embed() + ")$"},
			[]any{[]any{args[0]}, []any{args[1]}}},
		[]any{rubyRegexp{source: "^(" + pre.embed() + ")$"}, []any{[]any{args[0]}}},
	}, true
}

// list evaluates an array or a hash; a hash is a list of pairs.
func (e *typeScanner) list(i int) (any, int, bool) {
	end := e.f.blockEnd(i)
	out := []any{}
	all := true
	for i++; i < end; {
		if e.f.toks[i].kind == rNewline {
			i++
			continue
		}
		v, next, ok := e.entry(i, e.trimNewlines(i, end))
		out = append(out, v)
		all = all && ok
		for i = next; i < end && e.f.toks[i].kind == rNewline; i++ {
		}
		if i < end && e.f.toks[i].is(",") {
			i++
		}
	}
	return out, end + 1, all
}

// trimNewlines is end without the newlines before it.
func (e *typeScanner) trimNewlines(i, end int) int {
	for end > i && e.f.toks[end-1].kind == rNewline {
		end--
	}
	return end
}

// lambda reads `{ |x| x }` or `(x) { x }`; anything but the identity counts as
// code.
func (e *typeScanner) lambda(i int) (any, int, bool) {
	toks := e.f.toks
	var names []string
	if toks[i].is("(") {
		end := e.f.blockEnd(i)
		for i++; i < end; i++ {
			if toks[i].kind == rIdent {
				names = append(names, toks[i].text)
			}
		}
		i++
	} else if toks[i].kind == rIdent && !toks[i].id("do") {
		names = append(names, toks[i].text)
		i++
	}
	if !toks[i].is("{") && !toks[i].id("do") {
		return nil, i, false
	}
	end := e.f.blockEnd(i)
	more, body := e.blockParams(i)
	names = append(names, more...)
	stop := e.trimNewlines(body, end)
	for body < stop && toks[body].kind == rNewline {
		body++
	}
	identity := len(names) == 1 && stop == body+1 && toks[body].id(names[0])
	return lambda{identity}, end + 1, true
}

// interpolate puts the values of variables into a string.
func (e *typeScanner) interpolate(t *rubyToken) (string, bool) {
	if t.parts == nil {
		return t.text, true
	}
	var b strings.Builder
	for i, p := range t.parts {
		if i%2 == 0 {
			b.WriteString(p)
			continue
		}
		switch v := e.source(p).(type) {
		case string:
			b.WriteString(v)
		case symbol:
			b.WriteString(string(v))
		default:
			return "", false
		}
	}
	return b.String(), true
}

func (e *typeScanner) regexp(t *rubyToken) (rubyRegexp, bool) {
	re := rubyRegexp{source: t.text}
	for _, c := range t.opts {
		switch c {
		case 'i':
			re.opts |= 1
		case 'x':
			re.opts |= 2
		case 'm':
			re.opts |= 4
		}
	}
	if t.parts == nil {
		return re, true
	}
	var b strings.Builder
	for i, p := range t.parts {
		if i%2 == 0 {
			b.WriteString(p)
			continue
		}
		switch v := e.source(p).(type) {
		case rubyRegexp:
			b.WriteString(v.embed())
		case string:
			b.WriteString(v)
		default:
			return re, false
		}
	}
	re.source = b.String()
	return re, true
}

// source evaluates the code of an interpolation; nil when it is not understood.
func (e *typeScanner) source(code string) any {
	f := e.f
	defer func() { e.f = f }()
	e.f = &rubyFile{toks: lexRuby(code)}
	v, _, ok := e.value(0)
	if !ok {
		return nil
	}
	return v
}

// embed is how Ruby writes a regexp inside another.
func (r rubyRegexp) embed() string {
	on, off := "", ""
	for _, o := range [...]struct {
		bit  uint8
		name string
	}{{4, "m"}, {1, "i"}, {2, "x"}} {
		if r.opts&o.bit != 0 {
			on += o.name
		} else {
			off += o.name
		}
	}
	if off != "" {
		off = "-" + off
	}
	return "(?" + on + off + ":" + r.source + ")"
}
