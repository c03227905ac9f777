package bunraku

import (
	"fmt"
	"testing"

	"bunraku/grammar/edition"
	"bunraku/grammar/source"
	"bunraku/runtime/pcore"
)

func TestSmoke(t *testing.T) {
	for _, code := range []string{
		"1 + 2 * 3", "$x = 3 $y = $x + 4 \"${x}-$y\"",
		"function fib(Integer $n) >> Integer { if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) } } fib(20)",
		"[1,2,3].map |$x| { $x * 2 }.filter |$x| { $x > 2 }.reduce(0) |$m,$x| { $m + $x }",
		"{a=>1,b=>2}.map |$k,$v| { \"$k=$v\" }",
		"if 'foobar' =~ /o(.)/ { $1 } ", "'x' ? { 'y' => 1, /x/ => $0, default => 3 }",
		"case 'b' { 'a': {1} 'b','c': {2} 'd': {3} default: {4} }",
		"1 + 'a'", "fib(1)", "[1,2][0]", "Integer[1,2]", "function f(String $a) { $a } f(1)",
		"$a = [1,*[2,3],4]", "[$a,$b] = [1,2] $a+$b", "[1,2,3].each |$i,$x| { if $x == 2 { break() } }", "unless false { 5 }",
		"9223372036854775807 + 1", "1 < 'a'", "$undefined_x", "'abc'[1,-1]", "[3,1,2].any |$x| { $x == 1 }",
		"'0x10' + 1", "1/0", "7 % -3", "-7 / 2", "5.0 / 2", "1 =~ Integer", "[1,[2,3]] == [1,[2,3.0]]", "'a' in 'BAR'", "next(1)", "notice('x')",
	} {
		v, err := Evaluate(source.NewFile("", code), Options{Edition: edition.Puppet7})
		if err != nil {
			fmt.Printf("%s  => ERR %v\n", code, err)
			continue
		}
		fmt.Printf("%s  => %s\n", code, pcore.Inspect(v))
	}
}
