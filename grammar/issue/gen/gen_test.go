package main

import (
	"bytes"
	"os"
	"testing"
)

// The generator runs on every test, so that it cannot rot, and a catalogue that
// was changed without it is noticed.
func TestGenerated(t *testing.T) {
	for path, want := range generate("..") {
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not up to date: run go generate ./grammar/issue", path)
		}
	}
}
