require_relative 'kinds'

ITERATORS = {
  'each1' => '.each |$x| { notice($x) }', 'each2' => '.each |$i, $x| { notice($i, $x) }', 'map1' => '.map |$x| { $x }', 'map2' => '.map |$i, $x| { [$i, $x] }',
  'filter1' => '.filter |$x| { true }', 'filter2' => '.filter |$i, $x| { $i == 1 }', 'reduce' => '.reduce |$m, $x| { [$m, $x] }', 'reduce-memo' => '.reduce(0) |$m, $x| { [$m, $x] }',
  'any1' => '.any |$x| { notice($x) }', 'any2' => '.any |$i, $x| { $i == 1 }', 'all1' => '.all |$x| { notice($x) true }', 'all2' => '.all |$i, $x| { $i == 0 }',
  'index1' => '.index |$x| { $x }', 'index2' => '.index |$i, $x| { $i == 1 }', 'slice' => '.slice(2)', 'slice-block' => '.slice(2) |$a| { notice($a) }', 'slice-two' => '.slice(2) |$a, $b| { notice($a, $b) }',
  'group_by' => '.group_by |$x| { type($x, generalized) }', 'partition1' => '.partition |$x| { $x =~ Integer }', 'partition2' => '.partition |$i, $x| { $i == 1 }', 'reverse_each' => '.reverse_each |$x| { notice($x) }', 'reverse_each-chain' => '.reverse_each.map |$x| { $x }',
  'step' => '.step(2) |$x| { notice($x) }', 'step-chain' => '.step(2).map |$x| { $x }', 'tree_each' => '.tree_each |$p, $v| { notice($p, $v) }', 'flatten' => '.flatten', 'length' => '.length', 'size' => '.size', 'empty' => '.empty', 'keys' => '.keys', 'values' => '.values', 'unique' => '.unique', 'sort' => '.sort', 'join' => ".join('-')", 'splat' => '.with |$x| { [*$x] }', 'max' => '.max', 'min' => '.min', 'then' => '.then |$x| { [$x] }', 'lest' => ".lest || { 'lest' }",
}.freeze

archive('iteration-kinds', 'Each iteration function over each kind of value that may be iterable, and some that are not.') do
  on = { 'undef' => 'undef', 'default' => 'default', 'true' => 'true', 'three' => '3', 'zero' => '0', 'neg' => '-1', 'float' => '1.5', 'empty' => "''", 'str' => "'abc'", 'emptyarr' => '[]', 'ints' => '[1, 2, 3]', 'mixed' => "[1, 'a', [2, undef]]",
         'emptyhash' => '{}', 'hash' => '{a => 1, b => undef}', 'type' => 'Integer', 'range' => 'Integer[1, 4]', 'open' => 'String', 'enum' => 'Enum[x, y]', 'regexp' => '/a/', 'iterator' => '[1, 2, 3].reverse_each', 'step' => 'Integer[1, 6].step(2)', 'binary' => "Binary('YWJj')", 'ref' => "File['/x']", 'sensitive' => 'Sensitive([1])', 'semver' => "SemVer('1.2.3')" }
  on.each { |n, v| ITERATORS.each { |fn, f| try("$v = #{v}\n$v#{f}", name: "#{fn}.#{n}") } }
end

archive('iteration', 'Iteration in detail: values, chains, laziness, errors and their positions.') do
  lines <<~'T'
    [1,2,3].each |$x| { $x }
    [1,2,3].map |$x| { undef }
    [].map |$x| { $x }
    [].reduce |$m, $x| { $m }
    [].reduce(5) |$m, $x| { $m }
    [1].reduce |$m, $x| { fail('no') }
    [1].reduce(5) |$m, $x| { $m + $x }
    {}.reduce |$m, $x| { $m }
    {a=>1,b=>2}.reduce |$m, $x| { [$m[0] + $x[0], 1] }
    {a=>1,b=>2}.reduce |$m, $x| { ["${m[0]}${x[0]}", $m[1] + $x[1]] }
    {a=>1,b=>2}.reduce(0) |$m, $x| { $m + $x[1] }
    {a=>1,b=>2}.filter |$k, $v| { $v > 1 }
    {a=>1,b=>2}.filter |$p| { $p[1] > 1 }
    {a=>1,b=>2}.map |$k, $v| { [$k, $v * 2] }
    Hash({a=>1,b=>2}.map |$k, $v| { [$k, $v * 2] })
    {a=>1,b=>2}.each |$k, $v| { notice("$k=$v") }
    {a=>1,b=>2}.each |$p| { notice($p) }
    {a=>1,b=>2}.any |$k, $v| { $v == 2 }
    {a=>1,b=>2}.all |$p| { $p[1] > 0 }
    {a=>1,b=>2}.index(2)
    {a=>1,b=>2}.index(9)
    [a,b].index('b')
    [a,b].index('B')
    [1,2].index(1.0)
    [a,b].index |$i, $x| { $i == 1 }
    'abc'.index('b')
    'abc'.index('z')
    [1,2,3,4,5].slice(2)
    [1,2,3,4,5].slice(0)
    [1,2,3,4,5].slice(-1)
    [1,2,3,4,5].slice(9)
    [1,2,3,4,5].slice('2')
    [].slice(2)
    {a=>1,b=>2,c=>3}.slice(2)
    {a=>1,b=>2,c=>3}.slice(2) |$p| { notice($p) }
    {a=>1,b=>2,c=>3}.slice(2) |$p, $q| { notice($p, $q) }
    slice([1,2,3], 2) |$a| { notice($a) }
    Integer[1,5].slice(2)
    'abcde'.slice(2)
    5.slice(2)
    [1,2,3].reverse_each
    [1,2,3].reverse_each.reverse_each.map |$x| { $x }
    {a=>1,b=>2}.reverse_each.map |$x| { $x }
    5.reverse_each.map |$x| { $x }
    [1,2,3,4,5].step(2)
    [1,2,3,4,5].step(2).map |$x| { $x }
    [1,2,3,4,5].step(0)
    [1,2,3,4,5].step(-1)
    [1,2,3,4,5].step(9).map |$x| { $x }
    Integer[0,10].step(3).map |$x| { $x }
    Integer[0,10].step(3).reverse_each.map |$x| { $x }
    Integer[0,10].reverse_each.step(3).map |$x| { $x }
    step([1,2,3], 2) |$x| { notice($x) }
    [*[1,2,3].reverse_each]
    [*Integer[1,3].step(2)]
    Array([1,2,3].reverse_each)
    [1,2,3].reverse_each.size
    [1,2,3].reverse_each[0]
    "${[1,2,3].reverse_each}"
    [1,2,3].reverse_each == [3,2,1]
    [1,2,3].reverse_each + [4]
    [1,2,3].reverse_each =~ Iterator
    [1,2,3].reverse_each =~ Iterable[Integer]
    type([1,2,3].reverse_each)
    [1,2,3].each.map |$x| { $x }
    [1,2,3].filter |$x| { $x > 1 }.map |$x| { $x * 2 }
    [1,2,3].map |$x| { $x * 2 }.filter |$x| { $x > 2 }.reduce |$m, $x| { $m + $x }
    [[1,2],[3]].map |$x| { $x.map |$y| { $y * 2 } }
    [1,2,2,3,3,3].group_by |$x| { $x }
    [abc, de, f].group_by |$x| { $x.length }
    {a=>1,b=>2,c=>1}.group_by |$k, $v| { $v }
    {a=>1,b=>2,c=>1}.group_by |$p| { $p[1] }
    [a, b].group_by |$i, $x| { $i }
    [1,2,3,4].partition |$x| { $x > 2 }
    {a=>1,b=>2}.partition |$k, $v| { $v > 1 }
    [a,b].partition |$i, $x| { $i == 0 }
    [1,[2,[3,{a=>4}]]].tree_each |$p, $v| { notice($p, $v) }
    [1,[2,[3,{a=>4}]]].tree_each |$v| { notice($v) }
    {a=>{b=>1},c=>[1,2]}.tree_each |$p, $v| { notice($p, $v) }
    {a=>{b=>1},c=>[1,2]}.tree_each(include_root => false) |$p, $v| { notice($p, $v) }
    {a=>{b=>1},c=>[1,2]}.tree_each({include_root => false}) |$p, $v| { notice($p, $v) }
    {a=>{b=>1},c=>[1,2]}.tree_each({include_values => false}) |$p, $v| { notice($p, $v) }
    {a=>{b=>1},c=>[1,2]}.tree_each({include_containers => false}) |$p, $v| { notice($p, $v) }
    {a=>{b=>1},c=>[1,2]}.tree_each({order => breadth_first}) |$p, $v| { notice($p, $v) }
    {a=>{b=>1},c=>[1,2]}.tree_each({container_type => Hash}) |$p, $v| { notice($p, $v) }
    {a=>{b=>1},c=>[1,2]}.tree_each({include_refs => true}) |$p, $v| { notice($p, $v) }
    [1,[2]].tree_each.map |$p| { $p }
    [1,2,3].any |$x| { $x == 2 }
    [1,2,3].any |$x| { undef }
    [1,2,3].any |$x| { 'x' }
    [].any |$x| { true }
    [].all |$x| { false }
    [1,2,3].all |$x| { 'x' }
    [undef].any |$x| { true }
    [1,2,3].flatten
    [1,[2,[3,[]]]].flatten
    flatten(1, [2, [3]])
    flatten({a=>[1,{b=>2}]})
    flatten(Integer[1,3])
    flatten([1, [2]].reverse_each)
    [3,1,2].sort
    [b,'A',a,'B'].sort
    [1,'a'].sort
    [1,2.5,0.5].sort
    [3,1,2].sort |$a, $b| { compare($b, $a) }
    [3,1,2].sort |$a, $b| { 'x' }
    [[2],[1]].sort
    'hello'.sort
    {b=>1,a=>2}.sort
    [undef].sort
    [true,false].sort
    [1,1,2,'a','A',1.0].unique
    'abca'.unique
    {a=>1,b=>1,c=>2}.unique
    [1,2,3,4].unique |$x| { $x % 2 }
    {a=>1,b=>1}.unique |$v| { $v }
    [[1],[1],{a=>1},{a=>1}].unique
    [1,2,3].join
    [1,2,3].join(', ')
    [1,[2,[3]]].join('-')
    [a,undef,b].join('-')
    [{a=>1},b].join('-')
    [1.5,true,default,/x/].join('-')
    [].join
    'a'.join
    {a=>1}.join('-')
    Integer[1,3].join('-')
    [3,1,2].max
    max(3,1,2)
    max('a','B')
    max([1,2],[3])
    max(1,'2')
    max('10','9')
    max()
    max([])
    {a=>3,b=>1}.max
    [3,1,2].max |$a, $b| { compare($b, $a) }
    [abc,z].max |$a, $b| { compare($a.length, $b.length) }
    min('a','B')
    min(1,'2')
    [3,1,2].min
    min([])
    [1,2,3].length
    {a=>1}.size
    'Åé'.size
    5.size
    [1,2,3].keys
    {a=>1,b=>2}.keys
    {a=>1,b=>2}.values
    {a=>1,b=>2}.keys |$x| { 1 }
    5.map |$x| { $x }
    0.map |$x| { $x }
    -5.map |$x| { $x }
    'abc'.map |$x| { $x.upcase }
    'abc'.map |$i, $x| { "$i$x" }
    'Åé'.map |$x| { $x }
    Enum[a,b].each |$i, $x| { notice($i, $x) }
    Integer[1,3].map |$i, $x| { $i * $x }
    Integer[3,1].map |$x| { $x }
    Integer[1,default].any |$x| { $x > 3 }
    Integer[1,default].each |$x| { if $x > 3 { break() } notice($x) }
    Integer[default,1].map |$x| { $x }
    Boolean[true].map |$x| { $x }
    Variant[Integer[1,2],Integer[5,6]].map |$x| { $x }
    1.5.each |$x| { 1 }
    undef.each |$x| { 1 }
    $nope.each |$x| { 1 }
    Undef.each |$x| { 1 }
    [1,2,3].each |$x| { fail("at ${x}") }
    [1,2,3].map |$x| { $x + $y }
    [1,2,3].map |$x| { notice($x) $x }.any |$x| { $x == 2 }
    [1,2,3].each |$x| { $x.nosuch }
    [1,0].map |$x| { 1 / $x }
    [4,5].each |Integer[5] $x| { 1 }
    [1,2,3].count
    [1,2,3].each_with_index |$i, $x| { 1 }
    each([1]) |$x| { $x }
    each [1] |$x| { $x }
    each([1], [2]) |$x| { $x }
    map() |$x| { $x }
    map([1])
    filter([1])
    reduce([1])
    reduce([1], 2, 3) |$a, $b| { 1 }
    with() |$x = 1| { $x }
  T
end
