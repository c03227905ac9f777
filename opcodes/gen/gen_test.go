package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The generator runs on every test, so that it cannot rot, and a table that was
// changed without it is noticed.
func TestGenerated(t *testing.T) {
	files, err := generate("../..")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not up to date: run go generate ./opcodes", path)
		}
	}
}

// Each row can be read by the generator and by people.
func TestTable(t *testing.T) {
	names := map[string]bool{}
	for _, g := range groups {
		for _, in := range g.Ops {
			if names[in.Name] {
				t.Errorf("%s is declared twice", in.Name)
			}
			names[in.Name] = true
			if in.Doc == "" || !strings.HasSuffix(in.Doc, ".") {
				t.Errorf("%s: doc %q is no sentence", in.Name, in.Doc)
			}
			if strings.TrimSpace(in.Operands) != "" {
				for _, part := range strings.Split(in.Operands, ",") {
					if f := strings.Fields(part); len(f) != 2 {
						t.Errorf("%s: operand %q is not a name and a kind", in.Name, part)
					}
				}
			}
			targets := 0
			for i, o := range operands(in) {
				kindName(o.kind) // panics for an unknown kind
				if o.kind == "target" || o.kind == "switch" {
					targets++
				}
				if o.kind == "run" && (i == 0 || operands(in)[i-1].kind != "first") {
					t.Errorf("%s: operand %s counts slots but follows none", in.Name, o.name)
				}
			}
			if in.Fall != "" && targets == 0 {
				t.Errorf("%s: Fall without a target", in.Name)
			}
		}
	}
	if len(names) > 255 {
		t.Errorf("%d instructions do not fit a byte", len(names))
	}
}
