package std

import (
	"crypto/sha256"
	"math"
	"slices"
	"strings"
	"time"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var numberFunctions = []runtime.Function{
	declare.Legacy("clamp", -2, clamp),
	declare.Legacy("convert_base", 2, func(_ call, args []value) (value, error) {
		for i, which := range [...]string{"First", "Second"} {
			if !args[i].IsInt() && !args[i].IsString() {
				return fail("convert_base(): %s argument must be either a string or an integer", which)
			}
		}
		for _, a := range args {
			if a.IsString() && !matches(digitsLine, a.AsString()) {
				return fail("convert_base(): First argument must be an integer or a string corresponding to an integer in base 10")
			}
		}
		base, ok := toI(args[1])
		if !ok || base < 2 || base > 36 {
			return fail("convert_base(): base must be at least 2 and must not be greater than 36")
		}
		n := rubyfmt.ToI(text(args[0]), 10)
		return values.String(n.Text(int(base))), nil
	}),
	declare.Legacy("range", -1, rangeOfValues),
	declare.Legacy("to_bytes", -1, toBytes),
	declare.Legacy("seeded_rand", 2, func(_ call, args []value) (value, error) {
		n, ok := toI(args[0])
		if !isInteger(args[0]) || !ok || n <= 0 {
			return fail("seeded_rand(): first argument must be a positive integer")
		}
		if !args[1].IsString() {
			return fail("seeded_rand(): second argument must be a string")
		}
		r, err := ruby.SeededRand(args[1].AsString(), n)
		return values.Int(r), err
	}),
	{Name: "seeded_rand_string", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("length", "Integer[1]"), declare.Req("seed", "String"), declare.Opt("charset", "String[2]")),
		Body: func(c call) (value, error) {
			set := []rune("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
			if c.Has(2) {
				set = []rune(c.Args[2].AsString())
			}
			n := c.Args[0].AsInt()
			if n > maxText {
				return fail("seeded_rand_string(): a string of %d characters is too long", n)
			}
			sum := sha256.Sum256([]byte(c.Args[1].AsString()))
			random := ruby.NewRandom(sum[:])
			var b strings.Builder
			for range n {
				i, err := random.Below(int64(len(set)))
				if err != nil {
					return undef, err
				}
				b.WriteRune(set[i])
			}
			return values.String(b.String()), nil
		}}}},
	declare.Legacy("time", -1, func(_ call, args []value) (value, error) {
		if len(args) > 1 {
			return fail("time(): Wrong number of arguments given %d for 0 or 1", len(args))
		}
		// The zone makes no difference to the seconds since 1970.
		return values.Int(time.Now().Unix()), nil
	}),
}

// maxText bounds strings that are made by a length.
const maxText = 1 << 26

func clamp(_ call, args []value) (value, error) {
	args = ruby.Flatten(args)
	if len(args) != 3 {
		return fail("clamp(): Wrong number of arguments, need three to clamp")
	}
	var ns []int64
	for _, a := range args {
		switch {
		case a.IsString() && !matches(digitsLine, a.AsString()):
			return fail("clamp(): Required explicit numeric (%s:String)", a.AsString())
		case isHash(a):
			return fail("clamp(): The Hash type is not allowed (%s)", text(a))
		}
	}
	for _, a := range args {
		n, ok := toI(a)
		if !ok {
			return noMethod("to_i", a)
		}
		ns = append(ns, n)
	}
	slices.Sort(ns)
	return values.Int(ns[1]), nil
}

var (
	rangeFormat = regexp.MustCompile(`^(\w+)(\.\.\.?|\-)(\w+)$`, 0)
	anyLine     = regexp.MustCompile(`^.+$`, 0)
	bytesFormat = regexp.MustCompile(`([0-9.e+-]*)\s*([^bB]?)`, 0)
)

// maxRange is how many elements range gives at most.
const maxRange = 1_000_000

func rangeOfValues(_ call, args []value) (value, error) {
	if len(args) == 0 {
		return wrongCount("range", 0, "1")
	}
	var start, stop value
	step, exclusive := int64(1), false
	if len(args) > 1 {
		start, stop = args[0], args[1]
		if a := arg(args, 2); !a.IsUndef() {
			n, ok := toI(a)
			if !ok {
				return noMethod("to_i", a)
			}
			if step = n; step < 0 {
				step = -step
			}
		}
		if step == 0 {
			return fail("range(): 3rd arg (step size) must be a non zero integer (e.g. 1 or -1)")
		}
	} else {
		if args[0].IsDefault() {
			return fail("range(): Unable to compute range from the value: default")
		}
		if !args[0].IsString() {
			return noMethod("match", args[0])
		}
		s := args[0].AsString()
		caps := make([]int32, rangeFormat.CapLen())
		switch ok, _ := rangeFormat.Match(s, 0, caps); {
		case ok:
			g := ruby.Groups(s, caps)
			start, stop, exclusive = g[1], g[3], g[2].AsString() == "..."
		case matches(anyLine, s):
			return fail("range(): Unable to compute range from the value: %s", s)
		default:
			return fail("range(): Unknown range format: %s", s)
		}
	}
	if matches(digitsLine, text(start)) {
		i, ok := toI(start)
		j, ok2 := toI(stop)
		if !ok || !ok2 {
			return noMethod("to_i", stop)
		}
		if exclusive {
			j--
		}
		var out []value
		for ; i <= j && len(out) < maxRange; i += step {
			out = append(out, values.Int(i))
		}
		return values.ArrayOf(out...), nil
	}
	all, _ := rubyfmt.Upto(text(start), text(stop), exclusive, int(min(step, 64))*maxRange)
	var out []value
	for i := int64(0); i < int64(len(all)) && len(out) < maxRange; i += step {
		out = append(out, values.String(all[i]))
	}
	return values.ArrayOf(out...), nil
}

func toBytes(_ call, args []value) (value, error) {
	if len(args) != 1 {
		return wrongCount("to_bytes", len(args), "1")
	}
	if args[0].IsNumber() {
		return args[0], nil
	}
	if !args[0].IsString() && !args[0].IsDefault() { // a Symbol matches as a string does
		return notString(args[0])
	}
	s := text(args[0])
	caps := make([]int32, bytesFormat.CapLen())
	if _, err := bytesFormat.Match(s, 0, caps); err != nil {
		return undef, err
	}
	f := rubyfmt.ToF(s[caps[2]:caps[3]])
	unit := s[caps[4]:caps[5]]
	shift := 0
	if unit != "" {
		i := strings.Index("kMGTPE", unit)
		if i < 0 {
			return fail("to_bytes(): Unknown prefix %s", unit)
		}
		shift = 10 * (i + 1)
	}
	f = math.Ldexp(f, shift)
	if f >= 1<<63 || f < -1<<63 || f != f {
		return undef, declare.ErrIntegerRange(rubyfmt.FloatString(f))
	}
	return values.Int(int64(f)), nil
}
