package opcodes

import "fmt"

// Verify reports whether the machine can run a program: every operand names
// something that is there, every path keeps to the operand stack that the code
// declares, nothing is deeper or larger than the limits. The machine relies on
// it and checks none of this again.
func Verify(p *Program) error {
	if p.lazy != nil {
		return p.decodeAll()
	}
	if err := verifyProgram(p); err != nil {
		return err
	}
	for i := range p.Codes {
		if err := VerifyCode(p, &p.Codes[i]); err != nil {
			return err
		}
	}
	return nil
}

// verifyProgram verifies what is not a code.
func verifyProgram(p *Program) error {
	bad := func(format string, args ...any) error {
		return &VerifyError{Program: p.Name, PC: -1, Msg: fmt.Sprintf(format, args...)}
	}
	if p.NumCells > MaxCells {
		return bad("%d cache cells, more than %d", p.NumCells, MaxCells)
	}
	if len(p.Codes) == 0 {
		return bad("no codes")
	}
	for i, k := range p.Consts {
		if k.Kind > ConstRegexp || k.Str != "" && (k.Kind == ConstInt || k.Kind == ConstFloat) {
			return bad("constant %d is of no kind", i)
		}
	}
	for i := range p.Defs {
		d := &p.Defs[i]
		if d.Kind > DefAlias {
			return bad("definition %d is of no kind", i)
		}
		if int64(d.Code) >= int64(len(p.Codes)) {
			return bad("%s: code %d of %d", d.Name, d.Code, len(p.Codes))
		}
		for _, m := range d.Matches {
			if m.Kind > 2 {
				return bad("%s: a name of no kind", d.Name)
			}
		}
	}
	if !ascending(p.LineStarts) || !ascending(p.Wide) {
		return bad("the table of lines is not sorted")
	}
	return nil
}

func ascending(offsets []int32) bool {
	last := int32(-1)
	for _, o := range offsets {
		if o <= last {
			return false
		}
		last = o
	}
	return true
}

// VerifyCode verifies one code of the program.
func VerifyCode(p *Program, c *Code) error {
	v := verifier{p: p, c: c}
	for _, check := range [...]func() error{v.frame, v.tables, v.shapes, v.instructions} {
		if err := check(); err != nil {
			if e, ok := err.(*VerifyError); ok {
				e.Program = p.Name
			}
			return err
		}
	}
	return nil
}

type verifier struct {
	p *Program
	c *Code
}

func (v *verifier) bad(format string, args ...any) error { return badCode(v.c, -1, format, args...) }

// frame verifies slots, banks and parameters.
func (v *verifier) frame() error {
	c := v.c
	if c.Kind > CodeExpr {
		return v.bad("a code of no kind")
	}
	if c.NumSlots > MaxSlots || c.NumBanks > MaxBanks {
		return v.bad("%d slots and %d match banks, more than %d and %d", c.NumSlots, c.NumBanks, MaxSlots, MaxBanks)
	}
	// The tables have an entry for each, which also keeps the frame in proportion
	// to the file.
	if len(c.Slots) != int(c.NumSlots) || len(c.BankParents) != int(c.NumBanks) {
		return v.bad("%d names for %d slots, %d parents for %d match banks", len(c.Slots), c.NumSlots, len(c.BankParents), c.NumBanks)
	}
	if !acyclic(len(c.BankParents), func(i int) int { return int(c.BankParents[i]) }) {
		return v.bad("a match bank lies within itself or within none that exists")
	}
	if len(c.Scopes) == 0 {
		return v.bad("no scope")
	}
	if k := c.Kind; len(c.Params) > 0 && (k == CodeMain || k == CodeNode || k == CodeExpr) {
		return v.bad("a code of this kind has no parameters")
	}
	if err := v.params(c.Params, 0); err != nil {
		return err
	}
	return v.code("return type", c.ReturnCode)
}

// params verifies parameters whose slots begin at first.
func (v *verifier) params(params []Param, first uint32) error {
	if uint64(first)+uint64(len(params)) > uint64(v.c.NumSlots) {
		return v.bad("%d parameters from slot %d do not fit in %d slots", len(params), first, v.c.NumSlots)
	}
	for i := range params {
		if err := v.code("type of parameter "+params[i].Name, params[i].TypeCode); err != nil {
			return err
		}
	}
	return nil
}

// code verifies an optional reference to a code.
func (v *verifier) code(what string, code int32) error {
	if code < -1 || int(code) >= len(v.p.Codes) {
		return v.bad("%s: code %d of %d", what, code, len(v.p.Codes))
	}
	return nil
}

// acyclic reports whether each of n things has a parent among them, or -1, and
// none is its own ancestor.
func acyclic(n int, parent func(int) int) bool {
	seen := make([]int, n) // 1 + the walk that saw it first
	for i := range n {
		walk := i + 1
		k := i
		for k != -1 && seen[k] == 0 {
			seen[k] = walk
			if k = parent(k); k < -1 || k >= n {
				return false
			}
		}
		if k != -1 && seen[k] == walk {
			return false
		}
	}
	return true
}

// tables verifies lambdas, scopes, sites, lines and destructurings.
func (v *verifier) tables() error {
	c := v.c
	words := uint32(len(c.Instrs))
	for i := range c.Lambdas {
		l := &c.Lambdas[i]
		if err := v.params(l.Params, l.FirstSlot); err != nil {
			return err
		}
		if uint64(l.BodySlot)+uint64(l.NumSlots) > uint64(c.NumSlots) {
			return v.bad("lambda %d: %d slots from %d do not fit in %d slots", i, l.NumSlots, l.BodySlot, c.NumSlots)
		}
		if int(l.Required) > len(l.Params) || int64(l.Scope) >= int64(len(c.Scopes)) {
			return v.bad("lambda %d: %d required parameters of %d, scope %d of %d", i, l.Required, len(l.Params), l.Scope, len(c.Scopes))
		}
		if err := v.code("return type of a lambda", l.ReturnCode); err != nil {
			return err
		}
	}
	for i, s := range c.Scopes {
		if len(s.Names) != len(s.Slots) || s.From > s.To || s.To > words {
			return v.bad("scope %d: %d names, %d slots, words %d to %d of %d", i, len(s.Names), len(s.Slots), s.From, s.To, words)
		}
		for _, slot := range s.Slots {
			if slot >= c.NumSlots {
				return v.bad("scope %d: slot %d of %d", i, slot, c.NumSlots)
			}
		}
	}
	if !acyclic(len(c.Scopes), func(i int) int { return int(c.Scopes[i].Parent) }) {
		return v.bad("a scope lies within itself or within none that exists")
	}
	for i, s := range c.Sites {
		if s.Lambda < -1 || int(s.Lambda) >= len(c.Lambdas) || int64(s.Scope) >= int64(len(c.Scopes)) {
			return v.bad("call site %d: lambda %d of %d, scope %d of %d", i, s.Lambda, len(c.Lambdas), s.Scope, len(c.Scopes))
		}
		if s.Lambda >= 0 && c.Lambdas[s.Lambda].Entry == 0 {
			return v.bad("call site %d: lambda %d cannot be called", i, s.Lambda)
		}
	}
	last := int64(-1)
	for _, l := range c.Lines {
		if int64(l.PC) <= last || l.PC >= words || l.Pos < -1 {
			return v.bad("the line table is not sorted, or leads out of the code")
		}
		last = int64(l.PC)
	}
	last = -1
	for _, b := range c.Blames {
		if int64(b.PC) <= last {
			return v.bad("the table of blames is not sorted")
		}
		last = int64(b.PC)
	}
	return v.destructures(c.Destrs, 1)
}

func (v *verifier) destructures(list []Destructure, depth int) error {
	if depth > MaxNesting {
		return v.bad("destructurings are nested more than %d deep", MaxNesting)
	}
	for i := range list {
		d := &list[i]
		if d.Slot < -1 || int64(d.Slot) >= int64(v.c.NumSlots) || d.Slot >= 0 && len(d.Elems) > 0 {
			return v.bad("destructuring: slot %d of %d", d.Slot, v.c.NumSlots)
		}
		if err := v.destructures(d.Elems, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// shapes verifies the shapes. The targets of jump tables are those of the
// instruction that uses them.
func (v *verifier) shapes() error {
	for i := range v.c.Shapes {
		s := &v.c.Shapes[i]
		if s.Kind > ShapeDefinition {
			return v.bad("shape %d is of no kind", i)
		}
		if s.Values > MaxStackDepth {
			return v.bad("shape %d has %d values", i, s.Values)
		}
		if s.Kind != ShapeSwitch && len(s.Switch) > 0 {
			return v.bad("shape %d is no jump table but has cases", i)
		}
		for _, k := range s.Switch {
			if k.Key.Kind != ConstString && k.Key.Kind != ConstInt || k.Key.Kind == ConstInt && k.Key.Str != "" {
				return v.bad("jump table %d: a case that is neither string nor integer", i)
			}
		}
		leaves, err := v.query(s, s.Query, 1)
		if err != nil {
			return err
		}
		if want := shapeValues(s, leaves); int(s.Values) != want {
			return v.bad("shape %d has %d values, not %d", i, want, s.Values)
		}
	}
	return nil
}

// shapeValues is how many values a shape describes: the type, reference or
// resources it is about, a title for each body, what a query compares with, and
// what attributes are set to.
func shapeValues(s *Shape, leaves int) int {
	if s.Kind == ShapeSwitch || s.Kind == ShapeDefinition {
		return 0
	}
	n := 1 + len(s.Bodies) + leaves + len(s.Ops)
	for i := range s.Bodies {
		n += len(s.Bodies[i].Ops)
	}
	return n
}

// query verifies a query and counts its leaves, whose values follow the first
// one of the shape.
func (v *verifier) query(s *Shape, q *Query, depth int) (leaves int, err error) {
	switch {
	case q == nil:
		return 0, nil
	case depth > MaxNesting:
		return 0, v.bad("queries are nested more than %d deep", MaxNesting)
	case q.Op > QueryIllegal:
		return 0, v.bad("a query of no kind")
	case q.Op == QueryIllegal:
		if q.Left != nil || q.Right != nil {
			return 0, v.bad("query: an illegal comparison with sides")
		}
		return 0, nil
	case q.Op < QueryAnd:
		if q.Left != nil || q.Right != nil || q.Value == 0 || q.Value >= s.Values {
			return 0, v.bad("query: value %d of %d", q.Value, s.Values)
		}
		return 1, nil
	case q.Left == nil || q.Right == nil:
		return 0, v.bad("query: an operator without two sides")
	}
	left, err := v.query(s, q.Left, depth+1)
	if err != nil {
		return 0, err
	}
	right, err := v.query(s, q.Right, depth+1)
	return left + right, err
}

// instructions verifies operands, targets and the operand stack.
func (v *verifier) instructions() error {
	c := v.c
	f, err := newFlow(c)
	if err != nil {
		return err
	}
	var bounds [NumOperandKinds]int
	for k := range bounds {
		bounds[k] = OperandKind(k).bound(v.p, c)
	}
	for pc := 0; pc < len(c.Instrs); pc += c.OpAt(pc).Words() {
		operands := infos[c.OpAt(pc)].Operands
		for i := range operands {
			if err := v.operand(pc, i, operands[i].Kind, bounds[operands[i].Kind]); err != nil {
				return err
			}
		}
	}
	if err := f.run(); err != nil {
		return err
	}
	if int64(c.MaxStack) != int64(f.max[0]) {
		return v.bad("its stack has %d values, %d are declared", f.max[0], c.MaxStack)
	}
	for i := range c.Lambdas {
		if int64(c.Lambdas[i].MaxStack) != int64(f.max[i+1]) {
			return v.bad("lambda %d: its stack has %d values, %d are declared", i, f.max[i+1], c.Lambdas[i].MaxStack)
		}
	}
	return v.slotSorts(f)
}

// operand verifies operand i of the instruction at pc.
func (v *verifier) operand(pc, i int, kind OperandKind, bound int) error {
	if bound < 0 {
		return nil
	}
	c, info := v.c, kind.Info()
	n := c.OperandAt(pc, i)
	switch {
	case info.NoBank && n == NoBank:
		return nil
	case n < info.Least || n >= bound:
		return badCode(c, pc, "%s: %s %d of %d", c.OpAt(pc), kind, n, bound)
	case info.Run && c.OperandAt(pc, i-1)+n > int(c.NumSlots):
		return badCode(c, pc, "%s: slots %d to %d of %d", c.OpAt(pc), c.OperandAt(pc, i-1), c.OperandAt(pc, i-1)+n, c.NumSlots)
	case info.Entry >= 0 && v.entryKind(info.Pool, n) != info.Entry:
		return badCode(c, pc, "%s: entry %d is no %s", c.OpAt(pc), n, kind)
	}
	return nil
}

// entryKind is the kind of a pool's entry.
func (v *verifier) entryKind(pool Pool, n int) int {
	switch pool {
	case PoolConsts:
		return int(v.p.Consts[n].Kind)
	case PoolShapes:
		return int(v.c.Shapes[n].Kind)
	}
	return -1
}
