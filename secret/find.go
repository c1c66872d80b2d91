package secret

import (
	"cmp"
	"slices"
	"strings"
)

// Match is one secret found in a text.
type Match struct {
	Kind       string // "github-token", "private-key", "password" ...
	Start, End int    // in bytes; the secret itself, without its name and quotes
}

// Find gives the secrets in text that look real, in order and without
// overlap: tokens of known forms, private keys, passwords in URLs, and values
// drawn at random that are assigned to names of secrets. Placeholders,
// references to variables and everyday words are none. It takes linear time.
func Find(text string) []Match {
	s := scanner{text: text, strict: true}
	s.scan()
	return s.merged()
}

// scanner goes over a text once. Strict is for finding; otherwise all that
// stands where a secret stands counts.
type scanner struct {
	text   string
	strict bool
	found  []Match
	jwtEnd int  // no JWT starts before here
	seen   int  // values before here were measured already
	prog   prog // the program of the command line we are in
}

// add notes a match, unless the text is blotted out already.
func (s *scanner) add(kind string, start, end int) {
	if start >= end {
		return
	}
	v := s.text[start:end]
	if s.strict && placeholder(v) || onlyMarkers(v) {
		return
	}
	s.found = append(s.found, Match{kind, start, end})
}

// window gives the text in which the value at i may end. A value inside one
// that was measured already gets a short one, so that names nested in values
// do not cost the square of the text.
func (s *scanner) window(i int) string {
	switch {
	case i < s.seen:
		return s.text[:min(len(s.text), i+512)]
	case s.strict:
		return s.text[:min(len(s.text), i+4200)]
	}
	return s.text
}

// scan looks at every place of the text. At the first byte of a word it also
// reads the whole word as a name.
func (s *scanner) scan() {
	text := s.text
	wordEnd := 0
	for i := 0; i < len(text); i++ {
		if n := marker(text, i); n > 0 {
			i += n - 1
			wordEnd = i + 1
			continue
		}
		c := text[i]
		switch {
		case c == '-' && strings.HasPrefix(text[i:], "-----BEGIN "):
			if end := pem(text, i); end > 0 {
				if !s.strict || len(text[i:end]) > 76 && !strings.Contains(text[i:end], "...") {
					s.add("private-key", i, end)
				}
				i = end - 1
				wordEnd = end
				continue
			}
		case c == 'e' && i >= s.jwtEnd && strings.HasPrefix(text[i:], "eyJ"):
			if end, ok := jwt(text, i); ok {
				s.add("jwt", i, end)
				i = end - 1
				continue
			} else {
				s.jwtEnd = end
			}
		case c == ':' && strings.HasPrefix(text[i:], "://"):
			s.userinfo(i + 3)
		case c == '\n' || c == ';' || c == '|':
			s.prog = noProg
		}
		if kind, end := token(text, i); end > 0 {
			s.add(kind, i, end)
			if i >= wordEnd { // the token is no name
				wordEnd = end
			}
			i = end - 1
			continue
		}
		if i >= wordEnd && nameByte(c) {
			wordEnd = i + 1
			for wordEnd < len(text) && nameByte(text[wordEnd]) {
				wordEnd++
			}
			s.word(i, wordEnd)
		}
	}
}

// nameByte tells whether b can stand in the name of a setting.
func nameByte(b byte) bool { return alnum(b) || b == '_' || b == '-' || b == '.' }

// pem gives the end of a private key block at text[i:]; 0 where it is none. A
// block without an end takes all that follows.
func pem(text string, i int) int {
	line := text[i+len("-----BEGIN "):]
	line = line[:min(len(line), 64)]
	j := strings.Index(line, "-----")
	if j < 0 || !strings.Contains(line[:j], "PRIVATE KEY") {
		return 0
	}
	from := i + len("-----BEGIN ") + j + len("-----")
	e := strings.Index(text[from:], "-----END")
	if e < 0 {
		return len(text)
	}
	end := from + e + len("-----END")
	if k := strings.Index(text[end:min(len(text), end+64)], "-----"); k >= 0 {
		return end + k + len("-----")
	}
	return end
}

// jwt gives the end of a JSON web token at text[i:]; where it is none, the
// place before which no other can start.
func jwt(text string, i int) (end int, ok bool) {
	run := func(j int) int {
		for j < len(text) && base64url.has(text[j]) {
			j++
		}
		return j
	}
	head := run(i)
	if head-i < 12 || head >= len(text) || text[head] != '.' {
		return head, false
	}
	body := run(head + 1)
	if body-head < 8 || body >= len(text) || text[body] != '.' {
		return head, false
	}
	sig := run(body + 1)
	if sig-body < 10 {
		return head, false
	}
	// The key of the standard's own sample page.
	if strings.HasPrefix(text[body+1:sig], "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV") {
		return sig, false
	}
	return sig, true
}

// userinfo looks for a password in the authority of a URL that begins at i.
func (s *scanner) userinfo(i int) {
	end := i
	at, colon := -1, -1
	for end < len(s.text) && end < i+512 {
		switch c := s.text[end]; {
		case c == '@':
			at = end
		case c == ':' && colon < 0:
			colon = end
		case c <= ' ' || c == '/' || c == '"' || c == '\'' || c == '`' || c == '<' && end > i || c == '>' || c == '\\':
			goto done
		}
		end++
	}
done:
	switch {
	case at < 0:
	case colon >= 0 && colon < at:
		v := s.text[colon+1 : at]
		if s.strict && (len(v) < 6 || weakWord(v) || v == s.text[i:colon]) || v != "" && reference(v) {
			return
		}
		s.add("url-password", colon+1, at)
	default:
		if v := s.text[i:at]; len(v) >= 20 && strong(v, 20) {
			s.add("url-credential", i, at)
		}
	}
}

// merged gives what was found in order, overlapping ones joined. The kind of
// a joined one is that of a known form where there is one.
func (s *scanner) merged() []Match {
	f := s.found
	slices.SortStableFunc(f, func(a, b Match) int { return cmp.Compare(a.Start, b.Start) })
	var out []Match
	for _, m := range f {
		if n := len(out); n > 0 && m.Start < out[n-1].End {
			prev := &out[n-1]
			prev.End = max(prev.End, m.End)
			if generic(prev.Kind) && !generic(m.Kind) {
				prev.Kind = m.Kind
			}
			continue
		}
		out = append(out, m)
	}
	return out
}

// generic tells whether a kind comes from a name and not from the value's own
// form.
func generic(kind string) bool {
	switch kind {
	case "secret", "password", "header", "url-password", "url-credential", "bearer":
		return true
	}
	return false
}
