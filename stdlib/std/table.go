// Package std has the functions of the puppetlabs-stdlib module.
package std

import "bunraku/runtime"

// Lookup is the function of that name, or nil.
func Lookup(name string) *runtime.Function { return nil }
