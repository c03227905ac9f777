package pcore

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// Text is a value as string interpolation gives it.
// puppet: pops/evaluator/evaluator_impl.rb, string
func Text(v values.Value) string {
	switch v.Kind() {
	case values.KindString:
		return v.AsString()
	case values.KindInt:
		return strconv.FormatInt(v.AsInt(), 10)
	case values.KindUndef:
		return ""
	case values.KindBool:
		if v.AsBool() {
			return "true"
		}
		return "false"
	}
	return string(AppendText(nil, v))
}

// AppendText appends a value as string interpolation gives it.
func AppendText(b []byte, v values.Value) []byte {
	switch v.Kind() {
	case values.KindString:
		return append(b, v.AsString()...)
	case values.KindInt:
		return strconv.AppendInt(b, v.AsInt(), 10)
	case values.KindUndef:
		return b
	case values.KindBool:
		return strconv.AppendBool(b, v.AsBool())
	case values.KindFloat:
		return rubyfmt.AppendFloat(b, v.AsFloat())
	case values.KindDefault:
		return append(b, "default"...)
	case values.KindArray:
		b = append(b, '[')
		for i, e := range v.AsArray().Elems() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = AppendText(b, e)
		}
		return append(b, ']')
	case values.KindHash:
		b = append(b, '{')
		for i, e := range v.AsHash().Entries() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = AppendText(b, e.Key)
			b = append(b, " => "...)
			b = AppendText(b, e.Value)
		}
		return append(b, '}')
	case values.KindRegexp:
		return append(b, RegexpText(v.AsRegexp())...)
	case values.KindType:
		return append(b, v.AsType().String()...)
	case values.KindSensitive:
		return append(b, "Sensitive [value redacted]"...)
	case values.KindBinary:
		return appendBase64(b, v.AsBinary())
	case values.KindTimestamp:
		return append(b, TimestampText(*v.AsTimestamp())...)
	case values.KindTimespan:
		return append(b, TimespanText(v.AsTimespan().Nanos)...)
	case values.KindSemVer:
		return append(b, SemVerText(v.AsSemVer())...)
	case values.KindSemVerRange:
		return append(b, v.AsSemVerRange().Text...)
	case values.KindURI:
		return append(b, v.AsURI().Text...)
	case values.KindIterator:
		return append(b, iteratorText(v.AsIterator())...)
	case values.KindObject:
		return append(b, Inspect(v)...)
	}
	return append(b, v.Kind().String()...) // what only the machine holds: a collector
}

func iteratorText(it *values.Iterator) string {
	t, ok := it.Elem.(Type)
	if !ok {
		return "Iterator-Value"
	}
	return "Iterator[" + t.Generalize().String() + "]-Value"
}

// Inspect is a value as it is written in a manifest: what the format %p gives.
func Inspect(v values.Value) string {
	p := &printer{}
	p.value(v)
	return string(p.b)
}

func floatText(f float64) string { return rubyfmt.FloatString(f) }

func charCount(s string) int { return utf8.RuneCountInString(s) }

// Quote is a string as a manifest has it: in single quotes unless it holds control
// characters.
// puppet: pops/types/string_converter.rb, puppet_quote
func Quote(s string) string { return string(appendQuoted(nil, s)) }

func appendQuoted(b []byte, s string) []byte {
	n := len(b)
	b = append(b, '\'')
	escaped := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 0x20 {
			return appendDoubleQuoted(b[:n], s)
		}
		switch {
		case escaped:
			b = append(b, '\\', c)
			escaped = false
		case c == '\'':
			b = append(b, '\\', c)
		case c == '\\':
			escaped = true
		default:
			b = append(b, c)
		}
	}
	if escaped {
		b = append(b, '\\')
	}
	return append(b, '\'')
}

// DoubleQuote is a string in double quotes.
func DoubleQuote(s string) string { return string(appendDoubleQuoted(nil, s)) }

func appendDoubleQuoted(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '"' || c == '$' || c == '\\':
			b = append(b, '\\', c)
		case c < 0x10:
			b = append(b, `\u{`...)
			b = append(b, hex[c], '}')
		case c < 0x20:
			b = append(b, `\u{1`...)
			b = append(b, hex[c&15], '}')
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// RubyClass is the name of the Ruby class that Puppet has for a value; some
// messages show it.
func RubyClass(v values.Value) string {
	switch v.Kind() {
	case values.KindUndef:
		return "NilClass"
	case values.KindDefault:
		return "Symbol"
	case values.KindBool:
		if v.AsBool() {
			return "TrueClass"
		}
		return "FalseClass"
	case values.KindInt:
		return "Integer"
	case values.KindFloat:
		return "Float"
	case values.KindString:
		return "String"
	case values.KindRegexp:
		return "Regexp"
	case values.KindArray:
		return "Array"
	case values.KindHash:
		return "Hash"
	case values.KindSensitive:
		return "Puppet::Pops::Types::PSensitiveType::Sensitive"
	case values.KindBinary:
		return "Puppet::Pops::Types::PBinaryType::Binary"
	case values.KindTimestamp:
		return "Puppet::Pops::Time::Timestamp"
	case values.KindTimespan:
		return "Puppet::Pops::Time::Timespan"
	case values.KindSemVer:
		return "SemanticPuppet::Version"
	case values.KindSemVerRange:
		return "SemanticPuppet::VersionRange"
	case values.KindURI:
		switch u := v.AsURI(); strings.ToLower(u.Scheme) {
		case "http":
			return "URI::HTTP"
		case "https":
			return "URI::HTTPS"
		case "ftp":
			return "URI::FTP"
		case "file":
			return "URI::File"
		case "ldap":
			return "URI::LDAP"
		case "mailto":
			return "URI::MailTo"
		}
		return "URI::Generic"
	case values.KindIterator:
		return "Puppet::Pops::Types::Iterator"
	case values.KindType:
		return "Puppet::Pops::Types::" + rubyTypeClass(TypeOf(v))
	}
	return "Object"
}

func rubyTypeClass(t Type) string {
	switch t.(type) {
	case *AliasType:
		return "PTypeAliasType"
	case *ObjectType:
		return "PObjectType"
	case *ObjectExtension:
		return "PObjectTypeExtension"
	case *TypeSetType:
		return "PTypeSetType"
	case *ReferenceType:
		return "PTypeReferenceType"
	}
	return "P" + t.Name() + "Type"
}
