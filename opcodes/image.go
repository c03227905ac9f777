package opcodes

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"bunraku/grammar/edition"
)

// An Image is what a `.pbc` file holds: one unit, or all that an environment
// needs.
//
// Programs, Blobs and Attrs are what [Encode] writes. In an image that [Open]
// gave they are empty: its parts are read when its methods ask for them.
type Image struct {
	Edition  edition.Edition
	Unit     bool // one program and nothing else
	Programs []*Program
	Blobs    []Blob
	Attrs    []Attr

	file *file
}

// Blob is data that is kept as it is: a template's text, metadata of resource
// types, Hiera data.
type Blob struct {
	Kind, Name string
	Data       []byte
}

// Attr is an attribute of an image.
type Attr struct{ Key, Value string }

// UnitImage is the image of one program.
func UnitImage(p *Program) *Image {
	return &Image{Edition: p.Edition, Unit: true, Programs: []*Program{p}}
}

// FormatVersion is the version of the file format. Which instructions and fields
// there are is not part of it: a digest of those stands in the header.
const FormatVersion = 1

// The layout of a file. Numbers of fixed width are little-endian. Each part
// begins at a multiple of 8; zero bytes fill the gaps.
//
//	 0  magic     8   89 'p' 'b' 'c' 0d 0a 1a 0a
//	 8  version   u16 FormatVersion
//	10  flags     u16 bit 0: one unit
//	12  edition   u8
//	13  sections  u8  8
//	14            u16 0
//	16  table     u64 digest of the instructions and types
//	24  size      u64 length of the file
//	32  digest    32  SHA-256 of bytes 0 to 32 and 72 to the end
//	64  check     u32 CRC-32C of bytes 0 to 64 and 68 to the first section
//	68            u32 0
//	72  section   8 times: offset u64, length u64
//	200 checks    u32 for each block of 16 KiB from the first section on: its CRC-32C
//
// and then the sections, in this order:
//
//	ends         u32 for each string: its end in the heap (it begins where the
//	             string before it ends)
//	heap         bytes of the strings, each string once
//	attributes   sorted by key: key u32, value u32 (numbers of strings)
//	blobs        sorted by kind and name: kind u32, name u32, offset u64, length u64
//	data         bytes of the blobs
//	programs     name u32, edition u32, offset u64, length u64
//	definitions  sorted by name and kind: name u32, kind u32, program u32, index u32
//	bodies       encoded programs, see encoding.go
//
// The digest is that of the whole, for whoever wants to know that a file is the
// one that was written ([Image.CheckDigest]). Opening reads the header, its
// checks and nothing else; a block's check is compared when something in the
// block is read first.
const (
	magic       = "\x89pbc\r\n\x1a\n"
	atVersion   = 8
	atFlags     = 10
	atEdition   = 12
	atSections  = 13
	atTable     = 16
	atSize      = 24
	atDigest    = 32
	atCheck     = 64
	atCheckEnd  = 68
	atSection   = 72
	headerSize  = atSection + 16*numSections
	blockSize   = 16 << 10
	flagUnit    = 1
	attrSize    = 8
	blobSize    = 24
	programSize = 24
	defSize     = 16
)

// The sections.
const (
	secEnds = iota
	secHeap
	secAttrs
	secBlobs
	secData
	secPrograms
	secDefs
	secBodies
	numSections
)

var le = binary.LittleEndian

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode writes an image. The same image gives the same bytes. An image that was
// opened cannot be encoded: its file is the encoding.
func Encode(img *Image) ([]byte, error) {
	if img.file != nil {
		return nil, fmt.Errorf("cannot encode an image that was opened from a file")
	}
	if img.Unit && (len(img.Programs) != 1 || len(img.Blobs)+len(img.Attrs) > 0) {
		return nil, fmt.Errorf("a unit holds one program and nothing else")
	}
	strs := &stringTable{numbers: map[string]uint32{}}
	var sec [numSections][]byte
	if err := encodePrograms(&sec, img.Programs, strs); err != nil {
		return nil, err
	}
	if err := encodeAttrs(&sec, img.Attrs, strs); err != nil {
		return nil, err
	}
	if err := encodeBlobs(&sec, img.Blobs, strs); err != nil {
		return nil, err
	}
	if len(strs.heap) > math.MaxUint32 || len(strs.ends) > math.MaxUint32 {
		return nil, fmt.Errorf("the strings of the image take more than 4 GiB")
	}
	sec[secHeap] = strs.heap
	for _, end := range strs.ends {
		sec[secEnds] = le.AppendUint32(sec[secEnds], end)
	}
	return layOut(img, &sec), nil
}

func encodePrograms(sec *[numSections][]byte, programs []*Program, strs *stringTable) error {
	type def struct {
		name           string
		kind           DefKind
		program, index int
	}
	var defs []def
	for i, p := range programs {
		if p.lazy != nil {
			if err := p.decodeAll(); err != nil {
				return err
			}
		}
		w := writer{strings: strs}
		w.writeProgram(p)
		if w.err != nil {
			return fmt.Errorf("%s: %w", p.Name, w.err)
		}
		rec := &sec[secPrograms]
		*rec = le.AppendUint32(*rec, strs.number(p.Name))
		*rec = le.AppendUint32(*rec, uint32(p.Edition))
		*rec = le.AppendUint64(*rec, uint64(len(sec[secBodies])))
		*rec = le.AppendUint64(*rec, uint64(len(w.b)+len(w.bodies)))
		sec[secBodies] = append(append(sec[secBodies], w.b...), w.bodies...)
		for k := range p.Defs {
			defs = append(defs, def{p.Defs[k].Name, p.Defs[k].Kind, i, k})
		}
	}
	slices.SortStableFunc(defs, func(a, b def) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.kind, b.kind))
	})
	for _, d := range defs {
		rec := &sec[secDefs]
		for _, v := range [...]uint32{strs.number(d.name), uint32(d.kind), uint32(d.program), uint32(d.index)} {
			*rec = le.AppendUint32(*rec, v)
		}
	}
	return nil
}

func encodeAttrs(sec *[numSections][]byte, attrs []Attr, strs *stringTable) error {
	attrs = slices.Clone(attrs)
	slices.SortFunc(attrs, func(a, b Attr) int { return cmp.Compare(a.Key, b.Key) })
	for i, a := range attrs {
		if i > 0 && a.Key == attrs[i-1].Key {
			return fmt.Errorf("the image has two attributes %q", a.Key)
		}
		sec[secAttrs] = le.AppendUint32(sec[secAttrs], strs.number(a.Key))
		sec[secAttrs] = le.AppendUint32(sec[secAttrs], strs.number(a.Value))
	}
	return nil
}

func encodeBlobs(sec *[numSections][]byte, blobs []Blob, strs *stringTable) error {
	order := func(a, b Blob) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name)) }
	blobs = slices.Clone(blobs)
	slices.SortFunc(blobs, order)
	for i, b := range blobs {
		if i > 0 && order(b, blobs[i-1]) == 0 {
			return fmt.Errorf("the image has two blobs %q of kind %q", b.Name, b.Kind)
		}
		rec := &sec[secBlobs]
		*rec = le.AppendUint32(*rec, strs.number(b.Kind))
		*rec = le.AppendUint32(*rec, strs.number(b.Name))
		*rec = le.AppendUint64(*rec, uint64(len(sec[secData])))
		*rec = le.AppendUint64(*rec, uint64(len(b.Data)))
		sec[secData] = append(sec[secData], b.Data...)
	}
	return nil
}

func align(n int) int { return (n + 7) &^ 7 }

// layOut joins header and sections.
func layOut(img *Image, sec *[numSections][]byte) []byte {
	total := 0
	for i, s := range sec {
		if i == numSections-1 {
			total += len(s)
		} else {
			total += align(len(s))
		}
	}
	blocks := (total + blockSize - 1) / blockSize
	first := align(headerSize + 4*blocks)
	out := make([]byte, first+total)
	copy(out, magic)
	le.PutUint16(out[atVersion:], FormatVersion)
	if img.Unit {
		le.PutUint16(out[atFlags:], flagUnit)
	}
	out[atEdition] = byte(img.Edition)
	out[atSections] = numSections
	le.PutUint64(out[atTable:], tableDigest)
	le.PutUint64(out[atSize:], uint64(len(out)))
	at := first
	for i, s := range sec {
		le.PutUint64(out[atSection+16*i:], uint64(at))
		le.PutUint64(out[atSection+16*i+8:], uint64(len(s)))
		copy(out[at:], s)
		at = align(at + len(s))
	}
	seal(out)
	return out
}

// seal fills in the checks and the digest of a file whose header says where its
// parts are.
func seal(out []byte) {
	first := int(le.Uint64(out[atSection:]))
	for i := 0; first+i*blockSize < len(out); i++ {
		le.PutUint32(out[headerSize+4*i:], blockCheck(out, first, i))
	}
	digest := fileDigest(out)
	copy(out[atDigest:], digest[:])
	le.PutUint32(out[atCheck:], headerCheck(out, first))
}

func blockCheck(data []byte, first, i int) uint32 {
	from := first + i*blockSize
	return crc32.Checksum(data[from:min(from+blockSize, len(data))], castagnoli)
}

func headerCheck(data []byte, first int) uint32 {
	return crc32.Update(crc32.Checksum(data[:atCheck], castagnoli), castagnoli, data[atCheckEnd:first])
}

func fileDigest(data []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(data[:atDigest])
	h.Write(data[atSection:])
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return sum
}

// CheckDigest reports whether an opened image is the file that was written.
func (img *Image) CheckDigest() error {
	if img.file == nil {
		return nil
	}
	data := img.file.data
	if sum := fileDigest(data); !bytes.Equal(sum[:], data[atDigest:atDigest+sha256.Size]) {
		return corruptf("its SHA-256 digest differs from the one in its header")
	}
	return nil
}

// Digest is the SHA-256 digest of an opened image as its header states it.
func (img *Image) Digest() (sum [sha256.Size]byte) {
	if img.file != nil {
		copy(sum[:], img.file.data[atDigest:])
	}
	return sum
}
