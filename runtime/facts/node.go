package facts

import (
	"fmt"
	"strings"

	"bunraku/runtime/psych"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// Trusted is $trusted for a node whose certificate was checked: its name and
// the extensions of the certificate. extensions and external may be nil.
// puppet: context/trusted_information.rb
func Trusted(certname string, extensions, external *values.Hash) *values.Hash {
	host, domain := values.Undef, values.Undef
	if certname != "" {
		h, d, dotted := strings.Cut(certname, ".")
		host = values.String(h)
		if dotted {
			domain = values.String(d)
		}
	}
	orEmpty := func(h *values.Hash) values.Value {
		if h == nil {
			return values.EmptyHash
		}
		return h.Value()
	}
	entry := func(k string, v values.Value) values.Entry { return values.Entry{Key: values.String(k), Value: v} }
	return values.NewHash([]values.Entry{
		entry("authenticated", values.String("remote")),
		entry("certname", values.String(certname)),
		entry("extensions", orEmpty(extensions)),
		entry("hostname", host),
		entry("domain", domain),
		entry("external", orEmpty(external)),
	})
}

// Class is a class that an external node classifier assigns.
type Class struct {
	Name   string
	Params *values.Hash // nil when it has none
}

// Classification is the output of an external node classifier.
type Classification struct {
	Classes []Class
	// Hash tells that the classes were given as a map.
	Hash        bool
	Parameters  *values.Hash // nil when there are none
	Environment string
}

// ParseENC reads the output of an external node classifier for a node.
// puppet: indirector/node/exec.rb
func ParseENC(text []byte, node string) (*Classification, error) {
	fail := func(detail string) error {
		return fmt.Errorf("Could not load external node results for %s: %s", node, detail) //nolint:staticcheck // Puppet's text
	}
	v, err := psych.Load(text, "", psych.Classes{Symbol: true})
	if err != nil {
		return nil, fail(err.Error())
	}
	if v.Kind() != values.KindHash {
		return nil, fail("the output is not a map")
	}
	c := &Classification{}
	for _, e := range v.AsHash().Entries() {
		if !e.Key.IsString() {
			return nil, fail("key is a " + rubyfmt.RubyClass(e.Key) + ", not a string or symbol")
		}
		if e.Value.IsUndef() || e.Value == values.False {
			continue
		}
		switch e.Key.AsString() {
		case "classes":
			if err := c.classes(e.Value); err != nil {
				return nil, fail(err.Error())
			}
		case "parameters":
			if e.Value.Kind() != values.KindHash {
				return nil, fail("its parameters are not a map")
			}
			c.Parameters = e.Value.AsHash()
		case "environment":
			c.Environment = rubyfmt.ToS(e.Value)
		}
	}
	return c, nil
}

// classes reads the classes of a classification: a list, or a map from class
// to parameters.
func (c *Classification) classes(v values.Value) error {
	switch v.Kind() {
	case values.KindString:
		c.Classes = []Class{{Name: v.AsString()}}
	case values.KindArray:
		for _, e := range v.AsArray().Elems() {
			if !e.IsString() {
				return fmt.Errorf("a class name is not a string")
			}
			c.Classes = append(c.Classes, Class{Name: e.AsString()})
		}
	case values.KindHash:
		c.Hash = true
		for _, e := range v.AsHash().Entries() {
			if !e.Key.IsString() {
				return fmt.Errorf("a class name is not a string")
			}
			cl := Class{Name: e.Key.AsString()}
			if e.Value.Kind() == values.KindHash && e.Value.AsHash().Len() > 0 {
				cl.Params = e.Value.AsHash()
			}
			c.Classes = append(c.Classes, cl)
		}
	default:
		return fmt.Errorf("its classes are neither a list nor a map")
	}
	return nil
}

// ClassesFrom reads classes as a request gives them: a list or a map.
func ClassesFrom(v values.Value) (*Classification, error) {
	c := &Classification{}
	if v.IsUndef() {
		return c, nil
	}
	return c, c.classes(v)
}

// Order gives the classes in the order of their evaluation: those with
// parameters first.
// puppet: parser/compiler.rb, evaluate_node_classes
func (c *Classification) Order() []Class {
	var with, without []Class
	for _, cl := range c.Classes {
		if cl.Params != nil {
			with = append(with, cl)
		} else {
			without = append(without, cl)
		}
	}
	return append(with, without...)
}

// Server is what a server adds to the facts of each node.
type Server struct{ Version, Name, IP string }

// Node is all that is known of a node before its evaluation.
type Node struct {
	Name        string
	Environment string
	// Facts, Trusted and ServerFacts are $facts, $trusted and $server_facts.
	Facts, Trusted, ServerFacts *values.Hash
	// Variables are the top-scope variables but these three: the parameters of
	// the classifier, the facts, and the server's facts.
	Variables *values.Hash
	// Classification is that of the ENC; nil without one.
	Classification *Classification
	// Warnings are about names that were set twice.
	Warnings []string
}

// NewNode makes a node as a server does. c may be nil.
// puppet: node.rb, parser/compiler.rb, set_node_parameters
func NewNode(name, environment string, f *Facts, trusted *values.Hash, server Server, c *Classification) *Node {
	n := &Node{Name: name, Environment: environment, Facts: f.Values, Trusted: trusted, Classification: c}
	if c != nil && c.Environment != "" {
		n.Environment = c.Environment
	}
	b := values.NewHashBuilder(f.Values.Len() + 8)
	env := values.String("environment")
	b.Put(env, values.String(n.Environment))
	if c != nil && c.Parameters != nil {
		for _, e := range c.Parameters.Entries() {
			if !values.Eql(e.Key, env) {
				b.Put(values.String(rubyfmt.ToS(e.Key)), e.Value)
			}
		}
	}
	merge := func(h *values.Hash) {
		for _, e := range h.Entries() {
			if values.Eql(e.Key, env) {
				continue
			}
			if old, ok := b.Get(e.Key); ok {
				n.Warnings = append(n.Warnings, fmt.Sprintf("The node parameter '%s' for node '%s' was already set to '%s'. It could not be set to '%s'",
					rubyfmt.ToS(e.Key), name, rubyfmt.ToS(old), rubyfmt.ToS(e.Value)))
				continue
			}
			b.Put(e.Key, e.Value)
		}
	}
	merge(f.Values)
	sf := values.NewHashBuilder(4)
	sf.PutString("serverversion", values.String(server.Version))
	sf.PutString("servername", values.String(server.Name))
	sf.PutString("serverip", values.String(server.IP))
	sf.PutString("environment", values.String(n.Environment))
	n.ServerFacts = sf.Hash()
	merge(n.ServerFacts)
	all := b.Hash()
	n.Variables = all.Without(func(k values.Value) bool { return k.IsString() && k.AsString() == "trusted" })
	return n
}
