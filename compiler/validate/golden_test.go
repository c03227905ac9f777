package validate_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bunraku/grammar/issue"

	"golang.org/x/tools/txtar"
)

var record = flag.Bool("record", false, "record testdata/errors anew from Puppet itself, which must be installed")

const errorsDir = "../../testdata/errors"

// archive is one file of testdata/errors: manifests, each followed by what
// Puppet prints about it.
type archive struct {
	path     string
	txtar    *txtar.Archive
	requests []request
	wants    []string
}

func readArchive(t *testing.T, path string) *archive {
	t.Helper()
	a := &archive{path: path}
	var err error
	if a.txtar, err = txtar.ParseFile(path); err != nil {
		t.Fatal(err)
	}
	var settings request
	origin := false
	lines := strings.Split(strings.TrimSpace(string(a.txtar.Comment)), "\n")
	for _, line := range lines[1:] { // the first is a sentence for the reader
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "origin":
			origin = value == "puppet 7.23.0"
		case "settings":
			dec := json.NewDecoder(strings.NewReader(value))
			dec.DisallowUnknownFields()
			if err := dec.Decode(&settings); err != nil {
				t.Errorf("%s: settings: %v", path, err)
			}
		default:
			t.Errorf("%s: unknown header %q", path, key)
		}
	}
	if !origin {
		t.Errorf("%s: no origin", path)
	}
	for _, f := range a.txtar.Files {
		name, isWant := strings.CutSuffix(f.Name, ".want")
		switch {
		case !isWant:
			r := settings
			r.File, r.Code = f.Name, string(f.Data)
			a.requests = append(a.requests, r)
			a.wants = append(a.wants, "")
		case len(a.requests) > 0 && a.requests[len(a.requests)-1].File == name:
			a.wants[len(a.wants)-1] = string(f.Data)
		default:
			t.Errorf("%s: %s does not follow its manifest", path, f.Name)
		}
	}
	return a
}

func (a *archive) write(t *testing.T, results []result) {
	t.Helper()
	a.txtar.Files = nil
	for i, r := range a.requests {
		a.txtar.Files = append(a.txtar.Files,
			txtar.File{Name: r.File, Data: []byte(r.Code)},
			txtar.File{Name: r.File + ".want", Data: []byte(results[i].String())})
	}
	if err := os.WriteFile(a.path, txtar.Format(a.txtar), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readArchives(t *testing.T) []*archive {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(errorsDir, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	var archives []*archive
	for _, path := range paths {
		archives = append(archives, readArchive(t, path))
	}
	return archives
}

// What bunraku prints about each manifest is what Puppet prints: texts, codes,
// places, and their order.
func TestGoldenErrors(t *testing.T) {
	archives := readArchives(t)
	if *record {
		var all []request
		for _, a := range archives {
			all = append(all, a.requests...)
		}
		results := reference(t, all)
		for _, a := range archives {
			a.write(t, results[:len(a.requests)])
			results = results[len(a.requests):]
		}
		archives = readArchives(t)
	}
	cases := 0
	for _, a := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(a.path), ".txtar"), func(t *testing.T) {
			for i, r := range a.requests {
				cases++
				if a.wants[i] == "" {
					t.Errorf("%s has no %s.want", a.path, r.File)
					continue
				}
				if got := ours(r).String(); got != a.wants[i] {
					t.Errorf("%s\n%s\ngot:\n%swant:\n%s", r.File, r.Code, got, a.wants[i])
				}
			}
		})
	}
	if cases < 700 {
		t.Errorf("only %d cases", cases)
	}
}

// unreachable are the issues of the front end that no golden has, with the
// reason. They keep Puppet's codes from being used for anything else.
var unreachable = map[string]string{
	"ILLEGAL_NAME_OR_BARE_WORD":          "each letter that starts a bare word is one",
	"NO_INPUT_TO_LEXER":                  "a fault inside of Puppet",
	"EPP_INTERNAL_ERROR":                 "a fault inside of Puppet",
	"HEREDOC_DIRTY_MARGIN":               "never reported: such a margin is cut",
	"HEREDOC_WITHOUT_TEXT":               "needs a file without a last line end, see TestWithoutLineEnd",
	"EPP_UNBALANCED_EXPRESSION":          "needs a file without a last line end, see TestWithoutLineEnd",
	"ILLEGAL_BOM":                        "see TestWithoutLineEnd",
	"NO_SUCH_FILE_OR_DIRECTORY":          "about a file, not what is in it",
	"NOT_A_FILE":                         "about a file, not what is in it",
	"UNREADABLE":                         "about a file, not what is in it",
	"NESTING_TOO_DEEP":                   "a limit of ours",
	"GIVING_UP":                          "raised for several others, see several_errors",
	"NAME_WITH_HYPHEN":                   "never reported",
	"VAR_WITH_HYPHEN":                    "a hyphen ends the name of a variable",
	"ILLEGAL_ASSIGNMENT_VIA_INDEX":       "ILLEGAL_INDEXED_ASSIGNMENT comes first",
	"UNSUPPORTED_OPERATOR":               "there is no such token",
	"UNSUPPORTED_OPERATOR_IN_CONTEXT":    "the grammar has * => in resources only",
	"ILLEGAL_NAME":                       "reported by nobody",
	"ILLEGAL_CLASSREF":                   "the lexer makes no other",
	"UNSUPPORTED_RANGE":                  "removed with Puppet 4",
	"ILLEGAL_CATALOG_RELATED_EXPRESSION": "reported by nobody",
	"EMPTY_HEREDOC_SYNTAX_SEGMENT":       "reported by nobody",
	"KEYWORD_IN_NAME":                    "evaluator4 only, see TestEvaluator4",
	"CLASS_DEFAULT_PARAMETER":            "evaluator4 only, see TestEvaluator4",
}

// Every issue of the front end has a golden.
func TestEveryIssueHasAGolden(t *testing.T) {
	seen := map[string]bool{}
	code := regexp.MustCompile(`\[([A-Z0-9_]+)\]\n`)
	for _, a := range readArchives(t) {
		for i, want := range a.wants {
			for _, m := range code.FindAllStringSubmatch(want, -1) {
				seen[m[1]] = true
			}
			for _, d := range check(a.requests[i]) {
				if d.PuppetCode() == "" {
					seen[d.Code] = true // it has no code that the golden could show
				}
			}
		}
	}
	for _, e := range issue.All() {
		if e.Phase > issue.Validation {
			continue
		}
		why, known := unreachable[e.Code()]
		switch {
		case known && seen[e.Code()]:
			t.Errorf("%s has a golden, but is said to be unreachable: %s", e.Code(), why)
		case !known && !seen[e.Code()]:
			t.Errorf("%s has no golden", e.Code())
		}
	}
}

// What an archive cannot hold: files without a last line end, byte order marks.
// The wants are from puppet 7.23.0.
func TestWithoutLineEnd(t *testing.T) {
	cases := []struct {
		file, code, want string
	}{
		{"a.pp", "$x = @(END)", "raised: Heredoc without any following lines of text (file: a.pp, line: 1, column: 12) [HEREDOC_WITHOUT_TEXT]\n"},
		{"a.pp", "$x = @(END) ", "raised: Heredoc without any following lines of text (file: a.pp, line: 1, column: 12) [HEREDOC_WITHOUT_TEXT]\n"},
		{"a.epp", "a <%", "raised: Unbalanced embedded expression - opening <% and reaching end of input (file: a.epp, line: 1, column: 5) [EPP_UNBALANCED_EXPRESSION]\n"},
		{"a.epp", "<%", "raised: Unbalanced embedded expression - opening <% and reaching end of input (file: a.epp, line: 1, column: 3) [EPP_UNBALANCED_EXPRESSION]\n"},
		{"a.epp", "a <%%", "nothing\n"},
		{"a.epp", "a <%#", "raised: Reaching end after opening <%# without seeing %> (file: a.epp, line: 1, column: 5) [EPP_UNBALANCED_COMMENT]\n"},
		{"a.epp", "a <% 1", "raised: Unbalanced epp tag, reached <eof> without closing tag. (file: a.epp, line: 1, column: 7) [EPP_UNBALANCED_TAG]\n"},
		{"a.pp", "$x = 'a", "raised: Unclosed quote after \"'\" followed by 'a...' (file: a.pp, line: 1, column: 7) [UNCLOSED_QUOTE]\n"},
		{"a.pp", "# comment", "nothing\n"},
		{"a.pp", "1 = 2", "raised: Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference (file: a.pp, line: 1, column: 1) [ILLEGAL_ASSIGNMENT]\n"},
		{"a.pp", "\ufeff$x = 1", "raised: Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source [ILLEGAL_BOM]\n"},
		{"a.pp", "/*", "raised: Unclosed multiline comment (file: a.pp, line: 1, column: 1) [UNCLOSED_MLCOMMENT]\n"},
		{"a.pp", "$x =", "raised: Syntax error at end of input (file: a.pp) [SYNTAX_ERROR]\n"},
		{"a.pp", "", "nothing\n"},
	}
	requests := make([]request, len(cases))
	for i, c := range cases {
		requests[i] = request{File: c.file, Code: c.code}
	}
	if *record {
		for i, r := range reference(t, requests) {
			t.Logf("%q: %s", requests[i].Code, strconv.Quote(r.String()))
		}
		return
	}
	for i, c := range cases {
		if got := ours(requests[i]).String(); got != c.want {
			t.Errorf("%q\ngot  %swant %s", c.code, got, c.want)
		}
	}
}
