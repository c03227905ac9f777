package vm

import (
	"strings"
	"sync"
	"sync/atomic"

	"bunraku/grammar/issue"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/ops"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

// builtin is a function written in Go with its signatures compiled.
type builtin struct {
	*runtime.Function
	once       sync.Once
	dispatches []dispatch
	err        error
}

type dispatch struct {
	*runtime.Dispatch
	types     []pcore.Type
	min, max  int // max -1: any number
	block     pcore.Type
	signature pcore.Signature
}

// compile turns the declared texts into types.
func (b *builtin) compile() error {
	b.once.Do(func() {
		b.dispatches = make([]dispatch, len(b.Dispatches))
		for i := range b.Dispatches {
			if b.err = b.dispatches[i].compile(&b.Dispatches[i]); b.err != nil {
				return
			}
		}
	})
	return b.err
}

func (d *dispatch) compile(from *runtime.Dispatch) error {
	d.Dispatch = from
	aliases, err := localAliases(from.Types)
	if err != nil {
		return err
	}
	parse := func(text string) (pcore.Type, error) { return pcore.Parse(text, aliases) }
	for _, p := range from.Params {
		t, err := parse(p.Type)
		if err != nil {
			return err
		}
		d.types = append(d.types, t)
		d.signature.ParamNames = append(d.signature.ParamNames, p.Name)
		switch p.Kind {
		case runtime.Required:
			d.min++
			d.max++
		case runtime.Optional:
			d.max++
		case runtime.Repeated:
			d.max = -1
		case runtime.RequiredRepeated:
			d.min++
			d.max = -1
		}
	}
	size := pcore.IntegerRange(int64(d.min), int64(d.max))
	if d.max < 0 {
		size = pcore.IntegerFrom(int64(d.min))
	}
	d.signature.BlockName = "block"
	if from.Block != "" {
		if d.block, err = parse(from.Block); err != nil {
			return err
		}
		if from.BlockOptional {
			d.block = pcore.OptionalOf(d.block)
		}
	}
	d.signature.Type = pcore.CallableOf(pcore.TupleOf(d.types, size), d.block, nil)
	return nil
}

// localAliases are the type aliases that a function declares for its signatures.
func localAliases(decls []string) (pcore.Resolver, error) {
	if len(decls) == 0 {
		return nil, nil
	}
	types := map[string]pcore.Type{}
	r := func(name string) (pcore.Type, error) { return types[strings.ToLower(name)], nil }
	for _, d := range decls {
		name, text, _ := strings.Cut(d, "=")
		name = strings.TrimSpace(name)
		types[strings.ToLower(name)] = pcore.NewAlias(name, strings.TrimSpace(text))
	}
	for _, t := range types {
		if err := pcore.Resolve(t, r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// accepts reports whether the arguments fit the dispatch.
func (d *dispatch) accepts(args []values.Value, block pcore.Type) bool {
	n := len(args)
	if n < d.min || d.max >= 0 && n > d.max {
		return false
	}
	for i, a := range args {
		if !d.types[min(i, len(d.types)-1)].Check(a) {
			return false
		}
	}
	switch {
	case block == nil:
		return d.block == nil || d.BlockOptional
	case d.block == nil:
		return d.IgnoreBlock
	}
	return pcore.Assignable(d.block, block)
}

// signatures are those that messages list.
func (b *builtin) signatures() []pcore.Signature {
	sigs := make([]pcore.Signature, 0, len(b.dispatches))
	for i := range b.dispatches {
		if !b.dispatches[i].Mismatch {
			sigs = append(sigs, b.dispatches[i].signature)
		}
	}
	return sigs
}

// callBuiltin tries the dispatches in order.
func (m *Machine) callBuiltin(b *builtin, args []values.Value, blk runtime.Block, blockType pcore.Type, sc runtime.Scope, at runtime.Place) (values.Value, error) {
	if err := b.compile(); err != nil {
		return values.Undef, runtime.Errorf("internal error: function '%s': %s", b.Name, err)
	}
	for i := range b.dispatches {
		d := &b.dispatches[i]
		if !d.accepts(args, blockType) {
			continue
		}
		c := &runtime.Call{Eval: m.Eval, Name: b.Name, Args: args, Block: blk, Scope: sc, File: at.File, Line: at.Line}
		v, err := d.Body(c)
		if e, ok := err.(*runtime.Error); ok && d.Mismatch && e.Class == "" {
			err = &runtime.Error{Message: "'" + b.Name + "' " + e.Message, Class: "ArgumentError"}
		}
		return v, err
	}
	return values.Undef, &runtime.Error{Message: pcore.DescribeSignatures(b.Name, b.signatures(), args, blockType), Class: "ArgumentError"}
}

// call does a Call instruction.
func (m *Machine) call(fr *frame, site, n int) error {
	args := m.stack[m.sp-n : m.sp]
	if s := &fr.code.Sites[site]; s.Method && n > 0 && args[0].Kind() == values.KindObject {
		if o, ok := args[0].AsObject().(*pcore.Object); ok {
			if v, ok, err := o.Invoke(s.Name, n-1, s.Lambda >= 0); ok {
				return m.replace(fr, n, v, err, 2)
			}
		}
	}
	l, err := m.link(fr, site)
	if err != nil {
		return err
	}
	if l.builtin == nil && fr.code.Sites[site].Lambda < 0 && m.sp-n+l.code.room <= len(m.stack) {
		return m.enter(l.code, n)
	}
	v, err := m.callLink(fr, site, l, args)
	return m.replace(m.top1(), n, v, err, 2)
}

func (m *Machine) callSpread(fr *frame, site int) error {
	l, err := m.link(fr, site)
	if err != nil {
		return err
	}
	v, err := m.callLink(fr, site, l, elems(m.stack[m.sp-1]))
	return m.replace(m.top1(), 1, v, err, 1)
}

// link finds what a call site calls, once.
func (m *Machine) link(fr *frame, site int) (*link, error) {
	if l := fr.code.links[site].Load(); l != nil {
		return l, nil
	}
	name := fr.code.Sites[site].Name
	if fr.code.unit.loose && evaluator4Functions[name] != nil {
		l := &link{builtin: evaluator4Functions[name]}
		fr.code.links[site].Store(l)
		return l, nil
	}
	l, err := m.img.function(name)
	if err != nil {
		return nil, err
	}
	if l == nil {
		return nil, &ops.Fault{Diag: issue.UnknownFunction.Error(name), Blame: ops.Self}
	}
	if s := &fr.code.Sites[site]; s.Lambda >= 0 || s.Method { // a method's receiver may have the function itself
		l.plain = false
	}
	if !l.own || m.img.units[fr.code.unit.prog] != nil {
		fr.code.links[site].Store(l)
	}
	return l, nil
}

func (m *Machine) callLink(fr *frame, site int, l *link, args []values.Value) (values.Value, error) {
	s := &fr.code.Sites[site]
	var blk *lambda
	var blockType pcore.Type
	if s.Lambda >= 0 {
		blk = m.newLambda(fr, int(s.Lambda))
		defer m.freeLambda(blk)
		t, err := m.lambdaType(fr.code, int(s.Lambda))
		if err != nil {
			return values.Undef, err
		}
		blockType = t
	}
	if l.builtin == nil {
		return m.callCode(l.code, args, blk, blockType)
	}
	at := fr.code.place(fr.pc, ops.Self)
	var sc runtime.Scope
	if l.builtin.NeedsScope {
		sc = &view{m: m, code: fr.code, locs: fr.locals, scope: fr.scope, index: int32(s.Scope)}
	}
	if blk == nil {
		return m.callBuiltin(l.builtin, args, nil, nil, sc, at)
	}
	return m.callBuiltin(l.builtin, args, blk, blockType, sc, at)
}

// enter calls a bytecode function whose n arguments are on the stack, on the
// driver that is running.
func (m *Machine) enter(c *code, n int) error {
	if err := m.arity(c, m.stack[m.sp-n:m.sp], nil); err != nil {
		return err
	}
	if len(m.frames) >= m.limits.Depth {
		return depthError(m.limits.Depth)
	}
	start := m.sp - n
	end := start + int(c.NumSlots)
	locals := m.stack[start:end:end]
	if k := len(c.Params) - 1; k >= 0 && c.Params[k].Rest && n > k {
		if n == k+1 && locals[k].IsUndef() && c.Params[k].HasDefault {
			n = k // puppet: closure.rb, combine_values_with_parameters
		} else {
			locals[k] = values.ArrayOf(append([]values.Value(nil), m.stack[start+k:m.sp]...)...)
		}
	}
	n = collectRest(c, locals, n)
	for i := n; i < len(locals); i++ {
		locals[i] = values.Unset
	}
	f := frame{code: c, locals: locals, scope: m.top, start: start, onStack: true}
	if c.NumBanks > 0 {
		f.banks = make([]ops.Registers, c.NumBanks)
	}
	m.frames = append(m.frames, f)
	m.sp = end
	return nil
}

// collectRest puts the arguments from a captures-rest parameter on into an
// array; it gives the number of slots that are set.
func collectRest(c *code, locals []values.Value, n int) int {
	k := len(c.Params) - 1
	if k < 0 || !c.Params[k].Rest {
		return n
	}
	if n <= k {
		if c.Params[k].HasDefault && n == k {
			return n
		}
		for i := n; i < k; i++ {
			locals[i] = values.Unset
		}
		if n == k {
			locals[k] = values.EmptyArray
			return k + 1
		}
		return n
	}
	return k + 1
}

// arity checks the number of arguments.
func (m *Machine) arity(c *code, args []values.Value, block pcore.Type) error {
	n := len(args)
	if n >= c.required && (c.max < 0 || n <= c.max) && block == nil {
		return nil
	}
	return m.mismatch(c, args, block)
}

// callCode calls a bytecode function from Go.
func (m *Machine) callCode(c *code, args []values.Value, _ *lambda, block pcore.Type) (values.Value, error) {
	if err := m.arity(c, args, block); err != nil {
		return values.Undef, err
	}
	locals := make([]values.Value, max(int(c.NumSlots), len(args)))
	copy(locals, args)
	n := len(args)
	if k := len(c.Params) - 1; k >= 0 && c.Params[k].Rest && n > k {
		if n == k+1 && args[k].IsUndef() && c.Params[k].HasDefault {
			n = k
		} else {
			locals[k] = values.ArrayOf(append([]values.Value(nil), args[k:]...)...)
		}
	}
	n = collectRest(c, locals, n)
	for i := n; i < len(locals); i++ {
		locals[i] = values.Unset
	}
	return m.exec(frame{code: c, locals: locals[:c.NumSlots], scope: m.top})
}

// mismatch is the error for arguments that a bytecode function does not accept.
func (m *Machine) mismatch(c *code, args []values.Value, block pcore.Type) error {
	sig, err := m.signature(c, c.Params, c.types)
	if err != nil {
		return err
	}
	return &runtime.Error{Message: pcore.DescribeSignatures(c.Name, []pcore.Signature{sig}, args, block), Class: "ArgumentError"}
}

// signature is the signature of parameters.
func (m *Machine) signature(c *code, params []opcodes.Param, cache []atomic.Pointer[pcore.Type]) (pcore.Signature, error) {
	sig := pcore.Signature{BlockName: "block"}
	var types []pcore.Type
	lo, hi := 0, 0
	for i := range params {
		t, err := m.typeOf(c, params[i].TypeCode, &cache[i])
		if err != nil {
			return sig, err
		}
		if params[i].Rest {
			hi = -1 << 30
			if a, ok := t.(*pcore.ArrayType); ok {
				t = a.Elem
			}
		}
		if !params[i].HasDefault && !params[i].Rest {
			if i > lo { // one before it is optional
				diag, at := issue.RequiredParameterAfterOptional.Error(params[i].Name), c.unit.placeOf(params[i].Pos)
				return sig, &runtime.Error{Code: diag.Code, Message: "Evaluation Error: " + diag.Message, File: at.File, Line: at.Line, Pos: at.Pos}
			}
			lo++
		}
		hi++
		types = append(types, t)
		sig.ParamNames = append(sig.ParamNames, params[i].Name)
	}
	size := pcore.IntegerRange(int64(lo), int64(hi))
	if hi < 0 {
		size = pcore.IntegerFrom(int64(lo))
	}
	sig.Type = pcore.CallableOf(pcore.TupleOf(types, size), nil, nil)
	return sig, nil
}

// typeOf is the type that a type code computes; -1 is Any.
func (m *Machine) typeOf(c *code, typeCode int32, cache *atomic.Pointer[pcore.Type]) (pcore.Type, error) {
	if typeCode < 0 {
		return pcore.Any, nil
	}
	if t := cache.Load(); t != nil {
		return *t, nil
	}
	tc := c.unit.codes[typeCode]
	v, err := m.exec(frame{code: tc, scope: m.top})
	if err != nil {
		return nil, err
	}
	if v.Kind() != values.KindType {
		return nil, runtime.Errorf("'%s' is not a type", pcore.Text(v))
	}
	t := pcore.TypeOf(v)
	if tc.Constant {
		cache.Store(&t)
	}
	return t, nil
}

// checkParams does CheckParams: the loop found a parameter that is not of a kind
// that always fits.
func (m *Machine) checkParams(fr *frame) error {
	c, n := fr.code, len(m.frames)-1
	for i := range c.Params {
		p := &c.Params[i]
		v := m.frames[n].locals[i]
		if p.Kinds>>v.Kind()&1 != 0 || p.TypeCode < 0 {
			continue
		}
		t, err := m.typeOf(c, p.TypeCode, &c.types[i])
		if err != nil {
			return err
		}
		if p.Rest {
			if !checkElements(t, v) {
				return m.rejectCall(n)
			}
			continue
		}
		if !t.Check(v) {
			return m.rejectCall(n)
		}
	}
	m.frames[n].pc++
	return nil
}

// elems are the elements of an array that the compiler made for the machine:
// spread arguments, a captures-rest parameter. The verifier does not follow what
// values are, so that hostile bytecode may have something else there.
func elems(v values.Value) []values.Value {
	if v.Kind() != values.KindArray {
		return nil
	}
	return v.AsArray().Elems()
}

// checkElements checks what a captures-rest parameter holds: each argument must
// be an instance of the declared type.
func checkElements(t pcore.Type, v values.Value) bool {
	if a, ok := t.(*pcore.ArrayType); ok {
		t = a.Elem
	}
	for _, x := range elems(v) {
		if !t.Check(x) {
			return false
		}
	}
	return true
}

// rejectCall makes the error for the arguments of the function in frame n. It is
// the caller's: its place is that of the call.
func (m *Machine) rejectCall(n int) error {
	fr := &m.frames[n]
	c := fr.code
	var args []values.Value
	for i := range c.Params {
		if v := fr.locals[i]; c.Params[i].Rest {
			args = append(args, elems(v)...)
		} else {
			args = append(args, v)
		}
	}
	if c.Kind == opcodes.CodeTemplate {
		return m.mismatch(c, args, nil)
	}
	return &rejected{m.mismatch(c, args, nil)}
}

// calleeName is what messages about the parameters of a frame's code call it.
func calleeName(fr *frame) string {
	switch {
	case fr.lambda:
		return "lambda"
	case fr.code.Kind == opcodes.CodeClass:
		return "Class[" + pcore.CapitalizeSegments(fr.code.Name) + "]"
	case fr.code.Kind == opcodes.CodeDefine:
		return fr.scope.Name
	case fr.code.Kind == opcodes.CodeTemplate:
		return "lambda"
	}
	return fr.code.Name
}

// rejected is an error that belongs to the caller of the frame it was found in.
type rejected struct{ error }

func (m *Machine) checkReturn(c *code, v values.Value) error {
	t, err := m.typeOf(c, c.ReturnCode, &c.returnType)
	if err != nil {
		return err
	}
	if t.Check(v) {
		return nil
	}
	return &rejected{runtime.Errorf("%s", pcore.DescribeMismatch("value returned from "+c.Name+" has wrong type,", t, pcore.Infer(v)))}
}

// instantiate does CallType: args[0] must be a type, whose new is called.
func (m *Machine) instantiate(fr *frame, site int, args []values.Value) (values.Value, error) {
	l, err := m.link(fr, site)
	if err != nil {
		return values.Undef, err
	}
	return m.callLink(fr, site, l, args)
}

// flow is break, next or return that was not turned into a jump.
func (m *Machine) flow(kind runtime.FlowKind, v values.Value, fr *frame) error {
	at := fr.code.place(fr.pc, ops.Self)
	cf := &runtime.ControlFlow{Kind: kind, Value: v, File: at.File, Line: at.Line, Pos: at.Pos}
	if kind == runtime.Return {
		switch fr.code.Kind {
		case opcodes.CodeMain, opcodes.CodeNode, opcodes.CodeTemplate, opcodes.CodeExpr:
			cf.Target = nil
		default:
			cf.Target = len(m.frames) - 1
			if fr.lambda {
				cf.Target = fr.owner
			}
		}
	}
	return cf
}

// notIterable is the error of an iteration function for a receiver that it does
// not accept.
func (m *Machine) notIterable(fr *frame, site int, v values.Value) error {
	name := fr.code.Sites[site].Name
	b := m.img.builtins[name]
	if b == nil {
		return runtime.Errorf("'%s' cannot iterate over %s", name, pcore.InferGeneric(v))
	}
	if err := b.compile(); err != nil {
		return err
	}
	sigs := b.signatures()
	s := &fr.code.Sites[site]
	n := int(s.BlockParams)
	params := make([]pcore.Type, n)
	for i := range params {
		params[i] = pcore.Any
	}
	block := pcore.CallableOf(pcore.TupleOf(params, pcore.IntegerRange(int64(n), int64(n))), nil, nil)
	args := []values.Value{v}
	if s.Args > 1 {
		args = append(args, values.Undef) // a memo can be anything
	}
	return &runtime.Error{Message: pcore.DescribeSignatures(name, sigs, args, block), Class: "ArgumentError"}
}
