package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"bunraku"
	"bunraku/grammar/edition"
	"bunraku/runtime/pcore"
)

// evalCommand evaluates code and prints the value of its last expression.
func evalCommand() *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "evaluate code and print the value of its last expression",
		ArgsUsage: "[FILE | -]",
		Flags: append(evaluationFlags(),
			&cli.StringFlag{Name: "e", Usage: "evaluate `CODE` instead of a file"},
			&cli.StringFlag{Name: "format", Value: "puppet", Usage: "how to print the value: puppet, string, json or type"},
		),
		Action: eval,
	}
}

func eval(c *cli.Context) error {
	if c.Bool("jsonl") {
		return answerLines(c.App.Reader, c.App.Writer, c.Int("jobs"), newLines(c).Eval)
	}
	s, err := newSession(c)
	if err != nil {
		return err
	}
	if err := s.code(c); err != nil {
		return err
	}
	res, err := s.env.Compile(&s.request, s.options)
	if err != nil {
		return s.report(c.App.ErrWriter, err)
	}
	switch c.String("format") {
	case "puppet":
		fmt.Fprintln(c.App.Writer, pcore.Inspect(res.Value))
	case "string":
		fmt.Fprintln(c.App.Writer, pcore.Text(res.Value))
	case "type":
		fmt.Fprintln(c.App.Writer, pcore.Infer(res.Value).String())
	case "json":
		data, err := pcore.ToData(res.Value, pcore.DataOptions{RichData: true})
		if err != nil {
			return err
		}
		text, err := pcore.AppendJSON(nil, data)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "%s\n", text)
	default:
		return usagef("--format is %q; it must be puppet, string, json or type", c.String("format"))
	}
	return nil
}

// newLines is the machine interface as the flags set it up. A request says
// itself what it needs; the flags are for requests that do not.
func newLines(c *cli.Context) *bunraku.Lines {
	l := &bunraku.Lines{Modulepath: splitPath(c.String("modulepath"))}
	if ed, err := edition.Parse(c.String("edition")); err == nil {
		l.Edition = ed
	}
	return l
}
