package issue

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"bunraku/grammar/source"
)

// The parts of SARIF 2.1.0 that findings need.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string       `json:"id"`
		ShortDescription sarifMessage `json:"shortDescription"`
		FullDescription  sarifMessage `json:"fullDescription"`
	}
	sarifResult struct {
		RuleID           string          `json:"ruleId"`
		RuleIndex        int             `json:"ruleIndex"`
		Level            string          `json:"level"`
		Message          sarifMessage    `json:"message"`
		Locations        []sarifLocation `json:"locations,omitempty"`
		RelatedLocations []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
		Message          *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

// writeSARIF prints one run with the rules that occurred.
func (l List) writeSARIF(w io.Writer) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "bunraku", Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	index := map[string]int{}
	for _, d := range l {
		i, ok := index[d.Code]
		if !ok {
			i = len(run.Tool.Driver.Rules)
			index[d.Code] = i
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(d.Code))
		}
		run.Results = append(run.Results, sarifResultOf(d, i))
	}
	return writeIndented(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

func sarifRuleOf(code string) sarifRule {
	rule := sarifRule{ID: code, ShortDescription: sarifMessage{code}, FullDescription: sarifMessage{code}}
	if e, ok := Find(code); ok {
		rule.ShortDescription.Text = e.Text()
		rule.FullDescription.Text = e.Doc
	}
	return rule
}

func sarifResultOf(d *Diagnostic, rule int) sarifResult {
	r := sarifResult{RuleID: d.Code, RuleIndex: rule, Level: "warning", Message: sarifMessage{d.Message}}
	if d.Severity == Error {
		r.Level = "error"
	}
	if d.Hint != "" {
		r.Message.Text += "\n" + d.Hint
	}
	if d.File != nil && d.File.Name() != "" {
		r.Locations = []sarifLocation{sarifLocationOf(d.File, d.Span)}
	}
	for _, n := range d.Notes {
		if n.File == nil {
			continue
		}
		location := sarifLocationOf(n.File, n.Span)
		location.Message = &sarifMessage{n.Text}
		r.RelatedLocations = append(r.RelatedLocations, location)
	}
	return r
}

func sarifLocationOf(f *source.File, span source.Span) sarifLocation {
	location := sarifLocation{PhysicalLocation: sarifPhysical{ArtifactLocation: sarifArtifact{fileURI(f.Name())}}}
	if !span.IsValid() {
		return location
	}
	region := &sarifRegion{StartLine: f.Line(span.Start), StartColumn: f.Column(span.Start)}
	if span.End > span.Start {
		region.EndLine, region.EndColumn = f.Line(span.End), f.Column(span.End)
	}
	location.PhysicalLocation.Region = region
	return location
}

// fileURI is a relative reference for a relative path, else a file URI.
func fileURI(path string) string {
	path = filepath.ToSlash(path)
	u := url.URL{Path: path}
	if strings.HasPrefix(path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}
