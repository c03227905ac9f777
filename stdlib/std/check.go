package std

import (
	"fmt"

	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

type (
	value = values.Value
	call  = *runtime.Call
)

var undef = values.Undef

func fail(format string, args ...any) (value, error) {
	return undef, runtime.Errorf(format, args...)
}

func isArray(v value) bool { return v.Kind() == values.KindArray }
func isHash(v value) bool  { return v.Kind() == values.KindHash }

// text is Ruby's to_s.
func text(v value) string { return rubyfmt.ToS(v) }

// class is the name of the Ruby class.
func class(v value) string { return rubyfmt.RubyClass(v) }

func inspect(v value) string { return rubyfmt.Inspect(v) }

// implicit is a value as Ruby names it where a conversion to String fails.
func implicit(v value) string {
	switch v.Kind() {
	case values.KindUndef, values.KindBool:
		return inspect(v)
	}
	return class(v)
}

// notString is the error of Ruby where it wants a string.
func notString(v value) (value, error) {
	return fail("no implicit conversion of %s into String", implicit(v))
}

// noMethod is Ruby's error for a method that v does not have.
func noMethod(name string, v value) (value, error) {
	return fail("undefined method `%s' for %s", name, ruby.Receiver(v))
}

func arg(args []value, i int) value {
	if i < len(args) {
		return args[i]
	}
	return undef
}

// wrongCount is how most functions of the module say that the number of arguments is wrong.
func wrongCount(name string, got int, want string) (value, error) {
	return fail("%s(): Wrong number of arguments given (%d for %s)", name, got, want)
}

// deprecated logs that a function is on its way out, or fails where strict says so.
// puppet: stdlib, functions/deprecation.rb
func deprecated(c call, key, message string) error {
	message += place(c)
	switch c.Eval.Settings.Strict {
	case runtime.StrictOff:
	case runtime.StrictError:
		return runtime.Errorf("deprecation. %s. %s", key, message)
	default:
		c.Eval.WarnOnce("deprecation-"+key, logs.Message{Level: logs.Warning, Text: message})
	}
	return nil
}

// place is where a call is, as deprecations end: the module means file and line but
// shows the two innermost places.
func place(c call) string {
	file := c.File
	if file == "" {
		file = "unknown"
	}
	return fmt.Sprintf(" at [%q, %d]:[\"unknown\", 0]", file, c.Line)
}

// autoloaded logs what Puppet does when a function of the module asks its old
// autoloader for another.
// puppet: parser/functions.rb, AutoloaderDelegate
func autoloaded(c call, name string) {
	declare.WarnOnce(c, "autoloader#loaded?"+name, "The method 'Puppet::Parser::Functions.autoloader#loaded?("+
		`"`+name+`")' is deprecated in favor of using 'Scope#call_function'.`)
}

// outgoing declares a function that is deprecated: its body gets the arguments as
// they are, not as 3x functions do.
func outgoing(name, key, message string, body declare.LegacyBody) runtime.Function {
	return runtime.Function{Name: name, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Rep("args", "Any")),
		Body: func(c call) (value, error) {
			if err := deprecated(c, key, message); err != nil {
				return undef, err
			}
			return body(c, c.Args)
		},
	}}}
}

// toI is Ruby's to_i; ok is false for what has none.
func toI(v value) (n int64, ok bool) {
	switch v.Kind() {
	case values.KindInt:
		return v.AsInt(), true
	case values.KindFloat:
		return int64(v.AsFloat()), true
	case values.KindString:
		b := rubyfmt.ToI(v.AsString(), 10)
		return b.Int64(), b.IsInt64()
	case values.KindUndef:
		return 0, true
	case values.KindTimespan:
		return v.AsTimespan().Nanos / 1e9, true
	}
	return 0, false
}

// integer is Ruby's Integer(); the error is the reason alone.
func integer(v value) (int64, error) {
	switch v.Kind() {
	case values.KindInt:
		return v.AsInt(), nil
	case values.KindFloat:
		if f := v.AsFloat(); f >= -1<<63 && f < 1<<63 {
			return int64(f), nil
		}
		return 0, runtime.Errorf("%s", text(v))
	case values.KindString:
		return rubyfmt.ParseInteger(v.AsString())
	}
	return 0, runtime.Errorf("can't convert %s into Integer", implicit(v))
}
