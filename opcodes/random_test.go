package opcodes

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"bunraku/grammar/edition"
)

// randomValue fills v with values that are not zero. Lists of a type that holds
// itself end at a depth.
func randomValue(r *rand.Rand, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				randomValue(r, v.Field(i), depth+1)
			}
		}
	case reflect.Slice:
		if depth > 8 {
			return
		}
		n := 1 + r.IntN(3)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			randomValue(r, v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			randomValue(r, v.Index(i), depth+1)
		}
	case reflect.Pointer:
		if depth > 8 {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		randomValue(r, v.Elem(), depth+1)
	case reflect.String:
		v.SetString(fmt.Sprintf("s%d\xff", r.IntN(50)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Uint16, reflect.Uint32:
		v.SetUint(uint64(1 + r.Uint32()>>(r.UintN(16)+16)))
	case reflect.Int32:
		v.SetInt(int64(int32(r.Uint32())>>r.UintN(31)) | 1)
	case reflect.Int64:
		v.SetInt(int64(r.Uint64()>>r.UintN(63)) | 1)
	default:
		panic(v.Type().String())
	}
}

// randomInstrs are instructions with operands of any size that an operand can
// have; they need not make sense.
func randomInstrs(r *rand.Rand) []uint32 {
	var out []uint32
	for range 1 + r.IntN(40) {
		op := Op(r.IntN(int(NumOps)))
		word := uint32(op)
		for i, o := range op.Info().Operands {
			v := r.Uint32() >> r.UintN(32)
			if o.Kind.Info().NoBank {
				v &= NoBank
			}
			if i == 0 {
				word |= v << 8
				out = append(out, word)
			} else {
				if o.Kind.Info().Signed {
					v = -v
				}
				out = append(out, v)
			}
		}
		if len(op.Info().Operands) == 0 {
			out = append(out, word)
		}
	}
	return out
}

// validProgram is a random program that the verifier accepts. It is made from
// the table alone, so that an instruction that is new there is covered.
func validProgram(r *rand.Rand, codes, statements int) *Program {
	p := &Program{
		Edition: edition.Edition(r.IntN(3)), Name: fmt.Sprintf("modules/m%d/manifests/init.pp", r.IntN(1000)),
		NumCells: 3, EPP: r.IntN(2) == 0,
		Consts: []Const{{Kind: ConstString, Str: "apache::vhost"}, {Kind: ConstInt, Int: r.Int64()},
			{Kind: ConstFloat, Int: r.Int64()}, {Kind: ConstRegexp, Str: `^host-(\d+)`}, {Kind: ConstString, Str: "ensure"}},
	}
	for i := range p.Digest {
		p.Digest[i] = byte(r.UintN(256))
	}
	for pos := int32(0); len(p.LineStarts) < 2+statements; pos += 1 + r.Int32N(60) {
		p.LineStarts = append(p.LineStarts, pos)
		if r.IntN(4) == 0 {
			p.Wide = append(p.Wide, pos)
		}
	}
	p.Codes = make([]Code, codes)
	for i := range p.Codes {
		randomCode(r, p, &p.Codes[i], i, statements)
	}
	for i := range p.Codes {
		d := Definition{Kind: DefKind(r.IntN(int(DefAlias) + 1)), Name: fmt.Sprintf("class_%d_%d", i, r.IntN(1e6)), Code: uint32(i), Pos: r.Int32N(1000)}
		if d.Kind == DefNode {
			d.Matches = []NodeMatch{{Text: "web"}, {Kind: 1, Text: "^db"}, {Kind: 2}}
		}
		p.Defs = append(p.Defs, d)
	}
	return p
}

func randomCode(r *rand.Rand, p *Program, c *Code, index, statements int) {
	param := func(name string) Param {
		return Param{Name: name, TypeText: "Optional[String[1]]", Kinds: r.Uint32(), HasDefault: r.IntN(2) == 0, TypeCode: int32(r.IntN(len(p.Codes)+1) - 1), Pos: r.Int32N(1000)}
	}
	*c = Code{
		Name: fmt.Sprintf("code%d", index), Kind: CodeKind(r.IntN(int(CodeExpr) + 1)),
		Params:   []Param{param("ensure"), param("version")},
		NumSlots: 14, NumBanks: 3, Slots: []string{"ensure", "version", "a", "b", "", "", "x", "y", "", "", "", "", "", ""},
		BankParents: []int32{-1, 0, 1}, ReturnCode: -1, Pos: r.Int32N(1000), Constant: r.IntN(2) == 0,
		Sites:  []Site{{Name: "notice", Lambda: -1}, {Name: "map", Lambda: 0, Method: true}, {Name: "each", Lambda: 1, Scope: 1}},
		Destrs: []Destructure{{Slot: -1, Elems: []Destructure{{Slot: 2, Name: "a"}, {Slot: -1, Elems: []Destructure{{Slot: 3, Name: "b", Pos: 9}}}}}},
		Scopes: []ScopeInfo{{Parent: -1, Names: []string{"a", "b"}, Slots: []uint32{2, 3}}, {Parent: 0}},
	}
	if c.Kind == CodeMain || c.Kind == CodeNode || c.Kind == CodeExpr {
		c.Params = nil
	}
	g := &codeGen{r: r, p: p, c: c, state: 8}
	g.region(InCode, statements)
	for i := range 2 {
		c.Lambdas = append(c.Lambdas, Lambda{Params: []Param{param("x")}, FirstSlot: uint32(6 + i), BodySlot: uint32(10 + 2*i), NumSlots: 2, Required: 1, Scope: 1, ReturnCode: -1})
		c.Lambdas[i].Entry = uint32(len(c.Instrs))
		g.state = 10 + 2*i
		g.region(InLambda, statements/2)
	}
	g.finish()
	if err := ComputeStack(c); err != nil {
		panic(err)
	}
}

// fix is a word that holds a target, of the instruction at pc.
type fix struct{ pc, at int }

// codeGen writes statements that begin and end with an empty stack.
type codeGen struct {
	r      *rand.Rand
	p      *Program
	c      *Code
	state  int   // first of two slots of state that the region has
	fixes  []fix // words that hold a target
	bounds []int // where statements begin
}

func (g *codeGen) put(op Op, operands ...int) {
	word := uint32(op)
	if len(operands) > 0 {
		word |= uint32(operands[0]) << 8
	}
	g.c.Instrs = append(g.c.Instrs, word)
	for _, v := range operands[min(1, len(operands)):] {
		g.c.Instrs = append(g.c.Instrs, uint32(v))
	}
}

func (g *codeGen) region(where Region, statements int) {
	first := len(g.bounds)
	fixes := len(g.fixes)
	for range statements {
		at := len(g.c.Instrs)
		g.bounds = append(g.bounds, at)
		g.statement(where)
		if g.r.IntN(3) == 0 && len(g.c.Instrs) > at {
			g.c.Lines = append(g.c.Lines, Line{PC: uint32(at), Pos: g.r.Int32N(1 << 20)})
		}
	}
	g.bounds = append(g.bounds, len(g.c.Instrs))
	g.put(PushUndef)
	end := Return
	if where == InLambda {
		end = LambdaReturn
	}
	g.put(end)
	// Jumps of a region stay in it.
	for _, f := range g.fixes[fixes:] {
		from := first
		if !g.c.OpAt(f.pc).Info().Back {
			for g.bounds[from] <= f.pc {
				from++
			}
		}
		target := uint32(g.bounds[from+g.r.IntN(len(g.bounds)-from)])
		if f.at == f.pc {
			target = g.c.Instrs[f.at]&0xff | target<<8
		}
		g.c.Instrs[f.at] = target
	}
	if where == InCode && len(g.bounds) > first+3 && g.bounds[first+2] > g.bounds[first] && g.r.IntN(2) == 0 {
		g.c.Handlers = append(g.c.Handlers, Handler{From: uint32(g.bounds[first]), To: uint32(g.bounds[first+2]), Target: uint32(g.bounds[first+2])})
	}
}

// finish fills in what is known at the end.
func (g *codeGen) finish() {
	for i := range g.c.Scopes {
		g.c.Scopes[i].To = uint32(len(g.c.Instrs))
	}
}

func (g *codeGen) statement(where Region) {
	depth := 0
	var set [2]bool // slots of state that this statement has set
next:
	for range 1 + g.r.IntN(12) {
		op := Op(g.r.IntN(int(NumOps)))
		info := op.Info()
		if info.In != InAny && info.In != where {
			continue
		}
		at := len(g.c.Instrs)
		operands := make([]int, len(info.Operands))
		var targets []int
		for i, o := range info.Operands {
			switch bound := o.Kind.bound(g.p, g.c); {
			case o.Kind == OperandTarget:
				targets = append(targets, i)
			case o.Kind == OperandLambda:
				operands[i] = 0
			case o.Kind == OperandSite:
				if where == InCode {
					operands[i] = g.r.IntN(3)
				}
			case o.Kind.Info().Sort > SortValue:
				k := int(o.Kind.Info().Sort-SortValue) - 1
				if !o.Kind.Info().Sets && !set[k] {
					continue next
				}
				operands[i] = g.state + k
			case o.Kind.Info().Pool == PoolSlots:
				operands[i] = g.r.IntN(8)
			case o.Kind.Info().Pool == PoolShapes:
				operands[i] = g.shape(o.Kind, depth)
			case o.Kind.Info().Entry >= 0:
				operands[i] = 4 * g.r.IntN(2)
			case o.Kind.Info().Run:
				operands[i] = g.r.IntN(9 - operands[i-1])
			case o.Kind.Info().NoBank && g.r.IntN(3) == 0:
				operands[i] = NoBank
			case bound > 0:
				least := o.Kind.Info().Least
				operands[i] = least + g.r.IntN(bound-least)
			case i == info.PopBy:
				operands[i] = g.r.IntN(depth + 1)
			case o.Kind.Info().Signed:
				operands[i] = g.r.IntN(1<<20) - 1<<19
			default:
				operands[i] = g.r.IntN(1 << 10)
			}
		}
		pop, push := info.Pop, info.Push
		if by := info.PopBy; by >= 0 {
			if info.Operands[by].Kind.Info().Pool == PoolShapes {
				pop += int(g.c.Shapes[operands[by]].Values)
			} else {
				pop += operands[by]
			}
		}
		if pop > depth {
			continue
		}
		next := at + op.Words()
		for _, i := range targets {
			if depth-pop+push == 0 {
				g.fixes = append(g.fixes, fix{at, at + i})
			} else if info.FallPush == push && !info.Ends {
				operands[i] = next
			} else {
				next = -1
			}
		}
		if next < 0 {
			continue
		}
		for i, o := range info.Operands {
			if o.Kind == OperandSwitch {
				g.c.Shapes[operands[i]].Switch = []SwitchCase{{Key: Const{Kind: ConstString, Str: "a"}, Target: uint32(next)}, {Key: Const{Kind: ConstInt, Int: 5}, Target: uint32(next)}}
			}
		}
		g.put(op, operands...)
		for _, o := range info.Operands {
			if kind := o.Kind.Info(); kind.Sort > SortValue && kind.Sets {
				set[kind.Sort-SortValue-1] = true
			}
		}
		depth += info.FallPush - pop
		if info.Ends {
			return
		}
	}
	for ; depth > 0; depth-- {
		g.put(Pop)
	}
}

// shape adds a shape for an operand of the kind, with values that are there.
func (g *codeGen) shape(kind OperandKind, depth int) int {
	s := Shape{Kind: ShapeKind(max(0, kind.Info().Entry)), Name: "file", Pos: g.r.Int32N(1000)}
	if s.Kind != ShapeSwitch && s.Kind != ShapeDefinition {
		s.Values = uint32(1 + g.r.IntN(max(1, depth)))
	}
	ops := func(n int) []AttrOp {
		list := make([]AttrOp, n)
		for i := range list {
			list[i] = AttrOp{Name: "mode", Plus: true, Pos: 3}
		}
		if n == 0 {
			return nil
		}
		return list
	}
	switch rest := int(s.Values) - 1; s.Kind {
	case ShapeResources:
		if rest > 0 {
			s.Bodies = []Body{{Pos: 4, Ops: ops(rest - 1)}}
		}
	case ShapeCollect:
		if rest > 1 {
			s.Query = &Query{Op: QueryAnd, Left: &Query{Name: "tag", Value: 1}, Right: &Query{Op: QueryNe, Name: "title", Value: 2}}
			rest -= 2
		}
		s.Ops = ops(rest)
	case ShapeOverride, ShapeDefaults:
		s.Ops = ops(rest)
	}
	g.c.Shapes = append(g.c.Shapes, s)
	return len(g.c.Shapes) - 1
}
