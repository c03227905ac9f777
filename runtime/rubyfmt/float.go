package rubyfmt

import (
	"math"
	"math/big"
	"strconv"
)

// FloatString is Float#to_s: the shortest digits that read back as the same
// number, with an exponent below 1e-4, from 1e15 on for whole numbers and from 1e16 on
// for others.
func FloatString(f float64) string {
	var buf [32]byte
	return string(AppendFloat(buf[:0], f))
}

// AppendFloat appends [FloatString] of f to b.
func AppendFloat(b []byte, f float64) []byte {
	switch {
	case f != f:
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	case f == 0:
		if math.Signbit(f) {
			return append(b, "-0.0"...)
		}
		return append(b, "0.0"...)
	}
	abs := math.Abs(f)
	if (abs < 1e15 || abs < 1e16 && abs != math.Trunc(abs)) && abs >= 1e-4 {
		n := len(b)
		b = strconv.AppendFloat(b, f, 'f', -1, 64)
		for _, c := range b[n:] {
			if c == '.' {
				return b
			}
		}
		return append(b, ".0"...)
	}
	n := len(b)
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	for i, c := range b[n:] {
		switch c {
		case '.':
			return b
		case 'e': // one digit only: Ruby writes 1.0e+16
			b = append(b, 0, 0)
			copy(b[n+i+2:], b[n+i:])
			b[n+i], b[n+i+1] = '.', '0'
			return b
		}
	}
	return b
}

// floatDigits bounds the digits that a float can carry.
const floatDigits = 15 + 2

// Round is Float#round(digits) with halves away from zero.
func Round(f float64, digits int) float64 {
	if f == 0 || roundIsIdentity(f, digits) {
		return f
	}
	if roundIsZero(f, digits) {
		return 0
	}
	if digits > 14 {
		return roundExactly(f, digits)
	}
	s := math.Pow(10, float64(digits))
	r := math.Round(f * s)
	// ruby: numeric.c, round_half_up: one step back when the product was rounded.
	if s != 1 {
		if f > 0 {
			if (r+0.5)/s <= f {
				r++
			}
			f = r
		} else {
			if (r-0.5)/s >= f {
				r--
			}
			f = r
		}
		return f / s
	}
	if math.Abs(f-math.Trunc(f)) < 0.5 {
		return math.Trunc(f)
	}
	return r
}

// Floor is Float#floor(digits) for digits above 0.
func Floor(f float64, digits int) float64 {
	if f == 0 || roundIsIdentity(f, digits) {
		return f
	}
	if f > 0 && roundIsZero(f, digits) {
		return 0
	}
	s := math.Pow(10, float64(digits))
	mul := math.Floor(f * s)
	if res := (mul + 1) / s; res <= f {
		return res
	}
	return mul / s
}

// Ceil is Float#ceil(digits) for digits above 0.
func Ceil(f float64, digits int) float64 {
	if f == 0 || roundIsIdentity(f, digits) {
		return f
	}
	if f < 0 && roundIsZero(f, digits) {
		return 0
	}
	s := math.Pow(10, float64(digits))
	return math.Ceil(f*s) / s
}

func binexp(f float64) int {
	_, e := math.Frexp(f)
	return e
}

// roundIsIdentity tells that f has no digits past the given one.
func roundIsIdentity(f float64, digits int) bool {
	e := binexp(f)
	q := e / 4
	if e <= 0 {
		q = e/3 - 1
	}
	return digits >= floatDigits-q
}

func roundIsZero(f float64, digits int) bool {
	e := binexp(f)
	q := e/3 + 1
	if e <= 0 {
		q = e / 4
	}
	return digits < -q
}

func roundExactly(f float64, digits int) float64 {
	r := new(big.Rat)
	r.SetFloat64(f)
	scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	r.Mul(r, scale)
	half := big.NewRat(1, 2)
	neg := r.Sign() < 0
	if neg {
		r.Neg(r)
	}
	r.Add(r, half)
	n := new(big.Int).Quo(r.Num(), r.Denom())
	out := new(big.Rat).SetInt(n)
	out.Quo(out, scale)
	v, _ := out.Float64()
	if neg {
		return -v
	}
	return v
}
