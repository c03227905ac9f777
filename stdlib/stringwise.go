package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// stringwise declares a function that changes strings, leaves numbers alone and
// does the same to the elements of what can be iterated.
func stringwise(name string, change func(string) string) runtime.Function {
	return runtime.Function{Name: name, Pure: true, Dispatches: []runtime.Dispatch{
		{Params: declare.Params(declare.Req("arg", "Numeric")), Body: func(c *runtime.Call) (values.Value, error) {
			return c.Args[0], nil
		}},
		{Params: declare.Params(declare.Req("arg", "String")), Body: func(c *runtime.Call) (values.Value, error) {
			return values.String(change(c.Args[0].AsString())), nil
		}},
		{Params: declare.Params(declare.Req("arg", "Iterable[Variant[String, Numeric]]")), Body: func(c *runtime.Call) (values.Value, error) {
			if c.Args[0].Kind() == values.KindType { // Puppet calls map on the type itself
				return values.Undef, runtime.Errorf("undefined method `map' for %s", ruby.Receiver(c.Args[0]))
			}
			it, err := iterate(name, c.Args[0])
			if err != nil {
				return values.Undef, err
			}
			out := make([]values.Value, it.n)
			for i := range out {
				e := it.at(int64(i))
				if e.IsString() {
					e = values.String(change(e.AsString()))
				}
				out[i] = e
			}
			return values.ArrayOf(out...), nil
		}},
	}}
}

// stringdeep declares a function that changes the strings in nested data.
func stringdeep(name string, change func(string) string) runtime.Function {
	types := []string{"StringData = Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]"}
	body := func(c *runtime.Call) (values.Value, error) { return changeDeep(c.Args[0], change), nil }
	return runtime.Function{Name: name, Pure: true, Dispatches: []runtime.Dispatch{
		{Params: declare.Params(declare.Req("arg", "Numeric")), Body: body},
		{Params: declare.Params(declare.Req("arg", "String")), Body: body},
		{Params: declare.Params(declare.Req("arg", "Array[StringData]")), Types: types, Body: body},
		{Params: declare.Params(declare.Req("arg", "Hash[StringData, StringData]")), Types: types, Body: body},
	}}
}

func changeDeep(v values.Value, change func(string) string) values.Value {
	switch v.Kind() {
	case values.KindString:
		return values.String(change(v.AsString()))
	case values.KindArray:
		out := make([]values.Value, v.AsArray().Len())
		for i, e := range v.AsArray().Elems() {
			out[i] = changeDeep(e, change)
		}
		return values.ArrayOf(out...)
	case values.KindHash:
		b := values.NewHashBuilder(v.AsHash().Len())
		for _, e := range v.AsHash().Entries() {
			b.Put(changeDeep(e.Key, change), changeDeep(e.Value, change))
		}
		return b.Hash().Value()
	}
	return v
}
