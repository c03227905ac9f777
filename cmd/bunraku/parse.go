package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"bunraku/compiler/validate"
	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
)

// parseCommand prints the tree of manifests and templates.
func parseCommand() *cli.Command {
	return &cli.Command{
		Name:      "parse",
		Usage:     "print the syntax tree of manifests and templates",
		ArgsUsage: "[FILE|DIRECTORY|-]...",
		Description: "Files that end in .epp are templates, all others manifests; of a directory, the\n" +
			".pp and .epp files below it. Without arguments the code comes from standard input.",
		Flags:  parseFlags(),
		Action: runParse,
	}
}

// dumpCommand is parse as `puppet parser dump` spells it.
func dumpCommand() *cli.Command {
	c := parseCommand()
	c.Name = "dump"
	return c
}

func parseFlags() []cli.Flag {
	return append(inputFlags(),
		&cli.StringFlag{Name: "format", Value: "pn", Usage: "`FORM` of the tree: pn, json or tree"},
		&cli.BoolFlag{Name: "pretty", Usage: "print pn and json on many lines"},
		&cli.BoolFlag{Name: "jsonl", Usage: "print one JSON object a file: its pn, or its error"},
		&cli.BoolFlag{Name: "validate", Usage: "also make the static checks, as the command check does"},
		&cli.StringFlag{Name: "edition", Value: edition.Puppet8.String(), Usage: "`NAME` of the edition: puppet8, puppet7 or evaluator4"},
		&cli.IntFlag{Name: "max-errors", Aliases: []string{"max_errors"}, Value: 10, Usage: "give up on a file after `N` errors"},
		&cli.IntFlag{Name: "jobs", Value: runtime.NumCPU(), Usage: "parse `N` files at once"},
	)
}

// parsed is what the parse of a unit prints.
type parsed struct {
	out, errs []byte
	failed    bool
	err       error // the file could not be read
}

type treePrinter struct {
	format        string
	pretty, jsonl bool
	validate      bool
	opts          grammar.Options
}

func runParse(c *cli.Context) error {
	ed, err := edition.Parse(c.String("edition"))
	if err != nil {
		return usageError{err}
	}
	p := treePrinter{format: c.String("format"), pretty: c.Bool("pretty"), jsonl: c.Bool("jsonl"), validate: c.Bool("validate"),
		opts: grammar.Options{Edition: ed, MaxErrors: c.Int("max-errors"), CheckRegexp: checkRegexp}}
	switch p.format {
	case "pn", "json", "tree":
	default:
		return usagef("unknown format %q; the formats are pn, json and tree", p.format)
	}
	if p.jsonl && p.format != "pn" {
		return usagef("--jsonl prints pn only")
	}
	units, err := inputs(c)
	if err != nil {
		return err
	}
	return p.printAll(units, max(c.Int("jobs"), 1), c.App.Writer, c.App.ErrWriter)
}

// printAll parses the units side by side and prints them in their order.
func (p treePrinter) printAll(units []unit, jobs int, stdout, stderr io.Writer) error {
	out := bufio.NewWriterSize(stdout, 1<<16)
	defer out.Flush()
	failed := false
	err := inOrder(len(units), jobs,
		func(i int) parsed { return p.print(units[i]) },
		func(r parsed) error {
			if r.err != nil {
				fmt.Fprintf(stderr, "bunraku: %v\n", r.err)
			}
			failed = failed || r.failed || r.err != nil
			if len(r.errs) > 0 {
				stderr.Write(r.errs)
			}
			_, err := out.Write(r.out)
			return err
		})
	if err == nil {
		err = out.Flush()
	}
	if err == nil && failed {
		err = errFound
	}
	return err
}

func (p treePrinter) print(u unit) parsed {
	file, err := u.read()
	if err != nil {
		return parsed{err: err}
	}
	program, diags := u.parse(file, p.opts)
	if p.validate && !diags.HasErrors() {
		diags = append(diags, validate.Validate(program, validate.Options{Edition: p.opts.Edition, CheckRegexp: checkRegexp})...)
	}
	r := parsed{failed: diags.HasErrors()}
	if p.jsonl {
		r.out = p.jsonLine(u.name, program, diags)
		return r
	}
	for _, d := range diags {
		r.errs = fmt.Appendf(r.errs, "%s: %s\n", strings.ToUpper(d.Severity.String()[:1])+d.Severity.String()[1:], d.Error())
	}
	if r.failed {
		return r
	}
	switch p.format {
	case "pn":
		if p.pretty {
			r.out = []byte(grammar.PrettyPN(program))
		} else {
			r.out = grammar.AppendPN(nil, program)
		}
	case "json":
		r.out = grammar.JSON(program)
		if p.pretty {
			var b bytes.Buffer
			if err := json.Indent(&b, r.out, "", "  "); err != nil {
				return parsed{err: err}
			}
			r.out = b.Bytes()
		}
	case "tree":
		r.out = bytes.TrimSuffix([]byte(grammar.Tree(file, program)), []byte("\n"))
	}
	r.out = append(r.out, '\n')
	return r
}

// jsonError is an error as the reference scripts print one. What Puppet does
// not tell is null or left out.
type jsonError struct {
	Message string `json:"message"`
	Line    *int   `json:"line"`
	Pos     *int   `json:"pos"`
	File    string `json:"file,omitempty"`
	Issue   string `json:"issue,omitempty"`
	Full    string `json:"full"`
}

// jsonLine is {"file", "pn"} or {"file", "error"}. With the checks the error is
// what Puppet ends with, and "warnings" what it logs before that.
func (p treePrinter) jsonLine(name string, program *grammar.Program, diags issue.List) []byte {
	var line struct {
		File     string         `json:"file"`
		PN       *string        `json:"pn,omitempty"`
		Error    *jsonError     `json:"error,omitempty"`
		Warnings []issue.Object `json:"warnings,omitempty"`
	}
	line.File = name
	failure := firstError(diags)
	if p.validate {
		var logged issue.List
		logged, failure = diags.Outcome(issue.DefaultLimits)
		for _, d := range logged {
			line.Warnings = append(line.Warnings, d.LogObject())
		}
	}
	if failure != nil {
		line.Error = newJSONError(failure)
	} else {
		pn := grammar.PN(program)
		line.PN = &pn
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(line); err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return out.Bytes()
}

func firstError(diags issue.List) *issue.Diagnostic {
	for _, d := range diags {
		if d.Severity == issue.Error {
			return d
		}
	}
	return nil
}

func newJSONError(d *issue.Diagnostic) *jsonError {
	e := &jsonError{Message: d.Message, Issue: d.PuppetCode(), Full: d.Error()}
	if d.Placeless {
		e.Full = d.Message
		return e
	}
	if line := d.Line(); line > 0 {
		column := d.Column()
		e.Line, e.Pos = &line, &column
	}
	if d.File != nil {
		e.File = d.File.Name()
	}
	return e
}
