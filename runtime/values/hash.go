package values

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Entry is a key with its value.
type Entry struct{ Key, Value Value }

// Hash is an immutable map that keeps the order of insertion. Keys are compared
// with [Eql]. The index is made when it is first needed; small hashes are
// searched without one.
type Hash struct {
	entries []Entry
	idx     atomic.Pointer[hashIndex]
	used    *atomic.Int64 // see Array
}

// smallHash is the size up to which a linear search beats the index.
const smallHash = 8

// hashIndex is an open-addressing table from key to position in entries. It
// may be shared by hashes that were extended from one another: positions past
// the end of a hash's entries are not of that hash.
type hashIndex struct {
	mu    sync.RWMutex
	mask  uint64
	slots []indexSlot
	n     int
}

type indexSlot struct {
	hash uint32
	pos  int32 // position+1; 0 is free
}

var emptyHash = &Hash{}

// EmptyHash is {}.
var EmptyHash = emptyHash.Value()

// Value is the hash as a value.
func (h *Hash) Value() Value { return pointer(KindHash, unsafe.Pointer(h)) }

// NewHash makes a hash of entries whose keys are known to differ. The caller
// must not change entries afterwards.
func NewHash(entries []Entry) *Hash {
	if len(entries) == 0 {
		return emptyHash
	}
	return &Hash{entries: entries}
}

// HashOf makes a hash value of entries in which a later key replaces the value
// of an equal earlier one.
func HashOf(entries ...Entry) Value {
	b := NewHashBuilder(len(entries))
	for _, e := range entries {
		b.Put(e.Key, e.Value)
	}
	return b.Hash().Value()
}

// Len is the number of entries.
func (h *Hash) Len() int { return len(h.entries) }

// At is entry i in order of insertion.
func (h *Hash) At(i int) Entry { return h.entries[i] }

// Entries are the entries in order; the caller must not change them.
func (h *Hash) Entries() []Entry { return h.entries }

// Get is the value of key.
func (h *Hash) Get(key Value) (Value, bool) {
	if i := h.Find(key); i >= 0 {
		return h.entries[i].Value, true
	}
	return Undef, false
}

// GetString is the value of a string key.
func (h *Hash) GetString(key string) (Value, bool) { return h.Get(String(key)) }

// Find is the position of key, or -1.
func (h *Hash) Find(key Value) int {
	if len(h.entries) <= smallHash {
		if key.IsString() {
			s := key.AsString()
			for i := range h.entries {
				if k := &h.entries[i].Key; k.IsString() && k.AsString() == s {
					return i
				}
			}
			return -1
		}
		for i := range h.entries {
			if Eql(h.entries[i].Key, key) {
				return i
			}
		}
		return -1
	}
	idx := h.idx.Load()
	if idx == nil {
		idx = buildIndex(h.entries)
		h.idx.Store(idx)
	}
	if h.used == nil {
		return idx.find(h.entries, key)
	}
	// The table may be growing for a hash that extends this one.
	idx.mu.RLock()
	i := idx.find(h.entries, key)
	idx.mu.RUnlock()
	return i
}

func buildIndex(entries []Entry) *hashIndex {
	size := 16
	for size < len(entries)*2 {
		size *= 2
	}
	x := &hashIndex{mask: uint64(size - 1), slots: make([]indexSlot, size)}
	for i := range entries {
		x.insert(entries[i].Key, i)
	}
	return x
}

func (x *hashIndex) insert(key Value, pos int) {
	if (x.n+1)*2 > len(x.slots) {
		x.grow()
	}
	x.place(uint32(HashCode(key)), int32(pos+1))
	x.n++
}

func (x *hashIndex) place(hash uint32, pos int32) {
	i := uint64(hash) & x.mask
	for x.slots[i].pos != 0 {
		i = (i + 1) & x.mask
	}
	x.slots[i] = indexSlot{hash, pos}
}

func (x *hashIndex) grow() {
	old := x.slots
	x.slots = make([]indexSlot, len(old)*2)
	x.mask = uint64(len(x.slots) - 1)
	for _, s := range old {
		if s.pos != 0 {
			x.place(s.hash, s.pos)
		}
	}
}

func (x *hashIndex) find(entries []Entry, key Value) int {
	hash := uint32(HashCode(key))
	for i := uint64(hash) & x.mask; ; i = (i + 1) & x.mask {
		s := x.slots[i]
		if s.pos == 0 {
			return -1
		}
		if s.hash == hash && int(s.pos) <= len(entries) && Eql(entries[s.pos-1].Key, key) {
			return int(s.pos - 1)
		}
	}
}

// With is h with key set to value. Adding a new key to the latest of a series
// of hashes shares the storage, so that building a hash key by key is linear.
func (h *Hash) With(key, value Value) *Hash {
	if i := h.Find(key); i >= 0 {
		entries := make([]Entry, len(h.entries))
		copy(entries, h.entries)
		entries[i].Value = value
		return h.sameKeys(entries)
	}
	n := len(h.entries)
	if h.used != nil && n < cap(h.entries) && h.used.CompareAndSwap(int64(n), int64(n+1)) {
		entries := h.entries[:n+1]
		entries[n] = Entry{key, value}
		out := &Hash{entries: entries, used: h.used}
		if idx := h.idx.Load(); idx != nil {
			idx.mu.Lock()
			idx.insert(key, n)
			idx.mu.Unlock()
			out.idx.Store(idx)
		}
		return out
	}
	entries := make([]Entry, n+1, (n+1)*3/2+4)
	copy(entries, h.entries)
	entries[n] = Entry{key, value}
	used := new(atomic.Int64)
	used.Store(int64(n + 1))
	out := &Hash{entries: entries, used: used}
	if n+1 > smallHash {
		out.idx.Store(buildIndex(entries))
	}
	return out
}

// sameKeys makes a hash of entries that have the keys of h in the same order,
// so that an index already made can be used again.
func (h *Hash) sameKeys(entries []Entry) *Hash {
	out := &Hash{entries: entries}
	if h.used == nil {
		out.idx.Store(h.idx.Load())
	}
	return out
}

// Merge is h with all entries of other: a key of both keeps its place in h and
// takes the value of other.
func (h *Hash) Merge(other *Hash) *Hash {
	switch {
	case len(other.entries) == 0:
		return h
	case len(h.entries) == 0:
		return other
	case len(other.entries) == 1:
		return h.With(other.entries[0].Key, other.entries[0].Value)
	}
	entries := make([]Entry, len(h.entries), len(h.entries)+len(other.entries))
	copy(entries, h.entries)
	for _, e := range other.entries {
		if i := h.Find(e.Key); i >= 0 {
			entries[i].Value = e.Value
		} else {
			entries = append(entries, e)
		}
	}
	if len(entries) == len(h.entries) {
		return h.sameKeys(entries)
	}
	return &Hash{entries: entries}
}

// Without is h without the keys for which drop is true.
func (h *Hash) Without(drop func(key Value) bool) *Hash {
	var entries []Entry
	for _, e := range h.entries {
		if !drop(e.Key) {
			entries = append(entries, e)
		}
	}
	return NewHash(entries)
}

// HashBuilder collects entries of a hash; see [NewHashBuilder].
type HashBuilder struct {
	entries []Entry
	idx     *hashIndex
}

// NewHashBuilder makes a builder with room for n entries.
func NewHashBuilder(n int) *HashBuilder { return &HashBuilder{entries: make([]Entry, 0, n)} }

// Put sets key to value; an equal key keeps its place.
func (b *HashBuilder) Put(key, value Value) {
	if i := b.find(key); i >= 0 {
		b.entries[i].Value = value
		return
	}
	b.entries = append(b.entries, Entry{key, value})
	if b.idx != nil {
		b.idx.insert(key, len(b.entries)-1)
	} else if len(b.entries) > smallHash {
		b.idx = buildIndex(b.entries)
	}
}

// PutString sets a string key.
func (b *HashBuilder) PutString(key string, value Value) { b.Put(String(key), value) }

// Get is the value that key has so far.
func (b *HashBuilder) Get(key Value) (Value, bool) {
	if i := b.find(key); i >= 0 {
		return b.entries[i].Value, true
	}
	return Undef, false
}

// Len is the number of entries so far.
func (b *HashBuilder) Len() int { return len(b.entries) }

func (b *HashBuilder) find(key Value) int {
	if b.idx != nil {
		return b.idx.find(b.entries, key)
	}
	for i := range b.entries {
		if Eql(b.entries[i].Key, key) {
			return i
		}
	}
	return -1
}

// Hash is the finished hash. The builder must not be used afterwards.
func (b *HashBuilder) Hash() *Hash {
	if len(b.entries) == 0 {
		return emptyHash
	}
	h := &Hash{entries: b.entries}
	if b.idx != nil {
		h.idx.Store(b.idx)
	}
	return h
}
