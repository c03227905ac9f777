package stdlib

import (
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// getvar is the value of a variable, and what a dotted path leads to from there.
var fnGetvar = runtime.Function{Name: "getvar", NeedsScope: true, Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("get_string", `Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/]`), declare.Opt("default_value", "Any")),
		Block: "Callable[1,1]", BlockOptional: true, Body: getvar},
	{Mismatch: true, Params: declare.Params(declare.Req("get_string", "String"), declare.Opt("default_value", "Any")),
		Block: "Callable", BlockOptional: true,
		Body: func(*runtime.Call) (values.Value, error) {
			return values.Undef, runtime.Errorf("The given string does not start with a valid variable name")
		}},
}}

func getvar(c *runtime.Call) (values.Value, error) {
	s := c.Args[0].AsString()
	name, path := s, ""
	if i := strings.IndexByte(s, '.'); i >= 0 {
		name, path = s[:i], s[i+1:]
	}
	if strings.HasSuffix(name, "\n") {
		return values.Undef, runtime.Errorf("First character after var name in get string must be a '.' - got \n")
	}
	v, ok := c.Scope.Lookup(name)
	if !ok {
		return c.Arg(1), nil
	}
	return getFrom(c, v, path, c.Arg(1))
}
