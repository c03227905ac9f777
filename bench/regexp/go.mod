module bunraku/bench/regexp

go 1.26.0

require bunraku v0.0.0

require github.com/dlclark/regexp2/v2 v2.12.0

replace bunraku => ../..
