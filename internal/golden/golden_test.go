package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parse(t *testing.T, text string) *Archive {
	t.Helper()
	a, err := Parse("a.txtar", []byte(text))
	require.NoError(t, err)
	return a
}

func TestHeaders(t *testing.T) {
	a := parse(t, `A collector is realized first.
It also: says this.
spec: catalog_expressions.md#relationships    origin: puppet 7.23.0
spec: names.md#a
settings: {"strict":"error","n":9007199254740993}
-- a.pp --
1
`)
	assert.Equal(t, "A collector is realized first.\nIt also: says this.", a.About)
	assert.Equal(t, "puppet 7.23.0", a.Origin)
	assert.True(t, a.Recorded())
	assert.Equal(t, []string{"catalog_expressions.md#relationships", "names.md#a"}, a.Spec)
	assert.Equal(t, json.Number("9007199254740993"), a.Settings["n"])
	assert.Equal(t, "puppet7", a.Edition)
}

func TestArchiveErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown header":   {"orgin: puppet\n-- a.pp --\n", `unknown header "orgin"`},
		"empty header":     {"todo:  \n", `header "todo" has no value`},
		"twice":            {"-- a.pp --\n1\n-- a.pp --\n2\n", `section "a.pp" is there twice`},
		"settings no JSON": {"settings: strict\n", `header "settings"`},
	} {
		_, err := Parse("a.txtar", []byte(c.text))
		require.Error(t, err, name)
		assert.Contains(t, err.Error(), c.want, name)
	}
}

func TestEvalCases(t *testing.T) {
	a := parse(t, `settings: {"strict":"error"}
facts: {"os":"x"}
-- one.pp --
1 + 1
-- one.want --
{"value":2,"type":"Integer[2, 2]","string":"2"}
-- two.pp --
fail('x')
-- two.opts --
{"strict_variables":true,"facts":{"a":1},"node":"n"}
-- two.todo --
no fail yet
-- two.want --
{"error":{"message":"x","line":1,"pos":1}}
-- three.epp --
<%= 1 %>
-- three.want --
{"value":null,"type":"Undef"}
`)
	cases, err := EvalCases(a)
	require.NoError(t, err)
	require.Len(t, cases, 3)
	one, two, three := cases[0], cases[1], cases[2]

	assert.Equal(t, "1 + 1", one.Code)
	assert.True(t, one.Want.HasValue)
	assert.Equal(t, json.Number("2"), one.Want.Value)
	assert.Equal(t, map[string]any{
		"id": "one", "code": "1 + 1", "edition": "puppet7", "strict": "error",
		"facts": json.RawMessage(`{"os":"x"}`),
	}, one.Request())

	assert.Equal(t, "no fail yet", two.Todo)
	assert.Equal(t, true, two.Settings["strict_variables"])
	assert.Equal(t, "error", two.Settings["strict"])
	assert.Equal(t, &Error{Message: "x", Line: 1, Pos: 1}, two.Want.Error)
	assert.False(t, two.Want.HasValue)

	assert.True(t, three.HasEPP)
	assert.Equal(t, "<%= 1 %>", three.EPP)
	assert.True(t, three.Want.HasValue, "null is a value")
	assert.Nil(t, three.Want.Value)
}

func TestSeedCases(t *testing.T) {
	cases, err := EvalCases(parse(t, `edition: evaluator4
-- LIT-01.pp --
1
-- LIT-01.want --
{"value":1}
-- LIT-01.puppet7 --
{"value":2}
`))
	require.NoError(t, err)
	require.Len(t, cases, 2)
	assert.Equal(t, []string{"LIT-01", "evaluator4"}, []string{cases[0].Name, cases[0].Edition})
	assert.Equal(t, []string{"LIT-01.puppet7", "puppet7"}, []string{cases[1].Name, cases[1].Edition})
}

// A seed says what the value is and nothing of its type, or that there is an error
// and not which.
func TestSeedWantsArePartial(t *testing.T) {
	cases, err := EvalCases(parse(t, `edition: evaluator4
-- a.pp --
1
-- a.want --
{"value":1}
-- b.pp --
1
-- b.want --
{"error":{}}
`))
	require.NoError(t, err)
	value, fails := cases[0], cases[1]
	one := Result{HasValue: true, Value: json.Number("1"), Type: "Integer", Logs: []Log{{Level: "notice"}}}
	assert.Empty(t, value.Diff(one))
	assert.NotEmpty(t, value.Diff(Result{HasValue: true, Value: json.Number("2")}))
	assert.NotEmpty(t, value.Diff(Result{Error: &Error{Message: "no"}}))
	assert.Empty(t, fails.Diff(Result{Error: &Error{Message: "no"}}))
	assert.NotEmpty(t, fails.Diff(one))
}

func TestEvalCaseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"-- a.pp --\n1\n": "has no want",
		"-- a.pp --\n1\n-- a.want --\n{\"vlaue\":1}\n":                   `unknown expectation "vlaue"`,
		"-- a.pp --\n1\n-- a.want --\n{}\n-- a.wnat --\n{}\n":            "nothing reads section a.wnat",
		"-- a.pp --\n1\n-- a.opts --\n{\"strct\":1}\n-- a.want --\n{}\n": `unknown field "strct"`,
		"-- a.want --\n{}\n": "holds no case",
		"-- a.pp --\n1\n-- a.want --\n{}\n-- a.todo --\nx\n-- b.todo --\nx\n": "nothing reads section b.todo",
	} {
		_, err := EvalCases(parse(t, text))
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want)
	}
}

func TestDiff(t *testing.T) {
	result := func(s string) Result {
		var r Result
		require.NoError(t, json.Unmarshal([]byte(s), &r))
		return r
	}
	for _, c := range []struct{ want, got, diff string }{
		{`{"value":1}`, `{"value":1}`, ""},
		{`{"value":1}`, `{"value":1.0}`, "value: want 1, got 1.0"},
		{`{"value":1e2}`, `{"value":100.0}`, ""},
		{`{"value":null}`, `{}`, "value: want null, got none"},
		{`{"value":9007199254740993}`, `{"value":9007199254740992}`, "value: want 9007199254740993, got 9007199254740992"},
		{`{"value":[{"a":1}]}`, `{"value":[{"a":2}]}`, `value: want [{"a":1}], got [{"a":2}]`},
		{`{"value":1,"type":"A"}`, `{"value":1,"type":"B"}`, "type: want A, got B"},
		{`{"error":{"message":"a","line":1}}`, `{"value":1}`, `error: want {"message":"a","line":1}, got none`},
		{`{"logs":[{"level":"notice","message":"a"}]}`, `{}`, `log 0: want {"level":"notice","message":"a"}, got none`},
		{`{"resources":["Notify[a]"]}`, `{"resources":["Notify[b]"]}`, "resources: want [Notify[a]], got [Notify[b]]"},
	} {
		assert.Equal(t, c.diff, Diff(result(c.want), result(c.got)))
	}
}

func TestCatalogCase(t *testing.T) {
	a := parse(t, `spec: names.md#x
-- manifest.pp --
include a
-- facts.yaml --
os: x
-- modules/a/manifests/init.pp --
class a {}
-- want/catalog.json --
{"name":"n","version":1,
 "resources":[]}
`)
	c, err := NewCatalogCase(a)
	require.NoError(t, err)
	assert.True(t, c.NeedsEnvironment())

	dir := t.TempDir()
	require.NoError(t, c.Unpack(dir))
	data, err := os.ReadFile(filepath.Join(dir, "modules/a/manifests/init.pp"))
	require.NoError(t, err)
	assert.Equal(t, "class a {}\n", string(data))

	same := []byte(`{"name":"n","version":7,"catalog_uuid":"u","resources":[]}`)
	assert.Empty(t, c.Check(CatalogResult{Catalog: same}))
	other := []byte(`{"resources":[],"name":"n"}`)
	assert.Contains(t, c.Check(CatalogResult{Catalog: other}), "catalog differs at byte", "the order of keys counts")
	assert.Contains(t, c.Check(CatalogResult{Error: &Error{Message: "no"}}), "error: want none")
	assert.Contains(t, c.Check(CatalogResult{Catalog: same, Logs: []Log{{Level: "warning"}}}), "log 0: want none")
}

func TestCatalogCaseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"-- want/error --\n{}\n":                                               "has no manifest.pp",
		"-- manifest.pp --\n1\n":                                               "expects nothing",
		"-- manifest.pp --\n1\n-- want/catlog --\n":                            "unknown expectation want/catlog",
		"-- manifest.pp --\n1\n-- want/catalog.json --\n{\n":                   "is not JSON",
		"-- manifest.pp --\n1\n-- want/error --\n{}\n-- hirea.yaml --\na: 1\n": "nothing reads section hirea.yaml",
	} {
		_, err := NewCatalogCase(parse(t, text))
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want)
	}
}

func TestUnpackStaysInside(t *testing.T) {
	c, err := NewCatalogCase(parse(t, "-- manifest.pp --\n1\n-- want/error --\n{}\n-- modules/../../x --\n1\n"))
	require.NoError(t, err)
	assert.ErrorContains(t, c.Unpack(t.TempDir()), "leaves the environment")
}

func TestWriteKeepsText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txtar")
	text := "About.\norigin: puppet 7.23.0\n-- a.pp --\n1\n-- b.pp --\n2\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	a, err := Read(path)
	require.NoError(t, err)
	a.SetAfter("a.pp", "a.todo", []byte("later\n"))
	a.Set("b.pp", nil)
	require.NoError(t, a.Write())
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "About.\norigin: puppet 7.23.0\n-- a.pp --\n1\n-- a.todo --\nlater\n", string(got))
}
