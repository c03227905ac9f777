package grammar

import (
	"fmt"
	"strconv"
	"strings"

	"bunraku/grammar/source"
)

// Tree is a node with all that it is made of, one a line, each with its kind,
// the place at which errors about it are reported, and its span:
//
//	Assignment 1:4 [1:1-1:7] =
//	  Variable 1:1 [1:1-1:3] "x"
//	  LiteralInteger 1:6 [1:6-1:7] 1
func Tree(file *source.File, n Node) string {
	var b strings.Builder
	var write func(Node, int)
	write = func(n Node, depth int) {
		span := n.Span()
		fmt.Fprintf(&b, "%*s%s %d:%d [%d:%d-%d:%d]", 2*depth, "", strings.TrimPrefix(fmt.Sprintf("%T", n), "*grammar."),
			file.Line(n.At()), file.Column(n.At()),
			file.Line(span.Start), file.Column(span.Start), file.Line(span.End), file.Column(span.End))
		if d := detail(n); d != "" {
			b.WriteByte(' ')
			b.WriteString(d)
		}
		b.WriteByte('\n')
		Children(n, func(c Node) { write(c, depth+1) })
	}
	write(n, 0)
	return b.String()
}

// detail is what a node says besides what it is made of.
func detail(n Node) string {
	switch n := n.(type) {
	case *LiteralBoolean:
		return strconv.FormatBool(n.Value)
	case *LiteralInteger, *LiteralFloat:
		return PN(n)
	case *LiteralString:
		return strconv.Quote(n.Value)
	case *LiteralRegexp:
		return "/" + n.Source + "/"
	case *HeredocExpression:
		return n.Syntax
	case *QualifiedName:
		return n.Name
	case *QualifiedReference:
		return n.Name
	case *ReservedWord:
		return n.Word
	case *Variable:
		return strconv.Quote(n.Name)
	case *Arithmetic:
		return n.Op.String()
	case *Comparison:
		return n.Op.String()
	case *Match:
		return n.Op.String()
	case *Assignment:
		return n.Op.String()
	case *Relationship:
		return n.Op.String()
	case *CallNamed:
		if !n.RValue {
			return "statement"
		}
	case *Parameter:
		if n.CapturesRest {
			return "*$" + n.Name
		}
		return "$" + n.Name
	case *ResourceExpression:
		return formText[n.Form]
	case *ResourceDefaults:
		return formText[n.Form]
	case *ResourceOverride:
		return formText[n.Form]
	case *AttributeOperation:
		return n.Name + " " + n.Op.String()
	case *HostClass:
		if n.Parent != "" {
			return n.Name + " inherits " + n.Parent
		}
		return n.Name
	case *ResourceTypeDefinition:
		return n.Name
	case *FunctionDefinition:
		return n.Name
	case *TypeAlias:
		return n.Name
	case *TypeDefinition:
		return n.Name
	case *RenderString:
		return strconv.Quote(n.Value)
	}
	return ""
}

var formText = [...]string{FormRegular: "", FormVirtual: "virtual", FormExported: "exported"}
