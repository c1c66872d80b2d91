package setup

import "path/filepath"

// Bypass says why sessions that start in a folder with these settings do not
// pass the gate, and what to do; empty where the settings are no reason.
func Bypass(chain []Layer) (why, do string) {
	var from *Layer
	var line string
	for i, l := range chain {
		for _, h := range l.Hooks["PreToolUse"] {
			if h.Ours && from == nil {
				from, line = &chain[i], h.Command
			}
		}
	}
	if from == nil {
		return "no settings file there calls the gate", "automode install claude-code, then start the client again"
	}
	for _, l := range chain {
		if l.Silent && !(from.Name == "managed" && l.Name != "managed") {
			_, config, _, _ := parts(line)
			return "disableAllHooks in the " + l.where(), "start the client with --settings " + quote(filepath.Join(config, "claude-code.settings.json")) + ", or take that key out"
		}
	}
	return "", ""
}
