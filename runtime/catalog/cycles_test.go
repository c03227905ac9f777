package catalog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"bunraku/runtime/values"
)

// relate keeps an arrow between any two resources.
func (s *simScope) relate(fromType, from, toType, to string) {
	s.sim.AddRelationship(Relationship{Source: s.sim.Reference(fromType, from), Target: s.sim.Reference(toType, to)})
}

func (s *simScope) notify(title string, requires ...values.Value) error {
	if requires == nil {
		return s.declare(1, "notify", one(title))
	}
	return s.declare(1, "notify", one(title), s.p(1, "require", arr(requires...)))
}

// cycleCases make the calls that evaluating the manifests of testdata/cycles.txtar makes.
var cycleCases = map[string]func(s *sim) body{
	"C1": func(*sim) body {
		return func(s *simScope) error {
			return all(s.notify("a", ref("notify", "b")), s.notify("b", ref("notify", "a")))
		}
	},
	"C2": func(*sim) body {
		return func(s *simScope) error {
			s.arrow("a", "b", false)
			s.arrow("b", "c", true)
			s.arrow("c", "a", false)
			s.arrow("d", "d", false)
			return s.declare(1, "notify", []string{"a", "b", "c", "d"})
		}
	},
	"C3": func(s *sim) body {
		s.classes["x"] = &simClass{body: func(s *simScope) error { return s.declare(1, "notify", []string{"x1", "x2"}) }}
		s.classes["y"] = &simClass{body: func(s *simScope) error { return s.notify("y1") }}
		return func(s *simScope) error {
			s.relate("class", "x", "class", "y")
			s.relate("notify", "y1", "notify", "x1")
			return second(s.include("x", "y"))
		}
	},
	"C4": func(s *sim) body {
		s.defines["d"] = func(s *simScope, r *Resource) error { return s.notify(r.Title+"-n", ref("d", "b")) }
		return func(s *simScope) error {
			return all(s.declare(1, "d", one("a")), s.declare(1, "d", one("b"), s.p(1, "require", ref("d", "a"))))
		}
	},
	"C5": func(*sim) body {
		return func(s *simScope) error { return all(s.notify("ok"), s.notify("ok2", ref("notify", "ok"))) }
	},
	"C6": func(s *sim) body {
		s.classes["x"] = &simClass{body: func(s *simScope) error {
			s.arrow("q", "w", false)
			return all(s.notify("q", ref("notify", "in")), s.notify("w"))
		}}
		return func(s *simScope) error {
			return all(s.notify("in", ref("class", "x")), second(s.include("x")))
		}
	},
	"C7": func(s *sim) body {
		empty := func(*simScope) error { return nil }
		s.classes["x"], s.classes["y"] = &simClass{body: empty}, &simClass{body: empty}
		return func(s *simScope) error {
			s.relate("class", "x", "class", "y")
			s.relate("class", "y", "class", "x")
			return second(s.include("x", "y"))
		}
	},
	"C8": func(s *sim) body {
		s.classes["x"] = &simClass{body: func(s *simScope) error { return s.notify("x") }}
		return func(s *simScope) error {
			return all(s.declare(1, "stage", one("s"), s.p(1, "require", ref("stage", "main"))),
				s.declare(1, "class", one("x"), s.p(1, "stage", str("s"))), s.notify("m", ref("notify", "x")))
		}
	},
}

func TestCyclesAreThoseOfPuppet(t *testing.T) {
	a, err := txtar.ParseFile("testdata/cycles.txtar")
	require.NoError(t, err)
	n := 0
	for _, f := range a.Files {
		id, what, _ := strings.Cut(f.Name, "/")
		if what != "error" {
			continue
		}
		n++
		t.Run(id, func(t *testing.T) {
			s := newSim()
			_, err := s.run(cycleCases[id](s))
			require.NoError(t, err)
			cycles, err := s.Cycles(&s.fin)
			require.NoError(t, err)
			got := ""
			if err := CycleError(cycles); err != nil {
				got = err.Error() + "\n"
			}
			assert.Equal(t, string(f.Data), got)
		})
	}
	assert.Len(t, cycleCases, n)
}
