package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// Exit statuses.
const (
	exitOK     = 0
	exitErrors = 1 // a manifest, template or evaluation has errors
	exitUsage  = 2 // the command line is wrong
)

// errFound ends a command whose findings are already printed.
var errFound = errors.New("errors were found")

// usageError is a mistake in the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

func main() {
	// Half of what parsing costs is garbage collection, and the process is
	// short-lived: four times the memory buys a third of the time.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run is main without the process: arguments and streams in, exit status out.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	app := newApp(stdin, stdout, stderr)
	err := app.Run(flagsFirst(app, args))
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFound):
		return exitErrors
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "bunraku: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(stderr, "bunraku: %v\n", err)
	return exitErrors
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	return &cli.App{
		Name:      "bunraku",
		Usage:     "compile and run Puppet manifests",
		Reader:    stdin,
		Writer:    stdout,
		ErrWriter: stderr,
		// The status is run's business: without this the library would end the process.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   onUsageError,
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usagef("unknown command %q; 'bunraku help' lists the commands", c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
		UseShortOptionHandling: true,
		Commands:               commands(),
	}
}

func onUsageError(_ *cli.Context, err error, _ bool) error { return usageError{err} }

// commands is every subcommand, in the order that help lists them.
func commands() []*cli.Command {
	list := []*cli.Command{
		checkCommand("check"),
		parseCommand(),
		compileCommand(),
		disasmCommand(),
		evalCommand(),
		replCommand(),
		catalogOfCommand("run"),
		catalogCommand(),
		parserCommand(),
	}
	for _, c := range list {
		setUsageHandler(c)
	}
	return list
}

func setUsageHandler(c *cli.Command) {
	c.OnUsageError = onUsageError
	for _, sub := range c.Subcommands {
		setUsageHandler(sub)
	}
}

// parserCommand has the spellings that users of `puppet parser` type.
func parserCommand() *cli.Command {
	return &cli.Command{
		Name:  "parser",
		Usage: "the commands of 'puppet parser'",
		Subcommands: []*cli.Command{
			checkCommand("validate"),
			dumpCommand(),
		},
	}
}
