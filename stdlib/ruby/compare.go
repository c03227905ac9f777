package ruby

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// CompareError is what Ruby raises when <=> gives no order.
func CompareError(a, b values.Value) error {
	y := rubyfmt.RubyClass(b)
	switch b.Kind() {
	case values.KindUndef, values.KindBool, values.KindInt, values.KindFloat, values.KindDefault:
		y = rubyfmt.Inspect(b)
	}
	return &rubyfmt.Error{Class: "ArgumentError", Message: "comparison of " + rubyfmt.RubyClass(a) + " with " + y + " failed"}
}

// Spaceship is a <=> b; ok is false when they have no order.
func Spaceship(a, b values.Value) (c int, ok bool) {
	switch {
	case a.IsNumber() && b.IsNumber():
		c = values.CompareNumbers(a, b)
		return c, c != 2
	case a.IsString() && b.IsString():
		return strings.Compare(a.AsString(), b.AsString()), true
	}
	k := a.Kind()
	if k != b.Kind() {
		return timeOrder(a, b)
	}
	switch k {
	case values.KindUndef, values.KindDefault:
		return 0, true
	case values.KindBool:
		return 0, a == b
	case values.KindArray:
		x, y := a.AsArray().Elems(), b.AsArray().Elems()
		for i := range x {
			if i >= len(y) {
				return 1, true
			}
			if c, ok := Spaceship(x[i], y[i]); c != 0 || !ok {
				return c, ok
			}
		}
		if len(x) < len(y) {
			return -1, true
		}
		return 0, true
	case values.KindTimespan:
		return cmp.Compare(a.AsTimespan().Nanos, b.AsTimespan().Nanos), true
	case values.KindTimestamp:
		return timeOrder(a, b)
	case values.KindSemVer:
		return CompareSemVer(a.AsSemVer(), b.AsSemVer()), true
	}
	return 0, values.Eql(a, b)
}

// timeOrder orders time spans and timestamps among themselves and against
// numbers, which stand for seconds: an integer is compared with the whole seconds.
// puppet: pops/time/timespan.rb, TimeData#<=>
func timeOrder(a, b values.Value) (int, bool) {
	x, ok := nanos(a)
	if !ok {
		return 0, false
	}
	switch b.Kind() {
	case values.KindInt:
		sec := new(big.Int)
		sec.Div(x, big.NewInt(1e9)) // Euclidean, which is floor for a positive divisor
		return sec.Cmp(big.NewInt(b.AsInt())), true
	case values.KindFloat:
		f, _ := new(big.Rat).SetFrac(x, big.NewInt(1e9)).Float64()
		switch g := b.AsFloat(); {
		case g != g:
			return 0, false
		case f < g:
			return -1, true
		case f > g:
			return 1, true
		}
		return 0, true
	}
	if a.Kind() != b.Kind() {
		return 0, false
	}
	y, _ := nanos(b)
	return x.Cmp(y), true
}

func nanos(v values.Value) (*big.Int, bool) {
	switch v.Kind() {
	case values.KindTimespan:
		return big.NewInt(v.AsTimespan().Nanos), true
	case values.KindTimestamp:
		t := v.AsTimestamp()
		n := new(big.Int).Mul(big.NewInt(t.Sec), big.NewInt(1e9))
		return n.Add(n, big.NewInt(int64(t.Nsec))), true
	}
	return nil, false
}

// CompareSemVer orders versions as semver.org says; a build takes no part.
func CompareSemVer(a, b *values.SemVer) int {
	if c := cmp.Or(cmp.Compare(a.Major, b.Major), cmp.Compare(a.Minor, b.Minor), cmp.Compare(a.Patch, b.Patch)); c != 0 {
		return c
	}
	switch {
	case a.Pre == b.Pre:
		return 0
	case a.Pre == "":
		return 1
	case b.Pre == "":
		return -1
	}
	x, y := strings.Split(a.Pre, "."), strings.Split(b.Pre, ".")
	for i := range x {
		if i >= len(y) {
			return 1
		}
		m, merr := strconv.ParseUint(x[i], 10, 64)
		n, nerr := strconv.ParseUint(y[i], 10, 64)
		c := 0
		switch {
		case merr == nil && nerr == nil:
			c = cmp.Compare(m, n)
		case merr == nil:
			c = -1
		case nerr == nil:
			c = 1
		default:
			c = strings.Compare(x[i], y[i])
		}
		if c != 0 {
			return c
		}
	}
	if len(x) < len(y) {
		return -1
	}
	return 0
}

// Order is a <=> b, with Ruby's error when they have no order.
func Order(a, b values.Value) (int, error) {
	if c, ok := Spaceship(a, b); ok {
		return c, nil
	}
	return 0, CompareError(a, b)
}

// BlockOrder turns the result of a block that compares a and b into an order.
func BlockOrder(r, a, b values.Value) (int, error) {
	switch r.Kind() {
	case values.KindUndef:
		return 0, CompareError(a, b)
	case values.KindInt, values.KindFloat:
		switch n := r.Number(); {
		case n > 0:
			return 1, nil
		case n < 0:
			return -1, nil
		}
		return 0, nil
	case values.KindString:
		return 0, CompareError(r, values.Int(0))
	}
	return 0, &rubyfmt.Error{Class: "NoMethodError", Message: "undefined method `>' for " + Receiver(r)}
}

// Receiver is a value as Ruby's NoMethodError names it.
func Receiver(v values.Value) string {
	s := rubyfmt.Inspect(v)
	if v.IsUndef() {
		return "nil:NilClass"
	}
	return s + ":" + rubyfmt.RubyClass(v)
}

// Sort sorts as Ruby does on Linux: a merge sort, whose order of comparisons
// blocks and errors show.
func Sort(elems []values.Value, order func(a, b values.Value) (int, error)) ([]values.Value, error) {
	out := append([]values.Value(nil), elems...)
	if err := mergeSort(out, make([]values.Value, len(out)), order); err != nil {
		return nil, err
	}
	return out, nil
}

// mergeSort follows glibc's msort: halves, the smaller first.
func mergeSort(a, tmp []values.Value, order func(a, b values.Value) (int, error)) error {
	if len(a) <= 1 {
		return nil
	}
	n := len(a) / 2
	x, y := a[:n], a[n:]
	if err := mergeSort(x, tmp, order); err != nil {
		return err
	}
	if err := mergeSort(y, tmp, order); err != nil {
		return err
	}
	i, j, k := 0, 0, 0
	for i < len(x) && j < len(y) {
		c, err := order(x[i], y[j])
		if err != nil {
			return err
		}
		if c <= 0 {
			tmp[k] = x[i]
			i++
		} else {
			tmp[k] = y[j]
			j++
		}
		k++
	}
	k += copy(tmp[k:], x[i:])
	copy(a, tmp[:k])
	return nil
}
