package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ARCHITECTURE.md shows what commands print for a manifest that it shows too.
// Blocks that start with "$ bunraku" are compared with what is printed, and
// written with -update.
func TestArchitectureShowsWhatIs(t *testing.T) {
	path, err := filepath.Abs("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var out strings.Builder
	blocks := 0
	for paragraph := range paragraphs(string(text)) {
		block := unindent(paragraph)
		if name, manifest, ok := strings.Cut(block, "\n"); ok && strings.HasPrefix(name, "# ") && strings.HasSuffix(name, ".pp") {
			if err := os.WriteFile(name[2:], []byte(manifest), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if command, ok := strings.CutPrefix(block, "$ bunraku "); ok {
			blocks++
			command, _, _ = strings.Cut(command, "\n")
			args, _ := splitCommand(t, command)
			var printed bytes.Buffer
			if status := run(append([]string{"bunraku"}, args...), strings.NewReader(""), &printed, &printed); status != 0 {
				t.Errorf("%s: status %d", command, status)
			}
			paragraph = indent("$ bunraku " + command + "\n" + folded(undated(printed.String())))
		}
		out.WriteString(paragraph)
	}
	if blocks < 4 {
		t.Errorf("%d blocks", blocks)
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if out.String() != string(text) {
		t.Errorf("ARCHITECTURE.md shows what is no longer so: run go test ./cmd/bunraku -run Architecture -update\n%s", out.String())
	}
}

// paragraphs parts a document into runs of indented lines, and what is between.
// A blank line between indented ones is part of the run.
func paragraphs(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		lines := strings.SplitAfter(text, "\n")
		for i := 0; i < len(lines); {
			j := i
			indented := strings.HasPrefix(lines[i], "    ")
			for j < len(lines) && (strings.HasPrefix(lines[j], "    ") == indented ||
				indented && lines[j] == "\n" && j+1 < len(lines) && strings.HasPrefix(lines[j+1], "    ")) {
				j++
			}
			if !yield(strings.Join(lines[i:j], "")) {
				return
			}
			i = j
		}
	}
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}

func unindent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimPrefix(line, "    "))
	}
	return b.String()
}

// folded breaks a catalog, which is one line, before each resource and edge.
func folded(text string) string {
	if !strings.Contains(text, `{"tags":`) {
		return text
	}
	for _, start := range []string{`{"type":`, `{"source":`, `"classes":`} {
		text = strings.ReplaceAll(text, start, "\n  "+start)
	}
	return text
}
