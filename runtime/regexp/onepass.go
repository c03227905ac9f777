package regexp

import (
	"strings"
	"unicode/utf8"
)

// onePass runs a simple program, one that never has to go back, at s[pos:]. It returns
// where the match ends, or ^i if it failed at i. caps may be nil if the program
// records no groups.
func (p *program) onePass(s string, pos, start int, caps []int32) int {
	code := p.code
	pc := int32(0)
	for {
		in := &code[pc]
		pc++
		switch in.op {
		case opMatch:
			return pos
		case opByte:
			if pos >= len(s) || s[pos] != in.b {
				return ^pos
			}
			pos++
		case opLiteral:
			if !strings.HasPrefix(s[pos:], in.str) {
				return ^pos
			}
			pos += len(in.str)
		case opSet:
			if pos >= len(s) {
				return ^pos
			}
			n := in.set.size(s, pos, len(s))
			if n == 0 {
				return ^pos
			}
			pos += n
		case opRunAll:
			if in.wide {
				end, count := in.set.runWide(s, pos, len(s), int(in.max))
				if count < int(in.min) {
					return ^end
				}
				pos = end
				break
			}
			from := pos
			run := &in.set.run
			for pos < len(s) && run[s[pos]] {
				pos++
			}
			if pos-from < int(in.min) {
				return ^pos
			}
		case opSave, opSaveKept:
			caps[in.x] = int32(pos)
		case opBranch:
			look := in.lookEnd
			if pos < len(s) {
				look = in.look[s[pos]]
			}
			switch {
			case look&lookX != 0:
				pc = in.x
			case look != 0:
				pc = in.y
			default:
				return ^pos
			}
		case opSwitch:
			at := 256
			if pos < len(s) {
				at = int(s[pos])
			}
			if pc = in.table[at]; pc < 0 {
				return ^pos
			}
		case opJump:
			pc = in.x
		case opFoldText:
			end := foldedPrefix(s, pos, len(s), in.str)
			if end < 0 {
				return ^pos
			}
			pos = end
		case opCluster:
			if pos >= len(s) {
				return ^pos
			}
			pos = clusterEnd(s, pos, len(s))
		case opFail:
			return ^pos
		default:
			if !holds(in.op, s, pos, start, len(s)) {
				return ^pos
			}
		}
	}
}

// holds says whether an anchor holds at s[pos]. The text ends at end.
func holds(op opcode, s string, pos, start, end int) bool {
	switch op {
	case opBeginBuf:
		return pos == 0
	case opEndBuf:
		return pos == end
	case opSemiEnd:
		return pos == end || pos == end-1 && s[pos] == '\n'
	case opBeginLine:
		// Not behind the newline that ends the subject.
		return pos == 0 || s[pos-1] == '\n' && pos < end
	case opEndLine:
		return pos == end || s[pos] == '\n'
	case opWord:
		return boundary(s, pos, end, false)
	case opNotWord:
		return !boundary(s, pos, end, false)
	case opASCIIWord:
		return boundary(s, pos, end, true)
	case opNotASCIIWd:
		return !boundary(s, pos, end, true)
	case opStart:
		return pos == start
	}
	return false
}

// runWide takes up to limit characters of the set, counting them.
func (c *charset) runWide(s string, pos, end, limit int) (to, count int) {
	if c.narrow {
		if limit >= 0 && limit < end-pos {
			end = pos + limit
		}
		to = pos
		for to < end && c.run[s[to]] {
			to++
		}
		return to, to - pos
	}
	for pos < end && count != limit {
		b := s[pos]
		if b < utf8.RuneSelf {
			if c.lead[b] == leadNone {
				break
			}
			pos++
		} else {
			n := c.wideSize(s, pos, end)
			if n == 0 {
				break
			}
			pos += n
		}
		count++
	}
	return pos, count
}
