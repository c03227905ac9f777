package issue

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The examples of the catalogue, evaluated by Puppet: each has the issue that it
// is an example of, on the line that is marked, with the text of the catalogue.
// It needs Ruby and Puppet.
func TestConformanceExamples(t *testing.T) {
	if os.Getenv("BUNRAKU_CONFORMANCE") != "1" {
		t.Skip("needs Ruby and Puppet; set BUNRAKU_CONFORMANCE=1")
	}
	type finding struct {
		Issue, Message string
		Line           int
	}
	var entries []Entry
	var input strings.Builder
	enc := json.NewEncoder(&input)
	for _, e := range All() {
		if e.Example == "" {
			continue
		}
		entries = append(entries, e)
		err := enc.Encode(map[string]any{"id": e.Name, "code": e.Example, "strict": "error", "strict_variables": true})
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("ruby", "../../testdata/oracle/eval.rb", "--modulepath", "")
	cmd.Stdin = strings.NewReader(input.String())
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for _, e := range entries {
		var answer struct {
			Error *finding
			Logs  []finding
		}
		if err := dec.Decode(&answer); err != nil {
			t.Fatal(err)
		}
		found := answer.Logs
		if answer.Error != nil {
			found = append(found, *answer.Error)
		}
		line := 1 + strings.Count(e.Example[:strings.Index(e.Example, "# ERROR")], "\n")
		pattern := regexp.MustCompile(anyArguments(e.Text()))
		ok := false
		for _, f := range found {
			// Puppet's plain errors have neither code nor, often, a line.
			same := e.Minted() || f.Issue == e.Code() && (f.Line == line || f.Line == 0 || e.Phase <= Validation)
			ok = ok || same && pattern.MatchString(f.Message)
		}
		if !ok {
			t.Errorf("%s is not reported on line %d of\n%s%+v", e.Code(), line, e.Example, found)
		}
	}
}

// anyArguments is a pattern for the messages that a text can make.
func anyArguments(text string) string {
	var b strings.Builder
	b.WriteString("(?s)")
	for {
		before, _, _, after, found := placeholder(text)
		b.WriteString(regexp.QuoteMeta(before))
		if !found {
			return b.String()
		}
		b.WriteString(".*")
		text = after
	}
}
