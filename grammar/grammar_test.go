package grammar

import (
	"testing"

	"github.com/stretchr/testify/require"

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
