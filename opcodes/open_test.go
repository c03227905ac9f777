package opcodes

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"
)

// Only what is asked for is decoded.
func TestLazy(t *testing.T) {
	data, name := classImage(t, 40)
	img, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	p, d, err := img.Find(DefClass, name)
	if err != nil || d == nil {
		t.Fatal(d, err)
	}
	programs := 0
	for i := range img.file.programs {
		if img.file.programs[i].Load() != nil {
			programs++
		}
	}
	if programs != 1 || p.lazy.done[d.Code].Load() {
		t.Errorf("finding a class decoded %d programs, its code: %v", programs, p.lazy.done[d.Code].Load())
	}
	c, err := p.Code(int(d.Code))
	if err != nil || len(c.Instrs) == 0 {
		t.Fatal(c, err)
	}
	if again, _ := p.Code(int(d.Code)); again != c {
		t.Error("a code was decoded twice")
	}
	if _, err := p.Code(len(p.Codes)); err == nil {
		t.Error("a code that is not there")
	}
}

// Strings are not copied out of the file.
func TestStringsPointIntoTheFile(t *testing.T) {
	data := mustEncode(t, UnitImage(validProgram(rand.New(rand.NewPCG(12, 12)), 1, 5)))
	img, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	p, err := img.Program(0)
	if err != nil {
		t.Fatal(err)
	}
	at := uintptr(unsafe.Pointer(unsafe.StringData(p.Name))) - uintptr(unsafe.Pointer(&data[0]))
	if at >= uintptr(len(data)) {
		t.Error("the name of the program is a copy")
	}
}

// Evaluations share an image.
func TestConcurrentUse(t *testing.T) {
	data, _ := classImage(t, 30)
	img, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 13))
			for range 200 {
				p, err := img.Program(r.IntN(img.Len()))
				if err != nil {
					t.Error(err)
					return
				}
				c, err := p.Code(r.IntN(len(p.Codes)))
				if err != nil || c.MaxStack == 0 && len(c.Instrs) == 0 {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// A file that is cut off anywhere says so.
func TestTruncated(t *testing.T) {
	data := mustEncode(t, UnitImage(validProgram(rand.New(rand.NewPCG(14, 14)), 1, 5)))
	for n := range data {
		if _, err := Open(data[:n]); !errors.Is(err, ErrTruncated) {
			t.Fatalf("%d bytes of %d: %v", n, len(data), err)
		}
	}
}
