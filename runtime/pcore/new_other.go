package pcore

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"bunraku/runtime/values"
)

func makeStringFunction() *constructor {
	return &constructor{
		name: "new_string",
		locals: []string{
			`Format = Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]`,
			`ContainerFormat = Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String,` +
				` Optional[string_formats] => Hash[Type, Format]}]`,
			"TypeMap = Hash[Type, Variant[Format, ContainerFormat]]",
			"Convertible = Any",
			"Formats = Variant[Default, String[1], TypeMap]",
		},
		overloads: []overload{
			{params: []param{{"Convertible", "from"}, {"Formats", "string_formats?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					format := values.Default
					if len(args) > 1 {
						format = args[1]
					}
					s, err := StringOf(args[0], format)
					return values.String(s), err
				}},
		},
	}
}

func makeRegexpFunction() *constructor {
	return &constructor{
		name: "new_float", // puppet: the name of another type's function
		overloads: []overload{
			{params: []param{{"String", "pattern"}, {"Boolean", "escape?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					src := args[0].AsString()
					if at(args, 1).Truthy() {
						src = EscapeRegexp(src)
					}
					return CompiledRegexp(src, 0)
				}},
		},
	}
}

// EscapeRegexp is a regexp that matches s only: Ruby's Regexp.escape.
func EscapeRegexp(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '[', ']', '{', '}', '(', ')', '|', '-', '*', '.', '\\', '?', '+', '^', '$', '#', ' ':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		case '\t':
			b.WriteString(`\t`)
		case '\r':
			b.WriteString(`\r`)
		case '\f':
			b.WriteString(`\f`)
		case '\v':
			b.WriteString(`\v`)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func makeTypeFunction() *constructor {
	return &constructor{
		name: "new_type",
		overloads: []overload{
			{params: []param{{"String[1]", "type_string"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					// puppet: the types of manifests and modules are not known here
					t, err := Parse(args[0].AsString(), nil)
					if err != nil {
						return values.Undef, err
					}
					return t.Value(), nil
				}},
		},
	}
}

func makeSensitiveFunction() *constructor {
	return &constructor{
		name: "new_Sensitive",
		overloads: []overload{
			{params: []param{{"Sensitive", "value"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) { return args[0], nil }},
			{params: []param{{"Any", "value"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) { return values.Sensitive(args[0]), nil }},
		},
	}
}

func makeBinaryFunction() *constructor {
	return &constructor{
		name: "new_Binary",
		locals: []string{
			"ByteInteger = Integer[0,255]",
			`Base64Format = Enum["%b", "%u", "%B", "%s", "%r"]`,
			`StringHash = Struct[{value => String, "format" => Optional[Base64Format]}]`,
			"ArrayHash = Struct[{value => Array[ByteInteger]}]",
			"BinaryArgsHash = Variant[StringHash, ArrayHash]",
		},
		overloads: []overload{
			{params: []param{{"String", "str"}, {"Base64Format", "format?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					return binaryOf(args[0].AsString(), at(args, 1))
				}},
			{params: []param{{"Array[ByteInteger]", "byte_array"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) { return bytesOf(args[0]), nil }},
			{params: []param{{"BinaryArgsHash", "hash_args"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					h := args[0].AsHash()
					v := mustGet(h, "value")
					if v.Kind() == values.KindArray {
						return bytesOf(v), nil
					}
					return binaryOf(v.AsString(), mustGet(h, "format"))
				}},
		},
	}
}

func bytesOf(v values.Value) values.Value {
	b := make([]byte, v.AsArray().Len())
	for i, e := range v.AsArray().Elems() {
		b[i] = byte(e.AsInt())
	}
	return values.Binary(b)
}

func binaryOf(s string, format values.Value) (values.Value, error) {
	f := "%B"
	if format.IsString() {
		f = format.AsString()
	}
	var b []byte
	var err error
	switch f {
	case "%b":
		b = lenientBase64(s)
	case "%u":
		t := strings.NewReplacer("-", "+", "_", "/").Replace(s)
		if !strings.HasSuffix(t, "=") && len(t)%4 != 0 {
			t += strings.Repeat("=", 4-len(t)%4)
		}
		b, err = base64.StdEncoding.Strict().DecodeString(t)
	case "%B":
		if strings.ContainsAny(s, "\r\n") {
			err = errors.New("invalid base64")
			break
		}
		b, err = base64.StdEncoding.Strict().DecodeString(s)
	default:
		b = []byte(s)
	}
	if err != nil {
		return values.Undef, errors.New("invalid base64")
	}
	return values.Binary(b), nil
}

// lenientBase64 decodes what it can and skips all other characters, as Ruby's
// unpack("m") does.
func lenientBase64(s string) []byte {
	var out []byte
	acc, bits := uint32(0), 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '=' {
			break
		}
		d := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", c)
		if d < 0 {
			continue
		}
		acc, bits = acc<<6|uint32(d), bits+6
		if bits >= 8 {
			bits -= 8
			out = append(out, byte(acc>>bits))
		}
	}
	return out
}

func makeTimestampFunction() *constructor {
	return &constructor{
		name:   "new_timestamp",
		locals: []string{"Formats = Variant[String[2],Array[String[2], 1]]"},
		overloads: []overload{
			{body: func(_ []values.Value, env *Env) (values.Value, error) {
				now := time.Now
				if env.Now != nil {
					now = env.Now
				}
				t := now()
				return values.TimestampValue(values.Timestamp{Sec: t.Unix(), Nsec: int32(t.Nanosecond())}), nil
			}},
			{params: []param{{"Variant[Integer,Float]", "seconds"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					return values.TimestampValue(secondsToTimestamp(args[0])), nil
				}},
			{params: []param{{"String[1]", "string"}, {"Formats", "format?"}, {"String[1]", "timezone?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					zone := ""
					if len(args) > 2 {
						zone = args[2].AsString()
					}
					t, err := parseTimestampFormats(args[0].AsString(), at(args, 1), zone)
					return values.TimestampValue(t), err
				}},
			{params: []param{{"Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}]", "hash_arg"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					t, err := timestampFromHash(args[0].AsHash())
					return values.TimestampValue(t), err
				}},
		},
	}
}

func makeTimespanFunction() *constructor {
	return &constructor{
		name:   "new_timespan",
		locals: []string{"Formats = Variant[String[2],Array[String[2], 1]]"},
		overloads: []overload{
			{params: []param{{"Variant[Integer,Float]", "seconds"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					t, err := secondsToTimespan(args[0])
					return values.TimespanValue(t), err
				}},
			{params: []param{{"String[1]", "string"}, {"Formats", "format?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					t, err := parseTimespanFormats(args[0].AsString(), at(args, 1))
					return values.TimespanValue(t), err
				}},
			{params: []param{{"Integer", "days"}, {"Integer", "hours"}, {"Integer", "minutes"}, {"Integer", "seconds"},
				{"Integer", "milliseconds?"}, {"Integer", "microseconds?"}, {"Integer", "nanoseconds?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					var f [7]int64
					for i, a := range args {
						f[i] = a.AsInt()
					}
					return values.TimespanValue(timespanFields(false, f)), nil
				}},
			{params: []param{{"Struct[{string => String[1], Optional[format] => Formats}]", "hash_arg"}}, body: timespanOfHash},
			{params: []param{{"Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer," +
				" Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer," +
				" Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}]", "hash_arg"}}, body: timespanOfHash},
		},
	}
}

func timespanOfHash(args []values.Value, _ *Env) (values.Value, error) {
	t, err := timespanFromHash(args[0].AsHash())
	return values.TimespanValue(t), err
}

const versionPattern = `Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?` +
	`(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/]`

func makeSemVerFunction() *constructor {
	return &constructor{
		name: "new_Version",
		locals: []string{
			"PositiveInteger = Integer[0,default]",
			`SemVerQualifier = Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]`,
			"SemVerPattern = " + versionPattern,
			"SemVerHash = Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger," +
				"Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]",
		},
		overloads: []overload{
			{params: []param{{"SemVerPattern", "str"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					v, err := ParseSemVer(args[0].AsString())
					if err != nil {
						return values.Undef, err
					}
					return values.SemVerValue(v), nil
				}},
			{params: []param{{"PositiveInteger", "major"}, {"PositiveInteger", "minor"}, {"PositiveInteger", "patch"},
				{"SemVerQualifier", "prerelease?"}, {"SemVerQualifier", "build?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					v := &values.SemVer{Major: args[0].AsInt(), Minor: args[1].AsInt(), Patch: args[2].AsInt()}
					v.Pre, v.Build = Text(at(args, 3)), Text(at(args, 4))
					return values.SemVerValue(v), nil
				}},
			{params: []param{{"SemVerHash", "hash_args"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					h := args[0].AsHash()
					return values.SemVerValue(&values.SemVer{Major: mustGet(h, "major").AsInt(), Minor: mustGet(h, "minor").AsInt(),
						Patch: mustGet(h, "patch").AsInt(), Pre: Text(mustGet(h, "prerelease")), Build: Text(mustGet(h, "build"))}), nil
				}},
			{params: []param{{"String", "str"}},
				mismatch: func(args []values.Value) (string, error) {
					return "The string '" + args[0].AsString() + "' cannot be converted to a SemVer", nil
				}},
		},
	}
}

func makeSemVerRangeFunction() *constructor {
	return &constructor{
		name: "new_VersionRange",
		locals: []string{
			"SemVerRangeString = String[1]",
			"SemVerRangeHash = Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],Optional[exclude_max]=>Boolean}]",
		},
		overloads: []overload{
			{params: []param{{"SemVerRangeString", "str"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					r, err := ParseVersionRange(args[0].AsString())
					if err != nil {
						return values.Undef, err
					}
					return r.Value(), nil
				}},
			{params: []param{{"Variant[Default,SemVer]", "min"}, {"Variant[Default,SemVer]", "max"}, {"Boolean", "exclude_max?"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					return versionRange(args[0], args[1], at(args, 2)), nil
				}},
			{params: []param{{"SemVerRangeHash", "hash_args"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					h := args[0].AsHash()
					return versionRange(mustGet(h, "min"), mustGet(h, "max"), mustGet(h, "exclude_max")), nil
				}},
		},
	}
}

func versionRange(lo, hi, exclude values.Value) values.Value {
	a, b := minVersion, maxVersion
	if lo.Kind() == values.KindSemVer {
		a = lo.AsSemVer()
	}
	if hi.Kind() == values.KindSemVer {
		b = hi.AsSemVer()
	}
	return VersionRangeBetween(a, b, exclude.Truthy()).Value()
}

func makeURIFunction() *constructor {
	return &constructor{
		name: "new_error", // puppet: the name of another type's function
		overloads: []overload{
			{params: []param{{"String[1]", "uri"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) {
					u, err := ParseURI(args[0].AsString())
					if err != nil {
						return values.Undef, err
					}
					return values.URIValue(u), nil
				}},
			{params: []param{{`Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1],` +
				` Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1],` +
				` Optional[fragment] => String[1], Optional[opaque] => String[1]}]`, "hash"}},
				body: func(args []values.Value, _ *Env) (values.Value, error) { return uriFromHash(args[0].AsHash()) }},
		},
	}
}

func uriFromHash(h *values.Hash) (values.Value, error) {
	part := func(name string) string { return Text(mustGet(h, name)) }
	var b strings.Builder
	scheme := strings.ToLower(part("scheme"))
	if scheme != "" {
		b.WriteString(scheme + ":")
	}
	if scheme == "mailto" {
		return values.Undef, errors.New("bad component(expected opaque component): " + part("path"))
	}
	if o := part("opaque"); o != "" {
		b.WriteString(o)
	} else {
		if host := part("host"); host != "" {
			b.WriteString("//")
			if u := part("userinfo"); u != "" {
				b.WriteString(u + "@")
			}
			b.WriteString(host)
			if p := mustGet(h, "port"); p.IsInt() && defaultPorts[scheme] != int(p.AsInt()) {
				b.WriteString(":" + itoa(p.AsInt()))
			}
		}
		path := part("path")
		if path != "" && !strings.HasPrefix(path, "/") && part("host") != "" {
			return values.Undef, fmt.Errorf("bad component(expected path component): %s", path)
		}
		b.WriteString(path)
		if q := part("query"); q != "" {
			b.WriteString("?" + q)
		}
	}
	if f := part("fragment"); f != "" {
		b.WriteString("#" + f)
	}
	u, err := ParseURI(b.String())
	if err != nil {
		return values.Undef, err
	}
	return values.URIValue(u), nil
}
