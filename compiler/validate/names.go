package validate

import "strings"

// The rules for names are regular expressions in Puppet and are quoted above
// each function. They run for every variable and type name of a file, so they
// are loops here. \w is an ASCII letter, digit or underscore.
// puppet: pops/patterns.rb

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// wordEnd is the end of the run of word characters that starts at i.
func wordEnd(s string, i int) int {
	for i < len(s) && isWord(s[i]) {
		i++
	}
	return i
}

// isVarName: \A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*\z
func isVarName(s string) bool {
	s = strings.TrimPrefix(s, "::")
	for i := 0; ; {
		if i == len(s) || !isLower(s[i]) && s[i] != '_' {
			return false
		}
		end := wordEnd(s, i)
		if end == len(s) {
			return true
		}
		// Only the last segment may start with an underscore.
		if s[i] == '_' || !strings.HasPrefix(s[end:], "::") {
			return false
		}
		i = end + 2
	}
}

// isNumericVarName: \A(?:0|(?:[1-9][0-9]*))\z
func isNumericVarName(s string) bool {
	if s == "0" {
		return true
	}
	if s == "" || s[0] == '0' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// isNumericParameter: ^(?:0x)?[0-9]+$
func isNumericParameter(s string) bool {
	s = strings.TrimPrefix(s, "0x")
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// isParamName: \A[a-z_]\w*\z
func isParamName(s string) bool {
	return s != "" && (isLower(s[0]) || s[0] == '_') && wordEnd(s, 0) == len(s)
}

// isClassrefExt: \A((::){0,1}[A-Z][\w]*)+\z
func isClassrefExt(s string) bool {
	i := 0
	if strings.HasPrefix(s, "::") {
		i = 2
	}
	for {
		if i == len(s) || !isUpper(s[i]) {
			return false
		}
		i = wordEnd(s, i)
		if i == len(s) {
			return true
		}
		if !strings.HasPrefix(s[i:], "::") {
			return false
		}
		i += 2
	}
}

// isClassrefDecl: \A[a-z][\w]*(?:::[a-z][\w]*)*\z
func isClassrefDecl(s string) bool { return isSegments(s, isLower) }

// isClassrefExtDecl: \A[A-Z][\w]*(?:::[A-Z][\w]*)*\z
func isClassrefExtDecl(s string) bool { return isSegments(s, isUpper) }

// isSegments tells whether each segment between :: starts as it must.
func isSegments(s string, first func(byte) bool) bool {
	for i := 0; ; {
		if i == len(s) || !first(s[i]) {
			return false
		}
		i = wordEnd(s, i)
		if i == len(s) {
			return true
		}
		if !strings.HasPrefix(s[i:], "::") {
			return false
		}
		i += 2
	}
}

// hasIllegalHostnameChars: [^-\w.]
func hasIllegalHostnameChars(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isWord(s[i]) && s[i] != '-' && s[i] != '.' {
			return true
		}
	}
	return false
}

// isReservedTypeName tells the names of the types of the language, which no
// class, define, function or type may take.
func isReservedTypeName(name string) bool {
	switch name {
	case "type", "any", "unit", "scalar", "boolean", "numeric", "integer", "float", "collection", "array", "hash",
		"tuple", "struct", "variant", "optional", "enum", "regexp", "pattern", "runtime", "init", "object",
		"sensitive", "semver", "semverrange", "string", "timestamp", "timespan", "typeset":
		return true
	}
	return false
}

// isFutureReserved tells the words that a later version may keep for itself.
func isFutureReserved(name string) bool { return name == "plan" }

// isKeyword tells the words of the grammar, which the seeds forbid in names.
// spec: evaluator4.md, Names
func isKeyword(word string) bool {
	switch word {
	case "case", "class", "default", "define", "if", "elsif", "else", "inherits", "node", "and", "or", "undef",
		"false", "true", "in", "unless", "function", "type", "attr", "private":
		return true
	}
	return false
}

// isMetaparameter tells the attributes that every resource has.
func isMetaparameter(name string) bool {
	switch name {
	case "alias", "audit", "before", "loglevel", "noop", "notify", "require", "schedule", "stage", "subscribe", "tag":
		return true
	}
	return false
}
