package vm

import (
	"unicode/utf8"
	"unsafe"

	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

// Kinds of iterations.
const (
	overRange uint8 = iota
	overElements
	overEntries
)

// iteration is the state of an inlined loop.
type iteration struct {
	kind    uint8
	i, n    int
	at      int64 // overRange: the next number
	step    int64
	elems   []values.Value
	entries []values.Entry
	cur     values.Value
	source  values.Value
}

// list is what an inlined loop builds.
type list struct {
	elems   []values.Value
	entries []values.Entry
}

func (it *iteration) value() values.Value { return values.Opaque(unsafe.Pointer(it)) }

func (l *list) value() values.Value { return values.Opaque(unsafe.Pointer(l)) }

// iterate begins an iteration over v; nil when v cannot be iterated.
// puppet: pops/types/iterable.rb, asserted_iterable
func iterate(v values.Value) *iteration {
	it := &iteration{source: v}
	switch v.Kind() {
	case values.KindArray:
		it.kind, it.elems = overElements, v.AsArray().Elems()
	case values.KindHash:
		it.kind, it.entries = overEntries, v.AsHash().Entries()
	case values.KindInt:
		if v.AsInt() < 0 {
			return nil
		}
		it.n, it.step = int(v.AsInt()), 1
	case values.KindString:
		it.kind, it.elems = overElements, characters(v.AsString())
	case values.KindIterator:
		it.kind = overElements
		v.AsIterator().Each(func(x values.Value) bool { it.elems = append(it.elems, x); return true })
	case values.KindType:
		switch t := pcore.TypeOf(v).(type) {
		case *pcore.IntegerType:
			if !t.Finite() || t.Max < t.Min || t.Max-t.Min == -1 {
				return nil
			}
			it.at, it.n, it.step = t.Min, int(t.Max-t.Min)+1, 1
		case *pcore.EnumType:
			it.kind = overElements
			for _, s := range t.Values {
				it.elems = append(it.elems, values.String(s))
			}
		default:
			return nil
		}
	default:
		return nil
	}
	return it
}

func characters(s string) []values.Value {
	out := make([]values.Value, 0, len(s))
	for len(s) > 0 {
		_, n := utf8.DecodeRuneInString(s)
		out = append(out, values.String(s[:n]))
		s = s[n:]
	}
	return out
}

// size is how many elements the iteration has at most.
func (it *iteration) size() int {
	switch it.kind {
	case overRange:
		return it.n
	case overElements:
		return len(it.elems)
	}
	return len(it.entries)
}

// next moves to the next element; hash entries are given as [key, value].
func (it *iteration) next() bool {
	if it.i >= it.size() {
		return false
	}
	switch it.kind {
	case overRange:
		it.cur = values.Int(it.at)
		it.at += it.step
	case overElements:
		it.cur = it.elems[it.i]
	default:
		e := it.entries[it.i]
		it.cur = values.ArrayOf(e.Key, e.Value)
	}
	it.i++
	return true
}
