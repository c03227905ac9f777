package stdlib

import (
	"strconv"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// empty reports whether there is nothing in its argument.
var fnEmpty = runtime.Function{Name: "empty", Pure: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("coll", "Collection")), Body: func(c *runtime.Call) (values.Value, error) {
		if c.Args[0].Kind() == values.KindHash {
			return values.Bool(c.Args[0].AsHash().Len() == 0), nil
		}
		return values.Bool(c.Args[0].AsArray().Len() == 0), nil
	}},
	{Params: declare.Params(declare.Req("str", "Sensitive[String]")), Body: func(c *runtime.Call) (values.Value, error) {
		return values.Bool(c.Args[0].AsSensitive().AsString() == ""), nil
	}},
	{Params: declare.Params(declare.Req("str", "String")), Body: func(c *runtime.Call) (values.Value, error) {
		return values.Bool(c.Args[0].AsString() == ""), nil
	}},
	{Params: declare.Params(declare.Req("num", "Numeric")), Body: func(c *runtime.Call) (values.Value, error) {
		declare.WarnOnceHere(c, "empty-from-"+c.File+"-"+strconv.Itoa(c.Line), "Calling function empty() with Numeric value is deprecated.")
		return values.False, nil
	}},
	{Params: declare.Params(declare.Req("bin", "Binary")), Body: func(c *runtime.Call) (values.Value, error) {
		return values.Bool(len(c.Args[0].AsBinary()) == 0), nil
	}},
	{Params: declare.Params(declare.Req("x", "Undef")), Body: func(*runtime.Call) (values.Value, error) {
		return values.True, nil
	}},
}}
