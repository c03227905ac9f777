require_relative 'kinds'

# The functions of the module puppetlabs-stdlib 8.5.0: each with every kind of value, with
# pairs of kinds where it takes two arguments, and with cases of its own.

SOME = KINDS.slice('undef', 'true', 'zero', 'int', 'neg', 'float', 'empty', 'str', 'numstr', 'floatstr', 'regexp', 'emptyarr', 'strs', 'nested', 'emptyhash', 'hash', 'type', 'sensitive', 'timespan', 'default').freeze
PAIRS = KINDS.slice('undef', 'int', 'empty', 'str', 'strs', 'hash').freeze

def fn(name, pairs: false, facts: nil, text: nil, some: SOME)
  archive("stdlib-#{name.sub('::', '.')}", "The function #{name} of puppetlabs-stdlib 8.5.0.", dir: 'functions', facts: facts) do
    try("#{name}()", name: 'none') unless name == 'time'
    some.each { |n, v| try("#{name}(#{v})", name: n) }
    PAIRS.each { |ln, l| PAIRS.each { |rn, r| try("#{name}(#{l}, #{r})", name: "#{ln}.#{rn}") } } if pairs
    try("#{name}('a', 'b', 'c')", name: 'three') unless name =~ /validate_(augeas|cmd)/
    try("#{name}('a', 'b', 'c', 'd', 'e')", name: 'five')
    text&.each_line(chomp: true) { |l| try(l.start_with?('|') ? l[1..] : "#{name}(#{l})") unless l.strip.empty? }
  end
end

fn 'any2array', pairs: true, text: "1, 2, 3\n[1], 2\n{a => 1, b => [2]}\n[[]]\nundef, undef"
fn 'any2bool', text: "'yes'\n'no'\n'0'\n'-1'\n'1.5'\n'x'\n-1\n0.5\n'undef'\n[]\n{}\n'Y'"
fn 'base64', pairs: true, text: "encode, 'thestring'\nencode, 'thestring', 'strict'\nencode, \"#{'long text ' * 9}\"\nencode, \"#{'?>~' * 30}\", urlsafe\ndecode, 'dGhlc3RyaW5n'\ndecode, 'dGhlc3RyaW5n', strict\ndecode, '!!', strict\ndecode, 'Pz5-', urlsafe\ndecode, \"dGhl\\nc3Ry\"\nencode, 'x', nope\nnope, 'x'\nencode, ''\ndecode, 'abc'"
fn 'basename', pairs: true, text: "'/path/to/a/file.ext'\n'relative/path/to/a/file.ext'\n'/path/to/a/file.ext', '.ext'\n'/'\n'//'\n'a/'\n'a//b//'\n'file.rb', '.*'\n'.bashrc', '.*'\n'a.b.c', '.*'\n'a', 'a'\n'', 'a'"
fn 'bool2num', text: "'yes'\n'false'\n'x'\n'1'"
fn 'bool2str', text: "true\nfalse\ntrue, 'yes', 'no'\nfalse, 'yes', 'no'\ntrue, 1, 2\ntrue, 'a'\ntrue, 'a', 'b', 'c'\ntrue, '', ''\ntrue, undef, undef"
fn 'clamp', pairs: true, text: "24, [575, 187]\n16, 88, 661\n[4, 3, '99']\n'24', [575, 187]\n1.5, 2.7, 3\n'-1', 2, 3\n1, {a => 1}, 3\n[[1, 2], 3]\nundef, 1, 2"
fn 'concat', pairs: true, text: "['1', '2', '3'], '4'\n['1'], '4', ['5', ['6']]\n[1], {a => 1}\n[1], undef\n[], []"
fn 'convert_base', pairs: true, text: "5, 2\n'254', '16'\n255, 16\n-255, 16\n10, 1\n10, 37\n'x', 2\n10, 'x'\n1.5, 2\n35, 36"
fn 'count', pairs: true, text: "['a', 'b', 'a'], 'a'\n[1, undef, '', false]\n{a => 1}\n{a => undef}\n[1, 1.0, '1'], 1\n'hello', 'l'\n[a], undef"
fn 'deep_merge', pairs: true, text: "{a => {b => 1}}, {a => {c => 2}}\n{a => {b => {c => 1}}, d => 1}, {a => {b => {e => 2}}}, {d => {f => 1}}\n{a => [1]}, {a => [2]}\n{a => {}}, {a => 1}\n{}, {}, ''\n{a => 1}, undef, {b => 2}\n{a => {b => 1}}, {a => undef}"
fn 'delete', pairs: true, text: "['a', 'b', 'c', 'b'], 'b'\n'abracadabra', 'bra'\n{a => 1, b => 2, c => 3}, 'b'\n{a => 1, b => 2, c => 3}, ['b', 'c']\n['ab', 'b'], 'b'\n[1, 1.0, '1'], 1\n['a', 'b', 'c', 'b'], ['b', 'c']\n'abc', 1\n'a.c', '.'\n[undef, 1], undef\n['a', ''], ''\n'abc', {b => c}\n[1, [2]], [[2]]"
fn 'delete_at', pairs: true, text: "['a', 'b', 'c'], 1\n['a', 'b', 'c'], '1'\n['a'], 5\n['a', 'b'], -1\n['a'], 'x'\n['a', 'b'], 1.9\n['a'], [0]\n['a'], undef"
fn 'delete_regex', pairs: true, text: "['a', 'b', 'c', 'b'], 'b'\n['abc', 'b c'], 'b'\n{a => 1, b => 2, c => 3}, 'b'\n{a => 1, b => 2}, ['a', 'b']\n['abf', 'ab', 'ac'], '^ab.*'\n[1, 'a'], 'a'\n['a'], '('\n{1 => 2}, '1'"
fn 'delete_undef_values', text: "[a, undef, '', false]\n{a => 'A', b => '', c => undef, d => false}\n[[undef]]"
fn 'delete_values', pairs: true, text: "{a => 'A', b => 'B', c => 'C', B => 'D'}, 'B'\n{a => 1, b => 1.0}, 1\n{a => undef}, undef\n{a => [1]}, [1]"
fn 'deprecation', text: "'key', 'the message'"
fn 'difference', pairs: true, text: "['a', 'b', 'c'], ['b', 'c', 'd']\n[1, 2, 2, 3], [2.0]\n[1, 1], []\n[[1], {a => 1}], [{a => 1}]"
fn 'dig44', pairs: true, text: "{a => {b => ['x', 'y']}}, ['a', 'b', 1]\n{a => 1}, ['a', 'b'], 'd'\n{a => 1}, ['x'], 'd'\n{a => [1]}, ['a', '0']\n{a => [1]}, ['a', 'x'], 7\n[1], [0]\n{a => false}, ['a'], 'd'\n{a => 1}, []\n{a => 1}, 'a'"
fn 'dirname', text: "'/path/to/a/file.ext'\n'relative/path/file'\n'file'\n'/'\n'//a//b'\n'/a'\n'a/'\n'a//'\n'a/b//c//'"
fn 'dos2unix', text: "\"a\\r\\nb\\r\\n\"\n\"a\\rb\""
fn 'enclose_ipv6', text: "'127.0.0.1'\n'fe80::1'\n['fe80::1', '127.0.0.1', '*', 'fe80::1']\n'*'\n['x']\n'FE80:0:0::1'\n'fe80::1/64'\n[undef]\n'::ffff:1.2.3.4'"
fn 'flatten', pairs: true, text: "[1, [2, [3]]]"
fn 'fqdn_rand_string', pairs: true, facts: { 'networking' => { 'fqdn' => 'a.example' }, 'fqdn' => 'a.example' }, text: "10\n10, 'ABCDEF'\n10, '', 'custom seed'\n'5'\n0\n10, undef, 'x', 'y'\n3, 'é', 's'\n-1\n40"
fn 'fqdn_rotate', pairs: true, facts: { 'networking' => { 'fqdn' => 'a.example' }, 'fqdn' => 'a.example' }, text: "['a', 'b', 'c', 'd']\n'abcd'\n['a', 'b', 'c', 'd'], 'seed'\n[1, 2, 3], 'custom', 'seed'\n'x'\n['x']\n[1, 2, 3, 4, 5, 6, 7]"
fn 'fqdn_uuid', text: "'puppetlabs.com'\n'x', 'y'"
fn 'get_module_path', text: "'nope-x'"
fn 'glob', text: "'/nope/*'\n['/nope/*', '/nada/*']"
fn 'grep', pairs: true, text: "['aaa', 'bbb', 'ccc', 'aaaddd'], 'aaa'\n['a', 1, undef], '.'\n['a'], '('\n['A'], '(?i)a'"
fn 'has_interface_with', pairs: true, facts: { 'interfaces' => 'lo,eth0', 'ipaddress' => '10.0.0.1', 'ipaddress_lo' => '127.0.0.1', 'network_eth0' => '10.0.0.0', 'macaddress_eth0' => 'aa:bb' }, text: "'lo'\n'eth1'\n'ipaddress', '127.0.0.1'\n'ipaddress', '10.0.0.1'\n'network', '10.0.0.0'\n'macaddress', 'x'"
fn 'has_ip_address', pairs: true, facts: { 'interfaces' => 'lo,eth0', 'ipaddress_lo' => '127.0.0.1' }, text: "'127.0.0.1'\n'1.2.3.4'"
fn 'has_ip_network', facts: { 'interfaces' => 'lo,eth0', 'network_eth0' => '10.0.0.0' }, text: "'10.0.0.0'\n'1.2.3.4'"
fn 'has_key', pairs: true, text: "{a => 1}, 'a'\n{a => 1}, 'b'\n{1 => 2}, 1\n{a => undef}, 'a'\n[1], 'a'\n'x', 'a'"
fn 'hash', pairs: true, text: "['a', 1, 'b', 2]\n[['a', 1], ['b', 2]]\n['a', 1, 'b']\n[['a', [1, 2]]]\n[]\n['a', 1, 'a', 2]"
fn 'intersection', pairs: true, text: "['a', 'b', 'c'], ['b', 'c', 'd']\n[1, 1, 2], [1]\n[1], [1.0]\n[[1]], [[1]]"
fn 'is_a', pairs: true, text: "'foo', String\n1, Integer[2]\nundef, Optional[String]\n1, 'Integer'"
fn 'is_absolute_path', text: "'/a/b'\n'a/b'\n'C:/x'\n'C:\\\\x'\n'//server/share'\n'\\\\\\\\host\\\\windows'\n'.'\n''"
fn 'is_array', text: '1, 2'
fn 'is_bool', text: "true, false\nfalse\n'true'"
fn 'is_domain_name', text: "'example.com'\n'example.com.'\n'.'\n'-a.com'\n'a-.com'\n'a..com'\n'a_b.com'\n'1.2.3.4'\n'localhost'\n'#{'a' * 64}.com'\n'x.y1'\n'X.COM'\n"
fn 'is_email_address', text: "'bob@gmail.com'\n'alice+x@puppetlabs.com'\n'a@b'\n'@b.com'\n'a.b@c-d.e.com'\n'A@b.com'\n'a b@c.com'"
fn 'is_float', text: "'1.0'\n'1'\n'1e3'\n1.0e3\n'1.50'\n'x'\n'-0.5'"
fn 'is_function_available', text: "'is_function_available'\n'nope'\n'include'\n'md5'"
fn 'is_hash', text: '{}, {}'
fn 'is_integer', text: "'1'\n'-1'\n'01'\n'0'\n'1.0'\n'x'\n'0x1'\n\"1\\n2\""
fn 'is_ip_address', text: "'127.0.0.1'\n'fe80::1'\n'1.2.3'\n'1.2.3.256'\n'1.2.3.4/24'\n'1.2.3.4/33'\n'::'\n'x'\n'01.2.3.4'\n'::1%eth0'\n'[::1]'\n'1:2:3:4:5:6:7:8'\n'1::2::3'\n' 1.2.3.4'"
fn 'is_ipv4_address', text: "'127.0.0.1'\n'fe80::1'\n'1.2.3'"
fn 'is_ipv6_address', text: "'127.0.0.1'\n'fe80::1'\n'1.2.3'\n'::ffff:1.2.3.4'"
fn 'is_mac_address', text: "'00:a0:1f:12:7f:a0'\n'0:A0:1f:12:7f:a'\n'00:a0:1f:12:7f:g0'\n'00:00:00:0e:00:00:00:0e:00:00:00:0e:00:00:00:0e:00:00:00:0e'\n\"x\\n00:a0:1f:12:7f:a0\""
fn 'is_numeric', text: "'1'\n'-1.5'\n'1e5'\n'01'\n'.5'\n'x'\n'1e+5'\n\"1\\n\""
fn 'is_string', text: "'abc'\n'1.0'\n'1e3'\n'1.50'\n'-3'\n1, 2"
fn 'join_keys_to_values', pairs: true, text: "{a => 1, b => 2}, ' is '\n{a => 1, b => [2, 3]}, '='\n{a => undef}, '='\n{a => [undef]}, '='\n{a => ''}, '='\n{1 => {b => 2}}, '='\n{a => true, b => 1.5}, '='\n{a => 'undef'}, '='\n{a => [[1, 2]]}, '-'"
fn 'load_module_metadata', text: "'nope-x'\n'nope-x', true"
fn 'loadjson', text: "'/nope/x.json'\n'/nope/x.json', {a => 1}"
fn 'loadyaml', text: "'/nope/x.yaml'\n'/nope/x.yaml', {a => 1}"
fn 'member', pairs: true, text: "['a', 'b'], 'b'\n['a', 'b'], 'c'\n['a', 'b', 'c'], ['a', 'b']\n['a', 'b'], ['a', 'd']\n[1, 2], 2\n['1'], 1\n[1], []\n[1], ''\n[1.0], 1\n[1], 1.0\n['A'], 'a'"
fn 'merge', pairs: true, text: "{a => 1, b => 2}, {b => 3, c => 4}\n{a => 1}, undef, '', {c => 2}\n{a => 1}, [1]\n\n|[1, 2].merge |$m, $x| { {$x => $m.length} }\n|{a => 1, b => 2}.merge |$m, $k, $v| { {$v => $k} }\n|['a', 'b'].merge |$m, $i, $v| { {$v => $i} }\n|['a', 'b'].merge |$m, $v| { undef }\n|['a', 'b'].merge |$v| { undef }\n|'ab'.merge |$m, $v| { {$v => 1} }\n|merge({a => 1}) |$m, $v| { {x => $v} }\n|[1, 2, 3].merge |$m, $i, $x| { if $x == 2 { break() } {$x => $i} }"
fn 'num2bool', text: "'1'\n'0'\n'-1'\n'1.5'\n0.5\n'x'\n'1e2'\n[]\n{}\n''"
fn 'os_version_gte', pairs: true, facts: { 'operatingsystem' => 'Debian', 'operatingsystemmajrelease' => '12' }, text: "'Debian', '9'\n'Debian', '13'\n'Ubuntu', '9'"
fn 'parsejson', pairs: true, text: "'{\"a\": [1, 2.5, null, true, \"x\\u00e9\"]}'\n'[1'\n'[1', 'default'\n'\"x\"'\n'null'\n'null', 5\n'1'\n'false', 3\n''\n'', 'd'\n'{\"a\":1,\"a\":2}'\n'1e3'\n'{}'\n'NaN'\n'[1,]'\n'123456789012345678901'\n'// c 1'\n'  {\"b\" : {\"c\": []}} '\n'{\"a\": \"\\n\"}'"
fn 'parseyaml', pairs: true, text: "'a: 1'\n'[1, 2, x]'\n\"- a\\n- b: yes\\n  c: ~\\n- 1_000\\n- 0o17\\n- 017\\n- 12:30:45\\n- 2020-01-02\\n- :sym\\n- 1.5e3\\n- .inf\"\n'a: ['\n'a: [', 'd'\n''\n'', 'd'\n'false', 'd'\n'x'\n\"a: &x {b: 1}\\nc: *x\\nd: {<<: *x, e: 2}\"\n\"a: |\\n  x\\n  y\\nb: >\\n  p\\n  q\\n\"\n'{a: 1, a: 2}'\n'!ruby/object:Object {}'\n'1: 2'"
fn 'parsepson', text: "'{\"a\": 1}'\n'[1'\n'[1', 5\n'null'\n'1'"
fn 'pick', pairs: true, text: "undef, '', 'a', 'b'\nundef, ''\n[], 'a'\n{}, 'x'\nfalse, 'a'\nundef, false\n0, 1\n' '"
fn 'pick_default', pairs: true, text: "undef, '', 'a', 'b'\nundef, ''\nundef, '', undef\n'', []\nfalse, 1"
fn 'prefix', pairs: true, text: "['a', 'b', 'c'], 'p'\n{a => 'b', 'b' => 'c'}, 'p'\n[1, undef, true], 'p'\n['a']\n['a'], ''\n{1 => 2}, 'x'\n[[1, 2]], 'p'\n['a'], 1"
fn 'suffix', pairs: true, text: "['a', 'b', 'c'], 'p'\n{a => 'b', 'b' => 'c'}, 'p'\n[1, undef, true], 'p'\n['a']\n{1 => 2}, 'x'\n['a'], 1"
fn 'private', text: ''
fn 'pw_hash', pairs: true, text: "'password', 'SHA-512', 'salt'\n'password', 'sha-256', 'salt'\n'password', 'md5', 'salt'\n'', 'SHA-512', 'salt'\nundef, 'SHA-512', 'salt'\n'p', 'nope', 'salt'\n'p', 'md5', 'sa lt'\n'p', 'md5', ''\n1, 'md5', 'x'\n'p', 1, 'x'\n'p', 'md5', 1\nSensitive('password'), 'SHA-512', 'salt'\n'pässword', 'SHA-512', 'abcdefghijklmnopqrst'\n'#{'long' * 40}', 'SHA-256', 'xy'\n'#{'long' * 40}', 'SHA-512', 'xy'\n'p', 'bcrypt', '10$short'"
fn 'range', text: "'0', '9'\n0, 9\n'00', '09'\n'a', 'c'\n'host01', 'host10'\n0, 9, 2\n'0', '9', '2'\n9, 0\n0, 9, -2\n0, 9, 0\n'1..3'\n'1...3'\n'1-3'\n'a..e'\n'x'\n''\n'a', 'e', 2\n'z', 'ab'\n1.5, 3\n'host01..host03'\n-2, 2\n'a1', 'b2'"
fn 'regexpescape', text: "'a.b*c[d]'\n['a.b', 1, ['x.']]\n\"a b\\n\\t-#\""
fn 'reject', pairs: true, text: "['aaa', 'bbb', 'ccc', 'aaaddd'], 'aaa'\n['a', 1, undef], '.'\n['a'], '('"
fn 'reverse', pairs: true, text: "[1, 2, 3]\n'añb'\n[]"
fn 'seeded_rand', pairs: true, text: "10, 'seed'\n'10', 'seed'\n0, 'x'\n10, 1\n1000000, 'foo bar'\n1, 'x'"
fn 'seeded_rand_string', pairs: true, text: "10, 'seed'\n10, 'seed', 'abc'\n10, 'seed', 'a'\n0, 'x'\n40, ''\n5, 'é', 'éà'"
fn 'shell_escape', text: "'foo b\"ar'\n''\n\"a\\nb\"\n'é'\n'~/x@y:z'"
fn 'shell_join', text: "['foo', 'bar\"', 'b az']\n[1, undef, '']\n[]\n[[1, 2]]"
fn 'shell_split', text: "'foo bar\\\\\" b\\\\ az'\n'\"a b\" c'\n\"'a b'\"\n'a \"b'\n\"a\\nb\"\n[1]"
fn 'batch_escape', text: "'foo \\\\b\"a$r'\n[1]"
fn 'powershell_escape', text: "'foo \\\\b\"a$r `|'\n\"a\\nb'c\""
fn 'sprintf_hash', pairs: true, text: "'%<a>s-%{b}', {a => 1, b => 2}\n'%<c>s', {a => 1}\n'%<a>05d', {a => 3}\n'%s', {a => 3}\n'%<a>s', {1 => 2}"
fn 'squeeze', pairs: true, text: "'foooobaaar'\n'foooobaaar', 'o'\n['aabb', 'cc']\n['aabb', 'cc'], 'a-b'\n'aabb', '^a'\n'a--b', '-'\n[1]\n'ééa'"
fn 'str2bool', text: "'yes'\n'Y'\n't'\n'TRUE'\n'no'\n'F'\n'0'\n'undef'\n'undefined'\n'x'\n\"x\\n1\"\ntrue\nfalse, 1"
fn 'str2saltedpbkdf2', pairs: true, text: "'Pa55w0rd', 'Using s0m3 s@lt', 50000\n'p', 'short', 50000\n'p', 'long enough', 40000\n'p', 'long enough', '50000'\n1, 'long enough', 50000\n'p', 1, 50000\nSensitive('Pa55w0rd'), 'Using s0m3 s@lt', 40001"
# What is random or of the clock has no recordings but those of its errors.
NOT_TEXT = SOME.slice('true', 'zero', 'float', 'emptyarr', 'hash', 'type', 'sensitive', 'default').freeze
fn 'str2saltedsha512', some: NOT_TEXT, text: "|str2saltedsha512('x').length\n'a', 'b'"
fn 'swapcase', pairs: true, text: "'aBcD'\n['aB', 1, ['x']]\n'éÀ'"
fn 'time', some: {}, text: "|type(time(), generalized)\n'x', 'y'"
fn 'to_bytes', text: "'4 kB'\n'1M'\n'1.5 G'\n'10'\n'1 TB'\n'2P'\n'1E'\n'x'\n'4 x'\n5\n1.5\n''\n'-3k'\n'1e3 k'\n' 4'"
fn 'to_json', text: "{a => [1, 2.5, undef, true, 'é\"/']}\n'x'\nundef\n\"a\\n\\t\\u0001\\u2028\"\n1.0e20\n1.0e-5\n{1 => 2, undef => 3, true => 4}\n[[], {}]\n{a => {b => {}}}\n1.0\n'</script>'\n['a', Sensitive('b')]\nInteger\n[default]\nTimestamp(0)\n{[1] => 2}\n\"\\u007f\\\\\""
fn 'to_json_pretty', pairs: true, text: "{a => [1, {b => []}], c => {}}\n[]\n{}\n{a => undef, b => 1}, true\n[1, undef], true\n{a => [1, {b => 2}]}, false, {indent => '    ', space => ' ', space_before => ' ', object_nl => '|', array_nl => '~'}\n{a => [[[1]]]}, false, {max_nesting => 2}\n{a => [[[1]]]}, false, {max_nesting => -1}\n{a => 1}, false, {nope => 1}\n[1, [2]]\n{a => {}}, undef\n{'a\"' => \"é\\n\"}"
fn 'to_python', text: "{a => [1, 2.5, undef, true, 'é\"']}\n'x'\n[]\n{}\n\"a'b\\n\"\n{1 => 2}\n[Integer]\n1.0e20\n'\#{x}'"
fn 'to_ruby', text: "{a => [1, 2.5, undef, true, 'é\"']}\n'x'\n[]\n{}\n\"a'b\\n\"\n{1 => 2}\n[Integer]\n1.0e20"
fn 'to_toml', text: "{a => 1, b => 'x', c => {d => true, e => [1, 2]}}\n{a => {b => {c => 1}}}\n{a => [{b => 1}, {c => 2}]}\n{}\n{'a b' => 1, 'a.b' => 2}\n{a => 1.5}\n{a => \"x\\\"y\\n\"}\n{z => 1, a => 2, m => {z => 1, a => 2}}\n{a => []}\n{a => {}}\n{a => undef}\n{a => ['x', 'y']}\n{a => [[1, 2], ['x']]}"
fn 'to_yaml', pairs: true, text: <<~'T'
  {a => 1, b => [1, 2, {c => d}], e => {}, f => [], g => undef}
  ['yes', 'no', 'true', 'null', '~', '', ' ', 'a b', '1', '1.5', '0x1f', '017', '1_000', '1e3', ':sym', 'a: b', 'a:', '- a', '-', '?', '? x', '#', 'a #b', 'a#b', '&a', '*a', '!a', '|', '>', '%a', '@a', '`a', '"a"', "'a'", '[a]', '{a}', 'a,b', 'y', 'n', 'on', 'Off', '=', '<<', '2020-01-01', '12:30', '12:30:45', '.5', '.inf', '.nan', '+1', '-1', '1,000', '0b1', '0o17', '1e', '.', '..', '...', '---', '--- a']
  "a\nb"
  "a\n"
  "a\n\n"
  "\na"
  "  a\nb"
  "a \nb"
  "a\tb"
  "a\r\nb"
  "\u0001"
  "\u0007x"
  "é日本"
  "\u{1F600}"
  "\u00a0x"
  "\u2028"
  {'a' => "x\ny\n", 'b' => ["p\nq"]}
  [[1, [2, 3]], [[4]]]
  [{a => [{b => 1}]}]
  {a => {b => {c => [1, {d => 2}]}}}
  [true, false, undef, 1, -1, 1.5, 1.0e20, 1.0e-7, 1.0, -0.0]
  {1 => 2, 1.5 => 3, true => 4, undef => 5, 'x y' => 6, '' => 7}
  {[1, 2] => 3, {a => 1} => 4}
  'the quick brown fox jumps over the lazy dog the quick brown fox jumps over the lazy dog and then some more text'
  ['the quick brown fox jumps over the lazy dog the quick brown fox jumps over the lazy dog and then some more text: with colon']
  ["the quick brown fox jumps over the lazy dog\nthe quick brown fox jumps over the lazy dog and then some more text"]
  {a => 1}, {indentation => 4}
  {a => {b => [1]}}, {indentation => 4}
  ['the quick brown fox jumps over the lazy dog the quick brown fox jumps over the lazy dog and then some more text'], {line_width => -1}
  {a => 1}, {canonical => true}
  {a => 1}, {header => true}
  'a'
  ''
  undef
  []
  {}
  'http://example.com/?a=b&c=d'
  'C:\x'
  "it's"
  "say \"hi\""
  "both ' and \""
  'trailing '
  ' leading'
  'a  b'
  "tab\tin"
  '0755'
  '08'
  '1.2.3'
  '1:2'
  '190:20:30'
  'TRUE'
  'Null'
  'nil'
  '- '
  'x: y: z'
  '%{foo}'
  '${foo}'
  '2020-01-01 12:00:00'
  'a/b'
  '/etc/x'
  '*.example.com'
  '>= 1.0'
  '~> 1.0'
  '!x'
  'x!'
  ', a'
  'a, b'
  '[1, 2'
  'a]'
  '{{ x }}'
  "\\"
  'a\nb'
  Integer
  [Sensitive('x')]
  "#!/bin/sh\necho hi\n"
  "line one\n  indented\nlast\n"
  "\n"
  "\n\n"
  " \n"
  "a\n\nb\n"
  "#comment\n"
  "- x\n- y"
T
fn 'try_get_value', pairs: true, text: "{a => {b => [1, 2]}}, 'a/b/1'\n{a => 1}, 'x', 'd'\n{a => {b => 1}}, 'a.b', 'd', '.'\n{a => 1}, ''\n'x', 'a', 'd'"
fn 'type3x', text: "'abc'\n'1'\n'1.5'\n1\n1.5\ntrue\n[]\n{}"
fn 'type_of', text: "1\n[1, 'a']\n{a => 1}"
fn 'union', pairs: true, text: "['a', 'b', 'c'], ['b', 'c', 'd']\n[1], [1.0, 1], [2]\n[1]\n[1], [], [3, 1]\n[1], 2"
fn 'unix2dos', text: "\"a\\nb\\r\\nc\\r\\r\\n\""
fn 'uriescape', text: "'a b&c=d/e?f#g'\n['a b', 1]\n'é'\n'%20'\n\"[]<>\\\"{}|^`\\\\\""
fn 'validate_absolute_path', text: "'/a'\n'a'\n['/a', 'b']\n'C:/x', '/y'\n'/a', '/b'\n[]"
fn 'validate_array', text: "[1], [2]\n[1], 'x'"
fn 'validate_bool', text: "true, false\ntrue, 'true'"
fn 'validate_cmd', text: "'a', '/bin/true'\n'a', '/bin/true %'\n'a', '/bin/true', 'msg'"
fn 'validate_domain_name', text: "'a.com', 'b.com'\n'-a'\n'a', 1"
fn 'validate_email_address', text: "'a@b.com'\n'x'\n'a@b.com', 'y'"
fn 'validate_hash', text: "{}, {a => 1}\n{}, 'x'"
fn 'validate_integer', pairs: true, text: "1\n'1'\n[1, '2']\n1, 10\n11, 10\n5, 10, 6\n5, 10, 1\n5, undef, 1\n5, '', 6\n5, 1, 10\n'x'\n[1, 'x']\n[1, {}]\n{}\n1, 'x'\n1, 2, 'x'\n1, 2, 3, 4\n[1, 20], 10\n1.5\n'0x1f'\n[[1]]"
fn 'validate_ip_address', text: "'1.2.3.4', '::1'\n'x'\n'1.2.3.4', 1"
fn 'validate_ipv4_address', text: "'1.2.3.4'\n'::1'\n'x'"
fn 'validate_ipv6_address', text: "'1.2.3.4'\n'::1'\n'x'"
fn 'validate_legacy', pairs: true, text: "String, 'validate_string', 'x'\nInteger, 'validate_integer', 'x'\n'Integer', 'validate_integer', 5\nInteger, 'validate_integer', '5'\nInteger, 'validate_integer', 5, 3\nArray, 'validate_array', 'x'\nOptional[String], 'validate_re', 'abc', '^a'\nString, 'validate_re', 'abc', '^b'\nEnum[a], 'validate_re', 'b', '^b'"
fn 'validate_numeric', pairs: true, text: "1\n'1.5'\n[1, '2.5']\n1, 10\n11, 10\n5, 10, 6\n5.5, 10, 1\n5, undef, 1\n5, '', 6\n'x'\n[1, 'x']\n{}\n1, 'x'\n1, 2, 'x'\n1.5, 1.2"
fn 'validate_re', pairs: true, text: "'one', '^one$'\n'one', ['^one', '^two']\n'one', '^two'\n'one', ['^two', 'x'], 'message'\n1, '1'\n'a', '('\n'one', ['^two'], 'm', 4"
fn 'validate_slength', pairs: true, text: "'discombobulate', 17\n['discombobulate', 'moo'], 17\n'discombobulate', 1\n'abc', 5, 4\n'abc', 5, 2\n'abc', 2, 5\n['abc', 1], 5\n'abc', 'x'\n'abc', 0\n'abc', 5, 'x'\n'abc', 5, -1\n1, 5\n'abc', '5'"
fn 'validate_string', text: "'a', 'b'\n'a', 1\n'a', undef"
fn 'validate_x509_rsa_key_pair', pairs: true, text: "'x', 'y'"
fn 'validate_augeas'
fn 'values_at', pairs: true, text: "['a', 'b', 'c'], 2\n['a', 'b', 'c'], ['0-1']\n['a', 'b', 'c', 'd', 'e'], [0, '2-3']\n['a', 'b', 'c'], '0..2'\n['a', 'b', 'c'], '0...2'\n['a', 'b', 'c'], '2-1'\n['a', 'b', 'c'], '0-5'\n['a', 'b', 'c'], 5\n['a'], 'x'\n['a'], []\n['a', undef, 'c'], [0, 1, 2]\n['a', 'b'], [[0], 1]\n['a'], -1"
fn 'zip', pairs: true, text: "['1', '2', '3'], ['4', '5', '6']\n['1', '2'], ['4', '5', '6'], true\n['1', '2', '3'], ['4'], 'yes'\n[1], [2], 'x'\n[1], [[2, [3]]], true"
fn 'stdlib::end_with', pairs: true, text: "'foobar', 'bar'\n'foobar', ['foo', 'bar']\n'foobar', 'x'\n'a', []"
fn 'stdlib::start_with', pairs: true, text: "'foobar', 'foo'\n'foobar', ['bar', 'foo']\n'foobar', 'x'\n'a', []"
fn 'stdlib::extname', text: "'test.rb'\n'a/b/d/test.rb'\n'.a/b/d/test.rb'\n'foo.'\n'test'\n'.profile'\n'.profile.sh'\n'a.tar.gz'\n'a.b/c'\n'..'\n'a..b'\n'a. b'"
fn 'stdlib::ip_in_range', pairs: true, text: "'127.0.0.1', '127.0.0.0/8'\n'1.2.3.4', ['10.0.0.0/8', '1.2.3.0/24']\n'1.2.3.4', '10.0.0.0/8'\n'fe80::1', 'fe80::/10'\n'x', '1.2.3.4'\n'1.2.3.4', 'x'\n'1.2.3.4', 'fe80::/10'\n'1.2.3.4', []\n'1.2.3.4', '1.2.3.4'\n'1.2.3.4', '1.2.3.0/255.255.255.0'"
fn 'stdlib::xml_encode', pairs: true, text: "'<a href=\"x\">&\\'</a>'\n'<a \"b\">', 'attr'\n'<a \"b\">', 'text'\n'é'\n'x', 'y'"
fn 'fact', some: SOME.reject { |k, _| k == 'empty' }, facts: { 'os' => { 'family' => 'Debian', 'name.x' => 1, 'list' => ['a', { 'b' => 2 }] }, 'kernel' => 'Linux' }, text: "'os.family'\n'kernel'\n'nope'\n'os.nope.x'\n'os.list.0'\n'os.list.1.b'\n'os.list.x'\n'kernel.x'\n'os.\"name.x\"'"
