package stdlib

import (
	"slices"

	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// dig walks into nested data by keys and indexes.
var fnDig = declare.Simple("dig", func(c *runtime.Call) (values.Value, error) {
	v, bad := dig(c.Args[0], c.Args[1:])
	if bad != nil {
		return values.Undef, bad
	}
	return v, nil
}, declare.Req("data", "Optional[Collection]"), declare.Rep("arg", "Any"))

// digError is a failed dig with what an Error value says about it.
type digError struct {
	message, code, detail string
	walked                []values.Value
	typ                   pcore.Type
}

func (e *digError) Error() string { return e.message }

// value is the failure as an Error, for a lambda.
func (e *digError) value() (values.Value, error) {
	t, err := pcore.Parse("Error", nil)
	if err != nil {
		return values.Undef, err
	}
	details := values.HashOf(
		values.Entry{Key: values.String("walked_path"), Value: values.ArrayOf(e.walked...)},
		values.Entry{Key: values.String(e.detail), Value: e.typ.Value()},
	)
	ot, ok := t.(*pcore.ObjectType)
	if !ok {
		return values.Undef, runtime.Errorf("%s", e.message)
	}
	return pcore.NewObject(ot, values.HashOf(
		values.Entry{Key: values.String("msg"), Value: values.String(e.message)},
		values.Entry{Key: values.String("kind"), Value: values.String("SLICE_ERROR")},
		values.Entry{Key: values.String("details"), Value: details},
		values.Entry{Key: values.String("issue_code"), Value: values.String(e.code)},
	).AsHash()), nil
}

func dig(d values.Value, keys []values.Value) (values.Value, *digError) {
	for i, k := range keys {
		if d.IsUndef() || k.IsUndef() {
			return values.Undef, nil
		}
		switch d.Kind() {
		case values.KindHash:
			d, _ = d.AsHash().Get(k)
		case values.KindArray:
			if !k.IsInt() {
				t := pcore.InferReduced(k)
				walked := slices.Clone(keys[:i+1])
				return values.Undef, &digError{walked: walked, typ: t, code: "EXPECTED_INTEGER_INDEX", detail: "index_type",
					message: "The given data requires an Integer index at " + rubyfmt.Inspect(values.ArrayOf(walked...)) + ", got '" + t.String() + "'"}
			}
			n, a := k.AsInt(), d.AsArray()
			if n < 0 {
				n += int64(a.Len())
			}
			d = values.Undef
			if n >= 0 && n < int64(a.Len()) {
				d = a.At(int(n))
			}
		default:
			t := pcore.InferReduced(d)
			walked := slices.Clone(keys[:i])
			return values.Undef, &digError{walked: walked, typ: t, code: "EXPECTED_COLLECTION", detail: "value_type",
				message: "The given data does not contain a Collection at " + rubyfmt.Inspect(values.ArrayOf(walked...)) + ", got '" + t.String() + "'"}
		}
	}
	return d, nil
}
