package std

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/pcore"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

// A validator fails when its arguments are not what it asks for.
var validators = []runtime.Function{
	outgoingValidator("validate_absolute_path", "Stdlib::Compat::Absolute_Path", 20, validateAbsolutePath),
	outgoingValidator("validate_array", "Stdlib::Compat::Array", 20, each("validate_array", func(v value) error {
		return ensure(isArray(v), "%s is not an Array.  It looks to be a %s", inspect(v), class(v))
	})),
	outgoingValidator("validate_bool", "Stdlib::Compat::Bool", 20, each("validate_bool", func(v value) error {
		return ensure(v.IsBool(), "%s is not a boolean.  It looks to be a %s", inspect(v), class(v))
	})),
	outgoingValidator("validate_hash", "Stdlib::Compat::Hash", 20, each("validate_hash", func(v value) error {
		return ensure(isHash(v), "%s is not a Hash.  It looks to be a %s", inspect(v), class(v))
	})),
	outgoingValidator("validate_string", "Stdlib::Compat::String", 20, each("validate_string", func(v value) error {
		return ensure(v.IsString() || v.IsUndef(), "%s is not a string.  It looks to be a %s", inspect(v), class(v))
	})),
	outgoingValidator("validate_integer", "Stdlib::Compat::Integer", 20, integerBounds.validate),
	outgoingValidator("validate_numeric", "Stdlib::Compat::Numeric", 20, numericBounds.validate),
	outgoingValidator("validate_ip_address", "Stdlib::Compat::Ip_Address", 20, address("validate_ip_address", "IP", func(ipAddress) bool { return true })),
	outgoingValidator("validate_ipv4_address", "Stdlib::Compat::Ipv4_Address", 20, address("validate_ipv4_address", "IPv4", func(ip ipAddress) bool { return ip.addr.Is4() })),
	outgoingValidator("validate_ipv6_address", "Stdlib::Compat::Ipv6_address", 20, address("validate_ipv6_address", "IPv6", func(ip ipAddress) bool { return ip.addr.Is6() })),
	outgoingValidator("validate_re", "Pattern[]", 20, validateRe),
	outgoingValidator("validate_slength", "String[]", 20, validateSlength),
	declare.Statement("validate_domain_name", -1, legacyEach("validate_domain_name", func(v value) error {
		if !v.IsString() {
			return runtime.Errorf("%s is not a string.", inspect(v))
		}
		return ensure(isDomainName(v.AsString()), "%s is not a syntactically correct domain name", inspect(v))
	})),
	declare.Statement("validate_email_address", -1, legacyEach("validate_email_address", func(v value) error {
		if !v.IsString() {
			return runtime.Errorf("%s is not a string.", inspect(v))
		}
		return ensure(matches(emailAddress, v.AsString()), "%s is not a valid email address", inspect(v))
	})),
	declare.Statement("validate_augeas", -1, func(_ call, args []value) (value, error) {
		if len(args) < 2 || len(args) > 4 {
			return fail("validate_augeas(): wrong number of arguments (%d; must be 2, 3, or 4)", len(args))
		}
		return fail("validate_augeas(): this function requires the augeas feature. See http://docs.puppetlabs.com/guides/augeas.html#pre-requisites for how to activate it.")
	}),
	declare.Statement("validate_cmd", -1, validateCmd),
	declare.Statement("validate_x509_rsa_key_pair", -1, validateKeyPair),
	validateLegacy,
}

// checks are the validators by name as validate_legacy calls them: with arguments
// as they are and without the deprecation.
var checks = map[string]declare.LegacyBody{}

// outgoingValidator declares a deprecated validator; indent is how far its text's
// second line is indented, as the module has it.
func outgoingValidator(name, typ string, indent int, body declare.LegacyBody) runtime.Function {
	checks[name] = body
	return outgoing(name, name, "This method is deprecated, please use the stdlib validate_legacy function,\n"+strings.Repeat(" ", indent)+
		"with "+typ+". There is further documentation for validate_legacy function in the README.",
		func(c call, args []value) (value, error) {
			_, err := body(c, args)
			return undef, err
		})
}

func ensure(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return runtime.Errorf(format, args...)
}

func each(name string, check func(value) error) declare.LegacyBody {
	return func(_ call, args []value) (value, error) {
		if len(args) == 0 {
			return fail("%s(): wrong number of arguments (0; must be > 0)", name)
		}
		for _, a := range args {
			if err := check(a); err != nil {
				return undef, err
			}
		}
		return undef, nil
	}
}

func legacyEach(name string, check func(value) error) declare.LegacyBody {
	body := each(name, check)
	checks[name] = body
	return body
}

func validateAbsolutePath(c call, args []value) (value, error) {
	if len(args) == 0 {
		return fail("validate_absolute_path(): wrong number of arguments (0; must be > 0)")
	}
	for _, a := range args {
		paths := []value{a}
		if isArray(a) {
			paths = a.AsArray().Elems()
		}
		for _, p := range paths {
			// The old function is_absolute_path is called by Ruby: no deprecation.
			if absolutePath(c, p) {
				continue
			}
			return fail("%s is not an absolute path.", inspect(p))
		}
	}
	return undef, nil
}

// bounds is a validator of numbers with optional bounds.
type bounds struct {
	name, kind string
	// hashName is what the text about a hash calls the function.
	hashName string
	parse    func(string) (value, error)
}

var (
	integerBounds = bounds{"validate_integer", "an Integer", "validate_integer", func(s string) (value, error) {
		n, err := rubyfmt.ParseInteger(s)
		return values.Int(n), err
	}}
	numericBounds = bounds{"validate_numeric", "a Numeric", "validate_integer", func(s string) (value, error) {
		f, err := rubyfmt.ParseFloat(s)
		return values.Float(f), err
	}}
)

func (b *bounds) validate(_ call, args []value) (value, error) {
	if len(args) < 1 || len(args) > 3 {
		return fail("%s(): Wrong number of arguments; must be 1, 2 or 3, got %d", b.name, len(args))
	}
	var most, least value
	var err error
	if len(args) > 1 && !(len(args) > 2 && text(args[1]) == "") {
		if most, err = b.parse(text(args[1])); err != nil {
			return fail("%s(): Expected second argument to be unset or %s, got %s:String", b.name, b.kind, text(args[1]))
		}
	}
	if len(args) > 2 {
		if least, err = b.parse(text(args[2])); err != nil {
			return fail("%s(): Expected third argument to be unset or %s, got %s:%s", b.name, b.kind, text(args[2]), class(args[2]))
		}
	}
	if !most.IsUndef() && !least.IsUndef() && values.CompareNumbers(least, most) > 0 {
		return fail("%s(): Expected second argument to be larger than third argument, got %s < %s", b.name, text(most), text(least))
	}
	check := func(n, shown value) error {
		if !most.IsUndef() && values.CompareNumbers(n, most) > 0 {
			return runtime.Errorf("%s(): Expected %s to be smaller or equal to %s, got %s.", b.name, inspect(shown), text(most), inspect(shown))
		}
		if !least.IsUndef() && values.CompareNumbers(n, least) < 0 {
			return runtime.Errorf("%s(): Expected %s to be greater or equal to %s, got %s.", b.name, inspect(shown), text(least), inspect(shown))
		}
		return nil
	}
	input := args[0]
	switch {
	case isArray(input):
		for i, e := range input.AsArray().Elems() {
			n, err := b.parse(text(e))
			if isHash(e) || err != nil {
				return fail("%s(): Expected element at array position %d to be %s, got %s", b.name, i, b.kind, class(e))
			}
			if err := check(n, input); err != nil {
				return undef, err
			}
		}
		return undef, nil
	case isHash(input):
		return fail("%s(): Expected first argument to be %s or Array, got Hash", b.hashName, b.kind)
	}
	n, err := b.parse(text(input))
	if err != nil {
		return fail("%s(): Expected first argument to be %s or Array, got %s", b.name, b.kind, class(input))
	}
	return undef, check(n, n)
}

func address(name, kind string, ok func(ipAddress) bool) declare.LegacyBody {
	return each(name, func(v value) error {
		if !v.IsString() {
			return runtime.Errorf("%s is not a string.", inspect(v))
		}
		ip, err := parseIP(v.AsString())
		return ensure(err == nil && ok(ip), "%s is not a valid %s address.", inspect(v), kind)
	})
}

func validateRe(_ call, args []value) (value, error) {
	if len(args) < 2 || len(args) > 3 {
		return fail("validate_re(): wrong number of arguments (%d; must be 2 or 3)", len(args))
	}
	if !args[0].IsString() {
		return fail("validate_re(): input needs to be a String, not a %s", class(args[0]))
	}
	for _, p := range ruby.Flatten(args[1:2]) {
		var re *regexp.Regexp
		var err error
		switch {
		case p.IsString():
			re, err = ruby.Compile(p.AsString(), 0)
		case p.Kind() == values.KindRegexp:
			re, err = ruby.RegexpOf(p.AsRegexp())
		default:
			return notString(p)
		}
		if err != nil {
			return undef, err
		}
		if matches(re, args[0].AsString()) {
			return undef, nil
		}
	}
	if m := arg(args, 2); m.Truthy() {
		return fail("%s", text(m))
	}
	return fail("validate_re(): %s does not match %s", inspect(args[0]), inspect(args[1]))
}

func validateSlength(_ call, args []value) (value, error) {
	if len(args) != 2 && len(args) != 3 {
		return fail("validate_slength(): Wrong number of arguments (%d; must be 2 or 3)", len(args))
	}
	most, err := integer(args[1])
	switch {
	case err != nil:
		return fail("validate_slength(): Expected second argument to be a positive Numeric, got %s:%s", text(args[1]), class(args[1]))
	case most <= 0:
		return fail("validate_slength(): Expected second argument to be a positive Numeric, got %d:Integer", most)
	}
	least := int64(0)
	if m := arg(args, 2); m.Truthy() {
		least, err = integer(m)
		switch {
		case err != nil:
			return fail("validate_slength(): Expected third argument to be unset or a positive Numeric, got %s:%s", text(m), class(m))
		case least < 0:
			return fail("validate_slength(): Expected third argument to be unset or a positive Numeric, got %d:Integer", least)
		}
	}
	if most < least {
		return fail("validate_slength(): Expected second argument to be equal to or larger than third argument")
	}
	input := args[0]
	check := func(s string) error {
		n := int64(utf8.RuneCountInString(s))
		size := n
		if isArray(input) {
			size = int64(input.AsArray().Len())
		}
		return ensure(n <= most && n >= least, "validate_slength(): Expected length of %s to be between %d and %d, was %d", inspect(input), least, most, size)
	}
	switch {
	case input.IsString():
		return undef, check(input.AsString())
	case isArray(input):
		for i, e := range input.AsArray().Elems() {
			if !e.IsString() {
				return fail("validate_slength(): Expected element at array position %d to be a String, got %s", i, class(e))
			}
			if err := check(e.AsString()); err != nil {
				return undef, err
			}
		}
		return undef, nil
	}
	return fail("validate_slength(): Expected first argument to be a String or Array, got %s", class(input))
}

// validateCmd runs a command on a file with the content.
func validateCmd(_ call, args []value) (value, error) {
	if len(args) < 2 || len(args) > 3 {
		return fail("validate_cmd(): wrong number of arguments (%d; must be 2 or 3)", len(args))
	}
	message := "validate_cmd(): failed to validate content with command " + inspect(args[1])
	if m := arg(args, 2); m.Truthy() {
		message = text(m)
	}
	f, err := os.CreateTemp("", "validate_cmd")
	if err != nil {
		return fail("%s\n%s", message, err)
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text(args[0]))
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fail("%s\n%s", message, err)
	}
	script := text(args[1])
	if matches(percentWord, script) {
		script = strings.ReplaceAll(script, "%", f.Name())
	} else {
		script += " " + f.Name()
	}
	out, err := exec.Command("/bin/sh", "-c", script).CombinedOutput()
	if err != nil {
		detail := err.Error()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			detail = "Execution of '" + script + "' returned " + strconv.Itoa(exit.ExitCode()) + ": " + string(out)
		}
		return fail("%s\n%s", message, detail)
	}
	return undef, nil
}

var percentWord = regexp.MustCompile(`\s%(\s|$)`, 0)

func validateKeyPair(_ call, args []value) (value, error) {
	if len(args) != 2 {
		return fail("validate_x509_rsa_key_pair(): wrong number of arguments (%d; must be 2)", len(args))
	}
	for _, a := range args {
		if !a.IsString() {
			return fail("%s is not a string.", inspect(a))
		}
	}
	block, _ := pem.Decode([]byte(args[0].AsString()))
	if block == nil {
		return fail("Not a valid x509 certificate: PEM_read_bio_X509: no start line")
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return fail("Not a valid x509 certificate: %s", err)
	}
	keyBlock, _ := pem.Decode([]byte(args[1].AsString()))
	if keyBlock == nil {
		return fail("Not a valid RSA key: Neither PUB key nor PRIV key")
	}
	var public *rsa.PublicKey
	if k, err := x509.ParsePKCS1PrivateKey(keyBlock.Bytes); err == nil {
		public = &k.PublicKey
	} else if k, err := x509.ParsePKCS8PrivateKey(keyBlock.Bytes); err == nil {
		if rk, ok := k.(*rsa.PrivateKey); ok {
			public = &rk.PublicKey
		}
	}
	if public == nil {
		return fail("Not a valid RSA key: Neither PUB key nor PRIV key")
	}
	signer := &x509.Certificate{PublicKeyAlgorithm: x509.RSA, PublicKey: public}
	if signer.CheckSignature(cert.SignatureAlgorithm, cert.RawTBSCertificate, cert.Signature) != nil {
		return fail("Certificate signature does not match supplied key")
	}
	return undef, nil
}

var validateLegacy = runtime.Function{Name: "validate_legacy", Dispatches: []runtime.Dispatch{
	{Params: legacyParams(declare.Req("target_type", "Type")), Body: func(c call) (value, error) {
		return legacyValidation(c, pcore.TypeOf(c.Args[0]))
	}},
	{Params: legacyParams(declare.Req("type_string", "String")), Body: func(c call) (value, error) {
		t, err := c.Eval.Host.ResolveType(c.Args[0].AsString())
		if err != nil {
			return undef, err
		}
		return legacyValidation(c, t.(pcore.Type))
	}},
	// The module's function counts the scope, which it gets as an argument.
	{Mismatch: true, Params: declare.Params(declare.Rep("args", "Any")), Body: func(c call) (value, error) {
		if len(c.Args) < 3 {
			return fail("expects at least 4 arguments, got %d", len(c.Args)+1)
		}
		return fail("expects (Type target_type, String function_name, Any value, Any *args)")
	}},
}}

func legacyParams(first runtime.Param) []runtime.Param {
	return declare.Params(first, declare.Req("function_name", "String"), declare.Req("value", "Any"), declare.Rep("args", "Any"))
}

// legacyValidation asks a type and the validator that it stands for.
func legacyValidation(c call, t pcore.Type) (value, error) {
	name, v := c.Args[1].AsString(), c.Args[2]
	check, known := checks[name]
	if !known {
		return fail("undefined method `function_%s' for Scope(Class[main])", name)
	}
	_, err := check(c, c.Args[2:])
	before := err == nil
	if t.Check(v) {
		if !before {
			c.Eval.Emit(logs.Message{Level: logs.Notice, Text: "Accepting previously invalid value for target type '" + t.String() + "'"})
		}
		return undef, nil
	}
	message := pcore.DescribeMismatch("validate_legacy("+name+")", t, pcore.Infer(v))
	if before {
		return undef, deprecated(c, "validate_legacy", message)
	}
	return fail("%s", message)
}
