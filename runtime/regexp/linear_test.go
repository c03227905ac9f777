package regexp

import (
	"strings"
	"sync"
	"testing"
)

// steps is how many steps a search for re in s takes.
func steps(t *testing.T, re *Regexp, s string) int64 {
	t.Helper()
	m := machines.Get().(*machine)
	defer m.end()
	m.begin(re.full, s, 0, nil, re.limit)
	if _, err := m.search(0, nil); err != nil {
		t.Fatalf("%s on %d bytes: %v", re, len(s), err)
	}
	return m.steps
}

// TestLinear counts steps of patterns that backtracking alone would take exponential
// or quadratic time for: ten times the subject, ten times the steps.
func TestLinear(t *testing.T) {
	subjects := map[string]func(n int) string{
		"a...":  func(n int) string { return strings.Repeat("a", n) },
		"ab...": func(n int) string { return strings.Repeat("ab", n/2) },
		"a...c": func(n int) string { return strings.Repeat("a", n-1) + "c" },
		"1.1":   func(n int) string { return strings.Repeat("1.", n/2) + "x" },
	}
	for _, p := range []string{
		`(a*)*b`, `(a*)*$b`, `\A(a*)*b`, `(a+)+b`, `(?:a|a)*b`, `(a|aa)+$b`, `(a|a?)+b`, `(?:a?){20}a{20}b`,
		`(.*)*x`, `(.*)(.*)(.*)(.*)[xyz]`, `a+b`, `(?:ab)+c`, `\d+x`, `[a-z]+\d`, `(\d+\.)+y`, `(?:\d+\.)+y`,
		`(a*?)*?b`, `(a+?)+?b`, `.*?.*?b`, `(?:a*)*?[bc]d`, `(x+x+)+y`, `(a{1,3})*b`, `(?:a{2})*b`, `((a*)*)*b`,
		`(?i:A*)*b`, `(?:[ab]*c?)*d`, `(\w+\s?)+:`, `^(a?a?a?a?a?a?)+$b`, `(?<x>a|ab)(?<y>c|bcd)(?<z>d*)$e`, `(?:.+)+=x`,
		`(?:a+b?)+\z.`, `(?m:.*)*x`, `(a*)*?(a*)*?b`,
	} {
		re := MustCompile(p, 0)
		if !re.full.regular {
			t.Errorf("%s should be a regular pattern", p)
			continue
		}
		for name, subject := range subjects {
			one, ten := steps(t, re, subject(1_000)), steps(t, re, subject(10_000))
			if ten > 12*one+5_000 {
				t.Errorf("%s on %s: %d and %d steps for 1 KB and 10 KB", p, name, one, ten)
			}
			if name != "a..." && !strings.HasPrefix(p, "(a*)*") {
				continue
			}
			if hundred := steps(t, re, subject(100_000)); hundred > 12*ten+5_000 {
				t.Errorf("%s on %s: %d and %d steps for 10 KB and 100 KB", p, name, ten, hundred)
			}
		}
	}
}

// TestStepLimit: what needs plain backtracking ends with an error instead of never.
func TestStepLimit(t *testing.T) {
	for _, p := range []string{`(a*)*\1b`, `(?=(a*)*b)x?\1c`, `(?<r>a|aa\g<r>?)*b`, `(?~(a*)*b)\1z`} {
		re, err := Compile(p, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = re.WithStepLimit(100_000).MatchString(strings.Repeat("a", 5_000))
		if err != nil && err != ErrSteps && err != ErrMemory {
			t.Errorf("%s: %v", p, err)
		}
	}
	_, err := MustCompile(`(a*)*\1[bc]`, 0).WithStepLimit(10_000).MatchString(strings.Repeat("a", 1_000))
	if err != ErrSteps {
		t.Errorf("got %v, want %v", err, ErrSteps)
	}
}

func TestLimits(t *testing.T) {
	for p, want := range map[string]string{
		strings.Repeat("(", 4096) + strings.Repeat(")", 4096): "parse depth limit over",
		strings.Repeat("()", 32768):                           "too many capture groups are specified",
		"a{100001}":                                           "too big number for repeat range",
	} {
		_, err := Compile(p, 0)
		if err == nil || !strings.HasPrefix(err.Error(), want+": /") {
			t.Errorf("%.20s...: got %.80v, want %s", p, err, want)
		}
	}
	for _, p := range []string{
		"(?:(?:(?:a{1000}b){1000}c){1000}d){1000}",
		strings.Repeat("(?:", 2000) + "a" + strings.Repeat("b?)*", 2000),
		strings.Repeat("(?:a|", 2000) + strings.Repeat(")*", 2000),
		strings.Repeat("(?:){100000,}", 100),
		"(?:(?:){100000}){100000}",
		strings.Repeat("a|", 5000),
	} {
		re, err := Compile(p, 0)
		if err == ErrTooLarge {
			continue
		}
		if err != nil {
			t.Errorf("%.40s: %.80v", p, err)
			continue
		}
		if _, err := re.WithStepLimit(1_000_000).MatchString("aaaabbbb"); err != nil && err != ErrSteps && err != ErrMemory {
			t.Errorf("%.40s: %v", p, err)
		}
	}
}

// TestNoAllocation: a match allocates nothing, whichever matcher runs it.
func TestNoAllocation(t *testing.T) {
	for _, c := range [][2]string{
		{`^host-(\d+)\.dc(\d+)\.`, "host-17.dc2.example.com"},
		{`(\w+)@(\w+)`, "some text with me@example in it"},
		{`(a+)+$`, strings.Repeat("a", 200) + "b"},
		{`(?<=x)(y)\1`, "aaxyyaa"},
		{`literal`, "a literal"},
		{`(?i)straße`, "STRASSE"},
		{`(?<p>\((?:[^()]|\g<p>)*\))`, "f(a(b)c)"},
		{`\p{Greek}+`, "abc αβγ"},
	} {
		re := MustCompile(c[0], 0)
		caps := make([]int32, re.CapLen())
		re.Match(c[1], 0, caps)
		re.MatchString(c[1])
		if n := testing.AllocsPerRun(100, func() { re.Match(c[1], 0, caps) }); n >= 1 {
			t.Errorf("%s: %v allocations with captures", c[0], n)
		}
		if n := testing.AllocsPerRun(100, func() { re.MatchString(c[1]) }); n >= 1 {
			t.Errorf("%s: %v allocations without captures", c[0], n)
		}
	}
}

func TestConcurrent(t *testing.T) {
	re := MustCompile(`(?<a>\w+)-(?:(\d)|x)+?\k<a>`, 0)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			caps := make([]int32, re.CapLen())
			for range 500 {
				if ok, err := re.Match("ab-12xab", 0, caps); !ok || err != nil || caps[3] != 2 {
					t.Errorf("got %v %v %v", ok, err, caps)
					return
				}
			}
		})
	}
	wg.Wait()
}
