package issue

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"bunraku/grammar/source"
)

func findings() List {
	a := source.NewFile("dir/a.pp", "\t$x = 'ä' = 2\n$y = { a => 1,\n  a => 2 }\n")
	at := func(text string) source.Span {
		i := strings.Index(a.Text(), text)
		return source.Span{Start: source.Pos(i), End: source.Pos(i + len(text))}
	}
	r := Reporter{File: a}
	r.Report(IllegalAssignment.At(at("'ä'"), "String"))
	d := r.Report(DuplicateKey.At(at("a => 2"), "a"))
	d.Severity = Warning
	d.WithNote("first given here", a, at("a => 1")).WithHint("did you mean b?")
	r.Report(SyntaxError.Error("end of input"))
	return r.List
}

func written(t *testing.T, l List, f Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := l.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteText(t *testing.T) {
	const want = `Error: Illegal attempt to assign to 'a String'. Not an assignable reference (file: dir/a.pp, line: 1, column: 7)
    1 | 	$x = 'ä' = 2
      | 	     ^ ILLEGAL_ASSIGNMENT
Warning: The key 'a' is declared more than once (file: dir/a.pp, line: 3, column: 3)
    3 |   a => 2 }
      |   ^ DUPLICATE_KEY
      note: first given here (file: dir/a.pp, line: 2, column: 8)
      hint: did you mean b?
Error: Syntax error at end of input (file: dir/a.pp)
`
	if got := written(t, findings(), Text); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// A line of a megabyte shows as much as a terminal can.
func TestLongLine(t *testing.T) {
	text := strings.Repeat("é", 100000) + "\x1b" + strings.Repeat("b", 100000)
	f := source.NewFile("a.pp", text)
	at := source.Span{Start: 200000, End: 200001}
	got := written(t, List{NotTopLevel.At(at).Place(f, at)}, Text)
	lines := strings.Split(got, "\n")
	if len(lines[1]) > 300 || !strings.HasPrefix(lines[1], "    1 | …éé") || !strings.HasSuffix(lines[1], "bb…") {
		t.Errorf("%.400s", got)
	}
	if strings.Contains(got, "\x1b") {
		t.Error("an escape character reaches the terminal")
	}
	caret := []rune(lines[2])
	line := []rune(lines[1])
	for i, r := range caret {
		if r == '^' && line[i] != '�' {
			t.Errorf("the caret is under %c", line[i])
		}
	}
}

func TestWriteJSON(t *testing.T) {
	var got []Object
	if err := json.Unmarshal([]byte(written(t, findings(), JSON)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[1].Issue != "DUPLICATE_KEY" || got[1].Level != "warning" || got[1].Line != 3 ||
		got[1].Pos != 3 || got[1].File != "dir/a.pp" || got[1].Notes[0].Line != 2 || got[1].Hint == "" {
		t.Errorf("%+v", got)
	}
	if got := written(t, nil, JSON); got != "[]\n" {
		t.Errorf("no findings: %q", got)
	}
}

func TestWriteGitHub(t *testing.T) {
	const want = `::error file=dir/a.pp,line=1,col=7,title=ILLEGAL_ASSIGNMENT::Illegal attempt to assign to 'a String'. Not an assignable reference
::warning file=dir/a.pp,line=3,col=3,title=DUPLICATE_KEY::The key 'a' is declared more than once%0Adid you mean b?
::error file=dir/a.pp,title=SYNTAX_ERROR::Syntax error at end of input
`
	if got := written(t, findings(), GitHub); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestWriteSARIF(t *testing.T) {
	var got sarifLog
	if err := json.Unmarshal([]byte(written(t, findings(), SARIF)), &got); err != nil {
		t.Fatal(err)
	}
	run := got.Runs[0]
	if got.Version != "2.1.0" || len(run.Results) != 3 || len(run.Tool.Driver.Rules) != 3 {
		t.Fatalf("%+v", got)
	}
	second := run.Results[1]
	if second.RuleID != run.Tool.Driver.Rules[second.RuleIndex].ID || second.Level != "warning" {
		t.Errorf("%+v", second)
	}
	place := second.Locations[0].PhysicalLocation
	if place.ArtifactLocation.URI != "dir/a.pp" || *place.Region != (sarifRegion{3, 3, 3, 9}) {
		t.Errorf("%+v %+v", place, place.Region)
	}
	if len(second.RelatedLocations) != 1 || second.RelatedLocations[0].Message.Text != "first given here" {
		t.Errorf("%+v", second.RelatedLocations)
	}
	if last := run.Results[2].Locations[0].PhysicalLocation; last.Region != nil {
		t.Errorf("a place without a line has the region %+v", last.Region)
	}
	if uri := fileURI("/a b/c.pp"); uri != "file:///a%20b/c.pp" {
		t.Error(uri)
	}
	if empty := written(t, nil, SARIF); !strings.Contains(empty, `"results": []`) || !strings.Contains(empty, `"rules": []`) {
		t.Error(empty)
	}
}

func TestLogObject(t *testing.T) {
	if o := findings()[1].LogObject(); o.Issue != "DUPLICATE_KEY" || o.Level != "warning" || o.Hint != "" {
		t.Errorf("%+v", o)
	}
	if o := VirtualNotResource.Error().LogObject(); o.Issue != "" || o.Level != "err" {
		t.Errorf("a code of ours is given as Puppet's: %+v", o)
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range []Format{Text, JSON, SARIF, GitHub} {
		if got, err := ParseFormat(f.String()); err != nil || got != f {
			t.Errorf("%v %v", got, err)
		}
	}
	if _, err := ParseFormat("xml"); err == nil {
		t.Error("xml is a format")
	}
}
