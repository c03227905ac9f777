package bunraku

import "bunraku/internal/golden"

// What the goldens run. A hook that is nil says that the facade cannot do it yet:
// then the archives are read and checked, and running them is skipped with that
// reason.
var (
	// evalCase evaluates as `bunraku eval --jsonl` does.
	evalCase func(c *golden.EvalCase) (golden.Result, error)
	// compileCase compiles as `bunraku run --jsonl` does. dir is the environment
	// named production with the case's files, the manifest as manifests/site.pp;
	// where a catalog, a message or a log names a file below dir, the hook gives it
	// below golden.EnvironmentPath.
	compileCase func(c *golden.CatalogCase, dir string) (golden.CatalogResult, error)
)
