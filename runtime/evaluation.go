package runtime

import (
	"bunraku/runtime/logs"
	"bunraku/runtime/values"
)

// Strict is Puppet's setting `strict`.
type Strict uint8

// The values of `strict`.
const (
	StrictOff Strict = iota
	StrictWarning
	StrictError
)

// String is the value as it is written in settings.
func (s Strict) String() string { return [...]string{"off", "warning", "error"}[s%3] }

// Settings are what configures an evaluation.
type Settings struct {
	Strict          Strict
	StrictVariables bool
	// Modulepath are the directories of modules, first match wins.
	Modulepath []string
	// Environment is the environment's name, EnvironmentDir its directory or empty.
	Environment    string
	EnvironmentDir string
	// Node is the certname of the node.
	Node string
	// Values are further Puppet settings by name, for $settings:: and functions.
	Values map[string]values.Value
}

// Evaluation is one request: the evaluation of code for one node. It is used by
// one goroutine at a time and shares nothing with other evaluations but the
// immutable image.
type Evaluation struct {
	Settings Settings
	// Log takes every log message.
	Log logs.Sink
	// Host is the machine that runs the evaluation.
	Host Host
	// Site is the catalog under construction, nil when there is none.
	Site Site

	warned map[string]bool
}

// Host is what functions ask of the machine and its loaders. The machine
// implements it; package runtime knows no instructions.
type Host interface {
	// CallFunction calls any function by name, built-in or written in the Puppet
	// language, with Puppet's dispatch and argument errors.
	CallFunction(name string, args []values.Value, block Block) (values.Value, error)
	// HasFunction reports whether a function of that name can be found.
	HasFunction(name string) bool
	// ResolveType evaluates a type expression written as text, with the type
	// aliases that are visible.
	ResolveType(text string) (values.Type, error)
	// Render evaluates EPP source with the given parameters; file is for
	// messages. scope is nil for templates that see only global variables.
	RenderEPP(file, source string, params *values.Hash, scope Scope) (values.Value, error)
	// FindFile finds a file of a module: kind is "files", "templates",
	// "scripts" ..., ref is "module/path" or an absolute path.
	FindFile(kind, ref string) (path string, ok bool)
	// ReadFile reads a file that FindFile gave.
	ReadFile(path string) ([]byte, error)
	// ScopeName is the source of log messages: "Scope(Class[main])".
	ScopeName() string
	// NewObject instantiates a Pcore type, as `T.new(args)` does.
	New(t values.Type, args []values.Value) (values.Value, error)
}

// Notify logs a message with the scope as its source, as notice() does.
func (e *Evaluation) Notify(level logs.Level, text string) {
	m := logs.Message{Level: level, Text: text}
	if e.Host != nil {
		m.Source = e.Host.ScopeName()
	}
	e.Emit(m)
}

// Emit logs a message.
func (e *Evaluation) Emit(m logs.Message) {
	if e.Log != nil {
		e.Log(m)
	}
}

// WarnOnce logs a warning the first time that key is used in this evaluation.
func (e *Evaluation) WarnOnce(key string, m logs.Message) {
	if e.warned[key] {
		return
	}
	if e.warned == nil {
		e.warned = map[string]bool{}
	}
	e.warned[key] = true
	e.Emit(m)
}
