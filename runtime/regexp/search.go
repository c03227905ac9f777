package regexp

import (
	"strings"
	"unicode/utf8"
)

// MatchString says whether s holds a match. It runs the matcher that records nothing.
func (re *Regexp) MatchString(s string) (bool, error) {
	return re.Match(s, 0, nil)
}

// Match looks for the first match in s from the byte offset start on. caps receives
// byte offsets: start and end of the match, then of each group, -1 for a group that
// took no part. It may be shorter than CapLen; nil asks for none and is fastest, two
// elements ask for the match alone.
func (re *Regexp) Match(s string, start int, caps []int32) (bool, error) {
	if start < 0 || start > len(s) || len(s) >= 1<<31-1 {
		return false, nil
	}
	if (re.wide != nil || re.wideErr != nil) && !isASCII(s) {
		if re.wideErr != nil {
			return false, re.wideErr
		}
		return re.wide.Match(s, start, caps)
	}
	p := re.full
	if len(caps) <= 2 {
		p = re.bare
	}
	plan := &p.search
	if plan.exact {
		i := strings.Index(s[start:], plan.prefix)
		if i < 0 {
			return false, nil
		}
		if len(caps) >= 2 {
			caps[0], caps[1] = int32(start+i), int32(start+i+len(plan.prefix))
			for i := 2; i < len(caps); i++ {
				caps[i] = -1
			}
		}
		return true, nil
	}
	if p.simple && len(caps) <= 2 && !p.saves {
		// The most frequent case, kept short: no captures, nothing to go back to.
		at := plan.next(s, start, start)
		if at < 0 {
			return false, nil
		}
		if end := p.onePass(s, at, start, nil); end >= 0 {
			if len(caps) == 2 {
				caps[0], caps[1] = int32(at), int32(end)
			}
			return true, nil
		}
		if at = plan.after(s, at, start); at < 0 {
			return false, nil
		}
		return re.matchSimple(p, s, start, at, caps)
	}
	if plan.need != "" && !strings.Contains(s[start:], plan.need) {
		return false, nil
	}
	if p.simple {
		return re.matchSimple(p, s, start, plan.next(s, start, start), caps)
	}
	return re.matchFrom(p, s, start, start, caps)
}

// tooMuch is how many steps a search in n bytes may take before failures are
// remembered.
func tooMuch(n int) int64 { return 2048 + 16*int64(n) }

// matchSimple tries a simple program at the place at and all after it.
func (re *Regexp) matchSimple(p *program, s string, start, at int, caps []int32) (bool, error) {
	if at < 0 {
		return false, nil
	}
	if p.saves && p.groups > 0 && len(caps) < re.CapLen() {
		return re.matchFrom(p, s, start, start, caps)
	}
	if p.saves {
		for i := range caps {
			caps[i] = -1
		}
	}
	work, limit := int64(0), tooMuch(len(s)-start)
	for ; at >= 0; at = p.search.after(s, at, start) {
		end := p.onePass(s, at, start, caps)
		if end >= 0 {
			if len(caps) >= 2 {
				caps[0], caps[1] = int32(at), int32(end)
			}
			return true, nil
		}
		if work += int64(^end-at) + 1; work > limit {
			if next := p.search.after(s, at, start); next >= 0 {
				return re.matchFrom(p, s, start, next, caps)
			}
			return false, nil
		}
		if p.saves && len(caps) > 2 {
			for i := range caps {
				caps[i] = -1
			}
		}
	}
	return false, nil
}

// matchFrom backtracks. The search began at start, for \G, and goes on at from.
func (re *Regexp) matchFrom(p *program, s string, start, from int, caps []int32) (bool, error) {
	m := machines.Get().(*machine)
	full := caps
	if len(caps) < re.CapLen() {
		full = nil
	} else {
		full = caps[:re.CapLen()]
	}
	m.begin(p, s, start, full, re.limit)
	ok, err := m.search(from, caps)
	m.end()
	return ok, err
}

// search tries each place where a match may start, from at on.
func (m *machine) search(at int, caps []int32) (bool, error) {
	p, s := m.prog, m.s
	budget := m.limit
	if p.regular {
		budget = tooMuch(len(s) - at)
	}
	for at = p.search.next(s, at, m.start); at >= 0; at = p.search.after(s, at, m.start) {
	again:
		m.reset()
		end := m.run(0, at, len(s), budget)
		if end == -2 || end == -1 && m.err == nil && m.steps > budget {
			m.err = nil
			if m.memory || !m.remember() {
				if p.regular && budget < m.limit {
					budget = m.limit
					goto again
				}
				return false, ErrSteps
			}
			// From here on the work is bounded by the memory itself.
			budget = 1 << 62
			goto again
		}
		if m.err != nil {
			return false, m.err
		}
		if end < at {
			// None, or a look-behind left it before where it began: the length of
			// that is below 0, which Ruby takes for no match.
			continue
		}
		if len(caps) >= 2 {
			begin := at
			if m.keep >= 0 {
				begin = min(int(m.keep), end)
			}
			m.result(caps, begin, end)
		}
		return true, nil
	}
	return false, nil
}

func (m *machine) result(caps []int32, begin, end int) {
	if m.prog.saves && len(m.caps) > 0 && &m.caps[0] != &caps[0] {
		copy(caps, m.caps)
	}
	caps[0], caps[1] = int32(begin), int32(end)
	for i := 2; i+1 < len(caps); i += 2 {
		if caps[i] < 0 || caps[i+1] < 0 {
			caps[i], caps[i+1] = -1, -1
		}
	}
}

// next is the first place from at on where a match may start, or -1.
func (p *searchPlan) next(s string, at, start int) int {
	switch {
	case p.line:
		if at == 0 && len(s) >= len(p.prefix) && s[:len(p.prefix)] == p.prefix {
			return 0
		}
		return p.nextLine(s, at)
	case p.atBegin:
		if at == 0 {
			return 0
		}
		return -1
	case p.atStart:
		if at == start {
			return at
		}
		return -1
	case p.dotLine:
		if at == start || s[at-1] == '\n' {
			return at
		}
		if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
			return at + i + 1
		}
		return -1
	case p.dotAll:
		if at == start || at == start+runeSize(s, start) {
			return at
		}
		return -1
	case p.prefix != "":
		if i := strings.Index(s[at:], p.prefix); i >= 0 {
			return at + i
		}
		return -1
	case p.useSet:
		for at < len(s) && !p.first[s[at]] {
			at++
		}
		if at == len(s) {
			return -1
		}
	}
	return at
}

func (p *searchPlan) nextLine(s string, at int) int {
	for {
		if at > 0 && s[at-1] != '\n' {
			i := strings.IndexByte(s[at:], '\n')
			if i < 0 {
				return -1
			}
			at += i + 1
		}
		if at == len(s) && at > 0 {
			return -1
		}
		if strings.HasPrefix(s[at:], p.prefix) {
			return at
		}
		if at == len(s) {
			return -1
		}
		at++
	}
}

// after is the next place after at.
func (p *searchPlan) after(s string, at, start int) int {
	if p.atBegin || p.atStart || at >= len(s) {
		return -1
	}
	return p.next(s, at+runeSize(s, at), start)
}

func runeSize(s string, i int) int {
	if s[i] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return n
}
