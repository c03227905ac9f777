package declare

import (
	"strconv"

	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/pcore"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// Req declares a required parameter.
func Req(name, typ string) runtime.Param { return runtime.Param{Name: name, Type: typ} }

// Opt declares an optional parameter.
func Opt(name, typ string) runtime.Param {
	return runtime.Param{Name: name, Type: typ, Kind: runtime.Optional}
}

// Rep declares a parameter that takes any number of arguments.
func Rep(name, typ string) runtime.Param {
	return runtime.Param{Name: name, Type: typ, Kind: runtime.Repeated}
}

// ReqRep declares a parameter that takes one argument or more.
func ReqRep(name, typ string) runtime.Param {
	return runtime.Param{Name: name, Type: typ, Kind: runtime.RequiredRepeated}
}

// Params lists parameters.
func Params(ps ...runtime.Param) []runtime.Param { return ps }

// Body is the Go code of a dispatch.
type Body = func(*runtime.Call) (values.Value, error)

// Simple declares a function with one dispatch and without a lambda.
func Simple(name string, body Body, ps ...runtime.Param) runtime.Function {
	return runtime.Function{Name: name, Pure: true, Dispatches: []runtime.Dispatch{{Params: ps, Body: body}}}
}

// LegacyBody is the Go code of a 3x function; args are as such a function sees them.
type LegacyBody = func(c *runtime.Call, args []values.Value) (values.Value, error)

// Legacy declares a function of Puppet's 3x interface: it takes anything and
// checks its arguments itself. arity is the number of arguments, or -n-1 for at
// least n.
// puppet: parser/functions.rb, newfunction
func Legacy(name string, arity int, body LegacyBody) runtime.Function {
	return runtime.Function{Name: name, Dispatches: []runtime.Dispatch{{
		Params:      []runtime.Param{Rep("args", "Any")},
		IgnoreBlock: true,
		Body: func(c *runtime.Call) (values.Value, error) {
			n := len(c.Args)
			if arity >= 0 && n != arity {
				return values.Undef, runtime.Errorf("%s(): Wrong number of arguments given (%d for %d)", name, n, arity)
			}
			if arity < 0 && n < -arity-1 {
				return values.Undef, runtime.Errorf("%s(): Wrong number of arguments given (%d for minimum %d)", name, n, -arity-1)
			}
			args, err := LegacyArgs(c.Args)
			if err != nil {
				return values.Undef, err
			}
			return body(c, args)
		},
	}}}
}

// Statement declares a 3x function without a result.
func Statement(name string, arity int, body LegacyBody) runtime.Function {
	return Legacy(name, arity, func(c *runtime.Call, args []values.Value) (values.Value, error) {
		_, err := body(c, args)
		return values.Undef, err
	})
}

// LegacyArgs are arguments as a 3x function sees them: undef is the empty string,
// but not inside collections, and what 3x has no values for is text.
// puppet: pops/evaluator/runtime3_converter.rb
func LegacyArgs(args []values.Value) ([]values.Value, error) {
	out := make([]values.Value, len(args))
	for i, a := range args {
		if a.IsUndef() {
			out[i] = values.EmptyString
			continue
		}
		v, err := legacyValue(a)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// LegacyText is Ruby's to_s of what a 3x function gets, where a reference to a
// resource is a resource: File[/x].
func LegacyText(v values.Value) string {
	if v.Kind() == values.KindType {
		switch t := v.AsType().(type) {
		case *pcore.ResourceType:
			if t.TypeName != "" {
				return pcore.CapitalizeSegments(t.LowerName()) + "[" + t.Title + "]"
			}
		case *pcore.ClassType:
			if t.ClassName != "" {
				return "Class[" + pcore.CapitalizeSegments(t.ClassName) + "]"
			}
		}
	}
	return rubyfmt.ToS(v)
}

func legacyValue(v values.Value) (values.Value, error) {
	switch v.Kind() {
	case values.KindRegexp:
		return values.String(rubyfmt.Inspect(v)), nil
	case values.KindSemVer, values.KindSemVerRange, values.KindBinary, values.KindTimespan, values.KindTimestamp:
		return values.String(rubyfmt.ToS(v)), nil
	case values.KindIterator:
		return v, runtime.Errorf("Use of an Iterator is not supported here")
	case values.KindArray:
		for i, e := range v.AsArray().Elems() {
			n, err := legacyValue(e)
			if err != nil {
				return v, err
			}
			if n != e {
				return legacyArray(v.AsArray().Elems(), i)
			}
		}
	case values.KindHash:
		for _, e := range v.AsHash().Entries() {
			k, err := legacyValue(e.Key)
			if err != nil {
				return v, err
			}
			n, err := legacyValue(e.Value)
			if err != nil {
				return v, err
			}
			if k != e.Key || n != e.Value {
				return legacyHash(v.AsHash())
			}
		}
	}
	return v, nil
}

func legacyArray(elems []values.Value, from int) (values.Value, error) {
	out := make([]values.Value, len(elems))
	copy(out, elems[:from])
	for i := from; i < len(elems); i++ {
		var err error
		if out[i], err = legacyValue(elems[i]); err != nil {
			return values.Undef, err
		}
	}
	return values.ArrayOf(out...), nil
}

func legacyHash(h *values.Hash) (values.Value, error) {
	b := values.NewHashBuilder(h.Len())
	for _, e := range h.Entries() {
		k, err := legacyValue(e.Key)
		if err != nil {
			return values.Undef, err
		}
		v, err := legacyValue(e.Value)
		if err != nil {
			return values.Undef, err
		}
		b.Put(k, v)
	}
	return b.Hash().Value(), nil
}

// WarnOnce logs a deprecation the first time that it is met in an evaluation,
// without a place.
// puppet: util/logging.rb, warn_once
func WarnOnce(c *runtime.Call, key, text string) {
	c.Eval.WarnOnce(key, logs.Message{Level: logs.Warning, Text: text + "\n   (file & line not available)"})
}

// WarnOnceHere is WarnOnce with the place of the call.
func WarnOnceHere(c *runtime.Call, key, text string) {
	if c.Line == 0 {
		WarnOnce(c, key, text)
		return
	}
	c.Eval.WarnOnce(key, logs.Message{Level: logs.Warning, Text: text + "\n   " + Location(c.File, c.Line)})
}

// Location is a place as Puppet writes it at the end of messages.
// puppet: util/errors.rb, error_location
func Location(file string, line int) string {
	if file == "" {
		file = "unknown"
	}
	return "(file: " + file + ", line: " + strconv.Itoa(line) + ")"
}

// Numbers of a value as Ruby's Integer and Float would overflow.

// ErrIntegerRange is for a result that no Integer of the language can hold.
// puppet: pops/evaluator/evaluator_impl.rb, NUMERIC_OVERFLOW
func ErrIntegerRange(text string) error {
	return runtime.IssueErrorf("NUMERIC_OVERFLOW", "Result is outside the valid Integer range, got '%s'", text)
}
