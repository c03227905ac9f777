package issue

// NoStoreconfigs is a collector of exported resources where none are stored.
//
//	Notify <<| |>> # ERROR RT_NO_STORECONFIGS
var NoStoreconfigs = soft0("RT_NO_STORECONFIGS",
	"You cannot collect exported resources without storeconfigs being set; the collection will be ignored")

// NoStoreconfigsExport is an exported resource where none are stored.
//
//	@@notify { 'a': } # ERROR RT_NO_STORECONFIGS_EXPORT
var NoStoreconfigsExport = soft0("RT_NO_STORECONFIGS_EXPORT",
	"You cannot collect exported resources without storeconfigs being set; the export is ignored")

// SerializationEndlessRecursion is a value that contains itself.
var SerializationEndlessRecursion = hard1[string]("SERIALIZATION_ENDLESS_RECURSION",
	"Endless recursion detected when attempting to serialize value of class %{type_name}")

// SerializationDefaultConvertedToString is default in a catalog without rich data.
var SerializationDefaultConvertedToString = soft1[string]("SERIALIZATION_DEFAULT_CONVERTED_TO_STRING",
	"%{path} contains the special value default. It will be converted to the String 'default'")

// SerializationUnknownConvertedToString is a value that a catalog cannot hold.
var SerializationUnknownConvertedToString = soft3[string, Label, string]("SERIALIZATION_UNKNOWN_CONVERTED_TO_STRING",
	"%{path} contains %{a klass} value. It will be converted to the String '%{value}'")

// SerializationUnknownKeyConvertedToString is a key that a catalog cannot hold.
var SerializationUnknownKeyConvertedToString = soft3[string, Label, string]("SERIALIZATION_UNKNOWN_KEY_CONVERTED_TO_STRING",
	"%{path} contains a hash with %{a klass} key. It will be converted to the String '%{value}'")

// DuplicateDeclaration is a resource that is declared twice. The second argument
// is the place of the first, as [Location] gives it.
//
//	notify { 'a': }
//	notify { 'a': } # ERROR DUPLICATE_DECLARATION
var DuplicateDeclaration = bare2[string, string]("DUPLICATE_DECLARATION",
	"Duplicate declaration: %{resource} is already declared at %{error_location}; cannot redeclare")

// DuplicateDeclarationNoPlace is [DuplicateDeclaration] of a resource without a place.
var DuplicateDeclarationNoPlace = bare1[string]("DUPLICATE_DECLARATION",
	"Duplicate declaration: %{resource} is already declared; cannot redeclare")

// DuplicateAlias is an alias that another resource has.
var DuplicateAlias = bare4[string, string, string, string]("DUPLICATE_ALIAS",
	"Cannot alias %{resource} to %{key} at %{resource_declaration}; resource %{newref} already declared")

// DuplicateAliasNoPlace is [DuplicateAlias] of a resource without a place.
var DuplicateAliasNoPlace = bare3[string, string, string]("DUPLICATE_ALIAS",
	"Cannot alias %{resource} to %{key}; resource %{newref} already declared")

// DuplicateClass is a class that is defined twice with different parents. The
// place of the first has a leading space.
var DuplicateClass = bare2[string, string]("DUPLICATE_CLASS", "Class '%{klass}' is already defined%{error}; cannot redefine")

// ClassIsNode is a class with the name of a node.
var ClassIsNode = bare2[string, string]("DUPLICATE_CLASS",
	"Node '%{klass}' is already defined%{error}; cannot be redefined as a class")

// ClassIsDefinition is a class with the name of a define.
var ClassIsDefinition = bare2[string, string]("DUPLICATE_CLASS",
	"Definition '%{klass}' is already defined%{error}; cannot be redefined as a class")

// DuplicateNode is a node that is defined twice.
var DuplicateNode = bare2[string, string]("DUPLICATE_NODE", "Node '%{name}' is already defined%{error}; cannot redefine")

// NodeIsClass is a node with the name of a class.
var NodeIsClass = bare2[string, string]("DUPLICATE_NODE",
	"Class '%{klass}' is already defined%{error}; cannot be redefined as a node")

// DuplicateDefinition is a define that is defined twice.
var DuplicateDefinition = bare2[string, string]("DUPLICATE_DEFINITION",
	"Definition '%{name}' is already defined%{error}; cannot be redefined")

// DefinitionIsClass is a define with the name of a class.
var DefinitionIsClass = bare2[string, string]("DUPLICATE_DEFINITION",
	"'%{name}' is already defined%{error} as a class; cannot redefine as a definition")

// MergeDifferentParents is a class that is written in two parts with different parents.
var MergeDifferentParents = bare4[string, string, string, string]("MERGE_DIFFERENT_PARENTS",
	"Cannot merge classes with different parent classes (%{name} => %{parent} vs. %{other_name} => %{other_parent})")

// MetaparameterAsParameter is a parameter of a class or define with the name of
// a metaparameter.
//
//	class a($tag) { } # ERROR METAPARAMETER_AS_PARAMETER
//	include a
var MetaparameterAsParameter = bare2[string, string]("METAPARAMETER_AS_PARAMETER",
	"%{param} is a metaparameter; please choose another parameter name in the %{name} definition")

// NoSuchParameter is an attribute that a resource type does not have.
//
//	notify { 'a': no_such => 1 } # ERROR NO_SUCH_PARAMETER
var NoSuchParameter = bare1[string]("NO_SUCH_PARAMETER", "no parameter named '%{name}'")

// InvalidResourceType is a reference to a resource type that is not there.
var InvalidResourceType = bare1[string]("INVALID_RESOURCE_TYPE", "Invalid resource type %{type}")

// ClassNotDeclared is a reference to a class that was not declared.
var ClassNotDeclared = bare1[string]("CLASS_NOT_DECLARED", "Could not find declared class %{title}")

// ClassNotFound is a class that is not there, for a node.
//
//	include no_such_class # ERROR CLASS_NOT_FOUND
var ClassNotFound = bare2[string, string]("CLASS_NOT_FOUND", "Could not find class %{name} for %{node}")

// ParentNotFound is the parent of a class, which is not there.
var ParentNotFound = bare3[string, string, string]("PARENT_NOT_FOUND",
	"Could not find parent resource type '%{parent}' of type %{parent_type} in %{env}")

// NodeNotFound is a machine for which no node statement stands.
//
//	node 'no.such.node' { } # ERROR NODE_NOT_FOUND
var NodeNotFound = bare1[string]("NODE_NOT_FOUND",
	"Could not find node statement with name 'default' or '%{names}'")

// StageOnResource is the metaparameter stage on something that is no class.
//
//	notify { 'a': stage => main } # ERROR STAGE_ON_RESOURCE
var StageOnResource = bare1[string]("STAGE_ON_RESOURCE",
	"Only classes can set 'stage'; normal resources like %{resource} cannot change run stage")

// StageNotFound is a stage that is not there.
//
//	class a { }
//	class { 'a': stage => no_such } # ERROR STAGE_NOT_FOUND
var StageNotFound = bare2[string, string]("STAGE_NOT_FOUND", "Could not find stage %{stage} specified by %{resource}")

// OverrideOfNothing is an override of resources that were not declared.
//
//	Notify['a'] { message => 'b' } # ERROR OVERRIDE_OF_NOTHING
var OverrideOfNothing = bare1[[]string]("OVERRIDE_OF_NOTHING", "Could not find resource(s) %{resources} for overriding")

// RealizeOfNothing is realize of resources that were not declared.
//
//	realize(Notify['a']) # ERROR REALIZE_OF_NOTHING
var RealizeOfNothing = bare1[[]string]("REALIZE_OF_NOTHING", "Failed to realize virtual resources %{resources}")

// OverrideNotBySubclass is an override outside of a class that inherits.
var OverrideNotBySubclass = bare0("OVERRIDE_NOT_BY_SUBCLASS", "Only subclasses can override parameters")

// ParameterAlreadySet is an override of an attribute that is set. The second
// argument may have the class and place of the first, as Puppet words them.
//
//	notify { 'a': message => 'b' }
//	Notify['a'] { message => 'c' } # ERROR PARAMETER_ALREADY_SET
var ParameterAlreadySet = bare2[string, string]("PARAMETER_ALREADY_SET",
	"Parameter '%{name}' is already set on %{resource}; cannot redefine")

// DefaultAlreadySet is a default that a scope sets twice.
//
//	Notify { message => 'a' }
//	Notify { message => 'b' } # ERROR DEFAULT_ALREADY_SET
var DefaultAlreadySet = bare2[string, string]("DEFAULT_ALREADY_SET",
	"Default already defined for %{type} { %{param} }; cannot redefine")

// RelationshipSourceNotFound is the left side of an arrow, which was not declared.
//
//	notify { 'a': }
//	Notify['b'] -> Notify['a'] # ERROR RELATIONSHIP_SOURCE_NOT_FOUND
var RelationshipSourceNotFound = bare2[string, string]("RELATIONSHIP_SOURCE_NOT_FOUND",
	"Could not find resource '%{source}' for relationship on '%{target}'")

// RelationshipTargetNotFound is the right side of an arrow, which was not declared.
//
//	notify { 'a': }
//	Notify['a'] -> Notify['b'] # ERROR RELATIONSHIP_TARGET_NOT_FOUND
var RelationshipTargetNotFound = bare2[string, string]("RELATIONSHIP_TARGET_NOT_FOUND",
	"Could not find resource '%{target}' for relationship from '%{source}'")

// EndlessEvaluation is a catalog in which new resources never stop.
var EndlessEvaluation = bare1[int]("ENDLESS_EVALUATION",
	"Somehow looped more than %{limit} times while evaluating host catalog")

// DuplicateExported is a collected resource that the catalog has.
var DuplicateExported = bare1[string]("DUPLICATE_EXPORTED",
	"A duplicate resource was found while collecting exported resources, with the type and title %{title}")

// ParameterBeforeEvaluated is a default value that reads a later parameter.
//
//	class a($x = $y, $y = 1) { } # ERROR PARAMETER_BEFORE_EVALUATED
//	include a
var ParameterBeforeEvaluated = bare3[string, string, string]("PARAMETER_BEFORE_EVALUATED",
	"%{callee}: default expression for $%{from} tries to illegally access not yet evaluated $%{to}")

// AssignmentInParameters is an assignment while parameters are evaluated.
var AssignmentInParameters = bare1[string]("ASSIGNMENT_IN_PARAMETERS",
	"Attempt to assign variable %{name} when evaluating parameters")
