# Records what Ruby and Puppet give for generated inputs, one JSON object a line.
#   ruby record.rb SEED COUNT
require 'json'
require 'shellwords'
require 'puppet'
require 'puppet/util/package'

SEED, COUNT = ARGV.map(&:to_i)
R = Random.new(SEED)
def pick(a) = a[R.rand(a.size)]

def enc(v)
  case v
  when Float then { 'f' => v.nan? ? 'NaN' : v.infinite? ? (v > 0 ? '+Inf' : '-Inf') : format('%a', v) }
  when Hash then { 'h' => v.to_a.map { |k, e| [enc(k), enc(e)] } }
  when Array then v.map { |e| enc(e) }
  when Symbol then v.to_s
  else v
  end
end

FLOATS = [0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1.5, 2.5, -2.5, 1e15, 1e16, 123456789.123, 1e-4, 1e-5, 1e100, 1e-100,
          1e22, 1e23, 3.14159, 100.0, 99999.5, 999999.5, 0.00001234, 1.7976931348623157e308, 5e-324, Float::INFINITY,
          -Float::INFINITY, Float::NAN, 2.675, 1.005, 0.30000000000000004]
INTS = [0, 1, -1, 7, 8, -8, 15, 16, -15, -16, 255, -255, 256, -256, 1000, -123, 2**31, -2**31, 2**62, 2**63 - 1, -2**63]
STRS = ['', 'a', 'abc', 'Hello World', "tab\t", "é", "日本語", '12', '-5', '0x1f', '0b11', '017', '1_000', ' 42 ', '1.5', '1e3',
        'abc1', '#{x}', '#$', '#', "\e\a\b\v\f\r\n", "\u0001\u007f", '"q"', "\\", '09', '1__0', '_1', '1_', '0x', '.5', '5.', '+3', '- 3',
        "\u200b", "\u00a0", "\u{1f600}", "\ue000", "\u0085", '0o17', '0d9', '1e', '1.e5', '0x1.8p3', 'z', 'Zz', 'az', 'zz99', 'a-9', '1.9.9',
        '<<koala>>', '***', '-9', 'Az', 'zZ9', '1.9.z', "\u{10ffff}", '~', '']

def rfloat
  case R.rand(4)
  when 0 then pick(FLOATS)
  when 1 then R.rand * 10**R.rand(-8..20)
  when 2 then (R.rand(200_000) - 100_000) / pick([1.0, 2.0, 8.0, 10.0, 100.0, 1000.0])
  else [R.rand(2**64)].pack('Q').unpack1('d')
  end
end

def rint = R.rand(2) == 0 ? pick(INTS) : R.rand(2**R.rand(1..62)) * pick([1, -1])
def rstr = R.rand(3) > 0 ? pick(STRS) : Array.new(R.rand(6)) { pick(%w[a Z 9 0 _ - . z é # { $] + [' ', '"', '\\', "'", "\n"]) }.join

def rval
  case R.rand(12)
  when 0..3 then rint
  when 4..6 then rfloat
  when 7..8 then rstr
  when 9 then pick([nil, true, false])
  when 10 then [rint, rstr, rfloat, nil]
  else { rstr => rint, 'b' => [rstr] }
  end
end

def conversion
  s = '%'
  R.rand(3).times { s << pick(['-', '+', ' ', '0', '#']) }
  s << pick(['1$', '2$', '<a>', '*']) if R.rand(15) == 0
  s << R.rand(1..14).to_s if R.rand(2) == 0
  s << '.' + pick(['', R.rand(12).to_s, '*']) if R.rand(3) == 0
  s << pick(%w[s d f g e x o b s d f X E G i u B p c a A s d %] + ['{a}', 'y', "\n", 'é']) if R.rand(60) > 0
  s
end

def attempt(op, args)
  return if op == 'sprintf' && args[0] =~ /c/ && args.include?(-1)
  return if args.any? { |a| a.is_a?(String) && a.include?('*') } && args.any? { |a| a.is_a?(Numeric) && a.abs > 1000 }
  return if %w[succ upto].include?(op) && args.any? { |a| a.is_a?(String) && !a.ascii_only? } # Succ's limit
  out = { 'op' => op, 'args' => enc(args) }
  begin
    v = yield
    v = enc(v)
    return if v.is_a?(String) && (!v.valid_encoding? || v.size > 2000) || v.is_a?(Integer) && v.abs >= 2**63 && op =~ /time/
    out['want'] = v
  rescue NoMethodError
    return
  rescue ArgumentError, TypeError, RangeError, KeyError, FloatDomainError, SystemCallError => e
    return unless e.message.valid_encoding?
    out['error'] = e.message
    out['class'] = e.class.to_s
  end
  puts JSON.generate(out)
rescue JSON::GeneratorError, EncodingError
  nil
end

def rdirective
  return pick(%w[%% %n %t %c %D %F %T %R %r %x %X %v %+ %Q %Ey %Od %Ed %: %:: %::::z %E %_ %-]) if R.rand(12) == 0
  s = '%'
  R.rand(3).times { s << pick(%w[- 0 ^ # _]) } if R.rand(2) == 0
  s << R.rand(1..12).to_s if R.rand(3) == 0
  s << ':' * R.rand(1..3) + 'z' and return s if R.rand(10) == 0
  s << pick(('a'..'z').to_a + ('A'..'Z').to_a + %w[z z N L Y])
end

# Puppet 3x's sprintf: string keys serve for names.
def puppet_sprintf(fmt, *args)
  sprintf(fmt, *args)
rescue KeyError => e
  raise e unless args.size == 1 && args[0].is_a?(Hash)
  sprintf(fmt, args[0].to_h { |k, v| [k.is_a?(String) ? k.to_sym : k, v] })
end

TSPAN = Puppet::Pops::Time::Timespan
COUNT.times do |i|
  n = 1 + R.rand(2)
  f = Array.new(n) { conversion + pick(['', ' ', 'x', '日']) }.join
  args = f.include?('<a>') || f.include?('{a}') ? [{ 'a' => rval, 'b' => 1 }] : f.include?('*') ? Array.new(n + f.count('*')) { R.rand(3) == 0 ? rval : R.rand(30) - 10 } : Array.new(R.rand(12) == 0 ? 0 : n) { rval }
  attempt('sprintf', [f, *args]) { puppet_sprintf(f, *args) }
  s = rstr
  x = rfloat
  if i % 3 == 0
    attempt('to_s', [x]) { x.to_s }
    attempt('inspect', [s]) { s.inspect }
    attempt('dump', [s]) { s.dump }
    attempt('inspect_value', [v = rval]) { v.inspect }
    attempt('Integer', [s]) { Integer(s) }
    attempt('Float', [s]) { Float(s) }
    attempt('to_i', [s, b = pick([10, 2, 8, 16])]) { s.to_i(b) }
    attempt('to_f', [s]) { s.to_f }
    attempt('succ', [s]) { s.succ }
    a, b = [rstr, rstr].sort
    a, b = [R.rand(200).to_s.rjust(R.rand(4), '0'), R.rand(200).to_s] if R.rand(3) == 0
    a, b = pick([%w[a e], %w[aa ad], %w[host01 host12], %w[z ab], %w[Zz AAc], %w[a9 b3], %w[1.1 1.5]]) if R.rand(3) == 0
    attempt('upto', [a, b, e = pick([true, false])]) { (e ? (a...b) : (a..b)).first(50) }
    d = R.rand(1..14)
    if x.finite?
      attempt('round', [x, d]) { x.round(d) }
      attempt('floor', [x, d]) { x.floor(d) }
      attempt('ceil', [x, d]) { x.ceil(d) }
    end
    va, vb = Array.new(2) { Array.new(1 + R.rand(4)) { pick(%w[1 2 10 01 0 00 a B beta rc1 - . 1.0 2.0 -1 .0 99999999999999999999]) }.join(pick(['.', '-', ''])) }
    attempt('versioncmp', [va, vb, z = pick([true, false])]) { Puppet::Util::Package.versioncmp(va, vb, z) } unless z && (va =~ /\A-/ || vb =~ /\A-/)
    attempt('shellescape', [s]) { Shellwords.escape(s) }
    sh = Array.new(R.rand(8)) { pick(['a', 'b c', "'", '"', '\\', ' ', "\n", '$', '`', "'x y'", '"p q"', "\t", 'é', '\\"', '\\n']) }.join
    attempt('shellsplit', [sh]) { Shellwords.split(sh) }
  end
  if i % 2 == 0
    sec = pick([0, 1, 951_782_400, 1_700_000_000, -1, -86_400 * 400, R.rand(4_000_000_000), R.rand(4_000_000_000), 253_402_300_800, -62_167_219_201])
    ns = pick([0, 123_456_789, 999_999_999, 500_000_000, 1000])
    off = pick([nil, nil, 0, 3600, -3600, 19_800, -12_600, 36_000, -1800, 45_000])
    t = Time.at(sec, ns, :nsec)
    t = off ? t.localtime(off) : t.utc
    f = Array.new(1 + R.rand(3)) { rdirective }.join(pick(['', ' ', '-']))
    attempt('strftime', [f, sec, ns, off]) { t.strftime(f) }
    nanos = pick([0, 1, 1_000_000, 1_500_000_000, 86_400_000_000_000, -5_000_000_000, R.rand(10**15), -R.rand(10**15), R.rand(10**11)])
    f = Array.new(1 + R.rand(4)) { s = '%'; s << pick(['', '', '-', '_', '0']); s << R.rand(1..10).to_s if R.rand(4) == 0; s << pick(%w[D H M S L N H M S L N % x]) }.join(pick(['', ':', '.']))
    attempt('timespan_format', [f, nanos]) { TSPAN.new(nanos).format(f) }
    str = begin; TSPAN.new(nanos).format(f); rescue ArgumentError; '1'; end
    str = pick([str, str, '1:02', '-3', 'x', '']) 
    attempt('timespan_parse', [f, str]) { TSPAN.parse(str, f).nsecs }
    attempt('timespan_default', [str]) { TSPAN.parse(str).nsecs }
  end
end
