package grammar

import "github.com/alecthomas/participle/v2/lexer"

// The token types. Their names follow Puppet's terminals where those have a
// name in the language's own documents; the grammar's struct tags and the
// messages of participle use the names of [tokenNames].
const (
	tokString       lexer.TokenType = iota + 1 // 'text', "text" without interpolation, heredoc text
	tokDQPre                                   // "text${
	tokDQMid                                   // }text${
	tokDQPost                                  // }text"
	tokWord                                    // a bare word that is no name: foo-bar, _x
	tokName                                    // foo::bar
	tokClassRef                                // Foo::Bar
	tokVariable                                // $x
	tokNumber                                  // 1, 0x1F, 017, 1.5e3
	tokBoolean                                 // true, false
	tokRegex                                   // /source/
	tokHeredoc                                 // @(TAG), followed by the tokens of the text
	tokLBrack                                  // [ that continues an expression
	tokListStart                               // [ after white space
	tokRBrack                                  // ]
	tokLBrace                                  // {
	tokSelBrace                                // { right after ?
	tokRBrace                                  // }
	tokLParen                                  // (
	tokWSLParen                                // ( as the first thing of a line
	tokRParen                                  // )
	tokEquals                                  // =
	tokAppends                                 // +=
	tokDeletes                                 // -=
	tokIsEqual                                 // ==
	tokNotEqual                                // !=
	tokMatch                                   // =~
	tokNoMatch                                 // !~
	tokGreaterEqual                            // >=
	tokGreaterThan                             // >
	tokLessEqual                               // <=
	tokLessThan                                // <
	tokFArrow                                  // =>
	tokPArrow                                  // +>
	tokLShift                                  // <<
	tokLLCollect                               // <<|
	tokLCollect                                // <|
	tokRShift                                  // >>
	tokRRCollect                               // |>>
	tokRCollect                                // |>
	tokPlus                                    // +
	tokMinus                                   // -
	tokDiv                                     // /
	tokTimes                                   // *
	tokModulo                                  // %
	tokNot                                     // !
	tokDot                                     // .
	tokPipe                                    // |
	tokAt                                      // @
	tokAtAt                                    // @@
	tokColon                                   // :
	tokComma                                   // ,
	tokSemic                                   // ;
	tokQMark                                   // ?
	tokTilde                                   // ~, which no production takes
	tokInEdge                                  // ->
	tokInEdgeSub                               // ~>
	tokOutEdge                                 // <-
	tokOutEdgeSub                              // <~
	tokCase
	tokClass
	tokDefault
	tokDefine
	tokIf
	tokElsif
	tokElse
	tokInherits
	tokNode
	tokAnd
	tokOr
	tokUndef
	tokIn
	tokUnless
	tokFunction
	tokType
	tokAttr
	tokPrivate
	tokEppStart     // the start of a template
	tokRenderString // literal text of a template
	tokRenderExpr   // <%=
	tokEppEnd       // %> after <%=
	tokEppEndTrim   // -%> after <%=
	tokOther        // a character that begins no token
	tokInvalid      // text that the lexer rejected; its diagnostic is kept beside
	tokenCount
)

// tokenNames are the names under which the grammar's tags refer to tokens.
var tokenNames = [tokenCount]string{
	tokString: "String", tokDQPre: "DQPre", tokDQMid: "DQMid", tokDQPost: "DQPost", tokWord: "Word",
	tokName: "Name", tokClassRef: "ClassRef", tokVariable: "Variable", tokNumber: "Number",
	tokBoolean: "Boolean", tokRegex: "Regex", tokHeredoc: "Heredoc",
	tokLBrack: "LBrack", tokListStart: "ListStart", tokRBrack: "RBrack", tokLBrace: "LBrace",
	tokSelBrace: "SelBrace", tokRBrace: "RBrace", tokLParen: "LParen", tokWSLParen: "WSLParen",
	tokRParen: "RParen", tokEquals: "Equals", tokAppends: "Appends", tokDeletes: "Deletes",
	tokIsEqual: "IsEqual", tokNotEqual: "NotEqual", tokMatch: "Match", tokNoMatch: "NoMatch",
	tokGreaterEqual: "GreaterEqual", tokGreaterThan: "GreaterThan", tokLessEqual: "LessEqual",
	tokLessThan: "LessThan", tokFArrow: "FArrow", tokPArrow: "PArrow", tokLShift: "LShift",
	tokLLCollect: "LLCollect", tokLCollect: "LCollect", tokRShift: "RShift",
	tokRRCollect: "RRCollect", tokRCollect: "RCollect", tokPlus: "Plus", tokMinus: "Minus",
	tokDiv: "Div", tokTimes: "Times", tokModulo: "Modulo", tokNot: "Not", tokDot: "Dot",
	tokPipe: "Pipe", tokAt: "At", tokAtAt: "AtAt", tokColon: "Colon", tokComma: "Comma",
	tokSemic: "Semic", tokQMark: "QMark", tokTilde: "Tilde", tokInEdge: "InEdge",
	tokInEdgeSub: "InEdgeSub", tokOutEdge: "OutEdge", tokOutEdgeSub: "OutEdgeSub",
	tokCase: "Case", tokClass: "Class", tokDefault: "Default", tokDefine: "Define", tokIf: "If",
	tokElsif: "Elsif", tokElse: "Else", tokInherits: "Inherits", tokNode: "Node", tokAnd: "And",
	tokOr: "Or", tokUndef: "Undef", tokIn: "In", tokUnless: "Unless", tokFunction: "Function",
	tokType: "Type", tokAttr: "Attr", tokPrivate: "Private", tokEppStart: "EppStart",
	tokRenderString: "RenderString", tokRenderExpr: "RenderExpr", tokEppEnd: "EppEnd",
	tokEppEndTrim: "EppEndTrim", tokOther: "Other", tokInvalid: "Invalid",
}

// keyword is the token type of a word that the language reserves, or 0.
// A switch on the text is faster than a map of this size.
func keyword(s string) lexer.TokenType {
	switch s {
	case "case":
		return tokCase
	case "class":
		return tokClass
	case "default":
		return tokDefault
	case "define":
		return tokDefine
	case "if":
		return tokIf
	case "elsif":
		return tokElsif
	case "else":
		return tokElse
	case "inherits":
		return tokInherits
	case "node":
		return tokNode
	case "and":
		return tokAnd
	case "or":
		return tokOr
	case "undef":
		return tokUndef
	case "false", "true":
		return tokBoolean
	case "in":
		return tokIn
	case "unless":
		return tokUnless
	case "function":
		return tokFunction
	case "type":
		return tokType
	case "attr":
		return tokAttr
	case "private":
		return tokPrivate
	}
	return 0
}

// tokenFlags say in which sets of the grammar a token is.
type tokenFlags uint8

const (
	// isKeyword tokens may stand as the name of an attribute.
	// puppet: egrammar.ra, keyword
	isKeyword tokenFlags = 1 << iota
	// isOperand tokens end an operand, so that a slash after them divides.
	// puppet: lexer2.rb, regexp_acceptable?
	isOperand
	// startsExpr tokens can begin an expression.
	startsExpr
	// startsStatement tokens can begin a statement.
	startsStatement
	// becomesVariable tokens mean a variable when alone in ${...}.
	// puppet: interpolation_support.rb, transform_to_variable
	becomesVariable
)

var tokenSets = func() (t [tokenCount]tokenFlags) {
	set := func(f tokenFlags, types ...lexer.TokenType) {
		for _, typ := range types {
			t[typ] |= f
		}
	}
	set(isKeyword, tokAnd, tokCase, tokClass, tokDefault, tokDefine, tokElse, tokElsif, tokIf, tokIn,
		tokInherits, tokNode, tokOr, tokUndef, tokUnless, tokType, tokAttr, tokFunction, tokPrivate)
	set(isOperand, tokRParen, tokRBrack, tokRRCollect, tokRCollect, tokName, tokClassRef, tokNumber,
		tokString, tokBoolean, tokDQPre, tokDQMid, tokDQPost, tokHeredoc, tokRegex, tokVariable, tokWord)
	set(startsExpr, tokVariable, tokCase, tokIf, tokUnless, tokDefine, tokClass, tokNode, tokRenderString,
		tokRenderExpr, tokFunction, tokType, tokPrivate, tokAttr, tokListStart, tokLBrack, tokLBrace,
		tokRegex, tokString, tokWord, tokDQPre, tokHeredoc, tokClassRef, tokNumber, tokBoolean,
		tokDefault, tokUndef, tokName, tokMinus, tokTimes, tokNot, tokLParen, tokWSLParen)
	for typ := range t {
		if t[typ]&startsExpr != 0 {
			t[typ] |= startsStatement
		}
	}
	set(startsStatement, tokAt, tokAtAt)
	set(becomesVariable, tokNumber, tokName, tokWord, tokCase, tokClass, tokDefault, tokDefine, tokIf,
		tokElsif, tokElse, tokInherits, tokNode, tokAnd, tokOr, tokUndef, tokBoolean, tokIn, tokUnless,
		tokFunction, tokType, tokAttr, tokPrivate)
	return t
}()

func in(typ lexer.TokenType, set tokenFlags) bool {
	return typ >= 0 && tokenSets[typ]&set != 0
}
