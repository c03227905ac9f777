// Package issue is the one catalogue of what can go wrong, in any room.
//
// Its parts:
//
//   - The catalogue: one variable for each issue, split by phase into
//     lexical.go, syntax.go, validation.go, evaluation.go, lookup.go and
//     catalog.go. Codes and texts are Puppet's, so that a search for either
//     finds its answers; where Puppet raises a bare string the code is ours
//     ([Issue.Minted]). The doc comment of the variable documents the issue,
//     and its indented part is an example; docs/issues.md is generated from it.
//   - Constructors: [Issue0] to [Issue4] know the kinds of the arguments of
//     their text, so a wrong count or kind does not compile.
//   - [Diagnostic], [List] and [Reporter]: findings as data, in the order found.
//   - [Severities]: what the settings make of the issues that may be demoted.
//   - [Label]: the human name of a construct in a message.
//   - [Closest]: "did you mean".
//   - [List.Write]: findings as text, JSON, SARIF and annotations.
//
// Invariants: a code is never renumbered or reused; each code is documented; an
// example yields its code; each placeholder of a text is bound by exactly one argument.
//
// The package says what an issue is. Whether it occurred is for others to say.
package issue

//go:generate go run ./gen
