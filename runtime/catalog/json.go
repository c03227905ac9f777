package catalog

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"bunraku/runtime/rtypes"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// Wire is how values become data for the wire form.
type Wire struct {
	// Ref is as in [Finisher]. A resource type without a title is one with an
	// empty title: an agent gets `Notify[]`.
	Ref func(values.Type) (typ, title string, ok bool)
	// Rich turns a value that JSON has no form for into plain data: hashes with
	// `__ptype`. r and path tell where it stands, for messages. Without it such a
	// value is an error.
	Rich func(v values.Value, r *Resource, path string) (values.Value, error)
	// Virtual keeps virtual resources, which an agent does not get.
	Virtual bool
	// Plain is for an agent without rich data: hashes with other keys than strings
	// are given to Rich too.
	Plain bool
}

// writer appends the wire form to a buffer.
type writer struct {
	buf   []byte
	wire  *Wire
	cat   *Catalog
	attrs []attribute
	res   *Resource
}

// usualSize is room for a resource with its edge on the wire.
const usualSize = 384

// AppendJSON appends the catalog as an agent receives it, byte for byte as
// Ruby's JSON.generate gives it.
// puppet: resource/catalog.rb, to_data_hash
func (c *Catalog) AppendJSON(dst []byte, wire *Wire) ([]byte, error) {
	w := writer{buf: slices.Grow(dst, 1024+len(c.resources)*usualSize), wire: wire, cat: c}
	// Making the agent's catalog adds the classes as tags before the tags that
	// the catalog has.
	var tags Tags
	for _, name := range c.classes {
		tags.add(name)
	}
	tags.merge(&c.tags)
	w.raw(`{"tags":`)
	if err := w.strings(tags.list); err != nil {
		return dst, err
	}
	w.raw(`,"name":`)
	if err := w.string(c.Name); err != nil {
		return dst, err
	}
	w.raw(`,"version":`)
	w.raw(c.Version)
	w.raw(`,"code_id":`)
	if c.CodeID == "" {
		w.raw("null")
	} else if err := w.string(c.CodeID); err != nil {
		return dst, err
	}
	w.raw(`,"catalog_uuid":`)
	if err := w.string(c.UUID); err != nil {
		return dst, err
	}
	w.raw(`,"catalog_format":2,"environment":`)
	if err := w.string(c.Environment); err != nil {
		return dst, err
	}
	w.raw(`,"resources":[`)
	first := true
	for _, r := range c.resources {
		if w.dropped(r) {
			continue
		}
		if !first {
			w.buf = append(w.buf, ',')
		}
		first = false
		if err := w.resource(r); err != nil {
			return dst, err
		}
	}
	w.raw(`],"edges":[`)
	first = true
	for _, r := range c.resources {
		if w.dropped(r) {
			continue
		}
		for _, s := range r.in {
			if w.dropped(s) {
				continue
			}
			if !first {
				w.buf = append(w.buf, ',')
			}
			first = false
			w.raw(`{"source":`)
			if err := w.ref(s); err != nil {
				return dst, err
			}
			w.raw(`,"target":`)
			if err := w.ref(r); err != nil {
				return dst, err
			}
			w.buf = append(w.buf, '}')
		}
	}
	w.raw(`],"classes":`)
	if err := w.strings(c.classes); err != nil {
		return dst, err
	}
	w.buf = append(w.buf, '}')
	return w.buf, nil
}

// dropped tells the resources that the agent does not get.
func (w *writer) dropped(r *Resource) bool { return r.Virtual && !w.wire.Virtual }

func (w *writer) raw(s string) { w.buf = append(w.buf, s...) }

func (w *writer) ref(r *Resource) error {
	w.buf = append(w.buf, '"')
	if err := w.chars(r.Type.Title); err != nil {
		return err
	}
	w.buf = append(w.buf, '[')
	if err := w.chars(r.Title); err != nil {
		return err
	}
	w.raw(`]"`)
	return nil
}

func (w *writer) strings(list []string) error {
	w.buf = append(w.buf, '[')
	for i, s := range list {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		if err := w.string(s); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, ']')
	return nil
}

// puppet: resource.rb, to_data_hash
func (w *writer) resource(r *Resource) error {
	w.res = r
	w.raw(`{"type":`)
	if err := w.string(r.Type.Title); err != nil {
		return err
	}
	w.raw(`,"title":`)
	if err := w.string(r.Title); err != nil {
		return err
	}
	w.raw(`,"tags":`)
	if err := w.strings(r.tags.list); err != nil {
		return err
	}
	if r.Line > 0 {
		w.raw(`,"file":`)
		if err := w.string(r.File); err != nil {
			return err
		}
		w.raw(`,"line":`)
		w.buf = strconv.AppendInt(w.buf, int64(r.Line), 10)
	}
	switch r.Exported {
	case Yes:
		w.raw(`,"exported":true`)
	case No:
		w.raw(`,"exported":false`)
	}
	w.raw(`,"kind":"`)
	w.raw(r.Kind.String())
	w.buf = append(w.buf, '"')
	if r.Exported == Unset {
		w.raw(`,"exported":false`)
	}
	if err := w.parameters(r); err != nil {
		return err
	}
	if len(r.sensitive) > 0 {
		w.raw(`,"sensitive_parameters":`)
		if err := w.strings(r.sensitive); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, '}')
	return nil
}

func (w *writer) parameters(r *Resource) error {
	attrs, err := r.attributes(w.attrs)
	if err != nil {
		return err
	}
	namevar := r.Type.namevar()
	if namevar != "name" {
		attrs = renameName(attrs, namevar)
	}
	w.attrs = attrs
	open := false
	for i := range attrs {
		a := &attrs[i]
		if a.name == namevar && !r.Symbolic && a.value.IsString() && a.value.AsString() == r.Title {
			continue
		}
		if !open {
			w.raw(`,"parameters":{`)
			open = true
		} else {
			w.buf = append(w.buf, ',')
		}
		if err := w.string(a.name); err != nil {
			return err
		}
		w.buf = append(w.buf, ':')
		if err := w.attribute(a); err != nil {
			return err
		}
	}
	if open {
		w.buf = append(w.buf, '}')
	}
	return nil
}

// renameName lets `name` stand for the namevar: it takes the place of the
// namevar's value.
func renameName(attrs []attribute, namevar string) []attribute {
	at := -1
	for i := range attrs {
		switch attrs[i].name {
		case namevar:
			at = i
		case "name":
			if at < 0 {
				attrs[i].name = namevar
				return attrs
			}
			attrs[at].value, attrs[at].param = attrs[i].value, attrs[i].param
			return append(attrs[:i], attrs[i+1:]...)
		}
	}
	return attrs
}

// attribute writes the value of a parameter of a resource.
func (w *writer) attribute(a *attribute) error {
	if a.param != nil && a.param.list != nil {
		l := a.param.list
		w.buf = append(w.buf, '[')
		n := 0
		for _, v := range l.base {
			if err := w.flat(v, &n, true); err != nil {
				return err
			}
		}
		for _, s := range l.added {
			w.comma(&n)
			if err := w.string(s); err != nil {
				return err
			}
		}
		w.buf = append(w.buf, ']')
		return nil
	}
	if a.value.Kind() == values.KindArray {
		relation := rtypes.IsRelationshipParam(a.name)
		// An array with a reference anywhere in its arrays comes out flat.
		if relation || w.holdsRef(a.value) {
			w.buf = append(w.buf, '[')
			n := 0
			if err := w.flat(a.value, &n, relation); err != nil {
				return err
			}
			w.buf = append(w.buf, ']')
			return nil
		}
	}
	return w.value(a.value, a.name)
}

func (w *writer) comma(n *int) {
	if *n > 0 {
		w.buf = append(w.buf, ',')
	}
	*n++
}

// flat writes the elements of arrays in v one after the other.
func (w *writer) flat(v values.Value, n *int, skipUndef bool) error {
	if v.Kind() == values.KindArray {
		for _, e := range v.AsArray().Elems() {
			if err := w.flat(e, n, skipUndef); err != nil {
				return err
			}
		}
		return nil
	}
	if skipUndef && v.IsUndef() {
		return nil
	}
	w.comma(n)
	return w.value(v, "")
}

func (w *writer) holdsRef(v values.Value) bool {
	for _, e := range v.AsArray().Elems() {
		switch e.Kind() {
		case values.KindArray:
			if w.holdsRef(e) {
				return true
			}
		case values.KindType:
			if w.wire.Ref != nil {
				if _, _, ok := w.wire.Ref(e.AsType()); ok {
					return true
				}
			}
		}
	}
	return false
}

// maxNesting is the depth that Ruby's generator gives up at.
const maxNesting = 100

// value writes any value; path is where it stands, for messages.
func (w *writer) value(v values.Value, path string) error {
	if v.Kind() == values.KindType && w.wire.Ref != nil {
		// Puppet copies a reference that is a value or an element of one, and takes
		// its title apart for that.
		if typ, title, ok := w.wire.Ref(v.AsType()); ok {
			if n := w.cat.Reference(typ, title).Type.Native; n != nil && !n.Plain() {
				if err := n.ParseTitle(title, func(string, string) {}); err != nil {
					return &Error{Class: "Puppet::Error", Message: err.Error()}
				}
			}
		}
	}
	return w.nested(v, path, 4)
}

func (w *writer) nested(v values.Value, path string, depth int) error {
	switch v.Kind() {
	case values.KindUndef:
		w.raw("null")
	case values.KindBool:
		if v.AsBool() {
			w.raw("true")
		} else {
			w.raw("false")
		}
	case values.KindInt:
		w.buf = strconv.AppendInt(w.buf, v.AsInt(), 10)
	case values.KindFloat:
		f := v.AsFloat()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return &Error{Class: "JSON::GeneratorError", Message: rubyfmt.FloatString(f) + " not allowed in JSON"}
		}
		w.buf = rubyfmt.AppendFloat(w.buf, f)
	case values.KindString:
		return w.string(v.AsString())
	case values.KindArray:
		if depth >= maxNesting {
			return tooDeep()
		}
		w.buf = append(w.buf, '[')
		for i, e := range v.AsArray().Elems() {
			if i > 0 {
				w.buf = append(w.buf, ',')
			}
			if err := w.nested(e, path, depth+1); err != nil {
				return err
			}
		}
		w.buf = append(w.buf, ']')
	case values.KindHash:
		return w.hash(v, path, depth)
	case values.KindType:
		if w.wire.Ref != nil {
			if typ, title, ok := w.wire.Ref(v.AsType()); ok {
				o := w.cat.Reference(typ, title)
				return w.string(o.ref())
			}
		}
		return w.rich(v, path, depth)
	default:
		return w.rich(v, path, depth)
	}
	return nil
}

func tooDeep() error {
	return &Error{Class: "JSON::NestingError", Message: fmt.Sprintf("nesting of %d is too deep", maxNesting)}
}

func (w *writer) hash(v values.Value, path string, depth int) error {
	if depth >= maxNesting {
		return tooDeep()
	}
	entries := v.AsHash().Entries()
	for i := range entries {
		k := entries[i].Key
		if !k.IsString() || k.AsString() == "__ptype" {
			return w.keyed(v, path, depth)
		}
	}
	w.buf = append(w.buf, '{')
	for i := range entries {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		if err := w.string(entries[i].Key.AsString()); err != nil {
			return err
		}
		w.buf = append(w.buf, ':')
		if err := w.nested(entries[i].Value, path, depth+1); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, '}')
	return nil
}

// keyed writes a hash whose keys are not all plain strings.
// puppet: pops/serialization/to_data_converter.rb, to_key_extended_hash
func (w *writer) keyed(v values.Value, path string, depth int) error {
	if w.wire.Rich == nil || w.wire.Plain {
		return w.rich(v, path, depth)
	}
	w.raw(`{"__ptype":"Hash","__pvalue":[`)
	for i, e := range v.AsHash().Entries() {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		if err := w.nested(e.Key, path, depth+2); err != nil {
			return err
		}
		w.buf = append(w.buf, ',')
		if err := w.nested(e.Value, path, depth+2); err != nil {
			return err
		}
	}
	w.raw("]}")
	return nil
}

// rich writes a value that JSON has no form for.
func (w *writer) rich(v values.Value, path string, depth int) error {
	if w.wire.Rich == nil {
		return &Error{Class: "Puppet::Error", Message: fmt.Sprintf("%s: the value of '%s' (%s) has no form in JSON", w.res.Ref(), path, v.Kind())}
	}
	data, err := w.wire.Rich(v, w.res, path)
	if err != nil {
		return err
	}
	return w.data(data, depth)
}

// data writes plain data as it is, `__ptype` keys and all.
func (w *writer) data(v values.Value, depth int) error {
	if depth >= maxNesting {
		return tooDeep()
	}
	switch v.Kind() {
	case values.KindHash:
		w.buf = append(w.buf, '{')
		for i, e := range v.AsHash().Entries() {
			if i > 0 {
				w.buf = append(w.buf, ',')
			}
			if err := w.string(rubyfmt.ToS(e.Key)); err != nil {
				return err
			}
			w.buf = append(w.buf, ':')
			if err := w.data(e.Value, depth+1); err != nil {
				return err
			}
		}
		w.buf = append(w.buf, '}')
	case values.KindArray:
		w.buf = append(w.buf, '[')
		for i, e := range v.AsArray().Elems() {
			if i > 0 {
				w.buf = append(w.buf, ',')
			}
			if err := w.data(e, depth+1); err != nil {
				return err
			}
		}
		w.buf = append(w.buf, ']')
	case values.KindUndef, values.KindBool, values.KindInt, values.KindFloat, values.KindString:
		return w.nested(v, "", depth)
	default:
		return &Error{Class: "Puppet::Error", Message: fmt.Sprintf("%s: rich data holds a value of kind %s", w.res.Ref(), v.Kind())}
	}
	return nil
}

func (w *writer) string(s string) error {
	w.buf = append(w.buf, '"')
	if err := w.chars(s); err != nil {
		return err
	}
	w.buf = append(w.buf, '"')
	return nil
}

const hexDigits = "0123456789abcdef"

// chars writes the characters of a JSON string as Ruby's generator escapes them.
func (w *writer) chars(s string) error {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				return &Error{Class: "JSON::GeneratorError", Message: "source sequence is illegal/malformed utf-8"}
			}
			i += n
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		w.buf = append(w.buf, s[start:i]...)
		switch c {
		case '"', '\\':
			w.buf = append(w.buf, '\\', c)
		case '\n':
			w.buf = append(w.buf, '\\', 'n')
		case '\r':
			w.buf = append(w.buf, '\\', 'r')
		case '\t':
			w.buf = append(w.buf, '\\', 't')
		case '\f':
			w.buf = append(w.buf, '\\', 'f')
		case '\b':
			w.buf = append(w.buf, '\\', 'b')
		default:
			w.buf = append(w.buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	w.buf = append(w.buf, s[start:]...)
	return nil
}
