package gate

import (
	"time"

	"automode/transcript"
	"automode/world"
)

// Prompt is one prompt event: the host said that the user typed something. It
// is our own witness of the user's words, kept apart from the host's
// transcript, which is the other.
type Prompt struct {
	Hash string    `json:"hash"` // world.HashText of the text
	At   time.Time `json:"at"`
}

// prompted notes a prompt event and moves the epoch: whatever is being judged
// rests on words that are no longer the last.
func (l *Ledger) prompted(text string, now time.Time) {
	l.Prompts = keep(append(l.Prompts, Prompt{Hash: world.HashText(text), At: now}), maxPrompts)
	l.Epoch++
}

// witness marks the user turns of which l holds the prompt event: the same
// words, in the same order. Turns that come marked stay marked. It changes
// nothing that it is given.
func (l *Ledger) witness(turns []transcript.Turn) []transcript.Turn {
	if len(l.Prompts) == 0 {
		return turns
	}
	var out []transcript.Turn
	next := 0
	for i, t := range turns {
		if t.Role != transcript.User || t.Witnessed {
			continue
		}
		hash := world.HashText(t.Text)
		for j := next; j < len(l.Prompts); j++ {
			if l.Prompts[j].Hash == hash {
				if out == nil {
					out = append(out, turns...)
				}
				out[i].Witnessed, next = true, j+1
				break
			}
		}
	}
	if out == nil {
		return turns
	}
	return out
}
