package source_test

import (
	"fmt"
	"testing"

	"bunraku/grammar/source"
)

func Example() {
	f := source.NewFile("a.pp", "notice('é')\nnotice(1)\n")
	at := source.Span{Start: 13, End: 19}
	fmt.Println(f.Name(), f.Line(at.Start), f.Column(at.Start), f.Slice(at))
	fmt.Println(f.LineText(1))
	// Output:
	// a.pp 2 1 notice
	// notice('é')
}

func TestPlaces(t *testing.T) {
	f := source.NewFile("", "ab\r\né§c\n\nd")
	for _, c := range []struct{ pos, line, column int }{
		{0, 1, 1}, {2, 1, 3}, {3, 1, 4}, // the line feed belongs to its line
		{4, 2, 1}, {6, 2, 2}, {8, 2, 3}, {9, 2, 4},
		{10, 3, 1}, {11, 4, 1}, {12, 4, 2}, {99, 4, 2},
		{-1, 0, 0},
	} {
		if line, column := f.Line(source.Pos(c.pos)), f.Column(source.Pos(c.pos)); line != c.line || column != c.column {
			t.Errorf("offset %d is at %d:%d, want %d:%d", c.pos, line, column, c.line, c.column)
		}
	}
	if n := f.LineCount(); n != 4 {
		t.Errorf("%d lines", n)
	}
	for i, want := range []string{"", "ab", "é§c", "", "d", ""} {
		if got := f.LineText(i); got != want {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
}

func TestSpans(t *testing.T) {
	f := source.NewFile("", "abc")
	if got := f.Slice(source.Span{Start: 1, End: 3}); got != "bc" {
		t.Errorf("got %q", got)
	}
	for _, s := range []source.Span{source.NoSpan, {Start: 2, End: 1}, {Start: 0, End: 4}} {
		if got := f.Slice(s); got != "" {
			t.Errorf("%v is %q", s, got)
		}
	}
	if s := (source.Span{Start: 1, End: 2}).To(source.Span{Start: 4, End: 6}); s != (source.Span{Start: 1, End: 6}) || s.Len() != 5 {
		t.Errorf("got %v", s)
	}
}
