package std

import (
	"bunraku/runtime"
	"bunraku/stdlib/declare"
)

// catalogFunctions look at or add to the catalog, which the machine has to offer
// them; until it does they say so.
var catalogFunctions = func() []runtime.Function {
	var out []runtime.Function
	for _, name := range []string{"ensure_packages", "ensure_resource", "ensure_resources", "defined_with_params", "getparam", "stdlib::str2resource"} {
		out = append(out, declare.Legacy(name, -1, func(call, []value) (value, error) {
			return fail("%s(): functions on the catalog are not available here", name)
		}))
	}
	return out
}()
