package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseFormats(t *testing.T) {
	for format, want := range map[string]string{
		"pn":   `(= (var "x") 1)`,
		"json": `{"^":["=",{"^":["var","x"]},1]}`,
		"tree": "Program 1:1 [1:1-1:7]\n  Assignment 1:4 [1:1-1:7] =\n    Variable 1:1 [1:1-1:3] \"x\"\n    LiteralInteger 1:6 [1:6-1:7] 1",
	} {
		for _, command := range [][]string{{"parse"}, {"parser", "dump"}} {
			status, stdout, stderr := runCommand(t, "$x = 1", append(command, "--format", format)...)
			if status != exitOK || stdout != want+"\n" || stderr != "" {
				t.Errorf("%s %s: status %d, stdout %q, stderr %q", strings.Join(command, " "), format, status, stdout, stderr)
			}
		}
	}
}

func TestParseTemplate(t *testing.T) {
	_, stdout, _ := runCommand(t, "a <%= $x %>", "parse", "--epp")
	if want := `(lambda {:body [(epp (render-s "a ") (render (var "x")))]})`; strings.TrimSpace(stdout) != want {
		t.Errorf("got %q, want %q", stdout, want)
	}
}

func TestParseErrors(t *testing.T) {
	status, stdout, stderr := runCommand(t, "$x = = 1\n$y => 2\n", "parse")
	if want := "Error: Syntax error at '=' (line: 1, column: 6)\nError: Syntax error at '=>' (line: 2, column: 4)\n"; stderr != want {
		t.Errorf("stderr %q, want %q", stderr, want)
	}
	if status != exitErrors || stdout != "" {
		t.Errorf("status %d, stdout %q", status, stdout)
	}
}

// The results come in the order of the files, whatever order they are done in.
func TestParseJSONLines(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.pp", strings.Repeat("notice(1)\n", 2000)+"}")
	write("b.pp", "1")
	write("c.epp", "<%= 1 %>")
	write("d.pp", "class class {}")
	write("e.pp", "1 +")
	write("ignored.txt", "1 +")
	status, stdout, _ := runCommand(t, "", "parse", "--jsonl", "--jobs", "3", dir)
	want := strings.ReplaceAll(`{"file":"DIR/a.pp","error":{"message":"Syntax error at '}'","line":2001,"pos":1,"file":"DIR/a.pp","issue":"SYNTAX_ERROR","full":"Syntax error at '}' (file: DIR/a.pp, line: 2001, column: 1)"}}
{"file":"DIR/b.pp","pn":"1"}
{"file":"DIR/c.epp","pn":"(lambda {:body [(epp (render 1))]})"}
{"file":"DIR/d.pp","error":{"message":"'class' keyword not allowed at this location","line":1,"pos":7,"file":"DIR/d.pp","full":"'class' keyword not allowed at this location (file: DIR/d.pp, line: 1, column: 7)"}}
{"file":"DIR/e.pp","error":{"message":"Syntax error at end of input","line":null,"pos":null,"file":"DIR/e.pp","issue":"SYNTAX_ERROR","full":"Syntax error at end of input (file: DIR/e.pp)"}}
`, "DIR", dir)
	if status != exitErrors || stdout != want {
		t.Errorf("status %d, got\n%s\nwant\n%s", status, stdout, want)
	}
}

func TestParseUsage(t *testing.T) {
	for _, args := range [][]string{{"--format", "xml"}, {"--edition", "puppet3"}, {"--jsonl", "--format", "json"}} {
		if status, _, stderr := runCommand(t, "", append([]string{"parse"}, args...)...); status != exitUsage || stderr == "" {
			t.Errorf("%v: status %d, stderr %q", args, status, stderr)
		}
	}
	if status, _, stderr := runCommand(t, "", "parse", "/no/such/file.pp"); status != exitErrors || stderr == "" {
		t.Errorf("a missing file: status %d, stderr %q", status, stderr)
	}
}

func TestParseValidate(t *testing.T) {
	_, stdout, _ := runCommand(t, "1 + 1\n$x = 1", "parse", "--validate", "--jsonl", "--edition", "puppet7")
	if want := `"message":"This '+' expression has no effect.`; !strings.Contains(stdout, want) {
		t.Errorf("got %s", stdout)
	}
	_, stdout, _ = runCommand(t, "$x = 'a'\n", "parse", "--validate", "--jsonl")
	if want := `{"file":"","pn":"(= (var \"x\") \"a\")"}` + "\n"; stdout != want {
		t.Errorf("got %s, want %s", stdout, want)
	}
}
