require_relative 'kinds'

def pairs(op, left, right = left)
  left.each do |ln, l|
    right.each { |rn, r| try("#{l} #{op} #{r}", name: "#{ln}.#{rn}") }
  end
end

archive('op-plus', 'The operator + on every pair of kinds of values.') { pairs('+', MAIN); pairs('+', NUMERIC.reject { |k, _| MAIN.key?(k) }, NUMERIC) }
archive('op-minus', 'The operator - on every pair of kinds of values.') { pairs('-', MAIN); pairs('-', NUMERIC.reject { |k, _| MAIN.key?(k) }, NUMERIC) }
archive('op-append', 'The operator << on every pair of kinds of values.') do
  pairs('<<', MAIN.slice('undef', 'int', 'neg', 'maxint', 'float', 'str', 'numstr', 'emptyarr', 'ints', 'hash', 'type', 'sensitive', 'timespan', 'uri'), MAIN)
end
archive('op-times', 'The operator * on pairs of kinds that may be numbers.') { pairs('*', NUMERIC) }
archive('op-divide', 'The operator / on pairs of kinds that may be numbers.') { pairs('/', NUMERIC) }
archive('op-modulo', 'The operator % on pairs of kinds that may be numbers.') { pairs('%', NUMERIC) }
archive('op-shift-right', 'The operator >> on pairs of kinds that may be numbers.') { pairs('>>', NUMERIC) }
archive('op-less', 'The operator < on every pair of kinds of values.') { pairs('<', MAIN.merge(KINDS.slice('upper', 'whole', 'floatstr', 'unicode', 'any', 'classref'))) }
archive('op-match', 'The operator =~ on every pair of kinds of values.') do
  pairs('=~', MAIN, MAIN.merge(KINDS.slice('strtype', 'any', 'metatype')))
end

# == and `in` fail for nothing: a row of the table is one case.
archive('op-rows', 'A kind of value on the left of an operator that never fails, every kind on the right.') do
  %w[== != in].each do |op|
    KINDS.each { |n, v| try("[\n#{KINDS.values.map { |r| "  #{v} #{op} #{r}," }.join("\n")}\n]", name: "#{{ '==' => 'eq', '!=' => 'ne', 'in' => 'in' }[op]}.#{n}") }
  end
  %w[and or].each do |op|
    KINDS.each { |n, v| try("[#{%w[true false undef default].map { |r| "#{v} #{op} #{r}" }.join(', ')}, #{KINDS.values.first(8).map { |r| "#{r} #{op} #{v}" }.join(', ')}]", name: "#{op}.#{n}") }
  end
end

archive('op-order', 'The operators <=, > and >= on pairs that can be compared, and some that cannot.') do
  some = KINDS.slice('undef', 'int', 'float', 'whole', 'empty', 'str', 'upper', 'numstr', 'type', 'range', 'timestamp', 'timespan', 'semver', 'ints')
  { '<=' => 'le', '>' => 'gt', '>=' => 'ge' }.each do |op, n|
    some.each { |ln, l| some.each { |rn, r| try("#{l} #{op} #{r}", name: "#{n}.#{ln}.#{rn}") } }
  end
end

archive('op-not-match', 'The operator !~ on the kinds that can match.') do
  left = MAIN.slice('undef', 'int', 'str', 'numstr', 'ints', 'hash', 'type', 'semver', 'sensitive')
  pairs('!~', left, MAIN.slice('undef', 'int', 'str', 'regexp', 'ints', 'type', 'range', 'semver', 'semrange', 'ref'))
end

archive('op-unary', 'The unary operators -, ! and * on every kind of value.') do
  KINDS.each do |n, v|
    try("-(#{v})", name: "minus.#{n}")
    try("!(#{v})", name: "not.#{n}")
    try("$x = #{v}\n[0, *$x, 9]", name: "splat.array.#{n}")
    try("$x = #{v}\n[*$x]", name: "splat.only.#{n}")
  end
end

archive('op-strict', 'Strings that become numbers are an error where strict is.', settings: { strict: 'error' }) do
  %w[+ - * / % << >> < ==].each do |op|
    pairs(op, KINDS.slice('int', 'numstr', 'floatstr', 'hexstr').transform_values { |v| v }.transform_keys { |k| "#{{ '+' => 'plus', '-' => 'minus', '*' => 'times', '/' => 'div', '%' => 'mod', '<<' => 'shl', '>>' => 'shr', '<' => 'lt', '==' => 'eq' }[op]}.#{k}" },
          KINDS.slice('int', 'numstr', 'floatstr', 'hexstr', 'str'))
  end
  lines <<~'T'
    - '3'
    -'abc'
    [1,2,3]['1']
    'abc'['1']
    $unknown
    $foo::unknown
    "a${unknown}b"
    {a => 1, a => 2}
    { 'x' => 1, 'x' => 1 }
    Integer['1', 5]
  T
end

archive('op-precedence', 'Precedence and associativity, seen in values.') do
  lines <<~'T'
    1 + 2 * 3
    (1 + 2) * 3
    10 - 3 - 2
    2 * 3 % 4
    100 / 10 / 5
    100 / (10 / 5)
    -2 * -3
    - 2 + 5
    -(2 + 5)
    !true or true
    !(true or true)
    true or false and false
    (true or false) and false
    1 + 1 == 2
    1 < 2 == true
    1 == 1 == true
    1 << 2 + 1
    1 << 2 << 3
    64 >> 2 >> 1
    [1] << 2 << 3
    [1] + [2] << [3]
    1 in [1, 2] and 3 in [3]
    !1 in [false]
    !(1 in [2])
    'a' =~ /a/ and 'b' =~ /b/
    'abc' =~ /b/ == true
    1 < 2 and 2 < 3
    1 < 2 < 3
    true == !false
    $a = 1 + 2
    $a = $b = 3
    [$a = 1, $a + 1]
    1 + ($a = 2) + $a
    true ? { true => 1, default => 2 } + 10
    1 + true ? { true => 1, default => 2 }
    !true ? { true => 'a', false => 'b' }
    1 == 1 ? { true => 'y', false => 'n' }
    [1, 2, 3][1] + 10
    {a => {b => 2}}[a][b] * 2
    -[1, 2][1]
    -'3'[0]
    !'a'[0]
    [1, 2].map |$x| { $x } + [3]
    1.5e3 - 1500
    0x10 + 010
    7 / 2
    -7 / 2
    7 / -2
    -7 % 3
    7 % -3
    -7 % -3
    7.0 / 2
    7 % 2.5
    7.5 % 2
    0 / 0
    0.0 / 0
    1 / 0
    1 / 0.0
    1 % 0
    1.0 % 0
    -1.0 / 0.0
    1 << 62
    1 << 63
    1 << 64
    1 << -1
    -1 << 63
    1 >> 1
    -1 >> 1
    1 >> -2
    1 << 1.0
    1.0 << 1
    9223372036854775807 + 1
    -9223372036854775807 - 2
    9223372036854775807 * 2
    4611686018427387904 * 2
    4611686018427387904 * -2
    3037000500 * 3037000500
    9223372036854775807 + 1.0
    9223372036854775808
    -9223372036854775808
    0x7fffffffffffffff
    0x8000000000000000
    0777777777777777777777
    01777777777777777777777
    1e308 * 10
    1e400
    -1e400
    1e-400
    1.0e308 + 1.0e308
    0.1 + 0.2
    1.0 / 3
    2.0 * 0.5
    100000000000000000000.0
    1e15 + 0.0
    1e16 + 0.0
    123456789012345680.0
    0.0001
    0.00001
    1.0e-5
    -0.0
    0.0 == -0.0
    1.0 == 1
    1 == 1.0000000000000001
    9007199254740993 == 9007199254740992.0
    9223372036854775807 == 9223372036854775807.0
    9223372036854775807 < 9223372036854775808.0
    'a' == 'A'
    'a' < 'B'
    'B' < 'a'
    'Z' < 'a'
    '[' < 'a'
    'ä' == 'Ä'
    'a' in 'BANANA'
    'A' in 'banana'
    'a' in ['A']
    1 in ['1']
    '1' in [1]
    undef in [undef]
    [1] in [[1]]
    {a=>1} in [{a=>1}]
    /an/ in 'banana'
    /x/ in ['ax', 'b']
    /b/ in {abc => 1}
    /(a)(n)/ in ['x', 'banana'] ? { true => "$1$2", default => no }
    Integer in [1]
    Integer in ['a']
    Integer in {1 => 2}
    String in {1 => 2}
    'a' in {a => 1}
    'A' in {a => 1}
    1 in {1 => 2}
    1 in 123
    1 in '123'
    'x' in undef
    undef in 'x'
    undef in {undef => 1}
    default in [default]
    String in ['a', 1]
    Pattern[/a/] in ['b', 'a']
    Type[Integer] in [Integer]
    SemVer('1.2.3') in SemVerRange('>1.0.0')
    SemVer('1.2.3') in [SemVer('1.2.3')]
    '1.2.3' in SemVerRange('>1.0.0')
    [1,2,3] - 2
    [1,2,2,3] - [2]
    [1,2,3] - {1 => 2}
    [[1,2],[3,4]] - [[1,2]]
    [1,2,3] + 4
    [1,2,3] + [4]
    [1,2,3] + {a => 1}
    [1,2,3] + [[4]]
    {a=>1} + {b=>2}
    {a=>1} + {a=>2}
    {a=>1} + [b, 2]
    {a=>1} + [[b, 2]]
    {a=>1} + [b, 2, c]
    {a=>1} + []
    {a=>1} + 1
    {a=>1,b=>2} - a
    {a=>1,b=>2} - [a]
    {a=>1,b=>2} - {b=>3}
    {a=>1,b=>2} - c
    {a=>1} << 1
    [] << {}
    [1,2] << [3]
    'a' + 'b'
    'a' * 3
    '1' + '1'
    '1' * '3'
    '1.5' + 1
    '1e2' + 0
    '0x1f' + 0
    '017' + 0
    '08' + 0
    '0b11' + 0
    '-3' + 0
    '- 3' + 0
    '+3' + 0
    ' 3' + 0
    '3 ' + 0
    "3\n" + 0
    '3a' + 0
    '1_000' + 0
    '1.' + 0
    '.5' + 0
    '1.e3' + 0
    '' + 0
    -'3'
    -'-3'
    -'0x10'
    -'abc'
    -[1]
    -undef
    !undef
    !''
    !0
    Timespan('1:00:00') + Timespan('0:30:00')
    Timespan('1:00:00') + 60
    Timespan('1:00:00') - 3600
    Timespan('1:00:00') * 2
    Timespan('1:00:00') / 2
    Timespan('1:00:00') / Timespan('0:30:00')
    Timespan('1:00:00') % Timespan('0:25:00')
    Timespan('1:00:00') / 1.5
    2 * Timespan('1:00:00')
    60 + Timespan('1:00:00')
    60 - Timespan('1:00:00')
    -Timespan('1:00:00')
    Timestamp('2020-01-01') + 86400
    Timestamp('2020-01-01') + Timespan('1-00:00:00')
    Timestamp('2020-01-02') - Timestamp('2020-01-01')
    Timestamp('2020-01-02') - 1.5
    Timestamp('2020-01-01') - Timespan('1-00:00:00')
    Timestamp('2020-01-01') + Timestamp('2020-01-01')
    1 + Timestamp('2020-01-01')
    Timespan('1-00:00:00') + Timestamp('2020-01-01')
    Timestamp('2020-01-01') < Timestamp('2020-01-02')
    Timestamp('2020-01-01') == Timestamp('2020-01-01T00:00:00 UTC')
    Timestamp('2020-01-01') < 1577836801
    1577836800 < Timestamp('2020-01-01')
    1577836800 == Timestamp('2020-01-01')
    Timespan('0:01:00') == 60
    Timespan('0:01:00') < 61.5
    SemVer('1.0.0') < SemVer('1.0.1')
    SemVer('1.0.0-a') < SemVer('1.0.0')
    SemVer('1.0.0') < '1.0.1'
    SemVer('1.0.0+b1') == SemVer('1.0.0+b2')
    SemVer('1.0.0') == '1.0.0'
    '1.0.0' == SemVer('1.0.0')
    SemVer('1.2.3') =~ SemVerRange('1.x')
    '1.2.3' =~ SemVerRange('1.x')
    '1.2.3' =~ SemVer('1.2.3')
    SemVer('1.2.3') =~ SemVer('1.2.3')
    SemVer('1.2.3') =~ SemVer['1.x']
    URI('http://a/b') + URI('c')
    URI('http://a/b/') + 'c'
    URI('http://a/b/') + 'http://x/'
    URI('http://a/b') == URI('http://A/b')
    URI('http://a/b') == 'http://a/b'
    Binary('YWJj') + Binary('YWJj')
    Binary('YWJj') == Binary('YWJj')
    Binary('YWJj') + 'x'
    Sensitive('a') == Sensitive('a')
    Sensitive('a') == 'a'
    Sensitive(1) < Sensitive(2)
    Integer + String
    Integer[1,5] == Integer[1,5]
    Integer == Integer[default, default]
    File['/a'] == File['/a']
    File['/a'] == File['/A']
    File['/a', '/b'] == [File['/a'], File['/b']]
    Class['a'] == Class['A']
    /a/ == /a/
    /a/ == /A/
    /a/i == /a/
    'a' == /a/
    default == 'default'
    undef == ''
    true == 'true'
    [1, 'a', [undef]] == [1, 'A', [undef]]
    {a => 'X', b => 1} == {b => 1.0, a => 'x'}
    {'A' => 1} == {'a' => 1}
  T
end
