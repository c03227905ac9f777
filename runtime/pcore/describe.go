package pcore

import "strconv"

// describe lists what keeps actual from being assignable to expected.
func describe(expected, actual Type, path []pathElem) []*mismatch {
	unresolved := ""
	walk(expected, &guard{}, func(t Type) {
		if r, ok := t.(*ReferenceType); ok && unresolved == "" {
			unresolved = r.Text
		}
	})
	if unresolved != "" {
		return []*mismatch{{kind: unresolvedReference, path: path, key: unresolved}}
	}
	return describeAs(expected.normalize(), expected, actual, path)
}

// describeAs describes against expected; original is what the user wrote.
func describeAs(expected, original, actual Type, path []pathElem) []*mismatch {
	switch e := expected.(type) {
	case *VariantType:
		return describeVariant(e, original, actual, path)
	case *StructType:
		return describeStruct(e, original, actual, path)
	case *HashType:
		return describeHash(e, original, actual, path)
	case *TupleType:
		return describeTuple(e, original, actual, path, sizeMismatch)
	case *ArrayType:
		return describeArray(e, original, actual, path)
	case *CallableType:
		return describeCallable(e, original, actual, path)
	case *OptionalType:
		if actual == Type(Undef) || e.Type == nil {
			return nil
		}
		if _, ok := original.(*AliasType); !ok {
			original = e
		}
		return describeAs(e.Type, original, actual, path)
	case *PatternType, *EnumType:
		return []*mismatch{expectedActual(patternMismatch, path, original, actual)}
	case *AliasType:
		if e.loops {
			break
		}
		return describeAs(e.Resolved().normalize(), e, actual, path)
	}
	if Assignable(expected, actual) {
		return nil
	}
	return []*mismatch{newTypeMismatch(path, original, actual)}
}

func describeVariant(expected *VariantType, original, actual Type, path []pathElem) []*mismatch {
	types := expected.Types
	if _, ok := original.(*OptionalType); ok {
		types = append([]Type{Undef}, types...)
	}
	var each [][]*mismatch
	for i, t := range types {
		d := describe(t, actual, push(path, pathVariant, strconv.Itoa(i)))
		if len(d) == 0 {
			return nil
		}
		each = append(each, d)
	}
	ms := mergeMismatches(len(path), sizeMismatch, each)
	if _, ok := original.(*AliasType); ok && len(ms) == 1 {
		// All variants of the alias failed, so the alias is what failed.
		return []*mismatch{newTypeMismatch(path, original, actual)}
	}
	return ms
}

// mergeMismatches makes one mismatch of those of several alternatives where they
// are of one kind and about the same thing.
func mergeMismatches(position int, sizeKind mismatchKind, each [][]*mismatch) []*mismatch {
	var all []*mismatch
	for _, ms := range each {
		all = append(all, ms...)
	}
	for _, kind := range [...]mismatchKind{sizeKind, missingBlock, unexpectedBlock, typeMismatch} {
		var of []*mismatch
		for _, m := range all {
			if m.is(kind) {
				of = append(of, m)
			}
		}
		if len(of) != len(each) || len(of) == 0 {
			continue
		}
		generic := of[0]
		for _, m := range of[1:] {
			if generic.canonical() != m.canonical() {
				generic = nil
				break
			}
			generic = generic.merge(m)
		}
		if generic != nil {
			all = []*mismatch{generic}
			break
		}
	}
	all = uniqueMismatches(all)
	if len(all) == 1 {
		return []*mismatch{all[0].chop(position)}
	}
	return all
}

// uniqueMismatches drops what says the same about a block again; other
// mismatches always differ.
func uniqueMismatches(ms []*mismatch) []*mismatch {
	var out []*mismatch
next:
	for _, m := range ms {
		if m.kind == unexpectedBlock || m.kind == missingBlock {
			for _, o := range out {
				if o.kind == m.kind && o.canonical() == m.canonical() {
					continue next
				}
			}
		}
		out = append(out, m)
	}
	return out
}

func describeArray(expected *ArrayType, original, actual Type, path []pathElem) []*mismatch {
	switch a := actual.(type) {
	case *TupleType:
		want, got := orAny(expected.Size), sizeOf(a)
		if !want.covers(got) {
			return []*mismatch{expectedActual(sizeMismatch, path, want, got)}
		}
		var out []*mismatch
		for i, t := range a.Types {
			if !Assignable(expected.Elem, t) {
				out = append(out, describe(expected.Elem, t, push(path, pathIndex, strconv.Itoa(i)))...)
			}
		}
		return out
	case *ArrayType:
		if expected.Size == nil || expected.Size.covers(orAny(a.Size)) {
			return []*mismatch{newTypeMismatch(path, original, ArrayOf(a.Elem, nil))}
		}
		return []*mismatch{expectedActual(sizeMismatch, path, expected.Size, orAny(a.Size))}
	}
	return []*mismatch{newTypeMismatch(path, original, actual)}
}

// requiredKeys is how many keys a struct must have, to how many it may have.
func requiredKeys(s *StructType) *IntegerType {
	n := int64(0)
	for i := range s.Elements {
		if !Assignable(s.Elements[i].Key, Undef) {
			n++
		}
	}
	return IntegerRange(n, int64(len(s.Elements)))
}

func describeHash(expected *HashType, original, actual Type, path []pathElem) []*mismatch {
	switch a := actual.(type) {
	case *StructType:
		want, got := orAny(expected.Size), requiredKeys(a)
		if !want.covers(got) {
			return []*mismatch{expectedActual(sizeMismatch, path, want, got)}
		}
		var out []*mismatch
		for i := range a.Elements {
			e := &a.Elements[i]
			if !Assignable(expected.Key, e.Key) {
				out = append(out, describe(expected.Key, e.Key, push(path, pathEntryKey, e.Name))...)
			}
			if !Assignable(expected.Val, e.Val) {
				out = append(out, describe(expected.Val, e.Val, push(path, pathEntryValue, e.Name))...)
			}
		}
		return out
	case *HashType:
		if expected.Size == nil || expected.Size.covers(orAny(a.Size)) {
			return []*mismatch{newTypeMismatch(path, original, HashOf(a.Key, a.Val, nil))}
		}
		return []*mismatch{expectedActual(sizeMismatch, path, expected.Size, orAny(a.Size))}
	}
	return []*mismatch{newTypeMismatch(path, original, actual)}
}

func describeStruct(expected *StructType, original, actual Type, path []pathElem) []*mismatch {
	switch a := actual.(type) {
	case *StructType:
		var out []*mismatch
		for i := range expected.Elements {
			e := &expected.Elements[i]
			f := a.Element(e.Name)
			if f == nil {
				if !Assignable(e.Key, Undef) {
					out = append(out, &mismatch{kind: missingKey, path: path, key: e.Name})
				}
				continue
			}
			if !Assignable(e.Key, f.Key) {
				out = append(out, describe(e.Key, f.Key, push(path, pathEntryKey, e.Name))...)
			}
			if !Assignable(e.Val, f.Val) {
				out = append(out, describe(e.Val, f.Val, push(path, pathEntryValue, e.Name))...)
			}
		}
		for i := range a.Elements {
			if name := a.Elements[i].Name; expected.Element(name) == nil {
				out = append(out, &mismatch{kind: extraneousKey, path: path, key: name})
			}
		}
		return out
	case *HashType:
		want := requiredKeys(expected)
		if want.covers(orAny(a.Size)) {
			return []*mismatch{newTypeMismatch(path, original, HashOf(a.Key, a.Val, nil))}
		}
		return []*mismatch{expectedActual(sizeMismatch, path, want, orAny(a.Size))}
	}
	return []*mismatch{newTypeMismatch(path, original, actual)}
}

func describeTuple(expected *TupleType, original, actual Type, path []pathElem, sizeKind mismatchKind) []*mismatch {
	if equal(expected, actual) {
		return nil
	}
	want := expected.SizeRange()
	switch a := actual.(type) {
	case *TupleType:
		if got := a.SizeRange(); !want.covers(got) {
			return []*mismatch{expectedActual(sizeKind, path, want, got)}
		}
		if len(expected.Types) == 0 {
			return nil
		}
		var out []*mismatch
		for i, t := range a.Types {
			j := min(i, len(expected.Types)-1)
			out = append(out, describe(expected.Types[j], t, push(path, pathIndex, strconv.Itoa(j)))...)
		}
		return out
	case *ArrayType:
		if len(expected.Types) == 0 {
			return nil
		}
		if got := orAny(a.Size); !want.covers(got) {
			return []*mismatch{expectedActual(sizeKind, path, want, got)}
		}
		var out []*mismatch
		for i, t := range expected.Types {
			out = append(out, describe(t, a.Elem, push(path, pathIndex, strconv.Itoa(i)))...)
		}
		return out
	}
	return []*mismatch{newTypeMismatch(path, original, actual)}
}

func describeCallable(expected *CallableType, original, actual Type, path []pathElem) []*mismatch {
	a, ok := actual.(*CallableType)
	if !ok {
		return []*mismatch{newTypeMismatch(path, original, actual)}
	}
	if expected.Params == nil && expected.Return == nil {
		return nil
	}
	if expected.Params != nil && a.Params != nil {
		if ms := describeTuple(expected.Params, expected.Params, a.Params, path, countMismatch); len(ms) > 0 {
			return ms
		}
	}
	if want, got := orAnyType(expected.Return), orAnyType(a.Return); !Assignable(want, got) {
		return []*mismatch{newTypeMismatch(push(path, pathReturn, "return"), want, got)}
	}
	if want, got := orUndef(expected.Block), orUndef(a.Block); !Assignable(got, want) {
		return []*mismatch{newTypeMismatch(push(path, pathBlock, "block"), want, got)}
	}
	return nil
}
