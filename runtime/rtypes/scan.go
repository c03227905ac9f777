package rtypes

import (
	"fmt"
	"strings"
)

// typeScanner runs the declarations of one type's block. It knows the calls
// that declare attributes, loops over literal lists, and the module's own
// methods that declare some; it skips the rest.
type typeScanner struct {
	reader *Reader
	lib    Lib
	f      *rubyFile
	t      *Type
	vars   map[string]any
	depth  int
	// steps counts statements, so that nested loops end.
	steps int
	// required are the files that the type's file requires, once asked for.
	required []*rubyFile
	asked    bool
	methods  map[string]bool
}

// symbol is a Ruby symbol as a value; strings are Go strings.
type symbol string

// rubyRegexp is a regexp as a value.
type rubyRegexp struct {
	source string
	opts   uint8
}

// lambda is a proc of a title pattern; only the identity is known.
type lambda struct{ identity bool }

// pair is an entry of a hash.
type pair struct{ key, value any }

// text is the name in a symbol or string, else empty.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case symbol:
		return string(v)
	}
	return ""
}

const (
	maxDepth = 20
	maxSteps = 100000
)

// scan runs the statements from token i up to end.
func (e *typeScanner) scan(i, end int) {
	if e.depth++; e.depth > maxDepth {
		return
	}
	defer func() { e.depth-- }()
	for i < end {
		i = e.statement(i, end)
	}
}

// statement runs one statement and gives the first token after it.
func (e *typeScanner) statement(i, end int) int {
	toks := e.f.toks
	if e.steps++; e.steps > maxSteps {
		return end
	}
	t := &toks[i]
	switch t.kind {
	case rNewline:
		return i + 1
	case rOp:
		if t.is("[") || t.is("{") {
			return e.loop(i, end)
		}
		return i + 1
	case rWords:
		return e.loop(i, end)
	case rConst:
		if t.text == "@isomorphic" && toks[i+1].is("=") {
			e.t.Isomorphic = !toks[i+2].id("false")
		} else if toks[i+1].is("=") {
			if v, _, ok := e.value(i + 2); ok {
				e.vars[t.text] = v
			}
		} else if toks[i+1].is(".") && toks[i+2].id("each") {
			return e.loop(i, end)
		}
		return e.skip(i, end)
	case rIdent:
	default:
		return e.skip(i, end)
	}
	if toks[i+1].is("=") {
		if v, _, ok := e.value(i + 2); ok {
			e.vars[t.text] = v
		} else if toks[i+2].kind == rIdent {
			return e.statement(i+2, end) // check = newparam(...)
		}
		return e.skip(i, end)
	}
	if toks[i+1].is(".") && toks[i+2].id("each") {
		return e.loop(i, end)
	}
	if t.text == "self" && toks[i+1].is(".") && toks[i+2].kind == rIdent {
		i += 2
		t = &toks[i]
	}
	switch t.text {
	case "def":
		name, _, _ := e.f.defHead(i)
		if e.methods == nil {
			e.methods = map[string]bool{}
		}
		e.methods[name] = true
		return e.f.blockEnd(i) + 1
	case "newparam", "newproperty":
		args, block := e.call(i + 1)
		if len(args) > 0 {
			e.declare(t.text == "newproperty", args, block)
		}
		return e.skip(i, end)
	case "ensurable":
		e.property("ensure")
		return e.skip(i, end)
	case "if", "unless", "begin", "case", "when", "else", "elsif", "end", "then", "rescue", "ensure":
		if t.text == "if" || t.text == "unless" || t.text == "case" || t.text == "when" || t.text == "elsif" || t.text == "rescue" {
			for i < end && toks[i].kind != rNewline {
				i++
			}
		}
		return i + 1
	case "class", "module":
		return e.f.blockEnd(i) + 1
	}
	if d, ok := e.method(t.text); ok {
		args, _ := e.call(i + 1)
		e.invoke(d, args)
	}
	return e.skip(i, end)
}

// skip gives the first token after the statement at i, with its blocks.
func (e *typeScanner) skip(i, end int) int {
	for i < end {
		t := &e.f.toks[i]
		switch {
		case t.kind == rNewline:
			return i + 1
		case t.opens || t.is("(") || t.is("[") || t.is("{"):
			i = e.f.blockEnd(i)
		}
		i++
	}
	return i
}

// method finds a method of the type or of a required file.
func (e *typeScanner) method(name string) (rubyDef, bool) {
	if d, ok := e.f.defs[name]; ok {
		return d, true
	}
	if !e.asked {
		e.asked = true
		e.required = e.reader.required(e.lib, e.f)
	}
	for _, f := range e.required {
		if d, ok := f.defs[name]; ok {
			return d, true
		}
	}
	return rubyDef{}, false
}

// invoke runs a method that may declare attributes.
func (e *typeScanner) invoke(d rubyDef, args []any) {
	f, vars := e.f, e.vars
	e.f, e.vars = d.file, map[string]any{}
	for i, p := range d.params {
		if i < len(args) {
			e.vars[p] = args[i]
		}
	}
	e.scan(d.start, d.end)
	e.f, e.vars = f, vars
}

// loop runs `LIST.each do |x| ... end`.
func (e *typeScanner) loop(i, end int) int {
	v, next, ok := e.value(i)
	toks := e.f.toks
	if !ok || !toks[next].is(".") || !strings.HasPrefix(toks[next+1].text, "each") {
		return e.skip(i, end)
	}
	block := next + 2
	if !toks[block].id("do") && !toks[block].is("{") {
		return e.skip(i, end)
	}
	stop := e.f.blockEnd(block)
	names, body := e.blockParams(block)
	list, _ := v.([]any)
	for _, x := range list {
		switch x := x.(type) {
		case pair:
			e.bind(names, x.key, x.value)
		case []any:
			if len(names) > 1 {
				e.bind(names, x...)
			} else {
				e.bind(names, x)
			}
		default:
			e.bind(names, x)
		}
		e.scan(body, stop)
	}
	return stop + 1
}

func (e *typeScanner) bind(names []string, vs ...any) {
	for i, n := range names {
		if i < len(vs) {
			e.vars[n] = vs[i]
		} else {
			e.vars[n] = nil
		}
	}
}

// blockParams reads `|a, b|` after the opening of a block.
func (e *typeScanner) blockParams(block int) (names []string, body int) {
	i := block + 1
	if !e.f.toks[i].is("|") {
		return nil, i
	}
	for i++; !e.f.toks[i].is("|") && e.f.toks[i].kind != rEOF; i++ {
		if e.f.toks[i].kind == rIdent {
			names = append(names, e.f.toks[i].text)
		}
	}
	return names, i + 1
}

// call reads the arguments at i, with or without parentheses, and finds the
// block: the place of its `do` or `{`, or -1.
func (e *typeScanner) call(i int) (args []any, block int) {
	toks := e.f.toks
	paren := toks[i].is("(")
	stop := i
	if paren {
		stop = e.f.blockEnd(i)
		i++
	} else {
		for {
			t := &toks[stop]
			if t.kind == rNewline || t.kind == rEOF || t.id("do") {
				break
			}
			if t.is("{") && (stop == i || stop > i && !toks[stop-1].is(",") && !toks[stop-1].is("=>") && toks[stop-1].kind != rLabel) {
				break
			}
			if t.opens || t.is("(") || t.is("[") || t.is("{") {
				stop = e.f.blockEnd(stop)
			}
			stop++
		}
	}
	for i < stop {
		v, next, _ := e.entry(i, stop)
		args = append(args, v)
		if i = next; i < stop {
			i++ // the comma
		}
	}
	if paren {
		stop++
	}
	if toks[stop].id("do") || toks[stop].is("{") {
		return args, stop
	}
	return args, -1
}

// entry reads an element of a list that ends at stop: a value or a pair; next is
// the place of the comma or stop.
func (e *typeScanner) entry(i, stop int) (v any, next int, ok bool) {
	toks := e.f.toks
	if toks[i].kind == rLabel {
		key := symbol(toks[i].text)
		v, next, ok = e.value(i + 1)
		v = pair{key, v}
	} else {
		v, next, ok = e.value(i)
		if toks[next].is("=>") && next < stop {
			key := v
			v, next, ok = e.value(next + 1)
			v = pair{key, v}
		}
	}
	// what was not understood goes on to the comma
	for next < stop && !toks[next].is(",") {
		t := &toks[next]
		if t.opens || t.is("(") || t.is("[") || t.is("{") {
			next = e.f.blockEnd(next)
		}
		next++
		ok = false
	}
	return v, next, ok
}

// declare adds the attribute that newparam or newproperty declares.
func (e *typeScanner) declare(property bool, args []any, block int) {
	name := strings.ToLower(text(args[0]))
	if name == "" {
		return
	}
	if property {
		e.property(name)
		return
	}
	namevar := name == "name"
	for _, a := range args[1:] {
		if p, ok := a.(pair); ok && text(p.key) == "namevar" && p.value != nil && p.value != false {
			namevar = true
		}
	}
	if block >= 0 && e.callsIsnamevar(block) {
		namevar = true
	}
	e.parameter(name, namevar)
}

// callsIsnamevar reports whether isnamevar is called in the block itself.
func (e *typeScanner) callsIsnamevar(block int) bool {
	end := e.f.blockEnd(block)
	for i := block + 1; i < end; i++ {
		t := &e.f.toks[i]
		if t.id("isnamevar") && !t.opens {
			return true
		}
		if t.opens || t.is("(") || t.is("[") || t.is("{") {
			i = e.f.blockEnd(i)
		}
	}
	return false
}

func (e *typeScanner) parameter(name string, namevar bool) {
	for _, p := range e.t.Parameters {
		if p == name {
			return
		}
	}
	e.t.Parameters = append(e.t.Parameters, name)
	if namevar {
		e.t.Namevars = append(e.t.Namevars, name)
	}
}

func (e *typeScanner) property(name string) {
	if e.t.IsProperty(name) {
		return
	}
	if name == "ensure" {
		e.t.Properties = append([]string{name}, e.t.Properties...)
	} else {
		e.t.Properties = append(e.t.Properties, name)
	}
}

// finish adds what Puppet adds after the block has run.
// puppet: metatype/manager.rb, newtype
func (e *typeScanner) finish() {
	if e.methods["exists?"] && e.methods["create"] && e.methods["destroy"] {
		e.property("ensure")
	}
	if e.reader.hasProviders(e.t.Name) {
		e.parameter("provider", false)
	}
	if e.methods["title_patterns"] {
		d := e.f.defs["title_patterns"]
		if err := e.patterns(d); err != nil {
			e.t.Problem = err.Error()
		}
	}
}

// patterns evaluates the body of title_patterns.
func (e *typeScanner) patterns(d rubyDef) error {
	vars := e.vars
	defer func() { e.vars = vars }()
	e.vars = map[string]any{}
	var last any
	known := false
	for i := d.start; i < d.end; {
		t := &e.f.toks[i]
		switch {
		case t.kind == rNewline:
			i++
			continue
		case t.kind == rIdent && e.f.toks[i+1].is("="):
			if v, _, ok := e.value(i + 2); ok {
				e.vars[t.text] = v
			}
		case t.id("return"):
			last, _, known = e.value(i + 1)
		default:
			last, _, known = e.value(i)
		}
		i = e.skip(i, d.end)
	}
	if !known {
		return fmt.Errorf("title_patterns is computed in a way that is not understood")
	}
	list, ok := last.([]any)
	if !ok {
		return fmt.Errorf("title_patterns gives no array")
	}
	out := []Pattern{}
	for _, x := range list {
		p, err := pattern(x)
		if err != nil {
			return err
		}
		out = append(out, p)
	}
	e.t.Patterns = out
	return nil
}

// pattern reads [regexp, [[:name], [:other, lambda]]].
func pattern(x any) (Pattern, error) {
	row, _ := x.([]any)
	if len(row) != 2 {
		return Pattern{}, fmt.Errorf("a title pattern is not a pair")
	}
	re, ok := row[0].(rubyRegexp)
	if !ok {
		return Pattern{}, fmt.Errorf("a title pattern has no regexp")
	}
	p := Pattern{Source: re.source, Options: re.opts}
	groups, _ := row[1].([]any)
	for _, g := range groups {
		name := text(g)
		if l, ok := g.([]any); ok && len(l) > 0 {
			name = text(l[0])
			if len(l) > 1 {
				if f, ok := l[1].(lambda); l[1] != nil && (!ok || !f.identity) {
					return Pattern{}, fmt.Errorf("a title pattern changes its group with Ruby code")
				}
			}
		}
		if name == "" {
			return Pattern{}, fmt.Errorf("a title pattern has a group without a name")
		}
		p.Names = append(p.Names, name)
	}
	return p, nil
}
