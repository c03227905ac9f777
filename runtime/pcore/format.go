package pcore

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/runtime/values"
)

// printer writes the text form of types and of the values in them.
// puppet: pops/types/type_formatter.rb
type printer struct {
	b []byte
	// expanded is set when an alias is followed by what it stands for.
	expanded bool
	// exact is set for hash keys: what the text form leaves out is written too.
	exact bool
	// typeSet is the TypeSet that is being written; its types go by short names.
	typeSet *TypeSetType
	guard   *guard
	// indenting is set when hashes and long arrays are broken over lines.
	indenting bool
	indent    int
}

func itoa(i int64) string { return strconv.FormatInt(i, 10) }

// format is the text form of a type: `type X`'s name for an alias, what an object
// type is made of for an object type.
func format(t Type) string {
	switch t := t.(type) {
	case *PlainType:
		return t.name
	case *AliasType, *ObjectType, *TypeSetType:
		return ExpandedString(t)
	}
	p := &printer{}
	t.write(p)
	return string(p.b)
}

// ExpandedString is the text form of a type with its aliases expanded, as type
// mismatch messages show it.
func ExpandedString(t Type) string {
	p := &printer{expanded: true}
	t.write(p)
	return string(p.b)
}

// NameString is the text form of a type in which aliases and object types go by
// their names.
func NameString(t Type) string {
	p := &printer{}
	t.write(p)
	return string(p.b)
}

// hashKey is a text that is the same for equal types only.
func hashKey(t Type) string {
	p := &printer{exact: true}
	t.write(p)
	return string(p.b)
}

func (p *printer) text(s string)   { p.b = append(p.b, s...) }
func (p *printer) quoted(s string) { p.b = appendQuoted(p.b, s) }
func (p *printer) typ(t Type)      { t.write(p) }

func (p *printer) types(ts []Type) {
	if p.exact {
		// The order of the types of a Variant does not count.
		keys := make([]string, len(ts))
		for i, t := range ts {
			keys[i] = hashKey(t)
		}
		sort.Strings(keys)
		p.text(strings.Join(keys, ", "))
		return
	}
	for i, t := range ts {
		if i > 0 {
			p.text(", ")
		}
		p.typ(t)
	}
}

func (p *printer) wrapped(name string, t Type) {
	p.text(name)
	if t != nil {
		p.text("[")
		p.typ(t)
		p.text("]")
	}
}

// wrappedString is wrapped, with a String of one value written as the string.
func (p *printer) wrappedString(name string, t Type) {
	if s, ok := t.(*StringType); ok && s.HasVal {
		p.text(name)
		p.text("[")
		p.quoted(s.Val)
		p.text("]")
		return
	}
	p.wrapped(name, t)
}

func (p *printer) alias(t *AliasType) {
	expand := p.expanded
	if expand && t.selfRecursive {
		if p.guard == nil {
			p.guard = &guard{}
		}
		p.guard.withThis(t, func(state uint8) bool {
			p.aliasExpanded(t, state&recursionInThis == 0)
			return true
		})
		return
	}
	p.aliasExpanded(t, expand)
}

func (p *printer) aliasExpanded(t *AliasType, expand bool) {
	if p.typeSet != nil {
		if expand && p.typeSet.defines(t) {
			p.typ(t.Resolved())
		} else {
			p.text(p.typeSet.nameFor(t, t.name))
		}
		return
	}
	p.text(t.name)
	if expand && !isBuiltinAlias(t.name) {
		p.text(" = ")
		p.typ(t.Resolved())
	}
}

// value writes a value as it would be written in a manifest.
func (p *printer) value(v values.Value) {
	switch v.Kind() {
	case values.KindUndef:
		p.text("undef")
	case values.KindDefault:
		p.text("default")
	case values.KindString:
		p.quoted(v.AsString())
	case values.KindRegexp:
		p.text(RegexpText(v.AsRegexp()))
	case values.KindArray:
		p.array(v.AsArray())
	case values.KindHash:
		p.hash(v.AsHash())
	case values.KindType:
		p.typ(TypeOf(v))
	case values.KindTimestamp, values.KindTimespan, values.KindSemVer, values.KindSemVerRange:
		p.text("'")
		p.text(Text(v))
		p.text("'")
	case values.KindURI:
		p.text("URI(")
		if p.indenting {
			p.quoted(v.AsURI().Text)
		} else {
			p.quoted(v.AsURI().Text)
		}
		p.text(")")
	case values.KindObject:
		p.object(v.AsObject())
	case values.KindBinary, values.KindSensitive, values.KindIterator:
		p.text("Instance of ")
		p.typ(InferReduced(v))
	default:
		p.text(Text(v))
	}
}

func (p *printer) object(o values.Object) {
	t, ok := o.Type().(*ObjectType)
	if !ok {
		p.text("Instance of ")
		p.text(o.Type().String())
		return
	}
	p.text(t.label())
	p.text("(")
	p.hash(initHash(o))
	p.text(")")
}

func (p *printer) array(a *values.Array) {
	p.text("[")
	if p.indenting && !p.short(a) {
		p.indent++
		for i, e := range a.Elems() {
			if i > 0 {
				p.text(",")
			}
			p.newline()
			p.value(e)
		}
		p.indent--
		p.newline()
	} else {
		for i, e := range a.Elems() {
			if i > 0 {
				p.text(", ")
			}
			p.value(e)
		}
	}
	p.text("]")
}

// short reports whether an array fits on the line.
func (p *printer) short(a *values.Array) bool {
	if a.Len() == 0 {
		return true
	}
	sum := 0
	for _, e := range a.Elems() {
		switch e.Kind() {
		case values.KindBool, values.KindInt, values.KindFloat:
			sum += len(Text(e))
		case values.KindUndef:
			sum += 3
		case values.KindDefault:
			sum += 8
		case values.KindString:
			sum += 2 + charCount(e.AsString())
		case values.KindArray:
			sum += emptyOrLong(e.AsArray().Len())
		case values.KindHash:
			sum += emptyOrLong(e.AsHash().Len())
		default:
			sum += 1000
		}
	}
	return 100-p.indent*2 > sum
}

func emptyOrLong(n int) int {
	if n == 0 {
		return 2
	}
	return 1000
}

func (p *printer) hash(h *values.Hash) {
	p.entries(h, p.value, func(_, v values.Value) { p.value(v) })
}

// entries writes a hash whose keys and values are written by functions.
func (p *printer) entries(h *values.Hash, key func(values.Value), val func(k, v values.Value)) {
	p.text("{")
	if p.indenting {
		p.indent++
	}
	for i, e := range h.Entries() {
		if i > 0 {
			p.text(", ")
		}
		if p.indenting {
			p.newline()
		}
		key(e.Key)
		p.text(" => ")
		val(e.Key, e.Value)
	}
	if p.indenting {
		p.indent--
		p.newline()
	}
	p.text("}")
}

func (p *printer) newline() {
	for n := len(p.b); n > 0 && isSpaceByte(p.b[n-1]); n-- {
		p.b = p.b[:n-1]
	}
	p.b = append(p.b, '\n')
	for range p.indent {
		p.b = append(p.b, ' ', ' ')
	}
}

// CapitalizeSegments writes apache::vhost as Apache::Vhost; a name that starts
// with a capital letter is left alone.
func CapitalizeSegments(name string) string {
	if name == "" || name[0] >= 'A' && name[0] <= 'Z' {
		return name
	}
	segs := strings.Split(name, "::")
	for i, s := range segs {
		segs[i] = capitalize(s)
	}
	return strings.Join(segs, "::")
}

func capitalize(s string) string {
	if s == "" {
		return s
	}
	_, n := utf8.DecodeRuneInString(s)
	return upcase(s[:n]) + strings.ToLower(s[n:])
}

// upcase is s in upper case, where a letter may become several.
func upcase(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return strings.ToUpper(manyLetters.Replace(s))
		}
	}
	return strings.ToUpper(s)
}

// manyLetters are the letters without a capital of their own.
// spec: Unicode, SpecialCasing.txt
var manyLetters = strings.NewReplacer("ß", "SS", "ŉ", "ʼN", "ǰ", "J̌", "ΐ", "Ϊ́", "ΰ", "Ϋ́", "և", "ԵՒ", "ẖ", "H̱", "ẗ", "T̈",
	"ẘ", "W̊", "ẙ", "Y̊", "ẚ", "Aʾ", "ﬀ", "FF", "ﬁ", "FI", "ﬂ", "FL", "ﬃ", "FFI", "ﬄ", "FFL", "ﬅ", "ST", "ﬆ", "ST",
	"ﬓ", "ՄՆ", "ﬔ", "ՄԵ", "ﬕ", "ՄԻ", "ﬖ", "ՎՆ", "ﬗ", "ՄԽ")

func downcase(s string) string { return strings.ToLower(s) }

// equal reports whether two types are the same type; the order in a Variant or a
// Pattern does not count, and neither does the case of a resource type's name.
func equal(t, u Type) bool { return equalDeep(t, u, 0) }

// maxAliases bounds how many aliases are followed in a comparison: two recursive
// types could be taken apart for ever.
const maxAliases = 64

func equalDeep(t, u Type, aliases int) bool {
	if t == u {
		return true
	}
	if t == nil || u == nil {
		return false
	}
	// An alias equals what it stands for.
	a, isAlias := t.(*AliasType)
	b, bothAliases := u.(*AliasType)
	switch {
	case isAlias && !bothAliases && a.IsResolved():
		return aliases < maxAliases && equalDeep(a.resolved, u, aliases+1)
	case bothAliases && !isAlias && b.IsResolved():
		return aliases < maxAliases && equalDeep(t, b.resolved, aliases+1)
	}
	switch t := t.(type) {
	case *PlainType:
		return false
	case *IntegerType:
		u, ok := u.(*IntegerType)
		return ok && t.Min == u.Min && t.Max == u.Max && t.NoMin == u.NoMin && t.NoMax == u.NoMax
	case *FloatType:
		u, ok := u.(*FloatType)
		return ok && t.Min == u.Min && t.Max == u.Max
	case *StringType:
		u, ok := u.(*StringType)
		return ok && t.HasVal == u.HasVal && t.Val == u.Val && equalSizes(t.Size, u.Size)
	case *AliasType:
		u, ok := u.(*AliasType)
		return ok && t.name == u.name
	case *ArrayType:
		u, ok := u.(*ArrayType)
		return ok && equalDeep(t.Elem, u.Elem, aliases) && equalSizes(t.Size, u.Size)
	case *HashType:
		u, ok := u.(*HashType)
		return ok && equalDeep(t.Key, u.Key, aliases) && equalDeep(t.Val, u.Val, aliases) && equalSizes(t.Size, u.Size)
	case *VariantType:
		u, ok := u.(*VariantType)
		return ok && len(t.Types) == len(u.Types) && allTypes(t.Types, func(x Type) bool {
			return anyType(u.Types, func(y Type) bool { return equalDeep(x, y, aliases) })
		})
	case *OptionalType:
		u, ok := u.(*OptionalType)
		return ok && equalDeep(t.Type, u.Type, aliases)
	case *ResourceType:
		u, ok := u.(*ResourceType)
		return ok && t.lower == u.lower && t.HasTitle == u.HasTitle && t.Title == u.Title
	case *ObjectType:
		u, ok := u.(*ObjectType)
		return ok && t.equal(u)
	}
	return sameStruct(t, u) && hashKey(t) == hashKey(u)
}

// sameStruct reports whether both are types of one kind.
func sameStruct(t, u Type) bool {
	switch t.(type) {
	case *BooleanType:
		_, ok := u.(*BooleanType)
		return ok
	case *EnumType:
		_, ok := u.(*EnumType)
		return ok
	case *TupleType:
		_, ok := u.(*TupleType)
		return ok
	case *StructType:
		_, ok := u.(*StructType)
		return ok
	case *PatternType:
		_, ok := u.(*PatternType)
		return ok
	}
	// The names of the other kinds differ, and the hash key starts with the name.
	return true
}

func equalSizes(a, b *IntegerType) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equal(a, b)
}
