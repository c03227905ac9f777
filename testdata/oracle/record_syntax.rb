#!/usr/bin/env ruby
# Record how Puppet reads the cases of testdata/language.
#
#   ruby record_syntax.rb FILE.txtar...
#
# An archive holds cases: NAME.pp, NAME.epp, or NAME.json (an object with code, and epp)
# where the text is not fit for an archive. Behind each the tree is written as NAME.pn, or
# the error as NAME.error.

require_relative 'archive'
require_relative 'reference'
require 'puppet/pops/pn'

# Puppet's printer fails on a parameter that captures the rest: it calls the class
# Literal as if it were a function.
Puppet::Pops::PN.define_singleton_method(:Literal) { |value| Puppet::Pops::PN::Literal.new(value) }

Reference.start
MANIFESTS = Puppet::Pops::Parser::EvaluatingParser.new
TEMPLATES = Puppet::Pops::Parser::EvaluatingParser::EvaluatingEppParser.new

def read(code, epp)
  model = (epp ? TEMPLATES : MANIFESTS).parser.parse_string(code).model
  ['pn', Puppet::Pops::Model::PNTransformer.transform(model).format(nil, +'')]
rescue Puppet::Error, ArgumentError => e
  error = Reference.error(e)
  place = error['line'] ? " (line: #{error['line']}, column: #{error['pos']})" : ''
  ['error', error['message'] + place]
rescue StandardError
  ['error', '*'] # Puppet trips over its own code: whatever does not crash will do
ensure
  Reference.logs
end

ARGV.each do |path|
  old = Archive.read(path)
  new = Archive.new
  new.comment = old.comment
  old.files.each do |name, text|
    kind = File.extname(name)
    next if %w[.pn .error].include?(kind)

    new.files[name] = text
    code, epp =
      if kind == '.json'
        JSON.parse(text).values_at('code', 'epp')
      else
        [text.chomp, kind == '.epp']
      end
    what, want = read(code, epp)
    new.files["#{File.basename(name, kind)}.#{what}"] = want
  end
  new.write(path)
end
