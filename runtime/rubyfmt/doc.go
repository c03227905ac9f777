// Package rubyfmt formats and parses text exactly as Ruby does where Puppet's
// results show it.
//
//   - [Formatter.Sprintf] is Kernel#sprintf, [Format] the same over plain values.
//   - [FloatString], [Inspect], [ToS] are Float#to_s, #inspect and #to_s;
//     [InspectString] and [DumpString] are String#inspect and String#dump.
//   - [ParseInteger] and [ParseFloat] are Integer() and Float() on strings,
//     [ToI] and [ToF] the lenient String#to_i and String#to_f.
//   - [Strftime] is Time#strftime; [ParseTimespanFormat] and
//     [FormatTimespan] are the formats of Puppet's Timespan.
//   - [Succ], [Upto] are String#succ and ranges of strings.
//   - [Round], [Floor], [Ceil] round a float to digits.
//   - [VersionCompare] is Puppet's versioncmp; [ShellEscape], [ShellSplit] and
//     [ShellJoin] are Ruby's Shellwords.
//
// Errors are of type [Error] and carry the Ruby class that would be raised.
// Nothing here has state; nothing depends on the process's locale.
package rubyfmt
