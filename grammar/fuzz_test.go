package grammar

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/internal/golden"
)

// seeds adds the texts of testdata/language to a fuzzer's corpus.
func seeds(f *testing.F, epp bool) {
	f.Helper()
	err := filepath.WalkDir("../testdata/language", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		a, err := golden.Read(path)
		if err != nil {
			return err
		}
		for _, name := range a.Names() {
			switch filepath.Ext(name) {
			case ".pp":
				if !epp {
					f.Add(a.Text(name))
				}
			case ".epp":
				if epp {
					f.Add(a.Text(name))
				}
			}
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range hostile {
		f.Add(text)
	}
}

// hostile are texts that tools choke on.
var hostile = []string{
	"", "\x00", strings.Repeat("\x00", 100), "\xff", "a\xffb", "\ufeff", "\ufeffa", "\xef\xbb", "\r", "\r\n\r\n",
	"'", `"`, `"${`, `"${"${"${`, "@(", "@(X", "@(X)", "@(X)\n", "@(\"X\")\n${", "/*", "/", "<%", "<%=", "<%#", "${",
	strings.Repeat("(", 500), strings.Repeat("[", 500), strings.Repeat("{", 500), strings.Repeat("{a=>", 500),
	strings.Repeat("!", 500), strings.Repeat("-", 500), strings.Repeat("if ", 500), strings.Repeat("$a?", 500),
	strings.Repeat("class a{", 200), strings.Repeat("a|$x|{", 200), strings.Repeat(`"${`, 200), strings.Repeat("case 1 {1:{", 200),
	"1" + strings.Repeat("+1", 500), "$a" + strings.Repeat(".b", 500), "$a" + strings.Repeat("[1]", 500), strings.Repeat("@", 500),
	strings.Repeat("$a = ", 500), strings.Repeat("1 -> ", 500), "if 1 {}" + strings.Repeat(" elsif 1 {}", 500),
}

// FuzzLexer checks that tokens stand in the text and that the scan ends.
func FuzzLexer(f *testing.F) {
	seeds(f, false)
	seeds(f, true)
	f.Fuzz(func(t *testing.T, text string) {
		for _, mode := range []struct {
			lexis lexis
			epp   bool
		}{{lexis{}, false}, {lexis{}, true}, {lexisOf(edition.Evaluator4), false}} {
			s := scan(source.NewFile("f", text), mode.lexis, mode.epp, nil)
			var list []lexer.Token
			for len(list) == 0 || !list[len(list)-1].EOF() {
				tok, err := s.Next()
				if err != nil || len(list) > 4*len(text)+10 {
					t.Fatalf("%d tokens, %v", len(list), err)
				}
				list = append(list, tok)
			}
			o := s.out
			if len(list) != len(o.ends) {
				t.Fatalf("%d tokens with %d ends", len(list), len(o.ends))
			}
			for i, tok := range list {
				start, end := tok.Pos.Offset, int(o.ends[i])
				if start < 0 || end < start || end > len(text) {
					t.Fatalf("token %d %s at %d-%d of %d bytes", i, tokenNames[max(tok.Type, 0)], start, end, len(text))
				}
			}
			for _, inv := range o.invalid {
				if list[inv.index].Type != tokInvalid {
					t.Fatalf("the error %v has no token", inv.diag)
				}
				checkDiagnostic(t, inv.diag, text)
			}
		}
	})
}

// FuzzParser checks manifests, FuzzEPP templates: every text gives a tree or
// an error, each with places that are in the text.
func FuzzParser(f *testing.F) {
	seeds(f, false)
	f.Fuzz(func(t *testing.T, text string) {
		checkParse(t, Parse, text, Options{MaxDepth: 500})
		checkParse(t, Parse, text, Options{MaxDepth: 500, Edition: edition.Evaluator4})
	})
}

func FuzzEPP(f *testing.F) {
	seeds(f, true)
	f.Fuzz(func(t *testing.T, text string) {
		checkParse(t, ParseEPP, text, Options{MaxDepth: 500})
	})
}

func checkParse(t *testing.T, parse func(*source.File, Options) (*Program, issue.List), text string, opts Options) {
	t.Helper()
	file := source.NewFile("f", text)
	program, diags := parse(file, opts)
	errors := 0
	for _, d := range diags {
		checkDiagnostic(t, d, text)
		if d.Severity == issue.Error {
			errors++
		}
	}
	if errors > defaultMaxErrors {
		t.Fatalf("%d errors", errors)
	}
	pn := PN(program)
	if again, _ := parse(file, opts); PN(again) != pn {
		t.Fatal("two parses differ")
	}
	Walk(program, func(n Node) bool {
		span, at := n.Span(), n.At()
		if span.Start < 0 || span.End < span.Start || int(span.End) > len(text) {
			t.Fatalf("%T has the span %v of %d bytes", n, span, len(text))
		}
		if at < 0 || int(at) > len(text) {
			t.Fatalf("%T is at %d of %d bytes", n, at, len(text))
		}
		return true
	})
}

func checkDiagnostic(t *testing.T, d *issue.Diagnostic, text string) {
	t.Helper()
	if d.Code == "" || d.Message == "" || d.Issue() == nil {
		t.Fatalf("the error %+v has no code or message", d)
	}
	if d.Span.IsValid() && int(d.Span.End) > len(text) {
		t.Fatalf("%v is at %v of %d bytes", d, d.Span, len(text))
	}
}
