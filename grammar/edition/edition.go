// Package edition names the language editions that a unit can be written in.
//
// An edition is a property of a unit. The lexer takes its [Lexis] flags from
// it, the validator its rule set, the compiler its choice of opcodes; nothing
// asks for it while a program runs.
package edition

import "fmt"

// Edition is a version of the language.
type Edition uint8

// The editions. Puppet8 is the default and the zero value.
const (
	Puppet8    Edition = iota // today's language and its defaults
	Puppet7                   // the same language with Puppet 7's defaults
	Evaluator4                // the design documents of 2013-14
)

var names = [...]string{Puppet8: "puppet8", Puppet7: "puppet7", Evaluator4: "evaluator4"}

// String is the name that --edition takes.
func (e Edition) String() string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("Edition(%d)", uint8(e))
}

// Parse finds an edition by its name.
func Parse(name string) (Edition, error) {
	for i, n := range names {
		if n == name {
			return Edition(i), nil
		}
	}
	return 0, fmt.Errorf("unknown edition %q; the editions are puppet8, puppet7 and evaluator4", name)
}

// Evaluator4 editions read the seeds' language, the others Puppet's.
func (e Edition) IsEvaluator4() bool { return e == Evaluator4 }
