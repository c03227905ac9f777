package regexp

import "slices"

// group reads what follows an opening parenthesis, up to and with the closing one.
// grouped says that it is a plain (?:...), only that it is (?i) whose options are
// in the node.
func (p *parser) group() (n *node, grouped, only bool) {
	if p.end() {
		fail("end pattern with unmatched parenthesis")
	}
	if !p.peekIs('?') {
		n = &node{kind: kindGroup, num: p.addGroup()}
		p.groupBody(n)
		return n, false, false
	}
	p.at++
	if p.end() {
		fail("end pattern in group")
	}
	switch c := p.read(); c {
	case ':':
		p.next()
		return p.alternation(tokClose), true, false
	case '=', '!':
		n = &node{kind: kindLook, negative: c == '!'}
	case '>':
		n = &node{kind: kindAtomic}
	case '~':
		n = &node{kind: kindAbsent}
	case '\'':
		n = p.namedGroup(c)
	case '<':
		if p.end() {
			fail("end pattern with unmatched parenthesis")
		}
		switch {
		case p.peekIs('='), p.peekIs('!'):
			n = &node{kind: kindLook, behind: true, negative: p.read() == '!'}
		default:
			n = p.namedGroup(c)
		}
	case '(':
		n = p.condition()
	case '-', 'i', 'm', 'x', 'a', 'd', 'u':
		return p.options(c)
	default:
		fail("undefined group option")
	}
	p.groupBody(n)
	return n, false, false
}

func (p *parser) groupBody(n *node) {
	p.next()
	sub := p.alternation(tokClose)
	if n.kind == kindCond && sub.kind != kindAlt {
		sub = &node{kind: kindAlt, subs: []*node{sub, {kind: kindEmpty}}}
	}
	n.subs = []*node{sub}
	if n.kind == kindLook && n.behind {
		p.words = p.words || !p.asciiOnly && !sub.walk(func(n *node) bool { return !n.fold || n.word || manyFolds(n.runes) < 0 })
	}
	if n.kind == kindGroup {
		for len(p.groupAt) <= n.num {
			p.groupAt = append(p.groupAt, nil)
		}
		p.groupAt[n.num] = n
	}
}

func (p *parser) addGroup() int {
	if p.groups >= maxGroups {
		fail("too many capture groups are specified")
	}
	p.groups++
	return p.groups
}

func (p *parser) namedGroup(open rune) *node {
	name, _ := p.groupName(open, false)
	num := p.addGroup()
	if p.names == nil {
		p.names = map[string][]int{}
	}
	if _, ok := p.names[name]; !ok {
		p.order = append(p.order, name)
	}
	p.names[name] = append(p.names[name], num)
	p.named++
	return &node{kind: kindGroup, num: num}
}

// optionOnly recovers the options that group left in the node of (?i).
func (n *node) optionOnly() Options { return Options(n.num) }

// options reads the rest of (?i) or (?i:...), c being the first letter.
func (p *parser) options(c rune) (n *node, grouped, only bool) {
	o := p.opts
	off := false
	set := func(f Options) {
		if off {
			o &^= f
		} else {
			o |= f
		}
	}
	for {
		switch c {
		case ':':
			saved := p.opts
			p.opts = o
			p.next()
			sub := p.alternation(tokClose)
			p.opts = saved
			return wrap(kindOption, sub), false, false
		case ')':
			return &node{kind: kindOption, num: int(o)}, false, true
		case '-':
			off = true
		case 'x':
			set(Extended)
		case 'i':
			set(IgnoreCase)
		case 'm':
			set(Multiline)
		case 'a', 'u', 'd':
			if off {
				fail("undefined group option")
			}
			switch c {
			case 'a':
				o = o&^(optPosixAll|optWordAll) | optASCII
			case 'u':
				o &^= optDefault
			case 'd':
				o |= optDefault
			}
		default:
			fail("undefined group option")
		}
		if p.end() {
			fail("end pattern in group")
		}
		c = p.read()
	}
}

// condition reads (1), (<name>) or ('name') of (?(1)...).
func (p *parser) condition() *node {
	n := &node{kind: kindCond}
	if p.end() {
		// Nothing to look at: what Onigmo sees is the end of its string.
		fail("undefined group option")
	}
	switch c := p.peek(); {
	case c >= '0' && c <= '9':
		_, num := p.groupName('(', true)
		n.refs = []int{num}
	case c == '<' || c == '\'':
		p.read()
		name, num := p.groupName(c, true)
		if num != 0 {
			n.refs = []int{num}
		} else {
			groups := p.names[name]
			if len(groups) == 0 {
				failName("undefined name <%s> reference", name)
			}
			n.refs, n.byName = slices.Clone(groups[:1]), true
		}
		if p.end() || p.read() != ')' {
			fail("undefined group option")
		}
	default:
		fail("invalid conditional pattern")
	}
	return n
}

func (p *parser) isWord(r rune) bool {
	if r < 0x80 {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return posixSet("word").has(r)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func closer(open rune) rune {
	switch open {
	case '<':
		return '>'
	case '(':
		return ')'
	}
	return open
}

// groupName reads a group's name up to its end; with numbers allowed, num is the
// number that the name is, or 0.
func (p *parser) groupName(open rune, numbers bool) (name string, num int) {
	close := closer(open)
	if p.end() {
		fail("group name is empty")
	}
	start := p.at
	c := p.read()
	digits := start
	bad := ""
	isNum, sign := false, 1
	lonelySign := false
	switch {
	case c == close:
		fail("group name is empty")
	case isDigit(c):
		if numbers {
			isNum = true
		} else {
			bad = "invalid group name <%s>"
		}
	case c == '-':
		if numbers {
			isNum, sign, lonelySign = true, -1, true
			digits = p.at
		} else {
			bad = "invalid group name <%s>"
		}
	}
	nameEnd := p.at
	if bad == "" {
		nameEnd = len(p.src)
		for !p.end() {
			nameEnd = p.at
			c = p.read()
			if c == close || c == ')' {
				if lonelySign {
					bad = "invalid group name <%s>"
				}
				break
			}
			if isNum {
				if isDigit(c) {
					lonelySign = false
				} else if p.isWord(c) {
					bad = "invalid group name <%s>"
					isNum = false
					break
				} else {
					bad = "invalid char in group name <%s>"
					isNum = false
					break
				}
			}
			nameEnd = p.at
		}
		if bad == "" && c != close {
			failName("invalid group name <%s>", p.src[start:])
		}
	}
	if bad != "" {
		// Show the name up to its end.
		for nameEnd = p.at; !p.end(); {
			nameEnd = p.at
			if c = p.read(); c == close || c == ')' {
				break
			}
		}
		if p.end() {
			nameEnd = p.at
		}
		failName(bad, p.src[start:nameEnd])
	}
	name = p.src[start:nameEnd]
	if isNum {
		v, _ := scanNumber(p.src[digits:nameEnd], 10)
		if v > maxNumber {
			fail("too big number")
		}
		if v == 0 {
			failName("invalid group name <%s>", name)
		}
		num = sign * v
	}
	return name, num
}

// backref reads the name of \k<name>, \k<1>, \k<-1>, each with a level perhaps.
func (p *parser) backref(open rune) {
	t := &p.tok
	name, num, level, hasLevel := p.leveledName(open)
	t.level, t.hasLevel = level, hasLevel
	t.kind = tokBackref
	if num != 0 {
		if num < 0 {
			num += p.groups + 1
			if num <= 0 {
				fail("invalid backref number/name")
			}
		}
		t.refs = []int{num}
		return
	}
	groups := p.names[name]
	if len(groups) == 0 {
		failName("undefined name <%s> reference", name)
	}
	t.refs, t.byName = slices.Clone(groups), true
}

func (p *parser) leveledName(open rune) (name string, num, level int, hasLevel bool) {
	close := closer(open)
	if p.end() {
		fail("group name is empty")
	}
	start := p.at
	bad := ""
	c := p.read()
	digits := start
	isNum, sign, lonelySign := false, 1, false
	switch {
	case c == close:
		fail("group name is empty")
	case isDigit(c):
		isNum = true
	case c == '-':
		isNum, sign, lonelySign = true, -1, true
		digits = p.at
	}
	nameEnd := len(p.src)
	for !p.end() {
		nameEnd = p.at
		c = p.read()
		if c == close || c == ')' || c == '+' || c == '-' {
			if lonelySign {
				bad = "invalid group name <%s>"
			}
			break
		}
		if isNum {
			if !isDigit(c) {
				// Show the name up to its end; without one the last character is lost.
				for !p.end() {
					nameEnd = p.at
					if c = p.read(); c == close || c == ')' || c == '+' || c == '-' {
						break
					}
				}
				failName("invalid group name <%s>", p.src[start:nameEnd])
			}
			lonelySign = false
		}
		nameEnd = p.at
	}
	if bad == "" && c != close {
		ok := false
		if c == '+' || c == '-' {
			if p.end() {
				bad = "invalid char in group name <%s>"
			} else if isDigit(p.peek()) {
				v, n := scanNumber(p.src[p.at:], 10)
				if v > maxNumber {
					fail("too big number")
				}
				p.at += n
				level, hasLevel = v, true
				if c == '-' {
					level = -v
				}
				ok = !p.end() && p.read() == close
			}
		}
		if !ok && bad == "" {
			failName("invalid group name <%s>", p.src[start:])
		}
	}
	name = p.src[start:nameEnd]
	if bad != "" {
		failName(bad, name)
	}
	if isNum {
		v, _ := scanNumber(p.src[digits:nameEnd], 10)
		if v > maxNumber {
			fail("too big number")
		}
		if v == 0 {
			failName("invalid group name <%s>", p.src[start:])
		}
		num = sign * v
	}
	return name, num, level, hasLevel
}

// call reads the name of \g<name>, \g<1>, \g<-1>, \g<+1>, \g<0>.
func (p *parser) call(open rune) {
	t := &p.tok
	t.kind = tokCall
	switch {
	case p.peekIs('0'):
		p.at++
		if p.peekIs(byte(closer(open))) {
			p.at++
			t.num, t.byName = 0, false
			return
		}
	case p.peekIs('+'):
		p.at++
		t.relative = true
	}
	name, num := p.groupName(open, true)
	t.name, t.num = name, num
	t.byName = num == 0
}

func (p *parser) callNode(t token) *node {
	num := t.num
	if !t.byName && (num < 0 || t.relative) {
		if num > 0 {
			num--
		}
		num += p.groups + 1
		if num <= 0 {
			fail("invalid backref number/name")
		}
	}
	p.calls++
	return &node{kind: kindCall, num: num, name: t.name, byName: t.byName}
}
