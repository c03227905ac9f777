package opcodes

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// base is a valid program whose parts the cases below break one at a time.
func base() *Program {
	p := &Program{Name: "a.pp", NumCells: 2, LineStarts: []int32{0, 10},
		Consts: []Const{{Kind: ConstString, Str: "x"}, {Kind: ConstInt, Int: 1}}}
	p.Codes = []Code{{
		Name: "main", Kind: CodeFunction, NumSlots: 4, Slots: []string{"a", "b", "", ""}, NumBanks: 2, BankParents: []int32{-1, 0}, ReturnCode: -1,
		Params:   []Param{{Name: "a", TypeCode: 1}},
		Lines:    []Line{{0, 1}, {3, -1}},
		Lambdas:  []Lambda{{FirstSlot: 1, Params: []Param{{Name: "b", TypeCode: -1}}, Required: 1, ReturnCode: -1, MaxStack: 1}},
		Scopes:   []ScopeInfo{{Parent: -1, Names: []string{"a"}, Slots: []uint32{0}}, {Parent: 0}},
		Sites:    []Site{{Name: "f", Lambda: 0}},
		Shapes:   []Shape{{Kind: ShapeResources, Values: 1}, {Kind: ShapeSwitch}, {Kind: ShapeCollect, Values: 3, Query: &Query{Op: QueryAnd, Left: &Query{Value: 1}, Right: &Query{Value: 2}}}},
		Destrs:   []Destructure{{Slot: -1, Elems: []Destructure{{Slot: 3}}}},
		MaxStack: 2,
	}, {Kind: CodeExpr, Scopes: []ScopeInfo{{Parent: -1}}, ReturnCode: -1, Instrs: ins(PushUndef, Return), MaxStack: 1}}
	p.Codes[0].Instrs = ins(PushUndef, Declare, 0, Pop, ClearSlots, 2, 2, LoadMatch, 0, 1, PushConst, 0, Match, NoBank, Return, PushUndef, LambdaReturn)
	p.Codes[0].Lambdas[0].Entry = uint32(len(p.Codes[0].Instrs) - 2)
	p.Defs = []Definition{{Kind: DefAlias, Name: "t", Code: 1}}
	return p
}

func TestVerifyRefuses(t *testing.T) {
	if err := Verify(base()); err != nil {
		t.Fatal(err)
	}
	deep := &Query{}
	nested := Destructure{Slot: -1}
	for range MaxNesting + 1 {
		deep = &Query{Op: QueryOr, Left: deep, Right: &Query{}}
		nested = Destructure{Slot: -1, Elems: []Destructure{nested}}
	}
	for want, spoil := range map[string]func(p *Program, c *Code){
		"cache cells":                      func(p *Program, c *Code) { p.NumCells = MaxCells + 1 },
		"constant 0 is of no kind":         func(p *Program, c *Code) { p.Consts[0].Kind = 9 },
		"definition 0 is of no kind":       func(p *Program, c *Code) { p.Defs[0].Kind = 9 },
		"t: code 2 of 2":                   func(p *Program, c *Code) { p.Defs[0].Code = 2 },
		"a name of no kind":                func(p *Program, c *Code) { p.Defs[0].Matches = []NodeMatch{{Kind: 3}} },
		"table of lines is not sorted":     func(p *Program, c *Code) { p.LineStarts[1] = 0 },
		"a code of no kind":                func(p *Program, c *Code) { c.Kind = 99 },
		"65537 slots":                      func(p *Program, c *Code) { c.NumSlots = MaxSlots + 1 },
		"4 names for 3 slots":              func(p *Program, c *Code) { c.NumSlots = 3 },
		"2 parents for 3 match banks":      func(p *Program, c *Code) { c.NumBanks = 3 },
		"match bank lies within itself":    func(p *Program, c *Code) { c.BankParents[0] = 1 },
		"within none that exists":          func(p *Program, c *Code) { c.BankParents[0] = 2 },
		"type of parameter a: code 2":      func(p *Program, c *Code) { c.Params[0].TypeCode = 2 },
		"return type: code -2":             func(p *Program, c *Code) { c.ReturnCode = -2 },
		"5 parameters from slot 0":         func(p *Program, c *Code) { c.Params = make([]Param, 5) },
		"1 parameters from slot 4":         func(p *Program, c *Code) { c.Lambdas[0].FirstSlot = 4 },
		"2 required parameters of 1":       func(p *Program, c *Code) { c.Lambdas[0].Required = 2 },
		"scope 2 of 2":                     func(p *Program, c *Code) { c.Lambdas[0].Scope = 2 },
		"entry 99 is no instruction":       func(p *Program, c *Code) { c.Lambdas[0].Entry = 99 },
		"lambda 0: its stack has 1":        func(p *Program, c *Code) { c.Lambdas[0].MaxStack = 2 },
		"its stack has 2 values, 3":        func(p *Program, c *Code) { c.MaxStack = 3 },
		"2 names, 1 slots":                 func(p *Program, c *Code) { c.Scopes[0].Names = []string{"a", "b"} },
		"scope 0: slot 4 of 4":             func(p *Program, c *Code) { c.Scopes[0].Slots[0] = 4 },
		"a scope lies within itself":       func(p *Program, c *Code) { c.Scopes[0].Parent = 0 },
		"call site 0: lambda 1 of 1":       func(p *Program, c *Code) { c.Sites[0].Lambda = 1 },
		"line table is not sorted":         func(p *Program, c *Code) { c.Lines[1].PC = 0 },
		"leads out of the code":            func(p *Program, c *Code) { c.Lines[1].PC = 99 },
		"destructuring: slot 4 of 4":       func(p *Program, c *Code) { c.Destrs[0].Elems[0].Slot = 4 },
		"destructurings are nested":        func(p *Program, c *Code) { c.Destrs[0] = nested },
		"query: value 0 of 3":              func(p *Program, c *Code) { c.Shapes[2].Query.Left.Value = 0 },
		"shape 0 has 2 values, not 1":      func(p *Program, c *Code) { c.Shapes[0].Ops = []AttrOp{{}} },
		"shape 2 has 3 values, not 4":      func(p *Program, c *Code) { c.Shapes[2].Values = 4 },
		"no codes":                         func(p *Program, c *Code) { p.Defs, p.Codes = nil, nil },
		"no scope":                         func(p *Program, c *Code) { c.Scopes, c.Lambdas, c.Sites = nil, nil, nil },
		"this kind has no parameters":      func(p *Program, c *Code) { c.Kind = CodeNode },
		"shape 0 is of no kind":            func(p *Program, c *Code) { c.Shapes[0].Kind = 9 },
		"no jump table but has cases":      func(p *Program, c *Code) { c.Shapes[0].Switch = []SwitchCase{{}} },
		"neither string nor integer":       func(p *Program, c *Code) { c.Shapes[1].Switch = []SwitchCase{{Key: Const{Kind: ConstFloat}}} },
		"query: value 3 of 3":              func(p *Program, c *Code) { c.Shapes[2].Query.Left.Value = 3 },
		"an operator without two sides":    func(p *Program, c *Code) { c.Shapes[2].Query.Left = nil },
		"queries are nested":               func(p *Program, c *Code) { c.Shapes[2].Query = deep },
		"a query of no kind":               func(p *Program, c *Code) { c.Shapes[2].Query.Op = 9 },
		"Declare: resources 3 of 3":        func(p *Program, c *Code) { c.Instrs[1] = uint32(Declare) | 3<<8 },
		"Declare: entry 1 is no resources": func(p *Program, c *Code) { c.Instrs[1] = uint32(Declare) | 1<<8 },
		"ClearSlots: slots 3 to 5":         func(p *Program, c *Code) { c.Instrs[3] = uint32(ClearSlots) | 3<<8 },
		"LoadMatch: bank 2 of 2":           func(p *Program, c *Code) { c.Instrs[6] = 2 },
		"PushConst: const 2 of 2":          func(p *Program, c *Code) { c.Instrs[7] = uint32(PushConst) | 2<<8 },
		"LoadName: entry 1 is no name":     func(p *Program, c *Code) { c.Instrs[7] = uint32(LoadName) | 1<<8 },
		"PushUndef has no operand":         func(p *Program, c *Code) { c.Instrs[0] |= 1 << 8 },
		"LoadCached: target 11 of 4": func(p *Program, c *Code) {
			c.Lines = nil
			c.Scopes[1].To = 0
			c.Instrs = ins(LoadCached, 0, 11, PushUndef, Return)
		},
		"StoreCached: cell 2 of 2": func(p *Program, c *Code) { c.Lines = nil; c.Instrs = ins(PushUndef, StoreCached, 2, Return) },
	} {
		p := base()
		spoil(p, &p.Codes[0])
		err := Verify(p)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "a.pp") {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// What is too large is refused before anything is made for it.
func TestVerifyIsLinear(t *testing.T) {
	n := 200_000
	c := Code{ReturnCode: -1}
	for i := range n { // every instruction jumps to the last
		c.Instrs = append(c.Instrs, ins(PushTrue, JumpIf, 2*n)...)
		if i%4 == 0 {
			c.Handlers = append(c.Handlers, Handler{From: uint32(2 * i), To: uint32(2*i + 8), Target: uint32(2 * n)})
		}
	}
	c.Instrs = append(c.Instrs, ins(PushUndef, Return)...)
	if err := ComputeStack(&c); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		c.Handlers = append(c.Handlers, Handler{To: uint32(2 * n), Target: uint32(2 * n)})
	}
	if err := ComputeStack(&c); err == nil || !strings.Contains(err.Error(), "nested too deeply") {
		t.Fatal(err)
	}
}

func BenchmarkVerify(b *testing.B) {
	p := validProgram(rand.New(rand.NewPCG(1, 1)), 1, 2000)
	b.SetBytes(int64(4 * len(p.Codes[0].Instrs)))
	for b.Loop() {
		if err := VerifyCode(p, &p.Codes[0]); err != nil {
			b.Fatal(err)
		}
	}
}
