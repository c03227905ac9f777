package validate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Manifests that are grammatical for the most part, with every construct in every
// place: most of what mutations of tokens make ends in the grammar, these reach
// the validation.
func TestConformanceGenerated(t *testing.T) {
	conformance(t)
	g := &generator{rand.New(rand.NewPCG(conformanceSeed(), 4))}
	var requests []request
	for len(requests) < conformanceCount(6000) {
		r := request{File: "generated.pp", Code: g.statements(3)}
		switch g.IntN(12) {
		case 0:
			r.ModulePath, r.File = "/m", g.pick("/m/a/manifests/init.pp", "/m/a/manifests/b.pp", "/m/a/functions/f.pp", "/m/a/x/y.pp")
		case 1:
			r.File = "generated.epp"
			r.Code = g.template()
		case 2:
			r.Strict = g.pick("off", "error")
		case 3:
			r.Code = "$x = @(HEREDOC_END:" + g.pick("pp", "pp", "epp", "x+pp") + ")\n" + r.Code + "\n| HEREDOC_END\n" + g.statement(1)
		}
		requests = append(requests, r)
	}
	compare(t, requests)
}

type generator struct{ *rand.Rand }

func (g *generator) pick(of ...string) string { return of[g.IntN(len(of))] }

// some makes up to n parts, joined.
func (g *generator) some(n int, separator string, part func() string) string {
	var parts []string
	for range g.IntN(n + 1) {
		parts = append(parts, part())
	}
	return strings.Join(parts, separator)
}

func (g *generator) name() string {
	return g.pick("a", "b", "a::b", "a::b", "c", "notice", "include", "plan", "integer", "a-b", "::a", "_a", "attr", "x1")
}

func (g *generator) typeName() string {
	return g.pick("File", "Notify", "Integer", "A::B", "Plan", "Runtime", "String", "Object", "::A", "Class")
}

func (g *generator) variable() string {
	return "$" + g.pick("a", "b", "a::b", "::a", "Ab", "_a", "_a::b", "0", "1", "01", "12", "a::_b", "x", "title", "name")
}

func (g *generator) typeExpr(depth int) string {
	t := g.typeName()
	if depth > 0 && g.IntN(3) == 0 {
		t += "[" + g.expr(depth-1) + g.pick("", ", "+g.expr(depth-1)) + "]"
	}
	return t
}

func (g *generator) literal() string {
	return g.pick("1", "2.5", "'a'", "'b/c'", `"d"`, "true", "undef", "default", "/x/", "abc", "a", "16", "0x10",
		"9223372036854775808", "9223372036854775807", "''", "1.0e30", "attr", "private", "site")
}

func (g *generator) expr(depth int) string {
	if depth <= 0 {
		return g.pick(g.literal(), g.literal(), g.variable(), g.name(), g.typeName())
	}
	e := func() string { return g.expr(depth - 1) }
	switch g.IntN(26) {
	case 0, 1:
		return e() + g.pick(" + ", " - ", " * ", " / ", " % ", " << ", " >> ") + e()
	case 2:
		return e() + g.pick(" == ", " != ", " < ", " > ", " <= ", " >= ") + e()
	case 3:
		return e() + g.pick(" =~ ", " !~ ", " in ") + e()
	case 4:
		return e() + g.pick(" and ", " or ") + e()
	case 5:
		return g.pick("!", "-", "*", "- ", "! ") + e()
	case 6, 7:
		return "(" + e() + ")"
	case 8:
		return "(" + g.statement(depth-1) + ")"
	case 9:
		return "[" + g.some(3, ", ", e) + "]"
	case 10, 11:
		return "{ " + g.some(4, ", ", func() string { return g.expr(depth/2) + " => " + e() }) + " }"
	case 12:
		return e() + "[" + e() + "]"
	case 13:
		return e() + " ? { " + g.some(3, ", ", func() string { return g.pick(e(), e(), "default") + " => " + e() }) + " }"
	case 14:
		return g.name() + "(" + g.some(2, ", ", e) + ")" + g.lambda(depth-1)
	case 15:
		return e() + "." + g.name() + g.lambda(depth-1)
	case 16:
		return e() + " = " + e()
	case 17:
		return g.variable() + g.pick(" = ", " = ", " += ", " -= ") + e()
	case 18:
		return `"p${` + e() + `}q` + g.pick("", " $a", " ${b}") + `"`
	case 19:
		return g.collector(depth - 1)
	case 20:
		return e() + "(" + g.some(2, ", ", e) + ")"
	case 21:
		return "if " + e() + " { " + g.statements(depth-1) + " } else { " + g.statements(depth-1) + " }"
	case 22:
		return "case " + e() + " { " + g.options(depth-1) + " }"
	case 23:
		return g.typeExpr(depth)
	case 24:
		return "[" + g.some(2, ", ", g.variable) + "] = " + e()
	}
	return g.expr(0)
}

func (g *generator) options(depth int) string {
	return g.some(3, " ", func() string {
		value := func() string { return g.pick(g.expr(depth-1), g.expr(depth-1), "default") }
		return value() + g.pick("", ", "+value()) + ": { " + g.statements(depth-1) + " }"
	})
}

func (g *generator) lambda(depth int) string {
	if g.IntN(2) == 0 {
		return ""
	}
	return " |" + g.parameters(depth) + "|" + g.pick("", "", " >> "+g.typeExpr(depth)) + " { " + g.statements(depth) + " }"
}

func (g *generator) parameters(depth int) string {
	return g.some(3, ", ", func() string {
		p := g.pick("", "", g.typeExpr(depth-1)+" ") + g.pick("", "", "", "*") + g.variable()
		return p + g.pick("", "", " = "+g.expr(depth-1))
	})
}

func (g *generator) parameterList(depth int) string {
	return g.pick("", "("+g.parameters(depth)+")")
}

func (g *generator) collector(depth int) string {
	query := g.pick("", g.expr(depth), g.pick("title", "a")+g.pick(" == ", " != ", " < ")+g.expr(0))
	c := g.pick(g.typeName(), g.typeName(), g.typeName(), g.expr(depth-1))
	if g.IntN(3) == 0 {
		c += " <<| " + query + " |>>"
	} else {
		c += " <| " + query + " |>"
	}
	return c + g.pick("", "", " { "+g.attributes(depth)+" }")
}

func (g *generator) attributes(depth int) string {
	return g.some(3, ", ", func() string {
		if g.IntN(5) == 0 {
			return "* => " + g.expr(depth-1)
		}
		return g.pick("owner", "tag", "attr", "if", "site") + g.pick(" => ", " => ", " +> ") + g.expr(depth-1)
	})
}

func (g *generator) resource(depth int) string {
	virtual := g.pick("", "", "", "@", "@@")
	switch g.IntN(6) {
	case 0:
		return virtual + g.typeName() + " { " + g.attributes(depth) + " }"
	case 1:
		return virtual + g.typeName() + "[" + g.expr(depth-1) + "] { " + g.attributes(depth) + " }"
	case 2:
		return g.name() + " { " + g.attributes(depth) + " }"
	}
	bodies := g.some(2, "; ", func() string {
		return g.pick(g.expr(depth-1), "'t'", "default") + ": " + g.attributes(depth)
	})
	return virtual + g.pick("file", "class", g.name(), g.typeName(), g.typeExpr(1)) + " { " + bodies + " }"
}

func (g *generator) definition(depth int) string {
	body := " { " + g.statements(depth-1) + " }"
	switch g.IntN(8) {
	case 0, 1:
		return "class " + g.name() + g.parameterList(depth-1) + g.pick("", " inherits "+g.name()) + body
	case 2:
		return "define " + g.name() + g.parameterList(depth-1) + body
	case 3:
		return "function " + g.name() + g.parameterList(depth-1) + g.pick("", " >> "+g.typeExpr(1)) + body
	case 4:
		return "node " + g.pick("'a'", "'b c'", `"d${e}"`, "default", "/x/", "f.g", "'a', 'h/i'") + g.pick("", "", " inherits 'z'") + body
	case 5:
		return "type " + g.typeName() + " = " + g.pick(g.typeExpr(1), "[Integer]", "{ a => 1 }")
	case 6:
		return "type " + g.typeName() + "[" + g.pick("ruby", g.expr(1)) + ", " + g.pick("'A'", "[/a/, 'b']", g.expr(1)) + "] = " +
			g.pick("Integer", "[/a/, 'b']", "Integer[1]", g.typeExpr(1))
	}
	return "type " + g.typeName() + g.pick("", " inherits B") + body
}

func (g *generator) statement(depth int) string {
	if depth <= 0 {
		return g.pick("notice(1)", g.literal(), g.variable(), "include a", "$x = 1")
	}
	switch g.IntN(14) {
	case 0, 1, 2:
		return g.expr(depth)
	case 3, 4:
		return g.resource(depth)
	case 5, 6, 7:
		return g.definition(depth)
	case 8:
		return "if " + g.expr(depth-1) + " { " + g.statements(depth-1) + " } " +
			g.pick("", "else { "+g.statements(depth-1)+" }", "elsif "+g.expr(0)+" { "+g.statements(depth-1)+" }")
	case 9:
		return "unless " + g.expr(depth-1) + " { " + g.statements(depth-1) + " }"
	case 10:
		return "case " + g.expr(depth-1) + " { " + g.options(depth-1) + " }"
	case 11:
		return g.resource(depth-1) + g.pick(" -> ", " ~> ", " <- ", " <~ ") + g.pick(g.resource(depth-1), g.collector(1), g.expr(1))
	case 12:
		return g.collector(depth)
	}
	return g.pick("notice ", "include ", "fail ") + g.expr(depth-1)
}

func (g *generator) statements(depth int) string {
	return g.some(3, g.pick("\n", "; ", "\n"), func() string { return g.statement(depth) })
}

func (g *generator) template() string {
	parameters := g.pick("", fmt.Sprintf("<%%- | %s | -%%>\n", g.parameters(1)))
	return parameters + g.some(4, "", func() string {
		switch g.IntN(4) {
		case 0:
			return "text "
		case 1:
			return "<%= " + g.expr(2) + " %>"
		case 2:
			return "<% " + g.statement(2) + g.pick(" %>", " -%>")
		}
		return "<%# comment %>\n"
	})
}
