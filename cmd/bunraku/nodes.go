package main

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"bunraku"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/runtime/facts"
)

// runNodes makes the catalogs of many nodes. What fails is told at the end and
// does not keep the others from being made.
func runNodes(c *cli.Context, s *session) error {
	files, err := factsFiles(c.String("nodes"))
	if err != nil {
		return err
	}
	dir := c.String("out")
	if dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if err := s.compileOnce(c); err != nil {
		return err
	}
	bar := newProgress(c, len(files))
	var failed []string
	err = inOrder(len(files), c.Int("jobs"), func(i int) nodeResult {
		return s.runNode(files[i], c.String("enc"), dir)
	}, func(r nodeResult) error {
		bar.Add(1)
		if r.messages != "" {
			bar.Clear()
			for line := range strings.Lines(r.messages) {
				fmt.Fprintf(c.App.ErrWriter, "%s: %s", r.node, line)
			}
		}
		if r.failed {
			failed = append(failed, r.node)
			return nil
		}
		if dir == "" {
			_, err := c.App.Writer.Write(append(r.catalog, '\n'))
			return err
		}
		return nil
	})
	bar.Finish()
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		fmt.Fprintf(c.App.ErrWriter, "bunraku: %d of %d nodes failed: %s\n", len(failed), len(files), strings.Join(failed, ", "))
		return errFound
	}
	return nil
}

// nodeResult is what became of one node.
type nodeResult struct {
	node     string
	catalog  []byte
	messages string // its log, and why it failed
	failed   bool
}

// runNode makes the catalog of the node of a facts file, and writes it when dir
// is not empty.
func (s *session) runNode(file, enc, dir string) nodeResult {
	r := nodeResult{node: nodeName(file)}
	var messages bytes.Buffer
	err := func() error {
		request, options := s.request, s.options
		options.Log = logTo(&messages)
		var err error
		if request.Facts, err = readFacts(file); err != nil {
			return err
		}
		if name := request.Facts.Name; name != "" {
			r.node = name
		}
		request.Node = r.node
		if dir != "" && (r.node == "." || r.node == ".." || strings.ContainsAny(r.node, `/\`)) {
			return fmt.Errorf("%q is no name for a file", r.node)
		}
		if request.ENC, err = classify(enc, r.node); err != nil {
			return err
		}
		if r.catalog, err = s.catalog(&request, options); err != nil || dir == "" {
			return err
		}
		return writeAtomically(filepath.Join(dir, r.node+".json"), append(r.catalog, '\n'))
	}()
	if err != nil {
		r.failed = true
		s.report(&messages, err)
	}
	r.messages = messages.String()
	return r
}

// catalog makes a catalog as an agent receives it.
func (s *session) catalog(r *bunraku.Request, o bunraku.Options) ([]byte, error) {
	res, err := s.env.Compile(r, o)
	if err != nil {
		return nil, err
	}
	if err := res.Catalog.Stamp(time.Now(), rand.Reader); err != nil {
		return nil, err
	}
	return res.Catalog.AppendJSON(nil, bunraku.Wire())
}

// compileOnce compiles a main manifest that was given as text, so that it is not
// compiled for each node again.
func (s *session) compileOnce(c *cli.Context) error {
	if !s.request.HasCode {
		return nil
	}
	prog, found := bunraku.CompileUnit(source.NewFile("", s.request.Code), &s.options, false)
	if len(found) > 0 {
		if err := found.Write(c.App.ErrWriter, issue.Text); err != nil {
			return err
		}
	}
	if prog == nil {
		return errFound
	}
	s.request.Programs = append(s.request.Programs, prog)
	return nil
}

// factsFiles are the facts files that --nodes names: those of a directory, a
// facts file itself, or those that a file lists, one a line.
func factsFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var files []string
	switch {
	case info.IsDir():
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if isFacts(e.Name()) && !e.IsDir() {
				files = append(files, filepath.Join(path, e.Name()))
			}
		}
	case isFacts(path):
		files = []string{path}
	default:
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			if !filepath.IsAbs(line) {
				line = filepath.Join(filepath.Dir(path), line)
			}
			files = append(files, line)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no facts files (.yaml, .yml or .json) in it", path)
	}
	return files, nil
}

func isFacts(name string) bool {
	switch filepath.Ext(name) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

// nodeName is the node that a facts file is named after.
func nodeName(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// classify asks the external node classifier: a program that is called with the
// name of the node, or a file with what it would print.
func classify(path, node string) (*facts.Classification, error) {
	if path == "" {
		return nil, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var text []byte
	if info.Mode()&0o111 != 0 && info.Mode().IsRegular() {
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		if text, err = exec.Command(path, node).Output(); err != nil {
			var exit *exec.ExitError
			if errors.As(err, &exit) && len(exit.Stderr) > 0 {
				return nil, fmt.Errorf("%s %s: %w: %s", path, node, err, bytes.TrimSpace(exit.Stderr))
			}
			return nil, fmt.Errorf("%s %s: %w", path, node, err)
		}
	} else if text, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	return facts.ParseENC(text, node)
}

// newProgress is a progress bar for someone who watches; elsewhere it is silent.
func newProgress(c *cli.Context, n int) *progressbar.ProgressBar {
	w := io.Writer(io.Discard)
	if isTerminal(c.App.ErrWriter) && (c.String("out") != "" || !isTerminal(c.App.Writer)) {
		w = c.App.ErrWriter
	}
	return progressbar.NewOptions(n, progressbar.OptionSetWriter(w), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("nodes"), progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetDescription("catalogs"))
}
