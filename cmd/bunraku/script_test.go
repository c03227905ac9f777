package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// Each archive of testdata/script is a session of commands. Its comment has them,
// one a line after "$ bunraku"; "< FILE" gives standard input. Files of the
// archive are there when they run, apart from those below want/, which are what
// command N prints: want/N.out and want/N.err, and want/N.status when it is not 0.
// What the commands write is in want/files/NAME.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, path := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { runScript(t, path) })
	}
}

func runScript(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	want := map[string]string{}
	var inputs []txtar.File
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "want/") {
			want[f.Name] = string(f.Data)
			continue
		}
		inputs = append(inputs, f)
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []txtar.File
	add := func(name, text string) {
		if text != "" {
			if !strings.HasSuffix(text, "\n") {
				text += "\n"
			}
			got = append(got, txtar.File{Name: "want/" + name, Data: []byte(text)})
		}
	}
	n := 0
	for line := range strings.Lines(string(archive.Comment)) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ bunraku ")
		if !ok {
			continue
		}
		n++
		args, stdin := splitCommand(t, command)
		var out, errs bytes.Buffer
		status := run(append([]string{"bunraku"}, args...), strings.NewReader(stdin), &out, &errs)
		add(fmt.Sprintf("%d.out", n), undated(out.String()))
		add(fmt.Sprintf("%d.err", n), errs.String())
		if status != 0 {
			add(fmt.Sprintf("%d.status", n), fmt.Sprint(status))
		}
	}
	if n == 0 {
		t.Fatal("the script has no command")
	}
	for _, name := range written(t, inputs) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		add("files/"+filepath.ToSlash(name), undated(string(text)))
	}
	if *update {
		archive.Files = append(inputs, got...)
		if err := os.WriteFile(absolute, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, f := range got {
		if w, ok := want[f.Name]; !ok || w != string(f.Data) {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", f.Name, f.Data, w)
		}
		delete(want, f.Name)
	}
	for name := range want {
		t.Errorf("%s: nothing of it was printed", name)
	}
}

// splitCommand parts a command at spaces outside of quotes, and reads the file
// after "<".
func splitCommand(t *testing.T, line string) (args []string, stdin string) {
	t.Helper()
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if line[0] == '\'' {
			arg, rest, ok := strings.Cut(line[1:], "'")
			if !ok {
				t.Fatalf("no end of %s", line)
			}
			args, line = append(args, arg), rest
			continue
		}
		arg, rest, _ := strings.Cut(line, " ")
		args, line = append(args, arg), rest
	}
	if n := len(args); n >= 2 && args[n-2] == "<" {
		text, err := os.ReadFile(args[n-1])
		if err != nil {
			t.Fatal(err)
		}
		return args[:n-2], string(text)
	}
	return args, ""
}

// written are the text files that the commands made, by name.
func written(t *testing.T, inputs []txtar.File) []string {
	t.Helper()
	given := map[string]bool{}
	for _, f := range inputs {
		given[f.Name] = true
	}
	var names []string
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !given[filepath.ToSlash(path)] && filepath.Ext(path) != ".pbc" {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// undated leaves out of catalogs what is different each time.
func undated(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(undatedLine(line))
	}
	return out.String()
}

func undatedLine(text string) string {
	if !strings.HasPrefix(text, "{") {
		return text
	}
	for _, key := range []string{`"version":`, `"catalog_uuid":"`} {
		i := strings.Index(text, key)
		if i < 0 {
			continue
		}
		i += len(key)
		if n := strings.IndexAny(text[i:], `",`); n >= 0 {
			text = text[:i] + "X" + text[i+n:]
		}
	}
	return text
}
