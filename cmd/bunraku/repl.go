package main

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/urfave/cli/v2"

	"bunraku"
	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

// errDropped is what a reader gives when what was typed is to be forgotten.
var errDropped = errors.New("dropped")

// replCommand reads code, evaluates it and prints the value, in a loop.
func replCommand() *cli.Command {
	return &cli.Command{
		Name:      "repl",
		Usage:     "evaluate code line by line; what is assigned and defined stays",
		ArgsUsage: "[MANIFEST]",
		Flags:     withoutFlag(withoutFlag(evaluationFlags(), "jsonl"), "jobs"),
		Action:    repl,
	}
}

const replHelp = `Code is evaluated when it is complete; an open bracket, quote or heredoc goes on
in the next line. On a terminal Ctrl-C drops what was typed.
  :type CODE     print the type of the value
  :disasm CODE   print the instructions of the code
  :resources     list the resources that are declared so far
  :help          print this
  :quit          leave, as the end of input does
`

var replCommands = []string{":disasm", ":help", ":quit", ":resources", ":type"}

// lineReader gives the lines of a dialogue; io.EOF ends it.
type lineReader interface {
	// Line reads a line. A first line starts a new piece of code.
	Line(first bool) (string, error)
	// Remember adds a piece of code to the history.
	Remember(text string)
	Close() error
}

func repl(c *cli.Context) error {
	s, err := newSession(c)
	if err != nil {
		return err
	}
	if c.Args().Present() {
		s.request.Manifest = c.Args().First()
	}
	session, err := s.env.NewSession(&s.request, s.options)
	if err != nil {
		return s.report(c.App.ErrWriter, err)
	}
	r := &dialogue{Session: session, options: s.options, out: c.App.Writer, errs: c.App.ErrWriter}
	in := openLines(c.App.Reader, c.App.Writer, r.complete)
	defer in.Close()
	return r.run(in)
}

// dialogue is a session with someone who reads its answers.
type dialogue struct {
	*bunraku.Session
	options   bunraku.Options
	out, errs io.Writer
}

func (d *dialogue) run(in lineReader) error {
	for {
		text, err := d.read(in)
		if trimmed := strings.TrimSpace(text); trimmed != "" {
			in.Remember(strings.TrimRight(text, "\n"))
			if quit := d.answer(trimmed, text); quit {
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// read reads lines until they are a complete piece of code.
func (d *dialogue) read(in lineReader) (string, error) {
	var text strings.Builder
	for {
		line, err := in.Line(text.Len() == 0)
		if err == errDropped {
			text.Reset()
			continue
		}
		if err != nil {
			text.WriteString(line)
			return text.String(), err
		}
		text.WriteString(line)
		text.WriteByte('\n')
		if !bunraku.Incomplete(codeOf(text.String()), d.options) {
			return text.String(), nil
		}
	}
}

// codeOf is the code in a line that may start with a command.
func codeOf(text string) string {
	if !strings.HasPrefix(text, ":") || strings.HasPrefix(text, "::") {
		return text
	}
	if _, rest, ok := strings.Cut(text, " "); ok {
		return rest
	}
	return ""
}

func (d *dialogue) answer(trimmed, text string) (quit bool) {
	name, rest := "", text
	if strings.HasPrefix(trimmed, ":") && !strings.HasPrefix(trimmed, "::") {
		name, rest, _ = strings.Cut(trimmed, " ")
	}
	switch name {
	case "":
		if v, ok := d.eval(rest); ok && !v.IsUndef() {
			fmt.Fprintln(d.out, pcore.Inspect(v))
		}
	case ":type":
		if v, ok := d.eval(rest); ok {
			fmt.Fprintln(d.out, pcore.Infer(v).String())
		}
	case ":disasm":
		if p := d.compile(rest); p != nil {
			if err := p.Disassemble(d.out); err != nil {
				fmt.Fprintf(d.errs, "Error: %v\n", err)
			}
		}
	case ":resources":
		for _, r := range d.Catalog().Resources() {
			fmt.Fprintln(d.out, r.Ref())
		}
	case ":help":
		fmt.Fprint(d.out, replHelp)
	case ":quit":
		return true
	default:
		fmt.Fprintf(d.errs, "Error: unknown command %s; :help lists the commands\n", name)
	}
	return false
}

func (d *dialogue) compile(text string) *opcodes.Program {
	p, found := d.Compile(strings.TrimRight(text, "\n"))
	if len(found) > 0 {
		found.Write(d.errs, issue.Text)
	}
	return p
}

func (d *dialogue) eval(text string) (v values.Value, ok bool) {
	p := d.compile(text)
	if p == nil {
		return v, false
	}
	v, err := d.Eval(p)
	if err != nil {
		printError(d.errs, err, d.Text, d.Names)
		return v, false
	}
	return v, true
}

// complete gives the ways in which the word before the cursor can go on.
func (d *dialogue) complete(line string, pos int) (head string, completions []string, tail string) {
	head, tail = line[:pos], line[pos:]
	start := strings.LastIndexFunc(head, func(r rune) bool {
		return !(r == '_' || r == ':' || r == '$' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) + 1
	word := head[start:]
	if word == "" {
		return head, nil, tail
	}
	names := d.Names()
	if start == 0 && word[0] == ':' {
		names = replCommands
	}
	head = head[:start]
	i := sort.SearchStrings(names, word)
	for ; i < len(names) && strings.HasPrefix(names[i], word); i++ {
		if n := len(completions); n == 0 || completions[n-1] != names[i] {
			completions = append(completions, names[i])
		}
	}
	return head, completions, tail
}

func withoutFlag(flags []cli.Flag, name string) []cli.Flag {
	var out []cli.Flag
	for _, f := range flags {
		if f.Names()[0] != name {
			out = append(out, f)
		}
	}
	return out
}
