package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"

	"bunraku/compiler/validate"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"

	"github.com/urfave/cli/v2"
)

// checkCommand finds what is wrong with manifests and templates before any is
// evaluated. Its other name is that of Puppet: parser validate.
func checkCommand(name string) *cli.Command {
	return &cli.Command{
		Name:      name,
		Usage:     "find errors in manifests and templates without evaluating them",
		ArgsUsage: "[FILE | DIRECTORY | -]...",
		Flags: append(inputFlags(),
			&cli.StringFlag{Name: "edition", Value: edition.Puppet8.String(), Usage: "language: puppet8, puppet7 or evaluator4"},
			&cli.StringFlag{Name: "strict", Usage: "off, warning or error; the edition's own when not given"},
			&cli.StringFlag{Name: "format", Value: issue.Text.String(), Usage: "text, json, sarif or github"},
			&cli.BoolFlag{Name: "jsonl", Usage: "one line of JSON for each file, as Puppet would end with it"},
			&cli.IntFlag{Name: "max-errors", Aliases: []string{"max_errors"}, Value: 10, Usage: "report at most `N` errors of a file, 0 for all"},
			&cli.StringFlag{Name: "modulepath", Usage: "directories of modules, whose files may only define what their path says"},
			&cli.StringFlag{Name: "manifest", Usage: "the site manifest, file or directory: it may define anything"},
			&cli.IntFlag{Name: "jobs", Usage: "work on `N` files at once, 0 for one on each core"},
		),
		Action: check,
	}
}

// checker is the check command with its flags read.
type checker struct {
	options   validate.Options
	maxErrors int
}

// checked is one file with its findings, all of them.
type checked struct {
	name string
	list issue.List
}

func check(c *cli.Context) error {
	run, err := newChecker(c)
	if err != nil {
		return err
	}
	format, err := issue.ParseFormat(c.String("format"))
	if err != nil {
		return usageError{err}
	}
	files, err := inputs(c)
	if err != nil {
		return err
	}
	var all issue.List
	lines := json.NewEncoder(c.App.Writer)
	lines.SetEscapeHTML(false)
	failed := false
	err = inOrder(len(files), c.Int("jobs"), func(i int) checked { return run.file(files[i]) }, func(f checked) error {
		failed = failed || f.list.HasErrors()
		if c.Bool("jsonl") {
			return lines.Encode(run.outcome(f))
		}
		list, dropped := f.list.Limit(run.maxErrors)
		if dropped > 0 {
			fmt.Fprintf(c.App.ErrWriter, "%s: %d more errors are not shown; see --max-errors\n", f.name, dropped)
		}
		if format == issue.Text || format == issue.GitHub {
			return list.Write(c.App.Writer, format)
		}
		all = append(all, list...)
		return nil
	})
	if err != nil {
		return err
	}
	if !c.Bool("jsonl") && (format == issue.JSON || format == issue.SARIF) {
		if err := all.Write(c.App.Writer, format); err != nil {
			return err
		}
	}
	if failed {
		return errFound
	}
	return nil
}

func newChecker(c *cli.Context) (*checker, error) {
	e, err := edition.Parse(c.String("edition"))
	if err != nil {
		return nil, usageError{err}
	}
	strict, ok := validate.ParseStrict(c.String("strict"))
	if !ok {
		return nil, usagef("strict is %q; it can be off, warning or error", c.String("strict"))
	}
	run := &checker{
		options:   validate.Options{Edition: e, Strict: strict, CheckRegexp: checkRegexp},
		maxErrors: c.Int("max-errors"),
	}
	if run.maxErrors <= 0 {
		run.maxErrors = math.MaxInt
	}
	run.options.MaxErrors = run.maxErrors
	for _, dir := range filepath.SplitList(c.String("modulepath")) {
		run.options.ModulePath = append(run.options.ModulePath, absolute(dir))
	}
	if m := c.String("manifest"); m != "" {
		run.options.Manifest = absolute(m)
	}
	return run, nil
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// file parses and validates one input.
func (run *checker) file(u unit) checked {
	file, err := u.read()
	if err != nil {
		d := unreadable(u.name, err)
		d.File = source.NewFile(u.name, "")
		return checked{u.name, issue.List{d}}
	}
	options := run.options
	if u.name != "" && len(options.ModulePath) > 0 {
		options.Path = absolute(u.name)
	}
	_, list := validate.Parse(file, u.epp, options)
	return checked{u.name, list}
}

// unreadable is the finding about a file that is not there or cannot be read.
func unreadable(name string, err error) *issue.Diagnostic {
	if errors.Is(err, fs.ErrNotExist) {
		return issue.NoSuchFileOrDirectory.Error(name)
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return issue.Unreadable.Error(name, err.Error())
}

// outcomeLine is a file in the machine interface: what Puppet would raise, and
// what it would log before.
type outcomeLine struct {
	File     string         `json:"file"`
	Error    *jsonError     `json:"error,omitempty"`
	Warnings []issue.Object `json:"warnings,omitempty"`
}

func (run *checker) outcome(f checked) outcomeLine {
	line := outcomeLine{File: f.name}
	limits := issue.DefaultLimits
	limits.Errors = run.maxErrors
	logged, raised := f.list.Outcome(limits)
	if raised != nil {
		line.Error = newJSONError(raised)
	}
	for _, d := range logged {
		line.Warnings = append(line.Warnings, d.LogObject())
	}
	return line
}
