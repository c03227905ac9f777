package psych

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"bunraku/runtime/values"
)

func TestMain(m *testing.M) {
	time.Local = time.UTC // times without a zone were recorded there
	os.Exit(m.Run())
}

// show writes a scalar as testdata/scalars.jsonl does.
func show(v values.Value, err error) string {
	switch {
	case err != nil && strings.HasPrefix(err.Error(), "the integer "):
		return "!big"
	case err != nil:
		return "! " + err.Error()
	case v.IsUndef():
		return "nil"
	case v.IsBool():
		return fmt.Sprint(v.AsBool())
	case v.IsInt():
		return fmt.Sprintf("i %d", v.AsInt())
	case v.IsFloat():
		switch f := v.AsFloat(); {
		case math.IsNaN(f):
			return "f NaN"
		case math.IsInf(f, 1):
			return "f +Inf"
		case math.IsInf(f, -1):
			return "f -Inf"
		default:
			return fmt.Sprintf("f %016x", math.Float64bits(f))
		}
	}
	return "s " + v.AsString()
}

var all = Classes{Symbol: true, Date: true, Time: true}

// origin: ruby 3.1.2, psych 4.0.3, Psych::ScalarScanner#tokenize
func TestScalarsAreThoseOfRuby(t *testing.T) {
	f, err := os.Open("testdata/scalars.jsonl")
	require.NoError(t, err)
	defer f.Close()
	sc := bufio.NewScanner(f)
	n := 0
	for sc.Scan() {
		var row [2]string
		require.NoError(t, json.Unmarshal(sc.Bytes(), &row))
		v, err := Scalar(row[0], all)
		if !assert.Equal(t, row[1], show(v, err), "%q", row[0]) {
			if n++; n > 30 {
				t.FailNow()
			}
		}
	}
}

// structure is a value as testdata/documents.jsonl has it.
func structure(v values.Value) any {
	switch v.Kind() {
	case values.KindUndef:
		return nil
	case values.KindBool:
		return v.AsBool()
	case values.KindInt:
		return float64(v.AsInt())
	case values.KindFloat:
		return map[string]any{"f": strings.TrimPrefix(fmt.Sprint(v.AsFloat()), "+")}
	case values.KindArray:
		out := []any{}
		for _, e := range v.AsArray().Elems() {
			out = append(out, structure(e))
		}
		return map[string]any{"a": out}
	case values.KindHash:
		out := []any{}
		for _, e := range v.AsHash().Entries() {
			out = append(out, []any{structure(e.Key), structure(e.Value)})
		}
		return map[string]any{"h": out}
	}
	return v.AsString()
}

// plain drops the marks of what has no kind of its own here.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		if s, ok := v["y"]; ok {
			return s
		}
		if f, ok := v["f"].(string); ok {
			return map[string]any{"f": strings.TrimSuffix(strings.Replace(f, "Infinity", "Inf", 1), ".0")}
		}
		for k := range v {
			v[k] = plain(v[k])
		}
	}
	return v
}

// origin: ruby 3.1.2, psych 4.0.3, YAML.safe_load with aliases
func TestDocumentsAreThoseOfRuby(t *testing.T) {
	f, err := os.Open("testdata/documents.jsonl")
	require.NoError(t, err)
	defer f.Close()
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		var c struct {
			YAML   string
			Symbol bool
			Value  any
			Error  string
		}
		require.NoError(t, json.Unmarshal(sc.Bytes(), &c))
		v, err := Load([]byte(c.YAML), "x.yaml", Classes{Symbol: c.Symbol})
		if c.Error != "" {
			assert.EqualError(t, err, c.Error, "%q", c.YAML)
			continue
		}
		if assert.NoError(t, err, "%q", c.YAML) {
			got := structure(v)
			if m, ok := got.(map[string]any); ok {
				got = plain(m)
			}
			assert.Equal(t, plain(c.Value), got, "%q", c.YAML)
		}
	}
}

func TestLimits(t *testing.T) {
	_, err := Load([]byte("a: 99999999999999999999\n"), "x.yaml", Classes{})
	assert.EqualError(t, err, "the integer 99999999999999999999 does not fit in 64 bits")

	laughs := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 12; i++ {
		laughs += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	_, err = Load([]byte(laughs), "x.yaml", Classes{})
	assert.ErrorContains(t, err, "too large")
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{"a: &x {b: [1, *x]}", "? [a]\n: |\n  x", "a: !!set {x}", "- 2001-12-14t21:59:43.10-05:00", "{a: [\"x", "%YAML 1.2\n--- !ruby/object:X {}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { _, _ = Load([]byte(s), "", all) })
}

func BenchmarkLoad(b *testing.B) {
	text := []byte(strings.Repeat("- name: some name\n  list: [1, 2.5, yes, 10.0.0.1]\n  nested:\n    key: value with words\n", 200))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(text, "", Classes{}); err != nil {
			b.Fatal(err)
		}
	}
}
