package issue

import (
	"fmt"
	"strconv"
	"strings"

	"bunraku/grammar/source"
)

// Issue is one thing that can go wrong: a code and a text with placeholders.
//
// A placeholder is %{name}. An argument of kind [Label] may be asked for with
// an article: %{a name}, %{A name}, %{the name}.
type Issue struct {
	code, text string
	hard       bool
	minted     bool
}

// Code identifies the issue. Several issues share a code where Puppet gives one
// code several texts.
func (i *Issue) Code() string { return i.code }

// Text is the message with its placeholders.
func (i *Issue) Text() string { return i.text }

// Hard issues are always errors. Soft ones take their severity from settings.
func (i *Issue) Hard() bool { return i.hard }

// Minted tells that Puppet raises the text without a code, and the code is ours.
func (i *Issue) Minted() bool { return i.minted }

// Phase is the stage of the work in which an issue is found.
type Phase uint8

// The phases, which are also the files of the catalogue.
const (
	Lexical Phase = iota
	Syntax
	Validation
	Evaluation
	Lookup
	Catalog
)

var phaseNames = [...]string{"lexical", "syntax", "validation", "evaluation", "lookup", "catalog"}

// String is the phase's name.
func (p Phase) String() string { return phaseNames[p] }

// Entry is an issue as the catalogue lists it.
type Entry struct {
	*Issue
	Name    string // of the Go variable
	Phase   Phase
	Doc     string // what it means, in sentences
	Example string // code that has the issue, marked with an ERROR comment; may be empty
}

// All lists the catalogue, phase by phase, in the order of the declarations.
// The caller must not change it.
func All() []Entry { return catalogue[:] }

// Find returns the first entry with the code.
func Find(code string) (Entry, bool) {
	for _, e := range catalogue {
		if e.code == code {
			return e, true
		}
	}
	return Entry{}, false
}

// The typed forms. Their type parameters are the kinds of the arguments, in the
// order in which the placeholders first appear in the text.
type (
	// Issue0 has no arguments.
	Issue0 struct{ Issue }
	// Issue1 has one argument.
	Issue1[A any] struct{ Issue }
	// Issue2 has two arguments.
	Issue2[A, B any] struct{ Issue }
	// Issue3 has three arguments.
	Issue3[A, B, C any] struct{ Issue }
	// Issue4 has four arguments.
	Issue4[A, B, C, D any] struct{ Issue }
)

// At is an occurrence of the issue at a place.
func (i *Issue0) At(at source.Span) *Diagnostic { return i.at(at) }

// At is an occurrence of the issue at a place.
func (i *Issue1[A]) At(at source.Span, a A) *Diagnostic { return i.at(at, a) }

// At is an occurrence of the issue at a place.
func (i *Issue2[A, B]) At(at source.Span, a A, b B) *Diagnostic { return i.at(at, a, b) }

// At is an occurrence of the issue at a place.
func (i *Issue3[A, B, C]) At(at source.Span, a A, b B, c C) *Diagnostic { return i.at(at, a, b, c) }

// At is an occurrence of the issue at a place.
func (i *Issue4[A, B, C, D]) At(at source.Span, a A, b B, c C, d D) *Diagnostic {
	return i.at(at, a, b, c, d)
}

// Error is the issue as a Go error without a place; the one who knows the place
// adds it with [Diagnostic.Place].
func (i *Issue0) Error() *Diagnostic { return i.at(source.NoSpan) }

// Error is the issue as a Go error without a place.
func (i *Issue1[A]) Error(a A) *Diagnostic { return i.at(source.NoSpan, a) }

// Error is the issue as a Go error without a place.
func (i *Issue2[A, B]) Error(a A, b B) *Diagnostic { return i.at(source.NoSpan, a, b) }

// Error is the issue as a Go error without a place.
func (i *Issue3[A, B, C]) Error(a A, b B, c C) *Diagnostic { return i.at(source.NoSpan, a, b, c) }

// Error is the issue as a Go error without a place.
func (i *Issue4[A, B, C, D]) Error(a A, b B, c C, d D) *Diagnostic {
	return i.at(source.NoSpan, a, b, c, d)
}

func (i *Issue) at(at source.Span, args ...any) *Diagnostic {
	return &Diagnostic{
		Code:     i.code,
		Severity: Error,
		Message:  format(i.text, args),
		Span:     at,
		issue:    i,
	}
}

func hard0(code, text string) Issue0 { return Issue0{Issue{code: code, text: text, hard: true}} }
func hard1[A any](code, text string) Issue1[A] {
	return Issue1[A]{Issue{code: code, text: text, hard: true}}
}
func hard2[A, B any](code, text string) Issue2[A, B] {
	return Issue2[A, B]{Issue{code: code, text: text, hard: true}}
}
func hard3[A, B, C any](code, text string) Issue3[A, B, C] {
	return Issue3[A, B, C]{Issue{code: code, text: text, hard: true}}
}
func hard4[A, B, C, D any](code, text string) Issue4[A, B, C, D] {
	return Issue4[A, B, C, D]{Issue{code: code, text: text, hard: true}}
}

func soft0(code, text string) Issue0           { return Issue0{Issue{code: code, text: text}} }
func soft1[A any](code, text string) Issue1[A] { return Issue1[A]{Issue{code: code, text: text}} }
func soft2[A, B any](code, text string) Issue2[A, B] {
	return Issue2[A, B]{Issue{code: code, text: text}}
}
func soft3[A, B, C any](code, text string) Issue3[A, B, C] {
	return Issue3[A, B, C]{Issue{code: code, text: text}}
}

// bare issues are those that Puppet raises as a plain string: hard, with a code
// of ours.
func bare0(code, text string) Issue0 {
	return Issue0{Issue{code: code, text: text, hard: true, minted: true}}
}
func bare1[A any](code, text string) Issue1[A] {
	return Issue1[A]{Issue{code: code, text: text, hard: true, minted: true}}
}
func bare2[A, B any](code, text string) Issue2[A, B] {
	return Issue2[A, B]{Issue{code: code, text: text, hard: true, minted: true}}
}
func bare3[A, B, C any](code, text string) Issue3[A, B, C] {
	return Issue3[A, B, C]{Issue{code: code, text: text, hard: true, minted: true}}
}
func bare4[A, B, C, D any](code, text string) Issue4[A, B, C, D] {
	return Issue4[A, B, C, D]{Issue{code: code, text: text, hard: true, minted: true}}
}

// placeholder splits text at its next %{...}: what stands before it, the
// modifier and name inside it, and the rest.
func placeholder(text string) (before, modifier, name, after string, found bool) {
	before, rest, found := strings.Cut(text, "%{")
	if !found {
		return text, "", "", "", false
	}
	inside, after, _ := strings.Cut(rest, "}")
	if m, n, ok := strings.Cut(inside, " "); ok {
		return before, m, n, after, true
	}
	return before, "", inside, after, true
}

// format binds the arguments to the placeholders. A name that occurs again is
// the same argument again.
func format(text string, args []any) string {
	if len(args) == 0 {
		return text
	}
	var b strings.Builder
	var names [4]string
	n := 0
	for {
		before, modifier, name, after, found := placeholder(text)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		text = after
		index := -1
		for i, known := range names[:n] {
			if known == name {
				index = i
			}
		}
		if index < 0 {
			index = n
			names[n] = name
			n++
		}
		b.WriteString(formatArg(modifier, args[index]))
	}
}

func formatArg(modifier string, arg any) string {
	switch v := arg.(type) {
	case string:
		return v
	case Label:
		switch modifier {
		case "a":
			return v.A()
		case "A":
			return v.AUpper()
		case "the":
			return v.The()
		}
		return string(v)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case []string:
		if modifier == "or" {
			return CombineOr(v)
		}
		return strings.Join(v, ", ")
	case fmt.Stringer:
		return v.String()
	}
	return fmt.Sprint(arg)
}
