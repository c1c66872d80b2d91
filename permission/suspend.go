package permission

import (
	"strings"

	"automode/call"
)

// In auto mode a judge looks at what a person would have been asked about. An
// allow rule under which the agent itself chooses what runs would hide that
// from the judge, so such rules wait while the mode is auto. They wait in
// memory only: nothing is moved, and in any other mode they hold as written.

// carrier is a program under which something else runs, or one whose
// arguments say everything about what it does.
type carrier struct {
	words string // the program, and the subcommand where only that one counts
	why   string
	// rest: the rule is suspended whatever follows the words; without it only
	// where the agent chooses all that follows, or an option comes first.
	rest bool
	code bool // it is given code to run, as text
}

const (
	whyShell  = "runs any command it is given"
	whyCode   = "runs any code it is given"
	whyRunner = "runs any program or script it is given"
	whyCarry  = "runs any other command under it"
	whyRemote = "runs any command on another machine"
	whyNet    = "sends and fetches anything, anywhere"
	whyCloud  = "changes anything in a shared or remote system"
	whyData   = "reads and changes anything in a database, anywhere"
	whyTyping = "types into a terminal"
	whyAgent  = "starts another agent on any task"
)

// carriers is searched in order; the first row that fits gives the reason.
var carriers = [...]carrier{
	{"bash", whyShell, false, true}, {"sh", whyShell, false, true}, {"zsh", whyShell, false, true}, {"dash", whyShell, false, true},
	{"ksh", whyShell, false, true}, {"fish", whyShell, false, true}, {"csh", whyShell, false, true}, {"tcsh", whyShell, false, true}, {"ash", whyShell, false, true},
	{"busybox", whyShell, true, true}, {"cmd", whyShell, true, true}, {"pwsh", whyShell, true, true}, {"powershell", whyShell, true, true},
	{"iex", whyShell, true, true}, {"invoke-expression", whyShell, true, true}, {"invoke-command", whyShell, true, true}, {"icm", whyShell, true, true},
	{"start-process", whyShell, true, true}, {"saps", whyShell, true, true}, {"start", whyShell, true, true}, {"add-type", whyCode, true, true},
	{"eval", whyShell, true, true}, {"source", whyShell, false, false}, {".", whyShell, false, false}, {"trap", whyShell, true, true},

	{"python", whyCode, false, true}, {"pypy", whyCode, false, true}, {"ipython", whyCode, false, true}, {"node", whyCode, false, true},
	{"nodejs", whyCode, false, true}, {"deno", whyCode, false, true}, {"bun", whyCode, false, true}, {"tsx", whyCode, false, true}, {"ts-node", whyCode, false, true},
	{"ruby", whyCode, false, true}, {"irb", whyCode, false, true}, {"perl", whyCode, false, true}, {"php", whyCode, false, true}, {"lua", whyCode, false, true},
	{"luajit", whyCode, false, true}, {"r", whyCode, false, true}, {"rscript", whyCode, false, true}, {"julia", whyCode, false, true}, {"ghc", whyCode, false, true},
	{"runghc", whyCode, false, true}, {"scala", whyCode, false, true}, {"groovy", whyCode, false, true}, {"jshell", whyCode, false, true}, {"java", whyCode, false, true}, {"swift", whyCode, false, true},
	{"elixir", whyCode, false, true}, {"erl", whyCode, false, true}, {"escript", whyCode, false, true}, {"guile", whyCode, false, true},
	{"tclsh", whyCode, false, true}, {"expect", whyCode, false, true}, {"osascript", whyCode, true, true}, {"awk", whyCode, false, true}, {"gawk", whyCode, false, true},
	{"mawk", whyCode, false, true}, {"nawk", whyCode, false, true}, {"gdb", whyCode, false, true}, {"lldb", whyCode, false, true}, {"sqlite3", whyCode, false, true},
	{"vim", whyCode, false, true}, {"vi", whyCode, false, true}, {"nvim", whyCode, false, true}, {"emacs", whyCode, false, true}, {"ed", whyCode, false, true}, {"ex", whyCode, false, true},

	{"npx", whyRunner, false, false}, {"bunx", whyRunner, false, false}, {"uvx", whyRunner, false, false}, {"pipx run", whyRunner, false, false}, {"uv run", whyRunner, false, false},
	{"poetry run", whyRunner, false, false}, {"pdm run", whyRunner, false, false}, {"hatch run", whyRunner, false, false}, {"pipenv run", whyRunner, false, false}, {"rye run", whyRunner, false, false},
	{"conda run", whyRunner, false, false}, {"mamba run", whyRunner, false, false}, {"bundle exec", whyRunner, false, false}, {"npm run", whyRunner, false, false}, {"npm run-script", whyRunner, false, false},
	{"npm exec", whyRunner, false, false}, {"npm x", whyRunner, false, false}, {"yarn run", whyRunner, false, false}, {"yarn dlx", whyRunner, false, false}, {"yarn exec", whyRunner, false, false}, {"yarn node", whyRunner, false, true},
	{"pnpm run", whyRunner, false, false}, {"pnpm exec", whyRunner, false, false}, {"pnpm dlx", whyRunner, false, false}, {"bun run", whyRunner, false, false}, {"bun x", whyRunner, false, false}, {"deno run", whyRunner, false, false},
	{"deno eval", whyCode, true, true}, {"go run", whyRunner, false, false}, {"cargo run", whyRunner, false, false}, {"dotnet run", whyRunner, false, false}, {"mise exec", whyRunner, false, false}, {"mise x", whyRunner, false, false},
	{"nix run", whyRunner, false, false}, {"nix shell", whyRunner, false, false}, {"nix-shell", whyRunner, false, true}, {"nix develop", whyRunner, false, false}, {"direnv exec", whyRunner, true, false},

	{"sudo", whyCarry, true, true}, {"doas", whyCarry, true, true}, {"su", whyCarry, true, true}, {"runuser", whyCarry, true, true}, {"pkexec", whyCarry, true, true},
	{"xargs", whyCarry, true, true}, {"parallel", whyCarry, true, true}, {"watch", whyCarry, true, true}, {"script", whyCarry, true, true}, {"entr", whyCarry, true, true}, {"find", whyCarry, false, false},
	{"fd", whyCarry, false, false}, {"unshare", whyCarry, true, true}, {"nsenter", whyCarry, true, true}, {"chroot", whyCarry, true, true}, {"strace", whyCarry, true, true}, {"ltrace", whyCarry, true, true},
	{"systemd-run", whyCarry, true, true}, {"at", whyCarry, true, true}, {"batch", whyCarry, true, true}, {"crontab", whyCarry, true, true}, {"coproc", whyCarry, true, true},
	{"tmux send-keys", whyTyping, true, true}, {"tmux send", whyTyping, true, true}, {"screen -x", whyTyping, true, true}, {"tmux", whyTyping, false, true}, {"screen", whyTyping, false, true},
	{"xdotool", whyTyping, true, true}, {"ydotool", whyTyping, true, true}, {"wtype", whyTyping, true, true},

	{"ssh", whyRemote, true, true}, {"mosh", whyRemote, true, true}, {"rsh", whyRemote, true, true}, {"telnet", whyRemote, true, false}, {"ansible", whyRemote, true, true}, {"ansible-playbook", whyRemote, true, false},
	{"docker exec", whyCarry, true, true}, {"docker run", whyCarry, true, true}, {"docker compose exec", whyCarry, true, true}, {"docker compose run", whyCarry, true, true}, {"docker-compose exec", whyCarry, true, true}, {"docker-compose run", whyCarry, true, true},
	{"podman exec", whyCarry, true, true}, {"podman run", whyCarry, true, true}, {"nerdctl", whyCarry, true, true},

	{"curl", whyNet, true, false}, {"wget", whyNet, true, false}, {"http", whyNet, true, false}, {"https", whyNet, true, false}, {"xh", whyNet, true, false}, {"nc", whyNet, true, false}, {"ncat", whyNet, true, false},
	{"netcat", whyNet, true, false}, {"socat", whyNet, true, false}, {"scp", whyNet, true, false}, {"sftp", whyNet, true, false}, {"rsync", whyNet, true, false}, {"ftp", whyNet, true, false}, {"rclone", whyNet, true, false},
	{"invoke-webrequest", whyNet, true, false}, {"iwr", whyNet, true, false}, {"invoke-restmethod", whyNet, true, false}, {"irm", whyNet, true, false},

	{"kubectl", whyCloud, true, true}, {"oc", whyCloud, true, true}, {"helm", whyCloud, true, false}, {"gh api", whyCloud, true, false}, {"glab api", whyCloud, true, false},
	{"aws", whyCloud, true, false}, {"gcloud", whyCloud, true, false}, {"gsutil", whyCloud, true, false}, {"bq", whyCloud, true, false}, {"az", whyCloud, true, false}, {"doctl", whyCloud, true, false},
	{"heroku", whyCloud, true, false}, {"flyctl", whyCloud, true, false}, {"fly", whyCloud, true, false}, {"vercel", whyCloud, true, false}, {"netlify", whyCloud, true, false}, {"wrangler", whyCloud, true, false},
	{"firebase", whyCloud, true, false}, {"supabase", whyCloud, true, false}, {"terraform", whyCloud, true, false}, {"tofu", whyCloud, true, false}, {"pulumi", whyCloud, true, false}, {"linode-cli", whyCloud, true, false},
	{"hcloud", whyCloud, true, false}, {"ibmcloud", whyCloud, true, false}, {"oci", whyCloud, true, false}, {"aliyun", whyCloud, true, false}, {"railway", whyCloud, true, false}, {"eksctl", whyCloud, true, false},

	{"psql", whyData, true, false}, {"mysql", whyData, true, false}, {"mariadb", whyData, true, false}, {"mongosh", whyData, true, false}, {"mongo", whyData, true, false}, {"redis-cli", whyData, true, false},
	{"valkey-cli", whyData, true, false}, {"sqlcmd", whyData, true, false}, {"clickhouse-client", whyData, true, false}, {"cqlsh", whyData, true, false}, {"snowsql", whyData, true, false}, {"duckdb", whyCode, false, true},

	{"claude", whyAgent, true, false}, {"codex", whyAgent, true, false}, {"gemini", whyAgent, true, false}, {"copilot", whyAgent, true, false}, {"opencode", whyAgent, true, false}, {"qwen", whyAgent, true, false},
	{"aider", whyAgent, true, false}, {"goose", whyAgent, true, false}, {"amp", whyAgent, true, false}, {"cursor-agent", whyAgent, true, false}, {"crush", whyAgent, true, false},
}

// Suspended tells whether r, a rule that allows, waits while the mode is auto,
// and why. A rule that spells out one command, or files, never waits.
func Suspended(r Rule) (why string, ok bool) {
	if r.List != Allow {
		return "", false
	}
	switch r.kind {
	case call.Agent:
		return whyAgent, true
	case call.Shell, call.PowerShell:
		return r.cmd.suspended(r.all)
	}
	switch call.KindOf(r.tool) {
	case call.REPL:
		return whyCode, true
	case call.Input:
		return whyTyping, true
	}
	return "", false
}

func (p *command) suspended(all bool) (why string, ok bool) {
	if all {
		return "allows every command", true
	}
	words := p.words
	if p.form == exactForm {
		// One spelled command hides nothing but itself, unless it only opens
		// something that is then fed.
		if len(words) == 1 && takesCode(words[0]) {
			return whyCode, true
		}
		return "", false
	}
	words, open := p.fixed()
	if len(words) == 0 {
		if open == "" {
			return whyCarry, true // the program itself is left open
		}
		for i := range carriers {
			if strings.HasPrefix(carriers[i].words, strings.ToLower(baseName(open))) {
				return carriers[i].why, true
			}
		}
		return "", false
	}
	have := spelled(words)
	for i := range carriers {
		if c := &carriers[i]; c.opens(have, open) {
			return c.why, true
		}
	}
	return "", false
}

// fixed is what a rule that leaves something open fixes: the words before its
// first star, without wrappers, and the beginning of the next word.
func (p *command) fixed() (words []string, open string) {
	words = p.words
	for i, w := range words {
		if p.form == globForm && strings.Contains(w, "*") {
			open, _, _ = strings.Cut(w, "*")
			words = words[:i]
			break
		}
	}
	for len(words) > 0 && passesOn(programName(words[0])) {
		words = afterOptions(words[1:])
	}
	return words, open
}

// spelled is a command's fixed words as the tables here spell them.
func spelled(words []string) string {
	return strings.ToLower(strings.Join(append([]string{programName(words[0])}, words[1:]...), " "))
}

// opens tells whether a rule that fixes the words have, and of the next word
// the beginning open, leaves to the agent what c runs.
func (c *carrier) opens(have, open string) bool {
	if have == c.words {
		return true
	}
	if rest, ok := strings.CutPrefix(have, c.words+" "); ok {
		return c.rest || rest[0] == '-'
	}
	// The rule is wider than the row: "npm:*" and "npm r*" let npm run through.
	if rest, ok := strings.CutPrefix(c.words, have+" "); ok {
		return strings.HasPrefix(rest, strings.ToLower(open))
	}
	return false
}

// passesOn tells whether a program only runs the command that follows, so that
// a rule is as wide as what it says of that command.
func passesOn(prog string) bool {
	switch prog {
	case "env", "timeout", "time", "nice", "ionice", "nohup", "setsid", "stdbuf", "command", "builtin", "exec", "taskset", "chronic", "flock", "caffeinate", "unbuffer":
		return true
	}
	return false
}

// carries tells whether a program may run the command that follows it.
func carries(prog string) bool {
	name := programName(prog)
	if passesOn(name) {
		return true
	}
	for i := range carriers {
		if carriers[i].words == name {
			return carriers[i].why == whyCarry
		}
	}
	return false
}

// afterOptions skips what stands between a wrapper and its command: options,
// numbers and durations, assignments.
func afterOptions(words []string) []string {
	for len(words) > 0 {
		w := words[0]
		if w != "" && (w[0] == '-' || w[0] >= '0' && w[0] <= '9') || strings.Contains(w, "=") {
			words = words[1:]
			continue
		}
		break
	}
	return words
}

// programName is a program's name without folder, version and case, as the
// table of carriers writes it: python for /usr/bin/python3.12.
func programName(p string) string {
	name := strings.TrimSuffix(strings.ToLower(baseName(p)), ".exe")
	if short := strings.TrimRight(name, "0123456789.-"); short != "" && isCarrier(short) && !isCarrier(name) {
		return short
	}
	return name
}

func isCarrier(name string) bool {
	for i := range carriers {
		if carriers[i].is(name) {
			return true
		}
	}
	return false
}

// is tells whether c is a row of the program of that name.
func (c *carrier) is(name string) bool {
	return strings.HasPrefix(c.words, name) && (len(c.words) == len(name) || c.words[len(name)] == ' ')
}

// takesCode tells whether the program is given code or commands as text.
func takesCode(prog string) bool {
	name := programName(prog)
	for i := range carriers {
		if carriers[i].code && carriers[i].is(name) {
			return true
		}
	}
	return false
}
