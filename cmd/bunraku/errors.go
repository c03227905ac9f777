package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"bunraku"
	"bunraku/runtime"
	"bunraku/runtime/pcore"
	"bunraku/vm"
)

// report prints why the session's request failed.
func (s *session) report(w io.Writer, err error) error {
	printError(w, err, func(file string) (string, bool) {
		if file == "" && s.request.HasCode {
			return s.request.Code, true
		}
		return "", false
	}, s.names)
	return errFound
}

// names are the variables that the facts give.
func (s *session) names() []string {
	var out []string
	if f := s.request.Facts; f != nil {
		for _, e := range f.Values.Entries() {
			out = append(out, "$"+pcore.Text(e.Key))
		}
	}
	return out
}

// printError prints why an evaluation failed: Puppet's line, the source with a
// caret, a hint, and how the evaluation came there. text gives the source of
// what is no file; names, which may be nil, are the names that code can use
// beside those of its own source.
func printError(w io.Writer, err error, text func(file string) (string, bool), names func() []string) {
	var e *vm.Error
	if !errors.As(err, &e) {
		fmt.Fprintf(w, "Error: %v\n", err)
		return
	}
	fmt.Fprintf(w, "Error: %s%s\n", e.Message, place(e.Place))
	source, ok := text(e.File)
	if !ok && e.File != "" {
		if data, err := os.ReadFile(e.File); err == nil {
			source, ok = string(data), true
		}
	}
	if ok {
		printCaret(w, source, e.Place)
	}
	if hint := bunraku.Hint(e, source, names); hint != "" {
		fmt.Fprintf(w, "      hint: %s\n", hint)
	}
	if len(e.Trace) > 1 {
		for _, t := range e.Trace[1:] {
			name := t.Name
			if name == "" {
				name = "main"
			}
			fmt.Fprintf(w, "  from %s%s\n", name, place(t.Place))
		}
	}
}

// printCaret prints the line of a place with a caret below its column.
func printCaret(w io.Writer, source string, at runtime.Place) {
	lines := strings.Split(source, "\n")
	if at.Line <= 0 || at.Line > len(lines) {
		return
	}
	line := strings.TrimRight(lines[at.Line-1], "\r")
	fmt.Fprintf(w, "%5d | %s\n", at.Line, line)
	if at.Pos > 0 {
		fmt.Fprintf(w, "      | %s^\n", indentTo(line, at.Pos-1))
	}
}

// indentTo is as wide as the first n characters of line; tabs stay tabs.
func indentTo(line string, n int) string {
	var b strings.Builder
	for _, r := range line {
		if n--; n < 0 {
			break
		}
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
