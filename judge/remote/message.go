// Package remote is the judge that lets another process ask models: it looks at
// a call here, where the session and the disk are seen, and hands what it saw
// to whoever can ask. How the two are connected is given.
//
// What goes over carries no authority back: the answer is a verdict on the one
// call that was asked about, and nothing that is said changes what the other
// process does with the next.
package remote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"automode/call"
	"automode/internal/plainjson"
	"automode/judge"
	"automode/transcript"
	"automode/verdict"
)

// Version is the version of the messages. Both sides are of one build, so
// another one means that one of them was replaced.
const Version = 1

// MaxMessage bounds a message, bytes: the user's turns of a long session and a
// call of the largest size.
const MaxMessage = 64 << 20

// The kinds of messages. There is none that changes anything.
const (
	Decide = "decide"
	Prompt = "prompt"
	Stats  = "stats"
)

// Message is what is asked.
type Message struct {
	V        int       `json:"v"`
	Kind     string    `json:"kind"`
	Question *Question `json:"question,omitempty"` // of Decide and Prompt
}

// Question is a call and what is known of it and its session.
type Question struct {
	Call       call.Call         `json:"call"`
	Session    string            `json:"session"`
	Host       string            `json:"host,omitempty"`
	Root       string            `json:"root,omitempty"`       // where the session started
	Transcript string            `json:"transcript,omitempty"` // the host's, for the calls in it
	Agents     string            `json:"agents,omitempty"`     // of a subagent's call: the subagent's transcript
	Turns      []transcript.Turn `json:"turns,omitempty"`      // the person's, as the gate knows them; they alone count
	Look       judge.Look        `json:"look"`
	Documents  []judge.Document  `json:"documents,omitempty"`
	Millis     int64             `json:"millis,omitempty"` // how long whoever asks will wait; 0: not said
}

// Reply is what comes back.
type Reply struct {
	V      int      `json:"v"`
	Err    string   `json:"err,omitempty"` // why there is nothing else
	Answer *Answer  `json:"answer,omitempty"`
	Shown  *Shown   `json:"shown,omitempty"`
	Stats  *Figures `json:"stats,omitempty"`
}

// Answer is a verdict in words, so that one that is missing or unknown is none.
type Answer struct {
	Outcome  string             `json:"outcome"`
	Tier     verdict.Tier       `json:"tier,omitempty"`
	Category string             `json:"category,omitempty"`
	Reason   string             `json:"reason,omitempty"`
	Clears   string             `json:"clears,omitempty"`
	Cause    string             `json:"cause,omitempty"`
	Trouble  uint8              `json:"trouble,omitempty"`
	By       string             `json:"by,omitempty"`
	Evidence []verdict.Evidence `json:"evidence,omitempty"`
	Judged   []verdict.Judged   `json:"judged,omitempty"`
}

// Shown is what a model would be sent.
type Shown struct {
	Model  string `json:"model"`
	Tokens int    `json:"tokens"` // estimated
	Hash   string `json:"hash"`
	System []Part `json:"system"`
	Body   []Part `json:"body"`
	Stages []Last `json:"stages"`
}

// Part is one block of it.
type Part struct {
	Name string `json:"name"`
	Text string `json:"text"`
	Mark bool   `json:"mark,omitempty"` // a cache mark at its end
}

// Last is what one stage adds.
type Last struct {
	Stage     string   `json:"stage"`
	Text      string   `json:"text"`
	MaxTokens int      `json:"max_tokens"`
	Stop      []string `json:"stop,omitempty"`
}

// Figures are what a daemon did since it started.
type Figures struct {
	PID      int              `json:"pid"`
	Started  time.Time        `json:"started"`
	Open     int              `json:"open"` // questions being answered
	Sessions int              `json:"sessions"`
	Asked    int              `json:"asked"`
	Allowed  int              `json:"allowed"`
	Blocked  int              `json:"blocked"`
	Silent   int              `json:"silent"` // no verdict
	Input    int64            `json:"input"`  // tokens
	Cached   int64            `json:"cached"`
	Written  int64            `json:"written"`
	Output   int64            `json:"output"`
	Cost     int64            `json:"microdollars"`
	Paused   map[string]int64 `json:"paused,omitempty"` // providers left alone, and for how many milliseconds
}

var outcomes = [...]verdict.Outcome{verdict.Unavailable, verdict.Unsure, verdict.Block, verdict.Allowed}

// AnswerOf writes a verdict as an answer.
func AnswerOf(v verdict.Verdict) *Answer {
	return &Answer{Outcome: v.Outcome.String(), Tier: v.Tier, Category: v.Category, Reason: v.Reason, Clears: v.Clears, Cause: v.Cause,
		Trouble: uint8(v.Trouble), By: v.By, Evidence: v.Evidence, Judged: v.Judged}
}

// Verdict reads an answer. One that says nothing known is no verdict.
func (a *Answer) Verdict() verdict.Verdict {
	if a == nil {
		return gone("it said nothing")
	}
	v := verdict.Verdict{Tier: a.Tier, Category: a.Category, Reason: a.Reason, Clears: a.Clears, Cause: a.Cause, By: a.By, Evidence: a.Evidence,
		Judged: a.Judged, Trouble: verdict.Trouble(a.Trouble)}
	for _, o := range outcomes {
		if o.String() == a.Outcome {
			v.Outcome = o
			return v
		}
	}
	return gone("it said something else than a verdict")
}

func gone(why string) verdict.Verdict {
	return verdict.Verdict{Cause: "the process that asks models: " + why, Trouble: verdict.TroubleGone}
}

// Write sends one message: its length in four bytes, and its JSON.
func Write(w io.Writer, v any) error {
	b, err := plainjson.Append(make([]byte, 4, 4096), v)
	if err != nil {
		return err
	}
	if len(b)-4 > MaxMessage {
		return fmt.Errorf("%d bytes are more than a message may have", len(b)-4)
	}
	binary.BigEndian.PutUint32(b, uint32(len(b)-4))
	_, err = w.Write(b)
	return err
}

// Read reads one message into v, of at most max bytes.
func Read(r io.Reader, max int, v any) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n == 0 || int64(n) > int64(max) {
		return errors.New("a message of a size that none has")
	}
	// It grows as it comes: what is announced need not be there.
	b, err := io.ReadAll(io.LimitReader(r, int64(n)))
	if err != nil {
		return err
	}
	if len(b) != int(n) {
		return io.ErrUnexpectedEOF
	}
	return plainjson.Unmarshal(b, v)
}
