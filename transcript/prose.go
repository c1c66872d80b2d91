package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one word, or one mark that ends a clause, of what a person wrote.
type token struct {
	text string // lower case, apostrophes straightened; as written for a path or code
	kind tokenKind
}

type tokenKind uint8

const (
	word   tokenKind = iota
	path             // a file name, folder or URL
	code             // between back quotes
	quoted           // between quotation marks, more than one word
	mark             // , : - ( ): the clause ends
)

// sentence is one sentence or one item of a list, as written, white space
// squeezed.
type sentence struct {
	text   string
	tokens []token // see words
}

// words are the sentence's tokens. Few sentences of a long text are ever cut
// into them.
func (s *sentence) words() []token {
	if s.tokens == nil && s.text != "" {
		s.tokens = tokens(s.text)
	}
	return s.tokens
}

// maxProse bounds how much of one turn is read for limits. What a person types
// is far shorter; a longer turn is mostly something pasted, and its beginning
// and its end are where a person writes.
const maxProse = 64 << 10

// sentences splits what a person wrote into sentences, leaving out what is not
// the person's own speech: code blocks, quoted lines, logs, tables, markup.
func sentences(text string) []sentence {
	if len(text) > maxProse {
		text = cut(text, maxProse/2) + "\n\n" + strings.ToValidUTF8(text[len(text)-maxProse/2:], "")
	}
	var out []sentence
	var para strings.Builder
	head := "" // of a list under words that forbid: "Do not:"
	flush := func() {
		if para.Len() > 0 {
			out = split(out, para.String())
			para.Reset()
		}
	}
	for _, line := range ownLines(text) {
		item := strings.TrimLeft(line, " \t")
		body := strings.TrimLeft(item, "#*-+•–— \t0123456789.)(")
		listed := body != item && len(item) > 0 && (strings.ContainsRune("#*-+•–—", first(item)) || unicode.IsDigit(first(item)))
		if !listed {
			body = item
		}
		switch {
		case body == "":
			flush()
			if item == "" && para.Len() == 0 {
				continue
			}
		case listed:
			flush()
			if head != "" {
				body = head + " " + body
			}
			para.WriteString(body)
		case para.Len() == 0:
			para.WriteString(body)
		case wraps(para.String(), body):
			para.WriteByte(' ')
			para.WriteString(body)
		default:
			flush()
			para.WriteString(body)
		}
		if !listed && body != "" {
			head = ""
			if rest, ok := strings.CutSuffix(strings.TrimRight(body, " "), ":"); ok && len(rest) < 80 && forbids(rest) {
				head = lastSentence(rest)
				flush()
			}
		}
	}
	flush()
	return out
}

// wraps tells whether next goes on with the sentence that prev began.
func wraps(prev, next string) bool {
	prev = strings.TrimRight(prev, " ")
	if prev == "" || strings.ContainsRune(".!?:;。！？；…", last(prev)) {
		return false
	}
	return unicode.IsLower(first(next)) || len(prev) > 60 && !unicode.IsUpper(first(next))
}

// forbids tells whether a heading ends in words that forbid what is listed
// below it.
func forbids(head string) bool {
	h := " " + fold(head)
	for _, end := range []string{" do not", " don't", " dont", " never", " must not", " without", " avoid", " not allowed",
		" forbidden", " off limits", " nicht", " ne pas", " no debes", " não"} {
		if strings.HasSuffix(h, end) {
			return true
		}
	}
	return false
}

func lastSentence(s string) string {
	if i := strings.LastIndexAny(s, ".!?;"); i >= 0 {
		s = s[i+1:]
	}
	return strings.TrimSpace(s)
}

// ownLines drops the lines that are not the person's own prose.
func ownLines(text string) []string {
	var out []string
	fence, closing := "", ""
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, "\r \t")
		trimmed := strings.TrimLeft(line, " \t")
		if fence != "" {
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
			continue
		}
		if closing != "" {
			if strings.Contains(trimmed, closing) {
				closing = ""
			}
			continue
		}
		switch {
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
			out = append(out, "")
			continue
		case strings.HasPrefix(trimmed, "<!--") && !strings.Contains(trimmed, "-->"):
			closing = "-->"
			continue
		case len(trimmed) > 2 && trimmed[0] == '<' && trimmed[len(trimmed)-1] == '>' && isTag(trimmed[1:len(trimmed)-1]):
			if !strings.HasPrefix(trimmed, "</") && strings.Contains(text, "</"+tagName(trimmed)) {
				closing = "</" + tagName(trimmed)
			}
			continue
		case notProse(line, trimmed):
			out = append(out, "")
			continue
		}
		out = append(out, line)
	}
	return out
}

func isTag(s string) bool {
	for _, r := range s {
		if r == '<' || r == '>' {
			return false
		}
	}
	return tagName("<"+s) != ""
}

// tagName is the name in "<name attr>", empty when it has none.
func tagName(s string) string {
	s = strings.TrimLeft(s, "</")
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '-' && r != '_' && !unicode.IsDigit(r) {
			return s[:i]
		}
	}
	return s
}

// notProse tells of lines that were pasted: quotations, prompts, traces, logs,
// tables, code.
func notProse(line, trimmed string) bool {
	if trimmed == "" {
		return false
	}
	switch trimmed[0] {
	case '>', '|', '$', '%', '{', '}', '@', '+':
		return true
	}
	if strings.HasPrefix(trimmed, "at ") && strings.ContainsAny(trimmed, "(:") ||
		strings.HasPrefix(trimmed, "Traceback") || strings.HasPrefix(trimmed, "File \"") || strings.HasPrefix(trimmed, "//") {
		return true
	}
	// 2026-01-02T..., [12:00:01], ERROR something
	digits := 0
	for i := 0; i < len(trimmed) && i < 12; i++ {
		if c := trimmed[i]; c >= '0' && c <= '9' {
			digits++
		}
	}
	if digits >= 6 && (unicode.IsDigit(first(trimmed)) || trimmed[0] == '[') {
		return true
	}
	for _, level := range []string{"ERROR", "WARN", "INFO", "DEBUG", "FATAL", "error:", "Error:", "warning:", "npm ERR!"} {
		if strings.HasPrefix(trimmed, level) {
			return true
		}
	}
	indented := strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
	return (indented || strings.HasSuffix(trimmed, ";") || strings.HasSuffix(trimmed, "{")) && strings.ContainsAny(trimmed, "{}();=<>")
}

// split cuts a paragraph into sentences.
func split(out []sentence, para string) []sentence {
	start := 0
	add := func(end int) {
		if s := strings.Join(strings.Fields(para[start:end]), " "); s != "" {
			out = append(out, sentence{text: s})
		}
	}
	inCode := false
	for i, r := range para {
		next := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			next = i + 1
		}
		switch r {
		case '`':
			inCode = !inCode
		case '.', '!', '?', ';', '…':
			if inCode || next < len(para) && !strings.ContainsRune(" \t\")'”»*_", first(para[next:])) {
				continue
			}
			if r == '.' && abbreviated(para[start:i]) {
				continue
			}
			add(next)
			start = next
		case '。', '！', '？', '；', '｡':
			add(next)
			start = next
		}
	}
	add(len(para))
	return out
}

// abbreviated tells of "e.g", "i.e", "z.B", "etc" before a full stop.
func abbreviated(s string) bool {
	w := s[strings.LastIndexAny(s, " (")+1:]
	switch strings.ToLower(w) {
	case "e.g", "i.e", "z.b", "vs", "cf", "bzw", "no", "nr", "p.ej", "d.h":
		return w != "no" && w != "No"
	}
	return false
}

// tokens cuts a sentence into words.
func tokens(s string) []token {
	out := make([]token, 0, len(s)/5+4)
	rest := s
	for rest != "" {
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(r) || r == '*' || r == '¡' || r == '¿':
			rest = rest[n:]
		case r == '`':
			end := strings.IndexByte(rest[1:], '`')
			if end < 0 {
				rest = rest[1:]
				continue
			}
			if inner := strings.TrimSpace(rest[1 : end+1]); inner != "" {
				out = append(out, token{inner, code})
			}
			rest = rest[end+2:]
		case closer(r) != 0:
			end := strings.IndexRune(rest[n:], closer(r))
			if end < 0 {
				rest = rest[n:]
				continue
			}
			inner := strings.TrimSpace(rest[n : n+end])
			rest = rest[n+end+utf8.RuneLen(closer(r)):]
			switch {
			case inner == "":
			case strings.ContainsAny(inner, " \t"):
				out = append(out, token{inner, quoted})
			default:
				out = append(out, wordToken(inner))
			}
		case wordRune(r) || (r == '~' || r == '.' || r == '/' || r == '-' || r == '$' || r == '@') && startsWord(rest[n:]):
			end := wordEnd(rest)
			w := wordToken(rest[:end])
			rest = rest[end:]
			if a, b, either := strings.Cut(w.text, "/"); either && w.kind == word { // "commit/push"
				out = append(out, token{a, word}, token{"or", word}, token{b, word})
				continue
			}
			out = append(out, w)
		default:
			if len(out) > 0 && out[len(out)-1].kind != mark {
				out = append(out, token{string(r), mark})
			}
			rest = rest[n:]
		}
	}
	return out
}

// closer is the mark that ends a quotation which r begins, 0 for none.
func closer(r rune) rune {
	switch r {
	case '"', '＂':
		return r
	case '“':
		return '”'
	case '„':
		return '“'
	case '«':
		return '»'
	case '「':
		return '」'
	}
	return 0
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

func startsWord(s string) bool {
	for i, r := range s {
		if wordRune(r) {
			return true
		}
		if i > 2 || r != '.' && r != '/' && r != '-' {
			return false
		}
	}
	return false
}

// wordEnd is where the word that s begins with ends. A word may hold what file
// names, options and contractions hold.
func wordEnd(s string) int {
	end := 0
	for i, r := range s {
		if wordRune(r) {
			end = i + utf8.RuneLen(r)
			continue
		}
		switch r {
		case '\'', '’', '-', '.', '/', '~', '@', '*', ':', '#', '=', '+', '$', '&', '%', '?', '\\':
			continue // only when a letter follows, or for a closing slash
		}
		break1 := s[end:i]
		if strings.HasPrefix(break1, "/") {
			return end + len(break1) - len(strings.TrimLeft(break1, "/*"))
		}
		return max(end, 1)
	}
	if tail := s[end:]; strings.HasPrefix(tail, "/") {
		end += len(tail) - len(strings.TrimLeft(tail, "/*"))
	}
	return max(end, 1)
}

// wordToken tells a file name from a word.
func wordToken(s string) token {
	if isPath(s) {
		return token{strings.TrimRight(s, ".,:"), path}
	}
	return token{fold(strings.Trim(s, ".:")), word}
}

// isPath tells of what is written like a file, a folder or an address.
func isPath(s string) bool {
	if len(s) < 2 {
		return false
	}
	switch s {
	case "README", "LICENSE", "CHANGELOG", "Makefile", "Dockerfile", "Gemfile", "Rakefile", "Jenkinsfile", "Procfile":
		return true
	}
	if s[0] == '~' || s[0] == '/' || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.Contains(s, "://") {
		return true
	}
	if s[0] == '.' {
		return len(s) > 2 && unicode.IsLetter(first(s[1:]))
	}
	if i := strings.IndexByte(s, '/'); i >= 0 {
		// "and/or", "client/server" are words; a folder has a trailing
		// slash, a dot, a star or several parts.
		return strings.Count(s, "/") > 1 || strings.HasSuffix(s, "/") || strings.ContainsAny(s, ".*_@") || fileRoot(s[:i])
	}
	if i := strings.LastIndexByte(s, '.'); i > 0 && i < len(s)-1 {
		ext := s[i+1:]
		if len(ext) > 5 || unicode.IsDigit(first(ext)) {
			return strings.Contains(s, "*")
		}
		for _, r := range ext {
			if r > 127 || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return false
			}
		}
		return !strings.EqualFold(s, "e.g") && !strings.EqualFold(s, "i.e") && !strings.EqualFold(s, "node.js")
	}
	return false
}

// fileRoot tells of folder names that projects have, so that "src/api" is a
// folder and "yes/no" is not.
func fileRoot(s string) bool {
	switch strings.ToLower(s) {
	case "src", "lib", "app", "test", "tests", "docs", "doc", "pkg", "cmd", "internal", "scripts", "bin", "dist", "build", "config",
		"vendor", "infra", "deploy", "migrations", "db", "data", "public", "api", "server", "client", "packages", "apps", "tools", "etc", "origin":
		return true
	}
	return false
}

// fold lower-cases and straightens apostrophes.
func fold(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), "’", "'")
}

func first(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func last(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// cut shortens s to at most n bytes at a rune's border.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
