package settings

import "strings"

// variables are the keys that a variable of the environment can set, in
// commands that a person starts in a terminal. Nothing else looks at them: a
// project can set the environment of a hook, and of all that it starts.
var variables = [...]string{"backgroundModel", "callSummary", "classifyAllShell", "classifyAskUserQuestion", "classifyEdits", "editCap",
	"editRemoval", "externalPermissions.as", "externalPermissions.file", "gitStatus", "gitStatusLimit", "gitUploads", "judge", "model", "onLimit",
	"onUnavailable", "outcomeCodes", "priorAssistantContext", "severity", "temperature", "twoStage"}

// Variable is the variable that sets a key: AUTOMODE_TWO_STAGE. It is empty for
// a key that none sets.
func Variable(key string) string {
	for _, k := range variables {
		if k != key {
			continue
		}
		var b strings.Builder
		b.WriteString("AUTOMODE_")
		for _, r := range key {
			switch {
			case r == '.':
				r = '_'
			case r >= 'A' && r <= 'Z':
				b.WriteByte('_')
			case r >= 'a' && r <= 'z':
				r -= 'a' - 'A'
			}
			b.WriteRune(r)
		}
		return b.String()
	}
	return ""
}

// FlagsOf are the flags that an environment gives; get looks a variable up.
func FlagsOf(get func(string) (string, bool)) []Flag {
	var out []Flag
	for _, k := range variables {
		name := Variable(k)
		if v, ok := get(name); ok {
			out = append(out, Flag{Key: k, Value: v, From: name})
		}
	}
	return out
}
