package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// tree_each walks nested arrays, hashes and objects.
var fnTreeEach = runtime.Function{Name: "tree_each", Dispatches: []runtime.Dispatch{
	{Params: treeParams, Types: treeTypes, Block: "Callable[2,2]", Body: func(c *runtime.Call) (values.Value, error) {
		return treeEach(c, func(path, v values.Value) (values.Value, error) { return c.Block.Call2(path, v) })
	}},
	{Params: treeParams, Types: treeTypes, Block: "Callable[1,1]", Body: func(c *runtime.Call) (values.Value, error) {
		return treeEach(c, func(_, v values.Value) (values.Value, error) { return c.Block.Call1(v) })
	}},
	{Params: treeParams, Types: treeTypes, Body: func(c *runtime.Call) (values.Value, error) {
		nodes, err := treeNodes(c)
		if err != nil {
			return values.Undef, err
		}
		elems := make([]values.Value, len(nodes))
		for i, n := range nodes {
			elems[i] = values.ArrayOf(n.path, n.value)
		}
		it := iteration{elems: elems, n: int64(len(elems))}
		return it.lazy(c.Args[0], 0, 1, pcore.Any), nil
	}},
}}

var (
	treeParams = declare.Params(declare.Req("tree", "Variant[Iterator, Array, Hash, Object]"), declare.Opt("options", "OptionsType"))
	treeTypes  = []string{"OptionsType = Struct[{container_type => Optional[Type], include_root => Optional[Boolean], " +
		"include_containers => Optional[Boolean], include_values => Optional[Boolean], " +
		"order => Optional[Enum[depth_first, breadth_first]], include_refs => Optional[Boolean]}]"}
	treeContainers = pcore.MustParse("Variant[Array, Hash, Object]", nil)
)

type treeNode struct{ path, value values.Value }

type treeWalk struct {
	containers                pcore.Type
	withContainers, withValue bool
	refs                      bool
	out                       []treeNode
}

func treeEach(c *runtime.Call, call func(path, v values.Value) (values.Value, error)) (values.Value, error) {
	nodes, err := treeNodes(c)
	if err != nil {
		return values.Undef, err
	}
	for _, n := range nodes {
		if _, err := call(n.path, n.value); err != nil {
			if runtime.IsBreak(err) {
				break
			}
			return values.Undef, err
		}
	}
	return c.Args[0], nil
}

// treeNodes are the nodes in the order of the walk.
// puppet: pops/types/tree_iterators.rb
func treeNodes(c *runtime.Call) ([]treeNode, error) {
	option := func(name string, otherwise bool) bool {
		if c.Has(1) {
			if v, ok := c.Args[1].AsHash().GetString(name); ok && !v.IsUndef() {
				return v.Truthy()
			}
		}
		return otherwise
	}
	w := treeWalk{containers: treeContainers, withContainers: option("include_containers", true),
		withValue: option("include_values", true), refs: option("include_refs", false)}
	breadth := false
	if c.Has(1) {
		h := c.Args[1].AsHash()
		if t, ok := h.GetString("container_type"); ok && t.Kind() == values.KindType {
			w.containers = pcore.TypeOf(t)
			if !pcore.Assignable(treeContainers, w.containers) {
				return nil, runtime.Errorf("Only Array, Hash, and Object types can be used as container types. Got %s", w.containers)
			}
		}
		if o, ok := h.GetString("order"); ok && o.IsString() {
			breadth = o.AsString() == "breadth_first"
		}
	}
	if !w.withContainers && !w.withValue {
		return nil, runtime.Errorf("Options 'include_containers' and 'include_values' cannot both be false")
	}
	root := c.Args[0]
	if w.withContainers && option("include_root", true) {
		w.out = append(w.out, treeNode{values.EmptyArray, root})
	}
	if !w.containers.Check(root) {
		return nil, runtime.Errorf("undefined method `next' for nil:NilClass")
	}
	if breadth {
		w.breadthFirst(root)
	} else {
		w.depthFirst(values.NewArray(nil), root)
	}
	return w.out, nil
}

// children calls f with the key and value of each child of a container.
func (w *treeWalk) children(v values.Value, f func(key, child values.Value)) {
	switch v.Kind() {
	case values.KindArray:
		for i, e := range v.AsArray().Elems() {
			f(values.Int(int64(i)), e)
		}
	case values.KindHash:
		for _, e := range v.AsHash().Entries() {
			f(e.Key, e.Value)
		}
	case values.KindObject:
		t, ok := v.AsObject().Type().(*pcore.ObjectType)
		if !ok {
			return
		}
		for _, m := range t.Attributes() {
			if child, ok := v.AsObject().Get(m.Name); ok && (w.refs || m.Kind != "reference") {
				f(values.String(m.Name), child)
			}
		}
	}
}

func (w *treeWalk) depthFirst(path *values.Array, v values.Value) {
	w.children(v, func(key, child values.Value) {
		p := path.Append(key)
		container := w.containers.Check(child)
		if container && w.withContainers || !container && w.withValue {
			w.out = append(w.out, treeNode{p.Value(), child})
		}
		if container {
			w.depthFirst(p, child)
		}
	})
}

// breadthFirst gives values whatever include_values says, as Puppet does.
func (w *treeWalk) breadthFirst(root values.Value) {
	queue := []treeNode{{values.EmptyArray, root}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		w.children(n.value, func(key, child values.Value) {
			p := n.path.AsArray().Append(key).Value()
			if w.containers.Check(child) {
				queue = append(queue, treeNode{p, child})
				if !w.withContainers {
					return
				}
			}
			w.out = append(w.out, treeNode{p, child})
		})
	}
}
