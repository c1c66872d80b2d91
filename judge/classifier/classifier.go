// Package classifier is the judge that asks a model: a quick look first, a
// careful one where the quick look would block. It asks one model; package
// chain puts several behind one another.
package classifier

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"automode/judge"
	"automode/judge/look"
	"automode/llm"
	"automode/prompt"
	"automode/rulebook"
	"automode/verdict"
)

// Judge asks one model. Its fields are set before the first call and then left
// alone; it is safe for concurrent use.
type Judge struct {
	Model    llm.Completer // nil: every verdict is unavailable
	Name     string        // of the model, for the record
	Provider string        // the name that settings give its provider, for the record
	Chosen   string        // what chose it, for the record
	// Temperature is that of both stages, where the model takes one.
	Temperature float64
	Form        prompt.Form
	Severity    bool // a number instead of yes or no
	Options     prompt.Options
	Memo        *prompt.Memo     // what was worked out for the session before; nil: nothing
	Price       *llm.Price       // nil: not known
	Now         func() time.Time // nil is time.Now
}

// maxAnswer is how much of an answer's body is read, bytes: 8,192 tokens and
// what a provider says around them.
const maxAnswer = 512 << 10

// ask is one call that is being judged.
type ask struct {
	j     *Judge
	p     prompt.Prompt
	book  *rulebook.Book
	trail verdict.Judged
	cost  float64 // dollars
}

// Judge looks at r.Call. What goes wrong is a verdict that is Unavailable, and
// so is an answer that is none at the last stage.
func (j *Judge) Judge(ctx context.Context, r judge.Request) (v verdict.Verdict) {
	a := &ask{j: j, book: r.Book, trail: verdict.Judged{Provider: j.Provider, Model: j.Name, Chosen: j.Chosen}}
	began := j.now()
	defer func() {
		if p := recover(); p != nil {
			v = verdict.Verdict{Cause: fmt.Sprintf("the judge failed: %v", p)}
		}
		a.close(j.now().Sub(began))
		v.Judged = []verdict.Judged{a.trail}
		v.By = a.by()
	}()
	return a.judge(ctx, r)
}

func (j *Judge) now() time.Time {
	if j.Now != nil {
		return j.Now()
	}
	return time.Now()
}

// Ask is what a model is asked: what both stages share, without the stage's own
// block. The error is prompt.ErrOverContext where the user's words and the
// action do not fit.
func (j *Judge) Ask(r judge.Request) (prompt.Prompt, error) {
	l := look.Of(r)
	in := prompt.Input{Book: r.Book, Turns: r.Turns, Facts: l.Facts, Action: r.Call, Options: j.Options, Memo: j.Memo}
	in.Options.Git, in.Options.Prior = r.Git, r.Prior
	for _, d := range r.Documents {
		in.Instructions = append(in.Instructions, prompt.Document(d))
	}
	return prompt.Build(in)
}

// Request is the request of one stage. Those of both stages are the same but
// for the last block, the most tokens and the stop sequences.
func (j *Judge) Request(p prompt.Prompt, s prompt.Stage) llm.Request {
	most, _ := prompt.Limits(s, j.Form)
	return llm.Request{System: blocks(p.System), MaxTokens: most, Stop: prompt.StopOf(s, j.Form, j.Severity), Temperature: j.Temperature, MaxBytes: maxAnswer,
		Messages: []llm.Message{{Role: llm.User, Blocks: append(blocks(p.Body), llm.Block{Text: prompt.Suffix(s, j.Form, j.Severity).Text})}}}
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

// close sums up what asking took.
func (a *ask) close(took time.Duration) {
	a.trail.Micros = took.Microseconds()
	a.trail.Around = a.trail.Micros
	for i := range a.trail.Stages {
		a.trail.Around -= a.trail.Stages[i].Micros
	}
	if a.j.Price != nil {
		a.trail.Priced, a.trail.Cost = true, int64(math.Round(a.cost*1e6))
	}
}

func (a *ask) judge(ctx context.Context, r judge.Request) verdict.Verdict {
	if a.j.Model == nil {
		return verdict.Verdict{Cause: "no model is configured", Trouble: verdict.TroubleSettings}
	}
	l := look.Of(r)
	r.Look = &l
	var err error
	if a.p, err = a.j.Ask(r); err != nil {
		if errors.Is(err, prompt.ErrOverContext) {
			return verdict.Verdict{Cause: err.Error(), Trouble: verdict.TroubleOverContext}
		}
		return verdict.Verdict{Cause: err.Error()}
	}
	a.trail.Prompt = a.p.Hash
	if a.j.Form == prompt.Both && !l.Careful {
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
	case !answer.Block && a.j.Form == prompt.Fast:
		return verdict.Verdict{Outcome: verdict.Allowed, Reason: "Allowed by the one look."}
	case !answer.Block:
		return verdict.Verdict{Outcome: verdict.Allowed, Reason: "Allowed by the careful look."}
	}
	return a.block(answer)
}

// stage asks once. The answer is nil where it cannot be understood; done says
// that v is the verdict.
func (a *ask) stage(ctx context.Context, s prompt.Stage) (answer *prompt.Answer, v verdict.Verdict, done bool) {
	req := a.j.Request(a.p, s)
	began := a.j.now()
	res, err := a.j.Model.Complete(ctx, req)
	st := verdict.Stage{Name: stageName(s, a.j.Form), Micros: a.j.now().Sub(began).Microseconds()}
	defer func() { a.trail.Stages = append(a.trail.Stages, st) }()
	if err != nil {
		v = unavailable(err)
		st.Said = "error: " + v.Cause
		var e *llm.Error
		if errors.As(err, &e) {
			st.ID = e.ID
		}
		return nil, v, true
	}
	st.Input, st.Cached, st.Written, st.Output, st.ID = res.Usage.Input, res.Usage.Cached, res.Usage.Written, res.Usage.Output, res.ID
	if a.j.Price != nil {
		a.cost += a.j.Price.Cost(res.Usage)
	}
	if res.Model != "" {
		a.trail.Answered = res.Model
	}
	switch {
	case res.Stop == llm.StopRefusal:
		st.Said = "refused"
		return nil, verdict.Verdict{Cause: "the model would not answer", Trouble: verdict.TroubleRefused}, true
	case res.Stop == llm.StopMaxTokens:
		st.Said = "cut"
		return nil, verdict.Verdict{}, false
	case res.Stop == llm.StopOther || res.Blocks != 1:
		st.Said = "no answer"
		return nil, verdict.Verdict{}, false
	}
	got, err := prompt.Parse(res.Text, res.Stop == llm.StopSequence && len(req.Stop) > 0, s, a.j.Form, a.j.Severity, a.book)
	if err != nil {
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
	if answer.Category == prompt.BoundaryID {
		v.Clears = "this, in a new turn"
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
	v.After = e.After
	switch e.Kind {
	case llm.RateLimited, llm.Overloaded:
		v.Trouble = verdict.TroubleBusy
	case llm.Server:
		v.Trouble = verdict.TroubleAPI
	case llm.Timeout:
		v.Trouble = verdict.TroubleTimeout
	case llm.Connection:
		v.Trouble = verdict.TroubleConnection
	case llm.OverContext:
		v.Trouble = verdict.TroubleOverContext
	case llm.Refused:
		v.Trouble = verdict.TroubleRefused
	case llm.Auth:
		v.Trouble = verdict.TroubleCredentials
	case llm.BadRequest:
		v.Trouble = verdict.TroubleRequest
	}
	return v
}
