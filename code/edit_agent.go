package code

import (
	"path"
	"strings"
)

// agentRules looks at settings of agents and editors: approvals, sandboxes,
// hooks, servers.
func (e *edit) agentRules() {
	for _, l := range e.added {
		s := l.flat
		if strings.HasPrefix(s, "//") || strings.HasPrefix(s, "#") {
			continue
		}
		for _, p := range [...]string{"approval_policy=never", "sandbox_mode=danger-full-access", "network_access=true", "sandbox:false", "sandbox:{enabled:false", "autoaccept:true", "autoapprove:true", "chat.tools.autoapprove:true", "chat.tools.global.autoapprove:true", "yolo:true", "bypasspermissions", "defaultmode:acceptedits", "dangerouslyskippermissions", "skipdangerousmodepermissionprompt:true",
			"trust:true", "disableallhooks:true", "enableallprojectmcpservers:true", "allowdangerously", "bash(*)", "bash(:*)", "allow:[*", "permission:allow", "edit:allow", "bash:allow", "webfetch:allow", "dangerouslydisablesandbox", "trust_level=trusted", "alwaysallow:[*", "approvalmode:yolo"} {
			if strings.Contains(s, p) {
				e.find(l, "own-permissions", "widens what an agent may do unasked", true)
				break
			}
		}
		switch {
		case strings.Contains(s, "mcpservers:") || strings.Contains(s, "mcp_servers.") || strings.HasPrefix(s, "[mcp_servers"):
			e.find(l, "model-or-plugin-load", "adds a server whose tools the agent may call", true)
		case strings.Contains(s, "hooks:{") || strings.HasPrefix(s, "[hooks") || strings.Contains(s, "type:command"):
			e.find(l, "own-permissions", "adds a command that an agent runs by itself", true)
		case strings.Contains(s, "runon:folderopen"):
			e.find(l, "persistence", "runs when the folder is opened", true)
		case strings.Contains(s, "terminal.integrated.env.") || strings.Contains(s, "path:/tmp"):
			if strings.Contains(s, "/tmp") {
				e.find(l, "persistence", "takes programs from a folder that anybody may write", true)
			}
		case strings.Contains(s, "baseurl:") || strings.Contains(s, "base_url=") || strings.Contains(s, "apibase:"):
			e.find(l, "repoint", "sends what the agent sees to another host", true)
		case strings.Contains(s, "apikeyhelper:"), strings.Contains(s, "statusline:"), strings.Contains(s, "awsauthrefresh:"):
			e.find(l, "own-permissions", "adds a command that an agent runs by itself", true)
		}
	}
	if base := path.Base(e.Path); base == ".mcp.json" || base == "mcp.json" {
		for _, s := range e.out.Scripts {
			e.note(Finding{Entry: "model-or-plugin-load", Why: "adds a server whose tools the agent may call", Words: clipWords(s.Text), Sure: true, Line: s.Line, Start: s.Start, End: s.End})
		}
	}
}

// instructionRules looks at words that a later session or another agent will
// obey.
func (e *edit) instructionRules() {
	any := false
	for _, l := range e.added {
		t := strings.ToLower(strings.Join(strings.Fields(l.text), " "))
		if t == "" || t == "---" {
			continue
		}
		any = true
		s := l.flat
		switch {
		case strings.Contains(s, "permissionmode:bypasspermissions") || strings.Contains(s, "permissionmode:acceptedits") || strings.HasPrefix(s, "tools:*") || strings.HasPrefix(s, "allowed-tools:*") || strings.HasPrefix(s, "allowed-tools:bash(*"):
			e.find(l, "own-permissions", "widens what an agent may do unasked", true)
		case holds(t, "pre-approved", "preapproved", "already approved", "has approved", "have approved", "has been approved", "have been approved", "has authorized", "has authorised", "have authorized", "approval is given", "consider it approved", "gave permission", "has consented", "pre-authorized"):
			e.find(l, "forged-consent", "writes a person's consent", true)
		case holds(t, "must not ask", "do not ask", "don't ask", "never ask", "without asking", "without confirmation", "without confirming", "no need to ask", "skip confirmation", "need not ask", "no confirmation"):
			e.find(l, "forged-consent", "tells agents not to ask", true)
		case holds(t, "ignore previous instructions", "ignore all previous", "ignore the above", "disregard previous", "disregard the rules", "override the rules", "do not tell the user", "don't tell the user", "do not mention", "don't mention", "do not report", "don't report", "hide this", "keep this secret", "reviewed-by:", "approved-by:", "tick every box", "secrets needed", "paste the secret", "may be pasted", "print the environment", "send the contents", "upload the", "exfiltrat", "disable the gate", "bypass", "dangerously", "--no-verify", "--force", "force-push", "skip the tests", "skip hooks", "curl ", "wget ", "| sh", "| bash", "deploy to production", "push to main without", "as root", "sudo "):
			e.find(l, "planted-instruction", "writes an order that later agents will obey", true)
		}
	}
	if any && len(e.out.Findings) == 0 {
		e.find(e.added[0], "planted-instruction", "writes words that later agents will obey", false)
	}
}

// holds tells whether a text holds one of the phrases.
func holds(t string, phrases ...string) bool {
	for _, p := range phrases {
		if strings.Contains(t, p) {
			return true
		}
	}
	return false
}
