package stdlib

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"bunraku/runtime"
	"bunraku/runtime/regexp"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// generate is the output of a command on the machine that evaluates.
var fnGenerate = declare.Legacy("generate", -2, func(_ *runtime.Call, args []values.Value) (values.Value, error) {
	if !args[0].IsString() || !strings.HasPrefix(args[0].AsString(), "/") {
		return values.Undef, runtime.Errorf("Generators must be fully qualified")
	}
	path := args[0].AsString()
	if ok, _ := generatorPath.MatchString(path); !ok {
		return values.Undef, runtime.Errorf("Generators can only contain alphanumerics, file separators, and dashes")
	}
	if strings.Contains(path, "..") {
		return values.Undef, runtime.Errorf("Can not use generators with '..' in them.")
	}
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = rubyfmt.ToS(a)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = filepath.Dir(path)
	if _, err := os.Stat(cmd.Dir); err != nil {
		return values.Undef, runtime.Errorf("No such file or directory @ dir_s_chdir - %s", cmd.Dir)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		detail := fmt.Sprintf("Could not execute posix command: No such file or directory - %s", words[0])
		if errors.As(err, &exit) {
			detail = fmt.Sprintf("Execution of '%s' returned %d: %s", strings.Join(words, " "), exit.ExitCode(), out)
		}
		return values.Undef, runtime.Errorf("Failed to execute generator %s: %s", words[0], detail)
	}
	return values.String(string(out)), nil
})

var generatorPath = regexp.MustCompile(`^[-\/\w.+]+$`, 0)
