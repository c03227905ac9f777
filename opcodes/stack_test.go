package opcodes

import (
	"strings"
	"testing"
)

// ins assembles instructions from opcodes and operands.
func ins(list ...any) []uint32 {
	var out []uint32
	for i := 0; i < len(list); {
		op := list[i].(Op)
		n := len(op.Info().Operands)
		word := uint32(op)
		var rest []uint32
		for k := 0; k < n; k++ {
			v := uint32(list[i+1+k].(int))
			if k == 0 {
				word |= v << 8
			} else {
				rest = append(rest, v)
			}
		}
		out = append(append(out, word), rest...)
		i += 1 + n
	}
	return out
}

func TestComputeStack(t *testing.T) {
	for name, tt := range map[string]struct {
		code Code
		max  uint32
		lam  uint32
		err  string
	}{
		"straight":       {code: Code{Instrs: ins(PushInt, 1, PushInt, 2, Add, Return)}, max: 2},
		"counted":        {code: Code{Instrs: ins(PushInt, 1, PushInt, 2, PushInt, 3, MakeArray, 3, Return)}, max: 3},
		"cached type":    {code: Code{Instrs: ins(LoadCached, 0, 6, PushUndef, PushUndef, Eq, StoreCached, 0, Return)}, max: 2},
		"cached astray":  {code: Code{Instrs: ins(LoadCached, 0, 2, PushUndef, Return)}, err: "pc 0: LoadCached continues at 2 with 0 values on the stack, another path with 1"},
		"joined":         {code: Code{Instrs: ins(PushTrue, JumpUnless, 4, PushInt, 1, Jump, 5, PushInt, 2, Return)}, max: 1},
		"uneven join":    {code: Code{Instrs: ins(PushUndef, PushTrue, JumpUnless, 4, PushInt, 1, Return)}, err: "continues at 4 with 2 values on the stack, another path with 1"},
		"underflow":      {code: Code{Instrs: ins(PushInt, 1, Add, Return)}, err: "pc 1: Add takes 2 values of a stack of 1"},
		"falls off":      {code: Code{Instrs: ins(PushInt, 1)}, err: "pc 0: PushInt falls off the end"},
		"empty":          {code: Code{}, err: "no instructions"},
		"into a word":    {code: Code{Instrs: ins(Jump, 2, LoadMatch, 1, 0, Return)}, err: "pc 0: Jump continues at 2, which is no instruction"},
		"cut short":      {code: Code{Instrs: []uint32{uint32(LoadMatch)}}, err: "LoadMatch has 2 words, of which only 1 are there"},
		"unknown opcode": {code: Code{Instrs: []uint32{uint32(NumOps)}}, err: "unknown opcode"},
		"lambda": {code: Code{Instrs: ins(PushUndef, Return, PushUndef, Dup, Dup, MakeArray, 3, LambdaReturn),
			Lambdas: []Lambda{{Entry: 2}}}, max: 1, lam: 3},
		"return in a lambda": {code: Code{Instrs: ins(PushUndef, Return, PushUndef, Return),
			Lambdas: []Lambda{{Entry: 2}}}, err: "Return in lambda 0"},
		"into a lambda": {code: Code{Instrs: ins(Jump, 1, PushUndef, LambdaReturn),
			Lambdas: []Lambda{{Entry: 1}}}, err: "LambdaReturn in the code itself"},
		"shared by lambdas": {code: Code{Instrs: ins(PushUndef, Return, Jump, 3, PushUndef, LambdaReturn),
			Lambdas: []Lambda{{Entry: 2}, {Entry: 3}}}, err: "belongs to lambda 0"},
		"shape": {code: Code{Instrs: ins(PushUndef, PushUndef, Declare, 0, Return),
			Shapes: []Shape{{Values: 2}}}, max: 2},
		"switch": {code: Code{Instrs: ins(PushInt, 1, Switch, 0, 4, Pop, PushUndef, Return),
			Shapes: []Shape{{Kind: ShapeSwitch, Switch: []SwitchCase{{Target: 3}}}}}, err: "continues at 4 with"},
		"handler": {code: Code{Instrs: ins(PushUndef, PushUndef, Add, Return, PushUndef, Return),
			Handlers: []Handler{{From: 0, To: 3, Target: 4}}}, max: 2},
		"handler too deep": {code: Code{Instrs: ins(PushUndef, PushUndef, Add, Return, PushUndef, Return),
			Handlers: []Handler{{From: 0, To: 3, Target: 4, Depth: 1}}}, err: "its handler needs 1"},
		"handler backwards": {code: Code{Instrs: ins(PushUndef, PushUndef, Add, Return),
			Handlers: []Handler{{From: 1, To: 3, Target: 0}}}, err: "target 0 is no instruction after"},
	} {
		t.Run(name, func(t *testing.T) {
			c := tt.code
			err := ComputeStack(&c)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.MaxStack != tt.max || len(c.Lambdas) > 0 && c.Lambdas[0].MaxStack != tt.lam {
				t.Errorf("depth %d, lambdas %v; want %d and %d", c.MaxStack, c.Lambdas, tt.max, tt.lam)
			}
		})
	}
}
