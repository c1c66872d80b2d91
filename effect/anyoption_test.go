package effect

import (
	"strings"
	"testing"
)

// A row that takes any option takes none that by its name writes, runs, sends
// or changes something, or whose value leads out of the project.
func TestOptionsThatNoRowListsAreHarmlessOnlyByTheirNames(t *testing.T) {
	checkClaims(t, devWorld(nil), nil, []claim{
		{"lshw -short", "harmless"}, {"lshw --sanitise", "harmless"}, {"lshw --dump-output=x", "unsure"}, {"lshw -o x", "unsure"},
		{"free --kilo", "harmless"}, {"acpi --log-file x", "unsure"}, {"acpi --logFile x", "unsure"}, {"free --count=3", "harmless"}, {"acpi --thing=/etc/x", "unsure"}, {"acpi --thing=~/x", "unsure"}, {"acpi --thing=http://x.example", "unsure"}, {"ls --thing=/etc/x", "harmless"},
		{"acpi --no-color", "harmless"}, {"acpi --no-verify", "unsure"}, {"acpi --no-output-limit", "harmless"},
	})
}

func TestPartsOfAnOptionsNameCountNotItsLetters(t *testing.T) {
	for name, want := range map[string]bool{
		"--output": true, "-output": true, "--output-file": true, "--outputs": false, "--outputFile": true, "--profile": false, "--exec": true, "--executive": false, "--set_owner": true, "-o": true, "-x": false, "--Xconfig": false, "--pre-hook": true,
	} {
		if got := telling(name, word(""), false); got != want {
			t.Errorf("%s: telling is %v, want %v", name, got, want)
		}
	}
}

func sprint(format, arg string) string { return strings.ReplaceAll(format, "%s", arg) }
