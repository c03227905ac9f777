package stdlib

import (
	"unicode/utf8"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// length is the number of elements, entries, characters or bytes.
var fnLength = sized("length")

func sized(name string) runtime.Function {
	return runtime.Function{Name: name, Pure: true, Dispatches: []runtime.Dispatch{
		{Params: declare.Params(declare.Req("arg", "Collection")), Body: func(c *runtime.Call) (values.Value, error) {
			if c.Args[0].Kind() == values.KindHash {
				return values.Int(int64(c.Args[0].AsHash().Len())), nil
			}
			return values.Int(int64(c.Args[0].AsArray().Len())), nil
		}},
		{Params: declare.Params(declare.Req("arg", "String")), Body: func(c *runtime.Call) (values.Value, error) {
			s := c.Args[0].AsString()
			if c.Args[0].KnownASCII() {
				return values.Int(int64(len(s))), nil
			}
			return values.Int(int64(utf8.RuneCountInString(s))), nil
		}},
		{Params: declare.Params(declare.Req("arg", "Binary")), Body: func(c *runtime.Call) (values.Value, error) {
			return values.Int(int64(len(c.Args[0].AsBinary()))), nil
		}},
	}}
}
