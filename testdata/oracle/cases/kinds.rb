# One expression or more for each kind of value there is.
KINDS = {
  'undef'     => 'undef',
  'default'   => 'default',
  'true'      => 'true',
  'false'     => 'false',
  'zero'      => '0',
  'int'       => '42',
  'neg'       => '-7',
  'maxint'    => '9223372036854775807',
  'minint'    => '(-9223372036854775807 - 1)',
  'float'     => '1.5',
  'whole'     => '42.0',
  'negfloat'  => '-0.25',
  'bigfloat'  => '1.0e308',
  'empty'     => "''",
  'str'       => "'abc'",
  'upper'     => "'ABC'",
  'numstr'    => "'10'",
  'hexstr'    => "'0x1F'",
  'floatstr'  => "'1.5'",
  'padded'    => "' 3 '",
  'unicode'   => "'Åé'",
  'regexp'    => '/b/',
  'emptyarr'  => '[]',
  'ints'      => '[1, 2]',
  'strs'      => "['abc', 'b']",
  'nested'    => '[[1], 42]',
  'emptyhash' => '{}',
  'hash'      => "{'abc' => 1, 'b' => undef}",
  'inthash'   => '{42 => [1], 1.5 => true}',
  'type'      => 'Integer',
  'range'     => 'Integer[1, 50]',
  'strtype'   => 'String[1]',
  'any'       => 'Any',
  'metatype'  => 'Type[Integer]',
  'sensitive' => "Sensitive('abc')",
  'binary'    => "Binary('YWJj')",
  'timestamp' => "Timestamp('2020-02-29T12:00:00')",
  'timespan'  => "Timespan('1-02:03:04')",
  'semver'    => "SemVer('1.2.3-rc1')",
  'semrange'  => "SemVerRange('>=1.0.0 <2.0.0')",
  'uri'       => "URI('http://a.example/b?c#d')",
  'ref'       => "File['/x']",
  'classref'  => "Class['abc']",
}.freeze

# The kinds that behave differently from one another nearly everywhere.
MAIN = %w[undef default true int neg maxint float empty str numstr regexp emptyarr ints emptyhash hash
          type range sensitive binary timestamp timespan semver semrange uri ref].to_h { |k| [k, KINDS[k]] }.freeze

# A few more of the kinds that an arithmetic operator may accept.
NUMERIC = %w[undef true zero int neg maxint minint float whole negfloat bigfloat str numstr hexstr floatstr
             padded ints hash timestamp timespan].to_h { |k| [k, KINDS[k]] }.freeze
