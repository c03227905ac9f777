package validate_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// conformance skips a test that needs Ruby and Puppet unless it is asked for.
func conformance(t *testing.T) {
	t.Helper()
	if os.Getenv("BUNRAKU_CONFORMANCE") != "1" {
		t.Skip("needs Ruby and Puppet; set BUNRAKU_CONFORMANCE=1")
	}
}

// conformanceCount is how many cases to make: BUNRAKU_CONFORMANCE_N, or n.
func conformanceCount(n int) int {
	if v, err := strconv.Atoi(os.Getenv("BUNRAKU_CONFORMANCE_N")); err == nil {
		return v
	}
	return n
}

// conformanceSeed is BUNRAKU_CONFORMANCE_SEED, or 1.
func conformanceSeed() uint64 {
	if v, err := strconv.ParseUint(os.Getenv("BUNRAKU_CONFORMANCE_SEED"), 10, 64); err == nil {
		return v
	}
	return 1
}

// crashed tells an answer that is a fault inside of Puppet, which nobody should
// have to imitate.
func crashed(r result) bool {
	if r.Error == nil {
		return false
	}
	for _, s := range []string{"undefined method", "undefined local variable", "wrong number of arguments", "stack level too deep", "Visitor Error"} {
		if strings.Contains(r.Error.Message, s) {
			return true
		}
	}
	return false
}

// compare runs requests through both and reports the first differences.
func compare(t *testing.T, requests []request) {
	t.Helper()
	wants := reference(t, requests)
	different, skipped, silent := 0, 0, 0
	for i, r := range requests {
		if crashed(wants[i]) {
			skipped++
			continue
		}
		want := wants[i].String()
		if want == "nothing\n" {
			silent++
		}
		if got := ours(r).String(); got != want {
			different++
			if different <= 25 {
				t.Errorf("%s\n%s\ngot:\n%swant:\n%s", r.File, r.Code, got, want)
			}
		}
	}
	t.Logf("%d cases, %d of them without findings, %d different, %d skipped because Puppet crashed",
		len(requests), silent, different, skipped)
}

// The recorded goldens are what the Puppet that is installed prints.
func TestConformanceGoldens(t *testing.T) {
	conformance(t)
	var requests []request
	for _, a := range readArchives(t) {
		requests = append(requests, a.requests...)
	}
	compare(t, requests)
}

// Thousands of manifests that are made by changing tokens of valid ones give the
// same findings in the same places.
func TestConformanceMutations(t *testing.T) {
	conformance(t)
	random := rand.New(rand.NewPCG(conformanceSeed(), 2))
	seeds := mutationSeeds(t)
	var pool []string
	for _, s := range seeds {
		for _, token := range tokens(s.Code) {
			if strings.TrimSpace(token) != "" {
				pool = append(pool, token)
			}
		}
	}
	var requests []request
	for len(requests) < conformanceCount(6000) {
		seed := seeds[random.IntN(len(seeds))]
		parts := tokens(seed.Code)
		for n := 1 + random.IntN(3); n > 0; n-- {
			parts = mutate(random, parts, pool)
		}
		seed.Code = strings.Join(parts, "")
		requests = append(requests, seed)
	}
	compare(t, requests)
}

// Texts with and without the syntax that a heredoc's tag names.
func TestConformanceHeredocSyntax(t *testing.T) {
	conformance(t)
	random := rand.New(rand.NewPCG(conformanceSeed(), 3))
	valid := []string{
		`{"a": [1, -2.5e+3, "x\u00e9\ud83d\ude00\n", null, true, false, {}, []], "b": {"c": 0}}`,
		`[[], [[1, 2], {"k": "v"}], /* c */ "s", 1.5, 10, -0]`,
		"// c\n{ \"a\" : \"\\\\ \\\" \\/ \\b\" }",
		`"text"`, `12`, `NaN`, `[Infinity, -Infinity]`,
	}
	letters := []string{`"`, `\`, `\u`, `\ud800`, `{`, `}`, `[`, `]`, `,`, `:`, `/`, `/*`, `*/`, `//`, "\n  ", "\t", ` `, `1`, `0`, `-`, `.`, `e`, `E+`, `x`, `null`, `tru`, `NaN`, `Infinity`, `é`, `a`}
	var requests []request
	for len(requests) < conformanceCount(3000) {
		text := valid[random.IntN(len(valid))]
		for n := 1 + random.IntN(3); n > 0; n-- {
			at := random.IntN(len(text) + 1)
			end := min(len(text), at+random.IntN(3))
			text = strings.ToValidUTF8(text[:at]+letters[random.IntN(len(letters))]+text[end:], "")
		}
		syntax := "json"
		if random.IntN(10) == 0 {
			syntax = "base64"
		}
		code := fmt.Sprintf("$x = @(HEREDOC_END:%s)\n  %s\n  | HEREDOC_END\n", syntax, text)
		requests = append(requests, request{File: "heredoc.pp", Code: code})
	}
	compare(t, requests)
}

var tokenPattern = regexp.MustCompile(`\s+|#[^\n]*|'[^'\n]*'|"[^"\n]*"|\$?(?:::)?\w+(?:::\w+)*|<<\||\|>>|<\||\|>|[-+]?[=~]>|<[-~]|[-=!<>+]=|[=!]~|<<|>>|[-~]>|@@|<%[-=#%]?|-?%>|.`)

func tokens(code string) []string { return tokenPattern.FindAllString(code, -1) }

// mutate changes one token: away, twice, for another, another before it, or two
// exchanged.
func mutate(random *rand.Rand, parts, pool []string) []string {
	if len(parts) == 0 {
		return parts
	}
	i := random.IntN(len(parts))
	for n := 0; strings.TrimSpace(parts[i]) == "" && n < 3; n++ {
		i = random.IntN(len(parts))
	}
	other := pool[random.IntN(len(pool))]
	out := append([]string(nil), parts[:i]...)
	switch random.IntN(6) {
	case 0:
		return append(out, parts[i+1:]...)
	case 1:
		return append(append(out, parts[i], " ", parts[i]), parts[i+1:]...)
	case 2, 3:
		return append(append(out, other), parts[i+1:]...)
	case 4:
		return append(append(out, other, " "), parts[i:]...)
	}
	j := random.IntN(len(parts))
	out = append([]string(nil), parts...)
	out[i], out[j] = out[j], out[i]
	return out
}

// mutationSeeds are the inputs of the goldens, and valid manifests with all that
// the language has.
func mutationSeeds(t *testing.T) []request {
	t.Helper()
	var seeds []request
	for _, a := range readArchives(t) {
		for _, r := range a.requests {
			// Heredocs of JSON have their own test; deep ones only cost time.
			if len(r.Code) < 1000 {
				seeds = append(seeds, r)
			}
		}
	}
	// Real manifests, if BUNRAKU_CORPUS lists some.
	if list := os.Getenv("BUNRAKU_CORPUS"); list != "" {
		names, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(string(names)) {
			if text, err := os.ReadFile(name); err == nil && len(text) < 4000 {
				seeds = append(seeds, request{File: filepath.Base(name), Code: string(text)})
			}
		}
	}
	for i := 0; i < 6; i++ { // as often as many goldens, because they are longer
		for n, code := range validManifests {
			seeds = append(seeds, request{File: fmt.Sprintf("valid%d.pp", n), Code: code})
		}
		for n, code := range validTemplates {
			seeds = append(seeds, request{File: fmt.Sprintf("valid%d.epp", n), Code: code})
		}
	}
	return seeds
}

var validManifests = []string{
	`class apache::vhost(
  String $docroot,
  Optional[Integer[1, 65535]] $port = 80,
  Hash[String, Array[String]] $options = { 'a' => ['b', 'c'], 'd' => [] },
) inherits apache::params {
  include apache
  require stdlib, concat
  if $port == 443 and $facts['os']['family'] =~ /^(RedHat|Debian)$/ {
    $ssl = true
  } elsif !($port in [80, 8080]) or $port > 1024 {
    $ssl = false
    notice("port ${port} of ${facts['os']['name']} is ${$port + 1} \$x")
  } else {
    fail('no')
  }
  file { "${docroot}/index.html":
    ensure  => file,
    owner   => root,
    mode    => '0644',
    content => epp('apache/index.epp', { 'port' => $port }),
    notify  => Service['httpd'],
  }
  -> package { ['a', 'b']: ensure => latest; 'c': ensure => absent }
  ~> service { 'httpd': * => $options, enable => true }
}
`,
	`define a::b($x, $y = $title, *$rest) { }
`,
	`define site::user(Enum['present', 'absent'] $ensure = present, Array $groups = []) {
  user { $title: ensure => $ensure, groups => $groups + ['all'] }
  @ssh_key { "k-${title}": tag => [x, y] }
  @@nagios_host { $facts[fqdn]: alias => $title }
  Ssh_key <| title == "k-${title}" and tag != 'z' |> { user => $title, tag +> 'w' }
  Nagios_host <<| tag == 'x' or (alias == 1) |>>
}
`,
	`node 'web1.example.org', /^db\d+\.example\.(org|com)$/, default {
  case $facts['kernel'] {
    'Linux', /BSD$/: { include unix }
    Integer[1, 10], undef: { }
    default: { notify { 'unknown': message => 'x' } }
  }
  $role = $trusted['extensions']['role'] ? {
    'web'   => 'a',
    /^db/   => 'b',
    default => undef,
  }
  File { owner => root, group => 'wheel' }
  File['/etc/passwd', '/etc/group'] { mode +> '0600' }
  Class['a'] -> Class['b'] ~> Notify['c'] <- File['d'] <~ Package['e']
}
`,
	`function a::f(Integer $x, String *$rest) >> Array[Integer] {
  $r = $rest.map |$i, $s| { $i * 2 - -$x % 3 }
  [1, 2, *$r].filter |Integer $v| >> Boolean { $v <= 2 }
  $r.reduce(0) |$memo, $v| { $memo + $v << 1 }
}
type A::B = Variant[Integer, Struct[{ 'a' => String, Optional['b'] => A::B }]]
type Runtime[ruby, 'X'] = Integer
type Runtime[ruby, [/^A/, 'B']] = [/^C/, 'D']
$q = a::f(1, 'x', "y${1 + 2}z")
unless $q =~ Array { notice($q[0], $q[1, -1], $q.length) } else { $z = undef }
`,
	`$x = @("END"/tn)
  Hello ${facts['a']} \t
    there
  | END
$y = @(E:txt)
  plain
  |- E
$h = { a => 1, 'b' => [1, 0x1f, 017, 1.5e-3], default => undef, 3 => { } }
[$a, [$b, $c]] = [1, [2, 3]]
[$d, $e] = { d => 1, e => 2 }
with($x) |$p, $q = 5| { $p }
$s = $x ? { Integer => 1, default => 2 }
$t = if $x { 1 } else { 2 }
Integer('12', 16).notice
each([1]) |$v| { notice($v) }
`,
	`class a {
  class b { notify { 'n': } }
  define c($d) { }
}
class { 'a': }
class { ['x', 'y']: p => 1; default: q => 2 }
Resource['file'] { '/x': ensure => file }
notify { default: message => m; 'a': ; 'b': message => "v ${::a::b} $::c ${d[1]['e']} ${f.g(1)}" }
tag('a'); contain a; realize(Notify['n'])
if true { } elsif false { } else { }
`,
}

var validTemplates = []string{
	`<%- | String $name, Integer $n = 3, $o = undef | -%>
<%# a comment -%>
Hello <%= $name %>,
<% if $n > 1 { -%>
  <%= $n %> times <%% literal %>
<%- } else { %>
  once
<% } -%>
<% [1, 2].each |$i| { %>i=<%= $i %> <% } %>
`,
	`plain text <%= $facts['a'] %> and $more
<% $x = 1 -%>
<%= $x + 1 -%>
`,
}
