package pcore

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// The strings that number types convert.
// puppet: pops/types/types.rb, INTEGER_PATTERN_LENIENT and FLOAT_PATTERN
const (
	integerStrings = `Pattern[/\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z/]`
	floatStrings   = `Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/]`
)

func makeIntegerFunction() *constructor {
	return &constructor{
		name: "new",
		locals: []string{
			"Radix = Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]",
			"Convertible = Variant[Numeric, Boolean, " + integerStrings + ", Timespan, Timestamp]",
			"NamedArgs = Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]",
		},
		overloads: []overload{
			{params: []param{{"Convertible", "from"}, {"Radix", "radix?"}, {"Boolean", "abs?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					return toInteger(args[0], at(args, 1), at(args, 2))
				}},
			{params: []param{{"NamedArgs", "hash_args"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					h := args[0].AsHash()
					return toInteger(mustGet(h, "from"), mustGet(h, "radix"), mustGet(h, "abs"))
				}},
			{params: []param{{"Hash", "hash_args"}}, mismatch: integerHashMismatch},
			{params: []param{{"Any", "from"}, {"Integer", "radix?"}, {"Boolean", "abs?"}},
				mismatch: func(args []values.Value) (string, error) {
					if err := assertRadix(at(args, 1)); err != nil {
						return "", err
					}
					return cannotConvert("Integer")(args)
				}},
		},
	}
}

func assertRadix(v values.Value) error {
	if !v.IsInt() {
		return nil
	}
	switch v.AsInt() {
	case 2, 8, 10, 16:
		return nil
	}
	return fmt.Errorf("Illegal radix: %d, expected 2, 8, 10, 16, or default", v.AsInt())
}

func integerHashMismatch(args []values.Value) (string, error) {
	c := constructors().integer
	named := c.overloads[1].sig.Type.Params.Types[0]
	h := args[0].AsHash()
	if from, ok := h.GetString("from"); ok {
		if !c.overloads[0].sig.Type.Params.Types[0].Check(from) {
			return cannotConvert("Integer")([]values.Value{from})
		}
	}
	radix := mustGet(h, "radix")
	if !radix.IsUndef() && !radix.IsDefault() {
		if !radix.IsInt() {
			return "", fmt.Errorf("Illegal radix: %s, expected 2, 8, 10, 16, or default", Text(radix))
		}
		if err := assertRadix(radix); err != nil {
			return "", err
		}
	}
	if err := Assert("Integer.new", named, args[0]); err != nil {
		return "", err
	}
	return "", nil
}

// toInteger converts a number, a boolean, a string or a time.
func toInteger(from, radix, abs values.Value) (values.Value, error) {
	var n int64
	switch from.Kind() {
	case values.KindInt:
		n = from.AsInt()
	case values.KindFloat:
		f := from.AsFloat()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return values.Undef, errors.New(floatText(f))
		}
		if f = math.Trunc(f); f >= 1<<63 || f < -1<<63 {
			return values.Undef, outOfRange(f)
		}
		n = int64(f)
	case values.KindBool:
		if from.AsBool() {
			n = 1
		}
	case values.KindTimestamp:
		n = from.AsTimestamp().Sec
	case values.KindTimespan:
		n = floorDiv(from.AsTimespan().Nanos, nanosPerSecond)
	default:
		base := 0
		if radix.IsInt() {
			base = int(radix.AsInt())
		}
		big, err := parseSigned(from.AsString(), base)
		if err != nil {
			return values.Undef, err
		}
		if !big.IsInt64() {
			return values.Undef, fmt.Errorf("integer %s is out of range", big)
		}
		n = big.Int64()
	}
	if abs.Truthy() && n < 0 {
		n = -n
	}
	return values.Int(n), nil
}

func outOfRange(f float64) error {
	return fmt.Errorf("float %s is out of range of Integer", floatText(f))
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// parseSigned is Ruby's Integer(s, base), which also takes blanks between the sign
// and the digits.
func parseSigned(s string, base int) (*big.Int, error) {
	n, err := rubyfmt.ParseBigInteger(s, base)
	if err == nil {
		return n, nil
	}
	if t, ok := joinSign(s); ok {
		if n, err2 := parseSigned(t, base); err2 == nil {
			return n, nil
		}
	}
	return nil, err
}

// joinSign takes away the blanks between a sign and what follows.
func joinSign(s string) (string, bool) {
	if s == "" || s[0] != '+' && s[0] != '-' {
		return s, false
	}
	rest := strings.TrimLeft(s[1:], " \t")
	return s[:1] + rest, len(rest) < len(s)-1
}

func makeFloatFunction() *constructor {
	return &constructor{
		name: "new_float",
		locals: []string{
			"Convertible = Variant[Numeric, Boolean, " + floatStrings + ", Timespan, Timestamp]",
			"NamedArgs = Struct[{from => Convertible, Optional[abs] => Boolean}]",
		},
		overloads: []overload{
			{params: []param{{"Convertible", "from"}, {"Boolean", "abs?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) { return toFloat(args[0], at(args, 1)) }},
			{params: []param{{"NamedArgs", "hash_args"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					h := args[0].AsHash()
					return toFloat(mustGet(h, "from"), mustGet(h, "abs"))
				}},
			{params: []param{{"Any", "from"}, {"Boolean", "abs?"}}, mismatch: cannotConvert("Float")},
		},
	}
}

func toFloat(from, abs values.Value) (values.Value, error) {
	var f float64
	switch from.Kind() {
	case values.KindFloat, values.KindInt:
		f = from.Number()
	case values.KindBool:
		if from.AsBool() {
			f = 1
		}
	case values.KindTimestamp, values.KindTimespan:
		f = secondsOf(from)
	default:
		var err error
		if f, err = parseFloat(from.AsString()); err != nil {
			return values.Undef, err
		}
	}
	if abs.Truthy() {
		f = math.Abs(f)
	}
	return values.Float(f), nil
}

// secondsOf is a time in seconds, to the nearest float.
func secondsOf(v values.Value) float64 {
	var n *big.Int
	if v.Kind() == values.KindTimespan {
		n = big.NewInt(v.AsTimespan().Nanos)
	} else {
		t := v.AsTimestamp()
		n = big.NewInt(t.Sec)
		n.Mul(n, big.NewInt(nanosPerSecond))
		n.Add(n, big.NewInt(int64(t.Nsec)))
	}
	f, _ := new(big.Rat).SetFrac(n, big.NewInt(nanosPerSecond)).Float64()
	return f
}

func parseFloat(s string) (float64, error) {
	if s != "" && s[0] == '0' {
		if len(s) == 1 {
			// puppet: a lone 0 makes the check for 0b fail
			return 0, errors.New("undefined method `casecmp' for nil:NilClass")
		}
		if s[1]|0x20 == 'b' {
			n, err := rubyfmt.ParseBigInteger(s, 0)
			if err != nil {
				return 0, err
			}
			f, _ := new(big.Float).SetInt(n).Float64()
			return f, nil
		}
	}
	f, err := rubyfmt.ParseFloat(s)
	if err != nil {
		if t, ok := joinSign(s); ok {
			if f, err2 := parseFloat(t); err2 == nil {
				return f, nil
			}
		}
	}
	return f, err
}

func makeNumericFunction() *constructor {
	return &constructor{
		name: "new_numeric",
		locals: []string{
			"Convertible = Variant[Integer, Float, Boolean, " + floatStrings + ", Timespan, Timestamp]",
			"NamedArgs = Struct[{from => Convertible, Optional[abs] => Boolean}]",
		},
		overloads: []overload{
			{params: []param{{"Convertible", "from"}, {"Boolean", "abs?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) { return toNumeric(args[0], at(args, 1)) }},
			{params: []param{{"NamedArgs", "hash_args"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					h := args[0].AsHash()
					return toNumeric(mustGet(h, "from"), mustGet(h, "abs"))
				}},
			{params: []param{{"Any", "from"}, {"Boolean", "abs?"}}, mismatch: cannotConvert("Numeric")},
		},
	}
}

func toNumeric(from, abs values.Value) (values.Value, error) {
	switch from.Kind() {
	case values.KindInt, values.KindBool:
		return toInteger(from, values.Undef, abs)
	case values.KindFloat, values.KindTimestamp, values.KindTimespan:
		return toFloat(from, abs)
	}
	s := from.AsString()
	if len(s) > 1 && s[0] == '0' && (s[1]|0x20 == 'b' || s[1]|0x20 == 'x') {
		return toInteger(from, values.Undef, abs)
	}
	v, ok := ParseNumeric(s)
	if !ok {
		if abs.Truthy() {
			return values.Undef, errors.New("undefined method `abs' for nil:NilClass")
		}
		return values.Undef, nil
	}
	if v.IsInt() {
		return toInteger(v, values.Undef, abs)
	}
	return toFloat(v, abs)
}

// ParseNumeric is the number that a string stands for in arithmetic, with a sign
// and blanks around it.
// puppet: pops/utils.rb, to_n; pops/patterns.rb, NUMERIC
func ParseNumeric(s string) (values.Value, bool) {
	s = strings.TrimPrefix(s, "::")
	s = strings.Trim(s, " \t")
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = strings.TrimLeft(s[1:], " \t")
	}
	if s == "" || s[0] < '0' || s[0] > '9' {
		return values.Undef, false
	}
	digits := 0
	for digits < len(s) && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	hex := len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x'
	if hex || digits == len(s) {
		if hex && strings.Trim(s[2:], "0123456789abcdefABCDEF") != "" {
			return values.Undef, false
		}
		n, err := rubyfmt.ParseBigInteger(s, 0)
		if err != nil || !n.IsInt64() {
			return values.Undef, false
		}
		i := n.Int64()
		if neg {
			i = -i
		}
		return values.Int(i), true
	}
	// a fraction, an exponent, or both
	rest := s[digits:]
	if rest[0] == '.' {
		n := 1
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n == 1 {
			return values.Undef, false
		}
		rest = rest[n:]
	}
	if rest != "" {
		if rest[0]|0x20 != 'e' || !isDigits(strings.TrimPrefix(rest[1:], "-")) {
			return values.Undef, false
		}
	}
	f, err := rubyfmt.ParseFloat(s)
	if err != nil || math.IsInf(f, 0) {
		return values.Undef, false
	}
	if neg {
		f = -f
	}
	return values.Float(f), true
}

func makeBooleanFunction() *constructor {
	return &constructor{
		name: "new_boolean",
		overloads: []overload{
			{params: []param{{"Variant[Integer, Float, Boolean, Enum['false','true','yes','no','y','n',true]]", "from"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					switch v := args[0]; v.Kind() {
					case values.KindInt, values.KindFloat:
						return values.Bool(v.Number() != 0), nil
					case values.KindString:
						switch strings.ToLower(v.AsString()) {
						case "false", "no", "n":
							return values.False, nil
						}
					case values.KindBool:
						return v, nil
					}
					return values.True, nil
				}},
			{params: []param{{"Any", "from"}}, mismatch: cannotConvert("Boolean")},
		},
	}
}
