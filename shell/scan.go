package shell

import (
	"unicode"
	"unicode/utf8"
)

// The parser has no limit of its own and is slow on deep nesting, so both are
// bounded before it sees a text.
const (
	maxText    = 64 << 10 // bytes
	maxOpeners = 200      // nested brackets
)

// suspect is a character that may hide something from a reader of the text.
type suspect struct {
	at, end int
	sort    suspectSort
}

type suspectSort uint8

const (
	control   suspectSort = iota // C0 and C1 controls, DEL
	invisible                    // zero-width, bidi and other characters without a shape
	blank                        // looks like a space and is none
	broken                       // no valid UTF-8
	joiner                       // joins letters or emoji, or styles one
)

// sight is what a linear scan finds in a text.
type sight struct {
	suspects []suspect
	openers  int
	comment  bool // a comment may not be where it seems: see guardComments
	broken   int  // offset of a continued line that shells join in their own ways; -1 for none
}

// look scans text once.
func look(text string) sight {
	s := sight{broken: -1}
	hash, tight, continued := false, false, false
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(text[i:])
			if sort, bad := suspicious(r, n); bad && len(s.suspects) < 4096 {
				s.suspects = append(s.suspects, suspect{i, i + n, sort})
			}
			i += n
			continue
		}
		switch c {
		case '(', '{', '[', '`':
			s.openers++
		case '#':
			hash = true
			tight = tight || i > 0 && !startsComment(text[i-1])
		case '\n':
			if i > 0 && text[i-1] == '\\' {
				continued = true
				n := 0
				for j := i - 1; j >= 0 && text[j] == '\\'; j-- {
					n++
				}
				if (n >= 3 && n%2 == 1 || n == 1 && i > 1 && text[i-2] == '$') && s.broken < 0 {
					s.broken = i - 1
				}
			}
		case '\t':
		default:
			if (c < ' ' || c == 0x7f) && len(s.suspects) < 4096 {
				s.suspects = append(s.suspects, suspect{i, i + 1, control})
			}
		}
		i++
	}
	s.comment = tight || hash && continued
	return s
}

// suspicious tells whether the character may hide something, and how.
func suspicious(r rune, size int) (suspectSort, bool) {
	switch {
	case r == utf8.RuneError && size == 1:
		return broken, true
	case r < 0xa0:
		return control, true
	case r == 0x200c, r == 0x200d, r == 0xfe0e, r == 0xfe0f:
		return joiner, true
	case r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000, r == 0x85:
		return blank, true
	case r == 0x2028, r == 0x2029, r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5,
		r >= 0x180b && r <= 0x180f, r == 0x200b, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f, r == 0x2800, r == 0x3164, r >= 0xfe00 && r <= 0xfe0d, r == 0xfeff, r == 0xffa0,
		r >= 0xfff0 && r <= 0xfffb, r >= 0x1d173 && r <= 0x1d17a, r >= 0xe0000 && r <= 0xe0fff, r == 0x10fffd:
		return invisible, true
	case unicode.Is(unicode.Cf, r):
		return invisible, true
	}
	return 0, false
}

// why names the sort for people.
func (s suspectSort) why() string {
	switch s {
	case control:
		return "a control character outside quotes"
	case invisible:
		return "an invisible or direction-changing character"
	case blank:
		return "a blank that the shell does not take for one"
	case broken:
		return "bytes that are no text (invalid UTF-8)"
	}
	return "an invisible joiner that joins nothing"
}

// deep tells whether brackets in text nest deeper than max. It follows quotes,
// comments and here-documents, since data in them nests nothing; where it
// loses its way it counts on.
func deep(text string, max int) bool {
	var stack []byte // what is open: ( { ` or a double quote
	type hdoc struct {
		stop   string
		quoted bool
		tabs   bool
	}
	var pending []hdoc
	top := func() byte {
		if len(stack) == 0 {
			return 0
		}
		return stack[len(stack)-1]
	}
	depth := 0
	push := func(c byte) {
		stack = append(stack, c)
		if c != '"' {
			depth++
		}
	}
	pop := func() {
		if top() != '"' {
			depth--
		}
		stack = stack[:len(stack)-1]
	}
	for i := 0; i < len(text); i++ {
		if depth > max {
			return true
		}
		c := text[i]
		inDbl := top() == '"'
		switch {
		case c == '\\':
			i++
		case c == '"':
			if inDbl {
				pop()
			} else {
				push('"')
			}
		case c == '\'' && !inDbl:
			for i++; i < len(text) && text[i] != '\''; i++ {
				if text[i] == '\\' && dollarQuote(text, i) {
					i++
				}
			}
		case c == '`':
			if top() == '`' {
				pop()
			} else {
				push('`')
			}
		case c == '$' && i+1 < len(text) && (text[i+1] == '(' || text[i+1] == '{' || text[i+1] == '['):
			push(text[i+1])
			i++
		case inDbl:
		case c == '(' || c == '{' || c == '[':
			push(c)
		case c == ')' && top() == '(' || c == '}' && top() == '{' || c == ']' && top() == '[':
			pop()
		case c == ')':
			// of a case pattern, or what was open before it was no bracket
			for len(stack) > 0 && (top() == '{' || top() == '[') && hasByte(stack, '(') {
				pop()
			}
			if top() == '(' {
				pop()
			}
		case c == '#' && (i == 0 || isBlankOrOp(text[i-1])):
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case c == '<' && i+2 < len(text) && text[i+1] == '<' && text[i+2] != '<' && (i == 0 || text[i-1] != '<'):
			i += 2
			var h hdoc
			if text[i] == '-' {
				h.tabs = true
				i++
			}
			for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
				i++
			}
			for ; i < len(text) && !isBlankOrOp(text[i]); i++ {
				switch text[i] {
				case '\'', '"', '\\':
					h.quoted = true
				default:
					h.stop += text[i : i+1]
				}
			}
			i--
			pending = append(pending, h)
		case c == '\n' && len(pending) > 0:
			for _, h := range pending {
				var n int
				i, n = skipHeredoc(text, i, h.stop, h.tabs)
				if !h.quoted && n > max {
					return true
				}
			}
			pending = nil
		}
	}
	return depth > max
}

// dollarQuote tells whether the single quote that is open at i began as $'.
func dollarQuote(text string, i int) bool {
	for j := i - 1; j > 0; j-- {
		if text[j] == '\'' && text[j-1] != '\\' {
			return text[j-1] == '$'
		}
	}
	return false
}

// skipHeredoc moves from the newline at i over the lines of a here-document;
// it gives the place of the newline at the end of the last one and how many
// expansions the body opens.
func skipHeredoc(text string, i int, stop string, tabs bool) (end, openers int) {
	for i+1 < len(text) {
		j := i + 1
		for j < len(text) && text[j] != '\n' {
			if text[j] == '`' || text[j] == '$' && j+1 < len(text) && (text[j+1] == '(' || text[j+1] == '{') {
				openers++
			}
			j++
		}
		line := text[i+1 : j]
		for tabs && line != "" && line[0] == '\t' {
			line = line[1:]
		}
		i = j
		if line == stop {
			break
		}
	}
	return min(i, len(text)-1), openers
}

func hasByte(list []byte, c byte) bool {
	for _, b := range list {
		if b == c {
			return true
		}
	}
	return false
}

// startsComment tells whether a # after c begins a comment in every shell.
func startsComment(c byte) bool { return c != ')' && c != '<' && c != '>' && isBlankOrOp(c) }

func isBlankOrOp(c byte) bool {
	switch c {
	case ' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>':
		return true
	}
	return false
}
