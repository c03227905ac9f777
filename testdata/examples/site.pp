# A web server and what it needs, in a few of the language's forms.
class web (
  String        $root  = '/srv/www',
  Array[String] $sites = ['blog', 'shop'],
) {
  file { $root:
    ensure => directory,
  }

  $sites.each |Integer $i, String $site| {
    web::site { $site:
      root => "${root}/${site}",
      port => 8080 + $i,
    }
  }
}

define web::site (String $root, Integer[1024] $port) {
  file { $root:
    ensure  => directory,
    content => undef,
  }
  @notify { "${title} listens on ${port}": tag => 'ports' }
}

node default {
  include web
  Notify <| tag == 'ports' |>
  Class['web'] -> notify { 'done': }
}
