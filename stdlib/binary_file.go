package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// binary_file is the content of a file of a module as a Binary.
var fnBinaryFile = runtime.Function{Name: "binary_file", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("path", "String")), Body: func(c *runtime.Call) (values.Value, error) {
		ref := c.Args[0].AsString()
		path, ok := c.Eval.Host.FindFile("files", ref)
		if !ok {
			return values.Undef, runtime.Errorf("binary_file(): The given file '%s' does not exist", ref)
		}
		data, err := c.Eval.Host.ReadFile(path)
		if err != nil {
			return values.Undef, err
		}
		return values.Binary(data), nil
	}},
}}
