package gate

import (
	"context"

	"automode/effect"
	"automode/judge"
	"automode/rulebook"
	"automode/verdict"
)

// Overheard is what a judge that is a model is asked about a call.
type Overheard struct {
	Request  judge.Request
	Decision verdict.Decision // of a gate whose model gives no verdict
	// Asked: this call is put to a model. Otherwise the decision is made
	// without one, and Request is what a model would be asked.
	Asked bool
}

// Overhear walks a call as Decide does and gives what a model is asked about
// it. No model is, and nothing is kept or recorded. static is the judge that
// needs no model.
func Overhear(ctx context.Context, static judge.Judge, r Request) Overheard {
	code, model := judge.Listener{Next: static}, judge.Listener{}
	g := Gate{Store: &Memory{}, Log: Discard{}, Static: &code, Judge: &model}
	out := Overheard{Decision: g.Decide(ctx, r)}
	if out.Request, _, out.Asked = model.First(); out.Asked {
		return out
	}
	first, said, ok := code.First()
	if !ok {
		env := effect.Env{Place: r.Place, Facts: r.Facts, Session: r.Effects}
		first = judge.Request{Call: r.Call, Place: r.Place, Facts: r.Facts, Turns: r.Turns, Session: r.Effects, Book: r.Book, Report: effect.Of(r.Call, env), Documents: r.Documents}
		if first.Book == nil {
			first.Book = rulebook.Default()
		}
		if static != nil {
			said = static.Judge(ctx, first)
		}
	}
	if r.Settings.Judge != JudgeClassifier {
		first.First = &said
	}
	out.Request = first
	return out
}
