require_relative 'kinds'

archive('case-kinds', 'A case and a selector over every kind of value, with every kind of option.') do
  options = KINDS.slice('undef', 'true', 'false', 'int', 'whole', 'float', 'empty', 'str', 'upper', 'numstr', 'regexp', 'emptyarr', 'ints', 'strs', 'emptyhash', 'hash',
                        'type', 'range', 'strtype', 'metatype', 'timespan', 'semver', 'semrange', 'ref')
  KINDS.each do |n, v|
    body = options.map { |on, o| "  #{"[#{v}]".empty? ? '' : ''}[case $x { #{o}: { '#{on}' } default: { '-' } }, $x ? { #{o} => '#{on}', default => '-' }]," }
    try("$x = #{v}\n[\n#{body.join("\n")}\n].map |$p| { if $p[0] == $p[1] { $p[0] } else { $p } }", name: n)
  end
end

archive('truth', 'Which values are true: if, unless, elsif, and, or, !.') do
  KINDS.each { |n, v| try("$x = #{v}\n[if $x { t } else { f }, unless $x { f } else { t }, if false { a } elsif $x { b } else { c }, $x and true, $x or false, !$x, !!$x]", name: n) }
end

archive('control', 'case, selector, if and unless: order, blocks, values, fall through, errors.') do
  blocks <<~'T'
    case 1 { 1: { a } 1: { b } }
    ---
    case 1 { 2: { a } }
    ---
    case 1 { }
    ---
    case 1 { default: { d } 1: { one } }
    ---
    case 1 { 2, 1: { a } default: { d } }
    ---
    case 1 { 2, default: { a } 1: { b } }
    ---
    case 'ABC' { 'abc': { same } default: { other } }
    ---
    case 'abc' { /B/: { a } /b/i: { $0 } default: { d } }
    ---
    case 'abc' { /(a)(b)/: { "$0-$1-$2" } default: { d } }
    ---
    case 'abc' { /x/, /(c)/: { "$1" } }
    ---
    case 5 { Integer[1,3]: { small } Integer[4,9]: { mid } default: { big } }
    ---
    case 5 { String: { s } Integer: { i } }
    ---
    case Integer { Type[Integer]: { t } Integer: { same } }
    ---
    case Integer { Integer: { same } Type[Integer]: { t } }
    ---
    case [1, 'a'] { [1, 'A']: { yes } default: { no } }
    ---
    case [1, 'a'] { [Integer, String]: { yes } default: { no } }
    ---
    case [1, 'a'] { [Integer, /a/]: { yes } default: { no } }
    ---
    case [1, 'abc'] { [default, /(b)/]: { "yes $1" } default: { no } }
    ---
    case {a => 1, b => 2} { {a => 1}: { sub } default: { no } }
    ---
    case {a => 1} { {a => Integer}: { typed } default: { no } }
    ---
    case {a => {b => 'x'}} { {a => {b => /x/}}: { deep } default: { no } }
    ---
    case {a => 1} { {b => default}: { b } {a => default}: { a } default: { no } }
    ---
    case 1 { *[2, 1]: { splat } default: { no } }
    ---
    $o = [1, 2] case 2 { *$o: { splat } default: { no } }
    ---
    $o = {a => 1} case ['a', 1] { *$o: { splat } default: { no } }
    ---
    case undef { '': { empty } undef: { undef } default: { d } }
    ---
    case '' { undef: { undef } '': { empty } }
    ---
    case $nope { undef: { u } default: { d } }
    ---
    case true { 1 == 1: { yes } default: { no } }
    ---
    case 3 { 1 + 2: { three } default: { no } }
    ---
    $x = case 1 { 1: { $y = 5 $y + 1 } }
    [$x, $y]
    ---
    case notice('control') { undef: { u } }
    ---
    case 1 { notice('a'): { a } 1: { one } notice('b'): { b } }
    ---
    case 1 { 1: { } }
    ---
    case 1 { 1: { fail('inside') } }
    ---
    case 'x' { SemVerRange('1.x'): { r } default: { d } }
    ---
    case SemVer('1.2.0') { SemVerRange('1.x'): { r } default: { d } }
    ---
    case '1.2.0' { SemVerRange('1.x'): { r } default: { d } }
    ---
    case default { default: { d } }
    ---
    case 1 { 1.0: { float } default: { d } }
    ---
    case '1' { 1: { int } default: { d } }
    ---
    case File['/x'] { File: { f } default: { d } }
    ---
    case File['/x'] { Type[File]: { f } default: { d } }
    ---
    1 ? { 1 => one, default => other }
    ---
    2 ? { 1 => one, default => other }
    ---
    2 ? { 1 => one }
    ---
    2 ? { 1 => one, 3 => three, }
    ---
    2 ? { }
    ---
    2 ? { default => d, 2 => two }
    ---
    2 ? { default => d, default => e }
    ---
    'abc' ? { /b/ => $0, default => d }
    ---
    'abc' ? { /(.)c/ => "got $1", default => d }
    ---
    'abc' ? { 'ABC' => same, default => d }
    ---
    $v = { a => b } ? { Hash => h, default => d }
    $v
    ---
    1 ? { Integer => { 'a' => 1 }, default => d }
    ---
    1 ? { 1 => notice('one'), 2 => notice('two') }
    ---
    1 ? { notice('x') => a, 1 => b }
    ---
    1 ? 1 => a
    ---
    $x = 5 ? { Integer[0, 4] => low, Integer[5] => high }
    ---
    [1, 2] ? { [1, 2] => same, default => d }
    ---
    3 ? { *[1, 2, 3] => in, default => out }
    ---
    undef ? { undef => u, default => d }
    ---
    true ? { true => 1, false => 2 } ? { 1 => nested, default => d }
    ---
    if true { 1 } else { 2 }
    ---
    if false { 1 }
    ---
    if false { 1 } elsif true { 2 } else { 3 }
    ---
    if false { 1 } elsif false { 2 } else { 3 }
    ---
    if true { }
    ---
    if 'a' =~ /a/ { $0 }
    ---
    if 'a' =~ /b/ { x } else { "<$0>" }
    ---
    if 'abc' =~ /(b)/ and $1 == 'b' { $1 }
    ---
    if ($x = 1) { $x }
    ---
    if undef { 1 } else { 2 }
    ---
    if '' { 1 } else { 2 }
    ---
    if 0 { 1 } else { 2 }
    ---
    if [] { 1 } else { 2 }
    ---
    if 1 / 0 { 1 }
    ---
    unless true { 1 } else { 2 }
    ---
    unless false { 1 }
    ---
    unless false { 1 } elsif true { 2 }
    ---
    if true { $a = 1 }
    $a
    ---
    if true { $a = 1 } else { $a = 2 }
    $a
    ---
    $x = if true { notice(a) b } else { c }
    $x
    ---
    false and fail('no')
    ---
    true or fail('no')
    ---
    true and fail('yes')
    ---
    false or fail('yes')
    ---
    undef and notice('no')
    ---
    '' and notice('yes')
    ---
    true and 5
    ---
    false or 'a'
    ---
    !fail('x')
    ---
    if true {
      1 +
      'x'
    }
    ---
    case 1 {
      2: { a }
      fail('in option'): { b }
    }
    ---
    $x = 1 ? {
      1 => 2 +
        'y',
    }
    ---
    case 1 { /a/: { r } default: { d } }
    ---
    case undef { /a/: { r } default: { d } }
    ---
    case ['ab'] { /a/: { r } default: { d } }
    ---
    1 ? { /1/ => m, default => d }
    ---
    case 'x' { Pattern[/x/]: { "<$0>" } default: { d } }
    ---
    case 'x' { Enum['X']: { upper } Enum['x']: { lower } }
    ---
    case Sensitive('a') { 'a': { plain } Sensitive: { s } default: { d } }
  T
end

archive('match-variables', 'Where the variables of a match are seen: conditionals and lambdas open a scope.') do
  blocks <<~'T'
    'abc' =~ /(b)/
    [$0, $1, $2]
    ---
    'abc' =~ /(b)/
    'xyz' =~ /(n)/
    [$0, $1]
    ---
    'abc' =~ /(b)/
    'xyz' =~ /y/
    [$0, $1]
    ---
    'abc' !~ /(b)/
    [$0, $1]
    ---
    if 'abc' =~ /(b)/ { notice($1) }
    $1
    ---
    'abc' =~ /(a)/
    if true { 'abc' =~ /(b)/ notice($1) }
    $1
    ---
    'abc' =~ /(a)/
    if 'abc' =~ /(b)/ { notice($1) } else { notice(no) }
    $1
    ---
    'abc' =~ /(a)/
    if 'abc' =~ /(x)/ { notice(yes) } else { notice($1) }
    $1
    ---
    if 'abc' =~ /(x)/ { a } elsif 'abc' =~ /(c)/ { $1 }
    ---
    if 'abc' =~ /(a)/ and 'xyz' =~ /(y)/ { $1 }
    ---
    if 'abc' =~ /(a)/ { if 'xyz' =~ /(z)/ { notice($1) } $1 }
    ---
    unless 'abc' =~ /(a)/ { x } else { $1 }
    ---
    unless 'abc' =~ /(x)/ { "<$1>" }
    ---
    case 'abc' { /(b)/: { notice($1) } }
    $1
    ---
    'q' =~ /(q)/
    case 'abc' { /(x)/: { a } default: { $1 } }
    ---
    'q' =~ /(q)/
    case 'abc' { /(b)/: { $1 } }
    ---
    'q' =~ /(q)/
    $r = 'abc' ? { /(b)/ => $1, default => x }
    [$r, $1]
    ---
    $r = 'abc' ? { /(b)/ => [1].map |$x| { $1 }, default => x }
    ---
    [abc, xbz].map |$s| { $s =~ /(.)b/ $1 }
    ---
    [abc, xbz].each |$s| { $s =~ /(.)b/ notice($1) }
    $1
    ---
    'abc' =~ /(a)/
    [1].map |$x| { $1 }
    ---
    'abc' =~ /(a)/
    [1].map |$x| { 'z' =~ /(z)/ $1 }
    ---
    'abc' =~ /(a)/
    [1].each |$x| { 'z' =~ /(z)/ }
    $1
    ---
    'abc' =~ /(a)/
    with(1) |$x| { 'z' =~ /(z)/ }
    $1
    ---
    function f() { $1 }
    'abc' =~ /(a)/
    f()
    ---
    function f() { 'x' =~ /(x)/ $1 }
    'abc' =~ /(a)/
    [f(), $1]
    ---
    class c { notice("<$1>") 'x' =~ /(x)/ notice($1) }
    'abc' =~ /(a)/
    include c
    $1
    ---
    define d { notice("<$1>") }
    'abc' =~ /(a)/
    d { x: }
    ---
    $1 = 5
    ---
    $0
    ---
    $1
    ---
    $123
    ---
    'ab' =~ /(?<first>a)(?<second>b)/
    [$0, $1, $2]
    ---
    'ab' =~ /(?<first>a)/
    $first
    ---
    'ab' =~ /(a)|(x)/
    [$1, $2]
    ---
    'ab' =~ /(a)?(x)?/
    [$1, $2]
    ---
    'aXb' =~ /x/i
    $0
    ---
    'Åé' =~ /(é)/
    [$0, $1]
    ---
    "a\nb" =~ /a.b/
    ---
    "a\nb" =~ /a.b/m
    ---
    "a\nb" =~ /^b$/
    ---
    "a\nb" =~ /\Ab/
    ---
    'a b' =~ /a\ b/x
    ---
    'abc' =~ 'b'
    ---
    'abc' =~ '(b)'
    $1
    ---
    'abc' =~ '['
    ---
    'abc' =~ '(b'
    ---
    'abc' =~ Pattern[/(b)/]
    "<$1>"
    ---
    'abc' =~ Regexp
    ---
    /a/ =~ Regexp
    ---
    /a/ =~ Regexp[/a/]
    ---
    1 =~ /1/
    ---
    undef =~ /a/
    ---
    [a] =~ /a/
    ---
    'abc' =~ $nope
    ---
    $r = /b(c)/
    'abc' =~ $r
    $1
    ---
    'banana' in [/(n)/]
    ---
    /b(a)n/ in 'banana'
    "<$1>"
    ---
    /b(a)n/ in ['x', 'banana']
    "<$0><$1>"
    ---
    if /b(a)n/ in ['banana'] { "<$1>" }
    ---
    $x = regsubst('abc', /(b)/, '<\1>')
    [$x, $1]
    ---
    $x = 'abc'.match(/(b)/)
    [$x, $1]
    ---
    $s = "${'abc' =~ /(b)/}"
    [$s, $1]
    ---
    $a = 'abc' =~ /(b)/
    [$a, $1]
    ---
    $h = { 'abc' =~ /(b)/ => $1 }
    $h
    ---
    ['abc' =~ /(b)/, $1]
    ---
    [$1, 'abc' =~ /(b)/, $1]
    ---
    notice('abc' =~ /(b)/, $1)
    ---
    ('abc' =~ /(b)/) and ($1 == 'b')
    ---
    'abc' =~ /(b)/ ? { true => $1, default => no }
    ---
    if 'a' =~ /(a)/ { $x = $1 }
    $x
    ---
    if 'a' =~ /(a)/ { [1, 2].map |$i| { "${1}${i}" } }
    ---
    [1, 2].map |$i| { if "n${i}" =~ /n(.)/ { $1 } }
    ---
    [x1, y, z3].map |$i| { if $i =~ /(\d)/ { $1 } else { "<${1}>" } }
    ---
    'abc' =~ /(?<n>b)/
    "$1 ${n}"
    ---
    notify { 'x': message => $1 }
    Notify['x']['message']
    ---
    'ok' =~ /(k)/
    notify { 'x': message => $1 }
    Notify['x']['message']
  T
end
