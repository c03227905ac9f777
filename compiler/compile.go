package compiler

import (
	"crypto/sha256"
	"fmt"
	"math"
	"unicode/utf8"

	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/source"
	"bunraku/opcodes"
)

// Options are what besides the model decides the bytecode.
type Options struct {
	Edition edition.Edition
}

// unit is the compilation of one program.
type unit struct {
	opts   Options
	file   *source.File
	out    *opcodes.Program
	consts map[opcodes.Const]int32
}

// coder is the compilation of one code.
type coder struct {
	assembler
	u        *unit
	code     *opcodes.Code
	block    *block
	guard    *guard
	loop     *loop
	bankRead []bool
	// lambdaBodies are called lambdas, whose instructions follow the code's own.
	lambdaBodies []func()
	entries      []label // label of each lambda's entry
	tables       []tableFix
	// noCells tells that type expressions are not to be kept in cache cells,
	// because the whole code's value is kept.
	noCells bool
	// pending are the parameters without a value in the default expression that
	// is being compiled; nil outside one.
	pending *pending
}

// tableFix holds the labels of a jump table until addresses are known.
type tableFix struct {
	shape int32
	to    []label
}

// Compile makes bytecode of a unit.
func Compile(p *grammar.Program, opts Options) *opcodes.Program {
	u := &unit{opts: opts, file: p.File, consts: map[opcodes.Const]int32{}, out: &opcodes.Program{
		Edition: opts.Edition, Name: p.File.Name(), Digest: sha256.Sum256([]byte(p.File.Text())), EPP: p.EPP}}
	u.lineTable()
	// Code 0 is the unit's body, whatever the order of the definitions.
	u.out.Codes = append(u.out.Codes, opcodes.Code{})
	main := opcodes.Code{Kind: opcodes.CodeMain, ReturnCode: -1, Pos: int32(p.At())}
	if epp, ok := p.Body.(*grammar.Epp); ok {
		main.Kind, main.HasParams = opcodes.CodeTemplate, epp.HasParams
		u.out.Codes[0] = u.body(main, epp.Params, epp.Body, nil)
	} else {
		u.out.Codes[0] = u.body(main, nil, p.Body, nil)
	}
	for _, d := range p.Definitions {
		u.definition(d)
	}
	return u.out
}

func (u *unit) lineTable() {
	text := u.file.Text()
	for _, s := range u.file.LineStarts() {
		u.out.LineStarts = append(u.out.LineStarts, int32(s))
	}
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf && !utf8.RuneStart(text[i]) {
			u.out.Wide = append(u.out.Wide, int32(i))
		}
	}
}

func (u *unit) addCode(c opcodes.Code) uint32 {
	u.out.Codes = append(u.out.Codes, c)
	return uint32(len(u.out.Codes) - 1)
}

func (u *unit) konst(k opcodes.Const) int32 {
	if i, ok := u.consts[k]; ok {
		return i
	}
	i := int32(len(u.out.Consts))
	u.out.Consts = append(u.out.Consts, k)
	u.consts[k] = i
	return i
}

func (u *unit) str(s string) int32 { return u.konst(opcodes.Const{Kind: opcodes.ConstString, Str: s}) }

func (u *unit) definition(d grammar.Expr) {
	def := opcodes.Definition{Pos: int32(d.At())}
	code := opcodes.Code{Pos: int32(d.At()), ReturnCode: -1}
	switch d := d.(type) {
	case *grammar.HostClass:
		def.Kind, def.Name, def.Parent = opcodes.DefClass, d.Name, d.Parent
		code.Kind, code.Name = opcodes.CodeClass, d.Name
		def.Code = u.addCode(u.body(code, d.Params, d.Body, nil))
	case *grammar.ResourceTypeDefinition:
		def.Kind, def.Name = opcodes.DefDefine, d.Name
		code.Kind, code.Name = opcodes.CodeDefine, d.Name
		def.Code = u.addCode(u.body(code, d.Params, d.Body, nil))
	case *grammar.FunctionDefinition:
		def.Kind, def.Name = opcodes.DefFunction, d.Name
		code.Kind, code.Name = opcodes.CodeFunction, d.Name
		def.Code = u.addCode(u.body(code, d.Params, d.Body, d.Return))
	case *grammar.NodeDefinition:
		def.Kind = opcodes.DefNode
		code.Kind = opcodes.CodeNode
		for _, m := range d.Matches {
			def.Matches = append(def.Matches, nodeMatch(m))
		}
		def.Name = def.Matches[0].Text
		if d.Parent != nil {
			def.Parent = nodeMatch(d.Parent).Text
		}
		code.Name = def.Name
		def.Code = u.addCode(u.body(code, nil, d.Body, nil))
	case *grammar.TypeAlias:
		def.Kind, def.Name = opcodes.DefAlias, d.Name
		def.TypeText = u.file.Slice(d.Type.Span())
		def.Code = uint32(u.typeCode(d.Type))
	default:
		return
	}
	u.out.Defs = append(u.out.Defs, def)
}

func nodeMatch(m grammar.Expr) opcodes.NodeMatch {
	switch m := m.(type) {
	case *grammar.LiteralString:
		return opcodes.NodeMatch{Text: m.Value}
	case *grammar.QualifiedName:
		return opcodes.NodeMatch{Text: m.Name}
	case *grammar.LiteralRegexp:
		return opcodes.NodeMatch{Kind: 1, Text: m.Source}
	case *grammar.LiteralDefault:
		return opcodes.NodeMatch{Kind: 2, Text: "default"}
	}
	return opcodes.NodeMatch{}
}

// typeCode compiles a type expression to a code of its own and gives its index.
func (u *unit) typeCode(e grammar.Expr) int32 {
	c := u.newCoder(opcodes.Code{Kind: opcodes.CodeExpr, ReturnCode: -1, Constant: isConstant(e), Pos: int32(e.At())})
	c.noCells = true
	c.expr(e)
	c.emit(opcodes.Return)
	return int32(u.addCode(c.finishCode()))
}

func (u *unit) newCoder(code opcodes.Code) *coder {
	c := &coder{u: u, code: &code}
	c.guard = &guard{bank: -1, clear: -1}
	c.pushBlock()
	return c
}

// body compiles parameters and body of a definition.
func (u *unit) body(code opcodes.Code, params []*grammar.Parameter, body, ret grammar.Expr) opcodes.Code {
	c := u.newCoder(code)
	if code.Kind == opcodes.CodeNode {
		c.matchBank() // of the match with the node's name
	}
	c.code.Params = c.params(params)
	if ret != nil {
		c.code.ReturnText, c.code.ReturnCode = u.file.Slice(ret.Span()), u.typeCode(ret)
		c.code.ReturnKinds = kindsOf(ret)
	}
	if code.Kind == opcodes.CodeFunction {
		c.order(params)
	}
	c.defaults(params, 0)
	c.at(source.Pos(code.Pos))
	if code.Kind == opcodes.CodeClass || code.Kind == opcodes.CodeDefine {
		c.emit(opcodes.Bound) // checks the parameters as those of a resource
	} else if anyTyped(c.code.Params) {
		c.emit(opcodes.CheckParams)
	}
	c.expr(body)
	c.at(source.Pos(code.Pos))
	if ret != nil {
		c.emit(opcodes.CheckReturn)
	}
	c.emit(opcodes.Return)
	return c.finishCode()
}

func (c *coder) finishCode() opcodes.Code {
	for i := 0; i < len(c.lambdaBodies); i++ { // bodies may add more
		c.lambdaBodies[i]()
	}
	c.dropUnreadBanks()
	c.code.NumSlots = uint32(len(c.code.Slots))
	c.code.NumBanks = uint32(len(c.code.BankParents))
	pcOf := c.finish(c.code)
	for i, l := range c.entries {
		if c.labels[l] >= 0 {
			c.code.Lambdas[i].Entry = pcOf[c.labels[l]]
		}
	}
	for _, t := range c.tables {
		cases := c.code.Shapes[t.shape].Switch
		for i := range cases {
			cases[i].Target = pcOf[c.labels[t.to[i]]]
		}
	}
	if err := opcodes.ComputeStack(c.code); err != nil {
		panic("compiler: " + err.Error())
	}
	return *c.code
}

// params declares the parameters as the next slots of the current block.
func (c *coder) params(params []*grammar.Parameter) []opcodes.Param {
	out := make([]opcodes.Param, len(params))
	for i, p := range params {
		c.parameter(p.Name)
		q := opcodes.Param{Name: p.Name, Kinds: allKinds, TypeCode: -1, Pos: int32(p.At()),
			HasDefault: p.Default != nil, Rest: p.CapturesRest}
		if p.Type != nil {
			q.TypeText = c.u.file.Slice(p.Type.Span())
			q.Kinds = kindsOf(p.Type)
			if q.Kinds != allKinds {
				q.TypeCode = c.u.typeCode(p.Type)
			}
		}
		out[i] = q
	}
	return out
}

func anyTyped(params []opcodes.Param) bool {
	for _, p := range params {
		if p.TypeCode >= 0 {
			return true
		}
	}
	return false
}

// defaults emits the default expressions of parameters that were not given.
func (c *coder) defaults(params []*grammar.Parameter, first int32) {
	for i, p := range params {
		if p.Default == nil {
			continue
		}
		given := c.newLabel()
		c.at(p.At())
		c.emit(opcodes.JumpSet, first+int32(i), int32(given))
		// Each default has match registers of its own; neither the next one nor the
		// body sees them.
		// spec: parameter_scope.md
		outer, around := c.pending, c.guard
		c.pending = &pending{parent: outer, from: p.Name, params: params[i:], first: first + int32(i)}
		c.guard = &guard{bank: -1, clear: -1}
		c.expr(p.Default)
		c.pending, c.guard = outer, around
		if p.CapturesRest { // an array, also when the default is none
			c.emit(opcodes.Unfold)
		}
		c.emit(opcodes.StoreTemp, first+int32(i))
		c.mark(given)
	}
}

// pending are the parameters that have no value yet while a default expression
// is computed.
// puppet: parser/scope.rb, ParameterScope
type pending struct {
	parent *pending
	from   string // the parameter whose default it is
	params []*grammar.Parameter
	first  int32 // slot of the first of them
}

// guardPending emits the check that the variable of a slot is no parameter
// without a value.
func (c *coder) guardPending(slot int32) {
	for q := c.pending; q != nil; q = q.parent {
		if slot < q.first || slot >= q.first+int32(len(q.params)) {
			continue
		}
		set := c.newLabel()
		depth := c.depth
		c.emit(opcodes.JumpSet, slot, int32(set))
		c.emit(opcodes.Fail, c.u.str(""), c.u.str(fmt.Sprintf("default expression for $%s tries to illegally access not yet evaluated $%s",
			q.from, q.params[slot-q.first].Name)))
		c.depth = depth
		c.mark(set)
	}
}

// order emits the failure of a parameter without a default after one with one.
func (c *coder) order(params []*grammar.Parameter) {
	optional := false
	for _, p := range params {
		if optional && p.Default == nil && !p.CapturesRest {
			c.at(p.At())
			c.emit(opcodes.Fail, c.u.str("REQUIRED_PARAMETER_AFTER_OPTIONAL"),
				c.u.str("Parameter $"+p.Name+" is required but appears after optional parameters"))
			return
		}
		optional = optional || p.Default != nil || p.CapturesRest
	}
}

func floatConst(f float64) opcodes.Const {
	return opcodes.Const{Kind: opcodes.ConstFloat, Int: int64(math.Float64bits(f))}
}
