package validate

import (
	"bunraku/grammar"
	"bunraku/grammar/issue"
)

// checkResource: what the type of a resource may be is seen when it is
// evaluated; only a virtual class is known to be wrong before.
func (c *checker) checkResource(n *grammar.ResourceExpression) {
	name, named := n.Type.(*grammar.QualifiedName)
	class := named && name.Name == "class"
	if class && n.Form != grammar.FormRegular {
		c.add(issue.ClassNotVirtualizable.At(at(n)))
	}
	if c.e4 {
		c.checkResourceE4(n, class)
	}
}

func (c *checker) checkBody(n *grammar.ResourceBody) {
	seen := false
	for _, op := range n.Ops {
		if _, ok := op.(*grammar.AttributesOperation); !ok {
			continue
		}
		if seen {
			c.add(issue.MultipleAttributesUnfold.At(at(op)))
		}
		seen = true
	}
}

func (c *checker) checkResourceDefaults(n *grammar.ResourceDefaults) {
	if n.Form != grammar.FormRegular {
		c.add(issue.NotVirtualizeable.At(at(n)))
	}
}

func (c *checker) checkResourceOverride(n *grammar.ResourceOverride) {
	if !c.e4 && !isReferenceOperand(n.Resources) {
		c.rejectOverride(n)
		return
	}
	if n.Form != grammar.FormRegular {
		c.add(issue.NotVirtualizeable.At(at(n)))
	}
}

// checkAttribute: +> adds to what a resource has, so it belongs to overrides and
// collectors.
func (c *checker) checkAttribute(n *grammar.AttributeOperation) {
	if n.Op == grammar.OpPlusArrow {
		parent := c.container(2)
		switch parent.(type) {
		case *grammar.Collect, *grammar.ResourceOverride:
		default:
			if !c.e4 || !c.mayAppendE4(parent) {
				c.add(issue.IllegalAttributeAppend.At(at(n), n.Name, grammar.LabelOf(parent)))
			}
		}
	}
	c.rvalue(n.Value)
}

func (c *checker) checkAttributes(n *grammar.AttributesOperation) {
	switch c.container(2).(type) {
	case *grammar.ResourceDefaults, *grammar.ResourceOverride, *grammar.ResourceExpression, *grammar.Collect:
	default:
		outer := c.container(3)
		if _, ok := outer.(*grammar.ResourceExpression); !ok && !(c.e4 && isTitledHash(outer)) {
			if outer == nil {
				outer = n
			}
			c.add(issue.UnsupportedOperatorInContext.At(at(outer), "* =>", grammar.LabelOf(outer)))
		}
	}
	c.rvalue(n.Expr)
}

func (c *checker) checkCollect(n *grammar.Collect) {
	if _, ok := n.Type.(*grammar.QualifiedReference); !ok {
		c.add(issue.IllegalExpression.At(at(n.Type), grammar.LabelOf(n.Type), "type name", grammar.LabelOf(n)))
	}
}
