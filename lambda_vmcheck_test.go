//go:build vmcheck

package bunraku

import (
	"testing"

	"bunraku/vm"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A checked build does not use a lambda's record again, so that an escaped one is
// seen also while another lambda is being passed.
func TestLambdaCalledInAnotherCall(t *testing.T) {
	_, err := lambdaMachine(vm.NewImage(lambdaFunctions(), nil)).RunMain(lambdaProgram(t, "keep() |$x| { $x }\nlate() |$y| { $y }"))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "a lambda was called after the call that it was passed to")
}
