package facts

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
)

func get(t *testing.T, h *values.Hash, name string) values.Value {
	t.Helper()
	v, ok := h.GetString(name)
	require.True(t, ok, name)
	return v
}

// origin: puppet 7.23.0, a catalog with these values in a message
func TestNodeIsThatOfPuppet(t *testing.T) {
	f, err := Parse([]byte(`{"n":null,"d":{"a":[1,null,1.5,true]},"hostname":"h","serverip":"1.2.3.4"}`), "")
	require.NoError(t, err)
	f = f.WithLocal("web.example.org", "7.23.0")
	ext := values.HashOf(values.Entry{Key: values.String("pp_role"), Value: values.String("x")}).AsHash()
	n := NewNode("web.example.org", "production", f, Trusted("web.example.org", ext, nil),
		Server{"7.23.0", "puppet.example.org", "192.0.2.1"}, nil)

	assert.Equal(t, `{"authenticated"=>"remote", "certname"=>"web.example.org", "extensions"=>{"pp_role"=>"x"}, "hostname"=>"web", "domain"=>"example.org", "external"=>{}}`,
		rubyfmt.Inspect(n.Trusted.Value()))
	assert.Equal(t, `{"serverversion"=>"7.23.0", "servername"=>"puppet.example.org", "serverip"=>"192.0.2.1", "environment"=>"production"}`,
		rubyfmt.Inspect(n.ServerFacts.Value()))
	assert.Equal(t, `{"n"=>"", "d"=>{"a"=>[1, "", 1.5, true]}, "hostname"=>"h", "serverip"=>"1.2.3.4", "clientcert"=>"web.example.org", "clientversion"=>"7.23.0", "clientnoop"=>false}`,
		rubyfmt.Inspect(n.Facts.Value()))
	assert.Equal(t, []string{"The node parameter 'serverip' for node 'web.example.org' was already set to '1.2.3.4'. It could not be set to '192.0.2.1'"}, n.Warnings)
	assert.Equal(t, "1.2.3.4", get(t, n.Variables, "serverip").AsString())
	assert.Equal(t, "puppet.example.org", get(t, n.Variables, "servername").AsString())
	assert.Equal(t, "production", get(t, n.Variables, "environment").AsString())

	nodot := Trusted("nodot", nil, nil)
	assert.Equal(t, "nodot", get(t, nodot, "hostname").AsString())
	assert.True(t, get(t, nodot, "domain").IsUndef())
}

func TestParseForms(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want, node string }{
		"plain yaml":   {"f.yaml", "os:\n  family: Debian\nn: 1\n", `{"os"=>{"family"=>"Debian"}, "n"=>1}`, ""},
		"saved yaml":   {"f.yaml", "--- !ruby/object:Puppet::Node::Facts\nname: web\nvalues:\n  a: :sym\n  _timestamp: 2020-01-01 00:00:00 Z\n", `{"a"=>"sym"}`, "web"},
		"saved json":   {"f.json", `{"name": "web", "values": {"b": 2, "a": 1}, "timestamp": "x"}`, `{"b"=>2, "a"=>1}`, "web"},
		"facter -j":    {"", "{\n  \"b\": 2.5,\n  \"a\": [\"x\", false]\n}\n", `{"b"=>2.5, "a"=>["x", false]}`, ""},
		"flow yaml":    {"", "{b: yes, a: ~}", `{"b"=>true, "a"=>""}`, ""},
		"values fact":  {"f.yaml", "values: 3\n", `{"values"=>3}`, ""},
		"empty":        {"f.yaml", "", `{}`, ""},
		"date":         {"f.yaml", "d: 2020-02-03\n1: x\n", `{"d"=>"2020-02-03", 1=>"x"}`, ""},
		"last key won": {"f.json", `{"a":1,"b":2,"a":3}`, `{"a"=>3, "b"=>2}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Parse([]byte(c.text), c.file)
			require.NoError(t, err)
			assert.Equal(t, c.want, rubyfmt.Inspect(f.Values.Value()))
			assert.Equal(t, c.node, f.Name)
		})
	}
	for _, bad := range []string{`{"a":`, `{"a":1} x`, `[1]`, `{"a": 99999999999999999999}`} {
		_, err := Parse([]byte(bad), "f.json")
		assert.Error(t, err, bad)
	}
}

func TestENC(t *testing.T) {
	c, err := ParseENC([]byte("---\nclasses:\n  a:\n  b:\n    port: 80\n  c: {}\nparameters:\n  role: web\n  os: mine\n:environment: test\n"), "n")
	require.NoError(t, err)
	assert.True(t, c.Hash)
	assert.Equal(t, "test", c.Environment)
	var order []string
	for _, cl := range c.Order() {
		order = append(order, cl.Name)
	}
	assert.Equal(t, []string{"b", "a", "c"}, order)
	f, err := Parse([]byte("os: theirs\nenvironment: fact\n"), "f.yaml")
	require.NoError(t, err)
	n := NewNode("n", "production", f, Trusted("n", nil, nil), Server{}, c)
	assert.Equal(t, "test", n.Environment)
	assert.Equal(t, "mine", get(t, n.Variables, "os").AsString())
	assert.Equal(t, "theirs", get(t, n.Facts, "os").AsString())
	assert.Equal(t, "test", get(t, n.Variables, "environment").AsString())
	assert.Equal(t, []string{"The node parameter 'os' for node 'n' was already set to 'mine'. It could not be set to 'theirs'"}, n.Warnings)

	c, err = ParseENC([]byte("classes: [x, 'y::z']\n"), "n")
	require.NoError(t, err)
	assert.False(t, c.Hash)
	assert.Equal(t, []Class{{Name: "x"}, {Name: "y::z"}}, c.Classes)

	_, err = ParseENC([]byte("1: x\n"), "n")
	assert.EqualError(t, err, "Could not load external node results for n: key is a Integer, not a string or symbol")
}
