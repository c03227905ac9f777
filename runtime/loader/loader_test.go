package loader

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

func open(t *testing.T) *Environment {
	t.Helper()
	a, err := txtar.ParseFile("testdata/environment.txtar")
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "testenv")
	for _, f := range a.Files {
		p := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
		require.NoError(t, os.WriteFile(p, f.Data, 0o644))
	}
	e, err := Open(dir, Options{Basemodulepath: []string{filepath.Join(dir, "nowhere")}})
	require.NoError(t, err)
	return e
}

// rel makes paths of an environment short.
func rel(e *Environment, cs []Candidate) []string {
	var out []string
	for _, c := range cs {
		r, _ := filepath.Rel(e.Dir, c.Path)
		out = append(out, r)
	}
	return out
}

func TestEnvironment(t *testing.T) {
	e := open(t)
	assert.Equal(t, "testenv", e.Name)
	assert.Equal(t, []string{e.Dir + "/modules", e.Dir + "/extra", e.Dir + "/nowhere"}, e.Modulepath)
	files, err := e.Manifests()
	require.NoError(t, err)
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimPrefix(f, e.Dir+"/manifests/"))
	}
	assert.Equal(t, []string{"Z.pp", "a.pp", "b.pp", "sub.pp", "sub/z.pp", "y.pp"}, names)

	errs, warnings := e.Problems()
	assert.Equal(t, []string{"No source module metadata provided for bad"}, errs)
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "nojson has an invalid and unparsable metadata.json file. The parse error: ")
	assert.Nil(t, e.Module("bad"))
	assert.NotNil(t, e.Module("nojson"))
	assert.NotNil(t, e.Module("x"))
}

func TestNamesToFiles(t *testing.T) {
	e := open(t)
	groups := func(name string) string {
		var out []string
		for _, g := range e.ClassFiles(name) {
			out = append(out, strings.Join(rel(e, g), " "))
		}
		return strings.Join(out, " | ")
	}
	const init = "modules/m/manifests/init.pp"
	assert.Equal(t, init, groups("m"))
	assert.Equal(t, init+" modules/m/manifests/a/c.pp | "+init+" modules/m/manifests/a.pp | "+init, groups("m::a::c"))
	assert.Equal(t, init+" | "+init+" modules/m/manifests/a.pp | "+init, groups("::m::a::b"))
	assert.Equal(t, "extra/x/manifests/init.pp", groups("x"))
	assert.Empty(t, groups("bad"))
	assert.Empty(t, groups("nosuch::x"))
	assert.Empty(t, groups("m::..::..::x"))
	assert.Empty(t, groups(""))

	assert.Equal(t, []string{"modules/m/functions/f.pp"}, rel(e, e.FunctionFiles("m::f", nil)))
	assert.Equal(t, []string{"modules/m/functions/deep/h.pp"}, rel(e, e.FunctionFiles("m::deep::h", nil)))
	assert.Equal(t, []string{"functions/environment/ef.pp"}, rel(e, e.FunctionFiles("environment::ef", nil)))
	assert.Equal(t, []string{"functions/gf.pp"}, rel(e, e.FunctionFiles("gf", nil)))
	assert.Equal(t, []string{"modules/dep/lib/puppet/functions/rb.rb", "modules/m/lib/puppet/functions/rb.rb"}, rel(e, e.FunctionFiles("rb", nil)))
	assert.Empty(t, e.FunctionFiles("f", nil))

	assert.Equal(t, []string{"modules/m/types/t.pp"}, rel(e, e.TypeFiles("M::T")))
	assert.Equal(t, []string{"types/gt.pp"}, rel(e, e.TypeFiles("Gt")))
	assert.Empty(t, e.TypeFiles("T"))

	p, ok := e.FindFile("templates", "m/t.epp")
	assert.True(t, ok)
	assert.Equal(t, e.Dir+"/modules/m/templates/t.epp", p)
	for _, ref := range []string{"m/none.epp", "m", "nosuch/t.epp", "m/../manifests/init.pp", "m/../../dep/x"} {
		_, ok = e.FindFile("templates", ref)
		assert.False(t, ok, ref)
	}
}

func TestNamespaces(t *testing.T) {
	e := open(t)
	for path, want := range map[string]string{
		"modules/m/manifests/init.pp":     "m",
		"modules/m/manifests/a/c.pp":      "m::a::c",
		"modules/m/manifests/a/init.pp":   "m::a::init",
		"modules/m/types/T.pp":            "m::t",
		"modules/m/functions/deep/h.pp":   "m::deep::h",
		"extra/x/manifests/init.pp":       "x",
		"modules/m/examples/init.pp":      "bad",
		"manifests/a.pp":                  "free",
		"other.pp":                        "free",
		"modules/m/templates/t.epp":       "free",
		"modules/m/plans/deep/er/plan.pp": "m::deep::er::plan",
	} {
		ns, ok, bad := e.Namespace(filepath.Join(e.Dir, path))
		switch {
		case bad:
			ns = "bad"
		case !ok:
			ns = "free"
		}
		assert.Equal(t, want, ns, path)
	}
	assert.Equal(t, "m", e.ModuleOf(e.Dir+"/modules/m/templates/t.epp").Name)
	assert.Nil(t, e.ModuleOf(e.Dir+"/manifests/a.pp"))
}

func TestFilesStayInside(t *testing.T) {
	e := open(t)
	f, err := e.Files.Read(e.Dir + "/modules/m/templates/t.epp")
	require.NoError(t, err)
	assert.Equal(t, "t\n", f.Text)
	assert.Len(t, f.Digest, 64)
	again, err := e.Files.Read(e.Dir + "/modules/m/manifests/../templates/t.epp")
	require.NoError(t, err)
	assert.Same(t, f, again)
	assert.Contains(t, e.Files.Digests(), f.Path)
	for _, p := range []string{"/etc/hostname", e.Dir + "/../x", "relative"} {
		_, err = e.Files.Read(p)
		assert.ErrorContains(t, err, "outside of the environment", p)
	}
	assert.False(t, e.Files.Exists("/etc/hostname"))
}

func TestConfig(t *testing.T) {
	c, err := ParseConfig("# comment\nmodulepath = a:b \n\n[main]\nmanifest=x.pp {owner = root, mode = 644}\n[agent]\n  environment = test\n", "f")
	require.NoError(t, err)
	v, _ := c.Get("modulepath", "main")
	assert.Equal(t, "a:b", v)
	v, _ = c.Get("manifest", "server", "main")
	assert.Equal(t, "x.pp", v)
	_, ok := c.Get("environment", "main")
	assert.False(t, ok)
	_, err = ParseConfig("a = 1\njunk\n", "environment.conf")
	assert.EqualError(t, err, "Could not match line junk (file: environment.conf, line: 2)")

	lookup := func(n string) (string, bool) {
		v, ok := map[string]string{"a": "/x", "b": "$a/${a}", "loop": "$loop"}[n]
		return v, ok
	}
	assert.Equal(t, "/x//x:$none:/x", Interpolate("$b:$none:${a}", lookup))
	assert.Equal(t, "$loop", Interpolate("$loop", lookup))
}

func TestOpenSettings(t *testing.T) {
	dir := t.TempDir()
	conf := func(text string) *Environment {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "environment.conf"), []byte(text), 0o644))
		e, err := Open(dir, Options{Name: "prod", Basemodulepath: []string{"/base"}, Settings: map[string]string{"codedir": "/code"}})
		require.NoError(t, err)
		return e
	}
	e := conf("modulepath = site:$basemodulepath:$codedir/m:/envs/$environment\nmanifest = main.pp\nedition = puppet7\nconfig_version = bin/v $environment\n")
	assert.Equal(t, []string{dir + "/site", "/base", "/code/m", "/envs/prod"}, e.Modulepath)
	assert.Equal(t, dir+"/main.pp", e.Manifest)
	assert.Equal(t, "puppet7", e.Edition)
	assert.Empty(t, e.Warnings)

	e = conf("bogus = 1\nother = 2\n[x]\na = 1\n")
	assert.Equal(t, []string{
		"Invalid sections in environment.conf at '" + dir + "/environment.conf'. Environment conf may not have sections. The following sections are being ignored: 'x'",
		"Invalid settings in environment.conf at '" + dir + "/environment.conf'. The following unknown setting(s) are being ignored: bogus, other",
	}, e.Warnings)
	assert.Equal(t, []string{dir + "/modules", "/base"}, e.Modulepath)
	files, err := e.Manifests()
	assert.NoError(t, err)
	assert.Empty(t, files)

	_, err = Open(dir+"/none", Options{})
	assert.ErrorContains(t, err, "Could not find a directory environment named 'none' anywhere in the path: "+dir)
}

func TestMetadata(t *testing.T) {
	dir := t.TempDir()
	m := &Module{Name: "m", Dir: dir}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "metadata.json"), []byte(`{"name":"me-m","version":"1.2.3","author":"me","source":"s","license":"l",
 "dependencies":[{"name":"x-dep","version_requirement":">= 1.0.0 < 2.0.0"},{"name":"y/other"}]}`), 0o644))
	md, err := m.Metadata(NewFiles([]string{dir}))
	require.NoError(t, err)
	assert.Equal(t, "me/m", md.Name)
	assert.Equal(t, []Dependency{{"x/dep", ">= 1.0.0 < 2.0.0"}, {"y/other", ">= 0.0.0"}}, md.Dependencies)
	assert.Equal(t, "dep", md.Dependencies[0].Module())
}

func TestResourceTypes(t *testing.T) {
	e := open(t)
	require.NoError(t, os.MkdirAll(e.Dir+"/.resource_types", 0o755))
	require.NoError(t, os.WriteFile(e.Dir+"/.resource_types/thing.pp", []byte("Puppet::Resource::ResourceType3.new('thing', [], [Puppet::Resource::Param(Any, 'name', true)], {/(?m-ix:(.*))/ => ['name']}, true, false)"), 0o644))
	require.NoError(t, os.MkdirAll(e.Dir+"/modules/m/lib/puppet/type", 0o755))
	require.NoError(t, os.WriteFile(e.Dir+"/modules/m/lib/puppet/type/own.rb", []byte("Puppet::Type.newtype(:own) do\n newparam(:path, namevar: true)\nend\n"), 0o644))
	require.NoError(t, os.WriteFile(e.Dir+"/modules/m/lib/puppet/type/broken.rb", []byte("raise 'x'\n"), 0o644))
	for name, namevar := range map[string]string{"thing": "name", "file": "path", "own": "path"} {
		ty, err := e.ResourceType(name)
		require.NoError(t, err)
		require.NotNil(t, ty, name)
		assert.Equal(t, namevar, ty.Namevar())
	}
	ty, err := e.ResourceType("nosuch")
	assert.NoError(t, err)
	assert.Nil(t, ty)
	_, err = e.ResourceType("broken")
	assert.Error(t, err)
	assert.Contains(t, e.ResourceTypes(), "own")
}
