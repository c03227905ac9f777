package stdlib

import (
	"math"

	"bunraku/runtime"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// fqdn_rand is a random number that is the same for a node in every evaluation.
var fnFqdnRand = func() runtime.Function {
	f := declare.Legacy("fqdn_rand", -2, fqdnRand)
	f.NeedsScope = true
	return f
}()

func fqdnRand(c *runtime.Call, args []values.Value) (values.Value, error) {
	limit, err := toI(args[0])
	if err != nil {
		return values.Undef, err
	}
	fqdn := values.Undef
	if c.Scope != nil {
		facts, _ := c.Scope.Lookup("facts")
		if facts.Kind() == values.KindHash {
			n, _ := facts.AsHash().GetString("networking")
			if n.Kind() == values.KindHash {
				fqdn, _ = n.AsHash().GetString("fqdn")
			}
		}
	}
	if len(args) > 2 && args[2].Truthy() && fqdn.IsString() {
		fqdn = values.String(ruby.Downcase(fqdn.AsString()))
	}
	seed := values.Undef
	if len(args) > 1 {
		seed = args[1]
	}
	n, err := ruby.SeededRand(ruby.Join([]values.Value{fqdn, values.Int(limit), seed}, ":"), limit)
	return values.Int(n), err
}

// toI is Ruby's to_i of what a 3x function gets.
func toI(v values.Value) (int64, error) {
	switch v.Kind() {
	case values.KindInt:
		return v.AsInt(), nil
	case values.KindFloat:
		i, err := integerOf(math.Trunc(v.AsFloat()))
		if err != nil {
			return 0, err
		}
		return i.AsInt(), nil
	case values.KindString:
		n := rubyfmt.ToI(v.AsString(), 10)
		if !n.IsInt64() {
			return 0, declare.ErrIntegerRange(n.String())
		}
		return n.Int64(), nil
	case values.KindUndef:
		return 0, nil
	}
	return 0, runtime.Errorf("undefined method `to_i' for %s", ruby.Receiver(v))
}
