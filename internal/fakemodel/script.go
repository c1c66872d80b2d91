// Package fakemodel is a scripted model server for tests: on a loopback port it
// speaks Anthropic's Messages, also as Bedrock and Vertex have them, OpenAI's chat
// completions and responses, and Gemini's generateContent, streaming or not. It
// answers each conversation by its script, fails in every way that providers do,
// and keeps every request. It judges nothing and knows no model; what it says is
// what the script says.
package fakemodel

import (
	"encoding/json"
	"slices"
	"time"
)

// Script is what the model will say.
type Script struct {
	// Steps are the answers to the main conversation, one a request: the n-th
	// answer goes to the request that holds n-1 answers already. The last one
	// is repeated.
	Steps []Step `json:"steps"`
	// Agents are the conversations of subagents, told by their orders.
	Agents []Agent `json:"agents,omitempty"`
	// Classifier are the answers to checks of calls, a client's own or a judge's,
	// in the order in which they come; the last one is repeated. Empty:
	// "<block>no".
	Classifier []Step `json:"classifier,omitempty"`
	// Every is the answer to whatever is asked, where it is not nil.
	Every *Step `json:"every,omitempty"`
	// Keys are the credentials that are taken, in whatever header they come.
	// Empty: any, and none.
	Keys []string `json:"keys,omitempty"`
}

// Agent is the script of a subagent's conversation.
type Agent struct {
	Match string `json:"match"` // words that the order which begins the conversation holds
	Steps []Step `json:"steps"`
}

// Step is one answer.
type Step struct {
	Text  string        `json:"text,omitempty"`
	More  []string      `json:"more,omitempty"` // further blocks of text; formats of one text join them
	Calls []Call        `json:"calls,omitempty"`
	Shell string        `json:"shell,omitempty"` // short for a call of the shell tool that is offered
	Delay time.Duration `json:"delay,omitempty"` // before it answers
	Stop  string        `json:"stop,omitempty"`  // "max_tokens" or "refusal" instead of what follows from the answer
	Usage *Usage        `json:"usage,omitempty"` // instead of small numbers
	Fault Fault         `json:"fault,omitempty"` // what goes wrong with the answer

	Error   int               `json:"status,omitempty"`  // an HTTP status to fail with instead
	Type    string            `json:"type,omitempty"`    // of the error; made up from the status where empty
	Message string            `json:"message,omitempty"` // of the error
	Header  map[string]string `json:"header,omitempty"`  // further headers of the answer
}

// Usage counts tokens, as Anthropic does: those of the input that were read from
// the cache or written to it are not in Input.
type Usage struct {
	Input   int `json:"input"`
	Cached  int `json:"cached"`
	Written int `json:"written"`
	Output  int `json:"output"`
}

// Call is a tool call that the model asks for.
type Call struct {
	ID    string          `json:"id,omitempty"` // made up where empty
	Tool  string          `json:"tool"`
	Input json.RawMessage `json:"input"`
}

// Text is a step that says s and ends the turn.
func Text(s string) Step { return Step{Text: s} }

// Shell is a step that runs a command.
func Shell(command string) Step { return Step{Shell: command} }

// Use is a step that calls a tool. It panics on an input that is no JSON value:
// scripts are written by hand.
func Use(tool string, input any) Step { return Step{Calls: []Call{CallOf(tool, input)}} }

// CallOf is one call of a step.
func CallOf(tool string, input any) Call {
	b, err := json.Marshal(input)
	if err != nil {
		panic("fakemodel: " + err.Error())
	}
	return Call{Tool: tool, Input: b}
}

// shells are the shell tools of clients, and what they take.
var shells = []struct {
	tool  string
	input func(command string) any
}{
	{"Bash", described},
	{"bash", described},
	{"run_shell_command", described},
	{"exec_command", func(c string) any { return map[string]string{"cmd": c} }},
	{"shell", func(c string) any { return map[string][]string{"command": {"bash", "-lc", c}} }},
}

func described(command string) any {
	return map[string]string{"command": command, "description": "Run a command"}
}

// calls are the calls of s, with the short form written out for the tools that
// are offered.
func (s Step) calls(offered []string) []Call {
	if s.Shell == "" {
		return s.Calls
	}
	sh := shells[0]
	for _, x := range shells {
		if slices.Contains(offered, x.tool) {
			sh = x
			break
		}
	}
	return append([]Call{CallOf(sh.tool, sh.input(s.Shell))}, s.Calls...)
}

// step gives the n-th of steps, the last one for those beyond.
func step(steps []Step, n int) Step {
	if len(steps) == 0 {
		return Text("done")
	}
	return steps[min(n, len(steps)-1)]
}
