package ops

import (
	"errors"
	"math"

	"bunraku/grammar/issue"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

const nanos = 1_000_000_000

// times is arithmetic with a Timestamp or Timespan on one side.
// puppet: pops/time/{timespan,timestamp}.rb
func times(op byte, a, b values.Value) (values.Value, error) {
	isTime := func(v values.Value) bool { return !v.IsNumber() }
	for _, v := range [...]values.Value{a, b} {
		if v.IsFloat() && (op == '+' || op == '-' && b.Kind() != values.KindTimestamp || op == '*' && a.Kind() != values.KindTimestamp && b.Kind() != values.KindTimestamp) && math.Abs(v.AsFloat()) > math.MaxFloat64/nanos { // Ruby's FloatDomainError
			return a, errors.New(rubyfmt.ToS(values.Float(v.AsFloat() * nanos)))
		}
	}
	if isTime(b) && !isTime(a) {
		span := b.Kind() == values.KindTimespan
		switch {
		case op == '+' || op == '*' && span:
			a, b = b, a
		case op == '-' && span:
			a = values.TimespanValue(values.Timespan{Nanos: seconds(a)})
		default:
			return a, fault(issue.OperatorNotApplicableWhen.Error(opText(op), Label(a), Label(b)), Left)
		}
	}
	if a.Kind() == values.KindTimestamp {
		return timestamps(op, a, b)
	}
	return timespans(op, a.AsTimespan().Nanos, a, b)
}

// seconds is a number of seconds in nanoseconds.
func seconds(v values.Value) int64 {
	if v.IsInt() {
		if n, ok := multiply(v.AsInt(), nanos); ok {
			return n
		}
		if v.AsInt() < 0 {
			return math.MinInt64
		}
		return math.MaxInt64
	}
	switch f := v.AsFloat() * nanos; {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	default:
		return int64(f)
	}
}

func timespans(op byte, x int64, a, b values.Value) (values.Value, error) {
	span := func(n int64) (values.Value, error) { return values.TimespanValue(values.Timespan{Nanos: n}), nil }
	switch op {
	case '+':
		switch b.Kind() {
		case values.KindTimestamp:
			return addToTimestamp(*b.AsTimestamp(), x), nil
		case values.KindTimespan:
			return span(x + b.AsTimespan().Nanos)
		}
		return span(x + seconds(b))
	case '-':
		switch b.Kind() {
		case values.KindTimespan:
			return span(x - b.AsTimespan().Nanos)
		case values.KindTimestamp:
			return a, errors.New("A Timestamp cannot be subtracted from a Timespan")
		}
		return span(x - seconds(b))
	case '*':
		if b.IsInt() {
			return span(x * b.AsInt())
		}
		if b.IsFloat() {
			return span(int64(float64(x) * b.AsFloat()))
		}
		return a, errors.New("A Timestamp cannot be multiplied by a " + className(b))
	case '/':
		switch {
		case b.IsInt():
			if b.AsInt() == 0 {
				return a, fault(issue.DivByZero.Error(), Right)
			}
			return span(FloorDiv(x, b.AsInt()))
		case b.IsFloat():
			return span(int64(math.Floor(float64(x) / b.AsFloat())))
		case b.Kind() == values.KindTimespan:
			if b.AsTimespan().Nanos == 0 {
				return a, fault(issue.DivByZero.Error(), Right)
			}
			return values.Float(float64(x) / float64(b.AsTimespan().Nanos)), nil
		}
		return a, errors.New("A Timespan cannot be divided by a " + className(b))
	case '%':
		if !b.IsNumber() {
			return a, errors.New("Can not do modulus on a Timespan using a a " + className(b))
		}
		if b.IsInt() { // of the whole seconds
			if b.AsInt() == 0 {
				return a, fault(issue.DivByZero.Error(), Right)
			}
			return values.Int(FloorMod(FloorDiv(x, nanos), b.AsInt())), nil
		}
	}
	return a, fault(issue.OperatorNotApplicable.Error(opText(op), Label(a)), Left)
}

func timestamps(op byte, a, b values.Value) (values.Value, error) {
	t := *a.AsTimestamp()
	switch op {
	case '+':
		if b.Kind() == values.KindTimestamp {
			return a, errors.New("A Timestamp cannot be added to a Timestamp")
		}
		if b.Kind() == values.KindTimespan {
			return addToTimestamp(t, b.AsTimespan().Nanos), nil
		}
		return addToTimestamp(t, seconds(b)), nil
	case '-':
		switch b.Kind() {
		case values.KindTimestamp:
			u := b.AsTimestamp()
			return values.TimespanValue(values.Timespan{Nanos: (t.Sec-u.Sec)*nanos + int64(t.Nsec-u.Nsec)}), nil
		case values.KindTimespan:
			return addToTimestamp(t, -b.AsTimespan().Nanos), nil
		}
		return addToTimestamp(t, -seconds(b)), nil
	}
	return a, fault(issue.OperatorNotApplicable.Error(opText(op), Label(a)), Left)
}

func addToTimestamp(t values.Timestamp, n int64) values.Value {
	sec := t.Sec + FloorDiv(n, nanos)
	nsec := int64(t.Nsec) + FloorMod(n, nanos)
	if nsec >= nanos {
		sec, nsec = sec+1, nsec-nanos
	}
	return values.TimestampValue(values.Timestamp{Sec: sec, Nsec: int32(nsec)})
}

func className(v values.Value) string { return string(Label(v)) }
