package pcore

import (
	"fmt"
	"strings"
	"time"

	"bunraku/runtime/values"
)

var timestampFormatsNoZone = []string{"%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"}

var timestampFormats = append([]string{"%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z"},
	timestampFormatsNoZone...)

// TimestampText is a point in time in the default format.
func TimestampText(t values.Timestamp) string {
	u := time.Unix(t.Sec, int64(t.Nsec)).UTC()
	year := u.Year()
	sign := ""
	if year < 0 {
		sign, year = "-", -year
	}
	return fmt.Sprintf("%s%04d-%02d-%02dT%02d:%02d:%02d.%09d UTC", sign, year, int(u.Month()), u.Day(), u.Hour(),
		u.Minute(), u.Second(), u.Nanosecond())
}

// ParseTimestamp reads a point in time in one of the formats, or in the default
// ones, in a time zone or, when that is empty, in the one that the text names.
// puppet: pops/time/timestamp.rb, parse
func ParseTimestamp(text string, formats []string, zone string) (values.Timestamp, error) {
	hasZone := zone != ""
	if formats == nil {
		formats = timestampFormats
		if hasZone {
			formats = timestampFormatsNoZone
		}
	}
	for _, f := range formats {
		d, ok := strptime(text, f)
		if !ok || hasZone && d.hasZone {
			continue
		}
		return d.timestamp(zone)
	}
	return values.Timestamp{}, fmt.Errorf("Unable to parse '%s' using any of the formats %s", text, strings.Join(formats, ", "))
}

// parseTimestampFormat reads a point in time in one format.
func parseTimestampFormat(text, format, zone string) (values.Timestamp, error) {
	d, ok := strptime(text, format)
	if !ok {
		return values.Timestamp{}, fmt.Errorf("Unable to parse '%s' using format '%s'", text, format)
	}
	if zone != "" && d.hasZone {
		return values.Timestamp{}, fmt.Errorf("Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument")
	}
	return d.timestamp(zone)
}

// parseTimestampFormats takes the format as a value: undef, default, a string or
// an array.
func parseTimestampFormats(text string, format values.Value, zone string) (values.Timestamp, error) {
	switch format.Kind() {
	case values.KindString:
		return parseTimestampFormat(text, format.AsString(), zone)
	case values.KindArray:
		return ParseTimestamp(text, stringsOf(format), zone)
	}
	return ParseTimestamp(text, nil, zone)
}

func timestampFromHash(h *values.Hash) (values.Timestamp, error) {
	zone := ""
	if z := mustGet(h, "timezone"); z.IsString() {
		zone = z.AsString()
	}
	s := mustGet(h, "string")
	if !s.IsString() {
		return values.Timestamp{}, fmt.Errorf("no implicit conversion of nil into String")
	}
	return parseTimestampFormats(s.AsString(), mustGet(h, "format"), zone)
}

func (d *parsedTime) timestamp(zone string) (values.Timestamp, error) {
	if zone == "" && d.hasZone {
		zone = d.zone
	}
	t, err := d.utc()
	if err != nil {
		return values.Timestamp{}, err
	}
	if zone != "" {
		offset, err := ZoneOffset(zone)
		if err != nil {
			return values.Timestamp{}, err
		}
		t.Sec -= int64(offset)
	}
	return t, nil
}

// ZoneOffset is the offset of a time zone from UTC in seconds; "current" is the
// machine's.
func ZoneOffset(zone string) (int, error) {
	if values.EqualFold(zone, "current") {
		_, offset := time.Now().Zone()
		return offset, nil
	}
	d, _ := strptimePrefix(zone, "%z")
	if d == nil || !d.hasZone {
		return 0, fmt.Errorf("Illegal timezone '%s'", zone)
	}
	offset, ok := namedOffset(d.zone)
	if !ok {
		return 0, fmt.Errorf("Illegal timezone '%s'", zone)
	}
	return offset, nil
}
