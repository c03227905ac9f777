package grammar

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// TestLinear parses texts that punish an algorithm that looks back or ahead too
// far: a quadratic one shows at this size, and stands still at a larger one. With
// BUNRAKU_BIG_TEXT=10000000 each text has ten megabytes.
func TestLinear(t *testing.T) {
	size := 50_000
	if v := os.Getenv("BUNRAKU_BIG_TEXT"); v != "" {
		size, _ = strconv.Atoi(v)
	}
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)+1) }
	for name, text := range map[string]string{
		"one line":             strings.ReplaceAll(denseManifest(size), "\n", " "),
		"NULs":                 repeat("\x00"),
		"invalid UTF-8":        repeat("a ") + "\xff",
		"CRLF":                 strings.ReplaceAll(denseManifest(size), "\n", "\r\n"),
		"blanks":               repeat(" ") + "(1)",
		"blank lines":          repeat("\n"),
		"comment":              "#" + repeat("x"),
		"open comment":         "/*" + repeat("x"),
		"open string":          "'" + repeat("x"),
		"open interpolation":   `"${` + repeat("x "),
		"open heredoc":         "@(X)\n" + repeat("x\n"),
		"heredoc of one line":  "@(X)\n" + repeat("x") + "\nX",
		"heredoc with margin":  "@(\"X\")\n" + repeat("  ${a}\n") + "  | X",
		"dollars":              `"` + repeat("$ ") + `"`,
		"dollars in a row":     `"` + repeat("$") + `"`,
		"backslashes":          `"` + repeat(`\\`) + `"`,
		"backslashes in a row": `'` + repeat(`\`),
		"escapes":              `"` + repeat(`\u005c`) + `"`,
		"unicode":              repeat("é"),
		"slashes":              repeat("/"),
		"slashes and blanks":   repeat("/ "),
		"regexps":              repeat("/a/ "),
		"interpolations":       `"` + repeat("${a} ") + `"`,
		"heredocs on a line":   "[" + strings.Repeat("@(A),", 300) + "]\n" + strings.Repeat("a\nA\n", 300),
		"parentheses":          repeat("("),
		"closing":              repeat(")"),
		"braces":               repeat("{"),
		"brackets":             repeat("["),
		"not":                  repeat("!"),
		"if":                   repeat("if "),
		"elsif":                "if 1 {} " + repeat("elsif 1 {}"),
		"plus":                 "1" + repeat("+1"),
		"access":               "$a" + repeat("[1]"),
		"methods":              "$a" + repeat(".b"),
		"relationships":        "A[1]" + repeat("->A[1]"),
		"assignments":          repeat("$a="),
		"lambdas":              repeat("a()|$x|{"),
		"classes":              repeat("class a{"),
		"selectors":            repeat("$a?"),
		"names":                repeat("a::"),
		"numbers":              repeat("1."),
		"errors":               repeat("$a = = 1\n"),
		"lexical errors":       repeat("0x1G\n"),
		"errors in a class":    "class a {\n" + repeat("$a = = 1\n") + "}",
		"errors on a line":     repeat("$a = = 1 "),
		"nested errors":        repeat("class a {\n$a = = 1\n"),
		"statement calls":      repeat("notice 1 "),
		"array":                "[" + repeat("1,") + "]",
		"hash":                 "{" + repeat("a=>1,") + "}",
		"resources":            repeat("f{a:b=>1,c=>2}"),
		"bodies":               "f{" + repeat("a:b=>1;") + "}",
		"operations":           "f{a:" + repeat("b=>1,") + "}",
		"parameters":           "class a(" + repeat("$x,") + "){}",
		"options":              "case 1 {" + repeat("1:{}") + "}",
		"render":               repeat("<%= { "),
		"epp comments":         repeat("<%# a %>"),
		"epp percent":          repeat("<%%"),
		"epp text":             repeat("a <%= $x -%>\n"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, parse := range []func(*source.File, Options) (*Program, issue.List){Parse, ParseEPP} {
				begin := time.Now()
				program, diags := parse(source.NewFile("big", text), Options{MaxErrors: math.MaxInt})
				n := 0
				Walk(program, func(Node) bool { n++; return true })
				pn := len(PN(program))
				if took, limit := time.Since(begin), 20*time.Second*time.Duration(1+size/1_000_000); took > limit {
					t.Errorf("took %v for %d bytes", took, len(text))
				} else if testing.Verbose() {
					t.Logf("%d bytes in %v: %d nodes, %d bytes of PN, %d findings", len(text), took, n, pn, len(diags))
				}
			}
		})
	}
}

func TestNestingLimit(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200),
		strings.Repeat("[", 200) + strings.Repeat("]", 200),
		"$a = 1" + strings.Repeat(" + 1", 200),
		"$a" + strings.Repeat(".b", 200),
		"$a" + strings.Repeat("[1]", 200),
		strings.Repeat("!", 200) + "1",
		strings.Repeat("@", 200) + "file { a: }",
		strings.Repeat("if 1 { ", 200) + strings.Repeat("}", 200),
		strings.Repeat("class a { ", 200) + strings.Repeat("}", 200),
		"if 1 {}" + strings.Repeat(" elsif 1 {}", 200),
		strings.Repeat(`"${`, 200) + "1" + strings.Repeat(`}"`, 200),
		"A[1]" + strings.Repeat(" -> A[1]", 200),
		strings.Repeat("$a = ", 200) + "1",
		"A[1] <| |>" + strings.Repeat(".b(1)", 200),
	} {
		_, diags := Parse(source.NewFile("", text), Options{MaxDepth: 100})
		if len(diags) == 0 || diags[0].Issue() != &issue.NestingTooDeep.Issue {
			t.Errorf("%.30s: %v", text, diags)
			continue
		}
		if _, diags := Parse(source.NewFile("", text), Options{}); diags.HasErrors() && diags[0].Issue() == &issue.NestingTooDeep.Issue {
			t.Errorf("%.30s: %v", text, diags)
		}
	}
}
