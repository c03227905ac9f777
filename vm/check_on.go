//go:build vmcheck

package vm

// vmcheck turns on the machine's checks of its own invariants.
const vmcheck = true
