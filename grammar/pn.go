package grammar

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// PN is the Puppet Extended S-Expression Notation of a node on one line, as
// `puppet parser dump --format pn` prints it.
//
// puppet: pops/model/pn_transformer.rb, pops/pn.rb
func PN(n Node) string { return string(AppendPN(nil, n)) }

// AppendPN appends the notation of a node.
func AppendPN(b []byte, n Node) []byte {
	w := pnWriter{b: b}
	w.node(n)
	return w.b
}

// PrettyPN is [PN] on many lines, as with the option --pretty of Puppet.
func PrettyPN(n Node) string {
	w := pnWriter{form: pnPretty}
	w.node(n)
	return string(w.b)
}

// JSON is the notation as JSON: a call is {"^": [name, argument...]}, a map is
// {"#": [key, value...]}.
//
// puppet: pops/pn.rb, to_data
func JSON(n Node) []byte {
	w := pnWriter{form: pnJSON}
	w.node(n)
	return w.b
}

// pnForm is how the notation is spelt.
type pnForm uint8

const (
	pnLine pnForm = iota
	pnPretty
	pnJSON
)

// pnWriter writes the calls, lists, maps and literals of which the notation is made.
type pnWriter struct {
	b     []byte
	form  pnForm
	depth int
}

func (w *pnWriter) text(s string) { w.b = append(w.b, s...) }

// next parts an element from what stands before it.
func (w *pnWriter) next(first bool) {
	switch {
	case w.form == pnJSON && !first:
		w.b = append(w.b, ',')
	case w.form == pnPretty:
		w.b = append(w.b, '\n')
		for range w.depth {
			w.text("  ")
		}
	case w.form == pnLine && !first:
		w.b = append(w.b, ' ')
	}
}

// begin starts (name arg ...) and end ends it. Each argument needs a next(false).
func (w *pnWriter) begin(name string) {
	w.depth++
	if w.form == pnJSON {
		w.text(`{"^":[`)
		w.str(name)
		return
	}
	w.b = append(w.b, '(')
	w.text(name)
}

func (w *pnWriter) end() {
	w.depth--
	if w.form == pnJSON {
		w.text("]}")
		return
	}
	w.b = append(w.b, ')')
}

// beginMap starts a map and endMap ends it; key starts an entry.
func (w *pnWriter) beginMap() {
	w.depth++
	if w.form == pnJSON {
		w.text(`{"#":[`)
		return
	}
	w.b = append(w.b, '{')
}

func (w *pnWriter) key(name string) {
	last := w.b[len(w.b)-1]
	w.next(last == '{' || w.form == pnJSON && last == '[')
	if w.form == pnJSON {
		w.str(name)
		w.b = append(w.b, ',')
		return
	}
	w.b = append(w.b, ':')
	w.text(name)
	w.b = append(w.b, ' ')
}

func (w *pnWriter) endMap() {
	w.depth--
	if w.form == pnJSON {
		w.text("]}")
		return
	}
	w.b = append(w.b, '}')
}

// call writes (name arg ...).
func (w *pnWriter) call(name string, args ...Node) {
	w.begin(name)
	for _, a := range args {
		w.next(false)
		w.node(a)
	}
	w.end()
}

// word writes (name "arg").
func (w *pnWriter) word(name, arg string) {
	w.begin(name)
	w.next(false)
	w.str(arg)
	w.end()
}

// callList writes (name elem ...).
func callList[N Node](w *pnWriter, name string, list []N) {
	w.begin(name)
	for _, n := range list {
		w.next(false)
		w.node(n)
	}
	w.end()
}

// list writes [elem ...].
func list[N Node](w *pnWriter, list []N) {
	w.b = append(w.b, '[')
	w.depth++
	for i, n := range list {
		w.next(i == 0)
		w.node(n)
	}
	w.depth--
	w.b = append(w.b, ']')
}

// callWithList writes (name arg [elem ...]).
func callWithList[N Node](w *pnWriter, name string, arg Node, elems []N) {
	w.begin(name)
	w.next(false)
	w.node(arg)
	w.next(false)
	list(w, elems)
	w.end()
}

// open begins a call whose only argument is a map; close ends it.
func (w *pnWriter) open(name string) {
	w.begin(name)
	w.next(false)
	w.beginMap()
}

func (w *pnWriter) close() {
	w.endMap()
	w.end()
}

func (w *pnWriter) entry(name string, n Node) {
	w.key(name)
	w.node(n)
}

// statements writes the statements of a body as a list.
func (w *pnWriter) statements(name string, body Expr) {
	w.key(name)
	if b, ok := body.(*Block); ok {
		list(w, b.Statements)
		return
	}
	list(w, []Expr{body})
}

// body writes the statements of a body if there are any.
func (w *pnWriter) body(name string, body Expr) {
	if _, empty := body.(*Nop); body != nil && !empty {
		w.statements(name, body)
	}
}

func (w *pnWriter) params(params []*Parameter) {
	if len(params) == 0 {
		return
	}
	w.key("params")
	w.beginMap()
	for _, p := range params {
		w.key(p.Name)
		w.beginMap()
		w.param(p)
		w.endMap()
	}
	w.endMap()
}

// param writes what a parameter has besides its name.
func (w *pnWriter) param(p *Parameter) {
	if p.Type != nil {
		w.entry("type", p.Type)
	}
	if p.CapturesRest {
		w.key("splat")
		w.text("true")
	}
	if p.Default != nil {
		w.entry("value", p.Default)
	}
}

func (w *pnWriter) named(kind, name, parent string, params []*Parameter, body, returns Expr) {
	w.open(kind)
	w.key("name")
	w.str(name)
	if parent != "" {
		w.key("parent")
		w.str(parent)
	}
	w.params(params)
	w.body("body", body)
	if returns != nil {
		w.entry("returns", returns)
	}
	w.close()
}

func (w *pnWriter) conditional(name string, test, then, otherwise Expr) {
	w.open(name)
	w.entry("test", test)
	w.body("then", then)
	w.body("else", otherwise)
	w.close()
}

func (w *pnWriter) invocation(rvalue bool, name, statement string, functor Expr, args []Expr, lambda *Lambda) {
	if !rvalue {
		name = statement
	}
	w.open(name)
	w.entry("functor", functor)
	w.key("args")
	list(w, args)
	if lambda != nil {
		w.entry("block", lambda)
	}
	w.close()
}

func (w *pnWriter) resourceForm(f ResourceForm) {
	switch f {
	case FormVirtual:
		w.key("form")
		w.str("virtual")
	case FormExported:
		w.key("form")
		w.str("exported")
	}
}

func (w *pnWriter) operations(ops []Operation) {
	w.key("ops")
	list(w, ops)
}

// node writes a node. The cases are in the order of nodes.go.
func (w *pnWriter) node(n Node) {
	switch n := n.(type) {
	case nil:
		w.call("nop")
	case *Program:
		w.node(n.Body)
	case *Nop:
		w.call("nop")
	case *LiteralUndef:
		w.null()
	case *LiteralDefault:
		w.call("default")
	case *LiteralBoolean:
		w.b = strconv.AppendBool(w.b, n.Value)
	case *LiteralInteger:
		w.integer(n, false)
	case *LiteralFloat:
		w.text(formatFloat(n.Value))
	case *LiteralString:
		w.str(n.Value)
	case *LiteralRegexp:
		w.word("regexp", regexpText(n.Source))
	case *LiteralList:
		callList(w, "array", n.Values)
	case *LiteralHash:
		callList(w, "hash", n.Entries)
	case *KeyedEntry:
		w.call("=>", n.Key, n.Value)
	case *TitledHash:
		callList(w, "titled-hash", n.Bodies)
	case *ConcatenatedString:
		callList(w, "concat", n.Segments)
	case *TextExpression:
		w.call("str", n.Expr)
	case *HeredocExpression:
		w.open("heredoc")
		if n.Syntax != "" {
			w.key("syntax")
			w.str(n.Syntax)
		}
		w.entry("text", n.Text)
		w.close()
	case *QualifiedName:
		w.word("qn", n.Name)
	case *QualifiedReference:
		w.word("qr", n.Name)
	case *ReservedWord:
		w.word("reserved", n.Word)
	case *Variable:
		if n.bare { // the name of the token is no string in Puppet
			w.begin("var")
			w.next(false)
			w.text(n.Name)
			w.end()
			return
		}
		w.word("var", n.Name)
	case *Arithmetic:
		w.call(n.Op.String(), n.Left, n.Right)
	case *Comparison:
		w.call(n.Op.String(), n.Left, n.Right)
	case *Match:
		w.call(n.Op.String(), n.Left, n.Right)
	case *In:
		w.call("in", n.Left, n.Right)
	case *And:
		w.call("and", n.Left, n.Right)
	case *Or:
		w.call("or", n.Left, n.Right)
	case *Not:
		w.call("!", n.Expr)
	case *UnaryMinus:
		switch e := n.Expr.(type) {
		case *LiteralInteger:
			w.integer(e, true)
		case *LiteralFloat:
			w.text(formatFloat(-e.Value))
		default:
			w.call("-", n.Expr)
		}
	case *Unfold:
		w.call("unfold", n.Expr)
	case *Parenthesized:
		w.call("paren", n.Expr)
	case *Assignment:
		w.call(n.Op.String(), n.Left, n.Right)
	case *Relationship:
		w.call(n.Op.String(), n.Left, n.Right)
	default:
		w.construct(n)
	}
}

// construct writes what is no literal, name or operator.
func (w *pnWriter) construct(n Node) {
	switch n := n.(type) {
	case *Access:
		w.begin("access")
		w.next(false)
		w.node(n.Left)
		for _, k := range n.Keys {
			w.next(false)
			w.node(k)
		}
		w.end()
	case *NamedAccess:
		w.call(".", n.Left, n.Right)
	case *Selector:
		callWithList(w, "?", n.Left, n.Entries)
	case *SelectorEntry:
		w.call("=>", n.Match, n.Value)
	case *Block:
		callList(w, "block", n.Statements)
	case *If:
		w.conditional("if", n.Test, n.Then, n.Else)
	case *Unless:
		w.conditional("unless", n.Test, n.Then, n.Else)
	case *Case:
		callWithList(w, "case", n.Test, n.Options)
	case *CaseOption:
		w.beginMap()
		w.key("when")
		list(w, n.Values)
		w.statements("then", n.Then)
		w.endMap()
	case *CallNamed:
		w.invocation(n.RValue, "call", "invoke", n.Functor, n.Args, n.Lambda)
	case *CallMethod:
		w.invocation(n.RValue, "call-method", "invoke-method", n.Functor, n.Args, n.Lambda)
	case *Lambda:
		w.open("lambda")
		w.params(n.Params)
		if n.Return != nil {
			w.entry("returns", n.Return)
		}
		w.body("body", n.Body)
		w.close()
	case *Parameter:
		w.open("param")
		w.key("name")
		w.str(n.Name)
		w.param(n)
		w.close()
	case *ResourceExpression:
		w.open("resource")
		w.entry("type", n.Type)
		w.key("bodies")
		list(w, n.Bodies)
		w.resourceForm(n.Form)
		w.close()
	case *ResourceBody:
		w.beginMap()
		w.entry("title", n.Title)
		w.operations(n.Ops)
		w.endMap()
	case *ResourceDefaults:
		w.open("resource-defaults")
		w.entry("type", n.Type)
		w.operations(n.Ops)
		w.resourceForm(n.Form)
		w.close()
	case *ResourceOverride:
		w.open("resource-override")
		w.entry("resources", n.Resources)
		w.operations(n.Ops)
		w.resourceForm(n.Form)
		w.close()
	case *AttributeOperation:
		w.begin(n.Op.String())
		w.next(false)
		w.str(n.Name)
		w.next(false)
		w.node(n.Value)
		w.end()
	case *AttributesOperation:
		w.call("splat-hash", n.Expr)
	case *Collect:
		w.open("collect")
		w.entry("type", n.Type)
		w.entry("query", n.Query)
		if len(n.Ops) > 0 {
			w.operations(n.Ops)
		}
		w.close()
	case *VirtualQuery:
		w.query("virtual-query", n.Expr)
	case *ExportedQuery:
		w.query("exported-query", n.Expr)
	default:
		w.definition(n)
	}
}

func (w *pnWriter) query(name string, e Expr) {
	if _, empty := e.(*Nop); empty || e == nil {
		w.call(name)
		return
	}
	w.call(name, e)
}

// definition writes definitions and the parts of templates.
func (w *pnWriter) definition(n Node) {
	switch n := n.(type) {
	case *HostClass:
		w.named("class", n.Name, n.Parent, n.Params, n.Body, nil)
	case *ResourceTypeDefinition:
		w.named("define", n.Name, "", n.Params, n.Body, nil)
	case *FunctionDefinition:
		w.named("function", n.Name, "", n.Params, n.Body, n.Return)
	case *NodeDefinition:
		w.open("node")
		w.key("matches")
		list(w, n.Matches)
		if n.Parent != nil {
			w.entry("parent", n.Parent)
		}
		w.body("body", n.Body)
		w.close()
	case *TypeAlias:
		w.begin("type-alias")
		w.next(false)
		w.str(n.Name)
		w.next(false)
		w.node(n.Type)
		w.end()
	case *TypeMapping:
		w.call("type-mapping", n.Type, n.Mapping)
	case *TypeDefinition:
		w.begin("type-definition")
		w.next(false)
		w.str(n.Name)
		w.next(false)
		if n.Parent == "" {
			w.null()
		} else {
			w.str(n.Parent)
		}
		w.next(false)
		w.node(n.Body)
		w.end()
	case *Epp:
		// A template is a lambda around its body.
		w.open("lambda")
		w.params(n.Params)
		w.key("body")
		w.b = append(w.b, '[')
		w.depth++
		w.next(true)
		if b, ok := n.Body.(*Block); ok {
			callList(w, "epp", b.Statements)
		} else {
			w.call("epp")
		}
		w.depth--
		w.b = append(w.b, ']')
		w.close()
	case *RenderString:
		w.word("render-s", n.Value)
	case *RenderExpression:
		w.call("render", n.Expr)
	default:
		w.call("nop")
	}
}

func (w *pnWriter) integer(n *LiteralInteger, negative bool) {
	sign := ""
	if negative && (n.Big != nil || n.Value != 0) {
		sign = "-"
	}
	digits := strconv.FormatInt(n.Value, 10)
	if n.Big != nil {
		digits = n.Big.String()
	}
	if n.Radix == 10 || negative {
		w.text(sign + digits)
		return
	}
	w.open("int")
	w.key("radix")
	w.b = strconv.AppendInt(w.b, int64(n.Radix), 10)
	w.key("value")
	w.text(digits)
	w.close()
}

// regexpText is a regular expression as Puppet shows it: Ruby pins one with
// characters beyond ASCII to its encoding, which counts as an option.
//
// puppet: pops/types/types.rb, append_flags_group
func regexpText(source string) string {
	for i := 0; i < len(source); i++ {
		if source[i] >= utf8.RuneSelf {
			return "(?-imx:" + source + ")"
		}
	}
	return source
}

func (w *pnWriter) null() {
	if w.form == pnJSON {
		w.text("null")
		return
	}
	w.text("nil")
}

// str writes a string in double quotes.
func (w *pnWriter) str(s string) {
	w.b = append(w.b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		w.b = append(w.b, s[from:i]...)
		from = i + 1
		switch c {
		case '\t':
			w.text(`\t`)
		case '\n':
			w.text(`\n`)
		case '\r':
			w.text(`\r`)
		case '"', '\\':
			w.b = append(w.b, '\\', c)
		default:
			if w.form == pnJSON {
				w.b = fmt.Appendf(w.b, `\u%04x`, c)
				continue
			}
			w.b = append(w.b, '\\', 'o', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		}
	}
	w.b = append(w.b, s[from:]...)
	w.b = append(w.b, '"')
}

// formatFloat writes a float as Ruby's Float#to_s does.
func formatFloat(f float64) string {
	if f == 0 {
		if math.Signbit(f) {
			return "-0.0"
		}
		return "0.0"
	}
	if a := math.Abs(f); a >= 1e-4 && a < 1e16 {
		s := strconv.FormatFloat(f, 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exp, _ := strings.Cut(s, "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	return mantissa + "e" + exp
}
