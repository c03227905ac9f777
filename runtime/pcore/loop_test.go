package pcore

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"bunraku/runtime/values"
)

// Aliases that lead to themselves in every way must not exhaust the stack, which
// would end the process: the reference runs out of its own on some of them.
func TestAliasesThatLoop(t *testing.T) {
	for _, defs := range []map[string]string{
		{"T": "Optional[T]"},
		{"T": "NotUndef[Optional[T]]"},
		{"T": "Variant[NotUndef[U], Integer]", "U": "Optional[Variant[Hash[String, T], T]]"},
		{"T": "Struct[{a => U}]", "U": "Optional[T]"},
		{"T": "Hash[String, Optional[T]]"},
		{"T": "Tuple[Integer, T, 1, 2]"},
		{"T": "Init[T]"},
		{"T": "Optional[Init[T]]"},
		{"T": "Init[U]", "U": "Init[T]"},
		{"T": "Type[T]"},
		{"T": "Iterable[T]"},
		{"T": "Callable[T]"},
		{"T": "Variant[Undef, Integer, Hash[String, T], Array[T]]", "U": "Variant[Undef, Float, Hash[String, U], Array[U]]"},
		{"T": "Sensitive[T]"},
		{"T": "Optional[U]", "U": "Optional[T]"},
		{"T": "Array[Optional[T]]", "U": "Optional[Array[U]]"},
		{"T": "Object[{parent => U}]", "U": "Object[{parent => T}]"},
		{"T": "Object[{attributes => {a => Optional[T], b => U}}]", "U": "Variant[T, Array[T]]"},
	} {
		find, err := define(defs)
		require.NoError(t, err)
		all := []Type{Integer, Undef, Optional, OptionalOf(Integer), Data, RichData, Any, Array, Iterable, Callable, IterableOf(Integer)}
		for _, name := range []string{"T", "U"} {
			u, err := Lookup(name, find)
			if err == nil && u != nil {
				all = append(all, u, OptionalOf(u), ArrayOf(u, nil), VariantOf(u, Integer))
			}
		}
		for _, a := range all {
			for _, b := range all {
				Assignable(a, b)
				CommonType(a, b)
				_ = DescribeMismatch("x", a, b)
			}
			_ = a.String() + a.HashKey()
			Normalize(a.Generalize())
			for _, v := range []values.Value{values.Undef, values.Int(1), values.ArrayOf(values.Undef), a.Value(),
				values.HashOf(values.Entry{Key: values.String("a"), Value: values.ArrayOf(values.Int(1))})} {
				a.Check(v)
				_ = DescribeMismatch("x", a, Infer(v))
				_, _ = New(a, []values.Value{v}, nil)
			}
			_, _ = ToData(a.Value(), DataOptions{RichData: true})
			_ = fmt.Sprint(defaultOf(a))
		}
	}
}
