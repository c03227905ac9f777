package stdlib

import (
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// Log functions write a message of their level with the scope as its source.
var (
	fnDebug   = logFunction(logs.Debug)
	fnInfo    = logFunction(logs.Info)
	fnNotice  = logFunction(logs.Notice)
	fnWarning = logFunction(logs.Warning)
	fnErr     = logFunction(logs.Err)
	fnAlert   = logFunction(logs.Alert)
	fnEmerg   = logFunction(logs.Emerg)
	fnCrit    = logFunction(logs.Crit)
)

func logFunction(level logs.Level) runtime.Function {
	return runtime.Function{Name: level.String(), Dispatches: []runtime.Dispatch{
		{Params: declare.Params(declare.Rep("values", "Any")), Returns: "Undef", Body: func(c *runtime.Call) (values.Value, error) {
			var b strings.Builder
			for i, v := range c.Args {
				if i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(pcore.Text(v))
			}
			c.Eval.Notify(level, b.String())
			return values.Undef, nil
		}},
	}}
}
