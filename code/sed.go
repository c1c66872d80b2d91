package code

import "strings"

// readSed says what a sed script does besides printing. Several -e are joined
// by newlines.
func readSed(in Input) Report {
	s := &sedReader{src: in.Text, t: &tree{in: in, src: in.Text, seen: map[effectKey]int{}}}
	s.script()
	s.t.finish()
	return s.t.report
}

type sedReader struct {
	src   string
	at    int
	t     *tree
	depth int
}

func (s *sedReader) emit(start int, e Effect) {
	s.t.emit(&node{start: start, end: s.at}, e)
}

func (s *sedReader) issue(start int, why string) {
	s.t.issue(&node{start: start, end: min(max(s.at, start), len(s.src))}, why)
	s.at = len(s.src)
}

func (s *sedReader) spaces() {
	for s.at < len(s.src) && strings.IndexByte(" \t\r\n;", s.src[s.at]) >= 0 {
		s.at++
	}
}

// line takes what is left of the line.
func (s *sedReader) line() string {
	end := strings.IndexByte(s.src[s.at:], '\n')
	if end < 0 {
		end = len(s.src) - s.at
	}
	text := s.src[s.at : s.at+end]
	s.at += end
	return strings.TrimLeft(text, " \t")
}

func (s *sedReader) script() {
	for {
		s.spaces()
		if s.at >= len(s.src) {
			if s.depth > 0 {
				s.issue(s.at, "a brace that does not close")
			}
			return
		}
		start := s.at
		if !s.address() {
			s.issue(start, "an address that cannot be read")
			return
		}
		if s.at >= len(s.src) {
			s.issue(start, "an address without a command")
			return
		}
		c := s.src[s.at]
		s.at++
		switch c {
		case '#':
			s.line()
		case '{':
			s.depth++
		case '}':
			s.depth--
			if s.depth < 0 {
				s.issue(start, "a brace that closes nothing")
				return
			}
		case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F':
		case 'q', 'Q', 'l', 'L':
			for s.at < len(s.src) && (s.src[s.at] == ' ' || s.src[s.at] >= '0' && s.src[s.at] <= '9') {
				s.at++
			}
		case ':', 'b', 't', 'T', 'v':
			for s.at < len(s.src) && (s.src[s.at] == ' ' || s.src[s.at] == '\t') {
				s.at++
			}
			for s.at < len(s.src) && strings.IndexByte("; \t\n}", s.src[s.at]) < 0 {
				s.at++
			}
		case 'a', 'i', 'c':
			s.textLines()
		case 'r', 'R':
			if name := s.line(); name != "/dev/stdin" {
				s.emit(start, Effect{Kind: Read, Target: name, Known: true})
			}
		case 'w', 'W':
			s.write(start, s.line())
		case 'e':
			cmd := s.line()
			if cmd == "" {
				s.emit(start, Effect{Kind: Shell, Data: []string{"stdin"}, Why: "runs each line of its input"})
				s.t.issue(&node{start: start, end: s.at}, "runs each line of its input as a command")
				break
			}
			s.emit(start, Effect{Kind: Shell, Target: cmd, Known: true})
		case 's':
			if !s.substitute(start) {
				return
			}
		case 'y':
			if s.at >= len(s.src) {
				s.issue(start, "a command that is cut off")
				return
			}
			d := s.src[s.at]
			s.at++
			if _, ok := s.until(d, false); !ok {
				s.issue(start, "a command that is cut off")
				return
			}
			if _, ok := s.until(d, false); !ok {
				s.issue(start, "a command that is cut off")
				return
			}
		default:
			s.issue(start, "a command that is not known")
			return
		}
	}
}

func (s *sedReader) write(start int, name string) {
	switch name {
	case "/dev/stdout", "/dev/stderr", "/dev/null", "":
		return
	}
	s.emit(start, Effect{Kind: Write, Target: name, Known: true, Data: []string{"stdin"}})
}

// address passes over the lines a command is for.
func (s *sedReader) address() bool {
	for n := 0; n < 2; n++ {
		if s.at >= len(s.src) {
			return true
		}
		switch c := s.src[s.at]; {
		case c >= '0' && c <= '9' || c == '+' || c == '~':
			for s.at < len(s.src) && strings.IndexByte("0123456789+~", s.src[s.at]) >= 0 {
				s.at++
			}
		case c == '$':
			s.at++
		case c == '/' || c == '\\':
			s.at++
			if c == '\\' {
				if s.at >= len(s.src) {
					return false
				}
				c = s.src[s.at]
				s.at++
			}
			if _, ok := s.until(c, true); !ok {
				return false
			}
			for s.at < len(s.src) && (s.src[s.at] == 'I' || s.src[s.at] == 'M') {
				s.at++
			}
		default:
			if n == 1 {
				return false
			}
			return true
		}
		for s.at < len(s.src) && (s.src[s.at] == ' ' || s.src[s.at] == '\t') {
			s.at++
		}
		if n == 0 && s.at < len(s.src) && s.src[s.at] == ',' {
			s.at++
			for s.at < len(s.src) && s.src[s.at] == ' ' {
				s.at++
			}
			continue
		}
		break
	}
	for s.at < len(s.src) && (s.src[s.at] == '!' || s.src[s.at] == ' ' || s.src[s.at] == '\t') {
		s.at++
	}
	return true
}

// until takes the text up to an unescaped d; in a pattern a bracket list may
// hold it.
func (s *sedReader) until(d byte, pattern bool) (string, bool) {
	start := s.at
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == d:
			s.at++
			return s.src[start : s.at-1], true
		case c == '\\':
			s.at++
		case c == '[' && pattern:
			end := s.at + 1
			if end < len(s.src) && s.src[end] == '^' {
				end++
			}
			if end < len(s.src) && s.src[end] == ']' {
				end++
			}
			for end < len(s.src) && s.src[end] != ']' && s.src[end] != '\n' {
				if s.src[end] == '[' && end+1 < len(s.src) && strings.IndexByte(":.=", s.src[end+1]) >= 0 {
					if e := strings.Index(s.src[end+2:], string([]byte{s.src[end+1], ']'})); e >= 0 {
						end += e + 3
					}
				}
				end++
			}
			if end < len(s.src) && s.src[end] == ']' {
				s.at = end
			}
		}
		s.at++
	}
	return "", false
}

// substitute reads s/pattern/replacement/flags.
func (s *sedReader) substitute(start int) bool {
	if s.at >= len(s.src) {
		s.issue(start, "a command that is cut off")
		return false
	}
	d := s.src[s.at]
	s.at++
	if _, ok := s.until(d, true); !ok {
		s.issue(start, "a command that is cut off")
		return false
	}
	text, ok := s.until(d, false)
	if !ok {
		s.issue(start, "a command that is cut off")
		return false
	}
	for s.at < len(s.src) {
		c := s.src[s.at]
		switch {
		case c >= '0' && c <= '9' || strings.IndexByte("gpiImM", c) >= 0:
			s.at++
			continue
		case c == 'e':
			s.at++
			s.emit(start, Effect{Kind: Shell, Sketch: text, Data: []string{"stdin"}, Why: "runs each changed line as a command"})
			s.t.issue(&node{start: start, end: s.at}, "runs each changed line as a command")
			continue
		case c == 'w':
			s.at++
			s.write(start, s.line())
			return true
		case strings.IndexByte(" \t\r", c) >= 0:
			s.at++
			continue
		case strings.IndexByte(";\n}#", c) >= 0:
			return true
		}
		s.issue(start, "a flag that is not known")
		return false
	}
	return true
}

// textLines passes over the text of a, i and c.
func (s *sedReader) textLines() {
	for s.at < len(s.src) && (s.src[s.at] == ' ' || s.src[s.at] == '\t') {
		s.at++
	}
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		if s.src[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	s.at = min(s.at, len(s.src))
}
