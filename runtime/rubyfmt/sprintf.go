package rubyfmt

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/runtime/values"
)

// flag are the flags of a conversion, named as Ruby's sprintf.c does.
type flag uint8

const (
	fSharp flag = 1 << iota
	fMinus
	fPlus
	fZero
	fSpace
	fWidth
	fPrec
	fPrec0 // a "." was seen
)

// Formatter formats values with Ruby's sprintf. The zero value uses [ToS] and
// [Inspect] for %s and %p.
type Formatter struct {
	ToS     func(values.Value) string
	Inspect func(values.Value) string
}

// Format is sprintf with the zero Formatter.
func Format(format string, args ...values.Value) (string, error) {
	return Formatter{}.Sprintf(format, args)
}

// Sprintf is Ruby's sprintf. A single hash serves %<name> and %{name}, by its
// string keys. Errors are those that Ruby raises.
func (f Formatter) Sprintf(format string, args []values.Value) (string, error) {
	if f.ToS == nil {
		f.ToS = ToS
	}
	if f.Inspect == nil {
		f.Inspect = Inspect
	}
	p := printer{Formatter: f, s: format, args: args, out: make([]byte, 0, len(format)+16)}
	if err := p.run(); err != nil {
		return "", err
	}
	return string(p.out), nil
}

// printer is one sprintf at work.
type printer struct {
	Formatter
	s    string
	i    int
	out  []byte
	args []values.Value
	// posarg counts arguments taken in order; -1 when numbered ones were
	// used, -2 when named ones were.
	posarg int

	// the conversion being read
	flags    flag
	width    int
	prec     int
	next     values.Value
	haveNext bool
	name     string // "<name>" or "{name}" as written
	numbuf   [64]byte
}

func (p *printer) run() error {
	for p.i < len(p.s) {
		j := strings.IndexByte(p.s[p.i:], '%')
		if j < 0 {
			p.out = append(p.out, p.s[p.i:]...)
			return nil
		}
		p.out = append(p.out, p.s[p.i:p.i+j]...)
		p.i += j + 1
		if err := p.conversion(); err != nil {
			return err
		}
	}
	return nil
}

// conversion reads and writes one conversion; p.i is after the percent sign.
func (p *printer) conversion() error {
	p.flags, p.width, p.prec, p.haveNext, p.name = 0, -1, -1, false, ""
	if p.i >= len(p.s) {
		return argumentError("incomplete format specifier; use %%%% (double %%) instead")
	}
	for {
		if p.i >= len(p.s) { // Ruby sees the NUL that ends its string
			return p.percent()
		}
		c := p.s[p.i]
		switch c {
		case ' ', '#', '+', '-', '0':
			if err := p.checkFlags(); err != nil {
				return err
			}
			p.flags |= flagOf(c)
			p.i++
		case '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if err := p.number(); err != nil {
				return err
			}
		case '<', '{':
			done, err := p.named(c)
			if done || err != nil {
				return err
			}
		case '*':
			if err := p.checkWidth(); err != nil {
				return err
			}
			p.flags |= fWidth
			w, err := p.asterisk("width")
			if err != nil {
				return err
			}
			p.width = w
			if w < 0 {
				p.flags |= fMinus
				p.width = -w
			}
			p.i++
		case '.':
			if p.flags&fPrec0 != 0 {
				return argumentError("precision given twice")
			}
			p.flags |= fPrec | fPrec0
			p.prec = 0
			p.i++
			if p.i < len(p.s) && p.s[p.i] == '*' {
				n, err := p.asterisk("precision")
				if err != nil {
					return err
				}
				p.prec = n
				if n < 0 {
					p.flags &^= fPrec
				}
				p.i++
				continue
			}
			n, err := p.digits("precision")
			if err != nil {
				return err
			}
			p.prec = n
		case '\n', 0:
			return p.percent()
		case '%':
			p.i++
			return p.percent()
		case 'c':
			p.i++
			return p.char()
		case 's', 'p':
			p.i++
			return p.text(c == 'p')
		case 'd', 'i', 'o', 'x', 'X', 'b', 'B', 'u':
			p.i++
			return p.integer(c)
		case 'f', 'g', 'G', 'e', 'E', 'a', 'A':
			p.i++
			return p.float(c)
		default:
			if c < ' ' || c >= 0x7f {
				return argumentError("malformed format string")
			}
			return argumentError("malformed format string - %%%c", c)
		}
	}
}

func flagOf(c byte) flag {
	switch c {
	case ' ':
		return fSpace
	case '#':
		return fSharp
	case '+':
		return fPlus
	case '-':
		return fMinus
	}
	return fZero
}

func (p *printer) percent() error {
	if p.flags != 0 {
		return argumentError("invalid format character - %%")
	}
	p.out = append(p.out, '%')
	return nil
}

func (p *printer) checkFlags() error {
	if p.flags&fWidth != 0 {
		return argumentError("flag after width")
	}
	if p.flags&fPrec0 != 0 {
		return argumentError("flag after precision")
	}
	return nil
}

func (p *printer) checkWidth() error {
	if p.flags&fWidth != 0 {
		return argumentError("width given twice")
	}
	if p.flags&fPrec0 != 0 {
		return argumentError("width after precision")
	}
	return nil
}

// digits reads a decimal number.
func (p *printer) digits(what string) (int, error) {
	n := 0
	for p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		n = n*10 + int(p.s[p.i]-'0')
		if n > math.MaxInt32 {
			return 0, argumentError("%s too big", what)
		}
		p.i++
	}
	if p.i >= len(p.s) {
		return 0, argumentError("malformed format string - %%*[0-9]")
	}
	return n, nil
}

// number reads a width or, before a dollar sign, the number of an argument.
func (p *printer) number() error {
	n, err := p.digits("width")
	if err != nil {
		return err
	}
	if p.s[p.i] == '$' {
		if p.haveNext {
			return argumentError("value given twice - %d$", n)
		}
		if p.next, err = p.numbered(n); err != nil {
			return err
		}
		p.haveNext = true
		p.i++
		return nil
	}
	if err := p.checkWidth(); err != nil {
		return err
	}
	p.width = n
	p.flags |= fWidth
	return nil
}

func (p *printer) asterisk(what string) (int, error) {
	j := p.i + 1
	n, err := 0, error(nil)
	save := p.i
	p.i = j
	if n, err = p.digits(what); err != nil {
		return 0, err
	}
	var v values.Value
	if p.s[p.i] == '$' {
		v, err = p.numbered(n)
	} else {
		p.i = save
		v, err = p.nextArg()
	}
	if err != nil {
		return 0, err
	}
	b, err := p.toLong(v)
	if err != nil {
		return 0, err
	}
	return toInt(b)
}

// toInt is n as a C int.
func toInt(n *big.Int) (int, error) {
	if n.IsInt64() && n.Int64() >= math.MinInt32 && n.Int64() <= math.MaxInt32 {
		return int(n.Int64()), nil
	}
	size := "big"
	if n.Sign() < 0 {
		size = "small"
	}
	return 0, &Error{"RangeError", "integer " + n.String() + " too " + size + " to convert to `int'"}
}

func (p *printer) nextArg() (values.Value, error) {
	switch p.posarg {
	case -1:
		return values.Undef, argumentError("unnumbered(%d) mixed with numbered", 1)
	case -2:
		return values.Undef, argumentError("unnumbered(%d) mixed with named", 1)
	}
	if p.posarg >= len(p.args) {
		p.posarg++
		return values.Undef, argumentError("too few arguments")
	}
	p.posarg++
	return p.args[p.posarg-1], nil
}

func (p *printer) numbered(n int) (values.Value, error) {
	switch {
	case p.posarg > 0:
		return values.Undef, argumentError("numbered(%d) after unnumbered(%d)", n, p.posarg)
	case p.posarg == -2:
		return values.Undef, argumentError("numbered(%d) after named", n)
	case n < 1:
		return values.Undef, argumentError("invalid index - %d$", n)
	}
	p.posarg = -1
	if n > len(p.args) {
		return values.Undef, argumentError("too few arguments")
	}
	return p.args[n-1], nil
}

// arg is the argument of the conversion.
func (p *printer) arg() (values.Value, error) {
	if p.haveNext {
		return p.next, nil
	}
	return p.nextArg()
}

// named reads <name> or {name}; the latter is the whole conversion.
func (p *printer) named(open byte) (done bool, err error) {
	closing := byte('>')
	if open == '{' {
		closing = '}'
	}
	j := strings.IndexByte(p.s[p.i:], closing)
	if j < 0 {
		return true, argumentError("malformed name - unmatched parenthesis")
	}
	name := p.s[p.i : p.i+j+1]
	if p.name != "" {
		return true, argumentError("named%s after <%s>", name, p.name[1:len(p.name)-1])
	}
	switch {
	case p.posarg > 0:
		return true, argumentError("named%s after unnumbered(%d)", name, p.posarg)
	case p.posarg == -1:
		return true, argumentError("named%s after numbered", name)
	}
	p.posarg = -2
	if len(p.args) != 1 || p.args[0].Kind() != values.KindHash {
		return true, argumentError("one hash required")
	}
	p.name = name
	v, ok := p.args[0].AsHash().GetString(name[1 : len(name)-1])
	if !ok {
		return true, &Error{"KeyError", "key" + name + " not found"}
	}
	p.next, p.haveNext = v, true
	p.i += j + 1
	if open == '{' {
		return true, p.text(false)
	}
	return false, nil
}

func (p *printer) fill(c byte, n int) {
	for ; n > 0; n-- {
		p.out = append(p.out, c)
	}
}

// text writes %s, %p and %{name}.
func (p *printer) text(inspect bool) error {
	v, err := p.arg()
	if err != nil {
		return err
	}
	var s string
	switch {
	case inspect:
		s = p.Inspect(v)
	case v.IsString():
		s = v.AsString()
	default:
		s = p.ToS(v)
	}
	if p.flags&(fPrec|fWidth) == 0 {
		p.out = append(p.out, s...)
		return nil
	}
	n := utf8.RuneCountInString(s)
	if p.flags&fPrec != 0 && p.prec < n {
		i := 0
		for k := 0; k < p.prec; k++ {
			_, w := utf8.DecodeRuneInString(s[i:])
			i += w
		}
		s, n = s[:i], p.prec
	}
	p.padded(s, n)
	return nil
}

// padded writes s of n characters in the width of the conversion.
func (p *printer) padded(s string, n int) {
	pad := 0
	if p.flags&fWidth != 0 && p.width > n {
		pad = p.width - n
	}
	if p.flags&fMinus == 0 {
		p.fill(' ', pad)
	}
	p.out = append(p.out, s...)
	if p.flags&fMinus != 0 {
		p.fill(' ', pad)
	}
}

func (p *printer) char() error {
	v, err := p.arg()
	if err != nil {
		return err
	}
	var s string
	if v.IsString() {
		s = v.AsString()
		if utf8.RuneCountInString(s) != 1 {
			return argumentError("%%c requires a character")
		}
	} else {
		n, err := p.toLong(v)
		if err != nil {
			return err
		}
		i, err := toInt(n)
		if err != nil {
			return err
		}
		if i < 0 || i > utf8.MaxRune || i >= 0xd800 && i < 0xe000 {
			return argumentError("invalid character")
		}
		s = string(rune(i))
	}
	p.padded(s, 1)
	return nil
}

// toLong is Ruby's NUM2INT: numbers only.
func (p *printer) toLong(v values.Value) (*big.Int, error) {
	switch v.Kind() {
	case values.KindInt:
		return big.NewInt(v.AsInt()), nil
	case values.KindFloat:
		if f := v.AsFloat(); f != f || math.Abs(f) >= 1<<63 {
			s, _ := Format("%-.10g", v)
			return nil, &Error{"RangeError", "float " + s + " out of range of integer"}
		}
		return p.toInteger(v)
	case values.KindUndef:
		return nil, typeError("no implicit conversion from nil to integer")
	case values.KindBool:
		return nil, typeError("no implicit conversion of %s into Integer", ToS(v))
	}
	return nil, typeError("no implicit conversion of %s into Integer", rubyClass(v))
}

// toInteger is how %d reads its argument: a float is cut, a string
// must be an integer as Integer() reads it.
func (p *printer) toInteger(v values.Value) (*big.Int, error) {
	switch v.Kind() {
	case values.KindInt:
		return big.NewInt(v.AsInt()), nil
	case values.KindFloat:
		f := v.AsFloat()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, &Error{"FloatDomainError", FloatString(f)}
		}
		n, _ := new(big.Float).SetFloat64(math.Trunc(f)).Int(nil)
		return n, nil
	case values.KindString:
		return ParseBigInteger(v.AsString(), 0)
	case values.KindUndef:
		return nil, typeError("can't convert nil into Integer")
	case values.KindBool:
		return nil, typeError("can't convert %s into Integer", ToS(v))
	case values.KindTimestamp:
		return big.NewInt(v.AsTimestamp().Sec), nil
	case values.KindTimespan:
		return big.NewInt(floorDiv(v.AsTimespan().Nanos, 1e9)), nil
	}
	return nil, typeError("can't convert %s into Integer", rubyClass(v))
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// rubyClass is the name of a value's class in Ruby, for messages.
func rubyClass(v values.Value) string {
	switch v.Kind() {
	case values.KindUndef:
		return "nil"
	case values.KindString:
		return "String"
	case values.KindInt:
		return "Integer"
	case values.KindFloat:
		return "Float"
	case values.KindArray:
		return "Array"
	case values.KindHash:
		return "Hash"
	case values.KindRegexp:
		return "Regexp"
	case values.KindDefault:
		return "Symbol"
	case values.KindBool:
		if v.AsBool() {
			return "TrueClass"
		}
		return "FalseClass"
	case values.KindSensitive:
		return "Puppet::Pops::Types::PSensitiveType::Sensitive"
	case values.KindBinary:
		return "Puppet::Pops::Types::PBinaryType::Binary"
	case values.KindTimestamp:
		return "Puppet::Pops::Time::Timestamp"
	case values.KindTimespan:
		return "Puppet::Pops::Time::Timespan"
	case values.KindSemVer:
		return "SemanticPuppet::Version"
	case values.KindSemVerRange:
		return "SemanticPuppet::VersionRange"
	case values.KindURI:
		switch s := v.AsURI().Scheme; s {
		case "http", "https", "ftp", "ldap", "ldaps", "file", "ws", "wss":
			return "URI::" + strings.ToUpper(s)
		case "mailto":
			return "URI::MailTo"
		}
		return "URI::Generic"
	case values.KindType:
		if t, ok := v.AsType().(interface{ Name() string }); ok {
			if t.Name() == "Resource" || t.Name() == "Class" { // what a 3x function gets
				return "Puppet::Resource"
			}
			return "Puppet::Pops::Types::P" + t.Name() + "Type"
		}
	}
	return "Object"
}

// RubyClass is the name of the Ruby class that holds such a value in Puppet.
func RubyClass(v values.Value) string {
	if v.IsUndef() {
		return "NilClass"
	}
	return rubyClass(v)
}

// integer writes %d %i %u %o %x %X %b %B.
func (p *printer) integer(verb byte) error {
	v, err := p.arg()
	if err != nil {
		return err
	}
	signed := verb == 'd' || verb == 'i' || verb == 'u' || p.flags&(fPlus|fSpace) != 0
	base, prefix := 10, ""
	switch verb {
	case 'o':
		base, prefix = 8, "0"
	case 'x':
		base, prefix = 16, "0x"
	case 'X':
		base, prefix = 16, "0X"
	case 'b':
		base, prefix = 2, "0b"
	case 'B':
		base, prefix = 2, "0B"
	}
	if p.flags&fSharp == 0 {
		prefix = ""
	}
	var digits []byte
	neg := false
	if v.IsInt() && (signed || v.AsInt() >= 0) {
		n := v.AsInt()
		neg = n < 0
		u := uint64(n)
		if neg {
			u = -u
		}
		digits = strconv.AppendUint(p.numbuf[:0], u, base)
	} else {
		n, err := p.toInteger(v)
		if err != nil {
			return err
		}
		neg = n.Sign() < 0
		if neg && !signed {
			digits = complementDigits(n, base)
		} else {
			digits = new(big.Int).Abs(n).Append(p.numbuf[:0], base)
		}
	}
	width, prec := p.width, p.prec
	var sign byte
	if signed {
		switch {
		case neg:
			sign = '-'
		case p.flags&fPlus != 0:
			sign = '+'
		case p.flags&fSpace != 0:
			sign = ' '
		}
		if sign != 0 {
			width--
		}
	}
	dots := neg && !signed
	if dots {
		prec -= 2
		width -= 2
	}
	if verb == 'X' {
		for i, c := range digits {
			if c >= 'a' {
				digits[i] = c - 'a' + 'A'
			}
		}
	}
	zero := len(digits) == 1 && digits[0] == '0'
	if prefix == "0" {
		switch {
		case dots:
			prefix = ""
		case zero:
			digits = digits[:0]
			if p.flags&fPrec != 0 {
				prec--
			}
		case p.flags&fPrec != 0 && prec > len(digits):
			prefix = ""
		}
	} else if zero {
		prefix = ""
	}
	width -= len(prefix)
	if p.flags&(fZero|fMinus|fPrec) == fZero {
		prec, width = width, 0
	} else {
		if prec < len(digits) {
			if prefix == "" && prec == 0 && zero && len(digits) == 1 {
				digits = digits[:0]
			}
			prec = len(digits)
		}
		width -= prec
	}
	if p.flags&fMinus == 0 {
		p.fill(' ', width)
		width = 0
	}
	if sign != 0 {
		p.out = append(p.out, sign)
	}
	p.out = append(p.out, prefix...)
	if dots {
		p.out = append(p.out, ".."...)
	}
	if prec > len(digits) {
		c := byte('0')
		if dots {
			c = signDigit(base, verb)
		}
		p.fill(c, prec-len(digits))
	}
	p.out = append(p.out, digits...)
	p.fill(' ', width)
	return nil
}

func signDigit(base int, verb byte) byte {
	switch {
	case base == 2:
		return '1'
	case base == 8:
		return '7'
	case verb == 'X':
		return 'F'
	}
	return 'f'
}

// complementDigits are the digits of a negative number in two's complement,
// with one digit that stands for the endless row of sign digits.
func complementDigits(n *big.Int, base int) []byte {
	bits := map[int]uint{2: 1, 8: 3, 16: 4}[base]
	// Enough digits for the magnitude and a sign digit.
	count := uint(n.BitLen())/bits + 2
	mod := new(big.Int).Lsh(big.NewInt(1), count*bits)
	digits := mod.Add(mod, n).Append(nil, base)
	sign := signDigit(base, 'x')
	i := 0
	for i < len(digits)-1 && digits[i] == sign && digits[i+1] == sign {
		i++
	}
	return digits[i:]
}
