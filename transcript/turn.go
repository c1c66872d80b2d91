// Package transcript holds what a judge may see of a session: the user's turns
// and the tool calls, never the agent's prose nor what tools returned. It
// reads the user's turns for limits the user set.
package transcript

import "automode/call"

// Role says who or what a turn is of.
type Role uint8

// The roles. The zero Role is of a turn that counts for nothing.
const (
	Nobody      Role = iota
	User             // words of the user
	Tool             // a call of the agent's
	Refused          // the user said no to a call
	Interrupted      // the user stopped the agent
	Answer           // the user answered a question of the agent's
)

// Result is how a call ended.
type Result uint8

// The results; the zero one is a call not known to have ended.
const (
	Pending Result = iota
	OK
	Failed
)

// Turn is one step of a session.
type Turn struct {
	Role Role
	Text string // of User: the words; of Answer: what was typed
	// Witnessed: both the host's transcript and our own record of the prompt
	// event hold these words. Other words may tighten; they clear nothing that
	// counts.
	Witnessed bool
	// Quiet: Quiet said so of Text, and that was kept, so that a long session
	// need not be read again for each call.
	Quiet  bool
	Call   call.Call // of Tool and Refused
	Result Result    // of Tool
	Denied bool      // of Tool: the gate refused it
	Asked  string    // of Answer: the question shown, the agent's words
	Chosen string    // of Answer: the option taken, the agent's words
}
