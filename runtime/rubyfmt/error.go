package rubyfmt

import "fmt"

// Error is what Ruby would raise: its class and its message.
type Error struct {
	Class   string
	Message string
}

func (e *Error) Error() string { return e.Message }

func argumentError(format string, args ...any) *Error {
	return &Error{"ArgumentError", fmt.Sprintf(format, args...)}
}

func typeError(format string, args ...any) *Error {
	return &Error{"TypeError", fmt.Sprintf(format, args...)}
}
