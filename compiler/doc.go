// Package compiler lowers the semantic model of a unit to bytecode.
//
// [Compile] is a function of its input: no clock, no file system, no facts, no
// runtime value. It expects a model that the validator has passed.
//
//   - compile.go   units, codes and definitions
//   - emit.go      instructions with labels, the line table
//   - scope.go     variables to slots, match registers to banks
//   - expr.go, control.go, call.go, resource.go   one method for each node kind
//   - iterate.go   iteration functions with a literal lambda become loops
//
// Variables. Every variable that a body assigns gets a slot; parameters come
// first. A lambda's parameters and variables are slots of the code around it:
// a lambda has no frame of its own, and nothing is captured.
//
// Match registers. Each construct that opens a match scope (if, unless, case,
// selector, lambda) and contains a match gets a bank. A bank that no $0..$n can
// see is dropped, and its matches run without captures.
package compiler
