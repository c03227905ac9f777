// Package logs carries the log messages of an evaluation to whoever shows them.
package logs

// Level is a Puppet log level.
type Level uint8

// Puppet's log levels, from least to most severe.
const (
	Debug Level = iota
	Info
	Notice
	Warning
	Err
	Alert
	Emerg
	Crit
)

var names = [...]string{"debug", "info", "notice", "warning", "err", "alert", "emerg", "crit"}

// String is the level's name as Puppet writes it.
func (l Level) String() string { return names[l] }

// Message is one log message. File, Line and Pos are zero when they are not
// known; Source is the scope for messages of log functions
// ("Scope(Class[main])"), else empty.
type Message struct {
	Level     Level
	Text      string
	File      string
	Line, Pos int
	Issue     string
	Source    string
}

// Sink takes messages; it is called from one goroutine at a time for each evaluation.
type Sink func(Message)
