package validate_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"bunraku/compiler/validate"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/runtime/regexp"
)

// request is one file to look at, as testdata/oracle/validate.rb reads it.
type request struct {
	File       string `json:"file"`
	Code       string `json:"code"`
	Strict     string `json:"strict,omitempty"`
	ModulePath string `json:"modulepath,omitempty"`
	Manifest   string `json:"manifest,omitempty"`
}

// finding is one line of the log, or the error that ended the run.
type finding struct {
	Level   string `json:"level"`
	Code    string `json:"code,omitempty"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
}

func (f finding) String() string {
	s := f.Level + ": " + f.Message
	if location := issue.Location(f.File, f.Line, f.Column); location != "" {
		s += " " + location
	}
	if f.Code != "" {
		s += " [" + f.Code + "]"
	}
	return s
}

// result is what a run over a file printed.
type result struct {
	Logs  []finding `json:"logs"`
	Error *finding  `json:"error"`
}

// String is the form that goldens have.
func (r result) String() string {
	var b strings.Builder
	for _, f := range r.Logs {
		fmt.Fprintln(&b, f)
	}
	if r.Error != nil {
		raised := *r.Error
		raised.Level = "raised"
		fmt.Fprintln(&b, raised)
	}
	if b.Len() == 0 {
		return "nothing\n"
	}
	return b.String()
}

// ours is what bunraku finds, in the form of the reference.
func ours(r request) result {
	list := check(r)
	logged, raised := list.Outcome(issue.DefaultLimits)
	var out result
	for _, d := range logged {
		out.Logs = append(out.Logs, describe(d))
	}
	if raised != nil {
		f := describe(raised)
		out.Error = &f
	}
	return out
}

func describe(d *issue.Diagnostic) finding {
	f := finding{Level: "error", Code: d.PuppetCode(), Message: d.Message, Line: d.Line(), Column: d.Column()}
	if d.Severity != issue.Error {
		f.Level = "warning"
	}
	if d.Placeless {
		f.Line, f.Column = 0, 0
	} else if d.File != nil {
		f.File = d.File.Name()
	}
	return f
}

// check parses and validates a file.
func check(r request) issue.List {
	strict, _ := validate.ParseStrict(r.Strict)
	options := validate.Options{Edition: edition.Puppet7, Strict: strict, Manifest: r.Manifest, CheckRegexp: checkRegexp}
	if r.ModulePath != "" {
		options.ModulePath = strings.Split(r.ModulePath, ":")
	}
	_, list := validate.Parse(source.NewFile(r.File, r.Code), strings.HasSuffix(r.File, ".epp"), options)
	return list
}

func checkRegexp(source string) error {
	_, err := regexp.Compile(source, 0)
	return err
}

// reference asks Puppet about many files in one process.
func reference(t *testing.T, requests []request) []result {
	t.Helper()
	cmd := exec.Command("ruby", "../../testdata/oracle/validate.rb")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		enc := json.NewEncoder(in)
		for _, r := range requests {
			if enc.Encode(r) != nil {
				break
			}
		}
		in.Close()
	}()
	var results []result
	dec := json.NewDecoder(bufio.NewReader(out))
	for range requests {
		var r result
		if err := dec.Decode(&r); err != nil {
			t.Fatalf("after %d answers: %v", len(results), err)
		}
		results = append(results, r)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return results
}
