package psych

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"bunraku/runtime/values"
)

// Classes are the classes beyond plain data that a document may make objects
// of; without them a scalar that looks like one is an error.
type Classes struct {
	// Symbol permits :name, which becomes the string 'name'.
	Symbol bool
	// Date and Time permit dates and times, which become what Ruby's to_s gives.
	Date, Time bool
	// NoAliases makes every alias an error, as YAML.load does.
	NoAliases bool
}

// The expressions are those that Psych decides with; Ruby's `^` and `$` are
// those of a line, hence (?m).
// ruby: psych/scalar_scanner.rb
var (
	wordy       = regexp.MustCompile(`(?m)^[^0-9.:-]?[\p{L}\p{M}\p{Nl}_\s\v!@#$%^&*(){}<>|/\\~;=]+`)
	special     = regexp.MustCompile(`(?mi)^[^ytonf~]`)
	nullWord    = regexp.MustCompile(`(?mi)^null$`)
	trueWord    = regexp.MustCompile(`(?mi)^(yes|true|on)$`)
	falseWord   = regexp.MustCompile(`(?mi)^(no|false|off)$`)
	timeShape   = regexp.MustCompile(`^-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[\s\v]+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:[\s\v]*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?$`)
	dateShape   = regexp.MustCompile(`^\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)$`)
	infinity    = regexp.MustCompile(`(?i)^\+?\.inf$`)
	negInfinity = regexp.MustCompile(`(?i)^-\.inf$`)
	notANumber  = regexp.MustCompile(`(?i)^\.nan$`)
	quotedSym   = regexp.MustCompile(`^:(?:"(.*)"|'(.*)')`)
	sexagesimal = regexp.MustCompile(`^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}$`)
	sexaFloat   = regexp.MustCompile(`^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}\.[0-9_]*$`)
	floatShape  = regexp.MustCompile(`^(?:[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?)$`)
	intShape    = regexp.MustCompile(`^(?:[-+]?0b[0-1_,]+|[-+]?0[0-7_,]+|[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)|[-+]?0x[0-9a-fA-F_,]+)$`)
	floatDot    = regexp.MustCompile(`[,_]|\.([Ee]|$)`)
	timeOfDay   = regexp.MustCompile(`(\d+:\d+:\d+)(?:\.(\d*))?[\s\v]*(Z|[-+]\d+(:\d\d)?)?`)
)

// Scalar is the value of a plain scalar without a tag.
func Scalar(s string, c Classes) (values.Value, error) {
	if s == "" {
		return values.Undef, nil
	}
	if isWord(s) {
		return word(s), nil
	}
	return number(s, c)
}

// isWord decides as the expression wordy does, or a newline in the text; the
// bytes that nearly all strings start with need no regexp.
func isWord(s string) bool {
	c := s[0]
	if isLetter(c) && (len(s) == 1 || isLetter(s[1])) {
		return true
	}
	return strings.IndexByte(s, '\n') >= 0 || wordy.MatchString(s)
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func word(s string) values.Value {
	switch {
	case len(s) > 5 && utf8.RuneCountInString(s) > 5, special.MatchString(s):
	case s == "~", nullWord.MatchString(s):
		return values.Undef
	case trueWord.MatchString(s):
		return values.True
	case falseWord.MatchString(s):
		return values.False
	}
	return values.String(s)
}

func number(s string, c Classes) (values.Value, error) {
	switch {
	case timeShape.MatchString(s):
		if !c.Time {
			return values.Undef, disallowed("Time")
		}
		if t, ok := rubyTime(s); ok {
			return values.String(t), nil
		}
		return values.String(s), nil
	case dateShape.MatchString(s):
		if !c.Date {
			return values.Undef, disallowed("Date")
		}
		if d, ok := rubyDate(s); ok {
			return values.String(d), nil
		}
		return values.String(s), nil
	case infinity.MatchString(s):
		return values.Float(math.Inf(1)), nil
	case negInfinity.MatchString(s):
		return values.Float(math.Inf(-1)), nil
	case notANumber.MatchString(s):
		return values.Float(math.NaN()), nil
	case s[0] == ':' && len(s) > 1:
		return symbol(s, c)
	case sexagesimal.MatchString(s):
		total := new(big.Int)
		for i, p := range strings.Split(s, ":") {
			n := leadingInt(p)
			total.Add(total, n.Mul(n, big.NewInt(pow60(i))))
		}
		return bigInt(total)
	case sexaFloat.MatchString(s):
		total := 0.0
		for i, p := range strings.Split(s, ":") {
			total += leadingFloat(p) * float64(pow60(i))
		}
		return values.Float(total), nil
	case floatShape.MatchString(s):
		if s == "." || s == "+." || s == "-." {
			return values.String(s), nil
		}
		return rubyFloat(floatDot.ReplaceAllString(s, "$1"))
	case intShape.MatchString(s):
		return rubyInt(strings.NewReplacer(",", "", "_", "").Replace(s))
	}
	return values.String(s), nil
}

// pow60 is the weight of part i of a sexagesimal number; Psych gives the first
// of two parts the weight of the first of three.
func pow60(i int) int64 {
	switch i {
	case 0:
		return 3600
	case 1:
		return 60
	}
	return 1
}

// leadingInt is Ruby's String#to_i: underscores between digits are ignored.
func leadingInt(s string) *big.Int {
	var b []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case '0' <= c && c <= '9', i == 0 && (c == '-' || c == '+'):
			b = append(b, c)
			continue
		case c == '_' && i+1 < len(s) && s[i+1] != '_':
			continue
		}
		break
	}
	n, ok := new(big.Int).SetString(strings.TrimPrefix(string(b), "+"), 10)
	if !ok {
		return new(big.Int)
	}
	return n
}

// leadingFloat is Ruby's String#to_f for digits, underscores and one dot.
func leadingFloat(s string) float64 {
	var b []byte
	dot := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		digitNext := i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9'
		switch {
		case '0' <= c && c <= '9', i == 0 && (c == '-' || c == '+'):
			b = append(b, c)
			continue
		case c == '_' && i > 0 && s[i-1] != '.' && digitNext:
			continue
		case c == '.' && !dot && digitNext:
			dot = true
			b = append(b, c)
			continue
		}
		break
	}
	f, _ := strconv.ParseFloat(string(b), 64)
	return f
}

func bigInt(n *big.Int) (values.Value, error) {
	if !n.IsInt64() {
		return values.Undef, fmt.Errorf("the integer %s does not fit in 64 bits", n)
	}
	return values.Int(n.Int64()), nil
}

// rubyInt is Ruby's Integer(): 0x, 0b and a leading 0 choose the base.
func rubyInt(s string) (values.Value, error) {
	digits, base := s, 10
	neg := false
	if digits[0] == '-' || digits[0] == '+' {
		neg = digits[0] == '-'
		digits = digits[1:]
	}
	switch {
	case strings.HasPrefix(digits, "0x"):
		digits, base = digits[2:], 16
	case strings.HasPrefix(digits, "0b"):
		digits, base = digits[2:], 2
	case len(digits) > 1 && digits[0] == '0':
		digits, base = digits[1:], 8
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return values.Undef, fmt.Errorf("invalid value for Integer(): %q", s)
	}
	if neg {
		n.Neg(n)
	}
	return bigInt(n)
}

// rubyFloat is Ruby's Float().
func rubyFloat(s string) (values.Value, error) {
	digits := strings.TrimLeft(s, "+-")
	if digits == "" || digits[0] == 'e' || digits[0] == 'E' {
		return values.Undef, fmt.Errorf("invalid value for Float(): %q", s)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return values.Undef, fmt.Errorf("invalid value for Float(): %q", s)
	}
	return values.Float(f), nil
}

func symbol(s string, c Classes) (values.Value, error) {
	if !c.Symbol {
		return values.Undef, disallowed("Symbol")
	}
	if m := quotedSym.FindStringSubmatch(s); m != nil {
		return values.String(strings.TrimPrefix(m[1]+m[2], ":")), nil
	}
	return values.String(s[1:]), nil
}

// rubyDate is the date as Ruby writes it; ok is false for a day that does not
// exist, among them those that the reform of the calendar in 1582 left out.
func rubyDate(s string) (string, bool) {
	p := strings.Split(s, "-")
	y, _ := strconv.Atoi(p[0])
	m, _ := strconv.Atoi(p[1])
	d, _ := strconv.Atoi(p[2])
	if m < 1 || d < 1 {
		return "", false
	}
	if y == 1582 && m == 10 && d > 4 && d < 15 {
		return "", false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[m-1]
	julian := y < 1582 || y == 1582 && m < 10
	if m == 2 && y%4 == 0 && (julian || y%100 != 0 || y%400 == 0) {
		days = 29
	}
	if d > days {
		return "", false
	}
	return fmt.Sprintf("%04d-%02d-%02d", y, m, d), true
}

// rubyTime is the time as Ruby's Time#to_s gives it.
func rubyTime(s string) (string, bool) {
	i := strings.IndexAny(s, " tT")
	if i < 0 {
		return "", false
	}
	date, rest := s[:i], s[i+1:]
	neg := strings.HasPrefix(date, "-")
	p := strings.Split(strings.TrimPrefix(date, "-"), "-")
	m := timeOfDay.FindStringSubmatch(rest)
	if len(p) < 3 || m == nil {
		return "", false
	}
	num := func(s string) int { n, _ := strconv.Atoi(strings.TrimSpace(s)); return n }
	y, mon, d := num(p[0]), num(p[1]), num(p[2])
	if neg {
		y = -y
	}
	hms := strings.Split(m[1], ":")
	hh, mm, ss := num(hms[0]), num(hms[1]), num(hms[2])
	if mon < 1 || mon > 12 || d < 1 || d > 31 || hh > 24 || mm > 59 || ss > 60 || hh == 24 && (mm > 0 || ss > 0) {
		return "", false
	}
	switch {
	case m[3] == "Z":
		t := time.Date(y, time.Month(mon), d, hh, mm, ss, 0, time.UTC)
		return t.Format("2006-01-02 15:04:05") + " UTC", true
	case m[3] == "":
		t := time.Date(y, time.Month(mon), d, hh, mm, ss, 0, time.UTC).Local()
		return t.Format("2006-01-02 15:04:05 -0700"), true
	}
	sign, zone := m[3][0], strings.ReplaceAll(m[3][1:], ":", "")
	var zh, zm int
	switch {
	case len(zone) <= 2:
		zh = num(zone)
	case len(zone) <= 4:
		zh, zm = num(zone[:2]), num(zone[2:])
	default:
		return "", false
	}
	off := zh*3600 + zm*60
	if sign == '-' && zh > 0 {
		off = -off
	}
	if off >= 86400 || off <= -86400 {
		return "", false
	}
	t := time.Date(y, time.Month(mon), d, hh, mm, ss, 0, time.FixedZone("", off))
	return t.Format("2006-01-02 15:04:05 -0700"), true
}
