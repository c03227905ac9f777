package opcodes

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The encoding of a program. Numbers are varints as of encoding/binary: uint is
// unsigned, int zigzag. A string is a uint, its number in the string heap of the
// file. A list is its length and then its entries.
//
//	Program   fields of Program in the order of program.go, where Codes stands as
//	          count uint, then for each code the length of its body uint;
//	          then the bodies of the codes, one after the other
//	Code      fields of Code in the order of program.go
//	Instrs    words uint, then for each instruction
//	            opcode byte
//	            operands, each by its kind (gen/kinds.go):
//	              relative  int, distance from the instruction's pc
//	              signed    int
//	              bank      uint, number + 1; 0 is NoBank
//	              others    uint
//	sorted    count uint, then each entry's fields as differences from those of
//	          the entry before: int for signed fields, uint for unsigned ones
//	pointer   0, or 1 and the value
//
// The functions for each type are generated from the declarations, see
// gen/codec.go.

// Errors that a file which cannot be read is wrapped in.
var (
	ErrNotBytecode = errors.New("not a bunraku bytecode file")
	ErrVersion     = errors.New("other version of the bytecode format")
	ErrTruncated   = errors.New("truncated bytecode file")
	ErrCorrupt     = errors.New("corrupt bytecode file")
)

func corruptf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

// writer appends encoded values.
type writer struct {
	b       []byte
	strings *stringTable
	bodies  []byte // of codes
	depth   int
	err     error
}

func (w *writer) uint(v uint64) { w.b = binary.AppendUvarint(w.b, v) }
func (w *writer) int(v int64)   { w.b = binary.AppendVarint(w.b, v) }
func (w *writer) raw(v []byte)  { w.b = append(w.b, v...) }
func (w *writer) str(s string)  { w.uint(uint64(w.strings.number(s))) }

func (w *writer) bool(v bool) {
	if v {
		w.b = append(w.b, 1)
	} else {
		w.b = append(w.b, 0)
	}
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// enter notes that a value nests in another of its type.
func (w *writer) enter() {
	if w.depth++; w.depth > MaxNesting {
		w.fail(fmt.Errorf("queries or destructurings are nested more than %d deep", MaxNesting))
	}
}

// codes writes the table of the bodies, and the bodies behind the program.
func (w *writer) codes(codes []Code) {
	w.uint(uint64(len(codes)))
	for i := range codes {
		body := writer{strings: w.strings}
		body.writeCode(&codes[i])
		if body.err != nil {
			w.fail(fmt.Errorf("%s: %w", codes[i].Name, body.err))
			return
		}
		w.uint(uint64(len(body.b)))
		w.bodies = append(w.bodies, body.b...)
	}
}

func (w *writer) instrs(words []uint32) {
	w.uint(uint64(len(words)))
	c := Code{Instrs: words}
	for pc := 0; pc < len(words); {
		op := c.OpAt(pc)
		if op >= NumOps || op.Words() > len(words)-pc {
			w.fail(fmt.Errorf("pc %d: %s is no instruction", pc, op))
			return
		}
		w.b = append(w.b, byte(op))
		for i, o := range op.Info().Operands {
			v := c.OperandAt(pc, i)
			switch kind := o.Kind.Info(); {
			case kind.Relative:
				w.int(int64(v - pc))
			case kind.Signed:
				w.int(int64(v))
			case kind.NoBank && v == NoBank:
				w.uint(0)
			case kind.NoBank:
				w.uint(uint64(v) + 1)
			default:
				w.uint(uint64(v))
			}
		}
		pc += op.Words()
	}
}

// stringTable numbers the strings of a file in the order of their first use.
type stringTable struct {
	numbers map[string]uint32
	ends    []uint32 // end of each string in the heap
	heap    []byte
}

func (t *stringTable) number(s string) uint32 {
	if n, ok := t.numbers[s]; ok {
		return n
	}
	n := uint32(len(t.ends))
	t.numbers[s] = n
	t.heap = append(t.heap, s...)
	t.ends = append(t.ends, uint32(len(t.heap)))
	return n
}

// reader takes encoded values off b. After an error it gives zero values.
type reader struct {
	b     []byte
	file  *file
	table *lazyCodes // what codes found
	depth int
	err   error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = corruptf(format, args...)
		r.b = nil
	}
}

// uint reads a number of at most limit.
func (r *reader) uint(limit uint64) uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 { // most numbers are small
		if v := uint64(r.b[0]); v <= limit {
			r.b = r.b[1:]
			return v
		}
	}
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail("number ends early or is too long")
		return 0
	}
	if v > limit {
		r.fail("%d is more than %d", v, limit)
		return 0
	}
	r.b = r.b[n:]
	return v
}

// int reads a number that fits in the bits.
func (r *reader) int(bits int) int64 {
	u := r.uint(math.MaxUint64)
	v := int64(u>>1) ^ -int64(u&1)
	if shift := 64 - bits; v<<shift>>shift != v {
		r.fail("%d does not fit in %d bits", v, bits)
		return 0
	}
	return v
}

func (r *reader) bool() bool { return r.uint(1) == 1 }

func (r *reader) raw(v []byte) {
	if len(r.b) < len(v) {
		r.fail("%d bytes where %d are needed", len(r.b), len(v))
		return
	}
	copy(v, r.b)
	r.b = r.b[len(v):]
}

func (r *reader) str() string {
	n := r.uint(math.MaxUint32)
	if r.err != nil {
		return ""
	}
	s, err := r.file.str(uint32(n))
	if err != nil {
		r.err, r.b = err, nil
	}
	return s
}

// count reads the length of a list whose entries take at least size bytes, so
// that a length which cannot be true never becomes memory.
func (r *reader) count(size int) int { return int(r.uint(uint64(len(r.b) / size))) }

// enter notes that a value nests in another of its type.
func (r *reader) enter() bool {
	if r.depth++; r.depth > MaxNesting {
		r.fail("queries or destructurings are nested more than %d deep", MaxNesting)
		return false
	}
	return true
}

// codes reads the table of the bodies. Where they begin is known when the rest
// of the program is read.
func (r *reader) codes() []Code {
	n := r.count(1 + minCode)
	if n == 0 {
		return nil
	}
	left := uint64(len(r.b))
	table := &lazyCodes{file: r.file, ends: make([]uint64, n)}
	end := uint64(0)
	for i := range table.ends {
		size := r.uint(left - end)
		if size < minCode && r.err == nil {
			r.fail("code %d has %d bytes", i, size)
		}
		end += size
		table.ends[i] = end
	}
	if r.err != nil {
		return nil
	}
	r.table = table
	return make([]Code, n)
}

func (r *reader) instrs() []uint32 {
	n := r.count(1)
	if n == 0 {
		return nil
	}
	words := make([]uint32, n)
	for pc := 0; pc < n; {
		if len(r.b) == 0 {
			r.fail("instructions end early")
			return nil
		}
		op := Op(r.b[0])
		r.b = r.b[1:]
		if op >= NumOps || op.Words() > n-pc {
			r.fail("pc %d: %s is no instruction", pc, op)
			return nil
		}
		words[pc] = uint32(op)
		for i, o := range infos[op].Operands {
			v := r.operand(pc, i, &kindInfos[o.Kind])
			if i == 0 {
				words[pc] |= v << 8
			} else {
				words[pc+i] = v
			}
		}
		if r.err != nil {
			return nil
		}
		pc += op.Words()
	}
	return words
}

// operand reads operand i of the instruction at pc as the bits of its word.
func (r *reader) operand(pc, i int, kind *KindInfo) uint32 {
	bits := 32
	if i == 0 {
		bits = 24
	}
	mask := uint64(1)<<bits - 1
	switch {
	case kind.Relative:
		v := r.int(34) + int64(pc)
		if v < 0 || uint64(v) > mask {
			r.fail("pc %d: target %d", pc, v)
			return 0
		}
		return uint32(v)
	case kind.Signed:
		return uint32(uint64(r.int(bits)) & mask)
	case kind.NoBank:
		return uint32((r.uint(NoBank) - 1) & NoBank)
	}
	return uint32(r.uint(mask))
}
