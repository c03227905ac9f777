package bunraku

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bunraku/internal/golden"
)

var (
	update = flag.Bool("update", false, "rewrite the wants of archives that have no origin")
	todo   = flag.Bool("todo", false, "mark what fails as todo, and take the mark from what passes")
)

// archives are the golden archives of one kind.
func archives(t testing.TB, patterns ...string) []string {
	t.Helper()
	var paths []string
	for _, p := range patterns {
		found, err := filepath.Glob(filepath.Join("testdata", filepath.FromSlash(p)))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		t.Fatalf("no archive matches %v", patterns)
	}
	return paths
}

func name(path string) string {
	rel, _ := filepath.Rel("testdata", path)
	return strings.TrimSuffix(filepath.ToSlash(rel), ".txtar")
}

func TestGoldenEval(t *testing.T) {
	for _, path := range archives(t, "cases/*.txtar", "functions/*.txtar", "seeds/*.txtar") {
		t.Run(name(path), func(t *testing.T) {
			t.Parallel() // evaluations share nothing
			a, err := golden.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			cases, err := golden.EvalCases(a)
			if err != nil {
				t.Fatal(err)
			}
			if evalCase == nil {
				t.Skipf("the facade does not evaluate yet: %d cases were read, none run", len(cases))
			}
			evalArchive(t, a, cases)
		})
	}
}

func evalArchive(t *testing.T, a *golden.Archive, cases []*golden.EvalCase) {
	known := 0
	for _, c := range cases {
		got, err := evalCase(c)
		diff := ""
		if err != nil {
			diff = "internal: " + err.Error()
		} else {
			diff = c.Diff(got)
		}
		switch {
		case *update && !a.Recorded() && diff != "" && err == nil:
			a.Set(c.Name+".want", wantJSON(t, got))
		case *todo:
			var mark []byte
			if diff != "" {
				mark = []byte(strings.SplitN(diff, "\n", 2)[0] + "\n")
			}
			// A seed's case of Puppet 7 is named NAME.puppet7; its mark stands by the code.
			a.SetAfter(strings.TrimSuffix(c.Name, ".puppet7")+".pp", c.Name+".todo", mark)
		case diff != "" && c.Todo != "":
			known++
		case diff != "":
			t.Errorf("%s: %s\n%s", c.Name, diff, indent(c.Code))
		case c.Todo != "" && a.Todo == "":
			t.Errorf("%s passes: take its todo away (%s)", c.Name, c.Todo)
		}
	}
	if a.Todo != "" && known == 0 && !*todo && !*update {
		t.Errorf("every case passes: take the todo away (%s)", a.Todo)
	}
	if known > 0 {
		t.Logf("%d of %d cases are marked todo", known, len(cases))
	}
	if *update || *todo {
		if err := a.Write(); err != nil {
			t.Fatal(err)
		}
	}
}

func wantJSON(t *testing.T, r golden.Result) []byte {
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return append(data, '\n')
}

func TestGoldenCatalog(t *testing.T) {
	for _, path := range archives(t, "catalogs/*/*.txtar") {
		t.Run(name(path), func(t *testing.T) {
			t.Parallel() // evaluations share nothing
			a, err := golden.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			c, err := golden.NewCatalogCase(a)
			if err != nil {
				t.Fatal(err)
			}
			if compileCase == nil {
				t.Skip("the facade does not compile catalogs yet: the archive was read, not run")
			}
			diff, err := compileGolden(t, c)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case *todo:
				why := ""
				if diff != "" {
					why = strings.SplitN(diff, "\n", 2)[0]
				}
				a.SetTodo(why)
				if err := a.Write(); err != nil {
					t.Fatal(err)
				}
			case diff != "" && c.Todo != "":
				t.Logf("todo: %s\n%s", c.Todo, diff)
			case diff != "":
				t.Errorf("%s\n%s", diff, indent(c.Manifest))
			case c.Todo != "":
				t.Errorf("passes: take its todo away (%s)", c.Todo)
			}
		})
	}
}

// compileGolden lays the environment out, runs the case and checks it.
func compileGolden(t *testing.T, c *golden.CatalogCase) (diff string, err error) {
	dir := filepath.Join(t.TempDir(), "production")
	if err := c.Unpack(dir); err != nil {
		return "", err
	}
	site := filepath.Join(dir, "manifests", "site.pp")
	if err := os.MkdirAll(filepath.Dir(site), 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(site, []byte(c.Manifest+"\n"), 0o644); err != nil {
		return "", err
	}
	got, err := compileCase(c, dir)
	if err != nil {
		return "internal: " + err.Error(), nil
	}
	return c.Check(got), nil
}

// The wants of an archive are recorded; a case that nothing could have recorded
// would be an expectation of ours in Puppet's name.
func TestGoldenOrigins(t *testing.T) {
	for _, path := range archives(t, "cases/*.txtar", "functions/*.txtar", "catalogs/*/*.txtar") {
		a, err := golden.Read(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if a.Recorded() && !strings.HasPrefix(a.Origin, "puppet 7.23.0") {
			t.Errorf("%s: origin is %q; recordings come from puppet 7.23.0", path, a.Origin)
		}
	}
}

func indent(code string) string {
	const most = 600
	if len(code) > most {
		code = fmt.Sprintf("%s... (%d bytes)", code[:most], len(code))
	}
	return "\t" + strings.ReplaceAll(code, "\n", "\n\t")
}
