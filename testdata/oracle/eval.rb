#!/usr/bin/env ruby
# What does Puppet make of this piece of code? One JSON request a line in (see
# reference.rb), one answer a line out:
#
#   id, value (rich data), type, string, logs, error, resources [, catalog]
#
#   ruby eval.rb [--modulepath PATH] [--facts FILE] [--catalog] < requests > answers

require_relative 'evaluator'
require 'optparse'

options = {}
OptionParser.new do |o|
  o.on('--modulepath PATH') { |v| options[:modulepath] = v }
  o.on('--facts FILE')      { |v| options[:facts] = v }
  o.on('--catalog')         { options[:catalog] = true }
end.parse!

Reference.start
evaluator = Reference::Evaluator.new(**options)
$stdin.each_line do |line|
  next if line.strip.empty?

  puts JSON.generate(evaluator.answer(JSON.parse(line)))
  $stdout.flush
end
