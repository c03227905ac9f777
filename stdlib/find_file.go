package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// find_file is the path of the first file of a module that exists.
var fnFindFile = finding("find_file", "files", "paths")

// finding declares a function that finds the first of several names, given one by
// one or in arrays.
func finding(name, kind, param string) runtime.Function {
	find := func(c *runtime.Call, refs []values.Value) (values.Value, bool) {
		for _, r := range refs {
			if path, ok := c.Eval.Host.FindFile(kind, r.AsString()); ok {
				return values.String(path), true
			}
		}
		return values.Undef, false
	}
	array := param + "_array"
	if kind == "module" {
		array = param
	}
	return runtime.Function{Name: name, Dispatches: []runtime.Dispatch{
		{Params: declare.Params(declare.Rep(param, "String")), Body: func(c *runtime.Call) (values.Value, error) {
			v, _ := find(c, c.Args)
			return v, nil
		}},
		{Params: declare.Params(declare.Rep(array, "Array[String]")), Body: func(c *runtime.Call) (values.Value, error) {
			if len(c.Args) > 1 { // Puppet's method takes one
				return values.Undef, runtime.Errorf("wrong number of arguments (given %d, expected 2)", len(c.Args)+1)
			}
			v, _ := find(c, c.Args[0].AsArray().Elems())
			return v, nil
		}},
	}}
}
