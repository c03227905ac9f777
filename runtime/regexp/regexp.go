package regexp

import "errors"

// DefaultStepLimit is how many steps a match may take if it needs plain backtracking.
// Ruby has no such limit; it would go on for minutes.
const DefaultStepLimit = 50_000_000

// A Regexp is a compiled pattern. It is immutable and safe for concurrent use.
type Regexp struct {
	source string
	opts   Options
	names  []string // in order of appearance
	groups map[string][]int
	full   *program // records groups
	bare   *program // does not, where that makes no difference to what matches
	limit  int64

	// Ruby compiles an ASCII pattern as such and once more when it meets a subject
	// that is not ASCII. That matters where a class is to be taken regardless of case:
	// /[[:alpha:]]/i takes "ss" as one character, as ß is one, but not in "ss" itself.
	wide    *Regexp // for subjects that are not ASCII, nil if there is no difference
	wideErr error   // what is wrong with the pattern then
}

// Compile reads a pattern of Ruby's syntax. The error is a *SyntaxError with Ruby's
// text, or ErrTooLarge.
func Compile(pattern string, opts Options) (*Regexp, error) {
	return compile(pattern, opts&(IgnoreCase|Extended|Multiline), anySubject)
}

// What subjects a pattern is compiled for, where that makes a difference.
const (
	anySubject = iota
	asciiSubject
	wideSubject
)

func compile(pattern string, opts Options, subject int) (re *Regexp, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case syntaxPanic:
			re, err = nil, &SyntaxError{Reason: r.reason, Source: pattern, Options: opts}
		case error:
			if !errors.Is(r, ErrTooLarge) {
				panic(r)
			}
			re, err = nil, r
		default:
			panic(r)
		}
	}()
	t := parse(pattern, opts, subject == asciiSubject)
	if t.both {
		if subject == anySubject {
			re, err = compile(pattern, opts, asciiSubject)
			if err == nil {
				re.wide, re.wideErr = compile(pattern, opts, wideSubject)
			}
			return re, err
		}
		t.check()
	}
	re = &Regexp{source: pattern, opts: opts, names: t.order, groups: t.names, limit: DefaultStepLimit}
	re.full = compileTree(t, true)
	re.bare = re.full
	if t.groups > 0 && !re.full.trail && !needsGroups(re.full) {
		re.bare = compileTree(t, false)
	}
	return re, nil
}

// MustCompile is Compile for patterns known to be right.
func MustCompile(pattern string, opts Options) *Regexp {
	re, err := Compile(pattern, opts)
	if err != nil {
		panic(err)
	}
	return re
}

func needsGroups(p *program) bool {
	for i := range p.code {
		switch p.code[i].op {
		case opBackref, opBackrefFold, opBackrefLevel, opCond, opCall:
			return true
		}
	}
	return false
}

// WithStepLimit is the same regexp with another limit of steps a match.
func (re *Regexp) WithStepLimit(steps int64) *Regexp {
	c := *re
	c.limit = steps
	if c.wide != nil {
		c.wide = c.wide.WithStepLimit(steps)
	}
	return &c
}

// NumCaptures is the number of capturing groups.
func (re *Regexp) NumCaptures() int { return re.full.groups }

// CapLen is the length that the caps of Match need: two for the match and each group.
func (re *Regexp) CapLen() int { return 2 * (re.full.groups + 1) }

// Names are the names of groups in order of appearance, as Ruby's Regexp#names.
func (re *Regexp) Names() []string { return re.names }

// GroupsNamed are the numbers of the groups of that name.
func (re *Regexp) GroupsNamed(name string) []int { return re.groups[name] }
