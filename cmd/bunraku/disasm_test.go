package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bunraku/opcodes"
)

func TestDisasm(t *testing.T) {
	code := opcodes.Code{ReturnCode: -1, Instrs: []uint32{uint32(opcodes.PushInt) | 42<<8, uint32(opcodes.Return)},
		Scopes: []opcodes.ScopeInfo{{Parent: -1, To: 2}}}
	if err := opcodes.ComputeStack(&code); err != nil {
		t.Fatal(err)
	}
	data, err := opcodes.Encode(opcodes.UnitImage(&opcodes.Program{Name: "site.pp", Codes: []opcodes.Code{code}}))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	future := append([]byte(nil), data...)
	future[8]++
	flipped := append([]byte(nil), data...)
	flipped[len(flipped)-1] ^= 1
	for _, tt := range []struct {
		name           string
		data           []byte
		status         int
		stdout, stderr string
	}{
		{"good.pbc", data, exitOK, "PushInt              42", ""},
		{"short.pbc", data[:len(data)-3], exitErrors, "", "short.pbc: truncated bytecode file"},
		{"flipped.pbc", flipped, exitErrors, "", "flipped.pbc: corrupt bytecode file"},
		{"future.pbc", future, exitErrors, "", "a newer program is needed"},
		{"site.txt", []byte("notice(1)"), exitErrors, "", "site.txt: not a bunraku bytecode file"},
		{"site.pp", []byte("notice(1)"), exitOK, "PushInt              1", ""},
		{"wrong.pp", []byte("notice(1"), exitErrors, "", "Syntax error at end of input"},
	} {
		status, stdout, stderr := runCommand(t, "", "disasm", write(tt.name, tt.data))
		if status != tt.status || !strings.Contains(stdout, tt.stdout) || !strings.Contains(stderr, tt.stderr) {
			t.Errorf("%s: status %d\n%s\n%s", tt.name, status, stdout, stderr)
		}
	}
	if status, _, _ := runCommand(t, "", "disasm"); status != exitUsage {
		t.Errorf("no file: status %d", status)
	}
}
