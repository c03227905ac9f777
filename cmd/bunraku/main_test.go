package main

import (
	"bytes"
	"strings"
	"testing"
)

func runCommand(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(append([]string{"bunraku"}, args...), strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

func TestUsageErrors(t *testing.T) {
	for _, args := range [][]string{
		{"no-such-command"},
		{"--no-such-flag"},
		{"parser", "--no-such-flag"},
	} {
		status, _, stderr := runCommand(t, "", args...)
		if status != exitUsage || stderr == "" {
			t.Errorf("bunraku %s: status %d, stderr %q", strings.Join(args, " "), status, stderr)
		}
	}
}

func TestHelp(t *testing.T) {
	status, stdout, _ := runCommand(t, "", "--help")
	if status != exitOK || !strings.Contains(stdout, "compile and run Puppet manifests") {
		t.Errorf("status %d, stdout %q", status, stdout)
	}
}
