package pcore

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"bunraku/runtime/values"
)

// The files in testdata were recorded from the reference. The first line of each
// tells the origin; of a table of pairs also the operation and the right operands.

// evaluate evaluates an expression made of literals, T[args] and T(args).
func evaluate(text string) (values.Value, error) { return evaluateWith(text, nil) }

// evaluateWith evaluates where some types are defined.
func evaluateWith(text string, types Resolver) (values.Value, error) {
	e, err := parseExpr(text)
	if err != nil {
		return values.Undef, err
	}
	return evaluateExpr(e, types)
}

// define declares types by name.
func define(defs map[string]string) (Resolver, error) {
	known := map[string]Type{}
	for name, text := range defs {
		t, err := Declare(name, text)
		if err != nil {
			return nil, err
		}
		known[strings.ToLower(name)] = t
	}
	var find Resolver
	find = func(name string) (Type, error) {
		if t := known[strings.ToLower(name)]; t != nil {
			return t, nil
		}
		if set, rest, ok := strings.Cut(name, "::"); ok {
			if t, ok := known[strings.ToLower(set)].(*TypeSetType); ok {
				if err := t.Resolve(find); err != nil {
					return nil, err
				}
				return t.Find(rest), nil
			}
		}
		return nil, nil
	}
	return find, nil
}

func evaluateExpr(e *expr, types Resolver) (values.Value, error) {
	list := func(es []*expr) ([]values.Value, error) {
		out := make([]values.Value, len(es))
		for i, x := range es {
			v, err := evaluateExpr(x, types)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
	switch e.kind {
	case exprList:
		vs, err := list(e.list)
		return values.ArrayOf(vs...), err
	case exprHash:
		b := values.NewHashBuilder(len(e.entries))
		for _, kv := range e.entries {
			vs, err := list(kv[:])
			if err != nil {
				return values.Undef, err
			}
			b.Put(vs[0], vs[1])
		}
		return b.Hash().Value(), nil
	case exprReference:
		t, err := Lookup(e.text, types)
		if err != nil {
			return values.Undef, fmt.Errorf("Error while evaluating a Type-Name, %w", err)
		}
		if r, ok := t.(*ReferenceType); ok {
			return values.Undef, fmt.Errorf("Resource type not found: %s", r.Text)
		}
		if t == nil {
			return values.Undef, fmt.Errorf("Resource type not found: %s", e.text)
		}
		return t.Value(), nil
	case exprAccess, exprCall:
		left, err := evaluateExpr(e.left, types)
		if err != nil {
			return values.Undef, err
		}
		vs, err := list(e.list)
		if err != nil {
			return values.Undef, err
		}
		if e.kind == exprAccess {
			v, err := Access(TypeOf(left), vs, false)
			if a, ok := err.(*AccessError); ok && a.Code == "RUNTIME_ERROR" {
				err = fmt.Errorf("Error while evaluating a '[]' expression, %w", err)
			}
			return v, err
		}
		return New(TypeOf(left), vs, &Env{Resolve: types})
	}
	in := interpreter{}
	return in.value(e)
}

type recordedValue struct {
	Op, Expr, Type string
	String         *string
	Data           json.RawMessage
	Error          *string
	Types          map[string]string
}

func readLines(t *testing.T, file string, each func(line []byte)) {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	s := bufio.NewScanner(bytes.NewReader(data))
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		each(s.Bytes())
	}
	require.NoError(t, s.Err())
}

// report collects differences and shows the first of them.
type report struct {
	t            *testing.T
	file         string
	cases, wrong int
}

func (r *report) check(what, want, got string) {
	r.cases++
	if want == got {
		return
	}
	if r.wrong++; r.wrong <= maxShown() {
		r.t.Errorf("%s: %s\n  want %q\n  got  %q", filepath.Base(r.file), what, want, got)
	}
}

func maxShown() int {
	if os.Getenv("SHOW_ALL") != "" {
		return 1 << 30
	}
	return 20
}

func (r *report) done() {
	r.t.Logf("%s: %d cases", filepath.Base(r.file), r.cases)
	if r.wrong > 0 {
		r.t.Errorf("%s: %d of %d differ", filepath.Base(r.file), r.wrong, r.cases)
	}
	require.NotZero(r.t, r.cases)
}

func TestRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			r := &report{t: t, file: file}
			var table *recordedTable
			first := true
			readLines(t, file, func(line []byte) {
				if first {
					first = false
					var head recordedTable
					require.NoError(t, json.Unmarshal(line, &head))
					require.Equal(t, "puppet 7.23.0", head.Origin)
					if head.Op != "" {
						table = &head
						table.prepare(t)
					}
					return
				}
				if table != nil {
					table.check(r, line)
					return
				}
				if bytes.Contains(line, []byte(`"sig":`)) {
					var c recordedCall
					require.NoError(t, json.Unmarshal(line, &c))
					c.check(r)
					return
				}
				var c recordedValue
				require.NoError(t, json.Unmarshal(line, &c))
				c.check(r)
			})
			r.done()
		})
	}
}

func (c *recordedValue) check(r *report) {
	if c.Error != nil && strings.Contains(*c.Error, "undefined ") || strings.HasPrefix(c.Type, "?") {
		return // the reference fails by a mistake of its own
	}
	types, err := define(c.Types)
	require.NoError(r.t, err)
	v, err := evaluateWith(c.Expr, types)
	if a, ok := err.(*AccessError); ok && a.Soft {
		err = nil
	}
	if c.Op == "is" || c.Op == "assert" {
		require.NoError(r.t, err)
		ty, err := Lookup("T", types)
		require.NoError(r.t, err)
		got := fmt.Sprint(ty.Check(v))
		if c.Op == "assert" {
			got = ""
			if !ty.Check(v) {
				got = DescribeMismatch("assert_type():", ty, Infer(v))
			}
		}
		r.check(fmt.Sprint(c.Op, " ", c.Expr, " with ", c.Types), *c.String, got)
		return
	}
	if c.Error != nil {
		got := "no error, but " + Inspect(v)
		if err != nil {
			got = err.Error()
		}
		r.check(c.Expr, *c.Error, got)
		return
	}
	if err != nil {
		r.check(c.Expr, "no error", err.Error())
		return
	}
	if c.Op == "format" {
		r.check(c.Expr, *c.String, Text(v))
		return
	}
	r.check("type of "+c.Expr, c.Type, Infer(v).String())
	if c.String != nil {
		r.check("text of "+c.Expr, *c.String, Text(v))
	}
	if c.Data != nil && !strings.Contains(string(c.Data), "__float") {
		data, err := ToData(v, DataOptions{RichData: true})
		if err != nil {
			r.check("data of "+c.Expr, string(c.Data), err.Error())
			return
		}
		b, err := AppendJSON(nil, data)
		require.NoError(r.t, err)
		r.check("data of "+c.Expr, canonical(r.t, c.Data), canonical(r.t, b))
		if strings.HasPrefix(c.Expr, "SemVerRange({") || strings.HasPrefix(c.Expr, "SemVerRange(") && strings.Contains(c.Expr, "default") {
			return // the text of such a range is none that can be parsed
		}
		back, err := FromData(data, &Env{Resolve: types}, false)
		if err != nil {
			r.check("back from data of "+c.Expr, Inspect(v), err.Error())
			return
		}
		if isType(v) && strings.Contains(c.Expr, "Sensitive[") || strings.Contains(c.Expr, "Boolean[") {
			return // their data form does not have the parameter
		}
		r.check("back from data of "+c.Expr, Inspect(v), Inspect(back))
	}
}

// canonical is JSON with the blanks and escapes of one writer; order is kept.
func canonical(t *testing.T, b []byte) string {
	var out bytes.Buffer
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	for {
		tok, err := d.Token()
		if err != nil {
			break
		}
		if n, ok := tok.(json.Number); ok {
			if f, err := n.Float64(); err == nil && strings.ContainsAny(n.String(), ".eE") {
				tok = f
			}
		}
		fmt.Fprintf(&out, "%v ", tok)
	}
	return out.String()
}

type recordedTable struct {
	Origin, Op string
	Right      []string
	values     []values.Value
}

func (c *recordedTable) prepare(t *testing.T) {
	if c.Op == "generalized" {
		return
	}
	for _, text := range c.Right {
		v, err := evaluate(text)
		require.NoError(t, err, text)
		c.values = append(c.values, v)
	}
}

func (c *recordedTable) check(r *report, line []byte) {
	var row [2]json.RawMessage
	require.NoError(r.t, json.Unmarshal(line, &row))
	var left string
	require.NoError(r.t, json.Unmarshal(row[0], &left))
	v, err := evaluate(left)
	require.NoError(r.t, err, left)
	var bits string
	var texts []*string
	if json.Unmarshal(row[1], &bits) != nil {
		require.NoError(r.t, json.Unmarshal(row[1], &texts))
	}
	if c.Op == "generalized" {
		r.check("generalized "+left, *texts[0], InferGeneric(v).String())
		r.check("reduced "+left, *texts[1], InferReduced(v).String())
		return
	}
	for i, right := range c.values {
		want, got := "", ""
		if bits != "" {
			want = map[byte]string{'1': "true", '0': "false"}[bits[i]]
		} else if texts[i] != nil {
			want = *texts[i]
		}
		if strings.HasPrefix(want, "undefined method `element_type'") {
			continue // the reference fails where it asks an object type for its elements
		}
		switch c.Op {
		case "assignable":
			got = fmt.Sprint(Assignable(TypeOf(v), TypeOf(right)))
		case "instance":
			got = fmt.Sprint(TypeOf(right).Check(v))
		case "common":
			got = InferReduced(values.ArrayOf(v, right)).String()
		case "mismatch":
			if !TypeOf(v).Check(right) {
				got = DescribeMismatch("assert_type():", TypeOf(v), Infer(right))
			}
		case "format":
			s, err := StringOf(v, right)
			got = "ok " + s
			if err != nil {
				got = "error " + err.Error()
			}
		default:
			r.t.Fatalf("unknown operation %s", c.Op)
		}
		r.check(left+" "+c.Op+" "+c.Right[i], want, got)
	}
}
