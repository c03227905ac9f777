require_relative 'kinds'

archive('interpolation-kinds', 'Every kind of value in every form of interpolation.') do
  KINDS.each do |n, v|
    try("$x = #{v}\n\"<$x>\"", name: "plain.#{n}")
    try("$x = #{v}\n\"<${x}>\"", name: "braced.#{n}")
    try("\"<${#{v}}>\"", name: "literal.#{n}") unless v =~ /\A\(/
    try("$x = [#{v}]\n\"<${x}> <${x[0]}>\"", name: "array.#{n}")
    try("$x = {'k' => #{v}}\n\"<${x}> <${x[k]}> <${x['k']}>\"", name: "hash.#{n}")
    try("$x = {#{v} => 1}\n\"<${x}>\"", name: "key.#{n}")
  end
end

archive('interpolation', 'What may stand in an interpolation, and how names in it are read.') do
  lines <<~'T'
    $a = 1 "$a"
    $a = 1 "${a}"
    $a = 1 "${$a}"
    $a = 1 "${ a }"
    $a = 1 "$a$a"
    $a = 1 "$a-b"
    $a = 1 "$a.b"
    $a = 1 "$a::b"
    $a = 1 "${a}::b"
    $a = 1 "$a:"
    $a = 1 "$::a"
    $a = 1 "${::a}"
    $a_b = 1 "$a_b"
    $a1 = 1 "$a1"
    $_a = 1 "$_a"
    $a = 1 "$A"
    $a = 1 "$aB"
    "$"
    "$ a"
    "a$"
    "$$"
    "$-"
    "$1"
    "${1}"
    "$0x"
    'abc' =~ /(b)/ "$0$1$2"
    'abc' =~ /(b)/ "${0}${1}"
    "${}"
    "${ }"
    "${''}"
    "${1 + 2}"
    "${[1, 2]}"
    "${ {a => 1} }"
    "${{a => 1}}"
    "${a}"
    "${'a'}"
    "${a + 1}"
    $a = 2 "${a + 1}"
    $a = 2 "${a * a}"
    $a = [1,2] "${a[0]} ${a[1]}"
    $a = [1,2] "${a[0] + a}"
    $a = [1,2] "${$a[0] + 1}"
    $a = [1,2] "${a.size}"
    $a = [1,2] "${a.map |$x| { $x * 2 }}"
    $a = [1,2] "${a.map |$x| { "<${x}>" }}"
    $a = [1,2] "${a.map |$x| { $x * 2 }.size}"
    $a = [1,2] "${size(a)}"
    $a = [1,2] "${size($a)}"
    $a = 'abc' "${a.upcase}"
    $a = 'abc' "${a.upcase()}"
    $a = 'abc' "${upcase($a)}"
    "${upcase('x')}"
    $a = 1 "${if $a == 1 { 'one' } else { 'other' }}"
    $a = 1 "${unless $a == 1 { 'one' } else { 'other' }}"
    $a = 1 "${case $a { 1: { 'one' } default: { 'x' } }}"
    $a = 1 "${$a ? { 1 => 'one', default => 'x' }}"
    $a = 1 "${a ? { 1 => 'one', default => 'x' }}"
    $a = 1 "${a == 1}"
    $a = 1 "${$a == 1}"
    $a = 1 "${a and true}"
    $a = true "${!a}"
    $a = true "${!$a}"
    $a = 3 "${-a}"
    $a = 3 "${-$a}"
    $if = 1 "$if"
    $if = 1 "${if}"
    $true = 1 "$true"
    $class = 1 "$class"
    $class = 1 "${class}"
    $node = 1 "${node}"
    $type = 1 "${type}"
    $attr = 1 "${attr}"
    $default = 1 "$default"
    "${true}"
    "${undef}"
    "${default}"
    "${Integer}"
    "${Integer[1,2]}"
    "${File['/x']}"
    "${notice('x')}"
    "${fail('x')}"
    "${$x = 3} ${x}"
    "${x = 3}"
    "a${"b${"c${1}d"}e"}f"
    "a${'}'}b"
    "a${"}"}b"
    "a${'{'}b"
    "a${ {a => '}'}[a] }b"
    "a\${b}"
    "a\$b"
    "\\${1}"
    'a${b}'
    'a\nb'
    'a\\b'
    'a\'b'
    'a\qb'
    'a\\'
    "a\nb\tc\rd\se"
    "a\qb"
    "\u0041\u{42}\u{1F600}"
    "\u004"
    "\u{110000}"
    "\u{D800}"
    "\x41"
    "\0"
    "\'\""
    'a"b'
    "a'b"
    "a" "b"
    'multi
    "tab	in"
    'Ünïcödé'
    "日本${1}語"
    '😀'.length
    $x = "line1\nline2" $x
    "${[1, [2, [3]]]}"
    "${ {a => {b => [1, undef, true, default, 1.50]}} }"
    "${['a', "b'c", 'd"e', 'f\g', "h\ni"]}"
    "${ {'a b' => 'c d', 'e' => ''} }"
    "${[undef]}"
    "${[[]]}"
    "${ {} }"
    "${[/a\/b/, /x/mi]}"
    "${/a\/b/}"
    "${/x/}"
    "${[Sensitive(1)]}"
    "${1.0} ${1.50} ${1e10} ${1e20} ${1.0e-7} ${123456789.123456789}"
    "${0x1f} ${017}"
    "${[String, Array[Integer]]}"
    "${Struct[{a => Integer, Optional[b] => String}]}"
    "${Timestamp('2020-01-01')}"
    "${Timespan(90061.5)}"
    "${SemVer('1.2.3')} ${SemVerRange('>=1.0')}"
    "${Binary('YWJj')}"
    "${URI('http://a/b')}"
    "$facts"
    "${facts}"
    "$trusted"
    "${facts['os']}"
    "${trusted['certname']}"
    "${$facts['a']['b']}"
    $x = {'a' => {'b' => 'c'}} "$x[a][b]"
    $x = {'a' => {'b' => 'c'}} "${x[a][b]}"
    $x = {'a' => {'b' => 'c'}} "${x['a']['b']}"
    $x = {'a' => {'b' => 'c'}} "${x["a"]["b"]}"
    $x = {'a' => {'b' => 'c'}} "${$x[a][b]}"
    $x = {'a' => {'b' => 'c'}} "${x.dig(a, b)}"
    $x = {'a' => 1} "${x.keys} ${x.values[0]}"
    $x = 1 "${x.then |$y| { $y + 1 }}"
    $x = [3,1] "${x.sort.map |$v| { $v + 1 }}"
    $x = 'a' "${x =~ /a/}"
    $x = 'a' "${$x =~ /a/}"
    $x = 'a' "${x in [a]}"
  T
  blocks <<~'T'
    #: multi-line
    $x = 1
    "one ${x}
    two ${$x +
    1}
    three"
    ---
    #: error-position-in-string
    $a = 1
    "text
      ${$a + 'x'}"
    ---
    #: error-position-nested
    "a ${ "b ${ 1 / 0 }" }"
    ---
    #: unknown-function-in-string
    "a ${nosuch(1)} b"
    ---
    #: lambda-in-string
    "total: ${[1,2,3].reduce |$m, $x| { $m + $x }}!"
    ---
    #: nested-quotes
    $h = {'a' => {'b"c' => 'd'}}
    "x ${h['a']["b\"c"]} y"
    ---
    #: variable-in-class
    class c { $v = 5 notice("v is ${v} and $c::v and ${c::v} and ${::c::v}") }
    include c
    "outside $c::v"
    ---
    #: dollar-brace-in-comment
    # not ${an} interpolation
    "x" # nor "${this}"
  T
end

archive('heredoc', 'Heredocs: tags, margins, escapes, interpolation, several on a line.') do
  blocks <<~'T'
    @(END)
    text
    END
    ---
    @(END)
      indented
        more
      | END
    ---
    @(END)
      indented
        more
      |- END
    ---
    @(END)
      text
      - END
    ---
    @(END)
    text
    -END
    ---
    @(END)
    text
    - END
    ---
    @("END")
    $x ${1 + 1} \t
    END
    ---
    $x = 'val'
    @("END")
      x is ${x} and $x \n
      | END
    ---
    @(END)
    no $x ${y} \n
    END
    ---
    @(END/n)
    a\nb\tc
    END
    ---
    @(END/t)
    a\nb\tc
    END
    ---
    @(END/)
    a\nb\tc\\d\$e\u0041
    END
    ---
    @("END"/nt)
    a\nb\tc\sd
    END
    ---
    @(END/$)
    a\$b \n
    END
    ---
    @("END"/$)
    a\${b} ${1}
    END
    ---
    @(END/L)
    line \
    continued
    END
    ---
    @("END"/L)
      line \
        continued
      | END
    ---
    @(END/u)
    \u0041\u{1F600}
    END
    ---
    @(END/r)
    a\rb
    END
    ---
    @(END/s)
    a\sb
    END
    ---
    @(END/x)
    a
    END
    ---
    @(END/nn)
    a
    END
    ---
    @(END:json)
    {"a": [1, 2]}
    END
    ---
    @(END:json)
    {"a": [1, 2}
    END
    ---
    @(END:yaml)
    a: 1
    END
    ---
    @(END:pp)
    notice 1
    END
    ---
    @(END:pp)
    notice(
    END
    ---
    @(END:unknown)
    a
    END
    ---
    @("END":json/n)
    {"a": "${1}"}
    END
    ---
    @( END )
    a
    END
    ---
    @(END OF TEXT)
    a
    END OF TEXT
    ---
    @( "END" / n )
    a\n
    END
    ---
    @(a-b.c)
    a
    a-b.c
    ---
    @()
    a
    ---
    @("")
    a
    ---
    @(END)
    never ends
    ---
    @(END)
    ---
    [@(A), @(B)]
    first
    A
    second
    B
    ---
    [@(A), @("B"), 3]
      first
      | A
      second ${1 + 1}
      |- B
    ---
    @(END).size
    abc
    END
    ---
    @(END)[0]
    abc
    END
    ---
    $h = { a => @(A), b => 2 }
      text
      | A
    $h
    ---
    notice(@(END))
      x
      | END
    ---
    @("END")
    ${@(INNER)}
    inner
    INNER
    outer
    END
    ---
    @("END")
    ${[1,2].map |$x| {
      $x + 1
    }}
    END
    ---
    @(END)

    blank lines


    END
    ---
    @(END)
      a

      b
      | END
    ---
    @(END)
        deep
      less
        | END
    ---
    @(END)
    	tab
    	| END
    ---
    @(END)
    |END
    ---
    @(END)
    |-END
    ---
    @(END)
      a |
      | END
    ---
    @("END")
      x
      ${1 / 0}
      | END
    ---
    @(END) + 1
    5
    |- END
    ---
    @(END)
    END is not the end
    ENDING
      END
    ---
    @("END"/tn)
    a${"\t"}b\t
    END
    ---
    @("END")
    a
      ${'x
    y'}
    END
    ---
    @(END
    a
    END
    ---
    # comment
    $a = @(END) # trailing comment
      text
      | END
    $a
  T
end
