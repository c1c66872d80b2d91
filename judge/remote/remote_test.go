package remote

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"automode/call"
	"automode/judge"
	"automode/transcript"
	"automode/verdict"
	"automode/world"
)

var asked = judge.Request{Call: call.Call{ID: "t1", Tool: "Bash", Input: json.RawMessage(`{"command":"frobnicate"}`), Dir: "/srv/app"},
	Place: world.Place{Roots: []string{"/srv/app"}}, Turns: []transcript.Turn{{Role: transcript.User, Text: "go on", Witnessed: true}},
	Documents: []judge.Document{{Path: "/srv/app/AGENTS.md", Text: "be kind"}}, Limit: "don't push"}

func TestTheQuestionHoldsWhatWasSeenHere(t *testing.T) {
	var got Question
	j := Judge{Session: Question{Session: "s1", Host: "claude-code", Transcript: "/t.jsonl"}, Ask: func(_ context.Context, q Question) (*Answer, error) {
		var over bytes.Buffer
		if err := Write(&over, Message{Kind: Decide, Question: &q}); err != nil {
			t.Fatal(err)
		}
		var m Message
		if err := Read(&over, MaxMessage, &m); err != nil {
			t.Fatal(err)
		}
		got = *m.Question
		return &Answer{Outcome: "allow"}, nil
	}}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if v := j.Judge(ctx, asked); v.Outcome != verdict.Allowed {
		t.Fatalf("%+v", v)
	}
	if got.Session != "s1" || got.Host != "claude-code" || got.Transcript != "/t.jsonl" || got.Root != "/srv/app" || got.Millis < 19_000 || got.Millis > 20_000 ||
		!reflect.DeepEqual(got.Call, asked.Call) || len(got.Turns) != 1 || got.Turns[0].Text != "go on" || !got.Turns[0].Witnessed || got.Turns[0].Role != transcript.User || !reflect.DeepEqual(got.Documents, asked.Documents) ||
		!got.Look.Careful || !strings.Contains(strings.Join(got.Look.Facts, " "), "don't push") {
		t.Errorf("%+v", got)
	}
}

func TestWhateverIsWrongWithTheOtherSideIsNoVerdict(t *testing.T) {
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	for name, c := range map[string]struct {
		ctx   context.Context
		ask   Ask
		wants verdict.Trouble
	}{
		"nobody to ask":      {t.Context(), nil, verdict.TroubleGone},
		"it cannot be had":   {t.Context(), func(context.Context, Question) (*Answer, error) { return nil, errors.New("no socket") }, verdict.TroubleGone},
		"it is late":         {late, func(context.Context, Question) (*Answer, error) { return nil, errors.New("cut") }, verdict.TroubleTimeout},
		"an error and a yes": {t.Context(), func(context.Context, Question) (*Answer, error) { return &Answer{Outcome: "allow"}, errors.New("x") }, verdict.TroubleGone},
		"nothing":            {t.Context(), func(context.Context, Question) (*Answer, error) { return nil, nil }, verdict.TroubleGone},
		"an empty answer":    {t.Context(), func(context.Context, Question) (*Answer, error) { return &Answer{}, nil }, verdict.TroubleGone},
		"a word of its own":  {t.Context(), func(context.Context, Question) (*Answer, error) { return &Answer{Outcome: "Allow"}, nil }, verdict.TroubleGone},
		"a fault":            {t.Context(), func(context.Context, Question) (*Answer, error) { panic("odd") }, verdict.TroubleGone},
		"its own unavailable": {t.Context(), func(context.Context, Question) (*Answer, error) {
			return &Answer{Outcome: "unavailable", Trouble: uint8(verdict.TroubleBusy), Cause: "x"}, nil
		}, verdict.TroubleBusy},
	} {
		v := (&Judge{Ask: c.ask}).Judge(c.ctx, asked)
		if v.Outcome != verdict.Unavailable || v.Trouble != c.wants || v.Cause == "" {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestAVerdictComesOverAsItIs(t *testing.T) {
	for _, v := range []verdict.Verdict{
		{Outcome: verdict.Allowed, Reason: "ordinary", By: "classifier m stage 1", Judged: []verdict.Judged{{Model: "m", Prompt: "ab", Stages: []verdict.Stage{{Name: "1", Said: "allow", Input: 5, Cached: 9}}, Micros: 9, Priced: true, Cost: 77}}},
		{Outcome: verdict.Block, Tier: verdict.Hard, Category: "data-exfiltration", Reason: "it sends a key", Clears: "x", Evidence: []verdict.Evidence{{Words: "curl", Start: 1, End: 5}}},
		{Outcome: verdict.Unsure, Reason: "hm"},
		{Cause: "down", Trouble: verdict.TroublePaused},
	} {
		var over bytes.Buffer
		if err := Write(&over, Reply{V: Version, Answer: AnswerOf(v)}); err != nil {
			t.Fatal(err)
		}
		var r Reply
		if err := Read(&over, MaxMessage, &r); err != nil {
			t.Fatal(err)
		}
		if got := r.Answer.Verdict(); !reflect.DeepEqual(got, v) {
			t.Errorf("%+v became %+v", v, got)
		}
	}
}

// wire is a connection to a side that says something prepared.
type wire struct {
	io.Reader
	io.Writer
}

func frame(s string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(s)))) + s
}

func TestWhatIsNoReplyIsAnError(t *testing.T) {
	good := `{"v":1,"answer":{"outcome":"allow"}}`
	for name, says := range map[string]string{
		"nothing":               "",
		"half a head":           "\x00\x00",
		"a head alone":          "\x00\x00\x00\x10",
		"cut":                   frame(good)[:20],
		"no length":             "\x00\x00\x00\x00" + good,
		"a length of 4 GB":      "\xff\xff\xff\xff" + good,
		"no JSON":               frame("allow"),
		"JSON and more":         frame(good + "}"),
		"another version":       frame(`{"v":2,"answer":{"outcome":"allow"}}`),
		"no version":            frame(`{"answer":{"outcome":"allow"}}`),
		"an error and a yes":    frame(`{"v":1,"err":"no","answer":{"outcome":"allow"}}`),
		"HTTP":                  "HTTP/1.1 200 OK\r\n\r\n" + good,
		"an answer and no head": good,
	} {
		if r, err := Exchange(wire{strings.NewReader(says), io.Discard}, Message{Kind: Decide}); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r, err := Exchange(wire{strings.NewReader(frame(good)), io.Discard}, Message{Kind: Decide}); err != nil || r.Answer.Outcome != "allow" {
		t.Errorf("%+v %v", r, err)
	}
}
