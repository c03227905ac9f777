package regexp

import (
	"unicode/utf8"
)

// Limits of Onigmo.
const (
	maxParseDepth = 4096
	maxGroups     = 32767
	maxRepeat     = 100000
	maxNumber     = 1<<31 - 1
)

// Options of a pattern, with Ruby's values.
type Options uint8

const (
	IgnoreCase Options = 1 << iota // i
	Extended                       // x: white space and comments are no part of the pattern
	Multiline                      // m: the dot matches a newline
)

// String is the options as they follow a regexp literal.
func (o Options) String() string {
	s := ""
	if o&Multiline != 0 {
		s += "m"
	}
	if o&IgnoreCase != 0 {
		s += "i"
	}
	if o&Extended != 0 {
		s += "x"
	}
	return s
}

// Options that only the inside of a pattern can set, in the parser's own flags.
const (
	optASCII    Options = 1 << (iota + 4) // \w \d \s are ASCII
	optPosixAll                           // POSIX brackets are not, even so
	optWordAll                            // nor are word boundaries
	optDefault  = optASCII | optPosixAll | optWordAll
)

type tokenKind uint8

const (
	tokEnd      tokenKind = iota
	tokString             // a character that stands for itself: r
	tokByte               // \xHH, \ooo: r
	tokCode               // an escape such as \n: r
	tokAny                // .
	tokAlt                // |
	tokOpen               // (
	tokClose              // )
	tokRepeat             // * + ?
	tokInterval           // {n,m}
	tokType               // \w \d \s \h: r is the letter in lower case, not
	tokProperty           // \p{: not
	tokClass              // [
	tokBackref            // refs ...
	tokCall               // name, num
	tokAnchor
	tokLinebreak // \R
	tokCluster   // \X
	tokKeep      // \K

	// Inside a character class only.
	tokChar       // r; escaped
	tokClassClose // ]
	tokRange      // -
	tokAnd        // &&
	tokPosix      // [:
)

type token struct {
	kind     tokenKind
	r        rune
	not      bool
	escaped  bool
	octal    bool // byte: written in octal
	back     int  // posix: where to go on if it is none
	min, max int
	lazy     bool
	possess  bool
	anchor   anchorKind
	refs     []int
	level    int
	hasLevel bool
	byName   bool
	name     string
	num      int
	relative bool
}

type parser struct {
	src     string
	at      int
	tok     token
	opts    Options
	depth   int
	groups  int              // capturing groups so far
	named   int              // of these, with a name
	names   map[string][]int // name to groups
	order   []string         // names in order of appearance
	calls   int
	groupAt []*node // group nodes by number, set once they are complete

	// asciiOnly folds case among ASCII characters only, see Regexp.wide.
	asciiOnly  bool
	words      bool // some class takes texts of several characters, as [ß] does "ss"
	properties bool // there is a \p
}

func (p *parser) end() bool { return p.at >= len(p.src) }

func (p *parser) peek() rune {
	r, _ := utf8.DecodeRuneInString(p.src[p.at:])
	return r
}

func (p *parser) peekIs(c byte) bool { return p.at < len(p.src) && p.src[p.at] == c }

func (p *parser) read() rune {
	r, n := utf8.DecodeRuneInString(p.src[p.at:])
	p.at += n
	return r
}

// next reads a token outside of character classes into p.tok.
func (p *parser) next() {
again:
	p.tok = token{}
	t := &p.tok
	if p.end() {
		t.kind = tokEnd
		return
	}
	t.kind = tokString
	c := p.read()
	t.r = c
	switch c {
	case '\\':
		p.escape()
	case '.':
		t.kind = tokAny
	case '*':
		p.repeat(0, infinite)
	case '+':
		p.repeat(1, infinite)
	case '?':
		p.repeat(0, 1)
	case '{':
		p.interval()
	case '|':
		t.kind = tokAlt
	case '(':
		if p.peekIs('?') && p.at+1 < len(p.src) && p.src[p.at+1] == '#' {
			p.comment()
			goto again
		}
		t.kind = tokOpen
	case ')':
		t.kind = tokClose
	case '^':
		t.kind, t.anchor = tokAnchor, anchorBeginLine
	case '$':
		t.kind, t.anchor = tokAnchor, anchorEndLine
	case '[':
		t.kind = tokClass
	case '#':
		if p.opts&Extended != 0 {
			for !p.end() && p.read() != '\n' {
			}
			goto again
		}
	case ' ', '\t', '\n', '\r', '\f':
		if p.opts&Extended != 0 {
			goto again
		}
	}
}

// comment skips (?#...); p.at is at the question mark.
func (p *parser) comment() {
	p.at += 2
	for {
		if p.end() {
			fail("end pattern in group")
		}
		switch p.read() {
		case '\\':
			if !p.end() {
				p.read()
			}
		case ')':
			return
		}
	}
}

func (p *parser) repeat(min, max int) {
	t := &p.tok
	t.kind, t.min, t.max = tokRepeat, min, max
	p.repeatSuffix(true)
}

func (p *parser) repeatSuffix(possessive bool) {
	switch {
	case p.peekIs('?'):
		p.at++
		p.tok.lazy = true
	case possessive && p.peekIs('+'):
		p.at++
		p.tok.possess = true
	}
}

// interval reads {n}, {n,}, {,m}, {n,m}; anything else is an ordinary brace.
func (p *parser) interval() {
	start := p.at
	number := func() (int, bool) {
		v, n := scanNumber(p.src[p.at:], 10)
		if v > maxRepeat {
			fail("too big number for repeat range")
		}
		p.at += n
		return v, n > 0
	}
	lo, hasLo := number()
	hi, fixed := lo, true
	if p.peekIs(',') {
		p.at++
		fixed = false
		v, hasHi := number()
		if !hasHi {
			v = infinite
		}
		if !hasLo && !hasHi {
			p.at = start
			return
		}
		hi = v
	} else if !hasLo {
		p.at = start
		return
	}
	if !p.peekIs('}') {
		p.at = start
		return
	}
	p.at++
	if hi != infinite && lo > hi {
		fail("upper is smaller than lower in repeat range")
	}
	p.tok.kind, p.tok.min, p.tok.max = tokInterval, lo, hi
	// {n}? is {n} made optional, not a lazy {n}; {n,m}+ is a repeated {n,m}.
	if !fixed {
		p.repeatSuffix(false)
	}
}

// escape reads what follows a backslash.
func (p *parser) escape() {
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
	case 'b':
		t.kind, t.anchor = tokAnchor, anchorWord
	case 'B':
		t.kind, t.anchor = tokAnchor, anchorNotWord
	case 'A':
		t.kind, t.anchor = tokAnchor, anchorBeginBuf
	case 'Z':
		t.kind, t.anchor = tokAnchor, anchorSemiEnd
	case 'z':
		t.kind, t.anchor = tokAnchor, anchorEndBuf
	case 'G':
		t.kind, t.anchor = tokAnchor, anchorStart
	case 'R':
		t.kind = tokLinebreak
	case 'X':
		t.kind = tokCluster
	case 'K':
		t.kind = tokKeep
	case 'x':
		v, n := scanNumber(p.src[p.at:min(p.at+2, len(p.src))], 16)
		p.at += n
		t.kind, t.r = tokByte, rune(v)
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		p.at--
		v, n := scanNumber(p.src[p.at:], 10)
		if v <= p.groups || v <= 9 {
			p.at += n
			t.kind, t.refs = tokBackref, []int{v}
			return
		}
		if c >= '8' {
			p.at++
			return
		}
		p.octal(3)
	case '0':
		p.at--
		p.octal(3)
	case 'k':
		if p.peekIs('<') || p.peekIs('\'') {
			p.backref(p.read())
		}
	case 'g':
		if p.peekIs('<') || p.peekIs('\'') {
			p.call(p.read())
		}
	case 'p', 'P':
		p.properties = true
		if p.peekIs('{') {
			p.property(c == 'P')
		}
	default:
		if v := escapedValue(c); v != c {
			t.kind, t.r = tokCode, v
		}
	}
}

func (p *parser) octal(digits int) {
	v, n := scanNumber(p.src[p.at:min(p.at+digits, len(p.src))], 8)
	if v > 0xff {
		fail("too big number")
	}
	p.at += n
	p.tok.kind, p.tok.r, p.tok.octal = tokByte, rune(v), true
}

// property is at the brace of \p{; what follows it is read by propertySet.
func (p *parser) property(not bool) {
	p.at++
	p.tok.kind, p.tok.not = tokProperty, not
	if p.peekIs('^') {
		p.at++
		p.tok.not = !not
	}
}

func escapedValue(c rune) rune {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	case 'a':
		return '\a'
	case 'b':
		return '\b'
	case 'e':
		return 0x1b
	case 'v':
		return '\v'
	}
	return c
}

// alternation reads alternatives up to the token term, tokEnd or tokClose.
func (p *parser) alternation(term tokenKind) *node {
	p.depth++
	if p.depth > maxParseDepth {
		fail("parse depth limit over")
	}
	defer func() { p.depth-- }()
	first := p.branch(term)
	if p.tok.kind == tokAlt {
		subs := []*node{first}
		for p.tok.kind == tokAlt {
			p.next()
			subs = append(subs, p.branch(term))
		}
		first = &node{kind: kindAlt, subs: subs}
	}
	if p.tok.kind != term {
		fail("end pattern with unmatched parenthesis")
	}
	return first
}

func (p *parser) branch(term tokenKind) *node {
	var subs []*node
	for {
		n := p.piece(term)
		if n.kind == kindConcat {
			subs = append(subs, n.subs...)
		} else {
			subs = append(subs, n)
		}
		if k := p.tok.kind; k == tokEnd || k == term || k == tokAlt {
			return newConcat(subs)
		}
	}
}

// piece reads an atom with the repeats that follow it. It leaves the next token in p.tok.
func (p *parser) piece(term tokenKind) *node {
	t := p.tok
	if t.kind == term || t.kind == tokAlt || t.kind == tokEnd {
		return &node{kind: kindEmpty}
	}
	var n *node
	grouped := false
	switch t.kind {
	case tokOpen:
		var only bool
		n, grouped, only = p.group()
		if only {
			// (?i) holds for all that follows in the group, alternatives too.
			saved := p.opts
			p.opts = n.optionOnly()
			p.next()
			sub := p.alternation(term)
			p.opts = saved
			return wrap(kindOption, sub)
		}
		p.next()
	case tokClose:
		fail("unmatched close parenthesis")
	case tokString, tokCode:
		n = p.text(t.r)
	case tokByte:
		n = p.bytes()
	case tokType:
		n = &node{kind: kindClass, set: p.typeSet(t.r, p.opts&optASCII != 0)}
		if t.not {
			n.set = n.set.negate()
		}
		p.next()
	case tokProperty:
		n = p.propertyAtom(t.not)
		p.next()
	case tokClass:
		n = p.class()
		if n.kind == kindString {
			// A class of one character joins the string around it.
			n = p.text(n.runes[0])
		} else {
			p.next()
		}
	case tokAny:
		n = &node{kind: kindAny, multi: p.opts&Multiline != 0}
		p.next()
	case tokBackref:
		n = &node{kind: kindBackref, refs: t.refs, level: t.level, hasLevel: t.hasLevel, byName: t.byName, fold: p.opts&IgnoreCase != 0}
		p.next()
	case tokCall:
		n = p.callNode(t)
		p.next()
	case tokAnchor:
		n = &node{kind: kindAnchor, anchor: t.anchor}
		n.ascii = p.opts&optASCII != 0 && p.opts&optWordAll == 0
		p.next()
	case tokLinebreak:
		n = linebreak()
		p.next()
	case tokCluster:
		n = &node{kind: kindCluster}
		p.next()
	case tokKeep:
		n = &node{kind: kindKeep}
		p.next()
	default: // repeats
		fail("target of repeat operator is not specified")
	}
	return p.repeats(n, grouped)
}

// repeats applies the repeat operators that come next.
func (p *parser) repeats(n *node, grouped bool) *node {
	var before []*node // what a string holds before the repeated character
	for p.tok.kind == tokRepeat || p.tok.kind == tokInterval {
		t := p.tok
		if t.min != 1 || t.max != 1 {
			if n.kind == kindString && !grouped && len(n.runes) > 1 {
				last := len(n.runes) - 1
				before = append(before, &node{kind: kindString, runes: n.runes[:last:last], fold: n.fold})
				n = &node{kind: kindString, runes: n.runes[last:], fold: n.fold}
			}
			n = repeatNode(n, t)
		}
		if t.possess {
			n = wrap(kindAtomic, n)
		}
		p.next()
	}
	if before != nil {
		return newConcat(append(before, n))
	}
	return n
}

// text reads a run of characters; the token of the first is p.tok.
func (p *parser) text(first rune) *node {
	n := &node{kind: kindString, runes: []rune{first}, fold: p.opts&IgnoreCase != 0}
	for {
		p.next()
		if p.tok.kind != tokString && p.tok.kind != tokCode {
			return n
		}
		n.runes = append(n.runes, p.tok.r)
	}
}

// bytes reads the \xHH that make up one character. It is a string of its own.
func (p *parser) bytes() *node {
	var buf []byte
	for {
		buf = append(buf, byte(p.tok.r))
		p.next()
		if utf8.FullRune(buf) {
			break
		}
		if p.tok.kind != tokByte {
			fail("too short multibyte string")
		}
	}
	r, _ := utf8.DecodeRune(buf)
	return &node{kind: kindString, runes: []rune{r}, fold: p.opts&IgnoreCase != 0}
}

// linebreak is \R: (?>\r\n|[\n-\r\u0085\u2028\u2029]).
func linebreak() *node {
	return wrap(kindAtomic, &node{kind: kindAlt, subs: []*node{
		{kind: kindString, runes: []rune("\r\n")},
		{kind: kindClass, set: runeSet{{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}}},
	}})
}

// popular numbers the repeats that combine: ? * + ?? *? +?, or -1.
func popular(n *node) int {
	k := -1
	switch {
	case n.min == 0 && n.max == 1:
		k = 0
	case n.min == 0 && n.max == infinite:
		k = 1
	case n.min == 1 && n.max == infinite:
		k = 2
	default:
		return -1
	}
	if n.lazy {
		k += 3
	}
	return k
}

// What a repeat of a repeat becomes.
const (
	asIs      = iota
	inner     // the inner one alone
	star      // *
	lazyStar  // *?
	lazyMaybe // ??
	plusLazy  // (?:+)??
	lazyPlus  // (?:+?)?
)

// combined is indexed by the inner repeat, then the outer one, as popular numbers them.
var combined = [6][6]uint8{
	{inner, star, star, lazyMaybe, lazyStar, asIs},
	{inner, inner, inner, plusLazy, plusLazy, inner},
	{star, star, inner, asIs, plusLazy, inner},
	{inner, lazyStar, lazyStar, inner, lazyStar, lazyStar},
	{inner, inner, inner, inner, inner, inner},
	{asIs, asIs, asIs, lazyStar, lazyStar, inner},
}

func repeatNode(sub *node, t token) *node {
	n := &node{kind: kindRepeat, min: t.min, max: t.max, lazy: t.lazy, subs: []*node{sub}}
	if sub.kind != kindRepeat {
		return n
	}
	in, out := popular(sub), popular(n)
	if in < 0 {
		return n
	}
	if out < 0 {
		if (in == 1 || in == 2) && n.max != infinite && n.max > 1 && !n.lazy {
			// Once is as good as many times.
			n.max = max(n.min, 1)
		}
		return n
	}
	set := func(n *node, lo, hi int, lazy bool) { n.min, n.max, n.lazy = lo, hi, lazy }
	switch combined[in][out] {
	case inner:
		return sub
	case star:
		set(sub, 0, infinite, false)
		return sub
	case lazyStar:
		set(sub, 0, infinite, true)
		return sub
	case lazyMaybe:
		set(sub, 0, 1, true)
		return sub
	case plusLazy:
		set(n, 0, 1, true)
		set(sub, 1, infinite, false)
	}
	return n
}
