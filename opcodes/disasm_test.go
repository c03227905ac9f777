package opcodes

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"bunraku/grammar/edition"
)

var update = flag.Bool("update", false, "write the golden files anew")

// exampleProgram has something of each kind that a disassembly shows.
func exampleProgram() *Program {
	src := "class web(String $root, $mode = 'x') {\n  case $mode { 'a': { } 'é': { notice($root) } }\n  $l.each |$x| { [$x, 1] }\n  @@file { $root: mode +> '0644', * => $h }\n}\n"
	p := &Program{Edition: edition.Puppet7, Name: "web.pp", LineStarts: []int32{0}, NumCells: 1}
	for i := range src {
		if src[i] == '\n' && i+1 < len(src) {
			p.LineStarts = append(p.LineStarts, int32(i+1))
		}
	}
	p.Wide = []int32{71}
	p.Consts = []Const{{Kind: ConstString, Str: "x\n"}, {Kind: ConstInt, Int: 1 << 40}, {Kind: ConstFloat, Int: int64(math.Float64bits(2))}, {Kind: ConstRegexp, Str: `^a\d`}, {Kind: ConstString, Str: "Facter"}}
	code := Code{
		Name: "web", Kind: CodeClass, NumSlots: 6, NumBanks: 1, BankParents: []int32{-1}, ReturnCode: -1,
		Slots:   []string{"root", "mode", "", "x", "h", "y"},
		Params:  []Param{{Name: "root", TypeText: "String", TypeCode: 1, Pos: 10}, {Name: "mode", HasDefault: true, TypeCode: -1, Pos: 24}},
		Lines:   []Line{{0, 24}, {4, 45}, {7, 0}, {8, 45}, {10, 75}, {14, 88}},
		Lambdas: []Lambda{{Params: []Param{{Name: "x", TypeCode: -1, Pos: 98}}, FirstSlot: 3, Required: 1, Scope: 1, ReturnCode: -1, ReturnText: "Any", Pos: 97}, {FirstSlot: 5, Scope: 1, ReturnCode: -1, Pos: 98}},
		Scopes:  []ScopeInfo{{Parent: -1, Names: []string{"root", "mode"}, Slots: []uint32{0, 1}}, {Parent: 0, Names: []string{"x"}, Slots: []uint32{3}, From: 20, To: 30}},
		Sites:   []Site{{Name: "notice", Lambda: -1}, {Name: "each", Lambda: 1, Method: true}},
		Shapes: []Shape{
			{Kind: ShapeSwitch, Switch: []SwitchCase{{Const{Kind: ConstString, Str: "a"}, 7}, {Const{Kind: ConstInt, Int: 2}, 9}}, Pos: 45},
			{Kind: ShapeResources, Form: 2, Values: 3, Pos: 120, Bodies: []Body{{Pos: 127, Ops: []AttrOp{{Name: "mode", Plus: true}, {Splat: true}}}}},
			{Kind: ShapeCollect, Values: 2, Export: true, Query: &Query{Op: QueryAnd, Left: &Query{Name: "tag", Value: 1}, Right: &Query{Op: QueryNe, Name: "mode", Value: 1}}},
		},
		Destrs: []Destructure{{Slot: -1, Elems: []Destructure{{Slot: 4, Name: "h"}, {Slot: -1, Elems: []Destructure{{Slot: 5, Name: "y"}}}}}},
	}
	code.Instrs = ins(
		JumpSet, 1, 4, // 0
		PushConst, 0, StoreTemp, 1, // 2
		LoadSlot, 1, Switch, 0, 7, // 4
		Pop,       // 7
		PushUndef, // 8
		Jump, 10,  // 9
		Call, 0, 1, Pop, // 10
		PushInt, -5&MaxOperand, PushConst, 1, PushConst, 2, PushConst, 3, // 13
		Match, 0, Match, NoBank, BindEach, 0, Pop, PushUndef, Pop, Pop, // 17
		LoadCached, 0, 26, PushType, 4, StoreCached, 0, // 23
	)
	code.Instrs = append(code.Instrs, ins(
		LoadTemp, 2, LoadTemp, 0, Declare, 1, Call, 1, 1, Return, // 27
		PushUndef, LambdaReturn, // 33
	)...)
	code.Lambdas[1].Entry = uint32(len(code.Instrs)) - 2
	code.Handlers = []Handler{{From: 13, To: 17, Target: 23, Depth: 0}}
	expr := Code{Kind: CodeExpr, Constant: true, ReturnCode: -1, Pos: 10, Instrs: ins(PushType, 4, Return), MaxStack: 1, Scopes: []ScopeInfo{{Parent: -1, To: 2}}}
	p.Codes = []Code{code, expr}
	p.Defs = []Definition{{Kind: DefClass, Name: "web", Parent: "base"}, {Kind: DefNode, Name: "db", Pos: 47, Matches: []NodeMatch{{Text: "db"}, {Kind: 1, Text: "^w"}, {Kind: 2}}}, {Kind: DefAlias, Name: "T", Code: 1, TypeText: "String", Pos: 50}}
	return p
}

func TestDisassembly(t *testing.T) {
	p := exampleProgram()
	img := &Image{Programs: []*Program{p}, Edition: edition.Puppet7, Attrs: []Attr{{"environment", "production"}}, Blobs: []Blob{{"template", "web/a.epp", []byte("text")}}}
	var got bytes.Buffer
	if err := img.Disassemble(&got); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/disasm.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("got\n%s\nwant\n%s", got.Bytes(), want)
	}
}

// A disassembly is the same before and after a file, and whatever is wrong with
// a code does not stop it.
func TestDisassembleAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 30 {
		img := testImage(r)
		opened, err := Open(mustEncode(t, img))
		if err != nil {
			t.Fatal(err)
		}
		var a, b bytes.Buffer
		img.Disassemble(&a)
		if err := opened.Disassemble(&b); err != nil {
			t.Fatal(err)
		}
		// The file lists blobs and attributes sorted.
		cut := func(s []byte) []byte { return s[bytes.Index(s, []byte("\n\n")):] }
		if !bytes.Equal(cut(a.Bytes()), cut(b.Bytes())) {
			t.Fatalf("before\n%s\nafter\n%s", a.Bytes(), b.Bytes())
		}
		c := img.Programs[0].Codes[0]
		for range 100 {
			c.Instrs[r.IntN(len(c.Instrs))] ^= 1 << r.IntN(32)
			DisassembleCode(&a, img.Programs[0], &c)
		}
	}
}
