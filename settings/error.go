package settings

import (
	"fmt"

	"automode/verdict"
)

// Error is one thing that is wrong in the settings: where, what, and what to
// do about it.
type Error struct {
	Origin Origin
	What   string
	Next   string
}

// Error is one line.
func (e *Error) Error() string {
	return verdict.Quote(fmt.Sprintf("%s: %s; %s", e.Origin, e.What, e.Next), 600)
}

// Errors is all that is wrong, in the order of the layers. It is never empty.
type Errors []*Error

// Error is one line: the first of them, and how many more there are.
func (e Errors) Error() string {
	text := e[0].Error()
	if more := len(e) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more: run automode doctor)", more)
	}
	return text
}
