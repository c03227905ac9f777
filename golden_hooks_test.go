package bunraku

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"bunraku/grammar/edition"
	"bunraku/internal/golden"
)

// evalCase evaluates as `bunraku eval --jsonl` does.
var evalCase = func(c *golden.EvalCase) (out golden.Result, err error) {
	line, err := json.Marshal(c.Request())
	if err != nil {
		return out, err
	}
	l := Lines{Edition: edition.Puppet7}
	return out, json.Unmarshal(l.Eval(line), &out)
}

// compileCase compiles as `bunraku run --jsonl` does. dir is the environment
// named production with the case's files, the manifest as manifests/site.pp;
// where a catalog, a message or a log names a file below dir, it is given below
// golden.EnvironmentPath.
var compileCase = func(c *golden.CatalogCase, dir string) (out golden.CatalogResult, err error) {
	req := map[string]any{"id": c.Path, "edition": "puppet7", "environment": dir}
	for k, v := range c.Request {
		req[k] = v
	}
	if c.Node != "" {
		req["node"] = strings.TrimSpace(c.Node)
	}
	if c.FactsYAML != nil {
		path := filepath.Join(dir, "facts.yaml")
		if err := os.WriteFile(path, c.FactsYAML, 0o644); err != nil {
			return out, err
		}
		req["facts"] = path
	}
	line, err := json.Marshal(req)
	if err != nil {
		return out, err
	}
	l := Lines{Edition: edition.Puppet7}
	answer := strings.ReplaceAll(string(l.Run(line)), dir, golden.EnvironmentPath)
	var raw struct {
		Catalog json.RawMessage
		Logs    []golden.Log
		Error   *golden.Error
	}
	if err := json.Unmarshal([]byte(answer), &raw); err != nil {
		return out, err
	}
	if string(raw.Catalog) != "null" {
		out.Catalog = raw.Catalog
	}
	out.Logs, out.Error = raw.Logs, raw.Error
	return out, nil
}
