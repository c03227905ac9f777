package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// inline_epp renders a template that is given as text.
var fnInlineEpp = runtime.Function{Name: "inline_epp", NeedsScope: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("template", "String"), declare.Opt("parameters", `Hash[Pattern[/^\w+$/], Any]`)),
		Returns: "Variant[String, Sensitive[String]]", Body: func(c *runtime.Call) (values.Value, error) {
			return c.Eval.Host.RenderEPP("", c.Args[0].AsString(), parametersOf(c), c.Scope)
		}},
}}
