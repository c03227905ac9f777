package catalog

import (
	"fmt"
	"strconv"
)

// Error is what is wrong with a catalog. How Puppet shows it depends on the
// Ruby class that it raises: a Puppet::ParseError keeps its text, an
// ArgumentError gets a prefix from the evaluator.
type Error struct {
	Class   string
	Message string
	File    string
	Line    int
	// HasPlace tells that the class has a place to show.
	HasPlace bool
}

// Error is the message with its place, as Puppet prints it.
// puppet: util/errors.rb, error_location_with_space
func (e *Error) Error() string {
	if !e.HasPlace {
		return e.Message
	}
	if loc := Location(e.File, e.Line); loc != "" {
		return e.Message + " " + loc
	}
	return e.Message
}

// Bare reports whether Puppet's evaluator lets the error through as it is,
// without "Evaluation Error: Error while evaluating ..." before it.
func (e *Error) Bare() bool { return e.Class == "Puppet::ParseError" }

// Location is "(file: x, line: 1)" with the parts that are known.
func Location(file string, line int) string {
	switch {
	case file != "" && line > 0:
		return "(file: " + file + ", line: " + strconv.Itoa(line) + ")"
	case line > 0:
		return "(line: " + strconv.Itoa(line) + ")"
	case file != "":
		return "(file: " + file + ")"
	}
	return ""
}

func parseError(file string, line int32, format string, args ...any) *Error {
	return &Error{Class: "Puppet::ParseError", Message: fmt.Sprintf(format, args...), File: file, Line: int(line), HasPlace: true}
}

func argumentError(format string, args ...any) *Error {
	return &Error{Class: "ArgumentError", Message: fmt.Sprintf(format, args...)}
}

// errorf is an error at the resource's declaration.
func (r *Resource) errorf(format string, args ...any) *Error {
	return parseError(r.File, r.Line, format, args...)
}
