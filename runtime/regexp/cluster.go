package regexp

import (
	"sync"
	"unicode/utf8"
)

// Classes of the grapheme cluster rules (UAX #29).
const (
	gcbOther uint8 = iota
	gcbCR
	gcbLF
	gcbControl
	gcbExtend
	gcbZWJ
	gcbRegional
	gcbPrepend
	gcbSpacing
	gcbL
	gcbV
	gcbT
	gcbLV
	gcbLVT
	gcbPicture
)

type clusterRange struct {
	runeRange
	class uint8
}

var clusterRanges = sync.OnceValue(func() []clusterRange {
	names := []string{
		gcbCR: "CR", gcbLF: "LF", gcbControl: "Control", gcbExtend: "Extend", gcbZWJ: "ZWJ",
		gcbRegional: "Regional_Indicator", gcbPrepend: "Prepend", gcbSpacing: "SpacingMark",
		gcbL: "L", gcbV: "V", gcbT: "T", gcbLV: "LV", gcbLVT: "LVT",
	}
	var all []clusterRange
	for class, name := range names {
		if name == "" {
			continue
		}
		set, _ := property("Grapheme_Cluster_Break=" + name)
		for _, r := range set {
			all = append(all, clusterRange{r, uint8(class)})
		}
	}
	pictures, _ := property("Extended_Pictographic")
	for _, r := range pictures {
		all = append(all, clusterRange{r, gcbPicture})
	}
	return all
})

var clusterClass = sync.OnceValue(func() func(rune) uint8 {
	var ascii [0x80]uint8
	pages := map[rune][]clusterRange{}
	for _, r := range clusterRanges() {
		for c := r.lo; c <= r.hi && c < 0x80; c++ {
			ascii[c] = r.class
		}
		for page := r.lo >> 8; page <= r.hi>>8; page++ {
			pages[page] = append(pages[page], r)
		}
	}
	return func(c rune) uint8 {
		if c < 0x80 {
			return ascii[c]
		}
		for _, r := range pages[c>>8] {
			if r.lo <= c && c <= r.hi {
				return r.class
			}
		}
		return gcbOther
	}
})

// clusterEnd is the end of the extended grapheme cluster that starts at s[i], i < end.
func clusterEnd(s string, i, end int) int {
	class := clusterClass()
	at := func(i int) (uint8, int) {
		if i >= end {
			return 0xff, 0
		}
		r, n := utf8.DecodeRuneInString(s[i:end])
		return class(r), n
	}
	c, n := at(i)
	switch c {
	case gcbCR:
		if next, m := at(i + n); next == gcbLF {
			return i + n + m
		}
		return i + n
	case gcbLF, gcbControl:
		return i + n
	}
	i += n
	for c == gcbPrepend {
		next, m := at(i)
		if next == gcbCR || next == gcbLF || next == gcbControl || next == 0xff {
			break
		}
		c = next
		i += m
	}
	switch c {
	case gcbRegional:
		if next, m := at(i); next == gcbRegional {
			i += m
		}
	case gcbL, gcbV, gcbT, gcbLV, gcbLVT:
		for {
			next, m := at(i)
			ok := false
			switch c {
			case gcbL:
				ok = next == gcbL || next == gcbV || next == gcbLV || next == gcbLVT
			case gcbLV, gcbV:
				ok = next == gcbV || next == gcbT
			case gcbLVT, gcbT:
				ok = next == gcbT
			}
			if !ok {
				break
			}
			c = next
			i += m
		}
	case gcbPicture:
		for {
			j := i
			next, m := at(j)
			for next == gcbExtend {
				j += m
				next, m = at(j)
			}
			if next != gcbZWJ {
				break
			}
			j += m
			if next, m = at(j); next != gcbPicture {
				break
			}
			i = j + m
		}
	}
	for {
		next, m := at(i)
		if next != gcbExtend && next != gcbZWJ && next != gcbSpacing {
			return i
		}
		i += m
	}
}
