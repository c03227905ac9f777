package stdlib

import (
	"bunraku/runtime"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// import is gone from the language.
var fnImport = runtime.Function{Name: "import", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Rep("args", "Any")), Body: func(*runtime.Call) (values.Value, error) {
		return values.Undef, runtime.IssueErrorf("DISCONTINUED_IMPORT",
			"Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation")
	}},
}}
