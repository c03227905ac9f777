// Package grammar turns Puppet source text into a tree, and the tree back into
// Puppet's own notation.
//
// The way of a text:
//
//	source.File ─ scanner (lexer.go, words.go, strings.go, heredoc.go, number.go, epp.go)
//	            ─ tokens (token.go)
//	            ─ participle, by the tags of nodes.go; hand-written productions in
//	              expression.go, statement.go, resource.go, definition.go
//	            ─ Program (nodes.go)
//	            ─ Walk (walk.go), PN (pn.go)
//
// participle declares the grammar: the tags on a node state its production, and
// the interface types of its fields (Body, TypeExpr, ...) name the productions
// that hand-written code parses. Expressions are parsed by precedence climbing
// over participle's PeekingLexer with one table of operators (operators.go).
//
// Invariants:
//
//   - The tree is plain data. A field that is an expression is never nil, except
//     where its comment says so; what is not there is a *Nop.
//   - Every node has its whole text as span, and the place at which Puppet
//     reports errors about it.
//   - The first error is the one at which Puppet stops, with its text and place.
//     What follows are errors that Puppet would show after that one is mended.
//   - Whatever the text is, parsing ends, in time linear in its size.
//
// The grammar accepts more than is legal; compiler/validate says what is not.
package grammar
