package regexp

import (
	"slices"
	"unicode/utf8"
)

// A tree is a parsed and checked pattern.
type tree struct {
	root    *node
	groups  int // capturing groups that count
	names   map[string][]int
	order   []string
	byNum   []*node // group nodes; [0] is the whole pattern if something calls it
	calls   bool
	maxWork int
	// both says that the pattern means different things to a subject of ASCII
	// characters and to others.
	both   bool
	mins   map[*node]int // what minLength found
	parser *parser
}

// parse reads a pattern; errors arrive as syntaxPanic.
func parse(source string, opts Options, asciiOnly bool) *tree {
	text, reason := unescape(source)
	if reason != "" {
		failName("%s", reason)
	}
	p := &parser{src: text, opts: opts | optDefault, asciiOnly: asciiOnly}
	p.next()
	root := p.alternation(tokEnd)
	t := &tree{root: root, groups: p.groups, names: p.names, order: p.order, calls: p.calls > 0, maxWork: 1 << 20}
	t.both = p.words && !p.properties && isASCII(text)
	t.parser = p
	if !t.both {
		t.check()
	}
	return t
}

// check does what needs the whole tree. It is left to the caller of parse if the
// tree is not yet what will be compiled.
func (t *tree) check() {
	p := t.parser
	t.byNum = append(p.groupAt, make([]*node, p.groups+1-len(p.groupAt))...)
	if t.calls {
		t.byNum[0] = &node{kind: kindGroup, subs: []*node{t.root}}
		t.root = t.byNum[0]
	}
	if p.named > 0 {
		t.onlyNamed(p)
	}
	if t.calls {
		t.linkCalls(p)
		t.checkRecursion()
	}
	t.root = t.setup(t.root)
	t.parser = nil // done with
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// work bounds what the checks below may do on a pattern built to make them explode.
func (t *tree) work() {
	if t.maxWork--; t.maxWork < 0 {
		panic(ErrTooLarge)
	}
}

// onlyNamed makes plain groups non-capturing, as named groups do, and numbers the
// named ones anew.
func (t *tree) onlyNamed(p *parser) {
	const noNumbers = "numbered backref/call is not allowed. (use name)"
	renumber := make([]int, t.groups+1)
	for _, groups := range t.names {
		for _, g := range groups {
			renumber[g] = -1
		}
	}
	next := 0
	for g := range renumber {
		if renumber[g] != 0 {
			next++
			renumber[g] = next
		}
	}
	byNum := make([]*node, next+1)
	var replace func(n *node) *node
	replace = func(n *node) *node {
		for n.kind == kindGroup && n != t.byNum[0] && renumber[n.num] == 0 {
			n = n.subs[0]
		}
		switch n.kind {
		case kindBackref, kindCond:
			if !n.byName {
				fail(noNumbers)
			}
			for i, g := range n.refs {
				n.refs[i] = renumber[g]
			}
		case kindGroup:
			if n != t.byNum[0] {
				n.num = renumber[n.num]
			}
			byNum[n.num] = n
		}
		for i, s := range n.subs {
			n.subs[i] = replace(s)
		}
		return n
	}
	t.root = replace(t.root)
	for _, groups := range t.names {
		for i, g := range groups {
			groups[i] = renumber[g]
		}
	}
	t.groups, t.byNum = next, byNum
}

func (t *tree) linkCalls(p *parser) {
	t.root.walk(func(n *node) bool {
		if n.kind != kindCall {
			return true
		}
		switch {
		case n.byName:
			groups := t.names[n.name]
			if len(groups) == 0 {
				failName("undefined name <%s> reference", n.name)
			}
			if len(groups) > 1 {
				failName("multiplex definition name <%s> call", n.name)
			}
			n.num = groups[0]
		case n.num != 0 && p.named > 0:
			fail("numbered backref/call is not allowed. (use name)")
		case n.num > t.groups:
			failName("undefined group <%s> reference", n.name)
		}
		t.byNum[n.num].called = true
		return true
	})
}

// What a group's body says of calls to the group itself.
const (
	recursionNone  = 0
	recursionExist = 1 // every way through calls it, after something was taken
	recursionNever = 2 // it may be called before anything was taken: no end
)

func (t *tree) checkRecursion() {
	marked := make([]bool, len(t.byNum))
	var outer int
	var check func(n *node, head bool) int
	check = func(n *node, head bool) int {
		t.work()
		switch n.kind {
		case kindConcat:
			r := recursionNone
			for _, s := range n.subs {
				x := check(s, head)
				if x == recursionNever {
					return x
				}
				r |= x
				if head && t.minLength(s) > 0 {
					head = false
				}
			}
			return r
		case kindAlt:
			r := recursionExist
			for _, s := range n.subs {
				x := check(s, head)
				if x == recursionNever {
					return x
				}
				r &= x
			}
			return r
		case kindRepeat:
			r := check(n.subs[0], head)
			if r == recursionExist && n.min == 0 {
				r = recursionNone
			}
			return r
		case kindCall:
			return check(t.byNum[n.num], head)
		case kindGroup:
			switch {
			case n.num == outer:
				if head {
					return recursionNever
				}
				return recursionExist
			case marked[n.num]:
				return recursionNone
			}
			marked[n.num] = true
			r := check(n.subs[0], head)
			marked[n.num] = false
			return r
		case kindLook, kindOption, kindAtomic, kindCond, kindAbsent:
			return check(n.subs[0], head)
		}
		return recursionNone
	}
	for num, g := range t.byNum {
		if g == nil || !g.called {
			continue
		}
		outer = num
		if check(g.subs[0], true) != recursionNone {
			fail("never ending recursion")
		}
	}
}

// minLength is a lower bound of the characters that a match of n takes. Back references
// count as nothing.
func (t *tree) minLength(n *node) int {
	if t.mins == nil {
		t.mins = map[*node]int{}
	}
	l, ok := t.mins[n]
	if !ok {
		l = t.minLen(n, make([]int8, len(t.byNum)))
		t.mins[n] = l
	}
	return l
}

func (t *tree) minLen(n *node, open []int8) (length int) {
	if !t.calls {
		// Nothing depends on how we came here, so each node is asked once.
		if l, ok := t.mins[n]; ok {
			return l
		}
		defer func() { t.mins[n] = length }()
	} else {
		t.work()
	}
	switch n.kind {
	case kindCall, kindGroup:
		num := n.num
		if num >= len(open) || t.byNum[num] == nil || open[num] != 0 {
			return 0
		}
		open[num] = 1
		r := t.minLen(t.byNum[num].subs[0], open)
		open[num] = 0
		return r
	case kindOption, kindAtomic, kindCond:
		return t.minLen(n.subs[0], open)
	case kindConcat:
		sum := 0
		for _, s := range n.subs {
			sum = min(sum+t.minLen(s, open), lengthLimit)
		}
		return sum
	case kindAlt:
		least := lengthLimit
		for _, s := range n.subs {
			least = min(least, t.minLen(s, open))
		}
		return least
	case kindRepeat:
		if n.min == 0 {
			return 0
		}
		return min(t.minLen(n.subs[0], open)*n.min, lengthLimit)
	case kindString:
		if n.fold {
			return (len(n.runes) + 2) / 3 // a character can stand for three
		}
		return len(n.runes)
	case kindClass, kindAny, kindCluster:
		return 1
	}
	return 0
}

// setup checks references and look-behind, and rewrites what is the same as
// something simpler. It returns what takes n's place.
func (t *tree) setup(n *node) *node {
	for i, s := range n.subs {
		n.subs[i] = t.setup(s)
	}
	switch n.kind {
	case kindBackref:
		for _, g := range n.refs {
			if g > t.groups {
				fail("invalid backref number/name")
			}
		}
	case kindCond:
		if n.refs[0] > t.groups {
			fail("invalid backref number/name")
		}
		if a := n.subs[0]; a.kind != kindAlt || len(a.subs) != 2 {
			fail("invalid conditional pattern")
		}
	case kindRepeat:
		// A repeated string is one string, which lets case folding see all of it.
		sub := n.subs[0]
		if sub.kind != kindString || n.min < 2 || len(sub.runes) == 0 {
			break
		}
		times := min(n.min, 100/len(string(sub.runes)))
		if times < 2 || !sub.fold && (n.min != n.max || times < n.min) {
			break
		}
		text := &node{kind: kindString, fold: sub.fold, runes: slices.Repeat(sub.runes, times)}
		if n.max == times {
			return text
		}
		n.min -= times
		if n.max != infinite {
			n.max -= times
		}
		return newConcat([]*node{text, n})
	case kindLook:
		if n.behind {
			return t.lookBehind(n)
		}
	}
	return n
}

const badLookBehind = "invalid pattern in look-behind"

func (t *tree) lookBehind(n *node) *node {
	body := n.subs[0]
	if !behindAllowed(body, n.negative) {
		fail(badLookBehind)
	}
	if !t.parser.asciiOnly {
		body = spellOut(body, true)
		n.subs[0] = body
	}
	length, fixed := t.charLength(body, 1)
	if fixed {
		n.min = length
		return n
	}
	if body.kind != kindAlt {
		fail(badLookBehind)
	}
	// Alternatives of different lengths are looked for one by one.
	var looks []*node
	for _, alt := range body.subs {
		length, fixed := t.charLength(alt, 2)
		if !fixed {
			fail(badLookBehind)
		}
		looks = append(looks, &node{kind: kindLook, behind: true, negative: n.negative, min: length, subs: []*node{alt}})
	}
	if n.negative {
		return newConcat(looks)
	}
	return &node{kind: kindAlt, subs: looks}
}

// spellOut rewrites texts inside of a look-behind that are compared regardless of case
// and could be a text of another length. Onigmo can only tell them apart if the text
// is all there is and starts with it.
func spellOut(n *node, alone bool) *node {
	if n.kind == kindString && n.fold && !n.word {
		i := manyFolds(n.runes)
		switch {
		case i > 0 || i == 0 && !alone:
			fail(badLookBehind)
		case i == 0:
			return spellOutFirst(n)
		}
		var runes []rune
		for _, r := range n.runes {
			if to, k := foldRune(r); k == 2 && to == [3]rune{'s', 's'} {
				runes = append(runes, 's', 's')
			} else {
				runes = append(runes, r)
			}
		}
		return &node{kind: kindString, runes: runes, fold: true, word: true}
	}
	if n.kind != kindLook {
		for i, s := range n.subs {
			n.subs[i] = spellOut(s, false)
		}
	}
	return n
}

// spellOutFirst makes an alternation of what the begin of a text may be.
func spellOutFirst(n *node) *node {
	each := func(runes []rune) []*node {
		var subs []*node
		for _, r := range runes {
			subs = append(subs, &node{kind: kindClass, set: foldSet(r)})
		}
		return subs
	}
	to, k := foldRune(n.runes[0])
	rest := n.runes[1:]
	var alt []*node
	if k > 1 {
		alt = append(alt, newConcat(append(each(to[:k]), each(rest)...)))
	} else {
		alt = append(alt, newConcat(each(n.runes)))
	}
	folded := foldText(n.runes)
	for _, u := range unfoldings() {
		if len(u.to) < 2 || len(u.to) > len(folded) || !slices.Equal(folded[:len(u.to)], u.to) {
			continue
		}
		after := rest
		if k == 1 {
			after = n.runes[len(u.to):]
		}
		var set runeSet
		for _, f := range u.from {
			set = set.add(f, f)
		}
		alt = append(alt, newConcat(append([]*node{{kind: kindClass, set: set}}, each(after)...)))
	}
	return &node{kind: kindAlt, subs: alt}
}

func behindAllowed(n *node, negative bool) bool {
	switch n.kind {
	case kindAnchor:
		if n.anchor == anchorEndBuf || n.anchor == anchorSemiEnd {
			return false
		}
	case kindLook:
		if !n.behind {
			return false
		}
	case kindGroup:
		if negative {
			return false
		}
	case kindAtomic, kindCond, kindAbsent, kindBackref, kindCluster:
		return false
	}
	for _, s := range n.subs {
		if !behindAllowed(s, negative) {
			return false
		}
	}
	return true
}

// charLength is the number of characters that n takes, if that is fixed.
func (t *tree) charLength(n *node, level int) (length int, fixed bool) {
	t.work()
	if level > maxParseDepth {
		return 0, false
	}
	switch n.kind {
	case kindEmpty, kindAnchor, kindLook, kindKeep:
		return 0, true
	case kindString:
		return len(n.runes), true
	case kindClass, kindAny:
		return 1, true
	case kindGroup, kindOption:
		return t.charLength(n.subs[0], level+1)
	case kindCall:
		return t.charLength(t.byNum[n.num], level+1)
	case kindConcat:
		for _, s := range n.subs {
			x, ok := t.charLength(s, level+1)
			if !ok {
				return 0, false
			}
			length = min(length+x, lengthLimit)
		}
		return length, true
	case kindAlt:
		for i, s := range n.subs {
			x, ok := t.charLength(s, level+1)
			if !ok || i > 0 && x != length {
				return 0, false
			}
			length = x
		}
		return length, true
	case kindRepeat:
		if n.min != n.max {
			return 0, false
		}
		x, ok := t.charLength(n.subs[0], level+1)
		return min(x*n.min, lengthLimit), ok
	}
	return 0, false
}
