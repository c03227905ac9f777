package validate_test

import (
	"testing"

	"bunraku/compiler/validate"
	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/source"
)

// Hints and notes are ours; Puppet has none.
func TestHintsAndNotes(t *testing.T) {
	for _, test := range []struct{ file, code, hint, note string }{
		{"", "notice($Abc)", "did you mean $abc?", ""},
		{"", "notice($a::_B::c)", "", ""},
		{"", "class a($Bc) { }", "did you mean $bc?", ""},
		{"", "class a($b::c) { }", "", ""},
		{"", "$x = attr", "write 'attr'", ""},
		{"", "$x += 1", "a variable is assigned once: assign the result of + or - to another one", ""},
		{"/m/a/manifests/b.pp", "class c { }", "names in this file start with a::b", ""},
		{"/m/a/lib/b.pp", "class a::b { }", "classes and defines belong to manifests/, functions to functions/, types to types/", ""},
		{"", "class a($x, $x) { }", "", "first given here"},
		{"", "$x = { a => 1, a => 2 }", "", "first given here"},
		{"", "$x = 1 ? { default => 2, default => 3 }", "", "first given here"},
		{"", "case 1 { default: { } default: { } }", "", "first given here"},
	} {
		program, _ := grammar.Parse(source.NewFile(test.file, test.code), grammar.Options{})
		list := validate.Validate(program, validate.Options{Edition: edition.Puppet8, ModulePath: []string{"/m"}})
		if len(list) != 1 {
			t.Errorf("%s: %v", test.code, list)
			continue
		}
		note := ""
		if len(list[0].Notes) > 0 {
			note = list[0].Notes[0].Text
			if list[0].Notes[0].Span.Start >= list[0].Span.Start {
				t.Errorf("%s: what is noted as the first comes later", test.code)
			}
		}
		if list[0].Hint != test.hint || note != test.note {
			t.Errorf("%s: hint %q, note %q", test.code, list[0].Hint, note)
		}
	}
}
