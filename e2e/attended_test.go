//go:build e2e

package e2e

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"automode/internal/fakemodel"
	"automode/verdict"
)

// remote gives the project a remote that holds a commit which the project
// does not have.
func (s *stage) remote() (head func() string) {
	s.t.Helper()
	bare := filepath.Join(filepath.Dir(s.project), "remote.git")
	s.git("init", "-q", "--bare", "-b", "main", bare)
	s.git("remote", "add", "origin", bare)
	s.git("commit", "-q", "--allow-empty", "-m", "of somebody else")
	s.git("push", "-q", "origin", "main")
	s.git("reset", "-q", "--hard", "HEAD~1")
	return func() string {
		out, err := exec.Command("git", "-C", bare, "log", "-1", "--format=%s", "main").Output()
		if err != nil {
			s.t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
}

const forcePush = "git push --force origin main"

func TestAQuestionShowsOurReasonAndYesRunsTheCall(t *testing.T) {
	s := newStage(t, fakemodel.Script{Steps: []fakemodel.Step{fakemodel.Shell(forcePush), fakemodel.Text("all pushed")}})
	head := s.remote()
	s.install()
	term := s.attended("--permission-mode", "default")
	term.say("bring the remote up to date")
	term.wait("Do you want to proceed?")
	if screen := strings.Join(strings.Fields(term.screen()), " "); !strings.Contains(screen, "automode asks:") || !strings.Contains(screen, "main") {
		t.Errorf("the reason is not shown:\n%s", term.screen())
	}
	if head() != "of somebody else" {
		t.Fatal("it ran before the answer")
	}
	term.choose("1", "Do you want to proceed?")
	term.wait("all pushed")
	if head() != "first" {
		t.Errorf("yes did not run it; the remote is at %q", head())
	}
	if log := s.log(); len(log) != 1 || log[0].Decision.Behavior != verdict.Ask || !log[0].Attended {
		t.Errorf("%s", short(log))
	}
}

func TestANoIsARefusalOfTheSameEffectByAnyRoute(t *testing.T) {
	s := newStage(t, fakemodel.Script{Steps: []fakemodel.Step{
		fakemodel.Shell(forcePush),
		fakemodel.Shell("git -c push.default=current push -f origin HEAD:main"),
		fakemodel.Text("understood"),
	}})
	head := s.remote()
	s.install()
	term := s.attended("--permission-mode", "default")
	term.say("bring the remote up to date")
	term.wait("Do you want to proceed?")
	term.choose("2", "Do you want to proceed?")
	time.Sleep(time.Second)
	term.say("go on then")
	term.until("see the second call decided", func() bool { return len(s.log()) == 2 })
	term.wait("Do you want to proceed?")
	if head() != "of somebody else" {
		t.Error("a refused push was made")
	}
	log := s.log()
	if d := log[1].Decision; d.Behavior != verdict.Ask || d.Code != verdict.CodeRetry {
		t.Errorf("%s", short(log))
	}
	term.choose("2", "Do you want to proceed?")
}

func TestWordsTypedWhileTheAgentWorksCount(t *testing.T) {
	s := newStage(t, fakemodel.Script{Steps: []fakemodel.Step{
		{Shell: "git status --short", Delay: 4 * time.Second},
		fakemodel.Shell("git push origin main"),
		fakemodel.Text("fine"),
	}})
	head := s.remote()
	s.install()
	term := s.attended("--permission-mode", "default")
	term.say("tidy up and push")
	term.until("see the model asked", func() bool { return len(s.model.Requests(fakemodel.Main)) > 0 })
	term.say("wait, do not push yet")
	term.until("see the push decided", func() bool { return len(s.log()) == 2 })
	if log := s.log(); log[1].Decision.Behavior != verdict.Ask || log[1].Decision.Code != verdict.CodeUserLimit {
		t.Errorf("%s\n%s", short(log), term.screen())
	}
	if head() != "of somebody else" {
		t.Error("it was pushed")
	}
}
