package rtypes

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

type wantType struct {
	Type, Error                                  string
	Attributes, Properties, Parameters, Namevars []string
	TitlePatterns                                any `json:"title_patterns"`
	Isomorphic                                   bool
}

func anyMatch(string, uint8) (func(string) []string, error) {
	return func(string) []string { return nil }, nil
}

// inspect is a regexp as Ruby shows it.
func inspect(p Pattern) string {
	opts := ""
	for i, o := range "ixm" {
		if p.Options&(1<<i) != 0 {
			opts = string(o) + opts
		}
	}
	if opts == "xi" || opts == "im" {
		opts = string(opts[1]) + string(opts[0])
	}
	var b []byte
	for i := 0; i < len(p.Source); i++ {
		if c := p.Source[i]; c == '\\' && i+1 < len(p.Source) {
			b = append(b, c, p.Source[i+1])
			i++
			continue
		} else if c == '/' {
			b = append(b, '\\')
		}
		b = append(b, p.Source[i])
	}
	return "/" + string(b) + "/" + opts
}

func checkType(t *testing.T, ty *Type, w wantType) {
	t.Helper()
	same := func(what string, got, want []string) {
		if len(got)+len(want) > 0 {
			assert.Equal(t, want, got, "%s of %s", what, w.Type)
		}
	}
	same("properties", ty.Properties, w.Properties)
	same("parameters", ty.Parameters, w.Parameters)
	same("namevars", ty.Namevars, w.Namevars)
	attrs := ty.Attributes()
	for _, m := range Metaparams {
		if !ty.valid[m] {
			attrs = append(attrs, m)
		}
	}
	same("attributes", attrs, w.Attributes)
	assert.Equal(t, w.Isomorphic, ty.Isomorphic, "isomorphic of %s", w.Type)
	if _, failed := w.TitlePatterns.(string); failed {
		assert.Nil(t, ty.Patterns)
		return
	}
	var got any
	if ty.Patterns != nil {
		rows := []any{}
		for _, p := range ty.Patterns {
			names := []any{}
			for _, n := range p.Names {
				names = append(names, n)
			}
			rows = append(rows, []any{inspect(p), names})
		}
		got = rows
	} else if len(ty.Namevars) == 0 {
		got = []any{}
	}
	if rows, ok := w.TitlePatterns.([]any); ok {
		for i := range rows { // whether there is a lambda (the identity) does not matter
			rows[i] = rows[i].([]any)[:2]
		}
	}
	assert.Equal(t, w.TitlePatterns, got, "title patterns of %s (%s)", w.Type, ty.Problem)
}

func readWants(t *testing.T, text []byte) []wantType {
	t.Helper()
	var out []wantType
	sc := bufio.NewScanner(bytes.NewReader(text))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var w wantType
		require.NoError(t, json.Unmarshal(sc.Bytes(), &w))
		if w.Type != "" {
			out = append(out, w)
		}
	}
	return out
}

func TestCoreAgreesWithPuppet(t *testing.T) {
	text, err := os.ReadFile("testdata/core.jsonl")
	require.NoError(t, err)
	wants := readWants(t, text)
	require.Len(t, wants, len(CoreTypes()))
	for _, w := range wants {
		ty := Core(w.Type)
		require.NotNil(t, ty, w.Type)
		checkType(t, ty, w)
	}
}

func TestReaderAgreesWithPuppet(t *testing.T) {
	a, err := txtar.ParseFile("testdata/reader.txtar")
	require.NoError(t, err)
	fsys, err := txtar.FS(a)
	require.NoError(t, err)
	lib, err := fs.Sub(fsys, "demo/lib")
	require.NoError(t, err)
	other, err := fs.Sub(fsys, "other/lib")
	require.NoError(t, err)
	r := &Reader{Match: anyMatch, Libs: []Lib{{"demo", lib}, {"other", other}}}
	n := 0
	for _, f := range a.Files {
		if f.Name != "want.jsonl" {
			continue
		}
		for _, w := range readWants(t, f.Data) {
			n++
			t.Run(w.Type, func(t *testing.T) {
				ty, err := r.Read(w.Type)
				if w.Error != "" {
					require.Error(t, err)
					return
				}
				require.NoError(t, err)
				checkType(t, ty, w)
			})
		}
	}
	assert.Len(t, r.Names(), n)
	missing, err := r.Read("nowhere")
	assert.NoError(t, err)
	assert.Nil(t, missing)
}

// TestReaderOnInstalledModules compares all types of the modules in
// BUNRAKU_MODULES with what Puppet printed for them into BUNRAKU_TYPES.
func TestReaderOnInstalledModules(t *testing.T) {
	root, file := os.Getenv("BUNRAKU_MODULES"), os.Getenv("BUNRAKU_TYPES")
	if root == "" || file == "" {
		t.Skip("BUNRAKU_MODULES and BUNRAKU_TYPES are not set")
	}
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	r := &Reader{Match: anyMatch}
	for _, e := range entries {
		r.Libs = append(r.Libs, Lib{e.Name(), os.DirFS(filepath.Join(root, e.Name(), "lib"))})
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	n := 0
	for _, w := range readWants(t, text) {
		ty := Core(w.Type)
		if ty == nil {
			ty, err = r.Read(w.Type)
			require.NoError(t, err, w.Type)
			require.NotNil(t, ty, w.Type)
		}
		checkType(t, ty, w)
		n++
	}
	t.Log(fmt.Sprint(n, " types compared"))
}

func TestFileTitles(t *testing.T) {
	// origin: ruby 3.1, /^(\/|.+:\/|.*[^\/])\/*\Z/m
	for in, want := range map[string]string{"/": "/", "//": "/", "/a/": "/a", "a": "a", "c:/": "c:/", "c://": "c:/",
		"c:": "c:", "/a//": "/a", "/a\n": "/a\n", "/a/\n": "/a/\n", "\n": "\n", "/\n": "/", ":/": ":", "a\n/": "a\n",
		"//\n": "/", "a:/\n": "a:/", "a:b/": "a:b", "/a:/": "/a:/", "/a:": "/a:", "\n/": "\n", "\n//": "\n", "a:\n": "a:\n"} {
		got := ""
		require.NoError(t, Core("file").ParseTitle(in, func(n, v string) { got = n + "=" + v }))
		assert.Equal(t, "path="+want, got, "%q", in)
	}
	err := Core("file").ParseTitle("", func(string, string) {})
	assert.EqualError(t, err, `No set of title patterns matched the title "".`)
}

func TestTitle(t *testing.T) {
	for in, want := range map[string]string{"file": "File", "a::b_c": "A::B_c", "FIle": "FIle", "fILE": "File", "": "", "apache::VHOST": "Apache::Vhost", "1a": "1a"} {
		assert.Equal(t, want, Title(in))
	}
}

func TestParseGenerated(t *testing.T) {
	ty, err := ParseGenerated(`# generated [ ( {
Puppet::Resource::ResourceType3.new(
  'thing',
  [
    # a property's doc
    Puppet::Resource::Param(Enum['present', 'absent'], 'ensure'),
    Puppet::Resource::Param(Variant[Pattern[/\//], Any], 'second')
  ],
  [
    Puppet::Resource::Param(Any, 'name', true),

    Puppet::Resource::Param(Variant[Boolean, Enum['true']], 'flag'),
  ],
  {
    /(?m-ix:(.*))/ => ['name']
  },
  false,
  false
)
`, "demo", anyMatch)
	require.NoError(t, err)
	assert.Equal(t, "thing", ty.Name)
	assert.Equal(t, []string{"ensure", "second"}, ty.Properties)
	assert.Equal(t, []string{"name", "flag"}, ty.Parameters)
	assert.Equal(t, []string{"name"}, ty.Namevars)
	assert.True(t, ty.Plain())
	assert.False(t, ty.Isomorphic)
	assert.True(t, ty.Valid("noop"))
	assert.False(t, ty.Valid("nothing"))

	ty, err = ParseGenerated(`Puppet::Resource::ResourceType3.new('two', [], [
 Puppet::Resource::Param(Any, 'b', true), Puppet::Resource::Param(Any, 'a', true)],
 { /^(.*):(.*)$/ => ['b', 'a'], /^(.*)$/ => ['b'] }, true, false)`, "demo", anyMatch)
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, ty.KeyAttributes())
	assert.Len(t, ty.Patterns, 2)
	assert.Equal(t, []string{"b", "a"}, ty.Patterns[0].Names)

	_, err = ParseGenerated("notice(1)", "", nil)
	assert.Error(t, err)
}

func FuzzReader(f *testing.F) {
	f.Add("Puppet::Type.newtype(:x) do\n newparam(:a) { }\nend")
	f.Add("newtype(:x) do def title_patterns; [[/a#{b}/, [[:a]]]] end\n%w[a b].each do |x| newparam x end")
	f.Fuzz(func(t *testing.T, src string) {
		r := &Reader{Match: anyMatch, Libs: []Lib{{"m", fstest.MapFS{"puppet/type/x.rb": {Data: []byte(src)}}}}}
		_, _ = r.Read("x")
		_, _ = ParseGenerated(src, "m", anyMatch)
	})
}

// origin: ruby 3.1, the patterns of alternative_entry, sshkey and keystone_user_role
func TestTitlePatternsMatch(t *testing.T) {
	ty := &Type{Name: "x", Namevars: []string{"name", "b", "c"}, Patterns: []Pattern{
		{Source: `^([^:]+)$`, Names: []string{"name"}},
		{Source: `^(.*):([a-z]:(/|\\).*)$`, Options: 1, Names: []string{"name", "b"}},
		{Source: `^((?-mix:(?:[^:]|:[^:])+))::((?-mix:(?:[^:@]|:[^:@])+))@((?-mix:.+))$`, Names: []string{"name", "b", "c"}},
		{Source: `^(.*?):(.*)$`, Names: []string{"name", "b"}},
	}}
	ty.prepare(RubyMatcher)
	require.Empty(t, ty.Problem)
	for title, want := range map[string]string{
		"plain":      "name=plain ",
		"a:C:/x":     "name=a b=C:/x ",
		"u::d@p::pd": "name=u b=d c=p::pd ",
		"a:b:c":      "name=a b=b:c ",
		"\nx":        "name=\nx ",
	} {
		got := ""
		require.NoError(t, ty.ParseTitle(title, func(n, v string) { got += n + "=" + v + " " }))
		assert.Equal(t, want, got, title)
	}
	assert.Equal(t, []string{"b", "c", "name"}, ty.KeyAttributes())
}
