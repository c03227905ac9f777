package values

import (
	"bytes"
	"hash/maphash"
	"math"
)

var hashSeed = maphash.MakeSeed()

// Eql is strict equality, that of hash keys and of array `-` (Ruby's eql?):
// case matters, and an integer is never a float.
func Eql(a, b Value) bool {
	if a == b {
		return a.ref != floatTag || a.AsFloat() == a.AsFloat()
	}
	k := a.Kind()
	if k != b.Kind() {
		return false
	}
	switch k {
	case KindString:
		return a.AsString() == b.AsString()
	case KindFloat:
		return a.AsFloat() == b.AsFloat()
	case KindArray:
		x, y := a.AsArray().elems, b.AsArray().elems
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Eql(x[i], y[i]) {
				return false
			}
		}
		return true
	case KindHash:
		return equalHashes(a.AsHash(), b.AsHash(), Eql)
	}
	return equalScalars(k, a, b)
}

// Equal is the language's ==: strings are compared without ASCII case, integers
// and floats by their number, and arrays and hashes element by element; hash
// keys are compared strictly.
// spec: expressions.md, "Equality operators"; puppet: pops/evaluator/compare_operator.rb
func Equal(a, b Value) bool {
	if a == b {
		return a.ref != floatTag || a.AsFloat() == a.AsFloat()
	}
	k := a.Kind()
	if k != b.Kind() {
		switch {
		case a.IsNumber() && b.IsNumber():
			return compareIntFloat(a, b) == 0
		case a.IsNumber():
			return equalSeconds(b, a)
		case b.IsNumber():
			return equalSeconds(a, b)
		}
		return false
	}
	switch k {
	case KindString:
		return EqualFold(a.AsString(), b.AsString())
	case KindFloat:
		return a.AsFloat() == b.AsFloat()
	case KindArray:
		x, y := a.AsArray().elems, b.AsArray().elems
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Equal(x[i], y[i]) {
				return false
			}
		}
		return true
	case KindHash:
		return equalHashes(a.AsHash(), b.AsHash(), Equal)
	}
	return equalScalars(k, a, b)
}

// equalSeconds reports whether a time is a number of seconds: whole ones where the
// number is an integer.
// puppet: pops/time/timespan.rb, TimeData#<=>
func equalSeconds(t, number Value) bool {
	var sec, nsec int64
	switch t.Kind() {
	case KindTimestamp:
		sec, nsec = t.AsTimestamp().Sec, int64(t.AsTimestamp().Nsec)
	case KindTimespan:
		n := t.AsTimespan().Nanos
		sec, nsec = n/1e9, n%1e9
		if nsec < 0 {
			sec, nsec = sec-1, nsec+1e9
		}
	default:
		return false
	}
	if number.IsInt() {
		return sec == number.AsInt()
	}
	return float64(sec)+float64(nsec)/1e9 == number.AsFloat()
}

// compareIntFloat compares two numbers of different kinds exactly, as Ruby
// does; 2 means that they cannot be compared (NaN).
func compareIntFloat(a, b Value) int {
	if a.IsFloat() {
		c := compareIntFloat(b, a)
		if c == 2 {
			return c
		}
		return -c
	}
	i, f := a.AsInt(), b.AsFloat()
	switch {
	case f != f:
		return 2
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	t := math.Trunc(f)
	switch j := int64(t); {
	case i < j:
		return -1
	case i > j:
		return 1
	case f > t:
		return -1
	case f < t:
		return 1
	}
	return 0
}

// CompareNumbers orders two numbers: -1, 0 or 1, and 2 when one is NaN.
func CompareNumbers(a, b Value) int {
	switch {
	case a.IsInt() && b.IsInt():
		switch x, y := a.AsInt(), b.AsInt(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	case a.IsFloat() && b.IsFloat():
		switch x, y := a.AsFloat(), b.AsFloat(); {
		case x < y:
			return -1
		case x > y:
			return 1
		case x == y:
			return 0
		}
		return 2
	}
	return compareIntFloat(a, b)
}

func equalHashes(x, y *Hash, eq func(a, b Value) bool) bool {
	if len(x.entries) != len(y.entries) {
		return false
	}
	for i := range x.entries {
		e := &x.entries[i]
		v, ok := y.Get(e.Key)
		if !ok || !eq(e.Value, v) {
			return false
		}
	}
	return true
}

// equalScalars compares values of the same kind k that are neither strings,
// numbers nor collections.
func equalScalars(k Kind, a, b Value) bool {
	switch k {
	case KindRegexp:
		return a.AsRegexp().Source == b.AsRegexp().Source && a.AsRegexp().Options == b.AsRegexp().Options
	case KindType:
		return a.AsType().Equal(b.AsType())
	case KindSensitive:
		return Eql(a.AsSensitive(), b.AsSensitive())
	case KindBinary:
		return bytes.Equal(a.AsBinary(), b.AsBinary())
	case KindTimestamp:
		return *a.AsTimestamp() == *b.AsTimestamp()
	case KindTimespan:
		return *a.AsTimespan() == *b.AsTimespan()
	case KindSemVer:
		return a.AsSemVer().Equal(b.AsSemVer())
	case KindSemVerRange:
		return a.AsSemVerRange().Equal(b.AsSemVerRange())
	case KindURI:
		return a.AsURI().Equal(b.AsURI())
	case KindObject:
		return a.AsObject().Equal(b.AsObject())
	}
	return false
}

// EqualFold compares two strings without regard to the case of ASCII letters
// (Ruby's casecmp). It does not allocate.
func EqualFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if x, y := a[i], b[i]; x != y && lower(x) != lower(y) {
			return false
		}
	}
	return true
}

// CompareFold orders two strings by bytes without regard to the case of ASCII
// letters (Ruby's casecmp): -1, 0 or 1.
func CompareFold(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if x, y := lower(a[i]), lower(b[i]); x != y {
			if x < y {
				return -1
			}
			return 1
		}
	}
	switch {
	case len(a) < len(b):
		return -1
	case len(a) > len(b):
		return 1
	}
	return 0
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// HashCode is equal for values that are [Eql]. It differs between processes.
func HashCode(v Value) uint64 {
	switch k := v.Kind(); k {
	case KindString:
		return maphash.String(hashSeed, v.AsString())
	case KindInt:
		return mix(v.bits)
	case KindFloat:
		if v.AsFloat() == 0 { // 0.0 and -0.0 are eql
			return mix(1)
		}
		return mix(v.bits + 1)
	case KindUndef, KindDefault, KindBool:
		return mix(v.bits)
	case KindArray:
		h := uint64(k)
		for _, e := range v.AsArray().elems {
			h = mix(h ^ HashCode(e))
		}
		return h
	case KindHash:
		h := uint64(k) // the order of entries must not count
		for _, e := range v.AsHash().entries {
			h += mix(HashCode(e.Key) ^ mix(HashCode(e.Value)))
		}
		return h
	case KindRegexp:
		return maphash.String(hashSeed, v.AsRegexp().Source)
	case KindType:
		return maphash.String(hashSeed, v.AsType().HashKey())
	case KindSensitive:
		return mix(HashCode(v.AsSensitive()))
	case KindBinary:
		return maphash.Bytes(hashSeed, v.AsBinary())
	case KindTimestamp:
		t := v.AsTimestamp()
		return mix(uint64(t.Sec)<<30 ^ uint64(t.Nsec))
	case KindTimespan:
		return mix(uint64(v.AsTimespan().Nanos))
	default:
		return uint64(k)
	}
}

func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
