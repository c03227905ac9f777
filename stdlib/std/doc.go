// Package std has the functions of the puppetlabs-stdlib module, so that no Ruby
// is needed for them. They do what version 8.5.0 does, with its checks of
// arguments and its texts; where Puppet itself has a function of the same name
// that one is called and there is none here.
//
//   - table.go lists them; the other files are by subject.
//   - check.go has what their checks have in common.
//
// ensure_packages, ensure_resource, ensure_resources, defined_with_params,
// getparam and stdlib::str2resource work on the catalog and say so when called.
package std
