package stdlib

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"

	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// Digests of strings, in hexadecimal.
var (
	fnMd5    = digestFunction("md5", md5.New)
	fnSha1   = digestFunction("sha1", sha1.New)
	fnSha256 = digestFunction("sha256", sha256.New)
)

func digestFunction(name string, make func() hash.Hash) runtime.Function {
	return declare.Legacy(name, 1, func(_ *runtime.Call, args []values.Value) (values.Value, error) {
		return hexDigest(make, args[0])
	})
}

func hexDigest(make func() hash.Hash, v values.Value) (values.Value, error) {
	if !v.IsString() {
		return values.Undef, runtime.Errorf("no implicit conversion of %s into String", implicit(v))
	}
	h := make()
	h.Write([]byte(v.AsString()))
	return values.String(hex.EncodeToString(h.Sum(nil))), nil
}

// digest is the digest of the algorithm in the setting digest_algorithm.
var fnDigest = declare.Legacy("digest", 1, func(c *runtime.Call, args []values.Value) (values.Value, error) {
	algorithm := "sha256"
	if v, ok := c.Eval.Settings.Values["digest_algorithm"]; ok && v.IsString() {
		algorithm = v.AsString()
	}
	switch algorithm {
	case "md5":
		return hexDigest(md5.New, args[0])
	case "sha256":
		return hexDigest(sha256.New, args[0])
	case "sha384":
		return hexDigest(sha512.New384, args[0])
	case "sha512":
		return hexDigest(sha512.New, args[0])
	case "sha224":
		return hexDigest(sha256.New224, args[0])
	}
	return values.Undef, runtime.Errorf("digest(): the digest_algorithm '%s' is not one of md5, sha224, sha256, sha384, sha512", algorithm)
})
