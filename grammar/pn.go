package grammar

import (
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

type pnWriter struct{ b []byte }

func (w *pnWriter) text(s string) { w.b = append(w.b, s...) }

// call writes (name arg ...).
func (w *pnWriter) call(name string, args ...Node) {
	w.b = append(w.b, '(')
	w.text(name)
	for _, a := range args {
		w.b = append(w.b, ' ')
		w.node(a)
	}
	w.b = append(w.b, ')')
}

// callList writes (name elem ...).
func callList[N Node](w *pnWriter, name string, list []N) {
	w.b = append(w.b, '(')
	w.text(name)
	for _, n := range list {
		w.b = append(w.b, ' ')
		w.node(n)
	}
	w.b = append(w.b, ')')
}

// list writes [elem ...].
func list[N Node](w *pnWriter, list []N) {
	w.b = append(w.b, '[')
	for i, n := range list {
		if i > 0 {
			w.b = append(w.b, ' ')
		}
		w.node(n)
	}
	w.b = append(w.b, ']')
}

// key writes the key of a map's entry; the first one has no blank before it.
func (w *pnWriter) key(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ' ')
	}
	w.b = append(w.b, ':')
	w.text(name)
	w.b = append(w.b, ' ')
}

// open begins a call whose only argument is a map; close ends it.
func (w *pnWriter) open(name string) {
	w.b = append(w.b, '(')
	w.text(name)
	w.b = append(w.b, " {"...)
}

func (w *pnWriter) close() { w.b = append(w.b, "})"...) }

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
	w.b = append(w.b, '[')
	w.node(body)
	w.b = append(w.b, ']')
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
	w.b = append(w.b, '{')
	for _, p := range params {
		w.key(p.Name)
		w.b = append(w.b, '{')
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
		w.b = append(w.b, '}')
	}
	w.b = append(w.b, '}')
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

func (w *pnWriter) form(f ResourceForm) {
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

func (w *pnWriter) word(name string, arg string) {
	w.b = append(w.b, '(')
	w.text(name)
	w.b = append(w.b, ' ')
	w.str(arg)
	w.b = append(w.b, ')')
}

// node writes a node. The cases are in the order of nodes.go.
func (w *pnWriter) node(n Node) {
	switch n := n.(type) {
	case nil:
		w.text("(nop)")
	case *Program:
		w.node(n.Body)
	case *Nop:
		w.text("(nop)")
	case *LiteralUndef:
		w.text("nil")
	case *LiteralDefault:
		w.text("(default)")
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
		if n.keyword { // the name of the token is no string in Puppet
			w.text("(var " + n.Name + ")")
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
		w.text("(access ")
		w.node(n.Left)
		for _, k := range n.Keys {
			w.b = append(w.b, ' ')
			w.node(k)
		}
		w.b = append(w.b, ')')
	case *NamedAccess:
		w.call(".", n.Left, n.Right)
	case *Selector:
		w.text("(? ")
		w.node(n.Left)
		w.b = append(w.b, ' ')
		list(w, n.Entries)
		w.b = append(w.b, ')')
	case *SelectorEntry:
		w.call("=>", n.Match, n.Value)
	case *Block:
		callList(w, "block", n.Statements)
	case *If:
		w.conditional("if", n.Test, n.Then, n.Else)
	case *Unless:
		w.conditional("unless", n.Test, n.Then, n.Else)
	case *Case:
		w.text("(case ")
		w.node(n.Test)
		w.b = append(w.b, ' ')
		list(w, n.Options)
		w.b = append(w.b, ')')
	case *CaseOption:
		w.b = append(w.b, '{')
		w.key("when")
		list(w, n.Values)
		w.statements("then", n.Then)
		w.b = append(w.b, '}')
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
		w.params([]*Parameter{n})
	case *ResourceExpression:
		w.open("resource")
		w.entry("type", n.Type)
		w.key("bodies")
		list(w, n.Bodies)
		w.form(n.Form)
		w.close()
	case *ResourceBody:
		w.b = append(w.b, '{')
		w.entry("title", n.Title)
		w.operations(n.Ops)
		w.b = append(w.b, '}')
	case *ResourceDefaults:
		w.open("resource-defaults")
		w.entry("type", n.Type)
		w.operations(n.Ops)
		w.form(n.Form)
		w.close()
	case *ResourceOverride:
		w.open("resource-override")
		w.entry("resources", n.Resources)
		w.operations(n.Ops)
		w.form(n.Form)
		w.close()
	case *AttributeOperation:
		w.b = append(w.b, '(')
		w.text(n.Op.String())
		w.b = append(w.b, ' ')
		w.str(n.Name)
		w.b = append(w.b, ' ')
		w.node(n.Value)
		w.b = append(w.b, ')')
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
		w.text("(" + name + ")")
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
		w.b = append(w.b, "(type-alias "...)
		w.str(n.Name)
		w.b = append(w.b, ' ')
		w.node(n.Type)
		w.b = append(w.b, ')')
	case *TypeMapping:
		w.call("type-mapping", n.Type, n.Mapping)
	case *TypeDefinition:
		w.b = append(w.b, "(type-definition "...)
		w.str(n.Name)
		w.b = append(w.b, ' ')
		if n.Parent == "" {
			w.text("nil")
		} else {
			w.str(n.Parent)
		}
		w.b = append(w.b, ' ')
		w.node(n.Body)
		w.b = append(w.b, ')')
	case *Epp:
		// A template is a lambda around its body.
		w.open("lambda")
		w.params(n.Params)
		w.key("body")
		w.b = append(w.b, '[')
		switch b := n.Body.(type) {
		case *Block:
			callList(w, "epp", b.Statements)
		default:
			w.text("(epp)")
		}
		w.b = append(w.b, ']')
		w.close()
	case *RenderString:
		w.word("render-s", n.Value)
	case *RenderExpression:
		w.call("render", n.Expr)
	default:
		w.text("(nop)")
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
