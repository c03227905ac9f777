package psych

import (
	"testing"

	"bunraku/runtime/values"

	"github.com/stretchr/testify/require"
)

// The texts of Ruby's to_yaml are compared in testdata/functions; here is what
// those cases do not reach.
func TestDump(t *testing.T) {
	shared := values.ArrayOf(values.Int(1))
	got, err := Dump(values.ArrayOf(shared, shared), DumpOptions{})
	require.NoError(t, err)
	// origin: psych 4.0.3
	require.Equal(t, "---\n- &1\n  - 1\n- *1\n", got)

	deep := values.Int(1)
	for range 2000 {
		deep = values.ArrayOf(deep)
	}
	_, err = Dump(deep, DumpOptions{})
	require.Error(t, err)
}
