package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bunraku"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/opcodes"
)

// compileCommand writes bytecode.
func compileCommand() *cli.Command {
	return &cli.Command{
		Name:      "compile",
		Usage:     "compile manifests and templates to a .pbc file",
		ArgsUsage: "FILE...",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "o", Usage: "write to `FILE`; needed"},
			&cli.StringFlag{Name: "edition", Value: edition.Puppet8.String(), Usage: "language: puppet8, puppet7 or evaluator4"},
		},
		Action: compile,
	}
}

func compile(c *cli.Context) error {
	ed, err := edition.Parse(c.String("edition"))
	if err != nil {
		return usageError{err}
	}
	if c.String("o") == "" || !c.Args().Present() {
		return usagef("compile needs the files to compile and -o FILE.pbc")
	}
	img := &opcodes.Image{}
	failed := false
	for _, name := range c.Args().Slice() {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		prog, found := bunraku.CompileUnit(source.NewFile(name, string(text)), &bunraku.Options{Edition: ed}, filepath.Ext(name) == ".epp")
		if len(found) > 0 {
			if err := found.Write(c.App.ErrWriter, issue.Text); err != nil {
				return err
			}
		}
		if prog == nil {
			failed = true
			continue
		}
		img.Programs = append(img.Programs, prog)
	}
	if failed {
		return errFound
	}
	data, err := opcodes.Encode(img)
	if err != nil {
		return err
	}
	return writeAtomically(c.String("o"), data)
}

// writeAtomically writes a file so that a reader sees all of it or none.
func writeAtomically(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".bunraku-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err = f.Write(data); err == nil {
		err = f.Chmod(0o644)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}
