package std

import (
	"crypto/md5"
	"hash"
)

// The password hashes of crypt(3).

const cryptAlphabet = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func appendCrypt64(b []byte, v uint32, n int) []byte {
	for ; n > 0; n-- {
		b = append(b, cryptAlphabet[v&63])
		v >>= 6
	}
	return b
}

// repeatTo writes n bytes of data, repeated.
func repeatTo(h hash.Hash, data []byte, n int) {
	for ; n > len(data); n -= len(data) {
		h.Write(data)
	}
	h.Write(data[:n])
}

// shaCrypt is Ulrich Drepper's SHA-crypt with 5000 rounds.
func shaCrypt(password, salt string, make func() hash.Hash, magic string) string {
	if len(salt) > 16 {
		salt = salt[:16]
	}
	p, s := []byte(password), []byte(salt)
	sum := func(write func(hash.Hash)) []byte {
		h := make()
		write(h)
		return h.Sum(nil)
	}
	b := sum(func(h hash.Hash) { h.Write(p); h.Write(s); h.Write(p) })
	a := sum(func(h hash.Hash) {
		h.Write(p)
		h.Write(s)
		repeatTo(h, b, len(p))
		for n := len(p); n > 0; n >>= 1 {
			if n&1 != 0 {
				h.Write(b)
			} else {
				h.Write(p)
			}
		}
	})
	dp := sum(func(h hash.Hash) {
		for range p {
			h.Write(p)
		}
	})
	ds := sum(func(h hash.Hash) {
		for range 16 + int(a[0]) {
			h.Write(s)
		}
	})
	for i := range 5000 {
		a = sum(func(h hash.Hash) {
			if i&1 != 0 {
				repeatTo(h, dp, len(p))
			} else {
				h.Write(a)
			}
			if i%3 != 0 {
				repeatTo(h, ds, len(s))
			}
			if i%7 != 0 {
				repeatTo(h, dp, len(p))
			}
			if i&1 != 0 {
				h.Write(a)
			} else {
				repeatTo(h, dp, len(p))
			}
		})
	}
	out := []byte(magic + salt + "$")
	three := func(x, y, z int) { out = appendCrypt64(out, uint32(a[x])<<16|uint32(a[y])<<8|uint32(a[z]), 4) }
	if len(a) == 32 {
		for _, x := range sha256Order {
			three(x[0], x[1], x[2])
		}
		out = appendCrypt64(out, uint32(a[31])<<8|uint32(a[30]), 3)
		return string(out)
	}
	x, y, z := 0, 21, 42
	for range 21 {
		three(x, y, z)
		x, y, z = y+1, z+1, x+1
	}
	return string(appendCrypt64(out, uint32(a[63]), 2))
}

// sha256Order is in which order the bytes of a SHA-256 sum are written.
var sha256Order = [10][3]int{{0, 10, 20}, {21, 1, 11}, {12, 22, 2}, {3, 13, 23}, {24, 4, 14}, {15, 25, 5}, {6, 16, 26}, {27, 7, 17}, {18, 28, 8}, {9, 19, 29}}

// md5Crypt is Poul-Henning Kamp's MD5-crypt.
func md5Crypt(password, salt string) string {
	if len(salt) > 8 {
		salt = salt[:8]
	}
	p, s := []byte(password), []byte(salt)
	h := md5.New()
	h.Write(p)
	h.Write(s)
	h.Write(p)
	b := h.Sum(nil)
	h.Reset()
	h.Write(p)
	h.Write([]byte("$1$"))
	h.Write(s)
	repeatTo(h, b, len(p))
	for n := len(p); n > 0; n >>= 1 {
		if n&1 != 0 {
			h.Write([]byte{0})
		} else {
			h.Write(p[:1])
		}
	}
	a := h.Sum(nil)
	for i := range 1000 {
		h.Reset()
		if i&1 != 0 {
			h.Write(p)
		} else {
			h.Write(a)
		}
		if i%3 != 0 {
			h.Write(s)
		}
		if i%7 != 0 {
			h.Write(p)
		}
		if i&1 != 0 {
			h.Write(a)
		} else {
			h.Write(p)
		}
		a = h.Sum(nil)
	}
	out := []byte("$1$" + salt + "$")
	for _, x := range [...][3]int{{0, 6, 12}, {1, 7, 13}, {2, 8, 14}, {3, 9, 15}, {4, 10, 5}} {
		out = appendCrypt64(out, uint32(a[x[0]])<<16|uint32(a[x[1]])<<8|uint32(a[x[2]]), 4)
	}
	return string(appendCrypt64(out, uint32(a[11]), 2))
}
