package stdlib

import (
	"time"

	"bunraku/runtime"
	"bunraku/runtime/rubyfmt"
	"bunraku/runtime/values"
	"bunraku/stdlib/declare"
)

// strftime formats a Timestamp or Timespan.
var fnStrftime = runtime.Function{Name: "strftime", Dispatches: []runtime.Dispatch{
	{Params: declare.Params(declare.Req("time_object", "Timespan"), declare.Req("format", "String")),
		Body: func(c *runtime.Call) (values.Value, error) {
			s, err := rubyfmt.FormatTimespan(c.Args[1].AsString(), c.Args[0].AsTimespan().Nanos)
			return values.String(s), err
		}},
	{Params: declare.Params(declare.Req("time_object", "Timestamp"), declare.Req("format", "String"), declare.Opt("timezone", "String")),
		Body: func(c *runtime.Call) (values.Value, error) {
			return formatTime(c.Args[1].AsString(), rubyfmt.TimeOf(*c.Args[0].AsTimestamp()), c.Arg(2))
		}},
	{Params: declare.Params(declare.Req("format", "String"), declare.Opt("timezone", "String")),
		Body: func(c *runtime.Call) (values.Value, error) {
			declare.WarnOnceHere(c, "legacy#strftime", "The argument signature (String format, [String timezone]) is deprecated for #strftime. See #strftime documentation and Timespan type for more info")
			now := time.Now()
			return formatTime(c.Args[0].AsString(), rubyfmt.TimeOf(values.Timestamp{Sec: now.Unix(), Nsec: int32(now.Nanosecond())}), c.Arg(1))
		}},
}}

func formatTime(format string, t rubyfmt.Time, zone values.Value) (values.Value, error) {
	if zone.IsString() && zone.AsString() != "" {
		offset, err := rubyfmt.ZoneOffset(zone.AsString())
		if err != nil {
			return values.Undef, err
		}
		t = t.In(offset / 60 * 60)
	}
	s, err := rubyfmt.Strftime(format, t)
	return values.String(s), err
}
