package psych

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"bunraku/runtime/values"
)

// MaxSize bounds the nodes of a document, counting an alias as often as it is used.
const MaxSize = 10_000_000

// Load reads the first document of a text; an empty text is undef. file is for
// messages, empty when there is none.
func Load(text []byte, file string, c Classes) (values.Value, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if rest, ok := bytes.CutPrefix(text, []byte("%YAML 1.2")); ok {
		text = append([]byte("%YAML 1.1"), rest...) // read as what it is for Psych
	}
	var doc yaml.Node
	err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&doc)
	if err == io.EOF {
		return values.Undef, nil
	}
	if err != nil {
		return values.Undef, syntaxError(err, text, file)
	}
	l := loader{classes: c, file: file, done: map[*yaml.Node]anchored{}}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return values.Undef, nil
	}
	v, err := l.node(doc.Content[0])
	if err != nil {
		var e *Error
		if !errors.As(err, &e) {
			e = &Error{Kind: Invalid, Message: err.Error()}
		}
		e.File = file
		return values.Undef, e
	}
	return v, nil
}

type loader struct {
	classes Classes
	file    string
	// done holds the values of anchored nodes; open ones are being made.
	done map[*yaml.Node]anchored
	size int
}

type anchored struct {
	value values.Value
	size  int
	ready bool
}

func (l *loader) node(n *yaml.Node) (values.Value, error) {
	if l.size++; l.size > MaxSize {
		return values.Undef, fmt.Errorf("the document is too large with its aliases written out")
	}
	if n.Kind == yaml.AliasNode && l.classes.NoAliases {
		return values.Undef, &Error{Kind: BadAlias, Message: "Unknown alias: " + n.Value}
	}
	if n.Kind == yaml.AliasNode {
		a, ok := l.done[n.Alias]
		if !ok || !a.ready {
			return values.Undef, fmt.Errorf("the anchor '%s' contains itself", n.Value)
		}
		l.size += a.size
		return a.value, nil
	}
	if n.Anchor == "" {
		return l.content(n)
	}
	l.done[n] = anchored{}
	start := l.size
	v, err := l.content(n)
	l.done[n] = anchored{v, l.size - start, true}
	return v, err
}

func (l *loader) content(n *yaml.Node) (values.Value, error) {
	tag := ""
	if n.Style&yaml.TaggedStyle != 0 {
		tag = n.Tag
	}
	switch n.Kind {
	case yaml.ScalarNode:
		return l.scalar(n, tag)
	case yaml.SequenceNode:
		return l.sequence(n, tag)
	case yaml.MappingNode:
		return l.mapping(n, tag)
	}
	return values.Undef, fmt.Errorf("a node of an unknown kind")
}

var (
	stringTag = regexp.MustCompile(`^!(?:str|ruby/string)(?::(.*))?$`)
	symbolTag = regexp.MustCompile(`^!ruby/sym(bol)?:?(.*)?$`)
	classTag  = regexp.MustCompile(`^!ruby/(?:object|struct|exception):?(.*)$`)
	listTag   = regexp.MustCompile(`^!(?:seq|ruby/array):(.*)$`)
	hashTag   = regexp.MustCompile(`^!(?:map|ruby/hash|ruby/hash-with-ivars|ruby/marshalable):(.*)$`)
)

// ruby: psych/visitors/to_ruby.rb, deserialize
func (l *loader) scalar(n *yaml.Node, tag string) (values.Value, error) {
	if tag == "" && n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return values.String(n.Value), nil
	}
	switch tag {
	case "":
		return Scalar(n.Value, l.classes)
	case "!binary", "!!binary":
		return values.String(unpackBase64(n.Value)), nil
	case "!!str":
		return values.String(n.Value), nil
	case "!!float", "!float":
		v, err := Scalar(n.Value, l.classes)
		if err != nil {
			return v, err
		}
		if v.IsNumber() {
			return values.Float(v.Number()), nil
		}
		if v.IsString() {
			return rubyFloat(v.AsString())
		}
		return v, fmt.Errorf("can't convert %s into Float", v.Kind())
	case "!ruby/object:BigDecimal", "!ruby/object:DateTime", "!ruby/object:Complex", "!ruby/object:Rational":
		return values.Undef, disallowed(strings.TrimPrefix(tag, "!ruby/object:"))
	case "!ruby/class", "!ruby/module":
		return values.Undef, disallowed(n.Value)
	case "!ruby/regexp":
		return values.Undef, disallowed("Regexp")
	case "!ruby/range":
		return values.Undef, disallowed("Range")
	}
	if m := stringTag.FindStringSubmatch(tag); m != nil {
		if m[1] != "" {
			return values.Undef, disallowed(m[1])
		}
		return values.String(n.Value), nil
	}
	if symbolTag.MatchString(tag) {
		if !l.classes.Symbol {
			return values.Undef, disallowed("Symbol")
		}
		return values.String(n.Value), nil
	}
	return Scalar(n.Value, l.classes)
}

// unpackBase64 ignores what is not of the alphabet, as Ruby's unpack('m') does.
func unpackBase64(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if c := s[i]; isLetter(c) || '0' <= c && c <= '9' || c == '+' || c == '/' {
			b = append(b, c)
		} else if c == '=' {
			break
		}
	}
	out, _ := base64.RawStdEncoding.DecodeString(string(b))
	return string(out)
}

func (l *loader) sequence(n *yaml.Node, tag string) (values.Value, error) {
	if tag == "!omap" || tag == "!!omap" {
		b := values.NewHashBuilder(len(n.Content))
		for _, c := range n.Content {
			for i := 0; i+1 < len(c.Content); i += 2 {
				k, err := l.node(c.Content[i])
				if err != nil {
					return k, err
				}
				v, err := l.node(c.Content[i+1])
				if err != nil {
					return v, err
				}
				b.Put(k, v)
			}
		}
		return b.Hash().Value(), nil
	}
	if m := listTag.FindStringSubmatch(tag); m != nil {
		return values.Undef, disallowed(m[1])
	}
	elems := make([]values.Value, len(n.Content))
	for i, c := range n.Content {
		v, err := l.node(c)
		if err != nil {
			return v, err
		}
		elems[i] = v
	}
	return values.ArrayOf(elems...), nil
}

func (l *loader) mapping(n *yaml.Node, tag string) (values.Value, error) {
	if tag != "" {
		if err := mappingTag(tag); err != nil {
			return values.Undef, err
		}
	}
	b := values.NewHashBuilder(len(n.Content) / 2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		kn, vn := n.Content[i], n.Content[i+1]
		k, err := l.node(kn)
		if err != nil {
			return k, err
		}
		v, err := l.node(vn)
		if err != nil {
			return v, err
		}
		if k.IsString() && k.AsString() == "<<" && !(kn.Style&yaml.TaggedStyle != 0 && kn.Tag == "!!str") && merge(b, vn, v) {
			continue
		}
		b.Put(k, v)
	}
	if tag == "!ruby/string" || tag == "!str" || tag == "!!str" {
		if s, ok := b.Get(values.String("str")); ok {
			return s, nil
		}
		return values.Undef, nil
	}
	return b.Hash().Value(), nil
}

// mappingTag is the error of a tag that asks for an object of a class.
func mappingTag(tag string) error {
	switch tag {
	case "!ruby/object:Hash":
		return nil
	case "!ruby/range":
		return disallowed("Range")
	case "!set", "!!set":
		return disallowed("Psych::Set")
	case "!omap", "!!omap":
		return disallowed("Psych::Omap")
	}
	if m := classTag.FindStringSubmatch(tag); m != nil {
		name := m[1]
		if name == "" {
			name = map[byte]string{'o': "Object", 's': "Struct", 'e': "Exception"}[tag[len("!ruby/")]]
		}
		return disallowed(name)
	}
	for _, re := range []*regexp.Regexp{hashTag, listTag} {
		if m := re.FindStringSubmatch(tag); m != nil {
			return disallowed(m[1])
		}
	}
	if m := stringTag.FindStringSubmatch(tag); m != nil && m[1] != "" {
		return disallowed(m[1])
	}
	return nil
}

// merge does what the key << asks for; it reports false when the value cannot
// be merged and is to be stored under that key.
func merge(b *values.HashBuilder, n *yaml.Node, v values.Value) bool {
	put := func(h *values.Hash) {
		for _, e := range h.Entries() {
			b.Put(e.Key, e.Value)
		}
	}
	switch n.Kind {
	case yaml.AliasNode, yaml.MappingNode:
		if v.Kind() != values.KindHash {
			return false
		}
		put(v.AsHash())
		return true
	case yaml.SequenceNode:
		elems := v.AsArray().Elems()
		for _, e := range elems {
			if e.Kind() != values.KindHash {
				return false
			}
		}
		m := values.NewHashBuilder(8)
		for i := len(elems) - 1; i >= 0; i-- {
			for _, e := range elems[i].AsHash().Entries() {
				m.Put(e.Key, e.Value)
			}
		}
		put(m.Hash())
		return true
	}
	return false
}
