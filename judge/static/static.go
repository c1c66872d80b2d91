// Package static is the judge that needs no model, no key and no network: it
// allows what package effect understands completely and finds harmless or
// routine, blocks what matches an entry of the rulebook, and is unsure of the
// rest.
package static

import (
	"context"

	"automode/effect"
	"automode/judge"
	"automode/rulebook"
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
	return Of(rep, r.Book)
}

// Of turns a report into a verdict, by the effective rulebook; nil is the
// default one.
//
// A finding whose entry the rulebook does not hold is a fact and no block:
// what it is about is then unsure, since code cannot know what the book's own
// prose makes of it. Exfiltration stays, whatever the book says.
func Of(rep *effect.Report, book *rulebook.Book) verdict.Verdict {
	if book == nil {
		book = rulebook.Default()
	}
	if rep == nil {
		return verdict.Verdict{Outcome: verdict.Unavailable, Cause: "the call was not looked at"}
	}
	var worst *effect.Effect
	var doubt *effect.Effect
	loose := false // a finding that the book does not hold
	for i := range rep.Effects {
		e := &rep.Effects[i]
		switch {
		case e.Entry != "":
			if _, held := book.Find(e.Entry); !held && e.Entry != "data-exfiltration" {
				loose = true
				continue
			}
			if worst == nil || e.Tier > worst.Tier {
				worst = e
			}
		case e.Kind == effect.Unknown && doubt == nil:
			doubt = e
		}
	}
	if worst != nil {
		return block(rep, worst, book)
	}
	v := verdict.Verdict{Outcome: verdict.Unsure, Opaque: len(rep.Opaque)+len(rep.Hostile) > 0}
	switch {
	case len(rep.Hostile) > 0:
		v.Reason = "The text hides something: " + rep.Hostile[0] + "."
	case len(rep.Opaque) > 0:
		v.Reason = "The text cannot be read for certain: " + rep.Opaque[0] + "."
	case doubt != nil:
		v.Reason = "Not all of it is understood: " + doubt.Why + "."
		v.Evidence = []verdict.Evidence{evidence(doubt)}
	case loose || len(rep.Guards) > 0 || len(rep.Effects) == 0:
		v.Reason = "What the rules say of it is not for code to decide."
	case book.Foreign && !rep.Harmless():
		v.Reason = "The rulebook holds entries that code cannot read."
	default:
		v = verdict.Verdict{Outcome: verdict.Allowed, Reason: "Ordinary work, all of it understood."}
		if rep.Harmless() {
			v.Reason = "It only reads and prints."
		}
	}
	return v
}

// block is the verdict on a finding.
func block(rep *effect.Report, e *effect.Effect, book *rulebook.Book) verdict.Verdict {
	v := verdict.Verdict{Outcome: verdict.Block, Tier: verdict.Soft, Category: e.Entry, Reason: "It " + e.Why + ".",
		Opaque: len(rep.Opaque)+len(rep.Hostile) > 0}
	if entry, ok := book.Find(e.Entry); ok {
		v.Tier, v.Clears = entry.Tier, entry.Names
	}
	if e.Entry == "data-exfiltration" {
		v.Tier, v.Clears, v.Certain = verdict.Hard, "", e.Sure
	}
	for i := range rep.Effects {
		if f := &rep.Effects[i]; f.Entry != "" && len(v.Evidence) < 8 {
			v.Evidence = append(v.Evidence, evidence(f))
		}
	}
	return v
}

func evidence(e *effect.Effect) verdict.Evidence {
	return verdict.Evidence{Words: e.Words, Start: e.Start, End: e.End, Effect: e.Kind.String(), Entry: e.Entry, Note: e.Why}
}
