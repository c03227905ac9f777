package pcore

import (
	"strings"

	"bunraku/runtime/values"
)

// recordedCall is a call of a function or a lambda, or a declaration of a class or
// a defined type. A parameter whose name ends with ? has a default, with * it takes
// all further arguments.
type recordedCall struct {
	Op, Subject string
	Sig         [][2]string
	Args        string
	Error       *string
}

func (c *recordedCall) signature() Signature {
	var s Signature
	var types []Type
	required, repeated := int64(0), false
	for _, p := range c.Sig {
		t, name := MustParse(p[0], nil), p[1]
		switch {
		case strings.HasSuffix(name, "*"):
			repeated = true
		case !strings.HasSuffix(name, "?"):
			required++
		}
		types = append(types, t)
		s.ParamNames = append(s.ParamNames, strings.TrimRight(name, "?*"))
	}
	size := IntegerRange(required, int64(len(types)))
	if repeated {
		size = IntegerFrom(required)
	}
	s.Type = CallableOf(TupleOf(types, size), nil, nil)
	return s
}

func (c *recordedCall) check(r *report) {
	want := ""
	if c.Error != nil {
		want = *c.Error
	}
	got := ""
	switch c.Op {
	case "call", "lambda":
		if c.Op == "lambda" && !strings.HasPrefix(want, "block ") {
			return // how a lambda takes too few or too many arguments is not our business
		}
		name := "f"
		if c.Op == "lambda" {
			name = "lambda"
		}
		v, err := evaluate("[" + c.Args + "]")
		if err != nil {
			r.t.Fatal(err)
		}
		s := c.signature()
		args := v.AsArray().Elems()
		if size := s.Type.Params.SizeRange(); c.Op == "lambda" && !size.NoMax {
			args = args[:min(int64(len(args)), size.Max)] // a lambda ignores what it has no parameter for
		}
		if !s.Type.CheckArgs(args, nil) {
			got = DescribeSignatures(name, []Signature{s}, args, nil)
		}
	case "parameters":
		v, err := evaluate(c.Args)
		if err != nil {
			r.t.Fatal(err)
		}
		var elems []StructElement
		given := v.AsHash()
		for _, p := range c.Sig {
			name := strings.TrimSuffix(p[1], "?")
			elems = append(elems, Element(name, name != p[1], MustParse(p[0], nil)))
			if name != p[1] {
				// undef for a parameter that has a default is as if not given
				given = given.Without(func(k values.Value) bool { return k.AsString() == name && mustGet(given, name).IsUndef() })
			}
		}
		if err := CheckParameters(c.Subject, NewStruct(elems), given, false); err != nil {
			got = err.Error()
		}
	}
	r.check(c.Op+" ("+c.Args+") of "+c.signatureText(), want, got)
}

func (c *recordedCall) signatureText() string {
	var parts []string
	for _, p := range c.Sig {
		parts = append(parts, p[0]+" "+p[1])
	}
	return strings.Join(parts, ", ")
}
