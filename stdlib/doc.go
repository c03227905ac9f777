// Package stdlib has the functions that Puppet ships, one file for each.
//
//   - [Lookup] and [All] give them by name, from the one list in table.go.
//   - iteration.go is how all iterating functions walk what they are given.
//   - declare and ruby below it are the words of their declarations and the
//     methods of Ruby on which their results rest.
//   - std has the functions of the puppetlabs-stdlib module.
//
// Functions that make or look at resources are not here.
//
// A function's body gets its arguments checked against the dispatch's types; one
// that Puppet has in its 3x interface checks them itself.
package stdlib
