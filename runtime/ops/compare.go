package ops

import (
	"errors"

	"bunraku/grammar/issue"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

// Equal is == of the edition.
func (e *Env) Equal(a, b values.Value) bool {
	if !e.Loose {
		return values.Equal(a, b)
	}
	return looseEqual(a, b)
}

// looseEqual is evaluator4's ==: a string that looks like a number is one.
// seed: 000, "Comparison"
func looseEqual(a, b values.Value) bool {
	if x, y, ok := bothNumbers(a, b); ok {
		return values.CompareNumbers(x, y) == 0
	}
	switch {
	case a.Kind() == values.KindType && b.Kind() == values.KindRegexp:
		t, ok := pcore.TypeOf(a).(*pcore.PatternType) // it acts as its regexp: D-16
		return ok && len(t.Patterns) == 1 && t.Patterns[0].Re != nil && values.Equal(values.RegexpValue(t.Patterns[0].Re), b)
	case a.Kind() == values.KindRegexp && b.Kind() == values.KindType:
		return looseEqual(b, a)
	case a.Kind() == values.KindArray && b.Kind() == values.KindArray:
		x, y := a.AsArray().Elems(), b.AsArray().Elems()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !looseEqual(x[i], y[i]) {
				return false
			}
		}
		return true
	case a.Kind() == values.KindHash && b.Kind() == values.KindHash:
		x, y := a.AsHash(), b.AsHash()
		if x.Len() != y.Len() {
			return false
		}
		for _, en := range x.Entries() {
			if v, ok := y.Get(en.Key); !ok || !looseEqual(en.Value, v) {
				return false
			}
		}
		return true
	}
	return values.Equal(a, b)
}

func bothNumbers(a, b values.Value) (x, y values.Value, ok bool) {
	x, ok = asNumber(a)
	if !ok {
		return
	}
	y, ok = asNumber(b)
	return
}

func asNumber(v values.Value) (values.Value, bool) {
	if v.IsNumber() {
		return v, true
	}
	if v.IsString() {
		return ToNumber(v.AsString())
	}
	return v, false
}

// Order computes `a op b` for op one of "<" "<=" ">" ">=".
func (e *Env) Order(op string, a, b values.Value) (bool, error) {
	if a.Kind() == values.KindType {
		return orderTypes(op, a, b), nil
	}
	c, err := e.Compare(a, b)
	if err == errNotFloat {
		return false, err
	}
	if err != nil {
		return false, fault(issue.ComparisonNotPossible.Error(Label(a), op, Label(b), err.Error()), Self)
	}
	if c == 2 { // NaN
		return false, nil
	}
	switch op {
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	}
	return c >= 0, nil
}

func orderTypes(op string, a, b values.Value) bool {
	if b.Kind() != values.KindType {
		return false
	}
	t, u := pcore.TypeOf(a), pcore.TypeOf(b)
	switch op {
	case "<":
		return pcore.Assignable(u, t) && !t.Equal(u)
	case "<=":
		return pcore.Assignable(u, t)
	case ">":
		return pcore.Assignable(t, u) && !t.Equal(u)
	}
	return pcore.Assignable(t, u)
}

// Compare orders two values: -1, 0, 1, or 2 for a comparison with NaN. The
// error is Puppet's reason why they have no order.
// puppet: compare_operator.rb, cmp
func (e *Env) Compare(a, b values.Value) (int, error) {
	if e.Loose {
		if x, y, ok := bothNumbers(a, b); ok {
			return values.CompareNumbers(x, y), nil
		}
		// A number comes before any string that is none. seed: CMP-05, CMP-08
		if _, ok := asNumber(a); ok && b.IsString() {
			return -1, nil
		}
		if _, ok := asNumber(b); ok && a.IsString() {
			return 1, nil
		}
	}
	switch a.Kind() {
	case values.KindString:
		if !b.IsString() {
			return 0, errors.New("A String is not comparable to a non String")
		}
		return values.CompareFold(a.AsString(), b.AsString()), nil
	case values.KindInt, values.KindFloat:
		switch b.Kind() {
		case values.KindInt, values.KindFloat:
			return values.CompareNumbers(a, b), nil
		case values.KindTimespan, values.KindTimestamp:
			c, err := e.Compare(b, a)
			if c != 2 {
				c = -c
			}
			return c, err
		case values.KindSemVer: // what Ruby takes for a number
			return 0, errNotFloat
		}
		return 0, errors.New("A Numeric is not comparable to non Numeric")
	case values.KindTimespan:
		switch b.Kind() {
		case values.KindTimespan:
			return compareInts(a.AsTimespan().Nanos, b.AsTimespan().Nanos), nil
		case values.KindInt, values.KindFloat:
			return compareInts(a.AsTimespan().Nanos, seconds(b)), nil
		}
		return 0, errors.New("Timespans are only comparable to Timespans, Integers, and Floats")
	case values.KindTimestamp:
		t := a.AsTimestamp()
		switch b.Kind() {
		case values.KindTimestamp:
			u := b.AsTimestamp()
			if c := compareInts(t.Sec, u.Sec); c != 0 {
				return c, nil
			}
			return compareInts(int64(t.Nsec), int64(u.Nsec)), nil
		case values.KindInt, values.KindFloat:
			return compareInts(t.Sec*nanos+int64(t.Nsec), seconds(b)), nil
		}
		return 0, errors.New("Timestamps are only comparable to Timestamps, Integers, and Floats")
	case values.KindSemVer:
		if b.Kind() != values.KindSemVer {
			return 0, errors.New("Versions not comparable to non Versions")
		}
		return pcore.CompareSemVer(a.AsSemVer(), b.AsSemVer()), nil
	case values.KindDefault:
		if b.IsDefault() {
			return 0, nil
		}
		return 0, errors.New("Symbol not comparable to non Symbol")
	}
	return 0, errors.New("Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable")
}

func compareInts(x, y int64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
