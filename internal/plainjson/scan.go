// Package plainjson reads and writes JSON of plain data: structs with json
// tags, slices, maps with string keys, texts, whole numbers, truth values,
// times, raw JSON, and what marshals itself as text. What it writes is what
// encoding/json would write without escaping for HTML.
//
// It is there for programs that live for a few milliseconds: encoding/json
// prepares each type before its first use, which takes such a program longer
// than everything else it does.
//
// It is stricter than encoding/json: keys match exactly, and what follows a
// value is an error.
package plainjson

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep values may stand in each other: the stack has no bound.
const maxDepth = 10_000

// scanner reads JSON from b. After its first error it reads nothing more.
type scanner struct {
	b     []byte
	i     int
	depth int
	err   error
}

var errEnd = errors.New("unexpected end of JSON")

func (s *scanner) fail(what string) {
	if s.err == nil {
		s.err = fmt.Errorf("%s at byte %d of JSON", what, s.i)
		s.i = len(s.b)
	}
}

// peek gives the next byte that is no white space; 0 at the end.
func (s *scanner) peek() byte {
	for s.i < len(s.b) {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return c
		}
	}
	return 0
}

// take reads the byte c.
func (s *scanner) take(c byte) {
	if s.i < len(s.b) && s.b[s.i] == c {
		s.i++
		return
	}
	if s.peek() != c {
		if s.i >= len(s.b) && s.err == nil {
			s.err = errEnd
		}
		s.fail("expected " + strconv.QuoteRune(rune(c)))
		return
	}
	s.i++
}

// word reads null, true or false, if it is next.
func (s *scanner) word(w string) bool {
	if s.peek(); len(s.b)-s.i >= len(w) && string(s.b[s.i:s.i+len(w)]) == w {
		s.i += len(w)
		return true
	}
	return false
}

// open begins an object or array; more is whether it has a first part.
func (s *scanner) open(begin, end byte) (more bool) {
	s.take(begin)
	if s.depth++; s.depth > maxDepth {
		s.fail("values too deep in each other")
	}
	if s.err == nil && s.peek() != end {
		return true
	}
	s.close(end)
	return false
}

// more tells whether another part follows, after one was read.
func (s *scanner) more(end byte) bool {
	if s.err != nil {
		return false
	}
	if s.peek() == ',' {
		s.i++
		return true
	}
	s.close(end)
	return false
}

func (s *scanner) close(end byte) {
	s.depth--
	s.take(end)
}

// key reads the name of a member, and the colon. It is valid until the next
// read.
func (s *scanner) key() []byte {
	var key []byte
	if s.peek() == '"' {
		// Most names are plain, and need no copy.
		for i := s.i + 1; i < len(s.b); i++ {
			c := s.b[i]
			if c == '"' {
				key = s.b[s.i+1 : i]
				s.i = i + 1
				break
			}
			if c == '\\' || c < 0x20 || c >= utf8.RuneSelf {
				break
			}
		}
	}
	if key == nil {
		key = []byte(s.text())
	}
	s.take(':')
	return key
}

// members calls each for every member of an object; each reads its value.
func (s *scanner) members(each func(key string)) {
	for ok := s.open('{', '}'); ok; ok = s.more('}') {
		key := string(s.key())
		if s.err != nil {
			return
		}
		each(key)
	}
}

// text reads a string.
func (s *scanner) text() string {
	s.take('"')
	if s.err != nil {
		return ""
	}
	start := s.i
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; {
		case c == '"':
			t := s.b[start:s.i]
			s.i++
			if !utf8.Valid(t) {
				return string([]rune(string(t)))
			}
			return string(t)
		case c == '\\':
			return s.escaped(start)
		case c < 0x20:
			s.fail("control character in a string")
			return ""
		}
	}
	s.err = errEnd
	return ""
}

// escaped reads the rest of a string that began at start and has an escape at
// the scanner's place.
func (s *scanner) escaped(start int) string {
	end := s.i
	for end < len(s.b) && s.b[end] != '"' {
		if s.b[end] == '\\' {
			end++
		}
		end++
	}
	var out strings.Builder
	out.Grow(min(end, len(s.b)) - start)
	out.Write(s.b[start:s.i])
	if !s.unescape(&out) {
		return ""
	}
	if t := out.String(); utf8.ValidString(t) {
		return t
	}
	return string([]rune(out.String()))
}

// unescape writes the rest of a string, from its first escape on, to out; it
// is false where the string has a fault.
func (s *scanner) unescape(out *strings.Builder) bool {
	for s.i < len(s.b) {
		run := s.i
		for s.i < len(s.b) && s.b[s.i] != '"' && s.b[s.i] != '\\' && s.b[s.i] >= 0x20 {
			s.i++
		}
		out.Write(s.b[run:s.i])
		if s.i == len(s.b) {
			break
		}
		c := s.b[s.i]
		s.i++
		switch {
		case c == '"':
			return true
		case c < 0x20:
			s.fail("control character in a string")
			return false
		}
		if s.i == len(s.b) {
			break
		}
		c = s.b[s.i]
		s.i++
		switch c {
		case '"', '\\', '/':
			out.WriteByte(c)
		case 'b':
			out.WriteByte('\b')
		case 'f':
			out.WriteByte('\f')
		case 'n':
			out.WriteByte('\n')
		case 'r':
			out.WriteByte('\r')
		case 't':
			out.WriteByte('\t')
		case 'u':
			r := s.hex()
			if utf16.IsSurrogate(r) {
				at := s.i
				second := rune(-1)
				if len(s.b)-s.i >= 6 && s.b[s.i] == '\\' && s.b[s.i+1] == 'u' {
					s.i += 2
					second = s.hex()
				}
				if r = utf16.DecodeRune(r, second); r == utf8.RuneError {
					s.i = at
				}
			}
			out.WriteRune(r)
		default:
			s.fail("unknown escape in a string")
			return false
		}
		if s.err != nil {
			return false
		}
	}
	s.err = errEnd
	return false
}

// hex reads four digits.
func (s *scanner) hex() rune {
	if len(s.b)-s.i < 4 {
		s.err = errEnd
		return 0
	}
	n, err := strconv.ParseUint(string(s.b[s.i:s.i+4]), 16, 16)
	if err != nil {
		s.fail("bad escape in a string")
	}
	s.i += 4
	return rune(n)
}

// number reads a number as it is written.
func (s *scanner) number() string {
	s.peek()
	start := s.i
	digits := func() bool {
		from := s.i
		for s.i < len(s.b) && '0' <= s.b[s.i] && s.b[s.i] <= '9' {
			s.i++
		}
		return s.i > from
	}
	next := func(set string) bool {
		for j := range len(set) {
			if s.i < len(s.b) && s.b[s.i] == set[j] {
				s.i++
				return true
			}
		}
		return false
	}
	next("-")
	ok := next("0") || digits()
	if next(".") {
		ok = ok && digits()
	}
	if next("eE") {
		next("+-")
		ok = ok && digits()
	}
	if !ok {
		s.i = start
		s.fail("expected a value")
		return ""
	}
	return string(s.b[start:s.i])
}

// skip reads a value and gives the bytes it stands in.
func (s *scanner) skip() []byte {
	c := s.peek()
	start := s.i
	switch c {
	case '{':
		for ok := s.open('{', '}'); ok; ok = s.more('}') {
			s.key()
			s.skip()
		}
	case '[':
		for ok := s.open('[', ']'); ok; ok = s.more(']') {
			s.skip()
		}
	case '"':
		s.text()
	default:
		if !s.word("null") && !s.word("true") && !s.word("false") {
			s.number()
		}
	}
	if s.err != nil {
		return nil
	}
	return s.b[start:s.i]
}

// end makes sure that nothing follows.
func (s *scanner) end() error {
	if s.peek(); s.i < len(s.b) {
		s.fail("something follows the value")
	}
	return s.err
}

// Valid tells whether b is one JSON value.
func Valid(b []byte) bool {
	s := scanner{b: b}
	s.skip()
	return s.end() == nil
}
