package validate

import (
	"encoding/base64"
	"strings"
	"unicode"

	"bunraku/grammar"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// checkHeredoc checks the text of a heredoc whose tag names a syntax, unless it
// has interpolations: what these make is known when it is evaluated.
func (c *checker) checkHeredoc(n *grammar.HeredocExpression) {
	text, ok := n.Text.(*grammar.LiteralString)
	if !ok || n.Syntax == "" {
		return
	}
	embedded, d := CheckSyntax(text.Value, n.Syntax, at(text), &c.options)
	c.report.List = append(c.report.List, embedded...)
	if d == nil {
		return
	}
	c.add(d).Aborts = true
	if !d.Span.IsValid() {
		d.File = nil
	}
}

// CheckSyntax checks a text against a syntax as a heredoc's tag names it. It
// gives nil when the text is fine, or nobody knows the syntax. Of a name with
// segments, a+b+c, the checker of the longest end that there is one for is used.
// What it found in a manifest inside of the text is given too.
// puppet: pops/evaluator/external_syntax_support.rb
func CheckSyntax(text, syntax string, at source.Span, o *Options) (embedded issue.List, d *issue.Diagnostic) {
	for name := strings.TrimRight(syntax, "+"); ; {
		switch name {
		case "json":
			if message := checkJSON(text); message != "" {
				return nil, issue.IllegalJSON.At(at, syntax, capped(message, 100))
			}
			return nil, nil
		case "base64":
			if reason := checkBase64(text); reason != "" {
				return nil, issue.IllegalBase64.At(at, syntax, reason)
			}
			return nil, nil
		case "pp", "epp":
			if name != syntax {
				return nil, issue.SyntaxIdentifier.Error(strings.ToUpper(name))
			}
			return checkPuppet(text, syntax, at, o)
		}
		_, rest, found := strings.Cut(name, "+")
		if !found {
			return nil, nil
		}
		name = rest
	}
}

// capped is the start of a message with its line ends written as \n.
func capped(message string, limit int) string {
	n := 0
	for i := range message {
		if n == limit {
			message = message[:i]
			break
		}
		n++
	}
	return strings.ReplaceAll(strings.ReplaceAll(message, "\r\n", `\n`), "\n", `\n`)
}

// checkBase64 takes text with blanks and without padding, but no other letters.
func checkBase64(text string) string {
	clean := strings.Map(func(r rune) rune {
		switch r {
		case '\r', '\n', '?', '\t':
			return -1
		}
		if unicode.Is(unicode.Zs, r) {
			return -1
		}
		return r
	}, text)
	if _, err := base64.StdEncoding.Strict().DecodeString(clean); err == nil {
		return ""
	}
	if len(clean)*8%6 != 0 {
		return "padding is not correct"
	}
	return "contains letters outside strict base 64 range (or whitespace)"
}

// checkPuppet parses and validates a manifest or template inside of a heredoc.
// Its name is not the file's, so its places have none.
func checkPuppet(text, syntax string, at source.Span, o *Options) (embedded issue.List, d *issue.Diagnostic) {
	_, found := Parse(source.NewFile("", text), syntax == "epp",
		Options{Edition: o.Edition, Strict: o.Strict, CheckRegexp: o.CheckRegexp})
	embedded, raised := found.Outcome(issue.DefaultLimits)
	for _, e := range embedded {
		e.Embedded = true
	}
	if raised == nil {
		return embedded, nil
	}
	message := capped(raised.Error(), 500)
	if syntax == "epp" {
		return embedded, issue.IllegalEPP.At(at, syntax, message)
	}
	return embedded, issue.IllegalPP.At(at, syntax, message)
}
