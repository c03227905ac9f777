package grammar

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bunraku/grammar/source"
)

// moduleDir is where Debian's packages of Puppet modules are installed.
const moduleDir = "/usr/share/puppet/modules"

// corpus is every manifest and template of Debian's modules, or of testdata
// where those are not installed.
func corpus(tb testing.TB) []*source.File {
	tb.Helper()
	var files []*source.File
	add := func(root string) {
		root, err := filepath.EvalSymlinks(root)
		if err != nil {
			return
		}
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err == nil && !d.IsDir() && (ext == ".pp" || ext == ".epp") {
				text, err := os.ReadFile(path)
				if err != nil {
					tb.Fatal(err)
				}
				files = append(files, source.NewFile(path, string(text)))
			}
			return nil
		})
	}
	modules, _ := filepath.Glob(moduleDir + "/*")
	for _, m := range modules {
		add(m) // each may be a symbolic link
	}
	if len(files) == 0 {
		add("../testdata")
		add("testdata")
	}
	return files
}

func parseAny(f *source.File) *Program {
	parse := Parse
	if strings.HasSuffix(f.Name(), ".epp") {
		parse = ParseEPP
	}
	p, _ := parse(f, Options{})
	return p
}

// scanAll counts the tokens of a file.
func scanAll(f *source.File) int {
	s := scan(f, lexis{}, strings.HasSuffix(f.Name(), ".epp"), nil)
	for n := 1; ; n++ {
		if t, _ := s.Next(); t.EOF() {
			return n
		}
	}
}

// BenchmarkParseCorpus is lexer, grammar and model. Puppet's parser on the same
// files: BenchmarkAgainstPuppet in compiler/validate.
func BenchmarkParseCorpus(b *testing.B) {
	files := corpus(b)
	bytes, tokens := 0, 0
	for _, f := range files {
		bytes += len(f.Text())
		tokens += scanAll(f)
	}
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			parseAny(f)
		}
	}
	allocs := testing.AllocsPerRun(1, func() {
		for _, f := range files {
			parseAny(f)
		}
	})
	b.ReportMetric(allocs/float64(tokens), "allocs/token")
	b.ReportMetric(float64(tokens), "tokens")
}

// BenchmarkScanCorpus is the lexer alone.
func BenchmarkScanCorpus(b *testing.B) {
	files := corpus(b)
	bytes := 0
	for _, f := range files {
		bytes += len(f.Text())
	}
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			scanAll(f)
		}
	}
}

// denseManifest is code without comments of about n bytes.
func denseManifest(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		k := strconv.Itoa(i)
		b.WriteString(`class bench::c` + k + `(String[1] $name_` + k + ` = 'x', Optional[Integer] $port = undef, Hash $opts = {}) {
  $base = "/srv/${name_` + k + `}/${port}"
  if $port and $port > 1024 or $facts['os']['family'] == 'Debian' {
    file { "${base}/conf.d":
      ensure  => directory,
      owner   => 'root',
      mode    => '0755',
      require => [Package['a'], Service['b']],
    }
  } else {
    $opts.each |String $key, Any $value| {
      concat::fragment { "${base}-${key}": target => $base, content => "${key} = ${value}\n", order => 10 + ` + k + ` }
    }
  }
  case $facts['kernel'] { 'Linux', /bsd$/: { include bench::linux } default: { fail('no') } }
  Package['a'] -> File["${base}/conf.d"] ~> Service <| tag == 'x' |>
}
`)
	}
	return b.String()[:n]
}

// BenchmarkParseSize shows that the cost is linear in the size.
func BenchmarkParseSize(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000, 10_000_000} {
		f := source.NewFile("dense.pp", denseManifest(n))
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				Parse(f, Options{})
			}
		})
	}
}

// BenchmarkPN prints the trees of the corpus.
func BenchmarkPN(b *testing.B) {
	var programs []*Program
	for _, f := range corpus(b) {
		programs = append(programs, parseAny(f))
	}
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, p := range programs {
			out = AppendPN(out[:0], p)
			n += len(out)
		}
		b.SetBytes(int64(n))
	}
}
