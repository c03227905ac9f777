package regexp

import (
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// foldIndex answers what folds to a character.
type foldIndex struct {
	from  map[rune][]rune // all that fold to it alone
	heads map[rune][]rune // all that fold to several characters of which it is the first
}

var folds = sync.OnceValue(func() foldIndex {
	ix := foldIndex{from: map[rune][]rune{}, heads: map[rune][]rune{}}
	for _, u := range unfoldings() {
		if len(u.to) == 1 {
			ix.from[u.to[0]] = u.from
		} else {
			ix.heads[u.to[0]] = append(ix.heads[u.to[0]], u.from...)
		}
	}
	return ix
})

// foldsToMany says that r folds to more than one character.
func foldsToMany(r rune) bool {
	_, n := foldRune(r)
	return n > 1
}

// foldSet is the characters that fold to what r folds to, a single character.
func foldSet(r rune) runeSet {
	to, _ := foldRune(r)
	set := runeSet{{to[0], to[0]}}
	for _, f := range folds().from[to[0]] {
		set = set.add(f, f)
	}
	return set
}

// anyFolds says whether case makes a difference to any of the characters.
func anyFolds(runes []rune) bool {
	ix := folds()
	return slices.ContainsFunc(runes, func(r rune) bool {
		to, n := foldRune(r)
		return n > 1 || to[0] != r || len(ix.from[r]) > 0
	})
}

// manyFolds is where in the text a character starts that folds to several, or several
// that one folds to; -1 if nowhere. ß and its like do not count: what they fold to is
// as long in bytes.
func manyFolds(runes []rune) int {
	heads := folds().heads
	for i, r := range runes {
		to, k := foldRune(r)
		if k > 1 {
			if k == 2 && to == [3]rune{'s', 's'} {
				continue
			}
			return i
		}
		if len(heads[to[0]]) == 0 {
			continue
		}
		rest := foldText(runes[i:])
		for _, u := range unfoldings() {
			if n := len(u.to); n > 1 && n <= len(rest) && slices.Equal(rest[:n], u.to) {
				return i
			}
		}
	}
	return -1
}

func foldText(runes []rune) []rune {
	var out []rune
	for _, r := range runes {
		to, n := foldRune(r)
		out = append(out, to[:n]...)
	}
	return out
}

// foldedPrefix is the end of the text at s[i:] that folds to want, or -1. A character
// of the text must not fold to more than is left of want.
func foldedPrefix(s string, i, end int, want string) int {
	for j := 0; j < len(want); {
		if i >= end {
			return -1
		}
		b := s[i]
		if b < utf8.RuneSelf {
			if 'A' <= b && b <= 'Z' {
				b += 'a' - 'A'
			}
			if b != want[j] {
				return -1
			}
			i++
			j++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:end])
		to, k := foldRune(r)
		for _, r := range to[:k] {
			w, size := utf8.DecodeRuneInString(want[j:])
			if w != r || size == 0 {
				return -1
			}
			j += size
		}
		i += n
	}
	return i
}

// sameFolded compares s[a:b] with the text at s[i:], character by character, each
// of which must fold alike. It returns where the text ends, or -1.
func sameFolded(s string, a, b, i, end int) int {
	if b-a > end-i {
		return -1
	}
	for a < b {
		if i >= end {
			return -1
		}
		x, n := utf8.DecodeRuneInString(s[a:b])
		y, m := utf8.DecodeRuneInString(s[i:end])
		if x != y {
			fx, kx := foldRune(x)
			fy, ky := foldRune(y)
			if kx != ky || fx != fy || x == utf8.RuneError {
				return -1
			}
		}
		a += n
		i += m
	}
	return i
}

// Sets that many patterns share are made ready once.
var (
	shared      sync.Map // key of the ranges to *charset
	sharedCount atomic.Int32
)

const maxShared = 1000

func sharedCharset(key string, set runeSet) *charset {
	if cs, ok := shared.Load(key); ok {
		return cs.(*charset)
	}
	cs := newCharset(set)
	if len(set) > 8 && set[len(set)-1].hi >= 0x100 && sharedCount.Add(1) < maxShared {
		// Large sets are the properties, of which there are few; small ones come
		// from patterns, which may be many.
		shared.Store(key, cs)
	}
	return cs
}

var (
	wordSet  = sync.OnceValue(func() *charset { return newCharset(posixSet("word")) })
	asciiSet = [256]bool{'_': true}
)

func init() {
	for b := byte(0); b < 26; b++ {
		asciiSet['a'+b], asciiSet['A'+b] = true, true
	}
	for b := byte('0'); b <= '9'; b++ {
		asciiSet[b] = true
	}
}

// wordAt says whether the character at s[i] is one of a word.
func wordAt(s string, i int, ascii bool) bool {
	b := s[i]
	if b < utf8.RuneSelf {
		return asciiSet[b]
	}
	return !ascii && wordSet().size(s, i, len(s)) > 0
}

// boundary says whether s[i] is where a word begins or ends.
func boundary(s string, i, end int, ascii bool) bool {
	before, after := false, false
	if i > 0 {
		before = wordAt(s, before1(s, i), ascii)
	}
	if i < end {
		after = wordAt(s, i, ascii)
	}
	return before != after
}

// before1 is where the character before s[i] starts; i must be above 0.
func before1(s string, i int) int {
	i--
	for k := 0; k < 3 && i > 0 && s[i]&0xc0 == 0x80; k++ {
		i--
	}
	return i
}
