// Package vm is the stack machine that runs verified bytecode.
//
//   - image.go    what is shared between evaluations: linked units, definitions
//   - machine.go  one evaluation's stack and frames; running code
//   - loop.go     the leaf loop: the common case of each instruction, no calls
//   - slow.go     the rest of each instruction, by name
//   - call.go     functions, built-in and bytecode; lambdas
//   - iterate.go  the state of inlined iterations
//   - errors.go   from a pc to Puppet's message and place
//
// The leaf loop makes no calls, so that Go keeps its state in registers. What
// needs a call stores the state in the frame and returns to the driver
// ([Machine.run]), which does the instruction's work and enters the loop again.
//
// Lambdas have no frame of their own: their parameters and variables are slots of
// the code around them. A called lambda runs on the frame of its code, whose
// slots it shares, with a fresh part of the operand stack.
package vm
