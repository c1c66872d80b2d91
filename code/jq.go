package code

import "strings"

// readJq says what a jq program does besides computing: it reads the
// environment, and modules. It can neither write nor run anything.
func readJq(in Input) Report {
	t := &tree{in: in, src: in.Text, seen: map[effectKey]int{}}
	jqScan(t, in.Text, 0, 0)
	t.finish()
	return t.report
}

func jqScan(t *tree, src string, shift, depth int) {
	emit := func(start, end int, e Effect) {
		t.emit(&node{start: start + shift, end: end + shift}, e)
	}
	var prev, word string // the word before, and the one before a text
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '#':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case c == '"':
			start := i
			text, end, ok := jqText(t, src, i, shift, depth)
			if !ok {
				t.issue(&node{start: start + shift, end: len(src) + shift}, "a text that does not end")
				return
			}
			i = end
			if word == "import" || word == "include" {
				emit(start, end, Effect{Kind: Import, Target: text, Known: true})
			}
			prev, word = "\"", ""
		case isNameStart(c) || c == '$' && i+1 < len(src) && isNameStart(src[i+1]):
			start := i
			i++
			for i < len(src) && (isNamePart(src[i]) || src[i] == ':' && strings.HasPrefix(src[i:], "::")) {
				if src[i] == ':' {
					i++
				}
				i++
			}
			word = src[start:i]
			switch {
			case word == "$ENV" || word == "env" && prev != "." && prev != "{" && prev != "," && prev != "def" || word == "env" && prev == "," && !strings.HasPrefix(strings.TrimLeft(src[i:], " "), ":"):
				rest := strings.TrimLeft(src[i:], " \t\n")
				name := ""
				if strings.HasPrefix(rest, ".") {
					j := 1
					for j < len(rest) && isNamePart(rest[j]) {
						j++
					}
					name = rest[1:j]
				} else if strings.HasPrefix(rest, `["`) {
					if e := strings.IndexByte(rest[2:], '"'); e >= 0 {
						name = rest[2 : 2+e]
					}
				}
				if strings.HasPrefix(rest, ":") {
					break
				}
				if name != "" {
					emit(start, i, Effect{Kind: Env, Target: name, Known: true})
					emit(start, i, Effect{Kind: Print, Known: true, Data: []string{"env:" + name}})
				} else {
					emit(start, i, Effect{Kind: EnvAll, Known: true})
					emit(start, i, Effect{Kind: Print, Known: true, Data: []string{"env"}})
				}
			}
			prev = word
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		default:
			prev = string(c)
			word = ""
			i++
		}
	}
}

// jqText reads a text and the programs put into it.
func jqText(t *tree, src string, i, shift, depth int) (text string, end int, ok bool) {
	var b strings.Builder
	for i++; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			return b.String(), i + 1, true
		case c == '\\' && i+1 < len(src) && src[i+1] == '(':
			level := 1
			j := i + 2
			for j < len(src) && level > 0 {
				switch src[j] {
				case '(':
					level++
				case ')':
					level--
				case '"':
					e := jqSkip(src, j)
					if e < 0 {
						return "", 0, false
					}
					j = e
					continue
				}
				j++
			}
			if level > 0 {
				return "", 0, false
			}
			if depth > 20 {
				t.issue(&node{start: i + shift, end: j + shift}, "nested too deeply")
			} else {
				jqScan(t, src[i+2:j-1], shift+i+2, depth+1)
			}
			i = j - 1
		case c == '\\':
			i++
		default:
			b.WriteByte(c)
		}
	}
	return "", 0, false
}

// jqSkip finds the end of a text at i, over programs in it; -1 for none.
func jqSkip(src string, i int) int {
	level := 0 // of brackets of programs in the text
	inText := true
	for i++; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && inText && i+1 < len(src) && src[i+1] == '(':
			level++
			inText = false
			i++
		case c == '\\' && inText:
			i++
		case c == '"' && level == 0:
			return i + 1
		case c == '"':
			inText = !inText
		case c == '(' && !inText:
			level++
		case c == ')' && !inText:
			level--
			if level == 0 {
				inText = true
			}
		}
	}
	return -1
}
