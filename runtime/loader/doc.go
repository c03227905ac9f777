// Package loader finds the files of an environment: its configuration, its
// modules, and the file in which a name must be defined. It evaluates nothing.
//
//   - [Open] reads an environment directory; [Adhoc] makes an environment of a
//     module path alone.
//   - [Environment.ClassFiles], [Environment.FunctionFiles] and
//     [Environment.TypeFiles] turn names into files by Puppet's rules;
//     [Environment.FindFile] finds templates and files of modules.
//   - [Environment.ResourceType] knows the resource types of Puppet, of modules
//     and of .resource_types.
//   - [Files] reads files once, with their digests, and only below the roots of
//     the environment.
//   - [ParseConfig] reads environment.conf and puppet.conf.
//
// An Environment is made once and then only read; it may be used by several
// evaluations side by side. Files are cached by path: a changed file is seen by
// a new Environment.
package loader
