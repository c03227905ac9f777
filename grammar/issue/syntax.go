package issue

// SyntaxError is a token that cannot stand where it stands. The argument is the
// token in quotes, or the words "end of input".
//
//	$x =
//	} # ERROR SYNTAX_ERROR
var SyntaxError = hard1[string]("SYNTAX_ERROR", "Syntax error at %{location}")

// VirtualNotResource is @ before something that is no resource expression.
//
//	@notice('x') # ERROR VIRTUAL_NOT_RESOURCE
var VirtualNotResource = bare0("VIRTUAL_NOT_RESOURCE", "Virtual (@) can only be applied to a Resource Expression")

// ExportedNotResource is @@ before something that is no resource expression.
//
//	@@notice('x') # ERROR EXPORTED_NOT_RESOURCE
var ExportedNotResource = bare0("EXPORTED_NOT_RESOURCE", "Exported (@@) can only be applied to a Resource Expression")

// BodyWithoutTitle is a resource body that has no title and appends with +>.
//
//	file { owner +> root } # ERROR BODY_WITHOUT_TITLE
var BodyWithoutTitle = bare0("BODY_WITHOUT_TITLE", "Syntax error resource body without title or hash with +>")

// NotAResource is an expression before { } that names neither a resource type,
// nor a resource, nor a default.
//
//	$x = 1
//	$x { owner => root } # ERROR NOT_A_RESOURCE
var NotAResource = bare0("NOT_A_RESOURCE", "Expression is not valid as a resource, resource-default, or resource-override")

// ClassKeywordNotAllowed is the word class where a name is wanted.
//
//	class class { } # ERROR CLASS_KEYWORD_NOT_ALLOWED
var ClassKeywordNotAllowed = bare0("CLASS_KEYWORD_NOT_ALLOWED", "'class' keyword not allowed at this location")

// QuotedName is a quoted string where a name is wanted.
//
//	class 'abc' { } # ERROR QUOTED_NAME
var QuotedName = bare0("QUOTED_NAME", "A quoted string is not valid as a name here")

// ArgumentsNeedParentheses is a list of arguments after the name of a function
// that cannot be called without parentheses.
//
//	split 'a,b', ',' # ERROR ARGUMENTS_NEED_PARENTHESES
var ArgumentsNeedParentheses = bare1[string]("ARGUMENTS_NEED_PARENTHESES",
	"attempt to pass argument list to the function '%{name}' which cannot be called without parentheses")

// IllegalArgumentList is a list with commas after something that is no name.
//
//	1 2, 3 # ERROR ILLEGAL_ARGUMENT_LIST
var IllegalArgumentList = bare0("ILLEGAL_ARGUMENT_LIST", "illegal comma separated argument list")

// NestingTooDeep is an expression inside of more others than the limit allows.
// Puppet has no limit of its own and ends with Ruby's stack.
var NestingTooDeep = bare1[int]("NESTING_TOO_DEEP", "Expressions are nested more than %{limit} levels deep")

// InvalidUTF8 is a file with bytes that are no UTF-8.
var InvalidUTF8 = bare0("INVALID_UTF8", "invalid byte sequence in UTF-8")

// GivingUp is what is raised after several errors of one file were logged.
var GivingUp = bare1[int]("GIVING_UP", "Language validation logged %{error_count} errors. Giving up")

// GivingUpWithWarnings is [GivingUp] when there were warnings too.
var GivingUpWithWarnings = bare2[int, int]("GIVING_UP",
	"Language validation logged %{error_count} errors, and %{warning_count} warnings. Giving up")

// InvalidNumberToken is a number that looks like one and has no value: zero with
// an exponent, or a float that is too large.
//
//	$x = 1e400 # ERROR INVALID_NUMBER_TOKEN
var InvalidNumberToken = bare1[string]("INVALID_NUMBER_TOKEN",
	"Internal Error, NUMBER token does not contain a valid number, %{value}")
