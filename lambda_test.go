package bunraku

import (
	"fmt"
	"testing"

	"bunraku/grammar/edition"
	"bunraku/grammar/source"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib"
	"bunraku/vm"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lambdaFunctions are functions that do with lambdas what those of Puppet do not:
// times calls one very often, keep keeps it, late calls what was kept.
func lambdaFunctions() []*runtime.Function {
	var kept runtime.Block
	function := func(name, block string, params []runtime.Param, body func(*runtime.Call) (values.Value, error)) *runtime.Function {
		return &runtime.Function{Name: name, Dispatches: []runtime.Dispatch{
			{Params: params, Block: block, BlockOptional: true, Body: body}}}
	}
	return append(stdlib.All(),
		function("times", "Callable[1, 1]", []runtime.Param{{Name: "n", Type: "Integer"}}, func(c *runtime.Call) (values.Value, error) {
			for i := range c.Args[0].AsInt() {
				if _, err := c.Block.Call1(values.Int(i)); err != nil {
					return values.Undef, err
				}
			}
			return values.Undef, nil
		}),
		function("keep", "Callable", nil, func(c *runtime.Call) (values.Value, error) {
			kept = c.Block
			return values.Undef, nil
		}),
		function("late", "Callable", nil, func(*runtime.Call) (values.Value, error) { return kept.Call1(values.Int(1)) }))
}

func lambdaProgram(t testing.TB, code string) *opcodes.Program {
	t.Helper()
	prog, found := CompileUnit(source.NewFile("", code), &Options{Edition: edition.Puppet8}, false)
	require.NotNil(t, prog, "%v", found)
	return prog
}

func lambdaMachine(img *vm.Image) *vm.Machine {
	o := Options{Edition: edition.Puppet8}
	return vm.NewMachine(img, &runtime.Evaluation{Settings: o.settings()}, vm.Limits{})
}

// A lambda ends with the call that it was passed to.
func TestLambdaCalledTooLate(t *testing.T) {
	_, err := lambdaMachine(vm.NewImage(lambdaFunctions(), nil)).RunMain(lambdaProgram(t, "keep() |$x| { $x }\nlate()"))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "a lambda was called after the call that it was passed to")
}

// A lambda is a frame and not a closure on the heap: calling it more often
// allocates nothing more, whether it became a loop or is called by a function.
func TestLambdasAllocateNothing(t *testing.T) {
	for _, code := range []string{
		"Integer[1, %d].each |$x| { $y = $x + $outer }",
		"Integer[1, %d].any |$x| { $y = $x + $outer  $y < 0 }",
		"Integer[1, %d].reduce(0) |$m, $x| { $m + $x + $outer }",
		"times(%d) |$x| { $y = $x + $outer }",
		"times(%d) |$x| { with($x) |$z| { $z + $x + $outer } }",
	} {
		t.Run(code, func(t *testing.T) {
			allocs := func(n int) float64 {
				img := vm.NewImage(lambdaFunctions(), nil)
				prog := lambdaProgram(t, "$outer = 7\n"+fmt.Sprintf(code, n))
				return testing.AllocsPerRun(10, func() {
					if _, err := lambdaMachine(img).RunMain(prog); err != nil {
						t.Fatal(err)
					}
				})
			}
			few, many := allocs(10), allocs(2000)
			assert.InDelta(t, few, many, 8, "allocations of 10 and of 2000 calls")
		})
	}
}
