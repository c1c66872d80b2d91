package classifier

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"automode/call"
	"automode/judge"
	"automode/llm"
	"automode/prompt"
	"automode/transcript"
	"automode/verdict"
)

func bash(command string) call.Call {
	in, _ := json.Marshal(map[string]string{"command": command})
	return call.Call{ID: "t1", Tool: "Bash", Input: in, Dir: "/srv/app"}
}

func asked(command string, first verdict.Outcome) judge.Request {
	return judge.Request{Call: bash(command), Turns: []transcript.Turn{{Role: transcript.User, Text: "fix the build"}}, First: &verdict.Verdict{Outcome: first}}
}

func TestStages(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string
		form    prompt.Form
		first   verdict.Outcome
		want    verdict.Outcome
		trouble verdict.Trouble
	}{
		{"no at the first is an allow", []string{no}, prompt.Both, verdict.Unsure, verdict.Allowed, 0},
		{"yes at the first is looked at again", []string{yes, thought + no}, prompt.Both, verdict.Unsure, verdict.Allowed, 0},
		{"yes and yes is a block", []string{yes, blockFor("Persistence")}, prompt.Both, verdict.Unsure, verdict.Block, 0},
		{"rubbish at the first is looked at again", []string{"hm", thought + no}, prompt.Both, verdict.Unsure, verdict.Allowed, 0},
		{"rubbish at the second is no verdict", []string{yes, "hm"}, prompt.Both, verdict.Unsure, verdict.Unavailable, verdict.TroubleUnparsable},
		{"a finding of code starts at the second", []string{blockFor("Persistence")}, prompt.Both, verdict.Block, verdict.Block, 0},
		{"a finding of code can be cleared", []string{no}, prompt.Both, verdict.Block, verdict.Allowed, 0},
		{"fast asks once", []string{blockFor("Persistence")}, prompt.Fast, verdict.Unsure, verdict.Block, 0},
		{"fast that cannot be understood is no verdict", []string{yes}, prompt.Fast, verdict.Unsure, verdict.Unavailable, verdict.TroubleUnparsable},
		{"thinking starts at the second", []string{thought + no}, prompt.Thinking, verdict.Unsure, verdict.Allowed, 0},
	} {
		j, m := scripted(t, c.answers...)
		j.Form = c.form
		v := j.Judge(t.Context(), asked("make", c.first))
		if v.Outcome != c.want || v.Trouble != c.trouble || len(m.bodies) != len(c.answers) {
			t.Errorf("%s: %v (%v) after %d requests: %+v", c.name, v.Outcome, v.Trouble, len(m.bodies), v)
		}
		if len(v.Judged) != 1 || len(v.Judged[0].Stages) != len(c.answers) || v.Judged[0].Prompt == "" || v.Judged[0].Stages[0].Cached != 5000 || v.Judged[0].Answered != "judge-1" {
			t.Errorf("%s: the record says %+v", c.name, v.Judged)
		}
	}
}

func TestASubagentAndOpaqueTextStartAtTheSecondStage(t *testing.T) {
	for name, r := range map[string]judge.Request{
		"an agent":    {Call: call.Call{Tool: "Agent", Input: json.RawMessage(`{"prompt":"do it"}`)}, First: &verdict.Verdict{Outcome: verdict.Unsure}},
		"opaque text": {Call: bash("$(x)"), First: &verdict.Verdict{Outcome: verdict.Unsure, Opaque: true}},
	} {
		j, m := scripted(t, thought+no)
		if v := j.Judge(t.Context(), r); v.Outcome != verdict.Allowed || len(m.bodies) != 1 || strings.Contains(m.bodies[0], `"max_tokens":64`) {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestBothStagesSendTheSameButForTheLastBlock(t *testing.T) {
	j, m := scripted(t, yes, thought+no)
	j.Judge(t.Context(), asked("frobnicate --all", verdict.Unsure))
	type body struct {
		System   json.RawMessage `json:"system"`
		Thinking json.RawMessage `json:"thinking"`
		Model    string          `json:"model"`
		Temp     json.RawMessage `json:"temperature"`
		Max      int             `json:"max_tokens"`
		Stop     []string        `json:"stop_sequences"`
		Messages []struct {
			Content []json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	var a, b body
	for i, p := range []*body{&a, &b} {
		if err := json.Unmarshal([]byte(m.bodies[i]), p); err != nil {
			t.Fatal(err)
		}
	}
	if string(a.System) != string(b.System) || string(a.Thinking) != string(b.Thinking) || a.Model != b.Model || string(a.Temp) != string(b.Temp) {
		t.Error("more than the last block differs")
	}
	x, y := a.Messages[0].Content, b.Messages[0].Content
	if len(x) != len(y) || len(a.Messages) != 1 {
		t.Fatal("blocks differ in number")
	}
	for i := range x[:len(x)-1] {
		if string(x[i]) != string(y[i]) {
			t.Errorf("block %d differs", i)
		}
	}
	if string(x[len(x)-1]) == string(y[len(y)-1]) || a.Max != 64 || b.Max != 8192 || len(a.Stop) != 1 || len(b.Stop) != 0 {
		t.Errorf("%d %d %v %v", a.Max, b.Max, a.Stop, b.Stop)
	}
	if n := strings.Count(m.bodies[0], `"cache_control"`); n < 3 || n > 4 {
		t.Errorf("%d cache marks", n)
	}
}

func TestTheNextDecisionRepeatsAlmostAllOfItsInput(t *testing.T) {
	j, m := scripted(t, no, no)
	r := asked("one", verdict.Unsure)
	j.Judge(t.Context(), r)
	r.Turns = append(r.Turns, transcript.Turn{Role: transcript.Tool, Call: r.Call, Result: transcript.OK})
	r.Call = bash("two")
	j.Judge(t.Context(), r)
	_, a, _ := strings.Cut(m.bodies[0], `"system"`)
	_, b, _ := strings.Cut(m.bodies[1], `"system"`)
	text := func(s string) string { // the order in which a model reads: system, then messages
		var v struct {
			System   []struct{ Text string }
			Messages []struct{ Content []struct{ Text string } }
		}
		json.Unmarshal([]byte(s), &v)
		var out strings.Builder
		for _, x := range v.System {
			out.WriteString(x.Text)
		}
		for _, msg := range v.Messages {
			for _, x := range msg.Content {
				out.WriteString(x.Text)
			}
		}
		return out.String()
	}
	a, b = text(m.bodies[0]), text(m.bodies[1])
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if share := float64(n) / float64(len(b)); share < 0.95 {
		t.Errorf("%.1f %% repeated", 100*share)
	}
}

type failing struct{ err error }

func (f failing) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{Text: no, Stop: llm.StopEnd}, f.err
}

func TestErrorsOfProvidersAreNoVerdict(t *testing.T) {
	for kind, want := range map[llm.Kind]verdict.Trouble{llm.RateLimited: verdict.TroubleBusy, llm.Overloaded: verdict.TroubleBusy, llm.Server: verdict.TroubleAPI,
		llm.Timeout: verdict.TroubleTimeout, llm.Connection: verdict.TroubleConnection, llm.OverContext: verdict.TroubleOverContext,
		llm.Refused: verdict.TroubleRefused, llm.Auth: verdict.TroubleCredentials, llm.BadRequest: verdict.TroubleRequest, llm.Other: verdict.TroubleOther} {
		j := &Judge{Model: failing{&llm.Error{Kind: kind, Text: "x", After: time.Second, ID: "req_1"}}}
		v := j.Judge(t.Context(), asked("x", verdict.Unsure))
		if v.Outcome != verdict.Unavailable || v.Trouble != want || v.Cause == "" || v.After != time.Second || v.Judged[0].Stages[0].ID != "req_1" {
			t.Errorf("%v: %+v", kind, v)
		}
	}
	if v := (&Judge{Model: failing{errors.New("odd")}}).Judge(t.Context(), asked("x", verdict.Unsure)); v.Outcome != verdict.Unavailable {
		t.Errorf("%+v", v)
	}
	if v := (&Judge{}).Judge(t.Context(), asked("x", verdict.Unsure)); v.Outcome != verdict.Unavailable {
		t.Errorf("no model: %+v", v)
	}
}

type panicking struct{}

func (panicking) Complete(context.Context, llm.Request) (llm.Response, error) { panic("odd") }

func TestAModelThatPanicsIsNoVerdict(t *testing.T) {
	v := (&Judge{Model: panicking{}}).Judge(t.Context(), asked("x", verdict.Unsure))
	if v.Outcome != verdict.Unavailable || !strings.Contains(v.Cause, "odd") || len(v.Judged) != 1 {
		t.Errorf("%+v", v)
	}
}

func TestWhatItCostIsSummedUp(t *testing.T) {
	j, _ := scripted(t, yes, thought+no)
	j.Price, j.Provider, j.Chosen = &llm.Price{Input: 1, Cached: 0.1, Written: 1.25, Output: 5}, "mine", "model, /s.json:1:2"
	v := j.Judge(t.Context(), asked("make", verdict.Unsure))
	// twice 50 read anew, 5,000 from the cache, 4 written
	if r := v.Judged[0]; !r.Priced || r.Cost != 2*(50+500+20) || r.Provider != "mine" || r.Chosen == "" || r.Micros < r.Around || r.Around < 0 {
		t.Errorf("%+v", r)
	}
	j, _ = scripted(t, no)
	if r := j.Judge(t.Context(), judge.Request{Call: bash("x")}).Judged[0]; r.Priced {
		t.Errorf("%+v", r)
	}
}

func TestALineOfTheUsersIsReadCarefully(t *testing.T) {
	for _, published := range []bool{false, true} {
		j, m := scripted(t, thought+yes+"<category>Boundary</category><reason>[Boundary] they said no</reason>")
		r := asked("go test ./...", verdict.Allowed)
		if r.Limit = "don't run the tests"; published {
			r.First = nil
		}
		v := j.Judge(t.Context(), r)
		if v.Outcome != verdict.Block || v.Category != prompt.BoundaryID || v.Clears == "" || len(m.bodies) != 1 || !strings.Contains(m.bodies[0], "don't run the tests") {
			t.Errorf("published %v: %+v after %d requests", published, v, len(m.bodies))
		}
	}
}

type saying llm.Response

func (s saying) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response(s), nil
}

func TestOddAnswersNeverAllow(t *testing.T) {
	for name, s := range map[string]saying{
		"a refusal":           {Text: no, Stop: llm.StopRefusal, Blocks: 1},
		"cut by its tokens":   {Text: no, Stop: llm.StopMaxTokens, Blocks: 1},
		"two blocks":          {Text: no, Stop: llm.StopEnd, Blocks: 2},
		"an unknown stop":     {Text: no, Stop: llm.StopOther, Blocks: 1},
		"nothing":             {Stop: llm.StopEnd},
		"thinking cut in two": {Text: "<thinking>x", Stop: llm.StopMaxTokens, Blocks: 1},
	} {
		for _, form := range []prompt.Form{prompt.Both, prompt.Fast, prompt.Thinking} {
			j := &Judge{Model: s, Form: form}
			if v := j.Judge(t.Context(), asked("x", verdict.Unsure)); v.Outcome == verdict.Allowed || v.Outcome == verdict.Unsure {
				t.Errorf("%s, form %d: %+v", name, form, v)
			}
		}
	}
}

func TestWhatDoesNotFitIsSaid(t *testing.T) {
	j, m := scripted(t, no)
	j.Options.Window = 12_000
	r := asked("x", verdict.Unsure)
	r.Turns[0].Text = strings.Repeat("word ", 20_000)
	if v := j.Judge(t.Context(), r); v.Trouble != verdict.TroubleOverContext || len(m.bodies) != 0 {
		t.Errorf("%+v after %d requests", v, len(m.bodies))
	}
}
