archive('functions', 'Functions written in Puppet: parameters, defaults, types, return types, recursion, errors.') do
  blocks <<~'T'
    function f() { 1 } f()
    ---
    function f { 1 } f()
    ---
    function f() { } f()
    ---
    function f($a) { $a } f(5)
    ---
    function f($a) { $a } f()
    ---
    function f($a) { $a } f(1, 2)
    ---
    function f($a, $b = 2) { [$a, $b] } [f(1), f(1, 3)]
    ---
    function f($a, $b = $a * 2, $c = $a + $b) { [$a, $b, $c] } [f(1), f(1, 5), f(1, 5, 0)]
    ---
    function f($a = $b, $b = 1) { [$a, $b] } f()
    ---
    function f($a = 1, $b) { [$a, $b] } f(1, 2)
    ---
    function f($a = 1, $b) { [$a, $b] } f(1)
    ---
    function f(*$a) { $a } [f(), f(1), f(1, 2)]
    ---
    function f($x, *$a) { [$x, $a] } [f(1), f(1, 2, 3)]
    ---
    function f(*$a = [1, 2]) { $a } [f(), f(3)]
    ---
    function f(*$a = 5) { $a } [f(), f(3)]
    ---
    function f(Integer *$a) { $a } [f(), f(1, 2)]
    ---
    function f(Integer *$a) { $a } f(1, 'x')
    ---
    function f(*$a, $b) { $a } f(1)
    ---
    function f(Integer $a) { $a } f('x')
    ---
    function f(Integer $a) { $a } f(undef)
    ---
    function f(Integer $a, String $b) { $a } f(1, 2)
    ---
    function f(Integer $a, String $b) { $a } f('1', 2)
    ---
    function f(Optional[Integer] $a) { "<$a>" } [f(undef), f(1)]
    ---
    function f(Optional[Integer] $a = 5) { "<$a>" } [f(), f(undef)]
    ---
    function f(Integer $a = 'x') { $a } f(1)
    ---
    function f(Integer $a = 'x') { $a } f()
    ---
    function f(Variant[Integer, String] $a) { $a } [f(1), f('a')]
    ---
    function f(Variant[Integer, String] $a) { $a } f([])
    ---
    function f(Enum['a', 'b'] $a) { $a } f('c')
    ---
    function f(Pattern[/^a/] $a) { $a } f('ba')
    ---
    function f(Integer[1, 5] $a) { $a } f(6)
    ---
    function f(String[2, 3] $a) { $a } f('a')
    ---
    function f(Array[Integer] $a) { $a } f([1, 'x'])
    ---
    function f(Array[Integer, 2] $a) { $a } f([1])
    ---
    function f(Hash[String, Integer] $a) { $a } f({a => b})
    ---
    function f(Hash[String, Integer] $a) { $a } f({1 => 1})
    ---
    function f(Struct[{a => Integer, Optional[b] => String}] $h) { $h } f({a => 1})
    ---
    function f(Struct[{a => Integer, Optional[b] => String}] $h) { $h } f({b => 'x'})
    ---
    function f(Struct[{a => Integer, Optional[b] => String}] $h) { $h } f({a => 1, c => 2})
    ---
    function f(Struct[{a => Integer, Optional[b] => String}] $h) { $h } f({a => x, b => 2})
    ---
    function f(Tuple[Integer, String] $t) { $t } f([1])
    ---
    function f(Tuple[Integer, String] $t) { $t } f([1, 2])
    ---
    function f(Callable $c) { $c } f(1)
    ---
    function f(Type[Integer] $t) { $t } [f(Integer), f(Integer[1, 2])]
    ---
    function f(Type[Integer] $t) { $t } f(String)
    ---
    function f(Sensitive $s) { $s.unwrap } f(Sensitive(1))
    ---
    function f(Sensitive $s) { $s } f(1)
    ---
    function f(Boolean $b) { !$b } f('true')
    ---
    function f(Numeric $n) { $n } f('1')
    ---
    function f(Data $n) { $n } f(/x/)
    ---
    function f(NotUndef $n) { $n } f(undef)
    ---
    function f(File $n) { $n } f('x')
    ---
    function f(Any $n) { $n } f(default)
    ---
    function f() >> Integer { 1 } f()
    ---
    function f() >> Integer { 'x' } f()
    ---
    function f($x) >> String { if $x { return('a') } 5 } f(true)
    ---
    function f($x) >> String { if $x { return(1) } 'a' } f(true)
    ---
    function f() >> Optional[String] { } f()
    ---
    function f() >> Array[Integer] { [1, 'a'] } f()
    ---
    function f($n) { if $n <= 1 { 1 } else { $n * f($n - 1) } } f(20)
    ---
    function f($n) { if $n <= 1 { 1 } else { $n * f($n - 1) } } f(21)
    ---
    function fib(Integer $n) >> Integer { if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) } } fib(12)
    ---
    function even($n) { if $n == 0 { true } else { odd($n - 1) } }
    function odd($n) { if $n == 0 { false } else { even($n - 1) } }
    [even(10), odd(7), even(3)]
    ---
    function f($x) { return($x) fail('no') } f(1)
    ---
    function f($x) { return } f(1)
    ---
    function f($x) { return() 5 } f(1)
    ---
    function f($x) { [1, 2, 3].each |$i| { if $i == $x { return($i * 10) } } 'none' } [f(2), f(9)]
    ---
    function f() { [1, 2, 3].map |$i| { if $i == 2 { next(0) } $i } } f()
    ---
    function f() { [1, 2, 3].map |$i| { if $i == 2 { break() } $i } } f()
    ---
    function f() { next(3) 4 } f()
    ---
    function f() { break() 4 } f()
    ---
    function a::b::c($x) { $x } a::b::c(1)
    ---
    function a::b($x) { $x } ::a::b(1)
    ---
    function A($x) { $x }
    ---
    function f($x, $x) { $x }
    ---
    function f($x) { $x = 1 } f(2)
    ---
    function f($x) { $x } function f($y) { $y }
    ---
    function notice($x) { $x } notice(1)
    ---
    f(1)
    function f($x) { $x + 1 }
    ---
    function f($x) { $x + 1 }
    f(1).f.f()
    ---
    function f($x, $y) { "$x-$y" }
    'a'.f('b')
    ---
    function f($x) { $x }
    f 1
    ---
    function f($x) { $x }
    $y = f(1) + f(2) * 2
    ---
    function f(*$x) { $x }
    f(*[1, 2], 3, *[4])
    ---
    function f(*$x) { $x }
    f(*{a => 1})
    ---
    function f(*$x) { $x }
    f(*undef)
    ---
    function f($a, $b) { [$a, $b] }
    f(*[1, 2, 3])
    ---
    function f($x) { $x.g } function g($x) { $x / 0 }
    f(1)
    ---
    function f($x) {
      $y = $x +
        'a'
      $y
    }
    f(1)
    ---
    function f($x, &$b) { $b } f(1)
    ---
    function f(Integer $x, Callable &$b) { 1 } f(1) |$y| { $y }
    ---
    function f($x) { $x } f(1) |$y| { $y }
    ---
    nosuch(1)
    ---
    nosuch 1
    ---
    1.nosuch
    ---
    'a'.nosuch(1) |$x| { $x }
    ---
    a::nosuch(1)
    ---
    notice
    ---
    notice()
    ---
    Notice('x')
    ---
    'notice'('x')
    ---
    $f = 'notice' $f('x')
    ---
    call('notice', 'x')
    ---
    call('upcase', 'abc')
    ---
    call('nosuch', 1)
    ---
    call('map', [1, 2]) |$x| { $x * 2 }
    ---
    call(1)
    ---
    function f($x) { $x } call('f', 5)
    ---
    function f() { class c { } }
    ---
    function f() { notify { x: } } f()
    ---
    function f() { include c } class c { notice('c') } f()
    ---
    function f() { $title } f()
    ---
    function f() { $facts['x'] } f()
    ---
    function f(Integer $x = 1 + 1) { $x } f()
    ---
    function f($x = [1, 2].map |$y| { $y * 2 }) { $x } f()
    ---
    function f(String $x = "a${1 + 1}") { $x } f()
    ---
    function f(Foo $x) { 1 } f(1)
    ---
    function f($x) >> Foo { 1 } f(1)
    ---
    function if() { }
    ---
    function f(Integer $trusted) { 1 }
    ---
    function f($facts) { 1 }
    ---
    function f($1) { 1 }
    ---
    function f($a::b) { 1 }
    ---
    function f($title) { $title } f(1)
  T
end

archive('lambdas', 'Lambdas: parameters, types, defaults, captures-rest, arity errors, calls that take none.') do
  blocks <<~'T'
    with(1) |$x| { $x + 1 }
    ---
    with(1, 2) |$x, $y| { $x + $y }
    ---
    with() || { 5 }
    ---
    with(1) |$x| { }
    ---
    with(1) |$x, $y| { $x }
    ---
    with(1, 2) |$x| { $x }
    ---
    with(1) |$x, $y = 5| { [$x, $y] }
    ---
    with(1) |$x, $y = $x + 1| { [$x, $y] }
    ---
    with(1) |$x, *$r| { [$x, $r] }
    ---
    with(1, 2, 3) |$x, *$r| { [$x, $r] }
    ---
    with(1, 2, 3) |*$r| { $r }
    ---
    with() |*$r| { $r }
    ---
    with() |*$r = [9]| { $r }
    ---
    with(1) |Integer $x| { $x }
    ---
    with('a') |Integer $x| { $x }
    ---
    with(1, 'a') |Integer *$x| { $x }
    ---
    with(1, 2) |Integer *$x| { $x }
    ---
    with(undef) |Optional[Integer] $x = 3| { "<$x>" }
    ---
    with() |Integer $x = 'a'| { $x }
    ---
    with(1) |$x = 1, $y| { [$x, $y] }
    ---
    with(1) |$x, $x| { 1 }
    ---
    with(1) |$x| >> Integer { $x }
    ---
    with(1) |$x| >> String { $x }
    ---
    with(1) |$x| { $y = $x $y + 1 }
    ---
    with(1)
    ---
    with(1) |$1| { 1 }
    ---
    with(1) |$a::b| { 1 }
    ---
    with(1) |$trusted| { $trusted }
    ---
    with(1) |x| { 1 }
    ---
    with 1 |$x| { $x }
    ---
    with(1) |$x| { $x }.with |$y| { $y + 1 }
    ---
    1.with |$x| { $x + 1 }
    ---
    1.with(2) |$x, $y| { $x + $y }
    ---
    $l = |$x| { $x }
    ---
    notice(1) |$x| { $x }
    ---
    size([1]) |$x| { $x }
    ---
    [1].each
    ---
    [1].each { 1 }
    ---
    [1].each || { 1 }
    ---
    [1].each |$a, $b, $c| { 1 }
    ---
    [1].map |$a, $b, $c| { 1 }
    ---
    {a => 1}.each |$a, $b, $c| { 1 }
    ---
    [1].map |$i, $v| { [$i, $v] }
    ---
    [[1, 2]].map |$i, $v| { [$i, $v] }
    ---
    {a => 1}.map |$k, $v| { "$k$v" }
    ---
    {a => 1}.map |$p| { $p }
    ---
    [1, 2].map |*$a| { $a }
    ---
    {a => 1}.map |*$a| { $a }
    ---
    [1, 2].each |*$a| { notice($a) }
    ---
    [1, 2].map |$v, *$a| { [$v, $a] }
    ---
    [1, 2].map |$i, $v, *$a| { [$v, $a] }
    ---
    [1, 2].map |$v, $w = 'dflt'| { [$v, $w] }
    ---
    [1, 'a'].map |Integer $x| { $x }
    ---
    [1, 'a'].map |Integer $i, Integer $x| { $x }
    ---
    {a => 1, b => c}.map |String $k, Integer $v| { $v }
    ---
    [1, 2, 3].reduce |$m, $x| { $m + $x }
    ---
    [1, 2, 3].reduce |$m| { $m }
    ---
    [1, 2, 3].reduce |$m, $x, $y| { $m }
    ---
    [1, 2, 3].reduce(10) |$m, $x| { $m + $x }
    ---
    [1, 2, 3].filter |$x| { $x > 1 }
    ---
    [1, 2, 3].filter |$x| { undef }
    ---
    [1, 2, 3].filter |$x| { 'a' }
    ---
    [1, 2, 3].filter |$i, $x| { $i > 0 }
    ---
    [1, 2, 3].filter |$i, $x, $y| { $i > 0 }
    ---
    [1, 2, 3].slice(2) |$a| { $a }
    ---
    [1, 2, 3].slice(2) |$a, $b| { notice("$a-$b") }
    ---
    [1, 2, 3].slice(2) |$a, $b, $c| { 1 }
    ---
    [1].each |$x| { $x / 0 }
    ---
    [1].each |$x| {
      [2].each |$y| {
        $x + 'a'
      }
    }
    ---
    with(1) |$x| { with(2) |$y| { with(3) |$z| { $x + $y + $z } } }
    ---
    [1, 2].map |$x| { with($x) |$y| { if $y == 1 { next(9) } $y } }
    ---
    lest(undef) || { 'x' }
    ---
    lest(1) || { 'x' }
    ---
    lest(undef) |$x| { 'x' }
    ---
    then(undef) |$x| { 'x' }
    ---
    then(1) |$x| { $x + 1 }
    ---
    then(1) || { 2 }
    ---
    false.then |$x| { "<$x>" }
    ---
    1.then |$x| { undef }.lest || { 5 }
    ---
    $x = 5
    with(1) |$y = $x| { $y }
    ---
    $x = 5
    with() |$y = $x + 1| { $y }
    ---
    with(1, 2) |$x, $y = fail('no')| { $y }
    ---
    with(1) |$x, $y = fail('yes')| { $y }
    ---
    class c { $r = with(1) |$x| { notify { 'in lambda': } $x } }
    include c
    $c::r
    ---
    with(1) |$x| { class c { } }
    ---
    with(1) |$x| { define d { } }
    ---
    with(1) |$x| { include c }
    class c { notice(c) }
    ---
    with(1) |Callable $x| { 1 }
    ---
    with(Integer) |Type $x| { $x }
    ---
    with([1, 2]) |Array[Integer] $x| { $x }
    ---
    with([1, a]) |Array[Integer] $x| { $x }
    ---
    [[1, 2], [3, 4]].each |$x| { notice($x) }
    ---
    [[1, 2], [3, 4]].map |Array $x| { $x[0] }
    ---
    [1, 2, 3].map |$x| { $x * 2 }.filter |$x| { $x > 2 }.reduce |$m, $x| { $m + $x }
    ---
    map([1, 2]) |$x| { $x * 2 }
    ---
    each([1, 2]) |$x| { notice($x) }
    ---
    $r = each([1, 2]) |$x| { notice($x) }
    $r
    ---
    [1, 2].each |$x| { $y = $x } [$y]
    ---
    [1, 2].map |$x| { $x == 1 }.any |$b| { $b }
  T
end

archive('flow', 'break, next and return: where they may stand and what they leave.') do
  where = {
    'top' => '%s', 'if' => 'if true { %s } 9', 'case' => 'case 1 { 1: { %s } } 9',
    'class' => "class c { notice(a) %s notice(b) }\ninclude c\n9", 'define' => "define d { notice(a) %s notice(b) }\nd { x: }\n9",
    'node' => 'node default { notice(a) %s notice(b) }', 'function' => "function f() { notice(a) %s notice(b) 5 }\nf()",
    'each' => '[1, 2, 3].each |$x| { if $x == 2 { %s } notice($x) }', 'map' => '[1, 2, 3].map |$x| { if $x == 2 { %s } $x * 2 }',
    'filter' => '[1, 2, 3].filter |$x| { if $x == 2 { %s } true }', 'reduce' => '[1, 2, 3].reduce |$m, $x| { if $x == 3 { %s } $m + $x }',
    'reduce-memo' => '[1, 2, 3].reduce(100) |$m, $x| { if $x == 2 { %s } $m + $x }',
    'any' => '[1, 2, 3].any |$x| { if $x == 2 { %s } false }', 'all' => '[1, 2, 3].all |$x| { if $x == 2 { %s } true }',
    'index' => '[1, 2, 3].index |$x| { if $x == 2 { %s } false }', 'with' => 'with(1) |$x| { %s 5 }', 'then' => '1.then |$x| { %s 5 }',
    'lest' => 'undef.lest || { %s 5 }', 'slice' => '[1, 2, 3, 4].slice(2) |$a| { if 3 in $a { %s } notice($a) }',
    'group_by' => '[1, 2, 3].group_by |$x| { if $x == 2 { %s } $x }', 'partition' => '[1, 2, 3].partition |$x| { if $x == 2 { %s } true }',
    'reverse_each' => '[1, 2, 3].reverse_each |$x| { if $x == 2 { %s } notice($x) }', 'step' => '[1, 2, 3].step(2) |$x| { if $x == 3 { %s } notice($x) }',
    'tree_each' => '[1, [2, 3]].tree_each |$x| { if $x[0] == [1, 0] { %s } notice($x) }', 'flat' => '[[1], [2]].map |$x| { %s }',
    'sort' => '[3, 1, 2].sort |$a, $b| { if $a == 1 { %s } compare($a, $b) }', 'unique' => '[1, 2, 1].unique |$x| { if $x == 2 { %s } $x }',
    'hash-each' => '{a => 1, b => 2}.each |$k, $v| { if $v == 2 { %s } notice($k) }', 'hash-map' => '{a => 1, b => 2}.map |$k, $v| { if $v == 2 { %s } $k }',
    'int' => '3.each |$x| { if $x == 1 { %s } notice($x) }', 'nested' => '[1, 2].map |$x| { [10, 20].map |$y| { if $y == 20 { %s } $x + $y } }',
    'nested-outer' => '[1, 2, 3].map |$x| { if $x == 2 { %s } [10].map |$y| { $x + $y } }',
    'in-function-each' => "function f() { [1, 2, 3].each |$x| { if $x == 2 { %s } notice($x) } 'end' }\nf()",
    'in-class-each' => "class c { [1, 2, 3].each |$x| { if $x == 2 { %s } notice($x) } notice('end') }\ninclude c",
    'in-define-each' => "define d { [1, 2, 3].each |$x| { if $x == 2 { %s } notice($x) } notice('end') }\nd { x: }",
    'in-string' => '"a${with(1) |$x| { %s }}b"', 'argument' => "notice(with(1) |$x| { %s })", 'lambda-in-lambda-class' => "class c { with(1) |$x| { with(2) |$y| { %s } notice('inner') } notice('outer') }\ninclude c",
    'parameter-default' => "class c($p = with(1) |$x| { %s }) { notice($p) }\ninclude c", 'collector-override' => "@notify { x: }\nNotify <| |> { message => with(1) |$x| { %s } }",
    'attribute' => "notify { x: message => with(1) |$x| { %s } }",
  }
  jumps = { 'next' => 'next()', 'next-value' => "next('v')", 'break' => 'break()', 'return' => 'return()', 'return-value' => "return('v')" }
  where.each { |wn, w| jumps.each { |jn, j| try(w.sub('%s', j), name: "#{wn}.#{jn}") } }
  lines <<~'T'
    next
    break
    return
    next 1
    return 1
    break 1
    next(1, 2)
    return(1, 2)
    break(1)
    [1, 2].map |$x| { next $x * 2 }
    [1, 2].map |$x| { next }
    function f() { return 5 } f()
    $x = return(1)
    'a'.return
    [1,2,3].each |$x| { $x ? { 2 => break(), default => notice($x) } }
    [1,2,3].map |$x| { $x == 2 and next('two') $x }
    [1,2,3].map |$x| { $y = [1,2].each |$z| { break() } $y }
  T
end

archive('type-aliases', 'Type aliases: use, parameters of functions, recursion, errors.') do
  blocks <<~'T'
    type A = Integer
    A
    ---
    type A = Integer[1, 5]
    [1 =~ A, 6 =~ A, A, A == Integer[1, 5]]
    ---
    type A = Variant[Integer, Array[A]]
    [1 =~ A, [1] =~ A, [[1, [2]]] =~ A, ['x'] =~ A, A]
    ---
    type Tree = Struct[{value => Integer, Optional[left] => Tree, Optional[right] => Tree}]
    [{value => 1} =~ Tree, {value => 1, left => {value => 2}} =~ Tree, {value => 1, left => {v => 2}} =~ Tree]
    ---
    type A = B
    type B = Integer
    [1 =~ A, A]
    ---
    type A = B
    type B = A
    1 =~ A
    ---
    type A = A
    1 =~ A
    ---
    type A = Variant[A, A]
    1 =~ A
    ---
    type A = Array[A]
    [[] =~ A, [[]] =~ A, [1] =~ A]
    ---
    type A::B = String[1]
    ['' =~ A::B, 'x' =~ A::B, A::B]
    ---
    type A = Integer[1, 5]
    function f(A $x) { $x }
    f(6)
    ---
    type A = Struct[{a => Integer}]
    function f(A $x) { $x }
    f({a => x})
    ---
    type A = Variant[Integer, Enum[a, b]]
    function f(A $x) { $x }
    f('c')
    ---
    type A = Variant[Integer, Array[A]]
    function f(A $x) { $x }
    f([[x]])
    ---
    type A = Pattern[/^a/]
    class c(A $x) { }
    class { c: x => 'b' }
    ---
    type A = Pattern[/^a/]
    define d(A $x) { }
    d { t: x => 'b' }
    ---
    type A = Integer
    type A = String
    ---
    type Integer = String
    ---
    type a = String
    ---
    type A = 1
    1 =~ A
    ---
    type A = Foo
    A
    ---
    type A = Foo
    1 =~ A
    ---
    type A = Integer
    A[1, 5]
    ---
    type A = Array
    A[Integer]
    ---
    type A = Integer
    [A.new('5'), A('6')]
    ---
    type A = Integer[1, 5]
    A.new('7')
    ---
    type A = Array[Integer]
    [type([1]) <= A, A <= Array, Array[Integer] == A, A < Array]
    ---
    type A = Integer
    "$A ${A}"
    ---
    type A = Integer
    [A].map |$t| { "${t}" }
    ---
    case 5 { A: { a } default: { d } }
    type A = Integer
    ---
    type A = Integer
    5 ? { A => a, default => d }
    ---
    type A = Integer
    assert_type(A, 'x')
    ---
    type A = Optional[Integer]
    assert_type(A, 'x')
    ---
    type A = Callable[Integer]
    A
    ---
    type A = Hash[String, A]
    [{} =~ A, {a => {}} =~ A, {a => {b => 1}} =~ A]
    ---
    type A = Tuple[Integer, Optional[A]]
    [[1] =~ A, [1, [2]] =~ A, [1, undef] =~ A]
    ---
    type A = NotUndef[B]
    type B = Variant[Undef, String]
    [undef =~ A, 'x' =~ A]
    ---
    class c { type A = Integer }
    ---
    if true { type A = Integer }
    ---
    type A inherits B { }
    ---
    type Port = Integer[0, 65535]
    type Host = Pattern[/\A[a-z.]+\z/]
    type Endpoint = Struct[{host => Host, port => Port}]
    function f(Array[Endpoint, 1] $e) { $e.map |$x| { "${x[host]}:${x[port]}" } }
    f([{host => 'a.b', port => 80}])
    ---
    type Port = Integer[0, 65535]
    type Host = Pattern[/\A[a-z.]+\z/]
    type Endpoint = Struct[{host => Host, port => Port}]
    function f(Array[Endpoint, 1] $e) { $e }
    f([{host => 'a.b', port => 80000}])
    ---
    type Port = Integer[0, 65535]
    type Endpoint = Struct[{host => String, port => Port}]
    function f(Array[Endpoint, 1] $e) { $e }
    f([{host => 'a.b'}, {port => 1}])
    ---
    type Car = Object[attributes => { color => String, wheels => { type => Integer, value => 4 } }]
    $c = Car('red')
    [$c.color, $c.wheels, $c]
    ---
    type Car = Object[attributes => { color => String }]
    Car(1)
    ---
    type Car = Object[attributes => { color => String }]
    Car('red') == Car('red')
    ---
    type Car = Object[attributes => { color => String }]
    Car({'color' => 'blue'}).color
    ---
    type Car = { attributes => { color => String } }
    Car('red').color
    ---
    type Base = { attributes => { a => Integer } }
    type Sub = Base { attributes => { b => Integer } }
    $s = Sub(1, 2)
    [$s.a, $s.b, $s =~ Base, Sub < Base]
    ---
    type Car = { attributes => { color => String } }
    Car('red').nope
    ---
    type Car = { attributes => { color => { type => String, value => 'green' } } }
    [Car().color, "${Car()}"]
  T
end

archive('destructuring', 'Assignments to several variables: from arrays, hashes and classes.') do
  blocks <<~'T'
    [$a, $b] = [1, 2]
    [$a, $b]
    ---
    [$a, $b] = [1]
    ---
    [$a, $b] = [1, 2, 3]
    ---
    [$a] = [1]
    $a
    ---
    [$a, [$b, $c]] = [1, [2, 3]]
    [$a, $b, $c]
    ---
    [$a, [$b, $c]] = [1, 2]
    ---
    [$a, [$b]] = [1, [2, 3]]
    ---
    [$a, $b] = 1
    ---
    [$a, $b] = undef
    ---
    [$a, $b] = 'ab'
    ---
    [$a, $b] = {a => 1, b => 2}
    [$a, $b]
    ---
    [$a, $b] = {a => 1}
    ---
    [$a, $b] = {a => 1, b => 2, c => 3}
    [$a, $b]
    ---
    [$a, [$b]] = {a => 1, b => 2}
    ---
    [$a, $a] = [1, 2]
    ---
    [$a, $b] = [$b, $a] = [1, 2]
    ---
    $x = [$a, $b] = [1, 2]
    $x
    ---
    $a = 5
    [$a, $b] = [1, 2]
    ---
    [$a, 1] = [1, 2]
    ---
    [$a, $b + 1] = [1, 2]
    ---
    [] = []
    ---
    [$a, $b] = [[1, 2], {c => d}]
    [$a, $b]
    ---
    class c { $a = 1 $b = 2 }
    include c
    [$a, $b] = Class[c]
    [$a, $b]
    ---
    class c($a = 1) { }
    include c
    [$a, $b] = Class[c]
    [$a, $b]
    ---
    class c { $a = 1 }
    [$a] = Class[c]
    ---
    [$a] = Class[nope]
    ---
    class c { $a = 1 } class d { $a = 2 }
    include c, d
    [$a] = Class[c, d]
    ---
    [$a] = File['x']
    ---
    [$a] = Class
    ---
    class x { [$a, $b] = [1, 2] }
    include x
    [$x::a, $x::b]
    ---
    [$c::a] = [1]
    ---
    [1, 2].each |$x| { [$a, $b] = [$x, $x * 2] notice($a, $b) }
    ---
    [$a, $b] = [1, 2].map |$x| { $x * 10 }
    [$a, $b]
    ---
    [$a, $b] = 'x-y'.split('-')
    "$a $b"
    ---
    [$a, *$b] = [1, 2]
    ---
    [$trusted, $b] = [1, 2]
    ---
    [$1, $b] = [1, 2]
    ---
    [$a, $b] += [1, 2]
    ---
    $a += 1
    ---
    $a -= 1
    ---
    1 = 2
    ---
    'a' = 2
    ---
    a = 2
    ---
    $a[0] = 2
    ---
    f() = 2
    ---
    {$a => $b} = {1 => 2}
    ---
    notice(*[1, 2], 3)
    ---
    [*[1, 2], *[3], *4, *undef]
    ---
    [*{a => 1, b => 2}]
    ---
    [*Integer[1, 3]]
    ---
    [*'abc']
    ---
    [**[1]]
    ---
    *[1]
    ---
    $a = *[1, 2]
    $a
    ---
    $a = *5
    $a
    ---
    $a = *undef
    $a
    ---
    $a = *{a => 1}
    $a
    ---
    $a = *Sensitive([1])
    $a
    ---
    1 in *[1]
    ---
    {a => *[1]}
    ---
    if *[false] { y } else { n }
    ---
    [1, 2][*[0]]
    ---
    [1, 2, 3][*[0, 2]]
    ---
    {a => 1, b => 2}[*[a, b]]
    ---
    String[*[1, 2]]
    ---
    Integer[*[1, 5]]
    ---
    max(*[1, 5, 3])
    ---
    case 2 { *[1, 2]: { y } default: { n } }
    ---
    *[1, 2].map |$x| { $x }
  T
end
