package stdlib

import (
	"strings"
	"unicode/utf8"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// index finds the first element that fits: by a lambda, a value, or in a string a
// substring or regexp.
var fnIndex = runtime.Function{Name: "index", Dispatches: append(iterationDispatches(index2, indexHash1, index2, index1),
	runtime.Dispatch{Params: declare.Params(declare.Req("str", "String"), declare.Req("match", "Variant[String,Regexp]")), Body: indexString},
	runtime.Dispatch{Params: declare.Params(declare.Req("enumerable", "Iterable"), declare.Req("match", "Any")), Body: indexValue},
)}

func indexHash1(c *runtime.Call) (values.Value, error) {
	for _, e := range c.Args[0].AsHash().Entries() {
		r, err := c.Block.Call1(e.Value)
		if err != nil {
			return values.Undef, err
		}
		if r.Truthy() {
			return e.Key, nil
		}
	}
	return values.Undef, nil
}

func index1(c *runtime.Call) (values.Value, error) {
	it, err := iterate("index", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	for i := int64(0); i < it.n; i++ {
		r, err := c.Block.Call1(it.at(i))
		if err != nil {
			if it.done(err) {
				break
			}
			return values.Undef, err
		}
		if r.Truthy() {
			return values.Int(i), nil
		}
	}
	return values.Undef, nil
}

func index2(c *runtime.Call) (values.Value, error) {
	it, err := iterate("index", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	for i := int64(0); i < it.n; i++ {
		r, err := it.callIndexed(c.Block, i)
		if err != nil {
			if it.done(err) {
				break
			}
			return values.Undef, err
		}
		if r.Truthy() {
			if it.kind == walkEntries {
				return it.entries[i].Key, nil
			}
			return values.Int(i), nil
		}
	}
	return values.Undef, nil
}

func indexString(c *runtime.Call) (values.Value, error) {
	s := c.Args[0].AsString()
	at := -1
	if m := c.Args[1]; m.IsString() {
		at = strings.Index(s, m.AsString())
	} else {
		re, err := ruby.RegexpOf(m.AsRegexp())
		if err != nil {
			return values.Undef, err
		}
		var caps [2]int32
		ok, err := re.Match(s, 0, caps[:])
		if err != nil {
			return values.Undef, err
		}
		if ok {
			at = int(caps[0])
		}
	}
	if at < 0 {
		return values.Undef, nil
	}
	return values.Int(int64(utf8.RuneCountInString(s[:at]))), nil
}

func indexValue(c *runtime.Call) (values.Value, error) {
	it, err := iterate("index", c.Args[0])
	if err != nil {
		return values.Undef, err
	}
	for i := int64(0); i < it.n; i++ {
		if it.kind == walkEntries {
			if e := it.entries[i]; ruby.Same(e.Value, c.Args[1]) {
				return e.Key, nil
			}
		} else if ruby.Same(it.at(i), c.Args[1]) {
			return values.Int(i), nil
		}
	}
	return values.Undef, nil
}
