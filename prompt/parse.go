package prompt

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"automode/rulebook"
)

// maxAnswer bounds an answer, in bytes; what is longer was not asked for.
const maxAnswer = 256 << 10

// space is what may stand around the parts of an answer. Other white space may
// look like none.
const space = " \t\r\n"

// Parse reads what a model answered. stopped says that the answer ended at the
// stop sequence of Limits, which is then missing. It is strict: white space, at
// most one <thinking>, then exactly one answer in the form that was asked for,
// and nothing else. Anything but that is ErrUnparsable, with why.
func Parse(text string, stopped bool, stage Stage, form Form, severity bool, book *rulebook.Book) (Answer, error) {
	a, err := parse(text, stopped, stage == First && form == Both, severity, book)
	if err != nil {
		return Answer{}, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	return a, nil
}

// parse is Parse; short says that the answer is a verdict and no more, which
// alone has a stop sequence.
func parse(text string, stopped, short, severity bool, book *rulebook.Book) (a Answer, err error) {
	switch {
	case len(text) > maxAnswer:
		return a, errors.New("it is too long")
	case !utf8.ValidString(text):
		return a, errors.New("it is not UTF-8")
	case stopped && !short:
		return a, errors.New("it was cut where nothing was to cut it")
	}
	rest, err := unthought(text)
	if err != nil {
		return a, err
	}
	name := "block"
	if severity {
		name = "severity"
	}
	if stopped {
		rest += "</" + name + ">"
	}
	value, rest, ok := tag(rest, name)
	if !ok {
		return a, errors.New("it does not begin with <" + name + ">, or that does not end")
	}
	a.Severity = -1
	switch {
	case severity:
		if a.Severity, ok = percent(value); !ok {
			return a, errors.New("the severity is no number from 0 to 100")
		}
		a.Block = a.Severity >= 50
	case value == "yes":
		a.Block = true
	case value != "no":
		return a, errors.New("the block is neither yes nor no")
	}
	if short || !a.Block {
		if rest != "" {
			return a, errors.New("something stands behind the answer")
		}
		return a, nil
	}
	label, rest, ok := tag(rest, "category")
	if !ok {
		return a, errors.New("the category is missing")
	}
	reason, rest, ok := tag(rest, "reason")
	if !ok || rest != "" {
		return a, errors.New("the reason is missing, or not the last")
	}
	switch e, known := book.Readable().Labelled(label); {
	case known:
		a.Category, label = e.ID, e.Label
	case lower(label) == BoundaryID:
		a.Category = BoundaryID
	default:
		return a, errors.New("the category is none of the rulebook's")
	}
	said, behind, ok := strings.Cut(strings.TrimPrefix(reason, "["), "]")
	if !ok || !strings.HasPrefix(reason, "[") || lower(said) != lower(label) {
		return a, errors.New("the reason does not begin with its category")
	}
	a.Reason = plain(behind)
	return a, nil
}

// percent reads a whole number from 0 to 100 in plain digits.
func percent(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || i > 2 || i > 0 && s[0] == '0' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != "" && n <= 100
}

// lower folds plain letters only.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// unthought takes the one <thinking> off the front. Tags inside it count for
// nothing; one that does not end, or a second one, is an error.
func unthought(s string) (string, error) {
	s = strings.Trim(s, space)
	rest, ok := strings.CutPrefix(s, "<thinking>")
	if !ok {
		if mentions(s, "thinking") {
			return "", errors.New("the thinking is not at the beginning")
		}
		return s, nil
	}
	inner, rest, ok := strings.Cut(rest, "</thinking>")
	switch {
	case !ok:
		return "", errors.New("the thinking does not end")
	case mentions(inner, "thinking") || mentions(rest, "thinking"):
		return "", errors.New("there is a second thinking")
	}
	return strings.Trim(rest, space), nil
}

// mentions tells whether a tag of that name is opened or closed in s.
func mentions(s, name string) bool {
	s = lower(s)
	return strings.Contains(s, "<"+name) || strings.Contains(s, "</"+name)
}

// tag reads <name>value</name> off the front of s, white space around value and
// behind the tag left out. A value holds no tag of an answer's.
func tag(s, name string) (value, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "<"+name+">")
	if !ok {
		return "", "", false
	}
	value, rest, ok = strings.Cut(s, "</"+name+">")
	if !ok {
		return "", "", false
	}
	for _, t := range tags {
		if mentions(value, t) {
			return "", "", false
		}
	}
	return strings.Trim(value, space), strings.Trim(rest, space), true
}
