// Package static is the judge that needs no model, no key and no network: it
// allows what package effect understands completely and finds harmless or
// routine, blocks what matches an entry of the rulebook, and is unsure of the
// rest.
package static

import (
	"context"

	"automode/effect"
	"automode/judge"
	"automode/verdict"
)

// Judge is the static judge. Its zero value is ready.
type Judge struct{}

// Judge looks at r.Call by its effects.
func (Judge) Judge(ctx context.Context, r judge.Request) verdict.Verdict {
	rep := r.Report
	if rep == nil {
		rep = effect.Of(r.Call, effect.Env{Place: r.Place, Facts: r.Facts, Session: r.Session})
	}
	return Of(rep)
}

// Of turns a report into a verdict.
func Of(rep *effect.Report) verdict.Verdict {
	return verdict.Verdict{Outcome: verdict.Unsure, Reason: "not looked at"}
}
