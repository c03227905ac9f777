package rtypes

import "strings"

// The lexer of the Ruby subset that files of resource types are written in. It
// needs to be right about where literals and blocks start and end; what lies
// in method bodies is skipped by its nesting.

type rubyKind uint8

const (
	rNewline rubyKind = iota // also `;`
	rIdent                   // names and keywords, also with ? or !
	rConst
	rLabel  // `name:` before a value
	rSymbol // :name or :"name"
	rString
	rWords // %w and %i
	rRegexp
	rNumber
	rOp
	rEOF
)

type rubyToken struct {
	kind rubyKind
	// opens tells that the keyword is closed by an `end`.
	opens bool
	// space tells that white space stands before the token.
	space bool
	line  int
	text  string
	// parts are the pieces of a literal with interpolation: literal text at even
	// places, Ruby source at odd ones. nil when there is none.
	parts []string
	words []string
	opts  string // of a regexp
}

func (t *rubyToken) is(op string) bool { return t.kind == rOp && t.text == op }
func (t *rubyToken) id(name string) bool {
	return t.kind == rIdent && t.text == name
}

type rubyLexer struct {
	src  string
	pos  int
	line int
	toks []rubyToken
	// heredocs wait for the end of their line.
	heredocs []heredoc
	// loop is set between while, until or for and its optional `do`.
	loop bool
}

type heredoc struct {
	tag    string
	indent bool
	squig  bool
	raw    bool
	tok    int
}

// lookahead is the number of end tokens, so that looking at the next few tokens
// needs no check.
const lookahead = 8

func lexRuby(src string) []rubyToken {
	lx := &rubyLexer{src: src, line: 1}
	for lx.next() {
	}
	lx.add(rubyToken{kind: rNewline})
	for range lookahead {
		lx.add(rubyToken{kind: rEOF})
	}
	return lx.toks
}

func (lx *rubyLexer) add(t rubyToken) {
	t.line = lx.line
	lx.toks = append(lx.toks, t)
}

// operand reports whether a value may start here, as against an operator that
// follows a value.
func (lx *rubyLexer) operand() bool {
	if len(lx.toks) == 0 {
		return true
	}
	t := &lx.toks[len(lx.toks)-1]
	switch t.kind {
	case rNewline, rLabel:
		return true
	case rOp:
		return t.text != ")" && t.text != "]" && t.text != "}"
	case rIdent:
		if lx.afterDot(len(lx.toks) - 1) {
			return false
		}
		switch t.text {
		case "if", "unless", "while", "until", "and", "or", "not", "return", "then", "do", "else", "elsif",
			"when", "case", "in", "begin", "ensure", "raise", "yield":
			return true
		}
	}
	return false
}

func (lx *rubyLexer) afterDot(i int) bool {
	return i > 0 && lx.toks[i-1].kind == rOp && (lx.toks[i-1].text == "." || lx.toks[i-1].text == "&." || lx.toks[i-1].text == "::")
}

// command reports whether the last token is a name that may be a method called
// without parentheses, so that `name /x/` starts a regexp.
func (lx *rubyLexer) command() bool {
	return len(lx.toks) > 0 && lx.toks[len(lx.toks)-1].kind == rIdent
}

func isIdentByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (lx *rubyLexer) at(i int) byte {
	if i < len(lx.src) {
		return lx.src[i]
	}
	return 0
}

func (lx *rubyLexer) next() bool {
	start := lx.pos
	for lx.pos < len(lx.src) {
		c := lx.src[lx.pos]
		if c == ' ' || c == '\t' || c == '\r' {
			lx.pos++
		} else if c == '\\' && lx.at(lx.pos+1) == '\n' {
			lx.pos += 2
			lx.line++
		} else {
			break
		}
	}
	space := lx.pos > start
	if lx.pos >= len(lx.src) {
		return false
	}
	c := lx.src[lx.pos]
	lineStart := lx.pos == 0 || lx.src[lx.pos-1] == '\n'
	switch {
	case c == '\n':
		lx.newline()
		return true
	case c == '#':
		for lx.pos < len(lx.src) && lx.src[lx.pos] != '\n' {
			lx.pos++
		}
		return true
	case lineStart && strings.HasPrefix(lx.src[lx.pos:], "=begin"):
		end := strings.Index(lx.src[lx.pos:], "\n=end")
		if end < 0 {
			return false
		}
		lx.line += strings.Count(lx.src[lx.pos:lx.pos+end+1], "\n")
		lx.pos += end + 1
		for lx.pos < len(lx.src) && lx.src[lx.pos] != '\n' {
			lx.pos++
		}
		return true
	case lineStart && strings.HasPrefix(lx.src[lx.pos:], "__END__"):
		return false
	case c == ';':
		lx.pos++
		lx.add(rubyToken{kind: rNewline})
		return true
	}
	n := len(lx.toks)
	lx.token(c, space)
	for i := n; i < len(lx.toks); i++ {
		if i == n {
			lx.toks[i].space = space
		}
	}
	return true
}

func (lx *rubyLexer) newline() {
	lx.pos++
	lx.line++
	lx.loop = false
	for _, h := range lx.heredocs {
		lx.readHeredoc(h)
	}
	lx.heredocs = lx.heredocs[:0]
	if n := len(lx.toks); n > 0 && lx.continues(&lx.toks[n-1]) {
		return
	}
	// a line that starts with a dot goes on with the line before
	i := lx.pos
	for i < len(lx.src) {
		switch c := lx.src[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '#':
			for i < len(lx.src) && lx.src[i] != '\n' {
				i++
			}
			continue
		case c == '.' && lx.at(i+1) != '.', c == '&' && lx.at(i+1) == '.':
			return
		}
		break
	}
	if n := len(lx.toks); n > 0 && lx.toks[n-1].kind != rNewline {
		lx.add(rubyToken{kind: rNewline})
	}
}

// continues reports whether an expression that ends a line with t goes on in
// the next.
func (lx *rubyLexer) continues(t *rubyToken) bool {
	switch t.kind {
	case rLabel:
		return true
	case rOp:
		switch t.text {
		case ")", "]", "}", "|", "*":
			return false
		}
		return true
	case rIdent:
		return (t.text == "and" || t.text == "or" || t.text == "not") && !lx.afterDot(len(lx.toks)-1)
	}
	return false
}

func (lx *rubyLexer) readHeredoc(h heredoc) {
	var b strings.Builder
	var lines []string
	for lx.pos < len(lx.src) {
		end := strings.IndexByte(lx.src[lx.pos:], '\n')
		line := lx.src[lx.pos:]
		if end >= 0 {
			line = lx.src[lx.pos : lx.pos+end]
			lx.pos += end + 1
		} else {
			lx.pos = len(lx.src)
		}
		lx.line++
		if line == h.tag || h.indent && strings.TrimSpace(line) == h.tag {
			break
		}
		lines = append(lines, line)
	}
	margin := 0
	if h.squig {
		margin = -1
		for _, l := range lines {
			if t := strings.TrimLeft(l, " \t"); t != "" && (margin < 0 || len(l)-len(t) < margin) {
				margin = len(l) - len(t)
			}
		}
	}
	for _, l := range lines {
		if len(l) >= margin && margin > 0 {
			l = l[margin:]
		}
		b.WriteString(l)
		b.WriteByte('\n')
	}
	lx.toks[h.tok].text = b.String()
}

func (lx *rubyLexer) token(c byte, space bool) {
	operand := lx.operand()
	// a name, white space and then a sign without white space after it: an argument
	argument := operand || space && lx.command() && lx.at(lx.pos+1) != ' ' && lx.at(lx.pos+1) != '='
	switch {
	case c == '"' || c == '`':
		lx.pos++
		lx.quoted(c, c, true, rString)
		lx.labelled()
	case c == '\'':
		lx.pos++
		lx.quoted(c, c, false, rString)
		lx.labelled()
	case isDigit(c):
		start := lx.pos
		for isIdentByte(lx.at(lx.pos)) || lx.at(lx.pos) == '.' && isDigit(lx.at(lx.pos+1)) {
			lx.pos++
		}
		lx.add(rubyToken{kind: rNumber, text: lx.src[start:lx.pos]})
	case isIdentByte(c):
		lx.name(operand)
	case c == '@' || c == '$':
		start := lx.pos
		lx.pos++
		for lx.at(lx.pos) == '@' {
			lx.pos++
		}
		if !isIdentByte(lx.at(lx.pos)) {
			lx.pos = min(lx.pos+1, len(lx.src)) // $~ and its like
		}
		for isIdentByte(lx.at(lx.pos)) {
			lx.pos++
		}
		lx.add(rubyToken{kind: rConst, text: lx.src[start:lx.pos]})
	case c == ':' && lx.at(lx.pos+1) == ':':
		lx.op(2)
	case c == ':' && (lx.at(lx.pos+1) == '"' || lx.at(lx.pos+1) == '\''):
		q := lx.at(lx.pos + 1)
		lx.pos += 2
		lx.quoted(q, q, q == '"', rSymbol)
	case c == ':' && isIdentByte(lx.at(lx.pos+1)) && !isDigit(lx.at(lx.pos+1)):
		lx.pos++
		start := lx.pos
		for isIdentByte(lx.at(lx.pos)) {
			lx.pos++
		}
		if n := lx.at(lx.pos); (n == '?' || n == '!' || n == '=') && lx.at(lx.pos+1) != '=' && !(n == '=' && lx.at(lx.pos+1) == '>') && lx.at(lx.pos+1) != '~' {
			lx.pos++
		}
		lx.add(rubyToken{kind: rSymbol, text: lx.src[start:lx.pos]})
	case c == ':' && operand && strings.IndexByte("[]<>=+-*/!%&|^~", lx.at(lx.pos+1)) >= 0:
		lx.pos++
		start := lx.pos
		for lx.pos < len(lx.src) && strings.IndexByte("[]<>=+-*/!%&|^~", lx.src[lx.pos]) >= 0 && lx.pos-start < 3 {
			lx.pos++
		}
		lx.add(rubyToken{kind: rSymbol, text: lx.src[start:lx.pos]})
	case c == '/' && argument:
		lx.pos++
		lx.quoted('/', '/', true, rRegexp)
	case c == '%' && argument && lx.percent():
	case c == '<' && lx.at(lx.pos+1) == '<' && lx.heredocStart(operand || space && lx.command()):
	case c == '?' && operand && lx.pos+1 < len(lx.src) && lx.at(lx.pos+1) > ' ' && !isIdentByte(lx.at(lx.pos+2)):
		lx.add(rubyToken{kind: rString, text: lx.src[lx.pos+1 : lx.pos+2]})
		lx.pos += 2
	default:
		for _, op := range [...]string{"**=", "<=>", "===", "...", "<<=", ">>=", "&&=", "||=", "=>", "==", "=~", "!=", "!~",
			"<=", ">=", "&&", "||", "&.", "->", "<<", ">>", "..", "+=", "-=", "*=", "/=", "|=", "&=", "**", "%="} {
			if strings.HasPrefix(lx.src[lx.pos:], op) {
				lx.op(len(op))
				return
			}
		}
		lx.op(1)
	}
}

func (lx *rubyLexer) op(n int) {
	lx.add(rubyToken{kind: rOp, text: lx.src[lx.pos : lx.pos+n]})
	lx.pos += n
}

// labelled turns a string that a colon follows directly into a label.
func (lx *rubyLexer) labelled() {
	t := &lx.toks[len(lx.toks)-1]
	if lx.at(lx.pos) == ':' && lx.at(lx.pos+1) != ':' && t.kind == rString {
		t.kind = rLabel
		lx.pos++
	}
}

func (lx *rubyLexer) name(operand bool) {
	start := lx.pos
	for isIdentByte(lx.at(lx.pos)) {
		lx.pos++
	}
	if n := lx.at(lx.pos); (n == '?' || n == '!') && lx.at(lx.pos+1) != '=' {
		lx.pos++
	}
	text := lx.src[start:lx.pos]
	n := len(lx.toks)
	dotted := n > 0 && lx.toks[n-1].kind == rOp && (lx.toks[n-1].text == "." || lx.toks[n-1].text == "&.")
	afterDef := n > 0 && lx.toks[n-1].id("def")
	if lx.at(lx.pos) == ':' && lx.at(lx.pos+1) != ':' && !dotted && !lx.ternary() {
		lx.pos++
		lx.add(rubyToken{kind: rLabel, text: text})
		return
	}
	t := rubyToken{kind: rIdent, text: text}
	if c := text[0]; 'A' <= c && c <= 'Z' {
		t.kind = rConst
	}
	if !dotted && !afterDef {
		switch text {
		case "class", "module", "def", "begin", "case":
			t.opens = true
		case "if", "unless":
			t.opens = operand
		case "while", "until", "for":
			t.opens = operand
			lx.loop = operand
		case "do":
			t.opens = !lx.loop
			lx.loop = false
		}
	} else if text == "end" || text == "do" || text == "if" {
		t.kind = rConst // a method of that name
	}
	lx.add(t)
}

// ternary reports whether the colon that follows belongs to `a ? b : c`.
func (lx *rubyLexer) ternary() bool {
	for i := len(lx.toks) - 1; i >= 0 && lx.toks[i].kind != rNewline; i-- {
		if lx.toks[i].is("?") {
			return true
		}
	}
	return false
}

var closers = map[byte]byte{'(': ')', '[': ']', '{': '}', '<': '>'}

// percent reads a %-literal; it reports whether there is one.
func (lx *rubyLexer) percent() bool {
	i := lx.pos + 1
	kind := byte('Q')
	if c := lx.at(i); strings.IndexByte("wWiIqQrsx", c) >= 0 && !isIdentByte(lx.at(i+1)) {
		kind = c
		i++
	}
	open := lx.at(i)
	if open == 0 || isIdentByte(open) || open == ' ' || open == '\n' || open == '=' && kind == 'Q' {
		return false
	}
	end, nested := closers[open]
	if !nested {
		end = open
	}
	lx.pos = i + 1
	switch kind {
	case 'w', 'W', 'i', 'I':
		lx.quoted(open, end, false, rWords)
		t := &lx.toks[len(lx.toks)-1]
		t.words = strings.Fields(t.text)
		t.opts = string(kind | 0x20)
	case 'r':
		lx.quoted(open, end, true, rRegexp)
	case 's':
		lx.quoted(open, end, false, rSymbol)
	default:
		lx.quoted(open, end, kind != 'q', rString)
	}
	return true
}

// quoted reads a literal up to end; open nests when it differs from end.
func (lx *rubyLexer) quoted(open, end byte, interpolate bool, kind rubyKind) {
	var b strings.Builder
	var parts []string
	depth := 0
	startLine := lx.line
	for lx.pos < len(lx.src) {
		c := lx.src[lx.pos]
		switch {
		case c == '\\' && lx.pos+1 < len(lx.src):
			n := lx.src[lx.pos+1]
			lx.pos += 2
			if n == '\n' {
				lx.line++
			}
			switch {
			case kind == rRegexp:
				if n != end || open != end && n != '/' {
					b.WriteByte('\\')
				} else if n != '/' {
					b.WriteByte('\\')
				}
				b.WriteByte(n)
			case !interpolate:
				if n != end && n != '\\' && n != open {
					b.WriteByte('\\')
				}
				b.WriteByte(n)
			default:
				switch n {
				case 'n':
					b.WriteByte('\n')
				case 't':
					b.WriteByte('\t')
				case 's':
					b.WriteByte(' ')
				case 'e':
					b.WriteByte(27)
				case '\n':
				default:
					b.WriteByte(n)
				}
			}
			continue
		case c == end && depth == 0:
			lx.pos++
			t := rubyToken{kind: kind, text: b.String()}
			if parts != nil {
				t.parts = append(parts, b.String())
			}
			if kind == rRegexp {
				start := lx.pos
				for strings.IndexByte("imxounse", lx.at(lx.pos)) >= 0 && lx.at(lx.pos) != 0 {
					lx.pos++
				}
				t.opts = lx.src[start:lx.pos]
			}
			lx.add(t)
			return
		case c == end:
			depth--
		case c == open:
			depth++
		case interpolate && c == '#' && lx.at(lx.pos+1) == '{':
			n := lx.braces(lx.pos + 2)
			parts = append(parts, b.String(), lx.src[lx.pos+2:n])
			b.Reset()
			lx.line += strings.Count(lx.src[lx.pos:n], "\n")
			lx.pos = min(n+1, len(lx.src))
			continue
		case c == '\n':
			lx.line++
		}
		b.WriteByte(c)
		lx.pos++
	}
	lx.add(rubyToken{kind: kind, text: b.String(), line: startLine})
}

// braces is the position of the brace that closes one opened before i.
func (lx *rubyLexer) braces(i int) int {
	depth := 0
	var quote byte
	for ; i < len(lx.src); i++ {
		c := lx.src[i]
		switch {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '{':
			depth++
		case c == '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return i
}

// heredocStart reads the opening of a heredoc; it reports whether there is one.
func (lx *rubyLexer) heredocStart(argument bool) bool {
	i := lx.pos + 2
	h := heredoc{}
	switch lx.at(i) {
	case '~':
		h.squig, h.indent = true, true
		i++
	case '-':
		h.indent = true
		i++
	}
	if !argument {
		return false
	}
	start := i
	if q := lx.at(i); q == '"' || q == '\'' || q == '`' {
		end := strings.IndexByte(lx.src[i+1:], q)
		if end < 0 {
			return false
		}
		h.raw = q == '\''
		h.tag = lx.src[i+1 : i+1+end]
		i += end + 2
	} else {
		if c := lx.at(i); !(c >= 'A' && c <= 'Z' || c == '_' || h.indent && isIdentByte(c)) {
			return false
		}
		for isIdentByte(lx.at(i)) {
			i++
		}
		h.tag = lx.src[start:i]
	}
	lx.pos = i
	h.tok = len(lx.toks)
	lx.add(rubyToken{kind: rString})
	lx.heredocs = append(lx.heredocs, h)
	return true
}
