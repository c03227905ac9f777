// Package validate makes the static checks of a parsed manifest or template.
//
// The grammar accepts more than is legal; this package says what is illegal,
// with Puppet's issues in the order in which Puppet finds them. Its parts:
//
//   - validate.go: [Validate], the settings, and the one walk over the tree
//   - definition.go: classes, defines, functions, types, nodes, parameters
//   - expression.go: what may be a value, what has no effect, assignments, queries
//   - resource.go: resources, attributes, collectors
//   - location.go: what a module's file may define
//   - literal.go: keys of hashes that are known before evaluation
//   - heredoc.go, json.go: text of heredocs whose tag names a syntax
//   - evaluator4.go: the rules that differ in the edition of the seeds
//   - names.go: the rules for names
//
// The walk visits each node once, parents before children. As in Puppet a check
// of a node looks at the node and the role of its children, and the children
// are checked when the walk comes to them: that order is the order of reports.
// puppet: pops/validation/checker4_0.rb
//
// Invariant: the checks depend on the tree and [Options] alone; no file is read.
package validate
