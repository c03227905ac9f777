package grammar

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

func TestParse(t *testing.T) {
	program, diags := Parse(source.NewFile("a.pp", "class a($x = 1) inherits b { notice \"${x}\" }"), Options{})
	require.Empty(t, diags)
	require.Equal(t, `(class {:name "a" :parent "b" :params {:x {:value 1}} :body [(invoke {:functor (qn "notice") :args [(concat (str (var "x")))]})]})`,
		PN(program))
}

func TestSeveralErrors(t *testing.T) {
	_, diags := Parse(source.NewFile("a.pp", "class a {\n  notice(1\n  file { 'x': mode => }\n  $y = 2\n}\n$z = = 3\n"), Options{})
	var got []string
	for _, d := range diags {
		got = append(got, d.Error())
	}
	require.Equal(t, []string{
		"Syntax error at 'file' (file: a.pp, line: 3, column: 3)",
		"Syntax error at '}' (file: a.pp, line: 3, column: 23)",
		"Syntax error at '=' (file: a.pp, line: 6, column: 6)",
	}, got)
}

func TestHints(t *testing.T) {
	for text, want := range map[string]string{
		"if 1 { } else if 2 { }":            "did you mean elsif?",
		"$a = 1;":                           "a semicolon stands between two statements, not behind the last one",
		"file { 'a': mode => 1 owner => 2}": "is a comma missing before owner?",
		"file { 'a': mode = 1 }":            "an attribute gets its value with =>, and a variable's name begins with $",
		"file { 'a': 'mode' => 1 }":         "",
		"a § b":                             "this character means nothing in Puppet; text goes in quotes",
	} {
		_, diags := Parse(source.NewFile("", text), Options{})
		require.NotEmpty(t, diags, text)
		require.Equal(t, want, diags[0].Hint, text)
	}
}

func TestUnclosed(t *testing.T) {
	_, diags := Parse(source.NewFile("", "class a {\n  if $x {\n    foo(1)\n}\n"), Options{})
	require.Len(t, diags, 1)
	require.Equal(t, "Syntax error at end of input", diags[0].Message)
	require.Len(t, diags[0].Notes, 1)
	require.Equal(t, "this { is not closed", diags[0].Notes[0].Text)
	require.Equal(t, source.Pos(8), diags[0].Notes[0].Span.Start)
}

// A statement with an error is left out, what is around it stays.
func TestRecovery(t *testing.T) {
	for _, c := range []struct {
		text, tree string
		errors     []string
	}{
		{
			"$a = 1\n$b = = 2\n$c = 3\n",
			`(block (= (var "a") 1) (= (var "c") 3))`,
			[]string{"Syntax error at '=' (line: 2, column: 6)"},
		},
		{
			"class a {\n  file { 'x': mode => }\n  $c = 3\n}\nclass b { )\n}\nclass c { }\n",
			`(block (class {:name "a" :body [(= (var "c") 3)]}) (class {:name "c"}))`,
			[]string{"Syntax error at '}' (line: 2, column: 23)", "Syntax error at ')' (line: 5, column: 11)"},
		},
		{
			"class a {\n  if $x {\n    $y = 1\n\nclass b {\n  $z = \n}\nclass c { }\n",
			`(nop)`, // all of it is part of a class that does not end
			[]string{"Syntax error at '}' (line: 7, column: 1)", "Syntax error at end of input"},
		},
		{
			"$a = 'x\n$b = 2\n",
			"(nop)",
			[]string{`Unclosed quote after "'" followed by 'x\n$b ...' (line: 1, column: 7)`},
		},
		{
			"$a = 0x1G\n$b = A::b\n$c = 3",
			`(= (var "c") 3)`,
			[]string{"Not a valid hex number 0x1G (line: 1, column: 6)", "Illegal class reference (line: 2, column: 8)"},
		},
		{
			"0x1G\nA::b\nclass a {\n  1x\n  2y\n}\n",
			`(class {:name "a"})`,
			[]string{"Not a valid hex number 0x1G (line: 1, column: 1)", "Illegal class reference (line: 2, column: 3)",
				"Illegal number '1x' (line: 4, column: 3)", "Illegal number '2y' (line: 5, column: 3)"},
		},
		{
			"notice 1, 2\nfoo 3, 4\n$a = = 1\n",
			`(block (invoke {:functor (qn "notice") :args [1 2]}) (qn "foo"))`,
			[]string{"Syntax error at '=' (line: 3, column: 6)", "attempt to pass argument list to the function 'foo' which cannot be called without parentheses (line: 2, column: 6)"},
		},
	} {
		program, diags := Parse(source.NewFile("", c.text), Options{})
		var errors []string
		for _, d := range diags {
			errors = append(errors, d.Error())
		}
		require.Equal(t, c.errors, errors, c.text)
		require.Equal(t, c.tree, PN(program), c.text)
	}
}

func TestMaxErrors(t *testing.T) {
	text := strings.Repeat("$a = = 1\n", 50)
	_, diags := Parse(source.NewFile("", text), Options{MaxErrors: 3})
	require.Len(t, diags, 3)
	_, diags = Parse(source.NewFile("", text), Options{})
	require.Len(t, diags, defaultMaxErrors)
}

// Parsers are pooled: a parse must leave nothing behind for the next.
func TestParsersAreIndependent(t *testing.T) {
	text := "class a { class b { $x = ${" // fails deep inside
	want := PN(first(Parse(source.NewFile("", "class c { }"), Options{})))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				Parse(source.NewFile("", text), Options{})
				if got := PN(first(Parse(source.NewFile("", "class c { }"), Options{}))); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
		})
	}
	group.Wait()
}

func first(p *Program, _ issue.List) *Program { return p }

// Each keyword is a token of its own with a name that the tags can use.
func TestTokenNames(t *testing.T) {
	seen := map[string]bool{}
	for typ := lexer.TokenType(1); typ < tokenCount; typ++ {
		name := tokenNames[typ]
		require.NotEmpty(t, name, "token %d", typ)
		require.False(t, seen[name], name)
		seen[name] = true
	}
	for _, word := range strings.Fields("case class default define if elsif else inherits node and or undef false true in unless function type attr private") {
		require.NotZero(t, keyword(word), word)
	}
}

// What Puppet gives for files that are not UTF-8, or begin with a mark.
func TestEncoding(t *testing.T) {
	const mark = "Illegal %s Byte Order mark at beginning of input: %s - remove these from the puppet source"
	for text, want := range map[string]string{
		"a\xffb":           "invalid byte sequence in UTF-8",
		"# \xe9\n":         "invalid byte sequence in UTF-8",
		"$x = \"\xc3\"":    "invalid byte sequence in UTF-8",
		"\xef\xbb\xbf$x":   fmt.Sprintf(mark, "UTF-8", "[EF BB BF]"),
		"\xff\xfea\x00":    fmt.Sprintf(mark, "UTF-16", "[FF FE]"),
		"\x00\x00\xfe\xff": fmt.Sprintf(mark, "UTF-32", "[0 0 FE FF]"),
		"\x00\x00":         "Syntax error at '' (line: 1, column: 1)",
		"\f1":              "Syntax error at '' (line: 1, column: 1)",
	} {
		_, diags := Parse(source.NewFile("", text), Options{})
		require.NotEmpty(t, diags, "%q", text)
		require.Equal(t, want, diags[0].Error(), "%q", text)
	}
	for _, text := range []string{"", "\n\n", "\r$x\r", "\u2003 1", "$x = 'a\x00b'"} {
		_, diags := Parse(source.NewFile("", text), Options{})
		require.Empty(t, diags, "%q", text)
	}
}
