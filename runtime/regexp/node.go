package regexp

type nodeKind uint8

const (
	kindEmpty   nodeKind = iota
	kindString           // runes
	kindClass            // set
	kindAny              // multi: newline too
	kindAnchor           // anchor, ascii
	kindLook             // subs[0]; behind, negative
	kindGroup            // capturing: subs[0], num
	kindOption           // (?i:...): transparent, but a level of its own in look-behind
	kindAtomic           // subs[0]
	kindCond             // refs[0], subs[0] an alternation of two
	kindAbsent           // subs[0]
	kindRepeat           // subs[0], min, max, lazy
	kindConcat           // subs
	kindAlt              // subs
	kindBackref          // refs, level
	kindCall             // num or name
	kindKeep             // \K
	kindCluster          // \X
)

type anchorKind uint8

const (
	anchorBeginBuf  anchorKind = iota // \A
	anchorEndBuf                      // \z
	anchorSemiEnd                     // \Z
	anchorBeginLine                   // ^
	anchorEndLine                     // $
	anchorWord                        // \b
	anchorNotWord                     // \B
	anchorStart                       // \G
)

// infinite is the max of a repeat without one.
const infinite = -1

// A node is a node of the syntax tree.
type node struct {
	kind   nodeKind
	anchor anchorKind

	fold     bool // string, back reference: regardless of case
	multi    bool // any: matches a newline too
	ascii    bool // word boundary: words are ASCII only
	negative bool // look-around
	behind   bool // look-around
	lazy     bool // repeat
	byName   bool // back reference, condition, call
	hasLevel bool // back reference
	called   bool // group: some call goes there
	word     bool // string: what a character of a class folds to

	num      int   // group, call: the group's number
	min, max int   // repeat
	level    int   // back reference
	refs     []int // back reference: candidates, last first wins; condition: the group

	runes []rune // string
	set   runeSet
	name  string // call
	subs  []*node
}

func newConcat(subs []*node) *node {
	switch len(subs) {
	case 0:
		return &node{kind: kindEmpty}
	case 1:
		return subs[0]
	}
	return &node{kind: kindConcat, subs: subs}
}

func wrap(kind nodeKind, sub *node) *node { return &node{kind: kind, subs: []*node{sub}} }

// walk calls f on n and all below it, parents first, until f says no.
func (n *node) walk(f func(*node) bool) bool {
	if !f(n) {
		return false
	}
	for _, s := range n.subs {
		if !s.walk(f) {
			return false
		}
	}
	return true
}

const lengthLimit = 1 << 30
