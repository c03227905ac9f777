package regexp

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// A stringCase is a use of a regexp on a string, see testdata/ruby.rb.
type stringCase struct {
	Pattern string  `json:"p"`
	Options Options `json:"o"`
	Subject string  `json:"s"`
	Func    string  `json:"f"`
	Arg     string  `json:"a"`
	Limit   int     `json:"n"`
	Error   string  `json:"e"`
	Result  any     `json:"r"`
}

func (c *stringCase) run() (any, error) {
	re, err := Compile(c.Pattern, c.Options)
	if err != nil {
		return nil, err
	}
	switch c.Func {
	case "gsub", "sub":
		return re.Replace(c.Subject, c.Arg, c.Func == "gsub")
	case "scan":
		return re.Scan(c.Subject)
	case "split":
		return re.Split(c.Subject, c.Limit)
	case "to_s":
		return re.String(), nil
	case "inspect":
		return re.Inspect(), nil
	case "escape":
		return Escape(c.Subject), nil
	}
	panic("no function " + c.Func)
}

// TestStrings replays what Ruby answered when testdata/strings.jsonl was recorded, or
// with BUNRAKU_RUBY set that number of generated uses.
func TestStrings(t *testing.T) {
	var in io.Reader
	if n := os.Getenv("BUNRAKU_RUBY"); n != "" {
		cmd := exec.Command("ruby", "testdata/ruby.rb", "strings", cmp.Or(os.Getenv("BUNRAKU_RUBY_SEED"), "1"), n)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		in = strings.NewReader(string(out))
	} else {
		f, err := os.Open("testdata/strings.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewScanner(in)
	bad := 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var c stringCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		got, err := c.run()
		if err != nil {
			if err == ErrSteps || err == ErrMemory || err.Error() == c.Error {
				continue
			}
			t.Errorf("%s: error %q, Ruby %q", lines.Text(), err, c.Error)
			continue
		}
		// Compare as JSON does, nil and empty lists alike.
		text, _ := json.Marshal(got)
		var plain any
		if err := json.Unmarshal(text, &plain); err != nil {
			t.Fatal(err)
		}
		if list, ok := c.Result.([]any); ok && len(list) == 0 && plain == nil {
			continue
		}
		if !reflect.DeepEqual(plain, c.Result) {
			if bad++; bad < 30 {
				t.Errorf("%s\n  got %s", lines.Text(), text)
			}
		}
	}
}
