package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"bunraku/grammar"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/runtime/regexp"
)

// inputFlags are the flags that name inputs beside the arguments.
func inputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "epp", Usage: "read standard input and --e as a template"},
		&cli.StringFlag{Name: "e", Usage: "take `CODE` instead of files"},
		&cli.StringFlag{Name: "files", Usage: "also take the files named in `LIST`, one a line; - is standard input"},
	}
}

// unit is a manifest or template that a command works on.
type unit struct {
	name string
	epp  bool
	text *string // nil for a file that is still to be read
}

// read takes the text of a unit.
func (u unit) read() (*source.File, error) {
	if u.text != nil {
		return source.NewFile(u.name, *u.text), nil
	}
	text, err := os.ReadFile(u.name)
	if err != nil {
		return nil, err
	}
	return source.NewFile(u.name, string(text)), nil
}

func (u unit) parse(file *source.File, o grammar.Options) (*grammar.Program, issue.List) {
	if u.epp {
		return grammar.ParseEPP(file, o)
	}
	return grammar.Parse(file, o)
}

// inputs are what the command line names: a directory stands for the manifests
// and templates below it, "-" or nothing for standard input.
func inputs(c *cli.Context) ([]unit, error) {
	var units []unit
	if c.IsSet("e") {
		code := c.String("e")
		return []unit{{epp: c.Bool("epp"), text: &code}}, nil
	}
	names := c.Args().Slice()
	if list := c.String("files"); list != "" {
		text, err := readInput(list, c.App.Reader)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimRight(line, "\r\n"); line != "" {
				names = append(names, line)
			}
		}
	} else if len(names) == 0 {
		names = []string{"-"}
	}
	for _, name := range names {
		if name == "-" {
			text, err := readInput("-", c.App.Reader)
			if err != nil {
				return nil, err
			}
			units = append(units, unit{epp: c.Bool("epp"), text: &text})
			continue
		}
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			units = append(units, unit{name: name, epp: strings.HasSuffix(name, ".epp")})
			continue
		}
		err := filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err == nil && !d.IsDir() && (ext == ".pp" || ext == ".epp") {
				units = append(units, unit{name: path, epp: ext == ".epp"})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return units, nil
}

func readInput(name string, stdin io.Reader) (string, error) {
	var text []byte
	var err error
	if name == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(name)
	}
	return string(text), err
}

// checkRegexp tells what Ruby would say of a regular expression.
func checkRegexp(source string) error {
	_, err := regexp.Compile(source, 0)
	return err
}

// inOrder runs work for 0 to n-1 on several goroutines and hands each result to
// emit in that order, as soon as it is there. Work runs ahead of emit by little,
// so that results do not pile up. A jobs of 0 or less is one for each core.
func inOrder[T any](n, jobs int, work func(int) T, emit func(T) error) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, n)
	if jobs <= 1 {
		for i := range n {
			if err := emit(work(i)); err != nil {
				return err
			}
		}
		return nil
	}
	type slot struct {
		index int
		done  chan T
	}
	todo := make(chan slot)
	ahead := make(chan slot, 8*jobs)
	stop := make(chan struct{})
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for s := range todo {
				s.done <- work(s.index)
			}
		})
	}
	go func() {
		defer close(ahead)
		defer close(todo)
		for i := range n {
			s := slot{i, make(chan T, 1)}
			select {
			case ahead <- s:
			case <-stop:
				return
			}
			todo <- s
		}
	}()
	var err error
	for s := range ahead {
		if err != nil {
			continue // drain what is under way
		}
		if err = emit(<-s.done); err != nil {
			close(stop)
		}
	}
	workers.Wait()
	return err
}
