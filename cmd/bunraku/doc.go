// Command bunraku compiles and runs Puppet manifests.
//
// Results go to standard output, logs and usage errors to standard error. The
// exit status is 0 when all went well, 1 when a manifest has errors, and 2 when
// the command line is wrong.
//
// Each subcommand is a file of its own and holds no logic worth a test of its
// own: it reads flags, calls a room, prints what comes back.
package main
