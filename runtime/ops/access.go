package ops

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/grammar/issue"
	"bunraku/runtime/pcore"
	"bunraku/runtime/values"
)

func itoa(i int) string { return strconv.Itoa(i) }

// Access is `v[keys]` for all but catalog references.
// puppet: access_operator.rb
func (e *Env) Access(v values.Value, keys []values.Value) (values.Value, error) {
	switch v.Kind() {
	case values.KindHash:
		return accessHash(v.AsHash(), keys)
	case values.KindArray:
		return e.accessArray(v.AsArray(), flatten(keys))
	case values.KindString:
		s, err := e.accessString(v.AsString(), v.KnownASCII(), flatten(keys))
		if err != nil {
			return v, err
		}
		return values.String(s), nil
	case values.KindBinary:
		s, err := e.accessString(latin1(v.AsBinary()), false, flatten(keys))
		if err != nil {
			return v, err
		}
		var b []byte
		for _, r := range s {
			b = append(b, byte(r))
		}
		return values.Binary(b), nil
	case values.KindType:
		return e.accessType(pcore.TypeOf(v), keys)
	case values.KindObject:
		return v, fault(issue.OperatorNotApplicable.Error("[]", Label(v)), Left)
	}
	return v, fault(issue.OperatorNotApplicable.Error("[]", Label(v)), Left)
}

func latin1(b []byte) string {
	r := make([]rune, len(b))
	for i, c := range b {
		r[i] = rune(c)
	}
	return string(r)
}

func flatten(keys []values.Value) []values.Value {
	for _, k := range keys {
		if k.Kind() == values.KindArray {
			var out []values.Value
			for _, k := range keys {
				if k.Kind() == values.KindArray {
					out = append(out, flatten(k.AsArray().Elems())...)
				} else {
					out = append(out, k)
				}
			}
			return out
		}
	}
	return keys
}

func accessHash(h *values.Hash, keys []values.Value) (values.Value, error) {
	switch len(keys) {
	case 0:
		return values.Undef, fault(issue.BadHashSliceArity.Error(0), Left)
	case 1:
		v, _ := h.Get(keys[0])
		return v, nil
	}
	var out []values.Value
	for _, k := range keys {
		if v, _ := h.Get(k); !v.IsUndef() {
			out = append(out, v)
		}
	}
	return values.ArrayOf(out...), nil
}

// integerKey is key i as an integer.
func (e *Env) integerKey(a values.Value, keys []values.Value, i int) (int64, error) {
	k, err := e.numeric(keys[i], Right+i)
	if err != nil {
		return 0, err
	}
	if !k.IsInt() {
		return 0, fault(issue.BadSliceKeyType.Error(Label(a), typeName(k), "Integer"), Right+i)
	}
	return k.AsInt(), nil
}

func (e *Env) accessArray(a *values.Array, keys []values.Value) (values.Value, error) {
	n := int64(a.Len())
	switch len(keys) {
	case 1:
		k, err := e.integerKey(a.Value(), keys, 0)
		if err != nil {
			return values.Undef, err
		}
		if k < 0 {
			k += n
		}
		if k < 0 || k >= n {
			return values.Undef, nil
		}
		return a.At(int(k)), nil
	case 2:
		k1, err := e.integerKey(a.Value(), keys, 0)
		if err != nil {
			return values.Undef, err
		}
		k2, err := e.integerKey(a.Value(), keys, 1)
		if err != nil {
			return values.Undef, err
		}
		from, count := slice(k1, k2, n)
		if count <= 0 {
			return values.EmptyArray, nil
		}
		return a.Slice(int(from), int(from+count)).Value(), nil
	}
	return values.Undef, fault(issue.BadArraySliceArity.Error(len(keys)), Left)
}

// slice turns a start and a count, both of which may count from the end, to a
// start and a count inside n elements. puppet: access_operator.rb, access_Array
func slice(k1, k2, n int64) (from, count int64) {
	if k1 < 0 {
		k1 += n
	}
	if k2 < 0 {
		k2 = n - k1 + k2 + 1
	}
	if k1 < 0 {
		k2 += k1
		k1 = 0
	}
	if k1 >= n || k2 <= 0 {
		return 0, 0
	}
	return k1, min(k2, n-k1)
}

func (e *Env) stringKey(keys []values.Value, i int) (int64, error) {
	k := keys[i]
	if k.IsString() {
		if n, ok := ToNumber(k.AsString()); ok {
			k = n
		}
	}
	if !k.IsInt() {
		return 0, fault(issue.BadStringSliceKeyType.Error(issue.Label(typeName(k))), Right+i)
	}
	return k.AsInt(), nil
}

func (e *Env) accessString(s string, ascii bool, keys []values.Value) (string, error) {
	if len(keys) != 1 && len(keys) != 2 {
		return "", fault(issue.BadStringSliceArity.Error(len(keys)), Left)
	}
	k1, err := e.stringKey(keys, 0)
	if err != nil {
		return "", err
	}
	k2 := int64(1)
	if len(keys) == 2 {
		if k2, err = e.stringKey(keys, 1); err != nil {
			return "", err
		}
	}
	if !ascii {
		ascii = isASCII(s)
	}
	n := int64(len(s))
	if !ascii {
		n = int64(utf8.RuneCountInString(s))
	}
	if len(keys) == 1 && k1 < -n {
		return "", nil
	}
	from, count := slice(k1, k2, n)
	if count <= 0 {
		return "", nil
	}
	if ascii {
		return s[from : from+count], nil
	}
	start := offset(s, from)
	return s[start : start+offset(s[start:], count)], nil
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// offset is the byte offset of character n of s.
func offset(s string, n int64) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return i
}

func (e *Env) accessType(t pcore.Type, keys []values.Value) (values.Value, error) {
	// Resource[File] is File.
	if r, ok := t.(*pcore.ResourceType); ok && r.TypeName == "" && len(keys) == 1 && keys[0].Kind() == values.KindType {
		if _, ok := pcore.TypeOf(keys[0]).(*pcore.ResourceType); ok {
			return keys[0], nil
		}
	}
	v, err := pcore.Access(t, keys, e.Loose)
	var bad *pcore.AccessError
	if errors.As(err, &bad) && bad.Soft {
		return v, nil // a reference without titles, which is nothing or an empty array
	}
	if bad != nil && bad.Code == "RUNTIME_ERROR" {
		// The place of the error adds the same words.
		return v, errors.New(strings.TrimPrefix(bad.Message, "Error while evaluating a '[]' expression, "))
	}
	if bad != nil {
		blame := Self
		if bad.Key >= 0 {
			blame = Right + bad.Key
		}
		return v, &Fault{Diag: &issue.Diagnostic{Code: bad.Code, Severity: issue.Error, Message: bad.Message}, Blame: blame}
	}
	return v, err
}
