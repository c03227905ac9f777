// Package rtypes knows the resource types that are written in Ruby: which
// attributes a resource of the type may have, which of them name it, and how a
// title becomes attributes. That is all that making a catalog needs of them.
//
//   - [Type] is one type; [Core] are those that Puppet itself brings, from a
//     table that gen/core.rb writes by asking Puppet.
//   - [Reader] reads lib/puppet/type/*.rb of modules with a scanner for the Ruby
//     subset that such files declare their attributes with; what it does not
//     understand it skips.
//   - [ParseGenerated] reads the .resource_types/*.pp that
//     `puppet generate types` writes.
//
// A Type never changes once made and is shared between evaluations.
package rtypes
