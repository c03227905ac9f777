package std

import (
	"strings"
	"unicode/utf8"

	"bunraku/runtime"
	"bunraku/runtime/logs"
	"bunraku/runtime/pcore"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

var predicates = []runtime.Function{
	outgoing("is_absolute_path", "is_absolute_path", "This method is deprecated, please use match expressions with Stdlib::Compat::Absolute_Path"+
		" instead. They are described at https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions.",
		func(c call, args []value) (value, error) {
			if len(args) != 1 {
				return wrongCount("is_absolute_path", len(args), "1")
			}
			return values.Bool(absolutePath(c, args[0])), nil
		}),
	outgoingPredicate("is_array", "is_array", "Array", func(args []value) (bool, error) {
		if len(args) == 0 {
			_, err := wrongCount("is_array", 0, "1")
			return false, err
		}
		return isArray(args[0]), nil
	}),
	outgoingPredicate("is_bool", "is_bool", "Bool", one("is_bool", "is_bool(): Wrong number of arguments given (%d for 1)", value.IsBool)),
	outgoingPredicate("is_float", "is_float", "Float", one("is_float", "is_float(): Wrong number of arguments given %d for 1", isFloat)),
	outgoingPredicate("is_ip_address", "is_ip_address", "Ip_address", one("is_ip_address", "is_ip_address(): Wrong number of arguments given %d for 1",
		func(v value) bool { _, err := parseIPValue(v); return err == nil })),
	outgoingPredicate("is_ipv4_address", "is_ipv4_address", "Ipv4", one("is_ipv4_address", "is_ipv4_address(): Wrong number of arguments given %d for 1",
		func(v value) bool { ip, err := parseIPValue(v); return err == nil && ip.addr.Is4() })),
	// The module gives the key of its neighbour.
	outgoingPredicate("is_ipv6_address", "is_ipv4_address", "Ipv6", one("is_ipv6_address", "is_ipv6_address(): Wrong number of arguments given %d for 1",
		func(v value) bool { ip, err := parseIPValue(v); return err == nil && ip.addr.Is6() })),
	outgoingPredicate("is_numeric", "is_numeric", "Numeric", one("is_numeric", "is_numeric(): Wrong number of arguments given %d for 1", isNumeric)),
	outgoingPredicate("is_string", "is_string", "String", func(args []value) (bool, error) {
		if len(args) == 0 {
			_, err := wrongCount("is_string", 0, "1")
			return false, err
		}
		v := args[0]
		if v.IsUndef() {
			return true, nil
		}
		return v.IsString() && !looksNumeric(v.AsString()), nil
	}),
	predicate("is_domain_name", "is_domain_name(): Wrong number of arguments given %d for 1", func(v value) bool {
		return v.IsString() && isDomainName(v.AsString())
	}),
	predicate("is_email_address", "is_email_address(): Wrong number of arguments given %d for 1", func(v value) bool {
		return v.IsString() && matches(emailAddress, v.AsString())
	}),
	predicate("is_hash", "is_hash(): Wrong number of arguments given (%d for 1)", isHash),
	predicate("is_integer", "is_integer(): Wrong number of arguments given %d for 1", isInteger),
	declare.Legacy("is_mac_address", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return fail("is_mac_address(): Wrong number of arguments given %d for 1", len(args))
		}
		if !args[0].IsString() {
			if args[0].IsUndef() || args[0].IsDefault() {
				return values.False, nil
			}
			return notString(args[0])
		}
		return values.Bool(matches(macAddress, args[0].AsString()) || matches(longMacAddress, args[0].AsString())), nil
	}),
	declare.Legacy("is_function_available", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return fail("is_function_available?(): Wrong number of arguments given %d for 1", len(args))
		}
		return values.Bool(args[0].IsString() && legacyNames[args[0].AsString()]), nil
	}),
	{Name: "is_a", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("value", "Any"), declare.Req("type", "Type")),
		Body: func(c call) (value, error) {
			return values.Bool(pcore.TypeOf(c.Args[1]).Check(c.Args[0])), nil
		}}}},
	{Name: "type_of", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("value", "Any")),
		Body:   func(c call) (value, error) { return pcore.Infer(c.Args[0]).Value(), nil }}}},
	declare.Legacy("type3x", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return wrongCount("type3x", len(args), "1")
		}
		switch v := args[0]; v.Kind() {
		case values.KindBool:
			return values.String("boolean"), nil
		case values.KindInt, values.KindFloat, values.KindArray, values.KindHash:
			return values.String(strings.ToLower(class(v))), nil
		case values.KindString:
			switch s := v.AsString(); s {
			case rubyfmt.ToI(s, 10).String():
				return values.String("integer"), nil
			case rubyfmt.FloatString(rubyfmt.ToF(s)):
				return values.String("float"), nil
			}
			return values.String("string"), nil
		}
		return fail("type3x(): Unknown type")
	}),
}

// absolutePath is Puppet::Util.absolute_path? for the paths of both systems, each
// of which logs what is not a string.
func absolutePath(c call, v value) bool {
	if v.IsString() {
		return isAbsolutePath(v.AsString())
	}
	for range 2 {
		c.Eval.Emit(logs.Message{Level: logs.Warning, Text: "Cannot check if " + text(v) + " is an absolute path because it is a '" + rubyfmt.RubyClass(v) + "' and not a String'"})
	}
	return false
}

// legacyNames are the 3x functions of Puppet and of the module.
var legacyNames = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`abs any2array any2bool assert_private assert_type base64 basename binary_file bool2num bool2str break camelcase
		capitalize ceiling chomp chop clamp concat contain convert_base count create_resources deep_merge defined
		defined_with_params delete delete_at delete_regex delete_undef_values delete_values deprecation difference dig
		dig44 digest dirname dos2unix downcase each empty enclose_ipv6 ensure_packages ensure_resource ensure_resources
		epp fail file filter find_file flatten floor fqdn_rand fqdn_rand_string fqdn_rotate fqdn_uuid generate
		get_module_path getparam getvar glob grep has_interface_with has_ip_address has_ip_network has_key hash hiera
		hiera_array hiera_hash hiera_include include inline_epp inline_template intersection is_absolute_path is_array
		is_bool is_domain_name is_email_address is_float is_function_available is_hash is_integer is_ip_address
		is_ipv4_address is_ipv6_address is_mac_address is_numeric is_string join join_keys_to_values keys lest
		load_module_metadata loadjson loadyaml lookup lstrip map match max md5 member merge min new next num2bool
		parsejson parseyaml pick pick_default prefix private pry pw_hash range realize reduce regexpescape regsubst
		reject require return reverse reverse_each round rstrip scanf seeded_rand sha1 sha256 shell_join shell_split
		shellquote shuffle size slice sort split sprintf squeeze step str2bool str2saltedpbkdf2 str2saltedsha512
		strftime strip suffix swapcase tag tagged template then time to_bytes try_get_value type type3x union unique
		unix2dos upcase uriescape validate_absolute_path validate_array validate_augeas validate_bool validate_cmd
		validate_domain_name validate_email_address validate_hash validate_integer validate_ip_address
		validate_ipv4_address validate_ipv6_address validate_numeric validate_re validate_slength validate_string
		validate_x509_rsa_key_pair values values_at versioncmp with zip`) {
		m[n] = true
	}
	return m
}()

func one(name, wrong string, test func(value) bool) func([]value) (bool, error) {
	return func(args []value) (bool, error) {
		if len(args) != 1 {
			return false, runtime.Errorf(wrong, len(args))
		}
		return test(args[0]), nil
	}
}

func predicate(name, wrong string, test func(value) bool) runtime.Function {
	check := one(name, wrong, test)
	return declare.Legacy(name, -1, func(_ call, args []value) (value, error) {
		b, err := check(args)
		return values.Bool(b), err
	})
}

func outgoingPredicate(name, key, typ string, test func([]value) (bool, error)) runtime.Function {
	return outgoing(name, key, "This method is deprecated, please use match expressions with Stdlib::Compat::"+typ+
		" instead. They are described at https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions.",
		func(_ call, args []value) (value, error) {
			b, err := test(args)
			return values.Bool(b), err
		})
}

var (
	posixPath      = regexp.MustCompile(`\A/`, 0)
	windowsPath    = regexp.MustCompile(`\A(([A-Z]:[\\/])|([\\/][\\/][^\\/]+[\\/][^\\/]+)|([\\/][\\/]\?[\\/][^\\/]+))`, regexp.IgnoreCase)
	integerLine    = regexp.MustCompile(`^-?(?:(?:[1-9]\d*)|0)$`, 0)
	numericLine    = regexp.MustCompile(`^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$`, 0)
	emailAddress   = regexp.MustCompile(`\A([\w+\-].?)+@[a-z\d\-]+(\.[a-z]+)*\.[a-z]+\z`, 0)
	macAddress     = regexp.MustCompile(`^[a-f0-9]{1,2}(:[a-f0-9]{1,2}){5}$`, regexp.IgnoreCase)
	longMacAddress = regexp.MustCompile(`^[a-f0-9]{1,2}(:[a-f0-9]{1,2}){19}$`, regexp.IgnoreCase)
	domainTop      = regexp.MustCompile(`\.[A-Za-z]+$`, 0)
	domainLabel    = regexp.MustCompile(`^[a-z\d-]+$`, regexp.IgnoreCase)
)

func isAbsolutePath(s string) bool { return matches(posixPath, s) || matches(windowsPath, s) }

// looksNumeric reports whether Ruby writes the number in s just so.
func looksNumeric(s string) bool {
	return s == rubyfmt.FloatString(rubyfmt.ToF(s)) || s == rubyfmt.ToI(s, 10).String()
}

func isFloat(v value) bool {
	return v.IsFloat() || v.IsString() && v.AsString() == rubyfmt.FloatString(rubyfmt.ToF(v.AsString()))
}

func isInteger(v value) bool { return v.IsInt() || v.IsString() && matches(integerLine, v.AsString()) }

func isNumeric(v value) bool {
	switch v.Kind() {
	case values.KindTimespan, values.KindTimestamp: // numbers in Ruby
		return true
	}
	return v.IsNumber() || v.IsString() && matches(numericLine, v.AsString())
}

func isDomainName(s string) bool {
	if s == "." {
		return true
	}
	s = strings.TrimSuffix(s, ".")
	if s == "" || utf8.RuneCountInString(s) > 255 || strings.Contains(s, ".") && !matches(domainTop, s) {
		return false
	}
	for _, l := range splitPlain(s, ".") {
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' || !matches(domainLabel, l) {
			return false
		}
	}
	return true
}
