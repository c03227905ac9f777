package stdlib_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bunraku/internal/golden"
	"bunraku/runtime/logs"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"

	"github.com/stretchr/testify/require"
)

// TestGolden evaluates the cases of testdata/functions that the little evaluator
// of this test understands. The machine's own golden test runs all of them; this
// one tells apart what a function does wrong from what the machine does.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("../testdata/functions/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	ran, skipped := 0, 0
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := golden.Read(path)
			require.NoError(t, err)
			cases, err := golden.EvalCases(a)
			require.NoError(t, err)
			bad := 0
			for _, c := range cases {
				if c.HasEPP || len(c.Settings) > 0 {
					skipped++
					continue
				}
				diff, ok := runCase(c)
				if !ok {
					skipped++
					continue
				}
				ran++
				if c.Todo != "" { // the mark is about the whole pipeline, which is run elsewhere
					continue
				}
				if diff != "" {
					if bad++; bad <= 12 {
						t.Errorf("%s: %s\n%s", c.Name, strings.TrimSpace(c.Code), diff)
					}
				}
			}
			if bad > 0 {
				t.Errorf("%d of %d differ", bad, len(cases))
			}
		})
	}
	t.Logf("%d cases run, %d are left to the machine", ran, skipped)
	if ran < 3000 {
		t.Errorf("only %d cases were run", ran)
	}
}

func runCase(c *golden.EvalCase) (diff string, ok bool) {
	e := newEvaluator(fromJSON(c.FactMap()))
	v, err := e.run(c.Code)
	if errors.Is(err, errUnsupported) {
		return "", false
	}
	var lines []string
	for _, m := range e.logs {
		if m.Level < logs.Notice { // the reference ran at the level notice
			continue
		}
		lines = append(lines, m.Level.String()+": "+m.Text)
	}
	var wantLines []string
	for _, m := range c.Want.Logs {
		if m.Issue != "" || strings.Contains(m.Message, "Unknown variable") { // the machine's
			return "", false
		}
		wantLines = append(wantLines, m.Level+": "+m.Message)
	}
	if c.Want.Error != nil && !strings.HasPrefix(c.Want.Error.Message, "Evaluation Error: Error while") && c.Want.Error.Message != "" {
		return "", false // raised by the parser, the validator or an operator
	}
	if err != nil {
		if c.Want.Error == nil {
			return "got error " + err.Error() + "\nwant " + c.Want.String, true
		}
		if c.Want.Error.Message != "" && c.Want.Error.Message != err.Error() {
			return "got error " + err.Error() + "\nwant      " + c.Want.Error.Message, true
		}
		return "", true
	}
	if c.Want.Error != nil && !c.Want.HasValue {
		return "got " + pcore.Text(v) + "\nwant error " + c.Want.Error.Message, true
	}
	if got, want := strings.Join(lines, "\n"), strings.Join(wantLines, "\n"); got != want {
		return "got logs " + got + "\nwant     " + want, true
	}
	if got := pcore.Infer(v).String(); got != c.Want.Type {
		return "got type " + got + " of " + pcore.Text(v) + "\nwant     " + c.Want.Type + " of " + c.Want.String, true
	}
	if got := strings.ToValidUTF8(pcore.Text(v), "\uFFFD"); got != c.Want.String { // as the reference prints it
		return "got  " + strconv.Quote(got) + "\nwant " + strconv.Quote(c.Want.String), true
	}
	return "", true
}

func fromJSON(x any) values.Value {
	switch x := x.(type) {
	case bool:
		return values.Bool(x)
	case string:
		return values.String(x)
	case json.Number:
		if n, err := strconv.ParseInt(x.String(), 10, 64); err == nil {
			return values.Int(n)
		}
		f, _ := x.Float64()
		return values.Float(f)
	case []any:
		out := make([]values.Value, len(x))
		for i, e := range x {
			out[i] = fromJSON(e)
		}
		return values.ArrayOf(out...)
	case map[string]any:
		if x == nil {
			return values.Undef
		}
		b := values.NewHashBuilder(len(x))
		for k, e := range x {
			b.PutString(k, fromJSON(e))
		}
		return b.Hash().Value()
	}
	return values.Undef
}
