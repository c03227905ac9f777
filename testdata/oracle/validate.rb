#!/usr/bin/env ruby
# Asks Puppet itself what it finds in manifests, for the recording of goldens and
# for the comparison with what bunraku finds. It needs Ruby and Puppet.
#
# One JSON object a line in, one out, in the same order:
#   {"file": "a.pp", "code": "...", "strict": "warning", "modulepath": "/a:/b", "manifest": "/site"}
#   {"logs": [FINDING...], "error": FINDING or null}
# where FINDING is {"level", "code", "message", "file", "line", "column"} without
# what is not known. A file that ends in .epp is a template.

require 'json'
require 'tmpdir'
require 'fileutils'
require 'puppet'
require 'puppet/pops'

TMP = Dir.mktmpdir('reference')
at_exit { FileUtils.rm_rf(TMP) }
Puppet.initialize_settings(['--confdir', TMP, '--vardir', TMP, '--disable_i18n', 'true'], false)

LOGS = []
Puppet::Util::Log.newdesttype(:reference) do
  match 'Reference'
  def initialize(_); end

  def handle(msg)
    LOGS << msg
  end
end
Puppet::Util::Log.close_all
Puppet::Util::Log.newdestination('Reference')
Puppet::Util::Log.level = :notice

def finding(level, code, message, file, line, column)
  f = { 'level' => level, 'message' => message }
  f['code'] = code.to_s if code
  f['file'] = file if file.is_a?(String) && !file.empty?
  f['line'] = line if line
  f['column'] = column if column
  f
end

def error(err)
  message = err.respond_to?(:basic_message) && err.basic_message ? err.basic_message : nil
  unless message
    message = err.message.to_s
    if err.is_a?(Puppet::ExternalFileError)
      place = Puppet::Util::Errors.error_location_with_space(err.file, err.line, err.pos)
      message = message.delete_suffix(place)
    end
  end
  code = err.respond_to?(:issue_code) ? err.issue_code : nil
  where = err.respond_to?(:line) ? [err.file, err.line, err.pos] : [nil, nil, nil]
  finding('error', code, message.dup.force_encoding('UTF-8').scrub, *where)
end

ENVIRONMENTS = {}
def environment(modulepath, manifest)
  ENVIRONMENTS[[modulepath, manifest]] ||= begin
    dirs = (modulepath || '').split(':')
    # The directories need not be there: only their names are compared.
    env = Puppet::Node::Environment.create(:production, [], manifest || Puppet::Node::Environment::NO_MANIFEST)
    env.instance_variable_set(:@modulepath, dirs)
    env
  end
end

PP = Puppet::Pops::Parser::EvaluatingParser.new
EPP = Puppet::Pops::Parser::EvaluatingParser::EvaluatingEppParser.new

$stdin.each_line do |line|
  request = JSON.parse(line)
  LOGS.clear
  raised = nil
  Puppet[:strict] = (request['strict'] || 'warning').to_sym
  parser = request['file'].to_s.end_with?('.epp') ? EPP : PP
  begin
    Puppet.override(current_environment: environment(request['modulepath'], request['manifest'])) do
      parser.parse_string(request['code'], request['file'])
    end
  rescue StandardError => e
    raised = error(e)
  end
  logs = LOGS.map { |m| finding(m.level == :err ? 'error' : m.level.to_s, m.issue_code, m.message, m.file, m.line, m.pos) }
  puts JSON.generate('logs' => logs, 'error' => raised)
  $stdout.flush
end
