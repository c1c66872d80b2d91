package prompt

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"automode/rulebook"
)

// maxAnswer bounds an answer, in bytes; what is longer was not asked for.
const maxAnswer = 256 << 10

// maxReason bounds a reason, in characters.
const maxReason = 600

// Parse reads what a model answered. stopped says that the answer ended at the
// stop sequence of Limits, which is then missing. It is strict: white space, at
// most one <thinking>, then exactly one answer in the form that was asked for,
// and nothing else. Anything but that is ErrUnparsable, with why.
func Parse(text string, stopped bool, stage Stage, form Form, severity bool, book *rulebook.Book) (Answer, error) {
	no := func(why string) (Answer, error) { return Answer{}, fmt.Errorf("%w: %s", ErrUnparsable, why) }
	if len(text) > maxAnswer {
		return no("it is too long")
	}
	if !utf8.ValidString(text) {
		return no("it is not UTF-8")
	}
	rest, err := unthought(text)
	if err != nil {
		return no(err.Error())
	}
	verdictTag := "block"
	if severity {
		verdictTag = "severity"
	}
	if stopped {
		rest += "</" + verdictTag + ">"
	}
	value, rest, ok := tag(rest, verdictTag)
	if !ok {
		return no("it does not begin with <" + verdictTag + ">")
	}
	a := Answer{Severity: -1}
	if severity {
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 100 || strings.TrimLeft(value, "0123456789") != "" {
			return no("the severity is no number from 0 to 100")
		}
		a.Severity, a.Block = n, n >= 50
	} else {
		switch value {
		case "yes":
			a.Block = true
		case "no":
		default:
			return no("the block is neither yes nor no")
		}
	}
	short := stage == First && form == Both
	if short || !a.Block {
		if rest != "" {
			return no("something stands behind the answer")
		}
		return a, nil
	}
	label, rest, ok := tag(rest, "category")
	if !ok {
		return no("the category is missing")
	}
	reason, rest, ok := tag(rest, "reason")
	if !ok || rest != "" {
		return no("the reason is missing, or not the last")
	}
	if strings.EqualFold(label, Boundary) {
		label, a.Category = Boundary, "boundary"
	} else {
		e, known := book.Readable().Labelled(label)
		if !known {
			return no("the category is none of the rulebook's")
		}
		label, a.Category = e.Label, e.ID
	}
	said, behind, ok := strings.Cut(strings.TrimPrefix(reason, "["), "]")
	if !ok || !strings.HasPrefix(reason, "[") || !strings.EqualFold(said, label) {
		return no("the reason does not begin with its category")
	}
	a.Reason = plain(behind)
	return a, nil
}

// unthought takes the one <thinking> off the front. Tags inside it count for
// nothing; one that does not end, or a second one, is an error.
func unthought(s string) (string, error) {
	s = strings.TrimSpace(s)
	rest, ok := strings.CutPrefix(s, "<thinking>")
	if !ok {
		if strings.Contains(s, "<thinking") || strings.Contains(s, "</thinking") {
			return "", fmt.Errorf("the thinking is not at the beginning")
		}
		return s, nil
	}
	inner, rest, ok := strings.Cut(rest, "</thinking>")
	switch {
	case !ok:
		return "", fmt.Errorf("the thinking does not end")
	case strings.Contains(inner, "<thinking") || strings.Contains(rest, "<thinking") || strings.Contains(rest, "</thinking"):
		return "", fmt.Errorf("there is a second thinking")
	}
	return strings.TrimSpace(rest), nil
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
	for _, t := range [...]string{"block", "severity", "category", "reason", "thinking"} {
		if strings.Contains(value, "<"+t) || strings.Contains(value, "</"+t) {
			return "", "", false
		}
	}
	return strings.TrimSpace(value), strings.TrimSpace(rest), true
}

// plain takes markup and control characters out of a reason, and cuts it.
func plain(s string) string {
	var b strings.Builder
	n, inTag := 0, false
	for _, r := range s {
		switch {
		case r == '<':
			inTag = true
			continue
		case r == '>' && inTag:
			inTag = false
			continue
		case inTag:
			continue
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r) || strings.ContainsRune("`*_#|", r):
			continue
		}
		if n++; n > maxReason {
			b.WriteString("...")
			break
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
