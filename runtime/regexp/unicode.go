package regexp

import (
	_ "embed"
	"encoding/binary"
	"sort"
	"strings"
	"sync"
)

// propertyData holds every character set that has a name:
//
//	sets  uvarint     number of sets
//	  size uvarint    bytes of the set that follow
//	  (skip uvarint, more uvarint)*   a range starts skip after the end of the last
//	                                  and holds more+1 characters
//	names uvarint     number of names
//	  length uvarint, name, set uvarint
//
// A name is lower case without space, '_' and '-'; POSIX brackets are ":alpha:".
//
//go:embed unidata/properties.dat
var propertyData []byte

// foldData holds full case folding: count, then for each character the distance
// from the last one, the number of characters it folds to, and these.
//
//go:embed unidata/folds.dat
var foldData []byte

// properties is the decoded index of propertyData.
var properties = sync.OnceValue(func() propertyIndex {
	d := decoder(propertyData)
	ix := propertyIndex{sets: make([][]byte, d.uvarint())}
	for i := range ix.sets {
		ix.sets[i] = d.take(d.uvarint())
	}
	ix.names = make(map[string]int, d.uvarint())
	for len(d) > 0 {
		name := string(d.take(d.uvarint()))
		ix.names[name] = d.uvarint()
	}
	return ix
})

type propertyIndex struct {
	sets  [][]byte
	names map[string]int
}

type decoder []byte

func (d *decoder) uvarint() int {
	v, n := binary.Uvarint(*d)
	*d = (*d)[n:]
	return int(v)
}

func (d *decoder) take(n int) []byte {
	b := (*d)[:n]
	*d = (*d)[n:]
	return b
}

// property returns the set of a property name as written between the braces of \p{...}.
func property(name string) (runeSet, bool) {
	key := strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '_' || r == '-':
			return -1
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 0x80 || r == ':':
			return '?'
		}
		return r
	}, name)
	return namedSet(key)
}

// posixSet returns the set of a POSIX bracket, such as "alpha".
func posixSet(name string) runeSet {
	set, _ := namedSet(":" + name + ":")
	return set
}

func namedSet(key string) (runeSet, bool) {
	ix := properties()
	id, ok := ix.names[key]
	if !ok {
		return nil, false
	}
	d := decoder(ix.sets[id])
	set := make(runeSet, 0, len(d))
	at := rune(0)
	for len(d) > 0 {
		lo := at + rune(d.uvarint())
		hi := lo + rune(d.uvarint())
		set = append(set, runeRange{lo, hi})
		at = hi + 1
	}
	return set, true
}

// A foldEntry says that from folds to the characters of to.
type foldEntry struct {
	from rune
	to   [3]rune
	n    int8
}

// foldTable is sorted by from.
var foldTable = sync.OnceValue(func() []foldEntry {
	d := decoder(foldData)
	t := make([]foldEntry, d.uvarint())
	at := rune(0)
	for i := range t {
		at += rune(d.uvarint())
		t[i].from = at
		t[i].n = int8(d.uvarint())
		for j := range t[i].n {
			t[i].to[j] = rune(d.uvarint())
		}
	}
	return t
})

// foldRune returns what r folds to, which may be r itself.
func foldRune(r rune) (to [3]rune, n int) {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		to[0] = r
		return to, 1
	}
	t := foldTable()
	i := sort.Search(len(t), func(i int) bool { return t[i].from >= r })
	if i < len(t) && t[i].from == r {
		return t[i].to, int(t[i].n)
	}
	to[0] = r
	return to, 1
}

// An unfolding is a fold read backwards: the characters that fold to the sequence to.
type unfolding struct {
	to   []rune
	from []rune
}

// unfoldings lists single-character folds first, each group ordered by its target.
var unfoldings = sync.OnceValue(func() []unfolding {
	byTarget := map[string]*unfolding{}
	var order []*unfolding
	for _, f := range foldTable() {
		to := f.to[:f.n]
		u := byTarget[string(to)]
		if u == nil {
			u = &unfolding{to: append([]rune(nil), to...)}
			byTarget[string(to)] = u
			order = append(order, u)
		}
		u.from = append(u.from, f.from)
	}
	sort.SliceStable(order, func(i, j int) bool {
		if a, b := len(order[i].to), len(order[j].to); a != b {
			return a < b
		}
		return string(order[i].to) < string(order[j].to)
	})
	all := make([]unfolding, len(order))
	for i, u := range order {
		all[i] = *u
	}
	return all
})
