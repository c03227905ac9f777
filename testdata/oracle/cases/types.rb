require_relative 'kinds'

TYPES = ['Any', 'Undef', 'NotUndef', 'Default', 'Data', 'RichData', 'Scalar', 'ScalarData', 'Numeric', 'Integer', 'Integer[1, 5]', 'Integer[2, 3]', 'Integer[default, 5]',
         'Float', 'Float[1.0, 5.0]', 'Boolean', 'Boolean[true]', 'String', 'String[1]', 'String[1, 5]', "Enum['a', 'b']", "Enum['a', 'b', true]", 'Pattern[/a/]', 'Regexp', 'Regexp[/a/]',
         'Collection', 'Collection[1, 5]', 'Array', 'Array[Integer]', 'Array[Integer, 1, 5]', 'Array[Any]', 'Tuple[Integer]', 'Tuple[Integer, String]', 'Tuple[Integer, 1, 5]', 'Hash',
         'Hash[String, Integer]', 'Hash[String, Integer, 1, 5]', 'Struct[{a => Integer}]', 'Struct[{Optional[a] => Integer}]', 'Struct[{a => Optional[Integer]}]', 'Variant[Integer, String]', 'Variant[Integer[1, 5], Enum[a]]',
         'Optional', 'Optional[Integer]', "Optional['a']", 'NotUndef[Optional[Integer]]', 'Iterable', 'Iterable[Integer]', 'Iterator', 'Callable', 'Callable[0, 0]', 'Callable[Integer]',
         'Callable[Integer, 1, 5]', 'Callable[[Integer], String]', 'Type', 'Type[Integer]', 'Type[Integer[1, 5]]', 'CatalogEntry', 'Resource', 'File', "File['/x']", 'Class', "Class['a']", 'Sensitive', 'Sensitive[String]', 'Binary',
         'Timestamp', "Timestamp['2020-01-01', '2021-01-01']", 'Timespan', "Timespan['0:01:00', '1:00:00']", 'SemVer', "SemVer['1.x']", 'SemVerRange', 'URI', "URI['http://a']", 'Runtime', "Runtime['ruby', 'String']", 'Init', 'Init[Integer]', 'Object', 'TypeSet', 'Deferred', 'Error'].freeze

# A row of the table is a case; T and . are easier to read than booleans.
def row(name, first, each, without = [])
  try("#{first}\n[\n#{(TYPES - without).each_slice(6).map { |s| "  #{s.join(', ')}," }.join("\n")}\n].map |$u| { #{each}.map |$b| { if $b { 'T' } else { '.' } }.join }.join(' ')", name: name)
end

archive('type-pairs', 'Each type against every type: ==, <, <=, >, >=, and =~ with the type as a value.') do
  # Puppet trips over these two groups when they meet.
  objects = %w[Object Deferred Error]
  iterables = ['Iterable[Integer]']
  TYPES.each do |t|
    without = objects.include?(t) ? iterables : iterables.include?(t) ? objects : []
    row(t.gsub(/[^A-Za-z0-9.]+/, '-').sub(/-\z/, ''), "$t = #{t}", '[$t == $u, $t < $u, $t <= $u, $t > $u, $t >= $u, $t =~ $u]', without)
  end
end

archive('type-instances', 'Each kind of value against every type.') do
  KINDS.each { |n, v| row(n, "$v = #{v}", '[$v =~ $u, $v in [$u]]') }
end

archive('type-infer', 'The type of a value, detailed, reduced and generalised.') do
  values = KINDS.values + ["[1, 2.0]", "[1, 'a', undef]", "['a', 'b']", "['a', '']", '[[1], [2, 3]]', '[{a => 1}, {a => 2}]', '[{a => 1}, {b => 2}]', "{a => 1, b => 'x'}", '{a => {b => {c => [1]}}}', "{1 => 'a', 2 => 'b'}", "{'a b' => 1}", "{'' => 1}",
                           '[true, false]', '[true, true]', '[1, 5, 3]', '[1.5, 2.5]', '[/a/, /b/]', '[Integer, String]', '[Integer, Integer[1, 2]]', "[File['a'], File['b']]", "[File['a'], Notify['b']]", "[Class['a'], Class['b']]", '[undef, undef]', '[default]', '[[], []]', '[{}, {}]',
                           "[Sensitive(1), Sensitive('a')]", "[Timestamp('2020-01-01'), Timestamp('2021-01-01')]", '[Timespan(1), Timespan(2)]', "[SemVer('1.0.0'), SemVer('2.0.0')]", '[[1, [2, [3]]]]', "{a => undef}", "{a => [], b => {}}", '[1, 2].each', "[1, 2].map |$x| { $x }", '[1,2].reverse_each', 'Integer[1,3].each', "Deferred('f', [1])", "Variant[Integer, String]", "Struct[{a => Integer}]", "Type", "Type[Type[Integer]]", "Sensitive[Integer]"]
  values.uniq.each do |v|
    name = slug(v)
    try("$v = #{v}\n[type($v), type($v, detailed), type($v, reduced), type($v, generalized)].map |$t| { \"${t}\" }", name: name)
  end
end

archive('type-mismatch', 'What Puppet says when a value does not fit a type.') do
  types = ['Undef', 'NotUndef', 'Scalar', 'Data', 'Numeric', 'Integer', 'Integer[5]', 'Integer[default, -9]', 'Float', 'Boolean', 'Boolean[true]', 'String', 'String[9]', 'String[0, 1]', "Enum['a', 'b']", "Enum['a', 'b', true]", 'Pattern[/q/]', 'Pattern[/q/, /r/]', 'Regexp', 'Array', 'Array[String, 3]', 'Array[Integer[5]]', 'Tuple[Integer]',
           'Tuple[String, Integer, 3, 4]', 'Hash', 'Hash[Integer, Integer]', 'Hash[String, String]', 'Struct[{abc => String}]', 'Struct[{abc => Integer, q => Integer}]', 'Struct[{Optional[abc] => Integer}]', 'Variant[Integer[5], String[9]]', 'Variant[Array[Integer], Hash[String, String]]', 'Optional[String[9]]', 'Optional[Integer[5]]', 'Iterable', 'Callable', 'Type', 'Type[String]', 'Resource', 'File', "Class['x']", 'Sensitive', 'Sensitive[Integer]', 'Binary', 'Timestamp', 'Timespan', 'SemVer', 'URI', 'Optional[Variant[Integer[5], Enum[x]]]', 'NotUndef[Float]', 'Array[Variant[String, Struct[{a => Integer}]]]', 'Hash[String, Array[Integer]]']
  values = { 'undef' => 'undef', 'int' => '3', 'neg' => '-1', 'float' => '1.5', 'str' => "'abc'", 'empty' => "''", 'true' => 'true', 'ints' => '[1, 2]', 'mixed' => "[1, 'x', undef]", 'emptyarr' => '[]', 'hash' => "{'abc' => 1}", 'deep' => "{'abc' => ['x', 1], 'q' => {'r' => 1}}", 'emptyhash' => '{}', 'type' => 'Integer', 'regexp' => '/a/', 'sensitive' => "Sensitive('x')", 'ref' => "File['/x']", 'default' => 'default' }
  types.each { |t| values.each { |n, v| try("assert_type(#{t}, #{v})", name: "#{slug(t)}.#{n}") } }
end

archive('type-new', 'new() of each type: what it takes and what it says when it cannot.') do
  args = {
    'Integer' => ["'10'", "'0x1F'", "'0b101'", "'017'", "'08'", "'1f', 16", "'0x1f', 16", "'101', 2", "'0b101', 2", "'77', 8", "'9', 8", "'z', 36", "'10', 1", "'10', 10", "'-5'", "'- 5'", "'+5'", "' 5'", "'5 '", "''", "'a'", "'1.5'", "'1e3'", '1.9', '-1.9', '1e18', '1e19', '1e400', 'true', 'false', 'undef', 'default', '5', '-5, 10, true', "'-5', 10, true", "{from => '10', radix => 16}", "{from => '-10', abs => true}", '{radix => 2}', '[1]', "['10', 16]", "Timestamp('2020-01-01')", 'Timespan(90)', "'9223372036854775807'", "'9223372036854775808'", "'0xFFFFFFFFFFFFFFFF'", "'1_000'", '1, 2, 3, 4', '', "Sensitive('1')", "Binary('MQ==')", "'5', default", "'0x10', default", "'0B11'", "'0X1f'", "'00'", "'0'", "'-0x10'"],
    'Integer[1, 5]' => ["'3'", "'7'", '0'], 'Float' => ["'1.5'", "'1'", "'1e3'", "'-1.5'", "' 1.5'", "'.5'", "'5.'", "'0x10'", "'0b11'", "'010'", "'abc'", "''", '1', 'true', 'false', 'undef', '-1.5, true', "{from => '-2.5', abs => true}", "'1.5', 10", "Timespan(1.5)", "Timestamp('2020-01-01T00:00:00.5')", "'1e400'", "'nan'", '[1]', ''],
    'Numeric' => ["'1'", "'1.5'", "'0x1f'", "'1e2'", "'a'", 'true', '5', '5.5', "'-3', true", '-3.5, true', 'undef', "{from => '-3', abs => true}", 'Timespan(90)', "'017'", "'0b11'", "'08'", "''"],
    'Boolean' => ["'true'", "'false'", "'yes'", "'no'", "'y'", "'n'", "'YES'", "'TRUE'", "'on'", "''", '0', '1', '2', '-1', '0.0', '1.5', 'true', 'undef', '[1]', 'default', "'true', 1"],
    'String' => ['1', '1.5', 'undef', 'true', 'default', "'a'", '[1, 2]', '{a => 1}', "/a/", 'Integer', "Timestamp('2020-01-01')", 'Timespan(90)', "SemVer('1.2.3')", "Binary('YWJj')", "Sensitive('x')", "URI('http://a')", "File['/x']", "'a', '%q'", "'a', '%p'", "'a', '%10s|'", "'a', '%-10s|'", "'abc', '%.2s'", "'abc', '%u'", "'abc', '%d'", "'abc def', '%c'", "'abc def', '%C'", "'ABC', '%d'", "' abc ', '%t'", "15, '%x'", "15, '%#x'", "15, '%X'", "15, '%o'", "15, '%#o'", "15, '%b'", "15, '%#b'", "15, '%08b'", "15, '%5d'", "15, '%-5d|'", "15, '%05d'", "15, '%+d'", "15, '% d'", "15, '%e'", "15, '%f'", "15, '%.1f'", "15, '%g'", "15, '%a'", "15, '%s'", "15, '%p'", "65, '%c'", "15, '%#p'", "-15, '%x'", "-15, '%b'", "15, '%z'", "1.5, '%d'", "1.5, '%f'", "1.5, '%.3f'", "1.5, '%e'", "1.5, '%10.2f'", "1.5, '%a'", "1.5, '%p'", "1.5, '%s'", "1.0, '%g'", "true, '%d'", "true, '%y'", "true, '%t'", "true, '%#t'", "true, '%Y'", "false, '%T'", "true, '%x'", "undef, '%s'", "undef, '%n'", "undef, '%u'", "undef, '%d'", "undef, '%v'", "undef, '%p'", "undef, '%q'", "undef, '%x'", "default, '%d'", "default, '%D'", "default, '%s'", "default, '%p'", "[1, 2], '%a'", "[1, 2], '%(a'", "[1, 2], '%<a'", "[1, 2], '%{a'", "[1, 2], '%|a'", "[1, [2, 3]], '%#a'", "[1, 'a'], '%s'", "[1, 'a'], '%p'", "{a => 1}, '%h'", "{a => 1}, '%(h'", "{a => 1}, '%a'", "{a => 1, b => {c => 2}}, '%#h'", "{a => 1}, '%p'", "{a => 1}, '%s'", "[1, 15], {Integer => '%#x'}", "[1, 1.5, 'a'], {Integer => '%d', Float => '%.2f', String => '%p'}", "[1, 2], {Array => {format => '%(a', separator => ';'}}", "[1, 2], {Array => {format => '%(a', separator => ';', string_formats => {Integer => '%#x'}}}", "{a => 1, b => 2}, {Hash => {format => '%(h', separator => ';', separator2 => ':'}}", "{a => [1, 2]}, {Hash => '%h', Array => '%(a'}", "/a b/i, '%p'", "/a/, '%s'", "Integer[1, 2], '%p'", "Integer, '%s'", "Integer, '%#s'", "'a', default", "'a', 5", "'a', 's'", "'a', '%'", "'a', '%s %s'", "'%', '%s'", "1, {Integer => 5}", "1, {String => '%x'}", "Timestamp('2020-01-01'), '%Y'", "Timespan(90), '%H:%M:%S'", "Binary('YWJj'), '%b'", "Binary('YWJj'), '%B'", "Binary('YWJj'), '%u'", "Binary('YWJj'), '%s'", "Binary('YWJj'), '%p'", "Binary('YWJj'), '%t'", "SemVer('1.2.3'), '%p'", ''],
    'Array' => ['1', 'undef', "'abc'", '{a => 1}', '[1]', '5', 'Integer[1,3]', '1, true', '[1], true', '{a => 1}, true', "undef, true", "'ab', true", "Binary('YWJj')", 'true', '1.5', 'default', '-1', '0', "Timestamp('2020-01-01')", '', '1, 2', '[1,2].each', 'Enum[a, b]'],
    'Hash' => ['[a, 1]', '[[a, 1]]', '[a, 1, b]', '[[a, 1], [b, 2]]', '{a => 1}', '1', "'ab'", '[]', 'undef', '[1, 2, 3, 4]', '[[1, 2, 3]]', '[1, [2]]', '[[[0], a], [[1], b]], tree', "[[[a], 1], [[b, c], 2]], tree", "[[[], {a => 1}], [[b], 2]], tree", "[[[0], a], [[1], b]], 'hash_tree'", "[[[0], {a => 1}]], tree", 'Integer[1,4]', "[[a, 1]], 'x'", '{a => 1}, tree', '', 'default'],
    'Tuple[Integer, String]' => ["[1, 'a']", '[1]', '1', '{1 => a}'], 'Array[Integer]' => ["['1']", '[1]', "'ab'", "{a => 1}"], 'Hash[String, Integer]' => ['[a, 1]', '[a, b]'],
    'Struct[{a => Integer}]' => ['{a => 1}', '[a, 1]', '[[a, 1]]', '{a => x}', '[]'], 'Optional[Integer]' => ["'5'", 'undef', "'x'"], 'Variant[Integer, String]' => ["'5'", '5', 'undef'], 'NotUndef[Integer]' => ["'5'", 'undef'],
    'Enum[a, b]' => ["'a'", "'c'"], 'Pattern[/a/]' => ["'a'"], 'String[2]' => ["'a'", "'abc'", '12'],
    'Regexp' => ["'a'", "'a.*b'", "'('", "'a', 'i'", "'a', true", "'a', false", '/a/', '1', "'a/b'", "''"],
    'Timestamp' => ["'2020-01-01'", "'2020-01-01T12:34:56'", "'2020-01-01 12:34:56'", "'2020-01-01T12:34:56.789'", "'2020-01-01T12:34:56 UTC'", "'2020-01-01T12:34:56+01:00'", "'2020-01-01T12:34:56 CET'", "'2020-13-01'", "'2020-02-30'", "'x'", "''", '0', '1577836800', '-1', '1.5', "'01/02/2020', '%m/%d/%Y'", "'01/02/2020', ['%Y', '%m/%d/%Y']", "'x', '%Y'", "'2020-01-01T00:00:00', '%FT%T', 'PST'", "'2020-01-01', default, 'CET'", "{string => '2020-01-01'}", "{string => '01.02.2020', format => '%d.%m.%Y'}", "{string => '2020-01-01', timezone => 'CET'}", 'undef', 'true', "'2020-01-01 10', '%F %H'", "'2020-1-1'", "'20200101'"],
    'Timespan' => ["'1-02:03:04.5'", "'02:03:04'", "'03:04'", "'04'", "'1-2:3:4'", "'25:00:00'", "'00:61:00'", "'x'", "''", '0', '90', '90.5', '-90', '1, 2, 3, 4', '1, 2, 3, 4, 5', '1, 2, 3, 4, 5, 6, 7', '1, 2, 3', "'1:2', '%H:%M'", "'5 days', '%D days'", "{string => '1:2:3'}", "{string => '10', format => '%M'}", '{days => 1, hours => 2}', '{days => 1, negative => true}', '{seconds => 90, nanoseconds => 5}', "'90', '%S'", "'1.5', '%S.%L'", "'-1:00:00'", 'undef', 'Timespan(5)', "'1', ['%D-%H', '%H']", '{hourz => 1}'],
    'SemVer' => ["'1.2.3'", "'1.2.3-rc1'", "'1.2.3-rc.1+b5'", "'1.2'", "'v1.2.3'", "''", '1, 2, 3', "1, 2, 3, 'rc1'", "1, 2, 3, 'rc1', 'b5'", '1, 2', '-1, 2, 3', '{major => 1, minor => 2, patch => 3}', "{major => 1, minor => 2, patch => 3, prerelease => 'rc1', build => 'b'}", '{major => 1}', 'undef', "SemVer('1.2.3')", "'01.2.3'", "'1.2.3.4'", '1.2'],
    'SemVerRange' => ["'1.2.3'", "'>=1.0.0'", "'>=1.0.0 <2.0.0'", "'1.x'", "'1.2.x'", "'~1.2.3'", "'~>1.2.3'", "'^1.2.3'", "'1.0.0 - 2.0.0'", "'*'", "''", "'x'", "'>1.0'", "'<=1'", "'=1.2.3'", "'1.x || 3.x'", "SemVer('1.0.0'), SemVer('2.0.0')", "SemVer('1.0.0'), SemVer('2.0.0'), true", "'1.0.0', '2.0.0'", "'1.0.0', default", "default, SemVer('2.0.0')", "{min => SemVer('1.0.0'), max => SemVer('2.0.0')}", "{min => '1.0.0', max => '2.0.0', exclude_max => true}", '1'],
    'Binary' => ["'YWJj'", "'YWJj', '%b'", "'YWJj', '%B'", "'YWJj', '%u'", "'abc', '%s'", "'abc', '%r'", "'åä', '%s'", "'åä', '%r'", "'YWI'", "'YWI', '%B'", "'YWI', '%b'", "'not base64!'", "'-_8=', '%u'", '[97, 98, 99]', '[256]', '[-1]', "['a']", '[]', "{value => 'YWJj'}", "{value => 'abc', format => '%s'}", "{value => [97]}", "''", '5', 'undef', "'a', '%x'", "Binary('YWJj')"],
    'Sensitive' => ["'a'", '1', 'undef', "Sensitive('a')", '[1]', '', '1, 2'], 'Sensitive[Integer]' => ['1', "'a'"],
    'URI' => ["'http://example.com/a'", "'http://u:p@h:80/p?q#f'", "'mailto:a@b'", "'a b'", "''", "'relative/path'", "'http://[::1]/'", "{scheme => 'http', host => 'h', path => '/p'}", "{scheme => 'http', host => 'h', port => 8080, query => 'a=b', fragment => 'f', userinfo => 'u'}", "{host => 'h'}", "{nope => 1}", '1', 'undef', "'http://h', true"],
    'Init' => ["1"], 'Init[Integer]' => ["'5'", "'x'"], "Init[Integer, 16]" => ["'1f'"], "Init[String, '%x']" => ['255'],
    'Type' => ["'Integer'"], 'Undef' => ['undef', '1'], 'Default' => ['default'], 'Any' => ['1'], 'Scalar' => ['1'], 'Data' => ['1'], 'Callable' => ['1'], 'Iterable' => ['[1]'], 'Iterator' => ['[1]'], 'Collection' => ['[1]'], 'Unit' => ['1'], 'Resource' => ["'file'"], 'Class' => ["'a'"], 'File' => ["'/x'"], 'CatalogEntry' => ['1'],
    'Deferred' => ["'f'", "'f', [1, 2]", "'$x'", "'$x', ['a']", "'F'", "1", "{name => 'f', arguments => [1]}", "'f', 1"],
    'Error' => ["'m'", "'m', 'kind'", "'m', 'kind', {a => 1}, 'CODE'", "{msg => 'm', kind => 'k'}", '1'],
    'Object' => ['{}', "{name => 'A', attributes => {a => Integer}}"], 'TypeSet' => ['{}'], 'Runtime' => ["'ruby'"],
  }
  args.each { |t, list| list.each_with_index { |a, i| try("#{t}.new(#{a})", name: "#{slug(t)}.#{i}"); try("#{t}(#{a})", name: "#{slug(t)}.#{i}.call") if i.zero? } }
end

archive('type-expressions', 'Type expressions: what is written, what is printed, errors with positions.') do
  lines <<~'T'
    Integer[1, 5]
    Integer[5]
    Integer[default, 5]
    Integer[default, default]
    Integer[default]
    Integer[5, 1]
    Integer['1', '5']
    Integer[a]
    Integer[1.0, 5]
    Float[1, 5]
    Float[1.5]
    Float[default, 1]
    Float[a]
    String[0]
    String[0, default]
    String[-1]
    String[5, 1]
    String['a']
    String[default]
    String[Integer[1, 5]]
    Boolean[true]
    Boolean[1]
    Enum
    Enum[]
    Enum[a]
    Enum['b', 'a', 'a']
    Enum[[a, b]]
    Enum[a, true]
    Enum[a, 1]
    Enum['']
    Pattern
    Pattern['a']
    Pattern[/a/, 'b', Regexp[/c/], Pattern[/d/]]
    Pattern[1]
    Regexp['a']
    Regexp[/a/]
    Regexp[1]
    Regexp['(']
    Array[Integer, 1]
    Array[Integer, 1, 5]
    Array[Integer, default, 5]
    Array[1, 5]
    Array[0, 0]
    Array[Integer, 5, 1]
    Array[Integer, -1]
    Array[Integer, String]
    Array[Integer, Integer[1,5]]
    Array[a]
    Array[1]
    Array[[Integer]]
    Array[Array[Array[Integer]]]
    Hash[Integer]
    Hash[String, Integer, 1]
    Hash[String, Integer, 1, 5]
    Hash[0, 0]
    Hash[1, 5]
    Hash[String, Integer, a]
    Hash[a, b]
    Struct
    Struct[{}]
    Struct[{a => Integer, 'b' => String}]
    Struct[{Optional[a] => Integer, NotUndef[b] => Integer}]
    Struct[{a => Optional[Integer]}]
    Struct[{'' => Integer}]
    Struct[{1 => Integer}]
    Struct[{a => 1}]
    Struct[a]
    Struct[{'a b' => Integer, "c'd" => String}]
    Tuple[Integer, String]
    Tuple[Integer, 1]
    Tuple[Integer, String, 1, 5]
    Tuple[Integer, 5, 1]
    Tuple[1]
    Tuple[Integer, -1]
    Tuple[a]
    Variant
    Variant[Integer]
    Variant[Integer, Integer]
    Variant[Integer, Variant[String, Float]]
    Variant[Integer, Undef]
    Variant[a]
    Variant[[Integer, String]]
    Optional[Integer]
    Optional['a']
    Optional[1]
    Optional[Optional[Integer]]
    Optional[Integer, String]
    NotUndef['a']
    NotUndef[Optional[Integer]]
    NotUndef[1]
    Type[Integer]
    Type[Type]
    Type[1]
    Type[String, Integer]
    Callable[Integer, String]
    Callable[0, 0]
    Callable[]
    Callable[Integer, 0, 1]
    Callable[Integer, 1, default]
    Callable[[Integer, String], Float]
    Callable[[], Float]
    Callable[Callable]
    Callable[Integer, Callable[String]]
    Callable[Integer, Optional[Callable[String]]]
    Callable[a]
    Iterable[Integer]
    Iterable[1]
    Iterator[Integer]
    Collection[1, 5]
    Collection[Integer]
    Sensitive[String]
    Sensitive[1]
    Sensitive[String, Integer]
    Timestamp['2020-01-01']
    Timestamp['2020-01-01', '2021-01-01']
    Timestamp['2021-01-01', '2020-01-01']
    Timestamp[default, '2020-01-01']
    Timestamp[0, 10]
    Timestamp[a]
    Timespan['1:00:00']
    Timespan[1, 60]
    Timespan[60, 1]
    Timespan[{hours => 1}]
    SemVer['1.x', '3.x']
    SemVer['>=1.0.0 <2.0.0', '>=1.5.0 <3.0.0']
    SemVer[SemVerRange('1.x')]
    SemVer[1]
    SemVer['x']
    SemVerRange['a']
    URI['http://a']
    URI[{scheme => 'http'}]
    URI[{scheme => Enum[http, https], port => Integer[1]}]
    URI[{nope => 1}]
    Runtime['ruby', 'Foo']
    Runtime['ruby', [/(.*)/, '\1']]
    Runtime[1]
    Init[Integer, 16]
    Init[Foo]
    Object[{name => 'A', attributes => {a => Integer}}]
    Object[{attributes => {a => Integer, b => {type => String, value => 'x'}}}]
    Object[{attributes => {1 => Integer}}]
    Object[{nope => 1}]
    Object[{attributes => {a => Integer}, functions => {f => Callable[0, 0]}}]
    Object[{constants => {a => 1}}]
    Object[{attributes => {a => Integer}, equality => [a]}]
    Object[{attributes => {a => Integer}, equality => [b]}]
    Object[{parent => Integer}]
    TypeSet[{version => '1.0.0', pcore_version => '1.0.0', types => {A => Integer}}]
    TypeSet[{version => '1.0.0'}]
    TypeAlias['A', Integer]
    TypeReference['A']
    Unit
    Data
    RichData
    ScalarData
    Data[1]
    Any[1]
    Undef[1]
    Numeric[1]
    Scalar[1]
    Integer [1, 5]
    integer
    Foo
    Foo[a]
    Foo::Bar[a]
    Foo[1]
    Any == Foo
    1 =~ Foo
    Foo =~ Type
    Foo =~ Resource
    Foo[a] =~ CatalogEntry
    Resource[foo] == Foo
    Resource['foo', 'a'] == Foo['a']
    Resource
    Resource[file]
    Resource['file', 'a', 'b']
    Class
    Class[a, b]
    Type[Class]
    Type[Class[a]]
    Type[File['/x']]
    [Integer, String[1], Array[Integer[1, 5], 1]]
    {Integer => String}
    Integer.type
    type(Integer)
    type(Type)
    type(1).type
    type(1, nope)
    [1, 2] =~ Array[Integer[1, 2]]
    Integer[1,5].each |$x| { notice($x) }
    Integer[1,5].size
    Enum[a, b].map |$x| { $x }
    Integer[1].any |$x| { $x > 2 }
    Integer.each |$x| { 1 }
    Integer[1,3] =~ Iterable
    Integer[1,3] =~ Iterable[Integer]
    Enum[a] =~ Iterable
    Integer.new
    Integer.from
    Integer[1,5].from
    Integer[1,5].to
    Struct[{a => Integer}].elements
    Timestamp.new(0).year
    SemVer('1.2.3').major
    Error('m').msg
    [SemVer.max_range, 1]
    Integer < 5
    Integer + 1
    -Integer
    !Integer
    "${Integer}"
    assert_type(Integer, 1)
    assert_type(Integer, 'a')
    assert_type('Integer', 1)
    assert_type('Integer[1', 1)
    assert_type(Integer, 'a') |$e, $a| { "expected ${e} got ${a}" }
    assert_type(Integer, 1) |$e, $a| { 'no' }
    assert_type(Array[Integer], [1, a]) |$e, $a| { [$e, $a] }
    assert_type(Foo, 1)
    assert_type(1, 1)
    assert_type(Integer)
    'a'.assert_type(Integer)
    Integer.assert_type(1)
  T
end
