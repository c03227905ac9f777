package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// unique drops later duplicates; a lambda says by what elements are compared.
var fnUnique = runtime.Function{Name: "unique", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("string", "String")), Block: "Callable[String]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			out, err := unique(c, ruby.Chars(c.Args[0].AsString()))
			return values.String(ruby.Join(out, "")), err
		}},
	{Params: declare.Params(declare.Req("hash", "Hash")), Block: "Callable[Any]", BlockOptional: true, Body: uniqueHash},
	{Params: declare.Params(declare.Req("array", "Array")), Block: "Callable[Any]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			out, err := unique(c, c.Args[0].AsArray().Elems())
			return values.ArrayOf(out...), err
		}},
	{Params: declare.Params(declare.Req("iterable", "Iterable")), Block: "Callable[Any]", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			it, err := iterate("unique", c.Args[0])
			if err != nil {
				return values.Undef, err
			}
			elems, err := it.all("unique")
			if err != nil {
				return values.Undef, err
			}
			out, err := unique(c, elems)
			return values.ArrayOf(out...), err
		}},
}}

func unique(c *runtime.Call, elems []values.Value) ([]values.Value, error) {
	if c.Block == nil {
		return ruby.Uniq(elems), nil
	}
	seen := values.NewHashBuilder(len(elems))
	var out []values.Value
	for _, e := range elems {
		k, err := c.Block.Call1(e)
		if err != nil {
			return nil, err
		}
		if _, ok := seen.Get(k); !ok {
			seen.Put(k, values.Undef)
			out = append(out, e)
		}
	}
	return out, nil
}

// uniqueHash gives the keys of equal values with those values.
func uniqueHash(c *runtime.Call) (values.Value, error) {
	type group struct{ keys, vals []values.Value }
	var groups []*group
	index := values.NewHashBuilder(8)
	for _, e := range c.Args[0].AsHash().Entries() {
		k := e.Value
		if c.Block != nil {
			var err error
			if k, err = c.Block.Call1(e.Value); err != nil {
				return values.Undef, err
			}
		}
		i, ok := index.Get(k)
		if !ok {
			i = values.Int(int64(len(groups)))
			index.Put(k, i)
			groups = append(groups, &group{})
		}
		g := groups[i.AsInt()]
		g.keys = append(g.keys, e.Key)
		g.vals = append(g.vals, e.Value)
	}
	b := values.NewHashBuilder(len(groups))
	for _, g := range groups {
		b.Put(values.ArrayOf(g.keys...), values.ArrayOf(ruby.Uniq(g.vals)...))
	}
	return b.Hash().Value(), nil
}
