package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bunraku"
)

// catalogOfCommand makes the catalog of a node.
func catalogOfCommand(name string) *cli.Command {
	return &cli.Command{
		Name:      name,
		Usage:     "make the catalog of a node from a manifest, an environment or a .pbc file",
		ArgsUsage: "[MANIFEST | FILE.pbc]",
		Flags: append(evaluationFlags(),
			&cli.StringFlag{Name: "e", Usage: "take `CODE` as the main manifest"},
			&cli.StringFlag{Name: "manifest", Usage: "the main manifest, a `PATH` of a file or directory"},
			&cli.StringFlag{Name: "nodes", Usage: "make the catalogs of many nodes: a directory of facts files, or a `FILE` that lists them"},
			&cli.StringFlag{Name: "out", Usage: "write each catalog to NODE.json in `DIR` instead of standard output"},
			&cli.StringFlag{Name: "enc", Usage: "external node classifier: a program, or a `FILE` of its output"},
		),
		Action: runCatalog,
	}
}

func runCatalog(c *cli.Context) error {
	if c.Bool("jsonl") {
		return answerLines(c.App.Reader, c.App.Writer, c.Int("jobs"), newLines(c).Run)
	}
	s, err := newSession(c)
	if err != nil {
		return err
	}
	switch {
	case c.IsSet("manifest"):
		s.request.Manifest = c.String("manifest")
	case !c.IsSet("e") && !c.Args().Present() && c.String("environment") != "":
		// the environment knows its main manifest
	case filepath.Ext(c.Args().First()) == ".pbc":
		if s.request.Programs, err = bunraku.ReadPrograms(c.Args().First()); err != nil {
			return fmt.Errorf("%s: %w", c.Args().First(), err)
		}
	default:
		if err := s.code(c); err != nil {
			return err
		}
	}
	if c.IsSet("nodes") {
		return runNodes(c, s)
	}
	if s.request.ENC, err = classify(c.String("enc"), s.request.Node); err != nil {
		return err
	}
	text, err := s.catalog(&s.request, s.options)
	if err != nil {
		return s.report(c.App.ErrWriter, err)
	}
	if dir := c.String("out"); dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		return writeAtomically(filepath.Join(dir, filepath.Base(s.request.Node)+".json"), append(text, '\n'))
	}
	fmt.Fprintf(c.App.Writer, "%s\n", text)
	return nil
}

// catalogCommand has the spelling that users of `puppet catalog` type.
func catalogCommand() *cli.Command {
	return &cli.Command{
		Name:        "catalog",
		Usage:       "the commands of 'puppet catalog'",
		Subcommands: []*cli.Command{catalogOfCommand("compile")},
	}
}
