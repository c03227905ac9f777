# The reference: Puppet itself, booted in this process without a server, a network or
# a trace outside a temporary directory. The scripts beside this file ask it questions.
#
# A request is a Hash with string keys, as it comes from a JSON line:
#
#   code             the main manifest
#   manifest         instead: a file or directory of manifests
#   epp, params      a template that is rendered after the code, at top scope
#   facts            a Hash, or the path of a YAML or JSON file
#   node             the certname
#   strict, strict_variables, settings     Puppet settings
#   modulepath       directories, separated by colons
#   environment      the path of a directory environment
#   trusted, classes certificate extensions; classes of an external node classifier
#
# Every answer comes from a new environment, compiler and scope.

require 'fileutils'
require 'json'
require 'tmpdir'
require 'yaml'
require 'puppet'
require 'puppet/pops'
require 'puppet/parser/compiler'

module Reference
  # A manifest can see these through $settings:: and $server_facts, so they must not
  # depend on the machine that records.
  CONFDIR = '/etc/puppetlabs/puppet'
  CODEDIR = '/etc/puppetlabs/code'
  SERVER = {
    'serverversion' => Puppet.version.to_s,
    'servername'    => 'puppet.example.org',
    'serverip'      => '192.0.2.1',
  }.freeze

  # A log destination that keeps messages until they are asked for.
  class Kept
    def initialize; @all = []; end
    def add(message); @all << message; end
    def drain; all, @all = @all, []; all; end
  end

  Puppet::Util::Log.newdesttype :reference do
    match 'Reference::Kept'
    def initialize(kept); @kept = kept; end
    def handle(message); @kept.add(message); end
  end

  class << self
    def start(level: :notice)
      scratch = Dir.mktmpdir('reference')
      pid = Process.pid
      at_exit { FileUtils.remove_entry(scratch) if Process.pid == pid }
      envs = File.join(scratch, 'environments')
      FileUtils.mkdir_p(File.join(envs, 'production'))
      flags = {
        confdir: CONFDIR, codedir: CODEDIR, environmentpath: envs,
        vardir: "#{scratch}/var", logdir: "#{scratch}/log", rundir: "#{scratch}/run",
        publicdir: "#{scratch}/public", hiera_config: "#{scratch}/none.yaml",
        certname: SERVER['servername'], disable_i18n: 'true'
      }
      Puppet.settings.preferred_run_mode = :server
      Puppet.initialize_settings(flags.flat_map { |k, v| ["--#{k}", v] }, false)
      Puppet[:basemodulepath] = ''
      @kept = Kept.new
      Puppet::Util::Log.close_all
      Puppet::Util::Log.newdestination(@kept)
      Puppet::Util::Log.level = level
      # Facts are part of a request; nothing of this machine gets in.
      Puppet::Node::Facts.indirection.terminus_class = :memory
      forget
    end

    # Some warnings come once in the life of a process. Each request is a new life.
    def forget
      Puppet.clear_deprecation_warnings
      Puppet::Util::Warnings.clear_warnings
      @kept.drain
    end

    def logs
      @kept.drain.map do |m|
        {
          'level' => m.level.to_s, 'message' => text(m.message), 'file' => m.file, 'line' => m.line,
          'pos' => m.pos, 'issue' => m.issue_code&.to_s,
          'source' => ['', 'Puppet'].include?(m.source.to_s) ? nil : m.source.to_s
        }.compact
      end
    end

    def facts(given)
      case given
      when nil then {}
      when String
        @facts ||= {}
        read = @facts[given] ||= YAML.safe_load(File.read(given, encoding: 'utf-8'), aliases: true)
        copy(read['values'].is_a?(Hash) ? read['values'] : read)
      else copy(given)
      end
    end

    # Yields with the settings and the environment of a request in force; gives what
    # the block gives.
    def within(request, modulepath)
      settings = (request['settings'] || {}).transform_keys(&:to_sym)
      %w[strict strict_variables].each { |k| settings[k.to_sym] = request[k] if request.key?(k) }
      settings[:strict] = settings[:strict].to_sym if settings[:strict]
      settings[:code] = request['code'].to_s
      # With the rest of a setting's life in mind: what was there comes back.
      before = settings.to_h { |k, _| [k, Puppet[k]] }
      settings.each { |k, v| Puppet[k] = v }
      path = (request['modulepath'] || modulepath).split(':')
      loader, env = environment(request, path)
      Puppet.override(environments: loader, current_environment: env, rich_data: true) do
        load_path(env)
        yield env
      end
    ensure
      before&.each { |k, v| Puppet[k] = v }
    end

    def node(request, env, facts)
      name = request['node'] || 'testnode.example.org'
      n = Puppet::Node.new(name, environment: env, classes: request['classes'])
      n.fact_merge(Puppet::Node::Facts.new(name, facts))
      n.add_server_facts(SERVER)
      n.trusted_data = Puppet::Context::TrustedInformation.new('remote', name, request['trusted'] || {}, {}).to_h
      n
    end

    # What a server does with a compiled catalog before it goes out. The two fields
    # that differ from run to run are fixed.
    def wire(catalog)
      data = catalog.filter(&:virtual?).to_data_hash
      data['catalog_uuid'] = '00000000-0000-0000-0000-000000000000'
      data['version'] = 0
      plain(data)
    end

    # The message without the position that some classes append to it, then the
    # position.
    def error(e)
      message =
        if e.is_a?(Puppet::ParseErrorWithIssue) && e.basic_message
          e.basic_message.to_s
        elsif e.is_a?(Puppet::ExternalFileError)
          e.to_s.delete_suffix(Puppet::Util::Errors.error_location_with_space(e.file, e.line, e.pos))
        else
          e.message.to_s
        end
      get = ->(name) { e.respond_to?(name) ? e.public_send(name) : nil }
      out = { 'message' => text(message), 'line' => get[:line], 'pos' => get[:pos] }
      out['file'] = get[:file] if get[:file]
      out['issue'] = get[:issue_code].to_s if get[:issue_code]
      out.merge('class' => e.class.name, 'full' => text(e.to_s))
    end

    # Ruby telling of a mistake in Puppet itself, or of where an object lies in memory.
    # That there is an error is all that another implementation can have in common.
    CRASH = /undefined (?:local variable or )?method|uninitialized constant|#<[A-Z]|wrong number of arguments \(given|stack level too deep/.freeze

    # What of an error is worth recording: what a user of another implementation sees.
    def worth(error)
      error['message'] =~ CRASH ? {} : error.slice('message', 'line', 'pos', 'file', 'issue').compact
    end

    # JSON holds neither NaN nor infinities nor bytes.
    def plain(v)
      case v
      when Float then v.finite? ? v : { '__float' => v.to_s }
      when String then text(v)
      when Array then v.map { |e| plain(e) }
      when Hash then v.to_h { |k, e| [text(k), plain(e)] }
      else v
      end
    end

    def text(s)
      s = s.to_s.dup
      s.force_encoding(Encoding::UTF_8) if s.encoding == Encoding::ASCII_8BIT
      s.valid_encoding? ? s : s.scrub
    end

    private

    def copy(data) = Marshal.load(Marshal.dump(data))

    def environment(request, path)
      dir = request['environment']
      unless dir
        env = Puppet::Node::Environment.create(:production, path, request['manifest'] || Puppet::Node::Environment::NO_MANIFEST)
        return [Puppet::Environments::Static.new(env), env]
      end
      dir = File.expand_path(dir)
      name = File.basename(dir)
      dirs = Puppet::Environments::Directories.new(File.dirname(dir), path)
      env = Puppet.override(environments: dirs) { dirs.get!(name) }
      env = env.override_with(manifest: request['manifest']) if request['manifest']
      [Puppet::Environments::StaticDirectory.new(name, dir, env), env]
    end

    # Types and functions of modules require one another's files.
    def load_path(env)
      env.each_plugin_directory { |d| $LOAD_PATH << d unless $LOAD_PATH.include?(d) }
    end
  end
end
