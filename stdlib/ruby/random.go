package ruby

import (
	"crypto/md5"
	"encoding/binary"
	"strconv"

	"bunraku/runtime/rubyfmt"
)

// SeededRand is Random.new(seed).rand(limit) where the seed is the MD5 of a text.
func SeededRand(text string, limit int64) (int64, error) {
	sum := md5.Sum([]byte(text))
	return Rand(sum[:], limit)
}

// Rand is Random.new(seed).rand(limit) for a seed of any size, most significant
// byte first.
func Rand(seed []byte, limit int64) (int64, error) { return NewRandom(seed).Below(limit) }

// Random is Ruby's random number generator.
type Random struct{ m *twister }

// NewRandom is Random.new of a seed of any size, most significant byte first.
// ruby: random.c, rand_init
func NewRandom(seed []byte) *Random {
	for len(seed)%4 != 0 {
		seed = append([]byte{0}, seed...)
	}
	var key []uint32
	for i := len(seed); i > 0; i -= 4 {
		key = append(key, binary.BigEndian.Uint32(seed[i-4:i]))
	}
	for len(key) > 1 && key[len(key)-1] == 0 {
		key = key[:len(key)-1]
	}
	return &Random{newTwister(key)}
}

// Below is rand(limit).
// ruby: random.c, limited_rand
func (r *Random) Below(limit int64) (int64, error) {
	if limit <= 0 {
		return 0, &rubyfmt.Error{Class: "ArgumentError", Message: "invalid argument - " + strconv.FormatInt(limit, 10)}
	}
	most := uint64(limit - 1)
	mask := most
	for s := 1; s < 64; s *= 2 {
		mask |= mask >> s
	}
	if most == 0 {
		return 0, nil
	}
retry:
	for {
		v := uint64(0)
		for i := 1; i >= 0; i-- {
			if mask>>(i*32)&0xffffffff == 0 {
				continue
			}
			v |= uint64(r.m.next()) << (i * 32)
			v &= mask
			if most < v {
				continue retry
			}
		}
		return int64(v), nil
	}
}

const (
	twisterN = 624
	twisterM = 397
)

// twister is MT19937.
type twister struct {
	state [twisterN]uint32
	i     int
}

func newTwister(key []uint32) *twister {
	m := &twister{i: twisterN}
	s := &m.state
	s[0] = 19650218
	for i := 1; i < twisterN; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + uint32(i)
	}
	i, j := 1, 0
	for k := max(twisterN, len(key)); k > 0; k-- {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1664525) + key[j] + uint32(j)
		if i++; i >= twisterN {
			s[0], i = s[twisterN-1], 1
		}
		if j++; j >= len(key) {
			j = 0
		}
	}
	for k := twisterN - 1; k > 0; k-- {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		if i++; i >= twisterN {
			s[0], i = s[twisterN-1], 1
		}
	}
	s[0] = 0x80000000
	return m
}

func (m *twister) next() uint32 {
	if m.i >= twisterN {
		s := &m.state
		for k := range s {
			y := s[k]&0x80000000 | s[(k+1)%twisterN]&0x7fffffff
			s[k] = s[(k+twisterM)%twisterN] ^ y>>1 ^ (y&1)*0x9908b0df
		}
		m.i = 0
	}
	y := m.state[m.i]
	m.i++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}
