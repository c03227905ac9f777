package pcore

import (
	goregexp "regexp"
	"strings"
	"sync"

	"bunraku/runtime/values"
)

// program is a regexp that is compiled when it is first used.
type program struct {
	re   *values.Regexp
	once sync.Once
	prog *goregexp.Regexp
	err  error
}

func (p *program) compile() error {
	p.once.Do(func() {
		if p.re == nil {
			return
		}
		p.prog, p.err = goregexp.Compile(translate(p.re))
	})
	return p.err
}

func (p *program) match(s string) bool {
	if p.compile() != nil {
		return false
	}
	return p.prog == nil || p.prog.MatchString(s)
}

func translate(re *values.Regexp) string {
	s := strings.NewReplacer(`\Z`, `(?:\n?\z)`, `\h`, `[0-9a-fA-F]`).Replace(re.Source)
	flags := "m"
	if re.Options&ignoreCase != 0 {
		flags += "i"
	}
	if re.Options&multiline != 0 {
		flags += "s"
	}
	return "(?" + flags + ":" + s + ")"
}
