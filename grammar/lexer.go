package grammar

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"bunraku/grammar/edition"
	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// lexis says which lexical rules hold; it comes from the edition.
type lexis struct {
	// blankAccess lets `$x [1]` be an access; only after a name does a blank
	// before the bracket start a list (D-01).
	blankAccess bool
	// noHyphen keeps hyphens out of bare words, so that foo-bar subtracts (D-02).
	noHyphen bool
}

func lexisOf(e edition.Edition) lexis {
	return lexis{blankAccess: e.IsEvaluator4(), noHyphen: e.IsEvaluator4()}
}

// definition is participle's view of the lexer.
type definition struct {
	lexis lexis
	epp   bool
}

var (
	_ lexer.Definition       = definition{}
	_ lexer.StringDefinition = definition{}
	_ lexer.Lexer            = (*scanner)(nil)
)

// Symbols implements [lexer.Definition].
func (definition) Symbols() map[string]lexer.TokenType {
	symbols := make(map[string]lexer.TokenType, tokenCount)
	for typ, name := range tokenNames {
		if name != "" {
			symbols[name] = lexer.TokenType(typ)
		}
	}
	symbols["EOF"] = lexer.EOF
	return symbols
}

// Lex implements [lexer.Definition].
func (d definition) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(filename, string(text))
}

// LexString implements [lexer.StringDefinition]. It never fails: what is wrong
// with the text becomes a token that no production takes, because Puppet
// reports whichever comes first in the text, a lexical or a syntax error.
func (d definition) LexString(filename, text string) (lexer.Lexer, error) {
	return scan(source.NewFile(filename, text), d.lexis, d.epp, nil), nil
}

// invalidToken is a token of type tokInvalid and why it is one.
type invalidToken struct {
	index int // of the token
	diag  *issue.Diagnostic
}

// eppMode tells where in a template the scanner is.
type eppMode uint8

const (
	eppNone eppMode = iota // not a template
	eppText                // literal text; also after `%>`
	eppCode                // after <%
	eppExpr                // after <%=
)

// scanner turns a text into tokens. All of the text is scanned at once, and
// interpolations and heredocs are expanded in place, so that the parser sees a
// flat sequence.
//
// puppet: lexer2.rb, whose corner cases are part of the language as it is
// spoken, among them: what a slash means depends on the last token that was
// passed on (see after), a parenthesis on the text since the start of the line.
type scanner struct {
	file *source.File
	// text is what is scanned: the file's text, or a heredoc's after its margin
	// is gone; place maps an offset in it to one in the file.
	text  string
	place func(int) source.Pos

	pos       int // offset of what comes next in text
	lineStart int // offset where the current line begins, lexically
	jump      int // where the next line begins, behind heredoc texts; 0 for none
	braces    int
	after     lexer.TokenType // the last token that Puppet would have yielded
	// matched is what the last regular expression of Puppet's lexer matched:
	// the message about an unclosed quote shows it.
	matchStart, matchEnd int

	epp       eppMode
	eppOpenAt int // offset behind the opening tag; -1 when none is open

	resume int // where scanning goes on after an error

	lexis lexis
	// heredoc escapes and whether the text is interpolated, while scanning one
	escapes escapeSet

	out *tokens
}

// tokens is what scanners, the one of the file and those of its heredocs, write
// to. The list holds those of one construct, which the parser takes before
// the next is scanned.
type tokens struct {
	list    []lexer.Token
	taken   int          // how many of list Next has given away
	ends    []source.Pos // where each token ends in the file, of all so far
	invalid []invalidToken
	warned  issue.List
	failure *issue.Diagnostic // of the construct that is being scanned
	// checkRegexp is [Options.CheckRegexp].
	checkRegexp func(string) error
}

// scan prepares to scan a file. The slices of out, which may be nil, are reused.
func scan(file *source.File, lexis lexis, epp bool, out *tokens) *scanner {
	if out == nil {
		out = new(tokens)
	}
	s := &scanner{file: file, text: file.Text(), lexis: lexis, eppOpenAt: -1, out: out}
	if d := checkEncoding(file); d != nil {
		out.failure = d
		s.recover(0)
	} else if epp {
		s.epp = eppText
		s.emit(tokEppStart, "", 0)
		s.after = tokEppStart
		begun := len(out.list)
		s.eppTextUntilTag(false)
		if out.failure != nil {
			s.recoverTo(begun, 0)
		}
		s.after = out.list[len(out.list)-1].Type
	}
	return s
}

// Next implements [lexer.Lexer].
func (s *scanner) Next() (lexer.Token, error) {
	o := s.out
	for o.taken == len(o.list) {
		if o.taken > 0 && o.list[o.taken-1].EOF() {
			return o.list[o.taken-1], nil
		}
		o.list, o.taken = o.list[:0], 0
		s.step()
	}
	t := o.list[o.taken]
	o.taken++
	return t, nil
}

// reset forgets the tokens and keeps their memory, unless it is a lot.
func (o *tokens) reset() {
	list, ends := o.list[:0], o.ends[:0]
	clear(list[:cap(list)])
	*o = tokens{}
	if cap(list) <= 1<<12 {
		o.list = list
	}
	if cap(ends) <= 1<<16 {
		o.ends = ends
	}
}

func (o *tokens) add(typ lexer.TokenType, value string, start, end source.Pos) {
	o.list = append(o.list, lexer.Token{Type: typ, Value: value, Pos: lexer.Position{Offset: int(start)}})
	o.ends = append(o.ends, end)
}

// at is the place in the file of an offset in the scanned text.
func (s *scanner) at(off int) source.Pos {
	if s.place != nil {
		return s.place(off)
	}
	return source.Pos(off)
}

// emit adds a token with the text from start to the current position.
func (s *scanner) emit(typ lexer.TokenType, value string, start int) lexer.TokenType {
	s.out.add(typ, value, s.at(start), s.end(start))
	return typ
}

// end is the place where a token from start to the current position ends.
func (s *scanner) end(start int) source.Pos {
	if s.place == nil {
		return source.Pos(s.pos)
	}
	if s.pos == start {
		return s.at(start)
	}
	return s.at(s.pos-1) + 1
}

// op adds an operator token of n bytes.
func (s *scanner) op(typ lexer.TokenType, n int) lexer.TokenType {
	start := s.pos
	s.pos += n
	return s.emit(typ, s.text[start:s.pos], start)
}

// peek is the byte n after the current one; 0 behind the end.
func (s *scanner) peek(n int) byte {
	if s.pos+n < len(s.text) {
		return s.text[s.pos+n]
	}
	return 0
}

func (s *scanner) matched() string {
	if s.matchStart < 0 || s.matchEnd > len(s.text) {
		return ""
	}
	return s.text[s.matchStart:s.matchEnd]
}

func (s *scanner) unmatched() { s.matchStart, s.matchEnd = 0, 0 }

// fail records a lexical error at an offset of the scanned text. The token
// being made, or the whole of the string around it, becomes a tokInvalid. The
// scanner is moved to the end of its text, so that all of its loops end; what
// they still add is dropped.
func (s *scanner) fail(at int, d *issue.Diagnostic) {
	p := s.at(min(at, len(s.text)))
	s.failNowhere(d.Place(s.file, source.Span{Start: p, End: p}))
}

// failNowhere is fail for an error whose place Puppet does not tell.
func (s *scanner) failNowhere(d *issue.Diagnostic) {
	if s.out.failure == nil {
		d.File = s.file
		s.out.failure = d
		s.resume = s.pos
	}
	s.pos = len(s.text)
}

func (s *scanner) warn(d *issue.Diagnostic) {
	if s.out.failure != nil {
		return
	}
	d.Severity = issue.Warning
	p := s.at(s.pos)
	s.out.warned = append(s.out.warned, d.Place(s.file, source.Span{Start: p, End: p}))
}

// step scans what one call of Puppet's lexer would: a token, the tokens of a
// construct, or white space. At the end of the text it adds the token of that.
func (s *scanner) step() {
	if s.pos >= len(s.text) {
		if s.eppOpenAt >= 0 {
			s.eppOpenAt = -1
			s.fail(s.pos, issue.EppUnbalancedTag.Error())
			s.recover(s.pos)
			return
		}
		end := source.Pos(len(s.text))
		s.out.add(lexer.EOF, "", end, end)
		return
	}
	before := s.pos
	s.token()
	if s.out.failure != nil {
		s.recover(before)
	}
	if n := len(s.out.list); n > 0 {
		s.after = s.out.list[n-1].Type
	}
}

// recover replaces the tokens of a construct that failed by one tokInvalid and
// moves on, so that one run can report several errors.
func (s *scanner) recover(before int) { s.recoverTo(0, before) }

func (s *scanner) recoverTo(keep, before int) {
	o := s.out
	o.ends = o.ends[:len(o.ends)-len(o.list)+keep]
	o.list = o.list[:keep]
	o.invalid = append(o.invalid, invalidToken{index: len(o.ends), diag: o.failure})
	at := s.at(before)
	o.add(tokInvalid, "", at, at)
	switch o.failure.Issue() {
	case &issue.UnclosedQuote.Issue, &issue.UnclosedMLComment.Issue, &issue.HeredocWithoutEndTaggedLine.Issue,
		&issue.EppUnbalancedComment.Issue, &issue.EppUnbalancedExpression.Issue, &issue.InvalidUTF8.Issue,
		&issue.IllegalBOM.Issue:
		s.pos = len(s.text) // what follows is not known to be code
	default:
		s.pos = max(s.resume, before)
		s.skipWord()
		if s.pos == before && s.pos < len(s.text) {
			s.pos++
		}
	}
	o.failure = nil
}

// skipWord moves behind the rest of the word in which an error was found.
func (s *scanner) skipWord() {
	for s.pos < len(s.text) && (isWord(s.text[s.pos]) || s.text[s.pos] == ':') {
		s.pos++
	}
}

// several is what token returns for an interpolated string.
const several lexer.TokenType = -2

// token scans one token and returns its type: 0 when what was there is no
// token of itself (white space, a heredoc, the end of an EPP tag), several for
// an interpolated string.
func (s *scanner) token() lexer.TokenType {
	c := s.text[s.pos]
	switch {
	case c >= 'a' && c <= 'z' || c == '_':
		return s.bareWord(s.pos)
	case c >= 'A' && c <= 'Z':
		return s.classRef()
	case c >= '0' && c <= '9':
		return s.number()
	}
	switch c {
	case ' ', '\t', '\r':
		s.blanks()
		return 0
	case '\n':
		if s.jump > 0 {
			s.pos, s.jump = s.jump, 0
		} else {
			s.pos++
		}
		s.lineStart = s.pos
		return 0
	case '#':
		start := s.pos
		if i := strings.IndexByte(s.text[s.pos:], '\n'); i >= 0 {
			s.pos += i
		} else {
			s.pos = len(s.text)
		}
		s.matchStart, s.matchEnd = start, s.pos
		return 0
	case '\'':
		return s.singleQuoted()
	case '"':
		return s.doubleQuoted()
	case '$':
		return s.variable()
	case '.':
		return s.op(tokDot, 1)
	case ',':
		return s.op(tokComma, 1)
	case '[':
		return s.op(s.bracket(), 1)
	case ']':
		return s.op(tokRBrack, 1)
	case '(':
		if isBlankText(s.text[s.lineStart:s.pos]) {
			return s.op(tokWSLParen, 1)
		}
		return s.op(tokLParen, 1)
	case ')':
		return s.op(tokRParen, 1)
	case ';':
		return s.op(tokSemic, 1)
	case '?':
		return s.op(tokQMark, 1)
	case '*':
		return s.op(tokTimes, 1)
	case '{':
		s.braces++
		if s.after == tokQMark {
			return s.op(tokSelBrace, 1)
		}
		return s.op(tokLBrace, 1)
	case '}':
		s.braces--
		return s.op(tokRBrace, 1)
	case '%':
		if s.epp != eppNone && s.peek(1) == '>' {
			return s.eppClose(tokEppEnd, 2)
		}
		return s.op(tokModulo, 1)
	case '/':
		return s.slash()
	case ':':
		if s.peek(1) == ':' {
			return s.qualified()
		}
		return s.op(tokColon, 1)
	}
	return s.operator(c)
}

// operator scans what begins with c and is made of operator characters.
func (s *scanner) operator(c byte) lexer.TokenType {
	n := s.peek(1)
	switch c {
	case '@':
		switch n {
		case '@':
			return s.op(tokAtAt, 2)
		case '(':
			s.heredoc()
			return 0
		}
		return s.op(tokAt, 1)
	case '|':
		switch {
		case n == '>' && s.peek(2) == '>':
			return s.op(tokRRCollect, 3)
		case n == '>':
			return s.op(tokRCollect, 2)
		}
		return s.op(tokPipe, 1)
	case '=':
		switch n {
		case '=':
			return s.op(tokIsEqual, 2)
		case '>':
			return s.op(tokFArrow, 2)
		case '~':
			return s.op(tokMatch, 2)
		}
		return s.op(tokEquals, 1)
	case '+':
		switch n {
		case '=':
			return s.op(tokAppends, 2)
		case '>':
			return s.op(tokPArrow, 2)
		}
		return s.op(tokPlus, 1)
	case '-':
		switch {
		case s.epp != eppNone && n == '%' && s.peek(2) == '>':
			return s.eppClose(tokEppEndTrim, 3)
		case n == '>':
			return s.op(tokInEdge, 2)
		case n == '=':
			return s.op(tokDeletes, 2)
		}
		return s.op(tokMinus, 1)
	case '!':
		switch n {
		case '=':
			return s.op(tokNotEqual, 2)
		case '~':
			return s.op(tokNoMatch, 2)
		}
		return s.op(tokNot, 1)
	case '~':
		if n == '>' {
			return s.op(tokInEdgeSub, 2)
		}
		return s.op(tokTilde, 1)
	case '<':
		switch {
		case n == '<' && s.peek(2) == '|':
			return s.op(tokLLCollect, 3)
		case n == '<':
			return s.op(tokLShift, 2)
		case n == '=':
			return s.op(tokLessEqual, 2)
		case n == '|':
			return s.op(tokLCollect, 2)
		case n == '-':
			return s.op(tokOutEdge, 2)
		case n == '~':
			return s.op(tokOutEdgeSub, 2)
		}
		return s.op(tokLessThan, 1)
	case '>':
		switch n {
		case '>':
			return s.op(tokRShift, 2)
		case '=':
			return s.op(tokGreaterEqual, 2)
		}
		return s.op(tokGreaterThan, 1)
	}
	if r, n := utf8.DecodeRuneInString(s.text[s.pos:]); n > 1 && unicode.Is(unicode.Zs, r) {
		s.blanks()
		return 0
	}
	// Puppet names such a character by an empty text.
	start := s.pos
	_, n2 := utf8.DecodeRuneInString(s.text[s.pos:])
	s.pos += n2
	return s.emit(tokOther, "", start)
}

// blanks skips white space within a line.
func (s *scanner) blanks() {
	start := s.pos
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if c == ' ' || c == '\t' || c == '\r' {
			s.pos++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRuneInString(s.text[s.pos:])
		if !unicode.Is(unicode.Zs, r) {
			break
		}
		s.pos += n
	}
	if s.pos > start {
		s.matchStart, s.matchEnd = start, s.pos
	} else {
		s.unmatched()
	}
}

// bracket tells a `[` that continues an expression from one that starts a list.
func (s *scanner) bracket() lexer.TokenType {
	if s.pos == 0 {
		return tokListStart
	}
	if !endsInBlank(s.text[:s.pos]) {
		return tokLBrack
	}
	if s.lexis.blankAccess && s.after != tokName && in(s.after, isOperand) {
		return tokLBrack
	}
	return tokListStart
}

func endsInBlank(text string) bool {
	switch c := text[len(text)-1]; c {
	case ' ', '\t', '\r', '\n':
		return true
	default:
		if c < utf8.RuneSelf {
			return false
		}
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return unicode.Is(unicode.Zs, r)
}

// isBlankText reports whether text is empty or made of blanks.
func isBlankText(text string) bool {
	for _, r := range text {
		switch r {
		case ' ', '\t', '\r':
		default:
			if r < utf8.RuneSelf || !unicode.Is(unicode.Zs, r) {
				return false
			}
		}
	}
	return true
}

// slash scans a comment, a regular expression or a division.
func (s *scanner) slash() lexer.TokenType {
	start := s.pos
	if s.peek(1) == '*' {
		i := strings.Index(s.text[s.pos+2:], "*/")
		if i < 0 {
			s.fail(s.pos, issue.UnclosedMLComment.Error())
			return 0
		}
		s.pos += 2 + i + 2
		s.matchStart, s.matchEnd = start, s.pos
		return 0
	}
	if in(s.after, isOperand) {
		return s.op(tokDiv, 1)
	}
	end, escaped := regexpEnd(s.text[s.pos+1:])
	if end < 0 {
		s.unmatched()
		return s.op(tokDiv, 1)
	}
	body := s.text[s.pos+1 : s.pos+1+end]
	s.pos += 1 + end + 1
	s.matchStart, s.matchEnd = start, s.pos
	if escaped {
		body = strings.ReplaceAll(body, `\/`, "/")
	}
	if s.out.checkRegexp != nil {
		if err := s.out.checkRegexp(body); err != nil {
			p := s.at(start)
			d := issue.InvalidRegexp.At(source.Span{Start: p, End: p}, err.Error())
			d.Placeless = true // Ruby's own error knows no place
			s.failNowhere(d)
			return 0
		}
	}
	return s.emit(tokRegex, body, start)
}

// regexpEnd finds the slash that ends a regular expression. A slash is escaped
// by an odd number of backslashes before it.
func regexpEnd(text string) (end int, escaped bool) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
			if i < len(text) && text[i] == '/' {
				escaped = true
			}
		case '/':
			return i, escaped
		}
	}
	return -1, false
}
