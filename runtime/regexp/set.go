package regexp

import (
	"sort"
	"unicode/utf8"
)

const maxRune = 0x10ffff

// A runeRange is the characters from lo to hi, both included.
type runeRange struct{ lo, hi rune }

// A runeSet is a set of characters: sorted, disjoint ranges that do not touch.
type runeSet []runeRange

func (s runeSet) has(r rune) bool {
	lo, hi := 0, len(s)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		switch {
		case r < s[m].lo:
			hi = m
		case r > s[m].hi:
			lo = m + 1
		default:
			return true
		}
	}
	return false
}

// add puts the range into the set.
func (s runeSet) add(lo, hi rune) runeSet {
	if n := len(s); n == 0 || lo > s[n-1].hi+1 {
		return append(s, runeRange{lo, hi})
	}
	i := sort.Search(len(s), func(i int) bool { return s[i].hi+1 >= lo })
	j := i
	for j < len(s) && s[j].lo <= hi+1 {
		lo = min(lo, s[j].lo)
		hi = max(hi, s[j].hi)
		j++
	}
	if i == j {
		s = append(s, runeRange{})
		copy(s[i+1:], s[i:])
		s[i] = runeRange{lo, hi}
		return s
	}
	s[i] = runeRange{lo, hi}
	return append(s[:i+1], s[j:]...)
}

func (s runeSet) union(t runeSet) runeSet {
	out := make(runeSet, 0, len(s)+len(t))
	for len(s) > 0 || len(t) > 0 {
		var r runeRange
		if len(t) == 0 || len(s) > 0 && s[0].lo <= t[0].lo {
			r, s = s[0], s[1:]
		} else {
			r, t = t[0], t[1:]
		}
		if n := len(out); n > 0 && r.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, r.hi)
		} else {
			out = append(out, r)
		}
	}
	return out
}

func (s runeSet) negate() runeSet {
	out := make(runeSet, 0, len(s)+1)
	at := rune(0)
	for _, r := range s {
		if r.lo > at {
			out = append(out, runeRange{at, r.lo - 1})
		}
		at = r.hi + 1
	}
	if at <= maxRune {
		out = append(out, runeRange{at, maxRune})
	}
	return out
}

func (s runeSet) intersect(t runeSet) runeSet {
	out := runeSet{}
	for i, j := 0, 0; i < len(s) && j < len(t); {
		lo, hi := max(s[i].lo, t[j].lo), min(s[i].hi, t[j].hi)
		if lo <= hi {
			out = append(out, runeRange{lo, hi})
		}
		if s[i].hi < t[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// ascii is the part of the set below 0x80.
func (s runeSet) ascii() runeSet { return s.intersect(runeSet{{0, 0x7f}}) }

// What a charset's lead table says of a byte.
const (
	leadNone = iota // no character of the set starts with it
	leadAll         // every character that starts with it is in the set
	leadSome        // the character must be decoded and looked up
)

// A charset is a runeSet made ready for matching.
type charset struct {
	lead   [256]uint8
	ranges runeSet // characters from 0x80 on, asked where lead says leadSome
	// bytewise says that a run of the set's characters can be found byte by byte:
	// the set holds all characters from 0x80 on, or none.
	bytewise bool
	narrow   bool // all characters are ASCII
	all      bool // every character is in the set
	// run is, for a bytewise set, whether the byte is part of a character of the set.
	run [256]bool
	// only is the one byte that is not in a bytewise set, or the only one that is, or -1.
	butByte, oneByte int
}

func newCharset(set runeSet) *charset {
	c := &charset{butByte: -1, oneByte: -1}
	for _, r := range set {
		for b := r.lo; b <= r.hi && b < 0x80; b++ {
			c.lead[b] = leadAll
		}
		if r.hi >= 0x80 {
			c.ranges = append(c.ranges, runeRange{max(r.lo, 0x80), r.hi})
		}
	}
	all, some := true, false
	for b := 0xc2; b <= 0xf4; b++ {
		lo, hi := leadRange(b)
		in := c.ranges.intersect(runeSet{{lo, hi}})
		switch {
		case len(in) == 0:
			all = false
		case len(in) == 1 && in[0] == runeRange{lo, hi}:
			c.lead[b] = leadAll
			some = true
		case lo == 0xd000 && len(in) == 2 && in[0] == runeRange{lo, 0xd7ff} && in[1].lo >= 0xd800:
			c.lead[b] = leadAll // surrogates do not occur
			some = true
		default:
			c.lead[b] = leadSome
			all, some = false, true
		}
	}
	c.bytewise = all || !some
	c.narrow = len(c.ranges) == 0
	c.all = len(set) == 1 && set[0] == runeRange{0, maxRune}
	if c.bytewise {
		in, out := 0, 0
		for b := range c.run {
			c.run[b] = c.lead[b] != leadNone || b >= 0x80 && all
			if c.run[b] {
				in++
			} else {
				out++
			}
		}
		for b := range c.run {
			if out == 1 && !c.run[b] {
				c.butByte = b
			}
			if in == 1 && c.run[b] {
				c.oneByte = b
			}
		}
		if all {
			// A byte that is no character of its own counts as one that is not ASCII.
			for b := 0x80; b < 0x100; b++ {
				c.lead[b] = leadAll
			}
		}
	}
	return c
}

// leadRange is the characters whose UTF-8 form starts with b.
func leadRange(b int) (lo, hi rune) {
	switch {
	case b < 0xe0:
		lo = rune(b&0x1f) << 6
		return lo, lo + 0x3f
	case b < 0xf0:
		lo = rune(b&0xf) << 12
		return max(lo, 0x800), lo + 0xfff
	default:
		lo = rune(b&7) << 18
		return max(lo, 0x10000), min(lo+0x3ffff, maxRune)
	}
}

// size is the number of bytes of the set's character at s[i], 0 if there is none.
// i must be below end, the end of the subject.
func (c *charset) size(s string, i, end int) int {
	b := s[i]
	if b < 0x80 {
		return int(c.lead[b])
	}
	return c.wideSize(s, i, end)
}

func (c *charset) wideSize(s string, i, end int) int {
	switch c.lead[s[i]] {
	case leadNone:
		return 0
	case leadAll:
		_, n := utf8.DecodeRuneInString(s[i:end])
		return n
	}
	r, n := utf8.DecodeRuneInString(s[i:end])
	if r == utf8.RuneError && n == 1 || !c.ranges.has(r) {
		return 0
	}
	return n
}
