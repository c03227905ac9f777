package grammar

import "bunraku/grammar/issue"

// LabelOf is the human name of a construct in a message.
// puppet: pops/model/model_label_provider.rb
func LabelOf(n Node) issue.Label {
	switch n := n.(type) {
	case *LiteralInteger:
		return "Literal Integer"
	case *LiteralFloat:
		return "Literal Float"
	case *LiteralString:
		return "String"
	case *LiteralBoolean:
		return "Boolean"
	case *LiteralUndef:
		return "'undef' expression"
	case *LiteralDefault:
		return "'default' expression"
	case *LiteralRegexp:
		return "Regular Expression"
	case *LiteralList:
		return "Array Expression"
	case *LiteralHash, *TitledHash:
		return "Hash Expression"
	case *KeyedEntry:
		return "Hash Entry"
	case *ConcatenatedString:
		return "Double Quoted String"
	case *TextExpression:
		return "Expression in Interpolated String"
	case *HeredocExpression:
		return issue.Label("'@(" + n.Syntax + ")' expression")
	case *QualifiedName:
		return "Name"
	case *QualifiedReference:
		return "Type-Name"
	case *ReservedWord:
		return issue.Label("Reserved Word '" + n.Word + "'")
	case *Variable:
		return "Variable"
	case *Nop:
		return "Nop Expression"
	case *Arithmetic:
		return operatorLabel(n.Op)
	case *Comparison:
		return operatorLabel(n.Op)
	case *Match:
		return operatorLabel(n.Op)
	case *Assignment:
		return operatorLabel(n.Op)
	case *Relationship:
		return operatorLabel(n.Op)
	case *AttributeOperation:
		return operatorLabel(n.Op)
	case *In:
		return "'in' expression"
	case *And:
		return "'and' expression"
	case *Or:
		return "'or' expression"
	case *Not:
		return "'not' expression"
	case *UnaryMinus:
		return "Unary Minus"
	case *Unfold:
		return "Unfold"
	case *Parenthesized:
		return "Parenthesized Expression"
	case *Access:
		return "'[]' expression"
	case *NamedAccess:
		return "'.' expression"
	case *Selector:
		return "Selector Expression"
	case *SelectorEntry:
		return "Selector Option"
	case *Block:
		return "Block Expression"
	case *If:
		return "'if' statement"
	case *Unless:
		return "'unless' Statement"
	case *Case:
		return "'case' statement"
	case *CaseOption:
		return "Case Option"
	case *CallNamed:
		return "Function Call"
	case *CallMethod:
		return "Method call"
	case *Lambda:
		return "Lambda"
	case *Parameter:
		return "Parameter Definition"
	case *ResourceExpression:
		return "Resource Statement"
	case *ResourceBody:
		return "Resource Instance Definition"
	case *ResourceDefaults:
		return "Resource Defaults Expression"
	case *ResourceOverride:
		return "Resource Override"
	case *Collect:
		return LabelOf(n.Query)
	case *VirtualQuery:
		return "Virtual Query"
	case *ExportedQuery:
		return "Exported Query"
	case *HostClass:
		return "Host Class Definition"
	case *ResourceTypeDefinition:
		return "'define' expression"
	case *NodeDefinition:
		return "Node Definition"
	case *FunctionDefinition:
		return "Function Definition"
	case *TypeAlias:
		return "Type Alias"
	case *TypeMapping:
		return "Type Mapping"
	case *TypeDefinition:
		return "Type Definition"
	case *Epp:
		return "Epp Template"
	case *RenderString:
		return "Epp Text"
	case *RenderExpression:
		return "Epp Interpolated Expression"
	}
	return "Object" // what Puppet calls what has no name, "* =>" for one
}

func operatorLabel(op Op) issue.Label { return issue.Label("'" + op.String() + "' expression") }
