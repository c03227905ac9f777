// Package ruby has those methods of Ruby's String, Array and Hash on which the
// results of Puppet's functions rest, over the language's values: order and
// sorting, flatten, uniq and join, case and white space, split, sub and gsub.
//
// Conversions between text and numbers are in runtime/rubyfmt.
package ruby
