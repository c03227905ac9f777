package regexp

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
	"time"
)

func TestRubyFile(t *testing.T) {
	name := os.Getenv("RUBYFILE")
	if name == "" {
		t.Skip()
	}
	f, _ := os.Open(name)
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	bad, total := 0, 0
	for in.Scan() {
		var c rubyCase
		json.Unmarshal(in.Bytes(), &c)
		total++
		done := make(chan string)
		go func() { done <- c.check() }()
		select {
		case d := <-done:
			if d != "" {
				if bad++; bad < 40 {
					t.Errorf("/%s/%s on %q:\n  %s", c.Pattern, c.Options, c.Subject, d)
				}
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("HANG /%s/%s on %q ruby %v %s", c.Pattern, c.Options, c.Subject, c.Match, c.Error)
		}
	}
	t.Logf("%d cases, %d differ", total, bad)
}
