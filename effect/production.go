package effect

import (
	"strings"

	"automode/shell"
)

// productionName tells whether a name of a host, database, cluster, namespace,
// stack, branch or account says that it is in production: one of its
// components is "prod", "production", "prd" or "live", whatever stands around
// it. Substrings do not count ("product", "reproduce", "livereload"), nor do
// names that say the opposite ("non-prod", "preprod").
func productionName(s string) bool {
	before := ""
	for len(s) > 0 {
		word, rest := component(s)
		s = rest
		if word == "" {
			continue
		}
		if productionWord(word) && !notProduction(before) && !(isWord(word, "live") && liveTool(rest)) {
			return true
		}
		before = word
	}
	return false
}

// component takes the first run of letters off s: runs end where no letter
// stands and where a capital follows a small letter.
func component(s string) (word, rest string) {
	i := 0
	for i < len(s) && !isLetter(s[i]) {
		i++
	}
	j := i
	for j < len(s) && isLetter(s[j]) && !(j > i && isUpper(s[j]) && !isUpper(s[j-1])) {
		j++
	}
	return s[i:j], s[j:]
}

func productionWord(w string) bool {
	return isWord(w, "prod") || isWord(w, "production") || isWord(w, "prd") || isWord(w, "live")
}

func notProduction(before string) bool {
	return isWord(before, "non") || isWord(before, "not") || isWord(before, "no") || isWord(before, "pre")
}

// liveTool: what "live" stands before when it means that something reloads.
func liveTool(rest string) bool {
	next, _ := component(rest)
	return isWord(next, "reload") || isWord(next, "server") || isWord(next, "view") || isWord(next, "preview") || isWord(next, "share")
}

func isWord(w, low string) bool { return strings.EqualFold(w, low) }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }

// productionValue tells whether what is known of a word names something in
// production: its text, the ends of a text that is not wholly known, or the
// variables that flow into it.
func productionValue(w shell.Word) bool {
	if w.Known {
		return productionName(w.Text)
	}
	for _, t := range w.Alts {
		if productionName(t) {
			return true
		}
	}
	for _, v := range w.Vars {
		if productionName(v) {
			return true
		}
	}
	return productionName(w.Prefix) || productionName(w.Suffix)
}

// inProduction finds the first word of the command that names something in
// production: an operand or the value of an option.
func (c *cmd) inProduction() (shell.Word, bool) {
	for _, o := range c.opts {
		if o.has && productionValue(o.value) {
			return o.value, true
		}
	}
	for _, w := range c.pos {
		if productionValue(w) {
			return w, true
		}
	}
	for _, a := range c.sh.Assigns {
		if productionValue(a.Value) {
			return a.Value, true
		}
	}
	return shell.Word{}, false
}
