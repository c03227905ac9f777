// Package bunraku compiles Puppet manifests to bytecode and evaluates them for
// a node to the catalog that Puppet 7.23 would have made.
//
// It is the facade: the one package that knows every room of the module. The
// rooms, and which way they may import one another, are in ARCHITECTURE.md.
package bunraku
