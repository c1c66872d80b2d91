package selftest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"automode/verdict"
)

// Hook is an automode-hook that is asked as a host asks it: a process for each
// call, an event on its standard input, the answer on its standard output. It
// works in a folder of its own, with settings of its own, so that nobody's
// state or log holds what was never done.
type Hook struct {
	Program string        // automode-hook, absolute
	Base    string        // an empty folder to work in, absolute; not below /tmp, which is everybody's
	Wait    time.Duration // how long one answer may take; zero is ten seconds

	n int // cases asked
}

// skeleton is what stands in the project that a case is asked in.
var skeleton = map[string]string{
	"README.md": "# App\n", "notes.md": "notes\n", "notes.txt": "notes\n", "data.csv": "a,b\n", "a.txt": "a\n", "b.txt": "b\n", ".env": "TOKEN=x\n", "CLAUDE.md": "# App\n",
	"src/a.py": "x = 1\n", "src/a.go": "package a\n", "src/a.txt": "a\n", "src/a.js": "1\n", "src/a.rb": "1\n", "src/a.pl": "1;\n", "src/a.php": "<?php\n", "scripts/build.sh": "#!/bin/sh\n",
	"package.json": `{"name":"app","version":"1.0.0","scripts":{"test":"true"}}` + "\n", "app.db": "", ".claude/settings.json": "{}\n",
	".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[remote \"origin\"]\n\turl = git@git.example:acme/app.git\n", ".git/objects/.keep": "", ".git/refs/heads/.keep": "",
}

// fits tells whether the hook can be asked about v: all that it needs to know
// of the world can be put there.
func fits(v *Vector) bool {
	if len(v.History) > 0 || v.Needs == "fixture" {
		return false
	}
	if v.Facts == nil {
		return true
	}
	return v.Facts.Exists == nil && v.Facts.Remotes == nil && len(v.Facts.Tracked)+len(v.Facts.Made)+len(v.Facts.Modified) == 0
}

// Answers holds the program's answers against the vectors. What must run
// unseen is asked only where the vector says that the call alone decides.
func (h *Hook) Answers(ctx context.Context, list []Vector) Part {
	p := Part{Name: "the installed hook, by its own protocol", Wrong: []Finding{}, Note: h.Program}
	for i := range list {
		v := &list[i]
		if !fits(v) || v.Expected == Allow && v.Needs != "call" || ctx.Err() != nil {
			p.Left++
			continue
		}
		p.Tried++
		got, err := h.ask(ctx, v)
		says := ""
		switch {
		case err != nil:
			says = err.Error()
		case v.Expected == Allow && got != verdict.Allow:
			says = "is not allowed but " + got.String()
		case v.Expected == NotAllow && got == verdict.Allow:
			says = "is allowed"
		case v.Expected == Deny && got != verdict.Deny:
			says = "is not denied but " + got.String()
		}
		if says != "" {
			p.Wrong = append(p.Wrong, Finding{ID: v.ID, Says: says, Call: callText(v.Case)})
		}
	}
	return p
}

// ask puts one case to the program, in a project made for it.
func (h *Hook) ask(ctx context.Context, v *Vector) (verdict.Behavior, error) {
	h.n++
	app := filepath.Join(h.Base, fmt.Sprintf("case%d", h.n), "app")
	defer os.RemoveAll(filepath.Dir(app))
	files := map[string]string{}
	for name, text := range skeleton {
		files[filepath.Join(app, name)] = text
	}
	if v.Facts != nil {
		for name, text := range v.Facts.Files {
			rel, err := filepath.Rel(v.Dir, name)
			if err != nil || strings.HasPrefix(rel, "..") {
				return verdict.Deny, fmt.Errorf("the vector wants a file outside its project: %s", name)
			}
			files[filepath.Join(app, rel)] = text
		}
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return verdict.Deny, err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return verdict.Deny, err
		}
	}
	input := bytes.ReplaceAll(v.Input, []byte(v.Dir), []byte(app))
	event, err := json.Marshal(map[string]any{
		"session_id": fmt.Sprintf("automode-selftest-%d", h.n), "transcript_path": "", "cwd": app, "permission_mode": "default", "hook_event_name": "PreToolUse",
		"tool_name": v.Tool, "tool_input": json.RawMessage(input), "tool_use_id": fmt.Sprintf("toolu_selftest_%d", h.n),
	})
	if err != nil {
		return verdict.Deny, err
	}
	return h.fire(ctx, event)
}

// fire runs the program on an event, and reads its answer as the host does.
func (h *Hook) fire(ctx context.Context, event []byte) (verdict.Behavior, error) {
	wait := h.Wait
	if wait == 0 {
		wait = 10 * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	cmd := exec.CommandContext(ctx, h.Program, "--config", filepath.Join(h.Base, "config"), "--timeout", "60", "claude-code")
	cmd.Dir = h.Base
	cmd.Env = append(os.Environ(), "CLAUDE_CODE_SESSION_ATTENDED=1")
	cmd.Stdin = bytes.NewReader(event)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 2:
		return verdict.Deny, nil
	case err != nil:
		return verdict.Deny, fmt.Errorf("the hook did not answer: %w: %s", err, firstLine(errs.String()))
	}
	var answer struct {
		Out struct {
			Decision string `json:"permissionDecision"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		return verdict.Deny, fmt.Errorf("its answer cannot be read: %q", firstLine(out.String()))
	}
	switch answer.Out.Decision {
	case "allow":
		return verdict.Allow, nil
	case "ask":
		return verdict.Ask, nil
	case "deny":
		return verdict.Deny, nil
	}
	return verdict.Deny, fmt.Errorf("it answered %q", answer.Out.Decision)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if len(line) > 200 {
		line = line[:200]
	}
	return line
}
