package opcodes

import "bunraku/grammar/edition"

//go:generate go run ./gen ..

// Op is an opcode. An instruction is one word, op | first operand << 8, and a
// word for each further operand.
type Op uint8

// NoBank is the bank operand of a match whose registers nobody reads.
const NoBank = 0xffffff

// FlowKind is the operand of Flow.
type FlowKind uint8

// The kinds of control flow that leave a lambda, function or body early.
const (
	FlowBreak FlowKind = iota
	FlowNext
	FlowReturn
)

// MaxOperand is the greatest first operand.
const MaxOperand = 1<<24 - 1

// OperandKind says what an operand means.
type OperandKind uint8

// Operand is a declared operand.
type Operand struct {
	Name string
	Kind OperandKind
}

// Info is what the table declares of an instruction. Pop and Push are the
// values that it takes and leaves; PopBy and PushBy are the indexes of the
// operands that add to them, or -1. FallPush is what it leaves when it falls
// through; that differs from Push only for instructions that jump.
type Info struct {
	Name         string
	Pop, PopBy   int
	Push, PushBy int
	FallPush     int
	In           Region
	Ends         bool
	Back         bool // may jump backward
	Operands     []Operand
}

// Region tells where an instruction may stand.
type Region uint8

// The regions of a code: its own instructions, and those of its called lambdas.
const (
	InAny Region = iota
	InCode
	InLambda
)

// KindInfo is what the table declares of a kind of operand; see gen/kinds.go.
type KindInfo struct {
	Name                                string
	Pool                                Pool
	Entry                               int // the kind that the pool's entry must have, -1 for any
	Sort                                Sort
	Signed, Relative, NoBank, Run, Sets bool
	Least                               int
}

// Info is the table's entry of the kind.
func (k OperandKind) Info() *KindInfo { return &kindInfos[k] }

// String is the kind's name.
func (k OperandKind) String() string { return kindInfos[k].Name }

// Pool is a list that operands index.
type Pool uint8

// Sort is what a slot holds: values, or state of the machine.
type Sort uint8

// Info is the table's entry of the opcode.
func (op Op) Info() *Info { return &infos[op] }

// String is the opcode's name.
func (op Op) String() string {
	if op < NumOps {
		return infos[op].Name
	}
	return "Op(?)"
}

// Words is the length of the instruction in words.
func (op Op) Words() int { return int(opWords[op]) }

// ConstKind tells the kinds of constants apart.
type ConstKind uint8

// The kinds of constants.
const (
	ConstString ConstKind = iota
	ConstInt
	ConstFloat
	ConstRegexp
)

// Const is a constant: plain data. Int holds an integer, or a float's bits.
type Const struct {
	Kind ConstKind
	Str  string
	Int  int64
}

// CodeKind tells what a piece of code is.
type CodeKind uint8

// The kinds of code.
const (
	CodeMain CodeKind = iota
	CodeClass
	CodeDefine
	CodeNode
	CodeFunction
	CodeTemplate
	CodeExpr // an expression evaluated on its own: a type alias, a node parent
)

// Param is a parameter of a code or lambda. Its slot is its index (plus the
// first slot of a lambda).
type Param struct {
	Name string
	// TypeText is the source text of the declared type, empty for Any.
	TypeText string
	// Kinds is a set of value kinds (bit 1<<kind) that are instances of the
	// type without a closer look; 0 when the type must always be asked.
	Kinds      uint32
	HasDefault bool
	Rest       bool
	// TypeCode is the code that computes the type, -1 when the parameter has none.
	TypeCode int32
	// Pos is the source offset of the parameter.
	Pos int32
}

// Lambda is a lambda of a code. Its parameters and variables are slots of that
// code; its instructions are part of the code's.
type Lambda struct {
	Entry     uint32 // pc of the lambda as a callable, 0 when it is inlined everywhere
	Params    []Param
	FirstSlot uint32 // slot of the first parameter
	// BodySlot and NumSlots are the slots of the body's variables, made unset on entry.
	BodySlot, NumSlots uint32
	Required           uint16
	Rest               bool
	Scope              uint32 // index in Code.Scopes
	MaxStack           uint32
	// ReturnText is the source of the return type; empty for none. ReturnCode
	// is the code that computes it, -1 for none.
	ReturnText string
	ReturnCode int32
	Pos        int32
	// Method tells that the lambda is that of a method call.
	Method bool
}

// Site is a place where a function is called.
type Site struct {
	Name   string
	Lambda int32  // index in Code.Lambdas, -1 for none
	Scope  uint32 // index in Code.Scopes: the variables visible here
	Method bool   // written as recv.name(args)
	// Args and BlockParams describe the call of an iteration that became a loop,
	// for the message about a receiver that it cannot have.
	Args, BlockParams uint16
}

// ScopeInfo lists the variables that are visible by name in a part of a code:
// those of a lambda or of the code itself (index 0). Only names that a call
// with NeedsScope could ask for are of use at run time.
type ScopeInfo struct {
	Parent int32 // -1 for none
	Names  []string
	Slots  []uint32
	From   uint32 // pcs of the part
	To     uint32
}

// Line maps instructions from PC on to a source offset.
type Line struct {
	PC  uint32
	Pos int32
}

// Blame lists the source offsets of the operands of the instruction at PC, for
// issues that are about an operand: the left one first.
type Blame struct {
	PC  uint32
	Pos []int32
}

// Handler sends errors of the instructions From up to To to Target: a fused
// loop is run again step by step, where the error is found in its proper order.
type Handler struct {
	From, To, Target uint32
	Depth            uint32
}

// Destructure lists the variables of `[$a, [$b]] = value`.
type Destructure struct {
	Slot  int32 // -1: an array of Elems
	Name  string
	Pos   int32
	Elems []Destructure
}

// Code is a compiled body.
type Code struct {
	Name     string
	Kind     CodeKind
	Params   []Param
	NumSlots uint32
	NumBanks uint32
	MaxStack uint32
	Instrs   []uint32 `pbc:"instrs"`
	Lines    []Line   `pbc:"delta"`
	Lambdas  []Lambda
	Scopes   []ScopeInfo
	Sites    []Site
	Shapes   []Shape
	Handlers []Handler
	Blames   []Blame
	Slots    []string // names of variables by slot; "" for temporaries
	Destrs   []Destructure
	// BankParents is the bank outside each match bank, -1 for none.
	BankParents []int32
	// ReturnText is the source of the return type, ReturnCode the code that
	// computes it, -1 for none. ReturnKinds is as a parameter's Kinds.
	ReturnKinds uint32
	ReturnText  string
	ReturnCode  int32
	// HasParams tells, for a template, that it declares parameters, even if none.
	HasParams bool
	// Constant tells, for CodeExpr, that the value depends on nothing that
	// differs between evaluations, so that it may be kept.
	Constant bool
	Pos      int32
}

// ShapeKind tells what a shape describes.
type ShapeKind uint8

// The kinds of shapes.
const (
	ShapeResources ShapeKind = iota
	ShapeOverride
	ShapeDefaults
	ShapeCollect
	ShapeSwitch
	ShapeDefinition
)

// Shape describes the values of a compound instruction.
type Shape struct {
	Kind   ShapeKind
	Form   uint8 // grammar.ResourceForm
	Values uint32
	Bodies []Body   // resources
	Ops    []AttrOp // override, defaults, collect
	Query  *Query   // collect; nil for an empty query
	Export bool     // collect: <<| |>>
	// Switch is the jump table of a case or selector: string and integer
	// literals to targets.
	Switch []SwitchCase
	Name   string
	Pos    int32
}

// Body is one body of a resource expression.
type Body struct {
	Pos     int32
	Default bool
	Ops     []AttrOp
}

// AttrOp is one attribute operation: its value is on the stack.
type AttrOp struct {
	Name  string
	Plus  bool // +>
	Splat bool // * =>
	Pos   int32
}

// QueryOp is an operator of a collector's query.
type QueryOp uint8

// The operators of a query.
const (
	QueryEq QueryOp = iota
	QueryNe
	QueryAnd
	QueryOr
	// QueryIllegal is a comparison with what cannot be compared with; Name is
	// what messages call it.
	QueryIllegal
)

// FormComputed, added to the form of a resource expression, tells that its type
// is an expression that cannot name one.
const FormComputed = 4

// Query is a collector's query. A leaf compares attribute Name with value
// number Value of the shape's values.
type Query struct {
	Op          QueryOp
	Name        string
	Value       uint32
	Left, Right *Query
}

// SwitchCase is an entry of a jump table.
type SwitchCase struct {
	Key    Const
	Target uint32
}

// DefKind tells what a definition defines.
type DefKind uint8

// The kinds of definitions.
const (
	DefClass DefKind = iota
	DefDefine
	DefFunction
	DefNode
	DefAlias
)

// Definition is an entry of a program's index.
type Definition struct {
	Kind   DefKind
	Name   string
	Parent string // class or node
	Code   uint32 // body
	// Params are those of the code. For a node Matches are its names.
	Matches []NodeMatch
	Pos     int32
	// TypeText is the source of a type alias.
	TypeText string
}

// NodeMatch is one name of a node definition.
type NodeMatch struct {
	Kind uint8 // 0 name, 1 regexp, 2 default
	Text string
}

// Program is one compiled unit.
type Program struct {
	Edition  edition.Edition
	Name     string // file name, as in messages
	Digest   [32]byte
	Consts   []Const
	Codes    []Code `pbc:"lazy"` // use Code, which decodes it first
	Defs     []Definition
	NumCells uint32
	// LineStarts are the offsets of the lines of the source; Wide those of
	// lines that have characters of more than one byte.
	LineStarts []int32 `pbc:"delta"`
	// Wide lists the offsets of continuation bytes, so that a column can count
	// characters without the source.
	Wide []int32 `pbc:"delta"`
	EPP  bool

	lazy *lazyCodes `pbc:"-"`
}

// Position is the line and column of a source offset, both from 1, column in
// characters.
func (p *Program) Position(pos int32) (line, col int) {
	if pos < 0 {
		return 0, 0
	}
	lo, hi := 0, len(p.LineStarts)
	for lo < hi {
		if m := (lo + hi) / 2; p.LineStarts[m] > pos {
			hi = m
		} else {
			lo = m + 1
		}
	}
	if lo == 0 {
		return 0, 0
	}
	start := p.LineStarts[lo-1]
	col = int(pos-start) + 1
	for _, w := range p.Wide[search(p.Wide, start):] {
		if w >= pos {
			break
		}
		col--
	}
	return lo, col
}

func search(a []int32, x int32) int {
	lo, hi := 0, len(a)
	for lo < hi {
		if m := (lo + hi) / 2; a[m] < x {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// PosAt is the source offset of the instruction at pc, -1 when it has none.
func (c *Code) PosAt(pc int) int32 {
	lo, hi := 0, len(c.Lines)
	for lo < hi {
		if m := (lo + hi) / 2; int(c.Lines[m].PC) > pc {
			hi = m
		} else {
			lo = m + 1
		}
	}
	if lo == 0 {
		return -1
	}
	return c.Lines[lo-1].Pos
}

// BlameAt is the source offset of operand n of the instruction at pc, or other
// when it is not known.
func (c *Code) BlameAt(pc, n int, other int32) int32 {
	lo, hi := 0, len(c.Blames)
	for lo < hi {
		if m := (lo + hi) / 2; int(c.Blames[m].PC) < pc {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(c.Blames) && int(c.Blames[lo].PC) == pc && n < len(c.Blames[lo].Pos) {
		return c.Blames[lo].Pos[n]
	}
	return other
}
