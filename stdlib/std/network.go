package std

import (
	"math/bits"
	"net/netip"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
	"bunraku/stdlib/ruby"
)

var networkFunctions = []runtime.Function{
	declare.Legacy("enclose_ipv6", -1, func(_ call, args []value) (value, error) {
		if len(args) != 1 {
			return fail("enclose_ipv6(): Wrong number of arguments given %d for 1", len(args))
		}
		if !args[0].IsString() && !isArray(args[0]) {
			return fail("enclose_ipv6(): Wrong argument type given %s expected String or Array", class(args[0]))
		}
		var out []value
		for _, v := range ruby.Flatten(args[:1]) {
			if v.IsUndef() {
				continue
			}
			if !(v.IsString() && v.AsString() == "*") {
				ip, err := parseIPValue(v)
				if err != nil {
					return fail("enclose_ipv6(): Wrong argument given %s is not an ip address.", text(v))
				}
				if ip.addr.Is6() {
					v = values.String("[" + ip.String() + "]")
				}
			}
			out = append(out, v)
		}
		return values.ArrayOf(ruby.Uniq(out)...), nil
	}),
	{Name: "stdlib::ip_in_range", Pure: true, Dispatches: []runtime.Dispatch{{
		Params: declare.Params(declare.Req("ipaddress", "String"), declare.Req("range", "Variant[String, Array]")), Returns: "Boolean",
		Body: func(c call) (value, error) {
			ip, err := parseIP(c.Args[0].AsString())
			if err != nil {
				return undef, err
			}
			var ranges []ipAddress
			for _, r := range list(c.Args[1]) {
				n, err := parseIPValue(r)
				if err != nil {
					return undef, err
				}
				ranges = append(ranges, n)
			}
			for _, r := range ranges {
				if r.contains(ip) {
					return values.True, nil
				}
			}
			return values.False, nil
		}}}},
}

// ipAddress is an address with the length of its network's prefix, as Ruby's IPAddr.
type ipAddress struct {
	addr netip.Addr // masked
	bits int
	zone string
}

func (a ipAddress) contains(b ipAddress) bool {
	if a.addr.Is4() != b.addr.Is4() {
		return false
	}
	return netip.PrefixFrom(a.addr, a.bits).Contains(b.addr)
}

var (
	dottedQuad = regexp.MustCompile(`\A\d+\.\d+\.\d+\.\d+\z`, 0)
	zoneSuffix = regexp.MustCompile(`\A(.*)(%\w+)\z`, 0)
)

func parseIPValue(v value) (ipAddress, error) {
	if v.IsString() {
		return parseIP(v.AsString())
	}
	return ipAddress{}, runtime.Errorf("unsupported address family: 0")
}

// parseIP reads what IPAddr.new does: an address, in brackets or with a zone if
// it is of version 6, and a prefix length or mask after a slash.
func parseIP(s string) (ipAddress, error) {
	// Ruby means to name an address here that it has not set yet.
	bad := func(reason, what string) (ipAddress, error) {
		return ipAddress{}, runtime.Errorf("%s: %s", reason, what)
	}
	host, mask, masked := strings.Cut(s, "/")
	mask, _, _ = strings.Cut(mask, "/")
	masked = masked && mask != ""
	var ip ipAddress
	six := false
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host, six = host[1:len(host)-1], true
	}
	if matches(zoneSuffix, host) {
		i := strings.LastIndexByte(host, '%')
		host, ip.zone, six = host[:i], host[i:], true
	}
	if !six && matches(dottedQuad, host) {
		var quad [4]byte
		for i, part := range strings.Split(host, ".") {
			if len(part) > 1 && part[0] == '0' {
				return bad("zero-filled number in IPv4 address is ambiguous", "")
			}
			n := rubyfmt.ToI(part, 10)
			if !n.IsInt64() || n.Int64() > 255 {
				return bad("invalid address", "")
			}
			quad[i] = byte(n.Int64())
		}
		ip.addr = netip.AddrFrom4(quad)
	} else {
		a, err := netip.ParseAddr(host)
		if err != nil || !strings.Contains(host, ":") || a.Zone() != "" {
			return bad("invalid address", "")
		}
		ip.addr = a
	}
	ip.bits = ip.addr.BitLen()
	if masked {
		if matches(digitsLine, mask) {
			n := rubyfmt.ToI(mask, 10)
			if !n.IsInt64() || n.Int64() > int64(ip.bits) {
				return bad("invalid length", s)
			}
			ip.bits = int(n.Int64())
		} else {
			m, err := parseIP(mask)
			if err != nil {
				return ip, err
			}
			if m.addr.Is4() != ip.addr.Is4() {
				return bad("address family is not same", s)
			}
			ones, total := 0, 0
			for _, b := range m.addr.AsSlice() {
				ones += bits.LeadingZeros8(^b)
				total += bits.OnesCount8(b)
			}
			if ones != total {
				return bad("invalid mask", mask)
			}
			ip.bits = total
		}
		p, err := ip.addr.Prefix(ip.bits)
		if err != nil {
			return bad("invalid length", s)
		}
		ip.addr = p.Addr()
	}
	return ip, nil
}

// String is IPAddr#to_s.
func (a ipAddress) String() string { return a.addr.String() + a.zone }
