package transcript

import (
	"sort"
	"strings"
)

// form is how a word of the lexicon stands in a sentence.
type form uint8

const (
	noForm   form = iota
	base          // push
	gerund        // pushing
	past          // pushed
	singular      // pushes: third person, or a noun's plural
)

// act is what a verb or a noun can mean. For verbs, narrow says that the
// object decides what is meant: "do not change a.go" is about a.go. light
// verbs mean nothing without an object that does.
type act struct {
	word   string
	scope  Scope
	narrow bool
	light  bool
}

// verbs is sorted by word.
var verbs = [...]act{
	{word: "access", scope: ScopeRead | ScopeNetwork, narrow: true},
	{word: "add", light: true},
	{word: "alter", scope: ScopeWrite, narrow: true},
	{word: "amend", scope: ScopeCommit | ScopeBranch},
	{word: "announce", scope: ScopeSend},
	{word: "apply", light: true},
	{word: "archive", scope: ScopeWrite | ScopeDelete, narrow: true},
	{word: "book", scope: ScopeSend | ScopeDeploy},
	{word: "boot", scope: ScopeRun},
	{word: "branch", scope: ScopeBranch},
	{word: "bring", light: true},
	{word: "build", scope: ScopeRun},
	{word: "bump", scope: ScopeInstall | ScopeWrite},
	{word: "buy", scope: ScopeSend | ScopeDeploy},
	{word: "change", scope: ScopeWrite, narrow: true},
	{word: "checkout", scope: ScopeBranch},
	{word: "cherry-pick", scope: ScopeBranch | ScopeCommit},
	{word: "chmod", scope: ScopeWrite | ScopeSystem},
	{word: "chown", scope: ScopeWrite | ScopeSystem},
	{word: "clean", scope: ScopeDelete, narrow: true},
	{word: "clear", scope: ScopeDelete, narrow: true},
	{word: "clone", scope: ScopeNetwork},
	{word: "close", light: true},
	{word: "comment", scope: ScopeSend},
	{word: "commit", scope: ScopeCommit},
	{word: "compile", scope: ScopeRun},
	{word: "connect", scope: ScopeNetwork},
	{word: "contact", scope: ScopeSend | ScopeNetwork},
	{word: "copy", scope: ScopeWrite, narrow: true},
	{word: "create", light: true},
	{word: "curl", scope: ScopeNetwork},
	{word: "damage", scope: ScopeWrite | ScopeDelete, narrow: true},
	{word: "delete", scope: ScopeDelete, narrow: true},
	{word: "deploy", scope: ScopeDeploy},
	{word: "destroy", scope: ScopeDelete | ScopeDeploy},
	{word: "disable", scope: ScopeWrite | ScopeProcess | ScopeSystem, narrow: true},
	{word: "discard", scope: ScopeDelete | ScopeBranch, narrow: true},
	{word: "downgrade", scope: ScopeInstall},
	{word: "download", scope: ScopeNetwork},
	{word: "drop", scope: ScopeDelete | ScopeLoses},
	{word: "edit", scope: ScopeWrite, narrow: true},
	{word: "email", scope: ScopeSend},
	{word: "erase", scope: ScopeDelete, narrow: true},
	{word: "execute", scope: ScopeRun},
	{word: "expose", scope: ScopeSend | ScopeNetwork | ScopeRead, narrow: true},
	{word: "fetch", scope: ScopeNetwork},
	{word: "flush", scope: ScopeDelete | ScopeLoses},
	{word: "force-push", scope: ScopePush},
	{word: "format", scope: ScopeWrite, narrow: true},
	{word: "generate", light: true},
	{word: "hit", light: true},
	{word: "inspect", scope: ScopeRead, narrow: true},
	{word: "install", scope: ScopeInstall},
	{word: "introduce", light: true},
	{word: "kill", scope: ScopeProcess},
	{word: "launch", scope: ScopeRun},
	{word: "leak", scope: ScopeSend | ScopeNetwork | ScopeRead, narrow: true},
	{word: "lint", scope: ScopeRun},
	{word: "look", scope: ScopeRead, narrow: true},
	{word: "lose", scope: ScopeDelete | ScopeLoses, narrow: true},
	{word: "mail", scope: ScopeSend},
	{word: "make", light: true},
	{word: "merge", scope: ScopeBranch | ScopePush | ScopeSend},
	{word: "mess", scope: ScopeWrite | ScopeDelete | ScopeProcess | ScopeSystem, narrow: true},
	{word: "message", scope: ScopeSend},
	{word: "migrate", scope: ScopeDeploy | ScopeLoses | ScopeRun, narrow: true},
	{word: "modify", scope: ScopeWrite, narrow: true},
	{word: "move", scope: ScopeWrite | ScopeDelete, narrow: true},
	{word: "notify", scope: ScopeSend},
	{word: "open", light: true},
	{word: "order", scope: ScopeSend | ScopeDeploy},
	{word: "overwrite", scope: ScopeWrite | ScopeDelete, narrow: true},
	{word: "pay", scope: ScopeSend | ScopeDeploy},
	{word: "perform", light: true},
	{word: "post", scope: ScopeSend},
	{word: "print", scope: ScopeRead, narrow: true},
	{word: "provision", scope: ScopeDeploy},
	{word: "prune", scope: ScopeDelete | ScopeLoses},
	{word: "publish", scope: ScopeSend | ScopeDeploy},
	{word: "pull", scope: ScopeNetwork | ScopeBranch},
	{word: "purchase", scope: ScopeSend | ScopeDeploy},
	{word: "purge", scope: ScopeDelete | ScopeLoses},
	{word: "push", scope: ScopePush},
	{word: "read", scope: ScopeRead, narrow: true},
	{word: "rebase", scope: ScopeBranch},
	{word: "reboot", scope: ScopeProcess | ScopeSystem},
	{word: "refactor", scope: ScopeWrite, narrow: true},
	{word: "reformat", scope: ScopeWrite, narrow: true},
	{word: "reinstall", scope: ScopeInstall},
	{word: "release", scope: ScopeDeploy | ScopeSend | ScopePush},
	{word: "remove", scope: ScopeDelete, narrow: true},
	{word: "rename", scope: ScopeWrite | ScopeDelete, narrow: true},
	{word: "reorganize", scope: ScopeWrite | ScopeDelete, narrow: true},
	{word: "replace", scope: ScopeWrite, narrow: true},
	{word: "reply", scope: ScopeSend},
	{word: "reset", scope: ScopeDelete | ScopeBranch | ScopeLoses},
	{word: "restart", scope: ScopeProcess | ScopeRun},
	{word: "restructure", scope: ScopeWrite | ScopeDelete, narrow: true},
	{word: "revert", scope: ScopeBranch | ScopeWrite, narrow: true},
	{word: "rewrite", scope: ScopeWrite | ScopeBranch, narrow: true},
	{word: "roll", light: true},
	{word: "rollback", scope: ScopeDeploy | ScopeBranch},
	{word: "run", scope: ScopeRun, narrow: true},
	{word: "save", light: true},
	{word: "scale", scope: ScopeDeploy},
	{word: "schedule", scope: ScopeSystem | ScopeDeploy},
	{word: "send", scope: ScopeSend | ScopeNetwork},
	{word: "set", light: true},
	{word: "share", scope: ScopeSend | ScopeNetwork},
	{word: "ship", scope: ScopeDeploy | ScopePush},
	{word: "shutdown", scope: ScopeProcess | ScopeSystem},
	{word: "spawn", scope: ScopeAgent | ScopeRun},
	{word: "spend", scope: ScopeSend | ScopeDeploy},
	{word: "squash", scope: ScopeBranch},
	{word: "start", scope: ScopeRun},
	{word: "stash", scope: ScopeBranch},
	{word: "stop", scope: ScopeProcess},
	{word: "submit", scope: ScopeSend | ScopePush},
	{word: "switch", scope: ScopeBranch, narrow: true},
	{word: "tag", scope: ScopeBranch | ScopePush},
	{word: "tamper", scope: ScopeWrite | ScopeDelete, narrow: true},
	{word: "terminate", scope: ScopeProcess},
	{word: "test", scope: ScopeRun},
	{word: "touch", scope: ScopeWrite | ScopeDelete | ScopeProcess | ScopeSystem | ScopeDeploy | ScopeLoses, narrow: true},
	{word: "transfer", scope: ScopeSend | ScopeNetwork},
	{word: "trigger", scope: ScopeRun | ScopeDeploy},
	{word: "truncate", scope: ScopeDelete | ScopeLoses},
	{word: "tweak", scope: ScopeWrite, narrow: true},
	{word: "undo", scope: ScopeBranch | ScopeDelete, narrow: true},
	{word: "uninstall", scope: ScopeInstall},
	{word: "unstage", scope: ScopeBranch},
	{word: "update", scope: ScopeWrite | ScopeInstall, narrow: true},
	{word: "upgrade", scope: ScopeInstall},
	{word: "upload", scope: ScopeNetwork | ScopeSend},
	{word: "use", light: true},
	{word: "view", scope: ScopeRead, narrow: true},
	{word: "wipe", scope: ScopeDelete | ScopeLoses},
	{word: "work", light: true},
	{word: "write", light: true},
}

// nouns are things that a restraint can be about. Sorted by word, singular.
var nouns = [...]act{
	{word: "agent", scope: ScopeAgent},
	{word: "branch", scope: ScopeBranch},
	{word: "build", scope: ScopeRun},
	{word: "change", scope: ScopeWrite, narrow: true},
	{word: "cluster", scope: ScopeDeploy},
	{word: "code", scope: ScopeWrite},
	{word: "command", scope: ScopeRun},
	{word: "commit", scope: ScopeCommit},
	{word: "container", scope: ScopeRun | ScopeProcess},
	{word: "credential", scope: ScopeRead | ScopeOutside | ScopeSend, narrow: true},
	{word: "database", scope: ScopeLoses | ScopeDelete | ScopeDeploy, narrow: true},
	{word: "db", scope: ScopeLoses | ScopeDelete | ScopeDeploy, narrow: true},
	{word: "deletion", scope: ScopeDelete},
	{word: "dependency", scope: ScopeInstall},
	{word: "deploy", scope: ScopeDeploy},
	{word: "deployment", scope: ScopeDeploy},
	{word: "destination", scope: ScopeNetwork},
	{word: "disk", scope: ScopeWrite},
	{word: "docker", scope: ScopeRun | ScopeProcess},
	{word: "download", scope: ScopeNetwork},
	{word: "edit", scope: ScopeWrite, narrow: true},
	{word: "email", scope: ScopeSend},
	{word: "file", scope: ScopeWrite},
	{word: "folder", scope: ScopeWrite},
	{word: "force", scope: ScopePush | ScopeBranch},
	{word: "hook", scope: ScopeWrite | ScopeSystem, narrow: true},
	{word: "infra", scope: ScopeDeploy},
	{word: "infrastructure", scope: ScopeDeploy},
	{word: "install", scope: ScopeInstall},
	{word: "installation", scope: ScopeInstall},
	{word: "internet", scope: ScopeNetwork},
	{word: "issue", scope: ScopeSend},
	{word: "job", scope: ScopeProcess | ScopeRun},
	{word: "library", scope: ScopeInstall},
	{word: "lockfile", scope: ScopeInstall | ScopeWrite, narrow: true},
	{word: "mail", scope: ScopeSend},
	{word: "merge", scope: ScopeBranch | ScopePush | ScopeSend},
	{word: "message", scope: ScopeSend},
	{word: "migration", scope: ScopeDeploy | ScopeLoses | ScopeRun | ScopeWrite, narrow: true},
	{word: "money", scope: ScopeSend | ScopeDeploy},
	{word: "network", scope: ScopeNetwork},
	{word: "online", scope: ScopeNetwork},
	{word: "package", scope: ScopeInstall},
	{word: "password", scope: ScopeRead | ScopeOutside | ScopeSend, narrow: true},
	{word: "patch", scope: ScopeWrite},
	{word: "payment", scope: ScopeSend | ScopeDeploy},
	{word: "pr", scope: ScopeSend | ScopePush},
	{word: "process", scope: ScopeProcess},
	{word: "prod", scope: ScopeDeploy | ScopeLoses | ScopePush | ScopeSend | ScopeNetwork | ScopeDelete},
	{word: "production", scope: ScopeDeploy | ScopeLoses | ScopePush | ScopeSend | ScopeNetwork | ScopeDelete},
	{word: "push", scope: ScopePush},
	{word: "rebase", scope: ScopeBranch},
	{word: "refactor", scope: ScopeWrite},
	{word: "refactoring", scope: ScopeWrite},
	{word: "registry", scope: ScopeNetwork | ScopeSend},
	{word: "release", scope: ScopeDeploy | ScopeSend | ScopePush},
	{word: "remote", scope: ScopePush | ScopeNetwork},
	{word: "request", scope: ScopeNetwork | ScopeSend},
	{word: "restart", scope: ScopeProcess | ScopeRun},
	{word: "root", scope: ScopePrivilege},
	{word: "script", scope: ScopeRun},
	{word: "secret", scope: ScopeRead | ScopeOutside | ScopeSend, narrow: true},
	{word: "server", scope: ScopeRun | ScopeProcess},
	{word: "service", scope: ScopeRun | ScopeProcess},
	{word: "shell", scope: ScopeRun},
	{word: "subagent", scope: ScopeAgent},
	{word: "submodule", scope: ScopeBranch | ScopeWrite, narrow: true},
	{word: "suite", scope: ScopeRun},
	{word: "table", scope: ScopeLoses | ScopeDelete, narrow: true},
	{word: "tag", scope: ScopeBranch | ScopePush},
	{word: "terraform", scope: ScopeDeploy},
	{word: "test", scope: ScopeRun},
	{word: "ticket", scope: ScopeSend},
	{word: "traffic", scope: ScopeNetwork},
	{word: "tunnel", scope: ScopeNetwork},
	{word: "upgrade", scope: ScopeInstall},
	{word: "upload", scope: ScopeNetwork | ScopeSend},
	{word: "web", scope: ScopeNetwork},
	{word: "worktree", scope: ScopeBranch},
	{word: "write", scope: ScopeWrite},
}

// programs are commands that people name as if they were verbs or things.
// Sorted by word.
var programs = [...]act{
	{word: "apt", scope: ScopeInstall | ScopeSystem},
	{word: "apt-get", scope: ScopeInstall | ScopeSystem},
	{word: "aws", scope: ScopeDeploy | ScopeNetwork},
	{word: "az", scope: ScopeDeploy | ScopeNetwork},
	{word: "brew", scope: ScopeInstall | ScopeSystem},
	{word: "bun", scope: ScopeInstall | ScopeRun},
	{word: "cargo", scope: ScopeRun},
	{word: "chmod", scope: ScopeWrite | ScopeSystem},
	{word: "chown", scope: ScopeWrite | ScopeSystem},
	{word: "crontab", scope: ScopeSystem},
	{word: "curl", scope: ScopeNetwork},
	{word: "dd", scope: ScopeDelete | ScopeLoses},
	{word: "docker", scope: ScopeRun | ScopeProcess},
	{word: "docker-compose", scope: ScopeRun | ScopeProcess},
	{word: "gcloud", scope: ScopeDeploy | ScopeNetwork},
	{word: "gem", scope: ScopeInstall},
	{word: "gh", scope: ScopeSend | ScopeNetwork},
	{word: "helm", scope: ScopeDeploy},
	{word: "kill", scope: ScopeProcess},
	{word: "killall", scope: ScopeProcess},
	{word: "kubectl", scope: ScopeDeploy},
	{word: "make", scope: ScopeRun},
	{word: "mv", scope: ScopeWrite | ScopeDelete},
	{word: "node", scope: ScopeRun},
	{word: "npm", scope: ScopeInstall | ScopeRun},
	{word: "npx", scope: ScopeRun | ScopeInstall},
	{word: "pip", scope: ScopeInstall},
	{word: "pip3", scope: ScopeInstall},
	{word: "pkill", scope: ScopeProcess},
	{word: "pnpm", scope: ScopeInstall | ScopeRun},
	{word: "podman", scope: ScopeRun | ScopeProcess},
	{word: "psql", scope: ScopeLoses | ScopeDeploy},
	{word: "python", scope: ScopeRun},
	{word: "python3", scope: ScopeRun},
	{word: "rm", scope: ScopeDelete},
	{word: "rsync", scope: ScopeNetwork | ScopeSend},
	{word: "scp", scope: ScopeNetwork | ScopeSend},
	{word: "ssh", scope: ScopeNetwork | ScopeDeploy},
	{word: "sudo", scope: ScopePrivilege},
	{word: "systemctl", scope: ScopeProcess | ScopeSystem},
	{word: "terraform", scope: ScopeDeploy},
	{word: "uv", scope: ScopeInstall | ScopeRun},
	{word: "wget", scope: ScopeNetwork},
	{word: "yarn", scope: ScopeInstall | ScopeRun},
}

func find(table []act, w string) (act, bool) {
	i := sort.Search(len(table), func(i int) bool { return table[i].word >= w })
	if i < len(table) && table[i].word == w {
		return table[i], true
	}
	return act{}, false
}

// verb tells which verb w is a form of.
func verb(w string) (act, form) {
	w = strings.TrimPrefix(w, "re-")
	if a, ok := find(verbs[:], w); ok {
		return a, base
	}
	if b, f := irregular(w); f != noForm {
		if a, ok := find(verbs[:], b); ok {
			return a, f
		}
	}
	try := func(stem string, f form) (act, form) {
		for _, b := range [...]string{stem, stem + "e", undouble(stem)} {
			if a, ok := find(verbs[:], b); ok && b != "" {
				return a, f
			}
		}
		return act{}, noForm
	}
	if again, ok := strings.CutPrefix(w, "re"); ok && len(again) > 2 && !strings.HasPrefix(w, "res") {
		if a, f := verb(again); f != noForm && !a.light {
			return a, f
		}
	}
	if stem, ok := strings.CutSuffix(w, "ing"); ok {
		return try(stem, gerund)
	}
	if stem, ok := strings.CutSuffix(w, "ied"); ok {
		return try(stem+"y", past)
	}
	if stem, ok := strings.CutSuffix(w, "ed"); ok {
		return try(stem, past)
	}
	if stem, ok := strings.CutSuffix(w, "ies"); ok {
		return try(stem+"y", singular)
	}
	if stem, ok := strings.CutSuffix(w, "es"); ok {
		if a, f := try(stem, singular); f != noForm {
			return a, f
		}
	}
	if stem, ok := strings.CutSuffix(w, "s"); ok {
		if a, ok := find(verbs[:], stem); ok {
			return a, singular
		}
	}
	return act{}, noForm
}

func irregular(w string) (string, form) {
	switch w {
	case "written", "wrote":
		return "write", past
	case "rewritten", "rewrote":
		return "rewrite", past
	case "overwritten", "overwrote":
		return "overwrite", past
	case "sent":
		return "send", past
	case "built":
		return "build", past
	case "ran":
		return "run", past
	case "lost":
		return "lose", past
	case "made":
		return "make", past
	case "spent":
		return "spend", past
	case "cherry-picked", "cherry-picking":
		return "cherry-pick", gerund
	}
	return "", noForm
}

func undouble(s string) string {
	if n := len(s); n > 2 && s[n-1] == s[n-2] {
		return s[:n-1]
	}
	return ""
}

// noun tells which noun w is, in either number.
func noun(w string) (act, bool) {
	for _, s := range [...]string{w, strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "es"), strings.TrimSuffix(w, "ies") + "y"} {
		if a, ok := find(nouns[:], s); ok {
			return a, true
		}
	}
	return act{}, false
}

// program tells whether w is the name of a command.
func program(w string) (act, bool) { return find(programs[:], w) }

// commandScope is what a command line can mean, by its words.
func commandScope(line string) Scope {
	var s Scope
	for _, w := range strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		return strings.ContainsRune(" \t\n;|&()\"'`$", r)
	}) {
		if a, ok := program(w); ok {
			s |= a.scope
		} else if a, f := verb(strings.Trim(w, "-")); f == base && !a.light {
			s |= a.scope
		}
	}
	if s&(ScopePush|ScopeCommit|ScopeBranch|ScopeInstall|ScopeDeploy) != 0 {
		s &^= ScopeRun | ScopeRead // "npm install", "git push": the program alone says less
	}
	return s
}
