package loader

import (
	"fmt"
	"regexp"
	"strings"
)

// Config is a parsed configuration file: sections with their settings in order.
type Config struct {
	Sections []Section
}

// Section is one section; what stands before the first heading is in `main`.
type Section struct {
	Name     string
	Settings []Setting
}

// Setting is one line `name = value`.
type Setting struct {
	Name, Value string
	Line        int
}

var (
	sectionLine = regexp.MustCompile(`^\s*\[([\p{L}\p{M}\p{Nd}\p{Pc}]+)\]\s*$`)
	settingLine = regexp.MustCompile(`^\s*([\p{L}\p{M}\p{Nd}\p{Pc}]+)\s*=\s*(.*?)\s*$`)
	fileMeta    = regexp.MustCompile(`\{\s*([^}]+)\s*\}`)
)

// ParseConfig reads environment.conf or puppet.conf. file is for messages.
// puppet: settings/ini_file.rb, settings/config_file.rb
func ParseConfig(text, file string) (*Config, error) {
	c := &Config{Sections: []Section{{Name: "main"}}}
	at := 0
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if m := sectionLine.FindStringSubmatch(line); m != nil {
			at = c.section(m[1])
			continue
		}
		if m := settingLine.FindStringSubmatch(line); m != nil {
			value := m[2]
			if fileMeta.MatchString(value) {
				value = strings.TrimRight(fileMeta.ReplaceAllString(value, ""), " \t")
			}
			c.Sections[at].Settings = append(c.Sections[at].Settings, Setting{m[1], value, i + 1})
			continue
		}
		if t := strings.TrimSpace(line); t != "" && t[0] != '#' {
			return nil, fmt.Errorf("Could not match line %s (file: %s, line: %d)", line, file, i+1) //nolint:staticcheck // Puppet's text
		}
	}
	return c, nil
}

func (c *Config) section(name string) int {
	for i := range c.Sections {
		if c.Sections[i].Name == name {
			return i
		}
	}
	c.Sections = append(c.Sections, Section{Name: name})
	return len(c.Sections) - 1
}

// Get is a setting of the first of the sections that has it.
func (c *Config) Get(name string, sections ...string) (string, bool) {
	for _, s := range sections {
		for i := range c.Sections {
			if c.Sections[i].Name != s {
				continue
			}
			for _, set := range c.Sections[i].Settings {
				if set.Name == name {
					return set.Value, true
				}
			}
		}
	}
	return "", false
}

var interpolation = regexp.MustCompile(`\$(?:\{(\w+)\}|(\w+))`)

// Interpolate puts settings in for $name and ${name}; a name that lookup does
// not know is left as it is. Values may refer to other settings.
func Interpolate(value string, lookup func(name string) (string, bool)) string {
	return interpolate(value, lookup, 0)
}

func interpolate(value string, lookup func(string) (string, bool), depth int) string {
	if depth > 20 || !strings.Contains(value, "$") {
		return value
	}
	return interpolation.ReplaceAllStringFunc(value, func(s string) string {
		m := interpolation.FindStringSubmatch(s)
		v, ok := lookup(m[1] + m[2])
		if !ok {
			return s
		}
		return interpolate(v, lookup, depth+1)
	})
}
