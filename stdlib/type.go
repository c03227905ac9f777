package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// type is the type of a value.
var fnType = runtime.Function{Name: "type", Pure: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("value", "Any"), declare.Opt("inference_method", "Enum[detailed]")),
		Body: func(c *runtime.Call) (values.Value, error) { return pcore.Infer(c.Args[0]).Value(), nil }},
	{Params: declare.Params(declare.Req("value", "Any"), declare.Req("inference_method", "Enum[reduced]")),
		Body: func(c *runtime.Call) (values.Value, error) { return pcore.InferReduced(c.Args[0]).Value(), nil }},
	{Params: declare.Params(declare.Req("value", "Any"), declare.Req("inference_method", "Enum[generalized]")),
		Body: func(c *runtime.Call) (values.Value, error) { return pcore.InferGeneric(c.Args[0]).Value(), nil }},
}}
