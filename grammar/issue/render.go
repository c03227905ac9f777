package issue

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"bunraku/grammar/source"
)

// Format is a form in which findings are printed.
type Format uint8

// The forms.
const (
	Text   Format = iota // for people: Puppet's line, the source line, a caret
	JSON                 // a list of objects
	SARIF                // SARIF 2.1.0, which code hosts and editors read
	GitHub               // workflow commands, which annotate a pull request
)

var formatNames = [...]string{"text", "json", "sarif", "github"}

// String is the name that --format takes.
func (f Format) String() string { return formatNames[f] }

// ParseFormat finds a format by its name.
func ParseFormat(name string) (Format, error) {
	for i, n := range formatNames {
		if n == name {
			return Format(i), nil
		}
	}
	return 0, fmt.Errorf("unknown format %q; the formats are %s", name, CombineOr(formatNames[:]))
}

// Write prints a list in a format.
func (l List) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		return l.writeJSON(w)
	case SARIF:
		return l.writeSARIF(w)
	case GitHub:
		return l.writeGitHub(w)
	}
	return l.writeText(w)
}

// heading is the word that Puppet's log puts before a message.
func (s Severity) heading() string {
	switch s {
	case Error:
		return "Error"
	case Deprecation, Warning:
		return "Warning"
	}
	return "Notice"
}

// writeText prints each finding as
//
//	Error: Illegal attempt ... (file: a.pp, line: 1, column: 6)
//	    1 | $x = 1 = 2
//	      |      ^ ILLEGAL_ASSIGNMENT
//	      note: first given here (file: a.pp, line: 1, column: 1)
//	      hint: did you mean $y?
func (l List) writeText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, d := range l {
		fmt.Fprintf(b, "%s: %s\n", d.Severity.heading(), d.Error())
		writeExcerpt(b, d.File, d.Span.Start, d.Code)
		for _, n := range d.Notes {
			line, column, name := 0, 0, ""
			if n.File != nil && n.Span.IsValid() {
				line, column, name = n.File.Line(n.Span.Start), n.File.Column(n.Span.Start), n.File.Name()
			}
			fmt.Fprintf(b, "      note: %s\n", strings.TrimSpace(n.Text+" "+Location(name, line, column)))
		}
		if d.Hint != "" {
			fmt.Fprintf(b, "      hint: %s\n", d.Hint)
		}
	}
	return b.Flush()
}

// excerptWidth is how many characters of a source line are shown on each side of
// the caret: a generated file may be one line of megabytes.
const excerptWidth = 70

func writeExcerpt(w io.Writer, f *source.File, at source.Pos, code string) {
	if f == nil || at < 0 || int(at) > len(f.Text()) {
		return
	}
	number := f.Line(at)
	line := f.LineText(number)
	offset := min(int(at-f.LineStarts()[number-1]), len(line))
	before, after := line[:offset], line[offset:]
	if utf8.RuneCountInString(before) > excerptWidth {
		before = "…" + lastRunes(before, excerptWidth-1)
	}
	if cut := firstRunes(after, excerptWidth); len(cut) < len(after) {
		after = cut + "…"
	}
	// The padding has the tabs of the line, so that the caret stands under its place.
	padding := strings.Map(func(r rune) rune {
		if r == '\t' {
			return '\t'
		}
		return ' '
	}, before)
	fmt.Fprintf(w, "%5d | %s%s\n      | %s^ %s\n", number, printable(before), printable(after), padding, code)
}

// printable replaces what would move a terminal's cursor.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return '�'
		}
		return r
	}, s)
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func lastRunes(s string, n int) string {
	i := len(s)
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s[i:]
}

// Object is a finding as JSON. The names are those of Puppet's error objects;
// what is not known is left out.
type Object struct {
	Level   string       `json:"level,omitempty"`
	Issue   string       `json:"issue,omitempty"`
	Message string       `json:"message"`
	File    string       `json:"file,omitempty"`
	Line    int          `json:"line,omitempty"`
	Pos     int          `json:"pos,omitempty"`
	Notes   []NoteObject `json:"notes,omitempty"`
	Hint    string       `json:"hint,omitempty"`
}

// NoteObject is a [Note] as JSON.
type NoteObject struct {
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Pos     int    `json:"pos,omitempty"`
}

// Object is the finding as JSON, with our own codes where Puppet has none.
func (d *Diagnostic) Object() Object {
	o := Object{
		Level: d.Severity.String(), Issue: d.Code, Message: d.Message,
		Line: d.Line(), Pos: d.Column(), Hint: d.Hint,
	}
	if d.File != nil {
		o.File = d.File.Name()
	}
	for _, n := range d.Notes {
		note := NoteObject{Message: n.Text}
		if n.File != nil {
			note.File, note.Line, note.Pos = n.File.Name(), n.File.Line(n.Span.Start), n.File.Column(n.Span.Start)
		}
		o.Notes = append(o.Notes, note)
	}
	return o
}

// LogObject is the finding as a line of the log in the machine interfaces.
func (d *Diagnostic) LogObject() Object {
	o := d.Object()
	o.Issue, o.Notes, o.Hint = d.PuppetCode(), nil, ""
	if d.Placeless {
		o.File, o.Line, o.Pos = "", 0, 0
	}
	o.Level = "warning"
	if d.Severity == Error {
		o.Level = "err"
	}
	return o
}

func (l List) writeJSON(w io.Writer) error {
	objects := make([]Object, 0, len(l))
	for _, d := range l {
		objects = append(objects, d.Object())
	}
	return writeIndented(w, objects)
}

func writeIndented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// writeGitHub prints workflow commands.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
func (l List) writeGitHub(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, d := range l {
		level := "warning"
		if d.Severity == Error {
			level = "error"
		}
		var properties []string
		add := func(name, value string) { properties = append(properties, name+"="+githubProperty.Replace(value)) }
		if d.File != nil && d.File.Name() != "" {
			add("file", d.File.Name())
		}
		if line := d.Line(); line > 0 {
			add("line", fmt.Sprint(line))
			add("col", fmt.Sprint(d.Column()))
		}
		add("title", d.Code)
		message := d.Message
		if d.Hint != "" {
			message += "\n" + d.Hint
		}
		fmt.Fprintf(b, "::%s %s::%s\n", level, strings.Join(properties, ","), githubMessage.Replace(message))
	}
	return b.Flush()
}

var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
