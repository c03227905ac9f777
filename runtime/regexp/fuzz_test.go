package regexp

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"
	"unicode/utf8"
)

// FuzzMatch: no pattern and no subject may crash or hang the matcher; what it reports
// must make sense and be the same whichever way it is found.
func FuzzMatch(f *testing.F) {
	file, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	lines := bufio.NewScanner(file)
	for i := 0; lines.Scan(); i++ {
		var c rubyCase
		if i%7 == 0 && json.Unmarshal(lines.Bytes(), &c) == nil {
			f.Add(c.Pattern, uint8(c.Options), c.Subject)
		}
	}
	file.Close()
	f.Add("(?~\xff)", uint8(0), "\xff\xfe")
	f.Add(`\X*?.`, uint8(1), "e\xcc\x81\xcc")
	f.Fuzz(func(t *testing.T, pattern string, opts uint8, subject string) {
		if len(pattern) > 300 || len(subject) > 300 {
			return
		}
		re, err := Compile(pattern, Options(opts))
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) && err != ErrTooLarge {
				t.Fatalf("%v", err)
			}
			return
		}
		_, _ = re.String(), re.Inspect()
		re = re.WithStepLimit(200_000)
		caps := make([]int32, re.CapLen())
		ok, err := re.Match(subject, 0, caps)
		if err != nil {
			return
		}
		two := make([]int32, 2)
		if ok2, err := re.Match(subject, 0, two); err == nil && (ok != ok2 || ok && !slices.Equal(two, caps[:2])) {
			t.Fatalf("with captures %v %v, without %v %v", ok, caps, ok2, two)
		}
		if !ok {
			return
		}
		for i := 0; i < len(caps); i += 2 {
			a, b := int(caps[i]), int(caps[i+1])
			if a == -1 && b == -1 && i > 0 {
				continue
			}
			if a < 0 || b > len(subject) || a > b && i == 0 {
				t.Fatalf("offsets %v", caps)
			}
			if utf8.ValidString(subject) && (a < len(subject) && !utf8.RuneStart(subject[a]) || b < len(subject) && !utf8.RuneStart(subject[b])) {
				t.Fatalf("offsets %v are inside of characters", caps)
			}
		}
		if _, err := re.Replace(subject, `<\0>`, true); err != nil && err != ErrSteps && err != ErrMemory {
			t.Fatal(err)
		}
		if _, err := re.Split(subject, 0); err != nil && err != ErrSteps && err != ErrMemory {
			t.Fatal(err)
		}
	})
}
