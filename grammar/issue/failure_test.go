package issue

import (
	"testing"

	"bunraku/grammar/source"
)

// The wants are from puppet 7.23.0, code without a file as the main manifest.
func TestInEnvironment(t *testing.T) {
	file := source.NewFile("", "1 = 2\n3 = 4\n")
	at := source.Span{Start: 0, End: 1}
	regexp := InvalidRegexp.At(at, "end pattern with unmatched parenthesis: /(/").Place(file, at)
	regexp.Placeless = true
	errors := List{IllegalAssignment.At(at, "Literal Integer").Place(file, at), IllegalAssignment.At(at, "Literal Integer").Place(file, at)}
	_, several := errors.Outcome(DefaultLimits)
	for _, test := range []struct {
		d    *Diagnostic
		want Failure
	}{
		{errors[0], Failure{
			Message: "Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference", Line: 1, Pos: 1, Issue: "ILLEGAL_ASSIGNMENT",
			Full: "Could not parse for environment production: Illegal attempt to assign to 'a Literal Integer'. Not an assignable reference (line: 1, column: 1)"}},
		{several, Failure{
			Message: "Language validation logged 2 errors. Giving up",
			Full:    "Could not parse for environment production: Language validation logged 2 errors. Giving up"}},
		{VirtualNotResource.At(at).Place(file, at), Failure{
			Message: "Could not parse for environment production: Virtual (@) can only be applied to a Resource Expression (line: 1, column: 1)",
			Full:    "Could not parse for environment production: Virtual (@) can only be applied to a Resource Expression (line: 1, column: 1)"}},
		{regexp, Failure{
			Message: "Could not parse for environment production: end pattern with unmatched parenthesis: /(/",
			Full:    "Could not parse for environment production: end pattern with unmatched parenthesis: /(/"}},
	} {
		if got := test.d.InEnvironment("production"); got != test.want {
			t.Errorf("got  %+v\nwant %+v", got, test.want)
		}
	}
}
