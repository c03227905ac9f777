// Package opcodes is the contract between the compiler and the machine: the
// instructions, the [Program] that holds them, its encoding, disassembly and
// verification. It knows no semantics.
//
// The instructions are declared in gen/ops.go and nowhere else. An instruction
// is a word of 32 bits, opcode | first operand << 8, followed by one word for
// each further operand.
//
// Invariant: at each pc the depth of the operand stack is known from the pc alone.
package opcodes
