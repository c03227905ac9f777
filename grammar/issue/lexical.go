package issue

// UnclosedQuote is a quoted string that the file ends in.
//
//	$x = 'abc # ERROR UNCLOSED_QUOTE
var UnclosedQuote = hard2[string, string]("UNCLOSED_QUOTE",
	"Unclosed quote after %{after} followed by '%{followed_by}'")

// UnclosedMLComment is a comment that starts with /* and has no end.
//
//	/* abc # ERROR UNCLOSED_MLCOMMENT
var UnclosedMLComment = hard0("UNCLOSED_MLCOMMENT", "Unclosed multiline comment")

// IllegalClassReference is a type name that does not start each of its segments
// with a capital letter.
//
//	$x = Abc::::Def # ERROR ILLEGAL_CLASS_REFERENCE
var IllegalClassReference = hard0("ILLEGAL_CLASS_REFERENCE", "Illegal class reference")

// IllegalFullyQualifiedClassReference is a type name after :: that is not one.
//
//	$x = ::Abc::def # ERROR ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE
var IllegalFullyQualifiedClassReference = hard0("ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
	"Illegal fully qualified class reference")

// IllegalFullyQualifiedName is :: before what starts no name.
//
//	$x = ::1 # ERROR ILLEGAL_FULLY_QUALIFIED_NAME
var IllegalFullyQualifiedName = hard0("ILLEGAL_FULLY_QUALIFIED_NAME", "Illegal fully qualified name")

// IllegalNameOrBareWord is a bare word that is no name. Kept for its code: each
// letter that starts a bare word is one.
var IllegalNameOrBareWord = hard0("ILLEGAL_NAME_OR_BARE_WORD", "Illegal name or bare word")

// IllegalNumber is a word that starts with a digit and is no number.
//
//	$x = 1abc # ERROR ILLEGAL_NUMBER
var IllegalNumber = hard1[string]("ILLEGAL_NUMBER", "Illegal number '%{value}'")

// InvalidHexNumber is a number after 0x with letters beyond f.
//
//	$x = 0xfg # ERROR INVALID_HEX_NUMBER
var InvalidHexNumber = hard1[string]("INVALID_HEX_NUMBER", "Not a valid hex number %{value}")

// InvalidOctalNumber is a number after a leading zero with the digit 8 or 9.
//
//	$x = 0789 # ERROR INVALID_OCTAL_NUMBER
var InvalidOctalNumber = hard1[string]("INVALID_OCTAL_NUMBER", "Not a valid octal number %{value}")

// InvalidDecimalNumber is a number with letters after its digits.
//
//	$x = 12e # ERROR INVALID_DECIMAL_NUMBER
var InvalidDecimalNumber = hard1[string]("INVALID_DECIMAL_NUMBER", "Not a valid decimal number %{value}")

// IllegalUnicodeEscape is \u in a string without four hexadecimal digits, or
// one to six of them in braces.
//
//	$x = "\u{1234567}" # ERROR ILLEGAL_UNICODE_ESCAPE
var IllegalUnicodeEscape = soft0("ILLEGAL_UNICODE_ESCAPE",
	`Unicode escape '\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff`)

// UnrecognizedEscape is a backslash in a string before a character that does not
// need one. It is a warning; both characters stay in the string.
//
//	$x = "a\qb" # ERROR UNRECOGNIZED_ESCAPE
var UnrecognizedEscape = soft1[string]("UNRECOGNIZED_ESCAPE", `Unrecognized escape sequence '\%{ch}'`)

// InvalidRegexp is a regular expression that is none. The text is Ruby's.
//
//	$x = 'a' =~ /(/ # ERROR INVALID_REGEXP
var InvalidRegexp = bare1[string]("INVALID_REGEXP", "%{message}")

// NoInputToLexer is a lexer that was given nothing to read; a fault of ours.
var NoInputToLexer = hard0("NO_INPUT_TO_LEXER", "Internal Error: No string or file given to lexer to process.")

// IllegalBOM is a byte order mark at the start of a file.
var IllegalBOM = hard2[string, string]("ILLEGAL_BOM",
	"Illegal %{format} Byte Order mark at beginning of input: %{bom} - remove these from the puppet source")

// NoSuchFileOrDirectory is a manifest that is not there.
var NoSuchFileOrDirectory = hard1[string]("NO_SUCH_FILE_OR_DIRECTORY", "No such file or directory: %{file}")

// NotAFile is a manifest that is a directory or a device.
var NotAFile = hard1[string]("NOT_A_FILE", "%{file} is not a file")

// Unreadable is a manifest that the system does not let us read.
var Unreadable = bare2[string, string]("UNREADABLE", "Cannot read %{file}: %{reason}")

// HeredocUnclosedParenthesis is @( without its closing parenthesis.
//
//	$x = @(END # ERROR HEREDOC_UNCLOSED_PARENTHESIS
var HeredocUnclosedParenthesis = hard1[string]("HEREDOC_UNCLOSED_PARENTHESIS",
	"Unclosed parenthesis after '@(' followed by '%{followed_by}'")

// HeredocWithoutEndTaggedLine is a heredoc whose end tag does not come.
//
//	$x = @(END)
//	  text # ERROR HEREDOC_WITHOUT_END_TAGGED_LINE
var HeredocWithoutEndTaggedLine = hard0("HEREDOC_WITHOUT_END_TAGGED_LINE", "Heredoc without end-tagged line")

// HeredocInvalidEscape is a letter after / in a heredoc's tag that names no escape.
//
//	$x = @(END/q) # ERROR HEREDOC_INVALID_ESCAPE
//	  text
//	  | END
var HeredocInvalidEscape = hard1[string]("HEREDOC_INVALID_ESCAPE",
	"Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '%{actual}'")

// HeredocInvalidSyntax is a heredoc's tag that has not the form tag:syntax/escapes.
//
//	$x = @(END:a:b) # ERROR HEREDOC_INVALID_SYNTAX
//	  text
//	  | END
var HeredocInvalidSyntax = hard0("HEREDOC_INVALID_SYNTAX",
	"Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])")

// HeredocWithoutText is a heredoc's tag on the last line of the file, when that
// line has no end.
var HeredocWithoutText = hard0("HEREDOC_WITHOUT_TEXT", "Heredoc without any following lines of text")

// HeredocEmptyEndtag is a heredoc with nothing for its tag.
//
//	$x = @("") # ERROR HEREDOC_EMPTY_ENDTAG
//	  text
//	  |
var HeredocEmptyEndtag = hard0("HEREDOC_EMPTY_ENDTAG", "Heredoc with an empty endtag")

// HeredocMultipleAtEscapes is an escape that a heredoc's tag names twice.
//
//	$x = @(END/tt) # ERROR HEREDOC_MULTIPLE_AT_ESCAPES
//	  text
//	  | END
var HeredocMultipleAtEscapes = hard1[[]string]("HEREDOC_MULTIPLE_AT_ESCAPES",
	"An escape char for @() may only appear once. Got '%{escapes}'")

// HeredocDirtyMargin is a line of a heredoc that starts before its margin.
var HeredocDirtyMargin = hard1[int]("HEREDOC_DIRTY_MARGIN",
	"Heredoc with text in the margin is not allowed (line %{heredoc_line} in this heredoc)")

// EppInternalError is a fault of the template lexer.
var EppInternalError = hard1[string]("EPP_INTERNAL_ERROR", "Internal error: %{error}")

// EppUnbalancedTag is a template that ends inside of a tag.
var EppUnbalancedTag = hard0("EPP_UNBALANCED_TAG", "Unbalanced epp tag, reached <eof> without closing tag.")

// EppUnbalancedComment is a template that ends inside of a comment.
var EppUnbalancedComment = hard0("EPP_UNBALANCED_COMMENT", "Reaching end after opening <%# without seeing %>")

// EppUnbalancedExpression is a template that ends after the opening of a tag.
var EppUnbalancedExpression = hard0("EPP_UNBALANCED_EXPRESSION",
	"Unbalanced embedded expression - opening <% and reaching end of input")
