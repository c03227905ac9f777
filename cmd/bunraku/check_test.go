package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCheckStandardInput(t *testing.T) {
	for _, args := range [][]string{{"check"}, {"check", "-"}, {"parser", "validate"}} {
		status, stdout, stderr := runCommand(t, "$x = 1 = 2\n", args...)
		const want = `Error: Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference (line: 1, column: 6)
    1 | $x = 1 = 2
      |      ^ ILLEGAL_ASSIGNMENT
`
		if status != exitErrors || stdout != want || stderr != "" {
			t.Errorf("%v: status %d, stderr %q, stdout\n%s", args, status, stderr, stdout)
		}
		if status, stdout, _ := runCommand(t, "$x = 1\n", args...); status != exitOK || stdout != "" {
			t.Errorf("%v: status %d, stdout %q", args, status, stdout)
		}
	}
}

func TestCheckUsage(t *testing.T) {
	for _, args := range [][]string{
		{"check", "--format", "xml"},
		{"check", "--edition", "puppet9"},
		{"check", "--strict", "very"},
		{"check", "--max-errors", "x"},
		{"check", "--no-such-flag"},
	} {
		if status, stdout, stderr := runCommand(t, "", args...); status != exitUsage || stderr == "" || stdout != "" {
			t.Errorf("%v: status %d, stdout %q, stderr %q", args, status, stdout, stderr)
		}
	}
}

// Warnings are no failure; the editions differ in what is one.
func TestCheckStrict(t *testing.T) {
	const code = "$x = { a => 1, a => 2 }\n"
	for args, want := range map[string]int{
		"check":                                    exitErrors,
		"check --edition puppet7":                  exitOK,
		"check --edition puppet7 --strict error":   exitErrors,
		"check --strict warning":                   exitOK,
		"check --edition evaluator4":               exitOK,
		"check --edition evaluator4 --format json": exitOK,
	} {
		status, stdout, _ := runCommand(t, code, strings.Fields(args)...)
		if status != want || !strings.Contains(stdout, "is declared more than once") {
			t.Errorf("%s: status %d, stdout %s", args, status, stdout)
		}
	}
	if _, stdout, _ := runCommand(t, code, "check", "--strict", "off"); stdout != "" {
		t.Error(stdout)
	}
}

// Many files at once come out in the order in which they were given, one line
// each, with what Puppet would raise.
func TestCheckJSONL(t *testing.T) {
	dir := t.TempDir()
	args := []string{"check", "--jsonl", "--jobs", "4", "--edition", "puppet7"}
	for i := range 100 {
		text := fmt.Sprintf("$x = { a => 1, a => 2 }\n%d = 1\n", i)
		if i%2 == 0 {
			text += "2 = 1\n"
		}
		args = append(args, write(t, dir, fmt.Sprintf("f%d.pp", i), text))
	}
	args = append(args, filepath.Join(dir, "missing.pp"))
	status, stdout, _ := runCommand(t, "", args...)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if status != exitErrors || len(lines) != 101 {
		t.Fatalf("status %d, %d lines", status, len(lines))
	}
	for i, line := range lines[:100] {
		var got outcomeLine
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		want, warnings := "Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference", 1
		if i%2 == 0 {
			want, warnings = "Language validation logged 2 errors, and 1 warnings. Giving up", 3
		}
		if !strings.HasSuffix(got.File, fmt.Sprintf("f%d.pp", i)) || got.Error.Message != want || len(got.Warnings) != warnings {
			t.Errorf("%d: %s", i, line)
		}
	}
	if !strings.Contains(lines[100], "No such file or directory: ") {
		t.Error(lines[100])
	}
}

func TestCheckDirectory(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a/manifests/init.pp", "class a { }\n")
	write(t, dir, "a/manifests/b.pp", "class a::c { }\nnotice(1)\n")
	write(t, dir, "a/templates/t.epp", "<% 1 = 2 %>")
	write(t, dir, "a/README.md", "}")
	status, stdout, _ := runCommand(t, "", "check", "--format", "json", "--modulepath", dir, dir)
	var got []struct{ Issue, File string }
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, o := range got {
		found = append(found, filepath.Base(o.File)+" "+o.Issue)
	}
	want := "b.pp ILLEGAL_TOP_CONSTRUCT_LOCATION, b.pp ILLEGAL_DEFINITION_LOCATION, t.epp ILLEGAL_ASSIGNMENT"
	if status != exitErrors || strings.Join(found, ", ") != want {
		t.Errorf("status %d: %s", status, strings.Join(found, ", "))
	}
}

func TestCheckMaxErrors(t *testing.T) {
	code := strings.Repeat("1 = 2\n", 30)
	for flag, want := range map[string]int{"10": 10, "3": 3, "0": 30, "100": 30} {
		_, stdout, stderr := runCommand(t, code, "check", "--max-errors", flag)
		if got := strings.Count(stdout, "Error: "); got != want || (want < 30) != strings.Contains(stderr, "more errors") {
			t.Errorf("--max-errors %s: %d, stderr %q", flag, got, stderr)
		}
	}
}

func TestCheckFormats(t *testing.T) {
	for format, want := range map[string]string{
		"sarif":  `"ruleId": "ILLEGAL_ASSIGNMENT"`,
		"github": "::error line=1,col=1,title=ILLEGAL_ASSIGNMENT::",
		"json":   `"issue": "ILLEGAL_ASSIGNMENT"`,
	} {
		if status, stdout, _ := runCommand(t, "1 = 2", "check", "--format", format); status != exitErrors || !strings.Contains(stdout, want) {
			t.Errorf("%s: status %d, %s", format, status, stdout)
		}
	}
}

// A result that cannot be written stops the work.
func TestInOrderStops(t *testing.T) {
	stop := fmt.Errorf("stop")
	for _, jobs := range []int{1, 4} {
		emitted := 0
		err := inOrder(1000, jobs, func(i int) int { return i }, func(i int) error {
			if i != emitted {
				t.Errorf("%d came when %d was due", i, emitted)
			}
			emitted++
			if i == 5 {
				return stop
			}
			return nil
		})
		if err != stop || emitted != 6 {
			t.Errorf("%d jobs: %v after %d", jobs, err, emitted)
		}
	}
}
