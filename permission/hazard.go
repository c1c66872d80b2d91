package permission

import (
	"strings"

	"automode/call"
)

// Some allow rules are dangerous in whatever mode they hold: under them an
// agent can do harm that nobody looks at. Nothing is decided by that; people
// are told before they write such a rule or take it over from another agent.

// hazards are programs whose open arguments can do harm by themselves; those
// with rest whatever arguments come first.
var hazards = [...]carrier{
	{words: "rm", why: "deletes any file"}, {words: "shred", why: "destroys any file"}, {words: "truncate", why: "empties any file"}, {words: "unlink", why: "deletes any file"},
	{words: "dd", why: "writes over any file or device"}, {words: "mkfs", rest: true, why: "makes a device empty"}, {words: "wipefs", rest: true, why: "makes a device empty"},
	{words: "fdisk", rest: true, why: "changes a disk's layout"}, {words: "parted", rest: true, why: "changes a disk's layout"}, {words: "mount", why: "changes what folders hold"}, {words: "tee", why: "writes over any file"},
	{words: "chmod", why: "changes who may use any file"}, {words: "chown", why: "changes who owns any file"}, {words: "setfacl", why: "changes who may use any file"},
	{words: "kill", why: "stops any process"}, {words: "killall", why: "stops any process"}, {words: "pkill", why: "stops any process"},
	{words: "shutdown", rest: true, why: "stops the machine"}, {words: "reboot", rest: true, why: "stops the machine"}, {words: "systemctl", rest: true, why: "changes any service"}, {words: "service", why: "changes any service"}, {words: "launchctl", why: "changes any service"},
	{words: "iptables", rest: true, why: "changes the firewall"}, {words: "nft", rest: true, why: "changes the firewall"}, {words: "ufw", rest: true, why: "changes the firewall"},
	{words: "useradd", rest: true, why: "changes accounts"}, {words: "usermod", rest: true, why: "changes accounts"}, {words: "passwd", rest: true, why: "changes accounts"}, {words: "visudo", rest: true, why: "changes accounts"},
	{words: "git push", why: "changes what others have, by force too"}, {words: "git reset", why: "throws work away"}, {words: "git clean", why: "deletes files that git does not hold"}, {words: "git config", why: "makes git run other programs"},
	{words: "git filter-branch", why: "rewrites history"}, {words: "git filter-repo", why: "rewrites history"}, {words: "git update-ref", why: "rewrites history"},
	{words: "gh repo", why: "changes or deletes repositories"}, {words: "gh secret", why: "changes secrets"}, {words: "gh release", why: "publishes"}, {words: "gh pr merge", why: "changes what others have"}, {words: "gh auth", why: "shows or changes credentials"},
	{words: "npm publish", why: "publishes"}, {words: "yarn publish", why: "publishes"}, {words: "pnpm publish", why: "publishes"}, {words: "cargo publish", why: "publishes"}, {words: "twine upload", why: "publishes"}, {words: "gem push", why: "publishes"},
	{words: "docker push", why: "publishes"}, {words: "docker system", why: "deletes what other work stands on"}, {words: "docker volume", why: "deletes what other work stands on"}, {words: "docker rm", why: "deletes what other work stands on"},
	{words: "apt", rest: true, why: "changes the machine's programs"}, {words: "apt-get", rest: true, why: "changes the machine's programs"}, {words: "dnf", rest: true, why: "changes the machine's programs"}, {words: "yum", rest: true, why: "changes the machine's programs"}, {words: "pacman", rest: true, why: "changes the machine's programs"}, {words: "brew", why: "changes the machine's programs"}, {words: "snap", rest: true, why: "changes the machine's programs"},
	{words: "dropdb", why: "deletes a database"}, {words: "pg_restore", why: "writes over a database"}, {words: "mysqladmin", why: "deletes databases"},
	{words: "automode", rest: true, why: "changes what agents may do"}, {words: "automode-hook", rest: true, why: "changes what agents may do"},
}

// Hazard tells whether r, a rule that allows, is dangerous in any mode, and
// why. A rule that spells out one command is not looked at: whoever wrote it
// saw it.
func Hazard(r Rule) (why string, ok bool) {
	if r.List != Allow {
		return "", false
	}
	switch r.kind {
	case call.Shell, call.PowerShell:
		return r.cmd.hazard(r.all)
	case call.Write, call.Edit:
		return r.path.hazard(r.all, "changes")
	case call.Read:
		return r.path.hazard(r.all, "reads")
	}
	return "", false
}

func (p *command) hazard(all bool) (why string, ok bool) {
	if all {
		return "allows every command", true
	}
	if p.form == exactForm {
		return "", false
	}
	words, open := p.fixed()
	if len(words) == 0 {
		return "leaves the program itself open", true
	}
	have := spelled(words)
	for i := range hazards {
		if h := hazards[i]; h.covers(have, open) {
			return h.why, true
		}
	}
	for i := range carriers {
		switch c := &carriers[i]; c.why {
		case whyShell, whyCarry, whyRemote, whyCode:
			if c.opens(have, open) {
				return c.why, true
			}
		}
	}
	return "", false
}

// covers tells whether a rule that fixes the words have, and of the next word
// the beginning open, lets c through with arguments of the agent's choice.
func (c *carrier) covers(have, open string) bool {
	if have == c.words {
		return open == "" || open[0] == '-' || c.rest
	}
	if strings.HasPrefix(have, c.words+" ") && (c.rest || optionsOnly(have[len(c.words)+1:])) {
		return true
	}
	rest, ok := strings.CutPrefix(c.words, have+" ")
	return ok && strings.HasPrefix(rest, strings.ToLower(open))
}

// optionsOnly tells whether text is options and nothing that they are about.
func optionsOnly(text string) bool {
	for w := range strings.FieldsSeq(text) {
		if w[0] != '-' {
			return false
		}
	}
	return true
}

// hazard tells whether a file rule speaks of more than a project.
func (p *pattern) hazard(all bool, does string) (why string, ok bool) {
	reads := does == "reads"
	switch {
	case all && reads:
		return "", false // reading is what agents do, and guards hold secrets back
	case all:
		return does + " any file", true
	case p.from == fromHere && !strings.HasPrefix(p.glob, "../"), p.from == fromSettings:
		return "", false
	case p.from == fromHere:
		return does + " files beside the project", true
	}
	where := map[anchor]string{fromRoot: "of the machine", fromHome: "of yours"}[p.from]
	if strings.ContainsAny(p.glob, "*?[{") && p.lit == "" || p.glob == "" {
		return does + " any file " + where, true
	}
	for _, place := range [...]string{".ssh", ".aws", ".gnupg", ".kube", ".config/gcloud", ".netrc", ".bashrc", ".zshrc", ".profile", ".gitconfig", ".claude", ".codex", ".gemini", ".qwen", ".config/automode", "etc"} {
		if at := "/" + p.lit + "/"; strings.Contains(at, "/"+place+"/") && (place != "etc" || !reads && strings.HasPrefix(at, "/etc/") && p.from == fromRoot) {
			return does + " " + place + ", which holds keys or what agents and shells obey", true
		}
	}
	return "", false
}
