// Package classifier is the judge that asks a model: a quick look first, a
// careful one where the quick look would block. It asks one model; package
// chain puts several behind one another.
package classifier

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"automode/call"
	"automode/judge"
	"automode/llm"
	"automode/prompt"
	"automode/rulebook"
	"automode/verdict"
)

// Judge asks one model. Its fields are set before the first call and then left
// alone; it is safe for concurrent use.
type Judge struct {
	Model llm.Completer // nil: every verdict is unavailable
	Name  string        // of the model, for the record
	// Temperature is that of both stages, where the model takes one.
	Temperature float64
	Form        prompt.Form
	Severity    bool // a number instead of yes or no
	Options     prompt.Options
	// Instructions gives the instruction files of the session at root, as they
	// were when it began; nil: none.
	Instructions func(root string) []prompt.Document
	Now          func() time.Time // nil is time.Now
}

// ask is one call that is being judged.
type ask struct {
	j     *Judge
	p     prompt.Prompt
	book  *rulebook.Book
	trail verdict.Judged
	began time.Time
}

// Judge looks at r.Call. What goes wrong is a verdict that is Unavailable; an
// answer that is none, at the last stage, is a block of its own kind.
func (j *Judge) Judge(ctx context.Context, r judge.Request) verdict.Verdict {
	a := &ask{j: j, book: r.Book, trail: verdict.Judged{Model: j.Name}}
	a.began = j.now()
	v := a.judge(ctx, r)
	a.trail.Micros = j.now().Sub(a.began).Microseconds()
	v.Judged = append([]verdict.Judged{a.trail}, v.Judged...)
	v.By = a.by()
	return v
}

func (j *Judge) now() time.Time {
	if j.Now != nil {
		return j.Now()
	}
	return time.Now()
}

func (a *ask) by() string {
	s := "classifier"
	if a.j.Name != "" {
		s += " " + a.j.Name
	}
	if n := len(a.trail.Stages); n > 0 {
		s += " stage " + a.trail.Stages[n-1].Name
	}
	return s
}

func (a *ask) judge(ctx context.Context, r judge.Request) verdict.Verdict {
	if a.j.Model == nil {
		return verdict.Verdict{Cause: "no model is configured"}
	}
	in := prompt.Input{Book: r.Book, Turns: r.Turns, Facts: Facts(r), Action: r.Call, Options: a.j.Options}
	if a.j.Instructions != nil && len(r.Place.Roots) > 0 {
		in.Instructions = a.j.Instructions(r.Place.Roots[0])
	}
	var err error
	if a.p, err = prompt.Build(in); err != nil {
		if errors.Is(err, prompt.ErrOverContext) {
			return verdict.Verdict{Cause: err.Error(), Trouble: verdict.TroubleOverContext}
		}
		return verdict.Verdict{Cause: err.Error()}
	}
	a.trail.Prompt = a.p.Hash
	if a.j.Form == prompt.Both && !careful(r) {
		answer, v, done := a.stage(ctx, prompt.First)
		if done {
			return v
		}
		if answer != nil && !answer.Block {
			return verdict.Verdict{Outcome: verdict.Allowed, Reason: "Allowed by the quick look."}
		}
	}
	last := prompt.Second
	if a.j.Form == prompt.Fast {
		last = prompt.First
	}
	answer, v, done := a.stage(ctx, last)
	switch {
	case done:
		return v
	case answer == nil:
		return verdict.Verdict{Cause: "the judge's answer cannot be understood", Trouble: verdict.TroubleUnparsable}
	case !answer.Block:
		return verdict.Verdict{Outcome: verdict.Allowed, Reason: "Allowed by the careful look."}
	}
	return a.block(answer)
}

// careful tells whether the call starts at the careful look: code found
// something, or could not read it, or it starts agents or changes the agent
// itself. The quick look would block all of those anyway.
func careful(r judge.Request) bool {
	if r.First == nil { // the published path: every call starts at stage 1
		return false
	}
	return r.First.Outcome == verdict.Block || r.First.Opaque || r.Call.Kind() == call.Agent
}

// stage asks once. The answer is nil where it cannot be understood; done says
// that v is the verdict.
func (a *ask) stage(ctx context.Context, s prompt.Stage) (answer *prompt.Answer, v verdict.Verdict, done bool) {
	most, _ := prompt.Limits(s, a.j.Form)
	stop := prompt.StopOf(s, a.j.Form, a.j.Severity)
	suffix := prompt.Suffix(s, a.j.Form, a.j.Severity)
	req := llm.Request{System: blocks(a.p.System), MaxTokens: most, Stop: stop, Temperature: a.j.Temperature,
		Messages: []llm.Message{{Role: llm.User, Blocks: append(blocks(a.p.Body), llm.Block{Text: suffix.Text})}}}
	began := a.j.now()
	res, err := a.j.Model.Complete(ctx, req)
	st := verdict.Stage{Name: stageName(s, a.j.Form), Micros: a.j.now().Sub(began).Microseconds()}
	defer func() { a.trail.Stages = append(a.trail.Stages, st) }()
	if err != nil {
		v = unavailable(err)
		st.Said = "error: " + v.Cause
		return nil, v, true
	}
	st.Input, st.Cached, st.Written, st.Output, st.ID = res.Usage.Input, res.Usage.Cached, res.Usage.Written, res.Usage.Output, res.ID
	if res.Model != "" {
		a.trail.Answered = res.Model
	}
	if res.Stop == llm.StopRefusal || res.Stop == llm.StopOther || res.Blocks > 1 {
		st.Said = "no answer"
		if res.Stop == llm.StopRefusal {
			return nil, verdict.Verdict{Cause: "the model would not answer", Trouble: verdict.TroubleUnparsable}, true
		}
		return nil, verdict.Verdict{}, false
	}
	got, err := prompt.Parse(res.Text, res.Stop == llm.StopSequence && len(stop) > 0, s, a.j.Form, a.j.Severity, a.book)
	if err != nil || res.Stop == llm.StopMaxTokens {
		st.Said = "not to be understood"
		return nil, verdict.Verdict{}, false
	}
	st.Said = "allow"
	if got.Block {
		st.Said = strings.TrimSpace("block " + got.Category)
	}
	return &got, verdict.Verdict{}, false
}

func stageName(s prompt.Stage, f prompt.Form) string {
	if f == prompt.Fast {
		return "fast"
	}
	return fmt.Sprint(int(s))
}

func blocks(parts []prompt.Part) []llm.Block {
	out := make([]llm.Block, 0, len(parts)+1)
	for _, p := range parts {
		out = append(out, llm.Block{Text: p.Text, Mark: p.Mark})
	}
	return out
}

// block is the verdict on an answer that blocks.
func (a *ask) block(answer *prompt.Answer) verdict.Verdict {
	v := verdict.Verdict{Outcome: verdict.Block, Tier: verdict.Soft, Category: answer.Category, Reason: answer.Reason}
	book := a.book
	if book == nil {
		book = rulebook.Default()
	}
	if e, ok := book.Find(answer.Category); ok {
		v.Tier, v.Clears = e.Tier, e.Names
	}
	if v.Reason == "" {
		v.Reason = "The judge gave no reason."
	}
	return v
}

// unavailable is the verdict on an error of the provider's.
func unavailable(err error) verdict.Verdict {
	v := verdict.Verdict{Cause: err.Error()}
	var e *llm.Error
	if !errors.As(err, &e) {
		return v
	}
	switch e.Kind {
	case llm.RateLimited, llm.Overloaded, llm.Server:
		v.Trouble = verdict.TroubleAPI
	case llm.Timeout:
		v.Trouble = verdict.TroubleTimeout
	case llm.Connection:
		v.Trouble = verdict.TroubleConnection
	case llm.OverContext:
		v.Trouble = verdict.TroubleOverContext
	case llm.Refused:
		v.Trouble = verdict.TroubleUnparsable
	}
	v.After = e.After
	return v
}
