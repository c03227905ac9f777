package stdlib_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"bunraku/grammar"
	"bunraku/grammar/source"
	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/ops"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/stdlib"
	"bunraku/stdlib/std"
)

// errUnsupported is for code that the little evaluator here does not know: such
// cases are for the machine.
var errUnsupported = errors.New("not supported by the test's evaluator")

// evaluator walks the tree of a golden case: literals, variables, operators and
// calls are enough to reach the functions of this package without a machine.
type evaluator struct {
	eval  *runtime.Evaluation
	ops   *ops.Env
	logs  []logs.Message
	facts values.Value
	vars  *scope
	funcs map[string]*grammar.FunctionDefinition
	depth int
}

type scope struct {
	outer *scope
	m     map[string]values.Value
}

func (s *scope) Lookup(name string) (values.Value, bool) {
	name = strings.TrimPrefix(name, "::")
	for ; s != nil; s = s.outer {
		if v, ok := s.m[name]; ok {
			return v, true
		}
	}
	return values.Undef, false
}

func (s *scope) Each(f func(string, values.Value) bool) {
	for ; s != nil; s = s.outer {
		for k, v := range s.m {
			if !f(k, v) {
				return
			}
		}
	}
}

func newEvaluator(facts values.Value) *evaluator {
	e := &evaluator{facts: facts, vars: &scope{m: map[string]values.Value{}}, funcs: map[string]*grammar.FunctionDefinition{}}
	if !facts.IsUndef() {
		e.vars.m["facts"] = facts
		for _, f := range facts.AsHash().Entries() {
			e.vars.m[f.Key.AsString()] = f.Value
		}
	}
	e.eval = &runtime.Evaluation{Host: e, Log: func(m logs.Message) { e.logs = append(e.logs, m) }}
	e.eval.Settings.Strict = runtime.StrictWarning
	e.eval.Settings.Environment = "production"
	e.ops = &ops.Env{}
	return e
}

// callError is an error of a function with Puppet's words before it.
type callError struct {
	err    error
	method bool
}

func (c *callError) Error() string {
	what := "Function Call"
	if c.method {
		what = "Method call"
	}
	return "Evaluation Error: Error while evaluating a " + what + ", " + c.err.Error()
}

func (e *evaluator) run(code string) (values.Value, error) {
	p, issues := grammar.Parse(source.NewFile("", code), grammar.Options{})
	for _, d := range issues {
		if d.Severity.String() == "error" {
			return values.Undef, errUnsupported
		}
	}
	v, err := e.expr(p.Body)
	var c *callError
	if errors.As(err, &c) {
		return v, c
	}
	var f *runtime.ControlFlow
	if errors.As(err, &f) {
		return v, errUnsupported
	}
	return v, err
}

func (e *evaluator) exprs(xs []grammar.Expr) ([]values.Value, error) {
	var out []values.Value
	for _, x := range xs {
		if u, ok := x.(*grammar.Unfold); ok {
			v, err := e.expr(u.Expr)
			if err != nil {
				return nil, err
			}
			v = ops.Unfold(v)
			if v.Kind() == values.KindArray {
				out = append(out, v.AsArray().Elems()...)
			} else {
				out = append(out, v)
			}
			continue
		}
		v, err := e.expr(x)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func (e *evaluator) pair(l, r grammar.Expr) (a, b values.Value, err error) {
	if a, err = e.expr(l); err == nil {
		b, err = e.expr(r)
	}
	return a, b, err
}

func (e *evaluator) expr(x grammar.Expr) (values.Value, error) {
	switch x := x.(type) {
	case *grammar.Block:
		v := values.Undef
		for _, s := range x.Statements {
			var err error
			if v, err = e.expr(s); err != nil {
				return v, err
			}
		}
		return v, nil
	case *grammar.Nop, *grammar.LiteralUndef:
		return values.Undef, nil
	case *grammar.LiteralDefault:
		return values.Default, nil
	case *grammar.LiteralBoolean:
		return values.Bool(x.Value), nil
	case *grammar.LiteralInteger:
		return values.Int(x.Value), nil
	case *grammar.LiteralFloat:
		return values.Float(x.Value), nil
	case *grammar.LiteralString:
		return values.String(x.Value), nil
	case *grammar.QualifiedName:
		return values.String(x.Name), nil
	case *grammar.LiteralRegexp:
		return values.RegexpValue(&values.Regexp{Source: x.Source}), nil
	case *grammar.LiteralList:
		vs, err := e.exprs(x.Values)
		return values.ArrayOf(vs...), err
	case *grammar.LiteralHash:
		b := values.NewHashBuilder(4)
		for _, en := range x.Entries {
			k, v, err := e.pair(en.Key, en.Value)
			if err != nil {
				return values.Undef, err
			}
			b.Put(k, v)
		}
		return b.Hash().Value(), nil
	case *grammar.Parenthesized:
		return e.expr(x.Expr)
	case *grammar.TextExpression:
		return e.expr(x.Expr)
	case *grammar.ConcatenatedString:
		var s strings.Builder
		for _, seg := range x.Segments {
			v, err := e.expr(seg)
			if err != nil {
				return v, err
			}
			s.WriteString(pcore.Text(v))
		}
		return values.String(s.String()), nil
	case *grammar.Variable:
		v, ok := e.vars.Lookup(x.Name)
		if !ok {
			return values.Undef, errUnsupported
		}
		return v, nil
	case *grammar.Assignment:
		name, ok := x.Left.(*grammar.Variable)
		if !ok || x.Op != grammar.OpAssign {
			return values.Undef, errUnsupported
		}
		v, err := e.expr(x.Right)
		e.vars.m[name.Name] = v
		return v, err
	case *grammar.If:
		v, err := e.expr(x.Test)
		if err != nil {
			return v, err
		}
		if v.Truthy() {
			return e.expr(x.Then)
		}
		return e.expr(x.Else)
	case *grammar.Arithmetic:
		a, b, err := e.pair(x.Left, x.Right)
		if err != nil {
			return a, err
		}
		return e.ops.Arithmetic(x.Op.String()[0], a, b)
	case *grammar.UnaryMinus:
		v, err := e.expr(x.Expr)
		if err != nil {
			return v, err
		}
		return e.ops.Negate(v)
	case *grammar.Comparison:
		a, b, err := e.pair(x.Left, x.Right)
		if err != nil {
			return a, err
		}
		switch x.Op {
		case grammar.OpEq:
			return values.Bool(e.ops.Equal(a, b)), nil
		case grammar.OpNe:
			return values.Bool(!e.ops.Equal(a, b)), nil
		}
		r, err := e.ops.Order(x.Op.String(), a, b)
		return values.Bool(r), err
	case *grammar.QualifiedReference:
		return e.typ(x.Name)
	case *grammar.Access:
		v, err := e.expr(x.Left)
		if err != nil {
			return v, err
		}
		keys, err := e.exprs(x.Keys)
		if err != nil {
			return v, err
		}
		return e.ops.Access(v, keys)
	case *grammar.CallNamed:
		name := ""
		args, err := e.exprs(x.Args)
		if err != nil {
			return values.Undef, err
		}
		switch f := x.Functor.(type) {
		case *grammar.QualifiedName:
			name = f.Name
		case *grammar.QualifiedReference:
			t, err := e.typ(f.Name)
			if err != nil {
				return t, err
			}
			name, args = "new", append([]values.Value{t}, args...)
		default:
			return values.Undef, errUnsupported
		}
		v, err := e.call(name, args, e.block(x.Lambda))
		return v, e.wrap(err, false)
	case *grammar.CallMethod:
		recv, err := e.exprs([]grammar.Expr{x.Functor.Left})
		if err != nil {
			return values.Undef, err
		}
		args, err := e.exprs(x.Args)
		if err != nil {
			return values.Undef, err
		}
		name, ok := x.Functor.Right.(*grammar.QualifiedName)
		if !ok || recv[0].Kind() == values.KindObject {
			if recv[0].Kind() == values.KindObject && ok {
				if v, found := recv[0].AsObject().Get(name.Name); found {
					return v, nil
				}
			}
			return values.Undef, errUnsupported
		}
		v, err := e.call(name.Name, append(recv, args...), e.block(x.Lambda))
		return v, e.wrap(err, true)
	case *grammar.FunctionDefinition:
		e.funcs[x.Name] = x
		return values.Undef, nil
	}
	return values.Undef, fmt.Errorf("%w: %T", errUnsupported, x)
}

func (e *evaluator) wrap(err error, method bool) error {
	var c *callError
	var f *runtime.ControlFlow
	var op *ops.Fault
	if err == nil || errors.As(err, &c) || errors.As(err, &f) || errors.Is(err, errUnsupported) || errors.As(err, &op) {
		return err
	}
	var re *runtime.Error
	if errors.As(err, &re) && re.Code == "DISCONTINUED_IMPORT" {
		return errors.New("Evaluation Error: " + re.Message)
	}
	return &callError{err, method}
}

func (e *evaluator) typ(name string) (values.Value, error) {
	t, err := pcore.Parse(name, nil)
	if err != nil {
		return values.Undef, err
	}
	return t.Value(), nil
}

// lambda is a block of the evaluator.
type lambda struct {
	e     *evaluator
	node  *grammar.Lambda
	scope *scope
	typ   *pcore.CallableType
	names []string
}

func (e *evaluator) block(n *grammar.Lambda) *lambda {
	if n == nil {
		return nil
	}
	l := &lambda{e: e, node: n, scope: e.vars}
	var ts []pcore.Type
	least, most := 0, len(n.Params)
	for _, p := range n.Params {
		t := pcore.Type(pcore.Any)
		if p.Type != nil {
			v, err := e.expr(p.Type)
			if err == nil && v.Kind() == values.KindType {
				t = pcore.TypeOf(v)
			}
		}
		ts = append(ts, t)
		l.names = append(l.names, p.Name)
		switch {
		case p.CapturesRest:
			most = -1
		case p.Default == nil:
			least++
		}
	}
	size := pcore.IntegerFrom(int64(least))
	if most >= 0 {
		size = pcore.IntegerRange(int64(least), int64(most))
	}
	l.typ = pcore.CallableOf(pcore.TupleOf(ts, size), nil, nil)
	return l
}

func (l *lambda) Arity() (int, int) {
	size := l.typ.Params.SizeRange()
	if size.NoMax {
		return int(size.Min), -1
	}
	return int(size.Min), int(size.Max)
}

func (l *lambda) TypeText() string                              { return l.typ.String() }
func (l *lambda) Call1(a values.Value) (values.Value, error)    { return l.Call(a) }
func (l *lambda) Call2(a, b values.Value) (values.Value, error) { return l.Call(a, b) }

func (l *lambda) Call(args ...values.Value) (values.Value, error) {
	if _, most := l.Arity(); most >= 0 && len(args) > most { // Ruby's yield drops what is too much
		args = args[:most]
	}
	if !l.typ.CheckArgs(args, nil) {
		return values.Undef, errors.New(pcore.DescribeSignatures("lambda", []pcore.Signature{{Type: l.typ, ParamNames: l.names}}, args, nil))
	}
	return l.e.enter(&scope{outer: l.scope, m: map[string]values.Value{}}, l.node.Params, args, l.node.Body)
}

func (e *evaluator) enter(s *scope, params []*grammar.Parameter, args []values.Value, body grammar.Expr) (values.Value, error) {
	saved := e.vars
	e.vars = s
	defer func() { e.vars = saved }()
	for i, p := range params {
		switch {
		case p.CapturesRest:
			s.m[p.Name] = values.EmptyArray
			if i < len(args) {
				s.m[p.Name] = values.ArrayOf(append([]values.Value(nil), args[i:]...)...)
			}
		case i < len(args):
			s.m[p.Name] = args[i]
		case p.Default != nil:
			v, err := e.expr(p.Default)
			if err != nil {
				return v, err
			}
			s.m[p.Name] = v
		}
	}
	v, err := e.expr(body)
	var f *runtime.ControlFlow
	if errors.As(err, &f) && f.Kind == runtime.Next {
		return f.Value, nil
	}
	return v, err
}

// signature is a dispatch with its types parsed.
type signature struct {
	pcore.Signature
	d *runtime.Dispatch
}

func signatures(f *runtime.Function) []signature {
	var out []signature
	for i := range f.Dispatches {
		d := &f.Dispatches[i]
		aliases := map[string]*pcore.AliasType{}
		resolve := func(name string) (pcore.Type, error) {
			if a, ok := aliases[name]; ok {
				return a, nil
			}
			return nil, nil
		}
		for _, t := range d.Types {
			name, text, _ := strings.Cut(t, "=")
			aliases[strings.TrimSpace(name)] = pcore.NewAlias(strings.TrimSpace(name), text)
		}
		for _, a := range aliases {
			if err := a.Resolve(resolve); err != nil {
				panic(err)
			}
		}
		var ts []pcore.Type
		s := signature{d: d}
		least, most := int64(0), int64(len(d.Params))
		for _, p := range d.Params {
			ts = append(ts, pcore.MustParse(p.Type, resolve))
			s.ParamNames = append(s.ParamNames, p.Name)
			switch p.Kind {
			case runtime.Required:
				least++
			case runtime.RequiredRepeated:
				least++
				most = -1
			case runtime.Repeated:
				most = -1
			}
		}
		size := pcore.IntegerFrom(least)
		if most >= 0 {
			size = pcore.IntegerRange(least, most)
		}
		var block pcore.Type
		if d.Block != "" {
			block = pcore.MustParse(d.Block, resolve)
			if d.BlockOptional {
				block = pcore.OptionalOf(block)
			}
			s.BlockName = "block"
		}
		s.Type = pcore.CallableOf(pcore.TupleOf(ts, size), block, nil)
		out = append(out, s)
	}
	return out
}

var parsed = map[*runtime.Function][]signature{}

func (e *evaluator) call(name string, args []values.Value, l *lambda) (values.Value, error) {
	if e.depth++; e.depth > 200 {
		return values.Undef, errors.New("too deep")
	}
	defer func() { e.depth-- }()
	if fd, ok := e.funcs[name]; ok {
		v, err := e.enter(&scope{m: map[string]values.Value{}}, fd.Params, args, fd.Body)
		var f *runtime.ControlFlow
		if errors.As(err, &f) && f.Kind == runtime.Return {
			return f.Value, nil
		}
		return v, err
	}
	f := stdlib.Lookup(name)
	if f == nil {
		f = std.Lookup(name)
	}
	if f == nil {
		return values.Undef, fmt.Errorf("Unknown function '%s'", name)
	}
	sigs, ok := parsed[f]
	if !ok {
		sigs = signatures(f)
		parsed[f] = sigs
	}
	var blockType pcore.Type
	c := &runtime.Call{Eval: e.eval, Name: name, Args: args, File: "", Line: 1}
	if l != nil {
		c.Block, blockType = l, l.typ
	}
	if f.NeedsScope {
		c.Scope = e.vars
	}
	fits := func(s *signature) bool {
		return s.Type.CheckArgs(args, blockType)
	}
	for i := range sigs {
		if s := &sigs[i]; !s.d.Mismatch && fits(s) {
			v, err := s.d.Body(c)
			if err == nil && s.d.Returns != "" {
				if rt := pcore.MustParse(s.d.Returns, nil); !rt.Check(v) {
					return v, fmt.Errorf("value returned from function '%s' has wrong type, expects %s", name, rt)
				}
			}
			return v, err
		}
	}
	for i := range sigs {
		if s := &sigs[i]; s.d.Mismatch && fits(s) {
			_, err := s.d.Body(c)
			return values.Undef, fmt.Errorf("'%s' %w", name, err)
		}
	}
	var shown []pcore.Signature
	for _, s := range sigs {
		if !s.d.Mismatch {
			shown = append(shown, s.Signature)
		}
	}
	return values.Undef, errors.New(pcore.DescribeSignatures(name, shown, args, blockType))
}

// The rest is runtime.Host.

func (e *evaluator) CallFunction(name string, args []values.Value, block runtime.Block) (values.Value, error) {
	l, _ := block.(*lambda)
	return e.call(name, args, l)
}
func (e *evaluator) HasFunction(name string) bool { return stdlib.Lookup(name) != nil }
func (e *evaluator) ResolveType(text string) (values.Type, error) {
	return pcore.Parse(text, nil)
}
func (e *evaluator) RenderEPP(string, string, *values.Hash, runtime.Scope) (values.Value, error) {
	return values.Undef, errUnsupported
}
func (e *evaluator) FindFile(kind, ref string) (string, bool) {
	if strings.HasPrefix(ref, "/") {
		_, err := os.Stat(ref)
		return ref, err == nil
	}
	return "", false
}
func (e *evaluator) ReadFile(path string) ([]byte, error) { return os.ReadFile(path) }
func (e *evaluator) ScopeName() string                    { return "Scope(Class[main])" }
func (e *evaluator) New(t values.Type, args []values.Value) (values.Value, error) {
	return pcore.New(t.(pcore.Type), args, nil)
}
