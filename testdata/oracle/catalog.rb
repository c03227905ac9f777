#!/usr/bin/env ruby
# Which catalog does an agent get? One JSON request a line in (see reference.rb), one
# answer a line out:
#
#   id, catalog (catalog_uuid and version are fixed), ms, logs, error
#
#   ruby catalog.rb [--modulepath PATH] [--facts FILE] [--no-catalog] < requests > answers

require_relative 'compiler'
require 'optparse'

options = { modulepath: '', facts: nil }
print_catalog = true
OptionParser.new do |o|
  o.on('--modulepath PATH') { |v| options[:modulepath] = v }
  o.on('--facts FILE')      { |v| options[:facts] = v }
  o.on('--no-catalog')      { print_catalog = false }
end.parse!

Reference.start
compiler = Reference::Compiler.new(**options)
$stdin.each_line do |line|
  next if line.strip.empty?

  answer = compiler.answer(JSON.parse(line))
  answer.delete('catalog') unless print_catalog
  puts JSON.generate(answer)
  $stdout.flush
end
