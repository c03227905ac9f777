package compiler

import (
	"strings"

	"bunraku/grammar"
)

// Kinds of values as bits. They repeat the order of values.Kind, which this
// package must not import; a test of package vm compares the two.
const (
	bitUndef = 1 << iota
	bitDefault
	bitBool
	bitInt
	bitFloat
	bitString
	bitRegexp
	bitArray
	bitHash
	bitType
	bitSensitive
	bitBinary
	bitTimestamp
	bitTimespan
	bitSemVer
	bitSemVerRange
	bitURI
	bitIterator
	bitObject
	// allKinds is Any: nothing needs to be checked.
	allKinds = 1<<iota - 1
)

var simpleKinds = map[string]uint32{
	"any": allKinds, "undef": bitUndef, "default": bitDefault, "boolean": bitBool, "integer": bitInt,
	"float": bitFloat, "numeric": bitInt | bitFloat, "string": bitString, "regexp": bitRegexp,
	"array": bitArray, "hash": bitHash, "collection": bitArray | bitHash, "type": bitType,
	"sensitive": bitSensitive, "binary": bitBinary, "timestamp": bitTimestamp, "timespan": bitTimespan,
	"semver": bitSemVer, "semverrange": bitSemVerRange, "uri": bitURI, "iterator": bitIterator,
	"scalardata": bitInt | bitFloat | bitString | bitBool,
	"notundef":   allKinds &^ bitUndef, "optional": allKinds,
}

// kindsOf is the set of value kinds of which every value is an instance of the
// type expression. It may be too small, never too large; an instance of another
// kind needs the real check.
func kindsOf(e grammar.Expr) uint32 {
	switch e := e.(type) {
	case *grammar.QualifiedReference:
		return simpleKinds[strings.ToLower(e.Name)]
	case *grammar.Access:
		name, ok := e.Left.(*grammar.QualifiedReference)
		if !ok {
			return 0
		}
		optional := strings.EqualFold(name.Name, "optional")
		if !optional && !strings.EqualFold(name.Name, "variant") {
			return 0
		}
		var kinds uint32
		for _, k := range e.Keys {
			kinds |= kindsOf(k)
		}
		if optional {
			kinds |= bitUndef
		}
		return kinds
	}
	return 0
}

// isConstant reports whether a type expression means the same in each
// evaluation of an environment: it has only literals and type names.
func isConstant(e grammar.Expr) bool {
	switch e := e.(type) {
	case *grammar.QualifiedReference, *grammar.QualifiedName, *grammar.LiteralString, *grammar.LiteralInteger,
		*grammar.LiteralFloat, *grammar.LiteralBoolean, *grammar.LiteralUndef, *grammar.LiteralDefault, *grammar.LiteralRegexp:
		return true
	case *grammar.Parenthesized:
		return isConstant(e.Expr)
	case *grammar.UnaryMinus:
		return isConstant(e.Expr)
	case *grammar.Access:
		return isConstant(e.Left) && allConstant(e.Keys)
	case *grammar.LiteralList:
		return allConstant(e.Values)
	case *grammar.LiteralHash:
		for _, kv := range e.Entries {
			if !isConstant(kv.Key) || !isConstant(kv.Value) {
				return false
			}
		}
		return true
	}
	return false
}

func allConstant(es []grammar.Expr) bool {
	for _, e := range es {
		if !isConstant(e) {
			return false
		}
	}
	return true
}
