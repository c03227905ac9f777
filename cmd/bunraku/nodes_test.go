package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClassifierIsAProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("enc", []byte("#!/bin/sh\n[ $1 = bad ] && { echo 'who is that?' >&2; exit 3; }\necho 'classes: [web]'\n"), 0o755))
	status, out, errs := runArgs(t, "", "run", "--enc", "enc", "--node", "n", "-e", "class web { notify { 'classified': } }")
	assert.Equal(t, 0, status, errs)
	assert.Contains(t, out, `"title":"classified"`)
	status, _, errs = runArgs(t, "", "run", "--enc", "enc", "--node", "bad", "-e", "class web { }")
	assert.Equal(t, 1, status)
	assert.Contains(t, errs, "who is that?")
}

// A name of a node is no way out of the directory of catalogs.
func TestCatalogsStayInTheirDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("facts.json", []byte(`{"name":"../out","values":{}}`), 0o644))
	status, _, errs := runArgs(t, "", "run", "--nodes", "facts.json", "--out", "catalogs", "-e", "")
	assert.Equal(t, 1, status)
	assert.Contains(t, errs, "is no name for a file")
	_, err := os.Stat("out.json")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// Answers come in the order of the lines, also when later ones are ready first,
// and no more lines than asked for are worked on at a time.
func TestAnswersKeepTheirOrder(t *testing.T) {
	const n, jobs = 40, 4
	var in, want strings.Builder
	for i := range n {
		fmt.Fprintf(&in, "%d\n\n", i)
		fmt.Fprintf(&want, "<%d>\n", i)
	}
	var running, most atomic.Int64
	var out strings.Builder
	err := answerLines(strings.NewReader(in.String()), &out, jobs, func(line []byte) []byte {
		most.Store(max(most.Load(), running.Add(1)))
		defer running.Add(-1)
		time.Sleep(time.Duration(n-len(line)) * 10 * time.Microsecond)
		return fmt.Appendf(nil, "<%s>", line)
	})
	require.NoError(t, err)
	assert.Equal(t, want.String(), out.String())
	assert.LessOrEqual(t, most.Load(), int64(jobs))

	err = answerLines(strings.NewReader(in.String()), brokenPipe{}, jobs, func(line []byte) []byte { return line })
	assert.ErrorIs(t, err, errBroken)
}

var errBroken = errors.New("broken pipe")

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }
