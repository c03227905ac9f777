package ops

import (
	"bytes"
	"strings"
	"sync"

	"bunraku/grammar/issue"
	"bunraku/runtime/pcore"
	"bunraku/runtime/regexp"
	"bunraku/runtime/values"
)

// Registers are the match registers $0 to $n of a match scope: the subject and
// the byte offsets of the captures in pairs, -1 for a group that took no part.
type Registers struct {
	Subject string
	Caps    []int32
	// Names are the regexp's named groups, nil when there are none.
	Valid bool
}

// Get is register n.
func (r *Registers) Get(n int) values.Value {
	if 2*n+1 >= len(r.Caps) || r.Caps[2*n] < 0 {
		return values.Undef
	}
	return values.String(r.Subject[r.Caps[2*n]:r.Caps[2*n+1]])
}

// Program is the compiled form of a regexp value.
func Program(re *values.Regexp) (*regexp.Regexp, error) {
	if p, ok := re.Compiled.(*regexp.Regexp); ok {
		return p, nil
	}
	return compiled(re.Source, re.Options)
}

// programs keeps what was compiled of regexps that are made while code runs,
// up to a number after which it begins anew.
var programs struct {
	sync.RWMutex
	m map[programKey]*regexp.Regexp
}

type programKey struct {
	source  string
	options uint8
}

const maxPrograms = 4096

func compiled(source string, options uint8) (*regexp.Regexp, error) {
	k := programKey{source, options}
	programs.RLock()
	p := programs.m[k]
	programs.RUnlock()
	if p != nil {
		return p, nil
	}
	p, err := regexp.Compile(source, regexp.Options(options))
	if err != nil {
		return nil, err
	}
	programs.Lock()
	defer programs.Unlock()
	if len(programs.m) >= maxPrograms || programs.m == nil {
		programs.m = map[programKey]*regexp.Regexp{}
	}
	programs.m[k] = p
	return p, nil
}

// rangeIncludes tells whether a version, or a string that is one, is in a range.
func rangeIncludes(r, v values.Value) bool {
	switch v.Kind() {
	case values.KindSemVer:
		return pcore.VersionRangeOf(r).Includes(v.AsSemVer())
	case values.KindString:
		ver, err := pcore.ParseSemVer(v.AsString())
		return err == nil && pcore.VersionRangeOf(r).Includes(ver)
	}
	return false
}

// run matches s and fills regs, which may be nil, when it matches.
func run(re *regexp.Regexp, s string, regs *Registers) (bool, error) {
	if regs == nil {
		return re.MatchString(s)
	}
	n := 2 * (re.NumCaptures() + 1)
	if cap(regs.Caps) < n {
		regs.Caps = make([]int32, n)
	}
	caps := regs.Caps[:n]
	ok, err := re.Match(s, 0, caps)
	if ok {
		regs.Subject, regs.Caps, regs.Valid = s, caps, true
	}
	return ok, err
}

// Match is `a =~ b`. regs, which may be nil, is filled by a match.
// puppet: evaluator_impl.rb, eval_MatchExpression
func (e *Env) Match(a, b values.Value, regs *Registers) (bool, error) {
	var re *regexp.Regexp
	var err error
	switch b.Kind() {
	case values.KindRegexp:
		re, err = Program(b.AsRegexp())
	case values.KindString:
		re, err = compiled(b.AsString(), 0)
	case values.KindType:
		t := pcore.TypeOf(b)
		if e.Loose && a.IsString() {
			if done, ok, err := e.matchType(t, a.AsString(), regs); done {
				return ok, err
			}
		}
		return t.Check(a), nil
	case values.KindSemVerRange:
		return rangeIncludes(b, a), nil
	default:
		return false, fault(issue.MatchNotRegexp.Error("no implicit conversion of "+rubyImplicit(b)+" into String"), Right)
	}
	if err != nil {
		return false, fault(issue.MatchNotRegexp.Error(err.Error()), Right)
	}
	if !a.IsString() {
		return false, fault(issue.MatchNotString.Error(Label(a)), Left)
	}
	return run(re, a.AsString(), regs)
}

// matchType is evaluator4's match with a Pattern or Regexp type, which acts as
// its regexps do (D-16).
func (e *Env) matchType(t pcore.Type, s string, regs *Registers) (done, ok bool, err error) {
	var res []*values.Regexp
	switch t := t.(type) {
	case *pcore.PatternType:
		for _, p := range t.Patterns {
			res = append(res, p.Re)
		}
	case *pcore.RegexpType:
		if t.Re != nil {
			res = []*values.Regexp{t.Re}
		}
	}
	for _, re := range res {
		p, err := Program(re)
		if err != nil {
			return true, false, err
		}
		if ok, err := run(p, s, regs); ok || err != nil {
			return true, ok, err
		}
	}
	return len(res) > 0, false, nil
}

// rubyImplicit is what Ruby calls a value that is no String.
func rubyImplicit(v values.Value) string {
	switch v.Kind() {
	case values.KindUndef:
		return "nil"
	case values.KindBool:
		if v.AsBool() {
			return "true"
		}
		return "false"
	}
	return pcore.RubyClass(v)
}

// Option tests a case or selector option against the value under test.
// puppet: compare_operator.rb, match
func (e *Env) Option(test, option values.Value, regs *Registers) (bool, error) {
	switch option.Kind() {
	case values.KindRegexp:
		if !test.IsString() {
			return false, nil
		}
		p, err := Program(option.AsRegexp())
		if err != nil {
			return false, err
		}
		return run(p, test.AsString(), regs)
	case values.KindType:
		t := pcore.TypeOf(option)
		if e.Loose && test.IsString() {
			if done, ok, err := e.matchType(t, test.AsString(), regs); done {
				return ok, err
			}
		}
		return t.Check(test), nil
	case values.KindArray:
		if test.Kind() != values.KindArray || test.AsArray().Len() != option.AsArray().Len() {
			return false, nil
		}
		for i, o := range option.AsArray().Elems() {
			if ok, err := e.Option(test.AsArray().At(i), o, regs); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	case values.KindHash:
		if test.Kind() != values.KindHash {
			return false, nil
		}
		for _, en := range option.AsHash().Entries() {
			v, _ := test.AsHash().Get(en.Key)
			if ok, err := e.Option(v, en.Value, regs); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	case values.KindDefault:
		return true, nil
	case values.KindSemVer:
		switch test.Kind() {
		case values.KindSemVer:
			return pcore.CompareSemVer(test.AsSemVer(), option.AsSemVer()) == 0, nil
		case values.KindString:
			v, err := pcore.ParseSemVer(test.AsString())
			return err == nil && pcore.CompareSemVer(v, option.AsSemVer()) == 0, nil
		}
		return false, nil
	case values.KindSemVerRange:
		return rangeIncludes(option, test), nil
	}
	return e.Equal(test, option), nil
}

// In is `a in b`.
// puppet: compare_operator.rb, include?
func (e *Env) In(a, b values.Value, regs *Registers) (bool, error) {
	switch b.Kind() {
	case values.KindString:
		switch a.Kind() {
		case values.KindString:
			if e.Loose && looseEqual(a, b) {
				return true, nil
			}
			return containsFold(b.AsString(), a.AsString()), nil
		case values.KindRegexp:
			p, err := Program(a.AsRegexp())
			if err != nil {
				return false, err
			}
			if e.Loose {
				regs = nil // D-21
			}
			return run(p, b.AsString(), regs)
		case values.KindInt, values.KindFloat:
			return e.Equal(a, b), nil
		}
		return false, nil
	case values.KindBinary:
		switch a.Kind() {
		case values.KindBinary:
			return bytes.Contains(b.AsBinary(), a.AsBinary()), nil
		case values.KindString:
			return strings.Contains(string(b.AsBinary()), a.AsString()), nil
		case values.KindInt:
			return a.AsInt() >= 0 && a.AsInt() < 256 && bytes.IndexByte(b.AsBinary(), byte(a.AsInt())) >= 0, nil
		}
		return false, nil
	case values.KindArray:
		return e.inElements(a, len(b.AsArray().Elems()), b.AsArray().At, regs)
	case values.KindHash:
		h := b.AsHash()
		return e.inElements(a, h.Len(), func(i int) values.Value { return h.At(i).Key }, regs)
	case values.KindSemVerRange:
		return rangeIncludes(b, a), nil
	}
	return false, nil
}

func (e *Env) inElements(a values.Value, n int, at func(int) values.Value, regs *Registers) (bool, error) {
	switch a.Kind() {
	case values.KindRegexp:
		p, err := Program(a.AsRegexp())
		if err != nil {
			return false, err
		}
		if e.Loose {
			regs = nil // D-21
		}
		for i := range n {
			if x := at(i); x.IsString() {
				if ok, err := run(p, x.AsString(), regs); ok || err != nil {
					return ok, err
				}
			}
		}
		return false, nil
	case values.KindString, values.KindSemVer:
		for i := range n {
			if ok, err := e.Option(a, at(i), regs); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	case values.KindType:
		t := pcore.TypeOf(a)
		for i := range n {
			if t.Check(at(i)) {
				return true, nil
			}
		}
		return false, nil
	}
	for i := range n {
		if e.Equal(at(i), a) {
			return true, nil
		}
	}
	return false, nil
}

// containsFold is a search for sub in s without regard to case. Ruby's downcase
// folds all of Unicode here, unlike casecmp.
func containsFold(s, sub string) bool {
	if len(sub) == 0 {
		return true
	}
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return strings.Contains(strings.ToLower(s), strings.ToLower(sub))
		}
	}
	for i := 0; i+len(sub) <= len(s); i++ {
		if values.EqualFold(s[i:i+len(sub)], sub) {
			return true
		}
	}
	return false
}
