package grammar

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/issue"
)

// number scans a number. What looks like one but is none is named in Puppet's
// error by the whole word, and by the digits and the dot before it if the word
// is the fraction of a decimal number.
//
// puppet: lexer2.rb, the handler of digits
func (s *scanner) number() lexer.TokenType {
	start := s.pos
	if n := numberLength(s.text[s.pos:]); n > 0 {
		s.pos += n
		s.matchStart, s.matchEnd = start, s.pos
		text := s.text[start:s.pos]
		s.checkNumber(text, start)
		return s.emit(tokNumber, text, start)
	}
	after := start
	for after < len(s.text) && isWord(s.text[after]) {
		after++
	}
	word, begin := s.text[start:after], start
	if start > 1 && s.text[start-1] == '.' {
		// The digits before the dot belong to the number, unless the text begins with them.
		for i := start - 2; i >= 0 && s.text[i] >= '0' && s.text[i] <= '9'; i-- {
			begin = i
		}
		if begin < start {
			word = s.text[begin:after]
		}
	}
	s.checkNumber(word, begin)
	s.fail(begin+1, issue.IllegalNumber.Error(word))
	return 0
}

// numberLength is the length of the number that text begins with, or 0. The
// number ends at a word boundary, for which letters of any script count; the
// longest form that does is taken, so that 1.x is the number 1 and a dot.
//
// puppet: lexer2.rb, PATTERN_NUMBER
func numberLength(text string) int {
	digits := func(i int) int {
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
		return i
	}
	if len(text) > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') {
		i := 2
		for i < len(text) && isHex(text[i]) {
			i++
		}
		if i > 2 && wordEnds(text, i) {
			return i
		}
	}
	whole := digits(0)
	// The candidates in the order in which a backtracking matcher finds them.
	if whole < len(text) && text[whole] == '.' {
		if frac := digits(whole + 1); frac > whole+1 {
			if e := exponent(text, frac, digits); e > 0 && wordEnds(text, e) {
				return e
			}
			if wordEnds(text, frac) {
				return frac
			}
		}
	}
	if e := exponent(text, whole, digits); e > 0 && wordEnds(text, e) {
		return e
	}
	if wordEnds(text, whole) {
		return whole
	}
	return 0
}

// exponent is where the exponent ends that begins at i, or 0.
func exponent(text string, i int, digits func(int) int) int {
	if i >= len(text) || text[i] != 'e' && text[i] != 'E' {
		return 0
	}
	i++
	if i < len(text) && text[i] == '-' {
		i++
	}
	if j := digits(i); j > i {
		return j
	}
	return 0
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// wordEnds reports whether no word character stands at text[i].
func wordEnds(text string, i int) bool {
	if i >= len(text) {
		return true
	}
	if text[i] < utf8.RuneSelf {
		return !isWord(text[i])
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return !unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc)
}

// checkNumber rejects what does not conform to the form that its first
// characters promise.
//
// puppet: lexer_support.rb, assert_numeric
func (s *scanner) checkNumber(text string, at int) {
	all := func(text string, ok func(byte) bool) bool {
		for i := 0; i < len(text); i++ {
			if !ok(text[i]) {
				return false
			}
		}
		return text != ""
	}
	decimal := func(c byte) bool { return c >= '0' && c <= '9' }
	switch {
	case strings.HasPrefix(text, "0x"), strings.HasPrefix(text, "0X"):
		if !all(text[2:], isHex) {
			s.fail(at, issue.InvalidHexNumber.Error(text))
		}
	case len(text) > 1 && text[0] == '0' && text[1] != '.':
		if !all(text[1:], func(c byte) bool { return c >= '0' && c <= '7' }) {
			s.fail(at, issue.InvalidOctalNumber.Error(text))
		}
	default:
		i := 0
		for i < len(text) && decimal(text[i]) {
			i++
		}
		if i > 0 && i < len(text) && (text[i] == 'e' || text[i] == 'E' || text[i] == '.') {
			if numberLength(text) != len(text) {
				s.fail(at, issue.InvalidDecimalNumber.Error(text))
			}
		} else if i < len(text) {
			s.fail(at, issue.IllegalNumber.Error(text))
		}
	}
}

// parseNumber makes the literal of a number token. It fails for a float that
// Puppet does not take for one: zero with an exponent, or too large.
//
// puppet: utils.rb, to_n_with_radix
func parseNumber(text string, at Loc) (Expr, bool) {
	isHexNumber := len(text) > 1 && (text[1] == 'x' || text[1] == 'X')
	if !isHexNumber && strings.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil && math.IsInf(f, 0) {
			return nil, false
		}
		if i := strings.IndexAny(text, "eE"); i >= 0 && strings.Trim(text[:i], "0.") == "" {
			return nil, false
		}
		return &LiteralFloat{Loc: at, Value: f}, true
	}
	radix, digits := 10, text
	switch {
	case isHexNumber:
		radix, digits = 16, text[2:]
	case len(text) > 1 && text[0] == '0':
		radix, digits = 8, text[1:]
	}
	n := &LiteralInteger{Loc: at, Radix: uint8(radix)}
	v, err := strconv.ParseInt(digits, radix, 64)
	if err != nil {
		n.Big, _ = new(big.Int).SetString(digits, radix)
	}
	n.Value = v
	return n, true
}
