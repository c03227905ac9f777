// Package opcodes is the contract between the compiler and the machine: the
// instructions, the [Program] that holds them, its encoding, disassembly and
// verification. It knows no semantics.
//
//   - gen/ops.go and gen/kinds.go declare the instructions and the kinds of their
//     operands, and nothing else does: ops_gen.go and docs/opcodes.md follow
//   - program.go: [Program] and [Code]; codec_gen.go, which writes and reads each
//     field, follows from it
//   - encoding.go, image.go, open.go, lookup.go: the file, [Encode] and [Open]
//   - stack.go: [ComputeStack]; verify.go, slots.go: [Verify]
//   - disasm.go: [Program.Disassemble]
//
// An instruction is a word of 32 bits, opcode | first operand << 8, followed by
// one word for each further operand.
//
// Invariants: at each pc the depth of the operand stack is known from the pc
// alone; a slot holds one sort of thing all over its code. docs/bytecode.md lists
// all that the verifier guarantees.
package opcodes
