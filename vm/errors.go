package vm

import (
	"errors"
	"fmt"

	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/ops"
	"bunraku/runtime/values"
)

// Error is an evaluation error with its place and the places that led there.
type Error struct {
	Code    string
	Message string // Puppet's text with its prefix
	runtime.Place
	Trace []TracePoint
}

// TracePoint is a place on the way to an error, innermost first.
type TracePoint struct {
	Name string
	runtime.Place
}

func (e *Error) Error() string {
	if at := issue.Location(e.File, e.Line, e.Pos); at != "" {
		return e.Message + " " + at
	}
	return e.Message
}

func depthError(n int) error {
	return runtime.IssueErrorf("STACK_DEPTH_LIMIT", "stack level too deep: more than %d calls inside one another", n)
}

// place is where instruction pc of c stands. blame, when not ops.Self, selects
// an operand.
func (c *code) place(pc, blame int) runtime.Place {
	pos := c.PosAt(pc)
	if blame >= 0 {
		pos = c.BlameAt(pc, blame, pos)
	}
	return c.unit.placeOf(pos)
}

func (u *unit) placeOf(pos int32) runtime.Place {
	line, col := u.prog.Position(pos)
	return runtime.Place{File: u.prog.Name, Line: line, Pos: col}
}

// unwind deals with an error of the newest frame's instruction. A return that
// was called in a lambda ends the body around it; everything else leaves the
// driver as an error with its place.
func (m *Machine) unwind(base int, err error) (v values.Value, done bool, _ error) {
	if cf, ok := err.(*runtime.ControlFlow); ok {
		target, mine := cf.Target.(int)
		if cf.Kind != runtime.Return || !mine || target < base || target >= len(m.frames) {
			return v, false, err
		}
		m.frames = m.frames[:target+1]
		fr := &m.frames[target]
		if target == base {
			return cf.Value, true, nil
		}
		m.sp = fr.start
		m.frames = m.frames[:target]
		m.stack[m.sp] = cf.Value
		m.sp++
		return v, false, nil
	}
	if r, ok := err.(*rejected); ok {
		// The error is the caller's. A caller on this driver is the frame below.
		if n := len(m.frames) - 1; n > base && m.frames[n].onStack {
			m.frames = m.frames[:n]
			return v, false, m.locate(r.error)
		}
		return v, false, err
	}
	return v, false, m.locate(err)
}

// locate gives an error the place of the newest frame's instruction, and the
// prefix that Puppet's evaluator gives it.
// puppet: evaluator_impl.rb, evaluate
func (m *Machine) locate(err error) error {
	var located *Error
	if errors.As(err, &located) {
		return err
	}
	switch err.(type) {
	case *runtime.ControlFlow, *rejected:
		return err
	}
	var bare interface{ Bare() bool }
	if errors.As(err, &bare) && bare.Bare() {
		return &Error{Message: err.Error()}
	}
	fr := &m.frames[len(m.frames)-1]
	out := &Error{Place: fr.code.place(fr.pc, ops.Self)}
	switch e := err.(type) {
	case *ops.Fault:
		out.Code, out.Message = e.Diag.Code, "Evaluation Error: "+e.Diag.Message
		out.Place = fr.code.place(fr.pc, e.Blame)
	case *issue.Diagnostic:
		out.Code, out.Message = e.Code, "Evaluation Error: "+e.Message
	case *runtime.Error:
		switch {
		case e.Line > 0:
			out.Code, out.Message = e.Code, e.Message
			out.Place = runtime.Place{File: e.File, Line: e.Line, Pos: e.Pos}
		case e.Bare:
			out.Code, out.Message = e.Code, e.Message
		case e.Code != "":
			out.Code, out.Message = e.Code, "Evaluation Error: "+e.Message
		default:
			m.runtimeError(out, fr, e.Message)
		}
	default:
		m.runtimeError(out, fr, err.Error())
	}
	for i := len(m.frames) - 1; i >= 0; i-- {
		f := &m.frames[i]
		if f.lambda {
			continue
		}
		out.Trace = append(out.Trace, TracePoint{Name: f.code.Name, Place: f.code.place(f.pc, ops.Self)})
	}
	return out
}

func (m *Machine) runtimeError(out *Error, fr *frame, detail string) {
	out.Code = "RUNTIME_ERROR"
	out.Message = "Evaluation Error: " + issue.RuntimeError.Error(instructionLabel(fr), detail).Message
}

// instructionLabel is what messages call the expression of an instruction.
func instructionLabel(fr *frame) issue.Label {
	w := fr.code.words[fr.pc]
	switch op := opcodes.Op(w); op {
	case opcodes.Call, opcodes.CallSpread:
		return callLabel(fr.code.Sites[w>>8].Method)
	case opcodes.CallType, opcodes.CallTypeSpread:
		return "Function Call"
	case opcodes.Iterate:
		return callLabel(fr.code.Sites[fr.code.words[fr.pc+1]].Method)
	case opcodes.CheckLambda, opcodes.CheckLambdaReturn:
		return callLabel(fr.code.Lambdas[w>>8].Method)
	case opcodes.Access, opcodes.AccessSpread:
		return "'[]' expression"
	case opcodes.Declare:
		return "Resource Statement"
	case opcodes.Override:
		return "Resource Override"
	case opcodes.Defaults:
		return "Resource Defaults Expression"
	case opcodes.Collect:
		if fr.code.Shapes[w>>8].Export {
			return "Exported Query"
		}
		return "Virtual Query"
	case opcodes.Relate:
		return issue.Label(fmt.Sprintf("'%s' expression", relationText(w>>8)))
	case opcodes.Neg:
		return "Unary Minus"
	case opcodes.Match, opcodes.NoMatch:
		return "Match Expression"
	case opcodes.PushType:
		return "Type-Name"
	case opcodes.BindSlot, opcodes.BindEach:
		return "'=' expression"
	default:
		if t, ok := operatorText[op]; ok {
			return issue.Label("'" + t + "' expression")
		}
	}
	return "Block Expression"
}

func callLabel(method bool) issue.Label {
	if method {
		return "Method call"
	}
	return "Function Call"
}

var operatorText = map[opcodes.Op]string{
	opcodes.Add: "+", opcodes.Sub: "-", opcodes.Mul: "*", opcodes.Div: "/", opcodes.Mod: "%", opcodes.Shl: "<<", opcodes.Shr: ">>",
	opcodes.AddSlots: "+", opcodes.AddSlotInt: "+", opcodes.AddSlotsTo: "+", opcodes.AddSlotIntTo: "+", opcodes.SubSlotInt: "-", opcodes.MulSlotInt: "*", opcodes.ModSlotInt: "%",
	opcodes.Eq: "==", opcodes.Ne: "!=", opcodes.Lt: "<", opcodes.Le: "<=", opcodes.Gt: ">", opcodes.Ge: ">=", opcodes.In: "in",
}

// relationText is the arrow of a Relate instruction; its operand is the
// compiler's grammar.Op.
func relationText(op uint32) string {
	return [...]string{"->", "~>", "<-", "<~"}[op&3]
}
