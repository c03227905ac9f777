package opcodes

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// classImage is an image of n classes, one to a file, of some forty statements.
func classImage(tb testing.TB, n int) ([]byte, string) {
	r := rand.New(rand.NewPCG(1, 1))
	img := &Image{}
	for i := range n {
		p := validProgram(r, 1, 40)
		p.Defs = []Definition{{Kind: DefClass, Name: fmt.Sprintf("module%d::class%d", i%50, i)}}
		img.Programs = append(img.Programs, p)
	}
	return mustEncode(tb, img), img.Programs[n/2].Defs[0].Name
}

// BenchmarkOpen opens an image of a thousand classes.
func BenchmarkOpen(b *testing.B) {
	data, _ := classImage(b, 1000)
	b.ReportMetric(float64(len(data)), "image-bytes")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpenLarge opens one of 20 MB.
func BenchmarkOpenLarge(b *testing.B) {
	data := mustEncode(b, &Image{Blobs: []Blob{{"hiera", "common", make([]byte, 20<<20)}}, Programs: []*Program{validProgram(rand.New(rand.NewPCG(1, 1)), 1, 40)}})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpenOneClass opens an image of a thousand classes and decodes and
// verifies the code of one.
func BenchmarkOpenOneClass(b *testing.B) {
	data, name := classImage(b, 1000)
	b.ReportAllocs()
	for b.Loop() {
		img, err := Open(data)
		if err != nil {
			b.Fatal(err)
		}
		p, d, err := img.Find(DefClass, name)
		if err != nil || d == nil {
			b.Fatal(err)
		}
		if _, err := p.Code(int(d.Code)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecodeAll decodes and verifies a thousand classes.
func BenchmarkDecodeAll(b *testing.B) {
	data, _ := classImage(b, 1000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		img, err := Open(data)
		if err != nil {
			b.Fatal(err)
		}
		for i := range img.Len() {
			p, err := img.Program(i)
			if err == nil {
				err = Verify(p)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkCheckDigest compares the SHA-256 digest of an image of 20 MB.
func BenchmarkCheckDigest(b *testing.B) {
	data := mustEncode(b, &Image{Blobs: []Blob{{"hiera", "common", make([]byte, 20<<20)}}})
	img, err := Open(data)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := img.CheckDigest(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncode encodes a thousand classes.
func BenchmarkEncode(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	img := &Image{}
	for range 1000 {
		img.Programs = append(img.Programs, validProgram(r, 1, 40))
	}
	for b.Loop() {
		b.SetBytes(int64(len(mustEncode(b, img))))
	}
}
