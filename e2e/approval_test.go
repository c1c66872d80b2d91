//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"automode/internal/fakemodel"
	"automode/verdict"
)

// A run that nobody watched was denied something. A person takes the session
// up again and types the code: the client's transcript and the prompt event
// say the same, so the call passes, once.
func TestACodeTypedInTheClientLetsTheCallPassOnce(t *testing.T) { everyClient(t, typedCode) }

func typedCode(t *testing.T, c *client) {
	s := newStageOf(t, c, fakemodel.Script{Steps: []fakemodel.Step{
		fakemodel.Shell(forcePush), fakemodel.Text("it was denied"),
		fakemodel.Shell(forcePush), // the person typed the code
		fakemodel.Shell(forcePush), // nobody did
		fakemodel.Text("never again"),
	}})
	head := s.remote()
	s.install()
	s.headless("bring the remote up to date", "--permission-mode", "default", "--session-id", session)
	log := s.log()
	if len(log) != 1 || log[0].Decision.Approval == "" {
		t.Fatalf("no code was offered: %s", short(log))
	}
	code := log[0].Decision.Approval
	if told := s.told(); len(told) != 1 || !strings.Contains(told[0].Text, "approve "+code) {
		t.Errorf("the agent is not told what its user may type: %+v", told)
	}
	if head() != "of somebody else" {
		t.Fatal("it ran without an approval")
	}

	term := s.attended("--permission-mode", "default", "--resume", session)
	term.say("approve " + code)
	term.until("see both calls decided", func() bool { return len(s.log()) == 3 })
	log = s.log()
	if d := log[1].Decision; d.Behavior != verdict.Allow || d.Layer != verdict.LayerApproval {
		t.Errorf("the approved call: %s", short(log))
	}
	if d := log[2].Decision; d.Behavior == verdict.Allow {
		t.Errorf("the approval was good for a second call: %s", short(log))
	}
	term.wait("Do you want to proceed?")
	if head() != "first" {
		t.Errorf("the approved call did not run; the remote is at %q", head())
	}
	if said := s.witnessed(); said != 2 {
		t.Errorf("%d prompts are taken for the user's, who said two things", said)
	}
}
