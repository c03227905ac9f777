package bunraku

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"bunraku/internal/golden"
)

// live skips a test that asks the real Puppet, unless `make conformance` runs it.
func live(t *testing.T) {
	t.Helper()
	if os.Getenv("BUNRAKU_CONFORMANCE") == "" {
		t.Skip("asks the real Puppet: run make conformance")
	}
}

func oracle(script string, args ...string) *exec.Cmd {
	return exec.Command("ruby", append([]string{filepath.Join("testdata", "oracle", script)}, args...)...)
}

// The recordings are what the Puppet installed here says today, and so is what
// bunraku says. Differences are grouped by cause, the most frequent first.
func TestConformanceEval(t *testing.T) {
	live(t)
	var cases []*golden.EvalCase
	only := os.Getenv("BUNRAKU_ARCHIVES") // a pattern, to look at a few
	for _, path := range archives(t, "cases/*.txtar", "seeds/*.txtar", "functions/*.txtar") {
		if ok, err := filepath.Match(only, name(path)); only != "" && (!ok || err != nil) {
			continue
		}
		a, err := golden.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := golden.EvalCases(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range got {
			if c.Edition != "evaluator4" { // no reference runs it
				cases = append(cases, c)
			}
		}
	}
	answers := askPuppet(t, cases)

	stale, different := newCauses(), newCauses()
	known := 0
	for i, c := range cases {
		if d := golden.Diff(settled(t, c.Want), settled(t, answers[i])); d != "" {
			stale.add(c, d)
		}
		if evalCase == nil {
			continue
		}
		ours, err := evalCase(c)
		d := ""
		if err != nil {
			d = "internal: " + err.Error()
		} else {
			d = golden.Diff(settled(t, answers[i]), settled(t, ours))
		}
		switch {
		case d != "" && c.Todo != "":
			known++
		case d != "":
			different.add(c, d)
		}
	}
	t.Logf("%d cases: %d recordings differ from Puppet, bunraku differs in %d and in %d known gaps",
		len(cases), stale.n, different.n, known)
	if stale.n > 0 {
		t.Errorf("recordings that Puppet no longer gives:\n%s", stale)
	}
	if different.n > 0 {
		t.Errorf("bunraku differs from Puppet:\n%s", different)
	}
	if evalCase == nil {
		t.Skip("the facade does not evaluate yet: only the recordings were compared")
	}
}

// modulesDir is where Debian's packages put modules.
const modulesDir = "/usr/share/puppet/modules"

// address is that of a Ruby object, which differs from run to run.
var address = regexp.MustCompile(`0x[0-9a-f]{16}`)

// location is where in the Ruby code of a module Puppet was, which depends on
// where the module is installed.
var location = regexp.MustCompile(`\\n   \(location: [^)]*\)`)

// settled is a result without what differs from run to run and place to place.
func settled(t *testing.T, r golden.Result) (out golden.Result) {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if !address.Match(data) && !location.Match(data) {
		return r
	}
	data = location.ReplaceAll(address.ReplaceAll(data, []byte("0x0")), nil)
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// askPuppet gives Puppet's answer to each case, in one process.
func askPuppet(t *testing.T, cases []*golden.EvalCase) []golden.Result {
	t.Helper()
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for i, c := range cases {
		r := c.Request()
		r["id"] = i
		if strings.HasPrefix(filepath.Base(c.Archive), "stdlib-") { // functions of the module
			r["modulepath"] = modulesDir
		}
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	cmd := oracle("eval.rb", "--want")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := make([]golden.Result, 0, len(cases))
	lines := bufio.NewReader(out)
	for range cases {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("Puppet gave %d answers to %d cases: %v", len(answers), len(cases), err)
		}
		var r golden.Result
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		answers = append(answers, r)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return answers
}

// What was recorded as catalogs is what Puppet compiles today; that bunraku gives
// the recordings is for TestGoldenCatalog.
func TestConformanceCatalogRecordings(t *testing.T) {
	live(t)
	out, err := oracle("record_catalogs.rb", append([]string{"--check"}, archives(t, "catalogs/*/*.txtar")...)...).CombinedOutput()
	t.Logf("%s", lastLine(out))
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}

// causes groups differences by what they have in common once names and numbers
// are taken out.
type causes struct {
	n      int
	groups map[string][]string
}

func newCauses() *causes { return &causes{groups: map[string][]string{}} }

var particular = regexp.MustCompile(`'[^']*'|"[^"]*"|-?[0-9]+(\.[0-9]+)?`)

func (c *causes) add(of *golden.EvalCase, diff string) {
	c.n++
	cause := particular.ReplaceAllString(strings.SplitN(diff, "\n", 2)[0], "…")
	if len(cause) > 120 {
		cause = cause[:120]
	}
	c.groups[cause] = append(c.groups[cause], fmt.Sprintf("%s %s: %s", filepath.Base(of.Archive), of.Name, diff))
}

func (c *causes) String() string {
	keys := make([]string, 0, len(c.groups))
	for k := range c.groups {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if a, b := len(c.groups[keys[i]]), len(c.groups[keys[j]]); a != b {
			return a > b
		}
		return keys[i] < keys[j]
	})
	var out strings.Builder
	for _, k := range keys {
		of := c.groups[k]
		fmt.Fprintf(&out, "%5d  %s\n", len(of), k)
		for _, one := range of[:min(len(of), 3)] {
			fmt.Fprintf(&out, "         %s\n", one)
		}
	}
	return out.String()
}
