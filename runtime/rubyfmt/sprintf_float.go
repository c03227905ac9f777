package rubyfmt

import (
	"math"
	"strconv"

	"bunraku/runtime/values"
)

// float writes %f %g %G %e %E %a %A.
func (p *printer) float(verb byte) error {
	v, err := p.arg()
	if err != nil {
		return err
	}
	if verb == 'f' && v.IsInt() { // exact, whatever its size
		p.decimal(v.AsInt())
		return nil
	}
	f, err := toFloat(v)
	if err != nil {
		return err
	}
	neg := math.Signbit(f) && f == f
	if f != f || math.IsInf(f, 0) {
		p.notFinite(f)
		return nil
	}
	f = math.Abs(f)
	var body, prefix []byte
	switch verb {
	case 'a', 'A':
		body = p.hexFloat(f)
		if verb == 'A' {
			upper(body)
		}
		prefix, body = body[:2], body[2:]
	case 'g', 'G':
		body = p.general(f)
	default:
		prec := p.prec
		if p.flags&fPrec == 0 {
			prec = 6
		}
		body = strconv.AppendFloat(p.numbuf[:0], f, verb|0x20, prec, 64)
		if prec == 0 && p.flags&fSharp != 0 {
			body = insertPoint(body)
		}
	}
	if verb == 'E' || verb == 'G' {
		upper(body)
	}
	p.signedFloat(neg, prefix, body)
	return nil
}

// signedFloat writes sign, prefix and digits in the width of the conversion.
func (p *printer) signedFloat(neg bool, prefix, body []byte) {
	var sign byte
	switch {
	case neg:
		sign = '-'
	case p.flags&fPlus != 0:
		sign = '+'
	case p.flags&fSpace != 0:
		sign = ' '
	}
	n := len(prefix) + len(body)
	if sign != 0 {
		n++
	}
	pad := 0
	if p.flags&fWidth != 0 && p.width > n {
		pad = p.width - n
	}
	if p.flags&(fMinus|fZero) == 0 {
		p.fill(' ', pad)
	}
	if sign != 0 {
		p.out = append(p.out, sign)
	}
	p.out = append(p.out, prefix...)
	if p.flags&(fMinus|fZero) == fZero {
		p.fill('0', pad)
	}
	p.out = append(p.out, body...)
	if p.flags&fMinus != 0 {
		p.fill(' ', pad)
	}
}

// decimal writes an integer with the zeros of %f.
func (p *printer) decimal(n int64) {
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	body := strconv.AppendUint(p.numbuf[:0], u, 10)
	prec := p.prec
	if p.flags&fPrec == 0 {
		prec = 6
	}
	if prec > 0 {
		body = append(body, '.')
		for ; prec > 0; prec-- {
			body = append(body, '0')
		}
	}
	p.signedFloat(n < 0, nil, body)
}

func (p *printer) notFinite(f float64) {
	s := "NaN"
	var sign string
	if f == f {
		s = "Inf"
	}
	switch {
	case f < 0:
		sign = "-"
	case p.flags&fPlus != 0:
		sign = "+"
	case p.flags&fSpace != 0:
		sign = " "
	}
	p.padded(sign+s, len(sign)+3)
}

func upper(b []byte) {
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
}

// insertPoint adds the point that the # flag keeps.
func insertPoint(b []byte) []byte {
	for i, c := range b {
		if c == 'e' {
			b = append(b, 0)
			copy(b[i+1:], b[i:])
			b[i] = '.'
			return b
		}
	}
	return append(b, '.')
}

// general is %g: the shorter of %e and %f without trailing zeros.
func (p *printer) general(f float64) []byte {
	prec := p.prec
	switch {
	case p.flags&fPrec == 0:
		prec = 6
	case prec == 0:
		prec = 1
	}
	e := strconv.AppendFloat(nil, f, 'e', prec-1, 64)
	i := len(e) - 1
	for e[i] != 'e' {
		i--
	}
	exp, _ := strconv.Atoi(string(e[i+1:]))
	var digits, tail []byte
	if exp < -4 || exp >= prec {
		digits, tail = e[:i:i], e[i:]
	} else {
		digits = strconv.AppendFloat(nil, f, 'f', prec-1-exp, 64)
	}
	point := false
	for _, c := range digits {
		point = point || c == '.'
	}
	if p.flags&fSharp != 0 {
		if !point {
			digits = append(digits, '.')
		}
	} else if point {
		n := len(digits)
		for digits[n-1] == '0' {
			n--
		}
		if digits[n-1] == '.' {
			n--
		}
		digits = digits[:n]
	}
	return append(digits, tail...)
}

// hexFloat is %a of a number that is not negative.
func (p *printer) hexFloat(f float64) []byte {
	prec := -1
	if p.flags&fPrec != 0 {
		prec = p.prec
	}
	var b []byte
	if f == 0 {
		b = append(b, "0x0"...)
		if prec > 0 {
			b = append(b, '.')
			for i := 0; i < prec; i++ {
				b = append(b, '0')
			}
		}
		if prec <= 0 && p.flags&fSharp != 0 {
			b = append(b, '.')
		}
		return append(b, "p+0"...)
	}
	b = strconv.AppendFloat(nil, f, 'x', prec, 64)
	i := len(b) - 1
	for b[i] != 'p' {
		i--
	}
	mant, sign, exp := b[:i:i], b[i+1], b[i+2:]
	for len(exp) > 1 && exp[0] == '0' { // Go writes two digits at least
		exp = exp[1:]
	}
	out := append([]byte(nil), mant...)
	if len(mant) == 3 && p.flags&fSharp != 0 {
		out = append(out, '.')
	}
	out = append(out, 'p', sign)
	return append(out, exp...)
}

// toFloat is Ruby's Float().
func toFloat(v values.Value) (float64, error) {
	switch v.Kind() {
	case values.KindInt, values.KindFloat:
		return v.Number(), nil
	case values.KindString:
		return ParseFloat(v.AsString())
	case values.KindTimespan:
		return float64(v.AsTimespan().Nanos) / 1e9, nil
	case values.KindTimestamp:
		t := v.AsTimestamp()
		return float64(t.Sec) + float64(t.Nsec)/1e9, nil
	case values.KindUndef:
		return 0, typeError("can't convert nil into Float")
	case values.KindBool:
		return 0, typeError("can't convert %s into Float", ToS(v))
	}
	return 0, typeError("can't convert %s into Float", rubyClass(v))
}
