// Package facts makes the node of a request: its facts, its trusted facts, what
// an external node classifier says, and the top-scope variables that follow.
//
//   - [Parse] reads facts from JSON or YAML: a plain map, the output of
//     `facter -j`, or {"name", "values"} as Puppet saves them.
//   - [ParseENC] reads the output of an external node classifier.
//   - [Trusted] is $trusted.
//   - [NewNode] puts them together as a server does.
//
// A Node never changes once made.
package facts
