package opcodes

import (
	"bytes"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
)

// readAll reads everything that an image has, as a hostile file would have it.
func readAll(data []byte) (*Image, error) {
	img, err := Open(data)
	if err != nil {
		return nil, err
	}
	for i := range img.Len() {
		img.ProgramName(i)
		if p, err := img.Program(i); err == nil {
			for k := range p.Codes {
				p.Code(k)
			}
		}
	}
	img.Find(DefClass, "a")
	img.Attr("a")
	img.Blob("a", "b")
	img.Disassemble(io.Discard)
	return img, img.Check()
}

// reseal gives a file that was changed the checks and digest that fit, so that
// what is behind them is reached. It leaves alone what has no place for them.
func reseal(data []byte) {
	if len(data) < headerSize || string(data[:len(magic)]) != magic {
		return
	}
	le.PutUint64(data[atTable:], tableDigest)
	le.PutUint64(data[atSize:], uint64(len(data)))
	first := le.Uint64(data[atSection:])
	if first >= headerSize && first <= uint64(len(data)) && uint64(align(headerSize+4*((len(data)-int(first)+blockSize-1)/blockSize))) == first {
		seal(data)
	}
}

// checkFile opens and reads a file within limits of time and memory, and checks
// that what was read without an error can be written and read again.
func checkFile(t *testing.T, data []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	img, err := readAll(data)
	if d := time.Since(start); d > 2*time.Second+time.Duration(len(data))*20*time.Microsecond {
		t.Fatalf("%d bytes took %v", len(data), d)
	}
	runtime.ReadMemStats(&after)
	// Everything is read and disassembled above, each byte some times over.
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20+uint64(len(data))*2048 {
		t.Fatalf("%d bytes took %d bytes of memory", len(data), used)
	}
	if err != nil {
		return
	}
	again := &Image{Edition: img.Edition, Unit: img.Unit}
	for i := range img.Len() {
		p, err := img.Program(i)
		if err != nil {
			t.Fatal(err)
		}
		again.Programs = append(again.Programs, p)
	}
	out, err := Encode(again)
	if err != nil {
		t.Fatalf("a valid image cannot be written: %v", err)
	}
	if _, err := readAll(out); err != nil {
		t.Fatalf("a valid image was written and cannot be read: %v", err)
	}
}

// mutate changes some bytes.
func mutate(r *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + r.IntN(8) {
		i := r.IntN(len(data))
		switch r.IntN(5) {
		case 0:
			data[i] ^= 1 << r.IntN(8)
		case 1:
			data[i] = byte(r.UintN(256))
		case 2:
			data[i] = [...]byte{0, 1, 0x7f, 0x80, 0xff}[r.IntN(5)]
		case 3:
			data[i]++
		case 4:
			k := r.IntN(len(data))
			n := min(1+r.IntN(16), len(data)-i, len(data)-k)
			copy(data[i:i+n], bytes.Clone(data[k:k+n]))
		}
	}
	return data
}

// No change to a file, with checksums that fit, can do harm.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	accepted := 0
	for range 20 {
		data := mustEncode(t, UnitImage(validProgram(r, 2, 12)))
		for range 100 {
			m := mutate(r, data)
			reseal(m)
			checkFile(t, m)
			if _, err := readAll(m); err == nil {
				accepted++
			}
		}
	}
	// A mutation of a position or a number is no harm; were none accepted, the
	// checks behind the checksums would not have been reached.
	if accepted == 0 {
		t.Error("no mutation got past the checksums")
	}
}

func FuzzOpen(f *testing.F) {
	r := rand.New(rand.NewPCG(10, 10))
	f.Add([]byte(nil))
	for range 8 {
		f.Add(mustEncode(f, UnitImage(validProgram(r, 1+r.IntN(3), 1+r.IntN(10)))))
	}
	f.Add(mustEncode(f, UnitImage(exampleProgram())))
	f.Add(mustEncode(f, testImage(r)))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkFile(t, data)
		data = bytes.Clone(data)
		reseal(data)
		checkFile(t, data)
	})
}

// FuzzVerify changes the words of a code that was valid: whatever the verifier
// accepts can be disassembled, and its stack computed.
func FuzzVerify(f *testing.F) {
	f.Add(uint64(1), []byte{1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, seed uint64, changes []byte) {
		p := validProgram(rand.New(rand.NewPCG(seed, 11)), 1, 8)
		c := &p.Codes[0]
		for i := 0; i+3 < len(changes); i += 4 {
			at := int(le.Uint16(changes[i:])) % len(c.Instrs)
			c.Instrs[at] ^= uint32(changes[i+2]) << (changes[i+3] % 32)
		}
		if VerifyCode(p, c) != nil {
			return
		}
		declared := c.MaxStack
		if err := ComputeStack(c); err != nil || c.MaxStack != declared {
			t.Fatalf("depth %d, declared %d, %v", c.MaxStack, declared, err)
		}
		DisassembleCode(io.Discard, p, c)
	})
}
