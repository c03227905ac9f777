package values

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestValueIsSixteenBytes(t *testing.T) {
	assert.Equal(t, uintptr(16), unsafe.Sizeof(Value{}))
}

func TestKinds(t *testing.T) {
	h := HashOf(Entry{String("a"), Int(1)})
	for v, want := range map[Value]Kind{
		Undef: KindUndef, Default: KindDefault, True: KindBool, False: KindBool, Int(-1): KindInt,
		Int(int64(KindString) << kindShift): KindInt, Float(1.5): KindFloat, Float(math.Inf(-1)): KindFloat,
		String(""): KindString, EmptyString: KindString, String("x"): KindString, EmptyArray: KindArray, h: KindHash,
		Sensitive(Int(1)): KindSensitive, Binary([]byte("x")): KindBinary,
	} {
		assert.Equal(t, want, v.Kind(), "%v", want)
		assert.Equal(t, want == KindString, v.IsString())
	}
	assert.True(t, Value{}.IsUndef())
	assert.Equal(t, "héllo", String("héllo").AsString())
	assert.Equal(t, int64(math.MinInt64), Int(math.MinInt64).AsInt())
}

func TestEquality(t *testing.T) {
	assert.True(t, Equal(String("aBc"), String("AbC")))
	assert.False(t, Eql(String("aBc"), String("AbC")))
	assert.False(t, Equal(String("Ä"), String("ä")), "only ASCII letters fold")
	assert.True(t, Equal(Int(1), Float(1)))
	assert.False(t, Eql(Int(1), Float(1)))
	assert.False(t, Equal(Int(math.MaxInt64), Float(math.MaxInt64)), "exact, not through float")
	assert.False(t, Equal(Float(math.NaN()), Float(math.NaN())))
	assert.True(t, Equal(ArrayOf(String("a"), Int(1)), ArrayOf(String("A"), Float(1))))
	a := HashOf(Entry{String("a"), String("X")}, Entry{String("b"), Int(1)})
	b := HashOf(Entry{String("b"), Int(1)}, Entry{String("a"), String("x")})
	assert.True(t, Equal(a, b))
	assert.False(t, Equal(HashOf(Entry{String("A"), Int(1)}), HashOf(Entry{String("a"), Int(1)})))
}

func TestTimesEqualSeconds(t *testing.T) {
	span := func(n int64) Value { return TimespanValue(Timespan{Nanos: n}) }
	assert.True(t, Equal(span(1500000000), Int(1)))
	assert.True(t, Equal(Float(1.5), span(1500000000)))
	assert.True(t, Equal(TimestampValue(Timestamp{Sec: 5}), Float(5)))
	assert.True(t, Equal(span(-500000000), Int(-1)))
	assert.False(t, Equal(span(5e9), TimestampValue(Timestamp{Sec: 5})))
	assert.False(t, Eql(span(1e9), Int(1)))
}

func TestURIEquality(t *testing.T) {
	a := URIValue(&URI{Text: "http://A.b", Scheme: "http", Host: "A.b", Port: 80})
	b := URIValue(&URI{Text: "http://a.b/", Scheme: "http", Host: "a.b", Port: 80, Path: "/"})
	c := URIValue(&URI{Text: "http://a.b/c", Scheme: "http", Host: "a.b", Port: 80, Path: "/c"})
	assert.True(t, Equal(a, b))
	assert.False(t, Equal(b, c))
}

func TestHashGrowsKeyByKey(t *testing.T) {
	h := emptyHash
	var steps []*Hash
	for i := range 1000 {
		h = h.With(String(fmt.Sprint("k", i)), Int(int64(i)))
		steps = append(steps, h)
	}
	for n, s := range steps {
		require.Equal(t, n+1, s.Len())
		_, ok := s.GetString(fmt.Sprint("k", n+1))
		require.False(t, ok, "a later key must not show in an earlier hash")
		v, ok := s.GetString(fmt.Sprint("k", n))
		require.True(t, ok)
		require.Equal(t, int64(n), v.AsInt())
	}
	// A branch from the middle must not disturb the trunk.
	branch := steps[499].With(String("k500"), String("branch"))
	v, _ := branch.GetString("k500")
	assert.Equal(t, "branch", v.AsString())
	v, _ = h.GetString("k500")
	assert.Equal(t, int64(500), v.AsInt())
}

func TestArrayAppendShares(t *testing.T) {
	a := NewArray([]Value{Int(1)})
	b := a.Append(Int(2))
	c := b.Append(Int(3))
	d := b.Append(Int(4))
	assert.Equal(t, int64(3), c.At(2).AsInt())
	assert.Equal(t, int64(4), d.At(2).AsInt())
	assert.Equal(t, 2, b.Len())
}

func TestMergeKeepsOrder(t *testing.T) {
	a := HashOf(Entry{String("a"), Int(1)}, Entry{String("b"), Int(2)}).AsHash()
	b := HashOf(Entry{String("c"), Int(3)}, Entry{String("a"), Int(4)}).AsHash()
	m := a.Merge(b)
	var got []string
	for _, e := range m.Entries() {
		got = append(got, fmt.Sprint(e.Key.AsString(), e.Value.AsInt()))
	}
	assert.Equal(t, []string{"a4", "b2", "c3"}, got)
}

func BenchmarkHashGet(b *testing.B) {
	hb := NewHashBuilder(1000)
	keys := make([]Value, 1000)
	for i := range keys {
		keys[i] = String(fmt.Sprint("key", i))
		hb.Put(keys[i], Int(int64(i)))
	}
	h := hb.Hash()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, ok := h.Get(keys[i%1000]); !ok {
			b.Fatal("missing")
		}
	}
}
