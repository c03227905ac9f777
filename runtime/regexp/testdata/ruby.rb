#!/usr/bin/env ruby
# Asks Ruby what it makes of regular expressions.
#
#     ruby ruby.rb match < cases      results of the cases, one JSON line each
#     ruby ruby.rb generate SEED N    N random cases with their results
#     ruby ruby.rb strings SEED N     N random uses of regexps on strings with their results
#
# A case is {"p": pattern, "o": options, "s": subject}; with its result it also has
# "e", the text of the RegexpError, or "m", the byte offsets of the match and its
# groups (null where there is none). A use has a method "f" in place of that, its
# argument "a", and the result "r".
require 'json'
Encoding.default_external = Encoding::UTF_8 # inspect shows what this can hold
require 'timeout'
$VERBOSE = nil
$stdout.sync = false

def byte_offsets(m, s)
  (0...m.size).flat_map do |i|
    a, b = m.offset(i)
    a ? [s[0...a].bytesize, s[0...b].bytesize] : [-1, -1]
  end
end

def answer(c)
  re = Regexp.new(c['p'], c['o'] || 0)
  m = Timeout.timeout(3) { re.match(c['s']) }
  c['m'] = m && byte_offsets(m, c['s'])
  c
rescue RegexpError => e
  # Two texts mean the same: Ruby compiles anew for the subject's encoding.
  c['e'] = e.message
  c
end

# A generator of patterns that mean something more often than not.
class Generator
  LITERALS = %w[a b c A B 1 2 - _ . x é ß あ].freeze
  CLASSES = %w[\w \W \d \D \s \S \h \H . \R \X [abc] [^abc] [a-c] [^a-c] [[:alpha:]] [[:^digit:]]
               [\w&&[^a]] [a-z&&b-y] [\d\-a] [ab[cd]] [^\s] [é-ん] \p{Alpha} \P{Alpha} \p{^Lu} \p{Greek}
               \p{Han} [[:upper:]] [[:space:]] [[:punct:]] [[:word:]] [^[:word:]] [ßA] [^\n] [\n] [k-s]].freeze
  ANCHORS = %w[^ $ \A \z \Z \b \B \G].freeze
  ALPHABET = ['a', 'b', 'c', 'A', 'B', '1', '2', '-', '_', ' ', "\n", 'é', 'ß', 'あ', 'ss', 'x', '.', "\u017f", 'K', "\u212a",
              "\u0301", "\r\n", 'fi', "\ufb01", 'É', "\u03b1"].freeze

  def initialize(seed)
    @r = Random.new(seed)
  end

  def pick(list) = list[@r.rand(list.size)]
  def chance(n) = @r.rand(n).zero?

  def pattern
    @groups = 0
    @names = []
    @budget = 3 + @r.rand(12)
    # Some patterns name their groups; plain groups then do not count.
    @named = chance(5)
    @calls = chance(6)
    p = alternation(0)
    p = noise(p) if chance(25)
    p
  end

  # Breaks a pattern in some way.
  def noise(p)
    p = p.dup
    (1 + @r.rand(2)).times do
      case @r.rand(4)
      when 0 then p.slice!(@r.rand(p.size)) unless p.empty?
      when 1 then p.insert(@r.rand(p.size + 1), pick(%w[( ) [ ] { } * + ? \\ | ^ - & : < > = ! ~ # , 1 a k g p]))
      when 2 then p = p[0, @r.rand(p.size + 1)]
      else
        p << pick(['(?<', '\k<', '\g<', '(?', '[', '[^', '\p{', '\x', '\u', '{2', '(?(', '[[:al', '\c', '(?<a', '(?i', '(?#', '&&', '(?~', '\k<a+', "\\g'"])
      end
    end
    p
  end

  def alternation(depth)
    n = chance(4) ? 2 + @r.rand(2) : 1
    Array.new(n) { branch(depth) }.join('|')
  end

  def branch(depth)
    return '' if chance(30)
    Array.new(1 + @r.rand(3)) { piece(depth) }.join
  end

  def piece(depth)
    @budget -= 1
    p = atom(depth)
    p += quantifier if chance(3) && !p.empty?
    p
  end

  def quantifier
    q = pick(['*', '+', '?', '*', '+', '?', '{2}', '{1,2}', '{,2}', '{2,}', '{0}', '{0,1}', '{1}', '{3,4}'])
    q += pick(['?', '+', '', '', '', '', '*']) if chance(3)
    q
  end

  def atom(depth)
    return leaf if depth > 4 || @budget <= 0 || @r.rand(10) < 6
    case @r.rand(16)
    when 0..4 then group(depth)
    when 5, 6 then "(?:#{alternation(depth + 1)})"
    when 7 then "(?=#{alternation(depth + 1)})"
    when 8 then "(?!#{alternation(depth + 1)})"
    when 9 then "(?<=#{behind(depth)})"
    when 10 then "(?<!#{behind(depth)})"
    when 11 then "(?>#{alternation(depth + 1)})"
    when 12 then "(?~#{alternation(depth + 1)})"
    when 13 then "(?#{pick(%w[i m x mi -i i-m a u d ia])}:#{alternation(depth + 1)})"
    when 14 then @groups.positive? && !@named ? "(?(#{1 + @r.rand(@groups)})#{branch(depth + 1)}|#{branch(depth + 1)})" : "(?i)#{branch(depth + 1)}"
    else reference
    end
  end

  def behind(depth)
    return alternation(depth + 1) if chance(3)
    Array.new(1 + @r.rand(2)) { Array.new(@r.rand(3)) { chance(6) ? pick(ANCHORS) : leaf1 }.join }.join('|')
  end

  def group(depth)
    if @named && !chance(3)
      name = pick(%w[n m o])
      @groups += 1
      body = alternation(depth + 1)
      @names << name
      "(?<#{name}>#{body})"
    else
      @groups += 1
      "(#{alternation(depth + 1)})"
    end
  end

  def reference
    if @calls && chance(2)
      return @named ? "\\g<#{pick(%w[n m o])}>" : "\\g<#{pick([1, 1, 2, -1, 0, '+1'])}>#{pick(['', '?', '?'])}"
    end
    return leaf if @groups.zero?
    lvl = chance(6) ? pick(%w[+0 -1 +1]) : ''
    return @names.empty? ? leaf : "\\k<#{pick(@names)}#{lvl}>" if @named
    chance(2) ? "\\#{1 + @r.rand(@groups)}" : "\\k<#{pick([1 + @r.rand(@groups), -1])}#{lvl}>"
  end

  def leaf1 = chance(3) ? pick(CLASSES - ['\R', '\X']) : pick(LITERALS)

  def leaf
    case @r.rand(20)
    when 0..10 then pick(LITERALS)
    when 11..15 then pick(CLASSES)
    when 16, 17 then pick(ANCHORS)
    when 18 then pick(['\K', '\n', '\t', '\x61', '\u00e9', '\u{61 62}', '\141', '(?#x)', ' ', '#', 'ss', 'st', 'fi', '\xc3\x9f', 'i', 's', 'k'])
    else reference_or_class
    end
  end

  def reference_or_class
    chance(2) && @groups.positive? && !@named ? "\\#{1 + @r.rand(@groups)}" : pick(CLASSES)
  end

  def subject
    Array.new(@r.rand(8)) { pick(chance(3) ? ALPHABET : ALPHABET[0, 6]) }.join
  end

  def cases
    p = pattern
    o = chance(3) ? @r.rand(8) : 0
    Array.new(3) { { 'p' => p, 'o' => o, 's' => subject } }
  end
end

case ARGV[0]
when 'match'
  STDIN.each_line { |l| puts JSON.generate(answer(JSON.parse(l))) unless l.start_with?('#') }
when 'generate'
  g = Generator.new(ARGV[1].to_i)
  n = ARGV[2].to_i
  until n <= 0
    g.cases.each do |c|
      n -= 1
      begin
        puts JSON.generate(answer(c))
      rescue Timeout::Error
        # Ruby takes forever; we have a step limit instead.
      end
    end
  end
when 'strings'
  g = Generator.new(ARGV[1].to_i)
  replacements = ['', 'x', '<\\0>', '\\1-\\2', '[\\&]', '\\\\1', '\\`|\\\'', '\\k<n>', '\\k<n', '\\k<1>', '\\q', '\\9\\', 'é\\é', '\\k']
  n = ARGV[2].to_i
  while n.positive?
    c = g.cases[0]
    begin
      re = Regexp.new(c['p'], c['o'])
      re.match(c['s'])
    rescue RegexpError
      next
    end
    n -= 1
    c['f'] = f = g.pick(%w[gsub sub scan split to_s inspect escape])
    begin
      c['r'] = Timeout.timeout(3) do
        case f
        when 'gsub', 'sub' then c['s'].send(f, re, c['a'] = g.pick(replacements))
        when 'scan' then c['s'].scan(re).map { |x| Array(x) }
        when 'split' then c['s'].split(re, c['n'] = g.pick([0, 0, -1, 1, 2, 3]))
        when 'escape' then Regexp.escape(c['s'])
        else
          c['p'] = c['s'] = "(?#{g.pick(['i', 'm', 'x', 'mi', 'i-m', '-x', '-', 'i-i', 'ia', 'mm'])}#{g.pick([':', ':', ')'])}#{c['p']}#{g.pick([')', ')', '', ')a'])}"
          re = Regexp.new(c['p'], c['o'])
          re.send(f)
        end
      end
    rescue RegexpError, Timeout::Error
      next
    rescue IndexError, RuntimeError => e
      c['e'] = e.message
    end
    puts JSON.generate(c)
  end
else
  abort "usage: #{$PROGRAM_NAME} match|generate SEED N"
end
