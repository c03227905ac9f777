package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// file is the content of the first file that exists.
var fnFile = declare.Legacy("file", -2, func(c *runtime.Call, args []values.Value) (values.Value, error) {
	for _, a := range args {
		if !a.IsString() {
			return values.Undef, runtime.Errorf("undefined method `=~' for %s", ruby.Receiver(a))
		}
		if path, ok := c.Eval.Host.FindFile("files", a.AsString()); ok {
			data, err := c.Eval.Host.ReadFile(path)
			return values.String(string(data)), err
		}
	}
	return values.Undef, runtime.Errorf("Could not find any files from %s", ruby.Join(args, ", "))
})
