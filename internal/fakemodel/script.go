// Package fakemodel is a scripted model server for tests: it speaks Anthropic's
// Messages API on a loopback port, answers each conversation by its script, and
// keeps every request. It judges nothing and knows no model; what it says is
// what the script says.
package fakemodel

import (
	"encoding/json"
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
	// Classifier are the answers to a client's own checks of its calls, in the
	// order in which they come; the last one is repeated. Empty: "<block>no".
	Classifier []Step `json:"classifier,omitempty"`
}

// Agent is the script of a subagent's conversation.
type Agent struct {
	Match string `json:"match"` // words that the order which begins the conversation holds
	Steps []Step `json:"steps"`
}

// Step is one answer.
type Step struct {
	Text  string        `json:"text,omitempty"`
	Calls []Call        `json:"calls,omitempty"`
	Shell string        `json:"shell,omitempty"`  // short for a call of Bash
	Delay time.Duration `json:"delay,omitempty"`  // before it answers
	Error int           `json:"status,omitempty"` // an HTTP status to fail with instead
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

// calls are the calls of s, with the short form written out.
func (s Step) calls() []Call {
	if s.Shell == "" {
		return s.Calls
	}
	return append([]Call{CallOf("Bash", map[string]string{"command": s.Shell, "description": "Run a command"})}, s.Calls...)
}

// step gives the n-th of steps, the last one for those beyond.
func step(steps []Step, n int) Step {
	if len(steps) == 0 {
		return Text("done")
	}
	return steps[min(n, len(steps)-1)]
}
