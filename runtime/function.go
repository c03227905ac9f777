package runtime

import (
	"bunraku/runtime/values"
)

// Function is a built-in function: a name and the dispatches that are tried in
// order until the arguments fit one.
//
// A function that checks its arguments itself, as Puppet's 3x functions do, has
// one dispatch with a repeated Any parameter.
type Function struct {
	Name       string
	Dispatches []Dispatch
	// NeedsScope tells that a body looks at variables of its caller by name
	// (getvar, epp, template ...): only then is Call.Scope set.
	NeedsScope bool
	// Pure tells that the result depends on nothing but the arguments, and that
	// nothing else happens: such calls may be folded, and are not recorded.
	Pure bool
}

// ParamKind tells how many arguments a parameter takes.
type ParamKind uint8

// The kinds of parameters.
const (
	Required ParamKind = iota
	Optional
	Repeated         // zero or more; the last one
	RequiredRepeated // one or more; the last one
)

// Param is a declared parameter of a dispatch. Type is Pcore text.
type Param struct {
	Name string
	Type string
	Kind ParamKind
}

// Dispatch is one signature of a function with its body.
type Dispatch struct {
	Params []Param
	// Block is the Pcore text of the lambda's type (`Callable[1, 1]`), or empty
	// when the dispatch takes none.
	Block string
	// BlockOptional tells that the lambda may be left out.
	BlockOptional bool
	// Returns is the Pcore text of the result's type, or empty: then it is not checked.
	Returns string
	// Types declares local type aliases for the texts above, as `Name = Type`.
	Types []string
	// IgnoreBlock tells that a lambda is accepted and not looked at, as Puppet's
	// 3x functions do.
	IgnoreBlock bool
	// Mismatch marks a dispatch that is tried after all others did not fit, only
	// to word the error: its Body's error becomes "'name' text", and messages do
	// not list it. (Puppet's argument_mismatch.)
	Mismatch bool
	// Body computes the result. Its error may be an *Error with an issue code,
	// a *ControlFlow, or any other error, whose text becomes the message.
	Body func(c *Call) (values.Value, error)
}

// Call is one call of a built-in.
type Call struct {
	Eval *Evaluation
	// Name is the function's name, for messages.
	Name string
	// Args are the arguments. They are on the machine's stack: valid until the
	// body returns, not to be changed or kept.
	Args []values.Value
	// Block is the lambda, nil when there is none.
	Block Block
	// Scope are the variables that the caller sees; nil unless the function NeedsScope.
	Scope Scope
	// File and Line are the place of the call; Line is 0 when unknown.
	File string
	Line int
}

// Arg is argument i, undef when it was not given.
func (c *Call) Arg(i int) values.Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return values.Undef
}

// Has reports whether argument i was given.
func (c *Call) Has(i int) bool { return i < len(c.Args) }

// Block is a lambda that was passed to a function. It must not be used after
// that function has returned.
type Block interface {
	// Call runs the lambda. The error is the lambda's, or a *ControlFlow: Break
	// when the lambda called break(), Return when it called return(). The value
	// of next(v) is an ordinary result. args are copied before the lambda runs.
	Call(args ...values.Value) (values.Value, error)
	// Call1 and Call2 are Call without a slice.
	Call1(a values.Value) (values.Value, error)
	Call2(a, b values.Value) (values.Value, error)
	// Arity is the least and the greatest number of arguments; max is -1 when
	// there is no greatest.
	Arity() (min, max int)
	// TypeText is the lambda's type as Pcore text: `Callable[Integer, String]`.
	TypeText() string
}

// Scope are the variables seen from some place.
type Scope interface {
	// Lookup finds a variable by its name without `$`: local, outward, or
	// qualified with `::`. The second result tells whether it exists.
	Lookup(name string) (values.Value, bool)
	// Each calls f for every variable that is set in the scopes from here
	// outwards, inner ones first, until f returns false.
	Each(f func(name string, v values.Value) bool)
}
