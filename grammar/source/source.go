// Package source maps byte offsets of a manifest to lines and columns.
//
// Positions are kept as 32-bit byte offsets ([Pos], [Span]) so that tokens and
// syntax nodes stay small; a [File] turns them into the line and column that a
// person reads. Lines and columns start at 1. A column counts characters, not
// bytes, as Puppet's do (puppet: Puppet::Pops::Parser::Locator).
package source

import (
	"sort"
	"unicode/utf8"
)

// Pos is a byte offset into a [File]. NoPos marks a node that has no place.
type Pos int32

// NoPos is the position of something that was not written in a file.
const NoPos Pos = -1

// Span is the half-open byte range [Start, End) of a construct.
type Span struct{ Start, End Pos }

// NoSpan is the span of something that was not written in a file.
var NoSpan = Span{NoPos, NoPos}

// To returns the span from the start of s to the end of t.
func (s Span) To(t Span) Span { return Span{s.Start, t.End} }

// Len is the length of the span in bytes.
func (s Span) Len() int { return int(s.End - s.Start) }

// IsValid reports whether the span is a place in a file.
func (s Span) IsValid() bool { return s.Start >= 0 && s.End >= s.Start }

// File is one source text with an index of its lines.
type File struct {
	name  string
	text  string
	lines []Pos // offset of the first byte of each line
	ascii bool
}

// NewFile indexes text. The name is used in messages as it is given; an empty
// name means code that has no file.
func NewFile(name, text string) *File {
	f := &File{name: name, text: text, ascii: true}
	n := 1
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			n++
		} else if text[i] >= utf8.RuneSelf {
			f.ascii = false
		}
	}
	f.lines = make([]Pos, 1, n)
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			f.lines = append(f.lines, Pos(i+1))
		}
	}
	return f
}

// Name is the file's name as given to [NewFile].
func (f *File) Name() string { return f.name }

// Text is the whole source text.
func (f *File) Text() string { return f.text }

// Slice is the source text of span s.
func (f *File) Slice(s Span) string {
	if !s.IsValid() || int(s.End) > len(f.text) {
		return ""
	}
	return f.text[s.Start:s.End]
}

// Line is the line of p, starting at 1; 0 for NoPos.
func (f *File) Line(p Pos) int {
	if p < 0 {
		return 0
	}
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > p })
}

// Column is the column of p in characters, starting at 1; 0 for NoPos.
func (f *File) Column(p Pos) int {
	if p < 0 {
		return 0
	}
	start := f.lines[f.Line(p)-1]
	if int(p) > len(f.text) {
		p = Pos(len(f.text))
	}
	if f.ascii {
		return int(p-start) + 1
	}
	return utf8.RuneCountInString(f.text[start:p]) + 1
}

// LineText is the text of line n (starting at 1) without its line ending.
func (f *File) LineText(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	start, end := int(f.lines[n-1]), len(f.text)
	if n < len(f.lines) {
		end = int(f.lines[n]) - 1
	}
	if end > start && f.text[end-1] == '\r' {
		end--
	}
	return f.text[start:end]
}

// LineCount is the number of lines; a text without a newline has one.
func (f *File) LineCount() int { return len(f.lines) }

// LineStarts are the offsets of the first byte of each line. The caller must
// not change them.
func (f *File) LineStarts() []Pos { return f.lines }
