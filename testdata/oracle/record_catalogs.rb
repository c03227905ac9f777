#!/usr/bin/env ruby
# Records the catalog, or the error, that Puppet gives for archives under
# testdata/catalogs.
#
#   ruby record_catalogs.rb FILE...           writes the wants into the files
#   ruby record_catalogs.rb --check FILE...   compares only; prints what differs, exit 1
#
# An archive is laid out as a directory environment named production, its manifest as
# manifests/site.pp. What Puppet says about files below it is written with
# /environments/production in place of the temporary directory.

require_relative 'compiler'
require_relative 'archive'

ENVIRONMENT = '/environments/production'
INPUTS = %w[manifest.pp facts.yaml node request.json hiera.yaml environment.conf].freeze
TREES = %w[modules/ data/ manifests/].freeze

# A resource and an edge a line, so that a change shows where it is.
def layout(catalog)
  catalog = catalog.reject { |k, _| %w[version catalog_uuid].include?(k) }
  fields = catalog.map do |key, value|
    body = JSON.generate(value)
    body = "[\n  #{value.map { |e| JSON.generate(e) }.join(",\n  ")}\n ]" if %w[resources edges].include?(key) && !value.empty?
    "\"#{key}\":#{body}"
  end
  "{#{fields.join(",\n ")}}\n"
end

def settle(value, dir)
  case value
  when String then value.gsub(dir, ENVIRONMENT)
  when Array then value.map { |v| settle(v, dir) }
  when Hash then value.to_h { |k, v| [settle(k, dir), settle(v, dir)] }
  else value
  end
end

def unpack(archive, dir)
  archive.files.each do |name, body|
    next unless TREES.any? { |t| name.start_with?(t) } || %w[hiera.yaml environment.conf].include?(name)

    path = File.join(dir, name)
    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, body)
  end
  FileUtils.mkdir_p(File.join(dir, 'manifests'))
  File.write(File.join(dir, 'manifests/site.pp'), archive.files.fetch('manifest.pp'))
end

def wants(compiler, archive)
  Dir.mktmpdir('catalogs') do |tmp|
    dir = File.join(File.realpath(tmp), 'production')
    Dir.mkdir(dir)
    unpack(archive, dir)
    request = { 'environment' => dir }
    request['node'] = archive.files['node'].chomp if archive.files['node']
    request['facts'] = YAML.safe_load(archive.files['facts.yaml'], aliases: true) if archive.files['facts.yaml']
    request.merge!(JSON.parse(archive.files['request.json'])) if archive.files['request.json']
    answer = settle(compiler.answer(request), dir)
    out = {}
    out['want/catalog.json'] = layout(answer['catalog']) if answer['catalog']
    if answer['error']
      error = Reference.worth(answer['error'])
      out['want/error'] = "#{JSON.generate(error)}\n"
      # The compiler logs the error that it raises.
      answer['logs'].reject! { |l| l['level'] == 'err' } if error.empty?
    end
    out['want/log'] = "[#{answer['logs'].map { |l| JSON.generate(l) }.join(",\n ")}]\n" unless answer['logs'].empty?
    out
  end
end

check = ARGV.delete('--check')
Reference.start
compiler = Reference::Compiler.new
differ = 0
ARGV.each do |path|
  archive = Archive.read(path)
  stray = archive.files.keys.reject { |n| INPUTS.include?(n) || TREES.any? { |t| n.start_with?(t) } || n.start_with?('want/') }
  raise "#{path}: nothing reads #{stray.join(', ')}" unless stray.empty?

  now = wants(compiler, archive)
  recorded = archive.files.select { |k, _| k.start_with?('want/') }
  if check
    next if now == recorded

    differ += 1
    puts "#{path}:"
    (now.keys | recorded.keys).each { |k| puts "  #{k}\n    recorded #{recorded[k]}    now      #{now[k]}" if now[k] != recorded[k] }
  else
    leak = now.values.join[%r{[^"' ]*/(?:tmp|usr/lib|usr/share)/[^"' ]*}]
    warn "#{path}: the machine shows: #{leak}" if leak
    archive.files.delete_if { |k, _| k.start_with?('want/') }
    archive.files.merge!(now)
    archive.write(path)
  end
end
warn "#{ARGV.size} catalogs, #{differ} differ" if check
exit 1 if differ.positive?
