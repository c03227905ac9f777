#!/usr/bin/env ruby
# What does Puppet make of this piece of code? One JSON request a line in (see
# reference.rb), one answer a line out:
#
#   id, value (rich data), type, string, logs, error, resources [, catalog]
#
#   ruby eval.rb [--modulepath PATH] [--facts FILE] [--catalog] [--want] < requests > answers
#
# With --want an answer is what record.rb would keep of it.

require_relative 'evaluator'
require 'optparse'

options = {}
want = false
OptionParser.new do |o|
  o.on('--modulepath PATH') { |v| options[:modulepath] = v }
  o.on('--facts FILE')      { |v| options[:facts] = v }
  o.on('--catalog')         { options[:catalog] = true }
  o.on('--want')            { want = true }
end.parse!

Reference.start
evaluator = Reference::Evaluator.new(**options)
$stdin.each_line do |line|
  next if line.strip.empty?

  answer = evaluator.answer(JSON.parse(line))
  answer = Reference::Evaluator.want(answer).merge('id' => answer['id']) if want
  puts JSON.generate(answer)
  $stdout.flush
end
