package golden

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// Diff says in one line where got parts from want, "" when it does not. The order
// is the one in which a difference explains the others: error, value, type,
// string, logs, resources.
func Diff(want, got Result) string {
	if d := diffError(want.Error, got.Error); d != "" {
		return d
	}
	switch {
	case want.HasValue != got.HasValue:
		return fmt.Sprintf("value: want %s, got %s", present(want), present(got))
	case !Equal(want.Value, got.Value):
		return fmt.Sprintf("value: want %s, got %s", compact(want.Value), compact(got.Value))
	case want.Type != got.Type:
		return fmt.Sprintf("type: want %s, got %s", want.Type, got.Type)
	case want.String != got.String:
		return fmt.Sprintf("string: want %q, got %q", want.String, got.String)
	}
	for i := range max(len(want.Logs), len(got.Logs)) {
		switch {
		case i >= len(got.Logs):
			return fmt.Sprintf("log %d: want %s, got none", i, compact(want.Logs[i]))
		case i >= len(want.Logs):
			return fmt.Sprintf("log %d: want none, got %s", i, compact(got.Logs[i]))
		case want.Logs[i] != got.Logs[i]:
			return fmt.Sprintf("log %d: want %s, got %s", i, compact(want.Logs[i]), compact(got.Logs[i]))
		}
	}
	if len(want.Resources)+len(got.Resources) > 0 && !reflect.DeepEqual(want.Resources, got.Resources) {
		return fmt.Sprintf("resources: want %v, got %v", want.Resources, got.Resources)
	}
	return ""
}

func diffError(want, got *Error) string {
	switch {
	case want == nil && got == nil:
		return ""
	case want == nil:
		return "error: want none, got " + compact(got)
	case got == nil:
		return "error: want " + compact(want) + ", got none"
	case want.Message == "":
		return "" // any error: see testdata/README.md
	case *want != *got:
		return "error: want " + compact(want) + ", got " + compact(got)
	}
	return ""
}

func present(r Result) string {
	if !r.HasValue {
		return "none"
	}
	return compact(r.Value)
}

// Equal compares rich data. Numbers compare as kind and value: 1 is not 1.0, but
// 1e2 is 100.0; the order of a hash's keys is lost in JSON and left to the string
// form. {"__unserializable": true} as a is any value: one that Puppet's serializer
// gives up on.
func Equal(a, b any) bool {
	switch x := a.(type) {
	case json.Number:
		y, ok := b.(json.Number)
		return ok && equalNumbers(x, y)
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Equal(x[i], y[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		if x["__unserializable"] == true {
			return true
		}
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			w, there := y[k]
			if !there || !Equal(v, w) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

func equalNumbers(x, y json.Number) bool {
	if x == y {
		return true
	}
	_, xi := x.Int64()
	_, yi := y.Int64()
	if xi == nil || yi == nil {
		return false // Integers are written one way only
	}
	xf, errX := x.Float64()
	yf, errY := y.Float64()
	return errX == nil && errY == nil && xf == yf
}

func compact(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
