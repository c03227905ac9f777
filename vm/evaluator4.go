package vm

import (
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

// evaluator4Functions are the functions of edition evaluator4 that later ones
// named otherwise, or gave their arguments in another order (D-22).
var evaluator4Functions = map[string]*builtin{
	"is_a":       evaluator4Function("is_a", "Any", "Type", false, isA),
	"type_of":    evaluator4Function("type_of", "Any", "", false, typeOf),
	"convert":    evaluator4Function("convert", "Any", "Any", true, convert),
	"convert_to": evaluator4Function("convert_to", "Any", "Any", true, convert),
}

// evaluator4Function declares a function of one or two arguments; more tells
// that others may follow.
func evaluator4Function(name, first, second string, more bool, body func(*runtime.Call) (values.Value, error)) *builtin {
	params := []runtime.Param{{Name: "a", Type: first}}
	if second != "" {
		params = append(params, runtime.Param{Name: "b", Type: second})
	}
	if more {
		params = append(params, runtime.Param{Name: "options", Type: "Any", Kind: runtime.Repeated})
	}
	return &builtin{Function: &runtime.Function{Name: name, Dispatches: []runtime.Dispatch{{Params: params, Body: body}}}}
}

func isA(c *runtime.Call) (values.Value, error) {
	return values.Bool(pcore.TypeOf(c.Args[1]).Check(c.Args[0])), nil
}

// typeOf is the type without what only this value has, so that those of two
// integers are equal.
func typeOf(c *runtime.Call) (values.Value, error) {
	return pcore.InferGeneric(c.Args[0]).Value(), nil
}

// convert takes the type first; a value first, as in later editions, is taken
// too. A number after String is a radix.
func convert(c *runtime.Call) (values.Value, error) {
	args := append([]values.Value(nil), c.Args...)
	if args[0].Kind() != values.KindType {
		if args[1].Kind() != values.KindType {
			return values.Undef, runtime.Errorf("'%s' expects a Type value, got %s", c.Name, pcore.InferGeneric(args[0]))
		}
		args[0], args[1] = args[1], args[0]
	}
	t := pcore.TypeOf(args[0])
	if _, ok := t.(*pcore.StringType); ok && len(args) == 3 && args[2].IsInt() {
		format, ok := map[int64]string{2: "%#b", 8: "%#o", 10: "%d", 16: "%#x"}[args[2].AsInt()]
		if !ok {
			return values.Undef, runtime.Errorf("Illegal radix: %d, expected 2, 8, 10, or 16", args[2].AsInt())
		}
		args[2] = values.String(format)
	}
	return c.Eval.Host.New(t, args[1:])
}

// evaluator4Iterates reports whether the iteration functions of edition
// evaluator4 accept a value: later ones accept all that can be iterated (D-23).
func evaluator4Iterates(v values.Value) bool {
	switch v.Kind() {
	case values.KindArray, values.KindHash:
		return true
	case values.KindType:
		_, ok := pcore.TypeOf(v).(*pcore.IntegerType)
		return ok
	}
	return false
}
