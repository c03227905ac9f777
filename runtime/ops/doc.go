// Package ops is what the operators of the language mean: arithmetic,
// comparison, matching, `in`, options of case and selector, access with [].
//
// The functions take an [Env] for what depends on settings and edition, and
// return a [*Fault] that says which operand an issue is about; the machine
// knows where that operand stands.
//
// puppet: pops/evaluator/{evaluator_impl,compare_operator,access_operator}.rb
package ops
