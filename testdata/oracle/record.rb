#!/usr/bin/env ruby
# Records what Puppet gives for the evaluation cases of archives.
#
#   ruby record.rb FILE...           writes the wants into the files
#   ruby record.rb --check FILE...   compares only; prints what differs, exit 1
#   ruby record.rb --modulepath=PATH FILE...   with the modules of PATH, which
#     functions/stdlib-*.txtar need
#
# A case is NAME.pp (and NAME.epp, NAME.opts); what is recorded goes to NAME.want, or to
# NAME.puppet7 where the archive has such sections (the seeds, whose NAME.want is what
# the seed says).

require 'timeout'
require_relative 'evaluator'
require_relative 'archive'

def request_of(archive, name)
  headers = archive.headers
  request = { 'code' => archive.files["#{name}.pp"]&.chomp || '' }
  request['epp'] = archive.files["#{name}.epp"].chomp if archive.files.key?("#{name}.epp")
  request['settings'] = JSON.parse(headers['settings']) if headers['settings']
  request['facts'] = JSON.parse(headers['facts']) if headers['facts']
  if (opts = archive.files["#{name}.opts"])
    opts = JSON.parse(opts)
    request['settings'] = (request['settings'] || {}).merge(opts.delete('settings') || {})
    request.merge!(opts)
  end
  request
end

check = ARGV.delete('--check')
modules = ARGV.find { |a| a.start_with?('--modulepath=') }
ARGV.delete(modules)
Reference.start
evaluator = Reference::Evaluator.new(modulepath: modules.to_s.delete_prefix('--modulepath='))
differ = 0
total = 0
ARGV.each do |path|
  archive = Archive.read(path)
  files = {}
  seeds = archive.headers['edition'] == 'evaluator4'
  names = archive.files.keys.filter_map { |f| f[/\A(.+)\.(?:pp|epp)\z/, 1] }.uniq
  names.each do |name|
    # Some iterations never end, for Puppet: say which, instead of eating memory.
    answer = Timeout.timeout(60, Interrupt, "#{path}: #{name} does not end") { JSON.generate(Reference::Evaluator.want(evaluator.answer(request_of(archive, name)))) }
    want = seeds ? "#{name}.puppet7" : "#{name}.want"
    # A seed row that Puppet sees otherwise has no puppet7 section: nothing to record.
    record = !seeds || archive.files.key?(want)
    total += 1 if record
    if check && record && archive.files[want]&.chomp != answer
      differ += 1
      puts "#{path}: #{name}", "  recorded #{archive.files[want]&.chomp}", "  now      #{answer}"
    end
    %w[pp epp opts todo].each { |ext| files["#{name}.#{ext}"] = archive.files["#{name}.#{ext}"] if archive.files.key?("#{name}.#{ext}") }
    files["#{name}.want"] = archive.files["#{name}.want"] if seeds && archive.files.key?("#{name}.want")
    files[want] = "#{answer}\n" if record
  end
  next if check

  stray = archive.files.keys - files.keys - names.map { |n| "#{n}.want" }
  raise "#{path}: no case reads #{stray.join(', ')}" unless stray.empty?

  archive.files.replace(files)
  archive.write(path)
end
warn "#{total} cases, #{differ} differ" if check
exit 1 if differ.positive?
