package regexp

import (
	"os"
	goregexp "regexp"
	"strings"
	"testing"
)

// benchPatterns reads testdata/bench.tsv, which bench/regexp reads as well.
func benchPatterns(tb testing.TB) (patterns [][2]string) {
	text, err := os.ReadFile("testdata/bench.tsv")
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		pattern, subject, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if ok && !strings.HasPrefix(line, "#") {
			patterns = append(patterns, [2]string{pattern, subject})
		}
	}
	return patterns
}

// BenchmarkMatch compares with Go's regexp, with captures and without; bench/regexp
// has the engines of others. In Ruby ^ and $ are those of Go's (?m).
func BenchmarkMatch(b *testing.B) {
	for _, p := range benchPatterns(b) {
		pattern, subject := p[0], p[1]
		re := MustCompile(pattern, 0)
		goRe := goregexp.MustCompile("(?m)" + pattern)
		caps := make([]int32, re.CapLen())
		if ok, _ := re.MatchString(subject); ok != goRe.MatchString(subject) {
			b.Fatalf("%s on %q: %v", pattern, subject, ok)
		}
		b.Run("bare/bunraku/"+pattern, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				re.MatchString(subject)
			}
		})
		b.Run("bare/go/"+pattern, func(b *testing.B) {
			for b.Loop() {
				goRe.MatchString(subject)
			}
		})
		b.Run("captures/bunraku/"+pattern, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				re.Match(subject, 0, caps)
			}
		})
		b.Run("captures/go/"+pattern, func(b *testing.B) {
			for b.Loop() {
				goRe.FindStringSubmatchIndex(subject)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	patterns := benchPatterns(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range patterns {
			MustCompile(p[0], 0)
		}
	}
}
