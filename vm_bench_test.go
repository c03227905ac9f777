package bunraku

import (
	"testing"

	"bunraku/grammar/edition"
	"bunraku/grammar/source"
)

func BenchmarkEval(b *testing.B) {
	for _, c := range []struct{ name, code string }{
		{"fib", "function fib(Integer $n) >> Integer { if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) } } fib(27)"},
		{"mapfilter", "Integer[1,1000000].map |$x| { $x * 3 }.filter |$x| { $x % 2 == 0 }.reduce(0) |$m,$x| { $m + $x }"},
		{"nested", "Integer[1,1000].reduce(0) |$m,$x| { Integer[1,1000].reduce($m) |$n, $y| { if $x < $y { $n + 1 } else { $n } } }"},
		{"interp", "Integer[1,500000].each |$x| { \"host-${x}.dc${x}\" }"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Evaluate(source.NewFile("", c.code), Options{Edition: edition.Puppet7}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
