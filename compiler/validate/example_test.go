package validate_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"bunraku/compiler/validate"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

func Example() {
	file := source.NewFile("site.pp", "$x = 1 = 2\n")
	_, list := validate.Parse(file, false, validate.Options{})
	for _, d := range list {
		fmt.Println(d)
	}
	// Output:
	// Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference (file: site.pp, line: 1, column: 6)
}

// The example of each issue of the front end has that very issue, on the line
// that is marked.
func TestExamplesOfTheCatalogue(t *testing.T) {
	mark := regexp.MustCompile(`# ERROR ([A-Z0-9_]+)$`)
	for _, e := range issue.All() {
		if e.Example == "" || e.Phase > issue.Validation {
			continue
		}
		line := 0
		for i, l := range strings.Split(e.Example, "\n") {
			if mark.MatchString(l) {
				line = i + 1
			}
		}
		_, list := validate.Parse(source.NewFile("", e.Example), false,
			validate.Options{Edition: edition.Puppet8, CheckRegexp: checkRegexp})
		found := false
		for _, d := range list {
			// A heredoc's text is reported where it begins.
			if d.Code == e.Code() && (d.Line() == line || d.Line() == 0) {
				found = true
			}
		}
		if !found {
			t.Errorf("%s is not reported on line %d of\n%s%v", e.Code(), line, e.Example, list)
		}
	}
}
