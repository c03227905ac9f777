package grammar_test

import (
	"encoding/json"
	"flag"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/internal/golden"
)

var update = flag.Bool("update", false, "write the wants of archives that were not recorded from Puppet")

const languageDir = "../testdata/language"

// syntaxCase is one text of an archive under testdata/language.
type syntaxCase struct {
	section string
	name    string
	text    string
	epp     bool
}

// syntaxCases reads the texts of an archive: NAME.pp, NAME.epp, or NAME.json
// where a text is not fit for an archive.
func syntaxCases(t testing.TB, a *golden.Archive) []syntaxCase {
	t.Helper()
	var cases []syntaxCase
	for _, section := range a.Names() {
		kind := filepath.Ext(section)
		c := syntaxCase{section: section, name: strings.TrimSuffix(section, kind), text: a.Text(section), epp: kind == ".epp"}
		switch kind {
		case ".pp", ".epp":
		case ".json":
			var v struct {
				Code string
				EPP  bool
			}
			if err := json.Unmarshal([]byte(c.text), &v); err != nil {
				t.Fatalf("%s: %s: %v", a.Path, section, err)
			}
			c.text, c.epp = v.Code, v.EPP
		default:
			continue
		}
		cases = append(cases, c)
	}
	return cases
}

func archives(t testing.TB) []*golden.Archive {
	t.Helper()
	var all []*golden.Archive
	err := filepath.WalkDir(languageDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		a, err := golden.Read(path)
		all = append(all, a)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (c syntaxCase) parse(ed edition.Edition) (*grammar.Program, issue.List) {
	file := source.NewFile("", c.text)
	if c.epp {
		return grammar.ParseEPP(file, grammar.Options{Edition: ed})
	}
	return grammar.Parse(file, grammar.Options{Edition: ed})
}

// result is what is wanted of a case: its tree, or its first error.
func (c syntaxCase) result(ed edition.Edition) (kind, text string) {
	program, diags := c.parse(ed)
	for _, d := range diags {
		if d.Severity == issue.Error {
			return "error", d.Error()
		}
	}
	return "pn", grammar.PN(program)
}

func TestGolden(t *testing.T) {
	total := 0
	for _, a := range archives(t) {
		name, _ := filepath.Rel(languageDir, a.Path)
		t.Run(strings.TrimSuffix(name, ".txtar"), func(t *testing.T) {
			ed, err := edition.Parse(a.Edition)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range syntaxCases(t, a) {
				total++
				kind, got := c.result(ed)
				if *update && !a.Recorded() {
					a.Set(c.name+".pn", nil)
					a.Set(c.name+".error", nil)
					a.SetAfter(c.section, c.name+"."+kind, []byte(got+"\n"))
					continue
				}
				if a.Text(c.name+".error") == "*" {
					continue // Puppet trips over its own code
				}
				want, ok := a.Section(c.name + "." + kind)
				if !ok {
					other, _ := a.Section(c.name + "." + map[string]string{"pn": "error", "error": "pn"}[kind])
					t.Errorf("%s: %q\n got %s %s\nwant %s", c.name, c.text, kind, got, other)
					continue
				}
				if w := strings.TrimSuffix(string(want), "\n"); w != got {
					t.Errorf("%s: %q\n got %s\nwant %s", c.name, c.text, got, w)
				}
			}
			if *update && !a.Recorded() {
				if err := a.Write(); err != nil {
					t.Fatal(err)
				}
			} else if err := a.Unread(); err != nil {
				t.Error(err)
			}
		})
	}
	if total < 1000 {
		t.Errorf("only %d cases under %s", total, languageDir)
	}
}

// Every node of every case can be printed in every form on its own, and the
// JSON is JSON.
func TestPrinters(t *testing.T) {
	for _, a := range archives(t) {
		ed, _ := edition.Parse(a.Edition)
		for _, c := range syntaxCases(t, a) {
			program, _ := c.parse(ed)
			grammar.Walk(program, func(n grammar.Node) bool {
				if grammar.PN(n) == "" || grammar.PrettyPN(n) == "" || grammar.Tree(program.File, n) == "" {
					t.Errorf("%s %s: %T prints as nothing", a.Path, c.name, n)
				}
				if !json.Valid(grammar.JSON(n)) {
					t.Errorf("%s %s: not JSON: %s", a.Path, c.name, grammar.JSON(n))
				}
				return true
			})
		}
	}
}
