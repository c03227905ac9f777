package pcore

import (
	"sync"

	"bunraku/runtime/regexp"
	"bunraku/runtime/values"
)

// program is a regexp that is compiled when it is first used; the one of a value
// that was compiled already is used as it is.
type program struct {
	re   *values.Regexp
	once sync.Once
	prog *regexp.Regexp
	err  error
}

func (p *program) compile() error {
	p.once.Do(func() {
		if p.re == nil {
			return
		}
		if prog, ok := p.re.Compiled.(*regexp.Regexp); ok {
			p.prog = prog
			return
		}
		p.prog, p.err = regexp.Compile(p.re.Source, regexp.Options(p.re.Options))
	})
	return p.err
}

// match reports whether the regexp is found in s; a match that takes too many
// steps counts as none.
func (p *program) match(s string) bool {
	if p.compile() != nil {
		return false
	}
	if p.prog == nil {
		return true
	}
	ok, err := p.prog.MatchString(s)
	return ok && err == nil
}

// CompiledRegexp makes a value of a regexp that is compiled.
func CompiledRegexp(source string, options uint8) (values.Value, error) {
	re := &values.Regexp{Source: source, Options: options}
	prog, err := regexp.Compile(source, regexp.Options(options))
	if err != nil {
		return values.Undef, err
	}
	re.Compiled = prog
	return values.RegexpValue(re), nil
}
