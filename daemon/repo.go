package daemon

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"automode/call"
	"automode/internal/osfile"
	"automode/judge/remote"
	"automode/secret"
	"automode/settings"
)

// visibility says who can see the repository that the call works in, where the
// settings say so.
func (e *Engine) visibility(s *settings.Settings, q remote.Question) []string {
	if len(s.Models.Visibility) == 0 {
		return nil
	}
	var out []string
	repo := e.facts().Repo(q.Call.Dir)
	names := make([]string, 0, len(repo.Remotes))
	for name := range repo.Remotes {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		where := place(repo.Remotes[name])
		for _, v := range s.Models.Visibility {
			if ok, err := path.Match(v.Where, where); ok && err == nil {
				out = append(out, fmt.Sprintf("The user's settings say that the remote %s (%s) is a %s repository.", name, where, v.Who))
				break
			}
		}
	}
	return out
}

// place is a remote's address as settings name it: host/path in small letters.
func place(remote string) string {
	host, p := "", ""
	if u, err := url.Parse(remote); err == nil && u.Host != "" {
		host, p = u.Hostname(), u.Path
	} else if at, rest, ok := strings.Cut(remote, ":"); ok {
		host, p = at[strings.LastIndexByte(at, '@')+1:], rest
	}
	return strings.ToLower(host + "/" + strings.Trim(strings.TrimSuffix(p, ".git"), "/"))
}

const (
	gitTime  = 2 * time.Second
	maxPatch = 4 << 20 // of what a push would send, bytes that are looked at
	maxNames = 12
)

// git says what state the repository is in, where the call has to do with that:
// what is changed, and what a push would send.
func (e *Engine) git(ctx context.Context, s *settings.Settings, q remote.Question) string {
	if q.Call.Kind() != call.Shell || !s.Models.Git && !s.Models.Uploads {
		return ""
	}
	command := q.Call.Args().Command
	if !strings.Contains(command, "git") && !strings.Contains(command, "rm") {
		return ""
	}
	repo := e.facts().Repo(q.Call.Dir)
	// Only what lies in the session's own root is looked at.
	if !repo.Known || repo.Root == "" || q.Root == "" || !within(repo.Root, q.Root) {
		return ""
	}
	g := gitIn{dir: repo.Root, env: e.Env}
	if why := g.unsafe(); why != "" {
		return "Not looked at: " + why + "."
	}
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	var out []string
	if s.Models.Git && s.Models.GitLimit > 0 {
		out = append(out, g.status(ctx, s.Models.GitLimit))
	}
	if s.Models.Uploads && strings.Contains(command, "push") {
		out = append(out, g.uploads(ctx))
	}
	return strings.Join(out, "\n")
}

func within(p, dir string) bool {
	return p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/") || strings.HasPrefix(dir, p+"/")
}

// gitIn runs git in a repository so that nothing of what the repository
// configures runs.
type gitIn struct {
	dir string
	env []string
}

// unsafe tells why git is not run in the repository; empty for nothing. What
// can be switched off is switched off in run; what has a name of the
// repository's choosing cannot.
func (g gitIn) unsafe() string {
	for _, name := range []string{"config", "config.worktree"} {
		text, err := osfile.Read(filepath.Join(g.dir, ".git", name), 1<<20)
		if osfile.Absent(err) && name != "config" {
			continue
		}
		if err != nil {
			return "its .git is no folder with a configuration that can be read"
		}
		low := strings.ToLower(string(text))
		for _, section := range []string{"[filter", "[include", "[diff", "[alias", "[pager", "[gpg", "[merge \""} {
			if strings.Contains(low, section) {
				return "its configuration has a section " + section + "], which may run programs"
			}
		}
	}
	return ""
}

func (g gitIn) run(ctx context.Context, most int, args ...string) (string, bool) {
	fixed := []string{"--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.untrackedCache=false",
		"-c", "core.attributesFile=/dev/null", "-c", "diff.external=", "-c", "log.showSignature=false", "-c", "protocol.allow=never", "-c", "credential.helper=",
		"-c", "core.sshCommand=false", "-c", "submodule.recurse=false", "-c", "core.quotePath=true", "-c", "color.ui=false"}
	cmd := exec.CommandContext(ctx, "git", append(fixed, args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(append([]string{}, g.env...), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
		"GIT_OPTIONAL_LOCKS=0", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C")
	cmd.WaitDelay = 100 * time.Millisecond
	pipe, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return "", false
	}
	var b bytes.Buffer
	n, _ := io.CopyN(&b, pipe, int64(most)+1)
	whole := n <= int64(most)
	if !whole {
		b.Truncate(most)
		pipe.Close()
	}
	if err := cmd.Wait(); err != nil && whole {
		return "", false
	}
	return b.String(), true
}

// status is what is changed in the working tree, at most so many bytes of it.
func (g gitIn) status(ctx context.Context, limit int) string {
	text, ok := g.run(ctx, limit, "status", "--porcelain=v1", "--branch", "--untracked-files=normal", "--ignore-submodules=all")
	if !ok {
		return "What is changed in the working tree is not known."
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	branch := strings.TrimPrefix(lines[0], "## ")
	if len(lines) == 1 {
		return "On " + branch + "; nothing is changed."
	}
	cut := ""
	if len(text) >= limit {
		lines, cut = lines[:len(lines)-1], " (and more)"
	}
	return "On " + branch + "; changed: " + strings.Join(lines[1:], ", ") + cut + "."
}

// uploads is what a push would send that no remote has.
func (g gitIn) uploads(ctx context.Context) string {
	const unknown = "What a push would send is not known."
	count, ok := g.run(ctx, 32, "rev-list", "--count", "HEAD", "--not", "--remotes")
	if !ok {
		return unknown
	}
	count = strings.TrimSpace(count)
	if count == "0" {
		return "Every commit here is on a remote already."
	}
	patch, ok := g.run(ctx, maxPatch, "log", "--format=", "-p", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "HEAD", "--not", "--remotes")
	if !ok {
		return unknown
	}
	files, secrets := added(patch)
	out := fmt.Sprintf("Of the commits here, %s are on no remote; they change %d files: %s.", count, len(files), listed(files))
	switch {
	case len(secrets) > 0:
		out += " What they add holds what looks like secrets: " + listed(secrets) + "."
	case len(patch) < maxPatch:
		out += " What they add holds nothing that looks like a secret."
	}
	if len(patch) >= maxPatch {
		out += " They are large; the rest of them was not looked at."
	}
	return out
}

// added takes a patch apart: the files it changes, and the secrets it adds.
func added(patch string) (files, secrets []string) {
	seen := map[string]bool{}
	file, head := "", false // head: before the first hunk, where lines of + and - are names
	var text strings.Builder
	flush := func() {
		for _, m := range secret.Find(text.String()) {
			if s := m.Kind + " in " + file; !seen[s] {
				seen[s] = true
				secrets = append(secrets, s)
			}
		}
		text.Reset()
	}
	for line := range strings.Lines(patch) {
		switch {
		case strings.HasPrefix(line, "diff --git "):
			flush()
			file, head = "", true
		case strings.HasPrefix(line, "@@ "):
			head = false
		case head && (strings.HasPrefix(line, "+++ ") || strings.HasPrefix(line, "--- ")):
			name := strings.TrimSpace(line[4:])
			if name == "/dev/null" {
				continue
			}
			name = strings.TrimPrefix(strings.TrimPrefix(strings.Trim(name, `"`), "a/"), "b/")
			if file = name; !seen["\x00"+name] {
				seen["\x00"+name] = true
				files = append(files, name)
			}
		case !head && strings.HasPrefix(line, "+"):
			text.WriteString(line[1:])
		}
	}
	flush()
	sort.Strings(files)
	return files, secrets
}

func listed(names []string) string {
	if len(names) > maxNames {
		return strings.Join(names[:maxNames], ", ") + fmt.Sprintf(" and %d more", len(names)-maxNames)
	}
	return strings.Join(names, ", ")
}
