package pcore

import (
	"fmt"
	"strings"

	"bunraku/runtime/values"
)

// The keys and names of rich data.
// puppet: pops/serialization.rb
const (
	typeKey  = "__ptype"
	valueKey = "__pvalue"
)

// DataOptions tell how [ToData] converts.
type DataOptions struct {
	// RichData keeps what Data lacks as hashes with __ptype; without it such
	// values become strings, and Warn is called for each.
	RichData bool
	// Prefix comes first in the path that warnings name.
	Prefix string
	// Warn is called with an issue code and its text; may be nil.
	Warn func(code, message string)
}

// ToData converts a value to Data: numbers, strings, booleans, undef, arrays, and
// hashes with string keys.
// puppet: pops/serialization/to_data_converter.rb, with types by reference and
// without local references
func ToData(v values.Value, o DataOptions) (values.Value, error) {
	c := dataConverter{DataOptions: o}
	return c.convert(v)
}

type dataConverter struct {
	DataOptions
	path  []values.Value
	depth int
}

// maxDataDepth bounds the nesting of what is converted.
const maxDataDepth = 10000

func (c *dataConverter) convert(v values.Value) (values.Value, error) {
	switch v.Kind() {
	case values.KindString:
		if v.IsByteString() && c.RichData {
			return c.convert(values.Binary([]byte(v.AsString())))
		}
		return v, nil
	case values.KindUndef, values.KindBool, values.KindInt, values.KindFloat:
		return v, nil
	case values.KindDefault:
		if c.RichData {
			return richHash("Default"), nil
		}
		c.warn("SERIALIZATION_DEFAULT_CONVERTED_TO_STRING",
			c.pathText()+" contains the special value default. It will be converted to the String 'default'")
		return values.String("default"), nil
	}
	if c.depth++; c.depth > maxDataDepth {
		return values.Undef, fmt.Errorf("value is nested too deeply to be converted to data")
	}
	defer func() { c.depth-- }()
	switch v.Kind() {
	case values.KindArray:
		return c.array(v.AsArray())
	case values.KindHash:
		return c.hash(v.AsHash())
	case values.KindSensitive:
		inner, err := c.convert(v.AsSensitive())
		return richHash("Sensitive", inner), err
	}
	if !c.RichData {
		text := unknownText(v)
		c.warn("SERIALIZATION_UNKNOWN_CONVERTED_TO_STRING",
			c.pathText()+" contains "+withArticle(dataLabel(v))+" value. It will be converted to the String '"+text+"'")
		return values.String(text), nil
	}
	return c.rich(v)
}

func dataLabel(v values.Value) string {
	if v.Kind() == values.KindType {
		return simpleName(TypeOf(v)) + "-Type"
	}
	return RubyClass(v)
}

func unknownText(v values.Value) string { return Text(v) }

func (c *dataConverter) warn(code, message string) {
	if c.Warn != nil {
		c.Warn(code, message)
	}
}

// pathText is the way to the value in the manner of JSON path.
func (c *dataConverter) pathText() string {
	var b strings.Builder
	b.WriteString(c.Prefix)
	for _, k := range c.path {
		b.WriteString("[" + Inspect(k) + "]")
	}
	return b.String()
}

// richHash is a hash that stands for a value that Data lacks.
func richHash(name string, val ...values.Value) values.Value {
	entries := []values.Entry{{Key: values.String(typeKey), Value: values.String(name)}}
	if len(val) > 0 {
		entries = append(entries, values.Entry{Key: values.String(valueKey), Value: val[0]})
	}
	return values.NewHash(entries).Value()
}

func (c *dataConverter) at(key, v values.Value) (values.Value, error) {
	c.path = append(c.path, key)
	out, err := c.convert(v)
	c.path = c.path[:len(c.path)-1]
	return out, err
}

func (c *dataConverter) array(a *values.Array) (values.Value, error) {
	var out []values.Value
	for i, e := range a.Elems() {
		d, err := c.at(values.Int(int64(i)), e)
		if err != nil {
			return d, err
		}
		if out == nil && d != e {
			out = make([]values.Value, a.Len())
			copy(out, a.Elems()[:i])
		}
		if out != nil {
			out[i] = d
		}
	}
	if out == nil {
		return a.Value(), nil // it was Data all along
	}
	return values.ArrayOf(out...), nil
}

func (c *dataConverter) hash(h *values.Hash) (values.Value, error) {
	plain := true
	for _, e := range h.Entries() {
		if !e.Key.IsString() || e.Key.AsString() == typeKey {
			plain = false
			break
		}
	}
	if !plain {
		return c.keyedHash(h)
	}
	var out []values.Entry
	for i, e := range h.Entries() {
		d, err := c.at(e.Key, e.Value)
		if err != nil {
			return d, err
		}
		if out == nil && d != e.Value {
			out = make([]values.Entry, h.Len())
			copy(out, h.Entries())
		}
		if out != nil {
			out[i].Value = d
		}
	}
	if out == nil {
		return h.Value(), nil
	}
	return values.NewHash(out).Value(), nil
}

// keyedHash converts a hash that has keys which are not strings.
func (c *dataConverter) keyedHash(h *values.Hash) (values.Value, error) {
	if !c.RichData {
		b := values.NewHashBuilder(h.Len())
		for _, e := range h.Entries() {
			key := e.Key
			if !key.IsString() {
				text := unknownText(key)
				c.warn("SERIALIZATION_UNKNOWN_KEY_CONVERTED_TO_STRING", c.pathText()+" contains a hash with "+
					withArticle(dataLabel(key))+" key. It will be converted to the String '"+text+"'")
				key = values.String(text)
			}
			d, err := c.at(key, e.Value)
			if err != nil {
				return d, err
			}
			b.Put(key, d)
		}
		return b.Hash().Value(), nil
	}
	out := make([]values.Value, 0, h.Len()*2)
	for _, e := range h.Entries() {
		k, err := c.convert(e.Key)
		if err != nil {
			return k, err
		}
		d, err := c.at(e.Key, e.Value)
		if err != nil {
			return d, err
		}
		out = append(out, k, d)
	}
	return richHash("Hash", values.ArrayOf(out...)), nil
}

func (c *dataConverter) rich(v values.Value) (values.Value, error) {
	switch v.Kind() {
	case values.KindRegexp:
		return richHash("Regexp", values.String(RegexpSource(v.AsRegexp()))), nil
	case values.KindBinary:
		return richHash("Binary", values.String(Text(v))), nil
	case values.KindTimestamp:
		return richHash("Timestamp", values.String(Text(v))), nil
	case values.KindTimespan:
		return richHash("Timespan", values.String(Text(v))), nil
	case values.KindSemVer:
		return richHash("SemVer", values.String(Text(v))), nil
	case values.KindSemVerRange:
		return richHash("SemVerRange", values.String(Text(v))), nil
	case values.KindURI:
		return richHash("URI", values.String(Text(v))), nil
	case values.KindType:
		return c.typ(TypeOf(v))
	case values.KindObject:
		return c.object(v.AsObject())
	}
	return values.Undef, fmt.Errorf("%s contains a value of type %s, which cannot be converted to data", c.pathText(), InferReduced(v))
}

// attribute is a part of a type or object in its data form.
type attribute struct {
	name string
	val  values.Value
	// dflt is set when the value is the attribute's default.
	dflt bool
	// data is set when the value is in its data form already.
	data bool
}

// attributes makes the hash of a type or object; defaults at the end are left out.
func (c *dataConverter) attributes(name string, attrs []attribute) (values.Value, error) {
	for len(attrs) > 0 && attrs[len(attrs)-1].dflt {
		attrs = attrs[:len(attrs)-1]
	}
	entries := []values.Entry{{Key: values.String(typeKey), Value: values.String(name)}}
	for _, a := range attrs {
		key := values.String(a.name)
		d := a.val
		if !a.data {
			var err error
			if d, err = c.at(key, a.val); err != nil {
				return d, err
			}
		}
		entries = append(entries, values.Entry{Key: key, Value: d})
	}
	return values.NewHash(entries).Value(), nil
}

func (c *dataConverter) object(o values.Object) (values.Value, error) {
	t, ok := o.Type().(*ObjectType)
	if !ok {
		return values.Undef, fmt.Errorf("%s contains an object of an unknown kind", c.pathText())
	}
	order, required := t.parameterOrder()
	attrs := make([]attribute, len(order))
	for i, e := range order {
		v, _ := o.Get(e.Name)
		m := t.Member(e.Name)
		attrs[i] = attribute{name: e.Name, val: v, dflt: i >= required && m.HasValue && values.Eql(v, m.Value)}
	}
	return c.attributes(t.label(), attrs)
}

// typ converts a type to the data form of the object that Pcore has it be.
func (c *dataConverter) typ(t Type) (values.Value, error) {
	switch t := t.(type) {
	case *ObjectType:
		return c.definition("Pcore::ObjectType", t.initHash(true))
	case *TypeSetType:
		return c.definition("Pcore::TypeSetType", t.initHash())
	case *AliasType:
		if t.selfRecursive {
			return values.Undef, fmt.Errorf("Endless recursion detected when attempting to serialize value of class Puppet::Pops::Types::PTypeAliasType")
		}
		return c.attributes("Pcore::TypeAliasType", []attribute{{name: "name", val: values.String(t.name)}, {name: "type_expr"},
			{name: "resolved_type", val: t.Resolved().Value()}})
	case *StructType:
		elems := make([]values.Value, len(t.Elements))
		for i, e := range t.Elements {
			var err error
			elems[i], err = c.attributes("Pcore::StructElement", []attribute{optionalType("key_type", e.Key),
				optionalType("value_type", e.Val)})
			if err != nil {
				return elems[i], err
			}
		}
		return c.attributes(typeClassName(t), []attribute{{name: "elements", val: values.ArrayOf(elems...), data: true}})
	}
	return c.attributes(typeClassName(t), typeAttributes(t))
}

// definition is the data form of a type that is made of a hash.
func (c *dataConverter) definition(name string, h *values.Hash) (values.Value, error) {
	return c.attributes(name, []attribute{{name: "_pcore_init_hash", val: h.Value()}})
}

func typeClassName(t Type) string {
	switch t.(type) {
	case *ObjectExtension:
		return "Pcore::ObjectTypeExtenType" // puppet: the name is cut as that of other types
	case *ReferenceType:
		return "Pcore::TypeReferenceType"
	}
	return "Pcore::" + t.Name() + "Type"
}

func optionalType(name string, t Type) attribute {
	if t == nil {
		return attribute{name: name, dflt: true}
	}
	return attribute{name: name, val: t.Value()}
}

func sizeAttribute(name string, t *IntegerType) attribute {
	if t == nil {
		return attribute{name: name, dflt: true}
	}
	return attribute{name: name, val: t.Value()}
}

func typeValues[T Type](ts []T) values.Value {
	out := make([]values.Value, len(ts))
	for i, t := range ts {
		out[i] = t.Value()
	}
	return values.ArrayOf(out...)
}

func bound(name string, v values.Value, missing bool) attribute {
	if missing {
		v = values.Undef
	}
	return attribute{name: name, val: v, dflt: missing}
}

// typeAttributes are the attributes of a type in the order in which Pcore's class
// for it takes them.
func typeAttributes(t Type) []attribute {
	switch t := t.(type) {
	case *IntegerType:
		return []attribute{bound("from", values.Int(t.Min), t.NoMin), bound("to", values.Int(t.Max), t.NoMax)}
	case *FloatType:
		return []attribute{bound("from", values.Float(t.Min), t.Min < -maxFloat), bound("to", values.Float(t.Max), t.Max > maxFloat)}
	case *TimespanType:
		return []attribute{bound("from", values.TimespanValue(values.Timespan{Nanos: t.Min}), t.NoMin),
			bound("to", values.TimespanValue(values.Timespan{Nanos: t.Max}), t.NoMax)}
	case *TimestampType:
		return []attribute{bound("from", values.TimestampValue(t.Min), t.NoMin), bound("to", values.TimestampValue(t.Max), t.NoMax)}
	case *StringType:
		switch {
		case t.HasVal:
			return []attribute{{name: "size_type_or_value", val: values.String(t.Val)}}
		default:
			return []attribute{sizeAttribute("size_type_or_value", t.Size)}
		}
	case *EnumType:
		return []attribute{{name: "values", val: values.Strings(t.Values...)},
			{name: "case_insensitive", val: values.Bool(t.CaseInsensitive), dflt: !t.CaseInsensitive}}
	case *PatternType:
		return []attribute{{name: "patterns", val: typeValues(t.Patterns)}}
	case *RegexpType:
		if t.Re == nil {
			return []attribute{{name: "pattern", dflt: true}}
		}
		return []attribute{{name: "pattern", val: values.String(t.pattern)}}
	case *CollectionType:
		return []attribute{sizeAttribute("size_type", t.Size)}
	case *ArrayType:
		return []attribute{{name: "element_type", val: t.Elem.Value(), dflt: t.Elem == Type(Any)}, sizeAttribute("size_type", t.Size)}
	case *HashType:
		return []attribute{{name: "key_type", val: t.Key.Value(), dflt: t.Key == Type(Any)}, {name: "value_type", val: t.Val.Value(), dflt: t.Val == Type(Any)},
			sizeAttribute("size_type", t.Size)}
	case *TupleType:
		return []attribute{{name: "types", val: typeValues(t.Types)}, sizeAttribute("size_type", t.Size)}
	case *VariantType:
		return []attribute{{name: "types", val: typeValues(t.Types)}}
	case *CallableType:
		params := attribute{name: "param_types", dflt: true}
		if t.Params != nil {
			params = optionalType("param_types", t.Params)
		}
		ret := attribute{name: "return_type"}
		if t.Return != nil {
			ret.val = t.Return.Value()
		}
		return []attribute{params, optionalType("block_type", t.Block), ret}
	case *ClassType:
		return []attribute{{name: "class_name", val: orUndefString(t.ClassName, t.ClassName != ""), dflt: t.ClassName == ""}}
	case *ResourceType:
		return []attribute{{name: "type_name", val: orUndefString(t.TypeName, t.TypeName != ""), dflt: t.TypeName == ""},
			{name: "title", val: orUndefString(t.Title, t.HasTitle), dflt: !t.HasTitle}}
	case *ReferenceType:
		return []attribute{{name: "type_string", val: values.String(t.Text)}}
	case *InitType:
		return []attribute{optionalType("type", t.Type), {name: "init_args", val: values.ArrayOf(t.Args...), dflt: len(t.Args) == 0}}
	case *SemVerType:
		out := make([]values.Value, len(t.Ranges))
		for i, r := range t.Ranges {
			out[i] = r.Value()
		}
		return []attribute{{name: "ranges", val: values.ArrayOf(out...), dflt: len(out) == 0}}
	case *URIType:
		if t.Params == nil {
			return []attribute{{name: "parameters", dflt: true}}
		}
		return []attribute{{name: "parameters", val: t.Params.Value()}}
	case *SensitiveType, *BooleanType, *PlainType:
		return nil
	case *RuntimeType:
		return runtimeAttributes(t)
	case *ObjectExtension:
		return []attribute{{name: "base_type", val: t.Base.Value()}, {name: "init_parameters", val: t.initParameters()}}
	}
	if inner, ok := contained(t); ok {
		return []attribute{optionalType("type", inner)}
	}
	return nil
}

func runtimeAttributes(t *RuntimeType) []attribute {
	name := attribute{name: "name_or_pattern", val: orUndefString(t.Class, t.Class != ""), dflt: t.Class == ""}
	if t.Pattern != nil {
		name = attribute{name: "name_or_pattern", val: values.ArrayOf(values.RegexpValue(t.Pattern), values.String(t.Replacement))}
	}
	runtime := attribute{name: "runtime", dflt: t.Runtime == "", data: true}
	if t.Runtime != "" {
		// Puppet has the name of a runtime as a Ruby symbol
		runtime.val = richHash("Symbol", values.String(t.Runtime))
	}
	return []attribute{runtime, name}
}

const maxFloat = 1.797693134862315708145274237317043567981e+308

func orUndefString(s string, ok bool) values.Value {
	if !ok {
		return values.Undef
	}
	return values.String(s)
}

func (t *ObjectExtension) initParameters() values.Value {
	params := t.Base.typeParameters()
	if len(params) > 2 {
		return values.NewHash(t.Params).Value()
	}
	var out []values.Value
	n := 0
	for _, p := range params {
		v, ok := t.param(p.Name)
		if !ok {
			v = values.Default
		}
		out = append(out, v)
		if !v.IsDefault() {
			n = len(out)
		}
	}
	return values.ArrayOf(out[:n]...)
}
