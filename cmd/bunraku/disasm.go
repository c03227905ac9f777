package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"bunraku/opcodes"
)

// disasmCommand prints what a .pbc file holds.
func disasmCommand() *cli.Command {
	return &cli.Command{
		Name:      "disasm",
		Usage:     "print the instructions of compiled files",
		ArgsUsage: "FILE.pbc...",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usagef("disasm needs the name of a .pbc file")
			}
			for _, name := range c.Args().Slice() {
				if err := disassemble(c, name); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
			return nil
		},
	}
}

func disassemble(c *cli.Context, name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	img, err := opcodes.Open(data)
	if err != nil {
		return err
	}
	// All of it is read anyway, so that a damaged file can be told before half of
	// it is printed.
	if err := img.Check(); err != nil {
		return err
	}
	return img.Disassemble(c.App.Writer)
}
