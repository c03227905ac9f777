package opcodes

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"bunraku/grammar/edition"
)

// Every field of every type comes back, also one that is added tomorrow.
func TestFieldsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var p Program
		randomValue(r, reflect.ValueOf(&p).Elem(), 0)
		p.Edition = edition.Evaluator4
		var want []Code
		want, p.Codes = p.Codes, nil
		strs := &stringTable{numbers: map[string]uint32{}}
		w := writer{strings: strs}
		w.writeProgram(&p)
		f := fileOf(strs)
		var got Program
		rd := reader{b: w.b, file: f}
		rd.readProgram(&got)
		if w.err != nil || rd.err != nil || len(rd.b) > 0 || !reflect.DeepEqual(p, got) {
			t.Fatalf("program:\nwrote %+v %v\nread  %+v %v", p, w.err, got, rd.err)
		}
		for i := range want {
			want[i].Instrs = randomInstrs(r)
			w := writer{strings: strs}
			w.writeCode(&want[i])
			var c Code
			rd := reader{b: w.b, file: fileOf(strs)}
			rd.readCode(&c)
			if w.err != nil || rd.err != nil || len(rd.b) > 0 || !reflect.DeepEqual(want[i], c) {
				t.Fatalf("code:\nwrote %+v %v\nread  %+v %v", want[i], w.err, c, rd.err)
			}
		}
	}
}

// fileOf is a file that has only strings.
func fileOf(strs *stringTable) *file {
	var sec [numSections][]byte
	sec[secHeap] = strs.heap
	for _, end := range strs.ends {
		sec[secEnds] = le.AppendUint32(sec[secEnds], end)
	}
	f := &file{data: layOut(&Image{}, &sec)}
	if err := f.openHeader(); err != nil {
		panic(err)
	}
	if err := f.openSections(); err != nil {
		panic(err)
	}
	return f
}

func testImage(r *rand.Rand) *Image {
	img := &Image{Edition: edition.Puppet7,
		Blobs: []Blob{{"template", "apache/vhost.epp", []byte("<%= $x %>")}, {"hiera", "common", nil}, {"resource_type", "file", bytes.Repeat([]byte("x"), 40000)}},
		Attrs: []Attr{{"modulepath", "/etc/modules"}, {"environment", "production"}},
	}
	for range 1 + r.IntN(4) {
		img.Programs = append(img.Programs, validProgram(r, 1+r.IntN(4), 1+r.IntN(30)))
	}
	return img
}

// Random valid programs pass the verifier before and after a file, and come back
// as they were.
func TestImageRoundTrip(t *testing.T) {
	for seed := range uint64(150) {
		img := testImage(rand.New(rand.NewPCG(seed, 2)))
		for _, p := range img.Programs {
			if err := Verify(p); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		data := mustEncode(t, img)
		if again := mustEncode(t, img); !bytes.Equal(data, again) {
			t.Fatalf("seed %d: two encodings differ", seed)
		}
		got, err := Open(data)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := got.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got.Len() != len(img.Programs) || got.Edition != img.Edition || got.Unit {
			t.Fatalf("seed %d: %+v", seed, got)
		}
		for i, want := range img.Programs {
			p, err := got.Program(i)
			if err != nil {
				t.Fatal(err)
			}
			if name, err := got.ProgramName(i); name != want.Name || err != nil {
				t.Fatalf("name %q %v", name, err)
			}
			decoded := *p
			decoded.lazy = nil
			if !reflect.DeepEqual(&decoded, want) {
				t.Fatalf("seed %d, program %d:\nwrote %+v\nread  %+v", seed, i, want, decoded)
			}
		}
	}
}

func mustEncode(t testing.TB, img *Image) []byte {
	t.Helper()
	data, err := Encode(img)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// An image and its file answer every question alike.
func TestLookup(t *testing.T) {
	img := testImage(rand.New(rand.NewPCG(3, 3)))
	img.Programs = append(img.Programs, img.Programs[0]) // every name of it twice
	opened, err := Open(mustEncode(t, img))
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []*Image{img, opened} {
		for _, b := range img.Blobs {
			if data, err := in.Blob(b.Kind, b.Name); !bytes.Equal(data, b.Data) || err != nil {
				t.Errorf("blob %s %s: %d bytes, %v", b.Kind, b.Name, len(data), err)
			}
		}
		if data, err := in.Blob("template", "none"); data != nil || err != nil {
			t.Errorf("blob that is not there: %q, %v", data, err)
		}
		for _, a := range img.Attrs {
			if v, err := in.Attr(a.Key); v != a.Value || err != nil {
				t.Errorf("attribute %s: %q, %v", a.Key, v, err)
			}
		}
		if v, err := in.Attr("none"); v != "" || err != nil {
			t.Errorf("attribute that is not there: %q, %v", v, err)
		}
		for i, p := range img.Programs[:len(img.Programs)-1] {
			for k := range p.Defs {
				want := &p.Defs[k]
				found, d, err := in.Find(want.Kind, want.Name)
				if err != nil || found == nil || found.Name != p.Name || !reflect.DeepEqual(d, want) {
					t.Errorf("program %d, %s: found %v %v", i, want.Name, d, err)
				}
			}
		}
		if _, d, err := in.Find(DefClass, "no::such"); d != nil || err != nil {
			t.Errorf("found %v, %v", d, err)
		}
		n := 0
		for _, p := range img.Programs {
			n += len(p.Defs)
		}
		if in.NumDefinitions() != n {
			t.Errorf("%d definitions, want %d", in.NumDefinitions(), n)
		}
		blobs, err := in.BlobNames()
		attrs, err2 := in.AllAttrs()
		if len(blobs) != 3 || len(attrs) != 2 || err != nil || err2 != nil {
			t.Errorf("%v %v %v %v", blobs, attrs, err, err2)
		}
	}
}

// The bytes on disk do not change by accident: a change of the format must be
// meant, and new instructions or fields change the digest of the table.
func TestFilesThatAreNotRight(t *testing.T) {
	data := mustEncode(t, UnitImage(validProgram(rand.New(rand.NewPCG(4, 4)), 3, 20)))
	if img, err := Open(data); err != nil || !img.Unit || img.Check() != nil {
		t.Fatal(err)
	}
	change := func(f func([]byte) []byte) []byte { return f(bytes.Clone(data)) }
	for _, tt := range []struct {
		name string
		data []byte
		want error
		text string
	}{
		{"empty", nil, ErrTruncated, "0 bytes"},
		{"a manifest", []byte("notice('hello')"), ErrNotBytecode, ""},
		{"half a magic number", data[:5], ErrTruncated, "5 bytes"},
		{"header only", data[:100], ErrTruncated, "100 bytes"},
		{"one byte short", data[:len(data)-1], ErrTruncated, fmt.Sprintf("%d bytes of %d", len(data)-1, len(data))},
		{"one byte more", append(bytes.Clone(data), 0), ErrCorrupt, "1 bytes follow"},
		{"future version", change(func(b []byte) []byte { b[atVersion]++; return b }), ErrVersion, "version 2, this program reads version 1; a newer program is needed"},
		{"past version", change(func(b []byte) []byte { b[atVersion]--; return b }), ErrVersion, "compile the source again"},
		{"other instructions", change(func(b []byte) []byte { b[atTable]++; seal(b); return b }), ErrVersion, "compiled for other instructions"},
		{"unknown flag", change(func(b []byte) []byte { b[atFlags] |= 0x80; seal(b); return b }), ErrCorrupt, "flags"},
		{"unknown edition", change(func(b []byte) []byte { b[atEdition] = 9; seal(b); return b }), ErrCorrupt, "edition 9"},
		{"flipped header", change(func(b []byte) []byte { b[atDigest] ^= 1; return b }), ErrCorrupt, "checksum of its header"},
		{"text mode", bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), ErrNotBytecode, ""},
	} {
		_, err := Open(tt.data)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.text) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// No bit can flip unnoticed.
func TestEveryFlippedBitIsFound(t *testing.T) {
	img := &Image{Programs: []*Program{validProgram(rand.New(rand.NewPCG(5, 5)), 1, 3)}, Blobs: []Blob{{"k", "n", []byte("data")}}}
	data := mustEncode(t, img)
	for i := range 8 * len(data) {
		data[i/8] ^= 1 << (i % 8)
		if img, err := Open(data); err == nil && img.Check() == nil {
			t.Fatalf("flipped bit %d of byte %d of %d: no error", i%8, i/8, len(data))
		}
		data[i/8] ^= 1 << (i % 8)
	}
}

// A flipped bit in a block is found by whatever reads the block, without asking
// for the digest.
func TestFlippedBlock(t *testing.T) {
	data := mustEncode(t, UnitImage(validProgram(rand.New(rand.NewPCG(6, 6)), 3, 20)))
	data[len(data)-1] ^= 1
	img, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := img.Program(0); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "checksum of bytes") {
		t.Fatal(err)
	}
}

func TestEncodeRefuses(t *testing.T) {
	p := validProgram(rand.New(rand.NewPCG(7, 7)), 1, 3)
	opened, _ := Open(mustEncode(t, UnitImage(p)))
	deep := &Query{Name: "x"}
	for range MaxNesting {
		deep = &Query{Op: QueryAnd, Left: deep, Right: &Query{}}
	}
	for text, img := range map[string]*Image{
		"a unit holds one program":  {Unit: true},
		"two attributes \"a\"":      {Attrs: []Attr{{"a", "1"}, {"a", "2"}}},
		"two blobs \"n\"":           {Blobs: []Blob{{"k", "n", nil}, {"k", "n", nil}}},
		"opened from a file":        opened,
		"pc 0: LoadMatch is no":     {Programs: []*Program{{Codes: []Code{{Instrs: []uint32{uint32(LoadMatch)}}}}}},
		"nested more than 250 deep": {Programs: []*Program{{Codes: []Code{{Shapes: []Shape{{Query: deep}}}}}}},
	} {
		if _, err := Encode(img); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
