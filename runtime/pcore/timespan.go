package pcore

import (
	"fmt"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// defaultTimespanFormats are tried in this order when no format is given.
// puppet: pops/time/timespan.rb, DEFAULTS
var defaultTimespanFormats = []string{"%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S",
	"%H:%M:%S", "%D-%H:%M", "%S"}

// ParseTimespan reads a time span in one of the formats, or in the default ones.
func ParseTimespan(text string, formats []string) (values.Timespan, error) {
	if formats == nil {
		formats = defaultTimespanFormats
	}
	n, err := rubyfmt.ParseTimespan(text, formats)
	return values.Timespan{Nanos: n}, err
}

// TimespanText is a time span in its default format.
func TimespanText(nanos int64) string {
	s, err := rubyfmt.FormatTimespan(defaultTimespanFormats[0], nanos)
	if err != nil {
		return fmt.Sprint(nanos) // the format is a constant and right
	}
	return s
}

// timespanFields makes a time span of its fields.
func timespanFields(negative bool, fields [7]int64) values.Timespan {
	n := fields[0]
	for i, factor := range [...]int64{24, 60, 60, 1000, 1000, 1000} {
		n = n*factor + fields[i+1]
	}
	if negative {
		n = -n
	}
	return values.Timespan{Nanos: n}
}

var timespanFieldNames = [7]string{"days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"}

func timespanFromHash(h *values.Hash) (values.Timespan, error) {
	if s, ok := h.GetString("string"); ok {
		return parseTimespanFormats(s.AsString(), mustGet(h, "format"))
	}
	var fields [7]int64
	for i, name := range timespanFieldNames {
		if v, ok := h.GetString(name); ok && v.IsInt() {
			fields[i] = v.AsInt()
		}
	}
	return timespanFields(mustGet(h, "negative").Truthy(), fields), nil
}

func mustGet(h *values.Hash, key string) values.Value {
	v, _ := h.GetString(key)
	return v
}

// parseTimespanFormats takes the format as a value: undef, a string or an array.
func parseTimespanFormats(text string, format values.Value) (values.Timespan, error) {
	switch format.Kind() {
	case values.KindString:
		f, err := rubyfmt.ParseTimespanFormat(format.AsString())
		if err != nil {
			return values.Timespan{}, err
		}
		n, err := f.Parse(text)
		return values.Timespan{Nanos: n}, err
	case values.KindArray:
		return ParseTimespan(text, stringsOf(format))
	}
	return ParseTimespan(text, nil)
}

func stringsOf(v values.Value) []string {
	out := make([]string, 0, v.AsArray().Len())
	for _, e := range v.AsArray().Elems() {
		out = append(out, Text(e))
	}
	return out
}
