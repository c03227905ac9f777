package std

import (
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var cryptFunctions = []runtime.Function{
	declare.Legacy("base64", -1, base64Function),
	declare.Legacy("fqdn_uuid", -1, func(_ call, args []value) (value, error) {
		switch {
		case len(args) == 0:
			return fail("fqdn_uuid: No arguments given")
		case len(args) != 1:
			return fail("fqdn_uuid: Too many arguments given (%d)", len(args))
		case !args[0].IsString():
			return notString(args[0])
		}
		// RFC 4122, version 5, in the name space of domain names.
		h := sha1.New()
		h.Write([]byte{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8})
		h.Write([]byte(args[0].AsString()))
		b := h.Sum(nil)[:16]
		b[6] = b[6]&0x0f | 0x50
		b[8] = b[8]&0x3f | 0x80
		s := hex.EncodeToString(b)
		return values.String(s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]), nil
	}),
	declare.Legacy("pw_hash", 3, passwordHash),
	declare.Legacy("str2saltedpbkdf2", -1, func(_ call, args []value) (value, error) {
		if len(args) != 3 {
			return fail("str2saltedpbkdf2(): wrong number of arguments (%d for 3)", len(args))
		}
		args = unwrapped(args)
		switch {
		case !args[0].IsString():
			return fail("str2saltedpbkdf2(): first argument must be a string")
		case !args[1].IsString():
			return fail("str2saltedpbkdf2(): second argument must be a string")
		case len(args[1].AsString()) < 8:
			return fail("str2saltedpbkdf2(): second argument must be at least 8 bytes long")
		case !args[2].IsInt():
			return fail("str2saltedpbkdf2(): third argument must be an integer")
		case args[2].AsInt() <= 40000 || args[2].AsInt() >= 70000:
			return fail("str2saltedpbkdf2(): third argument must be between 40,000 and 70,000")
		}
		salt := args[1].AsString()
		key, err := pbkdf2.Key(sha512.New, args[0].AsString(), []byte(salt), int(args[2].AsInt()), 128)
		if err != nil {
			return undef, err
		}
		return values.HashOf(
			values.Entry{Key: values.String("password_hex"), Value: values.String(hex.EncodeToString(key))},
			values.Entry{Key: values.String("salt_hex"), Value: values.String(hex.EncodeToString([]byte(salt)))},
			values.Entry{Key: values.String("iterations"), Value: args[2]},
		), nil
	}),
	declare.Legacy("str2saltedsha512", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return fail("str2saltedsha512(): Wrong number of arguments passed (%d but we require 1)", len(args))
		}
		if !args[0].IsString() {
			return fail("str2saltedsha512(): Requires a String argument, you passed: %s", class(args[0]))
		}
		var seed [4]byte
		binary.LittleEndian.PutUint32(seed[:], uint32(rand.Int32()))
		sum := sha512.Sum512(append(seed[:], args[0].AsString()...))
		return values.String(hex.EncodeToString(seed[:]) + hex.EncodeToString(sum[:])), nil
	}),
}

func unwrapped(args []value) []value {
	out := slices.Clone(args)
	for i, a := range out {
		if a.Kind() == values.KindSensitive {
			out[i] = a.AsSensitive()
		}
	}
	return out
}

func base64Function(_ call, args []value) (value, error) {
	if len(args) < 2 {
		return fail("base64(): Wrong number of arguments (%d; must be >= 2)", len(args))
	}
	action := text(args[0])
	if !args[0].IsString() || action != "encode" && action != "decode" {
		return fail("base64(): the first argument must be one of 'encode' or 'decode'")
	}
	if !args[1].IsString() {
		return fail("base64(): the second argument must be a string to base64")
	}
	method := "default"
	if len(args) > 2 {
		method = text(args[2])
		if !args[2].IsString() || method != "default" && method != "strict" && method != "urlsafe" {
			return fail("base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'")
		}
	}
	s := args[1].AsString()
	if action == "encode" {
		switch method {
		case "strict":
			return values.String(base64.StdEncoding.EncodeToString([]byte(s))), nil
		case "urlsafe":
			return values.String(base64.URLEncoding.EncodeToString([]byte(s))), nil
		}
		var b strings.Builder
		for len(s) > 0 { // lines of 60 characters
			n := min(len(s), 45)
			b.WriteString(base64.StdEncoding.EncodeToString([]byte(s[:n])))
			b.WriteByte('\n')
			s = s[n:]
		}
		return values.String(b.String()), nil
	}
	switch method {
	case "strict", "urlsafe":
		if method == "urlsafe" {
			s = strings.NewReplacer("-", "+", "_", "/").Replace(s)
			for len(s)%4 != 0 {
				s += "="
			}
		}
		out, err := base64.StdEncoding.Strict().DecodeString(s)
		if err != nil || strings.ContainsAny(s, "\r\n") {
			return fail("invalid base64")
		}
		return values.ByteString(string(out)), nil
	}
	return values.ByteString(string(decodeLoosely(s))), nil
}

// decodeLoosely is unpack('m'): what is not of the alphabet is skipped, and the
// text ends at the first padding.
func decodeLoosely(s string) []byte {
	var out []byte
	var acc uint32
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '=' {
			break
		}
		v := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", c)
		if v < 0 {
			continue
		}
		acc = acc<<6 | uint32(v)
		if n++; n == 4 {
			out = append(out, byte(acc>>16), byte(acc>>8), byte(acc))
			acc, n = 0, 0
		}
	}
	switch n {
	case 2:
		out = append(out, byte(acc>>4))
	case 3:
		out = append(out, byte(acc>>10), byte(acc>>2))
	}
	return out
}

var (
	saltPlain  = regexp.MustCompile(`\A[a-zA-Z0-9.\/]+\z`, 0)
	saltBcrypt = regexp.MustCompile(`^[0-9]{2}\$[.\/A-Za-z0-9]{22}`, 0)
)

func passwordHash(_ call, args []value) (value, error) {
	args = unwrapped(args)
	if !args[0].IsString() && !args[0].IsUndef() {
		return fail("pw_hash(): first argument must be a string")
	}
	if !args[1].IsString() {
		return fail("pw_hash(): second argument must be a string")
	}
	kind := ruby.Downcase(args[1].AsString())
	bcrypt := strings.HasPrefix(kind, "bcrypt")
	switch kind {
	case "md5", "sha-256", "sha-512", "bcrypt", "bcrypt-a", "bcrypt-x", "bcrypt-y":
	default:
		return fail("pw_hash(): %s is not a valid hash type", args[1].AsString())
	}
	switch {
	case !args[2].IsString():
		return fail("pw_hash(): third argument must be a string")
	case args[2].AsString() == "":
		return fail("pw_hash(): third argument must not be empty")
	case bcrypt && !matches(saltBcrypt, args[2].AsString()):
		return fail(`pw_hash(): characters in salt must match (?-mix:^[0-9]{2}\$[.\/A-Za-z0-9]{22})`)
	case !bcrypt && !matches(saltPlain, args[2].AsString()):
		return fail("pw_hash(): characters in salt must be in the set [a-zA-Z0-9./]")
	}
	if args[0].IsUndef() || args[0].AsString() == "" {
		return undef, nil
	}
	password, salt := args[0].AsString(), args[2].AsString()
	switch kind {
	case "md5":
		return values.ByteString(md5Crypt(password, salt)), nil
	case "sha-256":
		return values.ByteString(shaCrypt(password, salt, sha256.New, "$5$")), nil
	case "sha-512":
		return values.ByteString(shaCrypt(password, salt, sha512.New, "$6$")), nil
	}
	return fail("pw_hash(): %s is not available here; use SHA-512", args[1].AsString())
}
