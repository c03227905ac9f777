SCOPING = <<~'T'
  #: top-seen-in-class
  $v = top
  class c { notice($v) }
  include c
  ---
  #: class-shadows-top
  $v = top
  class c { $v = inner notice($v, $::v) }
  include c
  notice($v, $c::v)
  ---
  #: class-variable-outside
  class c { $v = inner }
  include c
  [$v, $c::v, $::c::v]
  ---
  #: class-variable-before-include
  class c { $v = inner }
  notice($c::v)
  include c
  $c::v
  ---
  #: class-variable-no-class
  $nope::v
  ---
  #: class-variable-missing
  class c { }
  include c
  $c::v
  ---
  #: parameter-as-variable
  class c($p = 5) { }
  include c
  $c::p
  ---
  #: define-local
  define d { $v = local notice($v) }
  d { x: }
  $v
  ---
  #: define-title-name
  define d($p = $title, $q = $name) { notice("$title $name $p $q") }
  d { x: }
  d { y: p => 1 }
  ---
  #: define-sees-top-not-caller
  $t = top
  class c { $v = caller d { x: } }
  define d { notice("<$t> <$v>") }
  include c
  ---
  #: class-sees-top-not-includer
  class a { $v = a include b }
  class b { notice("<$v>") }
  include a
  ---
  #: inherits-sees-parent
  class a { $v = a }
  class b inherits a { notice($v, $a::v) }
  include b
  [$b::v, $a::v]
  ---
  #: inherits-shadows-parent
  class a { $v = a }
  class b inherits a { $v = b notice($v, $a::v) }
  include b
  ---
  #: inherits-chain
  class a { $v = a }
  class b inherits a { }
  class c inherits b { notice($v) }
  include c
  $c::v
  ---
  #: inherits-parameter-default
  class a($p = 7) { }
  class b($q = $a::p) inherits a { notice($q, $p) }
  include b
  ---
  #: inherits-parent-params-not-visible-in-define
  class a { $v = a define d { notice("<$v>") } }
  include a
  a::d { x: }
  ---
  #: node-shadows-top
  $v = top
  node default { $v = node notice($v) include c }
  class c { notice($v, $::v) }
  ---
  #: node-variable-seen-in-class
  node default { $n = node include c }
  class c { notice($n, $::n) }
  ---
  #: node-variable-seen-in-define
  node default { $n = node d { x: } }
  define d { notice($n) }
  ---
  #: lambda-sees-outer
  $v = 1
  [1, 2].map |$x| { $x + $v }
  ---
  #: lambda-shadows
  $x = outer
  [1].each |$x| { notice($x) }
  $x
  ---
  #: lambda-local
  [1].each |$x| { $y = $x + 1 notice($y) }
  $y
  ---
  #: lambda-assign-shadow
  $y = 1
  [5].map |$x| { $y = $x $y }
  ---
  #: lambda-local-fresh-each-time
  [1, 2, 3].map |$x| { $y = $x $y * 2 }
  ---
  #: lambda-nested
  [1, 2].map |$x| { [10, 20].map |$y| { $x + $y } }
  ---
  #: lambda-nested-shadow
  [1, 2].map |$x| { [10, 20].map |$x| { $x } }
  ---
  #: lambda-parameter-assign
  [1].map |$x| { $x = 2 }
  ---
  #: lambda-sees-class-variable
  class c { $v = 3 $r = [1].map |$x| { $v + $x } }
  include c
  $c::r
  ---
  #: function-does-not-see-caller
  function f() { $v }
  class c { $v = 3 notice(f()) }
  include c
  ---
  #: function-sees-top
  function f() { $v }
  $v = top
  f()
  ---
  #: function-sees-global-qualified
  function f() { $::v }
  $v = top
  f()
  ---
  #: function-sees-class-qualified
  function f() { $c::v }
  class c { $v = 3 }
  include c
  f()
  ---
  #: function-local
  function f($a) { $b = $a + 1 $b }
  [f(1), f(2), $b]
  ---
  #: function-shadows-top
  $v = top
  function f() { $v = inner $v }
  [f(), $v]
  ---
  #: reassign
  $a = 1
  $a = 2
  ---
  #: reassign-same-value
  $a = 1
  $a = 1
  ---
  #: reassign-in-if
  $a = 1
  if true { $a = 2 }
  ---
  #: reassign-parameter
  class c($p) { $p = 2 }
  class { c: p => 1 }
  ---
  #: reassign-define-title
  define d { $title = 1 }
  d { x: }
  ---
  #: reassign-define-name
  define d { $name = 1 }
  d { x: }
  ---
  #: assign-trusted
  $trusted = 1
  ---
  #: assign-facts
  $facts = 1
  ---
  #: assign-server-facts
  $server_facts = 1
  ---
  #: assign-facts-in-class
  class c { $facts = 1 }
  include c
  ---
  #: assign-name-top
  $name = 1
  ---
  #: assign-title-top
  $title = 1
  ---
  #: assign-module-name
  $module_name = 'x'
  ---
  #: assign-environment
  $environment = 'x'
  ---
  #: assign-qualified
  $foo::a = 1
  ---
  #: assign-global-qualified
  $::a = 1
  ---
  #: assign-own-class-qualified
  class c { $c::a = 1 }
  include c
  ---
  #: assign-numeric
  $1 = 2
  ---
  #: assign-undef
  $a = undef
  [$a, $a == undef]
  ---
  #: assign-undef-twice
  $a = undef
  $a = 1
  ---
  #: assign-default
  $a = default
  $a
  ---
  #: assign-regexp
  $a = /x/
  $a
  ---
  #: assign-value
  $b = ($a = 5) + 1
  [$a, $b]
  ---
  #: assign-chain
  $a = $b = $c = 3
  [$a, $b, $c]
  ---
  #: use-before-assign
  notice($a)
  $a = 1
  $a
  ---
  #: underscore-local
  $_a = 1
  $_a
  ---
  #: underscore-qualified
  class c { $_v = 1 }
  include c
  $c::_v
  ---
  #: upper-case-variable
  $Abc
  ---
  #: bad-variable-name
  $a-b
  ---
  #: variable-named-undef
  $undef = 1
  ---
  #: variable-named-default
  $default = 1
  $default
  ---
  #: settings-scope
  [$settings::environment, $settings::strict, $settings::strict_variables]
  ---
  #: environment-variable
  $environment
  ---
  #: facts-hash
  [$facts, $trusted['certname'], $server_facts['serverversion']]
  ---
  #: serverversion
  $serverversion
  ---
  #: module-name-top
  [$module_name, $caller_module_name]
  ---
  #: title-top
  [$title, $name]
  ---
  #: title-in-class
  class a::b { notice($title, $name, $module_name) }
  include a::b
  ---
  #: include-twice
  class c { notice('once') }
  include c
  include c, 'c', Class['c']
  ---
  #: include-returns
  class a {} class b {}
  [include(a), include(a, b), include([a, b]), include(a)]
  ---
  #: require-contain-return
  class a {}
  class b { notice(require(a)) notice(contain(a)) }
  include b
  ---
  #: include-missing
  include nope
  ---
  #: include-leading-colons
  class a { $v = 1 }
  include ::a
  $::a::v
  ---
  #: include-relative
  class a { include b }
  class a::b { notice('a::b') }
  class b { notice('b') }
  include a
  ---
  #: include-empty
  include ''
  ---
  #: include-undef
  include undef
  ---
  #: include-number
  include 1
  ---
  #: include-nested-array
  class a {} class b {} class c {}
  include([a, [b, [c]]])
  ---
  #: nested-class-name
  class a { class b { $v = 1 } }
  include a::b
  $a::b::v
  ---
  #: nested-class-sees-outer
  class a { $v = outer class b { notice("<$v>") } }
  include a
  include a::b
  ---
  #: class-params-typed
  class c(Integer $i, String $s = "n$i") { notice($i, $s) }
  class { c: i => 3 }
  ---
  #: class-params-mismatch
  class c(Integer $i) { }
  class { c: i => 'x' }
  ---
  #: class-params-missing
  class c($i) { }
  include c
  ---
  #: class-params-unknown
  class c { }
  class { c: x => 1 }
  ---
  #: class-params-undef
  class c($p = 5) { notice("<$p>") }
  class { c: p => undef }
  ---
  #: define-params-undef
  define d($p = 5) { notice("<$p>") }
  d { x: p => undef }
  ---
  #: define-params-undef-typed
  define d(Optional[Integer] $p = 5) { notice("<$p>") }
  d { x: p => undef }
  ---
  #: define-params-mismatch
  define d(Integer $i, String $s) { }
  d { x: i => 'x', s => 1 }
  ---
  #: define-params-missing
  define d($a, $b) { }
  d { x: }
  ---
  #: define-params-unknown
  define d($a = 1) { }
  d { x: b => 1 }
  ---
  #: class-param-earlier
  class c($a = 1, $b = $a + 1, $c = $a + $b) { notice($a, $b, $c) }
  class { c: a => 10 }
  ---
  #: class-param-later
  class c($a = $b, $b = 2) { notice("<$a> <$b>") }
  include c
  ---
  #: define-param-later-given
  define d($a = $b, $b = 2) { notice("<$a> <$b>") }
  d { x: b => 5 }
  ---
  #: class-declared-twice
  class c { }
  class { c: }
  class { c: }
  ---
  #: class-include-then-declare
  class c { }
  include c
  class { c: }
  ---
  #: class-declare-then-include
  class c { }
  class { c: }
  include c
  ---
  #: class-redefined
  class c { $a = 1 }
  class c { $b = 2 }
  include c
  [$c::a, $c::b]
  ---
  #: define-redefined
  define d { }
  define d { }
  ---
  #: class-define-same-name
  class x { }
  define x { }
  ---
  #: inherits-missing
  class b inherits nope { }
  include b
  ---
  #: inherits-itself
  class b inherits b { }
  include b
  ---
  #: inherits-cycle
  class a inherits b { }
  class b inherits a { }
  include a
  ---
  #: inherits-with-missing-param
  class a($p) { }
  class b inherits a { }
  include b
  ---
  #: inherits-order
  class a { notice(a) }
  class b inherits a { notice(b) }
  include b
  ---
  #: node-default
  node default { notice(default) }
  ---
  #: node-name
  node 'testnode.example.org' { notice(exact) }
  node default { notice(default) }
  ---
  #: node-regexp
  node /^test(node)/ { notice("re $1") }
  node default { notice(default) }
  ---
  #: node-regexp-order
  node /test/ { notice(first) }
  node /testnode/ { notice(second) }
  ---
  #: node-name-over-regexp
  node /test/ { notice(re) }
  node 'testnode.example.org' { notice(exact) }
  ---
  #: node-short-name
  node testnode { notice(short) }
  node default { notice(default) }
  ---
  #: node-list
  node 'a', 'testnode.example.org' { notice(list) }
  ---
  #: node-none
  node 'other' { notice(other) }
  ---
  #: node-duplicate
  node 'a' { }
  node 'a' { }
  ---
  #: node-after-top
  notice(top)
  node default { notice(node) }
  notice(end)
  ---
  #: node-match-variables
  node /(t)(e)(s)t/ { notice($1, $2, $3) }
  ---
  #: main-value-of-class
  class c { 5 }
  ---
  #: main-value-of-node
  node default { 5 }
  ---
  #: main-value-of-function
  function f() { 5 }
  ---
  #: string-to-class-variable
  class c { $v = 1 }
  include c
  getvar('c::v')
  ---
  #: getvar
  $a = {b => [1, {c => 2}]}
  [getvar('a'), getvar('a.b.1.c'), getvar('a.x'), getvar('a.x', 9), getvar('nope', 8), getvar('::a')]
  ---
  #: getvar-bad
  getvar('A')
  ---
  #: defined
  $a = 1
  class c {} define d {} function f() {}
  [defined('$a'), defined('$b'), defined(c), defined('c'), defined(d), defined(f), defined(notice), defined(file), defined('nope'), defined(Class[c]), defined(File['x']), defined(File), defined(String), defined(nope, c)]
  ---
  #: defined-resources
  class c {} include c
  notify { x: }
  [defined(Class[c]), defined(Notify[x]), defined(Notify[x, y]), defined(Notify[y])]
  ---
  #: defined-undef-variable
  $a = undef
  [defined('$a'), defined('$::a'), defined('$nope')]
  ---
  #: defined-bad
  defined(1)
T

archive('scoping', 'Which variables are seen from where: top scope, node, class, parent, define, function, lambda.') { blocks(SCOPING) }
archive('scoping-strict', 'The same with strict_variables: an unknown variable is an error.', settings: { strict: 'error', strict_variables: true }) { blocks(SCOPING) }
archive('scoping-facts', 'Facts are top scope variables that cannot be assigned again.', facts: { 'os' => { 'family' => 'Debian', 'release' => { 'major' => '12' } }, 'plain' => 'fact', 'num' => 3, 'list' => [1, 2], 'flag' => false }) do
  blocks <<~'T'
    [$os, $facts['os'], $::os['family'], $plain, $::plain]
    ---
    "${os['family']} ${facts['os']['release']['major']} ${plain} ${num} ${list[0]}"
    ---
    $plain = 1
    ---
    class c { $plain = mine notice($plain, $::plain, $facts['plain']) }
    include c
    ---
    $facts['nope']
    ---
    $facts['nope']['x']
    ---
    $facts[os][release][major]
    ---
    $facts.dig('os', 'release', 'major')
    ---
    $facts.get('os.release.major')
    ---
    get($facts, 'os.release.minor', 'dflt')
    ---
    getvar('facts.os.family')
    ---
    $os[family] ? { 'debian' => yes, default => no }
    ---
    case $facts['os']['family'] { 'RedHat': { a } 'Debian', 'Ubuntu': { b } default: { c } }
    ---
    [$num + 1, $list + [3], !$flag]
    ---
    $facts + {a => 1}
    ---
    $facts['os'] << 1
    ---
    $facts.keys
    ---
    node default { $plain = node notice($plain, $::plain) }
    ---
    function f() { [$plain, $facts['plain']] }
    f()
    ---
    define d { notice($plain, $facts['os']['family']) }
    d { x: }
    ---
    fact('os.family')
    ---
    $unknown_fact
  T
end
