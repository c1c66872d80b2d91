package claudecode

import (
	"bytes"
	"time"

	"automode/internal/plainjson"
)

// Ran is a call that a transcript shows to have run.
type Ran struct {
	ID  string
	At  time.Time // when its result was written
	Dir string
}

// RanIn gives the calls that ran to a good end, as the rows of text tell it,
// oldest first. Calls that failed are left out: they may never have been
// started. A first or last row that is torn is passed over.
func RanIn(text []byte) (ran []Ran) {
	for line := range bytes.Lines(text) {
		if otherRow(line) || !bytes.Contains(line, []byte(`"tool_result"`)) {
			continue
		}
		var r row
		if plainjson.Unmarshal(line, &r) != nil || r.Type != "user" {
			continue
		}
		at, _ := Format{}.At(line)
		for _, b := range blocks(r.Message.Content) {
			if b.Type == "tool_result" && !b.IsError && b.CallID != "" {
				ran = append(ran, Ran{b.CallID, at, r.Dir})
			}
		}
	}
	return ran
}
