package regexp

import "strings"

func (m *machine) backref(in *inst, pos, end int) int {
	for _, g := range in.refs {
		a, b := m.caps[2*g], m.caps[2*g+1]
		if a < 0 || b < 0 {
			continue
		}
		if a >= b {
			return pos
		}
		if to := m.sameText(in, int(a), int(b), pos, end); to >= 0 {
			return to
		}
	}
	return -1
}

func (m *machine) sameText(in *inst, a, b, pos, end int) int {
	if b-a > end-pos {
		return -1
	}
	if in.fold {
		return sameFolded(m.s, a, b, pos, end)
	}
	if !strings.HasPrefix(m.s[pos:end], m.s[a:b]) {
		return -1
	}
	return pos + b - a
}

// backrefLevel looks for a group's text as of a recursion level relative to this one.
func (m *machine) backrefLevel(in *inst, pos, end int) int {
	level := int32(0)
	groupEnd := int32(-1)
	is := func(slot int32) bool {
		for _, g := range in.refs {
			if g == slot>>1 {
				return true
			}
		}
		return false
	}
	for i := len(m.stack) - 1; i >= 0; i-- {
		f := &m.stack[i]
		switch f.kind {
		case frameCall:
			level--
		case frameReturn:
			level++
		case frameStart:
			if level == in.min && is(f.pc) && groupEnd >= 0 {
				if f.pos >= groupEnd {
					return pos
				}
				return m.sameText(in, int(f.pos), int(groupEnd), pos, end)
			}
		case frameEnd:
			if level == in.min && is(f.pc) {
				groupEnd = f.pos
			}
		}
	}
	return -1
}

// openGroup is where the group with the start slot was entered that is now left.
func (m *machine) openGroup(slot int32) int32 {
	level := 0
	for i := len(m.stack) - 1; i >= 0; i-- {
		switch f := &m.stack[i]; {
		case f.kind == frameEnd && f.pc == slot+1:
			level++
		case f.kind == frameStart && f.pc == slot:
			if level == 0 {
				return f.pos
			}
			level--
		}
	}
	return m.caps[slot]
}

const (
	passGoesOn = iota
	passEmpty
	passFails
)

// emptyPass judges a pass of a loop that took no text. If groups changed in it, it
// counts as a pass like others; if a group that was empty elsewhere is empty here, it
// fails.
func (m *machine) emptyPass(in *inst, pos int32) int {
	if !in.caps {
		return passEmpty
	}
	i := len(m.stack) - 1
	for ; i >= 0; i-- {
		if f := &m.stack[i]; f.kind == frameEmpty && f.pc == in.x {
			break
		}
	}
	moved := false
	for _, f := range m.stack[i+1:] {
		if f.kind != frameStart {
			continue
		}
		switch {
		case f.y < 0 || f.x != f.y:
			return passGoesOn
		case f.y != pos:
			moved = true
		}
	}
	if moved {
		return passFails
	}
	return passEmpty
}

// absent is how far (?~body) may reach from pos: the end of the longest text without
// a match of the body at pc. -1 if there is none.
func (m *machine) absent(pc int32, pos, end, emptyRef int) int {
	if m.depth++; m.depth > maxNested {
		m.err = ErrSteps
		return -1
	}
	defer func() { m.depth-- }()
	limit, reached := end, -1
	for i := pos; ; {
		switch {
		case pos > limit && i > pos:
			return -1 // the body matches nothing, which is everywhere
		case i > pos && i > limit:
			return reached
		case i > pos && i == limit:
			return i
		}
		reached = i
		base := len(m.stack)
		m.stack = append(m.stack, frame{kind: frameBase})
		if i == pos {
			m.emptyRef = emptyRef
		}
		to := m.run(pc, i, limit, m.limit)
		m.unwind(base)
		if to == -2 {
			m.err = ErrSteps
		}
		if m.err != nil {
			return -1
		}
		if to >= 0 {
			limit = min(limit, m.last)
		}
		m.steps++
		if i >= len(m.s) {
			i++
			continue
		}
		i += runeSize(m.s, i)
	}
}
