package opcodes

import "math/bits"

// slots verifies what slots hold. A slot holds values, or one sort of the
// machine's state, all over its code; a state is there whenever it is used. The
// machine takes what it finds in a slot for what the instruction says, so that
// this is what keeps memory safe.
type slots struct {
	v     *verifier
	f     *flow
	sorts []Sort
	// owner is the region that uses a slot of state, -1 before it is known. A
	// lambda is called in the middle of other instructions of its code; it has
	// slots of state of its own.
	owner []int32
	// bit is the index of a slot of state in the sets of those that are there.
	bit    []int32
	slotOf []int // the slot of each bit
}

// slotSorts finds what each slot holds and verifies that it is one thing.
func (v *verifier) slotSorts(f *flow) error {
	s := &slots{v: v, f: f, sorts: make([]Sort, v.c.NumSlots)}
	s.values()
	if err := s.operands(); err != nil {
		return err
	}
	if err := v.lambdaCalls(f); err != nil || len(s.slotOf) == 0 {
		return err
	}
	if err := s.cleared(); err != nil {
		return err
	}
	return s.present()
}

// values notes the slots that tables name: all hold values.
func (s *slots) values() {
	c := s.v.c
	mark := func(first, n int) {
		for i := range n {
			s.sorts[first+i] = SortValue
		}
	}
	mark(0, len(c.Params))
	for i := range c.Lambdas {
		mark(int(c.Lambdas[i].FirstSlot), len(c.Lambdas[i].Params))
	}
	for i := range c.Scopes {
		for _, slot := range c.Scopes[i].Slots {
			mark(int(slot), 1)
		}
	}
	var destr func([]Destructure)
	destr = func(list []Destructure) {
		for i := range list {
			if list[i].Slot >= 0 {
				mark(int(list[i].Slot), 1)
			}
			destr(list[i].Elems)
		}
	}
	destr(c.Destrs)
}

// operands notes the slots that instructions name.
func (s *slots) operands() error {
	c := s.v.c
	for pc := 0; pc < len(c.Instrs); pc += c.OpAt(pc).Words() {
		for i, o := range infos[c.OpAt(pc)].Operands {
			sort := kindInfos[o.Kind].Sort
			if sort == SortAny {
				continue
			}
			slot := c.OperandAt(pc, i)
			if was := s.sorts[slot]; was != SortAny && was != sort {
				return badCode(c, pc, "%s: slot %d holds something else elsewhere", c.OpAt(pc), slot)
			}
			s.sorts[slot] = sort
			if sort == SortValue {
				continue
			}
			if s.owner == nil {
				s.owner, s.bit = make([]int32, len(s.sorts)), make([]int32, len(s.sorts))
				for k := range s.owner {
					s.owner[k] = -1
				}
			}
			if s.f.depth[pc] < 0 { // never reached
				continue
			}
			region := s.f.region[pc]
			if s.owner[slot] < 0 {
				s.owner[slot] = region
				s.bit[slot] = int32(len(s.slotOf))
				s.slotOf = append(s.slotOf, slot)
			} else if s.owner[slot] != region {
				return badCode(c, pc, "%s: slot %d belongs to %s", c.OpAt(pc), slot, regionName(int(s.owner[slot])))
			}
		}
	}
	return nil
}

// lambdaCalls verifies that a lambda is passed on by one part of the code, and
// never by itself: the state in its slots is that of one call.
func (v *verifier) lambdaCalls(f *flow) error {
	c := v.c
	if len(c.Lambdas) == 0 {
		return nil
	}
	parent := make([]int, 1+len(c.Lambdas))
	for i := range parent {
		parent[i] = -1
	}
	for pc := 0; pc < len(c.Instrs); pc += c.OpAt(pc).Words() {
		for i, o := range infos[c.OpAt(pc)].Operands {
			if kindInfos[o.Kind].Pool != PoolSites || f.depth[pc] < 0 {
				continue
			}
			l := int(c.Sites[c.OperandAt(pc, i)].Lambda)
			if l < 0 {
				continue
			}
			region := int(f.region[pc])
			if p := parent[l+1]; p >= 0 && p != region {
				return badCode(c, pc, "%s: lambda %d is passed on by %s too", c.OpAt(pc), l, regionName(p))
			}
			parent[l+1] = region
		}
	}
	if !acyclic(len(parent), func(i int) int { return parent[i] }) {
		return v.bad("a lambda passes itself on")
	}
	return nil
}

// cleared verifies that what makes slots unset spares the state of others.
func (s *slots) cleared() error {
	c := s.v.c
	n := len(s.sorts)
	// next is the first slot of state from each slot on, other the first after
	// that with another owner.
	next, other := make([]int, n+1), make([]int, n+1)
	next[n], other[n] = n, n
	for i := n - 1; i >= 0; i-- {
		next[i], other[i] = next[i+1], other[i+1]
		if s.sorts[i] > SortValue && s.owner[i] >= 0 {
			if k := next[i+1]; k < n && s.owner[k] != s.owner[i] {
				other[i] = k
			}
			next[i] = i
		}
	}
	spares := func(first, count int, region int32) bool {
		k := next[first]
		return k >= first+count || s.owner[k] == region && other[k] >= first+count
	}
	for i := range c.Lambdas {
		if l := &c.Lambdas[i]; l.Entry > 0 && !spares(int(l.BodySlot), int(l.NumSlots), int32(i+1)) {
			return s.v.bad("lambda %d makes slots of others unset", i)
		}
	}
	for pc := 0; pc < len(c.Instrs); pc += c.OpAt(pc).Words() {
		for i, o := range infos[c.OpAt(pc)].Operands {
			if kindInfos[o.Kind].Run && s.f.depth[pc] >= 0 && !spares(c.OperandAt(pc, i-1), c.OperandAt(pc, i), s.f.region[pc]) {
				return badCode(c, pc, "%s makes slots of others unset", c.OpAt(pc))
			}
		}
	}
	return nil
}

// Limits of present, which is the one part of the verifier whose work is not
// proportional to the code: loops times jumps. No code that a person writes
// comes near.
const (
	maxPresentWork   = 512     // per word of code
	maxPresentMemory = 1 << 22 // words of sets
)

// present verifies that on every path a slot of state is set before it is used.
// The set at a pc is what all paths to it have in common; sets are kept where
// paths join, and only shrink.
func (s *slots) present() error {
	c, f := s.v.c, s.f
	width := (len(s.slotOf) + 63) / 64
	work, memory := maxPresentWork*len(c.Instrs)+1<<16, maxPresentMemory
	at := make([][]uint64, len(c.Instrs))
	joins := s.joins()
	var todo []int
	join := func(pc int, set []uint64) {
		work -= width
		known := at[pc]
		if known == nil {
			if memory -= width; memory < 0 {
				return
			}
			at[pc] = append([]uint64(nil), set...)
			todo = append(todo, pc)
			return
		}
		changed := false
		for i := range known {
			if less := known[i] & set[i]; less != known[i] {
				known[i], changed = less, true
			}
		}
		if changed {
			todo = append(todo, pc)
		}
	}
	set := make([]uint64, width)
	join(0, set)
	for i := range c.Lambdas {
		if c.Lambdas[i].Entry > 0 {
			join(int(c.Lambdas[i].Entry), set)
		}
	}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		copy(set, at[pc])
		for first := true; ; first = false {
			if !first && joins[pc] {
				join(pc, set)
				break
			}
			if work--; work < 0 || memory < 0 {
				return badCode(c, pc, "too many loops and jumps to verify")
			}
			op := c.OpAt(pc)
			for i := range f.handlersAt(pc) {
				join(int(c.Handlers[i].Target), set)
			}
			if err := s.apply(pc, set); err != nil {
				return err
			}
			for i := range f.handlersAt(pc) {
				join(int(c.Handlers[i].Target), set)
			}
			for i, o := range infos[op].Operands {
				switch o.Kind {
				case OperandTarget:
					join(c.OperandAt(pc, i), set)
				case OperandSwitch:
					for _, k := range c.Shapes[c.OperandAt(pc, i)].Switch {
						join(int(k.Target), set)
					}
				}
			}
			if infos[op].Ends {
				break
			}
			pc += op.Words()
		}
	}
	if memory < 0 {
		return s.v.bad("too many loops and jumps to verify")
	}
	return nil
}

// joins are the pcs that more than one path may lead to.
func (s *slots) joins() []bool {
	c := s.v.c
	joins := make([]bool, len(c.Instrs))
	for pc := 0; pc < len(c.Instrs); pc += c.OpAt(pc).Words() {
		for i, o := range infos[c.OpAt(pc)].Operands {
			if o.Kind == OperandTarget {
				joins[c.OperandAt(pc, i)] = true
			}
		}
	}
	for i := range c.Shapes {
		for _, k := range c.Shapes[i].Switch {
			if int(k.Target) < len(joins) {
				joins[k.Target] = true
			}
		}
	}
	for _, h := range c.Handlers {
		joins[h.Target] = true
	}
	for i := range c.Lambdas {
		joins[c.Lambdas[i].Entry] = true
	}
	return joins
}

// apply does to the set what the instruction at pc does to slots of state.
func (s *slots) apply(pc int, set []uint64) error {
	c := s.v.c
	operands := infos[c.OpAt(pc)].Operands
	for i, o := range operands {
		kind := &kindInfos[o.Kind]
		if kind.Run {
			s.clear(c.OperandAt(pc, i-1), c.OperandAt(pc, i), set)
		}
		if kind.Sort <= SortValue || kind.Sets {
			continue
		}
		slot := c.OperandAt(pc, i)
		if b := s.bit[slot]; set[b/64]>>(b%64)&1 == 0 {
			return badCode(c, pc, "%s: slot %d is not set on every path", c.OpAt(pc), slot)
		}
	}
	for i, o := range operands {
		if kind := &kindInfos[o.Kind]; kind.Sort > SortValue && kind.Sets {
			b := s.bit[c.OperandAt(pc, i)]
			set[b/64] |= 1 << (b % 64)
		}
	}
	return nil
}

// clear takes the slots of a range out of the set. It looks at those that are
// in the set, of which there are few.
func (s *slots) clear(first, count int, set []uint64) {
	for i := range set {
		for w := set[i]; w != 0; w &= w - 1 {
			b := bits.TrailingZeros64(w)
			if slot := s.slotOf[64*i+b]; slot >= first && slot < first+count {
				set[i] &^= 1 << b
			}
		}
	}
}
