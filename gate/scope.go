package gate

import (
	"strings"

	"automode/call"
	"automode/effect"
	"automode/transcript"
	"automode/world"
)

// limited gives the limit of the user's that may forbid what c does, nil for
// none. A call that was not read completely may do anything.
func limited(c call.Call, a call.Args, r *effect.Report, place world.Place, limits []transcript.Limit) *transcript.Limit {
	if len(limits) == 0 {
		return nil
	}
	does, paths := scopeOf(r, place)
	text := textOf(c, a)
	if paths == nil || !r.Edits() {
		return transcript.CoveredBy(limits, does, paths, text)
	}
	// An ordinary edit is told by its files: what is written into them names
	// nothing that is done, and "use only X" that names no file is about how
	// and not about which.
	for i := range limits {
		if l := &limits[i]; !(l.Only && len(l.Paths) == 0) && l.Covers(does, paths, "") {
			return l
		}
	}
	return nil
}

// textOf is everything of c that may name what it is about.
func textOf(c call.Call, a call.Args) string {
	switch {
	case a.Command != "":
		return a.Command
	case a.URL != "":
		return a.URL
	case a.Path != "" && a.Content != "":
		return a.Path
	}
	return string(c.Input)
}

// scopeOf sorts what a call does into the classes that a user's words can
// mean, leaning to more, and gives the files it changes, or where it only
// reads, reads; nil where they are not all known.
func scopeOf(r *effect.Report, place world.Place) (does transcript.Scope, paths []string) {
	if r == nil || len(r.Effects) == 0 || len(r.Opaque)+len(r.Hostile) > 0 {
		return transcript.ScopeAll, nil
	}
	var reads, changes []string
	unknown := false
	for i := range r.Effects {
		e := &r.Effects[i]
		s := scopeOfEffect(e, place)
		does |= s
		switch e.Kind {
		case effect.Read:
			if e.Target != "" {
				reads = append(reads, e.Target)
			}
		case effect.Write, effect.Delete, effect.Mode, effect.Link:
			if !strings.HasPrefix(e.Target, "/") {
				unknown = true
			} else {
				changes = append(changes, e.Target)
			}
		}
	}
	switch {
	case unknown:
		return does, nil
	case len(changes) > 0:
		return does, changes
	case does&^transcript.ScopeRead == 0:
		return does, reads
	}
	return does, nil
}

func scopeOfEffect(e *effect.Effect, place world.Place) transcript.Scope {
	var s transcript.Scope
	switch e.Kind {
	case effect.Print:
	case effect.Read, effect.Environment:
		s = transcript.ScopeRead
	case effect.Write, effect.Mode, effect.Link:
		s = transcript.ScopeWrite
	case effect.Delete:
		s = transcript.ScopeDelete
	case effect.Run, effect.Project, effect.Channel:
		s = transcript.ScopeRun
	case effect.Fetch:
		s = transcript.ScopeNetwork
	case effect.Send:
		s = transcript.ScopeNetwork | transcript.ScopeSend
	case effect.Install:
		s = transcript.ScopeInstall | transcript.ScopeNetwork
	case effect.Remote:
		s = remoteScope(e.Words)
	case effect.Privilege:
		s = transcript.ScopePrivilege
	case effect.Process:
		s = transcript.ScopeProcess
	case effect.System:
		s = transcript.ScopeSystem
	case effect.Listen:
		s = transcript.ScopeRun
	case effect.Agent:
		s = transcript.ScopeAgent
	case effect.Local:
		s = localScope(e.Words)
	default:
		s = transcript.ScopeAll
	}
	if e.Entry != "" {
		s |= transcript.ScopeLoses
	}
	if s&(transcript.ScopeWrite|transcript.ScopeDelete) != 0 && strings.HasPrefix(e.Target, "/") && !ownPlace(e.Target, place) {
		s |= transcript.ScopeOutside
	}
	return s
}

// ownPlace tells whether p lies in a root or a temporary folder.
func ownPlace(p string, place world.Place) bool {
	if world.Inside(p, "/tmp") {
		return true
	}
	for _, dirs := range [2][]string{place.Roots, place.Temp} {
		for _, d := range dirs {
			if world.Inside(p, d) {
				return true
			}
		}
	}
	return false
}

// remoteScope tells which of the ways of changing something elsewhere the
// words mean; all of them where they do not say.
func remoteScope(words string) transcript.Scope {
	s := transcript.ScopeNetwork
	has := func(any ...string) bool {
		for _, w := range any {
			if strings.Contains(words, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("push"):
		s |= transcript.ScopePush
	case has("comment", "issue", "review", "mail", "message", "post"):
		s |= transcript.ScopeSend
	case has("merge"):
		s |= transcript.ScopePush | transcript.ScopeDeploy
	case has("deploy", "apply", "release", "kubectl", "terraform", "helm", "publish"):
		s |= transcript.ScopeDeploy | transcript.ScopeSend
	default:
		s |= transcript.ScopePush | transcript.ScopeDeploy | transcript.ScopeSend
	}
	return s
}

// localScope tells which of the ways of changing a repository's own state the
// words mean.
func localScope(words string) transcript.Scope {
	has := func(any ...string) bool {
		for _, w := range any {
			if strings.Contains(words, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("commit"):
		return transcript.ScopeCommit
	case has("add", "stage", "config", "fetch"):
		return transcript.ScopeWrite
	case has("branch", "checkout", "switch", "merge", "rebase", "tag", "stash", "worktree", "pull", "reset", "cherry-pick", "revert"):
		return transcript.ScopeBranch
	}
	return transcript.ScopeCommit | transcript.ScopeBranch | transcript.ScopeWrite
}
