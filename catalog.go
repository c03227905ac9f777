package bunraku

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
	"bunraku/opcodes"
	"bunraku/runtime"
	"bunraku/runtime/catalog"
	"bunraku/runtime/facts"
	"bunraku/runtime/loader"
	"bunraku/runtime/logs"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/vm"
)

// Request asks for the catalog of one node.
type Request struct {
	Node string
	// Code is the main manifest as text; Manifest is its path, a file or a
	// directory of .pp files. Without both it is the environment's.
	Code     string
	HasCode  bool
	Manifest string
	// Programs are the main manifest as bytecode, when it is that already.
	Programs []*opcodes.Program
	// Facts are those of the node; nil stands for none.
	Facts *facts.Facts
	// Trusted are the extensions of the node's certificate; may be nil.
	Trusted *values.Hash
	// ENC is the classification of the node; may be nil.
	ENC *facts.Classification
	// Server is what the server adds to the facts.
	Server facts.Server
	// Settings are further variables of the scope `settings`.
	Settings map[string]values.Value
	// Template is EPP that is rendered at top scope after the main manifest; its
	// text is then the result's value. Params may be nil.
	Template    string
	HasTemplate bool
	Params      *values.Hash
	// Rules asks for the record of every attribute setting.
	Rules bool
}

// Result is what a request gives. After an error Catalog holds what was made so
// far.
type Result struct {
	// Value is the value of the main manifest; Finished tells that it came to its
	// end.
	Value    values.Value
	Finished bool
	Catalog  *catalog.Catalog
}

// Compile makes the catalog of a node.
func (e *Environment) Compile(r *Request, o Options) (res Result, err error) {
	defer caught(&err)
	o.Node = r.Node
	eval := &runtime.Evaluation{Settings: o.settings(), Log: o.Log}
	eval.Settings.Environment, eval.Settings.EnvironmentDir, eval.Settings.Modulepath = e.Name, e.Dir, e.Modulepath
	m := vm.NewMachine(e.image, eval, o.Limits)
	res.Catalog = catalog.New(r.Node, e.Name, e.nativeType)
	if r.Rules {
		res.Catalog.Rules = &catalog.RuleLog{}
	}
	site := vm.NewSite(m, res.Catalog, catalog.Strict(eval.Settings.Strict))
	site.Module = e.moduleOf
	m.Files = files{e}
	mains, err := e.mains(r, &o)
	if err != nil {
		return res, err
	}
	if r.HasTemplate {
		site.AfterMain = func() (values.Value, error) { return m.RenderEPP("", r.Template, r.Params, nil) }
	}
	res.Value, res.Finished, err = site.Compile(nodeOf(e, r, &eval.Settings), mains...)
	return res, err
}

// mains compiles the main manifest.
func (e *Environment) mains(r *Request, o *Options) ([]*opcodes.Program, error) {
	if len(r.Programs) > 0 {
		return r.Programs, nil
	}
	if r.HasCode {
		prog, found := CompileUnit(source.NewFile("", r.Code), o, false)
		logged, err := raised(found)
		emit(o.Log, logged)
		if err != nil {
			return nil, e.importError(err)
		}
		return []*opcodes.Program{prog}, nil
	}
	files, err := e.Manifests()
	if r.Manifest != "" {
		files, err = loader.Manifests(r.Manifest)
	}
	if err != nil {
		return nil, err
	}
	var progs []*opcodes.Program
	for _, f := range files {
		l := e.compileFile(f)
		if l == nil {
			return nil, runtime.Errorf("%s: cannot be read", f)
		}
		emit(o.Log, l.logged)
		if l.err != nil {
			return nil, e.importError(l.err)
		}
		progs = append(progs, l.prog)
	}
	return progs, nil
}

// importError is the error of a main manifest that cannot be read: one without an
// issue becomes one text.
// puppet: node/environment.rb, perform_initial_import
func (e *Environment) importError(err error) error {
	var located *vm.Error
	if !errors.As(err, &located) || hasIssue(located.Code, located.Message) {
		return err
	}
	return &vm.Error{Message: "Could not parse for environment " + e.Name + ": " + located.Error()}
}

// hasIssue reports whether Puppet's error is of the kind that keeps its place
// apart from its text: those with an issue, and the one that says how many others
// were logged.
func hasIssue(code, message string) bool {
	return code != "" || strings.HasPrefix(message, "Language validation logged ")
}

// emit logs what a compilation found.
func emit(sink logs.Sink, found issue.List) {
	if sink == nil {
		return
	}
	for _, d := range found {
		level := logs.Warning
		if d.Severity == issue.Error {
			level = logs.Err
		}
		m := logs.Message{Level: level, Text: d.Message, Line: d.Line(), Pos: d.Column(), Issue: d.Code}
		if d.File != nil {
			m.File = d.File.Name()
		}
		sink(m)
	}
}

// nodeOf is what the evaluation knows of the node.
func nodeOf(e *Environment, r *Request, set *runtime.Settings) *vm.Node {
	fs := r.Facts
	if fs == nil {
		fs = &facts.Facts{Values: values.EmptyHash.AsHash()}
	}
	fn := facts.NewNode(r.Node, e.Name, fs, facts.Trusted(r.Node, r.Trusted, nil), r.Server, r.ENC)
	n := &vm.Node{Name: r.Node}
	for _, en := range fn.Variables.Entries() {
		n.Variables = append(n.Variables, vm.Variable{Name: pcore.Text(en.Key), Value: en.Value})
	}
	n.Variables = append(n.Variables, vm.Variable{Name: "trusted", Value: fn.Trusted.Value()},
		vm.Variable{Name: "server_facts", Value: fn.ServerFacts.Value()}, vm.Variable{Name: "facts", Value: fn.Facts.Value()})
	n.Settings = settingsOf(set)
	for name, v := range r.Settings {
		n.Settings = append(n.Settings, vm.Variable{Name: name, Value: v})
	}
	if r.ENC != nil {
		for _, c := range r.ENC.Classes {
			n.Classes = append(n.Classes, vm.NodeClass{Name: c.Name, Params: c.Params})
		}
	}
	return n
}

// settingsOf are the settings that the evaluation knows, as variables.
func settingsOf(set *runtime.Settings) []vm.Variable {
	return []vm.Variable{
		{Name: "environment", Value: values.String(set.Environment)},
		{Name: "strict", Value: values.String(set.Strict.String())},
		{Name: "strict_variables", Value: values.Bool(set.StrictVariables)},
		{Name: "modulepath", Value: values.String(strings.Join(set.Modulepath, string(filepath.ListSeparator)))},
	}
}

// Wire is how values of a catalog become data for an agent.
func Wire() *catalog.Wire {
	return &catalog.Wire{Ref: func(t values.Type) (string, string, bool) { return vm.CatalogRef(t) },
		Rich: func(v values.Value, _ *catalog.Resource, _ string) (values.Value, error) {
			return pcore.ToData(v, pcore.DataOptions{RichData: true})
		}}
}

// ReadPrograms opens a .pbc file and gives the units in it, verified.
func ReadPrograms(path string) ([]*opcodes.Program, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	img, err := opcodes.Open(data)
	if err != nil {
		return nil, err
	}
	progs := make([]*opcodes.Program, img.Len())
	for i := range progs {
		if progs[i], err = img.Program(i); err != nil {
			return nil, err
		}
	}
	return progs, nil
}
