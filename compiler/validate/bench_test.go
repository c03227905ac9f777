package validate_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
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

// BenchmarkAgainstPuppet parses and validates the installed modules, one core
// each, first with Puppet's parser and then with ours, and gives the ratio of
// the rates. It needs Ruby, Puppet and modules: BUNRAKU_MODULES names their
// directory where that is not Debian's.
func BenchmarkAgainstPuppet(b *testing.B) {
	dir := os.Getenv("BUNRAKU_MODULES")
	if dir == "" {
		dir = "/usr/share/puppet/modules"
	}
	var files []*source.File
	var names []string
	read := func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pp" && filepath.Ext(path) != ".epp" {
			return nil
		}
		if text, err := os.ReadFile(path); err == nil {
			files, names = append(files, source.NewFile(path, string(text))), append(names, path)
		}
		return nil
	}
	modules, _ := os.ReadDir(dir)
	for _, m := range modules { // Debian's are links
		if root, err := filepath.EvalSymlinks(filepath.Join(dir, m.Name())); err == nil {
			_ = filepath.WalkDir(root, read)
		}
	}
	if _, err := exec.LookPath("ruby"); err != nil || len(files) == 0 {
		b.Skip("Ruby or the modules are not installed")
	}
	list := filepath.Join(b.TempDir(), "files")
	if err := os.WriteFile(list, []byte(strings.Join(names, "\n")+"\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	out, err := exec.Command("ruby", "../../testdata/oracle/pn.rb", "--validate", "--time", "--files", list).Output()
	if err != nil {
		b.Skipf("Puppet cannot be run: %v", err)
	}
	var puppet struct{ Seconds, Bytes float64 }
	if err := json.Unmarshal(out, &puppet); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(puppet.Bytes))
	options := validate.Options{Edition: edition.Puppet7}
	for b.Loop() {
		for _, f := range files {
			if p := parseAny(f); p != nil {
				validate.Validate(p, options)
			}
		}
	}
	ours := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(puppet.Bytes/1e6/puppet.Seconds, "puppet-MB/s")
	b.ReportMetric(puppet.Seconds/ours, "x-puppet")
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
