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

// disasmCommand prints the instructions of .pbc files, and those that manifests
// and templates are compiled to.
func disasmCommand() *cli.Command {
	return &cli.Command{
		Name:      "disasm",
		Usage:     "print the instructions of compiled files, manifests and templates",
		ArgsUsage: "[FILE.pbc | FILE.pp | FILE.epp]...",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "e", Usage: "take `CODE` instead of files"},
			&cli.BoolFlag{Name: "epp", Usage: "read --e as a template"},
			&cli.StringFlag{Name: "edition", Value: edition.Puppet8.String(), Usage: "language: puppet8, puppet7 or evaluator4"},
		},
		Action: disasm,
	}
}

func disasm(c *cli.Context) error {
	ed, err := edition.Parse(c.String("edition"))
	if err != nil {
		return usageError{err}
	}
	if c.IsSet("e") {
		return disassembleSource(c, source.NewFile("", c.String("e")), ed, c.Bool("epp"))
	}
	if !c.Args().Present() {
		return usagef("disasm needs the name of a file, or -e CODE")
	}
	for _, name := range c.Args().Slice() {
		switch ext := filepath.Ext(name); ext {
		case ".pp", ".epp":
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if err := disassembleSource(c, source.NewFile(name, string(text)), ed, ext == ".epp"); err != nil {
				return err
			}
		default:
			if err := disassemble(c, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func disassembleSource(c *cli.Context, file *source.File, ed edition.Edition, epp bool) error {
	prog, found := bunraku.CompileUnit(file, &bunraku.Options{Edition: ed}, epp)
	if len(found) > 0 {
		if err := found.Write(c.App.ErrWriter, issue.Text); err != nil {
			return err
		}
	}
	if prog == nil {
		return errFound
	}
	return prog.Disassemble(c.App.Writer)
}

func disassemble(c *cli.Context, name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	img, err := opcodes.Open(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	// All of it is read anyway, so that a damaged file can be told before half of
	// it is printed.
	if err := img.Check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return img.Disassemble(c.App.Writer)
}
