package pcore

import (
	"fmt"
	"strconv"
	"strings"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

// URIType is URI or URI[{host => ..., ...}], the URIs whose parts match.
type URIType struct {
	base
	// Params are the parts by name, with what they must match; nil for URI.
	Params *values.Hash
}

// URI is URI.
var URI = newURIType(nil)

func newURIType(params *values.Hash) *URIType {
	if params != nil && params.Len() == 0 {
		params = nil
	}
	t := &URIType{Params: params}
	t.cell.T = t
	return t
}

// uriParts are the names of the parts of a URI in the order of its definition.
var uriParts = [...]string{"scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"}

var uriParamType = &lazyType{text: `Variant[String[1], Struct[{` + func() string {
	var parts []string
	for _, p := range uriParts {
		if p == "port" {
			parts = append(parts, `Optional[port] => Optional[Variant[Integer[0], Type[NotUndef], Type[Undef]]]`)
			continue
		}
		parts = append(parts, `Optional[`+p+`] => Optional[Variant[String[1], Regexp, Type[Pattern], Type[Enum], Type[NotUndef], Type[Undef]]]`)
	}
	return strings.Join(parts, ", ")
}() + `}]]`}

// uriTypeFrom is URI[v].
func uriTypeFrom(v values.Value) (Type, error) {
	switch v.Kind() {
	case values.KindString:
		u, err := ParseURI(v.AsString())
		if err != nil || u.Scheme == "" {
			return nil, fmt.Errorf("URI-Type parameter has wrong type, expects a match for Pcore::URI, got '%s'", v.AsString())
		}
		return uriTypeOf(u), nil
	case values.KindURI:
		return uriTypeOf(v.AsURI()), nil
	case values.KindHash:
		if err := Assert("URI-Type parameter", uriParamType.get(), v); err != nil {
			return nil, err
		}
		return newURIType(v.AsHash()), nil
	}
	return URI, nil
}

// uriTypeOf is the type of one URI.
func uriTypeOf(u *values.URI) *URIType {
	b := values.NewHashBuilder(8)
	put := func(name, s string) {
		if s != "" {
			b.PutString(name, values.String(s))
		}
	}
	scheme := strings.ToLower(u.Scheme)
	put("scheme", scheme)
	put("userinfo", u.UserInfo)
	put("host", strings.ToLower(u.Host))
	if u.Port >= 0 && !(u.Port == 80 && scheme == "http") && !(u.Port == 443 && scheme == "https") {
		put("port", strconv.Itoa(u.Port))
	}
	put("path", u.Path)
	put("query", u.Query)
	put("fragment", u.Fragment)
	put("opaque", u.Opaque)
	return newURIType(b.Hash())
}

// URIPart is a part of a URI by its name: a string, the port as an integer, or
// undef when there is none.
func URIPart(u *values.URI, name string) (values.Value, bool) {
	s := ""
	switch name {
	case "scheme":
		s = u.Scheme
	case "userinfo":
		s = u.UserInfo
	case "host":
		s = u.Host
	case "port":
		if u.Port < 0 {
			return values.Undef, true
		}
		return values.Int(int64(u.Port)), true
	case "path":
		if u.Opaque == "" {
			return values.String(u.Path), true
		}
	case "query":
		s = u.Query
	case "fragment":
		s = u.Fragment
	case "opaque":
		s = u.Opaque
	default:
		return values.Undef, false
	}
	if s == "" {
		return values.Undef, true
	}
	return values.String(s), true
}

// Name is URI.
func (t *URIType) Name() string { return "URI" }

// Check reports whether v is an instance.
func (t *URIType) Check(v values.Value) bool {
	if v.Kind() != values.KindURI {
		return false
	}
	if t.Params == nil {
		return true
	}
	for _, e := range t.Params.Entries() {
		part, _ := URIPart(v.AsURI(), Text(e.Key))
		if !Matches(part, e.Value) {
			return false
		}
	}
	return true
}

// Generalize is URI.
func (t *URIType) Generalize() Type { return URI }

func (t *URIType) accepts(o Type, _ *guard) bool {
	u, ok := o.(*URIType)
	if !ok {
		return false
	}
	if t.Params == nil {
		return true
	}
	for _, e := range t.Params.Entries() {
		if u.Params == nil {
			return false
		}
		x, ok := u.Params.Get(e.Key)
		if !ok {
			return false
		}
		if !Matches(x, e.Value) && !(isType(x) && isType(e.Value) && Assignable(TypeOf(e.Value), TypeOf(x))) {
			return false
		}
	}
	return true
}

func (t *URIType) write(p *printer) {
	p.text("URI")
	if t.Params != nil {
		p.text("[")
		p.hash(t.Params)
		p.text("]")
	}
}

var defaultPorts = map[string]int{"http": 80, "https": 443, "ftp": 21, "ldap": 389, "ldaps": 636, "ws": 80, "wss": 443}

// ParseURI takes a URI apart as Ruby's URI.parse does, by RFC 3986.
func ParseURI(text string) (*values.URI, error) {
	bad := fmt.Errorf("bad URI(is not URI?): %s", rubyfmt.InspectString(text))
	for i := 0; i < len(text); i++ {
		if !isURIByte(text, i) {
			if text[i] >= 0x80 {
				return nil, fmt.Errorf("URI must be ascii only %s", rubyfmt.DumpString(text))
			}
			return nil, bad
		}
	}
	u := &values.URI{Text: text, Port: -1}
	rest := text
	if i := strings.IndexByte(rest, '#'); i >= 0 {
		u.Fragment, rest = rest[i+1:], rest[:i]
		if strings.ContainsAny(u.Fragment, "#[]") {
			return nil, bad
		}
	}
	if i := strings.IndexByte(rest, ':'); i > 0 && isScheme(rest[:i]) {
		u.Scheme, rest = rest[:i], rest[i+1:]
	} else if i == 0 {
		return nil, bad
	}
	lower := strings.ToLower(u.Scheme)
	if u.Scheme != "" && !strings.HasPrefix(rest, "/") && rest != "" && rest[0] != '?' {
		u.Opaque = rest
		if p, ok := defaultPorts[lower]; ok {
			u.Port = p
		}
		u.Text = canonicalURI(u, text)
		return u, nil
	}
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		u.Query, rest = rest[i+1:], rest[:i]
		if strings.ContainsAny(u.Query, "[]") {
			return nil, bad
		}
	}
	if p, ok := defaultPorts[lower]; ok {
		u.Port = p
	}
	if strings.HasPrefix(rest, "//") {
		authority := rest[2:]
		rest = ""
		if i := strings.IndexByte(authority, '/'); i >= 0 {
			authority, rest = authority[:i], authority[i:]
		}
		if i := strings.IndexByte(authority, '@'); i >= 0 {
			u.UserInfo, authority = authority[:i], authority[i+1:]
		}
		host, port := authority, ""
		if i := strings.LastIndexByte(authority, ':'); i >= 0 && !strings.HasSuffix(authority, "]") {
			host, port = authority[:i], authority[i+1:]
		}
		if port != "" {
			n, err := strconv.Atoi(port)
			if err != nil || n < 0 {
				return nil, bad
			}
			u.Port = n
		}
		if strings.ContainsAny(host, "@:[]") && !(strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]")) {
			return nil, bad
		}
		u.Host = host
	}
	if strings.ContainsAny(rest, "[]") {
		return nil, bad
	}
	u.Path = rest
	if lower == "ftp" {
		u.Path = strings.TrimPrefix(rest, "/")
	}
	u.Text = canonicalURI(u, text)
	return u, nil
}

// canonicalURI is the text that Ruby gives a URI: the scheme in lower case,
// without a port that is the scheme's own.
func canonicalURI(u *values.URI, text string) string {
	if u.Scheme == "" {
		return text
	}
	lower := strings.ToLower(u.Scheme)
	text = lower + text[len(u.Scheme):]
	u.Scheme = lower
	if p, ok := defaultPorts[lower]; ok && u.Host != "" && p == u.Port {
		authority := text[len(lower)+3:]
		end := strings.IndexAny(authority, "/?#")
		if end < 0 {
			end = len(authority)
		}
		rest := authority[end:]
		authority = strings.TrimSuffix(authority[:end], ":"+strconv.Itoa(p))
		text = lower + "://" + strings.TrimSuffix(authority, ":") + rest
	}
	return text
}

func isScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.')) {
			return false
		}
	}
	return true
}

func isURIByte(s string, i int) bool {
	c := s[i]
	if c == '%' {
		return i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])
	}
	return c > 0x20 && c < 0x7f && strings.IndexByte("\"<>\\^`{|}", c) < 0
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }
