package issue

import (
	"reflect"
	"strings"
	"testing"

	"bunraku/grammar/source"
)

// Every variable of the catalogue is listed; that they are is the generator's
// work, and its test runs it. Here the entries are looked at one by one.
func TestCatalogue(t *testing.T) {
	names := map[string]bool{}
	phaseOf := map[string]Phase{}
	for _, e := range All() {
		if names[e.Name] {
			t.Errorf("%s is listed twice", e.Name)
		}
		names[e.Name] = true
		if e.Doc == "" {
			t.Errorf("%s has no documentation", e.Code())
		}
		if e.Code() != strings.ToUpper(e.Code()) || strings.ContainsAny(e.Code(), " -") {
			t.Errorf("%s: a code is in capitals and underscores", e.Code())
		}
		if p, ok := phaseOf[e.Code()]; ok && p != e.Phase {
			t.Errorf("%s is used by the phases %s and %s", e.Code(), p, e.Phase)
		}
		phaseOf[e.Code()] = e.Phase
		if e.Example != "" && !strings.Contains(e.Example, "# ERROR "+e.Code()) {
			t.Errorf("%s: its example does not mark the place with # ERROR %s:\n%s", e.Code(), e.Code(), e.Example)
		}
		if found, ok := Find(e.Code()); !ok || found.Code() != e.Code() {
			t.Errorf("Find(%s) does not find it", e.Code())
		}
	}
	if _, ok := Find("NO_SUCH_CODE"); ok {
		t.Error("Find finds what is not there")
	}
}

// Each typed form has as many kinds of arguments as its text has placeholders,
// and binds them all.
func TestPlaceholders(t *testing.T) {
	args := []any{"one", "two", "three", "four"}
	for _, e := range All() {
		names := map[string]bool{}
		text := e.Text()
		for {
			_, modifier, name, after, found := placeholder(text)
			if !found {
				break
			}
			names[name] = true
			switch modifier {
			case "", "a", "A", "the", "or":
			default:
				t.Errorf("%s: %q is no modifier", e.Code(), modifier)
			}
			text = after
		}
		if len(names) > len(args) {
			t.Fatalf("%s has %d placeholders", e.Code(), len(names))
		}
		if got := format(e.Text(), args[:len(names)]); strings.Contains(got, "%{") {
			t.Errorf("%s: a placeholder is not bound: %s", e.Code(), got)
		}
	}
}

func TestTypedForms(t *testing.T) {
	span := source.Span{Start: 5, End: 6}
	file := source.NewFile("a.pp", "$x = 2\n")
	var r Reporter
	r.File = file
	r.Report(NotTopLevel.At(span))
	r.Report(CrossScopeAssignment.At(span, "a::b"))
	r.Report(ReservedTypeName.At(span, "integer", Label("Host Class Definition")))
	r.Report(IllegalExpression.At(span, Label("Array Expression"), "type name", Label("'if' statement")))
	r.Report(ComparisonNotPossible.At(span, Label("Integer"), "<", Label("String"), "why"))
	r.Report(HeredocMultipleAtEscapes.At(span, []string{"t", "t"}))
	r.Report(HieraMissingDataProviderFunction.Error([]string{"a", "b", "c"}, "x"))
	r.Report(HieraV3BackendReplacedByDataHash.At(span, "yaml"))
	r.Report(BadTypeSliceArity.At(span, "Hash-Type", BadTypeSliceAmount(2, 4), 7))
	r.Report(BadTypeSliceArity.At(span, "Type-Type", BadTypeSliceAmount(1, 1), 7))
	r.Report(BadTypeSliceArity.At(span, "Tuple-Type", BadTypeSliceAmount(1, -1), 0))
	r.Report(ReservedParameter.At(span, "title", Label("Host Class Definition")))
	want := []string{
		"Classes, definitions, and nodes may only appear at toplevel or inside other classes (file: a.pp, line: 1, column: 6)",
		"Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces (file: a.pp, line: 1, column: 6)",
		"The name: 'integer' is already defined by Puppet and can not be used as the name of a Host Class Definition. (file: a.pp, line: 1, column: 6)",
		"Illegal expression. An Array Expression is unacceptable as type name in an 'if' statement (file: a.pp, line: 1, column: 6)",
		"Comparison of: Integer < String, is not possible. Caused by 'why'. (file: a.pp, line: 1, column: 6)",
		"An escape char for @() may only appear once. Got 't, t' (file: a.pp, line: 1, column: 6)",
		"One of a, b, or c must be defined in hierarchy 'x' (file: a.pp)",
		"Use \"data_hash: yaml_data\" instead of \"hiera3_backend: yaml\" (file: a.pp, line: 1, column: 6)",
		"Hash-Type[] accepts 2 to 4 arguments. Got 7 (file: a.pp, line: 1, column: 6)",
		"Type-Type[] accepts 1 argument. Got 7 (file: a.pp, line: 1, column: 6)",
		"Tuple-Type[] accepts 1 or more arguments. Got 0 (file: a.pp, line: 1, column: 6)",
		"The parameter $title redefines a built in parameter in the Host Class Definition (file: a.pp, line: 1, column: 6)",
	}
	for i, d := range r.List {
		if d.Error() != want[i] {
			t.Errorf("got  %s\nwant %s", d.Error(), want[i])
		}
	}
}

func TestSeverities(t *testing.T) {
	var s Severities
	if err := s.Set(&NotTopLevel.Issue, Warning); err == nil {
		t.Error("a hard issue was demoted")
	}
	r := Reporter{File: source.NewFile("", ""), Severities: &s}
	if d := r.Report(DuplicateKey.At(source.NoSpan, "a")); d.Severity != Error {
		t.Errorf("severity %s without a setting", d.Severity)
	}
	for _, severity := range []Severity{Warning, Deprecation, Error} {
		if err := s.Set(&DuplicateKey.Issue, severity); err != nil {
			t.Fatal(err)
		}
		if d := r.Report(DuplicateKey.At(source.NoSpan, "a")); d.Severity != severity {
			t.Errorf("severity %s, want %s", d.Severity, severity)
		}
	}
	_ = s.Set(&DuplicateKey.Issue, Ignored)
	before := len(r.List)
	if d := r.Report(DuplicateKey.At(source.NoSpan, "a")); d != nil || len(r.List) != before {
		t.Error("an ignored issue was reported")
	}
}

// What Puppet logs and raises for lists of several kinds.
// puppet: pops/issue_reporter.rb
func TestOutcome(t *testing.T) {
	file := source.NewFile("a.pp", "")
	place := func(d *Diagnostic, severity Severity) *Diagnostic {
		d.Severity = severity
		return d.Place(file, source.Span{})
	}
	e1 := place(NotTopLevel.Error(), Error)
	e2 := place(MissingTitle.Error(), Error)
	w := place(DuplicateKey.Error("a"), Warning)
	abort := place(IllegalJSON.Error("json", "x"), Error)
	abort.Aborts = true
	escape := place(UnrecognizedEscape.At(source.Span{Start: 1, End: 2}, "q"), Warning)
	syntax := SyntaxError.At(source.Span{Start: 5, End: 6}, "'}'")
	late := UnrecognizedEscape.At(source.Span{Start: 9, End: 10}, "r")
	late.Severity = Warning
	inner := place(MissingTitle.Error(), Error)
	inner.Embedded = true
	for _, test := range []struct {
		name   string
		list   List
		max    int
		logged List
		raised string
	}{
		{"nothing", nil, 10, nil, ""},
		{"warning", List{w}, 10, List{w}, ""},
		{"one error", List{w, e1}, 10, List{w}, e1.Message},
		{"several", List{e1, e2}, 10, List{e1, e2}, "Language validation logged 2 errors. Giving up"},
		{"with warnings", List{e1, w, e2}, 10, List{w, e1, e2}, "Language validation logged 2 errors, and 1 warnings. Giving up"},
		{"at most one", List{e1, e2}, 1, nil, e1.Message},
		{"at most two", List{e1, e2, e1}, 2, List{e1, e2}, "Language validation logged 3 errors. Giving up"},
		{"aborted", List{w, e1, abort}, 10, nil, abort.Message},
		{"aborted by what is inside", List{w, e1, inner, abort}, 10, List{inner}, abort.Message},
		{"inside only", List{w, inner}, 10, List{inner, w}, ""},
		{"syntax", List{escape, late, syntax, syntax, e1}, 10, List{escape}, syntax.Message},
		{"lexical warning", List{escape, e1, e2}, 10, List{escape, e1, e2}, "Language validation logged 2 errors. Giving up"},
	} {
		logged, raised := test.list.Outcome(Limits{Errors: test.max, Warnings: 10, Deprecations: 10})
		message := ""
		if raised != nil {
			message = raised.Message
		}
		if message != test.raised {
			t.Errorf("%s: raised %q, want %q", test.name, message, test.raised)
		}
		if len(logged) != len(test.logged) || len(logged) > 0 && !reflect.DeepEqual(logged, test.logged) {
			t.Errorf("%s: logged %v", test.name, logged)
		}
	}
}

func TestLocation(t *testing.T) {
	for _, test := range []struct {
		file         string
		line, column int
		want         string
	}{
		{"a", 1, 2, "(file: a, line: 1, column: 2)"},
		{"a", 1, 0, "(file: a, line: 1)"},
		{"", 1, 2, "(line: 1, column: 2)"},
		{"", 1, 0, "(line: 1)"},
		{"a", 0, 0, "(file: a)"},
		{"", 0, 0, ""},
	} {
		if got := Location(test.file, test.line, test.column); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestLabels(t *testing.T) {
	for label, want := range map[Label]string{
		"Array Expression": "an Array Expression",
		"'if' statement":   "an 'if' statement",
		"'+' expression":   "a '+' expression",
		"YAML":             "an YAML",
		"":                 "a ",
	} {
		if got := label.A(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for n, want := range []string{"", "a", "a or b", "a, b, or c"} {
		if got := CombineOr([]string{"a", "b", "c"}[:n]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestClosest(t *testing.T) {
	known := []string{"notify", "file", "package", "service", "apache::vhost"}
	for name, want := range map[string]string{
		"notfiy":       "notify",
		"Packge":       "package",
		"apache::vhst": "apache::vhost",
		"File":         "", // the same word
		"fyle":         "file",
		"zzz":          "",
		"":             "",
	} {
		got := Closest(name, func(yield func(string) bool) {
			for _, k := range known {
				if !yield(k) {
					return
				}
			}
		})
		if got != want {
			t.Errorf("Closest(%s) = %q, want %q", name, got, want)
		}
	}
}
