package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func runArgs(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(append([]string{"bunraku"}, args...), strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

func TestEval(t *testing.T) {
	status, out, errs := runArgs(t, "", "eval", "-e", "notice('hi') [1, 'a'].map |$x| { $x }")
	assert.Equal(t, 0, status)
	assert.Equal(t, "[1, 'a']\n", out)
	assert.Equal(t, "Notice: Scope(Class[main]): hi\n", errs)

	status, out, errs = runArgs(t, "", "eval", "-e", "$x = 1\n$x + 'a'")
	assert.Equal(t, 1, status)
	assert.Empty(t, out)
	assert.Equal(t, "Error: Evaluation Error: The value 'a' cannot be converted to Numeric. (line: 2, column: 6)\n"+
		"    2 | $x + 'a'\n      |      ^\n", errs)

	status, out, _ = runArgs(t, `{"id":7,"code":"1 + 1"}`+"\n", "eval", "--jsonl")
	assert.Equal(t, 0, status)
	assert.Equal(t, `{"id":7,"value":2,"type":"Integer[2, 2]","string":"2","logs":[],"error":null,"resources":[]}`+"\n", out)

	status, _, _ = runArgs(t, "", "eval", "--strict", "maybe", "-e", "1")
	assert.Equal(t, 2, status)
}

func TestCompileAndRun(t *testing.T) {
	dir := t.TempDir()
	manifest, file := filepath.Join(dir, "site.pp"), filepath.Join(dir, "site.pbc")
	require.NoError(t, os.WriteFile(manifest, []byte("class web { notify { 'up': } }\ninclude web\n"), 0o644))
	status, _, errs := runArgs(t, "", "compile", manifest, "-o", file) // a flag after the argument
	require.Equal(t, 0, status, errs)
	first, err := os.ReadFile(file)
	require.NoError(t, err)
	status, _, _ = runArgs(t, "", "compile", "-o", file, manifest)
	require.Equal(t, 0, status)
	second, _ := os.ReadFile(file)
	assert.Equal(t, first, second, "the same input gives the same bytes")

	status, fromSource, _ := runArgs(t, "", "run", "--node", "n.example.org", manifest)
	require.Equal(t, 0, status)
	status, fromFile, _ := runArgs(t, "", "run", "--node", "n.example.org", file)
	require.Equal(t, 0, status)
	for _, out := range []string{fromSource, fromFile} {
		assert.Contains(t, out, `"type":"Notify","title":"up"`)
		assert.Contains(t, out, `"classes":["settings","web"]`)
	}

	require.NoError(t, os.WriteFile(file, first[:len(first)/2], 0o644))
	status, _, errs = runArgs(t, "", "run", file)
	assert.Equal(t, 1, status)
	assert.Contains(t, errs, "site.pbc")
}
