package issue

// HieraUnsupportedVersion is a hiera.yaml of a version that is not known.
var HieraUnsupportedVersion = hard1[string]("HIERA_UNSUPPORTED_VERSION",
	"This runtime does not support hiera.yaml version %{version}")

// HieraVersion3NotGlobal is a hiera.yaml of version 3 below the global layer.
var HieraVersion3NotGlobal = hard1[Label]("HIERA_VERSION_3_NOT_GLOBAL",
	"hiera.yaml version 3 cannot be used in %{a location}")

// HieraUnsupportedVersionInGlobal is a hiera.yaml of version 4 in the global layer.
var HieraUnsupportedVersionInGlobal = hard0("HIERA_UNSUPPORTED_VERSION_IN_GLOBAL",
	"hiera.yaml version 4 cannot be used in the global layer")

// HieraUndefinedVariable is an interpolated variable that has no value.
var HieraUndefinedVariable = hard1[string]("HIERA_UNDEFINED_VARIABLE", "Undefined variable '%{name}'")

// HieraBackendMultiplyDefined is a backend that a hiera.yaml has twice.
var HieraBackendMultiplyDefined = hard1[string]("HIERA_BACKEND_MULTIPLY_DEFINED",
	"Backend '%{name}' is defined more than once.")

// HieraBackendMultiplyDefinedAt is [HieraBackendMultiplyDefined] with the place
// of the first, as [Location] gives it.
var HieraBackendMultiplyDefinedAt = hard2[string, string]("HIERA_BACKEND_MULTIPLY_DEFINED",
	"Backend '%{name}' is defined more than once. First defined at %{error_location}")

// HieraNoProviderForBackend is a backend that nobody provides.
var HieraNoProviderForBackend = hard1[string]("HIERA_NO_PROVIDER_FOR_BACKEND",
	"No data provider is registered for backend '%{name}'")

// HieraHierarchyNameMultiplyDefined is a level whose name was used before.
var HieraHierarchyNameMultiplyDefined = hard1[string]("HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED",
	"Hierarchy name '%{name}' defined more than once.")

// HieraHierarchyNameMultiplyDefinedAt is [HieraHierarchyNameMultiplyDefined] with
// the place of the first, as [Location] gives it.
var HieraHierarchyNameMultiplyDefinedAt = hard2[string, string]("HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED",
	"Hierarchy name '%{name}' defined more than once. First defined at %{error_location}")

// HieraV3BackendNotGlobal is a backend of version 3 below the global layer.
var HieraV3BackendNotGlobal = hard0("HIERA_V3_BACKEND_NOT_GLOBAL",
	"'hiera3_backend' is only allowed in the global layer")

// HieraDefaultHierarchyNotInModule is a default hierarchy outside of a module.
var HieraDefaultHierarchyNotInModule = hard0("HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE",
	"'default_hierarchy' is only allowed in the module layer")

// HieraV3BackendReplacedByDataHash is a backend that has become a function.
var HieraV3BackendReplacedByDataHash = hard1[string]("HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH",
	"Use \"data_hash: %{function_name}_data\" instead of \"hiera3_backend: %{function_name}\"")

// HieraMissingDataProviderFunction is a level that names no function.
var HieraMissingDataProviderFunction = hard2[[]string, string]("HIERA_MISSING_DATA_PROVIDER_FUNCTION",
	"One of %{or keys} must be defined in hierarchy '%{name}'")

// HieraMultipleDataProviderFunctions is a level that names several functions.
var HieraMultipleDataProviderFunctions = hard2[[]string, string]("HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS",
	"Only one of %{or keys} can be defined in hierarchy '%{name}'")

// HieraMultipleDataProviderFunctionsInDefault is defaults that name several functions.
var HieraMultipleDataProviderFunctionsInDefault = hard1[[]string]("HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT",
	"Only one of %{or keys} can be defined in defaults")

// HieraMultipleLocationSpecs is a level that says in several ways where its data is.
var HieraMultipleLocationSpecs = hard2[[]string, string]("HIERA_MULTIPLE_LOCATION_SPECS",
	"Only one of %{or keys} can be defined in hierarchy '%{name}'")

// HieraOptionReservedByPuppet is an option of a level with a name that Puppet sets.
var HieraOptionReservedByPuppet = hard2[string, string]("HIERA_OPTION_RESERVED_BY_PUPPET",
	"Option key '%{key}' used in hierarchy '%{name}' is reserved by Puppet")

// HieraDefaultOptionReservedByPuppet is an option of the defaults with a name that
// Puppet sets.
var HieraDefaultOptionReservedByPuppet = hard1[string]("HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET",
	"Option key '%{key}' used in defaults is reserved by Puppet")

// HieraDataProviderFunctionNotFound is a level whose function is not there.
var HieraDataProviderFunctionNotFound = hard2[string, string]("HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND",
	"Unable to find '%{function_type}' function named '%{function_name}'")

// HieraInterpolationAliasNotEntireString is alias() with text around it.
var HieraInterpolationAliasNotEntireString = hard0("HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING",
	"'alias' interpolation is only permitted if the expression is equal to the entire string")

// HieraInterpolationUnknownInterpolationMethod is a method that is not known.
var HieraInterpolationUnknownInterpolationMethod = hard1[string]("HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD",
	"Unknown interpolation method '%{name}'")

// HieraInterpolationMethodSyntaxNotAllowed is a method in a path or option.
var HieraInterpolationMethodSyntaxNotAllowed = hard0("HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED",
	"Interpolation using method syntax is not allowed in this context")
