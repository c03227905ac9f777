package facts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"bunraku/runtime/psych"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// Facts are the facts of one node.
type Facts struct {
	// Name is the node's name when the file has it, else empty.
	Name string
	// Values are the facts as the language sees them; see [Sanitize].
	Values *values.Hash
}

// ownTag is how Puppet marks the facts that it saves as YAML.
const ownTag = "!ruby/object:Puppet::Node::Facts"

// Parse reads facts. file is for messages and tells JSON from YAML by its
// ending; without one, a text that starts with a brace is tried as JSON first.
func Parse(text []byte, file string) (*Facts, error) {
	var v values.Value
	var err error
	switch {
	case strings.HasSuffix(file, ".json"):
		v, err = parseJSON(text)
	case !strings.HasSuffix(file, ".yaml") && !strings.HasSuffix(file, ".yml") && bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")):
		if v, err = parseJSON(text); err != nil {
			v, err = parseYAML(text, file)
		}
	default:
		v, err = parseYAML(text, file)
	}
	if err != nil {
		return nil, err
	}
	f := &Facts{}
	switch {
	case v.IsUndef():
		f.Values = values.EmptyHash.AsHash()
		return f, nil
	case v.Kind() != values.KindHash:
		return nil, fmt.Errorf("the facts in %s are not a map but %s", named(file), v.Kind())
	}
	f.Values = v.AsHash()
	if inner, ok := f.Values.GetString("values"); ok && inner.Kind() == values.KindHash {
		if name, ok := f.Values.GetString("name"); ok && name.IsString() {
			f.Name = name.AsString()
		}
		f.Values = inner.AsHash().Without(func(k values.Value) bool { return k.IsString() && k.AsString() == "_timestamp" })
	}
	f.Values = Sanitize(f.Values.Value()).AsHash()
	return f, nil
}

func named(file string) string {
	if file == "" {
		return "the input"
	}
	return file
}

func parseYAML(text []byte, file string) (values.Value, error) {
	if i := bytes.Index(text, []byte(ownTag)); i >= 0 && i < 64 {
		text = append(append([]byte{}, text[:i]...), text[i+len(ownTag):]...)
	}
	return psych.Load(text, file, psych.Classes{Symbol: true, Date: true, Time: true})
}

// parseJSON reads JSON with the order of keys.
func parseJSON(text []byte) (values.Value, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := jsonValue(d, 0)
	if err != nil {
		return v, err
	}
	if _, err := d.Token(); err != io.EOF {
		return v, fmt.Errorf("there is more than one value in the JSON text")
	}
	return v, nil
}

const maxNesting = 100

func jsonValue(d *json.Decoder, depth int) (values.Value, error) {
	t, err := d.Token()
	if err != nil {
		return values.Undef, err
	}
	switch t := t.(type) {
	case nil:
		return values.Undef, nil
	case bool:
		return values.Bool(t), nil
	case string:
		return values.String(t), nil
	case json.Number:
		s := t.String()
		if !strings.ContainsAny(s, ".eE") {
			i, err := strconv.ParseInt(s, 10, 64)
			if err != nil {
				return values.Undef, fmt.Errorf("the integer %s does not fit in 64 bits", s)
			}
			return values.Int(i), nil
		}
		f, err := t.Float64()
		return values.Float(f), err
	case json.Delim:
		if depth++; depth > maxNesting {
			return values.Undef, fmt.Errorf("nesting of %d is too deep", depth)
		}
		if t == '[' {
			var elems []values.Value
			for d.More() {
				v, err := jsonValue(d, depth)
				if err != nil {
					return v, err
				}
				elems = append(elems, v)
			}
			_, err := d.Token()
			return values.ArrayOf(elems...), err
		}
		b := values.NewHashBuilder(8)
		for d.More() {
			k, err := d.Token()
			if err != nil {
				return values.Undef, err
			}
			v, err := jsonValue(d, depth)
			if err != nil {
				return v, err
			}
			b.PutString(k.(string), v)
		}
		_, err := d.Token()
		return b.Hash().Value(), err
	}
	return values.Undef, fmt.Errorf("unexpected JSON token %v", t)
}

// Sanitize is a fact as the language sees it: what is neither a number, a
// boolean, a string nor a collection of these is turned into a string, so that
// a missing value is the empty string.
// puppet: node/facts.rb, sanitize_fact
func Sanitize(v values.Value) values.Value {
	switch v.Kind() {
	case values.KindBool, values.KindInt, values.KindFloat, values.KindString:
		return v
	case values.KindUndef:
		return values.EmptyString
	case values.KindArray:
		elems := v.AsArray().Elems()
		out := make([]values.Value, len(elems))
		for i, e := range elems {
			out[i] = Sanitize(e)
		}
		return values.ArrayOf(out...)
	case values.KindHash:
		b := values.NewHashBuilder(v.AsHash().Len())
		for _, e := range v.AsHash().Entries() {
			b.Put(Sanitize(e.Key), Sanitize(e.Value))
		}
		return b.Hash().Value()
	}
	return values.String(rubyfmt.ToS(v))
}

// WithLocal are the facts with those that an agent adds to its own.
// puppet: node/facts.rb, add_local_facts
func (f *Facts) WithLocal(certname, version string) *Facts {
	b := values.NewHashBuilder(f.Values.Len() + 3)
	for _, e := range f.Values.Entries() {
		b.Put(e.Key, e.Value)
	}
	add := func(name string, v values.Value) {
		if _, ok := b.Get(values.String(name)); !ok {
			b.PutString(name, v)
		}
	}
	add("clientcert", values.String(certname))
	add("clientversion", values.String(version))
	add("clientnoop", values.False)
	return &Facts{Name: f.Name, Values: b.Hash()}
}
