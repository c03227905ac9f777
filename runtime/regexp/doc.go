// Package regexp is Ruby's regular expressions (Onigmo's): the language that
// Puppet's =~, case options, regsubst, match, split, scanf, Pattern types and
// templates speak.
//
// A pattern goes one way:
//
//		source ─ unescape.go ─ parse*.go ─ syntax tree (node.go) ─ check.go ─ compile*.go ─ program ─ search.go
//
//	  - unescape.go does what Ruby does to a pattern before Onigmo sees it (\u, \x, \c).
//	  - parse.go, parse_group.go, parse_class.go read Onigmo's syntax for Ruby into nodes.
//	  - check.go does what needs the whole tree: plain groups beside named ones, calls,
//	    endless recursion, look-behind.
//	  - compile.go emits instructions; first.go computes which bytes may follow at each
//	    of them, which makes most choices deterministic.
//	  - search.go finds where a match may start and picks the matcher: a literal scan,
//	    the one-pass loop (onepass.go, no stack), or backtracking (backtrack.go, machine.go), which
//	    remembers failed (instruction, position) pairs once a subject proves costly, so
//	    that regular patterns take linear time; the rest has a step limit.
//	  - replace.go, split.go, source.go are String#gsub, #sub, #scan, #split and
//	    Regexp#source, #to_s, #inspect, .escape.
//
// Invariants: a Regexp never changes once compiled and may be used by many
// goroutines; a match allocates nothing; offsets are byte offsets into the subject,
// captures of a group that took no part are -1.
//
//	re, err := regexp.Compile(`^host-(\d+)\.dc(\d+)\.`, 0)
//	caps := make([]int32, re.CapLen())
//	ok, err := re.Match("host-17.dc2.example.com", 0, caps)   // caps: 0 12 5 7 10 11
//
// Known differences from Ruby 3.1, all of them where Ruby contradicts itself:
//
//   - A match that Ruby would work on for minutes ends with ErrSteps or ErrMemory.
//   - Onigmo takes s*, k* and ß* regardless of case for possessive where what follows
//     excludes the letter itself, so that /s*\W/i does not match "ſ"; we match it.
//   - What a group inside of an absence (?~...) is left with, and which of several
//     absences inside of each other gives way first, may differ in rare cases.
//
// Character properties, POSIX brackets and case folds are those of Ruby 3.1
// (Unicode 13), recorded by unidata/make.rb.
package regexp
