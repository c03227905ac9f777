package pcore

import (
	"errors"
	"fmt"

	"bunraku/runtime/values"
)

func makeArrayFunction() *constructor {
	return &constructor{
		name: "new_array",
		overloads: []overload{
			{params: []param{{"Variant[Array,Hash,Binary,Iterable]", "from"}, {"Boolean[false]", "wrap?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					elems, err := Elements(args[0])
					return values.ArrayOf(elems...), err
				}},
			{params: []param{{"Any", "from"}, {"Boolean[true]", "wrap"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					if args[0].Kind() == values.KindArray {
						return args[0], nil
					}
					return values.ArrayOf(args[0]), nil
				}},
			{params: []param{{"Any", "from"}, {"Boolean", "wrap?"}},
				mismatch: func(args []values.Value) (string, error) {
					return "Value of type " + InferGeneric(args[0]).String() + " cannot be converted to Array", nil
				}},
		},
	}
}

// maxElements bounds the array that an iteration over numbers may make.
const maxElements = 10000000

// Elements are what iteration over a value yields: the elements of an array, the
// pairs of a hash, the characters of a string, the integers below one, the members
// of an Enum or an Integer type, the bytes of a Binary.
func Elements(v values.Value) ([]values.Value, error) {
	switch v.Kind() {
	case values.KindArray:
		return v.AsArray().Elems(), nil
	case values.KindHash:
		out := make([]values.Value, 0, v.AsHash().Len())
		for _, e := range v.AsHash().Entries() {
			out = append(out, values.ArrayOf(e.Key, e.Value))
		}
		return out, nil
	case values.KindBinary:
		out := make([]values.Value, 0, len(v.AsBinary()))
		for _, c := range v.AsBinary() {
			out = append(out, values.Int(int64(c)))
		}
		return out, nil
	case values.KindString:
		var out []values.Value
		s := v.AsString()
		for i, r := range s {
			n := len(string(r))
			if r == 0xFFFD && (i+n > len(s) || s[i:i+n] != string(r)) {
				n = 1 // a byte that is no character
			}
			out = append(out, values.String(s[i:i+n]))
		}
		return out, nil
	case values.KindInt:
		return integers(0, v.AsInt()-1)
	case values.KindIterator:
		var out []values.Value
		v.AsIterator().Each(func(e values.Value) bool {
			out = append(out, e)
			return len(out) <= maxElements
		})
		return out, nil
	case values.KindType:
		switch t := resolvedAlias(TypeOf(v)).(type) {
		case *EnumType:
			out := make([]values.Value, len(t.Values))
			for i, s := range t.Values {
				out[i] = values.String(s)
			}
			return out, nil
		case *IntegerType:
			if t.Finite() {
				return integers(t.Min, t.Max)
			}
		}
	}
	return nil, fmt.Errorf("Value of type %s cannot be iterated", InferGeneric(v))
}

func integers(from, to int64) ([]values.Value, error) {
	if to < from {
		return nil, nil
	}
	if uint64(to-from) >= maxElements {
		return nil, fmt.Errorf("a range of %d integers is too large for an Array", uint64(to-from)+1)
	}
	out := make([]values.Value, 0, to-from+1)
	for i := from; i <= to; i++ {
		out = append(out, values.Int(i))
	}
	return out, nil
}

func makeHashFunction() *constructor {
	return &constructor{
		name: "new_hash",
		locals: []string{
			"KeyValueArray = Array[Tuple[Any,Any],1]",
			"TreeArray = Array[Tuple[Array,Any],1]",
			"NewHashOption = Enum[tree, hash_tree]",
		},
		overloads: []overload{
			{params: []param{{"TreeArray", "from"}, {"NewHashOption", "build_option?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					if len(args) == 1 {
						return hashOfPairs(args[0]), nil
					}
					return hashOfTree(args[0].AsArray().Elems(), args[1].AsString() == "hash_tree")
				}},
			{params: []param{{"KeyValueArray", "from"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) { return hashOfPairs(args[0]), nil }},
			{params: []param{{"Any", "from"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) { return toHash(args[0]) }},
		},
	}
}

func hashOfPairs(v values.Value) values.Value {
	b := values.NewHashBuilder(v.AsArray().Len())
	for _, e := range v.AsArray().Elems() {
		b.Put(e.AsArray().At(0), e.AsArray().At(1))
	}
	return b.Hash().Value()
}

func toHash(v values.Value) (values.Value, error) {
	if v.Kind() == values.KindHash {
		return v, nil
	}
	if v.Kind() != values.KindArray && !Iterable.Check(v) {
		return values.Undef, fmt.Errorf("Value of type %s cannot be converted to Hash", InferGeneric(v))
	}
	elems, err := Elements(v)
	if err != nil {
		return values.Undef, err
	}
	if len(elems)%2 != 0 {
		return values.Undef, errors.New("odd number of arguments for Hash")
	}
	b := values.NewHashBuilder(len(elems) / 2)
	for i := 0; i < len(elems); i += 2 {
		b.Put(elems[i], elems[i+1])
	}
	return b.Hash().Value(), nil
}

// tree is a hash or an array under construction.
type tree struct {
	hash *values.HashBuilder
	// children are the containers made below, by position of their key in hash
	// or of their element in elems.
	children map[values.Value]*tree
	elems    []values.Value
	isArray  bool
}

// hashOfTree makes nested hashes of pairs of a path and a value.
// puppet: pops/types/types.rb, PHashType from_tree
func hashOfTree(pairs []values.Value, allHashes bool) (values.Value, error) {
	root := &tree{hash: values.NewHashBuilder(len(pairs)), children: map[values.Value]*tree{}}
	for _, p := range pairs {
		path, v := p.AsArray().At(0).AsArray().Elems(), p.AsArray().At(1)
		if len(path) == 0 {
			switch v.Kind() {
			case values.KindArray:
				for i, e := range v.AsArray().Elems() {
					_ = root.put(values.Int(int64(i)), e) // the root is a hash and takes any key
				}
			case values.KindHash:
				for _, e := range v.AsHash().Entries() {
					_ = root.put(e.Key, e.Value)
				}
			default:
				return values.Undef, fmt.Errorf("no implicit conversion of %s into Hash", implicitName(v))
			}
			continue
		}
		at := root
		for i, k := range path[:len(path)-1] {
			next, err := at.child(k, i == len(path)-2)
			if err != nil {
				return values.Undef, err
			}
			at = next
		}
		if allHashes {
			v = arrayAsHash(v)
		}
		if err := at.put(path[len(path)-1], v); err != nil {
			return values.Undef, err
		}
	}
	return root.value(), nil
}

// implicitName is what Ruby calls a value in a message about an implicit
// conversion.
func implicitName(v values.Value) string {
	switch v.Kind() {
	case values.KindUndef:
		return "nil"
	case values.KindBool:
		return Text(v)
	}
	return RubyClass(v)
}

func (t *tree) put(k, v values.Value) error {
	if !t.isArray {
		t.dropChild(k)
		t.hash.Put(k, v)
		return nil
	}
	if !k.IsInt() {
		return fmt.Errorf("no implicit conversion of %s into Integer", implicitName(k))
	}
	i := k.AsInt()
	if i < 0 {
		i += int64(len(t.elems))
	}
	if i < 0 || i > maxElements {
		return fmt.Errorf("index %d too small for array; minimum: -%d", k.AsInt(), len(t.elems))
	}
	for int64(len(t.elems)) <= i {
		t.elems = append(t.elems, values.Undef)
	}
	t.dropChild(values.Int(i))
	t.elems[i] = v
	return nil
}

func (t *tree) dropChild(k values.Value) {
	for c := range t.children {
		if values.Eql(c, k) {
			delete(t.children, c)
		}
	}
}

func (t *tree) findChild(k values.Value) *tree {
	for c, u := range t.children {
		if values.Eql(c, k) {
			return u
		}
	}
	return nil
}

// child is the container at k, made when there is none; last tells that a value is
// put into it next.
func (t *tree) child(k values.Value, last bool) (*tree, error) {
	if c := t.findChild(k); c != nil {
		return c, nil
	}
	var have values.Value
	found := false
	if t.isArray {
		if !k.IsInt() {
			return nil, fmt.Errorf("no implicit conversion of %s into Integer", implicitName(k))
		}
		i := k.AsInt()
		if i < 0 {
			i += int64(len(t.elems))
		}
		if i >= 0 && i < int64(len(t.elems)) {
			have = t.elems[i]
		}
		found = true
	} else {
		have, found = t.hash.Get(k)
	}
	c := &tree{children: map[values.Value]*tree{}}
	switch {
	case !found:
		c.hash = values.NewHashBuilder(4)
		t.hash.Put(k, values.Undef)
	case have.Kind() == values.KindArray:
		c.isArray = true
		c.elems = append([]values.Value(nil), have.AsArray().Elems()...)
	case have.Kind() == values.KindHash:
		c.hash = values.NewHashBuilder(have.AsHash().Len() + 1)
		for _, e := range have.AsHash().Entries() {
			c.hash.Put(e.Key, e.Value)
		}
	case last && have.IsString():
		return nil, errors.New("string not matched")
	case last:
		return nil, fmt.Errorf("undefined method `[]=' for %s", rubyReceiver(have))
	default:
		return nil, fmt.Errorf("undefined method `has_key?' for %s", rubyReceiver(have))
	}
	t.children[k] = c
	return c, nil
}

func rubyReceiver(v values.Value) string {
	switch v.Kind() {
	case values.KindUndef:
		return "nil:NilClass"
	case values.KindString:
		return Inspect(v) + ":String"
	}
	return Text(v) + ":" + RubyClass(v)
}

func (t *tree) value() values.Value {
	if t.isArray {
		for k, c := range t.children {
			i := k.AsInt()
			if i < 0 {
				i += int64(len(t.elems))
			}
			t.elems[i] = c.value()
		}
		return values.ArrayOf(t.elems...)
	}
	for k, c := range t.children {
		t.hash.Put(k, c.value())
	}
	return t.hash.Hash().Value()
}

func arrayAsHash(v values.Value) values.Value {
	if v.Kind() != values.KindArray {
		return v
	}
	b := values.NewHashBuilder(v.AsArray().Len())
	for i, e := range v.AsArray().Elems() {
		b.Put(values.Int(int64(i)), arrayAsHash(e))
	}
	return b.Hash().Value()
}
