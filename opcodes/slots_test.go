package opcodes

import (
	"strings"
	"testing"
)

// Slots of the machine's state are used for nothing else and are always set.
func TestSlots(t *testing.T) {
	for name, tt := range map[string]struct {
		instrs  []uint32
		lambdas []Lambda
		sites   []Site
		err     string
	}{
		"a loop": {instrs: ins(
			PushInt, 3, Iterate, 2, 0, NewList, 3, // 0
			Next1, 2, 0, 10, // 4
			LoadSlot, 0, Emit, 3, Jump, 4, // 7
			TakeList, 3, 2, 0, Return)}, // 10
		"a value": {instrs: ins(PushInt, 3, Iterate, 2, 0, LoadSlot, 2, Return),
			err: "pc 3: LoadSlot: slot 2 holds something else"},
		"another state": {instrs: ins(NewList, 2, TakeSource, 2, Return),
			err: "pc 1: TakeSource: slot 2 holds something else"},
		"a parameter": {instrs: ins(NewList, 0, PushUndef, Return),
			err: "pc 0: NewList: slot 0 holds something else"},
		"never set": {instrs: ins(TakeSource, 2, Return),
			err: "pc 0: TakeSource: slot 2 is not set on every path"},
		"set on one path": {instrs: ins(PushTrue, JumpIf, 3, NewList, 2, PushUndef, Emit, 2, PushUndef, Return),
			err: "Emit: slot 2 is not set on every path"},
		"set on both paths": {instrs: ins(PushTrue, JumpIf, 4, NewList, 2, Jump, 5, NewList, 2, PushUndef, Emit, 2, PushUndef, Return)},
		"cleared": {instrs: ins(NewList, 2, ClearSlots, 1, 2, PushUndef, Emit, 2, PushUndef, Return),
			err: "Emit: slot 2 is not set on every path"},
		"cleared in a loop": {instrs: ins(NewList, 2, PushUndef, Emit, 2, ClearSlots, 1, 2, Jump, 1),
			err: "Emit: slot 2 is not set on every path"},
		"cleared and set again": {instrs: ins(NewList, 2, ClearSlots, 1, 2, NewList, 2, Jump, 1)},
		"its own in a lambda": {instrs: ins(PushUndef, Call, 1, 1, Return, NewList, 3, PushUndef, Emit, 3, PushUndef, LambdaReturn),
			lambdas: []Lambda{{Entry: 4, BodySlot: 3, NumSlots: 1}}, sites: []Site{{Lambda: 0}}},
		"of the code in a lambda": {instrs: ins(NewList, 2, PushUndef, Call, 1, 1, Return, PushUndef, Emit, 2, PushUndef, LambdaReturn),
			lambdas: []Lambda{{Entry: 5}}, sites: []Site{{Lambda: 0}},
			err: "Emit: slot 2 belongs to the code itself"},
		"cleared by a call": {instrs: ins(NewList, 2, PushUndef, Call, 1, 1, Emit, 2, PushUndef, Return, PushUndef, LambdaReturn),
			lambdas: []Lambda{{Entry: 7, BodySlot: 2, NumSlots: 1}}, sites: []Site{{Lambda: 0}},
			err: "lambda 0 makes slots of others unset"},
		"cleared in a lambda": {instrs: ins(NewList, 2, PushUndef, Return, ClearSlots, 0, 3, PushUndef, LambdaReturn),
			lambdas: []Lambda{{Entry: 3}},
			err:     "ClearSlots makes slots of others unset"},
		"a lambda that calls itself": {instrs: ins(PushUndef, Return, PushUndef, Call, 1, 1, LambdaReturn),
			lambdas: []Lambda{{Entry: 2}}, sites: []Site{{Lambda: 0}},
			err: "a lambda passes itself on"},
		"a lambda of two": {instrs: ins(PushUndef, Call, 1, 1, Return, PushUndef, Call, 1, 1, LambdaReturn, PushUndef, LambdaReturn),
			lambdas: []Lambda{{Entry: 4}, {Entry: 8}}, sites: []Site{{Lambda: 1}},
			err: "lambda 1 is passed on by the code itself too"},
		"an inlined lambda called": {instrs: ins(PushUndef, Call, 1, 1, Return),
			lambdas: []Lambda{{}}, sites: []Site{{Lambda: 0}},
			err: "call site 1: lambda 0 cannot be called"},
		"a loop that counts no steps": {instrs: ins(JumpSet, 0, 0, PushUndef, Return),
			err: "JumpSet jumps back to 0"},
		"a division by zero": {instrs: ins(ModSlotInt, 0, 0, Return),
			err: "ModSlotInt: divisor 0 of"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &Program{Codes: []Code{{Kind: CodeFunction, ReturnCode: -1, Instrs: tt.instrs, NumSlots: 4, Slots: make([]string, 4), Lambdas: tt.lambdas,
				Params: []Param{{TypeCode: -1}}, Scopes: []ScopeInfo{{Parent: -1}}, Sites: append([]Site{{Lambda: -1}}, tt.sites...)}}}
			c := &p.Codes[0]
			for i := range c.Lambdas {
				c.Lambdas[i].ReturnCode = -1
			}
			ComputeStack(c) // what it refuses, Verify refuses
			err := Verify(p)
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

// The one part of the verifier that is not linear gives up before it is slow.
func TestPresentIsBounded(t *testing.T) {
	c := Code{ReturnCode: -1, NumSlots: 60_000, Slots: make([]string, 60_000), Scopes: []ScopeInfo{{Parent: -1}}}
	for i := range 60_000 {
		c.Instrs = append(c.Instrs, ins(NewList, i, PushTrue, JumpIf, 3*i+3)...)
	}
	c.Instrs = append(c.Instrs, ins(Jump, 0)...)
	if err := ComputeStack(&c); err != nil {
		t.Fatal(err)
	}
	err := VerifyCode(&Program{Codes: []Code{c}}, &c)
	if err == nil || !strings.Contains(err.Error(), "too many loops and jumps") {
		t.Fatal(err)
	}
}
