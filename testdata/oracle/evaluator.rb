# Evaluates one request and describes the value of its main manifest.

require_relative 'reference'

module Reference
  # Stands in front of the evaluation of a whole program, and lets the first one at
  # top scope (the main manifest) leave its value behind.
  module MainValue
    class << self
      attr_accessor :wanted, :seen
    end

    def evaluate(scope)
      value = super
      if MainValue.wanted && scope.is_a?(Puppet::Parser::Scope) && scope.is_topscope?
        request = MainValue.wanted
        MainValue.wanted = nil
        MainValue.seen = Evaluator.describe(request, scope, value)
      end
      value
    end
  end
  Puppet::Parser::AST::PopsBridge::Program.prepend(MainValue)

  # The same functions and types of Puppet's own are read for every environment;
  # a parsed file never changes.
  module Parsed
    KNOWN = {}
    def parse_file(file)
      KNOWN[[self.class, file, Puppet[:strict], Puppet[:tasks]]] ||= super
    end
  end

  class Evaluator
    SILENT = ['Stage[main]', 'Class[Settings]', 'Class[Main]', 'Class[main]', 'Class[settings]'].freeze
    STRINGS = Puppet::Pops::Evaluator::EvaluatorImpl.new

    def initialize(modulepath: '', facts: nil, catalog: false)
      @modulepath = modulepath
      @facts = facts
      @catalog = catalog
    end

    def answer(request)
      Reference.forget
      out = { 'id' => request['id'] }
      # An empty main manifest would mean: read that of the environment.
      request = request.merge('code' => 'undef') if request['code'].to_s.empty?
      MainValue.wanted = request
      MainValue.seen = nil
      compiler = catalog = error = nil
      begin
        Reference.within(request, @modulepath) do |env|
          facts = Reference.facts(request.fetch('facts', @facts))
          compiler = Puppet::Parser::Compiler.new(Reference.node(request, env, facts))
          catalog = compiler.compile
          out['catalog'] = Reference.wire(catalog.to_resource) if @catalog
        end
      rescue SystemExit, SignalException
        raise
      rescue Exception => e # rubocop:disable Lint/RescueException -- also a stack that ran out
        error = Reference.error(e)
      end
      out.merge!(MainValue.seen || {})
      out['logs'] = Reference.logs
      out['error'] = error
      out['resources'] = references(catalog || compiler&.catalog)
      out
    end

    # What an answer is worth keeping: nothing empty, and of an error only what a user
    # of another implementation can see.
    def self.want(answer)
      out = {}
      # A value that Puppet's serializer gives up on is any value.
      lost = answer['value'].is_a?(Hash) && answer['value'].key?('__unserializable')
      out['value'] = lost ? { '__unserializable' => true } : answer['value'] if answer.key?('value')
      %w[type string].each { |k| out[k] = answer[k] unless answer[k].nil? }
      # Where in Puppet's own files a deprecation was logged is the reference's affair,
      # and so is what it says once in a process: that it loads a function.
      logs = answer['logs'].reject { |l| l['message'].include?('autoloader#load(') }
      logs = logs.map { |l| l.merge('message' => l['message'].sub(/\n   \(location: .*\)\z/m, '')) }
      out['logs'] = logs unless logs.empty?
      out['error'] = Reference.worth(answer['error']) if answer['error']
      out['resources'] = answer['resources'] unless answer['resources'].empty?
      out
    end

    def self.describe(request, scope, value)
      value = Puppet::Pops::Evaluator::EppEvaluator.inline_epp(scope, request['epp'], request['params']) if request['epp']
      {
        'value'  => rich(value),
        'type'   => attempt { Puppet::Pops::Types::TypeCalculator.infer_set(value).to_s },
        'string' => attempt { Reference.text(STRINGS.string(value, scope)) },
      }
    end

    def self.rich(value)
      Reference.plain(Puppet::Pops::Serialization::ToDataConverter.convert(
        value, rich_data: true, symbol_as_string: false, local_reference: false,
               type_by_reference: true, message_prefix: 'value'
      ))
    rescue StandardError => e
      { '__unserializable' => Reference.text(value), 'because' => Reference.text(e.message) }
    end

    def self.attempt
      yield
    rescue StandardError, SystemStackError
      nil
    end

    private

    def references(catalog)
      return [] unless catalog

      catalog.resources.reject { |r| SILENT.include?(r.ref) }.map do |r|
        (r.exported ? '@@' : r.virtual ? '@' : '') + r.ref
      end
    end
  end
end

Puppet::Pops::Parser::EvaluatingParser.prepend(Reference::Parsed)
