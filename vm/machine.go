package vm

import (
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/ops"
	"bunraku/runtime/scope"
	"bunraku/runtime/values"
)

// frame is a running body, or a called lambda, which shares the slots of the
// body around it.
type frame struct {
	code   *code
	locals []values.Value
	scope  *scope.Scope
	banks  []ops.Registers
	pc     int
	start  int // where the frame's part of the stack begins
	// onStack tells that the caller is a bytecode frame and that the result goes
	// to its operands.
	onStack bool
	// simple tells that the loop made the frame: all but its slots depend on its
	// code alone.
	simple bool
	lambda bool
	owner  int // for a lambda: index of the body's frame
	out    *output
}

// output collects what a template renders.
type output struct {
	text      []byte
	sensitive bool
}

// Limits bound what an evaluation may use.
type Limits struct {
	// Depth is the greatest number of frames.
	Depth int
	// Steps is the greatest number of backward jumps and calls; 0 is no limit.
	Steps int
}

// DefaultLimits are the limits when none are set.
var DefaultLimits = Limits{Depth: 2000}

// chunkSize is the length of a part of the stack, in values.
const chunkSize = 1 << 14

// Machine runs code for one evaluation.
type Machine struct {
	img    *Image
	Eval   *runtime.Evaluation
	env    ops.Env
	limits Limits

	frames []frame
	stack  []values.Value
	sp     int
	steps  int
	ret    values.Value

	top         *scope.Scope
	classes     map[string]*scope.Scope
	buf         []byte
	chunks      [][]values.Value // free parts of the stack
	args        []values.Value
	freeLambdas []*lambda
	// Catalog does what the catalog instructions ask for; nil outside catalogs.
	Catalog Catalog
	// Files reads files and compiles templates; nil where there are none.
	Files Files
}

// Catalog carries out the instructions that declare resources.
type Catalog interface {
	// Declare makes the resources of a resource expression. vs are the values
	// in the order of the shape.
	Declare(m *Machine, sc *scope.Scope, sh *opcodes.Shape, vs []values.Value, at runtime.Place) (values.Value, error)
	Override(m *Machine, sc *scope.Scope, sh *opcodes.Shape, vs []values.Value, at runtime.Place) (values.Value, error)
	Defaults(m *Machine, sc *scope.Scope, sh *opcodes.Shape, vs []values.Value, at runtime.Place) (values.Value, error)
	Collect(m *Machine, sc *scope.Scope, sh *opcodes.Shape, vs []values.Value, at runtime.Place) (values.Value, error)
	Relate(m *Machine, op int, left, right values.Value, at runtime.Place) (values.Value, error)
	// Access is a resource reference or class with a parameter name: File['/x'][mode].
	Access(ref values.Value, keys []values.Value) (values.Value, error)
}

// NewMachine makes a machine for one evaluation.
func NewMachine(img *Image, eval *runtime.Evaluation, limits Limits) *Machine {
	if limits.Depth == 0 {
		limits.Depth = DefaultLimits.Depth
	}
	m := &Machine{img: img, Eval: eval, limits: limits, stack: make([]values.Value, chunkSize),
		frames: make([]frame, 0, 64), top: &scope.Scope{Kind: scope.Top}, classes: map[string]*scope.Scope{}}
	m.steps = limits.Steps
	if m.steps == 0 {
		m.steps = maxSteps
	}
	m.classes[""] = m.top
	for _, name := range [...]string{"name", "title"} { // those of Class[main]
		m.top.Set(name, values.String("main"))
	}
	eval.Host = m
	m.env.Warn = m.warn
	return m
}

// maxSteps stands for no limit.
const maxSteps = 1<<62 - 1

// Top is the top scope.
func (m *Machine) Top() *scope.Scope { return m.top }

// RunMain runs the body of a unit in the top scope and gives its value.
func (m *Machine) RunMain(p *opcodes.Program) (values.Value, error) {
	u, err := m.img.Add(p)
	if err != nil {
		return values.Undef, err
	}
	return m.runBody(u.codes[0], m.top, nil)
}

// runBody runs a body whose variables outlive it. bind, which may be nil, sets
// parameters by slot.
func (m *Machine) runBody(c *code, sc *scope.Scope, bind func(locals []values.Value)) (values.Value, error) {
	locals := make([]values.Value, c.NumSlots)
	for i := range locals {
		locals[i] = values.Unset
	}
	if bind != nil {
		bind(locals)
	}
	sc.Attach(c.layouts[0], locals)
	return m.exec(frame{code: c, locals: locals, scope: sc})
}

// exec runs a frame to its end on a driver of its own and gives its value. A
// frame that does not fit the current part of the stack gets a new part.
func (m *Machine) exec(f frame) (values.Value, error) {
	if len(m.frames) >= m.limits.Depth {
		return values.Undef, depthError(m.limits.Depth)
	}
	if f.banks == nil && f.code.NumBanks > 0 {
		f.banks = make([]ops.Registers, f.code.NumBanks)
	}
	stack, sp, steps := m.stack, m.sp, len(m.frames)
	if sp+f.code.room > len(stack) {
		m.stack, m.sp = m.chunk(f.code.room), 0
	}
	f.start = m.sp
	f.onStack = false
	if f.locals == nil {
		f.locals = m.stack[m.sp : m.sp+int(f.code.NumSlots) : m.sp+int(f.code.NumSlots)]
		m.sp += int(f.code.NumSlots)
	}
	m.frames = append(m.frames, f)
	v, err := m.run(steps)
	if r, ok := err.(*rejected); ok {
		err = r.error
	}
	m.frames = m.frames[:steps]
	if &m.stack[0] != &stack[0] {
		m.chunks = append(m.chunks, m.stack)
	}
	m.stack, m.sp = stack, sp
	return v, err
}

// chunk is a part of the stack with room for a frame.
func (m *Machine) chunk(room int) []values.Value {
	if n := len(m.chunks); n > 0 && len(m.chunks[n-1]) >= 2*room {
		c := m.chunks[n-1]
		m.chunks = m.chunks[:n-1]
		return c
	}
	return make([]values.Value, max(chunkSize, 2*room))
}

// run drives the leaf loop until the frame at base has returned.
func (m *Machine) run(base int) (values.Value, error) {
	for {
		if m.loop(base) == statusReturn {
			return m.result(base, m.ret)
		}
		err := m.slow()
		if err == nil {
			continue
		}
		v, done, err := m.unwind(base, err)
		if err != nil {
			return values.Undef, err
		}
		if done {
			return m.result(base, v)
		}
	}
}

// result is the value of the frame at base: what it returned, or what a template
// rendered.
func (m *Machine) result(base int, v values.Value) (values.Value, error) {
	out := m.frames[base].out
	if out == nil || m.frames[base].lambda {
		return v, nil
	}
	v = values.String(string(out.text))
	if out.sensitive {
		v = values.Sensitive(v)
	}
	return v, nil
}
