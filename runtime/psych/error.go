package psych

import (
	"fmt"
	"regexp"
	"strconv"
)

// ErrorKind tells the failures apart, as Psych's classes do.
type ErrorKind uint8

// The kinds of errors.
const (
	Syntax     ErrorKind = iota // Psych::SyntaxError
	Disallowed                  // Psych::DisallowedClass
	BadAlias                    // Psych::BadAlias
	Invalid                     // an ArgumentError, or a limit of ours
)

// Error is a document that cannot be loaded.
type Error struct {
	Kind ErrorKind
	// Message is Psych's text; that of a syntax error contains file, line and column.
	Message string
	// File is the name given to Load.
	File string
	// Line and Column are of a syntax error, starting at 1; 0 when not known.
	Line, Column int
}

// Error is the text as Puppet gives it.
// puppet: util/yaml.rb, safe_load
func (e *Error) Error() string {
	if e.Kind == Disallowed {
		if e.File == "" {
			return "(<unknown>): " + e.Message
		}
		return "(" + e.File + "): " + e.Message
	}
	return e.Message
}

func disallowed(class string) error {
	return &Error{Kind: Disallowed, Message: "Tried to load unspecified class: " + class}
}

var (
	unknownAnchor = regexp.MustCompile(`unknown anchor '(.*)' referenced`)
	atLine        = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)
)

// contexts say in which construct a problem is found: the library keeps the
// problem only, Psych prints both.
var contexts = map[string]string{
	"did not find expected key":                                    "while parsing a block mapping",
	"did not find expected '-' indicator":                          "while parsing a block collection",
	"did not find expected node content":                           "while parsing a flow node",
	"did not find expected ',' or ']'":                             "while parsing a flow sequence",
	"did not find expected ',' or '}'":                             "while parsing a flow mapping",
	"found unexpected end of stream":                               "while scanning a quoted scalar",
	"found character that cannot start any token":                  "while scanning for the next token",
	"found unknown escape character":                               "while parsing a quoted scalar",
	"could not find expected ':'":                                  "while scanning a simple key",
	"found undefined tag handle":                                   "while parsing a node",
	"did not find expected alphabetic or numeric character":        "while scanning an alias",
	"did not find expected whitespace or line break":               "while scanning a tag",
	"found a tab character that violates indentation":              "while scanning a plain scalar",
	"did not find expected comment or line break":                  "while scanning a block scalar",
	"found a tab character where an indentation space is expected": "while scanning a block scalar",
	"found unexpected document indicator":                          "while scanning a quoted scalar",
	"found invalid Unicode character escape code":                  "while parsing a quoted scalar",
	"did not find expected hexdecimal number":                      "while parsing a quoted scalar",
	"did not find expected tag URI":                                "while parsing a tag",
	"found duplicate %YAML directive":                              "",
	"did not find expected <document start>":                       "",
	"mapping values are not allowed in this context":               "",
	"block sequence entries are not allowed in this context":       "",
	"mapping keys are not allowed in this context":                 "",
	"found incompatible YAML document":                             "",
	"control characters are not allowed":                           "",
	"did not find expected <stream-start>":                         "",
}

// syntaxError gives an error of the library the text that Psych has for it.
func syntaxError(err error, text []byte, file string) error {
	msg := err.Error()
	if m := unknownAnchor.FindStringSubmatch(msg); m != nil {
		return &Error{Kind: BadAlias, Message: "Unknown alias: " + m[1], File: file}
	}
	e := &Error{Kind: Syntax, File: file}
	if m := atLine.FindStringSubmatch(msg); m != nil {
		e.Line, _ = strconv.Atoi(m[1])
		msg = msg[len(m[0]):]
	}
	if c := contexts[msg]; c != "" {
		msg += " " + c
	}
	e.Line, e.Column = place(msg, e.Line, string(text))
	name := file
	if name == "" {
		name = "<unknown>"
	}
	e.Message = fmt.Sprintf("(%s): %s at line %d column %d", name, msg, e.Line, e.Column)
	return e
}
