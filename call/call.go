// Package call holds what an agent asks for: one tool call, what kind of act
// it is, and the arguments that a gate looks at.
//
// It is data only. Reading a call never fails: an input that cannot be read
// is a call whose arguments are not known, and nothing is allowed for those.
package call

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"automode/internal/plainjson"
)

// Call is one tool call that an agent wants to make.
type Call struct {
	ID         string          `json:"id,omitempty"`         // the host's own id; may be empty
	Host       string          `json:"host,omitempty"`       // "claude-code", "codex", ...; empty for library users
	Tool       string          `json:"tool"`                 // the tool's name as the host says it
	Input      json.RawMessage `json:"input"`                // the tool's input as the host sent it
	Dir        string          `json:"cwd"`                  // absolute working directory
	Agent      string          `json:"agent_id,omitempty"`   // subagent's id; empty for the main agent
	AgentType  string          `json:"agent_type,omitempty"` // subagent's type, where the host says it
	Background bool            `json:"background,omitempty"` // runs on after the call returns
}

// Kind says what sort of act a tool stands for.
type Kind uint8

// The kinds. The zero Kind is a tool that nothing is known of.
const (
	Other      Kind = iota
	Shell           // text of a POSIX-like shell
	PowerShell      // text of PowerShell or cmd
	Read            // reads, lists or searches files
	Write           // writes a whole file
	Edit            // changes part of a file, or a patch
	Fetch           // requests a URL
	Search          // asks a search engine
	Agent           // starts another agent
	Question        // asks the person
	PlanExit        // asks to leave plan mode
	REPL            // runs code in a language other than shell
	Message         // writes to another agent or session
	Task            // to-do and task records of the agent's own
	Input           // types into a running program
	MCP             // a tool of an MCP server
)

var kindNames = [...]string{"other", "shell", "powershell", "read", "write", "edit", "fetch", "search",
	"agent", "question", "plan-exit", "repl", "message", "task", "input", "mcp"}

// String is the kind's name as records and explanations show it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "other"
}

// Kind tells what sort of act c is, by its tool's name.
func (c Call) Kind() Kind { return KindOf(c.Tool) }

// KindOf tells what sort of act a tool of that name stands for. A name that
// is not in the table is Other, or MCP when it has the form that hosts give
// to tools of MCP servers.
func KindOf(tool string) Kind {
	switch tool {
	case "Bash", "bash", "shell", "exec_command", "shell_command", "run_shell_command", "local_shell", "execute", "run_terminal_cmd", "execute_bash":
		return Shell
	case "PowerShell", "powershell", "cmd":
		return PowerShell
	case "Read", "read", "view", "read_file", "Glob", "glob", "Grep", "grep", "LS", "ls", "list", "list_directory", "search_file_content", "read_many_files", "NotebookRead", "BashOutput", "TaskOutput":
		return Read
	case "Write", "write", "write_file", "create":
		return Write
	case "Edit", "edit", "MultiEdit", "NotebookEdit", "apply_patch", "replace", "str_replace", "patch":
		return Edit
	case "WebFetch", "webfetch", "web_fetch", "fetch":
		return Fetch
	case "WebSearch", "websearch", "google_web_search", "web_search":
		return Search
	case "Agent", "Task", "task":
		return Agent
	case "AskUserQuestion", "question":
		return Question
	case "ExitPlanMode", "exit_plan_mode":
		return PlanExit
	case "REPL", "python", "code_interpreter", "js_repl":
		return REPL
	case "SendMessage", "message":
		return Message
	case "TodoWrite", "TodoRead", "todowrite", "todoread", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "update_plan", "write_todos", "EnterPlanMode", "Sleep":
		return Task
	case "write_stdin", "KillShell", "TaskStop":
		return Input
	}
	if strings.HasPrefix(tool, "mcp__") || strings.HasPrefix(tool, "mcp_") {
		return MCP
	}
	return Other
}

// Digest names a call by what it would do: tool, input and working directory.
// Two calls with the same digest ask for the same thing.
func (c Call) Digest() string {
	h := sha256.New()
	for _, s := range []string{c.Tool, string(canonical(c.Input)), c.Dir} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// canonical writes JSON with sorted keys, so that an input says the same
// whatever order its host wrote it in.
func canonical(raw json.RawMessage) []byte {
	out, err := plainjson.Canonical(nil, raw)
	if err != nil {
		return raw
	}
	return out
}
