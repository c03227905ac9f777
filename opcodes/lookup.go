package opcodes

import (
	"cmp"
	"sort"
)

// NumDefinitions is the number of definitions in all programs.
func (img *Image) NumDefinitions() int {
	if img.file != nil {
		return len(img.file.sec[secDefs]) / defSize
	}
	n := 0
	for _, p := range img.Programs {
		n += len(p.Defs)
	}
	return n
}

// DefinitionAt is definition i of the index and its program. The index of an
// opened image is sorted by name; that of another lists program by program.
func (img *Image) DefinitionAt(i int) (*Program, *Definition, error) {
	if img.file != nil {
		return img.indexed(i)
	}
	for _, p := range img.Programs {
		if i < len(p.Defs) {
			return p, &p.Defs[i], nil
		}
		i -= len(p.Defs)
	}
	return nil, nil, corruptf("no definition %d", i)
}

// Find is the first definition of a kind by its name, in the order of the
// programs; nil when there is none. Only its program's index is decoded.
func (img *Image) Find(kind DefKind, name string) (*Program, *Definition, error) {
	f := img.file
	if f == nil {
		for _, p := range img.Programs {
			for i := range p.Defs {
				if d := &p.Defs[i]; d.Kind == kind && d.Name == name {
					return p, d, nil
				}
			}
		}
		return nil, nil, nil
	}
	i, ok, err := f.search(secDefs, defSize, func(rec []byte) (int, error) {
		s, err := f.str(le.Uint32(rec))
		return cmp.Or(cmp.Compare(s, name), cmp.Compare(DefKind(min(le.Uint32(rec[4:]), 255)), kind)), err
	})
	if err != nil || !ok {
		return nil, nil, err
	}
	return img.indexed(i)
}

// indexed is the definition of entry i of an opened image's index.
func (img *Image) indexed(i int) (*Program, *Definition, error) {
	rec, err := img.file.record(secDefs, i, defSize)
	if err != nil {
		return nil, nil, err
	}
	name, err := img.file.str(le.Uint32(rec))
	if err != nil {
		return nil, nil, err
	}
	p, err := img.Program(int(le.Uint32(rec[8:])))
	if err != nil {
		return nil, nil, err
	}
	k := le.Uint32(rec[12:])
	if uint64(k) >= uint64(len(p.Defs)) || p.Defs[k].Name != name || uint32(p.Defs[k].Kind) != le.Uint32(rec[4:]) {
		return nil, nil, corruptf("its index has %q where %s does not", name, p.Name)
	}
	return p, &p.Defs[k], nil
}

// search finds the first record that is not less, and whether it is equal.
func (f *file) search(section, size int, compare func(rec []byte) (int, error)) (int, bool, error) {
	var failed error
	n := len(f.sec[section]) / size
	at := func(i int) int {
		rec, err := f.record(section, i, size)
		if err != nil {
			failed = err
			return 0
		}
		c, err := compare(rec)
		if err != nil {
			failed = err
		}
		return c
	}
	i := sort.Search(n, func(i int) bool { return at(i) >= 0 })
	return i, i < n && at(i) == 0 && failed == nil, failed
}

// Attr is the value of an attribute, "" when there is none.
func (img *Image) Attr(key string) (string, error) {
	f := img.file
	if f == nil {
		for _, a := range img.Attrs {
			if a.Key == key {
				return a.Value, nil
			}
		}
		return "", nil
	}
	i, ok, err := f.search(secAttrs, attrSize, func(rec []byte) (int, error) {
		s, err := f.str(le.Uint32(rec))
		return cmp.Compare(s, key), err
	})
	if err != nil || !ok {
		return "", err
	}
	a, err := f.attr(i)
	return a.Value, err
}

func (f *file) attr(i int) (a Attr, err error) {
	rec, err := f.record(secAttrs, i, attrSize)
	if err != nil {
		return a, err
	}
	if a.Key, err = f.str(le.Uint32(rec)); err != nil {
		return a, err
	}
	a.Value, err = f.str(le.Uint32(rec[4:]))
	return a, err
}

// AllAttrs lists the attributes; those of an opened image are sorted by key.
func (img *Image) AllAttrs() ([]Attr, error) {
	f := img.file
	if f == nil {
		return img.Attrs, nil
	}
	list := make([]Attr, len(f.sec[secAttrs])/attrSize)
	for i := range list {
		var err error
		if list[i], err = f.attr(i); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Blob is the data of a kind by its name, nil when there is none. It points into
// the file.
func (img *Image) Blob(kind, name string) ([]byte, error) {
	f := img.file
	if f == nil {
		for _, b := range img.Blobs {
			if b.Kind == kind && b.Name == name {
				return b.Data, nil
			}
		}
		return nil, nil
	}
	i, ok, err := f.search(secBlobs, blobSize, func(rec []byte) (int, error) {
		k, err := f.str(le.Uint32(rec))
		if err != nil {
			return 0, err
		}
		n, err := f.str(le.Uint32(rec[4:]))
		return cmp.Or(cmp.Compare(k, kind), cmp.Compare(n, name)), err
	})
	if err != nil || !ok {
		return nil, err
	}
	rec, err := f.record(secBlobs, i, blobSize)
	if err != nil {
		return nil, err
	}
	return f.part(secData, le.Uint64(rec[8:]), le.Uint64(rec[16:]))
}

// BlobNames lists the kinds and names of the blobs, without their data; those of
// an opened image are sorted.
func (img *Image) BlobNames() ([]Blob, error) {
	f := img.file
	if f == nil {
		list := make([]Blob, len(img.Blobs))
		for i, b := range img.Blobs {
			list[i] = Blob{Kind: b.Kind, Name: b.Name}
		}
		return list, nil
	}
	list := make([]Blob, len(f.sec[secBlobs])/blobSize)
	for i := range list {
		rec, err := f.record(secBlobs, i, blobSize)
		if err != nil {
			return nil, err
		}
		if list[i].Kind, err = f.str(le.Uint32(rec)); err != nil {
			return nil, err
		}
		if list[i].Name, err = f.str(le.Uint32(rec[4:])); err != nil {
			return nil, err
		}
	}
	return list, nil
}
