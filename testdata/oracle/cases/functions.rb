require_relative 'kinds'

# The functions that Puppet ships: each with every kind of value alone, with pairs of
# kinds where it takes two arguments, and with cases of its own.

FEW = KINDS.slice('undef', 'int', 'float', 'str', 'numstr', 'regexp', 'ints', 'hash', 'type', 'sensitive').freeze

def singly(fn, kinds = MAIN)
  try("#{fn}()", name: 'none')
  kinds.each { |n, v| try("#{fn}(#{v})", name: n) }
end

def pairwise(fn, left, right = left)
  left.each { |ln, l| right.each { |rn, r| try("#{fn}(#{l}, #{r})", name: "#{ln}.#{rn}") } }
end

def with_lambdas(fn, kinds = MAIN.slice('undef', 'int', 'neg', 'str', 'ints', 'emptyarr', 'hash', 'emptyhash', 'type', 'range', 'float', 'sensitive'))
  kinds.each do |n, v|
    try("#{fn}(#{v})", name: "#{n}.none")
    try("#{fn}(#{v}) || { 1 }", name: "#{n}.zero")
    try("#{fn}(#{v}) |$a| { notice($a) $a }", name: "#{n}.one")
    try("#{fn}(#{v}) |$a, $b| { notice($a, $b) [$a, $b] }", name: "#{n}.two")
    try("#{fn}(#{v}) |$a, $b, $c| { 1 }", name: "#{n}.three")
    try("#{fn}(#{v}) |*$a| { notice($a) $a }", name: "#{n}.rest")
    try("#{fn}(#{v}) |Integer $a| { $a > 1 }", name: "#{n}.typed")
    try("#{fn}(#{v}) |$a, $b = 3| { $b }", name: "#{n}.optional")
  end
  try("#{fn}([1, 2, 3]) |$x| { if $x == 2 { break() } notice($x) $x }", name: 'break.array')
  try("#{fn}({a => 1, b => 2}) |$x| { if $x[0] == b { break() } notice($x) $x }", name: 'break.hash')
  try("#{fn}({a => 1, b => 2}) |$k, $v| { if $k == b { break() } notice($k) $v }", name: 'break.hash2')
  try("#{fn}(Integer[1, 4]) |$x| { if $x == 2 { break() } notice($x) $x }", name: 'break.range')
  try("#{fn}([1, 2, 3]) |$i, $x| { if $x == 2 { break() } notice($x) $x }", name: 'break.indexed')
  try("#{fn}([1, 2, 3]) |$x| { if $x == 2 { next(undef) } notice($x) $x }", name: 'next')
  try("#{fn}([3, 4].reverse_each) |$x| { notice($x) $x > 3 }", name: 'reverse')
  try("#{fn}([3, 4, 5].step(2)) |$i, $x| { notice($x) $i }", name: 'step')
  try("#{fn}('añb') |$x| { notice($x) $x == 'ñ' }", name: 'chars')
  try("#{fn}(Enum[x, y]) |$x| { notice($x) $x }", name: 'enum')
  try("#{fn}(3) |$x| { notice($x) $x }", name: 'integer')
  try("[1, 2].#{fn} |$x| { $nope + 1 }", name: 'error.inside')
end

def function(name, about = "The function #{name}.", **o, &block)
  archive(name, about, dir: 'functions', **o, &block)
end

%w[abs ceiling floor round length size empty keys values flatten join camelcase capitalize chomp chop lstrip rstrip
   strip downcase upcase unwrap md5 sha1 sha256 fail shellquote].each do |fn|
  function(fn) do
    singly(fn)
    pairwise(fn, FEW.slice('undef', 'int', 'str', 'ints'))
    case fn
    when 'abs' then lines("abs('-1.5')\nabs('-12')\nabs('1e3')\nabs(-0.0)\nabs('--1')\nabs(' 1')\nabs(\"1\\n2\")\nabs(-9223372036854775807)")
    when 'ceiling', 'floor', 'round'
      %w[2.5 -2.5 0.5 -0.5 1.4999 -1.51 0.0 1.0e15 1.0e20 -3 9007199254740993 0.49999999999999994].each { |n| try("#{fn}(#{n})") }
      %w[2.5 -2.5 1e3 0x10 x 1_0 .5].each { |n| try("#{fn}('#{n}')") }
    when 'length', 'size', 'empty'
      lines("#{fn}('日本')\n#{fn}(Binary('YWJj'))\n#{fn}(Sensitive(''))\n#{fn}(Sensitive([]))\n#{fn}([undef])\n#{fn}({1 => 2})\n'abc'.#{fn}")
    when 'flatten' then lines("flatten()\nflatten(1, [2, [3, [4]]])\nflatten([[[]]])\nflatten([1, [2, {a => [3]}]])\nflatten(undef, [undef])\n[[1], 2].flatten")
    when 'join'
      lines("join([1, [2, [3, 4]], 5], '-')\njoin([undef, true, 1.5, Integer, /a/, {a => 1}], '|')\njoin([a, b], undef)\njoin([1.0e20, 'x'], '')\njoin([Timespan(3), SemVer('1.2.3'), default], ',')\njoin([Sensitive('a')], ',')\njoin(['a'], 1)\njoin([], ',')\njoin([[], [1]], ',')\njoin({a => 1}, ',')")
    when 'camelcase', 'capitalize', 'chomp', 'chop', 'lstrip', 'rstrip', 'strip', 'downcase', 'upcase'
      ['hello_wORLD', '_a__b_', 'éCLAIR', 'straße', "a\\r\\n", "a\\n\\n", "a\\r", " \\t a \\n", "\\u00a0x\\u00a0", 'ǆabc', 'ΑΣ', 'ﬁx', 'İ', ''].each_with_index { |s, i| try("#{fn}(\"#{s}\")", name: "text#{i}") }
      lines("#{fn}(['aB ', 1, 'c_d'])\n#{fn}([['aB']])\n#{fn}({'aB' => 'cD'})\n#{fn}({'aB' => ['cD', {'eF' => 'gH'}]})\n#{fn}([undef])\n#{fn}(['a', true])\n#{fn}({1 => undef})\n['ab '].#{fn}\n#{fn}([1, 2].reverse_each)\n#{fn}(Integer[1, 3])\n#{fn}('ab'.reverse_each)")
    when 'unwrap' then lines("unwrap(Sensitive(1)) |$x| { $x + 1 }\nunwrap(1) |$x| { $x + 1 }\nSensitive('a').unwrap\nunwrap(Sensitive(Sensitive(1)))")
    when 'md5', 'sha1', 'sha256' then lines("#{fn}('日本')\n#{fn}('a').length\n#{fn}(['a'])\n#{fn}('a', 'b')")
    when 'fail' then lines("fail('a', 1, undef, true, [1, 'x', undef], {a => [1]}, 1.5, /r/, Integer)\nfail(Sensitive('x'))\nfail(default)\nfail([])\n'x'.fail")
    when 'shellquote' then lines("shellquote('a', ['b c', [\"d'e\"]], '$x', 'a\"b', \"it's\", '', 'a/b=c', \"'$\")\nshellquote('é')\nshellquote('a!b')")
    end
  end
end

function('versioncmp') do
  singly('versioncmp')
  pairwise('versioncmp', FEW.slice('undef', 'int', 'str', 'ints'))
  vs = %w[1.0 1.0.0 1.00 1.0-1 1.0a 1.0b 2 10 1.10 1-2 a B 0.9 1..2] + ['', '-', '.']
  vs.each { |a| try("[#{vs.map { |b| "versioncmp('#{a}', '#{b}')" }.join(', ')}]", name: "row.#{a.empty? ? 'empty' : a}") }
  (vs - ['', '-']).each { |a| try("[#{(vs - ['', '-']).map { |b| "versioncmp('#{a}', '#{b}', true)" }.join(', ')}]", name: "zeroes.#{a}") }
  lines("versioncmp('1', '2', 'x')\nversioncmp('1.0', '1', false)\nversioncmp('1', '2', true, 1)")
end

function('compare') do
  singly('compare')
  some = MAIN.slice('int', 'float', 'str', 'semver', 'timestamp', 'timespan', 'ints', 'undef', 'true', 'type')
  pairwise('compare', some)
  lines("compare('A', 'a')\ncompare('A', 'a', false)\ncompare('A', 'a', true)\ncompare('b', 'a', false)\ncompare('a', 'b', 1)\ncompare(1, 2, true)\ncompare('a', 'b', true, 1)\ncompare(1, 1.0)\ncompare(SemVer('1.0.0'), SemVer('1.0.0-a'))\ncompare(SemVer('1.0.0-a.1'), SemVer('1.0.0-a.b'))\ncompare(Timespan(3), 3)\ncompare(3.5, Timespan(3))\ncompare(Timestamp(3), 3.5)\ncompare('é', 'É')")
end

%w[max min].each do |fn|
  function(fn) do
    singly(fn)
    pairwise(fn, MAIN.slice('undef', 'true', 'int', 'neg', 'float', 'str', 'numstr', 'ints', 'hash', 'type'))
    lines <<~T
      #{fn}(1, 2.5, -3)
      #{fn}('10', '9')
      #{fn}('10', '9', 'a')
      #{fn}('b', 'A', 'c')
      #{fn}([3, 1, 2])
      #{fn}(['3', '10'])
      #{fn}([1, '10', 'a'])
      #{fn}([])
      #{fn}([[1, 2], [3]])
      #{fn}(1, '2')
      #{fn}('1.5', '1.25')
      #{fn}('1e3', '999')
      #{fn}('1_0', '2')
      #{fn}('abc', 'b') |$a, $b| { compare($a.length, $b.length) }
      #{fn}(['abc', 'b']) |$a, $b| { compare($a.length, $b.length) }
      #{fn}([1, 5, 3]) |$a, $b| { $b - $a }
      #{fn}(1, 5, 3) |$a, $b| { notice($a, $b) $b - $a }
      #{fn}([1, 2]) |$a, $b| { 'x' }
      #{fn}([1, 2]) |$a, $b| { undef }
      #{fn}() |$a, $b| { 1 }
      #{fn}([]) |$a, $b| { 1 }
      #{fn}([1, 2]) |$a| { 1 }
      #{fn}(Timespan(1), Timespan(2))
    T
  end
end

%w[each map filter all any partition group_by].each { |fn| function(fn) { with_lambdas(fn) } }
%w[reverse_each].each { |fn| function(fn) { with_lambdas(fn); singly(fn) } }

function('reduce') do
  with_lambdas('reduce')
  lines <<~T
    [1, 2, 3].reduce |$m, $x| { $m + $x }
    [1, 2, 3].reduce(10) |$m, $x| { $m + $x }
    [].reduce |$m, $x| { 1 }
    [].reduce(7) |$m, $x| { 1 }
    [7].reduce |$m, $x| { 1 }
    {a => 1, b => 2}.reduce |$m, $x| { [$m[0], $m[1] + $x[1]] }
    {a => 1, b => 2}.reduce(0) |$m, $x| { $m + $x[1] }
    [1, 2, 3].reduce |$m, $x| { if $x == 3 { break() } $m + $x }
    [1, 2, 3].reduce(0) |$m, $x| { if $x == 2 { next(100) } $m + $x }
    'abc'.reduce |$m, $x| { "${x}${m}" }
    5.reduce |$m, $x| { $m + $x }
    Integer[1, 4].reduce |$m, $x| { if $x == 3 { break() } $m * $x }
    reduce([1], 2, 3) |$m, $x| { 1 }
    reduce([1, 2])
    reduce([1, 2], undef) |$m, $x| { [$m, $x] }
    [1, 2].reverse_each.reduce |$m, $x| { "${m}${x}" }
  T
end

function('index') do
  with_lambdas('index')
  pairwise('index', MAIN.slice('int', 'str', 'ints', 'hash', 'range', 'undef'), MAIN.slice('int', 'float', 'str', 'regexp', 'undef', 'ints'))
  lines <<~T
    index('abcab', 'b')
    index('日本語', '語')
    index('日本語', /語/)
    index('abc', '')
    index('abc', /x/)
    index([a, 'B', b], 'B')
    index([1, 2.0], 2)
    index({a => 1, b => 2}, 2)
    index({a => 1}, 3)
    index({a => 5, b => 6}) |$v| { $v > 5 }
    index({a => 5, b => 6}) |$k, $v| { $k == b }
    index([a, b]) |$i, $v| { $i == 1 }
    index(Integer[4, 9], 6)
    index('abc') |$c| { $c == c }
  T
end

function('slice') do
  singly('slice')
  pairwise('slice', MAIN.slice('int', 'str', 'ints', 'hash', 'emptyarr', 'emptyhash', 'range', 'undef'), MAIN.slice('int', 'neg', 'str', 'undef'))
  lines <<~T
    slice([1, 2, 3, 4, 5], 2)
    slice([1, 2, 3], 1)
    slice([1, 2, 3], 0)
    slice({a => 1, b => 2, c => 3}, 2)
    slice('abcde', 2)
    slice(Integer[1, 7], 3)
    slice(5, 2)
    slice([1, 2, 3], 2) |$x| { notice($x) }
    slice([1, 2, 3], 2) |$x, $y| { notice($x, $y) }
    slice([1, 2, 3], 2) |$x, $y, $z| { notice($x, $y) }
    slice([1, 2, 3], 2) || { notice(1) }
    slice([1, 2, 3], 2) |*$x| { notice($x) }
    slice([1, 2, 3], 2) |$x, *$y| { notice($x, $y) }
    slice({a => 1, b => 2, c => 3}, 2) |$x, $y| { notice($x, $y) }
    slice({a => 1, b => 2, c => 3}, 2) |$x| { notice($x) }
    slice([1, 2, 3, 4], 2) |$x| { break() }
    slice([1, 2, 3, 4].reverse_each, 2)
    slice([1, 2, 3], 1) |$x| { notice($x) }
  T
end

function('step') do
  singly('step')
  pairwise('step', MAIN.slice('int', 'str', 'ints', 'hash', 'emptyarr', 'range', 'undef'), MAIN.slice('int', 'neg', 'str'))
  lines <<~T
    [1, 2, 3, 4, 5].step(2).map |$x| { $x }
    Integer[1, 10].step(3).map |$x| { $x }
    {a => 1, b => 2, c => 3}.step(2).map |$x| { $x }
    [1, 2, 3].step(1) |$x| { notice($x) }
    [1, 2, 3].step(2) |$x| { notice($x) }
    [1, 2, 3].step(0)
    'abcde'.step(2).map |$x| { $x }
    5.step(2).map |$x| { $x }
    [1, 2, 3, 4, 5].reverse_each.step(2).map |$x| { $x }
    [1, 2, 3, 4, 5].step(2).reverse_each.map |$x| { $x }
    Integer[1, 10].step(3).reverse_each.map |$x| { $x }
    Integer[1, 10].reverse_each.step(3).map |$x| { $x }
    Integer[1, 20].step(2).step(3).map |$x| { $x }
    [1, 2, 3, 4].step(2) |$x| { break() }
    "${[1, 2].step(2)}"
    "${Integer[1, 5].step(2)}"
    "${{a => 1}.step(2)}"
    Array([1, 2, 3].step(2))
    *[1, 2, 3].step(2)
    [1, 2, 3].step(2) |$a, $b| { 1 }
    [1, 2, 3].step('2')
  T
end

function('sort') do
  singly('sort')
  lines <<~T
    sort([3, 1, 2])
    sort(['b', 'A', 'a', 'B'])
    sort([1, 1.5, 0])
    sort(['a', 1])
    sort([1, 'a'])
    sort([undef, 1])
    sort([true, false])
    sort([[2, 1], [1, 3], [1]])
    sort([{a => 1}, {b => 2}])
    sort('hello')
    sort([3, 1, 2]) |$a, $b| { compare($b, $a) }
    sort([3, 1, 2]) |$a, $b| { 'x' }
    sort([3, 1, 2]) |$a, $b| { undef }
    sort([3, 1, 2]) |$a, $b| { true }
    sort([5, 3, 9, 1, 7]) |$a, $b| { notice("$a $b") $a - $b }
    sort(['bb', 'a', 'ccc', 'dd']) |$a, $b| { compare($a.length, $b.length) }
    sort('hello') |$a, $b| { compare($b, $a) }
    sort([1]) |$a| { 1 }
    sort([Timespan(2), Timespan(1)])
    sort([SemVer('1.2.0'), SemVer('1.10.0')])
    sort([Integer, String])
    sort([[1, 'a'], ['a', 1]])
    sort([undef, undef])
    sort(['é', 'z', 'e'])
    sort([])
    sort([1.5, 1, 1.25])
  T
end

function('unique') do
  with_lambdas('unique', MAIN.slice('int', 'str', 'ints', 'hash', 'range'))
  lines <<~T
    unique([1, 1.0, '1', 1, 'a', 'A', 'a'])
    unique('hello')
    unique({a => 1, b => 2, c => 1})
    unique({a => 1, b => 2, c => 1}) |$v| { $v % 2 }
    unique(['aa', 'b', 'cc']) |$x| { $x.length }
    unique('hello') |$x| { $x == 'l' }
    unique([[1], [1], {a => 1}, {a => 1}])
    unique(Integer[1, 4])
    unique([1, 2, 1].reverse_each)
    unique(5) |$x| { $x % 2 }
    unique([undef, undef])
  T
end

function('split') do
  singly('split')
  pairwise('split', FEW)
  lines <<~'T'
    split('a,b,,c,,', ',')
    split('abc', '')
    split('a b  c', ' ')
    split(' a b', ' ')
    split('a.b', '.')
    split('a.b', '[.]')
    split('a1b2c', '(\d)')
    split('a1b2c', /\d/)
    split('aXbxc', /x/)
    split('aXbxc', Regexp['(?i:x)'])
    split('abc', Regexp)
    split('', ',')
    split(',a', ',')
    split('日本語', '')
    split('a-b_c', '[-_]')
    split('abc', 'b*')
    split('aab', /(?=b)/)
    split("a\nb\nc", "\n")
    split('a', '(')
    split('a,b', [','])
    'x y'.split(' ')
    split('aaa', 'a')
    split('(a)(b)', '\)\(')
    split('abc', '(b)?')
  T
end

function('match') do
  singly('match')
  pairwise('match', MAIN.slice('str', 'ints', 'undef', 'int'), MAIN)
  lines <<~'T'
    match('abc123', '([a-z]+)([1-9]+)')
    match('abc123', /(x)?([a-z]+)/)
    match('abc', /x/)
    match(['abc', 'xyz', 'b'], /(b)(.)?/)
    match('abc', Regexp[/b/])
    match('abc', Regexp)
    match('abc', Pattern[/x/, /c/])
    match('abc', Pattern)
    match('abc', [/x/, [/b/]])
    match('abc', ['x', 'y'])
    match('abc', Variant[Pattern[/z/], Regexp[/a/]])
    match('abc', String)
    match('abc', '(')
    match('', '')
    match([], /a/)
    match('ABC', /(?i)b/)
  T
end

function('regsubst') do
  singly('regsubst')
  FEW.each { |n, v| try("regsubst(#{v}, 'a', 'b')", name: "target.#{n}"); try("regsubst('abc', #{v}, 'x')", name: "pattern.#{n}"); try("regsubst('abc', 'b', #{v})", name: "replacement.#{n}"); try("regsubst('abc', 'b', 'x', #{v})", name: "flags.#{n}"); try("regsubst('abc', /b/, 'x', #{v})", name: "reflags.#{n}") }
  lines <<~'T'
    regsubst('10.20.30.40', '([0-9]+)', '<\1>', 'G')
    regsubst('10.20.30.40', '^(\d+)\.(\d+)\.(\d+)\.(\d+)$', '\3')
    regsubst('abcabc', 'b', 'x')
    regsubst('abcabc', 'B', 'x', 'GI')
    regsubst("a\nb", 'a.b', 'x', 'M')
    regsubst('a b', 'a  b # c', 'x', 'E')
    regsubst('ab', 'a b', 'x', 'E')
    regsubst('abc', 'b', '[\0]')
    regsubst('abc', 'b', '[\&]')
    regsubst('abc', 'b', "[\\`|\\']")
    regsubst('abc', 'b', '\\\\')
    regsubst('abc', '(?<n>b)', '<\k<n>>')
    regsubst('abc', '(?<n>b)', '<\k<m>>')
    regsubst('abc', '(b)', '\2\1')
    regsubst('abc', '', '-', 'G')
    regsubst('日本', '', '-', 'G')
    regsubst('abc', 'x*', '-', 'G')
    regsubst(['abc', 'b'], 'b', 'x')
    regsubst('cat dog', '\w+', {'cat' => 'tac', 'dog' => 'god'}, 'G')
    regsubst('cat cow', '\w+', {'cat' => 'tac'}, 'G')
    regsubst('abc', /B/, 'x')
    regsubst('abcb', /b/, 'x', 'G')
    regsubst('abc', Regexp[/b/], 'x')
    regsubst('a.c', Regexp['.'], 'x')
    regsubst('abc', Regexp, 'x')
    regsubst('abc', 'b', 'x', 'X')
    regsubst('abc', /b/, 'x', 'I')
    regsubst('abc', 'b', 'x', 'G', 'U')
    regsubst('abc', 'b', 'x', undef)
    regsubst('abc', 'b', 'x', 'G', 'X')
    regsubst('abc', '[', 'x')
    regsubst('abc', '(b', 'x')
    regsubst('abc', 'b', '\1')
    regsubst('a/b/c', '/', '\/', 'G')
    regsubst('abc', '$', 'X')
    regsubst('abc', '\z', 'X', 'G')
    regsubst("a\nb", '^', '> ', 'G')
    regsubst('foo.bar', '\.', '', '')
    regsubst('x', 'x', '\\')
    regsubst('x', 'x', 'a\q\n')
    regsubst('abc', '(?:a|(z))b', '[\1]')
  T
end

function('sprintf') do
  singly('sprintf')
  formats = %w[%s %p %d %i %x %o %b %e %f %g %a %c %5s %-5s| %05d %+d %.2f %10.3f %.3s %X %#x %#o %u %5.1f%%]
  formats.each { |f| try("#{MAIN.slice('undef', 'true', 'int', 'neg', 'maxint', 'float', 'str', 'numstr', 'ints', 'hash').values.map { |v| "sprintf('#{f}', #{v})" }.first(1).join}", name: "undef.#{formats.index(f)}") }
  formats.each_with_index { |f, i| MAIN.slice('true', 'int', 'neg', 'maxint', 'float', 'str', 'numstr', 'ints', 'hash', 'type', 'regexp', 'timespan', 'semver', 'default').each { |n, v| next if f == '%p' && n == 'type'
    try("sprintf('#{f}', #{v})", name: "#{n}.#{i}") } }
  lines <<~'T'
    sprintf('%<x>s : %<y>d', {'x' => 'value is', 'y' => 42})
    sprintf('%{x}-%{y}', {'x' => 1, 'y' => [1]})
    sprintf('%<x>5.1f|', {'x' => 1.25})
    sprintf('%<z>s', {'x' => 1})
    sprintf('%{z}', 1)
    sprintf('%s %s', 'a')
    sprintf('%2$s %1$s', 'a', 'b')
    sprintf('%s %1$s', 'a')
    sprintf('%*d', 5, 1)
    sprintf('%-*d|', 5, 1)
    sprintf('%%')
    sprintf('%')
    sprintf('%y', 1)
    sprintf('abc')
    sprintf('%s', [1, 'a', undef, {b => 1.5}])
    sprintf('%s', undef)
    sprintf('%s', [undef])
    sprintf("%s\n", 'a')
    sprintf('%s', Sensitive('x'))
    sprintf('%s', Binary('YWJj'))
    sprintf('%d', '0x1f')
    sprintf('%d', '1.5')
    sprintf('%d', 1.99)
    sprintf('%d', -1.99)
    sprintf('%f', '1e3')
    sprintf('%s', 1.0e20)
    sprintf('%s', 1.0e15)
    sprintf('%x', -255)
    sprintf('%08b', -11)
    sprintf('%.10d', 5)
    sprintf('%+x', -255)
    sprintf('%s and %s', 'a', 'b', 'c')
    '%s'.sprintf('x')
    sprintf('%c', 'hello')
    sprintf('%c', 10004)
    sprintf('%s', Integer[1, 2])
    sprintf('%5s|%-5s|', '日本', '日本')
  T
end

function('strftime') do
  try('strftime()', name: 'none')
  (MAIN.keys - %w[str numstr empty]).each { |n| try("strftime(#{MAIN[n]})", name: n) }
  pairwise('strftime', MAIN.slice('timestamp', 'timespan', 'int', 'undef'), MAIN.slice('undef', 'int', 'str'))
  %w[%Y-%m-%d %H:%M:%S %c %D %e %j %U %W %V %G %u %w %a %A %^a %b %B %p %P %I %l %k %s %L %N %3N %6N %12N %z %:z %::z %Z %n %t %% %Q %y %C %F %T %R %r %x %X %v %-d %_d %010Y %^B %#p %E].each do |f|
    try("strftime(Timestamp('2021-03-04T05:06:07.089'), '#{f}')", name: "ts.#{f}")
  end
  lines <<~'T'
    strftime(Timestamp(0), '%F %T %z', '+02:00')
    strftime(Timestamp(0), '%F %T %z', 'CET')
    strftime(Timestamp(0), '%F %T %z', 'EST5')
    strftime(Timestamp(0), '%F %T %Z', 'PST')
    strftime(Timestamp(0), '%F %T %Z', '')
    strftime(Timestamp(0), '%F', 'nowhere')
    strftime(Timestamp(0), '%F %T %z', '-0730')
    strftime(Timestamp(0), '%-')
    strftime(Timespan('1-02:03:04.567'), '%D-%H:%M:%S.%L')
    strftime(Timespan('1-02:03:04.567'), '%H:%M')
    strftime(Timespan('1-02:03:04.567'), '%M')
    strftime(Timespan('1-02:03:04.567'), '%S.%N')
    strftime(Timespan('1-02:03:04.567'), '%_10H|%-M|%3S')
    strftime(Timespan(-90), '%M:%S')
    strftime(Timespan(1), '%y')
    strftime(Timespan(1), '%')
    strftime(Timespan(1.5), '%L %N %3N')
    strftime(Timespan(1.5), '%D %H')
  T
end

function('dig') do
  singly('dig')
  pairwise('dig', MAIN.slice('undef', 'ints', 'hash', 'str', 'int'), MAIN)
  lines <<~T
    dig({a => {b => [10, {c => 1}]}}, 'a', 'b', 1, 'c')
    dig({a => {b => [10]}}, 'a', 'x', 1)
    dig([1, [2]], 1, 0)
    dig([1, 2], -1)
    dig([1, 2], 5)
    dig([1], 'a')
    dig([1], 0, 'a')
    dig({a => 1}, 'a', 'b')
    dig({a => {b => 'x'}}, 'a', 'b', 'c', 'd')
    dig({a => [1]}, 'a', 1.0)
    dig({a => [1]}, 'a', undef)
    dig({1 => x}, 1)
    dig({a => Sensitive({b => 1})}, a, b)
  T
end

function('get') do
  singly('get')
  pairwise('get', MAIN.slice('undef', 'ints', 'hash', 'str', 'int'), MAIN.slice('undef', 'int', 'str', 'empty'))
  lines <<~'T'
    get({a => {b => [10, {c => 1}]}}, 'a.b.1.c')
    get({a => 1}, '')
    get({a => 1}, 'b', 5)
    get({a => 1}, 'a.b')
    get({a => 1}, 'a.b') |$e| { $e.issue_code }
    get({a => 1}, 'a.b') |$e| { $e.msg }
    get({a => 1}, 'a.b') |$e| { [$e.kind, $e.details] }
    get([1], 'x') |$e| { [$e.msg, $e.issue_code, $e.kind, $e.details] }
    get([1, 2], '1')
    get([1, 2], '-1')
    get([1], 'a')
    get({'a.b' => 1}, '"a.b"')
    get({'a.b' => 1}, "'a.b'")
    get({'1' => x}, '1')
    get({1 => x}, '1')
    get({'1' => x}, '"1"')
    get({a => 1}, 'a.')
    get({a => 1}, '.a')
    get({a => 1}, 'a..b')
    get({a => 1}, '"a')
    get(undef, 'a', 3)
    get('abc', 'x')
    get(1, 'x', 2)
    get({a => undef}, 'a', 2)
    get({a => false}, 'a', 2)
    get({a => 1}, 'b') |$e| { 7 }
    get({'x y' => 1}, 'x y')
  T
end

function('getvar') do
  singly('getvar')
  lines <<~'T'
    $x = {a => [1, {b => 2}]} getvar('x.a.1.b')
    $x = {a => [1, {b => 2}]} getvar('x')
    $x = {a => [1, {b => 2}]} getvar('::x.a')
    $x = {a => [1, {b => 2}]} getvar('x.c', 9)
    $x = {a => [1, {b => 2}]} getvar('x.a.b')
    $x = {a => [1, {b => 2}]} getvar('x.a.b') |$e| { $e.issue_code }
    getvar('nope')
    getvar('nope', 3)
    getvar('nope.a.b', 3)
    getvar('Nope')
    getvar('9')
    getvar('')
    getvar('x[0]')
    getvar('x y')
    getvar('a::b')
    getvar('::a::b.c')
    getvar('x.')
    $x = 1 getvar('x.')
    $x = 1 getvar('x.y')
    $x = undef getvar('x', 4)
    getvar('a', 1, 2)
  T
end

%w[then lest with].each do |fn|
  function(fn) do
    MAIN.each { |n, v| try("#{fn}(#{v}) |*$x| { notice($x) 7 }", name: n) }
    lines <<~T
      #{fn}(1)
      #{fn}()
      #{fn}() |$x| { 1 }
      #{fn}() || { 1 }
      #{fn}(1) |$x| { $x + 1 }
      #{fn}(1) || { 2 }
      #{fn}(undef) || { 2 }
      #{fn}(undef) |$x| { 2 }
      #{fn}(1, 2) |$x| { 1 }
      #{fn}(1, 2) |$x, $y| { $x + $y }
      #{fn}(1, 2) |Integer $x, String $y| { $x + $y }
      #{fn}(1) |String $x| { 1 }
      #{fn}(1, 2) |$x, $y = 5, $z = 6| { [$x, $y, $z] }
      1.#{fn} |$x| { $x + 1 }
      #{fn}(1) |$x| { next(5) }
      #{fn}(1) |$x| { break() }
      #{fn}([1, 2]) |$x| { $x }
      #{fn}([1, 2]) |$x, $y| { $x }
    T
  end
end

function('assert_type') do
  singly('assert_type')
  pairwise('assert_type', KINDS.slice('type', 'range', 'strtype', 'any', 'str', 'int', 'metatype'), MAIN)
  lines <<~'T'
    assert_type(Integer, 'a') |$e, $a| { "${e} ${a}" }
    assert_type(Integer, 1) |$e, $a| { 2 }
    assert_type('Array[Integer]', [1])
    assert_type('Array[Integer]', ['a'])
    assert_type('Nope', 1)
    assert_type('1x', 1)
    assert_type(Struct[{a => Integer}], {a => 'x'})
    assert_type(Struct[{a => Integer}], {})
    assert_type(Struct[{a => Integer}], {a => 1, b => 2})
    assert_type(Tuple[Integer, String], [1])
    assert_type(Array[Integer, 2, 3], [1])
    assert_type(Hash[String, Integer], {a => 'b'})
    assert_type(Optional[Integer], 'a')
    assert_type(Variant[Integer, Boolean], 'a')
    assert_type(Enum[a, b], 'c')
    assert_type(Pattern[/a/], 'c')
    assert_type(String[3], 'c')
    assert_type(NotUndef, undef)
    assert_type(Type[Integer], String)
    assert_type(Callable, 1)
    assert_type(Integer, 'a') |$e| { 1 }
  T
end

function('type') do
  KINDS.each { |n, v| try("type(#{v})", name: n); try("type(#{v}, reduced)", name: "reduced.#{n}"); try("type(#{v}, generalized)", name: "generalized.#{n}") }
  lines("type()\ntype(1, detailed)\ntype(1, 'x')\ntype(1, 2)\ntype([1, 'a', [2.5]])\ntype([1, 'a', [2.5]], generalized)\ntype({a => 1, b => 'x'}, reduced)\ntype([1, undef], reduced)")
end

function('convert_to') do
  singly('convert_to')
  lines <<~'T'
    convert_to('1', Integer)
    convert_to('0xff', Integer, 16)
    convert_to('x', Integer)
    convert_to(1, String)
    convert_to(255, String, '%x')
    convert_to('1', Integer) |$x| { $x + 1 }
    convert_to([1, 2], Hash)
    convert_to({a => 1}, Array)
    convert_to('true', Boolean)
    convert_to(1, Integer[2, 3])
    convert_to(1, 'Integer')
    convert_to('a', Array)
    convert_to(['1', '2'], Array[Integer])
    '3.5'.convert_to(Float)
  T
end

function('new') do
  singly('new')
  lines <<~'T'
    new(Integer, '12')
    new(Integer, '12', 8)
    new(Integer, 'z')
    new(String, 1)
    new(String, [1, 2], {Array => {format => '%(a'}})
    new(Array, {a => 1})
    new(Array, 1, true)
    new(Hash, [[a, 1]])
    new(Boolean, 'yes')
    new(Float, '1e3')
    new(Numeric, '0x10')
    new(Integer, '5') |$x| { $x + 1 }
    Integer.new('7')
    Integer('7', 10, true)
    new('Integer', 1)
    new(Integer)
    new(Undef)
    new(Variant[Integer, String], 1)
    new(Integer[1, 3], '5')
    new(Sensitive, 'x')
    new(Tuple[Integer, Integer], [1, 2])
    new(Struct[{a => Integer}], {a => 1})
    new(Optional[Integer], '1')
    new(NotUndef[Integer], '1')
  T
end

function('tree_each') do
  singly('tree_each')
  lines <<~'T'
    [1, [2, {a => [3]}]].tree_each |$v| { notice($v) }
    [1, [2, {a => [3]}]].tree_each |$p, $v| { notice($p, $v) }
    Array([1, [2, {a => [3]}]].tree_each)
    Array([1, [2, {a => [3]}], 4].tree_each({order => breadth_first}))
    Array([1, [2, {a => [3]}]].tree_each({include_root => false}))
    Array([1, [2, {a => [3]}]].tree_each({include_containers => false}))
    Array([1, [2, {a => [3]}]].tree_each({include_values => false}))
    Array([1, [2, {a => [3]}]].tree_each({include_values => false, order => breadth_first}))
    Array([1, [2, {a => [3]}]].tree_each({include_containers => false, order => breadth_first}))
    Array([1, [2, {a => [3]}]].tree_each({include_values => false, include_containers => false}))
    Array([1, [2, {a => [3]}]].tree_each({container_type => Array}))
    Array({a => [1]}.tree_each({container_type => Hash}))
    Array({a => [1]}.tree_each({container_type => Array}))
    Array({a => [1]}.tree_each({container_type => Integer}))
    tree_each([1], {order => x})
    tree_each([1], {nope => 1})
    tree_each([1, 2]) |$v| { if $v == 1 { break() } }
    tree_each([[], {}, [[]]]) |$p, $v| { notice($p, $v) }
    tree_each({a => {b => {c => 1}}}) |$p, $v| { notice($p, $v) }
    Array([1, 2].tree_each.reverse_each)
    Array([[1, 2], [3]].tree_each({order => breadth_first}).step(2))
    Array([[1, [2]], [3], 4].tree_each({order => breadth_first}))
  T
end

%w[debug info notice warning err alert emerg crit].each do |fn|
  function(fn) do
    singly(fn, fn == 'notice' ? KINDS : FEW)
    lines("#{fn}('a', 1, [1, 'b', undef], {a => {b => 2}}, undef, true, 1.5, /x/, Integer[1])\n#{fn}\n#{fn} 'x'\n'x'.#{fn}\n#{fn}(Sensitive('p'))\n#{fn}(\"a\\nb\")\n#{fn}('')\n#{fn}([1, [2, [3]]])\n#{fn}({1 => undef})\n$x = #{fn}('a')\n#{fn}('a') |$x| { 1 }")
  end
end

function('fqdn_rand', facts: { 'networking' => { 'fqdn' => 'Node1.example.com' } }) do
  singly('fqdn_rand', MAIN.reject { |k, _| %w[type timestamp].include?(k) })
  [1, 2, 3, 10, 24, 30, 60, 100, 255, 256, 1000, 3600, 65536, 1_000_000, 4_294_967_296, 10_000_000_000].each { |n| try("fqdn_rand(#{n})", name: "max.#{n}"); try("fqdn_rand(#{n}, 'seed')", name: "seed.#{n}") }
  lines <<~T
    fqdn_rand('30')
    fqdn_rand(30, 'a', true)
    fqdn_rand(30, 'a', false)
    fqdn_rand(30, undef, true)
    fqdn_rand(30, 5)
    fqdn_rand(30, [a, b])
    fqdn_rand(30, {a => 1})
    fqdn_rand(-5)
    fqdn_rand('abc')
    fqdn_rand(30.9)
    Integer[1, 20].map |$i| { fqdn_rand(60, "job ${i}") }
    Integer[1, 20].map |$i| { fqdn_rand($i * 7) }
  T
end

function('call') do
  singly('call')
  lines <<~'T'
    call('abs', -3)
    call('map', [1, 2]) |$x| { $x + 1 }
    call('nope')
    call('notice', 'x')
    call(Deferred('abs', [-3]))
    call(Deferred('join', [['a', Deferred('upcase', ['b'])], '-']))
    call(Deferred('nope', []))
    call('abs', 'x')
    call('sprintf', '%s-%s', 1, 2)
    'abs'.call(-2)
  T
end

function('control', 'The functions break, next, return and import.') do
  lines <<~'T'
    break()
    next()
    return()
    break(1)
    next(1, 2)
    return(1, 2)
    import('x')
    [1, 2, 3].map |$x| { next($x * 2) }
    [1, 2, 3].map |$x| { next() }
    [1, 2, 3].each |$x| { notice($x) break() }
    function f() { [1, 2].each |$x| { return($x) } 9 } f()
    function f() { return() 9 } f()
    function f() { next(4) 9 } f()
    function f() { break() 9 } f()
    with(1) |$x| { with(2) |$y| { next(3) } 4 }
    [1, 2].map |$x| { [3, 4].map |$y| { if $y == 4 { break() } $y * $x } }
    import 'x', 'y'
  T
end

function('files', 'Functions about files of modules, where there is no such file.') do
  lines <<~'T'
    file('nope/x')
    file('nope/x', '/nope/y')
    file()
    file(1)
    binary_file('nope/x')
    binary_file('/nope')
    binary_file()
    find_file('nope/x')
    find_file('nope/x', '/nope')
    find_file(['nope/x'])
    find_file(['a'], ['b'])
    find_file(1)
    find_file([1])
    find_file()
    find_template('nope/x')
    find_template(['nope/x'])
    module_directory('nope')
    module_directory(['nope', 'nada'])
    module_directory(1)
    epp('nope/x')
    epp()
    epp('a', 1)
    epp('a', {'b c' => 1})
    inline_epp('a<%= 1 + 1 %>')
    inline_epp('<%= $x %>', {x => 3})
    inline_epp('<%- | $x = 5 | -%><%= $x %>')
    inline_epp('<%- | $x | -%><%= $x %>')
    inline_epp()
    inline_epp(1)
    inline_epp('x', {y => 1})
    generate('nope')
    generate('/nope/x y')
    generate('/bin/../x')
    generate('/bin/false')
    generate('/bin/echo', 'a b', 1)
    generate()
    digest('a')
    digest(1)
    digest()
  T
end
