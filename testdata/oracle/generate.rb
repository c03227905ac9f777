#!/usr/bin/env ruby
# Writes the inputs of the archives under testdata/cases that are generated: pairs of
# kinds of values, formats times values, and lists of small pieces of code. record.rb
# then asks Puppet for the wants. What an existing archive has of wants and marks stays.
#
#   ruby generate.rb [cases/NAME.rb ...]

require 'fileutils'
require 'json'
require_relative 'archive'

CASES = File.expand_path('../cases', __dir__)

# What the files under cases/ say.
class Generator
  def initialize(source)
    @source = source
  end

  def run
    instance_eval(File.read(@source), @source)
  end

  # archive 'name', 'What it is about.', settings: {...} do ... end
  # dir is the directory under testdata.
  def archive(name, about, settings: nil, facts: nil, dir: 'cases')
    @cases = {}
    yield
    FileUtils.mkdir_p(File.expand_path("../#{dir}", CASES))
    path = File.join(CASES, '..', dir, "#{name}.txtar")
    old = File.exist?(path) ? Archive.read(path) : Archive.new
    new = Archive.new
    new.comment << about.strip << "\n"
    new.comment << "settings: #{JSON.generate(settings)}\n" if settings
    new.comment << "facts: #{JSON.generate(facts)}\n" if facts
    new.comment << "origin: puppet 7.23.0\ngenerated: testdata/oracle/cases/#{File.basename(@source)}\n"
    @cases.each do |id, (code, opts)|
      new.files["#{id}.pp"] = "#{code}\n" unless code.nil?
      new.files["#{id}.epp"] = "#{opts[:epp]}\n" if opts[:epp]
      rest = opts.reject { |k, _| k == :epp }
      new.files["#{id}.opts"] = "#{JSON.generate(rest)}\n" unless rest.empty?
      %w[todo want].each { |e| new.files["#{id}.#{e}"] = old.files["#{id}.#{e}"] if old.files["#{id}.#{e}"] }
    end
    new.write(path)
    warn format('%-24s %5d cases', name, @cases.size)
  end

  # One case. Without a name it is named after its code.
  def try(code, name: nil, **opts)
    name ||= slug(opts[:epp] || code)
    base = name
    n = 1
    name = "#{base}.#{n += 1}" while @cases.key?(name)
    raise "a line of #{name} looks like a section" if code =~ Archive::MARK

    @cases[name] = [code, opts]
  end

  # A case a line; an empty line or one that begins with `## ` is skipped.
  def lines(text, **opts)
    text.each_line(chomp: true) { |l| try(l, **opts) unless l.strip.empty? || l.start_with?('## ') }
  end

  # A case a block; blocks are parted by lines of `---`. The first line may be
  # `#: name`.
  def blocks(text, **opts)
    text.split(/^---\n/).each do |b|
      next if b.strip.empty?

      name = b[/\A#: (\S+)$/, 1]
      b = b.sub(/\A#: \S+\n/, '') if name
      try(b.chomp, name: name, **opts)
    end
  end

  def slug(code)
    s = code.gsub(/[^A-Za-z0-9]+/, '-').gsub(/\A-|-\z/, '')[0, 40].sub(/-\z/, '')
    s.empty? ? 'case' : s
  end
end

sources = ARGV.empty? ? Dir[File.join(__dir__, 'cases', '*.rb')].sort : ARGV
sources.each { |s| Generator.new(s).run unless File.basename(s) == 'kinds.rb' }
