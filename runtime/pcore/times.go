package pcore

import (
	"fmt"
	"math"

	"bunraku/runtime/values"
)

// TimespanType is Timespan[Min, Max].
type TimespanType struct {
	base
	Min, Max     int64 // nanoseconds
	NoMin, NoMax bool
}

// Timespan is Timespan.
var Timespan = newTimespan(math.MinInt64, math.MaxInt64, true, true)

func newTimespan(min, max int64, noMin, noMax bool) *TimespanType {
	t := &TimespanType{Min: min, Max: max, NoMin: noMin, NoMax: noMax}
	t.cell.T = t
	return t
}

// Name is Timespan.
func (t *TimespanType) Name() string { return "Timespan" }

// Check reports whether v is an instance.
func (t *TimespanType) Check(v values.Value) bool {
	if v.Kind() != values.KindTimespan {
		return false
	}
	n := v.AsTimespan().Nanos
	return n >= t.Min && n <= t.Max
}

// Generalize is Timespan.
func (t *TimespanType) Generalize() Type { return Timespan }

func (t *TimespanType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*TimespanType)
	return ok && (t.NoMin || !u.NoMin && t.Min <= u.Min) && (t.NoMax || !u.NoMax && t.Max >= u.Max)
}

func (t *TimespanType) merge(u *TimespanType) *TimespanType {
	if t.Max < u.Min || u.Max < t.Min {
		return nil
	}
	return newTimespan(min(t.Min, u.Min), max(t.Max, u.Max), t.NoMin || u.NoMin, t.NoMax || u.NoMax)
}

func (t *TimespanType) write(p *printer) {
	p.text("Timespan")
	p.timeRange(t.NoMin, t.NoMax, t.Min == t.Max, func() string { return TimespanText(t.Min) },
		func() string { return TimespanText(t.Max) })
}

func (p *printer) timeRange(noMin, noMax, same bool, from, to func() string) {
	if noMin && noMax {
		return
	}
	p.text("[")
	if noMin {
		p.text("default")
	} else {
		p.text("'" + from() + "'")
	}
	if !noMax && !same {
		p.text(", '" + to() + "'")
	}
	p.text("]")
}

// TimestampType is Timestamp[Min, Max].
type TimestampType struct {
	base
	Min, Max     values.Timestamp
	NoMin, NoMax bool
}

// Timestamp is Timestamp.
var Timestamp = newTimestamp(values.Timestamp{}, values.Timestamp{}, true, true)

func newTimestamp(min, max values.Timestamp, noMin, noMax bool) *TimestampType {
	t := &TimestampType{Min: min, Max: max, NoMin: noMin, NoMax: noMax}
	t.cell.T = t
	return t
}

// CompareTimestamps orders two points in time: -1, 0 or 1.
func CompareTimestamps(a, b values.Timestamp) int {
	switch {
	case a.Sec != b.Sec:
		if a.Sec < b.Sec {
			return -1
		}
		return 1
	case a.Nsec < b.Nsec:
		return -1
	case a.Nsec > b.Nsec:
		return 1
	}
	return 0
}

// Name is Timestamp.
func (t *TimestampType) Name() string { return "Timestamp" }

// Check reports whether v is an instance.
func (t *TimestampType) Check(v values.Value) bool {
	if v.Kind() != values.KindTimestamp {
		return false
	}
	n := *v.AsTimestamp()
	return (t.NoMin || CompareTimestamps(n, t.Min) >= 0) && (t.NoMax || CompareTimestamps(n, t.Max) <= 0)
}

// Generalize is Timestamp.
func (t *TimestampType) Generalize() Type { return Timestamp }

func (t *TimestampType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*TimestampType)
	return ok && (t.NoMin || !u.NoMin && CompareTimestamps(t.Min, u.Min) <= 0) &&
		(t.NoMax || !u.NoMax && CompareTimestamps(t.Max, u.Max) >= 0)
}

func (t *TimestampType) merge(u *TimestampType) *TimestampType {
	if !t.NoMax && !u.NoMin && CompareTimestamps(t.Max, u.Min) < 0 ||
		!u.NoMax && !t.NoMin && CompareTimestamps(u.Max, t.Min) < 0 {
		return nil
	}
	lo, hi := t.Min, t.Max
	if CompareTimestamps(u.Min, lo) < 0 {
		lo = u.Min
	}
	if CompareTimestamps(u.Max, hi) > 0 {
		hi = u.Max
	}
	return newTimestamp(lo, hi, t.NoMin || u.NoMin, t.NoMax || u.NoMax)
}

func (t *TimestampType) write(p *printer) {
	p.text("Timestamp")
	p.timeRange(t.NoMin, t.NoMax, t.Min == t.Max, func() string { return TimestampText(t.Min) },
		func() string { return TimestampText(t.Max) })
}

const nanosPerSecond = 1000000000

// timestampOf is a point in time of seconds and nanoseconds that may be out of
// range.
func timestampOf(sec, nsec int64) values.Timestamp {
	sec += nsec / nanosPerSecond
	nsec %= nanosPerSecond
	if nsec < 0 {
		nsec += nanosPerSecond
		sec--
	}
	return values.Timestamp{Sec: sec, Nsec: int32(nsec)}
}

// secondsToTimestamp takes a number of seconds since 1970.
func secondsToTimestamp(v values.Value) values.Timestamp {
	if v.IsInt() {
		return values.Timestamp{Sec: v.AsInt()}
	}
	f := math.Trunc(v.AsFloat() * nanosPerSecond)
	sec := math.Floor(f / nanosPerSecond)
	return timestampOf(int64(sec), int64(f-sec*nanosPerSecond))
}

// secondsToTimespan takes a number of seconds.
func secondsToTimespan(v values.Value) (values.Timespan, error) {
	if v.IsInt() {
		n := v.AsInt()
		if n > math.MaxInt64/nanosPerSecond || n < math.MinInt64/nanosPerSecond {
			return values.Timespan{}, fmt.Errorf("Timespan of %d seconds is out of range", n)
		}
		return values.Timespan{Nanos: n * nanosPerSecond}, nil
	}
	f := v.AsFloat() * nanosPerSecond
	if !(math.Abs(f) < math.MaxInt64) {
		return values.Timespan{}, fmt.Errorf("Timespan of %s seconds is out of range", floatText(v.AsFloat()))
	}
	return values.Timespan{Nanos: int64(f)}, nil
}

// timespanBound is a bound of a Timespan type; ok is false for default.
func timespanBound(v values.Value) (n int64, ok bool, err error) {
	var ts values.Timespan
	switch v.Kind() {
	case values.KindTimespan:
		ts = *v.AsTimespan()
	case values.KindHash:
		ts, err = timespanFromHash(v.AsHash())
	case values.KindUndef, values.KindDefault:
		return 0, false, nil
	case values.KindString:
		ts, err = ParseTimespan(v.AsString(), nil)
	case values.KindInt, values.KindFloat:
		ts, err = secondsToTimespan(v)
	default:
		err = fmt.Errorf("Unable to create a Puppet::Pops::Time::Timespan from a %s", RubyClass(v))
	}
	return ts.Nanos, true, err
}

func timestampBound(v values.Value) (ts values.Timestamp, ok bool, err error) {
	switch v.Kind() {
	case values.KindTimestamp:
		ts = *v.AsTimestamp()
	case values.KindHash:
		ts, err = timestampFromHash(v.AsHash())
	case values.KindUndef, values.KindDefault:
		return ts, false, nil
	case values.KindString:
		ts, err = ParseTimestamp(v.AsString(), nil, "")
	case values.KindInt, values.KindFloat:
		ts = secondsToTimestamp(v)
	default:
		err = fmt.Errorf("Unable to create a Puppet::Pops::Time::Timestamp from a %s", RubyClass(v))
	}
	return ts, true, err
}

func timespanTypeOf(args []values.Value) (Type, error) {
	t := newTimespan(math.MinInt64, math.MaxInt64, true, true)
	for i, a := range args {
		n, ok, err := timespanBound(a)
		if err != nil {
			return nil, err
		}
		switch {
		case !ok:
		case i == 0:
			t.Min, t.NoMin = n, false
		default:
			t.Max, t.NoMax = n, false
		}
	}
	if t.Min > t.Max {
		return nil, fmt.Errorf("'from' must be less or equal to 'to'. Got (%s, %s", TimespanText(t.Min), TimespanText(t.Max))
	}
	return t, nil
}

func timestampTypeOf(args []values.Value) (Type, error) {
	t := newTimestamp(values.Timestamp{}, values.Timestamp{}, true, true)
	for i, a := range args {
		ts, ok, err := timestampBound(a)
		if err != nil {
			return nil, err
		}
		switch {
		case !ok:
		case i == 0:
			t.Min, t.NoMin = ts, false
		default:
			t.Max, t.NoMax = ts, false
		}
	}
	if !t.NoMin && !t.NoMax && CompareTimestamps(t.Min, t.Max) > 0 {
		return nil, fmt.Errorf("'from' must be less or equal to 'to'. Got (%s, %s", TimestampText(t.Min), TimestampText(t.Max))
	}
	return t, nil
}
