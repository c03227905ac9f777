package regexp

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// typeSet is the set of \w, \d, \s or \h.
func (p *parser) typeSet(letter rune, ascii bool) runeSet {
	var set runeSet
	switch letter {
	case 'w':
		set = posixSet("word")
	case 'd':
		set = posixSet("digit")
	case 's':
		set = posixSet("space")
	case 'h':
		return runeSet{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}
	}
	if ascii {
		return set.ascii()
	}
	return set
}

// propertySet reads a property's name up to the closing brace.
func (p *parser) propertySet() (set runeSet, name string) {
	start := p.at
	for i := p.at; i < len(p.src); i++ {
		switch p.src[i] {
		case '}':
			name = p.src[start:i]
			set, ok := property(name)
			if !ok {
				failName("invalid character property name {%s}", name)
			}
			p.at = i + 1
			return set, name
		case '(', ')', '{', '|':
			failName("invalid character property name {%s}", p.src[start:i])
		}
	}
	// Onigmo loses the last character of a name that does not end.
	_, n := utf8.DecodeLastRuneInString(p.src[start:])
	failName("invalid character property name {%s}", p.src[start:len(p.src)-n])
	return nil, ""
}

func isASCIIProperty(name string) bool { return strings.EqualFold(name, "ascii") }

func (p *parser) propertyAtom(not bool) *node {
	set, name := p.propertySet()
	cl := classSets{set: set, not: not}
	if p.opts&IgnoreCase != 0 && !isASCIIProperty(name) {
		return p.folded(&cl, &cl)
	}
	return &node{kind: kindClass, set: cl.value()}
}

// nextInClass reads a token inside of a character class.
func (p *parser) nextInClass() {
	p.tok = token{}
	t := &p.tok
	if p.end() {
		t.kind = tokEnd
		return
	}
	c := p.read()
	t.kind, t.r = tokChar, c
	switch c {
	case ']':
		t.kind = tokClassClose
	case '-':
		t.kind = tokRange
	case '[':
		if p.peekIs(':') && p.posixAhead() {
			t.kind, t.back = tokPosix, p.at
			p.at++
		} else {
			t.kind = tokClass
		}
	case '&':
		if p.peekIs('&') {
			p.at++
			t.kind = tokAnd
		}
	case '\\':
		p.escapeInClass()
	}
}

// posixAhead says whether ":]" comes before a "]" that would close the class.
func (p *parser) posixAhead() bool {
	escaped := false
	for i := p.at + 1; i < len(p.src); i++ {
		if escaped {
			escaped = false
			continue
		}
		switch p.src[i] {
		case ':':
			if i+1 < len(p.src) && p.src[i+1] == ']' {
				return true
			}
		case ']':
			return false
		case '\\':
			escaped = true
		}
	}
	return false
}

func (p *parser) escapeInClass() {
	t := &p.tok
	if p.end() {
		fail("end pattern at escape")
	}
	t.escaped = true
	c := p.read()
	t.r = c
	switch c {
	case 'w', 'd', 's', 'h':
		t.kind = tokType
	case 'W', 'D', 'S', 'H':
		t.kind, t.r, t.not = tokType, c+'a'-'A', true
	case 'p', 'P':
		p.properties = true
		if p.peekIs('{') {
			p.property(c == 'P')
		}
	case 'x':
		v, n := scanNumber(p.src[p.at:min(p.at+2, len(p.src))], 16)
		p.at += n
		t.kind, t.r = tokByte, rune(v)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		p.at--
		p.octal(3)
	default:
		if v := escapedValue(c); v != c {
			t.kind, t.r = tokCode, v
		}
	}
}

// classSets is a character class in the making. plain holds what takes part in case
// folding between ASCII and the rest: all but \w, [:word:] and [:ascii:].
type classSets struct {
	set, plain runeSet
	not        bool
}

func (c *classSets) value() runeSet {
	if c.not {
		return c.set.negate()
	}
	return c.set
}

func (c *classSets) add(lo, hi rune) {
	c.set = c.set.add(lo, hi)
	c.plain = c.plain.add(lo, hi)
}

// class reads a bracket expression whose opening bracket has been read. It is a
// class, a string of one character, or an alternation with the strings that
// characters of the class fold to.
func (p *parser) class() *node {
	cl := p.classBody()
	if !cl.not && len(cl.set) == 1 && cl.set[0].lo == cl.set[0].hi {
		return &node{kind: kindString, runes: []rune{cl.set[0].lo}}
	}
	if p.opts&IgnoreCase == 0 {
		return &node{kind: kindClass, set: cl.value()}
	}
	return p.folded(&cl, &classSets{set: cl.plain, not: cl.not})
}

// A class is read by a small machine: a value may become the start of a range.
const (
	classStart = iota
	classValue
	classRange
	classComplete
)

func (p *parser) classBody() classSets {
	p.depth++
	if p.depth > maxParseDepth {
		fail("parse depth limit over")
	}
	defer func() { p.depth-- }()

	p.nextInClass()
	neg := false
	if p.tok.kind == tokChar && p.tok.r == '^' && !p.tok.escaped {
		neg = true
		p.nextInClass()
	}
	if p.tok.kind == tokClassClose {
		if !p.closesLater() {
			fail("empty char-class")
		}
		p.tok.kind = tokChar // []...] holds a bracket
	}

	var cur classSets
	var left *classSets // what stands before &&
	state := classStart
	isClass := false // the last value was a class such as \d
	var last rune
	flush := func() {
		if state == classValue && !isClass {
			cur.add(last, last)
		}
	}
	value := func(v rune) {
		switch state {
		case classValue:
			flush()
		case classRange:
			if last > v {
				fail("empty range in char class")
			}
			cur.add(last, v)
			state = classComplete
			last, isClass = v, false
			return
		default:
			state = classValue
		}
		last, isClass = v, false
	}
	wholeClass := func() {
		if state == classRange {
			fail("char-class value at end of range")
		}
		flush()
		state, isClass = classValue, true
	}

	for p.tok.kind != tokClassClose {
		fetched := false
		switch t := p.tok; t.kind {
		case tokChar, tokCode:
			value(t.r)
		case tokByte:
			v, more := p.classBytes()
			fetched = more
			value(v)
		case tokPosix:
			if p.posixBracket(&cur) {
				wholeClass()
			} else {
				p.at = t.back
				value('[')
			}
		case tokType:
			ascii := p.opts&optASCII != 0
			set := p.typeSet(t.r, ascii)
			if t.not {
				set = set.negate()
			}
			cur.set = cur.set.union(set)
			if t.r != 'w' {
				cur.plain = cur.plain.union(set)
			}
			wholeClass()
		case tokProperty:
			set, name := p.propertySet()
			if t.not {
				set = set.negate()
			}
			cur.set = cur.set.union(set)
			if !isASCIIProperty(name) {
				cur.plain = cur.plain.union(set)
			}
			wholeClass()
		case tokRange:
			switch state {
			case classValue:
				p.nextInClass()
				fetched = true
				if p.tok.kind == tokClassClose || p.tok.kind == tokAnd {
					value('-') // [x-] and [x-&&y]
					break
				}
				if isClass {
					fail("unmatched range specifier in char-class")
				}
				state = classRange
			case classStart:
				p.nextInClass()
				fetched = true
				value('-')
			case classRange:
				value('-') // [!--]
			default: // [a-b-] and [a-b-c]
				p.nextInClass()
				fetched = true
				value('-')
			}
		case tokClass:
			// What stands before may still start a range: [a[b]-c].
			in := p.classBody()
			set, plain := in.set, in.plain
			if in.not {
				set, plain = set.negate(), plain.negate()
			}
			cur.set = cur.set.union(set)
			cur.plain = cur.plain.union(plain)
		case tokAnd:
			flush()
			state = classStart
			if left == nil {
				left = &classSets{set: cur.set, plain: cur.plain}
			} else {
				left.set = left.set.intersect(cur.set)
				left.plain = left.plain.intersect(cur.plain)
			}
			cur = classSets{}
		default:
			fail("premature end of char-class")
		}
		if !fetched {
			p.nextInClass()
		}
	}
	flush()
	if left != nil {
		cur.set = left.set.intersect(cur.set)
		cur.plain = left.plain.intersect(cur.plain)
	}
	cur.not = neg
	return cur
}

// closesLater says whether there is another ] further on.
func (p *parser) closesLater() bool {
	escaped := false
	for i := p.at; i < len(p.src); i++ {
		if escaped {
			escaped = false
			continue
		}
		switch p.src[i] {
		case ']':
			return true
		case '\\':
			escaped = true
		}
	}
	return false
}

// classBytes reads the \xHH that make up one character; more says that the token
// after it has been read.
func (p *parser) classBytes() (r rune, more bool) {
	buf := []byte{byte(p.tok.r)}
	for !utf8.FullRune(buf) {
		p.nextInClass()
		if p.tok.kind != tokByte {
			fail("too short multibyte string")
		}
		buf = append(buf, byte(p.tok.r))
	}
	r, n := utf8.DecodeRune(buf)
	if r == utf8.RuneError && n == 1 {
		fail("invalid code point value")
	}
	return r, false
}

var posixNames = []string{"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower",
	"print", "punct", "space", "upper", "xdigit", "ascii", "word"}

// posixBracket reads the rest of [:name:] into the class; false says that it is none.
func (p *parser) posixBracket(cl *classSets) bool {
	rest := p.src[p.at:]
	not := strings.HasPrefix(rest, "^")
	if not {
		rest = rest[1:]
	}
	start := len(p.src) - len(rest)
	if utf8.RuneCountInString(rest) >= 7 {
		ascii := p.opts&optASCII != 0 && p.opts&optPosixAll == 0
		for _, name := range posixNames {
			if !strings.HasPrefix(rest, name) {
				continue
			}
			if !strings.HasPrefix(rest[len(name):], ":]") {
				fail("invalid POSIX bracket type")
			}
			set := runeSet{{0, 0x7f}}
			if name != "ascii" {
				set = posixSet(name)
			}
			if ascii {
				set = set.ascii()
			}
			if not {
				set = set.negate()
			}
			cl.set = cl.set.union(set)
			if name != "word" && name != "ascii" && !ascii {
				cl.plain = cl.plain.union(set)
			}
			p.at = start + len(name) + 2
			return true
		}
	}
	// Not a name: an error if it looks like one, else ordinary characters.
	at, n := start, 0
	for at < len(p.src) && p.src[at] != ':' && p.src[at] != ']' {
		_, size := utf8.DecodeRuneInString(p.src[at:])
		at += size
		if n++; n > 20 {
			break
		}
	}
	if strings.HasPrefix(p.src[min(at, len(p.src)):], ":]") {
		fail("invalid POSIX bracket type")
	}
	return false
}

// folded is the class with all that its characters fold to and what folds to them.
// Between ASCII and the rest that holds for characters of plain only.
func (p *parser) folded(c, plain *classSets) *node {
	set := slices.Clone(c.set)
	var words []*node
	apply := func(from, to rune) {
		if p.asciiOnly && (from >= 0x80 || to >= 0x80) {
			return
		}
		// Inside of a negated class the folds of what it excludes are excluded.
		if !set.has(from) {
			return
		}
		if to >= 0x80 && to <= 0xff {
			// Ruby loses these: it notes them where characters of one byte are.
			return
		}
		if (from < 0x80) == (to < 0x80) || plain.set.has(from) {
			set = set.add(to, to)
		}
	}
	for _, u := range unfoldings() {
		if len(u.to) == 1 {
			for i, f := range u.from {
				apply(f, u.to[0])
				apply(u.to[0], f)
				for _, g := range u.from[:i] {
					apply(f, g)
					apply(g, f)
				}
			}
			continue
		}
		for i, f := range u.from {
			if !c.not && !p.asciiOnly && set.has(f) {
				p.words = true
				words = append(words, &node{kind: kindString, runes: u.to, fold: true, word: true})
			}
			for _, g := range u.from[:i] {
				apply(f, g)
				apply(g, f)
			}
		}
	}
	n := &node{kind: kindClass, set: set}
	if c.not {
		n.set = set.negate()
	}
	if len(words) > 0 {
		n = &node{kind: kindAlt, subs: append([]*node{n}, words...)}
	}
	return n
}
