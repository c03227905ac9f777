// Package psych reads YAML as Ruby's Psych does, which is what Puppet reads its
// data with: the rules by which a plain scalar becomes a number, a boolean, a
// date or a symbol are Psych's, not those of YAML 1.1 or 1.2.
//
//   - [Load] reads the first document of a text.
//   - [Dump] writes data as to_yaml does.
//   - [Scalar] is the rule for one plain scalar.
//   - [Error] is a failure with Psych's text.
//
// The syntax alone is parsed by go.yaml.in/yaml/v3, a port of the library that
// Psych uses. Symbols have no kind of value of their own: they become strings,
// as Puppet's own conversion of data does.
//
// Invariants: an alias shares the value of its anchor, and the size of a
// document with its aliases written out is bounded, so no text makes a value
// that is much larger than [MaxSize].
package psych
