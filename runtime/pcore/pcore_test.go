package pcore

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"bunraku/runtime/values"
)

func TestParseRoundTrip(t *testing.T) {
	for _, text := range []string{
		"Any", "Integer[1, 10]", "Integer[default, 10]", "String[1]", "Array[String, 1, 3]", "Hash[String, Integer[0]]",
		"Tuple[Integer, String, 1, 2]", "Struct[{'a' => Integer, Optional['b'] => String}]", "Variant[Integer, String]",
		"Optional[String[1]]", "Enum['a', 'b', true]", "Pattern[/^a\\/b$/]", "Callable[[Integer, 1, 2, Callable], String]",
		"Callable[0, 0]", "Type[Integer]", "Sensitive[String]", "Class[apache]", "File['/x']", "Resource",
		"Float[1.5, 2.0]", "Boolean[true]", "NotUndef['a']", "Iterable[Integer]", "SemVer['1.x']", "Timespan['0-00:00:05.0']",
		"Runtime[ruby, 'Foo']", "Init[Integer, 'x']", "Data", "TypeReference['No_such']", "URI[{'host' => 'a'}]",
	} {
		ty, err := Parse(text, nil)
		require.NoError(t, err, text)
		assert.Equal(t, text, ty.String())
	}
}

func TestCheckers(t *testing.T) {
	for text, vs := range map[string][2][]values.Value{
		"Integer[1, 3]": {{values.Int(1), values.Int(3)}, {values.Int(0), values.Int(4), values.Float(2), values.Undef}},
		"String[1]":     {{values.String("é")}, {values.EmptyString, values.Int(1)}},
		"String[0, 1]":  {{values.String("é"), values.EmptyString}, {values.String("ab")}},
		"Data":          {{values.ArrayOf(values.ArrayOf(values.Int(1)), values.Undef)}, {values.ArrayOf(values.Default)}},
		"Struct[a => Integer, Optional[b] => String]": {
			{values.HashOf(values.Entry{Key: values.String("a"), Value: values.Int(1)})},
			{values.EmptyHash, values.HashOf(values.Entry{Key: values.String("a"), Value: values.Int(1)}, values.Entry{Key: values.String("c"), Value: values.Int(1)})},
		},
		"Tuple[Integer, String, 1, 3]": {
			{values.ArrayOf(values.Int(1)), values.ArrayOf(values.Int(1), values.EmptyString, values.EmptyString)},
			{values.EmptyArray, values.ArrayOf(values.Int(1), values.Int(1))},
		},
	} {
		ty := MustParse(text, nil)
		for i, list := range vs {
			for _, v := range list {
				assert.Equal(t, i == 0, ty.Check(v), "%s of %s", text, Inspect(v))
			}
		}
	}
}

func TestRecursiveAlias(t *testing.T) {
	known := map[string]Type{"Tree": NewAlias("Tree", "Variant[Integer, Array[Tree]]"), "Self": NewAlias("Self", "Self")}
	find := func(name string) (Type, error) { return known[name], nil }
	tree, err := Parse("Tree", find)
	require.NoError(t, err)
	assert.True(t, tree.Check(values.ArrayOf(values.Int(1), values.ArrayOf(values.Int(2)))))
	assert.False(t, tree.Check(values.ArrayOf(values.String("x"))))
	assert.Equal(t, "Tree = Variant[Integer, Array[Tree]]", tree.String())
	_, err = Parse("Self", find)
	require.EqualError(t, err, "Type alias 'Self' cannot be resolved to a real type")
}

func TestAccessErrors(t *testing.T) {
	_, err := Access(Integer, []values.Value{values.String("a")}, false)
	require.EqualError(t, err, "Integer-Type [] requires all arguments to be integers (or default). Got String")
	assert.Equal(t, "BAD_INTEGER_SLICE_TYPE", err.(*AccessError).Code)
	v, err := Access(Integer, []values.Value{values.Int(3), values.Int(1)}, true)
	require.NoError(t, err)
	assert.Equal(t, "[3, 2, 1]", Text(v))
}

// The success path of a check must not allocate: it runs for each parameter of
// each resource.
func TestCheckDoesNotAllocate(t *testing.T) {
	hash := values.HashOf(values.Entry{Key: values.String("a"), Value: values.ArrayOf(values.Int(1), values.String("xyz"))})
	for _, text := range []string{"Data", "RichData", "Hash[String[1], Array[Variant[Integer, String]]]",
		"Struct[a => Tuple[Integer, Pattern[/y/]]]", "Optional[Struct[a => Array]]"} {
		ty := MustParse(text, nil)
		require.True(t, ty.Check(hash), text)
		assert.Zero(t, testing.AllocsPerRun(100, func() { ty.Check(hash) }), text)
	}
}

func BenchmarkCheck(b *testing.B) {
	port, name := values.Int(8080), values.String("www.example.org")
	list := values.Strings("a", "b", "c", "d")
	for text, v := range map[string]values.Value{
		"Integer[1, 65535]": port, "String[1]": name, "Array[String[1]]": list, "Optional[Enum[a, 'www.example.org']]": name,
		"Variant[Integer, Boolean, Array[Integer], String]": name, "Data": list,
		"Pattern[/\\A[a-z.]+\\z/]": name,
	} {
		ty := MustParse(text, nil)
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !ty.Check(v) {
					b.Fatal("not an instance")
				}
			}
		})
	}
}

func BenchmarkInfer(b *testing.B) {
	for name, v := range map[string]values.Value{"integer": values.Int(1), "strings": values.Strings("a", "b", "c", "d")} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Infer(v)
			}
		})
	}
}

// Evaluations that run side by side share the types of an image, and may need one
// that is not resolved yet at the same time.
func TestResolveSideBySide(t *testing.T) {
	for range 50 {
		known := map[string]Type{"A": NewAlias("A", "Variant[Integer, Array[B]]"), "B": NewAlias("B", "Hash[String, A]")}
		find := func(name string) (Type, error) { return known[name], nil }
		done := make(chan bool)
		for _, name := range []string{"A", "B", "Array[A]", "Optional[B]"} {
			go func() {
				ty, err := Parse(name, find)
				done <- err == nil && ty.Check(values.EmptyHash) == (name == "B" || name == "Optional[B]")
			}()
		}
		for range 4 {
			require.True(t, <-done)
		}
	}
}

func TestAccessEvaluator4(t *testing.T) {
	ty, err := LookupEvaluator4("Array", nil)
	require.NoError(t, err)
	assert.Equal(t, "Array[Data]", ty.String())
	ty, err = LookupEvaluator4("My_module::My_thing", nil)
	require.NoError(t, err)
	assert.Equal(t, "My_module::My_thing", ty.String())
	v, err := Access(MustParse("Hash[Scalar, Data]", nil), []values.Value{Integer.Value()}, true)
	require.NoError(t, err)
	assert.Equal(t, "Hash[Scalar, Integer]", Text(v))
	_, err = Access(Integer, []values.Value{values.Int(1)}, true)
	require.Error(t, err)
	v, err = Access(Integer, []values.Value{values.Int(1), values.Int(10), values.Int(4)}, true)
	require.NoError(t, err)
	assert.Equal(t, "[1, 5, 9]", Text(v))
}

// No text may crash or hang the parser.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"Integer[1,2]", "Struct[{a => Optional['x']}]", "Callable[[Integer], String]", "Enum[a, true]",
		"Object[{attributes => {a => Integer}}]", "Pattern[/a/]", "SemVer['>1.x']", "Timespan['1-2']", "Type[Type[", "A[B[C]]{}",
		"TypeSet[{pcore_version => '1.0.0', types => {A => B{}}}]", "-Integer", "URI[{host => 'x'}]", "Init[Integer, 1]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ty, err := Parse(s, nil)
		if err != nil {
			return
		}
		_ = ty.String()
		_ = ty.HashKey()
		Normalize(ty)
		ty.Generalize()
		if !Assignable(Any, ty) {
			t.Fatalf("%q is not assignable to Any", s)
		}
		if d := DescribeMismatch("x", ty, Infer(values.Int(1))); d == "" && !ty.Check(values.Int(1)) && Assignable(ty, Integer) {
			t.Fatalf("%q does not say what is wrong", s)
		}
	})
}

func BenchmarkNew(b *testing.B) {
	args := []values.Value{values.String("1234")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(Integer, args, nil); err != nil {
			b.Fatal(err)
		}
	}
}
