package ruby

import (
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// Flatten is Array#flatten.
func Flatten(elems []values.Value) []values.Value {
	nested := false
	for _, e := range elems {
		if e.Kind() == values.KindArray {
			nested = true
			break
		}
	}
	if !nested {
		return elems
	}
	return appendFlat(make([]values.Value, 0, len(elems)*2), elems)
}

func appendFlat(out, elems []values.Value) []values.Value {
	for _, e := range elems {
		if e.Kind() == values.KindArray {
			out = appendFlat(out, e.AsArray().Elems())
		} else {
			out = append(out, e)
		}
	}
	return out
}

// Join is Array#join.
func Join(elems []values.Value, sep string) string {
	return string(appendJoin(nil, elems, sep))
}

func appendJoin(b []byte, elems []values.Value, sep string) []byte {
	for i, e := range elems {
		if i > 0 {
			b = append(b, sep...)
		}
		switch e.Kind() {
		case values.KindArray:
			b = appendJoin(b, e.AsArray().Elems(), sep)
		case values.KindString:
			b = append(b, e.AsString()...)
		default:
			b = append(b, rubyfmt.ToS(e)...)
		}
	}
	return b
}

// Uniq is Array#uniq.
func Uniq(elems []values.Value) []values.Value {
	seen := values.NewHashBuilder(len(elems))
	for _, e := range elems {
		if _, ok := seen.Get(e); !ok {
			seen.Put(e, values.Undef)
		}
	}
	if seen.Len() == len(elems) {
		return elems
	}
	out := make([]values.Value, 0, seen.Len())
	for _, e := range seen.Hash().Entries() {
		out = append(out, e.Key)
	}
	return out
}

// Includes reports whether elems has a value that is == to v in Ruby: strings by
// case, and 1 is 1.0.
func Includes(elems []values.Value, v values.Value) bool {
	for _, e := range elems {
		if Same(e, v) {
			return true
		}
	}
	return false
}

// Same is Ruby's ==.
func Same(a, b values.Value) bool {
	k := a.Kind()
	if a.IsNumber() && b.IsNumber() {
		return values.CompareNumbers(a, b) == 0
	}
	if k != b.Kind() {
		return false
	}
	switch k {
	case values.KindArray:
		x, y := a.AsArray().Elems(), b.AsArray().Elems()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Same(x[i], y[i]) {
				return false
			}
		}
		return true
	case values.KindHash:
		x, y := a.AsHash(), b.AsHash()
		if x.Len() != y.Len() {
			return false
		}
		for _, e := range x.Entries() {
			v, ok := y.Get(e.Key)
			if !ok || !Same(e.Value, v) {
				return false
			}
		}
		return true
	}
	return values.Eql(a, b)
}

// Pair is [key, value].
func Pair(e values.Entry) values.Value { return values.ArrayOf(e.Key, e.Value) }

// Pairs is Hash#to_a.
func Pairs(h *values.Hash) []values.Value {
	out := make([]values.Value, h.Len())
	for i, e := range h.Entries() {
		out[i] = Pair(e)
	}
	return out
}

// Strings turns Go strings into values.
func Strings(ss []string) []values.Value {
	out := make([]values.Value, len(ss))
	for i, s := range ss {
		out[i] = values.String(s)
	}
	return out
}
