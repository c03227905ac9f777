package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// CatalogResult is what compiling a catalog gives.
type CatalogResult struct {
	// Catalog is the wire form, nil after an error.
	Catalog []byte
	Logs    []Log
	Error   *Error
}

// passing are the fields of a catalog that differ from run to run.
var passing = map[string]bool{"version": true, "catalog_uuid": true}

// StableCatalog is a catalog without white space and without the fields that
// differ from run to run; the order of keys stays, it is part of the wire form.
func StableCatalog(data []byte) ([]byte, error) {
	fields, err := ordered(data)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteByte('{')
	for _, f := range fields {
		if passing[f.key] {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		key, _ := json.Marshal(f.key)
		out.Write(key)
		out.WriteByte(':')
		if err := json.Compact(&out, f.value); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

type field struct {
	key   string
	value json.RawMessage
}

// ordered reads one JSON object with the order of its keys.
func ordered(data []byte) ([]field, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("not a JSON object")
	}
	var fields []field
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		var f field
		f.key, _ = t.(string)
		if err := d.Decode(&f.value); err != nil {
			return nil, err
		}
		fields = append(fields, f)
	}
	return fields, nil
}

// Check compares a result with every want of the case that concerns it, and says
// in a few lines where they part; "" when they do not.
func (c *CatalogCase) Check(got CatalogResult) string {
	var diffs []string
	add := func(format string, args ...any) { diffs = append(diffs, fmt.Sprintf(format, args...)) }

	var wantError *Error
	if data, ok := c.Wants["error"]; ok {
		wantError = &Error{}
		if err := json.Unmarshal(data, wantError); err != nil {
			add("want/error: %v", err)
		}
	}
	if d := diffError(wantError, got.Error); d != "" {
		add("%s", d)
	}
	if want, ok := c.Wants["catalog.json"]; ok {
		if got.Catalog == nil {
			if got.Error == nil {
				add("catalog: want one, got none")
			}
		} else if d := diffCatalog(want, got.Catalog); d != "" {
			add("%s", d)
		}
	}
	if want, ok := c.Wants["log"]; ok {
		var logs []Log
		if err := json.Unmarshal(want, &logs); err != nil {
			add("want/log: %v", err)
		} else if d := Diff(Result{Logs: logs}, Result{Logs: got.Logs}); d != "" {
			add("%s", d)
		}
	} else if _, ok := c.Wants["catalog.json"]; ok && len(got.Logs) > 0 {
		add("log 0: want none, got %s", compact(got.Logs[0]))
	}
	return strings.Join(diffs, "\n")
}

func diffCatalog(want, got []byte) string {
	w, err := StableCatalog(want)
	if err != nil {
		return "want/catalog.json: " + err.Error()
	}
	g, err := StableCatalog(got)
	if err != nil {
		return "catalog: " + err.Error()
	}
	if bytes.Equal(w, g) {
		return ""
	}
	at := 0
	for at < len(w) && at < len(g) && w[at] == g[at] {
		at++
	}
	from := max(0, at-60)
	return fmt.Sprintf("catalog differs at byte %d:\n\twant ...%s\n\tgot  ...%s", at, excerpt(w, from), excerpt(g, from))
}

func excerpt(b []byte, from int) []byte {
	if from > len(b) {
		return nil
	}
	return b[from:min(len(b), from+160)]
}
