package validate_test

import (
	"testing"

	"bunraku/compiler/validate"
	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// Whatever parses can be validated, in each edition, and each finding is in the
// catalogue and in the file.
func FuzzValidate(f *testing.F) {
	for _, code := range append(validManifests, validTemplates...) {
		f.Add(code, false)
		f.Add(code, true)
	}
	for _, e := range issue.All() {
		if e.Phase <= issue.Validation {
			f.Add(e.Example, false)
		}
	}
	f.Fuzz(func(t *testing.T, code string, template bool) {
		parse := grammar.Parse
		if template {
			parse = grammar.ParseEPP
		}
		for _, e := range []edition.Edition{edition.Puppet8, edition.Evaluator4} {
			program, list := parse(source.NewFile("/m/a/manifests/b.pp", code), grammar.Options{Edition: e})
			if list.HasErrors() {
				continue
			}
			options := validate.Options{Edition: e, ModulePath: []string{"/m"}}
			for _, d := range validate.Validate(program, options) {
				if _, ok := issue.Find(d.Code); !ok {
					t.Errorf("%s is not in the catalogue", d.Code)
				}
				if d.File != nil && d.Span.IsValid() && int(d.Span.End) > len(d.File.Text()) {
					t.Errorf("%s is reported at %v of %d bytes", d.Code, d.Span, len(d.File.Text()))
				}
			}
		}
	})
}
