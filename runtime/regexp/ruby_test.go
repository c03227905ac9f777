package regexp

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// A rubyCase is a case of testdata/ruby.rb with Ruby's answer.
type rubyCase struct {
	Pattern string  `json:"p"`
	Options Options `json:"o"`
	Subject string  `json:"s"`
	Error   string  `json:"e"`
	Match   []int32 `json:"m"`
}

// check says how we differ from Ruby, "" if we do not.
func (c *rubyCase) check() string {
	re, err := Compile(c.Pattern, c.Options)
	if err != nil {
		if c.Error == "" {
			return fmt.Sprintf("error %q, Ruby has none", err)
		}
		if err.Error() != c.Error {
			return fmt.Sprintf("error %q\n  Ruby %q", err, c.Error)
		}
		return ""
	}
	caps := make([]int32, re.CapLen())
	ok, err := re.Match(c.Subject, 0, caps)
	if err != nil {
		if errors.Is(err, ErrSteps) || err.Error() == c.Error {
			return ""
		}
		return fmt.Sprintf("error %q, Ruby %q", err, c.Error)
	}
	if c.Error != "" {
		return fmt.Sprintf("no error\n  Ruby %q", c.Error)
	}
	if !ok {
		caps = nil
	}
	if !slices.Equal(caps, c.Match) {
		return fmt.Sprintf("match %v\n  Ruby %v", caps, c.Match)
	}
	// The same without captures, and with failures remembered from the start.
	two := make([]int32, 2)
	ok, err = re.Match(c.Subject, 0, two)
	if err != nil || ok != (c.Match != nil) || ok && !slices.Equal(two, c.Match[:2]) {
		return fmt.Sprintf("without captures: %v %v, Ruby %v", ok, two, c.Match)
	}
	if re.wide != nil && !isASCII(c.Subject) {
		re = re.wide
	}
	if re.full.regular {
		m := machines.Get().(*machine)
		m.begin(re.full, c.Subject, 0, nil, 1<<40)
		m.remember()
		got := make([]int32, re.CapLen())
		ok, err := m.search(0, got)
		m.end()
		if !ok {
			got = nil
		}
		if err != nil || !slices.Equal(got, c.Match) {
			return fmt.Sprintf("with memory: %v %v, Ruby %v", got, err, c.Match)
		}
	}
	return ""
}

// TestRecorded replays what Ruby answered when testdata/cases.jsonl was recorded.
func TestRecorded(t *testing.T) {
	f, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if n := replay(t, f); n < 2000 {
		t.Errorf("only %d cases", n)
	}
}

// TestRuby compares with a Ruby that is installed: BUNRAKU_RUBY is the number of
// cases to generate, BUNRAKU_RUBY_SEED where to begin.
func TestRuby(t *testing.T) {
	n := os.Getenv("BUNRAKU_RUBY")
	if n == "" {
		t.Skip("BUNRAKU_RUBY is not set to a number of cases")
	}
	seed := cmp.Or(os.Getenv("BUNRAKU_RUBY_SEED"), "1")
	cmd := exec.Command("ruby", "testdata/ruby.rb", "generate", seed, n)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	replay(t, out)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

// replay checks the cases of r, one JSON object a line, and counts them.
func replay(t *testing.T, r io.Reader) int {
	bad, total := 0, 0
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		var c rubyCase
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		total++
		hang := time.AfterFunc(20*time.Second, func() {
			panic(fmt.Sprintf("/%s/%s on %q does not end", c.Pattern, c.Options, c.Subject))
		})
		if diff := c.check(); diff != "" {
			if bad++; bad <= 40 {
				t.Errorf("/%s/%s on %q:\n  %s", c.Pattern, c.Options, c.Subject, diff)
			}
		}
		hang.Stop()
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cases, %d differ", total, bad)
	return total
}
