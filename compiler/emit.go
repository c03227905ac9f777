package compiler

import (
	"bunraku/grammar"
	"bunraku/grammar/source"
	"bunraku/opcodes"
)

// label is a place in the code of an assembler that jumps refer to.
type label int32

// instr is an instruction before its addresses are known. A target operand
// holds a label.
type instr struct {
	op   opcodes.Op
	dead bool
	args [4]int32
	pos  source.Pos
	// blame are the positions of the operands.
	blame []int32
}

// assembler collects the instructions of one code.
type assembler struct {
	instrs []instr
	// labels holds the index of the instruction that each label stands before.
	labels []int32
	depth  int
	pos    source.Pos
}

func (a *assembler) newLabel() label {
	a.labels = append(a.labels, -1)
	return label(len(a.labels) - 1)
}

func (a *assembler) mark(l label) {
	a.labels[l] = int32(len(a.instrs))
}

// at sets the position of the instructions that follow.
func (a *assembler) at(p source.Pos) { a.pos = p }

// emit appends an instruction and keeps track of the depth of the stack. A
// wrong number of operands is a bug of the compiler.
func (a *assembler) emit(op opcodes.Op, args ...int32) int {
	info := op.Info()
	if len(args) != len(info.Operands) {
		panic("compiler: wrong number of operands for " + op.String())
	}
	in := instr{op: op, pos: a.pos}
	copy(in.args[:], args)
	a.depth -= info.Pop
	if info.PopBy >= 0 {
		if info.Operands[info.PopBy].Kind.Info().Pool == opcodes.PoolShapes {
			panic("compiler: use emitShape for " + info.Name)
		}
		a.depth -= int(args[info.PopBy])
	}
	a.depth += info.FallPush
	a.instrs = append(a.instrs, in)
	return len(a.instrs) - 1
}

// emitShape is emit for an instruction that takes n values described by a shape.
func (a *assembler) emitShape(op opcodes.Op, shape int32, n int) {
	info := op.Info()
	a.depth += info.Push - n
	a.instrs = append(a.instrs, instr{op: op, args: [4]int32{shape}, pos: a.pos})
}

// finish assigns addresses and writes the words and the line table.
func (a *assembler) finish(code *opcodes.Code) (pcOf []uint32) {
	pcOf = make([]uint32, len(a.instrs)+1)
	pc := uint32(0)
	for i := range a.instrs {
		pcOf[i] = pc
		if !a.instrs[i].dead {
			pc += uint32(a.instrs[i].op.Words())
		}
	}
	pcOf[len(a.instrs)] = pc
	code.Instrs = make([]uint32, 0, pc)
	lastPos := int32(-2)
	for i := range a.instrs {
		in := &a.instrs[i]
		if in.dead {
			continue
		}
		if p := int32(in.pos); p != lastPos {
			code.Lines = append(code.Lines, opcodes.Line{PC: pcOf[i], Pos: p})
			lastPos = p
		}
		if in.blame != nil {
			code.Blames = append(code.Blames, opcodes.Blame{PC: pcOf[i], Pos: in.blame})
		}
		word := uint32(in.op)
		ops := in.op.Info().Operands
		if len(ops) == 0 {
			code.Instrs = append(code.Instrs, word)
		}
		for j, o := range ops {
			v := uint32(in.args[j])
			if o.Kind == opcodes.OperandTarget {
				v = pcOf[a.labels[in.args[j]]]
			}
			if j == 0 {
				code.Instrs = append(code.Instrs, word|v<<8)
			} else {
				code.Instrs = append(code.Instrs, v)
			}
		}
	}
	return pcOf
}

// blame notes the operands of the instruction emitted last.
func (a *assembler) blame(operands ...grammar.Expr) {
	pos := make([]int32, len(operands))
	for i, e := range operands {
		pos[i] = int32(e.At())
	}
	a.instrs[len(a.instrs)-1].blame = pos
}

func (a *assembler) jump(op opcodes.Op, l label) { a.emit(op, int32(l)) }

// popTo emits Pops until the stack is depth deep.
func (a *assembler) popTo(depth int) {
	for a.depth > depth {
		a.emit(opcodes.Pop)
	}
}
