package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"automode/settings/edit"
)

// errNobody says that a question found nobody to answer it.
var errNobody = errors.New("nothing was changed: say --yes, since nobody can be asked here")

// line reads one line of what a person types; false at the end of input.
func (e *env) line() (string, bool) {
	if e.typed == nil {
		e.typed = bufio.NewReader(e.in)
	}
	text, err := e.typed.ReadString('\n')
	return strings.TrimSpace(text), err == nil || err == io.EOF && text != ""
}

// confirm asks a question that only a yes answers. It needs no terminal; where
// input is at its end, nobody is there.
func (e *env) confirm(question string, yes bool) error {
	if yes {
		return nil
	}
	fmt.Fprintf(e.out, "%s [y/N] ", question)
	text, ok := e.line()
	if !ok {
		fmt.Fprintln(e.out)
		return errNobody
	}
	switch strings.ToLower(text) {
	case "y", "yes":
		return nil
	}
	return errors.New("nothing was changed")
}

// ask asks for a text; an empty line keeps what is proposed.
func (e *env) ask(question, proposed string) (string, bool) {
	if proposed != "" {
		question += " [" + visible(proposed, 200) + "]"
	}
	fmt.Fprintf(e.out, "%s: ", question)
	text, ok := e.line()
	if text == "" {
		text = proposed
	}
	return text, ok
}

// alter changes a settings file: it shows what becomes of it, asks, and
// writes.
func (e *env) alter(path string, change func(*edit.Doc) error, yes, dry bool) error {
	f, err := edit.Open(path)
	if err != nil {
		return err
	}
	if err := change(f.Doc); err != nil {
		return err
	}
	if !f.Changed() {
		fmt.Fprintf(e.out, "%s is as it should be already.\n", path)
		return nil
	}
	fmt.Fprint(e.out, diff(path, string(f.Before), string(f.Doc.Bytes()), e.colors()))
	if dry {
		return nil
	}
	if err := e.confirm("Change it so?", yes); err != nil {
		return err
	}
	if err := f.Write(); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s is changed. Sessions that run follow it from their next call on.\n", path)
	return nil
}
