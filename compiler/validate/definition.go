package validate

import (
	"bunraku/grammar"
	"bunraku/grammar/issue"
)

// top checks that a definition stands where definitions may stand: in a class,
// or nowhere. Functions and types may not stand in the block of a class either.
func (c *checker) top(definition grammar.Expr) {
	for n := 2; ; n++ { // 1 is the definition itself
		switch c.container(n).(type) {
		case nil, *grammar.HostClass:
			return
		case *grammar.Block:
			if c.container(n+1) != nil && isAbsoluteTopLevel(definition) {
				c.add(issue.NotAbsoluteTopLevel.At(at(definition), grammar.LabelOf(definition)))
				return
			}
		default:
			c.add(issue.NotTopLevel.At(at(definition)))
			return
		}
	}
}

// isAbsoluteTopLevel tells the definitions that stand at the top of a file only.
func isAbsoluteTopLevel(definition grammar.Expr) bool {
	switch definition.(type) {
	case *grammar.FunctionDefinition, *grammar.TypeAlias, *grammar.TypeDefinition:
		return true
	}
	return false
}

// named checks the name of a class, define or function.
func (c *checker) named(n grammar.Expr, name string) {
	c.top(n)
	if !isClassrefDecl(name) {
		c.add(issue.IllegalDefinitionName.At(at(n), name, grammar.LabelOf(n)))
	}
	if c.e4 {
		c.keywordInName(n, name)
	}
	c.definitionLocation(n, name)
	c.reservedTypeName(n, name)
	c.futureReserved(n, name)
}

func (c *checker) reservedTypeName(n grammar.Expr, name string) {
	if isReservedTypeName(name) {
		c.add(issue.ReservedTypeName.At(at(n), name, grammar.LabelOf(n)))
	}
}

func (c *checker) futureReserved(n grammar.Expr, name string) {
	if isFutureReserved(name) {
		c.add(issue.FutureReservedWord.At(at(n), name))
	}
}

func (c *checker) checkHostClass(n *grammar.HostClass) {
	c.named(n, n.Name)
	c.noCaptures(n.Params, n)
	c.uniqueParameters(n.Params)
	c.reservedParameters(n.Params, n)
	c.noIdemLast(n.Body, n)
}

func (c *checker) checkResourceTypeDefinition(n *grammar.ResourceTypeDefinition) {
	c.named(n, n.Name)
	c.noCaptures(n.Params, n)
	c.uniqueParameters(n.Params)
	c.reservedParameters(n.Params, n)
	c.noIdemLast(n.Body, n)
}

func (c *checker) checkFunction(n *grammar.FunctionDefinition) {
	c.named(n, n.Name)
	c.returnType(n, n.Return)
	c.uniqueParameters(n.Params)
}

func (c *checker) checkNode(n *grammar.NodeDefinition) {
	for _, m := range n.Matches {
		c.hostname(m, n)
	}
	c.top(n)
	c.noIdemLast(n.Body, n)
	if n.Parent != nil {
		c.add(issue.IllegalNodeInheritance.At(at(n.Parent)))
	}
}

// hostname checks one match of a node.
func (c *checker) hostname(e grammar.Expr, node grammar.Node) {
	name := ""
	switch n := e.(type) {
	case *grammar.LiteralString:
		name = n.Value
	case *grammar.QualifiedName:
		name = n.Name
	case *grammar.QualifiedReference:
		name = lower(n.Name)
	case *grammar.LiteralInteger, *grammar.LiteralFloat, *grammar.LiteralDefault, *grammar.LiteralRegexp,
		*grammar.LiteralBoolean:
		return
	case *grammar.ReservedWord:
		name = n.Word
	case *grammar.ConcatenatedString:
		for _, s := range n.Segments {
			if text, ok := s.(*grammar.TextExpression); ok {
				c.add(issue.IllegalHostnameInterpolation.At(at(text.Expr)))
				return
			}
		}
		if len(n.Segments) != 1 {
			c.add(issue.IllegalHostnameInterpolation.At(at(n)))
		}
		return
	default:
		c.add(issue.IllegalExpression.At(at(e), grammar.LabelOf(e), "hostname", grammar.LabelOf(node)))
		return
	}
	if hasIllegalHostnameChars(name) {
		c.add(issue.IllegalHostnameChars.At(at(e), name))
	}
}

func (c *checker) checkTypeAlias(n *grammar.TypeAlias) {
	c.top(n)
	if !isClassrefExtDecl(n.Name) {
		c.add(issue.IllegalDefinitionName.At(at(n), n.Name, grammar.LabelOf(n)))
	}
	c.reservedTypeName(n, n.Name)
	c.typeReference(n, n.Type)
}

func (c *checker) checkTypeDefinition(n *grammar.TypeDefinition) {
	c.top(n)
	c.reservedTypeName(n, n.Name)
	c.add(issue.UnsupportedExpression.At(at(n), grammar.LabelOf(n)))
}

// checkTypeMapping: Runtime[name, 'x'] is mapped to a type, and
// Runtime[name, [/x/, 'y']] to a pattern of the same form.
func (c *checker) checkTypeMapping(n *grammar.TypeMapping) {
	c.top(n)
	access, ok := n.Type.(*grammar.Access)
	if ok {
		var left *grammar.QualifiedReference
		left, ok = access.Left.(*grammar.QualifiedReference)
		ok = ok && left.Name == "Runtime"
	}
	if !ok {
		c.add(issue.UnsupportedExpression.At(at(n), grammar.LabelOf(n)))
		return
	}
	pattern := len(access.Keys) == 2 && isPatternWithReplacement(access.Keys[1])
	switch {
	case isPatternWithReplacement(n.Mapping):
		if pattern {
			return
		}
	case isTypeReference(n.Mapping):
		if !pattern {
			return
		}
	}
	if pattern {
		c.add(issue.IllegalRegexpTypeMapping.At(at(n), grammar.LabelOf(n)))
	} else {
		c.add(issue.IllegalSingleTypeMapping.At(at(n), grammar.LabelOf(n)))
	}
}

// isPatternWithReplacement tells [/x/, 'y'].
func isPatternWithReplacement(e grammar.Expr) bool {
	list, ok := e.(*grammar.LiteralList)
	if !ok || len(list.Values) != 2 {
		return false
	}
	_, pattern := list.Values[0].(*grammar.LiteralRegexp)
	_, replacement := list.Values[1].(*grammar.LiteralString)
	return pattern && replacement
}

// isTypeReference tells T and T[...].
func isTypeReference(e grammar.Expr) bool {
	if a, ok := e.(*grammar.Access); ok {
		e = a.Left
	}
	_, ok := e.(*grammar.QualifiedReference)
	return ok
}

// typeReference checks that r, of a return type or alias, is T or T[...].
func (c *checker) typeReference(container, r grammar.Expr) {
	n := r
	if a, ok := r.(*grammar.Access); ok {
		n = a.Left
	}
	if ref, ok := n.(*grammar.QualifiedReference); ok {
		c.futureReserved(r, lower(ref.Name))
		return
	}
	if r == nil {
		return
	}
	c.add(issue.IllegalExpression.At(at(r), grammar.LabelOf(r), "a type reference", grammar.LabelOf(container)))
}

func (c *checker) returnType(container, r grammar.Expr) {
	if r != nil {
		c.typeReference(container, r)
	}
}

func (c *checker) checkParameter(p *grammar.Parameter) {
	if isNumericParameter(p.Name) {
		c.add(issue.IllegalNumericParameter.At(at(p), p.Name))
	}
	if !isParamName(p.Name) {
		c.suggest(c.add(issue.IllegalParamName.At(at(p), p.Name)), p.Name, isParamName)
	}
	if p.Default != nil {
		c.noAssignments(p.Default)
	}
}

// noAssignments finds assignments in a default value. A lambda may have its own.
func (c *checker) noAssignments(e grammar.Node) {
	switch n := e.(type) {
	case *grammar.Assignment:
		c.add(issue.IllegalAssignmentContext.At(at(n)))
	case *grammar.Lambda:
	default:
		grammar.Children(e, c.noAssignments)
	}
}

// capturesLast checks that only the last parameter has a *.
func (c *checker) capturesLast(params []*grammar.Parameter) {
	for i, p := range params {
		if p.CapturesRest && i != len(params)-1 {
			c.add(issue.CapturesRestNotLast.At(at(p), p.Name))
		}
	}
}

func (c *checker) noCaptures(params []*grammar.Parameter, container grammar.Node) {
	for _, p := range params {
		if p.CapturesRest {
			c.add(issue.CapturesRestNotSupported.At(at(p), p.Name, grammar.LabelOf(container)))
		}
	}
}

func (c *checker) uniqueParameters(params []*grammar.Parameter) {
	if len(params) > 16 {
		c.uniqueOfMany(params)
		return
	}
	for i, p := range params {
		for _, q := range params[:i] {
			if p.Name == q.Name {
				c.noteFirst(c.add(issue.DuplicateParameter.At(at(p), p.Name)), q)
				break
			}
		}
	}
}

func (c *checker) uniqueOfMany(params []*grammar.Parameter) {
	first := make(map[string]*grammar.Parameter, len(params))
	for _, p := range params {
		if q := first[p.Name]; q != nil {
			c.noteFirst(c.add(issue.DuplicateParameter.At(at(p), p.Name)), q)
		} else {
			first[p.Name] = p
		}
	}
}

func (c *checker) reservedParameters(params []*grammar.Parameter, container grammar.Node) {
	for _, p := range params {
		if p.Name == "name" || p.Name == "title" {
			c.add(issue.ReservedParameter.At(at(p), p.Name, grammar.LabelOf(container)))
		}
	}
}

// noIdemLast checks that a body does not end with a mere value.
func (c *checker) noIdemLast(body grammar.Expr, container grammar.Node) {
	if c.e4 {
		return
	}
	last := body
	if b, ok := body.(*grammar.Block); ok {
		if len(b.Statements) == 0 {
			return
		}
		last = b.Statements[len(b.Statements)-1]
	}
	if _, empty := last.(*grammar.Nop); last == nil || empty || !c.idem(last, 0) || isResourceWithoutTitle(last) {
		return
	}
	c.add(issue.IdemNotAllowedLast.At(at(last), grammar.LabelOf(last), grammar.LabelOf(container)))
}
