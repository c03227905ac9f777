// Package issue is the one catalogue of what can go wrong, in any room.
package issue

import (
	"strconv"
	"strings"

	"bunraku/grammar/source"
)

// Severity says how much a diagnostic matters.
type Severity uint8

// Severities. An Ignored diagnostic is never reported.
const (
	Ignored Severity = iota
	Deprecation
	Warning
	Error
)

// String is the word that stands before the message: Puppet's log level.
func (s Severity) String() string { return [...]string{"ignore", "deprecation", "warning", "error"}[s] }

// Note is a second place that explains a diagnostic ("first declared here").
type Note struct {
	Text string
	File *source.File
	Span source.Span
}

// Diagnostic is one finding as data: what, where, and what may help.
type Diagnostic struct {
	Code     string // Puppet's issue code, or ours where Puppet has none
	Severity Severity
	Message  string // Puppet's text, without the place
	File     *source.File
	Span     source.Span // Span.Start is the place that Puppet names
	Notes    []Note
	Hint     string
}

// Line is the line of the place, starting at 1; 0 when there is none.
func (d *Diagnostic) Line() int {
	if d.File == nil {
		return 0
	}
	return d.File.Line(d.Span.Start)
}

// Column is the column of the place in characters, starting at 1; 0 when there is none.
func (d *Diagnostic) Column() int {
	if d.File == nil {
		return 0
	}
	return d.File.Column(d.Span.Start)
}

// Error is the message with its place as Puppet prints it, without a newline.
// puppet: util/errors.rb, error_location
func (d *Diagnostic) Error() string {
	var b strings.Builder
	b.WriteString(d.Message)
	if d.File == nil || !d.Span.IsValid() {
		return b.String()
	}
	b.WriteString(" (")
	if n := d.File.Name(); n != "" {
		b.WriteString("file: ")
		b.WriteString(n)
		b.WriteString(", ")
	}
	b.WriteString("line: ")
	b.WriteString(strconv.Itoa(d.Line()))
	b.WriteString(", column: ")
	b.WriteString(strconv.Itoa(d.Column()))
	b.WriteString(")")
	return b.String()
}

// List is the diagnostics of one unit in the order they were found.
type List []*Diagnostic

// HasErrors reports whether any is an error.
func (l List) HasErrors() bool {
	for _, d := range l {
		if d.Severity == Error {
			return true
		}
	}
	return false
}
