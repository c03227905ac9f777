package opcodes

import "fmt"

// Limits of the encoding. A program that exceeds one is refused by the verifier,
// and diagnosed by the compiler before that.
const (
	MaxSlots      = 1 << 16 // slots of a code
	MaxBanks      = 1 << 16 // match banks of a code
	MaxStackDepth = 1 << 20 // values on the operand stack of a code
	MaxCells      = 1 << 20 // cache cells of a program
	MaxNesting    = 250     // depth of queries and destructurings
	// maxCover limits how often, on average, an instruction is covered by handlers.
	maxCover = 32
)

// VerifyError tells what is wrong with a program.
type VerifyError struct {
	Program string
	Code    string // name of the code; empty when the program itself is wrong
	PC      int    // -1 when no instruction is to blame
	Msg     string
}

func (e *VerifyError) Error() string {
	s := "invalid bytecode: "
	if e.Program != "" {
		s += e.Program + ": "
	}
	if e.Code != "" {
		s += e.Code + ": "
	}
	if e.PC >= 0 {
		s += fmt.Sprintf("pc %d: ", e.PC)
	}
	return s + e.Msg
}

func badCode(c *Code, pc int, format string, args ...any) error {
	return &VerifyError{Code: c.Name, PC: pc, Msg: fmt.Sprintf(format, args...)}
}

// OperandAt is operand i of the instruction at pc. The instruction must lie
// within the code.
func (c *Code) OperandAt(pc, i int) int {
	w := c.Instrs[pc]
	signed := infos[Op(w)].Operands[i].Kind.Info().Signed
	switch {
	case i > 0 && signed:
		return int(int32(c.Instrs[pc+i]))
	case i > 0:
		return int(c.Instrs[pc+i])
	case signed:
		return int(int32(w) >> 8)
	}
	return int(w >> 8)
}

// OpAt is the instruction at pc.
func (c *Code) OpAt(pc int) Op { return Op(c.Instrs[pc]) }

// flow follows every path through a code. The depth of the operand stack is a
// property of the pc, so each instruction is visited once.
type flow struct {
	c *Code
	// depth and region are by pc: the depth before the instruction, -1 where no
	// path leads, -2 inside an instruction; the region is 0 for the code itself
	// and 1+i for lambda i.
	depth, region []int32
	work          []int
	max           []int32 // greatest depth by region
	// covers lists the handlers of each pc: those of pc are
	// covers[coverAt[pc]:coverAt[pc+1]].
	covers, coverAt []int32
	switched        []bool // shapes whose jump table an instruction uses
}

// newFlow finds the instructions.
func newFlow(c *Code) (*flow, error) {
	n := len(c.Instrs)
	both := make([]int32, 2*n)
	f := &flow{c: c, depth: both[:n:n], region: both[n:], max: make([]int32, 1+len(c.Lambdas))}
	for pc := 0; pc < n; {
		op := c.OpAt(pc)
		if op >= NumOps {
			return nil, badCode(c, pc, "unknown opcode %d", op)
		}
		words := op.Words()
		if words > n-pc {
			return nil, badCode(c, pc, "%s has %d words, of which only %d are there", op, words, n-pc)
		}
		if len(op.Info().Operands) == 0 && c.Instrs[pc]>>8 != 0 {
			return nil, badCode(c, pc, "%s has no operand but its word holds one", op)
		}
		f.depth[pc] = -1
		for i := 1; i < words; i++ {
			f.depth[pc+i] = -2
		}
		pc += words
	}
	return f, f.cover()
}

// cover lists the handlers by pc.
func (f *flow) cover() error {
	c, n := f.c, len(f.c.Instrs)
	if len(c.Handlers) == 0 {
		return nil
	}
	total := 0
	f.coverAt = make([]int32, n+2)
	for i, h := range c.Handlers {
		if h.From >= h.To || int(h.To) > n {
			return badCode(c, -1, "handler %d covers %d to %d of %d words", i, h.From, h.To, n)
		}
		// Forward only: an error never leads back to where it could occur again,
		// so that a loop has a jump in it, which is where the machine counts steps.
		if h.Target < h.To || !f.starts(int(h.Target)) {
			return badCode(c, -1, "handler %d: target %d is no instruction after those it covers", i, h.Target)
		}
		if total += int(h.To - h.From); total > maxCover*n {
			return badCode(c, -1, "handlers are nested too deeply")
		}
		for pc := h.From; pc < h.To; pc++ {
			f.coverAt[pc+2]++
		}
	}
	for pc := 2; pc < len(f.coverAt); pc++ {
		f.coverAt[pc] += f.coverAt[pc-1]
	}
	f.covers = make([]int32, total)
	for i, h := range c.Handlers {
		for pc := h.From; pc < h.To; pc++ {
			f.covers[f.coverAt[pc+1]] = int32(i)
			f.coverAt[pc+1]++
		}
	}
	return nil
}

// starts reports whether an instruction begins at pc.
func (f *flow) starts(pc int) bool { return pc >= 0 && pc < len(f.depth) && f.depth[pc] != -2 }

// run follows the code from its entry and from those of its lambdas. A lambda is
// called with an operand stack of its own.
func (f *flow) run() error {
	if len(f.c.Instrs) == 0 {
		return badCode(f.c, -1, "no instructions")
	}
	if err := f.enter(0, 0); err != nil {
		return err
	}
	for i := range f.c.Lambdas {
		entry := int(f.c.Lambdas[i].Entry)
		if entry == 0 { // inlined: its instructions are the code's
			continue
		}
		if !f.starts(entry) {
			return badCode(f.c, -1, "lambda %d: entry %d is no instruction", i, entry)
		}
		if err := f.enter(entry, i+1); err != nil {
			return err
		}
	}
	return nil
}

// enter follows all paths from pc.
func (f *flow) enter(pc, region int) error {
	if err := f.reach(pc, pc, 0, region); err != nil {
		return err
	}
	for len(f.work) > 0 {
		pc := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		if err := f.step(pc, region); err != nil {
			return err
		}
	}
	return nil
}

// reach notes that the instruction at from continues at pc with the depth.
func (f *flow) reach(from, pc, depth, region int) error {
	if !f.starts(pc) {
		if pc == len(f.depth) {
			return badCode(f.c, from, "%s falls off the end", f.c.OpAt(from))
		}
		return badCode(f.c, from, "%s continues at %d, which is no instruction", f.c.OpAt(from), pc)
	}
	if f.depth[pc] == -1 {
		if depth > MaxStackDepth {
			return badCode(f.c, from, "the stack grows to %d values, more than %d", depth, MaxStackDepth)
		}
		f.depth[pc], f.region[pc] = int32(depth), int32(region)
		f.max[region] = max(f.max[region], int32(depth))
		f.work = append(f.work, pc)
		return nil
	}
	if int(f.region[pc]) != region {
		return badCode(f.c, from, "%s continues at %d, which belongs to %s", f.c.OpAt(from), pc, regionName(int(f.region[pc])))
	}
	if int(f.depth[pc]) != depth {
		return badCode(f.c, from, "%s continues at %d with %d values on the stack, another path with %d", f.c.OpAt(from), pc, depth, f.depth[pc])
	}
	return nil
}

func regionName(region int) string {
	if region == 0 {
		return "the code itself"
	}
	return fmt.Sprintf("lambda %d", region-1)
}

// step notes where the instruction at pc leads.
func (f *flow) step(pc, region int) error {
	c := f.c
	op := c.OpAt(pc)
	info := op.Info()
	if info.In == InCode && region != 0 || info.In == InLambda && region == 0 {
		return badCode(c, pc, "%s in %s", op, regionName(region))
	}
	depth := int(f.depth[pc])
	for i := range f.handlersAt(pc) {
		h := &c.Handlers[i]
		if depth < int(h.Depth) {
			return badCode(c, pc, "%s has %d values on the stack, its handler needs %d", op, depth, h.Depth)
		}
		if err := f.reach(pc, int(h.Target), int(h.Depth), region); err != nil {
			return err
		}
	}
	pop, err := f.count(pc, info.Pop, info.PopBy)
	if err != nil {
		return err
	}
	if pop > depth {
		return badCode(c, pc, "%s takes %d values of a stack of %d", op, pop, depth)
	}
	base := depth - pop
	push, err := f.count(pc, info.Push, info.PushBy)
	if err != nil {
		return err
	}
	for i, o := range info.Operands {
		switch o.Kind {
		case OperandTarget:
			if to := c.OperandAt(pc, i); to <= pc && !info.Back {
				return badCode(c, pc, "%s jumps back to %d", op, to)
			}
			if err := f.reach(pc, c.OperandAt(pc, i), base+push, region); err != nil {
				return err
			}
		case OperandSwitch:
			if err := f.cases(pc, c.OperandAt(pc, i), base+push, region); err != nil {
				return err
			}
		}
	}
	if info.Ends {
		return nil
	}
	if info.FallPush != info.Push {
		push = info.FallPush
	}
	return f.reach(pc, pc+op.Words(), base+push, region)
}

// handlersAt yields the indexes of the handlers of pc.
func (f *flow) handlersAt(pc int) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		if f.coverAt == nil {
			return
		}
		for _, i := range f.covers[f.coverAt[pc]:f.coverAt[pc+1]] {
			if !yield(i) {
				return
			}
		}
	}
}

// cases follows a jump table. One instruction alone may use it, which keeps the
// work proportional to the size of the code.
func (f *flow) cases(pc, shape, depth, region int) error {
	c := f.c
	if shape >= len(c.Shapes) {
		return badCode(c, pc, "%s: shape %d of %d", c.OpAt(pc), shape, len(c.Shapes))
	}
	if f.switched == nil {
		f.switched = make([]bool, len(c.Shapes))
	}
	if f.switched[shape] {
		return badCode(c, pc, "%s: another instruction uses jump table %d", c.OpAt(pc), shape)
	}
	f.switched[shape] = true
	for _, k := range c.Shapes[shape].Switch {
		if int(k.Target) <= pc {
			return badCode(c, pc, "%s jumps back to %d", c.OpAt(pc), k.Target)
		}
		if err := f.reach(pc, int(k.Target), depth, region); err != nil {
			return err
		}
	}
	return nil
}

// count is a fixed number of values and those that operand by counts, which is
// a number or the shape that has it.
func (f *flow) count(pc, fixed, by int) (int, error) {
	if by < 0 {
		return fixed, nil
	}
	c := f.c
	n := c.OperandAt(pc, by)
	if c.OpAt(pc).Info().Operands[by].Kind.Info().Pool == PoolShapes {
		if n >= len(c.Shapes) {
			return 0, badCode(c, pc, "%s: shape %d of %d", c.OpAt(pc), n, len(c.Shapes))
		}
		n = int(c.Shapes[n].Values)
	}
	return fixed + n, nil
}

// ComputeStack fills in MaxStack of the code and of its lambdas.
func ComputeStack(c *Code) error {
	f, err := newFlow(c)
	if err != nil {
		return err
	}
	if err := f.run(); err != nil {
		return err
	}
	c.MaxStack = uint32(f.max[0])
	for i := range c.Lambdas {
		c.Lambdas[i].MaxStack = uint32(f.max[i+1])
	}
	return nil
}
