package golden

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// Header is what the lines before the first section say.
type Header struct {
	// About is the prose: every line that is not a header line.
	About string
	// Origin names the reference that the wants were recorded from, or is empty.
	Origin string
	// Generated names the script that wrote the inputs, or is empty.
	Generated string
	// Spec are the sentences of the specification that are covered.
	Spec []string
	// Todo is the reason why the archive may fail, or is empty.
	Todo string
	// Edition is the language edition, "puppet7" when the archive names none.
	Edition string
	// Settings and Facts hold for every case of the archive; nil when not given.
	// Facts stay JSON: the order of their keys can be seen.
	Settings map[string]any
	Facts    json.RawMessage
}

// Recorded reports whether the wants came from a reference, so that -update must
// leave them alone.
func (h *Header) Recorded() bool { return h.Origin != "" }

// Archive is one file under testdata.
type Archive struct {
	Path string
	Header
	sections []section
	index    map[string]int // of a name in sections; nil after a change of them
	comment  []byte
}

type section struct {
	name string
	data []byte
	read bool
}

// headerLine is a known word, a colon and a value; "spec: a    origin: b" on one
// line is two headers.
var headerLine = regexp.MustCompile(`^[a-z][a-z_]*: `)

// Read reads and checks the file at path.
func Read(path string) (*Archive, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Parse reads an archive from data; path is for messages.
func Parse(path string, data []byte) (*Archive, error) {
	ar := txtar.Parse(data)
	a := &Archive{Path: path, comment: ar.Comment}
	a.Edition = "puppet7"
	seen := map[string]bool{}
	for _, f := range ar.Files {
		if seen[f.Name] {
			return nil, fmt.Errorf("%s: section %q is there twice", path, f.Name)
		}
		seen[f.Name] = true
		a.sections = append(a.sections, section{name: f.Name, data: f.Data})
	}
	var about []string
	for line := range strings.Lines(string(ar.Comment)) {
		line = strings.TrimRight(line, "\n")
		if !headerLine.MatchString(line) {
			about = append(about, line)
			continue
		}
		for _, part := range splitHeaders(line) {
			if err := a.header(part); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	a.About = strings.TrimSpace(strings.Join(about, "\n"))
	return a, nil
}

// splitHeaders parts a line at runs of three blanks or more before a header.
func splitHeaders(line string) []string {
	var parts []string
	for {
		cut := -1
		for i := 0; i < len(line); i++ {
			if rest, ok := strings.CutPrefix(line[i:], "   "); ok && headerLine.MatchString(strings.TrimLeft(rest, " ")) {
				cut = i
				break
			}
		}
		if cut < 0 {
			return append(parts, line)
		}
		parts = append(parts, line[:cut])
		line = strings.TrimLeft(line[cut:], " ")
	}
}

func (a *Archive) header(line string) error {
	name, value, _ := strings.Cut(line, ": ")
	value = strings.TrimSpace(value)
	if value == "" {
		return fmt.Errorf("header %q has no value", name)
	}
	switch name {
	case "origin":
		a.Origin = value
	case "generated":
		a.Generated = value
	case "spec":
		a.Spec = append(a.Spec, value)
	case "todo":
		a.Todo = value
	case "edition":
		a.Edition = value
	case "settings":
		return headerJSON(name, value, &a.Settings)
	case "facts":
		a.Facts = json.RawMessage(value)
		return headerJSON(name, value, new(map[string]any))
	default:
		return fmt.Errorf("unknown header %q", name)
	}
	return nil
}

func headerJSON(name, value string, into *map[string]any) error {
	if err := decode([]byte(value), into); err != nil {
		return fmt.Errorf("header %q: %w", name, err)
	}
	return nil
}

// decode reads JSON with numbers kept as written: an Integer of 64 bits does not
// fit a float64.
func decode(data []byte, into any) error {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}

// Section gives a section's text and marks it as read.
func (a *Archive) Section(name string) (data []byte, ok bool) {
	i, ok := a.find(name)
	if !ok {
		return nil, false
	}
	a.sections[i].read = true
	return a.sections[i].data, true
}

// find is by index: an archive of a thousand cases asks for ten times as many
// names.
func (a *Archive) find(name string) (i int, ok bool) {
	if a.index == nil {
		a.index = make(map[string]int, len(a.sections))
		for i, s := range a.sections {
			a.index[s.name] = i
		}
	}
	i, ok = a.index[name]
	return i, ok
}

// Text is Section without the newline that ends every section; "" when it is not
// there.
func (a *Archive) Text(name string) string {
	data, _ := a.Section(name)
	return strings.TrimSuffix(string(data), "\n")
}

// Has reports whether a section is there, without reading it.
func (a *Archive) Has(name string) bool {
	_, ok := a.find(name)
	return ok
}

// Names are the names of the sections in order.
func (a *Archive) Names() []string {
	names := make([]string, len(a.sections))
	for i, s := range a.sections {
		names[i] = s.name
	}
	return names
}

// Tree gives the sections below a directory ("modules/"), by name, and marks them
// as read.
func (a *Archive) Tree(dir string) map[string][]byte {
	tree := map[string][]byte{}
	for i, s := range a.sections {
		if strings.HasPrefix(s.name, dir) {
			a.sections[i].read = true
			tree[s.name] = s.data
		}
	}
	return tree
}

// Unread is an error that names the sections that nothing read, or nil.
func (a *Archive) Unread() error {
	var left []string
	for _, s := range a.sections {
		if !s.read {
			left = append(left, s.name)
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("%s: nothing reads section %s", a.Path, strings.Join(left, ", "))
	}
	return nil
}

// Set replaces a section, or adds it at the end; nil takes it away.
func (a *Archive) Set(name string, data []byte) {
	i := slices.IndexFunc(a.sections, func(s section) bool { return s.name == name })
	a.index = nil
	switch {
	case data == nil && i >= 0:
		a.sections = slices.Delete(a.sections, i, i+1)
	case data == nil:
	case i >= 0:
		a.sections[i].data = data
	default:
		a.sections = append(a.sections, section{name: name, data: data, read: true})
	}
}

// SetAfter is Set with a place for a new section.
func (a *Archive) SetAfter(prev, name string, data []byte) {
	i := slices.IndexFunc(a.sections, func(s section) bool { return s.name == prev })
	if data == nil || i < 0 || a.Has(name) {
		a.Set(name, data)
		return
	}
	a.index = nil
	a.sections = slices.Insert(a.sections, i+1, section{name: name, data: data, read: true})
}

// Write writes the archive back to its path, when that changes it.
func (a *Archive) Write() error {
	ar := &txtar.Archive{Comment: a.comment}
	for _, s := range a.sections {
		ar.Files = append(ar.Files, txtar.File{Name: s.name, Data: s.data})
	}
	data := txtar.Format(ar)
	if old, err := os.ReadFile(a.Path); err == nil && string(old) == string(data) {
		return nil
	}
	return os.WriteFile(a.Path, data, 0o644)
}

// SetTodo writes the header todo, or takes it away when why is empty.
func (a *Archive) SetTodo(why string) {
	var lines []string
	for line := range strings.Lines(string(a.comment)) {
		if !strings.HasPrefix(line, "todo: ") {
			lines = append(lines, line)
		}
	}
	if why != "" {
		lines = append(lines, "todo: "+why+"\n")
	}
	a.comment = []byte(strings.Join(lines, ""))
}
