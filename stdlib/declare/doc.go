// Package declare has the words with which built-in functions are declared:
// parameters, Puppet's 3x calling convention, and its warnings.
package declare
