package grammar

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bunraku/grammar/issue"
	"bunraku/grammar/source"
)

// byteOrderMarks are the marks that Puppet rejects.
// puppet: lexer_support.rb, assert_not_bom
var byteOrderMarks = []struct {
	format, bytes string
}{
	{"UTF-32", "\x00\x00\xfe\xff"}, {"UTF-32", "\xff\xfe\x00\x00"},
	{"GB-18030", "\x84\x31\x95\x33"}, {"UTF-EBCDIC", "\xdd\x73\x66\x73"},
	{"SCSU", "\x0e\xfe\xff"}, {"UTF-8", "\xef\xbb\xbf"}, {"UTF-1", "\xf7\x64\x4c"},
	{"BOCU", "\xfb\xee\x28"}, {"UTF-16", "\xfe\xff"}, {"UTF-16", "\xff\xfe"},
}

// checkEncoding rejects a text that is not UTF-8 or begins with a byte order mark.
func checkEncoding(file *source.File) *issue.Diagnostic {
	text := file.Text()
	if text == "" {
		return nil
	}
	for _, m := range byteOrderMarks {
		if strings.HasPrefix(text, m.bytes) {
			d := issue.IllegalBOM.Error(m.format, bytesText(m.bytes)).Place(file, source.NoSpan)
			d.Placeless = true // it is found before the lexer knows the file
			return d
		}
	}
	if utf8.ValidString(text) {
		return nil
	}
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	// Puppet raises Ruby's own error, which knows no place.
	d := issue.InvalidUTF8.Error().Place(file, source.NoSpan)
	d.Placeless = true
	return d.WithNote(fmt.Sprintf("byte 0x%02X cannot stand here", text[at]), file,
		source.Span{Start: source.Pos(at), End: source.Pos(at + 1)})
}

// bytesText is how Puppet writes bytes: [EF BB BF], without leading zeros.
func bytesText(bytes string) string {
	var hex []string
	for i := range len(bytes) {
		hex = append(hex, fmt.Sprintf("%X", bytes[i]))
	}
	return "[" + strings.Join(hex, " ") + "]"
}
