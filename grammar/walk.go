package grammar

// Walk calls visit for a node and then, if visit says so, for what it is made
// of, in the order of the source text. Nodes that are absent are left out; a
// *Nop that stands for nothing is not.
func Walk(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	Children(n, func(c Node) { Walk(c, visit) })
}

// Children calls visit for each node that n is made of.
func Children(n Node, visit func(Node)) {
	one := func(e Expr) {
		if e != nil {
			visit(e)
		}
	}
	two := func(a, b Expr) {
		one(a)
		one(b)
	}
	switch n := n.(type) {
	case *Program:
		one(n.Body)
	case *LiteralList:
		all(n.Values, visit)
	case *LiteralHash:
		all(n.Entries, visit)
	case *KeyedEntry:
		two(n.Key, n.Value)
	case *TitledHash:
		all(n.Bodies, visit)
	case *ConcatenatedString:
		all(n.Segments, visit)
	case *TextExpression:
		one(n.Expr)
	case *HeredocExpression:
		one(n.Text)
	case *Arithmetic:
		two(n.Left, n.Right)
	case *Comparison:
		two(n.Left, n.Right)
	case *Match:
		two(n.Left, n.Right)
	case *In:
		two(n.Left, n.Right)
	case *And:
		two(n.Left, n.Right)
	case *Or:
		two(n.Left, n.Right)
	case *Not:
		one(n.Expr)
	case *UnaryMinus:
		one(n.Expr)
	case *Unfold:
		one(n.Expr)
	case *Parenthesized:
		one(n.Expr)
	case *Assignment:
		two(n.Left, n.Right)
	case *Relationship:
		two(n.Left, n.Right)
	case *Access:
		one(n.Left)
		all(n.Keys, visit)
	case *NamedAccess:
		two(n.Left, n.Right)
	case *Selector:
		one(n.Left)
		all(n.Entries, visit)
	case *SelectorEntry:
		two(n.Match, n.Value)
	case *Block:
		all(n.Statements, visit)
	case *If:
		two(n.Test, n.Then)
		one(n.Else)
	case *Unless:
		two(n.Test, n.Then)
		one(n.Else)
	case *Case:
		one(n.Test)
		all(n.Options, visit)
	case *CaseOption:
		all(n.Values, visit)
		one(n.Then)
	case *CallNamed:
		one(n.Functor)
		all(n.Args, visit)
		if n.Lambda != nil {
			visit(n.Lambda)
		}
	case *CallMethod:
		if n.Functor != nil {
			visit(n.Functor)
		}
		all(n.Args, visit)
		if n.Lambda != nil {
			visit(n.Lambda)
		}
	case *Lambda:
		all(n.Params, visit)
		two(n.Return, n.Body)
	case *Parameter:
		two(n.Type, n.Default)
	case *ResourceExpression:
		one(n.Type)
		all(n.Bodies, visit)
	case *ResourceBody:
		one(n.Title)
		all(n.Ops, visit)
	case *ResourceDefaults:
		one(n.Type)
		all(n.Ops, visit)
	case *ResourceOverride:
		one(n.Resources)
		all(n.Ops, visit)
	case *AttributeOperation:
		one(n.Value)
	case *AttributesOperation:
		one(n.Expr)
	case *Collect:
		two(n.Type, n.Query)
		all(n.Ops, visit)
	case *VirtualQuery:
		one(n.Expr)
	case *ExportedQuery:
		one(n.Expr)
	case *HostClass:
		all(n.Params, visit)
		one(n.Body)
	case *ResourceTypeDefinition:
		all(n.Params, visit)
		one(n.Body)
	case *NodeDefinition:
		all(n.Matches, visit)
		two(n.Parent, n.Body)
	case *FunctionDefinition:
		all(n.Params, visit)
		two(n.Return, n.Body)
	case *TypeAlias:
		one(n.Type)
	case *TypeMapping:
		two(n.Type, n.Mapping)
	case *TypeDefinition:
		one(n.Body)
	case *Epp:
		all(n.Params, visit)
		one(n.Body)
	case *RenderExpression:
		one(n.Expr)
	}
}

func all[N Node](list []N, visit func(Node)) {
	for _, n := range list {
		visit(n)
	}
}
