package regexp

import (
	goregexp "regexp"
	"testing"
)

// benchPatterns are patterns of real Puppet modules, each with a subject that modules
// would give it; half of them match.
var benchPatterns = []struct{ pattern, subject string }{
	{`^host-(\d+)\.dc(\d+)\.`, "host-17.dc2.example.com"},
	{`^(present|absent)$`, "present"},
	{`^(running|stopped)$`, "restarted"},
	{`^/`, "/etc/apache2/sites-enabled"},
	{`^(true|false)$`, "false"},
	{`^\d+$`, "123456"},
	{`^[0-9]+(\.[0-9]+)*$`, "10.4.17"},
	{`^(\d+)\.(\d+)`, "7.23.0"},
	{`^[a-z][a-z0-9_]*(::[a-z][a-z0-9_]*)*$`, "apache::mod::proxy_http"},
	{`^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$`, "192.168.100.254"},
	{`^https?://[^/]+/`, "https://mirror.example.org/debian/pool"},
	{`\.conf$`, "/etc/apache2/mods-available/ssl.conf"},
	{`(?i)debian|ubuntu`, "Ubuntu"},
	{`^(RedHat|CentOS|Fedora|OracleLinux)$`, "CentOS"},
	{`^(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9\-]*[a-zA-Z0-9])(?:\.[a-zA-Z0-9-]+)*$`, "www.internal.example.com"},
	{`^[^@]+@[^@]+\.[a-z]+$`, "ops-team@example.com"},
	{`^0?[0-7]{3,4}$`, "0644"},
	{`(\d+)(k|m|g)$`, "512m"},
	{`^\s*#`, "   # a comment line"},
	{`^(\S+)\s+(\S+)\s+(.*)$`, "deb http://deb.debian.org/debian bookworm main"},
	{`[^\w\-.]`, "a-valid_file.name-without-anything-else"},
	{`^(.*)-(\d+[^-]*)$`, "puppetlabs-stdlib-8.5.0"},
	{`^([A-Za-z]:[\\/]|\\\\)`, `C:\Program Files\Puppet Labs`},
	{`^/dev/(sd[a-z]|vd[a-z]|nvme\d+n\d+)(p?\d+)?$`, "/dev/nvme0n1p3"},
	{`^(\w+)=(\w*)$`, "KEY_NAME=some_value"},
	{`\s+`, "one two  three"},
	{`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`, "550e8400-e29b-41d4-a716-446655440000"},
	{`^(tcp|udp|icmp|all)(6)?$`, "udp6"},
	{`^ssh-(rsa|dss|ed25519)\s+([A-Za-z0-9+/=]+)`, "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8"},
	{`/+$`, "/srv/www/htdocs/project/"},
}

func BenchmarkMatch(b *testing.B) {
	for _, p := range benchPatterns {
		re := MustCompile(p.pattern, 0)
		goRe := goregexp.MustCompile("(?m)" + p.pattern)
		caps := make([]int32, re.CapLen())
		b.Run("bunraku/"+p.pattern, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				re.MatchString(p.subject)
			}
		})
		b.Run("go/"+p.pattern, func(b *testing.B) {
			for b.Loop() {
				goRe.MatchString(p.subject)
			}
		})
		b.Run("bunraku-captures/"+p.pattern, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				re.Match(p.subject, 0, caps)
			}
		})
		b.Run("go-captures/"+p.pattern, func(b *testing.B) {
			for b.Loop() {
				goRe.FindStringSubmatchIndex(p.subject)
			}
		})
	}
}
