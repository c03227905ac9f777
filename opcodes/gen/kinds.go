package main

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"strings"
)

// Kind declares one kind of operand. The verifier, the encoding and the
// disassembler know operands by these rows only.
//
// Bound is the Go expression of the number of things that an operand of the
// kind can name, in terms of p *Program and c *Code; empty when every value is
// allowed. Refers is the pool that the operand indexes, by which the
// disassembler finds a text; kinds that share a pool differ in Entry, the value
// that field Kind of the pool's entry must have.
//
// Signed operands are integers of 24 bits as first operand, of 32 bits
// otherwise. Relative ones are written as the distance from the instruction's
// pc. NoBank tells that [NoBank] is allowed beside what Bound allows. Least is
// the least value. Run tells that the operand counts slots that the instruction
// makes unset, from the slot named by the operand before it.
//
// Sort is what a slot that the operand names holds. A slot holds one sort all
// over its code, so that the machine need not look: the state of an iteration is
// never taken for a value. Sets tells that the instruction puts it there; an
// operand of a sort other than value that does not set it needs it to be there
// on every path.
type Kind struct {
	Name   string
	Bound  string
	Refers string
	Entry  string

	Sort string

	Signed, Relative, NoBank, Run, Sets bool
	Least                               int

	Doc string
}

var kinds = []Kind{
	{Name: "const", Bound: "len(p.Consts)", Refers: "Consts", Doc: "constant pool entry"},
	{Name: "name", Bound: "len(p.Consts)", Refers: "Consts", Entry: "ConstString", Doc: "constant pool entry that is a string"},
	{Name: "slot", Bound: "int(c.NumSlots)", Refers: "Slots", Sort: "value", Doc: "slot of the frame that holds a value"},
	{Name: "iter", Bound: "int(c.NumSlots)", Refers: "Slots", Sort: "iteration", Doc: "slot that holds the state of an iteration"},
	{Name: "newiter", Bound: "int(c.NumSlots)", Refers: "Slots", Sort: "iteration", Sets: true, Doc: "slot to hold the state of an iteration"},
	{Name: "list", Bound: "int(c.NumSlots)", Refers: "Slots", Sort: "list", Doc: "slot that holds a list builder"},
	{Name: "newlist", Bound: "int(c.NumSlots)", Refers: "Slots", Sort: "list", Sets: true, Doc: "slot to hold a list builder"},
	{Name: "first", Bound: "int(c.NumSlots)", Refers: "Slots", Doc: "first slot of some, which may hold anything"},
	{Name: "run", Bound: "int(c.NumSlots) + 1", Run: true, Doc: "number of slots, from the operand before it on"},
	{Name: "bank", Bound: "int(c.NumBanks)", Doc: "match register bank"},
	{Name: "anybank", Bound: "int(c.NumBanks)", NoBank: true, Doc: "match register bank or none"},
	{Name: "target", Bound: "len(c.Instrs)", Refers: "Instrs", Relative: true, Doc: "pc to continue at"},
	{Name: "count", Doc: "a number"},
	{Name: "int", Signed: true, Doc: "a signed number"},
	{Name: "divisor", Bound: "1 << 31", Least: 1, Doc: "a positive number"},
	{Name: "cell", Bound: "int(p.NumCells)", Doc: "cache cell of the image"},
	{Name: "code", Bound: "len(p.Codes)", Refers: "Codes", Doc: "code of the program"},
	{Name: "lambda", Bound: "len(c.Lambdas)", Refers: "Lambdas", Doc: "lambda of the code"},
	{Name: "site", Bound: "len(c.Sites)", Refers: "Sites", Doc: "call site"},
	{Name: "destr", Bound: "len(c.Destrs)", Refers: "Destrs", Doc: "destructuring"},
	{Name: "shape", Bound: "len(c.Shapes)", Refers: "Shapes", Doc: "shape"},
	{Name: "resources", Bound: "len(c.Shapes)", Refers: "Shapes", Entry: "ShapeResources", Doc: "shape of a resource expression"},
	{Name: "override", Bound: "len(c.Shapes)", Refers: "Shapes", Entry: "ShapeOverride", Doc: "shape of an override"},
	{Name: "defaults", Bound: "len(c.Shapes)", Refers: "Shapes", Entry: "ShapeDefaults", Doc: "shape of resource defaults"},
	{Name: "collect", Bound: "len(c.Shapes)", Refers: "Shapes", Entry: "ShapeCollect", Doc: "shape of a collector"},
	{Name: "switch", Bound: "len(c.Shapes)", Refers: "Shapes", Entry: "ShapeSwitch", Doc: "jump table"},
	{Name: "definition", Bound: "len(c.Shapes)", Refers: "Shapes", Entry: "ShapeDefinition", Doc: "shape of a definition"},
	{Name: "flags", Doc: "bits or a small choice, told by the instruction"},
}

// kindName is the Go name of an operand kind.
func kindName(kind string) string {
	for _, k := range kinds {
		if k.Name == kind {
			return "Operand" + strings.ToUpper(kind[:1]) + kind[1:]
		}
	}
	panic("no operand kind " + kind)
}

// sortName is the Go name of a sort of slot.
func sortName(sort string) string {
	if sort == "" {
		return "SortAny"
	}
	return "Sort" + strings.ToUpper(sort[:1]) + sort[1:]
}

// goKinds writes the constants and data of the operand kinds.
func goKinds(b *bytes.Buffer) {
	b.WriteString("// The kinds of operands.\nconst (\n")
	for i, k := range kinds {
		fmt.Fprintf(b, "\t// %s: %s.\n\t%s", kindName(k.Name), k.Doc, kindName(k.Name))
		if i == 0 {
			b.WriteString(" OperandKind = iota")
		}
		b.WriteString("\n")
	}
	b.WriteString("\n\t// NumOperandKinds is the number of kinds.\n\tNumOperandKinds\n)\n\n")

	b.WriteString("// The pools that operands index.\nconst (\n\tPoolNone Pool = iota\n")
	seen := map[string]bool{"": true}
	for _, k := range kinds {
		if !seen[k.Refers] {
			seen[k.Refers] = true
			fmt.Fprintf(b, "\tPool%s\n", k.Refers)
		}
	}
	b.WriteString(")\n\n// The sorts of what slots hold.\nconst (\n\tSortAny Sort = iota\n")
	seen = map[string]bool{"": true}
	for _, k := range kinds {
		if !seen[k.Sort] {
			seen[k.Sort] = true
			fmt.Fprintf(b, "\t%s\n", sortName(k.Sort))
		}
	}
	b.WriteString(")\n\nvar kindInfos = [NumOperandKinds]KindInfo{\n")
	for _, k := range kinds {
		pool, entry := "PoolNone", "-1"
		if k.Refers != "" {
			pool = "Pool" + k.Refers
		}
		if k.Entry != "" {
			entry = "int(" + k.Entry + ")"
		}
		fmt.Fprintf(b, "\t%s: {Name: %q, Pool: %s, Entry: %s, Signed: %v, Relative: %v, NoBank: %v, Run: %v, Sort: %s, Sets: %v, Least: %d},\n",
			kindName(k.Name), k.Name, pool, entry, k.Signed, k.Relative, k.NoBank, k.Run, sortName(k.Sort), k.Sets, k.Least)
	}
	b.WriteString("}\n\n// bound is how many things an operand of the kind can name, -1 for no bound.\n")
	b.WriteString("func (k OperandKind) bound(p *Program, c *Code) int {\n\tswitch k {\n")
	for _, k := range kinds {
		if k.Bound != "" {
			fmt.Fprintf(b, "\tcase %s:\n\t\treturn %s\n", kindName(k.Name), k.Bound)
		}
	}
	b.WriteString("\t}\n\treturn -1\n}\n\n")
}

// tableDigest is the digest of all that a reader of a program relies on.
func tableDigest(codec []byte) uint64 {
	h := fnv.New64a()
	h.Write(codec)
	for _, g := range groups {
		for _, in := range g.Ops {
			fmt.Fprintf(h, "%s(%s)%s/%s/%s/%v/%v\n", in.Name, in.Operands, in.Stack, in.Fall, in.In, in.Ends, in.Back)
		}
	}
	for _, k := range kinds {
		fmt.Fprintf(h, "%+v\n", k)
	}
	return h.Sum64()
}
