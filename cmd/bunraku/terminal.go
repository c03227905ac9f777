package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"
	"golang.org/x/term"
)

// isTerminal reports whether someone sits at the other end of a stream.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// completer gives the ways in which a line can go on at pos, a byte offset.
type completer func(line string, pos int) (head string, completions []string, tail string)

// openLines reads lines from a terminal with editing, history and completion;
// from anything else as they come, without a prompt.
func openLines(in io.Reader, out io.Writer, complete completer) lineReader {
	if in != io.Reader(os.Stdin) || !isTerminal(in) || !isTerminal(out) || !liner.TerminalSupported() {
		return &plainLines{bufio.NewReader(in)}
	}
	l := &editedLines{State: liner.NewLiner()}
	l.SetCtrlCAborts(true)
	l.SetTabCompletionStyle(liner.TabPrints)
	l.SetWordCompleter(func(line string, pos int) (string, []string, string) {
		// The library counts characters.
		return complete(line, len(string([]rune(line)[:pos])))
	})
	if dir, err := os.UserCacheDir(); err == nil {
		l.history = filepath.Join(dir, "bunraku", "history")
		if f, err := os.Open(l.history); err == nil {
			l.ReadHistory(f)
			f.Close()
		}
	}
	fmt.Fprintln(out, "bunraku: :help lists the commands, :quit or Ctrl-D leaves")
	return l
}

type plainLines struct{ *bufio.Reader }

func (l *plainLines) Line(bool) (string, error) {
	line, err := l.ReadString('\n')
	return strings.TrimRight(line, "\r\n"), err
}

func (*plainLines) Remember(string) {}
func (*plainLines) Close() error    { return nil }

type editedLines struct {
	*liner.State
	history string // "" when there is no place for it
}

func (l *editedLines) Line(first bool) (string, error) {
	prompt := "> "
	if !first {
		prompt = "| "
	}
	line, err := l.Prompt(prompt)
	if errors.Is(err, liner.ErrPromptAborted) { // Ctrl-C
		return "", errDropped
	}
	return line, err
}

// Remember adds a piece of code to the history; one line of history is one line
// of the editor, so pieces of several lines are added line by line.
func (l *editedLines) Remember(text string) {
	for line := range strings.Lines(text) {
		l.AppendHistory(strings.TrimRight(line, "\n"))
	}
}

// Close gives the terminal back and keeps the history.
func (l *editedLines) Close() error {
	err := l.State.Close()
	if l.history == "" || os.MkdirAll(filepath.Dir(l.history), 0o700) != nil {
		return err
	}
	f, ferr := os.OpenFile(l.history, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if ferr != nil {
		return err // a history that cannot be kept is no reason to fail
	}
	l.WriteHistory(f)
	f.Close()
	return err
}
