// Package regexp compares bunraku's regular expressions with other engines written in
// Go, on the patterns of runtime/regexp/testdata/bench.tsv. It is a module of its own,
// so that the engines are no dependency of bunraku:
//
//	cd bench/regexp && go test -run TestRatios -v
package regexp

import (
	"math"
	"os"
	goregexp "regexp"
	"strings"
	"testing"
	"time"

	"bunraku/runtime/regexp"

	regexp2 "github.com/dlclark/regexp2/v2"
)

// An engine runs a pattern against a subject n times.
type engine struct {
	name    string
	prepare func(pattern string) (bare, captures func(subject string, n int))
}

var engines = []engine{
	{"bunraku", func(pattern string) (bare, captures func(string, int)) {
		re := regexp.MustCompile(pattern, 0)
		caps := make([]int32, re.CapLen())
		return func(s string, n int) {
				for range n {
					re.MatchString(s)
				}
			}, func(s string, n int) {
				for range n {
					re.Match(s, 0, caps)
				}
			}
	}},
	{"go", func(pattern string) (bare, captures func(string, int)) {
		re := goregexp.MustCompile("(?m)" + pattern)
		return func(s string, n int) {
				for range n {
					re.MatchString(s)
				}
			}, func(s string, n int) {
				for range n {
					re.FindStringSubmatchIndex(s)
				}
			}
	}},
	{"regexp2", func(pattern string) (bare, captures func(string, int)) {
		re := regexp2.MustCompile(pattern, regexp2.Multiline)
		return func(s string, n int) {
				for range n {
					re.MatchString(s)
				}
			}, func(s string, n int) {
				for range n {
					re.FindStringMatch(s)
				}
			}
	}},
}

// best is the shortest time of a match in nanoseconds, of several rounds.
func best(run func(string, int), subject string) float64 {
	const n, rounds = 2000, 15
	shortest := math.Inf(1)
	for range rounds {
		start := time.Now()
		run(subject, n)
		shortest = min(shortest, float64(time.Since(start).Nanoseconds())/n)
	}
	return shortest
}

// TestRatios states how many times faster than the others we are, as geometric means.
func TestRatios(t *testing.T) {
	text, err := os.ReadFile("../../runtime/regexp/testdata/bench.tsv")
	if err != nil {
		t.Fatal(err)
	}
	logs := map[string][2]float64{}
	count := 0
	for line := range strings.Lines(string(text)) {
		pattern, subject, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		count++
		var own [2]float64
		for i, e := range engines {
			bare, captures := e.prepare(pattern)
			ns := [2]float64{best(bare, subject), best(captures, subject)}
			if i == 0 {
				own = ns
			}
			sum := logs[e.name]
			sum[0] += math.Log(ns[0] / own[0])
			sum[1] += math.Log(ns[1] / own[1])
			logs[e.name] = sum
			t.Logf("%-8s %8.1f ns  with captures %8.1f ns  %s", e.name, ns[0], ns[1], pattern)
		}
	}
	for name, want := range map[string]float64{"go": 2, "regexp2": 3} {
		bare, captures := math.Exp(logs[name][0]/float64(count)), math.Exp(logs[name][1]/float64(count))
		t.Logf("faster than %s: %.1f times, with captures %.1f times (%d patterns)", name, bare, captures, count)
		if bare < want || captures < want {
			t.Errorf("should be faster than %s by %v times", name, want)
		}
	}
}
