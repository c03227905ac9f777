package stdlib

import (
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// epp renders a template of a module.
var fnEpp = runtime.Function{Name: "epp", NeedsScope: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("path", "String"), declare.Opt("parameters", `Hash[Pattern[/^\w+$/], Any]`)),
		Returns: "Variant[String, Sensitive[String]]", Body: func(c *runtime.Call) (values.Value, error) {
			ref := c.Args[0].AsString()
			if !strings.HasSuffix(ref, ".epp") {
				ref += ".epp"
			}
			path, ok := c.Eval.Host.FindFile("templates", ref)
			if !ok {
				return values.Undef, runtime.Errorf("Could not find template '%s'", ref)
			}
			source, err := c.Eval.Host.ReadFile(path)
			if err != nil {
				return values.Undef, err
			}
			return c.Eval.Host.RenderEPP(path, string(source), parametersOf(c), c.Scope)
		}},
}}

func parametersOf(c *runtime.Call) *values.Hash {
	if c.Has(1) {
		return c.Args[1].AsHash()
	}
	return nil
}
