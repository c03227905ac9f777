package rtypes

import "bunraku/runtime/regexp"

// RubyMatcher compiles title patterns with Ruby's syntax.
func RubyMatcher(source string, options uint8) (func(s string) []string, error) {
	re, err := regexp.Compile(source, regexp.Options(options))
	if err != nil {
		return nil, err
	}
	return func(s string) []string {
		caps := make([]int32, re.CapLen())
		ok, err := re.Match(s, 0, caps)
		if err != nil || !ok {
			return nil
		}
		out := make([]string, re.NumCaptures())
		for i := range out {
			if from, to := caps[2*i+2], caps[2*i+3]; from >= 0 {
				out[i] = s[from:to]
			}
		}
		return out
	}, nil
}
