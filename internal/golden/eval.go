package golden

import (
	"encoding/json"
	"fmt"
	"strings"
)

// EvalCase is one evaluation of an archive of many.
type EvalCase struct {
	// Name is unique in its archive; Archive is the path of that.
	Name, Archive string
	Edition       string
	Code          string
	// EPP is a template that is rendered at top scope after Code; its text is the
	// value. HasEPP tells an empty template from none.
	EPP    string
	HasEPP bool
	// Settings, Facts and the rest are as in a request of `bunraku eval --jsonl`;
	// Facts and Params are JSON objects, or nil.
	Settings map[string]any
	Facts    json.RawMessage
	Params   json.RawMessage
	Node     string
	// Want is the recorded result.
	Want Result
	// Todo is the reason why the case may fail, or empty.
	Todo string

	// stated are the keys of a want that holds for a part of the result only: the
	// seeds say what a value is and not how its type is printed. nil: for all.
	stated map[string]bool
}

// Diff says in one line where the result parts from what is wanted, "" when it
// does not.
func (c *EvalCase) Diff(got Result) string {
	if c.stated == nil {
		return Diff(c.Want, got)
	}
	want := c.Want
	if !c.stated["value"] {
		want.HasValue, want.Value = got.HasValue, got.Value
	}
	if !c.stated["type"] {
		want.Type = got.Type
	}
	if !c.stated["string"] {
		want.String = got.String
	}
	if !c.stated["logs"] {
		want.Logs = got.Logs
	}
	if !c.stated["resources"] {
		want.Resources = got.Resources
	}
	return Diff(want, got)
}

// Request is the case as a line of `bunraku eval --jsonl`.
func (c *EvalCase) Request() map[string]any {
	r := map[string]any{"id": c.Name, "code": c.Code, "edition": c.Edition}
	if c.HasEPP {
		r["epp"] = c.EPP
	}
	if c.Facts != nil {
		r["facts"] = c.Facts
	}
	if c.Params != nil {
		r["params"] = c.Params
	}
	settings := map[string]any{}
	for k, v := range c.Settings {
		switch k {
		case "strict", "strict_variables":
			r[k] = v
		default:
			settings[k] = v
		}
	}
	if len(settings) > 0 {
		r["settings"] = settings
	}
	if c.Node != "" {
		r["node"] = c.Node
	}
	return r
}

// Result is what an evaluation gives, as `bunraku eval --jsonl` and the reference
// print it.
type Result struct {
	// HasValue is false when the main manifest did not get to its end.
	HasValue bool
	// Value is rich data; its numbers are json.Number.
	Value     any
	Type      string
	String    string
	Logs      []Log
	Error     *Error
	Resources []string
}

// Log is a log message; fields that do not apply are zero.
type Log struct {
	Level   string `json:"level"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Pos     int    `json:"pos,omitempty"`
	Issue   string `json:"issue,omitempty"`
	Source  string `json:"source,omitempty"`
}

// Error is why an evaluation stopped.
type Error struct {
	Message string `json:"message"`
	Line    int    `json:"line,omitempty"`
	Pos     int    `json:"pos,omitempty"`
	File    string `json:"file,omitempty"`
	Issue   string `json:"issue,omitempty"`
}

// UnmarshalJSON takes a recorded want or an answer line; fields that only the
// reference has (id, class, full) are dropped.
func (r *Result) UnmarshalJSON(data []byte) error {
	var raw struct {
		Value     json.RawMessage `json:"value"`
		Type      string          `json:"type"`
		String    string          `json:"string"`
		Logs      []Log           `json:"logs"`
		Error     *Error          `json:"error"`
		Resources []string        `json:"resources"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	*r = Result{Type: raw.Type, String: raw.String, Logs: raw.Logs, Error: raw.Error, Resources: raw.Resources}
	// A value of null is a value; encoding/json leaves "null" in a RawMessage.
	if raw.Value != nil {
		r.HasValue = true
		return decode(raw.Value, &r.Value)
	}
	return nil
}

// EvalCases takes the archive as evaluations: NAME.pp with NAME.want, NAME.epp,
// NAME.opts, NAME.todo. In an archive of seeds NAME.puppet7 makes a second case,
// "NAME.puppet7", of edition puppet7.
func EvalCases(a *Archive) ([]*EvalCase, error) {
	var cases []*EvalCase
	done := map[string]bool{}
	for _, section := range a.Names() {
		name, ok := strings.CutSuffix(section, ".pp")
		if !ok {
			if name, ok = strings.CutSuffix(section, ".epp"); !ok {
				continue
			}
		}
		if done[name] {
			continue
		}
		done[name] = true
		got, err := evalCase(a, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", a.Path, name, err)
		}
		cases = append(cases, got...)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s: holds no case", a.Path)
	}
	return cases, a.Unread()
}

func evalCase(a *Archive, name string) ([]*EvalCase, error) {
	c := &EvalCase{
		Name: name, Archive: a.Path, Edition: a.Edition,
		Code: a.Text(name + ".pp"), Facts: a.Facts, Todo: a.Text(name + ".todo"),
	}
	if c.Todo == "" {
		c.Todo = a.Todo
	}
	if _, ok := a.Section(name + ".epp"); ok {
		c.EPP, c.HasEPP = a.Text(name+".epp"), true
	}
	c.Settings = map[string]any{}
	for k, v := range a.Settings {
		c.Settings[k] = v
	}
	if opts, ok := a.Section(name + ".opts"); ok {
		if err := c.options(opts); err != nil {
			return nil, fmt.Errorf("opts: %w", err)
		}
	}
	var cases []*EvalCase
	for _, want := range []struct{ ext, suffix, edition string }{
		{".want", "", c.Edition},
		{".puppet7", ".puppet7", "puppet7"},
	} {
		data, ok := a.Section(name + want.ext)
		if !ok {
			continue
		}
		each := *c
		each.Name += want.suffix
		each.Edition = want.edition
		if want.suffix != "" {
			each.Todo = a.Text(each.Name + ".todo")
		}
		stated, err := strict(data, &each.Want)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", want.ext, err)
		}
		if each.Edition == "evaluator4" {
			each.stated = stated
		}
		cases = append(cases, &each)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("has no want")
	}
	return cases, nil
}

func (c *EvalCase) options(data []byte) error {
	var opts struct {
		Code            *string         `json:"code"`
		Settings        map[string]any  `json:"settings"`
		Facts           json.RawMessage `json:"facts"`
		Params          json.RawMessage `json:"params"`
		Node            string          `json:"node"`
		Edition         string          `json:"edition"`
		Strict          string          `json:"strict"`
		StrictVariables *bool           `json:"strict_variables"`
	}
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(&opts); err != nil {
		return err
	}
	for k, v := range opts.Settings {
		c.Settings[k] = v
	}
	if opts.Strict != "" {
		c.Settings["strict"] = opts.Strict
	}
	if opts.StrictVariables != nil {
		c.Settings["strict_variables"] = *opts.StrictVariables
	}
	if opts.Facts != nil {
		c.Facts = opts.Facts
	}
	if opts.Code != nil {
		c.Code = *opts.Code
	}
	if opts.Edition != "" {
		c.Edition = opts.Edition
	}
	c.Params, c.Node = opts.Params, opts.Node
	return nil
}

// strict decodes a want and gives the keys that it states; a key that a result
// does not have is a misspelt expectation.
func strict(data []byte, r *Result) (stated map[string]bool, err error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		return nil, err
	}
	stated = map[string]bool{}
	for k := range keys {
		switch k {
		case "value", "type", "string", "logs", "error", "resources":
			stated[k] = true
		default:
			return nil, fmt.Errorf("unknown expectation %q", k)
		}
	}
	return stated, r.UnmarshalJSON(data)
}

// MarshalJSON writes a result as a want: what is empty is left out.
func (r Result) MarshalJSON() ([]byte, error) {
	var raw struct {
		Value     *json.RawMessage `json:"value,omitempty"`
		Type      string           `json:"type,omitempty"`
		String    string           `json:"string,omitempty"`
		Logs      []Log            `json:"logs,omitempty"`
		Error     *Error           `json:"error,omitempty"`
		Resources []string         `json:"resources,omitempty"`
	}
	if r.HasValue {
		data, err := json.Marshal(r.Value)
		if err != nil {
			return nil, err
		}
		raw.Value = (*json.RawMessage)(&data)
	}
	raw.Type, raw.String, raw.Logs, raw.Error, raw.Resources = r.Type, r.String, r.Logs, r.Error, r.Resources
	return json.Marshal(raw)
}

// FactMap are the facts without their order, numbers as json.Number; nil when the
// case has none.
func (c *EvalCase) FactMap() map[string]any {
	var m map[string]any
	if c.Facts == nil || decode(c.Facts, &m) != nil {
		return nil // header and opts were decoded when the archive was read
	}
	return m
}
