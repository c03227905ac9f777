package opcodes

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Disassemble writes an image for people to read.
func (img *Image) Disassemble(w io.Writer) error {
	d := &disassembler{w: bufio.NewWriter(w)}
	if err := d.image(img); err != nil {
		d.w.Flush()
		return err
	}
	return d.w.Flush()
}

// Disassemble writes the program for people to read.
func (p *Program) Disassemble(w io.Writer) error { return UnitImage(p).Disassemble(w) }

// DisassembleCode writes one code of the program, which need not be valid.
func DisassembleCode(w io.Writer, p *Program, c *Code) error {
	d := &disassembler{w: bufio.NewWriter(w), p: p}
	d.code(c)
	return d.w.Flush()
}

// disassembler prints codes. What an operand refers to it knows by the pool that
// the operand's kind has in the table, so that it needs no change for a new
// instruction. A bufio.Writer keeps its first error.
type disassembler struct {
	w *bufio.Writer
	p *Program
	c *Code
}

func (d *disassembler) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

func (d *disassembler) image(img *Image) error {
	if !img.Unit {
		d.printf("image %s, programs: %d\n", img.Edition, img.Len())
		attrs, err := img.AllAttrs()
		if err != nil {
			return err
		}
		for _, a := range attrs {
			d.printf("  attribute %s = %s\n", a.Key, strconv.Quote(a.Value))
		}
		blobs, err := img.BlobNames()
		if err != nil {
			return err
		}
		for _, b := range blobs {
			data, err := img.Blob(b.Kind, b.Name)
			if err != nil {
				return err
			}
			d.printf("  %s %s, %d bytes\n", b.Kind, b.Name, len(data))
		}
	}
	for i := range img.Len() {
		if i > 0 || !img.Unit {
			d.printf("\n")
		}
		p, err := img.Program(i)
		if err != nil {
			return err
		}
		if err := d.program(p); err != nil {
			return err
		}
	}
	return nil
}

func (d *disassembler) program(p *Program) error {
	d.p = p
	d.printf("program %s (%s", strconv.Quote(p.Name), p.Edition)
	if p.EPP {
		d.printf(", epp")
	}
	d.printf(")\n")
	if p.Digest != [32]byte{} {
		d.printf("  source sha256 %x\n", p.Digest)
	}
	for i := range p.Defs {
		d.definition(&p.Defs[i])
	}
	for i := range p.Codes {
		c, err := p.Code(i)
		if err != nil {
			return err
		}
		d.printf("\ncode %d: ", i)
		d.code(c)
	}
	return nil
}

// The names of kinds, as the disassembly spells them.
var (
	defKinds   = [...]string{DefClass: "class", DefDefine: "define", DefFunction: "function", DefNode: "node", DefAlias: "type"}
	codeKinds  = [...]string{CodeMain: "main", CodeClass: "class", CodeDefine: "define", CodeNode: "node", CodeFunction: "function", CodeTemplate: "template", CodeExpr: "expression"}
	shapeKinds = [...]string{ShapeResources: "resources", ShapeOverride: "override", ShapeDefaults: "defaults", ShapeCollect: "collect", ShapeSwitch: "switch", ShapeDefinition: "definition"}
	queryOps   = [...]string{QueryEq: "==", QueryNe: "!=", QueryAnd: "and", QueryOr: "or", QueryIllegal: "illegal"}
)

func kindText[K ~uint8](names []string, k K) string {
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind %d", k)
}

func (d *disassembler) definition(def *Definition) {
	d.printf("  %s %s%s: code %d", kindText(defKinds[:], def.Kind), def.Name, d.at(def.Pos), def.Code)
	if def.Parent != "" {
		d.printf(", inherits %s", def.Parent)
	}
	for _, m := range def.Matches {
		switch m.Kind {
		case 1:
			d.printf(", /%s/", m.Text)
		case 2:
			d.printf(", default")
		default:
			d.printf(", %s", strconv.Quote(m.Text))
		}
	}
	if def.TypeText != "" {
		d.printf(" = %s", def.TypeText)
	}
	d.printf("\n")
}

// at is a position in the source as " line:column".
func (d *disassembler) at(pos int32) string {
	if line, col := d.p.Position(pos); line > 0 {
		return fmt.Sprintf(" %d:%d", line, col)
	}
	return ""
}

func (d *disassembler) code(c *Code) {
	d.c = c
	d.printf("%s", kindText(codeKinds[:], c.Kind))
	if c.Name != "" {
		d.printf(" %s", c.Name)
	}
	d.printf("%s, %d slots, stack %d", d.at(c.Pos), c.NumSlots, c.MaxStack)
	if c.NumBanks > 0 {
		d.printf(", match banks %v", c.BankParents)
	}
	if c.Constant {
		d.printf(", constant")
	}
	d.printf("\n")
	d.params(c.Params, 0, "  ")
	d.returns(c.ReturnText, c.ReturnCode, "  ")
	for i := range c.Lambdas {
		d.lambda(i)
	}
	for i, s := range c.Scopes {
		if len(s.Names) > 0 {
			d.printf("  scope %d in %d, @%d to @%d:", i, s.Parent, s.From, s.To)
			for k, n := range s.Names {
				if k < len(s.Slots) {
					d.printf(" $%s=%%%d", n, s.Slots[k])
				}
			}
			d.printf("\n")
		}
	}
	for _, h := range c.Handlers {
		d.printf("  errors of @%d to @%d: @%d with %d values\n", h.From, h.To, h.Target, h.Depth)
	}
	d.instrs()
	for i := range c.Shapes {
		d.shape(i)
	}
}

func (d *disassembler) params(params []Param, first int, indent string) {
	for i := range params {
		p := &params[i]
		d.printf("%sparameter %%%d ", indent, first+i)
		if p.TypeText != "" {
			d.printf("%s ", p.TypeText)
		}
		if p.Rest {
			d.printf("*")
		}
		d.printf("$%s", p.Name)
		if p.HasDefault {
			d.printf(", with default")
		}
		if p.TypeCode >= 0 {
			d.printf(", type is code %d", p.TypeCode)
		}
		d.printf("\n")
	}
}

func (d *disassembler) returns(text string, code int32, indent string) {
	if text != "" {
		d.printf("%sreturns %s, code %d\n", indent, text, code)
	}
}

func (d *disassembler) lambda(i int) {
	l := &d.c.Lambdas[i]
	d.printf("  lambda %d%s", i, d.at(l.Pos))
	if l.Entry == 0 {
		d.printf(", inlined")
	} else {
		d.printf(" @%d, stack %d", l.Entry, l.MaxStack)
	}
	d.printf(", slots from %%%d, scope %d\n", l.FirstSlot, l.Scope)
	d.params(l.Params, int(l.FirstSlot), "    ")
	d.returns(l.ReturnText, l.ReturnCode, "    ")
}

// instrs writes the instructions, a mark before those that are jumped to.
func (d *disassembler) instrs() {
	c := d.c
	marks := d.targets()
	line := 0
	for pc := 0; pc < len(c.Instrs); {
		at := ""
		if line < len(c.Lines) && int(c.Lines[line].PC) <= pc {
			for ; line+1 < len(c.Lines) && int(c.Lines[line+1].PC) <= pc; line++ {
			}
			at = strings.TrimSpace(d.at(c.Lines[line].Pos))
			line++
		}
		mark := ' '
		if marks[pc] {
			mark = '>'
		}
		d.printf("%c %5d  %-8s", mark, pc, at)
		op := c.OpAt(pc)
		if op >= NumOps || op.Words() > len(c.Instrs)-pc {
			d.printf("word %#x\n", c.Instrs[pc])
			pc++
			continue
		}
		operands := op.Info().Operands
		if len(operands) == 0 {
			d.printf("%s\n", op)
		} else {
			d.printf("%-20s", op)
			for i, o := range operands {
				if i > 0 {
					d.printf(",")
				}
				d.printf(" %s", d.operand(o.Kind, c.OperandAt(pc, i)))
			}
			d.printf("\n")
		}
		pc += op.Words()
	}
}

// targets are the pcs that something continues at.
func (d *disassembler) targets() map[int]bool {
	c := d.c
	marks := map[int]bool{}
	for pc := 0; pc < len(c.Instrs); {
		op := c.OpAt(pc)
		if op >= NumOps || op.Words() > len(c.Instrs)-pc {
			break
		}
		for i, o := range op.Info().Operands {
			if o.Kind.Info().Pool == PoolInstrs {
				marks[c.OperandAt(pc, i)] = true
			}
		}
		pc += op.Words()
	}
	for i := range c.Shapes {
		for _, k := range c.Shapes[i].Switch {
			marks[int(k.Target)] = true
		}
	}
	for _, h := range c.Handlers {
		marks[int(h.Target)] = true
	}
	for i := range c.Lambdas {
		if c.Lambdas[i].Entry > 0 {
			marks[int(c.Lambdas[i].Entry)] = true
		}
	}
	return marks
}

// operand is the text of an operand: what it refers to, by its pool.
func (d *disassembler) operand(kind OperandKind, n int) string {
	c, info := d.c, kind.Info()
	if info.NoBank && n == NoBank {
		return "-"
	}
	switch info.Pool {
	case PoolNone:
		return strconv.Itoa(n)
	case PoolInstrs:
		return fmt.Sprintf("@%d", n)
	case PoolSlots:
		return d.slot(n)
	case PoolConsts:
		if n < len(d.p.Consts) {
			return constText(&d.p.Consts[n])
		}
	case PoolSites:
		if n < len(c.Sites) {
			s := &c.Sites[n]
			text := s.Name
			if s.Method {
				text = "." + text
			}
			if s.Lambda >= 0 {
				text += fmt.Sprintf(" lambda %d", s.Lambda)
			}
			return text
		}
	case PoolDestrs:
		if n < len(c.Destrs) {
			return d.destructure(&c.Destrs[n])
		}
	case PoolCodes:
		if n < len(d.p.Codes) {
			return fmt.Sprintf("code %d", n)
		}
	case PoolShapes:
		if n < len(c.Shapes) {
			return fmt.Sprintf("%s %d", kindText(shapeKinds[:], c.Shapes[n].Kind), n)
		}
	}
	return fmt.Sprintf("%s %d", kind, n)
}

func (d *disassembler) slot(n int) string {
	if n >= 0 && n < len(d.c.Slots) && d.c.Slots[n] != "" {
		return fmt.Sprintf("$%s%%%d", d.c.Slots[n], n)
	}
	return fmt.Sprintf("%%%d", n)
}

func constText(k *Const) string {
	switch k.Kind {
	case ConstString:
		return strconv.Quote(k.Str)
	case ConstInt:
		return strconv.FormatInt(k.Int, 10)
	case ConstFloat:
		s := strconv.FormatFloat(math.Float64frombits(uint64(k.Int)), 'g', -1, 64)
		if strings.Trim(s, "-0123456789") == "" {
			s += ".0"
		}
		return s
	case ConstRegexp:
		return "/" + k.Str + "/"
	}
	return kindText(nil, k.Kind)
}

func (d *disassembler) destructure(v *Destructure) string {
	if v.Slot >= 0 {
		return d.slot(int(v.Slot))
	}
	elems := make([]string, len(v.Elems))
	for i := range v.Elems {
		elems[i] = d.destructure(&v.Elems[i])
	}
	return "[" + strings.Join(elems, ", ") + "]"
}

func (d *disassembler) shape(i int) {
	s := &d.c.Shapes[i]
	d.printf("  %s %d%s, %d values", kindText(shapeKinds[:], s.Kind), i, d.at(s.Pos), s.Values)
	if s.Name != "" {
		d.printf(", %s", s.Name)
	}
	if s.Form > 0 {
		d.printf(", form %d", s.Form)
	}
	if s.Export {
		d.printf(", exported")
	}
	if s.Query != nil {
		d.printf(", %s", queryText(s.Query))
	}
	d.attributes(s.Ops)
	d.printf("\n")
	for _, b := range s.Bodies {
		d.printf("    body%s", d.at(b.Pos))
		if b.Default {
			d.printf(", default")
		}
		d.attributes(b.Ops)
		d.printf("\n")
	}
	for k := range s.Switch {
		d.printf("    %s: @%d\n", constText(&s.Switch[k].Key), s.Switch[k].Target)
	}
}

func (d *disassembler) attributes(ops []AttrOp) {
	for _, a := range ops {
		switch {
		case a.Splat:
			d.printf(", * =>")
		case a.Plus:
			d.printf(", %s +>", a.Name)
		default:
			d.printf(", %s =>", a.Name)
		}
	}
}

func queryText(q *Query) string {
	if q.Left == nil || q.Right == nil {
		return fmt.Sprintf("%s %s value %d", q.Name, kindText(queryOps[:], q.Op), q.Value)
	}
	return fmt.Sprintf("(%s %s %s)", queryText(q.Left), kindText(queryOps[:], q.Op), queryText(q.Right))
}
