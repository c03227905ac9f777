package grammar

import (
	"math/big"

	"bunraku/grammar/source"
)

// The semantic model of a manifest or EPP template: plain data, no behaviour.
// The node kinds and their names follow Puppet's own model (puppet:
// pops/model/ast.pp), because error labels, PN and the specification speak of
// them. The model is the union of all editions: what an edition rejects is
// said by the validator, not by the shape of the tree.

// Loc is where a node stands. Start and End delimit the node's whole text.
// Pos is the offset at which Puppet reports an error about the node: the
// operator of a binary expression, the keyword of a definition, else Start.
type Loc struct {
	Pos        source.Pos
	Start, End source.Pos
}

// Span is the whole text of the node.
func (l Loc) Span() source.Span { return source.Span{Start: l.Start, End: l.End} }

// At is the offset at which errors about the node are reported.
func (l Loc) At() source.Pos { return l.Pos }

// Node is implemented by every part of the model.
type Node interface {
	Span() source.Span
	At() source.Pos
}

// Expr is a node that stands where an expression may stand. In the Puppet
// language definitions and resource expressions are expressions too.
type Expr interface {
	Node
	expr()
}

// Where a field's type is one of these, any Expr can be assigned to it and it to
// any Expr. They tell participle which production the field stands for.
type (
	// Body is the statements between braces: a *Block, or a *Nop when there
	// are none.
	Body interface{ Expr }
	// TypeExpr is a type: a *QualifiedReference, or an *Access to one.
	TypeExpr interface{ Expr }
	// AliasedType is what a type alias stands for: a type, or what Puppet makes
	// an Object type of.
	AliasedType interface{ Expr }
	// HostMatch is what a node definition matches: a *LiteralString,
	// *LiteralDefault, *LiteralRegexp, *ConcatenatedString or *HeredocExpression.
	HostMatch interface{ Expr }
	// Operation is an *AttributeOperation or an *AttributesOperation. Its
	// production parses a whole list of them: participle's cost for each
	// element would be most of the cost of parsing a catalog's resources.
	Operation interface{ Expr }
)

// Program is one parsed unit: a manifest or an EPP template.
type Program struct {
	Loc
	File *source.File
	// Body is what is evaluated: a *Block, a single expression, or a *Nop for
	// an empty file.
	Body Expr
	// Definitions are all classes, defined types, functions, nodes and type
	// aliases of the file, at any depth, in the order in which they end, so that
	// an inner one comes before the outer (puppet: Program.definitions).
	Definitions []Expr
	// EPP tells that the file is a template.
	EPP bool
}

// Literals.
type (
	// Nop is an empty body or statement.
	Nop struct{ Loc }
	// LiteralUndef is `undef`.
	LiteralUndef struct{ Loc }
	// LiteralDefault is `default`.
	LiteralDefault struct{ Loc }
	// LiteralBoolean is `true` or `false`.
	LiteralBoolean struct {
		Loc
		Value bool
	}
	// LiteralInteger is an integer; Radix is 8, 10 or 16.
	LiteralInteger struct {
		Loc
		Value int64
		Radix uint8
		// Big is the value of a literal that does not fit Value, else nil. The
		// validator rejects it.
		Big *big.Int
	}
	// LiteralFloat is a floating point number.
	LiteralFloat struct {
		Loc
		Value float64
	}
	// LiteralString is a string without interpolation.
	LiteralString struct {
		Loc
		Value string
	}
	// LiteralRegexp is `/source/`.
	LiteralRegexp struct {
		Loc
		Source string
	}
	// LiteralList is `[a, b]`.
	LiteralList struct {
		Loc
		Values []Expr
	}
	// LiteralHash is `{k => v}`.
	LiteralHash struct {
		Loc
		Entries []*KeyedEntry
	}
	// KeyedEntry is one `key => value` of a hash.
	KeyedEntry struct {
		Loc
		Key, Value Expr
	}
	// TitledHash is evaluator4's `{ title: k => v; title2: ... }` (D-05).
	TitledHash struct {
		Loc
		Bodies []*ResourceBody
	}
	// ConcatenatedString is an interpolated string. Each segment is a
	// *LiteralString or a *TextExpression.
	ConcatenatedString struct {
		Loc
		Segments []Expr
	}
	// TextExpression is `${expr}` or `$name` inside a string.
	TextExpression struct {
		Loc
		Expr Expr
	}
	// HeredocExpression is a heredoc; Text is a *LiteralString or a
	// *ConcatenatedString. Syntax is the tag's syntax name, or empty.
	HeredocExpression struct {
		Loc
		Syntax string
		Text   Expr
	}
)

// Names.
type (
	// QualifiedName is a bare word: `notice`, `apache::vhost`.
	QualifiedName struct {
		Loc
		Name string
	}
	// QualifiedReference is a capitalised name: `File`, `Apache::Vhost`. Name
	// is as written; compare it without case.
	QualifiedReference struct {
		Loc
		Name string
	}
	// ReservedWord is a word kept for the language. Future marks words that
	// are reserved for later versions only.
	ReservedWord struct {
		Loc
		Word   string
		Future bool
	}
	// Variable is `$name`; Name has no dollar sign and may be qualified
	// (`::a::b`, `a::b`) or a match register (`0`, `1`...).
	Variable struct {
		Loc
		Name string
		// bare marks a name that is no string in Puppet but what was written:
		// a word or number as in "${true}".
		bare bool
	}
)

// Op is an operator token of a binary or attribute expression.
type Op uint8

// The operators, in the order of the table in operators.go.
const (
	OpNone      Op = iota
	OpAdd          // +
	OpSub          // -
	OpMul          // *
	OpDiv          // /
	OpMod          // %
	OpShl          // <<
	OpShr          // >>
	OpEq           // ==
	OpNe           // !=
	OpLt           // <
	OpGt           // >
	OpLe           // <=
	OpGe           // >=
	OpMatch        // =~
	OpNoMatch      // !~
	OpAssign       // =
	OpAppend       // +=
	OpDelete       // -=
	OpBefore       // ->
	OpNotify       // ~>
	OpAfter        // <-
	OpSubscribe    // <~
	OpArrow        // =>
	OpPlusArrow    // +>
)

var opText = [...]string{
	OpNone: "", OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "/", OpMod: "%", OpShl: "<<", OpShr: ">>",
	OpEq: "==", OpNe: "!=", OpLt: "<", OpGt: ">", OpLe: "<=", OpGe: ">=", OpMatch: "=~", OpNoMatch: "!~",
	OpAssign: "=", OpAppend: "+=", OpDelete: "-=",
	OpBefore: "->", OpNotify: "~>", OpAfter: "<-", OpSubscribe: "<~", OpArrow: "=>", OpPlusArrow: "+>",
}

// String is the operator as it is written in a manifest.
func (o Op) String() string { return opText[o] }

// Operators.
type (
	// Arithmetic is + - * / % << >>.
	Arithmetic struct {
		Loc
		Op          Op
		Left, Right Expr
	}
	// Comparison is == != < > <= >=.
	Comparison struct {
		Loc
		Op          Op
		Left, Right Expr
	}
	// Match is =~ !~.
	Match struct {
		Loc
		Op          Op
		Left, Right Expr
	}
	// In is `left in right`.
	In struct {
		Loc
		Left, Right Expr
	}
	// And is `left and right`.
	And struct {
		Loc
		Left, Right Expr
	}
	// Or is `left or right`.
	Or struct {
		Loc
		Left, Right Expr
	}
	// Not is `! expr`.
	Not struct {
		Loc
		Expr Expr
	}
	// UnaryMinus is `- expr`.
	UnaryMinus struct {
		Loc
		Expr Expr
	}
	// Unfold is the splat `* expr`.
	Unfold struct {
		Loc
		Expr Expr
	}
	// Parenthesized is `( expr )`.
	Parenthesized struct {
		Loc
		Expr Expr
	}
	// Assignment is = += -=.
	Assignment struct {
		Loc
		Op          Op
		Left, Right Expr
	}
	// Relationship is -> ~> <- <~.
	Relationship struct {
		Loc
		Op          Op
		Left, Right Expr
	}
	// Access is `left[keys]`. Keys is empty for evaluator4's `Type[]` (D-04).
	Access struct {
		Loc
		Left Expr
		Keys []Expr
	}
	// NamedAccess is `left.right`; it is the functor of a CallMethod, and
	// stands alone only inside one.
	NamedAccess struct {
		Loc
		Left, Right Expr
	}
	// Selector is `left ? { match => value, ... }`.
	Selector struct {
		Loc
		Left    Expr
		Entries []*SelectorEntry
	}
	// SelectorEntry is one `match => value`.
	SelectorEntry struct {
		Loc
		Match Expr `parser:"@@ FArrow"`
		Value Expr `parser:"@@"`
	}
)

// Blocks, conditionals, calls.
type (
	// Block is a sequence of statements; its value is that of the last.
	Block struct {
		Loc
		Statements []Expr
	}
	// If is if/elsif/else: an elsif is an *If in Else. Else is a *Nop when
	// there is none.
	If struct {
		Loc
		Test, Then, Else Expr
	}
	// Unless is unless/else.
	Unless struct {
		Loc
		Test, Then, Else Expr
	}
	// Case is `case test { options }`.
	Case struct {
		Loc
		Test    Expr
		Options []*CaseOption
	}
	// CaseOption is `v1, v2: { then }`.
	CaseOption struct {
		Loc
		Values []Expr `parser:"@@ ( Comma @@ )* Colon"`
		Then   Body   `parser:"LBrace @@? RBrace"`
	}
	// CallNamed is `f(args) |p| {...}` or the statement call `f args`.
	// Functor is a *QualifiedName, a *QualifiedReference (`Integer('1')`), or
	// what the validator rejects. RValue tells that a value is required
	// (puppet: rval_required).
	CallNamed struct {
		Loc
		Functor Expr
		Args    []Expr
		Lambda  *Lambda
		RValue  bool
	}
	// CallMethod is `recv.f(args) |p| {...}`. Functor.Left is the receiver.
	CallMethod struct {
		Loc
		Functor *NamedAccess
		Args    []Expr
		Lambda  *Lambda
		RValue  bool
	}
	// Lambda is `|params| >> Return { body }`. Return is nil when absent.
	Lambda struct {
		Loc
		Params []*Parameter `parser:"Pipe ( @@ ( (?! Comma Pipe ) Comma @@ )* Comma? )? Pipe"`
		Return TypeExpr     `parser:"( RShift @@ )?"`
		Body   Body         `parser:"LBrace @@? RBrace"`
	}
	// Parameter is `Type *$name = default`. Type and Default are nil when absent.
	//
	// parameter = [ type ] [ "*" ] VARIABLE [ "=" expression ] .
	Parameter struct {
		Loc
		Type         TypeExpr
		CapturesRest bool
		Name         string
		Default      Expr
	}
)

// ResourceForm tells how a resource expression is marked.
type ResourceForm uint8

// The forms of a resource expression.
const (
	FormRegular  ResourceForm = iota
	FormVirtual               // @
	FormExported              // @@
)

// Resources.
type (
	// ResourceExpression is `type { bodies }`. Type is a *QualifiedName
	// (`file`, `class`), a *QualifiedReference, an *Access, or, under
	// evaluator4, any expression (D-06).
	ResourceExpression struct {
		Loc
		Form   ResourceForm
		Type   Expr
		Bodies []*ResourceBody
	}
	// ResourceBody is `title: attributes`. Title is a *LiteralDefault for the
	// `default:` body.
	ResourceBody struct {
		Loc
		Title Expr        `parser:"@@ Colon"`
		Ops   []Operation `parser:"@@? Comma?"` // the production takes all of the list
	}
	// ResourceDefaults is `Type { attributes }`.
	ResourceDefaults struct {
		Loc
		Form ResourceForm
		Type Expr
		Ops  []Operation
	}
	// ResourceOverride is `Type[title] { attributes }`.
	ResourceOverride struct {
		Loc
		Form      ResourceForm
		Resources Expr
		Ops       []Operation
	}
	// AttributeOperation is `name => value` or `name +> value`.
	AttributeOperation struct {
		Loc
		Name  string
		Op    Op // OpArrow or OpPlusArrow
		Value Expr
	}
	// AttributesOperation is the splat `* => expr`.
	AttributesOperation struct {
		Loc
		Expr Expr
	}
	// Collect is `Type <| query |> { attributes }`. Query is a *VirtualQuery
	// or an *ExportedQuery.
	Collect struct {
		Loc
		Type  Expr
		Query Expr
		Ops   []Operation
	}
	// VirtualQuery is `<| expr |>`; Expr is a *Nop when empty.
	VirtualQuery struct {
		Loc
		Expr Expr
	}
	// ExportedQuery is `<<| expr |>>`; Expr is a *Nop when empty.
	ExportedQuery struct {
		Loc
		Expr Expr
	}
)

// Definitions.
type (
	// HostClass is `class name(params) inherits parent { body }`. Name is
	// fully qualified as Puppet's parser makes it (nested names get the outer
	// name as prefix). Parent is empty when there is none.
	HostClass struct {
		Loc
		Name   string       `parser:"Class @( Name | Word | ClassRef )"`
		Params []*Parameter `parser:"( ( LParen | WSLParen ) ( @@ ( (?! Comma RParen ) Comma @@ )* Comma? )? RParen )?"`
		Parent string       `parser:"( Inherits @( Name | Word | ClassRef | Default ) )?"`
		Body   Body         `parser:"LBrace @@? RBrace"`
	}
	// ResourceTypeDefinition is `define name(params) { body }`.
	ResourceTypeDefinition struct {
		Loc
		Name   string       `parser:"Define @( Name | Word | ClassRef )"`
		Params []*Parameter `parser:"( ( LParen | WSLParen ) ( @@ ( (?! Comma RParen ) Comma @@ )* Comma? )? RParen )?"`
		Body   Body         `parser:"LBrace @@? RBrace"`
	}
	// NodeDefinition is `node matches { body }`. Parent is what follows
	// `inherits`, nil when absent.
	NodeDefinition struct {
		Loc
		Matches []HostMatch `parser:"Node @@ ( (?! Comma ( Inherits | LBrace ) ) Comma @@ )* Comma?"`
		Parent  HostMatch   `parser:"( Inherits @@ )?"`
		Body    Body        `parser:"LBrace @@? RBrace"`
	}
	// FunctionDefinition is `function name(params) >> Return { body }`.
	FunctionDefinition struct {
		Loc
		Name   string       `parser:"Function @( Name | Word | ClassRef )"`
		Params []*Parameter `parser:"( ( LParen | WSLParen ) ( @@ ( (?! Comma RParen ) Comma @@ )* Comma? )? RParen )?"`
		Return TypeExpr     `parser:"( RShift @@ )?"`
		Body   Body         `parser:"LBrace @@? RBrace"`
	}
	// TypeAlias is `type Name = expr`.
	TypeAlias struct {
		Loc
		Name string      `parser:"Type @ClassRef Equals"`
		Type AliasedType `parser:"@@"`
	}
	// TypeMapping is `type Runtime[...] = expr`.
	TypeMapping struct {
		Loc
		Type    TypeExpr    `parser:"Type @@ Equals"`
		Mapping AliasedType `parser:"@@"`
	}
	// TypeDefinition is `type Name inherits Parent { body }`.
	TypeDefinition struct {
		Loc
		Name   string `parser:"Type @ClassRef"`
		Parent string `parser:"( Inherits @ClassRef )?"`
		Body   Body   `parser:"LBrace @@? RBrace"`
	}
)

// EPP.
type (
	// Epp is the body of a template (puppet: EppExpression). HasParams tells
	// that the template declares parameters, even if none.
	Epp struct {
		Loc
		HasParams bool         `parser:"EppStart ( @Pipe"`
		Params    []*Parameter `parser:"( @@ ( (?! Comma Pipe ) Comma @@ )* Comma? )? Pipe )?"`
		Body      Body         `parser:"@@?"`
	}
	// RenderString is literal text of a template.
	RenderString struct {
		Loc
		Value string
	}
	// RenderExpression is `<%= expr %>`.
	RenderExpression struct {
		Loc
		Expr Expr
	}
)

func (*Nop) expr()                    {}
func (*LiteralUndef) expr()           {}
func (*LiteralDefault) expr()         {}
func (*LiteralBoolean) expr()         {}
func (*LiteralInteger) expr()         {}
func (*LiteralFloat) expr()           {}
func (*LiteralString) expr()          {}
func (*LiteralRegexp) expr()          {}
func (*LiteralList) expr()            {}
func (*LiteralHash) expr()            {}
func (*KeyedEntry) expr()             {}
func (*TitledHash) expr()             {}
func (*ConcatenatedString) expr()     {}
func (*TextExpression) expr()         {}
func (*HeredocExpression) expr()      {}
func (*QualifiedName) expr()          {}
func (*QualifiedReference) expr()     {}
func (*ReservedWord) expr()           {}
func (*Variable) expr()               {}
func (*Arithmetic) expr()             {}
func (*Comparison) expr()             {}
func (*Match) expr()                  {}
func (*In) expr()                     {}
func (*And) expr()                    {}
func (*Or) expr()                     {}
func (*Not) expr()                    {}
func (*UnaryMinus) expr()             {}
func (*Unfold) expr()                 {}
func (*Parenthesized) expr()          {}
func (*Assignment) expr()             {}
func (*Relationship) expr()           {}
func (*Access) expr()                 {}
func (*NamedAccess) expr()            {}
func (*Selector) expr()               {}
func (*Block) expr()                  {}
func (*If) expr()                     {}
func (*Unless) expr()                 {}
func (*Case) expr()                   {}
func (*CallNamed) expr()              {}
func (*CallMethod) expr()             {}
func (*Lambda) expr()                 {}
func (*ResourceExpression) expr()     {}
func (*ResourceDefaults) expr()       {}
func (*ResourceOverride) expr()       {}
func (*AttributeOperation) expr()     {}
func (*AttributesOperation) expr()    {}
func (*Collect) expr()                {}
func (*VirtualQuery) expr()           {}
func (*ExportedQuery) expr()          {}
func (*HostClass) expr()              {}
func (*ResourceTypeDefinition) expr() {}
func (*NodeDefinition) expr()         {}
func (*FunctionDefinition) expr()     {}
func (*TypeAlias) expr()              {}
func (*TypeMapping) expr()            {}
func (*TypeDefinition) expr()         {}
func (*Epp) expr()                    {}
func (*RenderString) expr()           {}
func (*RenderExpression) expr()       {}
