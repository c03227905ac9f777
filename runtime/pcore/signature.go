package pcore

import (
	"errors"
	"strings"

	"bunraku/runtime/values"
)

// Signature is one way to call a function, a lambda or a class.
type Signature struct {
	Type *CallableType
	// ParamNames are the names of the parameters, one for each of the types.
	ParamNames []string
	// BlockName is the name of the block parameter.
	BlockName string
}

// DescribeSignatures says why a function does not accept args, with a block of
// type block or nil for none. The name "lambda" means a block that is called.
// puppet: pops/types/type_mismatch_describer.rb, describe_signatures
func DescribeSignatures(name string, sigs []Signature, args []values.Value, block Type) string {
	types := make([]Type, 0, len(args)+1)
	for _, a := range args {
		types = append(types, Infer(a))
	}
	// An array that is inferred as a whole is never a tuple when it is empty.
	if block != nil {
		types = append(types, block)
	}
	return describeSignatures(name, sigs, types)
}

func describeSignatures(name string, sigs []Signature, args []Type) string {
	errs := make([][]*mismatch, len(sigs))
	allFailed := true
	for i := range sigs {
		errs[i] = sigs[i].describeArgs(args, []pathElem{{pathSignature, itoa(int64(i + 1))}})
		allFailed = allFailed && len(errs[i]) > 0
	}
	if !allFailed {
		blocks := make([][]*mismatch, len(sigs))
		failed := 0
		for i := range sigs {
			blocks[i] = sigs[i].describeBlock(args, []pathElem{{pathSignature, itoa(int64(i + 1))}})
			if len(blocks[i]) > 0 {
				failed++
			}
		}
		if failed == len(blocks) {
			errs = blocks
		} else if failed > 0 {
			for i := range errs {
				if len(errs[i]) == 0 {
					errs[i] = blocks[i]
				}
			}
		}
	}
	label := "'" + name + "'"
	if name == "lambda" {
		label = "block"
	}
	merged := mergeMismatches(0, countMismatch, errs)
	if len(merged) == 1 {
		return label + merged[0].String()
	}
	var b strings.Builder
	if len(sigs) == 1 {
		b.WriteString(label + " expects (" + sigs[0].String() + ")")
		for _, m := range errs[0] {
			b.WriteString("\n  rejected:" + m.chop(0).String())
		}
		return b.String()
	}
	b.WriteString("The function " + label + " was called with arguments it does not accept. It expects one of:")
	for i := range sigs {
		b.WriteString("\n  (" + sigs[i].String() + ")")
		for _, m := range errs[i] {
			b.WriteString("\n    rejected:" + m.chop(0).String())
		}
	}
	return b.String()
}

func (s *Signature) describeArgs(args []Type, path []pathElem) []*mismatch {
	n := len(args)
	if n > 0 && isCallableKind(args[n-1], true, nil) {
		n--
	}
	params := s.Type.Params
	if params == nil {
		return nil
	}
	want, got := params.SizeRange(), IntegerRange(int64(n), int64(n))
	if !want.covers(got) {
		return []*mismatch{expectedActual(countMismatch, path, want, got)}
	}
	if len(params.Types) == 0 {
		return nil
	}
	for i := range n {
		j := min(i, len(params.Types)-1)
		if Assignable(params.Types[j], args[i]) {
			continue
		}
		name := ""
		if j < len(s.ParamNames) {
			name = s.ParamNames[j]
		}
		if ms := describe(params.Types[j], args[i], push(path, pathParameter, name)); len(ms) > 0 {
			return ms
		}
	}
	return nil
}

func (s *Signature) describeBlock(args []Type, path []pathElem) []*mismatch {
	n := len(args)
	if n > 0 && isCallableKind(args[n-1], true, nil) {
		if s.Type.Block == nil {
			return []*mismatch{{kind: unexpectedBlock, path: path}}
		}
		return describe(s.Type.Block, args[n-1], push(path, pathBlock, "block"))
	}
	if s.Type.Block == nil || Assignable(s.Type.Block, Undef) {
		return nil
	}
	return []*mismatch{{kind: missingBlock, path: path}}
}

// String is the signature as messages show it: types and names of the parameters.
func (s *Signature) String() string {
	params := s.Type.Params
	if params == nil {
		params = Tuple
	}
	size := params.SizeRange()
	if size.Min == 0 && size.Max == 0 {
		return ""
	}
	names := s.ParamNames
	if len(names) == 0 {
		names = make([]string, len(params.Types))
	}
	var parts []string
	for i, name := range names {
		if len(params.Types) == 0 {
			break
		}
		t := params.typeAt(i)
		mark := ""
		switch {
		case size.NoMax && i == len(names)-1:
			mark = "*"
			if size.Min == int64(len(names)) {
				mark = "+"
			}
		case int64(i+1) > size.Min:
			mark = "?"
			if o, ok := t.(*OptionalType); ok {
				t = orAnyType(o.Type)
			}
		}
		parts = append(parts, t.String()+" "+name+mark)
	}
	switch b := s.Type.Block.(type) {
	case *OptionalType:
		parts = append(parts, orAnyType(b.Type).String()+" "+s.BlockName+"?")
	case *CallableType:
		parts = append(parts, b.String()+" "+s.BlockName)
	}
	return strings.Join(parts, ", ")
}

// CheckParameters checks the arguments given by name to a class, a defined type or
// an EPP template; the error has a line for each that does not fit. Each parameter
// is an element of params, whose key is an Optional when it need not be given.
// puppet: pops/types/type_mismatch_describer.rb, validate_parameters
//
// A Deferred is accepted for any parameter: its value is not known before the
// catalog is applied. [CheckParametersDeferred] looks at what its function returns.
func CheckParameters(subject string, params *StructType, given *values.Hash, missingOK bool) error {
	return CheckParametersDeferred(subject, params, given, missingOK, nil)
}

// CheckParametersDeferred is [CheckParameters] with a function that tells the type
// that a Deferred gives, nil when its function does not declare one.
func CheckParametersDeferred(subject string, params *StructType, given *values.Hash, missingOK bool,
	returns func(deferred values.Object) (Type, error)) error {
	var ms []*mismatch
	for _, e := range given.Entries() {
		name := Text(e.Key)
		if params.Element(name) == nil {
			ms = append(ms, &mismatch{kind: invalidParameter, key: name})
		}
	}
	for i := range params.Elements {
		e := &params.Elements[i]
		v, ok := given.GetString(e.Name)
		switch {
		case !ok:
			if !missingOK && !e.Optional {
				ms = append(ms, &mismatch{kind: missingParameter, key: e.Name})
			}
		case v.Kind() == values.KindObject && v.AsObject().Type() == values.Type(Deferred):
			if returns == nil {
				continue
			}
			t, err := returns(v.AsObject())
			if err != nil {
				return err
			}
			if t != nil && !Assignable(e.Val.Generalize(), t.Generalize()) {
				ms = append(ms, describe(e.Val, t, []pathElem{{pathParameter, e.Name}})...)
			}
		case !e.Val.Check(v):
			ms = append(ms, describe(e.Val, Infer(v), []pathElem{{pathParameter, e.Name}})...)
		}
	}
	return mismatchError(subject, ms)
}

// CheckDefault checks the default value of a parameter.
func CheckDefault(subject, name string, t Type, v values.Value) error {
	if t.Check(v) {
		return nil
	}
	return mismatchError(subject, describe(t, Infer(v).Generalize(), []pathElem{{pathParameter, name}}))
}

func mismatchError(subject string, ms []*mismatch) error {
	switch len(ms) {
	case 0:
		return nil
	case 1:
		return errors.New(subject + ":" + ms[0].String())
	}
	parts := make([]string, len(ms))
	for i, m := range ms {
		parts[i] = m.String()
	}
	return errors.New(subject + ":\n " + strings.Join(parts, "\n "))
}

// Assert is nil when v is an instance of t and else an error that says how it is
// not; the subject comes first.
// puppet: pops/types/type_asserter.rb, assert_instance_of
func Assert(subject string, t Type, v values.Value) error {
	if t.Check(v) {
		return nil
	}
	return errors.New(DescribeMismatch(subject+" has wrong type,", t, Infer(v)))
}

// NewStruct is Struct with the given elements in order; parameters of classes are
// described by one.
func NewStruct(elements []StructElement) *StructType { return newStruct(elements) }

// Element is one element of a Struct: its key may be missing when optional.
func Element(name string, optional bool, val Type) StructElement {
	e := StructElement{Name: name, Val: val, Optional: optional, Key: StringValue(name)}
	if optional {
		e.Key = OptionalOf(e.Key)
	}
	return e
}
