// Package site has the functions that need the catalog under construction:
// include and its kin, create_resources, realize, tags, defined.
package site

import (
	"strconv"

	"bunraku/runtime"
	"bunraku/runtime/values"
)

// Functions are all functions of the package.
func Functions() []*runtime.Function {
	return []*runtime.Function{&fnInclude, &fnContain, &fnRequire, &fnRealize, &fnCreateResources, &fnTag, &fnTagged, &fnDefined}
}

// site is the catalog under construction, or the error that there is none.
// puppet: pops/issues.rb, CATALOG_OPERATION_NOT_SUPPORTED_WHEN_SCRIPTING
func site(c *runtime.Call) (runtime.Site, error) {
	if c.Eval.Site == nil {
		return nil, runtime.IssueErrorf("CATALOG_OPERATION_NOT_SUPPORTED_WHEN_SCRIPTING",
			"The catalog operation '%s' is only available when compiling a catalog", c.Name)
	}
	return c.Eval.Site, nil
}

func anyRepeated(name string, kind runtime.ParamKind) []runtime.Param {
	return []runtime.Param{{Name: name, Type: "Any", Kind: kind}}
}

// classFunction declares a function over class names.
func classFunction(name string, f func(s runtime.Site, vs []values.Value) (values.Value, error)) runtime.Function {
	return runtime.Function{Name: name, Dispatches: []runtime.Dispatch{{
		Params: anyRepeated("names", runtime.RequiredRepeated),
		Body: func(c *runtime.Call) (values.Value, error) {
			s, err := site(c)
			if err != nil {
				return values.Undef, err
			}
			return f(s, c.Args)
		}}}}
}

var fnInclude = classFunction("include", runtime.Site.Include)

var fnContain = classFunction("contain", runtime.Site.Contain)

var fnRequire = classFunction("require", runtime.Site.Require)

// arity is the error of a 3x function for a wrong number of arguments.
// puppet: parser/functions.rb, newfunction
func arity(c *runtime.Call, ok bool) error {
	if ok {
		return nil
	}
	return &runtime.Error{Message: c.Name + "(): Wrong number of arguments given", Class: "ArgumentError"}
}

var fnRealize = runtime.Function{Name: "realize", Dispatches: []runtime.Dispatch{{
	Params: anyRepeated("refs", runtime.Repeated),
	Body: func(c *runtime.Call) (values.Value, error) {
		s, err := site(c)
		if err != nil {
			return values.Undef, err
		}
		return values.Undef, s.Realize(c.Args)
	}}}}

var fnTag = runtime.Function{Name: "tag", Dispatches: []runtime.Dispatch{{
	Params: anyRepeated("tags", runtime.Repeated),
	Body: func(c *runtime.Call) (values.Value, error) {
		s, err := site(c)
		if err != nil {
			return values.Undef, err
		}
		return values.Undef, s.Tag(c.Args)
	}}}}

var fnTagged = runtime.Function{Name: "tagged", Dispatches: []runtime.Dispatch{{
	Params: anyRepeated("tags", runtime.Repeated),
	Body: func(c *runtime.Call) (values.Value, error) {
		s, err := site(c)
		if err != nil {
			return values.Undef, err
		}
		ok, err := s.Tagged(c.Args)
		return values.Bool(ok), err
	}}}}

var fnDefined = runtime.Function{Name: "defined", NeedsScope: true, Dispatches: []runtime.Dispatch{{
	Params: []runtime.Param{{Name: "vals", Type: "Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]]", Kind: runtime.RequiredRepeated}},
	Body: func(c *runtime.Call) (values.Value, error) {
		s, err := site(c)
		if err != nil {
			return values.Undef, err
		}
		for _, v := range c.Args {
			ok, err := s.Defined(v, c.Scope)
			if ok || err != nil {
				return values.Bool(ok), err
			}
		}
		return values.False, nil
	}}}}

// puppet: parser/functions/create_resources.rb
var fnCreateResources = runtime.Function{Name: "create_resources", Dispatches: []runtime.Dispatch{{
	Params: anyRepeated("args", runtime.Repeated),
	Body: func(c *runtime.Call) (values.Value, error) {
		s, err := site(c)
		if err != nil {
			return values.Undef, err
		}
		if err := arity(c, len(c.Args) >= 2); err != nil {
			return values.Undef, err
		}
		if len(c.Args) > 3 {
			return values.Undef, &runtime.Error{Message: "create_resources(): wrong number of arguments (" + itoa(len(c.Args)) + "; must be 2 or 3)", Class: "ArgumentError"}
		}
		if !c.Args[0].IsString() {
			return values.Undef, &runtime.Error{Message: "create_resources(): first argument must be a string", Class: "ArgumentError"}
		}
		if c.Args[1].Kind() != values.KindHash {
			return values.Undef, &runtime.Error{Message: "create_resources(): second argument must be a hash", Class: "ArgumentError"}
		}
		defaults := values.EmptyHash
		if len(c.Args) == 3 {
			if defaults = c.Args[2]; defaults.Kind() != values.KindHash {
				return values.Undef, &runtime.Error{Message: "create_resources(): third argument, if provided, must be a hash", Class: "ArgumentError"}
			}
		}
		typ, form := c.Args[0].AsString(), ""
		switch {
		case len(typ) > 2 && typ[:2] == "@@":
			typ, form = typ[2:], "exported"
		case len(typ) > 1 && typ[0] == '@':
			typ, form = typ[1:], "virtual"
		}
		return values.Undef, s.CreateResources(typ, c.Args[1].AsHash(), defaults.AsHash(), form)
	}}}}

func itoa(i int) string { return strconv.Itoa(i) }
