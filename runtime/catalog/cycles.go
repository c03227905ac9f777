package catalog

import (
	"sort"
	"strings"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// An agent refuses a catalog whose relationships run in a circle; making it does
// not. Cycles looks for such circles as the agent does, with the relationships
// that are written down: what the agent's types add by themselves (a file
// requires its directory) is not known here.

// orderGraph is the agent's graph of what comes before what. A container (class,
// defined type, node, stage) stands in it as two vertices, before and after all
// that it contains.
// puppet: graph/relationship_graph.rb
type orderGraph struct {
	names []string // what a message calls the vertex
	refs  []string // what it is sorted by
	out   [][]int32
}

func (g *orderGraph) vertex(name, ref string) int32 {
	g.names = append(g.names, name)
	g.refs = append(g.refs, ref)
	g.out = append(g.out, nil)
	return int32(len(g.names) - 1)
}

func (g *orderGraph) edge(from, to int32) {
	for _, v := range g.out[from] {
		if v == to {
			return
		}
	}
	g.out[from] = append(g.out[from], to)
}

// Cycles are the circles among the relationships, each as the references along
// one way around it: the first is also the last.
func (c *Catalog) Cycles(f *Finisher) ([][]string, error) {
	g, err := c.orderGraph(f)
	if err != nil {
		return nil, err
	}
	var out [][]string
	for _, comp := range g.components() {
		path := g.around(comp)
		names := make([]string, len(path))
		for i, v := range path {
			names[i] = g.names[v]
		}
		out = append(out, names)
	}
	return out, nil
}

// CycleError is what an agent says of cycles; nil when there are none.
// puppet: graph/simple_graph.rb, report_cycles_in_graph
func CycleError(cycles [][]string) error {
	if len(cycles) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString("Found ")
	b.WriteString(rubyfmt.ToS(values.Int(int64(len(cycles)))))
	b.WriteString(" dependency cycle")
	if len(cycles) > 1 {
		b.WriteByte('s')
	}
	b.WriteString(":\n")
	for _, cy := range cycles {
		b.WriteString("(" + strings.Join(cy, " => ") + `)\n`) // Puppet writes the two characters
	}
	b.WriteString("Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz")
	return &Error{Class: "Puppet::Error", Message: b.String()}
}

func (c *Catalog) orderGraph(f *Finisher) (*orderGraph, error) {
	type relation struct{ from, to *Resource }
	var relations []relation
	for _, r := range c.resources {
		if r.Virtual {
			continue
		}
		for _, name := range [...]string{"require", "subscribe", "before", "notify"} {
			i := r.find(name)
			if i < 0 {
				continue
			}
			for _, v := range flatten(nil, r.params[i].value()) {
				other, err := c.target(v, f)
				if err != nil {
					return nil, err
				}
				switch {
				case other == nil || other.Virtual:
				case name == "require" || name == "subscribe":
					relations = append(relations, relation{other, r})
				default:
					relations = append(relations, relation{r, other})
				}
			}
		}
	}
	g := &orderGraph{}
	// begin and end are the vertices of a resource; one for what contains nothing
	// by its nature.
	begin := make([]int32, len(c.resources))
	end := make([]int32, len(c.resources))
	container := func(r *Resource) bool { return r.Type.Native == nil || r.Type.IsStage() }
	for i, r := range c.resources {
		if !r.Virtual && !container(r) {
			begin[i] = g.vertex(r.Ref(), r.Ref())
			end[i] = begin[i]
		}
	}
	for i, r := range c.resources {
		if !r.Virtual && container(r) {
			ref := r.Ref()
			if r == c.Main {
				ref = "Class[Main]" // an agent gives it a title like other classes
			}
			begin[i] = g.vertex(ref, "Whit[admissible_"+ref+"]")
			end[i] = g.vertex(ref, "Whit[completed_"+ref+"]")
		}
	}
	byContainer := map[*Resource][]relation{}
	for _, rel := range relations {
		switch {
		case container(rel.from) && (!container(rel.to) || rel.from.index <= rel.to.index):
			byContainer[rel.from] = append(byContainer[rel.from], rel)
		case container(rel.to):
			byContainer[rel.to] = append(byContainer[rel.to], rel)
		default:
			g.edge(end[rel.from.index], begin[rel.to.index])
		}
	}
	for i, r := range c.resources {
		if r.Virtual || !container(r) {
			continue
		}
		empty := true
		for _, v := range r.out {
			if v.Virtual {
				continue
			}
			empty = false
			g.edge(begin[i], begin[v.index])
			g.edge(end[v.index], end[i])
		}
		if empty {
			g.edge(begin[i], end[i])
		}
		for _, into := range [...]bool{true, false} {
			for _, rel := range byContainer[r] {
				if (rel.to == r) == into {
					g.edge(end[rel.from.index], begin[rel.to.index])
				}
			}
		}
	}
	return g, nil
}

// target is the resource that a relationship metaparameter names.
func (c *Catalog) target(v values.Value, f *Finisher) (*Resource, error) {
	switch v.Kind() {
	case values.KindUndef:
		return nil, nil
	case values.KindString:
		return c.FindRef(v.AsString())
	case values.KindType:
		if f != nil && f.Ref != nil {
			if typ, title, ok := f.Ref(v.AsType()); ok {
				o := c.Reference(typ, title)
				return c.Find(o.Type, o.Title)
			}
		}
	}
	return c.FindRef(rubyfmt.ToS(v))
}

// components are the strongly connected components that are circles, each
// sorted by reference, and sorted among themselves.
func (g *orderGraph) components() [][]int32 {
	n := len(g.out)
	index := make([]int32, n) // 0: not seen
	low := make([]int32, n)
	onStack := make([]bool, n)
	next := make([]int32, n) // the child to look at next
	var stack, work []int32
	var comps [][]int32
	count := int32(0)
	for root := range g.out {
		if index[root] != 0 {
			continue
		}
		work = append(work[:0], int32(root))
		for len(work) > 0 {
			v := work[len(work)-1]
			if index[v] == 0 {
				count++
				index[v], low[v] = count, count
				stack = append(stack, v)
				onStack[v] = true
			}
			if int(next[v]) < len(g.out[v]) {
				w := g.out[v][next[v]]
				if index[w] == 0 {
					work = append(work, w)
					continue // next[v] moves on when w is done
				}
				if onStack[w] {
					low[v] = min(low[v], low[w])
				}
				next[v]++
				continue
			}
			work = work[:len(work)-1]
			if low[v] != index[v] {
				continue
			}
			var comp []int32
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[w] = false
				comp = append(comp, w)
				if w == v {
					break
				}
			}
			if len(comp) > 1 || g.self(v) {
				sort.SliceStable(comp, func(i, j int) bool { return g.refs[comp[i]] < g.refs[comp[j]] })
				comps = append(comps, comp)
			}
		}
	}
	sort.SliceStable(comps, func(i, j int) bool {
		a, b := comps[i], comps[j]
		for k := 0; k < len(a) && k < len(b); k++ {
			if g.refs[a[k]] != g.refs[b[k]] {
				return g.refs[a[k]] < g.refs[b[k]]
			}
		}
		return len(a) < len(b)
	})
	return comps
}

func (g *orderGraph) self(v int32) bool {
	for _, w := range g.out[v] {
		if w == v {
			return true
		}
	}
	return false
}

// maxPaths bounds the search for the way around a circle that a message shows.
const maxPaths = 100_000

// around is the shortest way from the first vertex to one that it has met
// before; the first such in the order of edges.
func (g *orderGraph) around(comp []int32) []int32 {
	in := make(map[int32]bool, len(comp))
	for _, v := range comp {
		in[v] = true
	}
	type step struct {
		v    int32
		prev int // index of the step before, -1 at the start
	}
	path := func(steps []step, i int) []int32 {
		var p []int32
		for ; i >= 0; i = steps[i].prev {
			p = append(p, steps[i].v)
		}
		for a, b := 0, len(p)-1; a < b; a, b = a+1, b-1 {
			p[a], p[b] = p[b], p[a]
		}
		return p
	}
	steps := []step{{comp[0], -1}}
	for i := 0; i < len(steps) && len(steps) < maxPaths; i++ {
		for j := steps[i].prev; j >= 0; j = steps[j].prev {
			if steps[j].v == steps[i].v {
				return path(steps, i)
			}
		}
		for _, w := range g.out[steps[i].v] {
			if in[w] {
				steps = append(steps, step{w, i})
			}
		}
	}
	return comp
}
