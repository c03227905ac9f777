package pcore

import (
	"math"
	"strings"
)

// pathElem is one step of the way to what does not fit.
type pathElem struct {
	kind pathKind
	key  string
}

type pathKind uint8

const (
	pathSubject pathKind = iota
	pathEntryValue
	pathEntryKey
	pathParameter
	pathReturn
	pathBlock
	pathIndex
	pathVariant
	pathSignature
)

func (e pathElem) String() string {
	switch e.kind {
	case pathEntryValue:
		return "entry '" + e.key + "'"
	case pathEntryKey:
		return "key of entry '" + e.key + "'"
	case pathParameter:
		return "parameter '" + e.key + "'"
	case pathIndex:
		return "index " + e.key
	case pathVariant:
		return "variant " + e.key
	case pathSignature:
		return e.key + "."
	}
	return e.key
}

// mismatch is one thing that does not fit.
// puppet: pops/types/type_mismatch_describer.rb
type mismatch struct {
	kind             mismatchKind
	path             []pathElem
	key              string
	expected, actual Type
}

type mismatchKind uint8

const (
	missingKey mismatchKind = iota
	missingParameter
	extraneousKey
	invalidParameter
	unexpectedBlock
	missingBlock
	unresolvedReference
	typeMismatch
	patternMismatch
	sizeMismatch
	countMismatch
)

// is reports whether m is a mismatch of a kind or of one derived from it.
func (m *mismatch) is(k mismatchKind) bool {
	return m.kind == k || k == typeMismatch && m.kind == patternMismatch || k == sizeMismatch && m.kind == countMismatch
}

func newTypeMismatch(path []pathElem, expected, actual Type) *mismatch {
	return expectedActual(typeMismatch, path, expected, actual)
}

func expectedActual(k mismatchKind, path []pathElem, expected, actual Type) *mismatch {
	return &mismatch{kind: k, path: path, expected: expected.normalize(), actual: actual.normalize()}
}

// push is path with an element more; it never shares storage that grows.
func push(path []pathElem, kind pathKind, key string) []pathElem {
	return append(path[:len(path):len(path)], pathElem{kind, key})
}

// canonical is the path without the variants taken.
func (m *mismatch) canonical() string {
	var b strings.Builder
	for _, e := range m.path {
		if e.kind != pathVariant && e.kind != pathSignature {
			b.WriteString(e.String())
			b.WriteByte(0)
		}
	}
	return b.String()
}

func (m *mismatch) chop(i int) *mismatch {
	if i >= len(m.path) {
		return m
	}
	c := *m
	c.path = append(append([]pathElem{}, m.path[:i]...), m.path[i+1:]...)
	return &c
}

// merge is one mismatch that stands for both.
func (m *mismatch) merge(o *mismatch) *mismatch {
	switch {
	case m.is(typeMismatch):
		c := *m
		c.expected = VariantOf(uniqueTypes([]Type{m.expected, o.expected})...).normalize()
		return &c
	case m.is(sizeMismatch):
		a, b := m.expected.(*IntegerType), o.expected.(*IntegerType)
		c := *m
		c.expected = newInteger(min(a.sizeMin(), b.sizeMin()), max(a.Max, b.Max), false, a.NoMax || b.NoMax)
		return &c
	}
	return m
}

func (t *IntegerType) sizeMin() int64 {
	if t.NoMin {
		return 0
	}
	return t.Min
}

// String is the message, which starts with a blank.
func (m *mismatch) String() string {
	path := m.path
	variant, position := "", ""
	if len(path) > 0 {
		if path[0].kind == pathSignature {
			variant = " " + path[0].String()
			path = path[1:]
		}
		if len(path) > 0 {
			parts := make([]string, len(path))
			for i, e := range path {
				parts[i] = e.String()
			}
			position = " " + strings.Join(parts, " ")
		}
	}
	at := variant + position
	switch m.kind {
	case missingKey:
		return at + " expects a value for key '" + m.key + "'"
	case missingParameter:
		return at + " expects a value for parameter '" + m.key + "'"
	case extraneousKey:
		return at + " unrecognized key '" + m.key + "'"
	case invalidParameter:
		return at + " has no parameter named '" + m.key + "'"
	case unexpectedBlock:
		return at + " does not expect a block"
	case missingBlock:
		return at + " expects a block"
	case unresolvedReference:
		return at + " references an unresolved type '" + m.key + "'"
	case typeMismatch:
		return at + m.typeMessage()
	case patternMismatch:
		return at + m.patternMessage()
	case sizeMismatch:
		return at + " expects size to be " + rangeWords(m.expected, "0") + ", got " + rangeWords(m.actual, "0")
	}
	e := m.expected.(*IntegerType)
	lo, hi := e.sizeMin(), e.Max
	s := "s"
	if lo == 1 && (hi == 1 || e.NoMax) || lo == 0 && hi == 1 {
		s = ""
	}
	return at + " expects " + rangeWords(e, "no") + " argument" + s + ", got " + rangeWords(m.actual, "none")
}

func rangeWords(t Type, zero string) string {
	r := t.(*IntegerType)
	lo, hi := r.sizeMin(), r.Max
	switch {
	case lo == hi && !r.NoMax:
		if lo == 0 {
			return zero
		}
		return itoa(lo)
	case lo == 0 && r.NoMax:
		return "unlimited"
	case lo == 0:
		return "at most " + itoa(hi)
	case r.NoMax || hi == math.MaxInt64:
		return "at least " + itoa(lo)
	}
	return "between " + itoa(lo) + " and " + itoa(hi)
}

func (m *mismatch) patternMessage() string {
	e := m.expected
	orUndef := ""
	if o, ok := e.(*OptionalType); ok {
		e, orUndef = orAnyType(o.Type), "an undef value or "
	}
	got := shortName(m.actual)
	if s, ok := m.actual.(*StringType); ok && s.HasVal {
		got = "'" + s.Val + "'"
	}
	return " expects " + orUndef + "a match for " + ExpandedString(e) + ", got " + got
}

func (m *mismatch) typeMessage() string {
	e, a := m.expected, m.actual
	optional := false
	if o, ok := e.(*OptionalType); ok {
		e, optional = orAnyType(o.Type), true
	}
	list := []Type{e}
	if v, ok := e.(*VariantType); ok {
		list = v.Types
	}
	var names []string
	got := shortName(a)
	if reportDetailed(list, a) {
		got = detailedActual(list, a)
		for _, t := range list {
			names = append(names, ExpandedString(t))
		}
	} else {
	next:
		for _, t := range list {
			n := shortName(t)
			for _, s := range names {
				if s == n {
					continue next
				}
			}
			names = append(names, n)
		}
	}
	if optional {
		names = append([]string{"Undef"}, names...)
	}
	switch n := len(names); n {
	case 0:
		return " expects a value of type , got " + got
	case 1:
		return " expects " + withArticle(names[0]) + " value, got " + got
	case 2:
		return " expects a value of type " + names[0] + " or " + names[1] + ", got " + got
	default:
		return " expects a value of type " + strings.Join(names[:n-1], ", ") + ", or " + names[n-1] + ", got " + got
	}
}

// withArticle puts a or an before a word.
// puppet: pops/label_provider.rb
func withArticle(s string) string {
	i := 0
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		i = 1
	}
	if i < len(s) && strings.IndexByte("aeiouyAEIOUY", s[i]) >= 0 {
		return "an " + s
	}
	return "a " + s
}

// contained is the type in a type that wraps one.
func contained(t Type) (inner Type, wraps bool) {
	switch t := t.(type) {
	case *OptionalType:
		return t.Type, true
	case *NotUndefType:
		return t.Type, true
	case *TypeType:
		return t.Type, true
	case *SensitiveType:
		return t.Type, true
	case *IterableType:
		return t.Type, true
	case *IteratorType:
		return t.Type, true
	case *InitType:
		return t.Type, true
	}
	return nil, false
}

func shortName(t Type) string {
	if inner, ok := contained(t); ok && inner != nil && inner != Type(Any) {
		return t.Name() + "[" + inner.Name() + "]"
	}
	return t.Name()
}

// simpleName is the name of the kind of a type.
func simpleName(t Type) string {
	switch t := t.(type) {
	case *AliasType:
		return "TypeAlias"
	case *ObjectType:
		return t.simpleName()
	case *ObjectExtension:
		return t.Base.simpleName()
	case *TypeSetType:
		return "TypeSet"
	}
	return t.Name()
}

// kindOf is a name that is the same for types of one kind only.
func kindOf(t Type) string {
	switch t.(type) {
	case *ObjectType:
		return "\x00Object"
	case *ObjectExtension:
		return "\x00Extension"
	}
	return simpleName(t)
}

func reportDetailed(list []Type, a Type) bool {
	return alwaysDetailed(list, a) || anyType(list, func(e Type) bool {
		if al, ok := e.(*AliasType); ok {
			e = al.Resolved()
		}
		return assignable(defaultOf(e), a, nil)
	})
}

// alwaysDetailed reports whether a is of the same kind as what is expected, so
// that only the parameters tell the difference.
func alwaysDetailed(list []Type, a Type) bool {
	_, actualAlias := a.(*AliasType)
	return anyType(list, func(e Type) bool {
		if kindOf(e) == kindOf(a) || actualAlias {
			return true
		}
		switch e.(type) {
		case *AliasType:
			return true
		case *StructType:
			_, ok := a.(*HashType)
			return ok
		case *TupleType:
			_, ok := a.(*ArrayType)
			return ok
		}
		return false
	})
}

func detailedActual(list []Type, a Type) string {
	resolved := make([]Type, len(list))
	for i, e := range list {
		for {
			al, ok := e.(*AliasType)
			if !ok {
				break
			}
			e = al.Resolved()
		}
		resolved[i] = e
	}
	if alwaysDetailed(resolved, a) {
		return ExpandedString(a)
	}
	general := a.Generalize()
	if anyType(resolved, func(e Type) bool { return assignable(e, general, nil) }) {
		return ExpandedString(a)
	}
	return simpleName(a)
}

// defaultOf is the type without parameters of the kind of t.
func defaultOf(t Type) Type {
	switch t.(type) {
	case *ObjectExtension:
		return Any
	case *AliasType:
		return Reference
	case *ReferenceType:
		return Reference
	case *ObjectType:
		return ObjectT
	case *TypeSetType:
		return TypeSet
	}
	if d, ok := namedTypes[strings.ToLower(t.Name())]; ok {
		return d
	}
	return Any
}

// DescribeMismatch says how a value of type actual fails to be one of type
// expected; name comes first in each message.
func DescribeMismatch(name string, expected, actual Type) string {
	ms := describe(expected, actual, []pathElem{{pathSubject, name}})
	switch len(ms) {
	case 0:
		return ""
	case 1:
		return strings.TrimSpace(ms[0].String())
	}
	parts := make([]string, len(ms))
	for i, m := range ms {
		parts[i] = m.String()
	}
	return strings.Join(parts, "\n ")
}
