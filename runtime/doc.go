// Package runtime is the world that bytecode acts on: the evaluation of one
// node's request, the functions that it may call, and what they may ask of it.
//
//   - [Evaluation] is one request: settings, logs, scopes, the catalog under
//     construction. Nothing of it is global, so evaluations run side by side.
//   - [Function] declares a built-in: its dispatches as Pcore text and the Go
//     body of each. [Call] is what a body gets; [Block] is a lambda argument.
//   - [Error] is an evaluation error with its issue code; [ControlFlow] is
//     break, next or return on its way out.
package runtime
