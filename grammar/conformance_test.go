package grammar_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bunraku/grammar"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// TestConformance compares the tree of every manifest and template of the
// installed modules with Puppet's, or the error where there is one. It runs
// with BUNRAKU_CONFORMANCE=1, where Puppet and Debian's module packages are
// installed; `make conformance` sees to that.
func TestConformance(t *testing.T) {
	if os.Getenv("BUNRAKU_CONFORMANCE") != "1" {
		t.Skip("BUNRAKU_CONFORMANCE is not 1")
	}
	files := moduleFiles(t)
	if len(files) < 1900 {
		t.Fatalf("only %d files of modules are installed", len(files))
	}
	compareWithPuppet(t, files)
}

// TestConformanceLanguage compares the cases of testdata/language with Puppet
// as it is now: a recording can be wrong.
func TestConformanceLanguage(t *testing.T) {
	if os.Getenv("BUNRAKU_CONFORMANCE") != "1" {
		t.Skip("BUNRAKU_CONFORMANCE is not 1")
	}
	dir := t.TempDir()
	for _, a := range archives(t) {
		if !a.Recorded() {
			continue
		}
		old, err := os.ReadFile(a.Path)
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(dir, filepath.Base(a.Path))
		if err := os.WriteFile(copied, old, 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("ruby", "../testdata/oracle/record_syntax.rb", copied)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if recorded, err := os.ReadFile(copied); err != nil || !bytes.Equal(recorded, old) {
			t.Errorf("%s is not what Puppet gives (%v)", a.Path, err)
		}
	}
}

// TestConformanceGenerated compares texts that are made of the cases of
// testdata/language by changing, cutting and joining them. How many and which
// ones BUNRAKU_CONFORMANCE_N and BUNRAKU_CONFORMANCE_SEED say.
func TestConformanceGenerated(t *testing.T) {
	if os.Getenv("BUNRAKU_CONFORMANCE") != "1" {
		t.Skip("BUNRAKU_CONFORMANCE is not 1")
	}
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	r := rand.New(rand.NewPCG(uint64(number("BUNRAKU_CONFORMANCE_SEED", 1)), 0))
	var manifests, templates []string
	for _, a := range archives(t) {
		if a.Edition != "puppet7" {
			continue
		}
		for _, c := range syntaxCases(t, a) {
			if c.epp {
				templates = append(templates, c.text)
			} else {
				manifests = append(manifests, c.text)
			}
		}
	}
	dir := t.TempDir()
	var files []string
	for i := range number("BUNRAKU_CONFORMANCE_N", 5000) {
		from, ext := manifests, ".pp"
		if i%4 == 0 {
			from, ext = templates, ".epp"
		}
		text := from[r.IntN(len(from))]
		if r.IntN(3) == 0 {
			text += []string{" ", "\n", ";", ", ", " -> "}[r.IntN(5)] + from[r.IntN(len(from))]
		}
		name := filepath.Join(dir, strconv.Itoa(i)+ext)
		if err := os.WriteFile(name, []byte(changed(r, text)), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	compareWithPuppet(t, files)
}

var tokenPattern = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\w+|\s+|=>|<<?\||\|>>?|[^\w\s]`)

// changed is a text after a few changes of its tokens or its characters.
func changed(r *rand.Rand, text string) string {
	const odd = "'\"\\${}[]()<>|=@#/*.,:;-+!~%?0a Z_é\n\t\r"
	parts := tokenPattern.FindAllString(text, -1)
	if r.IntN(2) == 0 {
		parts = strings.Split(text, "")
	}
	for range r.IntN(4) {
		if len(parts) == 0 {
			break
		}
		i, j := r.IntN(len(parts)), r.IntN(len(parts))
		runes := []rune(odd)
		switch r.IntN(5) {
		case 0:
			parts = slices.Delete(parts, i, i+1)
		case 1:
			parts = slices.Insert(parts, i, parts[j])
		case 2:
			parts[i], parts[j] = parts[j], parts[i]
		case 3:
			parts = slices.Insert(parts, i, string(runes[r.IntN(len(runes))]))
		case 4:
			if r.IntN(3) == 0 {
				parts = parts[:i]
			} else {
				parts[i] = string(runes[r.IntN(len(runes))])
			}
		}
	}
	return strings.Join(parts, "")
}

func moduleFiles(t *testing.T) []string {
	t.Helper()
	modules, _ := filepath.Glob("/usr/share/puppet/modules/*")
	var files []string
	for _, m := range modules {
		root, err := filepath.EvalSymlinks(m)
		if err != nil {
			continue
		}
		err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if ext := filepath.Ext(path); err == nil && !d.IsDir() && (ext == ".pp" || ext == ".epp") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func compareWithPuppet(t *testing.T, files []string) {
	t.Helper()
	list := filepath.Join(t.TempDir(), "files")
	if err := os.WriteFile(list, []byte(strings.Join(files, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ruby", "../testdata/oracle/pn.rb", "--files", list)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<26)
	compared, trees, different := 0, 0, 0
	for lines.Scan() {
		var want struct {
			File, PN string
			Error    *struct {
				Message   string
				Line, Pos int
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(want.File)
		if err != nil {
			t.Fatal(err)
		}
		parse := grammar.Parse
		if strings.HasSuffix(want.File, ".epp") {
			parse = grammar.ParseEPP
		}
		program, diags := parse(source.NewFile(want.File, string(text)), grammar.Options{})
		compared++
		if want.Error != nil && (want.Error.Message == "" || strings.Contains(want.Error.Message, "does not conform to pattern")) {
			// Puppet trips over its own code, or its printer over a name: what
			// is asked of us is an answer.
			continue
		}
		got, wanted := grammar.PN(program), want.PN
		if d := firstError(diags); d != nil {
			got = d.Message + issue.Location("", d.Line(), d.Column())
		} else {
			trees++
		}
		if want.Error != nil {
			wanted = want.Error.Message + issue.Location("", want.Error.Line, want.Error.Pos)
		}
		if got != wanted {
			if different++; different <= 10 {
				t.Errorf("%s:\n got %.500s\nwant %.500s", want.File, got, wanted)
			}
		}
	}
	if compared != len(files) {
		t.Errorf("Puppet answered for %d of %d files", compared, len(files))
	}
	t.Logf("%d files, %d trees, %d differences", compared, trees, different)
}

func firstError(diags issue.List) *issue.Diagnostic {
	for _, d := range diags {
		if d.Severity == issue.Error {
			return d
		}
	}
	return nil
}
