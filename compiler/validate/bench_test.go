package validate_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"bunraku/compiler/validate"
	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/source"
)

// corpus is the files that BUNRAKU_CORPUS lists, one a line, or else the valid
// manifests of this package.
func corpus(b *testing.B) (files []*source.File, bytes int64) {
	b.Helper()
	if list := os.Getenv("BUNRAKU_CORPUS"); list != "" {
		names, err := os.ReadFile(list)
		if err != nil {
			b.Fatal(err)
		}
		for name := range strings.FieldsSeq(string(names)) {
			text, err := os.ReadFile(name)
			if err != nil {
				b.Fatal(err)
			}
			files = append(files, source.NewFile(name, string(text)))
			bytes += int64(len(text))
		}
		return files, bytes
	}
	for i, code := range validManifests {
		files = append(files, source.NewFile(fmt.Sprintf("valid%d.pp", i), code))
		bytes += int64(len(code))
	}
	return files, bytes
}

func parseAny(f *source.File) *grammar.Program {
	parse := grammar.Parse
	if strings.HasSuffix(f.Name(), ".epp") {
		parse = grammar.ParseEPP
	}
	program, _ := parse(f, grammar.Options{Edition: edition.Puppet7})
	return program
}

// The validation alone, which shares a budget with the parser.
func BenchmarkValidate(b *testing.B) {
	files, bytes := corpus(b)
	var programs []*grammar.Program
	for _, f := range files {
		if p := parseAny(f); p != nil {
			programs = append(programs, p)
		}
	}
	options := validate.Options{Edition: edition.Puppet7}
	b.SetBytes(bytes)
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range programs {
			validate.Validate(p, options)
		}
	}
}

// Lexer, grammar, model and validation together.
func BenchmarkParseAndValidate(b *testing.B) {
	files, bytes := corpus(b)
	options := validate.Options{Edition: edition.Puppet7}
	b.SetBytes(bytes)
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			if p := parseAny(f); p != nil {
				validate.Validate(p, options)
			}
		}
	}
}

// The cost grows with the size of a file, and with nothing else.
func BenchmarkValidateSize(b *testing.B) {
	one := strings.Join(validManifests, "")
	for _, size := range []int{10_000, 100_000, 1_000_000, 10_000_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			p := parseAny(source.NewFile("large.pp", strings.Repeat(one, size/len(one)+1)))
			b.SetBytes(int64(size))
			for b.Loop() {
				validate.Validate(p, validate.Options{Edition: edition.Puppet7})
			}
		})
	}
}

// Nesting that asks each level about all below it.
func BenchmarkValidateDeep(b *testing.B) {
	for name, code := range map[string]string{
		"if":    strings.Repeat("if 1 { 2 ", 5000) + strings.Repeat("}", 5000),
		"not":   "$x = " + strings.Repeat("!", 5000) + "1",
		"paren": "$x = " + strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000),
	} {
		b.Run(name, func(b *testing.B) {
			p, list := grammar.Parse(source.NewFile("", code), grammar.Options{MaxDepth: 20000})
			if list.HasErrors() {
				b.Fatal(list[0])
			}
			b.SetBytes(int64(len(code)))
			for b.Loop() {
				validate.Validate(p, validate.Options{})
			}
		})
	}
}
