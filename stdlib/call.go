package stdlib

import (
	"slices"

	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// call calls a function by name, or resolves a Deferred.
var fnCall = runtime.Function{Name: "call", NeedsScope: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("function_name", "String"), declare.Rep("arguments", "Any")), Block: "Callable", BlockOptional: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			return c.Eval.Host.CallFunction(c.Args[0].AsString(), slices.Clone(c.Args[1:]), c.Block)
		}},
	{Params: declare.Params(declare.Req("deferred", "Deferred")), Body: func(c *runtime.Call) (values.Value, error) {
		return resolveDeferred(c, c.Args[0])
	}},
}}

// resolveDeferred calls what a Deferred stands for, and those inside its arguments.
// puppet: pops/evaluator/deferred_resolver.rb
func resolveDeferred(c *runtime.Call, v values.Value) (values.Value, error) {
	switch v.Kind() {
	case values.KindArray:
		out := make([]values.Value, v.AsArray().Len())
		for i, e := range v.AsArray().Elems() {
			r, err := resolveDeferred(c, e)
			if err != nil {
				return values.Undef, err
			}
			out[i] = r
		}
		return values.ArrayOf(out...), nil
	case values.KindHash:
		b := values.NewHashBuilder(v.AsHash().Len())
		for _, e := range v.AsHash().Entries() {
			r, err := resolveDeferred(c, e.Value)
			if err != nil {
				return values.Undef, err
			}
			b.Put(e.Key, r)
		}
		return b.Hash().Value(), nil
	case values.KindObject:
	default:
		return v, nil
	}
	o := v.AsObject()
	if t, ok := o.Type().(pcore.Type); !ok || t.Name() != "Deferred" {
		return v, nil
	}
	nameValue, _ := o.Get("name")
	argsValue, _ := o.Get("arguments")
	var args []values.Value
	if argsValue.Kind() == values.KindArray {
		r, err := resolveDeferred(c, argsValue)
		if err != nil {
			return values.Undef, err
		}
		args = r.AsArray().Elems()
	}
	name := nameValue.AsString()
	if name != "" && name[0] == '$' {
		found, ok := c.Scope.Lookup(name[1:])
		if !ok {
			found = values.Undef
		}
		if len(args) == 0 {
			return found, nil
		}
		return c.Eval.Host.CallFunction("dig", append([]values.Value{found}, args...), nil)
	}
	return c.Eval.Host.CallFunction(name, slices.Clone(args), nil)
}
