package regexp_test

import (
	"fmt"

	"bunraku/runtime/regexp"
)

func Example() {
	re := regexp.MustCompile(`^host-(?<number>\d+)\.dc(?<centre>\d+)\.`, 0)
	caps := make([]int32, re.CapLen())
	ok, err := re.Match("host-17.dc2.example.com", 0, caps)
	fmt.Println(ok, err, caps, re.Names(), re.GroupsNamed("centre"))
	// Output: true <nil> [0 12 5 7 10 11] [number centre] [2]
}

func ExampleCompile_error() {
	_, err := regexp.Compile(`(/`, regexp.IgnoreCase)
	fmt.Println(err)
	// Output: end pattern with unmatched parenthesis: /(\//i
}

func ExampleRegexp_Replace() {
	re := regexp.MustCompile(`(\w+)@(\w+)`, 0)
	s, _ := re.Replace("root@web, admin@db", `\2:\1`, true)
	fmt.Println(s)
	// Output: web:root, db:admin
}

func ExampleRegexp_Split() {
	re := regexp.MustCompile(`(,)\s*`, 0)
	fields, _ := re.Split("a, b,c,,", 0)
	fmt.Printf("%q\n", fields)
	// Output: ["a" "," "b" "," "c" "," "" ","]
}

func ExampleRegexp_String() {
	fmt.Println(regexp.MustCompile(`(?i:a/b)`, regexp.Multiline))
	// Output: (?mi-x:a\/b)
}
