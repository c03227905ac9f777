#!/usr/bin/env ruby
# How does Puppet read these files? One JSON line a file: {"file", "pn"} or
# {"file", "error"}; with --validate also the static checks, and "warnings".
#
#   ruby pn.rb [--validate] [--time] [--files LIST] FILE...
#
# With --time nothing is printed but how long the pure parse took, texts in
# memory, after a first round over a part of the files: {"seconds", "bytes"}.

require_relative 'reference'
require 'puppet/pops/pn'
require 'optparse'

validate = false
list = nil
timed = false
OptionParser.new do |o|
  o.on('--validate')   { validate = true }
  o.on('--time')       { timed = true }
  o.on('--files LIST') { |v| list = v }
end.parse!
files = ARGV.dup
files.concat(File.readlines(list, chomp: true).reject(&:empty?)) if list

Reference.start
plain = Puppet::Pops::Parser::EvaluatingParser.new
templates = Puppet::Pops::Parser::EvaluatingParser::EvaluatingEppParser.new

if timed
  texts = files.map { |f| [f, Puppet::FileSystem.read(f, encoding: 'utf-8')] }
  read = lambda do |file, text|
    parser = file.end_with?('.epp') ? templates : plain
    validate ? parser.parse_string(text, file) : parser.parser.parse_string(text, file)
  rescue Puppet::Error
    nil
  end
  texts.first(200).each { |f, t| read.call(f, t) }
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  texts.each { |f, t| read.call(f, t) }
  seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  puts JSON.generate('seconds' => seconds, 'bytes' => texts.sum { |_, t| t.bytesize })
  exit
end

files.each do |file|
  out = { 'file' => file }
  parser = file.end_with?('.epp') ? templates : plain
  begin
    source = Puppet::FileSystem.read(file, encoding: 'utf-8')
    model = validate ? parser.parse_string(source, file) : parser.parser.parse_string(source, file).model
    out['pn'] = Puppet::Pops::Model::PNTransformer.transform(model).format(nil, +'')
  rescue Puppet::Error, ArgumentError => e
    out['error'] = Reference.error(e)
  rescue StandardError
    out['error'] = {} # Puppet trips over its own code
  end
  logs = Reference.logs
  out['warnings'] = logs if validate && !logs.empty?
  puts JSON.generate(out)
end
