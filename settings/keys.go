package settings

import (
	"strconv"
	"strings"

	"automode/verdict"
)

type kind uint8

const (
	object kind = iota // holds keys of its own
	choice             // one of a few words
	truth              // true or false
	prose              // a text
	list               // texts, or objects of a text with examples
	number             // within bounds
)

// key is one key that settings may have. People know most of them from Claude
// Code, whose files can be imported as they are.
type key struct {
	name    string // with the names of the objects around it; "*" stands for a name that people choose
	kind    kind
	choices string // of choice: the words, divided by spaces; the first is built in. Of truth: "true" where that is built in. Of number: built in, least, most
	is      string // another spelling of that key
	only    string // the one layer besides the managed one that may set it; empty for all but the project's
	item    string // of list: the name of the text in an entry that is an object
}

// keys is every key, in order of name. about.go says what each is for.
var keys = [...]key{
	{name: "$schema", kind: prose},
	{name: "autoMode", kind: object},
	{name: "autoMode.allow", kind: list, item: "text"},
	{name: "autoMode.classifyAllShell", kind: truth, is: "classifyAllShell"},
	{name: "autoMode.environment", kind: list, item: "text"},
	{name: "autoMode.hard_deny", kind: list, item: "text"},
	{name: "autoMode.lockedSections", kind: list, only: Managed},
	{name: "autoMode.soft_deny", kind: list, item: "text"},
	{name: "backgroundModel", kind: prose},
	{name: "callSummary", kind: truth},
	{name: "classifyAllShell", kind: truth},
	{name: "classifyAskUserQuestion", kind: truth, choices: "true"},
	{name: "classifyEdits", kind: choice, choices: "surfaces all"},
	{name: "defaultMode", kind: choice, is: "mode"},
	{name: "disableAutoMode", kind: choice, choices: "enable disable"},
	{name: "disableBypassPermissionsMode", kind: choice, choices: "enable disable"},
	{name: "editCap", kind: number, choices: "0 0 100000"},
	{name: "editRemoval", kind: truth},
	{name: "externalPermissions", kind: object},
	{name: "externalPermissions.as", kind: choice, choices: "append replace"},
	{name: "externalPermissions.file", kind: prose},
	{name: "failOpen", kind: truth, only: User},
	{name: "gitStatus", kind: truth, choices: "true"},
	{name: "gitStatusLimit", kind: number, choices: "2000 0 100000"},
	{name: "gitUploads", kind: truth, choices: "true"},
	{name: "judge", kind: choice, choices: "both static classifier"},
	{name: "lockMode", kind: truth, only: Managed},
	{name: "managed", kind: object, only: Managed},
	{name: "managed.key", kind: prose, only: Managed},
	{name: "managed.required", kind: truth, choices: "true", only: Managed},
	{name: "managed.url", kind: prose, only: Managed},
	{name: "mode", kind: choice, choices: "auto default acceptEdits plan dontAsk bypassPermissions"},
	{name: "modeSwitch", kind: choice, choices: "enabled disabled opt-in", only: Managed},
	{name: "model", kind: prose},
	{name: "onLimit", kind: choice, choices: "abort deny ask"},
	{name: "onUnavailable", kind: choice, choices: "deny ask"},
	{name: "outcomeCodes", kind: truth},
	{name: "permissions", kind: object},
	{name: "permissions.additionalDirectories", kind: list},
	{name: "permissions.allow", kind: list, item: "rule"},
	{name: "permissions.ask", kind: list, item: "rule"},
	{name: "permissions.defaultMode", kind: choice, is: "mode"},
	{name: "permissions.deny", kind: list, item: "rule"},
	{name: "permissions.disableAutoMode", kind: choice, is: "disableAutoMode"},
	{name: "permissions.disableBypassPermissionsMode", kind: choice, is: "disableBypassPermissionsMode"},
	{name: "priorAssistantContext", kind: truth},
	{name: "providers", kind: object},
	{name: "providers.*", kind: object},
	{name: "providers.*.baseUrl", kind: prose},
	{name: "providers.*.headers", kind: object},
	{name: "providers.*.headers.*", kind: prose},
	{name: "providers.*.keyCommand", kind: prose},
	{name: "providers.*.keyEnv", kind: prose},
	{name: "providers.*.keyFile", kind: prose},
	{name: "providers.*.kind", kind: choice, choices: "anthropic bedrock vertex openai"},
	{name: "providers.*.model", kind: prose},
	{name: "providers.*.price", kind: object},
	{name: "providers.*.price.cached", kind: number, choices: "0 0 10000"},
	{name: "providers.*.price.input", kind: number, choices: "0 0 10000"},
	{name: "providers.*.price.output", kind: number, choices: "0 0 10000"},
	{name: "providers.*.price.written", kind: number, choices: "0 0 10000"},
	{name: "providers.*.project", kind: prose},
	{name: "providers.*.region", kind: prose},
	{name: "providers.*.window", kind: number, choices: "0 0 100000000"},
	{name: "repoVisibility", kind: list},
	{name: "severity", kind: truth},
	{name: "temperature", kind: number, choices: "0 0 2"},
	{name: "texts", kind: object},
	{name: "texts.denied", kind: prose},
	{name: "texts.failed", kind: prose},
	{name: "texts.guard", kind: prose},
	{name: "texts.limit", kind: prose},
	{name: "texts.noPerson", kind: prose},
	{name: "texts.overContext", kind: prose},
	{name: "texts.unavailable", kind: prose},
	{name: "tools", kind: object},
	{name: "tools.trusted", kind: list},
	{name: "twoStage", kind: choice, choices: "both fast thinking"},
	{name: "useAutoModeDuringPlan", kind: truth, choices: "true"},
}

// find gives the key of that name, under its proper spelling.
func find(name string) (key, bool) {
	for i := range keys {
		if k := keys[i]; k.name == name {
			if k.is != "" {
				return find(k.is)
			}
			return k, true
		}
	}
	// A name that people chose stands where the table has a star.
	for i := range keys {
		if k := keys[i]; strings.Contains(k.name, "*") && stands(k.name, name) {
			k.name = name
			return k, true
		}
	}
	return key{}, false
}

// stands tells whether the table's name stands for that one.
func stands(pattern, name string) bool {
	for pattern != "" {
		var want, have string
		want, pattern, _ = strings.Cut(pattern, ".")
		have, name, _ = strings.Cut(name, ".")
		if want != have && (want != "*" || !chosen(have)) || (pattern == "") != (name == "") {
			return false
		}
	}
	return true
}

// chosen tells whether people may choose that name.
func chosen(name string) bool {
	for i := range len(name) {
		if c := name[i]; !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return name != "" && len(name) <= 60
}

// tightens tells whether a project may set the key.
func (k key) tightens() bool {
	return k.name == "permissions" || k.name == "permissions.deny" || k.name == "permissions.ask"
}

// allows tells whether the layer may set the key at all.
func (k key) allows(source string) bool {
	return k.only == "" || source == k.only || source == Managed
}

// where names the layers that may set the key.
func (k key) where() string {
	if k.only == Managed {
		return "the managed settings"
	}
	return "the " + k.only + " or the managed settings"
}

func (k key) has(word string) bool {
	for w := range strings.FieldsSeq(k.choices) {
		if w == word {
			return true
		}
	}
	return false
}

// wrong tells what is wrong with a scalar's text, and what to write instead;
// empty for nothing.
func (k *key) wrong(text string) (what, next string) {
	switch k.kind {
	case choice:
		if !k.has(text) {
			return "cannot be " + verdict.Quote(text, 60), "one of: " + strings.ReplaceAll(k.choices, " ", ", ")
		}
	case truth:
		if text != "true" && text != "false" {
			return "is neither true nor false", "true or false"
		}
	case number:
		f := strings.Fields(k.choices)
		least, _ := strconv.ParseFloat(f[1], 64)
		most, _ := strconv.ParseFloat(f[2], 64)
		// "Infinity" and "0x1p2" are numbers to Go and not to JSON.
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || strings.Trim(text, "0123456789.eE+-") != "" || !(n >= least && n <= most) {
			return "cannot be " + verdict.Quote(text, 60), "a number from " + f[1] + " to " + f[2]
		}
	}
	return "", ""
}

// builtIn is a scalar's value where nobody set it.
func (k *key) builtIn() string {
	switch k.kind {
	case choice, number:
		word, _, _ := strings.Cut(k.choices, " ")
		return word
	case truth:
		if k.choices != "" {
			return k.choices
		}
		return "false"
	}
	return ""
}

// nearest gives the known key that name was most likely meant to be; empty
// when none is near.
func nearest(name string) string {
	best, least := "", 3+len(name)/8
	last := name[strings.LastIndexByte(name, '.')+1:]
	for _, k := range keys {
		if strings.Contains(k.name, "*") {
			k.name = starred(k.name, name)
		}
		d := distance(strings.ToLower(name), strings.ToLower(k.name))
		// The right word in the wrong place is near too.
		if k.name[strings.LastIndexByte(k.name, '.')+1:] == last {
			d = min(d, 1)
		}
		if d < least {
			best, least = k.name, d
		}
	}
	return best
}

// starred puts the names that people chose into the stars of the table's name.
func starred(pattern, name string) string {
	parts, have := strings.Split(pattern, "."), strings.Split(name, ".")
	for i := range parts {
		if parts[i] == "*" && i < len(have) {
			parts[i] = have[i]
		}
	}
	return strings.Join(parts, ".")
}

// distance counts the letters to put in, take out, change or swap to make a
// of b.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	var rows [3][65]int
	prev2, prev, cur := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
