package stdlib

import (
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// fail ends the evaluation with a message.
var fnFail = declare.Statement("fail", -1, func(_ *runtime.Call, args []values.Value) (values.Value, error) {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = declare.LegacyText(a)
	}
	return values.Undef, runtime.Errorf("%s", strings.Join(texts, " "))
})
