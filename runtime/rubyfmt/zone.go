package rubyfmt

import (
	"strings"
	"time"
)

func localOffset() int {
	_, off := time.Now().Zone()
	return off
}

// zones are the named zones that Ruby's Date._strptime knows for %z, in seconds.
var zones = map[string]int{
	"utc": 0, "gmt": 0, "z": 0, "ut": 0, "est": -5 * 3600, "edt": -4 * 3600, "cst": -6 * 3600, "cdt": -5 * 3600,
	"mst": -7 * 3600, "mdt": -6 * 3600, "pst": -8 * 3600, "pdt": -7 * 3600, "wet": 0, "west": 3600, "cet": 3600,
	"cest": 7200, "eet": 7200, "eest": 10800, "msk": 10800, "jst": 9 * 3600, "ist": 19800, "bst": 3600, "hst": -36000,
	"akst": -32400, "akdt": -28800, "nst": -12600, "ndt": -9000, "ast": -14400, "adt": -10800, "nzst": 43200,
	"nzt": 43200, "nzdt": 46800, "gst": 36000, "met": 3600, "mest": 7200, "mez": 3600, "mesz": 7200, "sgt": 28800,
	"art": -10800, "brst": -7200, "clst": -10800, "cat": -36000, "sast": 7200, "eat": 10800,
	"a": 3600, "b": 7200, "c": 10800, "d": 14400, "e": 18000, "f": 21600, "g": 25200, "h": 28800, "i": 32400,
	"k": 36000, "l": 39600, "m": 43200, "n": -3600, "o": -7200, "p": -10800, "q": -14400, "r": -18000, "s": -21600,
	"t": -25200, "u": -28800, "v": -32400, "w": -36000, "x": -39600, "y": -43200,
}

// ZoneOffset is the offset of a time zone in seconds: a name, or +hh, +hhmm,
// +hh:mm or +hh:mm:ss, which may follow UTC or GMT. "current" is the zone of the machine.
// puppet: pops/time/timestamp.rb, utc_offset
func ZoneOffset(zone string) (int, error) {
	bad := argumentError("Illegal timezone '%s'", zone)
	z := strings.ToLower(strings.TrimSpace(zone))
	if z == "current" {
		return localOffset(), nil
	}
	dst := 0
	for _, suffix := range [...]string{" standard time", " daylight time", " dst"} {
		if t, ok := strings.CutSuffix(z, suffix); ok {
			z = t
			if suffix != " standard time" {
				dst = 3600
			}
			break
		}
	}
	if off, ok := zones[z]; ok {
		return off + dst, nil
	}
	for _, prefix := range [...]string{"utc", "gmt"} {
		z = strings.TrimPrefix(z, prefix)
	}
	if len(z) < 2 || z[0] != '+' && z[0] != '-' {
		return 0, bad
	}
	digits := z[1:]
	for i := 0; i < len(digits); i++ {
		if !isDigit(digits[i]) && digits[i] != ':' {
			return 0, bad
		}
	}
	off := 0
	number := func(s string) int { return int(ToI(s, 10).Int64()) }
	if parts := strings.Split(digits, ":"); len(parts) > 1 {
		if len(parts) > 3 {
			return 0, bad
		}
		for i, p := range parts {
			if p == "" || len(p) > 2 {
				return 0, bad
			}
			off += number(p) * [...]int{3600, 60, 1}[i]
		}
	} else {
		if len(digits) > 6 {
			return 0, bad
		}
		if len(digits)%2 == 1 {
			digits = "0" + digits
		}
		for i := 0; i < len(digits); i += 2 {
			off += number(digits[i:i+2]) * [...]int{3600, 60, 1}[i/2]
		}
	}
	if z[0] == '-' {
		off = -off
	}
	return off, nil
}
