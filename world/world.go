// Package world holds what may be known of the machine a call would run on:
// the places of a session, and the facts that a judge may ask for. Nothing
// here touches a disk; package osworld answers from the real one.
//
// Every fact comes with whether it is known. What is not known never lifts a
// verdict.
package world

import (
	"path"
	"strings"
)

// Place says where a session is.
type Place struct {
	Home  string   // absolute; empty where unknown
	User  string   // login name; empty where unknown
	Roots []string // working directories bound when the session started, absolute
	Temp  []string // folders for scratch files; "/tmp" where empty
	Shell string   // "bash" where empty
	OS    string   // "linux", "darwin", "windows"; "linux" where empty
	Own   []string // folders of the gate's own settings, state and log, and its binaries
	// Tools are the tools that the person's own settings vouch for: names in
	// full, mcp__server for all that a server offers, or names ending in *.
	Tools []string
}

// Facts answers questions about the world. It never fails: what it cannot
// find out is not known. An implementation opens regular files only, never
// waits, and runs nothing that a repository configures.
type Facts interface {
	// File tells what is known of the entry at an absolute, clean path,
	// not following a last link.
	File(path string) File
	// Text gives up to max bytes of a regular file's text.
	Text(path string, max int) Text
	// Repo tells what is known of the repository that holds dir.
	Repo(dir string) Repo
}

// File is what is known of one directory entry.
type File struct {
	Known    bool   // whether Exists is known
	Exists   bool   //
	Dir      bool   //
	Regular  bool   //
	Link     string // where a symbolic link leads, absolute; empty when it is none
	Links    int    // hard links; 0 where unknown
	Size     int64  //
	Exec     bool   // has an executable bit
	Tracked  Tri    // committed in the repository
	Modified Tri    // differs from what is committed
}

// Text is the content of a file.
type Text struct {
	Known bool
	Text  string
	Whole bool   // all of it
	Hash  string // of the whole file, hex SHA-256; empty where not whole
}

// Repo is what is known of a repository.
type Repo struct {
	Known   bool
	Root    string            // its working tree
	Branch  string            // checked out; empty where unknown
	Remotes map[string]string // name to URL; nil where unknown
}

// Tri is yes, no or unknown; unknown is zero.
type Tri int8

// The answers.
const (
	Unknown Tri = 0
	Yes     Tri = 1
	No      Tri = -1
)

// Nothing is a world of which nothing is known.
type Nothing struct{}

// File knows nothing.
func (Nothing) File(string) File { return File{} }

// Text knows nothing.
func (Nothing) Text(string, int) Text { return Text{} }

// Repo knows nothing.
func (Nothing) Repo(string) Repo { return Repo{} }

// Clean makes p absolute against dir and lexically clean; "~" and "~/x" stand
// for home. It is empty when p cannot be placed.
func Clean(p, dir, home string) string {
	switch {
	case p == "~" || strings.HasPrefix(p, "~/"):
		if home == "" {
			return ""
		}
		p = home + p[1:]
	case p == "" || strings.HasPrefix(p, "~"):
		return ""
	case !strings.HasPrefix(p, "/"):
		if dir == "" {
			return ""
		}
		p = dir + "/" + p
	}
	return path.Clean(p)
}

// Inside tells whether the clean absolute path p is dir or lies below it,
// compared by component.
func Inside(p, dir string) bool {
	if dir == "" || p == "" {
		return false
	}
	if dir == "/" {
		return strings.HasPrefix(p, "/")
	}
	return p == dir || strings.HasPrefix(p, dir) && p[len(dir)] == '/'
}
