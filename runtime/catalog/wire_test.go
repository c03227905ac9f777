package catalog

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"bunraku/runtime/values"
)

type body = func(s *simScope) error

func one(title string) []string { return []string{title} }

func undef() values.Value { return values.Undef }

func hash(kv ...values.Value) values.Value {
	var es []values.Entry
	for i := 0; i < len(kv); i += 2 {
		es = append(es, values.Entry{Key: kv[i], Value: kv[i+1]})
	}
	return values.HashOf(es...)
}

// all runs steps until one fails.
func all(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func second[T any](_ T, err error) error { return err }

func anything(*Resource) bool { return true }

// notifyD is `define d($m) { notify{$title: message => $m} }`.
func notifyD(s *simScope, r *Resource) error {
	return s.declare(1, "notify", one(r.Title), s.p(1, "message", r.Get("m")))
}

// cases make the calls that evaluating the manifests of testdata/wire.txtar makes.
var cases = map[string]func(s *sim) body{
	"1": func(s *sim) body {
		s.classes["a"] = &simClass{body: func(s *simScope) error {
			return all(s.declare(1, "file", one("/x"), s.p(1, "mode", str("1"))), s.override(1, "File", "/x", s.p(1, "mode", str("2"))))
		}}
		return func(s *simScope) error { return second(s.include("a")) }
	},
	"2": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "file", one("/x"), s.p(1, "mode", str("1"))), s.override(2, "File", "/x", s.p(2, "mode", str("2"))))
		}
	},
	"3": func(*sim) body {
		return func(s *simScope) error {
			return all(
				s.declare(1, "file", one("/x/"), s.p(1, "mode", str("1")), s.p(1, "require", arr(ref("file", "/y"), arr(ref("Notify", "a"))))),
				s.declare(1, "file", one("/y")),
				s.declare(1, "notify", one("a"), s.p(1, "message", arr(values.Int(1), arr(values.Int(2), undef(), ref("File", "/y"))))),
				s.declare(1, "notify", one("h"), s.p(1, "message", hash(str("a"), ref("file", "/y"), str("b"), arr(values.Int(1), arr(ref("File", "/y"))), str("c"), undef()))))
		}
	},
	"4": func(*sim) body {
		return func(s *simScope) error {
			for i, v := range []values.Value{
				values.RegexpValue(&values.Regexp{Source: "x"}), values.URIValue(&values.URI{}), values.Default,
				hash(values.Int(1), values.Int(2)), values.Sensitive(str("x")), values.TimestampValue(values.Timestamp{}),
				arr(values.Float(1), values.Float(1e100), values.Float(1.5e-7), values.Float(1e20), values.Float(negativeZero()))} {
				if err := s.declare(1, "notify", one(string(rune('a'+i))), s.p(1, "message", v)); err != nil {
					return err
				}
			}
			return nil
		}
	},
	"5": func(s *sim) body {
		s.defines["d"] = func(s *simScope, r *Resource) error {
			return s.declare(1, "notify", one("n1"))
		}
		s.classes["k"] = &simClass{body: func(s *simScope) error { return s.declare(1, "notify", one("in k")) }}
		return func(s *simScope) error {
			return all(
				s.declare(1, "d", one("q"), s.p(1, "x", values.Int(1)), s.p(1, "name", str("w")), s.p(1, "tag", arr(str("A::B"), str("z")))),
				s.declare(1, "class", one("k")),
				s.declare(1, "stage", one("s"), s.p(1, "before", ref("stage", "main"))),
				s.declare(1, "notify", one("u"), s.p(1, "tag", str("T1"))),
				s.resource.Tag("topx"))
		}
	},
	"6": func(*sim) body {
		return func(s *simScope) error { return all(s.declare(1, "file", one("/x")), s.declare(1, "file", one("/x/"))) }
	},
	"7": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "file", one("/x")), s.declare(1, "file", one("b"), s.p(1, "path", str("/x"))))
		}
	},
	"8": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "notify", one("a"), s.p(1, "alias", str("b"))), s.declare(1, "notify", one("c"), s.p(1, "alias", str("b"))))
		}
	},
	"9": func(*sim) body {
		return func(s *simScope) error {
			return s.declare(1, "notify", one("a"), s.p(1, "require", ref("notify", "zz")))
		}
	},
	"10": func(*sim) body {
		return func(s *simScope) error { return s.declare(1, "notify", one("a"), s.p(1, "foo", values.Int(1))) }
	},
	"11": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "notify", one("a"), s.p(1, "require", ref("notify", "b"))), s.declare(1, "notify", one("b"), s.p(1, "require", ref("notify", "a"))))
		}
	},
	"12": func(*sim) body {
		return func(s *simScope) error {
			s.arrow("a", "b", false)
			return s.declare(1, "notify", one("a"))
		}
	},
	"13": func(*sim) body {
		return func(s *simScope) error {
			s.arrow("a", "b", true)
			col := s.collect("notify", func(r *Resource) bool { return r.Title == "zz" })
			s.sim.AddRelationship(Relationship{Source: s.sim.Reference("notify", "b"), Target: col.operand()})
			return s.declare(1, "notify", []string{"a", "b"})
		}
	},
	"14": func(*sim) body {
		return func(s *simScope) error { return s.declare(1, "notify", one("a"), s.p(1, "stage", str("s"))) }
	},
	"15": func(s *sim) body {
		s.classes["c"] = &simClass{body: func(*simScope) error { return nil }}
		return func(s *simScope) error { return s.declare(1, "class", one("c"), s.p(1, "stage", str("nope"))) }
	},
	"16": func(*sim) body {
		return func(s *simScope) error { return s.declare(1, "notify", one("a"), s.p(1, "tag", str("bad tag"))) }
	},
	"17": func(*sim) body {
		return func(s *simScope) error { return s.override(1, "Notify", "x", s.p(1, "message", str("y"))) }
	},
	"18": func(*sim) body {
		return func(s *simScope) error { s.sim.realize = one("Notify[x]"); return nil }
	},
	"19": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "package", one("p"), s.p(1, "ensure", str("present")), s.p(1, "provider", str("gem"))),
				s.declare(1, "package", one("q"), s.p(1, "name", str("p")), s.p(1, "provider", str("gem"))))
		}
	},
	"20": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "exec", one("a"), s.p(1, "command", str("/bin/x"))), s.declare(1, "exec", one("b"), s.p(1, "command", str("/bin/x"))))
		}
	},
	"R1": func(*sim) body {
		return func(s *simScope) error {
			s.arrow("a", "c", false)
			return all(s.declare(1, "notify", []string{"a", "b"}, s.p(1, "before", arr(ref("notify", "x")))), s.declare(1, "notify", []string{"x", "c"}))
		}
	},
	"R2": func(s *sim) body {
		s.classes["z"] = &simClass{body: func(s *simScope) error {
			s.defaults[s.sim.Type("Notify")] = []Param{s.p(1, "before", undef())}
			return all(s.declare(1, "notify", one("x")), s.declare(1, "notify", one("c")))
		}}
		return func(s *simScope) error {
			s.defaults[s.sim.Type("Notify")] = []Param{s.p(1, "before", arr(ref("notify", "x")))}
			s.arrow("a", "c", false)
			return all(second(s.include("z")), s.declare(2, "notify", one("a")), s.declare(2, "notify", one("b")))
		}
	},
	"R3": func(s *sim) body {
		s.classes["q"] = &simClass{body: func(*simScope) error { return nil }}
		return func(s *simScope) error {
			d := Declaration{File: "unknown", Line: 1, Exported: Unset}
			exported := d
			exported.Exported = Yes
			return all(second(s.declareAs(d, "notify", one("a"), s.p(0, "message", str("m")))),
				second(s.declareAs(exported, "notify", one("b"), s.p(0, "message", str("m")))), second(s.declareAs(d, "class", one("q"))))
		}
	},
	"R4": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "notify", one("a")), s.declare(2, "notify", one("a")))
		}
	},
	"R6": func(s *sim) body {
		s.defines["d"] = func(s *simScope, r *Resource) error { return s.declare(1, "notify", one("x-n")) }
		return func(s *simScope) error {
			return all(s.declare(1, "d", one("x"), s.p(1, "noop", values.True), s.p(1, "alias", str("y")), s.p(1, "loglevel", str("debug")),
				s.p(1, "schedule", str("s")), s.p(1, "audit", str("all")), s.p(1, "stage", undef())), s.declare(1, "schedule", one("s")))
		}
	},
	"R7": func(s *sim) body {
		s.classes["a"] = &simClass{body: func(s *simScope) error {
			if err := s.declare(1, "notify", one("n")); err != nil {
				return err
			}
			rs, err := s.include("b")
			if err == nil {
				s.sim.AddEdge(s.resource, rs[0])
			}
			return err
		}}
		s.classes["b"] = &simClass{body: func(s *simScope) error { return s.declare(1, "notify", one("bn")) }}
		return func(s *simScope) error {
			return s.declare(1, "class", one("a"), s.p(1, "noop", values.True), s.p(1, "tag", str("zz")))
		}
	},
	"R8": func(s *sim) body {
		s.classes["c"] = &simClass{body: func(s *simScope) error { return s.override(1, "Notify", "a", s.p(1, "message", str("y"))) }}
		return func(s *simScope) error {
			return all(s.declare(1, "notify", one("a"), s.p(1, "message", str("x"))), second(s.include("c")))
		}
	},
	"R9": func(s *sim) body {
		s.classes["b"] = &simClass{body: func(s *simScope) error {
			return s.declare(1, "notify", one("a"), s.p(1, "message", str("x")), s.p(1, "tag", str("t")))
		}}
		s.classes["c"] = &simClass{parent: "b", body: func(s *simScope) error {
			u := s.p(1, "tag", str("u"))
			u.Add = true
			return s.override(1, "Notify", "a", s.p(1, "message", str("y")), u, s.p(1, "loglevel", str("info")))
		}}
		return func(s *simScope) error { return second(s.include("c")) }
	},
	"R10": func(*sim) body {
		return func(s *simScope) error {
			_, err := s.declareAs(Declaration{Line: 1, Virtual: true}, "notify", one("a"))
			s.collect("notify", anything, s.p(1, "message", str("z")))
			return all(err, s.declare(1, "notify", one("b"), s.p(1, "message", str("old"))))
		}
	},
	"R11": func(s *sim) body {
		s.defines["d"] = notifyD
		return func(s *simScope) error {
			_, err := s.declareAs(Declaration{Line: 1, Virtual: true}, "d", one("x"), s.p(1, "m", values.Int(1)))
			s.collect("d", anything, s.p(1, "m", values.Int(2)))
			return err
		}
	},
	"R12": func(s *sim) body {
		s.defines["d"] = notifyD
		return func(s *simScope) error {
			return all(s.declare(1, "d", one("x"), s.p(1, "m", values.Int(1))), s.override(1, "D", "x", s.p(1, "m", values.Int(2))))
		}
	},
	"R13": func(s *sim) body {
		s.defines["d"] = func(s *simScope, r *Resource) error {
			return all(notifyD(s, r), s.override(1, "D", "y", s.p(1, "m", values.Int(5))))
		}
		return func(s *simScope) error {
			return all(s.declare(1, "d", one("y"), s.p(1, "m", values.Int(1))), s.declare(1, "d", one("x"), s.p(1, "m", values.Int(1))))
		}
	},
	"R17": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "file", one("/a"), s.p(1, "content", values.Sensitive(str("s"))), s.p(1, "mode", values.Sensitive(undef()))),
				s.declare(1, "notify", one("q"), s.p(1, "message", arr(values.Sensitive(str("z"))))))
		}
	},
	"R18": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "notify", one("a"), s.p(1, "require", str("notify[b]")), s.p(1, "before", arr(undef(), str("Notify[b]")))), s.declare(1, "notify", one("b")))
		}
	},
	"R19": func(*sim) body {
		return func(s *simScope) error { return s.declare(1, "notify", one("a"), s.p(1, "require", str("junk"))) }
	},
	"R20": func(*sim) body {
		return func(s *simScope) error { return s.declare(1, "notify", one("a"), s.p(1, "require", values.Int(5))) }
	},
	"R21": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "notify", one("a"), s.p(1, "message", undef()), s.p(1, "withpath", values.True)),
				s.declare(1, "notify", one("b"), s.p(1, "name", str("c")), s.p(1, "message", values.Default)))
		}
	},
	"R22": func(s *sim) body {
		s.classes["a::b::c"] = &simClass{body: func(s *simScope) error { return s.declare(1, "notify", []string{"x::y-z", "é", "a b"}) }}
		return func(s *simScope) error {
			return all(second(s.include("a::b::c")), s.declare(1, "notify", one("line\nbreak")), s.declare(2, "notify", one("ends\n")))
		}
	},
	"R23": func(s *sim) body {
		s.classes["a::b"] = &simClass{body: func(*simScope) error { return nil }}
		return func(s *simScope) error {
			return all(s.declare(1, "notify", one("a"), s.p(1, "message", ref("file", "/zz/")), s.p(1, "require", ref("class", "a::b"))), second(s.include("a::b")))
		}
	},
	"R24": func(*sim) body {
		return func(s *simScope) error {
			return s.declare(1, "user", one("u"), s.p(1, "tag", arr(str("a"), values.Int(5), arr(str("b::c")))), s.p(1, "groups", arr()))
		}
	},
	"R25": func(s *sim) body {
		s.classes["a"] = &simClass{body: func(s *simScope) error {
			return all(s.declare(1, "notify", one("a")), second(s.include("b")))
		}}
		s.classes["b"] = &simClass{body: func(s *simScope) error { return s.declare(1, "notify", one("b")) }}
		return func(s *simScope) error {
			return all(s.declare(1, "stage", one("pre"), s.p(1, "before", ref("stage", "main"))), s.declare(1, "class", one("a"), s.p(1, "stage", str("pre"))))
		}
	},
	"R28": func(*sim) body {
		return func(s *simScope) error {
			s.defaults[s.sim.Type("Exec")] = []Param{s.p(1, "path", str("/bin"))}
			return all(s.declare(1, "exec", one("a")), s.declare(1, "file", one("/t"), s.p(1, "alias", str("t")), s.p(1, "require", ref("exec", "a"))),
				s.declare(1, "file", one("/u"), s.p(1, "require", ref("file", "t"))))
		}
	},
	"R29": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "file", one("b"), s.p(1, "path", str("/x")), s.p(1, "name", str("/y"))), s.declare(1, "file", one("/q"), s.p(1, "name", str("/q"))))
		}
	},
	"R30": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "keystone_user", one("adm::dom")), s.declare(1, "notify", one("t"), s.p(1, "require", ref("keystone_user", "adm::dom"))))
		}
	},
	"R31": func(*sim) body {
		return func(s *simScope) error {
			return all(s.declare(1, "notify", one("a"), s.p(1, "foo", values.Int(1))), s.declare(2, "file", one("/b"), s.p(2, "bar", values.Int(1))))
		}
	},
	"R35": func(s *sim) body {
		s.defines["d"] = func(s *simScope, r *Resource) error {
			_, err := s.declareAs(Declaration{Line: 1, Virtual: true}, "notify", one("in"))
			s.sim.realize = append(s.sim.realize, "Notify[in]")
			return err
		}
		return func(s *simScope) error {
			_, err := s.declareAs(Declaration{Line: 1, Virtual: true}, "d", one("a"), s.p(1, "m", values.Int(1)))
			s.sim.realize = one("D[a]")
			return err
		}
	},
	"R36": func(*sim) body {
		return func(s *simScope) error {
			d := Declaration{Line: 1, Virtual: true}
			_, err := s.declareAs(d, "file", one("/a"), s.p(1, "ensure", str("present")))
			_, err2 := s.declareAs(d, "file", one("/b"), s.p(1, "ensure", str("absent")))
			col := s.collect("file", func(r *Resource) bool { return values.Equal(r.Get("ensure"), str("present")) })
			s.sim.AddRelationship(Relationship{Source: col.operand(), Target: s.sim.Reference("notify", "q")})
			err3 := s.declare(1, "notify", one("q"))
			s.collect("file", func(r *Resource) bool { return r.Title == "/b" }, s.p(1, "mode", str("1")))
			return all(err, err2, err3)
		}
	},
}

func negativeZero() float64 { return math.Copysign(0, -1) }

func (s *simScope) arrow(from, to string, notify bool) {
	s.sim.AddRelationship(Relationship{Source: s.sim.Reference("notify", from), Target: s.sim.Reference("notify", to), Notify: notify})
}

func TestWireFormIsThatOfPuppet(t *testing.T) {
	a, err := txtar.ParseFile("testdata/wire.txtar")
	require.NoError(t, err)
	n := 0
	for _, f := range a.Files {
		id, what, _ := strings.Cut(f.Name, "/")
		if what == "manifest.pp" {
			continue
		}
		make := cases[id]
		if make == nil {
			continue
		}
		n++
		t.Run(id, func(t *testing.T) {
			s := newSim()
			got, err := s.run(make(s))
			want := string(bytes.TrimSuffix(f.Data, []byte("\n")))
			if what == "error" {
				require.Error(t, err)
				assert.Equal(t, want, err.Error())
				return
			}
			require.NoError(t, err)
			assert.Equal(t, want, string(got))
		})
	}
	assert.Len(t, cases, n)
}

// benchmarkCatalog declares n files in n/10 defined types, with an arrow and a
// collector for each hundredth.
func benchmarkCatalog(b *testing.B, n int) {
	b.ReportAllocs()
	for b.Loop() {
		s := newSim()
		s.defines["d"] = func(s *simScope, r *Resource) error {
			for i := range 10 {
				title := "/srv/" + r.Title + "/" + strconv.Itoa(i)
				if err := s.declare(1, "file", one(title), s.p(1, "ensure", str("file")), s.p(2, "mode", str("0644"))); err != nil {
					return err
				}
			}
			s.sim.AddRelationship(Relationship{Source: s.sim.Reference("file", "/srv/"+r.Title+"/0"), Target: s.sim.Reference("file", "/srv/"+r.Title+"/1")})
			return nil
		}
		_, err := s.run(func(s *simScope) error {
			for i := range n / 10 {
				if err := s.declare(1, "d", one(strconv.Itoa(i))); err != nil {
					return err
				}
			}
			s.collect("file", anything, s.p(3, "owner", str("root")))
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/resource")
}

func BenchmarkCatalog1000(b *testing.B)   { benchmarkCatalog(b, 1000) }
func BenchmarkCatalog10000(b *testing.B)  { benchmarkCatalog(b, 10000) }
func BenchmarkCatalog100000(b *testing.B) { benchmarkCatalog(b, 100000) }

func TestGivenIsWhatWasSet(t *testing.T) {
	s := newSim()
	_, err := s.run(func(s *simScope) error {
		return s.declare(1, "notify", one("a"), s.p(1, "message", values.Sensitive(str("x"))), s.p(1, "loglevel", str("info")))
	})
	require.NoError(t, err)
	r, err := s.FindRef("Notify[a]")
	require.NoError(t, err)
	assert.Equal(t, "x", r.Get("message").AsString())
	v, ok := r.Given("message")
	assert.True(t, ok && v.Kind() == values.KindSensitive)
	v, ok = r.Given("loglevel")
	assert.True(t, ok && v.IsString())
	_, ok = r.Given("nothing")
	assert.False(t, ok)
}

func TestRulesSayWhoSetWhat(t *testing.T) {
	s := newSim()
	s.Rules = &RuleLog{Layer: func(string) string { return "site" }}
	s.classes["b"] = &simClass{body: func(s *simScope) error {
		return s.declare(2, "notify", one("a"), s.p(2, "message", str("old")))
	}}
	s.classes["c"] = &simClass{parent: "b", body: func(s *simScope) error {
		return s.override(3, "Notify", "a", s.p(3, "message", str("new")))
	}}
	_, err := s.run(func(s *simScope) error {
		s.defaults[s.sim.Type("Notify")] = []Param{s.p(1, "loglevel", str("info"))}
		s.arrow("a", "b", false)
		return all(second(s.include("c")), s.declare(4, "notify", one("b")))
	})
	require.NoError(t, err)
	r, err := s.FindRef("Notify[a]")
	require.NoError(t, err)
	var got []string
	for _, name := range []string{"message", "loglevel", "before"} {
		for _, rule := range s.Rules.Of(r, name) {
			got = append(got, name+" "+rule.Operator+" "+rule.Value.AsString()+" by "+rule.Mechanism.String()+" at "+strconv.Itoa(rule.Line)+" in "+rule.Layer)
		}
	}
	assert.Equal(t, []string{
		"message => old by declaration at 2 in site",
		"message => new by override at 3 in site",
		"loglevel => info by default at 1 in site",
		"before +> Notify[b] by relationship at 0 in site",
	}, got)
	assert.Nil(t, (*RuleLog)(nil).Rules())
}
