package ops

import (
	"errors"
	"net/url"

	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

// pairs is a hash as an array of [key, value] arrays.
func pairs(h *values.Hash) []values.Value {
	out := make([]values.Value, h.Len())
	for i, e := range h.Entries() {
		out[i] = values.ArrayOf(e.Key, e.Value)
	}
	return out
}

// Elements is v as the elements that `+` and `-` of an array use.
func elements(v values.Value) []values.Value {
	switch v.Kind() {
	case values.KindArray:
		return v.AsArray().Elems()
	case values.KindHash:
		return pairs(v.AsHash())
	}
	return []values.Value{v}
}

// Unfold is the splat of v: undef gives nothing, what is no collection itself.
// puppet: evaluator_impl.rb, eval_UnfoldExpression
func Unfold(v values.Value) values.Value {
	switch v.Kind() {
	case values.KindUndef:
		return values.EmptyArray
	case values.KindArray:
		return v
	case values.KindHash:
		return values.ArrayOf(pairs(v.AsHash())...)
	case values.KindIterator:
		var out []values.Value
		v.AsIterator().Each(func(x values.Value) bool { out = append(out, x); return true })
		return values.ArrayOf(out...)
	}
	return values.ArrayOf(v)
}

// concatenate is + of arrays, hashes, URIs and binaries.
// puppet: evaluator_impl.rb, concatenate
func (e *Env) concatenate(a, b values.Value) (values.Value, error) {
	switch a.Kind() {
	case values.KindArray:
		return a.AsArray().Append(elements(b)...).Value(), nil
	case values.KindHash:
		switch b.Kind() {
		case values.KindHash:
			return a.AsHash().Merge(b.AsHash()).Value(), nil
		case values.KindArray:
			h, err := hashFromArray(b.AsArray())
			if err != nil {
				return a, err
			}
			return a.AsHash().Merge(h).Value(), nil
		}
		return a, errors.New("Can only append Array or Hash to a Hash")
	case values.KindBinary:
		if b.Kind() != values.KindBinary {
			return a, errors.New("Can only append Binary to a Binary")
		}
		return values.Binary(append(append([]byte(nil), a.AsBinary()...), b.AsBinary()...)), nil
	}
	if b.Kind() != values.KindURI && !b.IsString() {
		return a, errors.New("An URI can only be merged with an URI or String")
	}
	return mergeURI(a, b)
}

// hashFromArray is Ruby's Hash[...] of an array: of pairs when all elements are
// arrays, else of alternating keys and values.
func hashFromArray(a *values.Array) (*values.Hash, error) {
	allArrays := a.Len() > 0
	for _, x := range a.Elems() {
		allArrays = allArrays && x.Kind() == values.KindArray
	}
	b := values.NewHashBuilder(a.Len())
	if allArrays {
		for _, x := range a.Elems() {
			p := x.AsArray()
			switch p.Len() {
			case 1:
				b.Put(p.At(0), values.Undef)
			case 2:
				b.Put(p.At(0), p.At(1))
			default:
				return nil, errors.New("invalid number of elements (" + itoa(p.Len()) + " for 1..2)")
			}
		}
		return b.Hash(), nil
	}
	if a.Len()%2 != 0 {
		return nil, errors.New("odd number of arguments for Hash")
	}
	for i := 0; i < a.Len(); i += 2 {
		b.Put(a.At(i), a.At(i+1))
	}
	return b.Hash(), nil
}

// remove is - of an array or hash.
// puppet: evaluator_impl.rb, delete
func remove(a, b values.Value) values.Value {
	if a.Kind() == values.KindHash {
		var keys []values.Value
		switch b.Kind() {
		case values.KindArray:
			keys = b.AsArray().Elems()
		case values.KindHash:
			for _, e := range b.AsHash().Entries() {
				keys = append(keys, e.Key)
			}
		default:
			keys = []values.Value{b}
		}
		drop := set(keys)
		return a.AsHash().Without(func(k values.Value) bool { return drop.Find(k) >= 0 }).Value()
	}
	drop := elements(b)
	var out []values.Value
	if plain(drop) && len(drop) > 4 {
		s := set(drop)
		for _, x := range a.AsArray().Elems() {
			if s.Find(x) < 0 && !(x.IsNumber() && containsNumber(drop, x)) {
				out = append(out, x)
			}
		}
		return values.ArrayOf(out...)
	}
next:
	for _, x := range a.AsArray().Elems() {
		for _, d := range drop {
			if RubyEqual(x, d) {
				continue next
			}
		}
		out = append(out, x)
	}
	return values.ArrayOf(out...)
}

func plain(vs []values.Value) bool {
	for _, v := range vs {
		if !v.IsString() && !v.IsNumber() {
			return false
		}
	}
	return true
}

func containsNumber(vs []values.Value, x values.Value) bool {
	for _, v := range vs {
		if v.IsNumber() && values.CompareNumbers(v, x) == 0 {
			return true
		}
	}
	return false
}

func set(keys []values.Value) *values.Hash {
	b := values.NewHashBuilder(len(keys))
	for _, k := range keys {
		b.Put(k, values.True)
	}
	return b.Hash()
}

// RubyEqual is Ruby's ==: case counts, integers equal floats.
func RubyEqual(a, b values.Value) bool {
	if a.IsNumber() && b.IsNumber() {
		return values.CompareNumbers(a, b) == 0
	}
	if a.Kind() == values.KindArray && b.Kind() == values.KindArray {
		x, y := a.AsArray().Elems(), b.AsArray().Elems()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !RubyEqual(x[i], y[i]) {
				return false
			}
		}
		return true
	}
	return values.Eql(a, b)
}

// mergeURI resolves a reference against a URI, as RFC 3986 says.
func mergeURI(a, b values.Value) (values.Value, error) {
	base, err := url.Parse(a.AsURI().Text)
	if err != nil {
		return a, err
	}
	text := ""
	if b.IsString() {
		text = b.AsString()
	} else {
		text = b.AsURI().Text
	}
	ref, err := url.Parse(text)
	if err != nil {
		return a, err
	}
	u, err := pcore.ParseURI(base.ResolveReference(ref).String())
	if err != nil {
		return a, err
	}
	return values.URIValue(u), nil
}
