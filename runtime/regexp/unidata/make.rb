#!/usr/bin/env ruby
# Writes properties.dat and folds.dat: the character properties, POSIX brackets and
# case folds as the running Ruby knows them, so that our classes are Ruby's to the
# character. names.txt lists the property names to ask for; those that Ruby does not
# know are left out. Formats are drawn in ../unicode.go.
#
#     ruby make.rb
$VERBOSE = nil
ALL = [*0..0xd7ff, *0xe000..0x10ffff].pack('U*')
POSIX = %w[alnum alpha blank cntrl digit graph lower print punct space upper xdigit word]

def uvarint(n)
  out = []
  loop do
    b = n & 0x7f
    n >>= 7
    out << (n.zero? ? b : b | 0x80)
    break if n.zero?
  end
  out.pack('C*')
end

def ranges(class_source)
  r = []
  ALL.scan(Regexp.new("#{class_source}+")) { |m| r << [m[0].ord, m[-1].ord] }
  r
end

sources = File.readlines(File.join(__dir__, 'names.txt'), chomp: true)
              .to_h { |n| [n.downcase.delete(' _-'), "\\p{#{n}}"] }
POSIX.each { |n| sources[":#{n}:"] = "[[:#{n}:]]" }
ids = {}
names = {}
sources.each do |name, source|
  begin
    r = ranges(source)
  rescue RegexpError
    next
  end
  names[name] = (ids[r] ||= ids.size)
end

out = String.new(encoding: 'BINARY')
out << uvarint(ids.size)
ids.each_key do |r|
  body = String.new(encoding: 'BINARY')
  at = 0
  r.each do |a, b|
    body << uvarint(a - at) << uvarint(b - a)
    at = b + 1
  end
  out << uvarint(body.bytesize) << body
end
out << uvarint(names.size)
names.sort.each { |n, id| out << uvarint(n.bytesize) << n << uvarint(id) }
File.binwrite(File.join(__dir__, 'properties.dat'), out)

folds = ALL.each_char.map { |c| [c.ord, c.downcase(:fold).codepoints] }.reject { |c, f| f == [c] }
out = String.new(encoding: 'BINARY')
out << uvarint(folds.size)
at = 0
folds.each do |c, f|
  out << uvarint(c - at) << uvarint(f.size) << f.map { |x| uvarint(x) }.join
  at = c
end
File.binwrite(File.join(__dir__, 'folds.dat'), out)
puts "ruby #{RUBY_VERSION}, Unicode #{RbConfig::CONFIG['UNICODE_VERSION']}: " \
     "#{names.size} names, #{ids.size} sets, #{folds.size} folds"
