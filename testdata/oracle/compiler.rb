# Compiles one request to the catalog that an agent receives.

require_relative 'reference'

module Reference
  class Compiler
    def initialize(modulepath: '', facts: nil)
      @modulepath = modulepath
      @facts = facts
    end

    def answer(request)
      Reference.forget
      out = { 'id' => request['id'], 'catalog' => nil }
      error = started = nil
      begin
        Reference.within(request, @modulepath) do |env|
          facts = Reference.facts(request['facts'] || @facts)
          name = request['node'] || facts['fqdn'] || 'node.example.org'
          # What an agent adds to its facts before it sends them.
          facts['clientcert'] ||= name
          facts['clientversion'] ||= Puppet.version.to_s
          facts['clientnoop'] = false unless facts.key?('clientnoop')
          node = Reference.node(request.merge('node' => name), env, facts)
          started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
          catalog = Puppet::Parser::Compiler.compile(node)
          out['catalog'] = Reference.wire(catalog)
        end
      rescue SystemExit, SignalException
        raise
      rescue Exception => e # rubocop:disable Lint/RescueException -- also a stack that ran out
        error = Reference.error(e)
      end
      out['ms'] = ((Process.clock_gettime(Process::CLOCK_MONOTONIC) - started) * 1000).round(3) if started
      out['logs'] = Reference.logs
      out['error'] = error
      out
    end
  end
end
