package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"bunraku"
	"bunraku/grammar/edition"
	"bunraku/runtime"
	"bunraku/runtime/facts"
	"bunraku/runtime/logs"
)

// evaluationFlags are what eval, run and their kin share. The names are Puppet's.
func evaluationFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "edition", Value: edition.Puppet8.String(), Usage: "language: puppet8, puppet7 or evaluator4"},
		&cli.StringFlag{Name: "strict", Usage: "off, warning or error; the edition's own when not given"},
		&cli.BoolFlag{Name: "strict_variables", Usage: "an unknown variable is an error; the edition's own when not given"},
		&cli.StringFlag{Name: "modulepath", Usage: "directories of modules, separated like PATH"},
		&cli.StringFlag{Name: "environment", Usage: "`DIR` of an environment: modules, manifests, environment.conf"},
		&cli.StringFlag{Name: "node", Aliases: []string{"certname"}, Usage: "the node's `NAME`"},
		&cli.StringFlag{Name: "facts", Usage: "`FILE` of the node's facts: JSON, YAML or facter's output"},
		&cli.StringFlag{Name: "trusted", Usage: "`FILE` of the certificate's extensions, JSON or YAML"},
		&cli.BoolFlag{Name: "jsonl", Usage: "answer one JSON object a line from standard input"},
		&cli.IntFlag{Name: "jobs", Value: 1, Usage: "work on `N` lines of --jsonl or nodes of --nodes at a time; 0 is one for each core"},
	}
}

// session is what the flags of an evaluation say.
type session struct {
	options bunraku.Options
	env     *bunraku.Environment
	request bunraku.Request
}

func newSession(c *cli.Context) (*session, error) {
	s := &session{}
	ed, err := edition.Parse(c.String("edition"))
	if err != nil {
		return nil, usageError{err}
	}
	s.options.Edition = ed
	if v := c.String("strict"); v != "" {
		strict, ok := map[string]runtime.Strict{"off": runtime.StrictOff, "warning": runtime.StrictWarning, "error": runtime.StrictError}[v]
		if !ok {
			return nil, usagef("--strict is %q; it must be off, warning or error", v)
		}
		s.options.Strict = &strict
	}
	if c.IsSet("strict_variables") {
		b := c.Bool("strict_variables")
		s.options.StrictVariables = &b
	}
	s.options.Log = logTo(c.App.ErrWriter)
	dir := c.String("environment")
	name := "production"
	if dir != "" {
		if dir, err = filepath.Abs(dir); err != nil {
			return nil, err
		}
		name = filepath.Base(dir)
	}
	if s.env, err = bunraku.NewEnvironment(name, dir, splitPath(c.String("modulepath")), s.options); err != nil {
		return nil, err
	}
	s.request.Server = facts.Server{Version: "7.23.0", Name: hostname(), IP: "127.0.0.1"}
	s.request.Node = c.String("node")
	if s.request.Node == "" {
		s.request.Node = hostname()
	}
	if s.request.Facts, err = readFacts(c.String("facts")); err != nil {
		return nil, err
	}
	trusted, err := readFacts(c.String("trusted"))
	if err != nil {
		return nil, err
	}
	if trusted != nil {
		s.request.Trusted = trusted.Values
	}
	return s, nil
}

func hostname() string {
	if h, err := os.Hostname(); err == nil {
		return strings.ToLower(h)
	}
	return "localhost"
}

func splitPath(list string) []string {
	var out []string
	for _, p := range filepath.SplitList(list) {
		if p == "" {
			continue
		}
		if abs, err := filepath.Abs(p); err == nil {
			p = abs
		}
		out = append(out, p)
	}
	return out
}

func readFacts(path string) (*facts.Facts, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return facts.Parse(text, path)
}

// logTo prints log messages as Puppet does: "Notice: Scope(Class[main]): text".
func logTo(w io.Writer) logs.Sink {
	return func(m logs.Message) {
		if m.Level < logs.Notice {
			return
		}
		level := m.Level.String()
		if m.Level == logs.Err {
			level = "error"
		}
		text := m.Text
		if m.Source != "" {
			text = m.Source + ": " + text
		} else if m.Line > 0 {
			text += place(runtime.Place{File: m.File, Line: m.Line, Pos: m.Pos})
		}
		fmt.Fprintf(w, "%s: %s\n", strings.ToUpper(level[:1])+level[1:], text)
	}
}

func place(at runtime.Place) string {
	var parts []string
	if at.File != "" {
		parts = append(parts, "file: "+at.File)
	}
	if at.Line > 0 {
		parts = append(parts, fmt.Sprint("line: ", at.Line))
	}
	if at.Pos > 0 {
		parts = append(parts, fmt.Sprint("column: ", at.Pos))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// code is the main manifest that the command line names: -e, a file, or standard
// input.
func (s *session) code(c *cli.Context) error {
	switch {
	case c.IsSet("e"):
		s.request.Code, s.request.HasCode = c.String("e"), true
	case c.Args().Present() && c.Args().First() != "-":
		s.request.Manifest = c.Args().First()
	default:
		text, err := io.ReadAll(c.App.Reader)
		if err != nil {
			return err
		}
		s.request.Code, s.request.HasCode = string(text), true
	}
	return nil
}
