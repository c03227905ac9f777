package validate

import (
	"strings"

	"bunraku/grammar"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// The rules that differ between Puppet and the edition of the seeds. The numbers
// are those of the rows of the seed matrix.

// keywordInName (D-03): no segment of a qualified name is a keyword.
// spec: evaluator4.md, Names
func (c *checker) keywordInName(n grammar.Node, name string) {
	if !strings.Contains(name, "::") {
		return
	}
	for segment := range strings.SplitSeq(name, "::") {
		if isKeyword(segment) {
			c.add(issue.KeywordInName.At(at(n), segment, name))
			return
		}
	}
}

// keywordInterpolated (D-03): "${node[a]}" needs a $ before a keyword; only
// "${node}" goes without.
// spec: evaluator4.md, Interpolation
func (c *checker) keywordInterpolated(n *grammar.TextExpression) {
	access, ok := n.Expr.(*grammar.Access)
	if !ok {
		return
	}
	left := access.Left
	for {
		if a, ok := left.(*grammar.Access); ok {
			left = a.Left
			continue
		}
		break
	}
	v, ok := left.(*grammar.Variable)
	if !ok || !isKeyword(v.Name) || strings.HasPrefix(c.report.File.Slice(v.Span()), "$") {
		return
	}
	c.add(issue.KeywordInName.At(at(v), v.Name, v.Name)).WithHint("write $" + v.Name)
}

// checkResourceE4: a default for classes sets metaparameters only (D-11), and
// what begins with a type is a default or an override, which cannot be virtual
// (D-12).
// spec: RFC2, "class { default: ... }"
func (c *checker) checkResourceE4(n *grammar.ResourceExpression, class bool) {
	if n.Form != grammar.FormRegular && !class && !isName(n.Type) {
		c.add(issue.NotVirtualizeable.At(at(n)))
	}
	if !class {
		return
	}
	for _, body := range n.Bodies {
		if _, ok := body.Title.(*grammar.LiteralDefault); !ok {
			continue
		}
		for _, op := range body.Ops {
			if a, ok := op.(*grammar.AttributeOperation); ok && !isMetaparameter(a.Name) {
				c.add(issue.ClassDefaultParameter.At(at(a), a.Name))
			}
		}
	}
}

// mayAppendE4 (D-10): +> also in defaults, and in the titled form whose left side
// is not a name: that one is an override.
func (c *checker) mayAppendE4(parent grammar.Node) bool {
	switch parent.(type) {
	case *grammar.ResourceDefaults:
		return true
	case *grammar.ResourceBody:
		if r, ok := c.container(3).(*grammar.ResourceExpression); ok {
			return !isName(r.Type)
		}
	}
	return false
}

func isName(e grammar.Expr) bool {
	_, ok := e.(*grammar.QualifiedName)
	return ok
}

func isTitledHash(n grammar.Node) bool {
	_, ok := n.(*grammar.TitledHash)
	return ok
}

// isReferenceOperand tells what Puppet's grammar takes before { name => value }.
func isReferenceOperand(e grammar.Expr) bool {
	_, ok := e.(*grammar.Access)
	return ok
}

// checkTitledHash (D-05): Puppet's grammar has no titles in a hash.
func (c *checker) checkTitledHash(n *grammar.TitledHash) {
	if c.e4 || len(n.Bodies) == 0 || n.Bodies[0].Title == nil {
		return
	}
	colon := n.Bodies[0].Title.Span().End
	if c.report.File != nil {
		text := c.report.File.Text()[colon:]
		colon += source.Pos(max(0, strings.IndexByte(text, ':')))
	}
	c.rejectAt(colon, "':'")
}

// rejectOverride (D-06): { name => value } after something that is no reference.
func (c *checker) rejectOverride(n *grammar.ResourceOverride) {
	c.reject(issue.NotAResource.At(at(n.Resources)))
}

// rejectAt reports a token that Puppet's grammar does not have in its place.
func (c *checker) rejectAt(pos source.Pos, token string) {
	c.reject(issue.SyntaxError.At(source.Span{Start: pos, End: pos + 1}, token))
}

// reject keeps the first construct that is a syntax error in Puppet.
func (c *checker) reject(d *issue.Diagnostic) {
	if c.rejected == nil || d.Span.Start < c.rejected.Span.Start {
		d.File = c.report.File
		c.rejected = d
	}
}
