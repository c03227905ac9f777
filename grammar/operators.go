package grammar

import "github.com/alecthomas/participle/v2/lexer"

// operatorKind says which node an infix operator makes.
type operatorKind uint8

const (
	kindNone operatorKind = iota
	kindArithmetic
	kindComparison
	kindMatch
	kindIn
	kindAnd
	kindOr
	kindSelector
)

// operator is an infix operator of the expression grammar. All of them are
// left associative. What binds tighter (access, calls, collectors, the prefix
// operators ! - *) and what binds looser (relationships, assignments) are
// productions of their own.
type operator struct {
	prec uint8 // a greater one binds tighter; 0 is no operator
	kind operatorKind
	op   Op
}

// operators is the one table of infix operators, from the tightest to the loosest.
//
// puppet: egrammar.ra, prechigh to preclow
var operators = [tokenCount]operator{
	tokIn: {10, kindIn, OpNone},

	tokMatch: {9, kindMatch, OpMatch}, tokNoMatch: {9, kindMatch, OpNoMatch},

	tokTimes: {8, kindArithmetic, OpMul}, tokDiv: {8, kindArithmetic, OpDiv}, tokModulo: {8, kindArithmetic, OpMod},

	tokMinus: {7, kindArithmetic, OpSub}, tokPlus: {7, kindArithmetic, OpAdd},

	tokLShift: {6, kindArithmetic, OpShl}, tokRShift: {6, kindArithmetic, OpShr},

	tokNotEqual: {5, kindComparison, OpNe}, tokIsEqual: {5, kindComparison, OpEq},

	tokGreaterEqual: {4, kindComparison, OpGe}, tokGreaterThan: {4, kindComparison, OpGt},
	tokLessThan: {4, kindComparison, OpLt}, tokLessEqual: {4, kindComparison, OpLe},

	tokQMark: {3, kindSelector, OpNone},

	tokAnd: {2, kindAnd, OpNone},

	tokOr: {1, kindOr, OpNone},
}

// infix is the operator that a token is.
func infix(typ lexer.TokenType) operator {
	if typ < 0 {
		return operator{}
	}
	return operators[typ]
}

// assignments are the operators of the production assignment, which associates
// to the right; edges those of relationship, which associates to the left.
var (
	assignments = map[lexer.TokenType]Op{tokEquals: OpAssign, tokAppends: OpAppend, tokDeletes: OpDelete}
	edges       = map[lexer.TokenType]Op{tokInEdge: OpBefore, tokInEdgeSub: OpNotify, tokOutEdge: OpAfter, tokOutEdgeSub: OpSubscribe}
)
