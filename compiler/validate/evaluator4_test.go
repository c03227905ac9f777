package validate_test

import (
	"strings"
	"testing"

	"bunraku/compiler/validate"
	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

func codes(code string, e edition.Edition) string {
	program, list := grammar.Parse(source.NewFile("a.pp", code), grammar.Options{Edition: e})
	if !list.HasErrors() {
		list = append(list, validate.Validate(program, validate.Options{Edition: e})...)
	}
	var found []string
	for _, d := range list {
		if d.Severity == issue.Error {
			found = append(found, d.Code)
		}
	}
	return strings.Join(found, " ")
}

// The rows of the seed matrix in which the validation of evaluator4 differs from
// Puppet's, and what stays the same.
func TestEvaluator4(t *testing.T) {
	for _, test := range []struct{ row, code, puppet, evaluator4 string }{
		{"D-03", `$x = apache::if`, "", "KEYWORD_IN_NAME"},
		{"D-03", `$x = if::apache`, "", "KEYWORD_IN_NAME"},
		{"D-03", `class apache::class { }`, "", "KEYWORD_IN_NAME"},
		{"D-03", `$x = apache::iffy`, "", ""},
		{"D-03", `$node = { a => 1 } $x = "${node[a]}"`, "", "KEYWORD_IN_NAME"},
		{"D-03", `$if = [[1]] $x = "${if[0][0]}"`, "", "KEYWORD_IN_NAME"},
		{"D-03", `$if = [1] $x = "${$if[0]} ${if} ${iffy[0]}"`, "", ""},
		{"D-07", `$x += 1`, "APPENDS_DELETES_NO_LONGER_SUPPORTED", ""},
		{"D-07", `$x -= 1`, "APPENDS_DELETES_NO_LONGER_SUPPORTED", ""},
		{"D-07", `1 += 1`, "APPENDS_DELETES_NO_LONGER_SUPPORTED", "ILLEGAL_ASSIGNMENT"},
		{"D-07", `$a::b += 1`, "APPENDS_DELETES_NO_LONGER_SUPPORTED", "CROSS_SCOPE_ASSIGNMENT"},
		{"D-08", "1\nnotice(2)", "IDEM_EXPRESSION_NOT_LAST", ""},
		{"D-08", "class a { 1 }", "IDEM_NOT_ALLOWED_LAST", ""},
		{"D-08", "node 'a' { 1 }", "IDEM_NOT_ALLOWED_LAST", ""},
		{"D-09", "$x = File <| |>", "NOT_RVALUE", ""},
		{"D-09", "$x = (File <| |>) == File <<| |>>", "NOT_RVALUE NOT_RVALUE NOT_RVALUE", ""},
		{"D-09", "$x = class a { }", "NOT_RVALUE NOT_TOP_LEVEL", "NOT_RVALUE NOT_TOP_LEVEL"},
		{"D-10", "File { tag +> x }", "ILLEGAL_ATTRIBUTE_APPEND", ""},
		{"D-10", "File { '/x': tag +> x }", "ILLEGAL_ATTRIBUTE_APPEND", ""},
		{"D-10", "File { default: tag +> x }", "ILLEGAL_ATTRIBUTE_APPEND", ""},
		{"D-10", "file { '/x': tag +> x }", "ILLEGAL_ATTRIBUTE_APPEND", "ILLEGAL_ATTRIBUTE_APPEND"},
		{"D-10", "class { 'x': tag +> x }", "ILLEGAL_ATTRIBUTE_APPEND", "ILLEGAL_ATTRIBUTE_APPEND"},
		{"D-11", "class { default: mode => 1 }", "", "CLASS_DEFAULT_PARAMETER"},
		{"D-11", "class { default: tag => x, require => File[y] }", "", ""},
		{"D-11", "class { 'a': mode => 1 }", "", ""},
		{"D-12", "@File { default: mode => 1 }", "", "NOT_VIRTUALIZEABLE"},
		{"D-12", "@File { '/x': mode => 1 }", "", "NOT_VIRTUALIZEABLE"},
		{"D-12", "@file { '/x': mode => 1 }", "", ""},
		{"D-12", "@class { 'x': }", "CLASS_NOT_VIRTUALIZABLE", "CLASS_NOT_VIRTUALIZABLE"},
		{"D-13", "[$a, $b] = [1, 2]", "", ""},
		{"D-13", "function f(Integer *$a) >> Integer { 1 }", "", ""},
		{"D-13", "type A = Integer", "", ""},
		{"same", "$x = attr", "RESERVED_WORD", "RESERVED_WORD"},
		{"same", "file { owner => root }", "RESOURCE_WITHOUT_TITLE", "RESOURCE_WITHOUT_TITLE"},
		{"same", "class a($x, $x) { }", "DUPLICATE_PARAMETER", "DUPLICATE_PARAMETER"},
	} {
		if got := codes(test.code, edition.Puppet7); got != test.puppet {
			t.Errorf("%s puppet7 %s\ngot  %q\nwant %q", test.row, test.code, got, test.puppet)
		}
		if got := codes(test.code, edition.Evaluator4); got != test.evaluator4 {
			t.Errorf("%s evaluator4 %s\ngot  %q\nwant %q", test.row, test.code, got, test.evaluator4)
		}
	}
}

// What evaluator4's grammar has and Puppet's has not (D-04 to D-06) is a syntax
// error for Puppet, wherever it is refused.
func TestRejectedByPuppet(t *testing.T) {
	for _, code := range []string{
		"$x = Integer[]",
		"$x = $y[]",
		"file { { a: mode => 1; b: mode => 2 }: }",
		"$x { mode => 1 }",
		"'a' { mode => 1 }",
	} {
		if got := codes(code, edition.Puppet7); got != "SYNTAX_ERROR" && got != issue.NotAResource.Code() {
			t.Errorf("%s: %q", code, got)
		}
	}
}

// The setting strict, and its default by edition.
func TestStrict(t *testing.T) {
	for _, test := range []struct {
		edition edition.Edition
		strict  validate.Strict
		want    issue.Severity
	}{
		{edition.Puppet8, validate.StrictDefault, issue.Error},
		{edition.Puppet7, validate.StrictDefault, issue.Warning},
		{edition.Evaluator4, validate.StrictDefault, issue.Warning},
		{edition.Puppet8, validate.StrictWarning, issue.Warning},
		{edition.Puppet7, validate.StrictError, issue.Error},
		{edition.Puppet8, validate.StrictOff, issue.Ignored},
	} {
		program, _ := grammar.Parse(source.NewFile("", "$x = { a => 1, a => 2 }"), grammar.Options{Edition: test.edition})
		list := validate.Validate(program, validate.Options{Edition: test.edition, Strict: test.strict})
		got := issue.Ignored
		if len(list) > 0 {
			got = list[0].Severity
		}
		if got != test.want {
			t.Errorf("%s, strict %d: %s, want %s", test.edition, test.strict, got, test.want)
		}
	}
}
