package bunraku

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/runtime"
	"bunraku/runtime/catalog"
	"bunraku/runtime/facts"
	"bunraku/runtime/logs"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
	"bunraku/vm"
)

// The line interfaces: one JSON object in, one out.
// spec: docs/interfaces, `bunraku eval --jsonl` and `bunraku run --jsonl`

// lineRequest is a line of either interface.
type lineRequest struct {
	ID              json.RawMessage `json:"id"`
	Code            *string         `json:"code"`
	EPP             *string         `json:"epp"`
	Params          json.RawMessage `json:"params"`
	Facts           json.RawMessage `json:"facts"`
	Strict          string          `json:"strict"`
	StrictVariables *bool           `json:"strict_variables"`
	Settings        map[string]any  `json:"settings"`
	Node            string          `json:"node"`
	Modulepath      *string         `json:"modulepath"`
	Edition         string          `json:"edition"`
	Manifest        string          `json:"manifest"`
	Environment     string          `json:"environment"`
	Trusted         json.RawMessage `json:"trusted"`
	Classes         json.RawMessage `json:"classes"`
}

// lineLog and lineError are as the reference prints them.
type lineLog struct {
	Level   string `json:"level"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Pos     int    `json:"pos,omitempty"`
	Issue   string `json:"issue,omitempty"`
	Source  string `json:"source,omitempty"`
}

type lineError struct {
	Message string `json:"message"`
	Line    int    `json:"line,omitempty"`
	Pos     int    `json:"pos,omitempty"`
	File    string `json:"file,omitempty"`
	Issue   string `json:"issue,omitempty"`
}

// Lines answers lines. It keeps environments between requests, as a server does;
// several goroutines may ask at once.
type Lines struct {
	// Modulepath is that of requests that give none.
	Modulepath []string
	// Edition is that of requests that give none.
	Edition edition.Edition

	mu    sync.Mutex // of the maps
	facts map[string]*facts.Facts
	envs  map[string]*Environment
}

// marshal writes JSON as the reference does: nothing is escaped for HTML.
func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Appendf(nil, `{"id":null,"error":{"message":%q}}`, err.Error())
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func badLine(err error) []byte {
	return marshal(map[string]any{"id": nil, "error": lineError{Message: "bad input line: " + err.Error()}})
}

// prepare turns a line into a request, its options and environment.
func (l *Lines) prepare(in *lineRequest) (*Environment, *Request, *Options, error) {
	o := &Options{Edition: l.Edition, StrictVariables: in.StrictVariables}
	var err error
	if in.Edition != "" {
		if o.Edition, err = edition.Parse(in.Edition); err != nil {
			return nil, nil, nil, err
		}
	}
	strict := in.Strict
	r := &Request{Node: in.Node, Manifest: in.Manifest, Settings: map[string]values.Value{},
		Server: facts.Server{Version: "7.23.0", Name: "puppet.example.org", IP: "192.0.2.1"}}
	for k, v := range in.Settings {
		switch k {
		case "strict":
			strict, _ = v.(string)
		case "strict_variables":
			b, _ := v.(bool)
			o.StrictVariables = &b
		default:
			r.Settings[k] = values.String(fmt.Sprint(v))
		}
	}
	if strict != "" {
		s, ok := map[string]runtime.Strict{"off": runtime.StrictOff, "warning": runtime.StrictWarning, "error": runtime.StrictError}[strict]
		if !ok {
			return nil, nil, nil, fmt.Errorf("strict is %q; it must be off, warning or error", strict)
		}
		o.Strict = &s
	}
	if in.Code != nil {
		r.Code, r.HasCode = *in.Code, true
	}
	if r.Facts, err = l.readFacts(in.Facts); err != nil {
		return nil, nil, nil, err
	}
	if len(in.Trusted) > 0 && string(in.Trusted) != "null" {
		t, err := facts.Parse(in.Trusted, "trusted.json")
		if err != nil {
			return nil, nil, nil, err
		}
		r.Trusted = t.Values
	}
	if len(in.Classes) > 0 && string(in.Classes) != "null" {
		if r.ENC, err = facts.ParseENC([]byte(`{"classes":`+string(in.Classes)+`}`), r.Node); err != nil {
			return nil, nil, nil, err
		}
	}
	modulepath := l.Modulepath
	if in.Modulepath != nil {
		modulepath = nil
		for _, p := range strings.Split(*in.Modulepath, string(os.PathListSeparator)) {
			if p != "" {
				modulepath = append(modulepath, p)
			}
		}
	}
	env, err := l.environment(in.Environment, modulepath, o)
	return env, r, o, err
}

func (l *Lines) environment(dir string, modulepath []string, o *Options) (*Environment, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := fmt.Sprint(dir, "\x00", modulepath, "\x00", o.Edition)
	if e := l.envs[key]; e != nil {
		return e, nil
	}
	name := "production"
	if dir != "" {
		name = filepath.Base(dir)
	}
	e, err := NewEnvironment(name, dir, modulepath, Options{Edition: o.Edition})
	if err != nil {
		return nil, err
	}
	if l.envs == nil {
		l.envs = map[string]*Environment{}
	}
	l.envs[key] = e
	return e, nil
}

func (l *Lines) readFacts(raw json.RawMessage) (*facts.Facts, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	if raw[0] != '"' {
		return facts.Parse(raw, "facts.json")
	}
	var path string
	if err := json.Unmarshal(raw, &path); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.facts[path]; f != nil {
		return f, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := facts.Parse(text, path)
	if err != nil {
		return nil, err
	}
	if l.facts == nil {
		l.facts = map[string]*facts.Facts{}
	}
	l.facts[path] = f
	return f, nil
}

func toLineError(err error) *lineError {
	if err == nil {
		return nil
	}
	var located *vm.Error
	var diag *issue.Diagnostic
	var cat *catalog.Error
	switch {
	case errors.As(err, &located):
		return &lineError{Message: located.Message, Line: located.Line, Pos: located.Pos, File: located.File, Issue: located.Code}
	case errors.As(err, &diag):
		e := &lineError{Message: diag.Message, Line: diag.Line(), Pos: diag.Column(), Issue: diag.Code}
		if i := diag.Issue(); i != nil && i.Minted() {
			e.Issue = ""
		}
		if diag.File != nil {
			e.File = diag.File.Name()
		}
		return e
	case errors.As(err, &cat):
		return &lineError{Message: cat.Message, Line: cat.Line, File: cat.File}
	}
	return &lineError{Message: err.Error()}
}

// failure is the error of a request for a catalog. What has an issue keeps its
// place beside the message; what has none becomes one text that names the node.
// puppet: parser/compiler.rb, compile
func failure(err error, node string) *lineError {
	e := toLineError(err)
	if !hasIssue(e.Issue, e.Message) {
		text := e.Message
		if at := issue.Location(e.File, e.Line, e.Pos); at != "" {
			text += " " + at
		}
		return &lineError{Message: text + " on node " + node}
	}
	return e
}

// log is the message that is logged for an error.
func (e *lineError) log() lineLog {
	return lineLog{Level: logs.Err.String(), Message: e.Message, File: e.File, Line: e.Line, Pos: e.Pos, Issue: e.Issue}
}

func collect(to *[]lineLog) logs.Sink {
	*to = []lineLog{}
	return func(m logs.Message) {
		if m.Level < logs.Notice {
			return
		}
		*to = append(*to, lineLog{Level: m.Level.String(), Message: m.Text, File: m.File, Line: m.Line, Pos: m.Pos, Issue: m.Issue, Source: m.Source})
	}
}

// Eval answers a line of `bunraku eval --jsonl`: code is evaluated as the main
// manifest of a catalog, and the answer has the value of its last expression.
func (l *Lines) Eval(line []byte) []byte {
	var in lineRequest
	if err := json.Unmarshal(line, &in); err != nil {
		return badLine(err)
	}
	if in.Node == "" {
		in.Node = "testnode.example.org"
	}
	if in.Code == nil || *in.Code == "" {
		code := "undef"
		in.Code = &code
	}
	out := struct {
		ID        json.RawMessage `json:"id"`
		Value     json.RawMessage `json:"value,omitempty"`
		Type      string          `json:"type,omitempty"`
		String    *string         `json:"string,omitempty"`
		Logs      []lineLog       `json:"logs"`
		Error     *lineError      `json:"error"`
		Resources []string        `json:"resources"`
	}{ID: in.ID, Resources: []string{}}
	env, r, o, err := l.prepare(&in)
	if err != nil {
		return badLine(err)
	}
	// A case leaves nothing behind: its definitions go with its environment.
	env = env.fork()
	o.Log = collect(&out.Logs)
	if in.EPP != nil {
		r.Template, r.HasTemplate = *in.EPP, true
		if len(in.Params) > 0 && string(in.Params) != "null" {
			p, err := facts.Parse(in.Params, "params.json")
			if err != nil {
				return badLine(err)
			}
			r.Params = p.Values
		}
	}
	res, err := env.Compile(r, *o)
	out.Error = toLineError(err)
	if res.Finished {
		data, derr := pcore.ToData(res.Value, pcore.DataOptions{RichData: true, Prefix: "value"})
		if derr == nil {
			if text, jerr := pcore.AppendJSON(nil, data); jerr == nil {
				out.Value = text
			}
		}
		if f := res.Value; out.Value == nil && f.IsFloat() { // JSON has no such number
			out.Value = marshal(map[string]string{"__float": pcore.Text(f)})
		}
		if out.Value == nil {
			out.Value = marshal(map[string]string{"__unserializable": pcore.Text(res.Value)})
		}
		out.Type = pcore.Infer(res.Value).String()
		s := pcore.Text(res.Value)
		out.String = &s
	}
	if res.Catalog != nil {
		out.Resources = resourceRefs(res.Catalog)
	}
	return marshal(out)
}

// resourceRefs are the references of a catalog but for what every catalog has.
func resourceRefs(c *catalog.Catalog) []string {
	out := []string{}
	for _, r := range c.Resources() {
		ref := r.Ref()
		switch ref {
		case "Stage[main]", "Class[Settings]", "Class[Main]", "Class[main]", "Class[settings]":
			continue
		}
		switch {
		case r.Exported == catalog.Yes:
			ref = "@@" + ref
		case r.Virtual:
			ref = "@" + ref
		}
		out = append(out, ref)
	}
	return out
}

// Run answers a line of `bunraku run --jsonl`: a request for a catalog.
func (l *Lines) Run(line []byte) []byte {
	var in lineRequest
	if err := json.Unmarshal(line, &in); err != nil {
		return badLine(err)
	}
	out := struct {
		ID      json.RawMessage `json:"id"`
		Catalog json.RawMessage `json:"catalog"`
		Logs    []lineLog       `json:"logs"`
		Error   *lineError      `json:"error"`
	}{ID: in.ID}
	named := in.Node != ""
	env, r, o, err := l.prepare(&in)
	if err != nil {
		return badLine(err)
	}
	if !named {
		r.Node = fqdn(r.Facts)
	}
	r.Facts = agentFacts(r.Facts, r.Node)
	o.Log = collect(&out.Logs)
	if r.HasCode || r.Manifest != "" {
		env = env.fork()
	}
	res, err := env.Compile(r, *o)
	if err == nil {
		res.Catalog.UUID = "00000000-0000-0000-0000-000000000000"
		out.Catalog, err = res.Catalog.AppendJSON(nil, Wire())
	}
	if err != nil {
		out.Catalog, out.Error = nil, failure(err, r.Node)
		out.Logs = append(out.Logs, out.Error.log())
	}
	return marshal(out)
}

// fqdn is the name of a node that is known by its facts only.
func fqdn(f *facts.Facts) string {
	if f != nil {
		if v, ok := f.Values.GetString("fqdn"); ok && v.IsString() {
			return v.AsString()
		}
	}
	return "node.example.org"
}

// agentFacts adds what an agent adds to the facts of its node.
// puppet: configurer/fact_handler.rb, node/facts.rb, add_local_facts
func agentFacts(f *facts.Facts, node string) *facts.Facts {
	h := values.EmptyHash.AsHash()
	out := &facts.Facts{}
	if f != nil {
		out.Name, h = f.Name, f.Values
	}
	for _, e := range []values.Entry{
		{Key: values.String("clientcert"), Value: values.String(node)},
		{Key: values.String("clientversion"), Value: values.String("7.23.0")},
		{Key: values.String("clientnoop"), Value: values.False},
	} {
		if v, ok := h.Get(e.Key); !ok || v.IsUndef() {
			h = h.With(e.Key, e.Value)
		}
	}
	out.Values = h
	return out
}
