package issue

// NameWithHyphen is a name with a hyphen where none is allowed. Kept for its
// code: today's grammar has no place that would report it.
var NameWithHyphen = soft2[Label, string]("NAME_WITH_HYPHEN",
	"%{A issue} may not have a name containing a hyphen. The name '%{name}' is not legal")

// VarWithHyphen is a variable's name with a hyphen. Kept for its code: a hyphen
// ends the name of a variable.
var VarWithHyphen = soft1[string]("VAR_WITH_HYPHEN",
	"A variable name may not contain a hyphen. The name '%{name}' is not legal")

// NotTopLevel is a class, define or node inside of something else than a class.
//
//	if true {
//	  class a { } # ERROR NOT_TOP_LEVEL
//	}
var NotTopLevel = hard0("NOT_TOP_LEVEL",
	"Classes, definitions, and nodes may only appear at toplevel or inside other classes")

// NotAbsoluteTopLevel is a function or type alias in a block of a class: these
// stand at the top of a file only.
//
//	class a {
//	  function a::f() { 1 } # ERROR NOT_ABSOLUTE_TOP_LEVEL
//	  notice('x')
//	}
var NotAbsoluteTopLevel = hard1[Label]("NOT_ABSOLUTE_TOP_LEVEL", "%{A value} may only appear at toplevel")

// CrossScopeAssignment is an assignment to a variable of another namespace.
//
//	$a::b = 1 # ERROR CROSS_SCOPE_ASSIGNMENT
var CrossScopeAssignment = hard1[string]("CROSS_SCOPE_ASSIGNMENT",
	"Illegal attempt to assign to '%{name}'. Cannot assign to variables in other namespaces")

// IllegalAssignment is an assignment to something that is no variable.
//
//	1 = 2 # ERROR ILLEGAL_ASSIGNMENT
var IllegalAssignment = hard1[Label]("ILLEGAL_ASSIGNMENT",
	"Illegal attempt to assign to '%{a value}'. Not an assignable reference")

// IllegalNumericAssignment is an assignment to a match variable.
//
//	$1 = 2 # ERROR ILLEGAL_NUMERIC_ASSIGNMENT
var IllegalNumericAssignment = soft1[string]("ILLEGAL_NUMERIC_ASSIGNMENT",
	"Illegal attempt to assign to the numeric match result variable '$%{var}'. Numeric variables are not assignable")

// IllegalAssignmentContext is an assignment in the default value of a parameter,
// outside of a lambda.
//
//	class a($x = ($y = 1)) { } # ERROR ILLEGAL_ASSIGNMENT_CONTEXT
var IllegalAssignmentContext = hard0("ILLEGAL_ASSIGNMENT_CONTEXT", "Assignment not allowed here")

// IllegalNumericParameter is a parameter with the name of a match variable.
//
//	class a($1) { } # ERROR ILLEGAL_NUMERIC_PARAMETER
var IllegalNumericParameter = soft1[string]("ILLEGAL_NUMERIC_PARAMETER",
	"The numeric parameter name '$%{name}' cannot be used (clashes with numeric match result variables)")

// IllegalIndexedAssignment is an assignment to an element of an array or hash.
//
//	$x[1] = 2 # ERROR ILLEGAL_INDEXED_ASSIGNMENT
var IllegalIndexedAssignment = soft0("ILLEGAL_INDEXED_ASSIGNMENT",
	"Illegal attempt to assign via [index/key]. Not an assignable reference")

// IllegalAssignmentViaIndex is an assignment to an element of something that is
// no variable. Kept for its code: the former issue comes first.
var IllegalAssignmentViaIndex = hard1[Label]("ILLEGAL_ASSIGNMENT_VIA_INDEX",
	"Illegal attempt to assign to %{a value} via [index/key]. Not an assignable reference")

// AppendsDeletesNoLongerSupported is += or -=, which Puppet 4 removed. The
// evaluator4 edition has them.
//
//	$x += 1 # ERROR APPENDS_DELETES_NO_LONGER_SUPPORTED
var AppendsDeletesNoLongerSupported = hard1[string]("APPENDS_DELETES_NO_LONGER_SUPPORTED",
	"The operator '%{operator}' is no longer supported. See http://links.puppet.com/remove-plus-equals")

// UnsupportedOperator is an operator that the language does not have.
var UnsupportedOperator = hard1[string]("UNSUPPORTED_OPERATOR", "The operator '%{operator}' is not supported.")

// UnsupportedOperatorInContext is "* =>" where attributes cannot be unfolded.
var UnsupportedOperatorInContext = hard2[string, Label]("UNSUPPORTED_OPERATOR_IN_CONTEXT",
	"The operator '%{operator}' in %{a value} is not supported.")

// NotRValue is an expression without a value where a value is wanted: a
// collector, or a definition.
//
//	$x = File <| |> # ERROR NOT_RVALUE
var NotRValue = soft1[Label]("NOT_RVALUE", "Invalid use of expression. %{A value} does not produce a value")

// IllegalAttributeAppend is +> in a declaration or a default: it belongs to
// overrides and collectors.
//
//	file { '/x': tag +> 'y' } # ERROR ILLEGAL_ATTRIBUTE_APPEND
var IllegalAttributeAppend = hard2[string, Label]("ILLEGAL_ATTRIBUTE_APPEND",
	"Illegal +> operation on attribute %{attr}. This operator can not be used in %{a expression}")

// IllegalName is a name that breaks the rule for names.
var IllegalName = hard1[string]("ILLEGAL_NAME",
	`Illegal name. The given name '%{name}' does not conform to the naming rule /^((::)?[a-z_]\w*)(::[a-z]\w*)*$/`)

// IllegalSingleTypeMapping is a mapping of one type to a pattern.
//
//	type Runtime[ruby, 'Abc'] = [/a/, 'b'] # ERROR ILLEGAL_TYPE_MAPPING
var IllegalSingleTypeMapping = hard1[Label]("ILLEGAL_TYPE_MAPPING",
	"Illegal type mapping. Expected a Type on the left side, got %{A expression}")

// IllegalRegexpTypeMapping is a mapping of a pattern to one type.
//
//	type Runtime[ruby, [/a/, 'b']] = Integer # ERROR ILLEGAL_TYPE_MAPPING
var IllegalRegexpTypeMapping = hard1[Label]("ILLEGAL_TYPE_MAPPING",
	"Illegal type mapping. Expected a Tuple[Regexp,String] on the left side, got %{A expression}")

// IllegalParamName is a parameter whose name breaks the rule for parameters.
//
//	class a($B) { } # ERROR ILLEGAL_PARAM_NAME
var IllegalParamName = hard1[string]("ILLEGAL_PARAM_NAME",
	`Illegal parameter name. The given name '%{name}' does not conform to the naming rule /^[a-z_]\w*$/`)

// IllegalVarName is a variable whose name breaks the rule for variables: a
// segment starts with a capital letter, or one before the last with _.
//
//	notice($Abc) # ERROR ILLEGAL_VAR_NAME
var IllegalVarName = hard1[string]("ILLEGAL_VAR_NAME",
	`Illegal variable name, The given name '%{name}' does not conform to the naming rule /^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/`)

// IllegalNumericVarName is a variable that starts with a digit and is no decimal
// number, or has a leading zero.
//
//	notice($01) # ERROR ILLEGAL_NUMERIC_VAR_NAME
var IllegalNumericVarName = hard1[string]("ILLEGAL_NUMERIC_VAR_NAME",
	"Illegal numeric variable name, The given name '%{name}' must be a decimal value if it starts with a digit 0-9")

// IllegalClassref is a type name that breaks the rule for type names.
var IllegalClassref = hard1[string]("ILLEGAL_CLASSREF",
	"Illegal type reference. The given name '%{name}' does not conform to the naming rule")

// IllegalHostnameChars is a node's name with characters that no host name has.
//
//	node 'a/b' { } # ERROR ILLEGAL_HOSTNAME_CHARS
var IllegalHostnameChars = hard1[string]("ILLEGAL_HOSTNAME_CHARS",
	"The hostname '%{hostname}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)")

// IllegalHostnameInterpolation is a node's name with an expression in it.
//
//	node "a${x}" { } # ERROR ILLEGAL_HOSTNAME_INTERPOLATION
var IllegalHostnameInterpolation = hard0("ILLEGAL_HOSTNAME_INTERPOLATION",
	"An interpolated expression is not allowed in a hostname of a node")

// IllegalExpression is an expression in a place that wants another kind of one.
//
//	1() # ERROR ILLEGAL_EXPRESSION
var IllegalExpression = hard3[Label, string, Label]("ILLEGAL_EXPRESSION",
	"Illegal expression. %{A expression} is unacceptable as %{feature} in %{a container}")

// IllegalQueryExpression is an expression that a collector's query cannot have.
//
//	File <| size > 3 |> # ERROR ILLEGAL_QUERY_EXPRESSION
var IllegalQueryExpression = hard1[Label]("ILLEGAL_QUERY_EXPRESSION",
	"Illegal query expression. %{A expression} cannot be used in a query")

// NotVirtualizeable is @ or @@ before a default or an override.
//
//	@File { owner => root } # ERROR NOT_VIRTUALIZEABLE
var NotVirtualizeable = hard0("NOT_VIRTUALIZEABLE", "Resource Defaults are not virtualizable")

// ClassNotVirtualizable is @ or @@ before the declaration of a class.
//
//	@class { 'a': } # ERROR CLASS_NOT_VIRTUALIZABLE
var ClassNotVirtualizable = soft0("CLASS_NOT_VIRTUALIZABLE", "Classes are not virtualizable")

// UnsupportedRange is two keys in a place that takes one.
var UnsupportedRange = soft2[Label, int]("UNSUPPORTED_RANGE",
	"Attempt to use unsupported range in %{a expression}, %{count} values given for max 1")

// UnsupportedExpression is a construct that the grammar has and the language
// does not have yet.
//
//	type Abc = Integer
//	type Integer[1, 2] = String # ERROR UNSUPPORTED_EXPRESSION
var UnsupportedExpression = soft1[Label]("UNSUPPORTED_EXPRESSION",
	"Expressions of type %{a expression} are not supported in this version of Puppet")

// IllegalDefinitionName is a class, define, function or type with a name that
// breaks the rules.
//
//	class a-b { } # ERROR ILLEGAL_DEFINITION_NAME
var IllegalDefinitionName = hard2[string, Label]("ILLEGAL_DEFINITION_NAME",
	"Unacceptable name. The name '%{name}' is unacceptable as the name of %{a value}")

// IllegalDefinitionLocation is a definition in a module's file that the
// autoloader would not look into for this name.
var IllegalDefinitionLocation = soft2[string, string]("ILLEGAL_DEFINITION_LOCATION",
	"Unacceptable location. The name '%{name}' is unacceptable in file '%{file}'")

// IllegalTopConstructLocation is code outside of a definition in a file of a
// module: it would never run, or at a time that nobody expects.
var IllegalTopConstructLocation = soft1[Label]("ILLEGAL_TOP_CONSTRUCT_LOCATION",
	"This %{value} is unacceptable as a top level construct in this location")

// IllegalNamedConstructLocation is [IllegalTopConstructLocation] for what has a name.
var IllegalNamedConstructLocation = soft2[Label, string]("ILLEGAL_TOP_CONSTRUCT_LOCATION",
	"The %{value} '%{name}' is unacceptable as a top level construct in this location")

// CapturesRestNotLast is a parameter with * that others follow.
//
//	[1].each |*$a, $b| { } # ERROR CAPTURES_REST_NOT_LAST
var CapturesRestNotLast = hard1[string]("CAPTURES_REST_NOT_LAST",
	"Parameter $%{param} is not last, and has 'captures rest'")

// CapturesRestNotSupported is a parameter with * of a class, define or template.
//
//	class a(*$b) { } # ERROR CAPTURES_REST_NOT_SUPPORTED
var CapturesRestNotSupported = hard2[string, Label]("CAPTURES_REST_NOT_SUPPORTED",
	"Parameter $%{param} has 'captures rest' - not supported in %{a container}")

// IllegalEPPParameters is a template whose parameters do not come first: there
// is text before them.
var IllegalEPPParameters = soft0("ILLEGAL_EPP_PARAMETERS",
	"Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace")

// IdemExpressionNotLast is a statement that only makes a value, which nobody
// uses. The evaluator4 edition allows it.
//
//	1 # ERROR IDEM_EXPRESSION_NOT_LAST
//	notice('x')
var IdemExpressionNotLast = soft1[Label]("IDEM_EXPRESSION_NOT_LAST",
	"This %{expression} has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form)")

// IdemNotAllowedLast is a class, define or node that ends with a value: what
// they make is resources.
//
//	class a {
//	  1 # ERROR IDEM_NOT_ALLOWED_LAST
//	}
var IdemNotAllowedLast = hard2[Label, Label]("IDEM_NOT_ALLOWED_LAST",
	"This %{expression} has no effect. %{A container} can not end with a value-producing expression without other effect")

// ResourceWithoutTitle is what looks like a resource, but has no title.
//
//	file { owner => root } # ERROR RESOURCE_WITHOUT_TITLE
var ResourceWithoutTitle = soft1[string]("RESOURCE_WITHOUT_TITLE",
	"This expression is invalid. Did you try declaring a '%{name}' resource without a title?")

// ReservedWord is a word that the language keeps for itself, used as a name.
//
//	$x = attr # ERROR RESERVED_WORD
var ReservedWord = hard1[string]("RESERVED_WORD",
	"Use of reserved word: %{word}, must be quoted if intended to be a String value")

// FutureReservedWord is a word that a later version may keep for itself.
//
//	class plan { } # ERROR FUTURE_RESERVED_WORD
var FutureReservedWord = soft1[string]("FUTURE_RESERVED_WORD", "Use of future reserved word: '%{word}'")

// ReservedTypeName is a definition with the name of a type of the language.
//
//	class integer { } # ERROR RESERVED_TYPE_NAME
var ReservedTypeName = hard2[string, Label]("RESERVED_TYPE_NAME",
	"The name: '%{name}' is already defined by Puppet and can not be used as the name of %{a expression}.")

// IllegalNodeInheritance is a node that inherits another.
//
//	node 'a' inherits 'b' { } # ERROR ILLEGAL_NODE_INHERITANCE
var IllegalNodeInheritance = soft0("ILLEGAL_NODE_INHERITANCE",
	"Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation")

// DuplicateParameter is a parameter that a list declares twice.
//
//	class a($x, $x) { } # ERROR DUPLICATE_PARAMETER
var DuplicateParameter = hard1[string]("DUPLICATE_PARAMETER",
	"The parameter '%{param}' is declared more than once in the parameter list")

// DuplicateKey is a key that a literal hash has twice. The setting strict gives
// its severity.
//
//	$x = { a => 1, a => 2 } # ERROR DUPLICATE_KEY
var DuplicateKey = soft1[string]("DUPLICATE_KEY", "The key '%{key}' is declared more than once")

// DuplicateDefault is a second default in a case or selector.
//
//	$x = 1 ? { default => 2, default => 3 } # ERROR DUPLICATE_DEFAULT
var DuplicateDefault = hard1[Label]("DUPLICATE_DEFAULT",
	"This %{container} already has a 'default' entry - this is a duplicate")

// ReservedParameter is a parameter with the name of one that is built in.
//
//	class a($title) { } # ERROR RESERVED_PARAMETER
var ReservedParameter = hard2[string, Label]("RESERVED_PARAMETER",
	"The parameter $%{param} redefines a built in parameter in %{the container}")

// MultipleAttributesUnfold is a second "* =>" in a resource body.
//
//	file { '/x': * => $a, * => $b } # ERROR MULTIPLE_ATTRIBUTES_UNFOLD
var MultipleAttributesUnfold = hard0("MULTIPLE_ATTRIBUTES_UNFOLD",
	"Unfolding of attributes from Hash can only be used once per resource body")

// IllegalCatalogRelatedExpression is a resource or relationship where no catalog
// is being made.
var IllegalCatalogRelatedExpression = hard1[Label]("ILLEGAL_CATALOG_RELATED_EXPRESSION",
	"This %{expression} appears in a context where catalog related expressions are not allowed")

// EmptyHeredocSyntaxSegment is a heredoc's syntax with nothing between two +.
var EmptyHeredocSyntaxSegment = soft1[string]("EMPTY_HEREDOC_SYNTAX_SEGMENT",
	"Heredoc syntax specification has empty segment between '+' : '%{syntax}'")

// IllegalBase64 is the text of a heredoc that is not Base64, as its tag says.
//
//	$x = @(END:base64)
//	  a* # ERROR ILLEGAL_BASE64
//	  | END
var IllegalBase64 = hard2[string, string]("ILLEGAL_BASE64",
	"Invalid produced text having syntax: '%{syntax}'. Base64 syntax checker: Cannot parse invalid Base64 string - %{reason}")

// IllegalJSON is the text of a heredoc that is not JSON, as its tag says.
//
//	$x = @(END:json)
//	  {"a": # ERROR ILLEGAL_JSON
//	  | END
var IllegalJSON = hard2[string, string]("ILLEGAL_JSON",
	"Invalid produced text having syntax: '%{syntax}'. JSON syntax checker: Cannot parse invalid JSON string. \"%{message}\"")

// IllegalPP is the text of a heredoc that is not a manifest, as its tag says.
//
//	$x = @(END:pp)
//	  class { # ERROR ILLEGAL_PP
//	  | END
var IllegalPP = hard2[string, string]("ILLEGAL_PP",
	"Invalid produced text having syntax: '%{syntax}'. PP syntax checker: \"%{message}\"")

// IllegalEPP is the text of a heredoc that is not a template, as its tag says.
//
//	$x = @(END:epp)
//	  <% $x # ERROR ILLEGAL_EPP
//	  | END
var IllegalEPP = hard2[string, string]("ILLEGAL_EPP",
	"Invalid produced text having syntax: '%{syntax}'. EPP syntax checker: \"%{message}\"")

// SyntaxIdentifier is a heredoc whose tag says x+pp or x+epp: the checkers of
// these syntaxes take no other name.
var SyntaxIdentifier = bare1[string]("SYNTAX_IDENTIFIER",
	"%{checker} syntax checker: the syntax identifier must be a String, e.g. pp")

// KeywordInName is a name with a keyword for one of its segments. Puppet accepts
// it, the evaluator4 edition does not.
var KeywordInName = bare2[string, string]("KEYWORD_IN_NAME",
	"Illegal name. The segment '%{word}' of the given name '%{name}' is a keyword")

// ClassDefaultParameter is a default for all classes of an attribute that is no
// metaparameter. Puppet accepts it, the evaluator4 edition does not.
var ClassDefaultParameter = bare1[string]("CLASS_DEFAULT_PARAMETER",
	"Only metaparameters can be set as defaults for classes, not '%{name}'")
