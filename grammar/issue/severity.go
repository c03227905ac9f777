package issue

import (
	"fmt"

	"bunraku/grammar/source"
)

// Severities says how much each soft issue matters. The zero value makes every
// issue an error.
type Severities struct{ of map[*Issue]Severity }

// Set gives an issue a severity. A hard issue cannot be demoted.
func (s *Severities) Set(i *Issue, severity Severity) error {
	if i.hard && severity != Error {
		return fmt.Errorf("the hard issue %s cannot be demoted to %s", i.code, severity)
	}
	if s.of == nil {
		s.of = make(map[*Issue]Severity)
	}
	s.of[i] = severity
	return nil
}

// Of is the severity of the issue.
func (s *Severities) Of(i *Issue) Severity {
	if s == nil || i == nil {
		return Error
	}
	if severity, ok := s.of[i]; ok {
		return severity
	}
	return Error
}

// Reporter collects the findings of one file.
type Reporter struct {
	File       *source.File
	Severities *Severities // nil makes every issue an error
	List       List
}

// Report adds a finding in the reporter's file, with the severity that the
// settings give it. An ignored one is dropped, and nil is returned.
func (r *Reporter) Report(d *Diagnostic) *Diagnostic {
	d.File = r.File
	if d.issue != nil && !d.issue.hard {
		d.Severity = r.Severities.Of(d.issue)
		if d.Severity == Ignored {
			return nil
		}
	}
	r.List = append(r.List, d)
	return d
}
