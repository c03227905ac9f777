package grammar_test

import (
	"fmt"

	"bunraku/grammar"
	"bunraku/grammar/source"
)

func Example() {
	file := source.NewFile("motd.pp", `file { '/etc/motd': content => "Hello from ${facts['fqdn']}\n" }`)
	program, diags := grammar.Parse(file, grammar.Options{})
	if diags.HasErrors() {
		fmt.Println(diags[0])
		return
	}
	fmt.Println(grammar.PN(program))
	grammar.Walk(program, func(n grammar.Node) bool {
		if v, ok := n.(*grammar.Variable); ok {
			fmt.Printf("$%s at %d:%d\n", v.Name, file.Line(v.At()), file.Column(v.At()))
		}
		return true
	})
	// Output:
	// (resource {:type (qn "file") :bodies [{:title "/etc/motd" :ops [(=> "content" (concat "Hello from " (str (access (var "facts") "fqdn")) "\n"))]}]})
	// $facts at 1:46
}

func ExampleParse_errors() {
	_, diags := grammar.Parse(source.NewFile("a.pp", "file { 'a': mode => 1 owner => 2 }\n"), grammar.Options{})
	for _, d := range diags {
		fmt.Println(d)
		fmt.Println("hint:", d.Hint)
	}
	// Output:
	// Syntax error at 'owner' (file: a.pp, line: 1, column: 23)
	// hint: is a comma missing before owner?
}

func ExampleParseEPP() {
	program, _ := grammar.ParseEPP(source.NewFile("a.epp", "<%- | $name | -%>\nHello <%= $name %>"), grammar.Options{})
	fmt.Println(grammar.PN(program.Body.(*grammar.Epp).Params[0]))
	fmt.Println(grammar.PN(program))
	// Output:
	// (param {:name "name"})
	// (lambda {:params {:name {}} :body [(epp (render-s "Hello ") (render (var "name")))]})
}
