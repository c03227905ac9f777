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
	// Aborts tells that Puppet stops at this finding, and forgets what it
	// found before it: the text of a heredoc that does not have the syntax of
	// its tag. puppet: pops/evaluator/external_syntax_support.rb
	Aborts bool
	// Placeless tells that Puppet does not say where: the place, if there is one,
	// is for people alone. Ruby's own errors are so, about a regular expression
	// or an encoding.
	Placeless bool
	// Embedded tells that the finding is in a text inside of the file, a heredoc
	// that is a manifest. Puppet logs it on its own and does not count it.
	Embedded bool

	issue *Issue
}

// Issue is the entry of the catalogue that this is an occurrence of, or nil.
func (d *Diagnostic) Issue() *Issue { return d.issue }

// PuppetCode is the code as Puppet reports it: empty where it has none.
func (d *Diagnostic) PuppetCode() string {
	i := d.issue
	if i == nil {
		if e, ok := Find(d.Code); ok {
			i = e.Issue
		}
	}
	if i != nil && i.minted {
		return ""
	}
	return d.Code
}

// Place sets where the finding is, and returns it.
func (d *Diagnostic) Place(f *source.File, span source.Span) *Diagnostic {
	d.File, d.Span = f, span
	return d
}

// WithNote adds a second place, and returns the finding.
func (d *Diagnostic) WithNote(text string, f *source.File, span source.Span) *Diagnostic {
	d.Notes = append(d.Notes, Note{Text: text, File: f, Span: span})
	return d
}

// WithHint sets the hint, and returns the finding.
func (d *Diagnostic) WithHint(hint string) *Diagnostic {
	d.Hint = hint
	return d
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
func (d *Diagnostic) Error() string {
	name := ""
	if d.File != nil {
		name = d.File.Name()
	}
	line, column := d.Line(), d.Column()
	if location := Location(name, line, column); location != "" {
		return d.Message + " " + location
	}
	return d.Message
}

// Location is a place as Puppet prints it, or "". What is not known is empty or
// 0 and left out.
// puppet: util/errors.rb, error_location
func Location(file string, line, column int) string {
	if file == "" && line == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('(')
	if file != "" {
		b.WriteString("file: ")
		b.WriteString(file)
		if line != 0 {
			b.WriteString(", ")
		}
	}
	if line != 0 {
		b.WriteString("line: ")
		b.WriteString(strconv.Itoa(line))
		if column != 0 {
			b.WriteString(", column: ")
			b.WriteString(strconv.Itoa(column))
		}
	}
	b.WriteByte(')')
	return b.String()
}

// List is the diagnostics of one unit in the order they were found.
type List []*Diagnostic

// Limits are how many findings of each severity a run logs: Puppet's settings
// max_errors, max_warnings and max_deprecations.
type Limits struct{ Errors, Warnings, Deprecations int }

// DefaultLimits are those of Puppet.
var DefaultLimits = Limits{10, 10, 10}

// Outcome is what a run of Puppet prints for the list: the findings that go to
// the log, and the error that is raised at the end, nil when there is none.
//
// What is no token or no tree ends a run at once. What the validation finds is
// collected: one error is raised itself; of several each is logged up to the
// limit, and the error that is raised counts them. Warnings are logged before.
// puppet: pops/issue_reporter.rb, assert_and_report
func (l List) Outcome(limits Limits) (logged List, raised *Diagnostic) {
	if immediate, raised := l.beforeValidation(); raised != nil {
		return immediate, raised
	}
	var errors, immediate, warnings List
	warned, deprecated := 0, 0
	for _, d := range l {
		switch {
		case d.Embedded || d.phase() <= Syntax:
			immediate = append(immediate, d)
		case d.Severity == Error && d.Aborts:
			return immediate, d
		case d.Severity == Error:
			errors = append(errors, d)
		case d.Severity == Warning:
			if warned++; warned <= limits.Warnings {
				warnings = append(warnings, d)
			}
		case d.Severity == Deprecation:
			if deprecated++; deprecated <= limits.Deprecations {
				warnings = append(warnings, d)
			}
		}
	}
	logged = append(immediate, warnings...)
	switch {
	case len(errors) == 0:
		return logged, nil
	case len(errors) == 1 || limits.Errors <= 1:
		return logged, errors[0]
	}
	logged = append(logged, errors[:min(len(errors), limits.Errors)]...)
	if n := warned + deprecated; n > 0 {
		raised = GivingUpWithWarnings.Error(len(errors), n)
	} else {
		raised = GivingUp.Error(len(errors))
	}
	raised.File = errors[0].File
	return logged, raised
}

// beforeValidation is the first error of the lexer or the grammar, if any, and
// the warnings of the lexer up to it: what follows, Puppet does not see.
func (l List) beforeValidation() (logged List, raised *Diagnostic) {
	for _, d := range l {
		if d.Severity == Error && !d.Embedded && d.phase() <= Syntax {
			raised = d
			break
		}
	}
	if raised == nil {
		return nil, nil
	}
	for _, d := range l {
		// The token that cannot stand where it stands has been scanned.
		before := !raised.Span.IsValid() || d.Span.Start <= raised.Span.End
		if d.Severity != Error && !d.Embedded && d.phase() <= Syntax && before {
			logged = append(logged, d)
		}
	}
	return logged, raised
}

// phase is that of the finding's code.
func (d *Diagnostic) phase() Phase {
	if e, ok := Find(d.Code); ok {
		return e.Phase
	}
	return Catalog
}

// Limit keeps the first errors of the list, and all that is no error. It gives
// how many errors it dropped.
func (l List) Limit(maxErrors int) (kept List, dropped int) {
	errors := 0
	for _, d := range l {
		if d.Severity == Error {
			if errors++; errors > maxErrors {
				dropped++
				continue
			}
		}
		kept = append(kept, d)
	}
	return kept, dropped
}

// HasErrors reports whether any is an error.
func (l List) HasErrors() bool {
	for _, d := range l {
		if d.Severity == Error {
			return true
		}
	}
	return false
}
