package psych

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"bunraku/runtime/values"
)

// DumpOptions are options of to_yaml; the zero value is Psych's default.
type DumpOptions struct {
	// Indent is how far a level is indented: 2 to 9, or 0 for 2.
	Indent int
	// Width is the column after which text may be folded: 0 is 80, below 0 is never.
	Width int
	// FoldLonger folds strings longer than that many characters: 0 is never.
	FoldLonger int
	// Float writes a float as Ruby's to_s does.
	Float func(float64) string
}

// maxDumpDepth bounds how deep what is dumped may be.
const maxDumpDepth = 1000

// Dump is Ruby's to_yaml of plain data, byte for byte: the document with its
// "---". An array or hash that is there twice is written once and referred to.
// ruby: psych/visitors/yaml_tree.rb, libyaml: emitter.c
func Dump(v values.Value, o DumpOptions) (string, error) {
	d := dumper{indentStep: 2, width: 80, fold: o.FoldLonger, float: o.Float, indent: -1, whitespace: true, indention: true}
	if o.Indent >= 2 && o.Indent <= 9 {
		d.indentStep = o.Indent
	}
	switch {
	case o.Width < 0:
		d.width = 1 << 30
	case o.Width > d.indentStep*2:
		d.width = o.Width
	}
	d.count(v, 0)
	d.indicator("---", true, false, false)
	if err := d.node(v, context{}, 0); err != nil {
		return "", err
	}
	d.writeIndent()
	if d.openEnded {
		d.b = append(d.b, "...\n"...)
	}
	return string(d.b), nil
}

// dumper follows libyaml's emitter: the names of its state are that library's.
type dumper struct {
	b                     []byte
	column, indent        int
	indentStep, width     int
	fold                  int
	whitespace, indention bool
	openEnded             bool
	float                 func(float64) string

	seen    map[any]int // how often an array or hash is there
	anchors map[any]int
	next    int
}

// context is where a node stands.
type context struct {
	mapping, simpleKey, flow bool
}

// identity is what tells an array or hash from an equal one; nil for other values.
func identity(v values.Value) any {
	switch v.Kind() {
	case values.KindArray:
		if a := v.AsArray(); a.Len() > 0 {
			return a
		}
	case values.KindHash:
		if h := v.AsHash(); h.Len() > 0 {
			return h
		}
	}
	return nil
}

// count finds what is there more than once.
func (d *dumper) count(v values.Value, depth int) {
	id := identity(v)
	if id == nil || depth > maxDumpDepth {
		return
	}
	if d.seen == nil {
		d.seen, d.anchors = map[any]int{}, map[any]int{}
	}
	if d.seen[id]++; d.seen[id] > 1 {
		return
	}
	if v.Kind() == values.KindArray {
		for _, e := range v.AsArray().Elems() {
			d.count(e, depth+1)
		}
		return
	}
	for _, e := range v.AsHash().Entries() {
		d.count(e.Key, depth+1)
		d.count(e.Value, depth+1)
	}
}

func (d *dumper) put(s string) {
	d.b = append(d.b, s...)
	d.column += utf8.RuneCountInString(s)
}

func (d *dumper) newline() {
	d.b = append(d.b, '\n')
	d.column = 0
}

func (d *dumper) indicator(s string, needSpace, isSpace, isIndention bool) {
	if needSpace && !d.whitespace {
		d.put(" ")
	}
	d.put(s)
	d.whitespace = isSpace
	d.indention = d.indention && isIndention
}

func (d *dumper) writeIndent() {
	indent := max(d.indent, 0)
	if !d.indention || d.column > indent || d.column == indent && !d.whitespace {
		d.newline()
	}
	for d.column < indent {
		d.put(" ")
	}
	d.whitespace, d.indention = true, true
}

func (d *dumper) increaseIndent(flow, indentless bool) (restore int) {
	restore = d.indent
	switch {
	case d.indent < 0 && flow:
		d.indent = d.indentStep
	case d.indent < 0:
		d.indent = 0
	case !indentless:
		d.indent += d.indentStep
	}
	return restore
}

func (d *dumper) node(v values.Value, c context, depth int) error {
	if depth > maxDumpDepth {
		return fmt.Errorf("to_yaml: data nested deeper than %d", maxDumpDepth)
	}
	if id := identity(v); id != nil && d.seen[id] > 1 {
		if n, ok := d.anchors[id]; ok {
			d.indicator("*"+strconv.Itoa(n), true, false, false)
			return nil
		}
		d.next++
		d.anchors[id] = d.next
		d.indicator("&"+strconv.Itoa(d.next), true, false, false)
	}
	switch v.Kind() {
	case values.KindArray:
		return d.sequence(v.AsArray(), c, depth)
	case values.KindHash:
		return d.mapping(v.AsHash(), c, depth)
	}
	s, err := d.scalarOf(v)
	if err != nil {
		return err
	}
	d.scalar(s, c)
	return nil
}

func (d *dumper) sequence(a *values.Array, c context, depth int) error {
	if a.Len() == 0 || c.flow || c.simpleKey {
		d.indicator("[", true, true, false)
		restore := d.increaseIndent(true, false)
		for i, e := range a.Elems() {
			if i > 0 {
				d.indicator(",", false, false, false)
			}
			if d.column > d.width {
				d.writeIndent()
			}
			if err := d.node(e, context{flow: true}, depth+1); err != nil {
				return err
			}
		}
		d.indent = restore
		d.indicator("]", false, false, false)
		return nil
	}
	restore := d.increaseIndent(false, c.mapping && !d.indention)
	for _, e := range a.Elems() {
		d.writeIndent()
		d.indicator("-", true, false, true)
		if err := d.node(e, context{}, depth+1); err != nil {
			return err
		}
	}
	d.indent = restore
	return nil
}

func (d *dumper) mapping(h *values.Hash, c context, depth int) error {
	if h.Len() == 0 {
		d.indicator("{", true, true, false)
		d.indicator("}", false, false, false)
		return nil
	}
	restore := d.increaseIndent(false, false)
	for _, e := range h.Entries() {
		d.writeIndent()
		if d.isSimpleKey(e.Key) {
			if err := d.node(e.Key, context{mapping: true, simpleKey: true}, depth+1); err != nil {
				return err
			}
			d.indicator(":", false, false, false)
		} else {
			d.indicator("?", true, false, true)
			if err := d.node(e.Key, context{mapping: true}, depth+1); err != nil {
				return err
			}
			d.writeIndent()
			d.indicator(":", true, false, true)
		}
		if err := d.node(e.Value, context{mapping: true}, depth+1); err != nil {
			return err
		}
	}
	d.indent = restore
	return nil
}

// maxSimpleKey is how long a key may be that needs no question mark.
const maxSimpleKey = 128

func (d *dumper) isSimpleKey(k values.Value) bool {
	switch k.Kind() {
	case values.KindArray:
		return k.AsArray().Len() == 0
	case values.KindHash:
		return k.AsHash().Len() == 0
	}
	s, err := d.scalarOf(k)
	return err == nil && len(s.text)+len(s.tag) <= maxSimpleKey && !analyze(s.text).multiline
}

type scalarStyle uint8

const (
	plainStyle scalarStyle = iota
	singleQuoted
	doubleQuoted
	literal
	folded
)

type scalarText struct {
	text, tag string
	style     scalarStyle
	// onlyPlain is set when the text means what it does without quotes only:
	// with quotes it gets the tag "!".
	onlyPlain bool
}

var (
	startSymbol = regexp.MustCompile(`(?m)^[^\pL\pM\pN\p{Pc}][^"]*$`)
	badOctal    = regexp.MustCompile(`\A0[0-7]*[89]`)
)

// scalarOf is what Psych makes of a value before the emitter has its say.
func (d *dumper) scalarOf(v values.Value) (scalarText, error) {
	switch v.Kind() {
	case values.KindUndef:
		return scalarText{onlyPlain: true}, nil
	case values.KindBool:
		if v.AsBool() {
			return scalarText{text: "true"}, nil
		}
		return scalarText{text: "false"}, nil
	case values.KindInt:
		return scalarText{text: strconv.FormatInt(v.AsInt(), 10)}, nil
	case values.KindDefault:
		return scalarText{text: ":default"}, nil
	case values.KindFloat:
		switch f := v.AsFloat(); {
		case f != f:
			return scalarText{text: ".nan"}, nil
		case f > 0 && f*2 == f:
			return scalarText{text: ".inf"}, nil
		case f < 0 && f*2 == f:
			return scalarText{text: "-.inf"}, nil
		case d.float != nil:
			return scalarText{text: d.float(f)}, nil
		default:
			return scalarText{text: strconv.FormatFloat(f, 'g', -1, 64)}, nil
		}
	case values.KindString:
		return d.stringStyle(v.AsString()), nil
	case values.KindRegexp:
		r := v.AsRegexp()
		t := scalarText{text: "/" + r.Source + "/", tag: "!ruby/regexp"}
		for _, o := range [...]struct {
			bit  uint8
			flag string
		}{{4, "m"}, {1, "i"}, {2, "x"}} {
			if r.Options&o.bit != 0 {
				t.text += o.flag
			}
		}
		return t, nil
	}
	return scalarText{}, fmt.Errorf("to_yaml: a %s cannot be written as YAML", v.Kind())
}

func (d *dumper) stringStyle(s string) scalarText {
	t := scalarText{text: s}
	switch {
	case s == "":
		t.style = singleQuoted
	case !utf8.ValidString(s):
		t.tag, t.style = "!binary", literal
		t.text = packBase64(s)
	case hasInnerBreak(s):
		t.style = literal
	case s == "<<":
		t.tag, t.style = "tag:yaml.org,2002:str", singleQuoted
	case s == "y" || s == "n":
		t.style = doubleQuoted
	case d.fold > 0 && utf8.RuneCountInString(s) > d.fold:
		t.style = folded
	case startSymbol.MatchString(s):
		t.style = doubleQuoted
	default:
		v, err := Scalar(s, Classes{})
		if err != nil || !v.IsString() || v.AsString() != s || badOctal.MatchString(s) {
			t.style = singleQuoted
		}
	}
	return t
}

// hasInnerBreak is Ruby's /\n(?!\Z)/: a line break that is not the last one of
// those at the end.
func hasInnerBreak(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' && !(i+1 == len(s) || i+2 == len(s) && s[i+1] == '\n') {
			return true
		}
	}
	return false
}

func packBase64(s string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var b strings.Builder
	for i := 0; i < len(s); i += 3 {
		var chunk [3]byte
		n := copy(chunk[:], s[i:])
		v := uint32(chunk[0])<<16 | uint32(chunk[1])<<8 | uint32(chunk[2])
		for k := range 4 {
			if k <= n {
				b.WriteByte(alphabet[v>>(18-6*k)&63])
			} else {
				b.WriteByte('=')
			}
		}
	}
	return b.String()
}

// analysis is which styles a text allows.
type analysis struct {
	multiline                     bool
	flowPlain, blockPlain, single bool
	block                         bool
}

func isYAMLBreak(r rune) bool {
	return r == '\r' || r == '\n' || r == 0x85 || r == 0x2028 || r == 0x2029
}

func isYAMLPrintable(r rune) bool {
	return r == '\n' || r >= 0x20 && r <= 0x7e || r >= 0xa0 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd && r != 0xfeff
}

func isBlankOrEnd(s string) bool {
	if s == "" {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s)
	return r == ' ' || r == '\t' || r == 0 || isYAMLBreak(r)
}

func analyze(s string) analysis {
	if s == "" {
		return analysis{blockPlain: true, single: true}
	}
	var blockIndicators, flowIndicators, lineBreaks, special bool
	var leadingSpace, leadingBreak, trailingSpace, trailingBreak, breakSpace, spaceBreak bool
	if strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") {
		blockIndicators, flowIndicators = true, true
	}
	precededBlank, previousSpace, previousBreak := true, false, false
	for i, r := range s {
		rest := s[i+utf8.RuneLen(r):]
		followedBlank := isBlankOrEnd(rest)
		last := rest == ""
		if i == 0 {
			switch {
			case strings.ContainsRune("#,[]{}&*!|>'\"%@`", r):
				flowIndicators, blockIndicators = true, true
			case r == '?' || r == ':':
				flowIndicators = true
				blockIndicators = blockIndicators || followedBlank
			case r == '-' && followedBlank:
				flowIndicators, blockIndicators = true, true
			}
		} else {
			switch {
			case strings.ContainsRune(",?[]{}", r):
				flowIndicators = true
			case r == ':':
				flowIndicators = true
				blockIndicators = blockIndicators || followedBlank
			case r == '#' && precededBlank:
				flowIndicators, blockIndicators = true, true
			}
		}
		if !isYAMLPrintable(r) {
			special = true
		}
		isBreak := isYAMLBreak(r)
		lineBreaks = lineBreaks || isBreak
		switch {
		case r == ' ':
			leadingSpace = leadingSpace || i == 0
			trailingSpace = trailingSpace || last
			breakSpace = breakSpace || previousBreak
			previousSpace, previousBreak = true, false
		case isBreak:
			leadingBreak = leadingBreak || i == 0
			trailingBreak = trailingBreak || last
			spaceBreak = spaceBreak || previousSpace
			previousBreak, previousSpace = true, false
		default:
			previousSpace, previousBreak = false, false
		}
		precededBlank = r == ' ' || r == '\t' || r == 0 || isBreak
	}
	a := analysis{multiline: lineBreaks, flowPlain: true, blockPlain: true, single: true, block: true}
	if leadingSpace || leadingBreak || trailingSpace || trailingBreak {
		a.flowPlain, a.blockPlain = false, false
	}
	if trailingSpace {
		a.block = false
	}
	if breakSpace {
		a.flowPlain, a.blockPlain, a.single = false, false, false
	}
	if spaceBreak || special {
		a = analysis{multiline: lineBreaks}
	}
	if lineBreaks {
		a.flowPlain, a.blockPlain = false, false
	}
	a.flowPlain = a.flowPlain && !flowIndicators
	a.blockPlain = a.blockPlain && !blockIndicators
	return a
}

func (d *dumper) scalar(s scalarText, c context) {
	a := analyze(s.text)
	style := s.style
	if c.simpleKey && a.multiline {
		style = doubleQuoted
	}
	if style == plainStyle {
		if c.flow && !a.flowPlain || !c.flow && !a.blockPlain || s.text == "" && (c.flow || c.simpleKey) {
			style = singleQuoted
		}
	}
	if style == singleQuoted && !a.single {
		style = doubleQuoted
	}
	if (style == literal || style == folded) && (!a.block || c.flow || c.simpleKey) {
		style = doubleQuoted
	}
	if s.onlyPlain && style != plainStyle {
		s.tag = "!"
	}
	if s.tag != "" {
		tag := s.tag
		if t, ok := strings.CutPrefix(tag, "tag:yaml.org,2002:"); ok {
			tag = "!!" + t
		}
		d.indicator(tag, true, false, false)
	}
	defer func(restore int) { d.indent = restore }(d.increaseIndent(true, false))
	switch style {
	case plainStyle:
		d.writePlain(s.text, c)
	case singleQuoted:
		d.writeSingle(s.text, !c.simpleKey)
	case doubleQuoted:
		d.writeDouble(s.text, !c.simpleKey)
	case literal:
		d.writeLiteral(s.text)
	case folded:
		d.writeFolded(s.text)
	}
}

func (d *dumper) writePlain(s string, c context) {
	if !d.whitespace && (s != "" || c.flow) {
		d.put(" ")
	}
	spaces := false
	for i, r := range s {
		if r == ' ' {
			if !c.simpleKey && !spaces && d.column > d.width && !strings.HasPrefix(s[i+1:], " ") {
				d.writeIndent()
			} else {
				d.put(" ")
			}
			spaces = true
			continue
		}
		d.put(string(r))
		d.indention, spaces = false, false
	}
	d.whitespace, d.indention = false, false
}

func (d *dumper) writeBreak(r rune) {
	if r == '\n' {
		d.newline()
		return
	}
	d.b = utf8.AppendRune(d.b, r)
	d.column = 0
}

func (d *dumper) writeSingle(s string, allowBreaks bool) {
	d.indicator("'", true, false, false)
	spaces, breaks := false, false
	for i, r := range s {
		switch {
		case r == ' ':
			if allowBreaks && !spaces && d.column > d.width && i > 0 && i < len(s)-1 && !strings.HasPrefix(s[i+1:], " ") {
				d.writeIndent()
			} else {
				d.put(" ")
			}
			spaces = true
		case isYAMLBreak(r):
			if !breaks && r == '\n' {
				d.newline()
			}
			d.writeBreak(r)
			d.indention, breaks = true, true
		default:
			if breaks {
				d.writeIndent()
			}
			if r == '\'' {
				d.put("'")
			}
			d.put(string(r))
			d.indention, spaces, breaks = false, false, false
		}
	}
	if breaks {
		d.writeIndent()
	}
	d.indicator("'", false, false, false)
	d.whitespace, d.indention = false, false
}

var escapes = map[rune]string{0: "0", 7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 0x1b: "e", '"': `"`, '\\': `\`,
	0x85: "N", 0xa0: "_", 0x2028: "L", 0x2029: "P"}

func (d *dumper) writeDouble(s string, allowBreaks bool) {
	d.indicator(`"`, true, false, false)
	spaces := false
	for i, r := range s {
		switch {
		case !isYAMLPrintable(r) || isYAMLBreak(r) || r == '"' || r == '\\':
			e, ok := escapes[r]
			switch {
			case ok:
			case r <= 0xff:
				e = fmt.Sprintf("x%02X", r)
			case r <= 0xffff:
				e = fmt.Sprintf("u%04X", r)
			default:
				e = fmt.Sprintf("U%08X", r)
			}
			d.put(`\` + e)
			spaces = false
		case r == ' ':
			if allowBreaks && !spaces && d.column > d.width && i > 0 && i < len(s)-1 {
				d.writeIndent()
				if strings.HasPrefix(s[i+1:], " ") {
					d.put(`\`)
				}
			} else {
				d.put(" ")
			}
			spaces = true
		default:
			d.put(string(r))
			spaces = false
		}
	}
	d.indicator(`"`, false, false, false)
	d.whitespace, d.indention = false, false
}

// writeHints writes what a block scalar needs said: its indentation when it
// begins with a blank, and how it ends.
func (d *dumper) writeHints(s string) {
	first, _ := utf8.DecodeRuneInString(s)
	if s != "" && (first == ' ' || isYAMLBreak(first)) {
		d.indicator(strconv.Itoa(d.indentStep), false, false, false)
	}
	d.openEnded = false
	last, n := utf8.DecodeLastRuneInString(s)
	switch {
	case s == "" || !isYAMLBreak(last):
		d.indicator("-", false, false, false)
	case len(s) == n:
		d.indicator("+", false, false, false)
		d.openEnded = true
	default:
		if before, _ := utf8.DecodeLastRuneInString(s[:len(s)-n]); isYAMLBreak(before) {
			d.indicator("+", false, false, false)
			d.openEnded = true
		}
	}
}

func (d *dumper) writeLiteral(s string) {
	d.indicator("|", true, false, false)
	d.writeHints(s)
	d.newline()
	d.indention, d.whitespace = true, true
	breaks := true
	for _, r := range s {
		if isYAMLBreak(r) {
			d.writeBreak(r)
			d.indention, breaks = true, true
			continue
		}
		if breaks {
			d.writeIndent()
		}
		d.put(string(r))
		d.indention, breaks = false, false
	}
}

func (d *dumper) writeFolded(s string) {
	d.indicator(">", true, false, false)
	d.writeHints(s)
	d.newline()
	d.indention, d.whitespace = true, true
	breaks, leadingSpaces := true, true
	for i, r := range s {
		if isYAMLBreak(r) {
			if !breaks && !leadingSpaces && r == '\n' {
				if rest := strings.TrimLeft(s[i:], "\n\r"); !isBlankOrEnd(rest) {
					d.newline()
				}
			}
			d.writeBreak(r)
			d.indention, breaks = true, true
			continue
		}
		if breaks {
			d.writeIndent()
			leadingSpaces = r == ' ' || r == '\t'
		}
		if !breaks && r == ' ' && !strings.HasPrefix(s[i+1:], " ") && d.column > d.width {
			d.writeIndent()
		} else {
			d.put(string(r))
		}
		d.indention, breaks = false, false
	}
}
