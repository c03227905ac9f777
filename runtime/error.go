package runtime

import (
	"fmt"

	"bunraku/runtime/values"
)

// Error is an evaluation error. The machine adds the place and the prefix
// ("Evaluation Error: Error while evaluating a Function Call, ...") that Puppet
// gives it.
type Error struct {
	Code    string // issue code, may be empty
	Message string
	// Bare tells that no prefix is to be added.
	Bare bool
	// File, Line and Pos are the place when it is not that of the instruction
	// that raised the error; Line is 0 otherwise.
	File      string
	Line, Pos int
	// Class is the Ruby class that Puppet raises (ArgumentError, TypeError ...)
	// when that shows in the text, else empty.
	Class string
}

func (e *Error) Error() string { return e.Message }

// Errorf makes an error without an issue code.
func Errorf(format string, args ...any) *Error {
	return &Error{Message: fmt.Sprintf(format, args...)}
}

// IssueErrorf makes an error with an issue code.
func IssueErrorf(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// FlowKind tells what left a lambda, function or body early.
type FlowKind uint8

// The kinds of control flow.
const (
	Break FlowKind = iota
	Next
	Return
)

// ControlFlow is break, next or return on its way to the construct that it ends.
// It travels as an error through functions written in Go.
type ControlFlow struct {
	Kind  FlowKind
	Value values.Value
	// Target is the machine's: the frame that a return leaves.
	Target any
	// File, Line and Pos are where it was called, for the error when nothing
	// takes it.
	File      string
	Line, Pos int
}

func (c *ControlFlow) Error() string {
	return [...]string{"break", "next", "return"}[c.Kind] + "() from context where this is illegal"
}

// IsBreak reports whether err is a break that an iterating function must take
// as the end of its iteration.
func IsBreak(err error) bool {
	c, ok := err.(*ControlFlow)
	return ok && c.Kind == Break
}
