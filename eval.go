package bunraku

import (
	"fmt"
	"runtime/debug"

	"bunraku/compiler"
	"bunraku/compiler/validate"
	"bunraku/grammar"
	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/regexp"
	"bunraku/runtime/values"
	"bunraku/stdlib"
	"bunraku/stdlib/site"
	"bunraku/stdlib/std"
	"bunraku/vm"
)

// Options are what an evaluation of a piece of code depends on.
type Options struct {
	Edition edition.Edition
	// Strict and StrictVariables are Puppet's settings; nil takes the edition's
	// default: warning and false for puppet7, error and true for puppet8.
	Strict          *runtime.Strict
	StrictVariables *bool
	// Node is the certname.
	Node string
	// Log takes log messages; nil drops them.
	Log logs.Sink
	// Limits bound the evaluation.
	Limits vm.Limits

	// modulepath and manifest tell what a file may define by its path.
	modulepath []string
	manifest   string
}

func (o *Options) settings() runtime.Settings {
	s := runtime.Settings{Strict: runtime.StrictError, StrictVariables: true, Node: o.Node, Environment: "production"}
	if o.Edition != edition.Puppet8 {
		s.Strict, s.StrictVariables = runtime.StrictWarning, false
	}
	if o.Strict != nil {
		s.Strict = *o.Strict
	}
	if o.StrictVariables != nil {
		s.StrictVariables = *o.StrictVariables
	}
	return s
}

// validation is the setting strict as the validator takes it.
func (o *Options) validation() validate.Strict {
	if o.Strict == nil {
		return validate.StrictDefault
	}
	return map[runtime.Strict]validate.Strict{runtime.StrictOff: validate.StrictOff,
		runtime.StrictWarning: validate.StrictWarning, runtime.StrictError: validate.StrictError}[*o.Strict]
}

// checkRegexp tells what is wrong with a regular expression.
func checkRegexp(source string) error {
	_, err := regexp.Compile(source, 0)
	return err
}

// CompileUnit makes bytecode of one manifest or template. The list has every
// finding of the grammar and the validator; the program is nil when one of them
// is an error.
func CompileUnit(file *source.File, o *Options, epp bool) (*opcodes.Program, issue.List) {
	parse := grammar.Parse
	if epp {
		parse = grammar.ParseEPP
	}
	tree, found := parse(file, grammar.Options{Edition: o.Edition, CheckRegexp: checkRegexp})
	if found.HasErrors() {
		return nil, found
	}
	found = append(found, validate.Validate(tree, validate.Options{Edition: o.Edition, Strict: o.validation(), ModulePath: o.modulepath, Manifest: o.manifest,
		CheckRegexp: checkRegexp})...)
	if found.HasErrors() {
		return nil, found
	}
	return compiler.Compile(tree, compiler.Options{Edition: o.Edition}), found
}

// Evaluate compiles code and evaluates it at top scope. The value is that of the
// last expression. A bug of ours is reported as an internal error.
func Evaluate(file *source.File, o Options) (v values.Value, err error) {
	defer caught(&err)
	prog, found := CompileUnit(file, &o, false)
	if prog == nil {
		_, raised := found.Outcome(issue.DefaultLimits)
		return values.Undef, raised
	}
	eval := &runtime.Evaluation{Settings: o.settings(), Log: o.Log}
	m := vm.NewMachine(vm.NewImage(builtins(), nil), eval, o.Limits)
	return m.RunMain(prog)
}

// caught turns a panic, which is a bug of ours, into an error.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("internal error: %v\n%s", r, debug.Stack())
	}
}

// builtins are the functions written in Go.
func builtins() []*runtime.Function {
	all := append([]*runtime.Function(nil), std.All()...)
	return append(append(all, stdlib.All()...), site.Functions()...)
}
