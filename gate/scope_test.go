package gate

import (
	"testing"

	"automode/call"
	"automode/effect"
	"automode/transcript"
	"automode/verdict"
)

func TestTheClassesOfWhatACallDoes(t *testing.T) {
	for k := effect.Unknown; k <= effect.Local; k++ {
		e := effect.Effect{Kind: k, Target: root + "/x"}
		if s := scopeOfEffect(&e, place()); s == 0 && k != effect.Print {
			t.Errorf("%v is of no class", k)
		}
	}
	if s, _ := scopeOf(nil, place()); s != transcript.ScopeAll {
		t.Errorf("what is not known is %v", s)
	}
	if s, _ := scopeOf(&effect.Report{Opaque: []string{"x"}, Effects: []effect.Effect{{Kind: effect.Print}}}, place()); s != transcript.ScopeAll {
		t.Errorf("what cannot be read is %v", s)
	}
	for _, c := range []struct {
		name string
		e    effect.Effect
		has  transcript.Scope
		not  transcript.Scope
	}{
		{"writing in the root", effect.Effect{Kind: effect.Write, Target: root + "/x"}, transcript.ScopeWrite, transcript.ScopeOutside},
		{"writing outside it", effect.Effect{Kind: effect.Write, Target: "/etc/x"}, transcript.ScopeWrite | transcript.ScopeOutside, transcript.ScopeDelete},
		{"writing a scratch file", effect.Effect{Kind: effect.Write, Target: "/tmp/x"}, transcript.ScopeWrite, transcript.ScopeOutside},
		{"a finding cannot be undone", effect.Effect{Kind: effect.Delete, Target: root + "/x", Entry: "irreversible-local"}, transcript.ScopeDelete | transcript.ScopeLoses, 0},
		{"a push", effect.Effect{Kind: effect.Remote, Words: "git push origin main"}, transcript.ScopePush | transcript.ScopeNetwork, transcript.ScopeDeploy},
		{"a comment", effect.Effect{Kind: effect.Remote, Words: "gh pr comment 1"}, transcript.ScopeSend, transcript.ScopePush},
		{"anything remote", effect.Effect{Kind: effect.Remote, Words: "frob"}, transcript.ScopePush | transcript.ScopeDeploy | transcript.ScopeSend, 0},
		{"a commit", effect.Effect{Kind: effect.Local, Words: "git commit -m x"}, transcript.ScopeCommit, transcript.ScopeBranch},
		{"a branch", effect.Effect{Kind: effect.Local, Words: "git switch -c x"}, transcript.ScopeBranch, transcript.ScopeCommit},
		{"any local change", effect.Effect{Kind: effect.Local, Words: "frob"}, transcript.ScopeBranch | transcript.ScopeCommit | transcript.ScopeWrite, 0},
	} {
		s := scopeOfEffect(&c.e, place())
		if s&c.has != c.has || s&c.not != 0 {
			t.Errorf("%s: %v", c.name, s)
		}
	}
}

func TestTheFilesThatALimitIsHeldAgainst(t *testing.T) {
	read := effect.Effect{Kind: effect.Read, Target: "/a"}
	write := effect.Effect{Kind: effect.Write, Target: "/b"}
	blind := effect.Effect{Kind: effect.Delete}
	for _, c := range []struct {
		name string
		es   []effect.Effect
		want int
	}{
		{"reads, where it only reads", []effect.Effect{read, read}, 2},
		{"changes, where it changes", []effect.Effect{read, write}, 1},
		{"none, where one is not known", []effect.Effect{write, blind}, 0},
		{"none, where it does something else", []effect.Effect{read, {Kind: effect.Remote}}, 0},
	} {
		if _, paths := scopeOf(&effect.Report{Effects: c.es}, place()); len(paths) != c.want {
			t.Errorf("%s: %v", c.name, paths)
		}
	}
}

func TestLimitsOnOrdinaryEdits(t *testing.T) {
	write := tool("Write", map[string]any{"file_path": root + "/src/new.go", "content": "package a // config, push\n"})
	shell := bash("cat > src/new.go <<'E'\n// config, push\npackage a\nE")
	for _, c := range []struct {
		said string
		held bool
	}{
		{"don't touch the config", false},
		{"don't push", false},
		{"use only the given libraries", false},
		{"don't change anything in src/", true},
		{"do not edit any files", true},
		{"only change files in docs/", true},
		{"only change files in src/", false},
	} {
		for _, in := range []call.Call{write, shell} {
			r := request(in, user(c.said))
			d := newGate(doubts, nil).decide(t, r)
			if held := d.Behavior != verdict.Allow; held != c.held {
				t.Errorf("%q, %s: %v by %s (%s): %s", c.said, in.Tool, d.Behavior, d.Layer, d.Code, d.Reason)
			}
		}
	}
}
