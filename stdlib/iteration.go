package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// iteration walks an iterable value.
// puppet: pops/types/iterable.rb
type iteration struct {
	elems   []values.Value // arrays, strings, enums, iterators
	entries []values.Entry // hashes
	i, n    int64
	from    int64 // of an integer range
	// ranged tells that Puppet walks with Ruby's Enumerable here, which takes a
	// break for the end of the sequence where other walks let it pass.
	ranged bool
	kind   uint8
}

const (
	walkElems = iota
	walkEntries
	walkRange
)

// iterate starts a walk over v; name is the function's for the error.
func iterate(name string, v values.Value) (it iteration, err error) {
	switch v.Kind() {
	case values.KindArray:
		it.elems = v.AsArray().Elems()
	case values.KindHash:
		it.entries, it.kind = v.AsHash().Entries(), walkEntries
		it.n = int64(len(it.entries))
		return it, nil
	case values.KindString:
		it.elems = ruby.Chars(v.AsString())
	case values.KindInt:
		if v.AsInt() < 0 {
			return it, notIterable(name, v)
		}
		it.kind, it.n, it.ranged = walkRange, v.AsInt(), v.AsInt() > 0
		return it, nil
	case values.KindIterator:
		src := v.AsIterator()
		if src.Len > maxElements {
			return it, tooMany(name)
		}
		elems := make([]values.Value, 0, max(src.Len, 0))
		src.Each(func(e values.Value) bool {
			elems = append(elems, e)
			return true
		})
		it.elems, it.ranged = elems, src.Step > 1
	case values.KindType:
		return iterateType(name, v)
	default:
		return it, notIterable(name, v)
	}
	it.n = int64(len(it.elems))
	return it, nil
}

func iterateType(name string, v values.Value) (it iteration, err error) {
	t := v.AsType()
	if a, ok := t.(*pcore.AliasType); ok {
		t = a.Resolved()
	}
	switch t := t.(type) {
	case *pcore.IntegerType:
		if t.Finite() {
			it.kind, it.from, it.ranged = walkRange, t.Min, true
			if it.n = t.Max - t.Min + 1; it.n < 0 {
				return it, runtime.Errorf("%s(): the range %s has too many elements", name, t)
			}
			return it, nil
		}
	case *pcore.EnumType:
		it.elems = ruby.Strings(t.Values)
		it.n = int64(len(it.elems))
		return it, nil
	}
	return it, notIterable(name, v)
}

func notIterable(name string, v values.Value) error {
	return runtime.Errorf("%s(): wrong argument type (%s; is not Iterable.", name, rubyfmt.RubyClass(v))
}

// next is the next element; an entry of a hash is [key, value].
func (it *iteration) next() (values.Value, bool) {
	i := it.i
	if i >= it.n {
		return values.Undef, false
	}
	it.i++
	return it.at(i), true
}

func (it *iteration) at(i int64) values.Value {
	switch it.kind {
	case walkEntries:
		return ruby.Pair(it.entries[i])
	case walkRange:
		return values.Int(it.from + i)
	}
	return it.elems[i]
}

// maxElements is how many elements of a range are held at once.
const maxElements = 1 << 27

func tooMany(name string) error {
	return runtime.Errorf("%s(): more than %d elements", name, maxElements)
}

// all are all elements.
func (it *iteration) all(name string) ([]values.Value, error) {
	if it.kind == walkElems {
		return it.elems, nil
	}
	if it.n > maxElements {
		return nil, tooMany(name)
	}
	out := make([]values.Value, it.n)
	for i := range out {
		out[i] = it.at(int64(i))
	}
	return out, nil
}

// callSpread calls a lambda as Ruby's yield(*element) does when it does not take
// exactly one argument.
func callSpread(b runtime.Block, e values.Value) (values.Value, error) {
	if least, most := b.Arity(); least != 1 || most != 1 {
		switch e.Kind() {
		case values.KindArray:
			return b.Call(e.AsArray().Elems()...)
		case values.KindUndef:
			return b.Call()
		}
	}
	return b.Call1(e)
}

// lazy makes an iterator value over every step-th element of it from start on;
// step is negative for the reverse. source is what it walks.
func (it *iteration) lazy(source values.Value, start, step int64, elem pcore.Type) values.Value {
	walk := *it
	n := int64(0)
	switch {
	case walk.n == 0:
	case step > 0:
		n = (walk.n-1-start)/step + 1
	default:
		n = start/-step + 1
	}
	v := &values.Iterator{Len: int(n), Source: source, Step: step, Each: func(f func(values.Value) bool) {
		for i := range n {
			if !f(walk.at(start + i*step)) {
				return
			}
		}
	}}
	if elem != nil {
		v.Elem = elem
	}
	return values.IteratorValue(v)
}

// elementType is the type of the elements of v as an iterator shows it.
func elementType(v values.Value, it *iteration) pcore.Type {
	switch v.Kind() {
	case values.KindArray:
		if it.n == 0 {
			return pcore.Unit
		}
		ts := make([]pcore.Type, it.n)
		for i, e := range it.elems {
			ts[i] = pcore.Infer(e)
		}
		return pcore.VariantOf(ts...)
	case values.KindHash:
		keys, vals := make([]pcore.Type, it.n), make([]pcore.Type, it.n)
		for i, e := range it.entries {
			keys[i], vals[i] = pcore.Infer(e.Key), pcore.Infer(e.Value)
		}
		two := pcore.IntegerRange(2, 2)
		if it.n == 0 {
			return pcore.TupleOf([]pcore.Type{pcore.Unit, pcore.Unit}, two)
		}
		return pcore.TupleOf([]pcore.Type{pcore.VariantOf(keys...), pcore.VariantOf(vals...)}, two)
	case values.KindString:
		return pcore.MustParse("String[1, 1]", nil)
	case values.KindInt:
		if it.n == 0 {
			return pcore.Unit
		}
		return pcore.IntegerRange(0, it.n-1)
	case values.KindIterator:
		if t, ok := v.AsIterator().Elem.(pcore.Type); ok {
			return t
		}
	case values.KindType:
		t := v.AsType()
		if a, ok := t.(*pcore.AliasType); ok {
			return a.Resolved()
		}
		return t.(pcore.Type)
	}
	return nil
}

// The four dispatches that most iterating functions have.
func iterationDispatches(hash2, hash1, any2, any1 declare.Body) []runtime.Dispatch {
	hash := declare.Params(declare.Req("hash", "Hash[Any, Any]"))
	enum := declare.Params(declare.Req("enumerable", "Iterable"))
	return []runtime.Dispatch{
		{Params: hash, Block: "Callable[2,2]", Body: hash2},
		{Params: hash, Block: "Callable[1,1]", Body: hash1},
		{Params: enum, Block: "Callable[2,2]", Body: any2},
		{Params: enum, Block: "Callable[1,1]", Body: any1},
	}
}

// callIndexed calls the lambda with element i of the walk: with index and element,
// or key and value of a hash.
func (it *iteration) callIndexed(b runtime.Block, i int64) (values.Value, error) {
	if it.kind == walkEntries {
		e := &it.entries[i]
		return b.Call2(e.Key, e.Value)
	}
	return b.Call2(values.Int(i), it.at(i))
}

// done reports whether err is a break that ends the walk of a function that
// takes one.
func (it *iteration) done(err error) bool { return it.ranged && runtime.IsBreak(err) }

// Each walks v as the iterating functions do, for functions of other packages;
// name is the function's for the error when v cannot be walked.
func Each(name string, v values.Value, f func(values.Value) bool) error {
	it, err := iterate(name, v)
	if err != nil {
		return err
	}
	for e, ok := it.next(); ok; e, ok = it.next() {
		if !f(e) {
			break
		}
	}
	return nil
}
