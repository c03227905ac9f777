package opcodes

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"bunraku/grammar/edition"
)

// file is an opened file. It reads data where it is: strings point into it.
type file struct {
	data    []byte
	sec     [numSections][]byte
	at      [numSections]int // offsets of the sections
	first   int              // offset of the first section
	checked []atomic.Uint32  // bit set of blocks whose check is known to be right

	programs []atomic.Pointer[Program]
	mu       sync.Mutex // one decodes at a time
}

// Open reads the header of an image. Its parts are read and verified when they
// are asked for, so that opening costs the same for one class and for thousands.
// Strings of the image point into data, which must not change while they are in
// use; data may be a mapped file.
func Open(data []byte) (*Image, error) {
	f := &file{data: data}
	if err := f.openHeader(); err != nil {
		return nil, err
	}
	if err := f.openSections(); err != nil {
		return nil, err
	}
	img := &Image{Edition: edition.Edition(data[atEdition]), Unit: le.Uint16(data[atFlags:])&flagUnit != 0, file: f}
	if img.Edition > edition.Evaluator4 {
		return nil, corruptf("edition %d is unknown", data[atEdition])
	}
	if img.Unit && (img.Len() != 1 || len(f.sec[secBlobs])+len(f.sec[secAttrs]) > 0) {
		return nil, corruptf("a unit holds one program and nothing else")
	}
	return img, nil
}

// openHeader looks at what stands before the sections. The version comes first:
// nothing else is known of a file of another version.
func (f *file) openHeader() error {
	data := f.data
	if n := min(len(data), len(magic)); string(data[:n]) != magic[:n] {
		return ErrNotBytecode
	}
	if len(data) < atFlags {
		return fmt.Errorf("%w: it has %d bytes, less than a header", ErrTruncated, len(data))
	}
	switch v := le.Uint16(data[atVersion:]); {
	case v > FormatVersion:
		return fmt.Errorf("%w: the file has version %d, this program reads version %d; a newer program is needed", ErrVersion, v, FormatVersion)
	case v < FormatVersion:
		return fmt.Errorf("%w: the file has version %d, this program reads version %d; compile the source again", ErrVersion, v, FormatVersion)
	}
	if len(data) < headerSize {
		return fmt.Errorf("%w: it has %d bytes, less than a header", ErrTruncated, len(data))
	}
	size, first := le.Uint64(data[atSize:]), le.Uint64(data[atSection:])
	if first < headerSize || first > uint64(len(data)) || first > size {
		if first <= size && size > uint64(len(data)) {
			return fmt.Errorf("%w: it has %d bytes of %d", ErrTruncated, len(data), size)
		}
		return corruptf("its header is wrong")
	}
	if headerCheck(data, int(first)) != le.Uint32(data[atCheck:]) {
		return corruptf("the checksum of its header is wrong")
	}
	if t := le.Uint64(data[atTable:]); t != tableDigest {
		return fmt.Errorf("%w: the file was compiled for other instructions (%016x, not %016x); compile the source again", ErrVersion, t, uint64(tableDigest))
	}
	if size > uint64(len(data)) {
		return fmt.Errorf("%w: it has %d bytes of %d", ErrTruncated, len(data), size)
	}
	if size < uint64(len(data)) {
		return corruptf("%d bytes follow its end", uint64(len(data))-size)
	}
	if le.Uint16(data[atFlags:])&^flagUnit != 0 || data[atSections] != numSections || le.Uint16(data[atSections+1:]) != 0 || le.Uint32(data[atCheckEnd:]) != 0 {
		return corruptf("its header has flags or sections that are unknown")
	}
	f.first = int(first)
	return nil
}

// openSections finds the sections, which must lie side by side.
func (f *file) openSections() error {
	blocks := (len(f.data) - f.first + blockSize - 1) / blockSize
	if f.first != align(headerSize+4*blocks) {
		return corruptf("its checksums do not cover it")
	}
	f.checked = make([]atomic.Uint32, (blocks+31)/32)
	sizes := [numSections]int{secEnds: 4, secAttrs: attrSize, secBlobs: blobSize, secPrograms: programSize, secDefs: defSize}
	at := uint64(f.first)
	size := uint64(len(f.data))
	for i := range f.sec {
		off, n := le.Uint64(f.data[atSection+16*i:]), le.Uint64(f.data[atSection+16*i+8:])
		if off != at || off > size || n > size-off || sizes[i] > 0 && n%uint64(sizes[i]) != 0 {
			return corruptf("section %d is not where it should be", i)
		}
		f.at[i], f.sec[i] = int(off), f.data[off:off+n:off+n]
		at = uint64(align(int(off + n)))
	}
	if f.at[numSections-1]+len(f.sec[numSections-1]) != len(f.data) {
		return corruptf("bytes follow its last section")
	}
	f.programs = make([]atomic.Pointer[Program], len(f.sec[secPrograms])/programSize)
	return nil
}

// part checks and gives n bytes of a section.
func (f *file) part(section int, off, n uint64) ([]byte, error) {
	sec := f.sec[section]
	if off > uint64(len(sec)) || n > uint64(len(sec))-off {
		return nil, corruptf("a reference leads out of section %d", section)
	}
	if n == 0 {
		return nil, nil
	}
	from := f.at[section] + int(off) - f.first
	for b := from / blockSize; b <= (from+int(n)-1)/blockSize; b++ {
		word, bit := &f.checked[b/32], uint32(1)<<(b%32)
		if word.Load()&bit != 0 {
			continue
		}
		if blockCheck(f.data, f.first, b) != le.Uint32(f.data[headerSize+4*b:]) {
			return nil, corruptf("the checksum of bytes %d to %d is wrong", f.first+b*blockSize, min(f.first+(b+1)*blockSize, len(f.data)))
		}
		word.Or(bit)
	}
	return sec[off : off+n : off+n], nil
}

// record gives record i of a section of records, which exists.
func (f *file) record(section, i, size int) ([]byte, error) {
	return f.part(section, uint64(i*size), uint64(size))
}

// str is string n of the heap.
func (f *file) str(n uint32) (string, error) {
	if uint64(n) >= uint64(len(f.sec[secEnds])/4) {
		return "", corruptf("string %d of %d", n, len(f.sec[secEnds])/4)
	}
	start := uint32(0)
	if n > 0 {
		b, err := f.record(secEnds, int(n)-1, 4)
		if err != nil {
			return "", err
		}
		start = le.Uint32(b)
	}
	b, err := f.record(secEnds, int(n), 4)
	if err != nil {
		return "", err
	}
	end := le.Uint32(b)
	if start > end {
		return "", corruptf("string %d ends before it begins", n)
	}
	text, err := f.part(secHeap, uint64(start), uint64(end-start))
	return unsafe.String(unsafe.SliceData(text), len(text)), err
}

// Len is the number of programs.
func (img *Image) Len() int {
	if img.file == nil {
		return len(img.Programs)
	}
	return len(img.file.programs)
}

// ProgramName is the name of program i, which need not be decoded for it.
func (img *Image) ProgramName(i int) (string, error) {
	if i < 0 || i >= img.Len() {
		return "", fmt.Errorf("the image has no program %d", i)
	}
	if img.file == nil {
		return img.Programs[i].Name, nil
	}
	rec, err := img.file.record(secPrograms, i, programSize)
	if err != nil {
		return "", err
	}
	return img.file.str(le.Uint32(rec))
}

// Program gives program i. Its codes are decoded by [Program.Code].
func (img *Image) Program(i int) (*Program, error) {
	if i < 0 || i >= img.Len() {
		return nil, fmt.Errorf("the image has no program %d", i)
	}
	f := img.file
	if f == nil {
		return img.Programs[i], nil
	}
	if p := f.programs[i].Load(); p != nil {
		return p, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if p := f.programs[i].Load(); p != nil {
		return p, nil
	}
	p, err := f.decodeProgram(i)
	if err != nil {
		return nil, err
	}
	f.programs[i].Store(p)
	return p, nil
}

func (f *file) decodeProgram(i int) (*Program, error) {
	rec, err := f.record(secPrograms, i, programSize)
	if err != nil {
		return nil, err
	}
	b, err := f.part(secBodies, le.Uint64(rec[8:]), le.Uint64(rec[16:]))
	if err != nil {
		return nil, err
	}
	p := new(Program)
	r := reader{b: b, file: f}
	r.readProgram(p)
	if r.err != nil {
		return nil, r.err
	}
	if uint64(p.NumCells) > uint64(len(b)) {
		return nil, corruptf("%s has %d cache cells", p.Name, p.NumCells)
	}
	if t := r.table; t != nil {
		if end := t.ends[len(t.ends)-1]; end != uint64(len(r.b)) {
			return nil, corruptf("%s has %d bytes of code, not %d", p.Name, len(r.b), end)
		}
		t.bodies, t.done = r.b, make([]atomic.Bool, len(t.ends))
		p.lazy = t
	} else if len(r.b) > 0 {
		return nil, corruptf("%d bytes follow %s", len(r.b), p.Name)
	}
	return p, verifyProgram(p)
}

// lazyCodes decodes the codes of a program that came from a file.
type lazyCodes struct {
	file   *file
	bodies []byte
	ends   []uint64 // of each body
	done   []atomic.Bool
	mu     sync.Mutex
}

// Code gives code i of the program, decoded and verified.
func (p *Program) Code(i int) (*Code, error) {
	if uint(i) >= uint(len(p.Codes)) {
		return nil, fmt.Errorf("%s has no code %d", p.Name, i)
	}
	if p.lazy == nil || p.lazy.done[i].Load() {
		return &p.Codes[i], nil
	}
	return p.decodeCode(i)
}

func (p *Program) decodeCode(i int) (*Code, error) {
	l := p.lazy
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done[i].Load() {
		return &p.Codes[i], nil
	}
	start := uint64(0)
	if i > 0 {
		start = l.ends[i-1]
	}
	r := reader{b: l.bodies[start:l.ends[i]], file: l.file}
	var c Code
	r.readCode(&c)
	if r.err == nil && len(r.b) > 0 {
		r.fail("%d bytes follow code %d", len(r.b), i)
	}
	if r.err == nil {
		r.err = VerifyCode(p, &c)
	}
	if r.err != nil {
		return nil, r.err
	}
	p.Codes[i] = c
	l.done[i].Store(true)
	return &p.Codes[i], nil
}

// decodeAll decodes every code.
func (p *Program) decodeAll() error {
	for i := range p.Codes {
		if _, err := p.Code(i); err != nil {
			return err
		}
	}
	return nil
}

// Check reads and verifies all of an image, and its digest.
func (img *Image) Check() error {
	if err := img.CheckDigest(); err != nil {
		return err
	}
	for i := range img.Len() {
		p, err := img.Program(i)
		if err != nil {
			return err
		}
		if img.file == nil {
			err = Verify(p)
		} else {
			err = p.decodeAll()
		}
		if err != nil {
			return err
		}
	}
	for i := range img.NumDefinitions() {
		if _, _, err := img.DefinitionAt(i); err != nil {
			return err
		}
	}
	return nil
}
