package issue

// IllegalReassignment is a variable that is assigned a second time in its scope.
//
//	$x = 1
//	$x = 2 # ERROR ILLEGAL_REASSIGNMENT
var IllegalReassignment = hard1[string]("ILLEGAL_REASSIGNMENT", "Cannot reassign variable '$%{var}'")

// IllegalReassignmentBuiltIn is [IllegalReassignment] for $name and $title.
//
//	$title = 1 # ERROR ILLEGAL_REASSIGNMENT
var IllegalReassignmentBuiltIn = hard1[string]("ILLEGAL_REASSIGNMENT",
	"Cannot reassign built in (or already assigned) variable '$%{var}'")

// IllegalReservedAssignment is an assignment to $facts, $trusted or another
// variable that Puppet sets.
//
//	$trusted = 1 # ERROR ILLEGAL_RESERVED_ASSIGNMENT
var IllegalReservedAssignment = hard1[string]("ILLEGAL_RESERVED_ASSIGNMENT",
	"Attempt to assign to a reserved variable name: '$%{var}'")

// IllegalMultiAssignmentSize is a list of variables and a list of values that
// have not the same length.
//
//	[$a, $b] = [1] # ERROR ILLEGAL_MULTI_ASSIGNMENT_SIZE
var IllegalMultiAssignmentSize = hard2[int, int]("ILLEGAL_MULTI_ASSIGNMENT_SIZE",
	"Mismatched number of assignable entries and values, expected %{expected}, got %{actual}")

// MissingMultiAssignmentKey is a hash without the key for one of the variables.
//
//	[$a, $b] = { a => 1 } # ERROR MISSING_MULTI_ASSIGNMENT_KEY
var MissingMultiAssignmentKey = hard1[string]("MISSING_MULTI_ASSIGNMENT_KEY",
	"No value for required key '%{key}' in assignment to variables from hash")

// MissingMultiAssignmentVariable is a class without one of the variables.
//
//	class c { $a = 1 }
//	include c
//	[$a, $b] = Class['c'] # ERROR MISSING_MULTI_ASSIGNMENT_VARIABLE
var MissingMultiAssignmentVariable = hard1[string]("MISSING_MULTI_ASSIGNMENT_VARIABLE",
	"No value for required variable '$%{name}' in assignment to variables from class reference")

// OperatorNotApplicable is an operator whose left side has not a type for it.
//
//	$x = true[1] # ERROR OPERATOR_NOT_APPLICABLE
var OperatorNotApplicable = hard2[string, Label]("OPERATOR_NOT_APPLICABLE",
	"Operator '%{operator}' is not applicable to %{a left}.")

// OperatorNotApplicableWhen is an operator whose two sides do not go together.
//
//	$x = 5 % 1.5 # ERROR OPERATOR_NOT_APPLICABLE_WHEN
var OperatorNotApplicableWhen = hard3[string, Label, Label]("OPERATOR_NOT_APPLICABLE_WHEN",
	"Operator '%{operator}' is not applicable to %{a left} when right side is %{a right}.")

// ComparisonNotPossible is an order asked of values that have none.
//
//	$x = true < 1 # ERROR COMPARISON_NOT_POSSIBLE
var ComparisonNotPossible = hard4[Label, string, Label, string]("COMPARISON_NOT_POSSIBLE",
	"Comparison of: %{left} %{operator} %{right}, is not possible. Caused by '%{detail}'.")

// MatchNotRegexp is a match with something that makes no regular expression.
//
//	$x = 'a' =~ '(' # ERROR MATCH_NOT_REGEXP
var MatchNotRegexp = hard1[string]("MATCH_NOT_REGEXP",
	"Can not convert right match operand to a regular expression. Caused by '%{detail}'.")

// MatchNotString is a match of something that is no string.
//
//	$x = 1 =~ /1/ # ERROR MATCH_NOT_STRING
var MatchNotString = hard1[Label]("MATCH_NOT_STRING",
	"Left match operand must result in a String value. Got %{a left}.")

// IllegalVariableExpression is a variable whose name is no name.
var IllegalVariableExpression = hard1[Label]("ILLEGAL_VARIABLE_EXPRESSION",
	"Illegal variable expression. %{A expression} did not produce a variable name (String or Numeric).")

// IllegalRelationshipOperandType is an arrow to something that is no resource.
//
//	notify { 'a': } -> 1 # ERROR ILLEGAL_RELATIONSHIP_OPERAND_TYPE
var IllegalRelationshipOperandType = soft1[Label]("ILLEGAL_RELATIONSHIP_OPERAND_TYPE",
	"Illegal relationship operand, can not form a relationship with %{a expression}. A Catalog type is required.")

// NotCatalogType is an arrow to a type that stands for no resource.
var NotCatalogType = soft1[string]("NOT_CATALOG_TYPE",
	"Illegal relationship operand, can not form a relationship with something of type %{expression_type}. A Catalog type is required.")

// MissingIndex is [] without a key on a value. It only exists in the evaluator4
// edition, where a type may have it.
var MissingIndex = bare1[Label]("MISSING_INDEX", "%{A value} needs an index or key between []")

// BadStringSliceArity is a string with no or more than two indices.
//
//	$x = 'abc'[1, 2, 3] # ERROR BAD_STRING_SLICE_ARITY
var BadStringSliceArity = soft1[int]("BAD_STRING_SLICE_ARITY",
	"String supports [] with one or two arguments. Got %{actual}")

// BadStringSliceType is a String type with a size that is no integer.
var BadStringSliceType = soft1[string]("BAD_STRING_SLICE_TYPE",
	"String-Type [] requires all arguments to be integers (or default). Got %{actual}")

// BadArraySliceArity is an array with no or more than two indices.
//
//	$x = [1][1, 2, 3] # ERROR BAD_ARRAY_SLICE_ARITY
var BadArraySliceArity = soft1[int]("BAD_ARRAY_SLICE_ARITY",
	"Array supports [] with one or two arguments. Got %{actual}")

// BadHashSliceArity is a hash with no key.
var BadHashSliceArity = soft1[int]("BAD_HASH_SLICE_ARITY",
	"Hash supports [] with one or more arguments. Got %{actual}")

// BadIntegerSliceArity is an Integer type with more than two limits.
//
//	$x = Integer[1, 2, 3] # ERROR BAD_INTEGER_SLICE_ARITY
var BadIntegerSliceArity = soft1[int]("BAD_INTEGER_SLICE_ARITY",
	"Integer-Type supports [] with one or two arguments (from, to). Got %{actual}")

// BadIntegerSliceType is an Integer type with a limit that is no integer.
//
//	$x = Integer['a'] # ERROR BAD_INTEGER_SLICE_TYPE
var BadIntegerSliceType = soft1[string]("BAD_INTEGER_SLICE_TYPE",
	"Integer-Type [] requires all arguments to be integers (or default). Got %{actual}")

// BadCollectionSliceType is a type with a size that is no integer.
//
//	$x = Array[String, 'a'] # ERROR BAD_COLLECTION_SLICE_TYPE
var BadCollectionSliceType = soft1[Label]("BAD_COLLECTION_SLICE_TYPE",
	"A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got %{a actual}")

// BadFloatSliceArity is a Float type with more than two limits.
//
//	$x = Float[1.0, 2.0, 3.0] # ERROR BAD_INTEGER_SLICE_ARITY
var BadFloatSliceArity = soft1[int]("BAD_INTEGER_SLICE_ARITY",
	"Float-Type supports [] with one or two arguments (from, to). Got %{actual}")

// BadFloatSliceType is a Float type with a limit that is no number.
//
//	$x = Float['a'] # ERROR BAD_INTEGER_SLICE_TYPE
var BadFloatSliceType = soft1[string]("BAD_INTEGER_SLICE_TYPE",
	"Float-Type [] requires all arguments to be floats, or integers (or default). Got %{actual}")

// BadSliceKeyType is a key of a wrong kind between [].
var BadSliceKeyType = soft3[Label, string, string]("BAD_SLICE_KEY_TYPE",
	"%{A expression}[] cannot use %{actual} where %{expected} is expected")

// BadSliceKeyTypes is [BadSliceKeyType] where several kinds are possible.
var BadSliceKeyTypes = soft3[Label, string, []string]("BAD_SLICE_KEY_TYPE",
	"%{A expression}[] cannot use %{actual} where one of the following is expected: %{expected}")

// BadStringSliceKeyType is a string's index that is no integer.
//
//	$x = 'abc'['a'] # ERROR BAD_STRING_SLICE_KEY_TYPE
var BadStringSliceKeyType = soft1[Label]("BAD_STRING_SLICE_KEY_TYPE",
	"A substring operation does not accept %{a actual_type} as a character index. Expected an Integer")

// BadNotUndefSliceType is NotUndef or Optional of neither a type nor a string.
//
//	$x = NotUndef[1] # ERROR BAD_NOT_UNDEF_SLICE_TYPE
var BadNotUndefSliceType = soft2[string, string]("BAD_NOT_UNDEF_SLICE_TYPE",
	"%{expression}[] argument must be a Type or a String. Got %{actual}")

// BadTypeSliceType is a type whose argument is no type.
//
//	$x = Optional[1] # ERROR BAD_TYPE_SLICE_TYPE
var BadTypeSliceType = soft2[string, string]("BAD_TYPE_SLICE_TYPE",
	"%{base_type}[] arguments must be types. Got %{actual}")

// BadTypeSliceArity is a type with a wrong number of arguments. The second
// argument is how many it takes, as [BadTypeSliceAmount] words it.
//
//	$x = Type[Integer, String] # ERROR BAD_TYPE_SLICE_ARITY
var BadTypeSliceArity = soft3[string, string, int]("BAD_TYPE_SLICE_ARITY",
	"%{base_type_label}[] accepts %{amount}. Got %{actual}")

// BadTypeSpecialization is a type whose arguments make no type.
//
//	$x = Notify[1] # ERROR BAD_TYPE_SPECIALIZATION
var BadTypeSpecialization = hard2[Label, string]("BAD_TYPE_SPECIALIZATION",
	"Error creating type specialization of %{a base_type}, %{message}")

// IllegalTypeSpecialization is an argument for a type that has its arguments.
var IllegalTypeSpecialization = soft1[string]("ILLEGAL_TYPE_SPECIALIZATION",
	"Cannot specialize an already specialized %{kind} type")

// IllegalResourceSpecialization is Resource[] of what names no resource type.
//
//	$x = Resource[1] # ERROR ILLEGAL_RESOURCE_SPECIALIZATION
var IllegalResourceSpecialization = soft1[string]("ILLEGAL_RESOURCE_SPECIALIZATION",
	"First argument to Resource[] must be a resource type or a String. Got %{actual}.")

// EmptyResourceSpecialization is Resource[] of nothing but undef. It is ignored
// unless the log level is debug.
var EmptyResourceSpecialization = soft0("EMPTY_RESOURCE_SPECIALIZATION",
	"Arguments to Resource[] are all empty/undefined")

// IllegalHostclassName is Class[] of what is no string.
//
//	$x = Class[1] # ERROR ILLEGAL_HOSTCLASS_NAME
var IllegalHostclassName = hard1[Label]("ILLEGAL_HOSTCLASS_NAME",
	"Illegal Class name in class reference. %{A expression} cannot be used where a String is expected")

// RequiredParameterAfterOptional is a parameter without a default after one that
// has one.
//
//	$x = [1].map |$a = 1, $b| { $a } # ERROR REQUIRED_PARAMETER_AFTER_OPTIONAL
var RequiredParameterAfterOptional = hard1[string]("REQUIRED_PARAMETER_AFTER_OPTIONAL",
	"Parameter $%{param} is required but appears after optional parameters")

// MissingRequiredParameter is a parameter that was given no value.
var MissingRequiredParameter = hard1[string]("MISSING_REQUIRED_PARAMETER",
	"Parameter $%{param} is required but no value was given")

// NotNumeric is a string in a calculation that is no number.
//
//	$x = 'a' + 1 # ERROR NOT_NUMERIC
var NotNumeric = soft1[string]("NOT_NUMERIC", "The value '%{value}' cannot be converted to Numeric.")

// NumericCoercion is a string in a calculation that was taken for a number. The
// setting strict gives its severity.
//
//	$x = '1' + 1 # ERROR NUMERIC_COERCION
var NumericCoercion = soft2[string, string]("NUMERIC_COERCION",
	"The string '%{before}' was automatically coerced to the numerical value %{after}")

// UnknownFunction is a call of a function that is not there.
//
//	$x = no_such_function(1) # ERROR UNKNOWN_FUNCTION
var UnknownFunction = soft1[string]("UNKNOWN_FUNCTION", "Unknown function: '%{name}'.")

// UnknownVariable is a variable that has no value. The settings strict and
// strict_variables give its severity.
//
//	$x = $no_such_variable # ERROR UNKNOWN_VARIABLE
var UnknownVariable = soft1[string]("UNKNOWN_VARIABLE", "Unknown variable: '%{name}'.")

// RuntimeError is an error that a function or a resource raised while an
// expression was evaluated.
//
//	fail('x') # ERROR RUNTIME_ERROR
var RuntimeError = soft2[Label, string]("RUNTIME_ERROR", "Error while evaluating %{a expression}, %{detail}")

// UnknownResourceType is a resource of a type that is not there.
//
//	$x = No_such_type['a'] # ERROR UNKNOWN_RESOURCE_TYPE
var UnknownResourceType = soft1[string]("UNKNOWN_RESOURCE_TYPE", "Resource type not found: %{res_type}")

// IllegalResourceType is a value before { title: } that names no resource type.
//
//	1 { 'a': } # ERROR ILLEGAL_RESOURCE_TYPE
var IllegalResourceType = hard1[string]("ILLEGAL_RESOURCE_TYPE",
	"Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got %{actual}")

// DuplicateTitle is a title that one resource expression has twice.
//
//	notify { ['a', 'a']: } # ERROR DUPLICATE_TITLE
var DuplicateTitle = soft1[string]("DUPLICATE_TITLE",
	"The title '%{title}' has already been used in this resource expression")

// DuplicateAttribute is an attribute that a resource body sets twice. The code is
// spelt as Puppet spells it.
//
//	notify { 'a': message => 1, message => 2 } # ERROR DUPLICATE_ATTRIBUE
var DuplicateAttribute = soft1[string]("DUPLICATE_ATTRIBUE", "The attribute '%{attribute}' has already been set")

// MissingTitle is a resource whose title is undef.
//
//	notify { undef: } # ERROR MISSING_TITLE
var MissingTitle = hard0("MISSING_TITLE", "Missing title. The title expression resulted in undef")

// MissingTitleAt is a list of titles with undef in it.
//
//	notify { ['a', undef]: } # ERROR MISSING_TITLE_AT
var MissingTitleAt = hard1[int]("MISSING_TITLE_AT",
	"Missing title at index %{index}. The title expression resulted in an undef title")

// IllegalTitleTypeAt is a title that is no string.
//
//	notify { [1]: } # ERROR ILLEGAL_TITLE_TYPE_AT
var IllegalTitleTypeAt = hard2[int, string]("ILLEGAL_TITLE_TYPE_AT",
	"Illegal title type at index %{index}. Expected String, got %{actual}")

// EmptyStringTitleAt is a title without a letter.
//
//	notify { '': } # ERROR EMPTY_STRING_TITLE_AT
var EmptyStringTitleAt = hard1[int]("EMPTY_STRING_TITLE_AT",
	"Empty string title at %{index}. Title strings must have a length greater than zero.")

// UnknownResource is a reference to a resource that is not in the catalog.
//
//	$x = Notify['a']['message'] # ERROR UNKNOWN_RESOURCE
var UnknownResource = soft2[string, string]("UNKNOWN_RESOURCE", "Resource not found: %{type_name}['%{title}']")

// UnknownResourceParameter is a parameter that a resource does not have.
//
//	notify { 'a': }
//	$x = Notify['a']['no_such'] # ERROR UNKNOWN_RESOURCE_PARAMETER
var UnknownResourceParameter = soft3[string, string, string]("UNKNOWN_RESOURCE_PARAMETER",
	"The resource %{type_name}['%{title}'] does not have a parameter called '%{param}'")

// DivByZero is a division by zero.
//
//	$x = 1 / 0 # ERROR DIV_BY_ZERO
var DivByZero = hard0("DIV_BY_ZERO", "Division by 0")

// ResultIsInfinity is a calculation that leaves the range of floating point.
//
//	$x = 1.0e300 * 1.0e300 # ERROR RESULT_IS_INFINITY
var ResultIsInfinity = hard1[string]("RESULT_IS_INFINITY", "The result of the %{operator} expression is Infinity")

// DiscontinuedImport is a call of import, which Puppet 4 removed.
//
//	import('a') # ERROR DISCONTINUED_IMPORT
var DiscontinuedImport = hard0("DISCONTINUED_IMPORT",
	"Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation")

// UnmatchedSelector is a selector in which nothing matches.
//
//	$x = 1 ? { 2 => 3 } # ERROR UNMATCHED_SELECTOR
var UnmatchedSelector = hard1[string]("UNMATCHED_SELECTOR",
	"No matching entry for selector parameter with value '%{param}'")

// IllegalOverriddenType is an override of something that is no resource.
//
//	Integer[1] { a => b } # ERROR ILLEGAL_OVERRIDDEN_TYPE
var IllegalOverriddenType = soft1[Label]("ILLEGAL_OVERRIDDEN_TYPE",
	"Resource Override can only operate on resources, got: %{actual}")

// TypeMismatch is a value of a wrong type.
//
//	notify { 'a': * => 1 } # ERROR TYPE_MISMATCH
var TypeMismatch = hard2[string, string]("TYPE_MISMATCH", "Expected value of type %{expected}, got %{actual}")

// NumericOverflow is a result above the largest integer. The last argument is
// the value in hexadecimal with its sign.
//
//	$x = 9223372036854775807 + 1 # ERROR NUMERIC_OVERFLOW
var NumericOverflow = hard2[Label, string]("NUMERIC_OVERFLOW",
	"%{A expression} resulted in a value outside of Puppet Integer max range, got '%{value}'")

// NumericUnderflow is a result below the smallest integer.
//
//	$x = -9223372036854775807 - 2 # ERROR NUMERIC_OVERFLOW
var NumericUnderflow = hard2[Label, string]("NUMERIC_OVERFLOW",
	"%{A expression} resulted in a value outside of Puppet Integer min range, got '%{value}'")

// IllegalControlFlow is break, next or return where nothing can be left.
//
//	break() # ERROR ILLEGAL_CONTROL_FLOW
var IllegalControlFlow = bare1[string]("ILLEGAL_CONTROL_FLOW", "%{function}() from context where this is illegal")

// FeatureNotSupportedWhenScripting is something for catalogs alone.
var FeatureNotSupportedWhenScripting = soft1[string]("NOT_SUPPORTED_WHEN_SCRIPTING",
	"The feature '%{feature}' is only available when compiling a catalog")

// CatalogOperationNotSupportedWhenScripting is an operation for catalogs alone.
var CatalogOperationNotSupportedWhenScripting = soft1[string]("CATALOG_OPERATION_NOT_SUPPORTED_WHEN_SCRIPTING",
	"The catalog operation '%{operation}' is only available when compiling a catalog")

// ExpressionNotSupportedWhenScripting is a resource or definition in a script.
var ExpressionNotSupportedWhenScripting = soft1[Label]("EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING",
	"%{A expr} is only available when compiling a catalog")

// TaskOperationNotSupportedWhenCompiling is an operation of a script.
var TaskOperationNotSupportedWhenCompiling = soft1[string]("TASK_OPERATION_NOT_SUPPORTED_WHEN_COMPILING",
	"The task operation '%{operation}' is not available when compiling a catalog")

// ExpressionNotSupportedWhenCompiling is an expression of a script.
var ExpressionNotSupportedWhenCompiling = soft1[Label]("EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING",
	"%{A expr} is not available when compiling a catalog")

// TaskMissingBolt is an operation that needs Bolt.
var TaskMissingBolt = soft1[string]("TASK_MISSING_BOLT", "The 'bolt' library is required to %{action}")

// UnknownTask is a task that is not there.
var UnknownTask = soft1[string]("UNKNOWN_TASK", "Task not found: %{type_name}")

// LoaderFailure is a file that defines what its name says in a way that fails.
var LoaderFailure = soft1[string]("LOADER_FAILURE", "Failed to load: %{type}")

// BadTypeSliceAmount words how many arguments a type takes, for
// [BadTypeSliceArity]. A max below zero is no limit.
func BadTypeSliceAmount(min, max int) string {
	switch {
	case max < 0:
		return format("%{min} or more arguments", []any{min})
	case max != min:
		return format("%{min} to %{max} arguments", []any{min, max})
	}
	return format("%{min} %{label}", []any{min, Plural(min, "argument")})
}
