package gate

import "automode/call"

// listed is a built-in tool of a host that can do no harm by itself.
type listed struct{ host, tool string }

// allowlist holds, per host, the built-in tools that read, search and list,
// keep the agent's own tasks, enter plan mode or sleep. No shell, write, edit,
// fetch, agent or REPL tool, no message to another agent, no tool of an MCP
// server, nothing that drives a browser may stand here. What they are given
// to read still passes the guards, and the static judge's findings come first.
//
// Host "" is the library's user. A tool that a host does not have, or that
// another host has under that name, is not listed for it.
var allowlist = [...]listed{
	{"", "Read"}, {"", "Glob"}, {"", "Grep"}, {"", "LS"}, {"", "TodoRead"}, {"", "TodoWrite"},
	{"automode", "Read"}, {"automode", "Glob"}, {"automode", "Grep"}, {"automode", "LS"}, {"automode", "TodoWrite"}, {"automode", "EnterPlanMode"}, {"automode", "Sleep"},
	{"claude-code", "Read"}, {"claude-code", "Glob"}, {"claude-code", "Grep"}, {"claude-code", "LS"}, {"claude-code", "NotebookRead"},
	{"claude-code", "BashOutput"}, {"claude-code", "TaskOutput"}, {"claude-code", "TodoWrite"}, {"claude-code", "TaskCreate"}, {"claude-code", "TaskUpdate"},
	{"claude-code", "TaskList"}, {"claude-code", "TaskGet"}, {"claude-code", "EnterPlanMode"}, {"claude-code", "Sleep"},
	{"codex", "update_plan"}, {"codex", "read_file"}, {"codex", "list_dir"}, {"codex", "grep_files"}, {"codex", "view_image"},
	{"copilot", "view"}, {"copilot", "glob"}, {"copilot", "grep"}, {"copilot", "report_intent"}, {"copilot", "update_todo"},
	{"gemini", "read_file"}, {"gemini", "read_many_files"}, {"gemini", "glob"}, {"gemini", "search_file_content"}, {"gemini", "list_directory"}, {"gemini", "write_todos"},
	{"qwen", "read_file"}, {"qwen", "read_many_files"}, {"qwen", "glob"}, {"qwen", "search_file_content"}, {"qwen", "grep_search"}, {"qwen", "list_directory"}, {"qwen", "todo_write"},
	{"opencode", "read"}, {"opencode", "glob"}, {"opencode", "grep"}, {"opencode", "list"}, {"opencode", "todowrite"}, {"opencode", "todoread"},
}

// onAllowlist tells whether c calls a listed tool of its host.
func onAllowlist(c call.Call) bool {
	for _, l := range allowlist {
		if l.host == c.Host && l.tool == c.Tool {
			return true
		}
	}
	return false
}

// ownRecord tells whether c only keeps the agent's own notes of what is to be
// done, which no mode asks about.
func ownRecord(c call.Call) bool { return c.Kind() == call.Task && onAllowlist(c) }
