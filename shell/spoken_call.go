package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call finds the spoken words of one simple command; kept says that its output
// goes somewhere.
func (v *speaker) call(c *syntax.CallExpr, redirs []*syntax.Redirect, kept bool) {
	switch c.Args[0].Lit() {
	case "echo", "printf":
		if kept || printsIntoVariable(c.Args) {
			return
		}
		for _, a := range c.Args[1:] {
			if !strings.HasPrefix(a.Lit(), "-") {
				v.word(a)
			}
		}
	case ":", "true", "false":
		if v.last {
			return
		}
		for _, a := range c.Args[1:] {
			v.word(a)
		}
		v.bodies(redirs)
	case "cat":
		if !kept && len(c.Args) == 1 {
			v.bodies(redirs)
		}
	case "git", "jj", "hg":
		v.commit(c.Args, redirs)
	case "gh", "glab":
		v.review(c.Args)
	}
}

func printsIntoVariable(args []*syntax.Word) bool {
	return len(args) > 1 && args[0].Lit() == "printf" && strings.HasPrefix(args[1].Lit(), "-v")
}

// commit finds the message of what is recorded in a repository. Elsewhere -m
// may mean anything: of git branch it names what is renamed.
func (v *speaker) commit(args []*syntax.Word, redirs []*syntax.Redirect) {
	i := 1
	for ; i < len(args) && strings.HasPrefix(args[i].Lit(), "-"); i++ {
		switch args[i].Lit() {
		case "-C", "-c", "--git-dir", "--work-tree", "-R":
			i++
		}
	}
	if i >= len(args) {
		return
	}
	switch args[i].Lit() {
	case "commit", "tag", "merge", "stash", "notes", "describe":
	default:
		return
	}
	for i++; i < len(args); i++ {
		switch flag := args[i].Lit(); {
		case flag == "--message" || isShortFlags(flag) && strings.HasSuffix(flag, "m"):
			if i+1 < len(args) {
				v.word(args[i+1])
			}
			i++
		case flag == "-F" || flag == "--file":
			if i+1 < len(args) && args[i+1].Lit() == "-" {
				v.bodies(redirs)
			}
			i++
		case flag == "" && strings.HasPrefix(v.text[args[i].Pos().Offset():], "--message="):
			v.word(args[i])
		case strings.HasPrefix(flag, "--message="):
			v.word(args[i])
		}
	}
}

func isShortFlags(s string) bool {
	return len(s) > 1 && s[0] == '-' && strings.Trim(s[1:], "abcdefghijklmnopqrstuvwxyz") == ""
}

// review finds the title and body of what is opened for people to read. Of a
// comment they are not: bots obey comments, and a line that begins with a
// slash anywhere.
func (v *speaker) review(args []*syntax.Word) {
	if len(args) < 3 || args[2].Lit() != "create" {
		return
	}
	for i := 3; i+1 < len(args); i++ {
		switch args[i].Lit() {
		case "--title", "-t", "--body", "-b", "--notes", "-n", "--description", "-d":
			i++
			from, to := args[i].Pos().Offset(), args[i].End().Offset()
			if !commandsBots(v.text[from:to]) {
				v.word(args[i])
			}
		}
	}
}

func commandsBots(s string) bool {
	for line := range strings.Lines(s) {
		if strings.HasPrefix(strings.TrimLeft(line, ` "'	`), "/") {
			return true
		}
	}
	return false
}
