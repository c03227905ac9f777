package pcore

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// AppendJSON appends Data as Ruby's JSON.generate writes it: without blanks, keys
// in their order, floats as Float#to_s, and only quotes, backslashes and control
// characters escaped.
func AppendJSON(b []byte, v values.Value) ([]byte, error) {
	var err error
	switch v.Kind() {
	case values.KindUndef:
		return append(b, "null"...), nil
	case values.KindBool:
		return strconv.AppendBool(b, v.AsBool()), nil
	case values.KindInt:
		return strconv.AppendInt(b, v.AsInt(), 10), nil
	case values.KindFloat:
		f := v.AsFloat()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return b, fmt.Errorf("%s not allowed in JSON", floatText(f))
		}
		return rubyfmt.AppendFloat(b, f), nil
	case values.KindString:
		return appendJSONString(b, v.AsString())
	case values.KindArray:
		b = append(b, '[')
		for i, e := range v.AsArray().Elems() {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = AppendJSON(b, e); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	case values.KindHash:
		b = append(b, '{')
		for i, e := range v.AsHash().Entries() {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendJSONString(b, Text(e.Key)); err != nil {
				return b, err
			}
			b = append(b, ':')
			if b, err = AppendJSON(b, e.Value); err != nil {
				return b, err
			}
		}
		return append(b, '}'), nil
	}
	return appendJSONString(b, Text(v))
}

// appendJSONString appends a string between quotes.
func appendJSONString(b []byte, s string) ([]byte, error) {
	const hex = "0123456789abcdef"
	if !utf8.ValidString(s) {
		return b, fmt.Errorf("source sequence is illegal/malformed utf-8")
	}
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		case '\f':
			b = append(b, '\\', 'f')
		case '\b':
			b = append(b, '\\', 'b')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	b = append(b, s[start:]...)
	return append(b, '"'), nil
}
