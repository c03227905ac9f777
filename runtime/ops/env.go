package ops

import (
	"bunraku/grammar/issue"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

// Env is what the meaning of an operator depends on besides its operands.
type Env struct {
	// Loose is edition evaluator4: numeric strings are numbers (D-18 to D-20).
	Loose bool
	// Warn takes an issue that is not an error under the setting strict; nil
	// means that such issues are errors. blame is as in Fault.
	Warn func(d *issue.Diagnostic, blame int) error
}

// What a fault is about.
const (
	Self  = -1 // the operator
	Left  = 0
	Right = 1 // the right operand or first key; further keys follow
)

// Fault is an issue about an operator or one of its operands.
type Fault struct {
	Diag  *issue.Diagnostic
	Blame int
}

func (f *Fault) Error() string { return f.Diag.Message }

func fault(d *issue.Diagnostic, blame int) error { return &Fault{d, blame} }

// Label is what messages call a value: "Integer", "Array Object".
// puppet: pops/model/model_label_provider.rb
func Label(v values.Value) issue.Label {
	switch v.Kind() {
	case values.KindUndef:
		return "Undef Value"
	case values.KindDefault:
		return "Object"
	case values.KindBool:
		return "Boolean"
	case values.KindInt:
		return "Integer"
	case values.KindFloat:
		return "Float"
	case values.KindString:
		return "String"
	case values.KindRegexp:
		return "Regexp"
	case values.KindArray:
		return "Array"
	case values.KindHash:
		return "Hash"
	case values.KindSensitive:
		return "Sensitive"
	case values.KindBinary:
		return "Binary"
	case values.KindTimestamp:
		return "Timestamp"
	case values.KindTimespan:
		return "Timespan"
	case values.KindSemVer:
		return "Semver"
	case values.KindSemVerRange:
		return "SemverRange"
	case values.KindType:
		t := pcore.TypeOf(v)
		if r, ok := t.(*pcore.ResourceType); ok && r.Title != "" {
			return issue.Label(t.String() + " Resource-Reference")
		}
		return issue.Label(t.String() + "-Type")
	}
	return "Object"
}

// typeName is the generalised type of a value in messages.
func typeName(v values.Value) string {
	switch v.Kind() {
	case values.KindUndef:
		return "Undef"
	case values.KindDefault:
		return "Default"
	}
	return pcore.InferGeneric(v).String()
}
