package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// sprintf formats as Ruby's does.
var fnSprintf = declare.Legacy("sprintf", -2, func(_ *runtime.Call, args []values.Value) (values.Value, error) {
	if !args[0].IsString() {
		return values.Undef, runtime.Errorf("no implicit conversion of %s into String", implicit(args[0]))
	}
	s, err := rubyfmt.Formatter{ToS: declare.LegacyText}.Sprintf(args[0].AsString(), args[1:])
	return values.String(s), err
})

// implicit is a value as Ruby names it where a conversion fails.
func implicit(v values.Value) string {
	switch v.Kind() {
	case values.KindUndef, values.KindBool:
		return rubyfmt.Inspect(v)
	}
	return rubyfmt.RubyClass(v)
}
