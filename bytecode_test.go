package bunraku

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	goruntime "runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"bunraku/grammar/edition"
	"bunraku/grammar/source"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/vm"
)

// manifests calls f with every manifest in the archives below testdata.
func manifests(t testing.TB, f func(name, text string)) {
	t.Helper()
	err := filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".txtar") {
			return err
		}
		a, err := txtar.ParseFile(path)
		if err != nil {
			return err
		}
		for _, file := range a.Files {
			if strings.HasSuffix(file.Name, ".pp") {
				f(path+"/"+file.Name, string(file.Data))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var editions = []edition.Edition{edition.Puppet8, edition.Puppet7, edition.Evaluator4}

// Whatever the compiler makes is accepted by the verifier, is the same when it
// is made again, and survives a file.
func TestBytecode(t *testing.T) {
	// One in seven: the archives have thousands of manifests, and which ones are
	// taken moves on as cases are added.
	const step = 7
	n := 0
	img := &opcodes.Image{}
	manifests(t, func(name, text string) {
		if n++; n%step != 0 {
			return
		}
		for _, e := range editions {
			p, _ := CompileUnit(source.NewFile(name, text), &Options{Edition: e}, false)
			if p == nil {
				continue
			}
			if err := opcodes.Verify(p); err != nil {
				var b bytes.Buffer
				p.Disassemble(&b)
				t.Errorf("%s (%s): %v\n%s\n%s", name, e, err, text, &b)
				continue
			}
			if n%3 == 0 {
				q, _ := CompileUnit(source.NewFile(name, text), &Options{Edition: e}, false)
				if !bytes.Equal(encode(t, opcodes.UnitImage(p)), encode(t, opcodes.UnitImage(q))) {
					t.Errorf("%s (%s): compiled twice, two files", name, e)
				}
			}
			img.Programs = append(img.Programs, p)
		}
	})
	if len(img.Programs) == 0 {
		t.Fatal("nothing was compiled")
	}
	opened, err := opcodes.Open(encode(t, img))
	if err == nil {
		err = opened.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	var before, after bytes.Buffer
	if err := img.Disassemble(&before); err != nil {
		t.Fatal(err)
	}
	if err := opened.Disassemble(&after); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before.Bytes(), after.Bytes()) {
		t.Error("the disassembly of a file differs from that of what was written")
	}
}

func encode(t testing.TB, img *opcodes.Image) []byte {
	t.Helper()
	data, err := opcodes.Encode(img)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fuzzed are manifests that together use most instructions.
var fuzzed = []string{
	`$a = [1, 2, 3] $b = $a.map |$x| { $x * 2 + $a[0] } [$c, [$d, $e]] = [1, [2, 3]] "${b} ${c}"`,
	`$h = {'a' => 1, 'b' => {'c' => 2}} $h.each |$k, $v| { $u = $k } $h['b']['c'] + $h.reduce(0) |$m, $x| { $m + 1 }`,
	`$r = 10.filter |$i| { $i % 3 == 1 } case $r { /x/: { 1 } [1, 4]: { 2 } Integer[1, 3]: { 3 } default: { 4 } }`,
	`$y = if 'host-12' =~ /^host-(\d+)/ { $1 } else { undef } $z = unless 'a' in ['a', 'b'] { 1 } $x = 'b' ? { 'a' => 1, 'b' => 2, default => 3 }`,
	`case 'c' { 'a': { 1 } 'b': { 2 } 'c': { 3 } 'd': { 4 } default: { 5 } }`,
	`function f(Integer $n, String *$rest) >> Integer { if $n < 2 { $n } else { f($n - 1) + f($n - 2) } } f(12)`,
	`$v = [1, 2, 3].any |$x| { $x > 2 } and [1].all |Integer $x| { next(true) } with(1, 2) |$p, $q = 3| { $p + $q } Array[Integer, 1, 2] == Array[Integer]`,
	`type T = Optional[String[1]] $x = 1 ? { T => 2, default => *[1, 2] } 5.each |$p| { 5.each |$q| { if $p == $q { break() } } } -$x`,
	`class c($a = 1) { notify { 'x': message => $a; default: tag => 'y' } } define d() { } node default { }`,
}

// mutateProgram changes some numbers and strings anywhere in a program.
func mutateProgram(r *rand.Rand, p *opcodes.Program) {
	var leaves []reflect.Value
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Array:
		default:
			leaves = append(leaves, v)
		}
	}
	walk(reflect.ValueOf(p).Elem())
	for range 1 + r.IntN(3) {
		v := leaves[r.IntN(len(leaves))]
		switch v.Kind() {
		case reflect.String:
			v.SetString([]string{"", "f", "x", "\xff", "String"}[r.IntN(5)])
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Uint8, reflect.Uint16, reflect.Uint32:
			if r.IntN(2) == 0 {
				v.SetUint(v.Uint() ^ 1<<r.IntN(v.Type().Bits()))
			} else {
				v.SetUint(v.Uint() + 1)
			}
		default:
			v.SetInt(v.Int() + int64(r.IntN(5)) - 2)
		}
	}
}

// runMutated changes a program and runs what the verifier accepts of it.
func runMutated(t *testing.T, text string, seed uint64) (accepted bool) {
	t.Helper()
	p, found := CompileUnit(source.NewFile("a.pp", text), &Options{}, false)
	if p == nil {
		t.Fatal(found)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	mutateProgram(r, p)
	if opcodes.Verify(p) != nil {
		return false
	}
	defer func() {
		if v := recover(); v != nil {
			var b bytes.Buffer
			p.Disassemble(&b)
			t.Logf("seed %d of %s\n%s", seed, text, &b)
			panic(v)
		}
	}()
	o := Options{}
	m := vm.NewMachine(vm.NewImage(builtins(), nil), &runtime.Evaluation{Settings: o.settings()}, vm.Limits{Depth: 200, Steps: 20_000})
	m.RunMain(p)
	return true
}

// A program that the verifier accepts cannot crash the machine or keep it busy,
// whatever it does.
func TestRunMutated(t *testing.T) {
	accepted := 0
	for i, text := range fuzzed {
		for seed := range uint64(150) {
			if runMutated(t, text, seed+uint64(i)<<32) {
				accepted++
			}
		}
	}
	if accepted < len(fuzzed)*20 {
		t.Errorf("only %d mutations were accepted", accepted)
	}
}

func FuzzRunMutated(f *testing.F) {
	for i := range fuzzed {
		f.Add(i, uint64(i))
	}
	f.Fuzz(func(t *testing.T, i int, seed uint64) {
		runMutated(t, fuzzed[uint(i)%uint(len(fuzzed))], seed)
	})
}

// seal gives a file that was changed the checksums that fit, by docs/bytecode.md
// alone. It leaves a file without room for them as it is.
func seal(data []byte) {
	le := binary.LittleEndian
	if len(data) < 200 {
		return
	}
	le.PutUint64(data[24:], uint64(len(data)))
	first := int(min(le.Uint64(data[72:]), uint64(len(data))))
	crc := crc32.MakeTable(crc32.Castagnoli)
	for at, block := 200, first; block < len(data) && at+4 <= first; at, block = at+4, block+16<<10 {
		le.PutUint32(data[at:], crc32.Checksum(data[block:min(block+16<<10, len(data))], crc))
	}
	h := sha256.New()
	h.Write(data[:32])
	h.Write(data[72:])
	h.Sum(data[32:32])
	le.PutUint32(data[64:], crc32.Update(crc32.Checksum(data[:64], crc), crc, data[68:max(first, 68)]))
}

// runFile opens a file and runs what is in it, within a limit of memory.
func runFile(t *testing.T, data []byte) (ran bool) {
	t.Helper()
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	img, err := opcodes.Open(data)
	if err != nil {
		return false
	}
	for i := range img.Len() {
		p, err := img.Program(i)
		if err != nil {
			continue
		}
		o := Options{}
		m := vm.NewMachine(vm.NewImage(builtins(), nil), &runtime.Evaluation{Settings: o.settings()}, vm.Limits{Depth: 200, Steps: 20_000})
		_, err = m.RunMain(p)
		var invalid *opcodes.VerifyError
		ran = ran || !errors.Is(err, opcodes.ErrCorrupt) && !errors.As(err, &invalid)
	}
	goruntime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20+uint64(len(data))*2048 {
		t.Fatalf("%d bytes took %d bytes of memory", len(data), used)
	}
	return ran
}

// Mutated files, with checksums that fit, are refused or run without harm.
func TestRunMutatedFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ran := 0
	for _, text := range fuzzed {
		p, found := CompileUnit(source.NewFile("a.pp", text), &Options{}, false)
		if p == nil {
			t.Fatal(found)
		}
		data := encode(t, opcodes.UnitImage(p))
		same := bytes.Clone(data)
		if seal(same); !bytes.Equal(same, data) {
			t.Fatal("docs/bytecode.md and the encoder disagree about checksums")
		}
		for range 150 {
			m := bytes.Clone(data)
			for range 1 + r.IntN(3) {
				m[200+r.IntN(len(m)-200)] ^= 1 << r.IntN(8)
			}
			if seal(m); runFile(t, m) {
				ran++
			}
		}
	}
	if ran < len(fuzzed)*10 {
		t.Errorf("only %d mutated files ran", ran)
	}
}

func FuzzRunFile(f *testing.F) {
	for _, text := range fuzzed {
		p, found := CompileUnit(source.NewFile("a.pp", text), &Options{}, false)
		if p == nil {
			f.Fatal(found)
		}
		f.Add(encode(f, opcodes.UnitImage(p)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = bytes.Clone(data)
		seal(data)
		runFile(t, data)
	})
}
