package grammar

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"
)

const grammarDocument = "../docs/grammar.md"

// TestDocument keeps docs/grammar.md what the code says: the productions of the
// tags, those that comments quote above hand-written code, and the table of
// operators. `go test ./grammar -run Document -update` writes it.
func TestDocument(t *testing.T) {
	text := document(t)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		require.NoError(t, os.WriteFile(grammarDocument, []byte(text), 0o644))
		return
	}
	have, err := os.ReadFile(grammarDocument)
	require.NoError(t, err)
	require.Equal(t, string(have), text, "run go test ./grammar -run Document -update")
}

func document(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# The grammar\n\nGenerated from grammar/ by its tests; do not edit. `[ ]` is optional, `{ }` repeated, `(?! )` looks ahead.\n")

	b.WriteString("\n## Declared by the tags of nodes.go\n\n```ebnf\n")
	r := newParser().rules
	for _, rule := range []fmt.Stringer{r.class, r.define, r.node, r.function, r.alias, r.mapping, r.typeDef, r.lambda,
		r.body, r.option, r.selection, r.epp} {
		b.WriteString(rule.String())
		b.WriteByte('\n')
	}
	b.WriteString("```\n\n## Parsed by hand\n\n")
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		if rules := productions(string(source)); len(rules) > 0 {
			fmt.Fprintf(&b, "%s\n\n```ebnf\n%s\n```\n\n", file, strings.Join(rules, "\n"))
		}
	}

	b.WriteString("## Infix operators, the tightest first\n\n| binding | operators |\n| --- | --- |\n")
	byPrec := map[uint8][]string{}
	for typ, o := range operators {
		if o.prec > 0 {
			byPrec[o.prec] = append(byPrec[o.prec], "`"+operatorText(lexer.TokenType(typ), o)+"`")
		}
	}
	var precs []int
	for p := range byPrec {
		precs = append(precs, int(p))
	}
	sort.Sort(sort.Reverse(sort.IntSlice(precs)))
	for _, p := range precs {
		fmt.Fprintf(&b, "| %d | %s |\n", p, strings.Join(byPrec[uint8(p)], " "))
	}
	return b.String()
}

func operatorText(typ lexer.TokenType, o operator) string {
	if o.op != OpNone {
		return o.op.String()
	}
	return map[lexer.TokenType]string{tokIn: "in", tokAnd: "and", tokOr: "or", tokQMark: "?"}[typ]
}

var (
	productionStart = regexp.MustCompile(`^\s*//\s+([a-z_A-Z]+) = `)
	commentLine     = regexp.MustCompile(`^\s*//\s?`)
)

// productions are the productions that comments quote: lines from `name = ` to
// the full stop.
func productions(source string) []string {
	var rules []string
	seen := map[string]bool{}
	lines := strings.Split(source, "\n")
	for i := 0; i < len(lines); i++ {
		if !productionStart.MatchString(lines[i]) {
			continue
		}
		var rule []string
		for ; i < len(lines) && commentLine.MatchString(lines[i]); i++ {
			if line := strings.TrimSpace(commentLine.ReplaceAllString(lines[i], "")); line != "" {
				rule = append(rule, line)
			}
			if strings.HasSuffix(lines[i], " .") {
				break
			}
		}
		text := strings.Join(rule, "\n    ")
		if strings.HasSuffix(text, " .") && !seen[text] {
			seen[text] = true
			rules = append(rules, text)
		}
	}
	return rules
}
