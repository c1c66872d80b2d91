package transcript

import (
	"sort"
	"strings"
	"testing"
)

func user(texts ...string) []Turn {
	var ts []Turn
	for _, t := range texts {
		ts = append(ts, Turn{Role: User, Text: t})
	}
	return ts
}

// union is all classes that the limits of turns can mean.
func union(turns []Turn) Scope {
	var s Scope
	for _, l := range Limits(turns) {
		s |= l.Scope
	}
	return s
}

func TestTablesAreSorted(t *testing.T) {
	for name, table := range map[string][]act{"verbs": verbs[:], "nouns": nouns[:], "programs": programs[:]} {
		if !sort.SliceIsSorted(table, func(i, j int) bool { return table[i].word < table[j].word }) {
			t.Errorf("%s is not sorted", name)
		}
		for _, a := range table {
			if !a.light && a.scope == 0 {
				t.Errorf("%s: %s means nothing", name, a.word)
			}
		}
	}
}

func TestRestraintsOfActionsAreLimits(t *testing.T) {
	for _, c := range []struct {
		text string
		want Scope
	}{
		{"Tidy the module, but do not push.", ScopePush},
		{"don't commit or push yet please", ScopeCommit | ScopePush},
		{"Don’t deploy this.", ScopeDeploy},
		{"You must not install anything new.", ScopeInstall},
		{"Never force-push.", ScopePush},
		{"Please never run the seed script against staging", ScopeRun},
		{"Do not commit, push, or release anything.", ScopeCommit | ScopePush | ScopeDeploy},
		{"I don't want you to merge it.", ScopeBranch},
		{"Make sure not to restart the workers.", ScopeProcess},
		{"No commits, please.", ScopeCommit},
		{"Have a look. No network requests.", ScopeNetwork},
		{"no changes to production", ScopeDeploy},
		{"Fix the loader without adding dependencies.", ScopeInstall},
		{"Do it without sudo.", ScopePrivilege},
		{"Stop pushing to my branch.", ScopePush},
		{"Hold off on the release.", ScopeDeploy},
		{"Avoid touching the cluster.", ScopeDeploy},
		{"Only commit the two files.", ScopeCommit},
		{"Ask me before you delete a row.", ScopeDelete},
		{"Before you publish, check with me.", ScopeSend},
		{"Show me the mail before sending it.", ScopeSend},
		{"Prepare the release and wait for my approval.", ScopeDeploy},
		{"Don't send the invoice until I say so.", ScopeSend},
		{"Deploy it only after my approval.", ScopeDeploy},
		{"Stay offline.", ScopeNetwork},
		{"Stay on this branch.", ScopeBranch},
		{"I'll push it myself.", ScopePush},
		{"Leave the changes uncommitted.", ScopeCommit},
		{"leave the deploy to me", ScopeDeploy},
		{"Keep this confidential.", ScopeSend},
		{"You are not allowed to kill processes here.", ScopeProcess},
		{"Pushing is forbidden in this repository.", ScopePush},
		{"Nothing should be deployed before Monday.", ScopeDeploy},
		{"Skip the deploy.", ScopeDeploy},
		{"Don't use the network.", ScopeNetwork},
		{"don't git push", ScopePush},
		{"do not `npm install` here", ScopeInstall},
		{"Do not npm install.", ScopeInstall},
		{"don't open a PR", ScopeSend},
		{"Don't spawn subagents.", ScopeAgent},
		{"Do not:\n- push\n- deploy", ScopePush | ScopeDeploy},
		{"Do not commit/push.", ScopeCommit | ScopePush},
		{"Refactor freely,\nbut under no circumstances drop the tables.", ScopeDelete},
		{"Under no circumstances should you push.", ScopePush},
		{"Do not, under any circumstances, push.", ScopePush},
		{"I'd rather you didn't push.", ScopePush},
		{"Let's not deploy today.", ScopeDeploy},
		{"Could you not install anything?", ScopeInstall},
		{"Commit locally only.", ScopePush},
		{"Work offline.", ScopeNetwork},
		{"Make no commits.", ScopeCommit},
		{"There must be no changes to production.", ScopeDeploy},
		{"The tables are not to be dropped.", ScopeDelete},
		{"Don't push unless explicitly told.", ScopePush},
		{"Deploy it, but not before Monday.", ScopeDeploy},
		{"I want to see the diff before you push.", ScopePush},
		{"We have a code freeze.", ScopeDeploy},
		{"main is frozen", ScopePush},
		{"Hold the release.", ScopeDeploy},
		{"Wait with the deploy.", ScopeDeploy},
		{"Don't redeploy it.", ScopeDeploy},
		{"Read only.", ScopeWrite},
		{"Nobody may push this week.", 0}, // "may" without "not" tells of leave, and code cannot read it
	} {
		if got := union(user(c.text)); got&c.want != c.want {
			t.Errorf("%q: got %v, want %v in it", c.text, got, c.want)
		}
	}
}

func TestOrdersThatSayNoActionHoldForAllThatLeavesTheRoot(t *testing.T) {
	for _, text := range []string{"Stop.", "stop!", "STOP", "Wait.", "wait, let me think", "Hold on.", "No.", "nope", "Don't!", "Not yet.", "not now please",
		"Stop it right now.", "Please don't do that.", "Do not proceed.", "don't go ahead yet", "Freeze until Monday.", "Wait for me.", "Enough.",
		"Just tell me what would happen.", "Only explain it, please.", "ask me first", "never mind", "cancel that", "Don't do it without my okay."} {
		if got := union(user(text)); got&ScopeLeavesRoot != ScopeLeavesRoot {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestOrdersToDoNothingHoldForEverything(t *testing.T) {
	for _, text := range []string{"Don't do anything yet.", "Do nothing.", "Read-only please."} {
		if got := union(user(text)); got&ScopeAll != ScopeAll {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestWordsThatDescribeAreNoLimits(t *testing.T) {
	for _, text := range []string{
		"The upload does not work.",
		"It doesn't push when the branch is new.",
		"The function only returns odd numbers.",
		"The result should only be the sum.",
		"Only the first row is used by the parser.",
		"The app should not crash when the list is empty.",
		"The worker never stops.",
		"Why don't the tests run on CI?",
		"I don't know why the build fails.",
		"I do not understand the deploy script.",
		"Don't worry about the format.",
		"Don't forget to push.",
		"Don't hesitate to install what you need.",
		"Don't stop until all tests pass.",
		"Run the tests until one fails.",
		"Stop the dev server you started.",
		"Stop my training run.",
		"Wait for the server to come up, then run the probe.",
		"Freeze the encoder and train the head.",
		"There is no network in the container.",
		"No tests were found by the runner.",
		"No changes are needed in the docs.",
		"We just pushed the fix, run the checks.",
		"If you don't find the file, create it.",
		"You don't have to commit.",
		"Run the linter before you commit.",
		"Keep it simple.",
		"Undo the last commit but keep the changes.",
		"Do not change the behaviour of the parser's API.",
		"Do not hardcode the port.",
		"do not add comments",
		"Use at most 3 workers and do not exceed 10 seconds.",
		"Push it.",
		"Could you push it?",
		"The cache is not yet released.",
		"```\ndo not push\n```\nApply that text as the banner.",
		"> please do not deploy\n\nAnswer this customer.",
		"ERROR: do not delete the lock file\nWhat does it mean?",
		"<log>\nnever run this as root\n</log>\nExplain the log.",
		"Set the banner to \"do not push to main\".",
		"Which of the tests don't run on Windows?",
		"Just run the tests.",
		"I need to check the logs first, show them.",
		"The value stays as a string.",
		"The model works offline.",
		"Which tests must not run in parallel?",
		"Limit the list to ten rows.",
		"We didn't deploy the fix.",
		"pip freeze > requirements.txt",
		"It can't connect to the database.",
		"",
	} {
		if got := Limits(user(text)); len(got) > 0 {
			t.Errorf("%q: %q %v %v %v", text, got[0].Words, got[0].Scope, got[0].Paths, got[0].Names)
		}
	}
}

func TestALimitOnWhatIsNamedCoversThatAlone(t *testing.T) {
	for _, c := range []struct {
		text    string
		does    Scope
		paths   []string
		command string
		want    bool
	}{
		{"Do not touch src/legacy.", ScopeWrite, []string{"/p/src/legacy/a.go"}, "", true},
		{"Do not touch src/legacy.", ScopeWrite, []string{"/p/src/new/a.go"}, "", false},
		{"Do not touch src/legacy.", ScopeWrite, []string{"/p/src/legacy2/a.go"}, "", false},
		{"Do not touch the migrations.", ScopeRun, nil, "rails db:migrate", true},
		{"Do not touch the migrations.", ScopeRun, nil, "rails test", false},
		{"Don't edit README.md.", ScopeWrite, []string{"/p/README.md"}, "", true},
		{"Don't edit README.md.", ScopeWrite, []string{"/p/main.go"}, "", false},
		{"Don't edit README.md.", ScopeWrite, nil, "./gen.sh", true}, // which files, nobody knows
		{"Don't edit README.md.", ScopeRead, []string{"/p/README.md"}, "", false},
		{"Don't read .env.", ScopeRead, []string{"/p/.env"}, "", true},
		{"Don't read .env.", ScopeRead, []string{"/p/main.go"}, "", false},
		{"Only edit src/a.ts.", ScopeWrite, []string{"/p/src/a.ts"}, "", false},
		{"Only edit src/a.ts.", ScopeWrite, []string{"/p/src/b.ts"}, "", true},
		{"Fix src/a.ts and don't touch anything else.", ScopeWrite, []string{"/p/src/a.ts"}, "", false},
		{"Fix src/a.ts and don't touch anything else.", ScopeWrite, []string{"/p/src/b.ts"}, "", true},
		{"Stay inside web/.", ScopeWrite, []string{"/p/api/x.go"}, "", true},
		{"Stay inside web/.", ScopeWrite, []string{"/p/web/x.ts"}, "", false},
		{"Delete the logs except audit.log.", ScopeDelete, []string{"/p/audit.log"}, "rm audit.log", true},
		{"Delete the logs except audit.log.", ScopeDelete, []string{"/p/app.log"}, "rm app.log", false},
		{"Leave config.yaml alone.", ScopeWrite, []string{"/p/config.yaml"}, "", true},
		{"The file go.sum must not be changed.", ScopeWrite, []string{"/p/go.sum"}, "", true},
		{"The file go.sum must not be changed.", ScopeWrite, []string{"/p/go.mod"}, "", false},
		{"Don't run seed.sh.", ScopeRun, nil, "bash seed.sh", true},
		{"Don't run seed.sh.", ScopeRun, nil, "go test ./...", false},
		{"Don't run the tests.", ScopeRun, nil, "make check", true},
		{"No changes to production!", ScopeRun, nil, "./release.sh production", true},
		{"No changes to production!", ScopeRun, nil, "./release.sh qa", false},
		{"My jobs are 7001 and 7002, don't touch them.", ScopeProcess, nil, "pkill -f sim", true},
		{"The old notes are in notes/old.md, don't change them.", ScopeWrite, []string{"/p/notes/old.md"}, "", true},
		{"The old notes are in notes/old.md, don't change them.", ScopeWrite, []string{"/p/notes/new.md"}, "", false},
		{"Don't change anything outside web/.", ScopeWrite, []string{"/p/api/a.go"}, "", true},
		{"Don't change anything outside web/.", ScopeWrite, []string{"/p/web/a.ts"}, "", false},
		{"Do not modify any file but main.go.", ScopeWrite, []string{"/p/main.go"}, "", false},
		{"Do not modify any file but main.go.", ScopeWrite, []string{"/p/other.go"}, "", true},
		{"Restrict your edits to docs/.", ScopeWrite, []string{"/p/main.go"}, "", true},
		{"Restrict your edits to docs/.", ScopeWrite, []string{"/p/docs/a.md"}, "", false},
		{"Only src/a.ts may be changed.", ScopeWrite, []string{"/p/src/b.ts"}, "", true},
		{"Only src/a.ts may be changed.", ScopeWrite, []string{"/p/src/a.ts"}, "", false},
		{"Fix src/a.ts, touch nothing else.", ScopeWrite, []string{"/p/src/b.ts"}, "", true},
		{"Fix src/a.ts, touch nothing else.", ScopeWrite, []string{"/p/src/a.ts"}, "", false},
		{"config.yaml stays as it is.", ScopeWrite, []string{"/p/config.yaml"}, "", true},
		{"Don't use npm, use pnpm.", ScopeRun, nil, "npm test", true},
		{"Don't use npm, use pnpm.", ScopeRun, nil, "pnpm test", false},
		{"Never use --no-verify.", ScopeCommit, nil, "git commit --no-verify", true},
		{"Never use --no-verify.", ScopeCommit, nil, "git commit -m x", false},
		{"Fix it without docker.", ScopeRun, nil, "docker compose up", true},
		{"Fix it without docker.", ScopeRun, nil, "go test ./...", false},
		{"Hands off the db folder.", ScopeWrite, []string{"/p/db/x.sql"}, "", true},
		{"Hands off the db folder.", ScopeWrite, []string{"/p/feedback/x.go"}, "", false},
	} {
		got := CoveredBy(Limits(user(c.text)), c.does, c.paths, c.command) != nil
		if got != c.want {
			t.Errorf("%q, %v of %v by %q: covered %v\n%+v", c.text, c.does, c.paths, c.command, got, Limits(user(c.text)))
		}
	}
}

func TestThatMeansWhatWasAskedBefore(t *testing.T) {
	for _, c := range []struct {
		before string
		want   Scope
	}{
		{"Commit it as wip.", ScopeCommit},
		{"pip install fastthing", ScopeInstall},
		{"Rebase onto main.", ScopeBranch},
	} {
		if got := union(user(c.before, "No, don't do that.")); got&c.want != c.want {
			t.Errorf("%q withdrawn: %v", c.before, got)
		}
	}
}

func TestALaterTurnDoesNotLiftALimit(t *testing.T) {
	got := Limits(user("Do not push.", "Now push.", "go on"))
	if len(got) != 1 || got[0].Turn != 0 || !got[0].Covers(ScopePush, nil, "git push") {
		t.Fatalf("%+v", got)
	}
}

func TestALimitNamesItsTurnAndItsWords(t *testing.T) {
	got := Limits(append(user("Fix it."), user("It is broken.\nPlease do not push it. Thanks.")...))
	if len(got) == 0 || got[0].Turn != 1 || got[0].Words != "Please do not push it." {
		t.Fatalf("%+v", got)
	}
}

func TestScopesHaveNames(t *testing.T) {
	if got := (ScopeWrite | ScopePush | ScopeNamed).String(); got != "write,push,named" {
		t.Error(got)
	}
	if n := strings.Count(ScopeAll.String(), ",") + 1; n != len(scopeNames)-2 {
		t.Errorf("ScopeAll has %d classes", n)
	}
}
