package ops

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"bunraku/grammar/issue"
	"bunraku/runtime/pcore"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// ToNumber reads a string as the language reads a number: decimal, 0x and 0
// radices, floats, with a sign and blanks around.
// puppet: pops/utils.rb, to_n; pops/patterns.rb, NUMERIC
func ToNumber(s string) (values.Value, bool) {
	s = strings.TrimPrefix(s, "::")
	s = strings.Trim(s, " \t")
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = strings.TrimLeft(s[1:], " \t")
	}
	if len(s) > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		return parseInt(s[2:], 16, neg)
	}
	n := digits(s)
	if n == 0 {
		return values.Undef, false
	}
	whole, rest := s[:n], s[n:]
	if rest == "" {
		if len(whole) > 1 && whole[0] == '0' {
			return parseInt(whole[1:], 8, neg)
		}
		return parseInt(whole, 10, neg)
	}
	f := rest
	if f[0] == '.' {
		d := digits(f[1:])
		if d == 0 {
			return values.Undef, false
		}
		f = f[1+d:]
	}
	if f != "" && (f[0] == 'e' || f[0] == 'E') {
		f = strings.TrimPrefix(f[1:], "-")
		d := digits(f)
		if d == 0 {
			return values.Undef, false
		}
		f = f[d:]
	}
	if f != "" {
		return values.Undef, false
	}
	// A zero with an exponent is no number: puppet: match_to_fp.
	if e := strings.IndexAny(rest, "eE"); e >= 0 && strings.Trim(whole, "0") == "" && strings.Trim(rest[:e], ".0") == "" {
		return values.Undef, false
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && math.IsInf(x, 0) {
		return values.Undef, false
	}
	if neg {
		x = -x
	}
	return values.Float(x), true
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func parseInt(s string, radix int, neg bool) (values.Value, bool) {
	if neg {
		s = "-" + s
	}
	i, err := strconv.ParseInt(s, radix, 64)
	if err != nil {
		return values.Undef, false
	}
	return values.Int(i), true
}

// toS is how Ruby shows a value inside a text.
func toS(v values.Value) string {
	if v.Kind() == values.KindSensitive {
		return "Sensitive [value redacted]"
	}
	if v.Kind() == values.KindIterator {
		return pcore.Text(v)
	}
	return rubyfmt.ToS(v)
}

// numeric is v as a number for an operator.
func (e *Env) numeric(v values.Value, blame int) (values.Value, error) {
	switch v.Kind() {
	case values.KindInt, values.KindFloat, values.KindTimespan, values.KindTimestamp, values.KindSemVer:
		return v, nil // what Ruby's Numeric is an ancestor of
	}
	if v.IsString() {
		if n, ok := ToNumber(v.AsString()); ok {
			if e.Loose {
				return n, nil
			}
			d := issue.NumericCoercion.Error(v.AsString(), rubyfmt.ToS(n))
			if e.Warn == nil {
				return n, fault(d, blame)
			}
			return n, e.Warn(d, blame)
		}
	}
	return v, fault(issue.NotNumeric.Error(toS(v)), blame)
}

// Arithmetic computes `a op b` for op one of + - * / % << and > for >>.
// puppet: evaluator_impl.rb, calculate
func (e *Env) Arithmetic(op byte, a, b values.Value) (values.Value, error) {
	switch a.Kind() {
	case values.KindURI, values.KindBinary:
		if op == '+' {
			return e.concatenate(a, b)
		}
	case values.KindArray, values.KindHash:
		switch op {
		case '+':
			return e.concatenate(a, b)
		case '-':
			return remove(a, b), nil
		case '<':
			if a.Kind() != values.KindArray {
				return a, fault(issue.OperatorNotApplicable.Error("<<", Label(a)), Left)
			}
			return a.AsArray().Append(b).Value(), nil
		}
	}
	x, err := e.numeric(a, Left)
	if err != nil {
		return a, err
	}
	y, err := e.numeric(b, Right)
	if err != nil {
		return a, err
	}
	switch {
	case x.IsInt() && y.IsInt():
		return integers(op, x.AsInt(), y.AsInt())
	case x.IsNumber() && y.IsNumber() || op == '%' && (x.IsFloat() || y.IsFloat()):
		return floats(op, x, y)
	case x.Kind() == values.KindSemVer || y.Kind() == values.KindSemVer:
		return x, versions(op, x, y)
	}
	return times(op, x, y)
}

// versions is the error of an operator with a version on one side, which Ruby
// takes for a number at first.
func versions(op byte, x, y values.Value) error {
	isTime := func(v values.Value) bool { return v.Kind() == values.KindTimestamp || v.Kind() == values.KindTimespan }
	switch {
	case x.Kind() == values.KindSemVer && op == '+' && isTime(y):
		return errors.New("A Version cannot be added to a " + className(y))
	case x.Kind() == values.KindSemVer && op == '-' && y.Kind() == values.KindTimestamp:
		return fault(issue.OperatorNotApplicableWhen.Error("-", Label(x), Label(y)), Left)
	case x.Kind() == values.KindSemVer, op == '<':
		return fault(issue.OperatorNotApplicable.Error(opText(op), Label(x)), Left)
	case isTime(x) && op == '+':
		return errors.New("A Version cannot be added to a " + className(x))
	case isTime(x) && op == '-':
		return errors.New("A Version cannot be subtracted from a " + className(x))
	}
	return errNotFloat
}

var errNotFloat = errors.New("can't convert SemanticPuppet::Version into Float")

func opText(op byte) string {
	switch op {
	case '<':
		return "<<"
	case '>':
		return ">>"
	}
	return string(op)
}

func integers(op byte, x, y int64) (values.Value, error) {
	switch op {
	case '+':
		if r := x + y; (r > x) == (y > 0) {
			return values.Int(r), nil
		}
	case '-':
		if r := x - y; (r < x) == (y > 0) {
			return values.Int(r), nil
		}
	case '*':
		if r, ok := multiply(x, y); ok {
			return values.Int(r), nil
		}
	case '/':
		if y == 0 {
			return values.Undef, fault(issue.DivByZero.Error(), Right)
		}
		if !(x == math.MinInt64 && y == -1) {
			return values.Int(FloorDiv(x, y)), nil
		}
	case '%':
		if y == 0 {
			return values.Undef, fault(issue.DivByZero.Error(), Right)
		}
		return values.Int(FloorMod(x, y)), nil
	case '<', '>':
		return shift(op, x, y)
	}
	return values.Undef, overflow(op, bigResult(op, x, y))
}

// FloorDiv divides as Ruby does: towards negative infinity.
func FloorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// FloorMod is the remainder of FloorDiv: it has the sign of y.
func FloorMod(x, y int64) int64 {
	if y == -1 {
		return 0
	}
	m := x % y
	if m != 0 && (m < 0) != (y < 0) {
		m += y
	}
	return m
}

func multiply(x, y int64) (int64, bool) {
	if x == 0 || y == 0 {
		return 0, true
	}
	r := x * y
	if r/y != x || x == -1 && y == math.MinInt64 || y == -1 && x == math.MinInt64 {
		return 0, false
	}
	return r, true
}

func bigResult(op byte, x, y int64) *big.Int {
	a, b := big.NewInt(x), big.NewInt(y)
	switch op {
	case '+':
		return a.Add(a, b)
	case '-':
		return a.Sub(a, b)
	case '*':
		return a.Mul(a, b)
	}
	return a.Neg(a) // MinInt64 / -1
}

func overflow(op byte, r *big.Int) error {
	label := issue.Label("'" + opText(op) + "' expression")
	if r.Sign() > 0 {
		return fault(issue.NumericOverflow.Error(label, "+0x"+r.Text(16)), Self)
	}
	return fault(issue.NumericUnderflow.Error(label, "-0x"+r.Text(16)[1:]), Self)
}

// maxShift bounds the size of the number in an overflow message.
const maxShift = 1 << 24

// errTooBig is what Ruby says of a number that it has no memory for.
var errTooBig error = &runtimeError{"failed to allocate memory"}

// runtimeError is an error that Puppet's evaluator does not rescue: its text
// stands alone.
type runtimeError struct{ text string }

func (e *runtimeError) Error() string { return e.text }

// Bare tells that the text gets neither a prefix nor a place.
func (e *runtimeError) Bare() bool { return true }

func shift(op byte, x, y int64) (values.Value, error) {
	if op == '>' {
		if y == math.MinInt64 {
			y++
		}
		y = -y
	}
	switch {
	case y <= -64:
		if x < 0 {
			return values.Int(-1), nil
		}
		return values.Int(0), nil
	case y < 0:
		return values.Int(x >> uint(-y)), nil
	case x == 0:
		return values.Int(0), nil
	case y < 63, y == 63 && x == -1:
		if r := x << uint(y); r>>uint(y) == x {
			return values.Int(r), nil
		}
	}
	if y > maxShift {
		return values.Undef, errTooBig
	}
	b := big.NewInt(x)
	return values.Undef, overflow(op, b.Lsh(b, uint(y)))
}

func floats(op byte, x, y values.Value) (values.Value, error) {
	if op == '%' {
		if x.IsFloat() {
			return x, fault(issue.OperatorNotApplicable.Error("%", "Float"), Left)
		}
		return x, fault(issue.OperatorNotApplicableWhen.Error("%", Label(x), Label(y)), Left)
	}
	var r float64
	f, g := x.Number(), y.Number()
	switch op {
	case '+':
		r = f + g
	case '-':
		r = f - g
	case '*':
		r = f * g
	case '/':
		r = f / g
	default:
		if x.IsFloat() {
			return x, fault(issue.OperatorNotApplicable.Error(opText(op), "Float"), Left)
		}
		return shift(op, x.AsInt(), saturate(g))
	}
	if math.IsInf(r, 0) {
		return x, fault(issue.ResultIsInfinity.Error(opText(op)), Left)
	}
	return values.Float(r), nil
}

// saturate is a float as the nearest integer there is, towards zero.
func saturate(f float64) int64 {
	switch {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

// Negate is unary minus.
func (e *Env) Negate(v values.Value) (values.Value, error) {
	n, err := e.numeric(v, Left)
	if err != nil {
		return v, err
	}
	switch n.Kind() {
	case values.KindInt:
		if n.AsInt() == math.MinInt64 {
			return v, overflow('-', bigResult('-', 0, n.AsInt()))
		}
		return values.Int(-n.AsInt()), nil
	case values.KindFloat:
		return values.Float(-n.AsFloat()), nil
	case values.KindTimespan:
		return values.TimespanValue(values.Timespan{Nanos: -n.AsTimespan().Nanos}), nil
	case values.KindSemVer:
		return v, errors.New("can't convert SemanticPuppet::Version into Float")
	}
	return v, fault(issue.OperatorNotApplicable.Error("-", Label(v)), Left)
}
