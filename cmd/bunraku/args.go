package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a command before its other arguments, so that
// `compile FILE -o OUT` means what it says: the library stops at the first
// argument that is no flag. What follows "--" stays as it is.
func flagsFirst(app *cli.App, args []string) []string {
	if len(args) < 2 {
		return args
	}
	list, n := app.Commands, 1
	var cmd *cli.Command
	for n < len(args) {
		next := commandNamed(list, args[n])
		if next == nil {
			break
		}
		cmd, list, n = next, next.Subcommands, n+1
	}
	if cmd == nil {
		return args
	}
	out := append([]string(nil), args[:n]...)
	var rest []string
	for i := n; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			rest = append(rest, args[i:]...)
			break
		}
		if len(a) < 2 || a[0] != '-' {
			rest = append(rest, a)
			continue
		}
		out = append(out, a)
		name, _, valued := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if !valued && takesValue(cmd, name) && i+1 < len(args) {
			i++
			out = append(out, args[i])
		}
	}
	return append(out, rest...)
}

func commandNamed(list []*cli.Command, name string) *cli.Command {
	for _, c := range list {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// takesValue reports whether a flag of the command is followed by its value.
func takesValue(cmd *cli.Command, name string) bool {
	for _, f := range cmd.Flags {
		for _, n := range f.Names() {
			if n == name {
				_, isBool := f.(*cli.BoolFlag)
				return !isBool
			}
		}
	}
	return false
}
